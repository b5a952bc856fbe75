"""Products of NumPy matrices on their short way to the host's BLAS: right in every layout, and left for all that is unusual."""

# mypy: disable-error-code="call-overload"
# Arguments that do not fit, and letters out of lists.

import itertools
import math
from typing import Any

import numpy as np
import pytest

from autoblas import dot, gemm, gemv
from autoblas.blas.cached_calls import ROUTINES
from autoblas.blas.host.crossover import fixed_crossover
from autoblas.blas.host.expressions import gemm_fast_path
from autoblas.blas.host.fast_path import host_fast_path
from autoblas.checks.verify import compare, product_bound, product_reference, reals
from autoblas.errors import ArgumentError
from autoblas.precision import COMPLEX128, FLOAT32
from support.marks import needs_host_blas

pytestmark = needs_host_blas


@pytest.fixture(autouse=True)
def _everything_on_the_host():
    with fixed_crossover(math.inf):
        yield


def gemm_on_host(a: Any, b: Any, c: Any, alpha: Any, beta: Any, trans_a: Any, trans_b: Any) -> Any:
    """Both short ways, one after the other."""
    options = {"c": c, "alpha": alpha, "beta": beta, "trans_a": trans_a, "trans_b": trans_b}
    done = gemm_fast_path((a, b), options)
    way = host_fast_path(ROUTINES[gemm])
    assert way is not None
    return way(a, b, **options) if done is None else done


STEPPED = (slice(None, None, -1), slice(None, None, 2))
"""Rows backwards, and every other column: what no BLAS takes."""

PRODUCTS = ((5, 7, 3), (1, 9000, 3), (9000, 1, 3), (120, 130, 1), (2, 9000, 1), (9000, 2, 1), (100, 110, 9))
"""Small ones, and those whose C is too large for NumPy's ``dot``: of vectors, of one column and one row, of matrices."""


@pytest.mark.parametrize("precision", [FLOAT32, COMPLEX128], ids=str)
@pytest.mark.parametrize("order", ["C", "F", "new"])
def test_products_by_numpy(precision, order):
    """Each of its functions, whatever the strides and the order of C, which held NaN; letters too."""
    rng = np.random.default_rng(12)
    for (m, n, k), steps, letter in itertools.product(PRODUCTS, ((), STEPPED), "NT"):
        a = reals(rng, (m, 2 * k), precision)[steps] if steps else reals(rng, (m, k), precision)
        b = reals(rng, (k, 2 * n), precision)[steps] if steps else reals(rng, (k, n), precision)
        c = None if order == "new" else np.full((m, n), np.nan, precision.dtype, order)
        reference, magnitude = product_reference(a, b, 1.0, 0.0, np.zeros((m, n)))
        right = b.T if letter == "T" else b
        done = gemm_on_host(a, right, c, 1.0, 0.0, "N", letter)
        assert c is None or done is c
        assert compare(done, reference, product_bound(magnitude, reference, k, precision)).ok, (m, n, k)


def test_usual_calls_are_computed_at_once():
    """With nothing but arrays; all else is left to the routine, which knows its arguments."""
    a, b, c = (square()[name] for name in "abc")
    assert np.array_equal(gemm_fast_path((a, b), {}), a @ b)
    assert gemm_fast_path((a, b), {"c": c}) is c
    assert gemm_fast_path((a, b), {"c": c, "accuracy": "fast"}) is c
    assert gemm_fast_path((a, b), {"accuracy": "exact"}) is gemm_fast_path((a, b), {"accuracy": a}) is None
    assert np.array_equal(c, a @ b)
    for args, kwargs in (
        ((a,), {}),
        ((a, b, c), {}),
        ((a, b), {"queue": None}),
        ((a, b), {"c": c, "beta": 1.0}),
    ):
        assert gemm_fast_path(args, kwargs) is None
    with pytest.raises(TypeError, match=r"gemm\(\)"):
        gemm(a)
    with pytest.raises(TypeError, match=r"gemm\(\)"):
        gemm(a, b, d=c)


def square(**more: Any) -> dict[str, Any]:
    """Arguments of a usual call."""
    a, b, c = (reals(np.random.default_rng(seed), (4, 4), FLOAT32) for seed in range(3))
    return {"a": a, "b": b, "c": c, "alpha": 1.0, "beta": 0.0, "trans_a": "N", "trans_b": "N", **more}


