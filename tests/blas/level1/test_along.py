"""Reductions along an axis: every routine, type and layout, NumPy's indices, results that are given, and refusals."""

import functools
from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.checks.verify import compare, integers, product_bound, reals
from autoblas.errors import ArgumentError, DeviceMismatchError, PrecisionError, ShapeError, StrideError
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems.vector import Reduce
from support.layouts import LAYOUTS, Placed
from support.vector_cases import PRECISIONS

pytestmark = pytest.mark.usefixtures("all_as_written")

SUMS, INDICES = ("sum", "asum", "nrm2"), ("iamax", "iamin", "imax", "imin")

SHAPES = ((1, 1), (1, 9), (9, 1), (7, 100), (130, 33))


@pytest.fixture
def device(pocl):
    """A function that copies an array to PoCL."""
    return functools.partial(cl_array.to_device, pocl.queue)


def expected(name: str, x: Any, axis: int) -> tuple[Any, Any]:
    """The results in higher precision, and the magnitudes of their bounds."""
    rows = x if axis == 1 else x.T
    precision = {p.dtype: p for p in PRECISIONS}[x.dtype]
    reference: tuple[Any, Any] = Reduce(name, rows.shape[1], precision, items=len(rows)).reference(rows)
    return reference


@pytest.mark.budget(each="name")
@pytest.mark.parametrize("precision", PRECISIONS, ids=str)
@pytest.mark.parametrize("name", [*SUMS, *INDICES])
def test_every_reduction_along_both_axes_of_every_layout(pocl, name, precision):
    """Sums lie within their bounds, indices are those of the first extremes; the matrix stays."""
    rng, layouts = np.random.default_rng(5), list(LAYOUTS.values())
    draw = integers if name in INDICES else reals
    for number, shape in enumerate(SHAPES):
        x = draw(rng, shape, precision)
        for axis in (0, 1):
            reference, magnitude = expected(name, x, axis)
            for queue in (None, pocl.queue):
                layout = layouts[(2 * number + axis) % len(layouts)]
                placed = Placed(x, layout, queue)
                result = getattr(autoblas, name)(placed.view, axis=axis - 2 * (number % 2))
                found = result if queue is None else result.get()
                assert placed.intact()
                assert found.shape == reference.shape
                if name in INDICES:
                    assert found.dtype == np.int64
                    assert np.array_equal(found, reference)
                    continue
                problem = Reduce(name, shape[axis], precision)
                assert found.dtype == problem.result.dtype
                real = reference if found.dtype.kind == "c" else reference.real
                bound = product_bound(magnitude, real, shape[axis], problem.result, problem.accumulator)
                verdict = compare(found, real, bound)
                assert verdict.ok, f"{shape} {axis} {layout}: {verdict}"


def test_nan_and_infinities_along_an_axis(pocl):
    """As in vectors: passed over, but the answer where they come first; norms do not overflow."""
    x = np.array([[1, np.nan, 3], [np.nan, 1, 5], [np.inf, -np.inf, 0], [1e300, 1e300, 0]])
    arrays: tuple[Any, ...] = (x, cl_array.to_device(pocl.queue, x))
    for a in arrays:
        options = {} if a is x else {"queue": pocl.queue}
        rows = [getattr(autoblas, name)(a, axis=1, **options) for name in ("imax", "imin", "iamin", "nrm2")]
        found = [row if a is x else row.get() for row in rows]
        assert [row.tolist() for row in found[:3]] == [[2, 0, 0, 0], [0, 0, 1, 2], [0, 0, 2, 2]]
        assert found[3][3] == pytest.approx(np.sqrt(2) * 1e300)


def test_numpy_arrays_with_a_queue_are_reduced_by_the_device(pocl):
    """To what NumPy makes of whole numbers."""
    x = np.arange(600, dtype=np.float32).reshape(20, 30)
    for axis in (0, 1):
        assert np.array_equal(autoblas.sum(x, axis=axis, queue=pocl.queue), x.sum(axis))
        assert np.array_equal(autoblas.imax(x[:, ::-2], axis=axis, queue=pocl.queue), x[:, ::-2].argmax(axis))


