"""The comparator itself is tested: what it must catch, what it must let pass, and the bound it judges by."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.errors import ArgumentError
from autoblas.precision import FLOAT32, FLOAT64, Precision
from autoblas.verify import (
    compare,
    gamma,
    integers,
    product_bound,
    product_reference,
    reference_rows,
    sample_rows,
)

Array = np.ndarray[Any, np.dtype[Any]]

both = pytest.mark.parametrize("precision", [FLOAT32, FLOAT64], ids=lambda p: p.name)
finite = st.floats(-100, 100, width=32)


@given(st.integers(0, 999_999), st.floats(1.0001, 1e30))
def test_one_wrong_element_among_a_million_fails(position: int, excess: float) -> None:
    """An error a little above its bound is found wherever it is, and named."""
    reference, bound = np.full((1000, 1000), 3.0), np.full((1000, 1000), 1e-3)
    result = reference + 0.999e-3
    index = divmod(position, 1000)
    result[index] = 3.0 - excess * 1e-3
    verdict = compare(result, reference, bound)
    assert not verdict.ok
    assert (verdict.wrong, verdict.index) == (1, index)
    assert verdict.ratio == pytest.approx(excess, rel=1e-6)
    assert f"({index[0]}, {index[1]})" in str(verdict)
    assert str(verdict).startswith("1 elements are wrong")


@pytest.mark.parametrize(
    ("got", "expected", "right"),
    [
        (math.nan, 1.0, False),
        (1.0, math.nan, False),
        (math.nan, math.nan, True),
        (math.inf, math.inf, True),
        (-math.inf, math.inf, False),
        (math.inf, -math.inf, False),
        (math.inf, 1.0, False),
        (1.0, math.inf, False),
        (math.nan, math.inf, False),
        (0.0, -0.0, True),
    ],
)
@pytest.mark.parametrize("bound", [0.0, 1e-3, math.inf])
def test_what_is_no_number_must_agree(got: float, expected: float, right: bool, bound: float) -> None:
    """A NaN is right only for a NaN and an infinity only for its own sign; a wide bound excuses neither."""
    result, reference = np.ones((3, 3)), np.ones((3, 3))
    result[1, 2], reference[1, 2] = got, expected
    verdict = compare(result, reference, bound)
    excused = math.isinf(bound) and math.isfinite(got) and math.isfinite(expected)
    assert verdict.ok == (right or excused)
    assert verdict.wrong == (not verdict.ok)


def test_a_bound_that_is_no_number_excuses_nothing() -> None:
    """What cannot be judged is wrong, except an element that equals its reference."""
    assert not compare(np.array([[1.0, 2.0]]), np.array([[1.0, 2.5]]), math.nan).ok
    assert compare(np.array([[1.0, 2.5]]), np.array([[1.0, 2.5]]), math.nan).ok


def test_an_error_of_exactly_its_bound_passes() -> None:
    """The bound itself is allowed; the next number is not."""
    reference = np.array([[1.0]])
    assert compare(reference + 0.25, reference, 0.25).ok
    assert not compare(np.nextafter(reference + 0.25, 2.0), reference, 0.25).ok
    assert compare(reference, reference, 0.0).ok
    assert not compare(np.nextafter(reference, 2.0), reference, 0.0).ok


def test_each_element_has_its_own_bound() -> None:
    """A large error is right where the bound is large, and wrong beside it."""
    bound = np.array([[1.0, 1e-6]])
    assert compare(np.array([[0.9, 0.0]]), np.zeros((1, 2)), bound).ok
    assert compare(np.array([[0.0, 0.9]]), np.zeros((1, 2)), bound).wrong == 1


def test_an_empty_result_is_right() -> None:
    """Nothing is as it should be where nothing is expected."""
    assert compare(np.empty((0, 3)), np.empty((0, 3)), 0.0).ok


@pytest.mark.parametrize("shape", [(0, 0), (0, 4), (1, 4), (3, 1), (4, 3), (12,), (2, 3, 4)])
def test_a_result_of_another_shape_is_not_right(shape: tuple[int, ...]) -> None:
    """A result that lacks elements is no result."""
    with pytest.raises(ArgumentError, match=r"^result: expected shape"):
        compare(np.ones(shape), np.ones((3, 4)), 0.0)


def _sum_in_order(rng: np.random.Generator, terms: Array) -> Any:
    """The terms added two by two in a random order and grouping, each sum rounded to their type."""
    parts = list(terms[rng.permutation(terms.size)])
    while len(parts) > 1:
        left, right = parts.pop(), parts.pop()
        parts.insert(int(rng.integers(len(parts) + 1)), left + right)
    return parts[0]


@given(st.integers(1, 60), st.integers(0, 2**32), finite, finite)
def test_any_order_of_summation_passes(k: int, seed: int, alpha: float, beta: float) -> None:
    """A product in float32, whatever the order of its additions, lies within the derived bound."""
    rng = np.random.default_rng(seed)
    a, b, c = (rng.standard_normal(shape).astype(np.float32) for shape in ((2, k), (k, 3), (2, 3)))
    with np.errstate(under="ignore"):
        result = np.array(
            [
                [
                    np.float32(alpha) * _sum_in_order(rng, a[i] * b[:, j]) + np.float32(beta) * c[i, j]
                    for j in range(3)
                ]
                for i in range(2)
            ]
        )
    reference, magnitude = product_reference(a, b, alpha, beta, c)
    assert result.dtype == np.float32
    assert compare(result, reference, product_bound(magnitude, reference, k, FLOAT32)).ok


@both
def test_a_lost_term_fails(precision: Precision) -> None:
    """The bound is tight enough to see that one of a thousand terms is missing."""
    rng = np.random.default_rng(3)
    a, b = (rng.uniform(0.5, 1.0, shape).astype(precision.dtype) for shape in ((2, 1000), (1000, 2)))
    reference, magnitude = product_reference(a, b, 1.0, 0.0, None)
    bound = product_bound(magnitude, reference, 1000, precision)
    assert compare(a @ b, reference, bound).ok
    assert compare(a[:, 1:] @ b[1:], reference, bound).wrong == 4


def test_a_coarser_accumulator_fails() -> None:
    """Doubles that were added as floats are found."""
    rng = np.random.default_rng(4)
    a, b = rng.standard_normal((8, 100)), rng.standard_normal((100, 8))
    reference, magnitude = product_reference(a, b, 1.0, 0.0, None)
    bound = product_bound(magnitude, reference, 100, FLOAT64)
    coarse = (a.astype(np.float32) @ b.astype(np.float32)).astype(np.float64)
    assert not compare(coarse, reference, bound).ok


@given(st.lists(st.tuples(finite, finite), min_size=1, max_size=8), finite, finite, finite)
def test_the_reference_is_the_exact_product(
    factors: list[tuple[float, float]], alpha: float, beta: float, old: float
) -> None:
    """In double precision the product of floats is right to its last places, judged by rational arithmetic."""
    a = np.array([[x for x, _ in factors]], np.float32)
    b = np.array([[y] for _, y in factors], np.float32)
    c = np.array([[old]], np.float32)
    reference, magnitude = product_reference(a, b, alpha, beta, c)
    terms = [Fraction(float(x)) * Fraction(float(y)) for x, y in zip(a[0], b[:, 0], strict=True)]
    exact = Fraction(alpha) * sum(terms) + Fraction(beta) * Fraction(old)
    size = abs(Fraction(alpha)) * sum(map(abs, terms)) + abs(Fraction(beta)) * abs(Fraction(old))
    assert abs(Fraction(float(reference[0, 0])) - exact) <= size * Fraction(2) ** -48 + Fraction(2) ** -1000
    assert abs(Fraction(float(magnitude[0, 0])) - size) <= size * Fraction(2) ** -48 + Fraction(2) ** -1000


def test_the_reference_reads_nothing_that_does_not_count() -> None:
    """With alpha = 0 the factors may be NaN, with beta = 0 the old C."""
    bad, good = np.full((2, 2), np.nan, np.float32), np.ones((2, 2), np.float32)
    assert np.array_equal(product_reference(bad, bad, 0.0, 2.0, good)[0], 2.0 * good)
    assert np.array_equal(product_reference(good, good, 1.0, 0.0, bad)[0], 2.0 * good)
    assert np.array_equal(product_reference(good[:, :0], good[:0], 1.0, 0.0, None)[0], 0.0 * good)


@both
def test_the_bound_grows_with_the_terms_and_never_vanishes(precision: Precision) -> None:
    """gamma(n) is n u to first order; results that devices may flush to zero are allowed to be zero."""
    assert gamma(8, precision.roundoff) == pytest.approx(8 * precision.roundoff, rel=1e-5)
    assert gamma(2**60, precision.roundoff) == math.inf
    zero = np.zeros((1, 1))
    assert product_bound(zero, zero, 5, precision)[0, 0] == np.finfo(precision.dtype).tiny
    bounds = [float(product_bound(zero + 1, zero, k, precision)[0, 0]) for k in (1, 10, 100)]
    assert bounds == sorted(set(bounds))


@both
def test_test_data_has_exact_products(precision: Precision) -> None:
    """Integers from -4 to 4, all of them, in the precision asked for; their products are exact in any order."""
    rng = np.random.default_rng(0)
    a, b = integers(rng, (30, 500), precision), integers(rng, (500, 30), precision)
    assert a.dtype == precision.dtype
    assert set(a.ravel().tolist()) == set(range(-4, 5))
    exact = a.astype(np.int64) @ b.astype(np.int64)
    assert np.array_equal(a @ b, exact)
    assert compare(a @ b, exact.astype(np.float64), 0.0).ok


@given(st.integers(1, 500), st.integers(1, 500))
def test_sampled_rows_differ_and_are_in_order(rows: int, count: int) -> None:
    """As many rows as asked for, or all; each once."""
    chosen = sample_rows(np.random.default_rng(1), rows, count)
    assert chosen.size == min(rows, count)
    assert np.all(np.diff(chosen) > 0)
    assert chosen.min() >= 0
    assert chosen.max() < rows


@both
def test_references_stay_affordable(precision: Precision) -> None:
    """A large product is judged in few rows, but never in none; a small one in all."""
    assert reference_rows(10, 10, precision) >= 10_000
    assert reference_rows(100_000, 100_000, precision) == 1
    assert reference_rows(0, 0, precision) > 0
