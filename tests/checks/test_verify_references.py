"""Inputs of the comparator: references that are exact products, test data, and rows to judge large products by."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.checks.verify import (
    DOUBLE_TERMS,
    EXTENDED_TERMS,
    compare,
    integers,
    product_reference,
    reals,
    reference_rows,
    sample_rows,
)
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, PRECISIONS

parametrize_precisions = pytest.mark.parametrize("precision", PRECISIONS.values(), ids=lambda p: p.name)
finite = st.floats(-100, 100, width=32)


@given(st.lists(st.tuples(finite, finite), min_size=1, max_size=8), finite, finite, finite)
def test_the_reference_is_the_exact_product(factors, alpha, beta, old):
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


@parametrize_precisions
def test_references_have_more_digits_than_what_they_judge(precision):
    """Doubles, also those of complex numbers, are judged in the widest type there is."""
    a = integers(np.random.default_rng(0), (2, 2), precision)
    reference, _ = product_reference(a, a, 2, 0, None)
    wide = (np.longdouble, np.clongdouble) if precision.double else (np.float64, np.complex128)
    expected = np.int64 if precision.kind == "integer" else wide[precision.is_complex]
    assert reference.dtype == expected


def test_the_reference_reads_nothing_that_does_not_count():
    """With alpha = 0 the factors may be NaN, with beta = 0 the old C."""
    bad, good = np.full((2, 2), np.nan, np.float32), np.ones((2, 2), np.float32)
    assert np.array_equal(product_reference(bad, bad, 0.0, 2.0, good)[0], 2.0 * good)
    assert np.array_equal(product_reference(good, good, 1.0, 0.0, bad)[0], 2.0 * good)
    assert np.array_equal(product_reference(good[:, :0], good[:0], 1.0, 0.0, None)[0], 0.0 * good)
    wide = np.full((2, 5), np.nan, np.float32)
    for a, b in ((np.stack([bad] * 3), wide), (bad, np.stack([wide] * 3))):
        for nothing in product_reference(a, b, 0.0, 0.0, None):
            assert np.array_equal(nothing, np.zeros((3, 2, 5)))
    assert product_reference(bad + 0j, bad + 0j, 0.0, 0.0, None)[0].dtype == np.complex128


@parametrize_precisions
def test_test_data_has_exact_products(precision):
    """Integers from -4 to 4 in every part, from 0 without a sign, all of them; their products are exact."""
    rng = np.random.default_rng(0)
    a, b = integers(rng, (30, 500), precision), integers(rng, (500, 30), precision)
    assert a.dtype == precision.dtype
    for part in (a.real, a.imag) if precision.is_complex else (a,):
        assert set(part.ravel().tolist()) == set(range(-4 if precision.signed else 0, 5))
    summed = np.float32 if precision is FLOAT16 else precision.dtype
    reference, magnitude = product_reference(a, b, 1, 0, None)
    assert np.array_equal(a.astype(summed) @ b.astype(summed), reference)
    assert compare(a.astype(summed) @ b.astype(summed), reference, 0.0).ok
    assert np.max(magnitude) < 2**20


@parametrize_precisions
def test_random_data_are_what_users_have(precision):
    """Numbers of both signs in every part, spread as they are in use; whole ones of every size."""
    x = reals(np.random.default_rng(1), (4000,), precision)
    assert x.dtype == precision.dtype
    for part in (x.real, x.imag) if precision.is_complex else (x,):
        wide = part.astype(np.float64)
        if precision.kind == "integer":
            assert np.ptp(wide) > 0.99 * 2**32
        else:
            assert abs(wide.mean()) < 0.1
            assert abs(wide.std() - 1) < 0.1


@pytest.mark.parametrize("precision", [COMPLEX64, COMPLEX128], ids=lambda p: p.name)
@pytest.mark.parametrize("draw", [integers, reals])
def test_parts_of_complex_test_data_are_independent(draw, precision):
    """Otherwise a kernel that takes one part for the other would pass."""
    x = draw(np.random.default_rng(2), (4000,), precision)
    assert abs(np.corrcoef(x.real, x.imag)[0, 1]) < 0.1


def test_very_large_test_data_repeat_at_a_distance_that_is_no_multiple_of_a_row(monkeypatch):
    """A tile that computes its neighbour's rows or columns is still detected."""
    monkeypatch.setattr("autoblas.checks.verify.POOL", 101)
    for draw in (integers, reals):
        x = draw(np.random.default_rng(3), (30, 40), PRECISIONS["float64"]).ravel()
        assert np.array_equal(x[101:], x[:-101])
        assert len(set(map(bytes, x.reshape(30, 40)))) == 30
    assert reals(np.random.default_rng(3), (101,), PRECISIONS["float64"]).size == 101


@given(st.integers(1, 500), st.integers(1, 500))
def test_sampled_rows_differ_and_are_in_order(rows, count):
    """As many rows as asked for, or all; each once."""
    chosen = sample_rows(np.random.default_rng(1), rows, count)
    assert chosen.size == min(rows, count)
    assert np.all(np.diff(chosen) > 0)
    assert chosen.min() >= 0
    assert chosen.max() < rows


@parametrize_precisions
def test_references_stay_affordable(precision):
    """A large product is judged in few rows, but never in none; a small one in all."""
    assert reference_rows(10, 10, precision) >= 10_000
    assert reference_rows(100_000, 100_000, precision) == 1
    assert reference_rows(0, 0, precision) > 0


@parametrize_precisions
@pytest.mark.parametrize(("n", "k"), [(1, 1), (1000, 70)])
def test_references_take_as_many_rows_as_can_be_afforded(precision, n, k):
    """A product of complex numbers counts four times; what has no BLAS to compute it with gets fewer rows."""
    limit = EXTENDED_TERMS if precision.double or precision.kind == "integer" else DOUBLE_TERMS
    row = n * k * (4 if precision.is_complex else 1)
    rows = reference_rows(n, k, precision)
    assert rows * row <= limit < (rows + 1) * row
