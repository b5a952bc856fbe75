"""The comparator itself is tested: what it must catch, what it must let pass, and the bound it judges by."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.checks.verify import compare, product_bound, product_reference, reals
from autoblas.errors import ArgumentError
from autoblas.precision import (
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT32,
    INT64,
    UINT8,
    UINT32,
    Precision,
)

Array = np.ndarray[Any, np.dtype[Any]]

parametrize_precisions = pytest.mark.parametrize("precision", [FLOAT32, FLOAT64], ids=lambda p: p.name)
finite = st.floats(-100, 100, width=32)


@settings(max_examples=25)
@given(st.integers(0, 999_999), st.floats(1.0001, 1e30))
def test_one_wrong_element_among_a_million_fails(position, excess):
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
def test_what_is_no_number_must_agree(got, expected, right, bound):
    """A NaN is right only for a NaN and an infinity only for its own sign; a wide bound excuses neither."""
    result, reference = np.ones((3, 3)), np.ones((3, 3))
    result[1, 2], reference[1, 2] = got, expected
    verdict = compare(result, reference, bound)
    excused = math.isinf(bound) and math.isfinite(got) and math.isfinite(expected)
    assert verdict.ok == (right or excused)
    assert verdict.wrong == (not verdict.ok)


def test_a_bound_that_is_no_number_excuses_nothing():
    """An element that cannot be judged is wrong, unless it equals its reference."""
    assert not compare(np.array([[1.0, 2.0]]), np.array([[1.0, 2.5]]), math.nan).ok
    assert compare(np.array([[1.0, 2.5]]), np.array([[1.0, 2.5]]), math.nan).ok


def test_an_error_of_exactly_its_bound_passes():
    """The bound itself is allowed; the next number is not."""
    reference = np.array([[1.0]])
    allowed = compare(reference + 0.25, reference, 0.25)
    assert (allowed.ok, allowed.wrong, allowed.ratio) == (True, 0, 1.0)
    assert "wrong" not in str(allowed)
    beyond = compare(np.nextafter(reference + 0.25, 2.0), reference, 0.25)
    assert (beyond.ok, beyond.wrong) == (False, 1)
    assert compare(reference, reference, 0.0).ok
    assert not compare(np.nextafter(reference, 2.0), reference, 0.0).ok


def test_each_element_has_its_own_bound():
    """A large error is right where the bound is large, and wrong beside it."""
    bound = np.array([[1.0, 1e-6]])
    assert compare(np.array([[0.9, 0.0]]), np.zeros((1, 2)), bound).ok
    assert compare(np.array([[0.0, 0.9]]), np.zeros((1, 2)), bound).wrong == 1


def test_the_ratio_is_that_of_the_largest_error():
    """In units of its bound; 0 where nothing differs, whatever is exact beside it."""
    reference = np.array([1.0, 2.0, 3.0])
    assert compare(reference, reference, 0.25).ratio == 0
    verdict = compare(reference + np.array([0.0, 0.125, -0.0625]), reference, 0.25)
    assert (verdict.ok, verdict.ratio, verdict.index, verdict.got) == (True, 0.5, (1,), 2.125)


def test_an_error_too_large_for_a_number_fails():
    """Without a warning of NumPy's."""
    assert compare(np.array([-1.7e308, 1.0]), np.array([1.7e308, 1.0]), 1e-3).wrong == 1


def test_an_empty_result_is_right():
    """An empty result equals an empty reference."""
    assert compare(np.empty((0, 3)), np.empty((0, 3)), 0.0).ok
    assert compare(np.empty((0, 3), np.float32), np.empty((0, 3)), 0.0).ok


@pytest.mark.parametrize("shape", [(0, 0), (0, 4), (1, 4), (3, 1), (4, 3), (12,), (2, 3, 4)])
def test_a_result_of_another_shape_is_not_right(shape):
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


Types = tuple[Precision, Precision, Precision, Precision]

SUMS: dict[str, Types] = {
    "float32": (FLOAT32, FLOAT32, FLOAT32, FLOAT32),
    "float64": (FLOAT64, FLOAT64, FLOAT64, FLOAT64),
    "complex64": (COMPLEX64, COMPLEX64, COMPLEX64, COMPLEX64),
    "complex128": (COMPLEX128, COMPLEX128, COMPLEX128, COMPLEX128),
    "halves": (FLOAT16, FLOAT16, FLOAT16, FLOAT32),
    "halves in halves": (FLOAT16, FLOAT16, FLOAT16, FLOAT16),
    "a wider operand": (FLOAT64, FLOAT32, FLOAT32, FLOAT32),
    "a wider output": (FLOAT32, FLOAT32, FLOAT64, FLOAT32),
    "a wider sum": (FLOAT32, FLOAT32, FLOAT32, FLOAT64),
    "whole numbers": (INT32, INT32, INT32, INT32),
    "unsigned numbers": (UINT32, UINT32, UINT32, UINT32),
}
"""Types of A, B and C, and what is summed in."""

