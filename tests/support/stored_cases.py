"""Matrices in every form of storage as arguments of routines, beside the whole matrix that they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from support.routine_calls import Numbers

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["banded", "stored_as", "symmetric", "triangle"]


def stored_as(
    d: Numbers, matrix: Array, kind: str, uplo: str = ""
) -> tuple[dict[str, Array], dict[str, Any]]:
    """A square matrix, or a triangle of it, as an argument; what is not stored holds 99.

    Args:
        d: Where the order of storage comes from.
        matrix: Zero beside its band, of which two diagonals on each side of the main one are stored.
        kind: ``full``, ``band`` or ``packed``.
        uplo: The triangle.
    """
    n, order = len(matrix), d.letter("FC")
    everything = np.ones((n, n), bool)
    kept = {"U": np.triu(everything), "L": np.tril(everything), "": everything}[uplo]
    if kind == "full":
        held = d.matrix(n, n)
        held[...] = np.where(kept, matrix, 99)
        return {"a": held}, {"uplo": uplo} if uplo else {}
    if kind == "packed":
        upper = (uplo == "U") == (order == "C")
        rows, cols = np.triu_indices(n) if upper else np.tril_indices(n)
        source = matrix if order == "C" else matrix.T
        ap = d.vector(rows.size)
        ap[...] = source[rows, cols]
        return {"ap": ap}, {"uplo": uplo, "order": order}
    kl, ku = {"U": (0, 2), "L": (2, 0), "": (2, 2)}[uplo]
    held = d.matrix(kl + ku + 1, n) if order == "F" else d.matrix(n, kl + ku + 1)
    held[...] = 99
    for i, j in np.ndindex(n, n):
        if -kl <= j - i <= ku:
            place = (ku + i - j, j) if order == "F" else (i, kl + j - i)
            held[place] = matrix[i, j]
    return {"a": held}, {"uplo": uplo, "order": order} if uplo else {"order": order, "kl": kl, "ku": ku}


def symmetric(matrix: Array, *, hermitian: bool) -> Array:
    """The symmetric or Hermitian matrix with the lower triangle of another; its diagonal is real where it must be."""
    lower = np.tril(matrix)
    strict = np.tril(matrix, -1)
    whole = lower + (strict.conj() if hermitian else strict).T
    if hermitian and whole.dtype.kind == "c":
        np.fill_diagonal(whole, whole.diagonal().real)
    return whole


def triangle(d: Numbers, uplo: str, diag: str, kind: str = "full") -> tuple[Array, Array]:
    """A triangular matrix, and the same with a diagonal of ones where that is what the letter means.

    Quotients by its diagonal are exact.
    """
    a = d.array(d.n, d.n, largest=1)
    a[np.arange(d.n), np.arange(d.n)] = d.rng.choice([1, 2, -2, 4], d.n)
    a = banded((np.triu if uplo == "U" else np.tril)(a), kind)
    whole = a.copy()
    if diag == "U":
        whole[np.arange(d.n), np.arange(d.n)] = 1
    return a, whole


def banded(matrix: Array, kind: str) -> Array:
    """A matrix with zeros beside two diagonals on each side of the main one, where it is to be stored as a band."""
    return np.tril(np.triu(matrix, -2), 2) if kind == "band" else matrix
