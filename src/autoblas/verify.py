"""Componentwise error bounds, test data, and the one comparator that tests, tuner and command line share.

A computed sum of n products, accumulated in any order with unit roundoff u, obeys
|C - C_exact| <= gamma(n) (|alpha| |A| |B| + |beta| |C0|) with gamma(n) = n u / (1 - n u): N. J. Higham, "Accuracy and
Stability of Numerical Algorithms", 2nd edition, SIAM 2002, section 3.1. No constant here was tuned.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "Verdict",
    "compare",
    "gamma",
    "integers",
    "product_bound",
    "product_reference",
    "reference_rows",
    "sample_rows",
]

DOUBLE_TERMS = 1 << 31
"""Products summed in float64 a reference; a BLAS does about 10^10 of them a second on a core."""

EXTENDED_TERMS = 1 << 24
"""Products summed in extended precision a reference; NumPy does about 10^8 of them a second."""

EXTRA_ROUNDINGS = 4
"""Besides the additions: the multiplications by alpha and beta, their sum, and the store."""


def gamma(n: int, roundoff: float) -> float:
    """The error constant of n roundings, n u / (1 - n u); infinite where the analysis ends."""
    product = n * roundoff
    return product / (1 - product) if product < 1 else float("inf")


def product_reference(a: Any, b: Any, alpha: float, beta: float, c: Any) -> tuple[Array, Array]:
    """The product in higher precision and the magnitudes its error bound is made of.

    Args:
        a: Matrix of shape (m, k), op applied.
        b: Matrix of shape (k, n), op applied.
        alpha: Factor of the product.
        beta: Factor of ``c``.
        c: The old C of shape (m, n); it is not looked at where ``beta`` is 0.

    Returns:
        alpha A B + beta C and |alpha| |A| |B| + |beta| |C|: in float64 for float32 operands, in ``longdouble`` for
        float64 ones.
    """
    wide = np.float64 if a.dtype == np.float32 else np.longdouble
    a, b = a.astype(wide), b.astype(wide)
    shape = (a.shape[0], b.shape[1])
    exact = alpha * (a @ b) if alpha != 0 else np.zeros(shape, wide)
    size = abs(alpha) * (np.abs(a) @ np.abs(b)) if alpha != 0 else np.zeros(shape, wide)
    if beta != 0 and c is not None:
        exact = exact + beta * c.astype(wide)
        size = size + abs(beta) * np.abs(c.astype(wide))
    return exact, size


def product_bound(magnitude: Array, reference: Array, k: int, precision: Precision) -> Array:
    """The largest error each element of a product with ``k`` terms may have, of shape (m, n).

    The smallest normal number is added, because devices may flush what is smaller to zero.
    """
    u = precision.roundoff
    tiny = float(np.finfo(precision.dtype).tiny)
    bound: Array = gamma(k + EXTRA_ROUNDINGS, u) * magnitude + u * np.abs(reference) + tiny
    return bound


def reference_rows(n: int, k: int, precision: Precision) -> int:
    """Rows of a product that a reference can afford; fewer where it takes extended precision, which is slow."""
    terms = DOUBLE_TERMS if precision.size <= 4 else EXTENDED_TERMS
    return max(1, terms // max(n * k, 1))


def sample_rows(rng: np.random.Generator, rows: int, count: int) -> Array:
    """At most ``count`` different row numbers below ``rows``, in order; all of them where they are that few."""
    return np.arange(rows) if rows <= count else np.sort(rng.choice(rows, count, replace=False))


@dataclass(frozen=True)
class Verdict:
    """The outcome of a comparison.

    Attributes:
        ok: Every element lies within its bound.
        ratio: The largest error in units of its bound; infinite where an element is not a number.
        index: Where that is.
        got: The element there.
        expected: What it should be.
        bound: How far from it the element may be.
        wrong: Elements outside their bounds.
    """

    ok: bool
    ratio: float
    index: tuple[int, ...]
    got: float
    expected: float
    bound: float
    wrong: int

    def __str__(self) -> str:
        where = ", ".join(map(str, self.index))
        sentence = (
            f"element ({where}) is {self.got:.9g}, expected {self.expected:.9g} within {self.bound:.3g}"
        )
        return sentence if self.ok else f"{self.wrong} elements are wrong; the worst: {sentence}"


def compare(result: Array, reference: Array, bound: Array | float) -> Verdict:
    """Judge every element of ``result``, of the shape of ``reference``, against its own bound.

    An element that is exactly its reference is right whatever its bound; a NaN is right only where the reference is
    one; infinities must agree in sign.

    Raises:
        ArgumentError: the shapes differ.
    """
    if result.shape != reference.shape:
        raise ArgumentError("result", f"shape {reference.shape}, like the reference", f"shape {result.shape}")
    if result.size == 0 or (result.dtype == reference.dtype and np.array_equal(result, reference)):
        return Verdict(ok=True, ratio=0.0, index=(), got=0.0, expected=0.0, bound=0.0, wrong=0)
    got = result.astype(reference.dtype)
    allowed = np.broadcast_to(np.asarray(bound, reference.dtype), reference.shape)
    same = (got == reference) | (np.isnan(got) & np.isnan(reference))
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        ratios = np.where(same, 0.0, np.abs(got - reference) / allowed)
    ratios = np.where(np.isnan(ratios), np.inf, ratios)
    index = np.unravel_index(int(np.argmax(ratios)), ratios.shape)
    return Verdict(
        ok=bool(ratios[index] <= 1),
        ratio=float(ratios[index]),
        index=tuple(int(i) for i in index),
        got=float(got[index]),
        expected=float(reference[index]),
        bound=float(allowed[index]),
        wrong=int(np.count_nonzero(~(ratios <= 1))),
    )


def integers(rng: np.random.Generator, shape: tuple[int, ...], precision: Precision) -> Array:
    """Integers from -4 to 4: sums of up to 2^20 of their products are exact in every precision here.

    Random, so that every position differs from its neighbours and a stale or misplaced tile shows; exact, so that the
    right answer is known without a higher precision and every kernel must return it to the bit.
    """
    return rng.integers(-4, 5, shape).astype(precision.dtype)