def read_only() -> Any:
    """A matrix that cannot be written."""
    c = np.zeros((4, 4), np.float32)
    c.flags.writeable = False
    return c


UNUSUAL: dict[str, dict[str, Any]] = {
    "another type": {"b": np.ones((4, 4))},
    "halves": {name: np.ones((4, 4), np.float16) for name in "abc"},
    "another byte order": {"a": np.ones((4, 4), ">f4")},
    "a list": {"a": [[1.0]]},
    "a subclass": {"a": np.ma.ones((4, 4), np.float32)},
    "three axes": {"a": np.ones((2, 4, 4), np.float32)},
    "no rows": {"a": np.ones((0, 4), np.float32), "c": np.ones((0, 4), np.float32)},
    "depths that differ": {"b": np.ones((5, 4), np.float32)},
    "a C of another shape": {"c": np.ones((4, 5), np.float32)},
    "a read-only C": {"c": read_only()},
    "an alpha of 0": {"alpha": 0.0},
    "an alpha that is no number": {"alpha": "1"},
    "an alpha that is a vector": {"alpha": np.ones(2)},
    "a beta that is a vector": {"beta": np.zeros(2)},
    "a letter that cannot be looked up": {"trans_a": ["N"]},
    "an infinite alpha": {"alpha": math.inf},
    "a beta that is NaN": {"beta": math.nan},
    "an unknown letter": {"trans_a": "X"},
    "a letter that is none": {"trans_b": 3},
    "no C for beta": {"c": None, "beta": 1.0},
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_what_is_unusual_takes_the_longer_way(name):
    """Nothing is written."""
    given = square(**UNUSUAL[name])
    before = None if given["c"] is None else given["c"].copy()
    assert gemm_on_host(*given.values()) is None
    assert before is None or np.array_equal(given["c"], before)


@pytest.mark.parametrize("name", [x for x in UNUSUAL if "vector" in x or "complex" in x or "letter" in x])
def test_wrong_numbers_and_letters_are_refused_by_name(name):
    """By the routine, as those of device arrays are."""
    argument = next(iter(UNUSUAL[name]))
    with pytest.raises(ArgumentError, match=f"^{argument}: "):
        gemm(**square(**UNUSUAL[name]))


def test_a_view_of_an_operand_is_refused_as_its_output():
    """Whichever of the two owns the memory; beside it in the same memory is fine."""
    whole = np.ones((8, 4), np.float32)
    for a, c in ((whole[:4], whole[:4]), (whole[:4], whole[3:7]), (whole.T, whole[:4])):
        with pytest.raises(ArgumentError, match="overlaps"):
            gemm(a, np.ones((a.shape[1], 4), np.float32), c=c)
    same = whole[:4].copy()
    for a, b in ((same, whole[:4]), (whole[:4], same), (same.view(), same)):
        with pytest.raises(ArgumentError, match="overlaps"):
            gemm(a, b, c=same)
    assert np.all(gemm(whole[:4], whole[:4], c=whole[4:]) == 4)


@pytest.mark.parametrize("alpha", [1.0, 2.0])
def test_an_output_that_overlaps_is_refused(alpha):
    """By both ways to the BLAS."""
    whole = np.ones((12, 4), np.float32)
    for c in (whole[:4], whole[2:6], whole[6:10]):
        with pytest.raises(ArgumentError, match="overlaps"):
            gemm(whole[:4], whole[8:], c=c, alpha=alpha)


def test_overflows_and_nan_are_not_told_of():
    """As a device says nothing of them; by each of NumPy's functions."""
    a = np.full((4, 4), 3e38, np.float32)
    tall, wide = np.full((100, 2), 3e38, np.float32), np.full((2, 100), 3e38, np.float32)
    with np.errstate(all="raise"):
        assert np.all(np.isinf(gemm(a, a)))
        assert np.all(np.isinf(gemm(tall, wide)))
        assert np.all(np.isinf(gemm(tall[:, :1], wide[:1])))
        assert np.all(np.isinf(gemv(a, a[0])))
        assert np.isinf(dot(a[0], a[1]))
        with np.errstate(all="ignore"):
            b, zeros = a * np.inf, a - a
        assert np.all(np.isnan(gemm(b, zeros)))
