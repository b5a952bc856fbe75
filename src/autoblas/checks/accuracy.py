"""The check that a product is as accurate as its class promises: its error beside that of plain arithmetic.

The bounds of ``verify`` hold for every order of summation. In a long sum of random terms they therefore do not detect
operands that were cut to 11 digits. Here some rows are summed term by term in the accumulator's type, as the plainest
program would. A candidate is refused if its error in the Frobenius norm is larger. ``fast`` products are compared with
the same program on operands that were cut.
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
"""Items of a batch that are summed term by term."""

COMPARABLE = 256
"""Elements of C that a comparison of two errors needs at least: of fewer elements, chance decides."""

MARGIN, CHANCE = 1.25, 6.0
"""A candidate's error may be so many times that of plain arithmetic, plus ``CHANCE`` divided by the root of the number of
elements: the norms of independent errors differ by chance."""

CUT_BITS = 13
"""Digits of float32 that tf32 does not have."""


@dataclass(frozen=True)
class Plain:
    """The error of some rows of a product by plain arithmetic.

    Attributes:
        error: Its Frobenius norm.
        elements: The number of elements.
    """

    error: float
    elements: int


def judged(q: Matmul) -> bool:
    """True if the accuracy class promises more than the bounds: not for integers, which are exact, nor for triangles."""
    return q.precision.kind != "integer" and not q.part


def cut(x: Array) -> Array:
    """Numbers of float32 without the digits that tf32 does not have; complex numbers part by part."""
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
        bias: An addend whose shape broadcasts with the result, or None.
    """
    summed = FLOAT16 if q.accuracy == "fast" and q.precision is FLOAT16 else q.accumulator
    a, b, c = (x.astype(summed.dtype) for x in operands)
    if q.accuracy == "fast" and summed.real is FLOAT32:
        a, b = cut(a), cut(b)
    total = np.zeros((*np.broadcast_shapes(a.shape[:1], b.shape[:1]), a.shape[1], b.shape[2]), summed.dtype)
    with np.errstate(over="ignore", invalid="ignore"):  # float16 may overflow; then no error is too large
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
    """Add one term to the sums; the parts of complex sums add two real products, in turn."""
    if total.dtype.kind != "c":
        total += left * right
        return
    total.real += left.real * right.real
    total.real -= left.imag * right.imag
    total.imag += left.real * right.imag
    total.imag += left.imag * right.real


def too_large(plain: Plain, result: Array, reference: Array) -> str | None:
    """The sentence that refuses a result whose error is larger than plain arithmetic's; None where it is not."""
    if plain.elements < COMPARABLE:
        return None
    size = float(np.linalg.norm(reference.ravel()))
    # The reference of float32 that is summed in float64 is of float64 itself, and has an error, too.
    reference_error = float(np.finfo(reference.dtype).eps) * size
    allowed = plain.error * (MARGIN + CHANCE / plain.elements**0.5) + reference_error
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
