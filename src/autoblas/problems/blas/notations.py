"""How problems of each family are called: by the routines that pose them, with letters and sizes as BLAS orders them."""

from __future__ import annotations

import functools
import itertools
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.precision import FLOAT32, Precision
from autoblas.problems import FAMILIES, Matmul
from autoblas.problems.blas.routine_problems import matrix_problem, vector_problem
from autoblas.problems.blas.words import ALL_TYPES, COMPLEX, FLOATS, blas_names
from autoblas.problems.convolution import Col2im, Convolution, Im2col
from autoblas.problems.matrix import MatrixCopy
from autoblas.problems.matvec import Matvec, RankUpdate, Solve
from autoblas.problems.vector import MAPS, REDUCTIONS, Map, Reduce

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from autoblas.problems import Problem

__all__ = ["BLAS_NAMES", "NOTATIONS", "RoutineNotation", "all_fields", "notations_of"]

TRANS, UPLO, DIAG = "NTC", "UL", "NU"
"""BLAS's letters: what enters of a matrix, which triangle is stored, whether its diagonal consists of ones."""


class RoutineNotation(NamedTuple):
    """How the problems of one routine are written.

    Attributes:
        routine: Its name.
        record: Their class.
        letters: The letters that there are at each place, the usual one first.
        sizes: The fields that are sizes, in the order in which they are written.
        types: Their types.
        make: (type, letters, sizes in that order, widths of a band) -> fields of the problem.
        bands: The widths of a band, by the words that say them: the fields of which each is the sum.
    """

    routine: str
    record: type[Problem]
    letters: tuple[str, ...]
    sizes: tuple[str, ...]
    types: tuple[Precision, ...]
    make: Callable[[Precision, str, Sequence[int], Mapping[str, int]], dict[str, Any]]
    bands: Mapping[str, tuple[str, ...]]

    def choices(self) -> Iterator[str]:
        """All letters that there are, the usual ones first."""
        return map("".join, itertools.product(*self.letters))


def all_fields(problem: Problem) -> dict[str, Any]:
    """The fields of a problem and their values."""
    return {field.name: getattr(problem, field.name) for field in fields(problem)}


def _product(
    kind: Precision, letters: str, sizes: Sequence[int], _bands: Mapping[str, int]
) -> dict[str, Any]:
    orders: list[Any] = ["row" if letter == "N" else "col" for letter in letters]
    conjugate = "".join(
        x for x, letter in zip("ab", letters, strict=True) if letter == "C" and kind.is_complex
    )
    named = dict(zip("mnk", sizes, strict=True))
    return {**named, "precision": kind, "a": orders[0], "b": orders[1], "conjugate": conjugate}


def _vectors(
    name: str, kind: Precision, _letters: str, sizes: Sequence[int], _bands: Mapping[str, int]
) -> dict[str, Any]:
    return all_fields(vector_problem(name, sizes[0], kind.name, doubles=True))


def _matrix(
    name: str, kind: Precision, letters: str, sizes: Sequence[int], bands: Mapping[str, int]
) -> dict[str, Any]:
    arguments: dict[str, Any] = dict(zip(_letter_names(name), letters, strict=True))
    arguments |= {"k": bands.get("k", bands.get("kl", 1)), "ku": bands.get("ku")}
    if len(sizes) == 2:
        arguments["m"] = sizes[0]
    values = all_fields(matrix_problem(name, sizes[-1], kind.name, **arguments))
    if name in {"gemv", "ger", "geru", "gerc"}:
        values["m"] = sizes[0]  # also where it is 0
    return values


def _copy(kind: Precision, letters: str, sizes: Sequence[int], _bands: Mapping[str, int]) -> dict[str, Any]:
    conjugate = letters == "C" and kind.is_complex
    values = {"rows": sizes[0], "cols": sizes[1], "precision": kind, "conjugate": conjugate}
    return {**values, "x": "row" if letters == "N" else "col"}


def _plain(
    names: Sequence[str], kind: Precision, _letters: str, sizes: Sequence[int], _bands: Mapping[str, int]
) -> dict[str, Any]:
    return {"precision": kind, **dict(zip(names, sizes, strict=True))}


