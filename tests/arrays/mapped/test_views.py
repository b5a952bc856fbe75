"""Views of a mapped array: while it is mapped they do what NumPy's arrays do, and afterwards every use raises."""

import copy
import operator
import pickle
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.arrays.mapped.views import MappedView, Window
from autoblas.calls.memory import mapped_empty
from autoblas.errors import MappingError

Array = np.ndarray[Any, np.dtype[Any]]


@pytest.fixture
def filled(pocl):
    """An array of shape (4, 6), a view of it, and what the view holds."""
    x = mapped_empty((4, 6), "float32", queue=pocl.queue)
    data = np.random.default_rng(7).standard_normal((4, 6), np.float32)
    view = x.map()
    view[...] = data
    yield x, view, data
    if x.is_mapped:
        x.unmap()


SHARING: dict[str, Callable[[Any], Any]] = {
    "row": lambda a: a[1],
    "slice": lambda a: a[1:, ::2],
    "reversed": lambda a: a[::-1, ::-2],
    "new axis": lambda a: a[:, None, ..., 2],
    "T": lambda a: a.T,
    "reshape": lambda a: a.reshape(-1),
    "ravel": np.ravel,
    "view": lambda a: a.view(np.int32),
    "real": lambda a: a.real,
    "swapaxes": lambda a: np.swapaxes(a, 0, 1),
    "split": lambda a: np.split(a, 2)[1],
    "broadcast": lambda a: np.broadcast_to(a, (2, 4, 6)),
    "iteration": lambda a: list(a)[2],
    "astype without copy": lambda a: a.astype(np.float32, copy=False),
    "slice of a slice": lambda a: a[1:][:, 2:].T[::-1],
}
COPYING: dict[str, Callable[[Any], Any]] = {
    "element": lambda a: a[1, 2],
    "fancy": lambda a: a[[0, 2]],
    "mask": lambda a: a[a > 0],
    "add": lambda a: a + 1,
    "reflected": lambda a: 2 - a,
    "with an array": lambda a: np.ones((4, 6)) * a,
    "product": lambda a: a @ a.T,
    "comparison": lambda a: a <= 0.5,
    "negation": operator.neg,
    "sum": np.sum,
    "sum method": lambda a: a.sum(axis=0),
    "reduction of a ufunc": lambda a: np.maximum.reduce(a, axis=1),
    "function of several": lambda a: np.concatenate([a, a[:1]]),
    "nested": lambda a: np.block([[a, a], [a, a]]),
    "linear algebra": np.linalg.norm,
    "einsum": lambda a: np.einsum("ij,kj->ik", a, a),
    "where": lambda a: np.where(a > 0, a, -1),
    "equality": lambda a: np.array_equal(a, a),
    "astype": lambda a: a.astype(np.float64),
    "copy": lambda a: a.copy(),
    "array": np.array,
    "array of another type": lambda a: np.asarray(a, np.float64),
    "array of views": lambda a: np.array([a, a]),
    "assigned elsewhere": lambda a: _assigned(np.zeros((4, 6)), a),
    "list": lambda a: a.tolist(),
    "bytes": lambda a: a.tobytes(),
    "print": str,
    "format": lambda a: f"{a}",
    "length": len,
    "contains": lambda a: a[2, 3] in a,
    "truth": lambda a: bool(a[:1, :1]),
    "zero dimensions": lambda a: [f(a[1, 1, ...]) for f in (int, float, complex)],
    "shape": lambda a: (a.shape, a.dtype, a.ndim, a.size, a.nbytes),
    "pickle": lambda a: pickle.loads(pickle.dumps(a)),
    "shallow copy": copy.copy,
    "deep copy": copy.deepcopy,
    "interpolation": lambda a: np.interp(a[0], [-1, 1], [0, 5]),
}


def _outs(first: Any) -> Any:
    """For the first of two results of a ufunc."""
    return first, None


def _assigned(target: Array, value: Any) -> Array:
    target[...] = value
    return target


@pytest.mark.parametrize("use", SHARING)
def test_what_lies_in_the_memory_is_a_view_too(filled, use):
    """Parts and other looks at a view hold what those of an array do, show changes, and end with it."""
    x, view, data = filled
    part = SHARING[use](view)
    assert type(part) is MappedView
    expected = SHARING[use](data)
    assert np.array_equal(part, expected)
    assert (part.strides, part.flags.writeable) == (expected.strides, expected.flags.writeable)
    view[...] = -data
    assert np.array_equal(part, SHARING[use](-data))
    x.unmap()
    with pytest.raises(MappingError, match="map the array"):
        str(part)


@pytest.mark.parametrize("use", COPYING)
def test_everything_else_is_what_numpy_gives(filled, use):
    """Values and types are those from an array, and outlive the view."""
    x, view, data = filled
    result, expected = COPYING[use](view), COPYING[use](data)
    x.unmap()
    assert type(result) is type(expected)
    if isinstance(expected, np.ndarray):
        assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
        assert np.array_equal(result, expected)
    else:
        assert result == expected


@pytest.mark.parametrize("use", SHARING | COPYING)
def test_no_use_of_a_view_outlives_it(filled, use):
    """All of them raise, also when the array is mapped again, because the memory may then lie elsewhere."""
    x, view, _ = filled
    x.unmap()
    with pytest.raises(MappingError, match="map the array"):
        (SHARING | COPYING)[use](view)
    with x.mapped(), pytest.raises(MappingError, match="map the array"):
        (SHARING | COPYING)[use](view)


