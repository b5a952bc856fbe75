"""Two-dimensional convolution: im2col, col2im and convgemm.

Images have the shape ``(items, channels, height, width)``, or ``(channels, height, width)`` for one image. Sizes of a
window are pairs (rows, columns), or one number for both. Images may have any strides; all other arrays are dense.
Calls on NumPy arrays are complete on return; calls on arrays in device memory are enqueued.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays import element_type
from autoblas.errors import ArgumentError, PrecisionError, ShapeError, StrideError
from autoblas.precision import BFLOAT16
from autoblas.problems.convolution import Col2im, Im2col, output_extent
from autoblas.routines.call.arguments import (
    check_apart,
    check_events,
    check_writable,
    chosen_queue,
    memory_of,
    new_array,
    on_host,
)
from autoblas.routines.call.events import awaited, leave_event
from autoblas.routines.level3.gemm import accuracy_of, gemm, gemm_batched
from autoblas.runtime.context import queue_device
from autoblas.runtime.layouts.convolution import ConvolutionLayout, ImagesView, PatchesLayout, Window
from autoblas.runtime.mapped.array import MappedArray
from autoblas.runtime.serve import bind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.devices.device import Event, Queue
    from autoblas.precision import Precision
    from autoblas.problems.base import Accuracy
    from autoblas.runtime.serve import Bindable

__all__ = ["col2im", "convgemm", "im2col"]

INT_MAX = 2**31 - 1

MODES = {"cross-correlation": False, "convolution": True}
"""Whether the taps of a window are counted from the last."""

Pair = int | tuple[int, int]


def im2col(
    image: Any,
    out: Any = None,
    *,
    kernel: Pair,
    pad: Pair = 0,
    stride: Pair = 1,
    dilation: Pair = 1,
    mode: str = "cross-correlation",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Copy what a window sees of an image, at each of its positions, to a column of a matrix.

    Row ``(c * kh + i) * kw + j`` of the matrix holds what tap (i, j) sees of channel ``c``, zeros outside the image;
    column ``y * out_w + x`` belongs to position (y, x). A window has ``out_h = (height + 2 pad - dilation (kh - 1) - 1)
    // stride + 1`` positions along the rows, and ``out_w`` likewise.

    Args:
        image: Array of shape ``(items, channels, height, width)``, or ``(channels, height, width)`` for one image; a
            NumPy or pyopencl array of float16, float32, float64, complex64 or complex128, of any strides.
        out: Dense array of shape ``(items, channels * kh * kw, out_h * out_w)``, without ``items`` for one image,
            overwritten; by default a new array.
        kernel: Rows and columns of the window; one number, or a pair.
        pad: Rows and columns of zeros on each side of a plane; one number, or a pair.
        stride: Rows and columns from one position of the window to the next; one number, or a pair.
        dilation: Rows and columns from one tap of the window to the next; one number, or a pair.
        mode: ``"cross-correlation"``, or ``"convolution"``, which counts the taps from the last.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        The matrix, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    host = on_host({"image": image, "out": out}, "out")
    window = _window(kernel, pad, stride, dilation, mode)
    view = _images("image", image)
    shape = _patches_shape(image, view, window)
    call = _Call({"image": image}, out, "out", host, queue, wait_for)
    out = call.output(shape, view.precision)
    if out.size:
        step = shape[-2] * shape[-1]
        call.run(view, lambda seen: PatchesLayout(Im2col, seen, window, step), {"out": "patches"})
    return out


def col2im(
    patches: Any,
    image: Any,
    *,
    kernel: Pair,
    pad: Pair = 0,
    stride: Pair = 1,
    dilation: Pair = 1,
    mode: str = "cross-correlation",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Add the columns of a matrix to an image, at the positions that ``im2col`` reads them from.

    Args:
        patches: Dense array of shape ``(items, channels * kh * kw, out_h * out_w)``, without ``items`` for one image:
            the layout of the result of ``im2col``.
        image: Array of shape ``(items, channels, height, width)``, or ``(channels, height, width)`` for one image; a
            NumPy or pyopencl array of float16, float32, float64, complex64 or complex128, of any strides, added to.
        kernel: Rows and columns of the window; one number, or a pair.
        pad: Rows and columns of zeros on each side of a plane; one number, or a pair.
        stride: Rows and columns from one position of the window to the next; one number, or a pair.
        dilation: Rows and columns from one tap of the window to the next; one number, or a pair.
        mode: ``"cross-correlation"``, or ``"convolution"``, which counts the taps from the last.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``image``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    host = on_host({"patches": patches, "image": image})
    window = _window(kernel, pad, stride, dilation, mode)
    view = _images("image", image)
    check_writable("image", image, view)
    shape = _patches_shape(image, view, window)
    _check("patches", patches, shape, view.precision)
    call = _Call({"patches": patches}, image, "image", host, queue, wait_for)
    call.check_written()
    if image.size and patches.size:
        step = shape[-2] * shape[-1]
        call.run(view, lambda seen: PatchesLayout(Col2im, seen, window, step), {}, keeps=True)
    return image


def convgemm(
    image: Any,
    kernels: Any,
    out: Any = None,
    *,
    pad: Pair = 0,
    stride: Pair = 1,
    dilation: Pair = 1,
    mode: str = "cross-correlation",
    accuracy: Accuracy = "standard",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Convolve images with kernels: out[i, k, y, x] sums kernels[k] times what its window sees of image i.

    The matrix of ``im2col`` is multiplied without being written to memory. A 1 x 1 window with stride 1 is a plain
    matrix product, which devices other than CPUs compute as such.

    Args:
        image: Array of shape ``(items, channels, height, width)``, or ``(channels, height, width)`` for one image; a
            NumPy or pyopencl array of float16, float32, float64, complex64 or complex128, of any strides.
        kernels: Array of shape ``(count, channels, kh, kw)``, of the same type and kind of memory as ``image``; dense
            where it is in device memory.
        out: Dense array of shape ``(items, count, out_h, out_w)``, without ``items`` for one image, overwritten; by
            default a new array.
        pad: Rows and columns of zeros on each side of a plane; one number, or a pair.
        stride: Rows and columns from one position of the window to the next; one number, or a pair.
        dilation: Rows and columns from one tap of the window to the next; one number, or a pair.
        mode: ``"cross-correlation"``, as neural networks use it, or ``"convolution"``, which flips the kernels.
        accuracy: ``"standard"``: the error of every element is at most that of a plain sum of its products;
            ``"strict"``: the same here; ``"fast"``: real 3 x 3 windows with stride 1 and no dilation may be computed
            with 2.25 or 4 times fewer multiplications where that is faster. The error of an element is then
            proportional to the largest tap times the largest element that its tile of up to 4 x 4 results sees, summed
            over channels; ``autoblas.problems.filtering`` has the bound, docs/accuracy.md the measured errors.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        The result, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.
    """
    host = on_host({"image": image, "kernels": kernels, "out": out}, "out")
    view = _images("image", image)
    accuracy, channels = accuracy_of(accuracy), view.shape[1]
    if len(kernels.shape) != 4 or kernels.shape[1] != channels:
        raise ShapeError("kernels", f"(count, {channels}, rows, columns)", f"shape {tuple(kernels.shape)}")
    window = _window(tuple(kernels.shape[2:]), pad, stride, dilation, mode)
    places = _places(view, window)
    kernels = np.ascontiguousarray(kernels) if host else kernels
    _check("kernels", kernels, tuple(kernels.shape), view.precision)
    call = _Call({"image": image, "kernels": kernels}, out, "out", host, queue, wait_for)
    wanted: Accuracy = "fast" if accuracy == "fast" else "standard"
    count, depth, area = int(kernels.shape[0]), channels * window.taps, places[0] * places[1]
    out = call.output((*image.shape[:-3], count, *places), view.precision)
    if not out.size:
        return out
    if channels == 0:
        call.clear()
    elif _is_product(window, (image, kernels, out), call.queue):
        _multiply(image, kernels, out, queue, wait_for)
    else:
        call.run(
            view,
            lambda seen: ConvolutionLayout(seen, window, count, depth, area, count * area, wanted),
            {"kernels": "a", "out": "c"},
        )
    return out


