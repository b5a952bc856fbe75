"""Problems as people write them: ``sgemm NT 1024x1024x1024``, ``dgemv T 4096x1024``, ``saxpy 1e6``.

A problem is the routine that poses it, with letters and sizes in BLAS's order; where no routine poses exactly this one,
the fields in which it differs follow as ``name=value``, or as ``name`` where it is true: ``sgemm NN 64x64x64 items=16``.
Every problem can be written so, and is read as the same one. Records keep the words of ``notation``.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

from autoblas.errors import ArgumentError, PrecisionError
from autoblas.precision import TYPES, Precision
from autoblas.problems.blas.notations import BLAS_NAMES, NOTATIONS, all_fields, notations_of
from autoblas.problems.blas.words import blas_name, named_routine, number_text, sizes_in, whole_number
from autoblas.problems.notation import fields_allowed, hints_of, problem_called

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.problems import Problem
    from autoblas.problems.blas.notations import RoutineNotation

__all__ = ["class_and_size", "letters_and_sizes", "read", "record_text", "written"]

NONE = "none"
"""The word for an empty one."""

PAIRS = {"window": "kernel", "pad": "pad", "stride": "stride", "dilation": "dilation"}
"""Words that give two fields, of rows and of columns, and how those begin."""


@functools.lru_cache(4096)
def written(problem: Problem) -> str:
    """A problem as people write it; ``read`` gives the same one. In records' words where no routine knows its type."""
    return " ".join(_written(problem) or [str(problem)])


def class_and_size(problem: Problem) -> tuple[str, str]:
    """The words of ``written`` for a problem's class, and for its size: ``sgemm NN accuracy=fast``, ``64x64x64 items=16``."""
    words = _written(problem)
    if not words:
        return f"{problem.family} {problem.signature}", "x".join(map(str, problem.sizes))
    index = next(index for index, word in enumerate(words) if index and word[0].isdigit())
    size = [word for word in words[index:] if word == words[index] or word.startswith("items=")]
    return " ".join(word for word in words if word not in size), " ".join(size)


def _written(problem: Problem) -> list[str]:
    """The words of a problem; none where no routine knows its type."""
    best: tuple[RoutineNotation, str, dict[str, Any]] | None = None
    for form in notations_of(type(problem)):
        if problem.precision not in form.types:
            continue
        for letters in form.choices():
            differences = _beside(problem, form, letters)
            if best is None or len(differences) < len(best[2]):
                best = form, letters, differences
    if best is None:
        return []
    form, letters, differences = best
    sizes = "x".join(number_text(getattr(problem, name)) for name in form.sizes)
    bands = [f"{name}={sum(getattr(problem, field) for field in of)}" for name, of in form.bands.items()]
    words = [
        blas_name(form.routine, problem.precision),
        letters,
        sizes,
        *bands,
        *_words(problem, differences),
    ]
    return [word for word in words if word]


def read(text: str) -> Problem:
    """The problem that people write so.

    Letters that are left out are the usual ones, N for matrices as they are; one size of a product stands for all.

    Raises:
        ArgumentError: no problem is written so.
    """
    words = text.split()
    if not words:
        raise ArgumentError("problem", "a problem, such as sgemm NT 1024x1024x1024", repr(text))
    routine, kind = named_routine(words[0], BLAS_NAMES, text)
    form = NOTATIONS[routine]
    letters, sizes, rest = letters_and_sizes(routine, form.letters, form.sizes, words[1:], text)
    hints, bands, values = hints_of(form.record), dict.fromkeys(form.bands, 1), dict[str, Any]()
    for word in rest:
        name, sign, value = word.partition("=")
        if name in bands:
            number = whole_number(value)
            if number is None:
                raise ArgumentError("problem", f"{name} to be a whole number", repr(text))
            bands[name] = number
        else:
            values |= _field(name, value if sign else None, hints, text)
    try:
        problem = form.record(**{**form.make(kind, letters, sizes, bands), **values})
    except TypeError:  # what kernels need beside their own launch is not complete without
        missing = ", ".join(name for name in hints if name not in {*values, *form.sizes, "precision"})
        raise ArgumentError("problem", f"{words[0]} to say more ({missing})", repr(text)) from None
    except (KeyError, ValueError, ZeroDivisionError) as error:
        raise ArgumentError("problem", "fields that fit each other", f"{text!r} ({error})") from None
    if not fields_allowed(problem):
        raise ArgumentError("problem", "values that its fields may have", repr(text))
    return problem


def record_text(family: str, signature: str, sizes: Sequence[int]) -> str:
    """The problem of a record as people write it; in the record's own words where this version knows no such problem."""
    problem = problem_called(family, signature, sizes)
    if problem is None:
        return f"{family} {'x'.join(map(str, sizes))} {signature}"
    return written(problem)


