"""Systems with positive definite matrices against the bounds of their residuals and LAPACK's results, on matrices of ten kinds."""

# mypy: disable-error-code="arg-type"
# Letters out of lists.

import itertools

import numpy as np
import pytest

import autoblas
from autoblas.blas.lapack.solve import plan_potrs
from autoblas.calls.complete import complete
from autoblas.errors import ArgumentError, NotPositiveDefiniteError, ShapeError
from support.definite_matrices import (
    DEFINITE,
    FAILING,
    NOT_FINITE,
    UNREAD,
    assert_bounded,
    hermitian,
    left,
    named,
    potrf,
    weak_row,
)
from support.layouts import STACKS, Layout, place
from support.level3_cases import operand, plain_products

TYPES = ("float32", "float64", "complex64", "complex128")

LAYOUTS = itertools.cycle(
    (Layout(), Layout(fortran=True, margin=2), Layout(row_step=2, col_step=3, margin=1))
)


@pytest.fixture
def plain():
    """Products by the plain kernel."""
    with plain_products():
        yield


@pytest.fixture
def on_host(monkeypatch):
    """NumPy computes all of it."""
    monkeypatch.setenv("AUTOBLAS_HOST_BELOW", "inf")


def assert_solved(lower, x, b, dtype, what):
    """Residuals of both substitutions: |b - L L^H x| <= gamma(2 n) |L| |L^H| |x|, Higham's theorem 8.5 twice."""
    size = np.abs(lower) @ (np.abs(lower.T) @ np.abs(x))
    assert_bounded(lower @ (np.conj(lower.T) @ x), b, 2 * len(lower), size, dtype, what)


@pytest.mark.usefixtures("plain", "all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", DEFINITE)
def test_solutions_from_factors(any_device, kind, dtype):
    """Of one right-hand side and of several, in memory of the host and of the device."""
    n, rng = 21, np.random.default_rng(1)
    for uplo, sides, queue in (("L", 5, None), ("U", 5, any_device.queue), ("L", 1, any_device.queue)):
        factor, info = potrf(named(hermitian(kind, n, dtype), uplo), uplo)
        assert info == 0
        b, layout = operand(rng, (n, sides), dtype), next(LAYOUTS)
        matrix, right = place(factor, layout, queue), place(b, layout, queue)
        b_view = right.view if sides > 1 else right.view[:, 0]
        assert autoblas.potrs(matrix.view, b_view, uplo=uplo, queue=any_device.queue) is b_view
        assert_solved(left(factor, uplo), right.values(), b, dtype, (kind, uplo, sides))
        assert matrix.intact()
        assert right.intact()
        assert np.array_equal(matrix.values(), factor)


@pytest.mark.usefixtures("plain", "all_as_written")
@pytest.mark.parametrize("stacking", ["dense", "items adjacent"])
def test_stacks_have_a_factor_for_each_item(any_device, stacking):
    """Right-hand sides of each item too; the plan is that of one system."""
    n, rng, layout = 21, np.random.default_rng(2), STACKS[stacking]
    factors = np.stack([potrf(hermitian("random", n, "float64", seed), "L")[0] for seed in range(3)])
    b = operand(rng, (3, n, 4), "float64")
    for queue in (None, any_device.queue):
        matrix, right = place(factors, layout, queue), place(b, layout, queue)
        complete(
            plan_potrs(matrix.view, right.view, uplo="L", queue=any_device.queue, wait_for=None, stacked=True)
        )
        for item in range(3):
            assert_solved(left(factors[item], "L"), right.values()[item], b[item], "float64", item)
        assert right.intact()


@pytest.mark.usefixtures("on_host")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", DEFINITE)
@pytest.mark.parametrize("uplo", "UL")
def test_systems_are_factored_and_solved(kind, dtype, uplo):
    """Theorem 10.4: the solution is that of a matrix within gamma(3 n + 1) |L| |L^H|; A then has the factor."""
    n = 21
    whole = hermitian(kind, n, dtype)
    a, b = named(whole, uplo), operand(np.random.default_rng(3), (n, 3), dtype)
    x = autoblas.posv(a, b.copy(), uplo=uplo)
    lower = left(a, uplo)
    size = np.abs(lower) @ np.abs(lower.T)
    assert_bounded(lower @ np.conj(lower.T), whole, n + 1, size, dtype, kind)
    assert_bounded(whole.astype(lower.dtype) @ x, b, 3 * n + 1, size @ np.abs(x), dtype, kind)
    other = np.tri(n, k=-1, dtype=bool) if uplo == "U" else ~np.tri(n, dtype=bool)
    assert np.all(a[other] == UNREAD)


@pytest.mark.usefixtures("on_host")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", FAILING)
@pytest.mark.parametrize("uplo", "UL")
def test_the_row_without_a_factor_is_that_of_lapack(kind, dtype, uplo):
    """As an error, or in ``info`` where the caller gave one; the right-hand sides stay. OpenBLAS looks for no NaN."""
    n = 21
    a, b = named(hermitian(kind, n, dtype), uplo), operand(np.random.default_rng(4), (n,), dtype)
    info, x = np.full(1, -1, np.int32), b.copy()
    autoblas.posv(a.copy(), x, uplo=uplo, info=info)
    assert info[0] == weak_row(n) + 1
    assert potrf(a, uplo)[1] in ((0, info[0]) if kind in NOT_FINITE else (info[0],))
    assert np.array_equal(x, b)
    with pytest.raises(NotPositiveDefiniteError) as caught:
        autoblas.posv(a, b, uplo=uplo)
    assert caught.value.row == weak_row(n)


def test_what_does_not_fit_is_refused():
    """Right-hand sides of other lengths, stacks, and those that overlap the matrix."""
    a = np.eye(4)
    for b in (np.ones(3), np.ones((3, 2)), np.ones((1, 4, 2))):
        with pytest.raises(ShapeError):
            autoblas.potrs(a, b)
    with pytest.raises(ArgumentError, match="overlaps a"):
        autoblas.potrs(a, a[:, 1])


@pytest.mark.usefixtures("on_host")
def test_nothing_to_solve_is_left_alone():
    """No right-hand sides, or no rows; of ``posv`` the matrix is factored all the same."""
    assert autoblas.potrs(np.eye(4), np.ones((4, 0))).shape == (4, 0)
    a = 4 * np.eye(4)
    autoblas.posv(a, np.ones((4, 0)))
    assert np.array_equal(a, 2 * np.eye(4))
