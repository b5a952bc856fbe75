"""The bounds that results are judged by are those of the analysis, no narrower and no wider."""

import math
from typing import Any

import numpy as np
import pytest

from autoblas.checks.verify import compare, gamma, product_bound, reals, solution_bound
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64, Precision

Array = np.ndarray[Any, np.dtype[Any]]


@pytest.mark.parametrize("precision", [FLOAT32, FLOAT64], ids=lambda p: p.name)
def test_the_bound_grows_with_the_terms_and_never_vanishes(precision):
    """gamma(n) is n u to first order; results that devices may flush to zero are allowed to be zero."""
    assert gamma(8, precision.roundoff) == pytest.approx(8 * precision.roundoff, rel=1e-5)
    assert gamma(2**60, precision.roundoff) == math.inf
    assert (gamma(1, 0.2), gamma(2, 0.2)) == pytest.approx((1 / 4, 2 / 3))
    assert (gamma(4, 0.25), gamma(6, 0.25)) == (math.inf, math.inf)
    zero = np.zeros((1, 1))
    assert product_bound(zero, zero, 5, precision)[0, 0] == np.finfo(precision.dtype).tiny
    bounds = [float(product_bound(zero + 1, zero, k, precision)[0, 0]) for k in (1, 10, 100)]
    assert bounds == sorted(set(bounds))


FAST = 2 * 2.0**-10 + 2.0**-20
"""The error of a product whose factors are cut to 11 digits."""


@pytest.mark.parametrize(
    ("types", "fast", "roundings", "cut"),
    [
        ((FLOAT32, FLOAT32, FLOAT32), False, 104, 0),
        ((FLOAT32, FLOAT32, FLOAT32), True, 104, FAST),
        ((FLOAT64, FLOAT64, FLOAT64), True, 104, 0),
        ((COMPLEX128, COMPLEX128, COMPLEX128), False, 208, 0),
        ((COMPLEX64, COMPLEX64, COMPLEX64), True, 208, FAST),
        ((FLOAT16, FLOAT16, FLOAT32), False, 104, 0),
        ((FLOAT16, FLOAT16, FLOAT16), True, 104, 0),
        ((FLOAT16, FLOAT16, FLOAT32), True, 104, FAST),
        ((FLOAT64, FLOAT32, FLOAT32), False, 105, 0),
        ((FLOAT32, FLOAT64, FLOAT32), False, 104, 0),
        ((FLOAT32, FLOAT32, FLOAT64), True, 104, 0),
    ],
)
def test_the_bound_of_products_is_that_of_the_analysis(types, fast, roundings, cut):
    """They are k + 4 roundings in each part, one for each operand that is wider, the cuts, the store, and what is flushed."""
    operand, output, summed = types
    magnitude, reference = np.array([[3.0, 5e3]]), np.array([[2.0, -7.0]])
    bound = product_bound(magnitude, reference, 100, output, summed, (operand, FLOAT16), fast=fast)
    error = gamma(roundings, max(summed.roundoff, FLOAT16.roundoff if fast and output is FLOAT16 else 0.0))
    error = (error + (1 + error) * cut) * (math.sqrt(2) if summed.is_complex else 1)
    tiny = max(output.tiny, summed.tiny)
    expected = error * magnitude + output.roundoff * np.abs(reference) + tiny
    np.testing.assert_allclose(bound, expected, rtol=1e-13)


def _solved(matrix: Array, b: Array) -> Array:
    """The solution of a lower triangle, each operation rounded to the type of ``b``."""
    x = b.copy()
    for i in range(len(b)):
        for j in range(i):
            x[i] -= matrix[i, j] * x[j]
        x[i] /= matrix[i, i]
    return x


def _triangle(n: int, precision: Precision) -> Array:
    values: Array = np.tril(reals(np.random.default_rng(n), (n, n), precision))
    values[np.diag_indices(n)] += 2
    return values


@pytest.mark.parametrize("precision", [FLOAT32, FLOAT64, COMPLEX64, COMPLEX128], ids=lambda p: p.name)
def test_solutions_lie_within_their_bounds_and_wrong_ones_do_not(precision):
    """Every equation is judged by its own bound; one that is solved with a wrong coefficient is found."""
    matrix = _triangle(30, precision)
    b = reals(np.random.default_rng(1), (30,), precision)
    wide = matrix.astype(np.clongdouble if precision.is_complex else np.longdouble)
    x = _solved(matrix, b).astype(wide.dtype)
    assert compare(wide @ x, b.astype(wide.dtype), solution_bound(wide, x, precision, precision)).ok
    wrong = matrix.copy()
    wrong[20, 3] *= 1.01
    x = _solved(wrong, b).astype(wide.dtype)
    verdict = compare(wide @ x, b.astype(wide.dtype), solution_bound(wide, x, precision, precision))
    assert (verdict.ok, verdict.wrong, verdict.index) == (False, 1, (20,))


@pytest.mark.parametrize(
    ("precision", "worked", "roundings", "stored"),
    [
        (FLOAT64, FLOAT64, 13, 0.0),
        (COMPLEX128, COMPLEX128, 26, 0.0),
        (FLOAT16, FLOAT32, 13, FLOAT16.roundoff),
        (FLOAT32, FLOAT64, 13, FLOAT32.roundoff),
    ],
)
def test_the_bound_of_solutions_is_that_of_the_analysis(precision, worked, roundings, stored):
    """They are n + 8 roundings of |T| |x| in each part, those of what is stored with fewer digits, and what is flushed."""
    matrix = np.tril(np.arange(1.0, 26.0).reshape(5, 5) * (-1) ** np.arange(5))
    solution = np.array([1.0, -2.0, 3.0, -4.0, 5.0])
    size = np.abs(matrix) @ np.abs(solution)
    bound = solution_bound(matrix, solution, precision, worked)
    nothing = solution_bound(matrix, 0 * solution, precision, worked)
    np.testing.assert_allclose(nothing, max(precision.tiny, worked.tiny) * (1 + np.abs(matrix).sum(axis=1)))
    error = gamma(roundings, worked.roundoff) * (math.sqrt(2) if worked.is_complex else 1)
    np.testing.assert_allclose(bound, (error + (1 + error) * stored) * size + nothing, rtol=1e-12)