def _beside(problem: Problem, form: RoutineNotation, letters: str) -> dict[str, Any]:
    """The fields in which a problem differs from the one that a routine poses, and what they are."""
    bands = {name: sum(getattr(problem, field, 0) for field in of) for name, of in form.bands.items()}
    sizes = [getattr(problem, name) for name in form.sizes]
    implied, wanted = form.make(problem.precision, letters, sizes, bands), all_fields(problem)
    needed = {
        name for name, field in problem.__dataclass_fields__.items() if _required(field)
    } - implied.keys()
    differences = {name: wanted[name] for name in needed}
    while True:  # what is implied by what was added may be something else
        try:
            made = form.record(**{**implied, **differences})
        except PrecisionError:  # types without a common one to sum in, which must be named
            differences |= {name: value for name, value in wanted.items() if isinstance(value, Precision)}
            differences.pop("precision", None)
            continue
        wrong = {name: value for name, value in wanted.items() if getattr(made, name) != value}
        if not wrong or wrong.items() <= differences.items():
            return differences
        differences |= wrong


def _required(field: Any) -> bool:
    """True if a field of a class has no default."""
    return type(field.default).__name__ == "_MISSING_TYPE"


def _words(problem: Problem, differences: Mapping[str, Any]) -> list[str]:
    """Fields as words, in the order of the record."""
    tokens, done = [], set()
    for name in problem.__dataclass_fields__:
        if name not in differences or name in done:
            continue
        pair = next((word for word, first in PAIRS.items() if name in {f"{first}_h", f"{first}_w"}), None)
        if pair is None:
            tokens.append(_word(name, differences[name]))
            continue
        axes = [getattr(problem, f"{PAIRS[pair]}_{axis}") for axis in "hw"]
        done |= {f"{PAIRS[pair]}_{axis}" for axis in "hw"}
        tokens.append(f"{pair}={'x'.join(map(str, axes if axes[0] != axes[1] else axes[:1]))}")
    return tokens


def _word(name: str, value: Any) -> str:
    """A field as a word."""
    if value is True:
        return name
    if isinstance(value, Precision):
        return f"{name}={value.name}"
    if isinstance(value, str):
        return f"{name}={value.replace(' ', ',') or NONE}"
    return f"{name}={str(value).lower()}"


def letters_and_sizes(
    routine: str, letters: Sequence[str], sizes: Sequence[str], words: Sequence[str], text: str
) -> tuple[str, Sequence[int], Sequence[str]]:
    """Letters, sizes and further words that follow the name of a routine.

    Args:
        routine: Its name.
        letters: The letters that there are at each place; the first of each is meant where none are written.
        sizes: What the sizes are called; one stands for all.
        words: The words behind the name.
        text: All words, for the error.

    Raises:
        ArgumentError: there are no such letters, or other sizes.
    """
    usual, rest = "".join(choices[0] for choices in letters), list(words)
    if len(rest) > 1 and rest[0].isalpha():
        chosen = rest.pop(0).upper()
        if len(chosen) != len(letters) or any(
            x not in choices for x, choices in zip(chosen, letters, strict=True)
        ):
            allowed = " then ".join("/".join(choices) for choices in letters)
            expected = f"letters {allowed}" if allowed else "no letters, but a size"
            raise ArgumentError("problem", f"{expected} behind {routine}", repr(text))
        usual = chosen
    numbers = sizes_in(rest[0]) if rest else None
    if numbers is not None and len(numbers) == 1 < len(sizes):
        numbers *= len(sizes)
    if numbers is None or len(numbers) != len(sizes):
        example = "x".join(["512"] * len(sizes)) if len(sizes) > 1 else "1e6"
        expected = f"sizes {'x'.join(sizes)} behind {routine}, such as {example}"
        raise ArgumentError("problem", expected, repr(text))
    return usual, numbers, rest[1:]


def _field(name: str, value: str | None, hints: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The fields that a word gives.

    Raises:
        ArgumentError: there is no such field, or it has no such value.
    """
    if name in PAIRS and f"{PAIRS[name]}_h" in hints:
        axes = sizes_in(value or "") or ()
        if len(axes) not in {1, 2}:
            raise ArgumentError("problem", f"{name}=3 or {name}=3x3", repr(text))
        return {f"{PAIRS[name]}_h": axes[0], f"{PAIRS[name]}_w": axes[-1]}
    hint = hints.get(name)
    if hint is None:
        raise ArgumentError("problem", f"words among {', '.join(sorted(hints))}", f"{name!r} in {text!r}")
    allowed: dict[str, Any] = {}
    if hint is bool:
        allowed, value = {"true": True, "false": False}, "true" if value is None else value
    elif hint is Precision:
        allowed = dict(TYPES)
    elif get_origin(hint) is Literal:
        allowed = {choice or NONE: choice for choice in get_args(hint)}
    parsed = allowed.get(value or "")
    if not allowed and value:
        parsed = whole_number(value) if hint is int else value.replace(",", " ") if value != NONE else ""
    if parsed is None:
        expected = f"{name} to be {' or '.join(allowed) if allowed else 'a whole number' if hint is int else 'a word'}"
        raise ArgumentError("problem", expected, repr(text))
    return {name: parsed}
