"""Many small systems against LAPACK's factors, pivots and numbers of rows, on matrices of ten kinds in one batch."""

from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest
from scipy.linalg import get_lapack_funcs

import autoblas
from autoblas.blas.lapack.calls import MANY, many_small
from autoblas.blas.lapack.host import lu
from autoblas.errors import NotPositiveDefiniteError, SingularError
from autoblas.plan.bound import BoundPlan
from autoblas.precision import FLOAT32
from autoblas.problems.views import MatrixView
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
from support.layouts import STACKS, place
from support.level3_cases import operand

pytestmark = pytest.mark.usefixtures("all_as_written")

TYPES = ("float32", "float64", "complex64", "complex128")
KINDS = (*DEFINITE, *FAILING)
ITEMS = 2 * MANY + 3


@pytest.fixture
def launches(monkeypatch):
    """The names of the kernels that are launched."""
    names = []
    launch = BoundPlan.launch

    def recorded(self, *args, **kwargs):
        names.append(self.choice.kernel.name)
        return launch(self, *args, **kwargs)

    monkeypatch.setattr(BoundPlan, "launch", recorded)
    return names


def general(kind: str, n: int, dtype: str, seed: int) -> np.ndarray:
    """A matrix without symmetry: rows of a Hermitian one of that kind, exchanged and scaled."""
    rng = np.random.default_rng(seed)
    a = hermitian(kind, n, dtype, seed) * rng.choice([0.5, 1, 2], n).astype(np.float32)
    return a[rng.permutation(n)]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("uplo", "UL")
def test_factors_and_rows_without_them_are_those_of_lapack(any_device, dtype, uplo):
    """Every kind of matrix in one batch: those without a factor spoil no other, and the other triangle stays."""
    n = 9
    whole = np.stack([hermitian(KINDS[item % len(KINDS)], n, dtype, item) for item in range(ITEMS)])
    stack = np.stack([named(a, uplo) for a in whole])
    a, info = cl_array.to_device(any_device.queue, stack), cl_array.empty(any_device.queue, ITEMS, np.int32)
    assert autoblas.potrf_batched(a, uplo=uplo, info=info) is a
    for item, (factor, number) in enumerate(zip(a.get(), info.get(), strict=True)):
        kind, other = KINDS[item % len(KINDS)], np.tri(n, k=-1, dtype=bool)
        assert np.all(factor[other if uplo == "U" else other.T] == UNREAD)
        expected = potrf(stack[item], uplo)[1]
        assert number == (weak_row(n) + 1 if kind in FAILING else 0)
        assert kind in NOT_FINITE or number == expected
        if kind in DEFINITE:
            lower = left(factor, uplo)
            size = np.abs(lower) @ np.abs(lower.T)
            assert_bounded(lower @ np.conj(lower.T), whole[item], n + 1, size, dtype, kind)


@pytest.mark.parametrize("dtype", TYPES)
def test_pivots_and_singular_rows_are_those_of_lapack(any_device, dtype):
    """Also where a pivot is zero, after which LAPACK goes on; a matrix with NaN spoils no other."""
    n, kinds = 9, tuple(kind for kind in KINDS if kind not in NOT_FINITE)
    stack = np.stack([general(kinds[item % len(kinds)], n, dtype, item) for item in range(ITEMS)])
    stack[-1, 2, 1] = np.nan
    a, info = cl_array.to_device(any_device.queue, stack), cl_array.empty(any_device.queue, ITEMS, np.int32)
    pivots: Any = cl_array.empty(any_device.queue, (ITEMS, n), np.int32)
    autoblas.getrf_batched(a, pivots, info=info)
    for item in range(ITEMS - 1):
        kind = kinds[item % len(kinds)]
        expected, rows, number = get_lapack_funcs(["getrf"], [stack])[0](stack[item])
        assert info.get()[item] == number
        assert np.array_equal(pivots.get()[item], rows)
        size = np.abs(np.tril(expected, -1) + np.eye(n)) @ np.abs(np.triu(expected))
        factor = a.get()[item].astype(np.clongdouble)
        product = (np.tril(factor, -1) + np.eye(n)) @ np.triu(factor)
        order = np.arange(n)
        for k, row in enumerate(rows):
            order[[k, row]] = order[[row, k]]
        assert_bounded(product, stack[item][order].astype(np.clongdouble), n + 1, size, dtype, kind)


