"""Layouts of matrices: strides made regular, self-overlap, and whether two arrays share an element."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.arrays.opencl import ADAPTER
from autoblas.errors import ArgumentError, PrecisionError, ShapeError, StrideError
from autoblas.precision import FLOAT32, FLOAT64, TYPES
from autoblas.problems.views import MatrixView, extent, matrix_view, share_memory, stack_view

Array = np.ndarray[Any, np.dtype[Any]]


@st.composite
def views(draw: st.DrawFn) -> Array:
    """A view of a numbered array: sliced, stepped, reversed, transposed."""
    base = np.arange(400, dtype=draw(st.sampled_from([np.float32, np.float64]))).reshape(20, 20)
    rows, cols = (
        slice(draw(st.integers(0, 9)), draw(st.integers(4, 20)), draw(st.integers(1, 5))) for _ in "rc"
    )
    view = base[rows, cols][:: draw(st.sampled_from([1, -1])), :: draw(st.sampled_from([1, -1]))]
    return view.T if draw(st.booleans()) else view


def _at(view: MatrixView, array: Array) -> Array:
    """The elements of a layout, found by its strides from element (0, 0) on."""
    rows, cols = np.indices(view.shape)
    start = array.__array_interface__["data"][0]
    addresses = start + (rows * view.row_stride + cols * view.col_stride) * view.precision.size
    base = array.base
    assert isinstance(base, np.ndarray)
    flat = base.reshape(-1)
    numbers = (addresses - flat.__array_interface__["data"][0]) // view.precision.size
    return np.asarray(flat[numbers])


@given(views())
def test_a_layout_finds_every_element(array):
    """Rows and columns times their strides, from element (0, 0), is where the elements lie."""
    view = matrix_view("x", array)
    assert view.shape == array.shape
    assert view.precision.dtype == array.dtype
    if array.size:
        assert np.array_equal(_at(view, array), array)
        assert np.array_equal(_at(view.transposed, array), array.T)


@given(views())
def test_the_order_says_which_stride_is_one(array):
    """Kernels leave the multiplication by that stride out, so it must be 1; transposing exchanges row and col."""
    view = matrix_view("x", array)
    if view.order == "any":
        assert view.row_stride != 1
        assert view.col_stride != 1
    assert view.order != "row" or view.col_stride == 1
    assert view.order != "col" or view.row_stride == 1
    assert view.transposed.transposed == view
    if {view.row_stride, view.col_stride} != {1}:
        flipped = {"row": "col", "col": "row", "any": "any"}
        assert view.transposed.order == flipped[view.order]


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1), (0, 5), (5, 0), (0, 0)])
@pytest.mark.parametrize("step", [1, 2, -1])
def test_axes_of_one_element_have_no_stride_of_their_own(shape, step):
    """Whatever NumPy holds for the stride of a short axis, equal matrices share a plan."""
    base = np.zeros((20, 20), np.float32)
    cut = base[::step, ::2][: shape[0], : shape[1]]
    view = matrix_view("x", cut)
    assert abs(view.row_stride) > 0
    assert view.col_stride > 0
    if shape[1] <= 1:
        assert view.order == "row"
    if shape[0] <= 1 < shape[1]:
        assert view.order == "col"
        assert view == matrix_view("x", base[5:6, ::2][: shape[0], : shape[1]])


def test_a_dense_column_lies_along_itself():
    """Its elements are adjacent, which those of a column cut from a matrix are not."""
    whole = np.zeros((6, 4), np.float32)
    assert matrix_view("x", np.zeros((6, 1), np.float32)).order == "col"
    assert matrix_view("x", np.zeros((6, 1), np.float32)).transposed.order == "row"
    assert matrix_view("x", whole[:, 1:2]).order == "row"
    image = matrix_view("x", np.zeros((6, 1), np.float32))._replace(memory="image")
    assert image.order == "row"


@given(st.integers(0, 4), st.integers(0, 4), st.integers(-6, 6), st.integers(-6, 6))
def test_an_output_that_overlaps_itself_is_seen(rows, cols, row_stride, col_stride):
    """Two elements at one address are never overlooked, and slices of an array are never accused."""
    view = MatrixView(FLOAT32, rows, cols, row_stride, col_stride)
    offsets = [i * row_stride + j * col_stride for i in range(rows) for j in range(cols)]
    if len(set(offsets)) < len(offsets):
        assert view.overlaps_itself


@given(views())
def test_slices_do_not_overlap_themselves(array):
    """Whatever slicing, stepping, reversing and transposing gives has its elements apart."""
    assert not matrix_view("x", array).overlaps_itself


@given(views())
def test_the_memory_of_an_array_is_a_vector_in_which_it_begins_somewhere(array):
    """The vector holds every element, and the first one at the place that is told."""
    flat, first = extent(array)
    assert flat.ndim <= 2
    if array.size:
        assert flat.ravel(order="K")[first] == array[(0,) * array.ndim]
        assert set(array.ravel().tolist()) <= set(flat.ravel().tolist())


@st.composite
def stacks(draw: st.DrawFn) -> Array:
    """A view of a numbered array of three axes: sliced, stepped, reversed, with its axes in any order."""
    base = np.arange(1000, dtype=np.float32).reshape(10, 10, 10)
    cuts = (
        slice(draw(st.integers(0, 6)), draw(st.integers(3, 10)), draw(st.sampled_from([1, 2, 3])))
        for _ in "irc"
    )
    turns = (slice(None, None, draw(st.sampled_from([1, -1]))) for _ in "irc")
    return base[tuple(cuts)][tuple(turns)].transpose(draw(st.permutations(range(3))))


@given(stacks())
def test_a_stack_finds_every_item(array):
    """Item times step, from element (0, 0) of the first, is where an item lies; slices of an array lie apart."""
    view = stack_view("x", array)
    assert (view.items, *view.shape) == array.shape
    assert not view.overlaps_itself
    if array.size:
        first = array.__array_interface__["data"][0]
        for item in range(view.items):
            assert matrix_view("x", array[item]) == view._replace(items=1, step=0)
            assert array[item].__array_interface__["data"][0] == first + item * view.step * 4


@given(
    st.tuples(*[st.integers(0, 4)] * 3), st.tuples(st.integers(-9, 9), st.integers(-6, 6), st.integers(-3, 3))
)
def test_a_stack_that_overlaps_itself_is_seen(sizes, strides):
    """Items that reach into each other are never overlooked."""
    items, rows, cols = sizes
    step, row_stride, col_stride = strides
    view = MatrixView(FLOAT32, rows, cols, row_stride, col_stride, items, step)
    offsets = np.add.outer(
        np.arange(items) * step, np.add.outer(np.arange(rows) * row_stride, np.arange(cols) * col_stride)
    )
    if np.unique(offsets).size < offsets.size:
        assert view.overlaps_itself


def test_a_matrix_is_a_stack_of_one():
    """Two axes give a single matrix; a constant step of zero is a matrix that all items share."""
    array = np.zeros((4, 5), np.float32)
    assert stack_view("x", array) == matrix_view("x", array)
    shared = stack_view("x", np.broadcast_to(array, (7, 4, 5)))
    assert (shared.items, shared.step) == (7, 0)
    assert shared.overlaps_itself


def test_steps_must_be_whole_elements_and_items_countable():
    """A stack of records' fields can lie between elements; a stack can have more items than a launch."""
    odd = np.zeros(3, [("x", "f4", (4, 5)), ("y", "u1")])["x"]
    with pytest.raises(StrideError, match=r"x: expected strides of whole elements; got \(81"):
        stack_view("x", odd)
    many = SimpleNamespace(shape=(2**31, 2, 2), dtype=np.dtype("f4"), strides=(16, 8, 4))
    with pytest.raises(ShapeError, match="x: expected at most 2147483647 matrices"):
        stack_view("x", many)
    for shape in ((), (3,), (2, 3, 4, 5)):
        with pytest.raises(ShapeError):
            stack_view("x", np.zeros(shape, np.float32))


