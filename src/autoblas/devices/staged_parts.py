"""Copies of parts of an array between host and device through pinned buffers, by a device's copy engines; see ``staging``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from autoblas.devices.device import Event

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CopyEngines", "Download", "PinnedBuffer", "StagedPart", "Upload", "await_end", "parts_of"]


class CopyEngines(Protocol):
    """A device's engines for copies between pinned memory and device memory; in each direction copies run in order.

    Attributes:
        errors: Exceptions of its driver.
        reach: A value that is equal for all devices whose engines reach each other's pinned memory.
    """

    errors: tuple[type[Exception], ...]
    reach: Hashable

    def pin(self, nbytes: int) -> Array:
        """New pinned bytes of the host, freed with the last array over them; raises one of ``errors``."""

    def fixed_events(self, events: Sequence[Any]) -> list[Any]:
        """Events with the ends of queues, which move with later work, replaced by events for their present work."""

    def up(self, array: Array, memory: Any, start: int, wait_for: Sequence[Any]) -> Event:
        """Enqueue a copy of a pinned array that has ``lines_of`` to memory, from a byte on, and return its event."""

    def down(self, memory: Any, start: int, array: Array, wait_for: Sequence[Any]) -> Event:
        """Enqueue a copy of memory, from a byte on, to a pinned array that has ``lines_of``, and return its event."""

    def ended(self, event: Any) -> bool:
        """True if a copy has ended, well or not."""


def await_end(event: Event, errors: tuple[type[Exception], ...]) -> None:
    """Return when a copy has ended, well or not; errors reach the caller that asks for its result."""
    with suppress(*errors):
        event.wait()


class PinnedBuffer:
    """Pinned memory, and the event of the last copy from or to it."""

    def __init__(self, engines: CopyEngines, nbytes: int) -> None:
        self._engines, self.memory = engines, engines.pin(nbytes)
        self.last: Event | None = None

    @property
    def idle(self) -> bool:
        """True if no copy uses it: the last one has ended, well or not."""
        return self.last is None or self._engines.ended(self.last)

    def view_as(self, part: Array) -> Array:
        """View of its first bytes with the shape and type of a part, after the last copy has ended."""
        last, self.last = self.last, None
        if last is not None:
            await_end(last, self._engines.errors)
        view: Array = self.memory[: part.nbytes].view(part.dtype).reshape(part.shape)
        return view


class StagedPart(ABC):
    """The copy of a part of an array through a pinned buffer.

    Args:
        engines: The engines that copy between the buffer and memory.
        memory: The memory.
        waits: The events that the engines wait for.
        part: The part of the array.
        start: Its offset in memory, in bytes.
    """

    buffer: PinnedBuffer
    staged: Array

    def __init__(
        self, engines: CopyEngines, memory: Any, waits: Sequence[Any], part: Array, start: int
    ) -> None:
        self.engines, self.memory, self.waits, self.part, self.start = engines, memory, waits, part, start

    def begin(self, buffer: PinnedBuffer) -> list[Event]:
        """Take a buffer, and enqueue commands that may run before the host copies; return their events."""
        self.buffer, self.staged = buffer, buffer.view_as(self.part)
        return []

    @abstractmethod
    def finish(self) -> Event:
        """Copy on the host, and return the event of the engines' copy."""


class Upload(StagedPart):
    """From the host through a buffer to memory."""

    def finish(self) -> Event:
        """Copy to the buffer, and enqueue the engines' copy."""
        np.copyto(self.staged, self.part)
        self.buffer.last = event = self.engines.up(self.staged, self.memory, self.start, self.waits)
        return event


class Download(StagedPart):
    """From memory through a buffer to the host."""

    def begin(self, buffer: PinnedBuffer) -> list[Event]:
        """Take a buffer, and enqueue the copy to it."""
        super().begin(buffer)
        self.event = buffer.last = self.engines.down(self.memory, self.start, self.staged, self.waits)
        return [self.event]

    def finish(self) -> Event:
        """Copy from the buffer when the engines' copy has ended."""
        self.event.wait()
        np.copyto(self.part, self.staged)
        return self.event


def parts_of(array: Array, most: int) -> Iterator[tuple[tuple[slice, ...], int]]:
    """Cut an array along its first axes into parts of at most so many bytes, in the order of its elements.

    Args:
        array: The array.
        most: Bytes of a part; an element may have more.

    Yields:
        The index of a part, and its offset in a dense copy of the array, in bytes.
    """
    shape, size = array.shape, array.itemsize
    axis, inner = 0, array.nbytes
    while axis < len(shape) and inner // shape[axis] > most:  # a part has one index along this axis
        inner //= shape[axis]
        axis += 1
    if axis == len(shape):
        for element in np.ndindex(*shape):
            yield (
                tuple(slice(i, i + 1) for i in element),
                int(np.ravel_multi_index(element, shape)) * size if shape else 0,
            )
        return
    line = inner // shape[axis]
    count = max(1, most // line)
    for number, outer in enumerate(np.ndindex(*shape[:axis])):
        for start in range(0, shape[axis], count):
            index = (*(slice(i, i + 1) for i in outer), slice(start, min(start + count, shape[axis])))
            yield index, number * inner + start * line