parametrize_sums = pytest.mark.parametrize("name", SUMS)


class Product:
    """A product of random operands, its additions in a random order, with its reference and bound."""

    def __init__(self, name: str, k: int, seed: int, alpha: Any = 1.5, beta: Any = -0.5) -> None:
        types = type_a, type_b, type_c, summed = SUMS[name]
        rng = np.random.default_rng(seed)
        shapes = ((2, k), (k, 3), (2, 3))
        a, b, c = (reals(rng, shape, kind) for shape, kind in zip(shapes, types[:3], strict=True))
        if summed.kind == "integer":
            alpha, beta = int(alpha), int(beta)
        elif summed.is_complex:
            alpha, beta = complex(alpha, beta), complex(beta, -alpha)
        alpha, beta = (summed.scalar(x) for x in (alpha, beta))
        left, right, old = (x.astype(summed.dtype) for x in (a, b, c))
        with np.errstate(under="ignore", over="ignore"):
            rows = [
                [alpha * _sum_in_order(rng, left[i] * right[:, j]) + beta * old[i, j] for j in range(3)]
                for i in range(2)
            ]
            self.result = np.array(rows, summed.dtype).astype(type_c.dtype)
        self.reference, magnitude = product_reference(a, b, alpha.item(), beta.item(), c)
        self.bound = product_bound(magnitude, self.reference, k, type_c, summed, (type_a, type_b))


@pytest.mark.budget(one_in=3)
@parametrize_sums
@given(st.integers(1, 60), st.integers(0, 2**32), finite, finite)
def test_any_order_of_summation_passes(name, k, seed, alpha, beta):
    """A product, whatever the order of its additions and the types they are made in, lies within its bound."""
    product = Product(name, k, seed, alpha, beta)
    verdict = compare(product.result, product.reference, product.bound)
    assert verdict.ok, str(verdict)


@pytest.mark.budget(one_in=3)
@parametrize_sums
@given(st.integers(1, 60), st.integers(0, 2**32), st.integers(0, 5))
def test_one_wrong_element_fails(name, k, seed, place):
    """An element that is off by more than roundings can explain is found, also in its imaginary part alone."""
    product = Product(name, k, seed)
    index = divmod(place, 3)
    result = product.result.copy()
    if result.dtype.kind in "iu":
        result[index] ^= 1
    else:
        result = result.astype(product.reference.dtype)
        result[index] += (1j if result.dtype.kind == "c" else 1) * 2.5 * product.bound[index]
    verdict = compare(result, product.reference, product.bound)
    assert (verdict.ok, verdict.wrong, verdict.index) == (False, 1, index)


@pytest.mark.parametrize("forgotten", ["conj", "minus", "imaginary"])
def test_what_complex_products_get_wrong_fails(forgotten):
    """A conjugate that was forgotten, a wrong sign, imaginary parts that were left out: all are found everywhere."""
    rng = np.random.default_rng(9)
    a, b = reals(rng, (6, 40), COMPLEX64), reals(rng, (40, 6), COMPLEX64)
    reference, magnitude = product_reference(np.conj(a), b, 1, 0, None)
    bound = product_bound(magnitude, reference, 40, COMPLEX64)
    wrong = {
        "conj": a @ b,
        "minus": a.real @ b.real - a.imag @ b.imag + 1j * (a.real @ b.imag - a.imag @ b.real),
        "imaginary": (a.real @ b.real).astype(np.complex64),
    }
    assert compare(np.conj(a) @ b, reference, bound).ok
    assert compare(wrong[forgotten], reference, bound).wrong == 36


@pytest.mark.budget(one_in=3)
@parametrize_sums
@given(st.integers(0, 40), st.integers(0, 2**32))
def test_factors_of_items_are_those_of_each(name, k, seed):
    """A stack with an array of factors has the references of its items."""
    rng = np.random.default_rng(seed)
    type_a, type_b, type_c, _ = SUMS[name]
    a, b, c = reals(rng, (3, 2, k), type_a), reals(rng, (k, 4), type_b), reals(rng, (3, 2, 4), type_c)
    alphas, betas = np.array([2, -3, 4]), np.array([0, 1, -1])
    stacked = product_reference(a, b, alphas.reshape(3, 1, 1), betas.reshape(3, 1, 1), c)
    for item in range(3):
        single = product_reference(a[item], b, int(alphas[item]), int(betas[item]), c[item])
        for whole, part in zip(stacked, single, strict=True):
            assert np.allclose(whole[item].astype(complex), part.astype(complex), rtol=1e-13, atol=1e-300)