def _multiply(image: Any, kernels: Any, out: Any, queue: Any, wait_for: Any) -> None:
    """A window of one tap that moves by one: every plane of the result is a sum of planes of the image."""
    count, channels = kernels.shape[:2]
    pixels = image.shape[-2] * image.shape[-1]
    items = image.shape[:-3] if image.ndim == 4 and image.shape[0] > 1 else ()
    product = gemm_batched if items else gemm
    left, right = kernels.reshape(count, channels), image.reshape(*items, channels, pixels)
    product(left, right, c=out.reshape(*items, count, pixels), queue=queue, wait_for=wait_for)


def _is_product(window: Window, arrays: tuple[Any, ...], queue: Queue) -> bool:
    """A product of dense matrices is what the window asks for; processors gather them faster than they pack them."""
    plain = window.kernel == (1, 1) == window.stride and window.pad == (0, 0)
    if not plain or queue_device(queue).facts.kind == "cpu":
        return False
    return all(_dense(array) and not isinstance(array, MappedArray) for array in arrays)


def _patches_shape(image: Any, view: ImagesView, window: Window) -> tuple[int, ...]:
    """The shape of the matrices of patches of images."""
    rows, cols = _places(view, window)
    return (*image.shape[:-3], view.shape[1] * window.taps, rows * cols)


