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
    PRECISIONS,
    UINT32,
    Precision,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "COMPLEX",
    "EVERY",
    "FLOATS",
    "LETTERS",
    "head_of",
    "heads",
    "looked_up",
    "number_text",
    "sizes_in",
    "whole_number",
]

LETTERS = {
    FLOAT32: "s", FLOAT64: "d", COMPLEX64: "c", COMPLEX128: "z",
    FLOAT16: "h", BFLOAT16: "b", INT32: "i", UINT32: "u",
}  # fmt: skip
"""The letter of each type: BLAS's own four, h for halves as in the libraries of vendors, and three of ours."""

FLOATS = tuple(each for each in PRECISIONS.values() if each.kind != "integer")
COMPLEX = tuple(each for each in FLOATS if each.is_complex)
EVERY = tuple(LETTERS)
"""Types that routines may be of."""

INDICES = frozenset({"iamax", "iamin", "imax", "imin"})
"""Routines whose letter stands behind the i."""

BY_PARTS = frozenset({"nrm2", "asum"})
"""Routines whose results are real, which BLAS says of complex types by two letters."""

FIXED = frozenset({"sdsdot", "dsdot"})
"""Routines of one type, which is in their name."""

LARGEST = 1 << 63
ROUND = 100_000
"""Sizes are below the first; from the second on those with two digits and zeros are written with an exponent."""

_NUMBER = re.compile(r"(\d+)\^(\d{1,2})|(\d[\d_]*(?:\.\d+)?(?:[eE]\+?\d{1,2})?)")


def head_of(routine: str, kind: Precision) -> str:
    """What BLAS calls a routine for a type: ``sgemm``, ``isamax``, ``dznrm2``."""
    letter = LETTERS[kind]
    if routine in FIXED:
        return routine
    if routine in INDICES:
        return f"i{letter}{routine[1:]}"
    if routine in BY_PARTS and kind.is_complex:
        return f"{LETTERS[kind.real]}{letter}{routine}"
    return f"{letter}dotu" if routine == "dot" and kind.is_complex else f"{letter}{routine}"


def heads(types: Mapping[str, Iterable[Precision]]) -> dict[str, tuple[str, Precision]]:
    """By all that they may be called, routines and types; also ``cnrm2`` for ``scnrm2``.

    Args:
        types: The types of each routine.
    """
    found: dict[str, tuple[str, Precision]] = {}
    for routine, kinds in types.items():
        for kind in kinds:
            found.setdefault(f"{LETTERS[kind]}{routine}", (routine, kind))
    return found | {head_of(name, kind): (name, kind) for name, kinds in types.items() for kind in kinds}


def looked_up(head: str, known: Mapping[str, tuple[str, Precision]], text: str) -> tuple[str, Precision]:
    """The routine and the type of a first word.

    Args:
        head: The word.
        known: What ``heads`` says.
        text: The problem, for the error.

    Raises:
        ArgumentError: nothing is called so, with what is called almost so.
    """
    found = known.get(head.lower())
    if found is None:
        near = " or ".join(difflib.get_close_matches(head.lower(), known, 3))
        expected = "a routine with the letter of its type first, such as sgemm"
        raise ArgumentError("problem", f"{expected}{near and f' ({near}?)'}", repr(text))
    return found


def whole_number(word: str) -> int | None:
    """The whole number that a word is, such as ``4096``, ``1e6`` or ``2^20``; None where it is none below 2^63."""
    found = _NUMBER.fullmatch(word)
    if found is None:
        return None
    if found[1]:
        power = int(found[1]) ** int(found[2]) if len(found[1]) < 20 else LARGEST
        return power if power < LARGEST else None
    number = Decimal(found[3])
    return int(number) if number < LARGEST and number == number.to_integral_value() else None


def sizes_in(word: str) -> tuple[int, ...] | None:
    """The sizes that a word gives, such as ``1024x512``; None where it gives none."""
    numbers = [whole_number(each) for each in re.split("[xX]", word)]
    found = tuple(number for number in numbers if number is not None)
    return found if len(found) == len(numbers) else None


def number_text(number: int) -> str:
    """A size as people write it: ``1e6``, ``2.5e6``, ``1048576``."""
    digits = str(number).rstrip("0")
    if number < ROUND or len(digits) > 2:
        return str(number)
    exponent = len(str(number)) - 1
    return f"{digits[0]}{'.' if digits[1:] else ''}{digits[1:]}e{exponent}"
