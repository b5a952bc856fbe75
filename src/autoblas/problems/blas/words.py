"""Words of BLAS: ``sgemm`` is a routine and a type, ``1024x1024`` sizes, ``1e6`` a number."""

from __future__ import annotations

import difflib
import re
from decimal import Decimal
from typing import TYPE_CHECKING

from autoblas.errors import ArgumentError
from autoblas.precision import (
    BFLOAT16,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    PRECISIONS,
    UINT32,
    Precision,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "ALL_TYPES",
    "COMPLEX",
    "FLOATS",
    "LETTERS",
    "blas_name",
    "blas_names",
    "named_routine",
    "number_text",
    "sizes_in",
    "whole_number",
]

LETTERS = {
    FLOAT32: "s", FLOAT64: "d", COMPLEX64: "c", COMPLEX128: "z",
    FLOAT16: "h", BFLOAT16: "b", INT32: "i", UINT32: "u", INT64: "l",
}  # fmt: skip
"""The letter of each type: BLAS's own four, h for halves as in the libraries of vendors, and four of ours."""

FLOATS = tuple(precision for precision in PRECISIONS.values() if precision.kind != "integer")
COMPLEX = tuple(precision for precision in FLOATS if precision.is_complex)
ALL_TYPES = tuple(LETTERS)
"""Types of elements that routines may have."""

INDICES = frozenset({"iamax", "iamin", "imax", "imin", "izero"})
"""Routines whose letter stands behind the i."""

BY_PARTS = frozenset({"nrm2", "asum", "sumlog"})
"""Routines whose results are real, which BLAS says of complex types by two letters."""

FIXED = frozenset({"sdsdot", "dsdot"})
"""Routines of one type, which is in their name."""

LARGEST = 1 << 63
ROUND = 100_000
"""Sizes are below the first; from the second on those with two digits and zeros are written with an exponent."""

_NUMBER = re.compile(r"(\d+)\^(\d{1,2})|(\d[\d_]*(?:\.\d+)?(?:[eE]\+?\d{1,2})?)")


def blas_name(routine: str, kind: Precision) -> str:
    """The name of a routine in BLAS for a type: ``sgemm``, ``isamax``, ``dznrm2``."""
    letter = LETTERS[kind]
    if routine in FIXED:
        return routine
    if routine in INDICES:
        return f"i{letter}{routine[1:]}"
    if routine in BY_PARTS and kind.is_complex:
        return f"{LETTERS[kind.real]}{letter}{routine}"
    return f"{letter}dotu" if routine == "dot" and kind.is_complex else f"{letter}{routine}"


def blas_names(types: Mapping[str, Iterable[Precision]]) -> dict[str, tuple[str, Precision]]:
    """By all that they may be called, routines and types; also ``cnrm2`` for ``scnrm2``.

    Args:
        types: The types of each routine.
    """
    names: dict[str, tuple[str, Precision]] = {}
    for routine, kinds in types.items():
        for kind in kinds:
            names.setdefault(f"{LETTERS[kind]}{routine}", (routine, kind))
    return names | {blas_name(name, kind): (name, kind) for name, kinds in types.items() for kind in kinds}


def named_routine(head: str, names: Mapping[str, tuple[str, Precision]], text: str) -> tuple[str, Precision]:
    """The routine and the type of a first word.

    Args:
        head: The word.
        names: The result of ``blas_names``.
        text: The problem, for the error.

    Raises:
        ArgumentError: nothing is called so, with what is called almost so.
    """
    match = names.get(head.lower())
    if match is None:
        near = " or ".join(difflib.get_close_matches(head.lower(), names, 3))
        expected = "a routine with the letter of its type first, such as sgemm"
        raise ArgumentError("problem", f"{expected}{near and f' ({near}?)'}", repr(text))
    return match


def whole_number(word: str) -> int | None:
    """The whole number that a word is, such as ``4096``, ``1e6`` or ``2^20``; None where it is none below 2^63."""
    match = _NUMBER.fullmatch(word)
    if match is None:
        return None
    if match[1]:
        power = int(match[1]) ** int(match[2]) if len(match[1]) < 20 else LARGEST
        return power if power < LARGEST else None
    number = Decimal(match[3])
    return int(number) if number < LARGEST and number == number.to_integral_value() else None


def sizes_in(word: str) -> tuple[int, ...] | None:
    """The sizes that a word gives, such as ``1024x512``; None where it gives none."""
    numbers = [whole_number(part) for part in re.split("[xX]", word)]
    sizes = tuple(number for number in numbers if number is not None)
    return sizes if len(sizes) == len(numbers) else None


def number_text(number: int) -> str:
    """A size as people write it: ``1e6``, ``2.5e6``, ``1048576``."""
    digits = str(number).rstrip("0")
    if number < ROUND or len(digits) > 2:
        return str(number)
    exponent = len(str(number)) - 1
    return f"{digits[0]}{'.' if digits[1:] else ''}{digits[1:]}e{exponent}"