@pytest.mark.parametrize("shape", [(), (3,), (2, 3, 4)])
def test_only_matrices_are_matrices(shape):
    """A vector or a cube is refused, with its shape."""
    with pytest.raises(ShapeError) as caught:
        matrix_view("x", np.zeros(shape, np.float32))
    assert (caught.value.argument, caught.value.got) == ("x", f"shape {shape}")


@pytest.mark.parametrize("name", [name for name in TYPES if name != "bfloat16"])
def test_element_types_that_have_kernels_are_served(name):
    """A layout knows its element type, whatever NumPy calls it."""
    assert matrix_view("x", np.zeros((2, 2), name)).precision is TYPES[name]
    assert stack_view("x", np.zeros((2, 2, 2), name)).precision is TYPES[name]


@pytest.mark.parametrize("dtype", ["uint64", "uint16", "longdouble", "clongdouble", "bool", "object"])
def test_element_types_without_kernels_are_refused(dtype):
    """The error names the type, and those that there are kernels for."""
    with pytest.raises(PrecisionError, match="x: expected float16, float32, float64, complex64"):
        matrix_view("x", np.zeros((2, 2), dtype))


def test_foreign_bytes_are_refused():
    """Elements in the other byte order would be read as other numbers."""
    with pytest.raises(ArgumentError, match="byte order"):
        matrix_view("x", np.zeros((2, 2), np.dtype(np.float64).newbyteorder()))


