"""Whether a product is as accurate as its class promises: its measured error beside that of plain arithmetic.

The bounds of ``verify`` hold for every order of summation, and so do not tell operands cut to 11 digits from whole ones
in a long sum of random terms. Here the same rows are summed term by term in the accumulator's type, as the plainest
program would, and a candidate whose error in the Frobenius norm is larger than that one's is refused. ``fast`` products
are compared with the same program on operands that were cut.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.checks.verify import EVALUATION
from autoblas.precision import FLOAT16, FLOAT32
from autoblas.problems.activation import finish

if TYPE_CHECKING:
    from autoblas.problems import Matmul

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "SUMMED_ITEMS",
    "SUMMED_ROWS",
    "Plain",
    "cut",
    "error_norm",
    "judged",
    "plain_product",
    "too_large",
]

SUMMED_ROWS = 16
"""Rows of a product that are summed term by term."""

SUMMED_ITEMS = 4
"""Items of a batch that are."""

ENOUGH = 256
"""Elements of C, at least, for two errors to be compared: of fewer, chance decides."""

MARGIN, CHANCE = 1.25, 6.0
"""A candidate's error may be so many times that of plain arithmetic, and ``CHANCE`` divided by the root of the number of
elements more: their norms, of independent errors, differ by chance."""

CUT_BITS = 13
"""Digits that tf32 leaves away."""


@dataclass(frozen=True)
class Plain:
    """What plain arithmetic makes of some rows of a product.

    Attributes:
        error: The Frobenius norm of its error.
        elements: How many elements that is of.
    """

    error: float
    elements: int


def judged(q: Matmul) -> bool:
    """The class says more than the bounds: of integers everything is exact, and of a triangle the bounds must do."""
    return q.precision.kind != "integer" and not q.part


def cut(x: Array) -> Array:
    """Numbers of float32 without the digits that tf32 has no room for; complex ones part by part."""
    bits = np.ascontiguousarray(x).view(np.uint32) & np.uint32(2**32 - 2**CUT_BITS)
    return bits.view(x.dtype)


def plain_product(
    q: Matmul,
    operands: tuple[Array, Array, Array],
    alpha: Any,
    beta: Any,
    reference: Array,
    bias: Array | None = None,
) -> Plain:
    """The error of alpha A B + beta C, with a bias and an activation, summed term by term.

    Args:
        q: The problem, whose types and accuracy count.
        operands: A of shape (items, rows, k), B of shape (items, k, cols) and the old C, as they enter the product.
        alpha: Factor of the product.
        beta: Factor of the old C.
        reference: The exact result.
        bias: What is added, of a shape that broadcasts with the result; None where nothing is.
    """
    summed = FLOAT16 if q.accuracy == "fast" and q.precision is FLOAT16 else q.accumulator
    a, b, c = (x.astype(summed.dtype) for x in operands)
    if q.accuracy == "fast" and summed.real is FLOAT32:
        a, b = cut(a), cut(b)
    total = np.zeros((*np.broadcast_shapes(a.shape[:1], b.shape[:1]), a.shape[1], b.shape[2]), summed.dtype)
    with np.errstate(over="ignore", invalid="ignore"):  # halves may overflow; then no error is too large
        for l in range(q.k):
            _add_products(total, a[:, :, l, None], b[:, None, l, :])
        factors = (np.asarray(factor).astype(summed.dtype) for factor in (alpha, beta))
        factor_alpha, factor_beta = factors
        total = factor_alpha * total + factor_beta * c if np.any(beta) else factor_alpha * total
        finish(total, bias, q.activation)
    evaluated = (
        EVALUATION * summed.roundoff * float(np.linalg.norm(reference.ravel())) if q.activation else 0.0
    )
    return Plain(error_norm(total.astype(q.precision.dtype), reference) + evaluated, reference.size)


def _add_products(total: Array, left: Array, right: Array) -> None:
    """Add one term of each sum; of complex ones each part adds two products of real numbers, one after the other."""
    if total.dtype.kind != "c":
        total += left * right
        return
    total.real += left.real * right.real
    total.real -= left.imag * right.imag
    total.imag += left.real * right.imag
    total.imag += left.imag * right.real


def too_large(plain: Plain, result: Array, reference: Array) -> str | None:
    """The sentence that refuses a result whose error is larger than plain arithmetic's; None where it is not."""
    if plain.elements < ENOUGH:
        return None
    size = float(np.linalg.norm(reference.ravel()))
    own = float(np.finfo(reference.dtype).eps) * size  # floats summed as doubles have a reference of doubles
    allowed = plain.error * (MARGIN + CHANCE / plain.elements**0.5) + own
    error = error_norm(result, reference)
    if error <= allowed or not np.isfinite(plain.error):
        return None
    return f"the relative error is {error / size:.3g} in the Frobenius norm, that of plain arithmetic {plain.error / size:.3g}"


def error_norm(result: Array, reference: Array) -> float:
    """The Frobenius norm of an error."""
    difference = result.astype(reference.dtype) - reference
    return float(
        np.linalg.norm(
            difference.ravel().astype(np.complex128 if difference.dtype.kind == "c" else np.float64)
        )
    )