@given(st.integers(1, 30), st.integers(0, 2**32), st.integers(-(2**31), 2**32 - 1), st.integers(-9, 9))
def test_whole_numbers_have_exact_references(k, seed, alpha, beta):
    """Modulo 2^64, judged by Python's integers, for numbers of every size; a bound has no part in it."""
    rng = np.random.default_rng(seed)
    for kind, precision in ((INT32, INT32), (UINT32, UINT32), (INT8, INT32), (UINT8, INT64), (INT64, INT64)):
        a, b = (reals(rng, shape, kind) for shape in ((2, k), (k, 3)))
        c = reals(rng, (2, 3), precision)
        exact = alpha * (a.astype(object) @ b.astype(object)) + beta * c.astype(object)
        reference, magnitude = product_reference(a, b, alpha, beta, c)
        expected = (exact % 2**64).astype(np.uint64)
        assert np.array_equal(reference.view(np.uint64), expected)
        bits = 8 * precision.size
        result = (exact % 2**bits).astype(f"u{precision.size}").view(precision.dtype)
        assert compare(result, reference, 0.0).ok
        result[0, 0] ^= 1
        assert not compare(result, reference, 0.0).ok
        assert not np.any(product_bound(magnitude, reference, k, precision))


@pytest.mark.parametrize("off", [1, 2**16, 2**31, 2**32 - 1])
def test_whole_numbers_are_right_or_wrong(off):
    """Numbers that differ by anything are different, by however little and however their difference wraps."""
    for dtype in (np.int32, np.uint32):
        reference = np.array([[5, 7], [2**31 - 1, 0]], dtype)
        result = reference.copy()
        result[1, 0] = (
            (int(reference[1, 0]) + off) % 2**32
            if dtype is np.uint32
            else np.uint32((int(reference[1, 0]) + off) % 2**32).view(np.int32)
        )
        verdict = compare(result, reference, 0.0)
        assert (verdict.ok, verdict.wrong, verdict.index) == (False, 1, (1, 0))
        assert "element (1, 0)" in str(verdict)


@pytest.mark.parametrize(
    "got", [complex(math.nan, 1), complex(1, math.nan), complex(math.inf, 0), complex(1, -math.inf)]
)
def test_a_part_that_is_no_number_must_agree(got):
    """Complex elements with a NaN or an infinite part are right only for a reference of that kind."""
    result, reference = np.ones((2, 2), np.complex128), np.ones((2, 2), np.complex128)
    result[0, 1] = got
    assert compare(result, reference, 1e300).wrong == 1
    reference[0, 1] = got
    assert compare(result, reference, 0.0).ok


def _cut(x: Array) -> Array:
    """Floats cut to the 11 digits of tf32."""
    return (x.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)


def test_fast_products_have_a_bound_of_their_own():
    """Cut operands and sums in halves lie within it, and outside the bound of products that are not fast."""
    rng = np.random.default_rng(5)
    a, b = reals(rng, (8, 200), FLOAT32), reals(rng, (200, 8), FLOAT32)
    reference, magnitude = product_reference(a, b, 1, 0, None)
    fast, plain = (
        product_bound(magnitude, reference, 200, FLOAT32, FLOAT32, (FLOAT32, FLOAT32), fast=quick)
        for quick in (True, False)
    )
    cut = _cut(a) @ _cut(b)
    assert compare(cut, reference, fast).ok
    assert not compare(cut, reference, plain).ok
    assert not compare((_cut(a) * 1.01) @ _cut(b), reference, fast).ok
    a, b = reals(rng, (8, 200), FLOAT16), reals(rng, (200, 8), FLOAT16)
    reference, magnitude = product_reference(a, b, 1, 0, None)
    halves = np.zeros((8, 8), np.float16)
    for i in range(200):
        halves += a[:, i : i + 1] * b[i]
    fast, plain = (
        product_bound(magnitude, reference, 200, FLOAT16, FLOAT32, (FLOAT16, FLOAT16), fast=quick)
        for quick in (True, False)
    )
    assert compare(halves, reference, fast).ok
    assert not compare(halves, reference, plain).ok


@parametrize_precisions
def test_a_lost_term_fails(precision):
    """The bound is tight enough to see that one of a thousand terms is missing."""
    rng = np.random.default_rng(3)
    a, b = (rng.uniform(0.5, 1.0, shape).astype(precision.dtype) for shape in ((2, 1000), (1000, 2)))
    reference, magnitude = product_reference(a, b, 1.0, 0.0, None)
    bound = product_bound(magnitude, reference, 1000, precision)
    assert compare(a @ b, reference, bound).ok
    assert compare(a[:, 1:] @ b[1:], reference, bound).wrong == 4


def test_a_coarser_accumulator_fails():
    """Doubles that were added as floats are found."""
    rng = np.random.default_rng(4)
    a, b = rng.standard_normal((8, 100)), rng.standard_normal((100, 8))
    reference, magnitude = product_reference(a, b, 1.0, 0.0, None)
    bound = product_bound(magnitude, reference, 100, FLOAT64)
    coarse = (a.astype(np.float32) @ b.astype(np.float32)).astype(np.float64)
    assert not compare(coarse, reference, bound).ok
