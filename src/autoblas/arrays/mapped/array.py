"""Arrays in memory that the host maps instead of copying: a NumPy view while mapped, a device operand while not."""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
import pyopencl as cl

from autoblas.arrays.mapped.views import Window
from autoblas.devices.access import PROCESS, check_access
from autoblas.devices.opencl.backend import image_format
from autoblas.errors import (
    AllocationError,
    ArgumentError,
    DeviceError,
    LaunchError,
    MappingError,
    PrecisionError,
    ShapeError,
)
from autoblas.precision import precision_of
from autoblas.problems import fits_texels, texel_elements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.arrays.mapped.views import MappedView
    from autoblas.devices.device import Facts
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["MappedArray", "is_command_queue", "largest_square", "new_mapped_array"]

FLAGS: Any = cl.mem_flags.READ_WRITE | cl.mem_flags.ALLOC_HOST_PTR

BYTE = np.dtype(np.uint8)


class MappedArray:
    """An array that the host and the device use in turn, without a copy where they share memory.

    While it is mapped, the host works on it through a view, and ``memory`` raises. While it is not, it is
    an operand of the device, and the views that were made before raise when they are used::

        x = autoblas.mapped_empty((m, k), "float32")
        with x.mapped() as view:
            view[...] = data

    Elements follow each other row by row. In an image, rows begin on texels of four channels; the elements that fill
    up the last texel of a row are zeros until a kernel writes there, and no view reaches them. Where a row of the
    mapped image begins is what the driver says on mapping, so ``view.strides`` may differ from ``strides``.

    An array is used by one thread at a time. ``mapped_empty`` makes one.

    Attributes:
        shape: Its sizes.
        dtype: Its element type.
        strides: Bytes from an element to the next along each axis, as the device sees it; in an image rows are as
            long as their texels.
        offset: Bytes before the first element in ``memory``; 0.
        allocator: The allocator of results that are made like it; None.
        image: ``memory`` is a 2-D image of RGBA texels, not a buffer. Channels are of the element's type, integers
            and doubles being seen as unsigned integers of 32 bits; a texel holds ``problems.texel_elements``.
        queue: Where mapping and unmapping are enqueued.
        events: What mapping waits for: whatever makes the device work on the array appends its event.
    """

    offset = 0
    allocator = None

    def __init__(
        self,
        queue: cl.CommandQueue,
        memory: Any,
        shape: tuple[int, ...],
        precision: Precision,
        row_bytes: int,
    ) -> None:
        self.queue, self.shape, self.dtype = queue, shape, precision.dtype
        self.image = isinstance(memory, cl.Image)
        inner = [precision.size * math.prod(shape[axis + 1 :]) for axis in range(1, len(shape))]
        self.strides = (row_bytes, *inner)
        self.events: list[cl.Event] = []
        self._memory = memory
        self._texels = row_bytes // _texel_bytes(precision)
        self._map: Any = None
        self._row_bytes = row_bytes
        self._window: Window | None = None

    @property
    def ndim(self) -> int:
        """How many axes it has."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """How many elements it has; texels that fill up a row of an image do not count."""
        return math.prod(self.shape)

    @property
    def context(self) -> cl.Context:
        """The context that the memory belongs to."""
        return self.queue.context

    @property
    def is_mapped(self) -> bool:
        """The host has it."""
        return self._window is not None

    @property
    def memory(self) -> Any:
        """The ``pyopencl.Buffer`` or ``pyopencl.Image`` for a kernel, which waits for ``events`` first.

        Raises:
            MappingError: it is mapped.
            DeviceError: this process was forked from one that used the device.
        """
        if PROCESS.barred:
            check_access()
        if self.is_mapped:
            raise MappingError("this array is mapped, so a device cannot use it; unmap it first")
        return self._memory

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        raise MappingError(
            "a MappedArray cannot be used as a NumPy array; map it, and use the view that mapping gives"
        )

    def __reduce__(self) -> Any:
        """Copies and pickles are plain arrays, as those of views; the device's work on the array is waited for.

        Raises:
            DeviceError: as of ``map``.
        """
        if self._window is not None:
            return self._view(self._window).__reduce__()
        with self.mapped(write=False) as view:
            return np.array(view).__reduce__()

    def __repr__(self) -> str:
        kind, state = "image" if self.image else "buffer", "mapped" if self.is_mapped else "unmapped"
        return f"<MappedArray: {kind}, shape {self.shape}, {self.dtype}, {state}>"

    def map(self, *, write: bool = True) -> MappedView:
        """Wait for the device's work on the array and hand it to the host.

        Args:
            write: The view can be written; without, nothing has to be brought back to the device afterwards.

        Returns:
            A view of shape ``shape``, good until ``unmap``.

        Raises:
            MappingError: it is mapped already.
            LaunchError: the work that it waited for failed.
            DeviceError: the device refused to map it, or this process was forked from one that used it.
        """
        if PROCESS.barred:
            check_access()
        if self.is_mapped:
            raise MappingError(
                "this array is mapped already; use the view that mapping gave, or unmap it first"
            )
        if self.events:
            try:
                cl.wait_for_events(self.events)
            except cl.Error as error:
                raise LaunchError(f"the device failed while it worked on a mapped array: {error}") from error
        flags = cl.map_flags.READ | (cl.map_flags.WRITE if write else 0)
        try:
            raw, row_bytes = self._map_image(flags) if self.image else self._map_buffer(flags)
        except cl.Error as error:
            raise DeviceError(f"the device refused to map an array: {error}") from error
        self.events.clear()
        if not write:
            raw.flags.writeable = False
        self._window = Window(raw)
        self._row_bytes = row_bytes
        return self._view(self._window)

    def _view(self, window: Window) -> MappedView:
        """All elements, whose rows are as far apart as the driver mapped them."""
        return window.view(self.shape, self.dtype, (self._row_bytes, *self.strides[1:]))

    def _map_buffer(self, flags: Any) -> tuple[Array, int]:
        """The bytes of the buffer, and from row to row."""
        size = self._memory.size
        raw: Any
        raw, _ = cl.enqueue_map_buffer(self.queue, self._memory, flags, 0, (size,), BYTE, is_blocking=True)
        self._map = raw.base
        return raw, self.strides[0]

    def _map_image(self, flags: Any) -> tuple[Array, int]:
        """The bytes of the image from its first texel to its last, and from row to row, as the driver has them."""
        rows = max(self.shape[0], 1)
        first: Any
        first, _, row_bytes, _ = cl.enqueue_map_image(
            self.queue, self._memory, flags, (0, 0), (self._texels, rows), (1,), BYTE, is_blocking=True
        )
        self._map = first.base
        size = row_bytes * (rows - 1) + self.strides[0]
        return np.lib.stride_tricks.as_strided(first, (size,), (1,)), row_bytes

    def unmap(self) -> None:
        """Hand the array back to the device; the views of it end, and ``events`` holds the hand-over.

        Raises:
            MappingError: it is not mapped, or plain arrays made from its views are alive, and it stays mapped.
            DeviceError: the device refused, or this process was forked from one that used it.
        """
        if PROCESS.barred:
            check_access()
        if self._window is None:
            raise MappingError("this array is not mapped")
        self._window.close()
        mapped, self._map, self._window = self._map, None, None
        try:
            self.events.append(mapped.release(self.queue))
        except cl.Error as error:
            raise DeviceError(f"the device refused to unmap an array: {error}") from error

    @contextlib.contextmanager
    def mapped(self, *, write: bool = True) -> Iterator[MappedView]:
        """``map`` for the length of a ``with`` block, and ``unmap`` at its end.

        If an error leaves the block while a plain array over the memory is alive, the array stays mapped, and a note
        on the error says so.
        """
        view = self.map(write=write)
        try:
            yield view
        except BaseException as error:
            try:
                self.unmap()
            except MappingError as mapping_error:
                error.add_note(f"the mapped array was left as it is: {mapping_error}")
            raise
        self.unmap()


def is_command_queue(value: Any) -> TypeGuard[cl.CommandQueue]:
    """True of a command queue of pyopencl."""
    return isinstance(value, cl.CommandQueue)


def new_mapped_array(
    queue: cl.CommandQueue, facts: Facts, sizes: tuple[int, ...], precision: Precision, *, image: bool
) -> MappedArray:
    """A new array with undefined elements.

    Args:
        queue: The queue that maps it.
        facts: The queue's device.
        sizes: Its shape.
        precision: Its element type.
        image: It lies in an image.

    Raises:
        ArgumentError: of the shape, the type or the device, as for ``mapped_empty``.
        AllocationError: the device refused to allocate that much.
    """
    dense = row_bytes = precision.size * math.prod(sizes[1:])
    if image:
        row_bytes = _image_row_bytes(queue, facts, sizes, precision)
    needed = max(row_bytes * sizes[0], precision.size)  # OpenCL has no empty memory
    if needed > _most_bytes(facts):
        side = largest_square(facts, precision.size)
        raise ShapeError(
            "shape",
            f"at most {_most_bytes(facts)} bytes, so that three operands fit on {facts.name} (matrices of"
            f" {precision.name} with up to {side} rows and columns)",
            f"shape {sizes}, {needed} bytes",
        )
    try:
        if image:
            memory: Any = _image(queue, precision, row_bytes, sizes[0])
        else:
            memory = cl.Buffer(queue.context, FLAGS, needed)
        array = MappedArray(queue, memory, sizes, precision, row_bytes)
        if row_bytes > dense:
            array.events.append(_clear_padding(array))
    except cl.Error as error:
        raise AllocationError(f"the device refused to allocate {needed} bytes: {error}") from error
    return array


def largest_square(facts: Facts, itemsize: int) -> int:
    """Rows of the largest square matrix of which a device holds three, each in one allocation.

    Args:
        facts: The device.
        itemsize: Bytes an element takes.
    """
    return math.isqrt(_most_bytes(facts) // itemsize)


def _most_bytes(facts: Facts) -> int:
    """The largest operand: in one allocation, and three of them in memory."""
    return min(facts.max_alloc_bytes, facts.memory_bytes // 3)


def _image_row_bytes(
    queue: cl.CommandQueue, facts: Facts, sizes: tuple[int, ...], precision: Precision
) -> int:
    """Bytes of the texels in a row of the image that holds a matrix, if the device has such images.

    Raises:
        ArgumentError: it has not.
    """
    if len(sizes) != 2:
        raise ShapeError("shape", "a matrix (two axes) for an image", f"shape {sizes}")
    if not facts.images:
        raise ArgumentError("image", f"False, because {facts.name} has no images", "True")
    kind = cl.mem_object_type.IMAGE2D
    formats = cl.get_supported_image_formats(queue.context, FLAGS, kind) if fits_texels(precision) else ()
    if not formats or image_format(precision) not in formats:
        raise PrecisionError("dtype", f"an element type of which {facts.name} has images", precision.name)
    elements = texel_elements(precision)
    width = max(-(-sizes[1] // elements), 1)
    if width > facts.max_image[0] or sizes[0] > facts.max_image[1]:
        most = (facts.max_image[1], facts.max_image[0] * elements)
        raise ShapeError(
            "shape", f"at most {most} for an image of {precision.name} on {facts.name}", f"shape {sizes}"
        )
    return width * _texel_bytes(precision)


def _texel_bytes(precision: Precision) -> int:
    return texel_elements(precision) * precision.size


def _image(queue: cl.CommandQueue, precision: Precision, row_bytes: int, rows: int) -> cl.Image:
    description = cl.ImageDescriptor()
    description.image_type = cl.mem_object_type.IMAGE2D
    description.shape = (row_bytes // _texel_bytes(precision), max(rows, 1), 1)
    return cl.Image(queue.context, FLAGS, image_format(precision), desc=description)


def _clear_padding(array: MappedArray) -> cl.Event:
    """Zeros in the last texels of the rows, so that what a kernel reads beyond the last column is a number."""
    last = array.strides[0] // _texel_bytes(precision_of(array.dtype)) - 1
    zeros = np.zeros(4, np.uint32)  # of four bytes whatever the channels are
    region = (1, max(array.shape[0], 1), 1)
    return cl.enqueue_fill_image(array.queue, array.memory, zeros, (last, 0, 0), region)
