"""Cholesky's factors against the bound of their residuals and LAPACK's results, on matrices of ten kinds."""

# mypy: disable-error-code="arg-type"
# Letters out of lists.

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.blas.cached_calls import plan_of
from autoblas.blas.lapack import cholesky
from autoblas.blas.lapack.solve import plan_posv
from autoblas.calls.complete import complete
from autoblas.calls.dispatch import bound_call
from autoblas.calls.serve import target_of
from autoblas.errors import NotPositiveDefiniteError
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
from support.level3_cases import plain_products

TYPES = ("float32", "float64", "complex64", "complex128")

LAYOUTS = (Layout(), Layout(fortran=True, margin=2), Layout(row_step=2, col_step=3, margin=1))

ROWS = 53
"""Of four blocks and a smaller one, so that the recursion has equal and unequal halves."""

WIDTH = 12


@pytest.fixture(autouse=True)
def narrow_blocks(monkeypatch):
    """Blocks of few rows, and products by the plain kernel."""
    monkeypatch.setattr(cholesky, "block_width", lambda *_: WIDTH)
    with plain_products():
        yield


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", DEFINITE)
def test_factors_are_within_their_bound(any_device, kind, dtype):
    """Theorem 10.3: |A - L L^H| <= gamma(n + 1) |L| |L^H|; what is beside the triangle, and the rest of memory, stays."""
    whole = hermitian(kind, ROWS, dtype)
    for uplo in "LU":
        for layout in LAYOUTS:
            matrix = place(named(whole, uplo), layout, any_device.queue)
            info = cl_array.to_device(any_device.queue, np.full(1, -1, np.int32))
            assert autoblas.potrf(matrix.view, uplo=uplo, info=info) is matrix.view
            factor = matrix.values()
            lower = left(factor, uplo)
            size = np.abs(lower) @ np.abs(lower.T)
            assert_bounded(lower @ np.conj(lower.T), whole, ROWS + 1, size, dtype, (kind, uplo, layout))
            other = np.tri(ROWS, k=-1, dtype=bool) if uplo == "U" else ~np.tri(ROWS, dtype=bool)
            assert np.all(factor[other] == UNREAD)
            assert info.get()[0] == 0
            assert matrix.intact()


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", FAILING)
def test_the_row_without_a_factor_is_that_of_lapack(any_device, kind, dtype):
    """In ``info``, or as an error of a NumPy array."""
    for uplo in "LU":
        a = named(hermitian(kind, ROWS, dtype), uplo)
        assert potrf(a, uplo)[1] in ((0, weak_row(ROWS) + 1) if kind in NOT_FINITE else (weak_row(ROWS) + 1,))
        matrix = place(a, Layout(), any_device.queue)
        info = cl_array.to_device(any_device.queue, np.full(1, -1, np.int32))
        autoblas.potrf(matrix.view, uplo=uplo, info=info)
        assert info.get()[0] == weak_row(ROWS) + 1
        with pytest.raises(NotPositiveDefiniteError) as caught:
            autoblas.potrf(a, uplo=uplo, queue=any_device.queue)
        assert caught.value.row == weak_row(ROWS)


@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("stacking", ["dense", "items adjacent"])
def test_stacks_have_a_factor_and_a_number_for_each_item(any_device, stacking):
    """The plan of one matrix serves many; an item without a factor changes no other."""
    kinds = ("random", "indefinite", "graded", "not a number")
    stack = np.stack([named(hermitian(kind, ROWS, "float64"), "L") for kind in kinds])
    matrix = place(stack, STACKS[stacking], any_device.queue)
    sides = place(np.ones((len(kinds), ROWS, 1)), STACKS[stacking], any_device.queue)
    info = cl_array.to_device(any_device.queue, np.full(len(kinds), -1, np.int32))
    options = {"uplo": "L", "info": info, "queue": any_device.queue, "wait_for": None}
    complete(plan_posv(matrix.view, sides.view, stacked=True, **options))
    assert info.get().tolist() == [0, weak_row(ROWS) + 1, 0, weak_row(ROWS) + 1]
    for item in (0, 2):
        lower = left(matrix.values()[item], "L")
        whole = hermitian(kinds[item], ROWS, "float64")
        size = np.abs(lower) @ np.abs(lower.T)
        assert_bounded(lower @ lower.T, whole, ROWS + 1, size, "float64", kinds[item])
    assert matrix.intact()


@pytest.mark.usefixtures("nothing_compiled")
def test_blocks_are_factored_and_solved_for_in_one_launch_each(pocl):
    """Of five blocks, the last of which has no rows below; each halving multiplies once."""
    a = cl_array.zeros(pocl.queue, (ROWS, ROWS), np.float32)
    launches = bound_call(plan_of(autoblas.potrf)(a), target_of(pocl.queue)).launches
    families = [plan.choice.problem.family for plan, _ in launches]
    assert families.count("factorization") == 5
    assert families.count("substitution") == 4
    assert families.count("gemm") == 4


def test_equal_blocks_share_a_plan(any_device):
    """The row that a block on the diagonal begins at is a value of its launch, not part of what its plan is kept by."""
    a = cl_array.to_device(any_device.queue, hermitian("random", 4 * WIDTH, "float32"))
    launches = bound_call(plan_of(autoblas.potrf)(a), target_of(any_device.queue)).launches
    blocks = [(plan, values["first"]) for plan, values in launches if "info" in values]
    assert [first for _, first in blocks] == [0, WIDTH, 2 * WIDTH, 3 * WIDTH]
    assert len({id(plan) for plan, _ in blocks}) == 1
