"""Calls as people write them, ``strsm LLNN 1024x256`` or ``sgemm NT 512x512x512 items=8``, as options of their routine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autoblas.cli.options import product_options
from autoblas.cli.routines.routine import Routine, RoutineCall
from autoblas.cli.routines.table import ROUTINES, call_of
from autoblas.errors import ArgumentError
from autoblas.precision import TYPES
from autoblas.problems.blas.notation import letters_and_sizes, read, written
from autoblas.problems.blas.words import LETTERS, blas_names, named_routine, sizes_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Facts
    from autoblas.precision import Precision
    from autoblas.problems import Problem

__all__ = ["BLAS_NAMES", "call_in", "call_posing", "known_head", "option_words"]


@click.command()
@product_options
def _product(**_given: Any) -> None:
    """A command with the options of a product beside its sizes."""


def _options(routine: Routine) -> list[click.Option]:
    """The options of a call of a routine."""
    params = _product.params if routine.name == "gemm" else routine.options
    return [option for option in params if isinstance(option, click.Option)]


def _letters(routine: Routine) -> list[click.Option]:
    """The options that are BLAS's letters, in its order."""
    letters = [
        option
        for option in _options(routine)
        if isinstance(option.type, click.Choice)
        and all(len(str(choice)) == 1 for choice in option.type.choices)
    ]
    return sorted(letters, key=lambda option: str(option.name)) if routine.name == "gemm" else letters


def _types(routine: Routine) -> list[Precision]:
    """The types that a routine takes."""
    option = next(option for option in _options(routine) if option.name == "dtype")
    names = option.type.choices if isinstance(option.type, click.Choice) else ()
    return [TYPES[str(name)] for name in names if TYPES[str(name)] in LETTERS]


BLAS_NAMES = blas_names({name: _types(routine) for name, routine in ROUTINES.items()})
"""By what BLAS calls it, a routine of the table and a type."""


def known_head(word: str) -> bool:
    """Whether a word is a routine with its type, such as ``sgemm``."""
    return word.lower() in BLAS_NAMES


def option_words(words: Sequence[str]) -> list[str] | None:
    """The words of a command line for a call: the routine, then its options.

    Args:
        words: The call, as people write it; of the name alone only the type follows.

    Returns:
        None where the routine has no option for one of the words.

    Raises:
        ArgumentError: nothing is called so, or letters or sizes do not fit.
    """
    text = " ".join(words)
    name, kind = named_routine(words[0] if words else "", BLAS_NAMES, text)
    routine = ROUTINES[name]
    arguments = [name.replace("_", "-"), "--dtype", kind.name]
    if len(words) == 1:
        return arguments
    letters = _letters(routine)
    choices = ["".join(map(str, option.type.choices)) for option in letters if isinstance(option.type, click.Choice)]  # fmt: skip
    labels = ("m", "n") if "rows" in routine.sizes else routine.sizes
    values, sizes, rest = letters_and_sizes(name, choices, labels, words[1:], text)
    for option, letter in zip(letters, values, strict=True):
        arguments += [option.opts[0], letter]
    named = _named_sizes(routine, values, sizes)
    if named is None:
        return None
    for name, number in named.items():
        arguments += [f"-{name}" if len(name) == 1 else f"--{name}", str(number)]
    options = {str(option.name): option for option in _options(routine)}
    for word in rest:
        option_name, sign, value = word.partition("=")
        option_name = option_name.replace("type_", "dtype_") if routine.name == "gemm" else option_name
        named_option = options.get(option_name)
        if named_option is None or option_name in named or named_option.is_flag == bool(sign):
            return None
        extents = sizes_in(value) or ()
        if len(set(extents)) == 1:  # options take 3 for 3x3; numbers may be written as sizes are
            value = str(extents[0])
        arguments += [named_option.opts[0]] if named_option.is_flag else [named_option.opts[0], value]
    return arguments


def _named_sizes(routine: Routine, letters: str, sizes: Sequence[int]) -> dict[str, int] | None:
    """Sizes by their options; None where two that are one differ."""
    names: Sequence[str] = routine.sizes
    if names[0] == "rows":
        names = ("n", names[1]) if letters[0] == "L" else (names[1], "n")
    numbers: dict[str, int] = {}
    for name, number in zip(names, sizes, strict=True):
        if numbers.setdefault(name, number) != number:
            return None
    return numbers


def call_in(text: str) -> RoutineCall:
    """The call that people write so: one of a routine, or a problem with all its fields.

    Raises:
        ArgumentError: there is none.
    """
    words = text.split()
    if words and known_head(words[0]) and len(words) > 1:
        arguments = option_words(words)
        if arguments is not None:
            try:
                return call_of(arguments[0].replace("-", "_"), *arguments[1:])
            except click.UsageError as error:
                raise ArgumentError(
                    "problem", f"options that fit ({error.format_message()})", repr(text)
                ) from None
    return call_posing(read(text))


def call_posing(problem: Problem) -> RoutineCall:
    """A call that consists of one problem."""

    def launches(_facts: Facts) -> tuple[Problem, ...]:
        return (problem,)

    return RoutineCall(Routine("problem", "extra", written(problem), (), launches), {})
