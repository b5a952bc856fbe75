"""Every routine, and the memory that its operands may lie in: where it ends, how it is aligned, and of which class it is."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.errors import ArgumentError, StrideError
from support.rig import Rig
from support.routine_calls import Numbers, wrong
from support.routine_cases import CASES
from support.samples import FLAT, samples

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


BEYOND = "lies within its memory|a dense (vector|array)|adjacent elements"
"""What says so; of what has to be dense, maybe only that it is not."""


@pytest.mark.usefixtures("nothing_compiled")
@pytest.mark.parametrize("routine", CASES)
def test_arrays_beyond_their_memory_are_refused(any_device, routine):
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
                with pytest.raises(ArgumentError, match=BEYOND) as refused:
                    call(**given, **case.options)
                assert refused.value.argument == name
            with pytest.raises(ArgumentError, match=BEYOND):
                autoblas.prepare(call, **given, **case.options)
        try:
            prepared = autoblas.prepare(call, **arrays, **case.options)
        except ArgumentError:
            continue
        with pytest.raises(ArgumentError, match=BEYOND) as refused:
            prepared(**{name: placed(any_device, values, values.nbytes - 1)})
        assert refused.value.argument == name


def test_memory_that_its_maker_gave_the_driver_must_be_aligned(any_device):
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
    any_device.queue.finish()  # the driver does not keep the memory of its maker


# NumPy arrays of other memory than NumPy's own.


class Odd(np.ndarray):
    """An array with attributes and operators of other libraries' arrays, none of which mean here what they mean there."""

    offset, queue, events, data_ptr, image, read_only, allocator, base_data = 3, "q", 5, 7, True, "no", 1, 2

    def __getitem__(self, index: Any) -> Any:
        raise AssertionError

    __mul__ = __rmul__ = __matmul__ = __rmatmul__ = __add__ = __radd__ = __getitem__


def in_records(values: Array) -> Array:
    """The same elements as a field of packed records, of two bytes more."""
    records = np.zeros(values.shape, [("id", "S2"), ("x", values.dtype)])
    records["id"] = b"ab"
    records["x"] = values
    return records["x"]


@pytest.mark.budget(one_in=3)
@pytest.mark.usefixtures("all_as_written")
@pytest.mark.parametrize("routine", CASES)
def test_arrays_of_any_class_and_step(routine, monkeypatch):
    """Fields of packed records and objects of subclasses are arrays like others, on the host and on the device."""
    errors = []
    for below in ("0", "1e18"):
        monkeypatch.setenv("AUTOBLAS_HOST_BELOW", below)
        for make in (in_records, lambda x: x.view(Odd), lambda x: in_records(x).view(Odd)):
            case = next(samples(routine, 1)).case()
            arrays = {name: make(values) for name, values in case.arrays.items()}
            try:
                result = case._replace(arrays=arrays).call(routine)
            except StrideError:
                if routine not in FLAT and routine != "imatcopy":
                    raise
                continue
            result = {name: np.asarray(result[name]) for name in case.wanted}
            errors += [f"{below} {make}: {fault}" for fault in wrong(case.wanted, result)]
            bases: list[Any] = [array.base for array in arrays.values() if make is in_records]
            assert all((base["id"] == b"ab").all() for base in bases)
    assert errors == []


def test_results_are_the_arrays_that_were_given():
    """Whatever their class is; new results are NumPy's own."""
    a, x = np.eye(3).view(np.matrix), in_records(np.arange(3.0))
    y = np.zeros(3).view(Odd)
    assert autoblas.gemv(a, x, y=y) is y
    assert np.asarray(y).tolist() == [0, 1, 2]
    assert autoblas.scal(x, alpha=2.0) is x
    assert x.tolist() == [0, 2, 4]
    assert type(autoblas.gemm(a, a)) is np.ndarray
    assert autoblas.gemv(a, in_records(np.arange(3, dtype=np.int8))).tolist() == [0, 1, 2]


def test_what_is_no_output_is_refused_in_any_class():
    """Read-only memory, overlaps, masks and the other byte order, as fields of records too."""
    records = np.zeros(4, [("id", "S2"), ("x", "f8"), ("y", "f8")])
    x = records["x"]
    locked = in_records(np.zeros(4)).view(Odd)
    locked.flags.writeable = False
    for y, expected in (
        (locked, "can be written"),
        (x[::-1], "memory that x does not use"),
        (np.lib.stride_tricks.as_strided(x, (4,), (2,)), "lie apart"),
        (np.ma.masked_greater(np.ones(4), 0), "without a mask"),
        (np.zeros(4, ">f8").view(Odd), "byte order"),
        (records, "got void"),
        (np.array(1.0), "one axis"),
    ):
        x[:] = 1
        with pytest.raises(ArgumentError, match=expected):
            autoblas.axpy(x, y)
        assert x.tolist() == [1, 1, 1, 1]