class _Call:
    """The arrays of a call whose window was checked, and how it is run.

    Args:
        inputs: What is read, by name.
        out: What is written, or None where it is to be made.
        name: The name of that argument.
        host: The arrays are NumPy's.
        queue: Where to run, or None.
        wait_for: Events, or None.
    """

    def __init__(
        self, inputs: dict[str, Any], out: Any, name: str, host: bool, queue: Any, wait_for: Any
    ) -> None:
        check_events(wait_for)
        self.inputs, self.out, self.name, self.host, self.wait_for = inputs, out, name, host, wait_for
        self.queue = chosen_queue(queue, {**inputs, name: out})

    def output(self, shape: tuple[int, ...], precision: Precision) -> Any:
        """A new dense output, or the one that was given, checked."""
        if self.out is None:
            self.out = new_array(self.inputs, shape, precision.dtype, self.queue)
        else:
            _check(self.name, self.out, shape, precision)
            self.check_written()
        return self.out

    def check_written(self) -> None:
        """See that what is written can be, and that nothing that is read shares its memory."""
        check_writable(self.name, self.out)
        check_apart(self.name, {**self.inputs, self.name: self.out})

    def clear(self) -> None:
        """Fill the output with zeros, for sums without terms."""
        if self.host:
            self.out[...] = 0
        else:
            self.out.fill(0, queue=self.queue, wait_for=list(self.wait_for or ()))

    def run(
        self,
        view: ImagesView,
        layout: Callable[[ImagesView], Bindable],
        names: dict[str, str],
        *,
        keeps: bool = False,
    ) -> None:
        """Enqueue the call, and on the host wait for it.

        Args:
            view: The layout of the images as they were given.
            layout: From how the images lie where the device sees them to what a plan is bound to.
            names: The names that kernels have for arguments, where they are others.
            keeps: What is written is read too.
        """
        arrays = {**self.inputs, self.name: self.out}
        if self.host:
            loans = {
                name: queue_device(self.queue).lend(
                    self.queue, array, read=name != self.name or keeps, write=name == self.name
                )
                for name, array in arrays.items()
            }
            seen, events = loans["image"].layout, list(self.wait_for or ())
            placed = {name: (loan.memory, loan.offset) for name, loan in loans.items()}
        else:
            seen = arrays["image"]
            events = awaited(arrays, self.wait_for)
            placed = {name: memory_of(array) for name, array in arrays.items()}
        if seen is not arrays["image"]:
            view = _images("image", seen)
        plan = bind(self.queue, layout(view))
        values: dict[str, Any] = {}
        for name, (memory, offset) in placed.items():
            known = names.get(name, name)
            values |= {known: memory, f"{known}_offset": offset}
        event = plan(values, events)
        if self.host:
            loans[self.name].return_after(event)
        else:
            leave_event(event, self.queue, arrays, (self.name,))


