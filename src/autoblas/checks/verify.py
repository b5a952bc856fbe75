"""Componentwise error bounds, test data, and the one comparator that tests, tuner and command line share.

A computed sum of n products, accumulated in any order with unit roundoff u, obeys
|C - C_exact| <= gamma(n) (|alpha| |A| |B| + |beta| |C0|) with gamma(n) = n u / (1 - n u): N. J. Higham, "Accuracy and
Stability of Numerical Algorithms", 2nd edition, SIAM 2002, section 3.1. No constant here was tuned.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.errors import ArgumentError
from autoblas.precision import FLOAT16, FLOAT32
from autoblas.problems.activation import finish

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.precision import Precision
    from autoblas.problems import Activation

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "EVALUATION",
    "EXTRA_ROUNDINGS",
    "Comparison",
    "compare",
    "gamma",
    "integers",
    "product_bound",
    "product_reference",
    "product_with_epilogue",
    "reals",
    "reference_rows",
    "sample_rows",
    "solution_bound",
]

DOUBLE_TERMS = 1 << 31
"""Products summed in float64 a reference; a BLAS does about 10^10 of them a second on a core."""

EXTENDED_TERMS = 1 << 24
"""Products summed in extended precision a reference; NumPy does about 10^8 of them a second."""

CUT = 2.0**-10
"""The relative error of an operand that is cut, not rounded, to the 11 digits of tf32."""

POOL = 16_777_259
"""Upper limit of random numbers that are drawn for one array, a prime; larger arrays repeat them."""

EXTRA_ROUNDINGS = 4
"""Roundings besides the additions: the products with alpha and beta, their sum, and the store."""


LIPSCHITZ = 1.13
"""The largest slope of an activation: 1.1289 of GELU at the square root of 2, 1.1296 of its form with tanh."""

EVALUATION = 20
"""Roundings of an activation, relative to its argument, at most: those of GELU with an error function of OpenCL C, which may
err by 16 units in the last place. Half of them and of what the rounded argument makes of its value is 17; three roundings
follow. ``exp`` may err by 3 units and a division by 2.5, which leads to 12 in SiLU and to 14 in GELU with tanh."""


def gamma(n: int, roundoff: float) -> float:
    """The error constant of n roundings, n u / (1 - n u); infinite where the analysis ends."""
    product = n * roundoff
    return product / (1 - product) if product < 1 else float("inf")


def product_reference(a: Any, b: Any, alpha: Any, beta: Any, c: Any) -> tuple[Array, Array]:
    """The product in higher precision and the magnitudes its error bound is made of.

    Args:
        a: Matrix of shape (..., m, k), op applied.
        b: Matrix of shape (..., k, n), op applied.
        alpha: Factor of the product, or an array of them that broadcasts with it.
        beta: Factor of ``c``, or an array of factors that broadcasts with it.
        c: The old C of shape (..., m, n); it is not read where ``beta`` is 0 everywhere.

    Returns:
        alpha A B + beta C and |alpha| |A| |B| + |beta| |C|. Of operands with at most 32 bits a part they are
        computed in float64 (complex128), of others in ``longdouble`` (``clongdouble``), of integers modulo 2^64.
    """
    if a.dtype.kind in "iu":
        return _integer_reference(a, b, alpha, beta, c)
    double = max(x.dtype.itemsize // (2 if x.dtype.kind == "c" else 1) for x in (a, b)) > 4
    wide = np.longdouble if double else np.float64
    if a.dtype.kind == "c":
        wide = np.clongdouble if double else np.complex128  # type: ignore[assignment]
    a, b = a.astype(wide), b.astype(wide)
    shape = (*np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), a.shape[-2], b.shape[-1])
    exact = alpha * (a @ b) if np.any(alpha) else np.zeros(shape, wide)
    size = np.abs(alpha) * (np.abs(a) @ np.abs(b)) if np.any(alpha) else np.abs(exact)
    if np.any(beta) and c is not None:
        exact = exact + beta * c.astype(wide)
        size = size + np.abs(beta) * np.abs(c.astype(wide))
    return exact, size


def _integer_reference(a: Any, b: Any, alpha: Any, beta: Any, c: Any) -> tuple[Array, Array]:
    """The product of integers modulo 2^64, which is exact in narrower types too."""
    factors = [np.asarray(factor, np.int64).astype(np.uint64) for factor in (alpha, beta)]
    exact = factors[0] * (a.astype(np.uint64) @ b.astype(np.uint64))
    if np.any(beta) and c is not None:
        exact = exact + factors[1] * c.astype(np.uint64)
    return exact.view(np.int64), np.zeros(exact.shape)


def product_bound(
    magnitude: Array,
    reference: Array,
    k: int,
    precision: Precision,
    accumulator: Precision | None = None,
    operands: Sequence[Precision] = (),
    *,
    fast: bool = False,
    sums: Array | None = None,
) -> Array:
    """The largest errors that the elements of a product with ``k`` terms may have, of shape (..., m, n).

    Each part of a complex product is a sum of 2 k real ones. The parts together err by at most the square root of 2
    times as much. The smallest normal numbers are added, because devices may flush smaller ones to zero.

    Args:
        magnitude: From ``product_reference``.
        reference: From ``product_reference``.
        k: Terms of the sum.
        precision: Element type of C.
        accumulator: The type of sums; by default that of C.
        operands: Element types of A and B, where they may be wider than the accumulator and so are rounded first.
        fast: Operands of float32 may be cut to the 11 digits of tf32, and float16 summed in float16.
        sums: The arguments of the activation whose values ``reference`` has.
    """
    summed = accumulator or precision
    if summed.kind == "integer":
        return np.zeros(reference.shape)
    narrowed = sum(operand.roundoff < summed.roundoff for operand in operands)
    roundoff = FLOAT16.roundoff if fast and precision is FLOAT16 else summed.roundoff
    error = gamma(summed.parts * (k + EXTRA_ROUNDINGS) + narrowed, roundoff)
    if fast and summed.real is FLOAT32:
        error += (1 + error) * (2 * CUT + CUT**2)
    if summed.is_complex:
        error *= math.sqrt(2)
    tiny = max(precision.tiny, summed.tiny)
    bound: Array = error * magnitude + tiny
    if sums is not None:
        bound = LIPSCHITZ * bound + EVALUATION * roundoff * (np.abs(sums) + bound) + tiny
    return bound + precision.roundoff * np.abs(reference)


def product_with_epilogue(
    operands: tuple[Array, Array, Array, Array | None],
    factors: tuple[Any, Any],
    activation: Activation,
    types: tuple[Precision, ...],
    *,
    fast: bool = False,
) -> tuple[Array, Array]:
    """A product with a bias and an activation in higher precision, and the largest errors of its elements.

    Args:
        operands: A, B, the old C and the bias, as ``product_reference`` takes them; the bias broadcasts with C, or is None.
        factors: Alpha and beta.
        activation: The name of the function that is applied, or an empty string.
        types: Element types of A, B, C and sums.
        fast: Operands of float32 may be cut to the 11 digits of tf32, and float16 summed in float16.

    Returns:
        The reference and the bound, of shape (..., m, n).
    """
    a, b, c, bias = operands
    sums, magnitude = product_reference(a, b, *factors, c)
    terms = a.shape[-1]
    if bias is not None:
        added = bias.astype(sums.dtype)
        sums, magnitude, terms = sums + added, magnitude + np.abs(added), terms + 1
    reference = sums.copy()
    finish(reference, None, activation)
    options: dict[str, Any] = {"fast": fast, "sums": sums if activation else None}
    return reference, product_bound(magnitude, reference, terms, types[2], types[3], types[:2], **options)


def solution_bound(matrix: Array, solution: Array, precision: Precision, worked: Precision) -> Array:
    """Bounds of the residual of a triangular system's computed solution, element by element.

    |b - T x| <= gamma(n + c) |T| |x|: Higham, "Accuracy and Stability of Numerical Algorithms", theorem 8.5. Divisions
    may err by 2.5 units in the last place in OpenCL C. Elements that are stored with fewer digits may be rounded after
    other elements were computed from them.

    Args:
        matrix: The triangle in extended precision, of shape (n, n).
        solution: The computed solution, of shape (n,), or (n, columns) for several right-hand sides.
        precision: Its element type.
        worked: The type of the computation.
    """
    rounded = gamma(worked.parts * (len(matrix) + 2 * EXTRA_ROUNDINGS), worked.roundoff)
    rounded *= math.sqrt(2) if worked.is_complex else 1
    stored = precision.roundoff if precision is not worked else 0.0
    sizes, parts = np.abs(matrix), np.abs(solution)
    tiny = max(precision.tiny, worked.tiny) * (1 + sizes @ np.ones_like(parts))
    bound: Array = (rounded + (1 + rounded) * stored) * (sizes @ parts) + tiny
    return bound


def reference_rows(n: int, k: int, precision: Precision) -> int:
    """Rows of a product that a reference can compute in time; fewer where NumPy has no BLAS for the type."""
    terms = EXTENDED_TERMS if precision.double or precision.kind == "integer" else DOUBLE_TERMS
    return max(1, terms // max(n * k * precision.parts**2, 1))


def sample_rows(rng: np.random.Generator, rows: int, count: int) -> Array:
    """At most ``count`` different row numbers below ``rows``, in ascending order."""
    return np.arange(rows) if rows <= count else np.sort(rng.choice(rows, count, replace=False))


@dataclass(frozen=True)
class Comparison:
    """The outcome of a comparison.

    Attributes:
        ok: All elements lie within their bounds.
        ratio: The largest error in units of its bound; infinite where an element is not a number.
        index: The indices of that element.
        got: The element.
        expected: Its reference.
        bound: The bound of its error.
        wrong: The number of elements outside their bounds.
    """

    ok: bool
    ratio: float
    index: tuple[int, ...]
    got: complex
    expected: complex
    bound: float
    wrong: int

    def __str__(self) -> str:
        index = ", ".join(map(str, self.index))
        got, expected = (f"{x:.9g}" for x in (self.got, self.expected))
        sentence = f"element ({index}) is {got}, expected {expected} within {self.bound:.3g}"
        return sentence if self.ok else f"{self.wrong} elements are wrong; the worst: {sentence}"


def compare(result: Array, reference: Array, bound: Array | float) -> Comparison:
    """Compare the elements of ``result`` with those of ``reference``, by their bounds.

    An element that is exactly its reference is right whatever its bound; a NaN is right only where the reference is
    one; infinities must agree in sign. Integers are compared modulo the range of the result's type.

    Raises:
        ArgumentError: the shapes differ.
    """
    if result.shape != reference.shape:
        raise ArgumentError("result", f"shape {reference.shape}, like the reference", f"shape {result.shape}")
    if reference.dtype.kind in "iu":
        reference = reference.astype(result.dtype)
    if result.size == 0 or (result.dtype == reference.dtype and np.array_equal(result, reference)):
        return Comparison(ok=True, ratio=0.0, index=(), got=0.0, expected=0.0, bound=0.0, wrong=0)
    if (
        reference.dtype.kind in "iu"
    ):  # right or wrong; doubles have too few digits to tell those of 64 bits apart
        equal = result == reference
        reference, got = (x.astype(np.float64) for x in (reference, result))
    else:
        got = result.astype(reference.dtype)
        equal = (got == reference) | (np.isnan(got) & np.isnan(reference))
    allowed = np.broadcast_to(np.asarray(bound, np.abs(reference[:0]).dtype), reference.shape)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        ratios = np.where(equal, 0.0, np.abs(got - reference) / allowed)
    ratios = np.where(np.isnan(ratios), np.inf, ratios)
    index = np.unravel_index(int(np.argmax(ratios)), ratios.shape)
    return Comparison(
        ok=bool(ratios[index] <= 1),
        ratio=float(ratios[index]),
        index=tuple(int(i) for i in index),
        got=got[index].item(),
        expected=reference[index].item(),
        bound=float(allowed[index]),
        wrong=int(np.count_nonzero(~(ratios <= 1))),
    )


def integers(
    rng: np.random.Generator, shape: tuple[int, ...], precision: Precision, largest: int = 4
) -> Array:
    """Integers of at most ``largest``, or parts of complex numbers: sums of up to 2^20 of their products are exact.

    They are random, so that neighbours differ, and a stale or misplaced tile is detected. Sums are exact, so that no higher
    precision is needed, and all kernels must return them to the bit.

    Args:
        rng: The source of random numbers.
        shape: The shape of the array.
        precision: Its type.
        largest: Their upper limit, less where sums are in half precision, which is exact to 2048.
    """
    least = -largest if precision.signed else 0
    parts = [_drawn(shape, lambda n: rng.integers(least, largest + 1, n)) for _ in range(precision.parts)]
    values = parts[0] + 1j * parts[1] if precision.is_complex else parts[0]
    return values.astype(precision.dtype)


def reals(rng: np.random.Generator, shape: tuple[int, ...], precision: Precision) -> Array:
    """Random numbers: normally distributed ones, or integers of all magnitudes."""
    if precision.kind == "integer":
        bits, unsigned = 8 * precision.size, np.dtype(f"u{precision.size}")
        return _drawn(shape, lambda n: rng.integers(0, 2**bits, n, unsigned)).view(precision.dtype)
    parts = [
        _drawn(shape, lambda n: rng.standard_normal(n).astype(precision.real.dtype))
        for _ in range(precision.parts)
    ]
    values = parts[0] + 1j * parts[1] if precision.is_complex else parts[0]
    return values.astype(precision.dtype)


def _drawn(shape: tuple[int, ...], draw: Callable[[Any], Array]) -> Array:
    """Random numbers; a large array repeats ``POOL`` numbers, whose count is no multiple of a row."""
    if math.prod(shape) <= POOL:
        return draw(shape)
    return np.resize(draw(POOL), shape)