WRITING: dict[str, Callable[[Any], Any]] = {
    "everything": lambda a: operator.setitem(a, ..., 3),
    "row": lambda a: operator.setitem(a, 1, np.arange(6)),
    "a part of itself": lambda a: operator.setitem(a, slice(0, 2), a[2:]),
    "mask": lambda a: operator.setitem(a, a > 0, 0),
    "in place": lambda a: a.__iadd__(a[0]),
    "in place in a slice": lambda a: a[1:, ::2].__imul__(-2),
    "out": lambda a: np.multiply(a, 2, out=a),
    "out of a method": lambda a: a.cumsum(axis=1, out=a),
    "out of a function": lambda a: np.clip(a, 0, 1, out=a),
    "out of a product": lambda a: np.matmul(np.ones((4, 4), np.float32), a[:, :3].copy(), out=a[:, 3:]),
    "two outs": lambda a: np.modf(a * 3, out=_outs(a[:, :]))[0],
    "at": lambda a: np.add.at(a, ([0, 0], [1, 1]), 5),
    "copyto": lambda a: np.copyto(a, np.full((4, 6), 2.5)),
    "fill": lambda a: a.fill(7),
    "sort": lambda a: a.sort(axis=0),
    "put": lambda a: np.put(a, [3, 5], [8, 9]),
    "through an array": lambda a: np.asarray(a).fill(4),
    "random": lambda a: np.random.default_rng(4).random(out=np.asarray(a), dtype=np.float32),
}


@pytest.mark.parametrize("use", WRITING)
def test_writing_through_a_view(filled, use):
    """It changes the device's memory as it would change an array, and raises after unmapping."""
    x, view, data = filled
    WRITING[use](view)
    WRITING[use](data)
    x.unmap()
    with pytest.raises(MappingError, match="map the array"):
        WRITING[use](view)
    back = np.empty_like(data)
    cl.enqueue_copy(x.queue, back, x.memory)
    assert np.array_equal(back, data)


def test_operators_in_place_keep_the_view(filled):
    """``out`` is given back as it was given, and an assignment to the name keeps the view there."""
    _, view, data = filled
    same = view
    view += 1
    assert view is same
    assert np.add(view, 1, out=view) is view
    part, rest = np.modf(view, out=_outs(view))
    assert part is view
    assert np.array_equal(rest, np.modf(data + 1 + 1)[1])


@given(st.lists(st.tuples(st.slices(6), st.slices(6)), min_size=1, max_size=3), st.booleans())
def test_slices_of_slices(slices, flip):
    """Any chain of slices finds the elements that it finds in an array, and none of them holds the memory."""
    data = np.arange(6 * 8, dtype=np.float32).reshape(6, 8)
    window = Window(np.frombuffer(bytearray(data.tobytes()), np.uint8))
    part: Any = window.view((6, 6), data.dtype, data.strides, offset=4)
    expected: Array = data[:, 1:7]
    for key in slices:
        part, expected = part[key], expected[key]
        if flip:
            part, expected = part.T, expected.T
    assert (part.shape, part.strides) == (expected.shape, expected.strides)
    assert np.array_equal(part, expected)
    window.close()
    with pytest.raises(MappingError):
        len(part)


def test_printing_names_the_kind(filled):
    """A view looks like an array and says that it is none; the mapped array says what state it is in."""
    x, view, _ = filled
    view[:2, :2] = [[1, 2.5], [-3, 4]]
    assert repr(view[:2, :2]) == "MappedView([[ 1. ,  2.5],\n            [-3. ,  4. ]], dtype=float32)"
    assert repr(x) == "<MappedArray: buffer, shape (4, 6), float32, mapped>"
    assert "fill" in dir(view)
    with pytest.raises(AttributeError, match="no attribute 'flil'"):
        view.flil(3)
    x.unmap()
    assert repr(x) == "<MappedArray: buffer, shape (4, 6), float32, unmapped>"
    with pytest.raises(MappingError):
        repr(view)


HOLDERS: dict[str, Callable[[Any], Any]] = {
    "asarray": np.asarray,
    "slice of it": lambda a: np.asarray(a)[1:, ::2].T,
    "buffer": lambda a: np.asarray(a).data,
    "data": operator.attrgetter("data"),
    "frombuffer": lambda a: np.frombuffer(a.data, np.uint8),
    "flat": operator.attrgetter("flat"),
    "nditer": lambda a: np.nditer(np.asarray(a)),
    "ctypes": operator.attrgetter("ctypes"),
    "subclass": lambda a: np.asarray(a).view(np.ma.MaskedArray),
}


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize("holder", HOLDERS)
def test_plain_arrays_keep_it_mapped(filled, holder):
    """An array that cannot be made to raise keeps the memory: unmapping is refused, and changes nothing."""
    x, view, data = filled
    holding_object = HOLDERS[holder](view)
    with pytest.raises(MappingError, match=r"numpy\.asarray"):
        x.unmap()
    assert x.is_mapped
    assert np.array_equal(view, data)
    del holding_object
    x.unmap()
    with pytest.raises(MappingError):
        len(view)


def test_garbage_does_not_keep_it_mapped(filled):
    """An array in a dead cycle counts as gone."""
    x, view, _ = filled
    cycle: list[Any] = [np.asarray(view)]
    cycle.append(cycle)
    del cycle
    x.unmap()


def test_an_operation_in_another_thread_keeps_it_mapped(filled):
    """The memory is not taken away under a running operation."""
    x, view, data = filled
    inside, go_on = threading.Event(), threading.Event()
    sums: list[float] = []

    def slowly(value):
        inside.set()
        go_on.wait(10)
        return value

    thread = threading.Thread(target=lambda: sums.extend(np.frompyfunc(slowly, 1, 1)(view[0])))
    thread.start()
    assert inside.wait(10)
    try:
        with pytest.raises(MappingError):
            x.unmap()
    finally:
        go_on.set()
        thread.join()
    assert sums == data[0].tolist()
    x.unmap()
