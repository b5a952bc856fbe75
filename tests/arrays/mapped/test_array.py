"""Mapped arrays: host and device by turns on the same memory, in buffers and images."""

import functools
import threading
from typing import Any

import numpy as np
import pyopencl as cl
import pytest

import autoblas
from autoblas.arrays.mapped import array as module
from autoblas.calls.memory import mapped_empty
from autoblas.devices.opencl.backend import OpenCLDevice, device_of
from autoblas.errors import AutoblasError, LaunchError, MappingError
from autoblas.precision import FLOAT32, PRECISIONS

Array = np.ndarray[Any, np.dtype[Any]]

DTYPES = sorted(PRECISIONS)

SOURCE = """
__constant sampler_t exact = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
__kernel void copy_bytes(__global const uchar *x, __global uchar *y) { y[get_global_id(0)] = x[get_global_id(0)]; }
__kernel void double_it(__global float *x) { x[get_global_id(0)] *= 2; }
__kernel void address(__global uchar *x, __global ulong *y) { y[0] = (ulong)x; }
#define IMAGE_KERNELS(suffix, vector) \\
__kernel void copy_##suffix(read_only image2d_t x, write_only image2d_t y) { \\
  int2 at = (int2)(get_global_id(0), get_global_id(1)); \\
  write_image##suffix(y, at, read_image##suffix(x, exact, at)); \\
} \\
__kernel void texels_##suffix(read_only image2d_t x, __global vector *y) { \\
  int2 at = (int2)(get_global_id(0), get_global_id(1)); \\
  y[at.y * get_global_size(0) + at.x] = read_image##suffix(x, exact, at); \\
}
IMAGE_KERNELS(f, float4)
IMAGE_KERNELS(ui, uint4)
"""
CHANNELS: dict[str, tuple[str, Any]] = {
    "float16": ("f", np.float32),
    "float32": ("f", np.float32),
    "float64": ("ui", np.uint32),
    "int32": ("ui", np.uint32),
    "uint32": ("ui", np.uint32),
    "complex64": ("f", np.float32),
    "complex128": ("ui", np.uint32),
}
"""How a kernel reads the texels of each element type, and the channels that it gets: doubles as their two halves."""


@functools.cache
def _program(device: OpenCLDevice) -> cl.Program:
    return device.build(SOURCE, ()).program


def _run(queue: cl.CommandQueue, name: str, size: tuple[int, ...], *memory: Any, **kwargs: Any) -> cl.Event:
    kernel = cl.Kernel(_program(device_of(queue)), name)
    kernel.set_args(*memory)
    return cl.enqueue_nd_range_kernel(queue, kernel, size, None, **kwargs)


def _data(shape: tuple[int, ...], dtype: str, seed: int = 0) -> Array:
    """Random bits; in floating point, random numbers of both signs."""
    rng = np.random.default_rng(seed)
    if np.dtype(dtype).kind in "iu":
        return rng.integers(-(2**31), 2**31, shape).astype(np.int64).astype(dtype)
    values = rng.standard_normal(shape)
    return (values + 1j * rng.standard_normal(shape) if np.dtype(dtype).kind == "c" else values).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(7, 5), (11,), (2, 3, 5)])
def test_a_kernel_reads_what_the_host_wrote(any_device, dtype, shape):
    """And the host what a kernel wrote, in dense rows."""
    queue, data = any_device.queue, _data(shape, dtype)
    x, y = (mapped_empty(shape, dtype, queue=queue) for _ in "xy")
    with x.mapped() as view:
        assert (view.shape, view.dtype, view.strides) == (data.shape, data.dtype, data.strides)
        view[...] = data
    with y.mapped() as view:
        view[...] = 99
    assert (x.shape, x.dtype, x.strides, x.offset, x.image) == (shape, data.dtype, data.strides, 0, False)
    y.events.append(_run(queue, "copy_bytes", (data.nbytes,), x.memory, y.memory))
    with y.mapped() as view:
        assert np.array_equal(view, data)


