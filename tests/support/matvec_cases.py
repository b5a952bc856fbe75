"""Problems on a matrix and vectors for the tests of kernels, and matrices in every form of storage for those of routines."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl

from autoblas.checks.verify import reals
from autoblas.precision import Precision
from autoblas.problems.matvec import Matvec, RankUpdate, Solve, VectorSum
from support.element_types import FLOATS
from support.layouts import LAYOUTS, place
from support.stored_cases import store
from support.vector_cases import place_vector

MATRIX_FAMILIES = (Matvec, RankUpdate, Solve, VectorSum)

KINDS: tuple[tuple[Any, ...], ...] = (
    ("general", "full", ""),
    ("symmetric", "full", "upper"),
    ("triangular", "full", "lower"),
    ("hermitian", "packed", "lower"),
    ("general", "band", ""),
    ("symmetric", "packed", "upper"),
    ("triangular", "packed", "upper"),
    ("hermitian", "full", "lower"),
    ("triangular", "band", "upper"),
    ("symmetric", "band", "lower"),
    ("triangular", "band", "lower"),
)
"""Forms, storages and triangles."""

UPDATED = tuple(kind for kind in KINDS if kind[0] != "triangular" and kind[1] != "band")
SOLVED = tuple(
    ("triangular", storage, well_conditioned)
    for storage, well_conditioned in (
        ("full", "lower"), ("packed", "upper"), ("band", "lower"), ("full", "upper"), ("packed", "lower"),
        ("band", "upper"), ("full", "lower"),
    )
)  # fmt: skip


def walk_matrices(family: type[Any], index: int) -> Any:
    """A small problem that no vector, block or work-group divides.

    ``index`` walks through precisions, forms, orders and the rest at once; their numbers have few common divisors.
    """
    precision = FLOATS[index % len(FLOATS)]
    strided, unit = index % 3 == 2, index % 4 == 3
    if family is VectorSum:
        return VectorSum(1003, (3, 0, 1, 17)[index % 4], precision, strided)
    kinds = KINDS if family is Matvec else UPDATED if family is RankUpdate else SOLVED
    form, storage, well_conditioned = kinds[index % len(kinds)]
    if form == "hermitian" and not precision.is_complex:
        form = "symmetric"
    conjugate = precision.is_complex and index // 2 % 2 == 1
    given: dict[str, Any] = {"storage": storage, "triangle": well_conditioned, "strided": strided}
    given["order"] = "any" if index % 7 == 3 else "row"
    if storage == "band":
        given |= {
            "kl": 0 if well_conditioned == "upper" else 5,
            "ku": 0 if well_conditioned == "lower" else 9,
        }
    if family is RankUpdate:
        side = ("rows", "cols")[index % 2] if form == "hermitian" or conjugate else ""
        side = "" if form == "symmetric" else side
        rank = 1 if form == "general" else 1 + index // 3 % 2
        return RankUpdate(41, 75, precision, form, rank=rank, conjugate=side, **given)  # type: ignore[arg-type]  # one of its three words
    given |= {"unit": unit and form == "triangular", "conjugate": conjugate, "across": index % 2 == 1}
    if family is Solve:
        return Solve(75, 75, precision, **given)
    if form in {"symmetric", "hermitian"}:
        given["across"] = False
    return Matvec(41, 75, precision, form, in_place=form == "triangular", **given)


FULL, BAND, PACKED = "full", "band", "packed"

PRODUCTS: dict[str, tuple[str, str]] = {
    "gemv": ("general", FULL),
    "gbmv": ("general", BAND),
    "symv": ("symmetric", FULL),
    "hemv": ("hermitian", FULL),
    "sbmv": ("symmetric", BAND),
    "hbmv": ("hermitian", BAND),
    "spmv": ("symmetric", PACKED),
    "hpmv": ("hermitian", PACKED),
    "trmv": ("triangular", FULL),
    "tbmv": ("triangular", BAND),
    "tpmv": ("triangular", PACKED),
}
"""Form and storage of every matrix that a product has."""

SOLUTIONS = {"trsv": FULL, "tbsv": BAND, "tpsv": PACKED}

UPDATES: dict[str, tuple[str, str, int]] = {
    "ger": ("general", FULL, 1),
    "geru": ("general", FULL, 1),
    "gerc": ("general", FULL, 1),
    "syr": ("symmetric", FULL, 1),
    "her": ("hermitian", FULL, 1),
    "spr": ("symmetric", PACKED, 1),
    "hpr": ("hermitian", PACKED, 1),
    "syr2": ("symmetric", FULL, 2),
    "her2": ("hermitian", FULL, 2),
    "spr2": ("symmetric", PACKED, 2),
    "hpr2": ("hermitian", PACKED, 2),
}
"""Form, storage and rank of every update."""

STEPS = ((2, -3), (-1, 1), (-2, -1), (3, 2))
"""Steps of x and of y, where their elements are not adjacent."""

BELOW, ABOVE = 3, 5
"""Diagonals of a general band."""


class Given:
    """A matrix as a routine is given it, and what it stands for.

    Attributes:
        placed: The array, with canaries around it, and no numbers in it where the routine must not look.
        options: What the routine is told of it.
        matrix: The matrix that it stands for, in extended precision, op not applied.
        kept: Which elements of the matrix are stored.
    """

    def __init__(
        self, form: str, storage: str, values: Any, option: Option, queue: cl.CommandQueue | None
    ) -> None:
        m, n = values.shape
        uplo, order = option.uplo, option.order
        self.options: dict[str, Any] = {}
        kept = np.ones((m, n), bool)
        if form != "general":
            kept = np.tril(kept) if uplo == "L" else np.triu(kept)
            self.options["uplo"] = uplo
        kl, ku = BELOW, ABOVE
        if storage == BAND:
            kl, ku = (kl, ku) if form == "general" else ((0, ku) if uplo == "U" else (kl, 0))
            col, row = np.arange(n), np.arange(m)[:, None]
            kept = kept & (col - row <= ku) & (row - col <= kl)
            if form == "general":
                self.options |= {"kl": kl, "ku": ku, "shape": (m, n)}
        if storage != FULL:
            self.options["order"] = order
        wide = np.clongdouble if values.dtype.kind == "c" else np.longdouble
        held = np.where(kept, values, np.nan).astype(values.dtype)
        matrix = np.where(kept, values, 0).astype(wide)
        if form == "hermitian":
            np.fill_diagonal(matrix, matrix.diagonal().real)
        if option.unit:
            np.fill_diagonal(held, np.nan)
            np.fill_diagonal(matrix, 1)
        if form in {"symmetric", "hermitian"}:
            other = np.conj(matrix.T) if form == "hermitian" else matrix.T
            matrix = matrix + other - np.diag(np.diag(matrix))
        self.matrix, self.kept, self._storage, self._option = matrix, kept, storage, option
        if storage == PACKED:
            stored = np.empty(n * (n + 1) // 2, values.dtype)
        else:
            lines = kl + ku + 1
            shape = (m, n) if storage == FULL else (lines, n) if order == "F" else (m, lines)
            stored = np.empty(shape, values.dtype)
        store(stored, held, storage, "" if storage == FULL else uplo, order, np.nan, (kl, ku))
        self.placed: Any = (
            place_vector(stored, option.step, 2, queue)
            if storage == PACKED
            else place(stored, LAYOUTS[option.layout], queue)
        )

    def stored(self) -> Any:
        """The matrix as it is now stored, with no numbers elsewhere; not of bands."""
        if self._storage == FULL:
            return self.placed.values()
        found = np.full(self.kept.shape, np.nan, self.placed.whole.dtype)
        values, order = self.placed.values(), self._option.order
        if order == "C":
            found[self.kept] = values
        else:
            found.T[self.kept.T] = values
        return found


class Option(NamedTuple):
    """How a matrix is stored and enters.

    Attributes:
        uplo: The triangle.
        trans: What op(A) is.
        unit: The diagonal is of ones.
        order: Of bands and packed triangles, by columns (F) or rows (C).
        layout: How the array lies in a larger one, among ``LAYOUTS``.
        step: From an element to the next of a packed triangle.
    """

    uplo: str = "U"
    trans: str = "N"
    unit: bool = False
    order: str = "F"
    layout: str = "dense"
    step: int = 1


def options_of(form: str, storage: str, *, transposes: bool) -> list[Option]:
    """Every way in which a matrix of a form and storage may be given; layouts take turns."""
    found = itertools.product(
        "U" if form == "general" else "UL",
        "NTC" if transposes else "N",
        (False, True) if form == "triangular" else (False,),
        "F" if storage == FULL else "FC",
        ("dense", "by columns", "turn") if storage == FULL else ("turn",),
    )
    turns = itertools.cycle(LAYOUTS)
    return [
        Option(uplo, trans, unit, order, next(turns) if layout == "turn" else layout, (1, 1, -2)[index % 3])
        for index, (uplo, trans, unit, order, layout) in enumerate(found)
    ]


def steps_of(index: int, turn: int) -> tuple[int, int]:
    """Steps of x and y for option number ``index``: of every other one, in no rhythm with the options, 1."""
    return STEPS[turn % len(STEPS)] if (index // 2 + index // 3 + index // 5) % 2 else (1, 1)


def applied(matrix: Any, trans: str) -> Any:
    """op(A)."""
    return {"N": matrix, "T": matrix.T, "C": np.conj(matrix.T)}[trans]


def well_conditioned(rng: np.random.Generator, n: int, precision: Precision) -> Any:
    """Elements whose triangles have solutions that do not grow."""
    values = (reals(rng, (n, n), precision) / np.sqrt(n)).astype(precision.dtype)
    np.fill_diagonal(values, 1 + rng.random(n) / 4)
    return values
