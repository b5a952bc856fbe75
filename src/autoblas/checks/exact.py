"""Checks that products of integers are exact at sizes for which the exact product takes too long on the host.

Every element counts: with random integers x, C x must be alpha A (B x) + beta C0 x, which takes as many operations as
reading C does. A wrong row passes with a probability of at most 2^-9 (R. Freivalds, "Probabilistic machines can use less
running time", IFIP 1977). Where C has fewer digits than its exact elements no sum is exact, and whole rows are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.checks.verify import compare, product_bound, sample_rows
from autoblas.problems.activation import finish

if TYPE_CHECKING:
    from autoblas.problems import Matmul

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["LARGE", "SampledRows", "Sums", "sums_are_exact", "wide_integers", "with_epilogue"]

LARGE = 1 << 34
"""Operations on real numbers beyond which sums are compared instead of elements: a product of 2048 rows has as many."""

LARGEST = 1 << 8
"""Upper limit of the integers of x: sums of their products with small integers are exact in float64."""

BLOCK = 1 << 25
"""Elements that are converted to float64 in one step."""

SAMPLED = 96
"""Rows of C whose elements are compared where C has fewer digits than the exact elements."""


def wide_integers(x: Array) -> Array:
    """Small integers in a type in which their sums are exact."""
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def with_epilogue(q: Matmul, sums: Array, bias: Array | None) -> tuple[Array, Array | float]:
    """The result of exact sums of small integers in the type of C, and the bound of its error.

    Args:
        q: The problem.
        sums: alpha A B + beta C.
        bias: An addend whose shape broadcasts with the sums, or None.
    """
    total = sums if bias is None else sums + bias
    if q.activation in {"", "relu"}:  # exact functions
        exact = np.maximum(total, 0) if q.activation else total
        return (exact.astype(np.int64) if q.precision.kind == "integer" else exact).astype(
            q.precision.dtype
        ), 0.0
    expected = total.copy()
    finish(expected, None, q.activation)
    bound = product_bound(np.zeros_like(total), expected, 0, q.precision, q.accumulator, sums=total)
    return expected, bound


def sums_are_exact(q: Matmul) -> bool:
    """True if C represents small integers exactly and no function is applied, so that sums can be compared."""
    return not q.activation and q.precision.real.roundoff <= 2.0**-24 and q.precision.kind != "integer"


class Sums:
    """The exact sums of the rows of C, weighted with x.

    Args:
        q: The problem.
        operands: A, B and the old C as they enter the product, of shape (items, rows, columns), small integers.
        factors: Alpha and beta.
        rng: The source of x.
        bias: An addend whose shape broadcasts with C, or None.
    """

    def __init__(
        self,
        q: Matmul,
        operands: tuple[Array, Array, Array],
        factors: tuple[Any, Any],
        rng: np.random.Generator,
        bias: Array | None = None,
    ) -> None:
        a, b, c = operands
        alpha, beta = factors
        self.weights = rng.integers(-LARGEST, LARGEST + 1, (1, q.n, 1)).astype(np.float64)
        expected = alpha * weighted(a, weighted(b, self.weights))
        self.expected = expected + beta * weighted(c, self.weights) if np.any(beta) else expected
        if bias is not None:
            self.expected = self.expected + weighted(np.broadcast_to(bias, c.shape), self.weights)

    def judge(self, got: Array) -> str | None:
        """None where all sums are exact, else a sentence with the first row whose sum is not."""
        sums = weighted(got, self.weights)
        wrong = np.argwhere(~(sums == self.expected))
        if not len(wrong):
            return None
        item, row, _ = wrong[0]
        return (
            f"{len(wrong)} rows are wrong; the first: the weighted sum of row {row} of item {item} is "
            f"{sums[item, row, 0]:.17g}, expected {np.broadcast_to(self.expected, sums.shape)[item, row, 0]:.17g}"
        )


class SampledRows:
    """Some rows of C, exact to the bit.

    Args:
        q: The problem.
        operands: A, B and the old C as they enter the product, of shape (items, rows, columns), small integers.
        factors: Alpha and beta.
        rng: Chooses the rows.
        bias: An addend whose shape broadcasts with C, or None.
    """

    def __init__(
        self,
        q: Matmul,
        operands: tuple[Array, Array, Array],
        factors: tuple[Any, Any],
        rng: np.random.Generator,
        bias: Array | None = None,
    ) -> None:
        a, b, c = operands
        alpha, beta = factors
        self.rows = sample_rows(rng, q.m, SAMPLED)
        exact = alpha * np.matmul(wide_integers(a[:, self.rows]), wide_integers(b))
        exact = exact + beta * wide_integers(c[:, self.rows]) if np.any(beta) else exact
        row_bias = None if bias is None else wide_integers(np.broadcast_to(bias, c.shape)[:, self.rows])
        self.expected, self.bound = with_epilogue(q, exact, row_bias)

    def judge(self, got: Array) -> str | None:
        """None where they are right, else a sentence about the worst element."""
        verdict = compare(got[:, self.rows], self.expected, self.bound)
        return None if verdict.ok else f"in rows {self.rows[:4]}...: {verdict}"


def weighted(matrices: Array, weights: Array) -> Array:
    """The products of a stack of matrices with vectors, in float64, of shape (items, rows, 1)."""
    rows = max(1, BLOCK // max(matrices.shape[0] * matrices.shape[2], 1))
    parts = [wide_integers(matrices[:, i : i + rows]) @ weights for i in range(0, matrices.shape[1], rows)]
    return np.concatenate(parts, axis=1)
