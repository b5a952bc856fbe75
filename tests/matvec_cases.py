"""Problems on a matrix and vectors for the tests of kernels, and matrices in every form of storage for those of routines."""

from __future__ import annotations

from typing import Any

import numpy as np

from autoblas.matvec_problems import Matvec, RankUpdate, Solve, VectorSum
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64

__all__ = ["MATRIX_FAMILIES", "band_of", "packed_of", "triangle_mask", "walk_matrices"]

FLOATS = (FLOAT32, COMPLEX64, FLOAT64, FLOAT16, COMPLEX128)

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
    ("triangular", storage, triangle)
    for storage, triangle in (
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
    form, storage, triangle = kinds[index % len(kinds)]
    if form == "hermitian" and not precision.is_complex:
        form = "symmetric"
    conjugate = precision.is_complex and index // 2 % 2 == 1
    given: dict[str, Any] = {"storage": storage, "triangle": triangle, "strided": strided}
    given["order"] = "any" if index % 7 == 3 else "row"
    if storage == "band":
        given |= {"kl": 0 if triangle == "upper" else 5, "ku": 0 if triangle == "lower" else 9}
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


def triangle_mask(n: int, uplo: str) -> Any:
    """Which elements of a matrix belong to a triangle."""
    lower = np.tri(n, dtype=bool)
    return lower if uplo == "L" else lower.T


def band_of(matrix: Any, kl: int, ku: int, order: str) -> Any:
    """The diagonals of a matrix as ``gbmv`` takes them, no numbers where nothing is stored."""
    m, n = matrix.shape
    row, col = np.nonzero(
        (np.arange(n) - np.arange(m)[:, None] <= ku) & (np.arange(m)[:, None] - np.arange(n) <= kl)
    )
    if order == "F":
        held = np.full((kl + ku + 1, n), np.nan, matrix.dtype)
        held[ku + row - col, col] = matrix[row, col]
        return np.asfortranarray(held)
    held = np.full((m, kl + ku + 1), np.nan, matrix.dtype)
    held[row, kl + col - row] = matrix[row, col]
    return held


def packed_of(matrix: Any, uplo: str, order: str) -> Any:
    """A triangle of a matrix, its columns or rows one behind the other."""
    kept = triangle_mask(len(matrix), uplo)
    return matrix[kept].copy() if order == "C" else matrix.T[kept.T].copy()
