"""Functions that make new pyopencl arrays: what the adapter's general way makes, one function for each layout."""

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.arrays.opencl import ADAPTER
from autoblas.errors import AllocationError

SHAPES: tuple[tuple[int, ...], ...] = ((), (1,), (3, 5), (2, 0, 3))


@pytest.mark.parametrize("shape", SHAPES)
def test_arrays_are_those_of_the_general_way(pocl, shape):
    """Attribute by attribute, in whatever turn pools and allocators come and go; memory and events are each one's own."""
    layout = pocl.queue, shape, np.dtype(np.float64)
    make, like = ADAPTER.maker(*layout), cl_array.zeros(pocl.queue, 4, np.float32)
    allocated = cl_array.zeros(
        pocl.queue, 4, np.float32, allocator=lambda n: cl.Buffer(pocl.queue.context, 1, n)
    )

    def pair(like):
        (array, memory), expected = make(like), ADAPTER.new(like, *layout)
        assert array.base_data is memory
        assert type(array) is type(expected) is cl_array.Array
        for name, value in vars(expected).items():
            assert name in {"base_data", "events"} or vars(array)[name] == value
        assert [*vars(array)] == [*vars(expected)]
        assert array.events == []
        assert array.events is not expected.events
        if array.nbytes:
            assert type(array.base_data) is type(expected.base_data)
            assert array.base_data is not expected.base_data
        array.fill(2)
        assert np.array_equal(array.get(), np.full(shape, 2.0))

    pair(like)
    pair(allocated)
    with autoblas.pool_results(pocl.queue) as pool:
        pair(like)
        assert (pool.nbytes > 0) == (0 not in shape)
        pair(allocated)
    pair(like)


def test_what_there_is_no_room_for_is_said(pocl):
    """With the shape and the type, as the general way says it."""
    layout = pocl.queue, (2**40, 2**13), np.dtype(np.float32)
    like = cl_array.zeros(pocl.queue, 4, np.float32)
    for make in (ADAPTER.maker(*layout), lambda like: ADAPTER.new(like, *layout)):
        with pytest.raises(AllocationError, match=r"no room for a result of shape \(1099511627776, 8192\)"):
            make(like)
