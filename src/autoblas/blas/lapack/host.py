"""Factorizations of NumPy arrays by NumPy, with LAPACK's numbers of pivots and of failing rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from autoblas.problems import Triangle

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["cholesky", "exchange", "lu", "reflect"]

PANEL = 32
"""Columns of a panel of LU, or reflectors that are applied together."""


def cholesky(a: Array, part: Triangle) -> int:
    """Put Cholesky's factor in the named triangle of a Hermitian matrix; 0, or the row, from 1, that has none.

    Args:
        a: The matrix, of shape ``(n, n)``, of which that triangle is read.
        part: The triangle.
    """
    lower = a if part == "lower" else np.conj(a).T
    rows, cols = np.tril_indices(len(a))
    factor, failed = _factor(lower), 0
    if not np.all(np.diagonal(factor).real > 0):
        factor = np.tril(lower)
        with np.errstate(all="ignore"):
            failed = _column_by_column(factor)
    if part == "lower":
        a[rows, cols] = factor[rows, cols]
    else:
        a[cols, rows] = np.conj(factor[rows, cols])
    return failed


def _factor(lower: Array) -> Array:
    """NumPy's factor of a lower triangle; zeros or NaN where there is none, which OpenBLAS does not tell of NaN."""
    with np.errstate(all="ignore"):
        try:
            return np.linalg.cholesky(lower)
        except np.linalg.LinAlgError:
            return np.zeros_like(lower)


def _column_by_column(factor: Array) -> int:
    """The factor of a lower triangle in place, up to the row whose pivot is not positive, which it returns from 1."""
    for k in range(len(factor)):
        pivot = factor[k, k].real - np.vdot(factor[k, :k], factor[k, :k]).real
        factor[k, k] = pivot
        if not pivot > 0:
            return k + 1
        factor[k, k] = root = np.sqrt(pivot)
        factor[k + 1 :, k] = (factor[k + 1 :, k] - factor[k + 1 :, :k] @ np.conj(factor[k, :k])) / root
    return 0


def lu(a: Array, pivots: Array) -> int:
    """Put L below the diagonal of a matrix and U in the rest of it; 0, or the row, from 1, of the first zero pivot.

    Args:
        a: The matrix, of shape ``(m, n)``.
        pivots: Becomes the row that each row was exchanged with, of shape ``(min(m, n),)``.
    """
    failed, count = 0, len(pivots)
    for first in range(0, count, PANEL):
        stop = min(first + PANEL, count)
        for k in range(first, stop):
            column = a[k:, k]
            row = pivots[k] = k + int(np.argmax(np.abs(column.real) + np.abs(column.imag)))
            a[[k, row]] = a[[row, k]]
            if a[k, k] == 0:
                failed = failed or k + 1
                continue
            a[k + 1 :, k] /= a[k, k]
            a[k + 1 :, k + 1 : stop] -= np.outer(a[k + 1 :, k], a[k, k + 1 : stop])
        for k in range(first + 1, stop):
            a[k, stop:] -= a[k, first:k] @ a[first:k, stop:]
        a[stop:, stop:] -= a[stop:, first:stop] @ a[first:stop, stop:]
    return failed


def exchange(b: Array, pivots: Array, *, reverse: bool = False) -> None:
    """Exchange the rows of matrices in the order of their pivots, or in reverse.

    Args:
        b: The matrices, of shape ``(..., n, m)``.
        pivots: The row that each row is exchanged with, of shape ``(..., n)``.
        reverse: The last exchange comes first.
    """
    stack = b if b.ndim > 2 else b[None]
    for matrix, rows in zip(stack, pivots.reshape(len(stack), -1), strict=True):
        order = range(len(rows))
        for k in reversed(order) if reverse else order:
            matrix[[k, rows[k]]] = matrix[[rows[k], k]]


def reflect(a: Array, tau: Array, c: Array, *, side: str, adjoint: bool) -> None:
    """Multiply C by Q, or by its adjoint Q^H, of Householder's factors; see ``householder`` for the formula.

    Args:
        a: The factors, as LAPACK's ``geqrf`` leaves them.
        tau: Their factors tau.
        c: The matrix.
        side: The letter of the side of C that Q stands on.
        adjoint: It is Q^H.
    """
    starts = range(0, len(tau), PANEL)
    for first in starts if (side == "L") == adjoint else reversed(starts):
        sizes = tau[first : first + PANEL]
        v = np.tril(a[first:, first : first + len(sizes)], -1)
        np.fill_diagonal(v, 1)
        w = v * sizes
        system = np.triu(np.conj(v.T) @ w, 1) + np.eye(len(sizes), dtype=a.dtype)
        system = np.conj(system.T) if adjoint else system
        inner, outer = (v, w) if (side == "L") != adjoint else (w, v)
        if side == "L":
            c[first:] -= outer @ np.linalg.solve(system, np.conj(inner.T) @ c[first:])
        else:
            c[:, first:] -= np.linalg.solve(system.T, (c[:, first:] @ inner).T).T @ np.conj(outer.T)
