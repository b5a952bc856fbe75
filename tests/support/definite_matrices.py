"""Hermitian matrices of ten kinds, positive definite or not, and the bounds of what is computed from their factors."""

from typing import Any

import numpy as np
from scipy.linalg import get_lapack_funcs

from autoblas.checks.verify import EXTRA_ROUNDINGS, compare, gamma
from autoblas.precision import precision_of

Array = np.ndarray[Any, np.dtype[Any]]

DEFINITE = ("random", "well conditioned", "graded", "nearly singular", "large", "small")
"""Kinds that have Cholesky's factors in every type."""

NOT_FINITE = ("not a number", "infinite")

FAILING = ("indefinite", "zero row", *NOT_FINITE)
"""Kinds that have none: the pivot of ``weak_row`` is not positive."""

UNREAD = -77


def weak_row(n: int) -> int:
    """The row, from 0, where matrices without a factor fail."""
    return n // 2


def hermitian(kind: str, n: int, dtype: str, seed: int = 0) -> Array:
    """A whole matrix of one of these kinds."""
    rng = np.random.default_rng(seed)
    drawn = rng.standard_normal((n, n))
    if np.dtype(dtype).kind == "c":
        drawn = drawn + 1j * rng.standard_normal((n, n))
    a = drawn @ drawn.conj().T / n + np.eye(n) / 8
    row, scale = weak_row(n), np.ones(n)
    if kind == "well conditioned":
        a = a / n + np.eye(n)
    elif kind == "graded":
        scale *= 2.0 ** -(np.arange(n) % 24)
    elif kind == "nearly singular":
        basis = np.linalg.qr(drawn)[0]
        least = 32 * n * np.finfo(dtype).eps
        a = (basis * np.geomspace(1, least, n)) @ basis.conj().T
    elif kind in {"large", "small"}:
        scale *= 2.0 ** (40 if kind == "large" else -40)
    elif kind == "indefinite":
        a[row, row] = -1
    elif kind == "zero row":
        a[row], a[:, row] = 0, 0
    a = (a + a.conj().T) / 2 * scale[:, None] * scale
    if kind == "not a number":
        a[row, row] = np.nan
    elif kind == "infinite":
        a[row, 0] = a[0, row] = np.inf
    return a.astype(dtype)


def named(a: Array, uplo: str) -> Array:
    """The named triangle, and a number elsewhere that must stay."""
    inside = (np.triu if uplo == "U" else np.tril)(np.ones(a.shape, bool))
    return np.where(inside, a, np.array(UNREAD, a.dtype))


def potrf(a: Array, uplo: str) -> tuple[Array, int]:
    """LAPACK's factor in that triangle and the number beside it, with the other triangle as it was."""
    factor, info = get_lapack_funcs(["potrf"], [a])[0](a, lower=uplo == "L", clean=False)
    return factor, info


def left(factor: Array, uplo: str) -> Array:
    """L of the factor in the named triangle, in more digits."""
    wide = factor.astype(np.clongdouble if factor.dtype.kind == "c" else np.longdouble)
    return np.tril(wide) if uplo == "L" else np.conj(np.triu(wide)).T


def assert_bounded(found: Array, expected: Array, terms: int, size: Array, dtype: Any, what: Any) -> None:
    """See that sums of so many products, of these magnitudes, err by no more than they may."""
    kind = precision_of(np.dtype(dtype))
    rounded = gamma(kind.parts * (terms + EXTRA_ROUNDINGS), kind.roundoff)
    bound = rounded * (np.sqrt(2) if kind.is_complex else 1) * size + terms * kind.tiny
    verdict = compare(found, expected, bound)
    assert verdict.ok, (what, str(verdict))