def _windows(
    names: Sequence[str], kind: Precision, _letters: str, sizes: Sequence[int], _bands: Mapping[str, int]
) -> dict[str, Any]:
    values = {"precision": kind, **dict(zip(names, sizes, strict=True))}
    return values | {"kernel_h": 3, "kernel_w": 3, "pad_h": 1, "pad_w": 1}


def _letter_names(name: str) -> tuple[str, ...]:
    """Arguments that the letters of a routine of level 2 stand for, in BLAS's order."""
    if name[0] == "t":
        return ("uplo", "trans", "diag")
    return ("trans",) if name in {"gemv", "gbmv"} else () if name.startswith("ger") else ("uplo",)


MATRIX = (
    "gemv", "symv", "hemv", "trmv", "gbmv", "sbmv", "hbmv", "tbmv", "spmv", "hpmv", "tpmv", "trsv", "tbsv", "tpsv",
    "ger", "gerc", "syr", "her", "spr", "hpr", "syr2", "her2", "spr2", "hpr2", "geru",
)  # fmt: skip
"""Routines of level 2."""


def _level2(name: str) -> RoutineNotation:
    record: type[Problem] = Solve if name.endswith("sv") else Matvec if name.endswith("mv") else RankUpdate
    letters_of = {"trans": TRANS, "uplo": UPLO, "diag": DIAG}
    letters = tuple(letters_of[argument] for argument in _letter_names(name))
    sizes: tuple[str, ...] = ("m", "n") if name.startswith("ge") else ("n",)
    bands: dict[str, tuple[str, ...]] = {"k": ("kl", "ku")} if name[1] == "b" else {}
    if name == "gbmv":  # whose columns are the stored rows
        sizes, bands = ("n", "m"), {"kl": ("ku",), "ku": ("kl",)}
    types = COMPLEX if name[0] == "h" or name in {"geru", "gerc"} else FLOATS
    return RoutineNotation(name, record, letters, sizes, types, functools.partial(_matrix, name), bands)


def _level1(name: str, record: type[Problem]) -> RoutineNotation:
    types = (FLOAT32,) if name in {"sdsdot", "dsdot"} else COMPLEX if name == "dotc" else FLOATS
    return RoutineNotation(name, record, (), ("n",), types, functools.partial(_vectors, name), {})


def _by_fields(name: str, record: type[Problem]) -> RoutineNotation:
    sizes = record.extents
    return RoutineNotation(name, record, (), sizes, ALL_TYPES, functools.partial(_plain, sizes), {})


def _by_window(name: str, record: type[Problem], *sizes: str) -> RoutineNotation:
    return RoutineNotation(name, record, (), sizes, FLOATS, functools.partial(_windows, sizes), {})


_notations = [
    RoutineNotation("gemm", Matmul, (TRANS, TRANS), ("m", "n", "k"), ALL_TYPES, _product, {}),
    *(_level1(name, Map) for name in MAPS),
    *(_level1(name, Reduce) for name in (*REDUCTIONS, "dsdot")),
    *map(_level2, MATRIX),
    RoutineNotation("omatcopy", MatrixCopy, ("TNC",), ("rows", "cols"), ALL_TYPES, _copy, {}),
    _by_window("convgemm", Convolution, "kernels", "channels", "height", "width"),
    _by_window("im2col", Im2col, "channels", "height", "width"),
    _by_window("col2im", Col2im, "channels", "height", "width"),
]
_families = {form.record for form in _notations}
_notations += [_by_fields(name, record) for name, record in FAMILIES.items() if record not in _families]

NOTATIONS: dict[str, RoutineNotation] = {form.routine: form for form in _notations}
"""Routines of one launch, and the launches that others need, which go by the name of their family."""

BLAS_NAMES = blas_names({form.routine: form.types for form in _notations})
"""By what BLAS calls it, a routine and a type."""


@functools.cache
def notations_of(record: type[Problem]) -> tuple[RoutineNotation, ...]:
    """The notations of a family's problems."""
    return tuple(form for form in _notations if form.record is record)