def test_strides_must_be_whole_elements_and_addressable():
    """A field of a record can lie between elements; a stride can exceed what kernels take."""
    records = np.zeros((3, 3), [("x", "f4"), ("y", "f8")])
    assert matrix_view("x", records["x"]).col_stride == 3
    with pytest.raises(StrideError, match="36 bytes"):
        matrix_view("y", records["y"])
    far = SimpleNamespace(shape=(2, 2), dtype=np.dtype(np.float64), strides=(8 * 2**31, 8))
    with pytest.raises(StrideError):
        matrix_view("x", far)
    long = SimpleNamespace(shape=(2**31, 2), dtype=np.dtype(np.float64), strides=(16, 8))
    with pytest.raises(ShapeError):
        matrix_view("x", long)
    assert (
        matrix_view("x", SimpleNamespace(shape=(1, 2), dtype=np.dtype("f8"), strides=(7, 8))).precision
        is FLOAT64
    )


def _place_in(memory: object, base: Array, array: Array) -> Any:
    """A stand-in for a pyopencl array that lies in ``memory`` as ``array`` does in ``base``."""
    offset = array.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    return SimpleNamespace(
        base_data=memory,
        size=array.size,
        dtype=array.dtype,
        shape=array.shape,
        strides=array.strides,
        offset=offset,
    )


@given(st.data())
def test_arrays_overlap_where_they_share_an_element(data):
    """Interleaved views of one array are apart; one common element is enough, on the host and on a device."""
    base = np.arange(400, dtype=np.float32).reshape(20, 20)

    def cut():
        rows, cols = (
            slice(data.draw(st.integers(0, 19)), data.draw(st.integers(0, 20)), data.draw(st.integers(1, 4)))
            for _ in "rc"
        )
        return base[rows, cols][:: data.draw(st.sampled_from([1, -1]))]

    x, y = cut(), cut()
    common = bool(set(x.ravel().tolist()) & set(y.ravel().tolist()))
    assert share_memory(x, y) == common
    memory = object()
    copy = _place_in(memory, base, x)
    assert ADAPTER.overlap(copy, _place_in(memory, base, y)) == common
    assert not ADAPTER.overlap(copy, _place_in(object(), base, y))


def test_a_hard_question_counts_as_overlap(monkeypatch):
    """Where NumPy gives up, the answer that cannot corrupt a result is given."""

    def raise_too_hard(*_, **__):
        raise np.exceptions.TooHardError

    x = np.zeros((4, 4))
    assert not share_memory(x[::2], x[1::2])
    monkeypatch.setattr(np, "shares_memory", raise_too_hard)
    assert share_memory(x[::2], x[1::2])