@pytest.mark.parametrize("dtype", CHANNELS)
def test_an_image_holds_rows_of_whole_texels(any_device, dtype):
    """The texels that a kernel sees are the elements in order, then zeros up to the end of the row."""
    queue, data, (suffix, channel) = any_device.queue, _data((5, 7), dtype), CHANNELS[dtype]
    elements = {2: 4, 4: 4, 8: 2, 16: 1}[data.itemsize]
    width = -(-7 // elements)
    x, y = (mapped_empty((5, 7), dtype, image=True, queue=queue) for _ in "xy")
    assert x.image
    assert x.strides == (width * elements * data.itemsize, data.itemsize)
    with x.mapped() as view:
        assert view.strides[0] >= x.strides[0]
        view[...] = data
    y.events.append(_run(queue, f"copy_{suffix}", (width, 5), x.memory, y.memory))
    with y.mapped(write=False) as view:
        assert np.array_equal(view, data)
    texels: Array = np.full((5, width * 4), 77, channel)
    buffer = cl.Buffer(queue.context, cl.mem_flags.WRITE_ONLY, texels.nbytes)
    _run(queue, f"texels_{suffix}", (width, 5), x.memory, buffer)
    cl.enqueue_copy(queue, texels, buffer)
    rows = texels if dtype == "float16" else texels.view(dtype)
    assert np.array_equal(rows[:, :7], data)
    assert not rows[:, 7:].any()


def test_only_the_padding_is_cleared(any_device):
    """Every new image with padding is treated so, and one without is not."""
    queue = any_device.queue
    x = mapped_empty((3, 6), "float32", image=True, queue=queue)
    assert len(x.events) == 1
    assert mapped_empty((3, 8), "float32", image=True, queue=queue).events == []
    cl.enqueue_fill_image(queue, x.memory, np.full(4, 77, np.float32), (0, 0, 0), (2, 3, 1))
    x.events.append(module._clear_padding(x))
    with x.mapped() as view:
        assert (view[:, :4] == 77).all()
        view[...] = 5
    texels = np.empty((3, 8), np.float32)
    cl.enqueue_copy(queue, texels, x.memory, origin=(0, 0), region=(2, 3))
    assert texels.tolist() == [[5, 5, 5, 5, 5, 5, 0, 0]] * 3


def test_a_texel_of_two_doubles_keeps_every_bit(any_device):
    """They travel as integers, so payloads of NaN, signed zeros and denormal numbers pass."""
    bits = np.array(
        [[0x7FF8DEADBEEF0001, 1 << 63, 1], [0x000FFFFFFFFFFFFF, 0xFFF0000000000001, 0]], np.uint64
    )
    x, y = (mapped_empty((2, 3), "float64", image=True, queue=any_device.queue) for _ in "xy")
    with x.mapped() as view:
        view[...] = bits.view(np.float64)
    y.events.append(_run(any_device.queue, "copy_ui", (2, 2), x.memory, y.memory))
    with y.mapped() as view:
        assert np.array_equal(view.view(np.uint64), bits)


def test_rows_of_an_image_begin_where_the_driver_says(any_device):
    """Mapped within an image of longer rows, the view steps by those; its elements are the right texels."""
    queue = any_device.queue
    x = mapped_empty((4, 6), "float32", image=True, queue=queue)
    x.events.clear()
    x._memory = module._image(queue, FLOAT32, (2 + 3) * 16, 4)
    whole = np.arange(4 * 20, dtype=np.float32).reshape(4, 20)
    cl.enqueue_copy(queue, x.memory, whole, origin=(0, 0), region=(5, 4))
    with x.mapped() as view:
        assert view.strides[0] >= 5 * 16
        assert np.array_equal(view, whole[:, :6])
        view[...] = -view
    back = np.empty_like(whole)
    cl.enqueue_copy(queue, back, x.memory, origin=(0, 0), region=(5, 4))
    whole[:, :6] *= -1
    assert np.array_equal(back, whole)


def test_the_host_and_a_kernel_use_the_same_memory(any_device):
    """On a CPU nothing is copied: the address a kernel is given is the view's."""
    queue = any_device.queue
    assert any_device.device.facts.host_shared
    x, where = mapped_empty((31, 17), "float32", queue=queue), mapped_empty(1, "float64", queue=queue)
    _run(queue, "address", (1,), x.memory, where.memory)
    with x.mapped() as view, where.mapped() as result:
        assert view.ctypes.data == result.view(np.uint64)[0]


def test_a_hundred_rounds(any_device):
    """Host, kernel, host, kernel: every round sees the one before, at the same addresses."""
    queue = any_device.queue
    x, y = (mapped_empty((9, 13), "float32", queue=queue) for _ in "xy")
    p, q = (mapped_empty((9, 13), "float32", image=True, queue=queue) for _ in "pq")
    addresses = set()
    expected = _data((9, 13), "float32")
    with x.mapped() as view:
        view[...] = expected
    for turn in range(100):
        x.events.append(_run(queue, "double_it", (9 * 13,), x.memory))
        expected *= 2
        with x.mapped() as view, p.mapped() as image:
            assert np.array_equal(view, expected), turn
            expected = _data((9, 13), "float32", turn)
            view[...] = expected
            image[...] = expected + turn
        y.events.append(_run(queue, "copy_bytes", (9 * 13 * 4,), x.memory, y.memory))
        q.events.append(_run(queue, "copy_f", (4, 9), p.memory, q.memory))
        with y.mapped(write=False) as view, q.mapped() as image:
            assert np.array_equal(view, expected), turn
            assert np.array_equal(image, expected + turn), turn
            addresses.add((view.ctypes.data, image.ctypes.data))
            image[...] = np.nan
    assert len(addresses) == 1


def test_mapping_waits_for_the_work_on_it(any_device):
    """A kernel on another queue, held back by an event, has run when the view is there."""
    x = mapped_empty((6, 7), "float32", queue=any_device.queue)
    with x.mapped() as view:
        view[...] = data = _data((6, 7), "float32")
    gate = cl.UserEvent(x.context)
    second_queue = cl.CommandQueue(x.context)
    x.events.append(_run(second_queue, "double_it", (42,), x.memory, wait_for=[gate, *x.events]))
    second_queue.flush()
    timer = threading.Timer(0.05, gate.set_status, [cl.command_execution_status.COMPLETE])
    timer.start()
    with x.mapped() as view:
        assert np.array_equal(view, 2 * data)
    timer.join()


def test_failed_work_is_reported_by_mapping(pocl):
    """Unfinished results of a failed kernel are not handed out."""
    x = mapped_empty((6, 7), "float32", queue=pocl.queue)
    failed = cl.UserEvent(x.context)
    failed.set_status(-5)
    x.events.append(failed)
    with pytest.raises(LaunchError, match="failed"):
        x.map()
    assert not x.is_mapped


def test_an_error_in_the_block_is_the_error_that_leaves_it(pocl):
    """It unmaps on the way; where a plain array is held the array stays mapped, and a note says so."""
    x = mapped_empty((2, 2), "float32", queue=pocl.queue)
    with pytest.raises(ZeroDivisionError) as caught, x.mapped():
        raise ZeroDivisionError
    assert isinstance(x.memory, cl.Buffer)
    assert not hasattr(caught.value, "__notes__")
    references: list[Array] = []
    with pytest.raises(ZeroDivisionError) as caught, x.mapped() as view:
        _hold_and_fail(references, view)
    with pytest.raises(MappingError):
        _ = x.memory
    assert "left as it is" in caught.value.__notes__[0]
    view[...] = 5
    assert (references.pop() == 5).all()
    x.unmap()


def _hold_and_fail(references: list[Array], view: Any) -> None:
    references.append(np.asarray(view))
    raise ZeroDivisionError


def test_each_side_at_its_time(pocl):
    """The device's memory is out of reach while the host has it, and mapping does not nest."""
    x = mapped_empty((2, 2), "float32", queue=pocl.queue)
    assert x.context == pocl.queue.context
    with pytest.raises(MappingError, match="not mapped"):
        x.unmap()
    with pytest.raises(MappingError, match="cannot be used as a NumPy array"):
        np.asarray(x)
    with pytest.raises(MappingError, match="cannot be used as a NumPy array"):
        np.ones((2, 2)) + x
    with x.mapped():
        with pytest.raises(MappingError, match="unmap it first"):
            _ = x.memory
        with pytest.raises(MappingError, match="already"):
            x.map()
    assert isinstance(x.memory, cl.Buffer)


def test_a_view_keeps_the_memory_of_an_array_that_is_gone(pocl):
    """Only the view holds it then."""
    data = _data((300, 7), "float32")
    view = mapped_empty(data.shape, "float32", queue=pocl.queue).map()
    view[...] = data
    fresh = [mapped_empty(data.shape, "float32", queue=pocl.queue) for _ in range(3)]
    for x in fresh:
        with x.mapped() as second_view:
            second_view[...] = 0
    assert np.array_equal(view, data)


@pytest.mark.parametrize("image", [False, True])
def test_a_view_for_reading_cannot_be_written(pocl, image):
    """Neither it nor an array made from it."""
    x = mapped_empty((3, 5), "float32", image=image, queue=pocl.queue)
    data = _data((3, 5), "float32")
    with x.mapped() as view:
        view[...] = data
    with x.mapped(write=False) as view:
        with pytest.raises(ValueError, match="read-only"):
            view[1] = 3
        with pytest.raises(ValueError, match="read-only"):
            np.asarray(view)[1] = 3
        assert np.array_equal(view, data)


@pytest.mark.parametrize(
    ("shape", "image"), [((0,), False), ((0, 5), True), ((5, 0), True), ((3, 0, 2), False)]
)
def test_arrays_without_elements(any_device, shape, image):
    """They can be mapped like others."""
    x = mapped_empty(shape, "float64", image=image, queue=any_device.queue)
    with x.mapped() as view:
        assert view.shape == shape
        assert view.sum() == 0
        view[...] = 1
    assert isinstance(x.memory, cl.Image if image else cl.Buffer)


def test_gemm_takes_the_array_of_a_view(pocl):
    """As the plain array that it then is; a view whose time is over is refused like any other wrong argument."""
    x = mapped_empty((5, 7), "float32", queue=pocl.queue)
    a, b = _data((5, 7), "float32"), _data((7, 3), "float32", 1)
    with x.mapped() as view:
        view[...] = a
        c = autoblas.gemm(np.asarray(view), b, queue=pocl.queue)
        assert np.allclose(c, a.astype(np.float64) @ b, rtol=1e-5, atol=1e-5)
    with pytest.raises(AutoblasError):
        autoblas.gemm(view, b, queue=pocl.queue)
    with pytest.raises(MappingError):
        autoblas.gemm(np.asarray(view), b, queue=pocl.queue)