@pytest.mark.parametrize("stacking", STACKS)
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
def test_systems_are_solved_in_one_launch(any_device, launches, stacking, dtype):
    """Of either method, from the matrices or from factors, in any layout, with one right-hand side or several."""
    n, rng, layout, queue = 7, np.random.default_rng(4), STACKS[stacking], any_device.queue
    whole = np.stack([hermitian("well conditioned", n, dtype, item) for item in range(ITEMS)])
    for sides in (3, 1):
        b = operand(rng, (ITEMS, n, sides), dtype)
        for name in ("posv_batched", "gesv_batched"):
            a, x = place(whole, layout, queue), place(b, layout, queue)
            launches.clear()
            solved = x.view if sides > 1 else x.view[..., 0]
            assert getattr(autoblas, name)(a.view, solved, queue=queue) is solved
            assert launches == ["factor_items"]
            np.testing.assert_allclose(whole @ x.values(), b, atol=1e-4 if dtype == "float32" else 1e-12)
            assert a.intact()
            assert x.intact()
            if name == "posv_batched":
                y = place(b, layout, queue)
                autoblas.potrs_batched(a.view, y.view, queue=queue)
                np.testing.assert_allclose(y.values(), x.values(), atol=1e-4 if dtype == "float32" else 1e-12)


@pytest.mark.parametrize("dtype", TYPES)
def test_inverses(any_device, dtype):
    """Each times its matrix is the unit matrix."""
    n = 11
    whole = np.stack([general("well conditioned", n, dtype, item) for item in range(ITEMS)])
    a = cl_array.to_device(any_device.queue, whole)
    inverse = autoblas.inv_batched(a).get()
    units = np.broadcast_to(np.eye(n), whole.shape)
    np.testing.assert_allclose(whole @ inverse, units, atol=64 * n * np.finfo(dtype).eps)


@pytest.mark.usefixtures("here")
def test_errors_name_the_item_and_the_row():
    """Of NumPy arrays, whether the device computes them or NumPy; with ``info`` nothing is raised."""
    definite = np.stack(
        [hermitian("indefinite" if item == 5 else "random", 4, "float64") for item in range(7)]
    )
    with pytest.raises(NotPositiveDefiniteError) as caught:
        autoblas.potrf_batched(definite.copy())
    assert (caught.value.item, caught.value.row) == (5, weak_row(4))
    singular = definite.copy()
    singular[3, :, 2] = 0
    info = np.full(7, -1, np.int32)
    autoblas.gesv_batched(singular.copy(), np.ones((7, 4)), info=info)
    assert info.tolist() == [0, 0, 0, 3, 0, 0, 0]
    with pytest.raises(SingularError) as raised:
        autoblas.inv_batched(singular)
    assert (raised.value.item, raised.value.row) == (3, 2)


def test_ties_are_broken_as_in_lapack(any_device):
    """The first of the largest elements is the pivot, in every lane by itself."""
    rng = np.random.default_rng(8)
    stack = rng.choice([-1.0, 1.0], (ITEMS, 6, 6)).astype(np.float32)
    a = cl_array.to_device(any_device.queue, stack)
    info = cl_array.zeros(any_device.queue, ITEMS, np.int32)
    new: Any = autoblas.getrf_batched(a, info=info)[1]
    pivots = new.get()
    for item, matrix in enumerate(stack):
        expected = np.empty(6, np.int32)
        assert info.get()[item] == lu(matrix, expected)
        assert np.array_equal(pivots[item], expected)


def test_few_large_systems_are_no_batch_of_small_ones():
    """They go to the kernels of large matrices, which a launch for all items would leave idle."""

    def view(rows, items):
        return MatrixView(FLOAT32, rows, rows, rows, 1, items, rows * rows)

    assert many_small(view(32, MANY))
    assert many_small(view(8, 2))
    assert not many_small(view(9, MANY - 1))
    assert not many_small(view(33, 1000))
    assert not many_small(view(4, MANY), view(33, MANY))
    assert not many_small(view(4, 1))
