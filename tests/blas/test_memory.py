"""Every routine, and the memory that its operands may lie in: where it ends, how it is aligned, and of which class it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.errors import ArgumentError
from support.routine_calls import Numbers
from support.routine_cases import CASES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.rig import Rig

    Array = np.ndarray[Any, np.dtype[Any]]


# Device arrays that reach beyond their memory.


def placed(rig: Rig, values: Array, nbytes: int, offset: int = 0, strides: Any = None) -> cl_array.Array:
    """An array of the layout of ``values``, whatever memory of so many bytes holds."""
    memory = cl.Buffer(rig.queue.context, cl.mem_flags.READ_WRITE, nbytes)
    return cl_array.Array(
        rig.queue, values.shape, values.dtype, data=memory, offset=offset, strides=strides or values.strides
    )


def out_of_bounds(rig: Rig, values: Array) -> Iterator[cl_array.Array]:
    """Arrays with an element outside of their memory: behind it, through an offset too, and before it."""
    size = values.itemsize
    yield placed(rig, values, values.nbytes - 1)
    yield placed(rig, values, values.nbytes + size, offset=2 * size)
    if values.shape[0] > 1:
        downward = (-values.strides[0], *values.strides[1:])
        yield placed(rig, values, 2 * values.nbytes, offset=size, strides=downward)
    whole = cl.Buffer(rig.queue.context, cl.mem_flags.READ_WRITE, 4096 + values.nbytes)
    part = whole.get_sub_region(4096, values.nbytes - size or size)
    offset = 0 if values.nbytes > size else size
    yield cl_array.Array(rig.queue, values.shape, values.dtype, data=part, offset=offset)


BEYOND = "lies within its memory|a dense (vector|array)"
"""What says so; of what has to be dense, maybe only that it is not."""


@pytest.mark.usefixtures("nothing_compiled")
@pytest.mark.parametrize("routine", CASES)
def test_arrays_beyond_their_memory_are_refused(any_device: Rig, routine: str) -> None:
    """In the first call, in prepared ones, and in calls that repeat one whose memory was large enough."""
    case, call = CASES[routine](Numbers(1, "float32")), getattr(autoblas, routine)
    dense = {name: np.ascontiguousarray(values) for name, values in case.arrays.items()}
    arrays = {name: cl_array.to_device(any_device.queue, values) for name, values in dense.items()}
    for name, values in dense.items():
        for _ in range(3):
            call(**arrays, **case.options)
            for array in arrays.values():
                array.events.clear()  # of launches that were only recorded
        for short in out_of_bounds(any_device, values):
            given = {**arrays, name: short}
            for _ in range(2):
                with pytest.raises(ArgumentError, match=BEYOND):
                    call(**given, **case.options)
            with pytest.raises(ArgumentError, match=BEYOND):
                autoblas.prepare(call, **given, **case.options)
        try:
            prepared = autoblas.prepare(call, **arrays, **case.options)
        except ArgumentError:
            continue
        with pytest.raises(ArgumentError, match=BEYOND):
            prepared(**{name: placed(any_device, values, values.nbytes - 1)})


def test_memory_that_its_maker_gave_the_driver_must_be_aligned(any_device: Rig) -> None:
    """Kernels read elements whole; calls that are repeated look at it again."""
    bytes_of = np.zeros(16 * 70, np.uint8)
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.USE_HOST_PTR
    first = -bytes_of.ctypes.data % 16
    x, y = (
        cl_array.Array(
            any_device.queue, (64,), np.complex128, data=cl.Buffer(any_device.queue.context, flags, hostbuf=h)
        )
        for h in (bytes_of[first : first + 1024], bytes_of[first + 8 : first + 1032])
    )
    for _ in range(3):
        autoblas.scal(x, alpha=2.0)
        with pytest.raises(ArgumentError, match="x: expected memory at a multiple of 16 bytes"):
            autoblas.scal(y, alpha=2.0)