def test_results_that_are_given_and_repeated_and_prepared_calls(device):
    """Vectors among canaries, in both kinds of memory; other types; the same call again, and on other arrays."""
    x = np.arange(12.0).reshape(3, 4)
    for put in (np.array, device):
        a, out = put(x), put(np.full(9, -7.0))
        for _ in range(3):
            assert autoblas.sum(a, axis=0, out=out[2:6]) is not None
        full: Any = out
        full = full if put is np.array else full.get()
        assert full.tolist() == [-7, -7, 12, 15, 18, 21, -7, -7, -7]
    a = device(x.astype(np.float32))
    wide = autoblas.sum(a, axis=1, accumulator=np.float64, dtype=np.float64)
    assert wide.dtype == np.float64
    assert wide.get().tolist() == [6, 22, 38]
    call = autoblas.prepare(autoblas.iamax, a, axis=1)
    assert call().get().tolist() == [3, 3, 3]
    assert call(x=device(-x.astype(np.float32)[:, ::-1].copy())).get().tolist() == [0, 0, 0]


def test_axes_without_elements(device):
    """Sums of nothing are 0, indices -1; of no vectors there is no result."""
    for put in (np.array, device):
        for shape, axis in (((3, 0), 1), ((0, 3), 0), ((0, 3), 1), ((3, 0), 0)):
            total = autoblas.sum(put(np.zeros(shape)), axis=axis)
            index = autoblas.imin(put(np.zeros(shape)), axis=axis)
            total, index = (v if put is np.array else v.get() for v in (total, index))
            count = shape[1 - axis]
            assert (total.tolist(), index.tolist()) == ([0.0] * count, [-1] * count)


def test_what_does_not_fit_is_refused(device):
    """By the name of the argument."""
    x = device(np.ones((3, 4)))
    wrong: tuple[tuple[dict[str, Any], type[ArgumentError], str], ...] = (
        ({"axis": 2}, ArgumentError, "axis"),
        ({"axis": -3}, ArgumentError, "axis"),
        ({"axis": 1.0}, ArgumentError, "axis"),
        ({"axis": 0, "out": device(np.ones(3))}, ShapeError, "out"),
        ({"axis": 0, "out": device(np.ones(4, np.float32))}, PrecisionError, "out"),
        ({"axis": 0, "out": device(np.ones(8))[::2]}, StrideError, "out"),
        ({"axis": 0, "out": np.ones(4)}, DeviceMismatchError, "out"),
        ({"axis": 0, "out": x[1]}, ArgumentError, "out"),
    )
    for options, error, argument in wrong:
        with pytest.raises(error) as raised:
            autoblas.sum(x, **options)
        assert raised.value.argument == argument
    for array in (np.ones(3), device(np.ones(3)), device(np.ones((2, 2, 2)))):
        with pytest.raises(ShapeError, match="x: expected"):
            autoblas.imin(array, axis=0)
    with pytest.raises(ShapeError):
        autoblas.sum(x)
    with pytest.raises(PrecisionError):
        autoblas.sum(device(np.ones((3, 3), np.int32)), axis=0)


def test_layouts_choose_lanes_of_sets_that_lie_side_by_side():
    """Of rows of a matrix stored by columns too; not of one vector, nor with gaps."""
    from autoblas.plan.layouts.vector import ReduceLayout
    from autoblas.problems.views import vector_view

    a = np.ones((8, 6), np.float32)
    for x, axis, beside in (
        (a, 0, True),
        (a, 1, False),
        (a.T, 1, True),
        (a[:, ::2], 0, False),
        (a[:, :1], 0, False),
    ):
        view = vector_view("x", x, stacked=True, axis=axis)
        assert ReduceLayout("sum", (view,), FLOAT32, FLOAT64, view.items).problem.interleaved is beside