def _window(kernel: Any, pad: Any, stride: Any, dilation: Any, mode: Any) -> Window:
    """The window that arguments describe."""
    if mode not in MODES:
        raise ArgumentError("mode", " or ".join(map(repr, MODES)), repr(mode))
    return Window(
        _pair("kernel", kernel, 1),
        _pair("pad", pad, 0),
        _pair("stride", stride, 1),
        _pair("dilation", dilation, 1),
        MODES[mode],
    )


def _pair(argument: str, value: Any, least: int) -> tuple[int, int]:
    """A number for rows and one for columns."""
    if type(value) is int and least <= value <= INT_MAX:  # as most calls have it, and True is none of them
        return value, value
    pair = value if isinstance(value, (tuple, list)) else (value, value)
    whole = all(isinstance(x, (int, np.integer)) and not isinstance(x, bool) for x in pair)
    if len(pair) != 2 or not whole or not all(least <= x <= INT_MAX for x in pair):
        expected = f"a whole number of at least {least}, or two of them for rows and columns"
        raise ArgumentError(argument, expected, f"{value!r}"[:60])
    return int(pair[0]), int(pair[1])


def _images(argument: str, array: Any) -> ImagesView:
    """The layout of images."""
    shape, strides = tuple(array.shape), tuple(array.strides)
    if len(shape) not in {3, 4}:
        raise ShapeError(argument, "(items, channels, height, width), or without items", f"shape {shape}")
    precision = element_type(argument, array)
    if precision.kind == "integer" or precision is BFLOAT16:
        raise PrecisionError(argument, "float16, float32, float64, complex64 or complex128", precision.name)
    steps = []
    for size, stride in zip(shape, strides, strict=True):
        step, odd = divmod(stride, precision.size) if size > 1 else (1, 0)
        if odd:
            raise StrideError(argument, "strides of whole elements", f"{strides} bytes")
        steps.append(step)
    if len(shape) == 3:
        shape, steps = (1, *shape), [0, *steps]
    reach = abs(steps[2]) * max(shape[2] - 1, 0) + abs(steps[3]) * max(shape[3] - 1, 0)
    if max(reach, *shape) > INT_MAX:
        raise StrideError(argument, f"planes of at most {INT_MAX} elements", f"{strides} bytes")
    return ImagesView(precision, tuple(map(int, shape)), tuple(map(int, steps)))  # type: ignore[arg-type]  # four of each


def _places(view: ImagesView, window: Window) -> tuple[int, int]:
    """Rows and columns of places that a window takes."""
    places = []
    for name, size, *numbers in zip(
        ("height", "width"), view.shape[2:], window.kernel, window.pad, window.stride, window.dilation, strict=True
    ):  # fmt: skip
        extent = output_extent(size, *numbers)
        if extent < 1 and size > 0:
            expected = f"a window that fits the {name} of the image with its padding, {size + 2 * numbers[1]}"
            raise ShapeError("kernel", expected, f"{numbers[3] * (numbers[0] - 1) + 1}")
        places.append(max(extent, 0))
    if places[0] * places[1] > INT_MAX or view.shape[1] * window.kernel[0] * window.kernel[1] > INT_MAX:
        raise ShapeError("kernel", f"at most {INT_MAX} places and terms of a sum", "more")
    return places[0], places[1]


def _check(argument: str, array: Any, shape: tuple[int, ...], precision: Precision) -> None:
    """See that a dense array has this shape and element type."""
    if tuple(array.shape) != shape:
        raise ShapeError(argument, f"shape {shape}", f"shape {tuple(array.shape)}")
    if element_type(argument, array) is not precision:
        raise PrecisionError(argument, f"{precision.name} like image", str(array.dtype))
    if not _dense(array):
        raise StrideError(argument, "a dense array", f"strides of {tuple(array.strides)} bytes")


def _dense(array: Any) -> bool:
    """The elements follow each other in order."""
    if array.size == 0:
        return True
    expected = array.dtype.itemsize
    for size, stride in zip(reversed(array.shape), reversed(array.strides), strict=True):
        if size > 1 and stride != expected:
            return False
        expected *= size
    return True
