"""Test operands in device memory: stacks of matrices in any storage order, in buffers with canaries or in images."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays import MatrixView
from autoblas.devices.backends import device_of
from autoblas.problems import Scratch, texel_elements
from autoblas.runtime.workspace import allocate

if TYPE_CHECKING:
    from autoblas.devices.device import Queue
    from autoblas.precision import Precision
    from autoblas.problems import Memory, Order

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["Stored", "device_list", "poison", "spread"]

CANARY = -77


def poison(precision: Precision) -> Any:
    """What fills an output that must not be read: NaN, or a strange integer."""
    return precision.scalar(0x7FC0FFEE if precision.kind == "integer" else np.nan)


def device_list(queue: Queue, values: Array) -> Any:
    """A vector in device memory that kernels only read."""
    return device_of(queue).holding(values)


def spread(factor: complex, items: int) -> Array:
    """Different multiples of a factor, one for each item of a batch, of shape (items, 1, 1)."""
    return factor * (1 + np.arange(items) % 3).reshape(-1, 1, 1)


class Stored:
    """A stack of matrices in device memory.

    Args:
        queue: Where it goes.
        stack: The matrices, of shape (items, rows, cols).
        order: The storage order of each.
        precision: Their element type.
        margin: Canaries on every side of each, in elements; none in an image.
        memory: What holds them; in an image the matrices lie one below the other.
        listed: They lie in another order than their own, so that only a list says where each begins.

    Attributes:
        view: The layout; the step, which a list does without, is 0 where there is one item.
        memory: Where it is.
        offset: Where element (0, 0) of the first lies there, in elements.
        offsets: Where each item begins, relative to that, in elements.
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
        across, along = (cols, rows) if order == "col" else (rows, cols)
        texel = texel_elements(precision) if memory == "image" else 1
        step = 2 if order == "any" else 1
        pitch = math.ceil(step * (along + 2 * margin) / texel) * texel
        self._queue = queue
        # What fills the last texels of an image's rows must not reach a sum, so it is no number there.
        self._canary = poison(precision) if memory == "image" else precision.scalar(CANARY)
        self._held = np.full((items, across + 2 * margin, pitch), self._canary, precision.dtype)
        inner = self._held[:, margin : margin + across, step * margin : step * (margin + along) : step]
        self._inner = inner.transpose(0, 2, 1) if order == "col" else inner
        self._places = np.roll(np.arange(items), -1 if listed else 0)
        distance = self._held[0].size
        row_stride, col_stride = (1, pitch) if order == "col" else (pitch, step)
        self.view = MatrixView(
            precision, rows, cols, row_stride, col_stride, items, distance if items > 1 else 0, memory
        )
        self.offset = margin * pitch + step * margin
        self.offsets = (distance * self._places).astype(np.uint64)
        texels = None if memory == "buffer" else (pitch // texel, items * across)
        scratch = Scratch(self._held.nbytes, texels, precision)
        self._device = device_of(queue)
        self.memory = allocate(self._device, scratch)
        self.write(stack)

    def write(self, stack: Array | float) -> None:
        """Set every element, and the canaries around them anew."""
        self._held[...] = self._canary
        self._inner[self._places] = stack
        self._device.copy(self._queue, self.memory, self._held)

    def read(self) -> tuple[Array, bool]:
        """The matrices, and whether anything outside them changed."""
        self._device.copy(self._queue, self._held, self.memory)
        stack = self._inner[self._places]
        self._inner[...] = self._canary
        return stack, bool(np.any(self._held != self._canary))
