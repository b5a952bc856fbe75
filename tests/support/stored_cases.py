"""Matrices in every form of storage as arguments of routines, beside the whole matrix that they stand for."""

from typing import Any

import numpy as np

from support.routine_calls import Numbers

Array = np.ndarray[Any, np.dtype[Any]]


def stored_as(
    d: Numbers, matrix: Array, kind: str, uplo: str = ""
) -> tuple[dict[str, Array], dict[str, Any]]:
    """A matrix, or a triangle of it, as an argument; what is not stored holds ``d.unread``.

    Args:
        d: Where the order of storage comes from.
        matrix: Zero beside its band, whose diagonals are stored.
        kind: ``full``, ``band`` or ``packed``.
        uplo: The triangle.
    """
    (rows, n), order = matrix.shape, d.letter("FC")
    if kind == "full":
        arrays = {"a": d.matrix(rows, n)}
        options: dict[str, Any] = {"uplo": uplo} if uplo else {}
    elif kind == "packed":
        arrays, options = {"ap": d.vector(n * (n + 1) // 2)}, {"uplo": uplo, "order": order}
    else:
        kl, ku = _beside(uplo)
        arrays = {"a": d.matrix(kl + ku + 1, n) if order == "F" else d.matrix(rows, kl + ku + 1)}
        options = {"order": order} | ({"uplo": uplo} if uplo else {"kl": kl, "ku": ku, "shape": matrix.shape})
    (held,) = arrays.values()
    store(held, matrix, kind, uplo, order, d.unread, _beside(uplo))
    return arrays, options


def store(
    held: Array,
    matrix: Array,
    kind: str,
    uplo: str,
    order: str,
    unread: float,
    band: tuple[int, int] = (0, 0),
) -> None:
    """Write a matrix, or a triangle of it, into the array that holds it; see ``stored_as``.

    Args:
        held: The array.
        matrix: The matrix.
        kind: ``full``, ``band`` or ``packed``.
        uplo: The triangle.
        order: ``F`` where a band or packed triangle is stored by columns.
        unread: What the elements get that are not stored.
        band: Diagonals below and above the main one.
    """
    if kind == "full":
        whole = np.ones(matrix.shape, bool)
        kept = np.triu(whole) if uplo == "U" else np.tril(whole) if uplo == "L" else whole
        held[...] = np.where(kept, matrix, unread)
    elif kind == "packed":
        upper = (uplo == "U") == (order == "C")
        rows, cols = np.triu_indices(len(matrix)) if upper else np.tril_indices(len(matrix))
        held[...] = (matrix if order == "C" else matrix.T)[rows, cols]
    else:
        kl, ku = band
        held[...] = unread
        for i, j in np.ndindex(matrix.shape):
            if -kl <= j - i <= ku:
                place = (ku + i - j, j) if order == "F" else (i, kl + j - i)
                held[place] = matrix[i, j]


def _beside(uplo: str) -> tuple[int, int]:
    """Diagonals of a band below and above the main one; of a whole band not as many."""
    return {"U": (0, 2), "L": (2, 0), "": (1, 2)}[uplo]


def symmetric(matrix: Array, *, hermitian: bool) -> Array:
    """The symmetric or Hermitian matrix with the lower triangle of another; its diagonal is real where it must be."""
    lower = np.tril(matrix)
    strict = np.tril(matrix, -1)
    whole = lower + (strict.conj() if hermitian else strict).T
    if hermitian and whole.dtype.kind == "c":
        np.fill_diagonal(whole, whole.diagonal().real)
    return whole


def with_unread_parts(d: Numbers, matrix: Array) -> Array:
    """The Hermitian matrix as it may be stored: nobody reads the imaginary parts of its diagonal."""
    matrix, main = matrix.copy(), np.arange(len(matrix))
    if d.is_complex:
        matrix.imag[main, main] = d.unread
    return matrix


def triangle(d: Numbers, uplo: str, diag: str, kind: str = "full") -> tuple[Array, Array]:
    """A triangular matrix, and the same with a diagonal of ones where that is what the letter means.

    Quotients by its diagonal are exact.
    """
    a = banded((np.triu if uplo == "U" else np.tril)(d.solvable()), kind)
    whole, main = a.copy(), np.arange(d.n)
    if diag == "U":
        whole[main, main], a[main, main] = 1, d.unread
    return a, whole


def banded(matrix: Array, kind: str) -> Array:
    """A matrix with zeros beside two diagonals on each side of the main one, where it is to be stored as a band."""
    return np.tril(np.triu(matrix, -2), 2) if kind == "band" else matrix
