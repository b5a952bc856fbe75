"""Factorizations of NumPy arrays by NumPy, with LAPACK's numbers of pivots and of failing rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from autoblas.problems import Triangle

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["cholesky", "lu"]

PANEL = 32
"""Columns of a panel of LU."""


def cholesky(a: Array, part: Triangle) -> int:
    """Put Cholesky's factor in the named triangle of a Hermitian matrix; 0, or the row, from 1, that has none.

    Args:
        a: The matrix, of shape ``(n, n)``, of which that triangle is read.
        part: The triangle.
    """
    lower = a if part == "lower" else np.conj(a).T
    rows, cols = np.tril_indices(len(a))
    try:
        left, failed = np.linalg.cholesky(lower), 0
    except np.linalg.LinAlgError:
        left = np.tril(lower)
        failed = _column_by_column(left)
    if part == "lower":
        a[rows, cols] = left[rows, cols]
    else:
        a[cols, rows] = np.conj(left[rows, cols])
    return failed


def _column_by_column(left: Array) -> int:
    """The factor of a lower triangle in place, up to the row whose pivot is not positive, which it returns from 1."""
    for k in range(len(left)):
        pivot = left[k, k].real - np.vdot(left[k, :k], left[k, :k]).real
        left[k, k] = pivot
        if not pivot > 0:
            return k + 1
        left[k, k] = root = np.sqrt(pivot)
        left[k + 1 :, k] = (left[k + 1 :, k] - left[k + 1 :, :k] @ np.conj(left[k, :k])) / root
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
