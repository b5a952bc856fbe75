"""Parser of the signatures of problems, so that a record's problem can be restored."""

from __future__ import annotations

import functools
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

from autoblas.errors import ArgumentError
from autoblas.precision import TYPES, Precision
from autoblas.problems import FAMILIES, Accuracy, Order, Triangle
from autoblas.problems.factorization import Method, Task

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoblas.problems import Problem

__all__ = ["fields_allowed", "hints_of", "problem_called", "words_of"]

NUMBERS = frozenset({"width", "slices", "parts", "joint", "channels", "rank"})
"""Words whose values are numbers."""

OPERANDS = ("", "a", "b", "ab")
"""Values of ``conjugate`` and ``shared`` where those are words."""

LARGEST = 1 << 63
"""Whole numbers are below, as sizes of records are."""

PAIR = re.compile(r"(?:(pad|stride|dilation)=)?(\d+)x(\d+)")
ORDERS = re.compile(r"(row|col|any)\*(row|col|any)=(row|col|any)")
SIZE = re.compile(r"([a-z_]+)=(\d{1,19})")
MIXED = re.compile(r"(\w+)\*(\w+)=(\w+)")


def problem_called(family: str, signature: str, sizes: Sequence[int]) -> Problem | None:
    """The problem of a family, a signature and sizes; None if there is none.

    Each of its fields has a value that its type allows, because texts of kernels contain them.

    Args:
        family: The name of the family.
        signature: The class, as ``signature`` writes it.
        sizes: The sizes, with the items of a batch.
    """
    record = FAMILIES.get(family)
    if record is None:
        return None
    words, names = signature.split(), {field.name: field.type for field in fields(record)}
    try:
        values = dict(_values(words, names))
        extents = record.extents
        values |= dict(zip(extents, sizes, strict=False))
        if "items" in names and len(sizes) > len(extents):
            values["items"] = sizes[len(extents)]
        problem: Problem = record(**values)
        same = problem.signature == signature and problem.sizes == tuple(sizes)
        same = same and fields_allowed(problem)
    except (ArgumentError, KeyError, TypeError, ValueError, IndexError, ZeroDivisionError, AttributeError):
        return None  # words of another program, or of another version
    return problem if same else None


def words_of(text: str) -> tuple[str, str, tuple[int, ...]]:
    """Family, class and sizes of a problem from its ``str``: ``gemm m=64 n=64 k=64 float32 row*row=row``.

    Any other text is a family with a class and without sizes.
    """
    family, *rest = text.split() or [""]
    record = FAMILIES.get(family)
    names = {*record.extents, "items"} if record is not None else None
    sizes: list[int] = []
    while rest and (match := SIZE.fullmatch(rest[0])) and (names is None or match[1] in names):
        sizes.append(int(match[2]))
        rest.pop(0)
    return family, " ".join(rest), tuple(sizes)


def fields_allowed(problem: Problem) -> bool:
    """True if all fields of a problem have values that their types allow."""
    try:
        return all(_allowed(problem, name, hint) for name, hint in hints_of(type(problem)).items())
    except KeyError:  # of the table of operations
        return False


@functools.cache
def hints_of(record: type[Problem]) -> dict[str, Any]:
    """The types of the fields of a family's problems."""
    localns = {"Accuracy": Accuracy, "Order": Order, "Precision": Precision, "Triangle": Triangle}
    hints = get_type_hints(record, localns=localns)
    return {field.name: hints[field.name] for field in fields(record)}


def _allowed(problem: Any, name: str, hint: Any) -> bool:
    """True if a field has a value that its type allows; the table of operations raises KeyError."""
    value = getattr(problem, name)
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if hint is int:
        optional = name in {"parts", *problem.extents} or problem.__dataclass_fields__[name].default == 0
        return type(value) is int and (0 if optional else 1) <= value < LARGEST
    if name == "operation":
        return problem.kind is not None
    if name == "real":
        return set(value.split()) <= set(problem.kind.scalars)
    return value in OPERANDS if hint is str else type(value) is hint


def _values(words: Sequence[str], names: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields that words name, with their values; unknown words raise KeyError or ValueError."""
    first = MIXED.fullmatch(words[0])
    types = first.groups() if first else (words[0],)
    for name, kind in zip(("type_a", "type_b", "precision") if first else ("precision",), types, strict=True):
        yield name, _precision(kind)
    rest = iter(words[1:])
    if "operation" in names:
        yield "operation", next(rest, "")
    for word in rest:
        key, _, value = word.partition("=")
        if match := ORDERS.fullmatch(word):
            yield from zip("abc", match.groups(), strict=True)
        elif match := PAIR.fullmatch(word):
            name = match[1] or "kernel"
            yield from ((f"{name}_h", int(match[2])), (f"{name}_w", int(match[3])))
        elif "->" in word:
            yield from zip("xy", word.split("->"), strict=True)
        elif word in {"in", "to"}:
            following = next(rest, "")
            name = {"in": "accumulator", "to": "result"}[word]
            yield ("in_place", True) if following == "place" else (name, _precision(following))
        elif word == "band":
            below, above = next(rest, "").split("+")
            yield from (("storage", "band"), ("kl", int(below)), ("ku", int(above)))
        elif value == "image":
            yield f"{key}_in", "image"
        elif key == "from":
            yield "type_x" if "type_x" in names else "accumulator", _precision(value)
        elif value:
            yield key, _value(key, value)
        elif word != "batched":  # the number of items says so
            yield _bare(word, names)


def _precision(name: str) -> Precision:
    """The precision of a name, more strictly than ``precision_of``."""
    return TYPES[name]


def _value(key: str, value: str) -> Any:
    """The value behind the sign of equality."""
    if key in {"to", "type_a"}:
        return _precision(value)
    if key == "real":
        return value.replace(",", " ")
    return int(value) if key in NUMBERS else value


def _bare(word: str, names: dict[str, Any]) -> tuple[str, Any]:
    """A word that is the name of a field which is true, or the value of a field."""
    if names.get(word) == "bool":
        return word, True
    for field, choices in (("method", Method), ("task", Task)):
        if field in names and word in get_args(choices):
            return field, word
    if word in {"row", "col", "any"}:
        return "order" if "order" in names else "c", word
    if word in {"lower", "upper"}:
        return ("triangle", word) if "triangle" in names else ("lower", word == "lower")
    return ("storage" if word == "packed" else "form"), word
