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
"""What surrounds elements that may be written."""


def poison(precision: Precision) -> Any:
    """What fills an output that must not be read: NaN, or a strange integer."""
    return precision.scalar(0x7FC0FFEE if precision.kind == "integer" else np.nan)


def device_list(queue: Queue, values: Array) -> Any:
    """A vector in device memory that kernels only read."""
    return device_of(queue).allocate_copy(values)


def spread(factor: complex, items: int) -> Array:
    """Different multiples of a factor, one for each item of a batch, of shape (items, 1, 1)."""
    return factor * (1 + np.arange(items) % 3).reshape(-1, 1, 1)


class Guarded:
    """Elements in device memory among others that must not change.

    Args:
        queue: Where they go.
        precision: Their type.
        held: All of the memory, on the host.
        inner: The elements, a view of it.
        values: What they are.
        places: Where along the first axis each value lies; in their order by default.
        texels: Of an image that holds them, width and height in texels; None in a buffer.

    Attributes:
        memory: Where they are.
    """

    def __init__(
        self,
        queue: Queue,
        precision: Precision,
        held: Array,
        inner: Array,
        values: Array,
        *,
        places: Array | None = None,
        texels: tuple[int, int] | None = None,
    ) -> None:
        self._queue, self._held, self._inner = queue, held, inner
        self._places = np.arange(len(inner)) if places is None else places
        # What fills the last texels of an image's rows must not reach a sum, so it is no number there.
        self._canary = precision.scalar(CANARY) if texels is None else poison(precision)
        self._device = device_of(queue)
        self.memory = allocate(self._device, Scratch(held.nbytes, texels, precision))
        self.write(values)

    def write(self, values: Array | float) -> None:
        """Set every element, and the canaries anew."""
        self._held[...] = self._canary
        self._inner[self._places] = values
        self._device.copy(self._queue, self.memory, self._held)

    def read(self) -> tuple[Array, bool]:
        """The elements, and whether anything beside them changed."""
        self._device.copy(self._queue, self._held, self.memory)
        values = self._inner[self._places]
        self._inner[...] = self._canary
        return values, bool(np.any(self._held != self._canary))


class Stored(Guarded):
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
        held = np.empty((items, across + 2 * margin, pitch), precision.dtype)
        inner = held[:, margin : margin + across, step * margin : step * (margin + along) : step]
        inner = inner.transpose(0, 2, 1) if order == "col" else inner
        places = np.roll(np.arange(items), -1 if listed else 0)
        distance = held[0].size
        row_stride, col_stride = (1, pitch) if order == "col" else (pitch, step)
        self.view = MatrixView(
            precision, rows, cols, row_stride, col_stride, items, distance if items > 1 else 0, memory
        )
        self.offset = margin * pitch + step * margin
        self.offsets = (distance * places).astype(np.uint64)
        texels = None if memory == "buffer" else (pitch // texel, items * across)
        super().__init__(queue, precision, held, inner, stack, places=places, texels=texels)
