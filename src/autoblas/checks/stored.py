"""Test operands in device memory: among canaries, and stacks of matrices in any storage order, also in images."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.devices.backends import device_of
from autoblas.plan.workspace import allocate
from autoblas.problems import Scratch, texel_elements
from autoblas.problems.views import MatrixView

if TYPE_CHECKING:
    from autoblas.devices.device import Queue
    from autoblas.precision import Precision
    from autoblas.problems import Memory, Order

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CANARY", "Guarded", "Stored", "device_list", "poison", "spread"]

CANARY = -77
"""The value of memory around elements that may be written."""


def poison(precision: Precision) -> Any:
    """The value of an output that must not be read: NaN, or an unlikely integer."""
    return precision.scalar(0x7FC0FFEE if precision.kind == "integer" else np.nan)


def device_list(queue: Queue, values: Array) -> Any:
    """A vector in device memory that kernels only read."""
    return device_of(queue).allocate_copy(values)


def spread(factor: complex, items: int) -> Array:
    """Different multiples of a factor, one for each item of a batch, of shape (items, 1, 1)."""
    return factor * (1 + np.arange(items) % 3).reshape(-1, 1, 1)


class Guarded:
    """Elements in device memory, with canaries around them that must not change.

    Args:
        queue: The queue that copies them.
        precision: Their type.
        buffer: The memory with its canaries, on the host.
        inner: The elements, a view of the buffer.
        values: The values of the elements.
        indices: Positions of the values along the first axis; in their order by default.
        texels: Width and height in texels if the memory is an image; None for a buffer.

    Attributes:
        memory: The device memory.
    """

    def __init__(
        self,
        queue: Queue,
        precision: Precision,
        buffer: Array,
        inner: Array,
        values: Array,
        *,
        indices: Array | None = None,
        texels: tuple[int, int] | None = None,
    ) -> None:
        self._queue, self._buffer, self._inner = queue, buffer, inner
        self._indices = np.arange(len(inner)) if indices is None else indices
        # The last texels of an image's rows must not reach a sum, so they are NaN.
        self._canary = precision.scalar(CANARY) if texels is None else poison(precision)
        self._device = device_of(queue)
        self.memory = allocate(self._device, Scratch(buffer.nbytes, texels, precision))
        self.write(values)

    def write(self, values: Array | float) -> None:
        """Set the elements, and reset the canaries."""
        self._buffer[...] = self._canary
        self._inner[self._indices] = values
        self._device.copy(self._queue, self.memory, self._buffer)

    def read(self) -> tuple[Array, bool]:
        """The elements, and True if a canary changed."""
        self._device.copy(self._queue, self._buffer, self.memory)
        values = self._inner[self._indices]
        self._inner[...] = self._canary
        return values, bool(np.any(self._buffer != self._canary))


class Stored(Guarded):
    """A stack of matrices in device memory.

    Args:
        queue: The queue that copies it.
        stack: The matrices, of shape (items, rows, cols).
        order: The storage order of a matrix.
        precision: Their element type.
        margin: Canaries on all sides of a matrix, in elements; none in an image.
        memory: A buffer, or an image with the matrices one below the other.
        listed: Store the items in another order, so that kernels need the list of their offsets.

    Attributes:
        view: The layout; its step between items is 0 where there is one item.
        memory: The device memory.
        offset: Offset of element (0, 0) of the first item, in elements.
        offsets: Offsets of the items relative to that, in elements.
    """

    def __init__(
        self,
        queue: Queue,
        stack: Array,
        order: Order,
        precision: Precision,
        margin: int = 0,
        memory: Memory = "buffer",
        *,
        listed: bool = False,
    ) -> None:
        items, rows, cols = stack.shape
        lines, length = (cols, rows) if order == "col" else (rows, cols)
        texel = texel_elements(precision) if memory == "image" else 1
        step = 2 if order == "any" else 1
        pitch = math.ceil(step * (length + 2 * margin) / texel) * texel
        buffer = np.empty((items, lines + 2 * margin, pitch), precision.dtype)
        inner = buffer[:, margin : margin + lines, step * margin : step * (margin + length) : step]
        inner = inner.transpose(0, 2, 1) if order == "col" else inner
        indices = np.roll(np.arange(items), -1 if listed else 0)
        distance = buffer[0].size
        row_stride, col_stride = (1, pitch) if order == "col" else (pitch, step)
        self.view = MatrixView(
            precision, rows, cols, row_stride, col_stride, items, distance if items > 1 else 0, memory
        )
        self.offset = margin * pitch + step * margin
        self.offsets = (distance * indices).astype(np.uint64)
        texels = None if memory == "buffer" else (pitch // texel, items * lines)
        super().__init__(queue, precision, buffer, inner, stack, indices=indices, texels=texels)

    def constants(self, name: str) -> dict[str, int]:
        """The constants of a kernel's argument of that name: the strides."""
        view = self.view
        return {f"{name}_row": view.row_stride, f"{name}_col": view.col_stride, f"{name}_step": view.step}
