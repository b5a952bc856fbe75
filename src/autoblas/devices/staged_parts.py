"""Parts of an array, and their copies between the host and a device through pieces of pinned memory; see ``staging``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoblas.devices.copy_engines import CopyEngines
    from autoblas.devices.device import Event

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["Down", "Part", "Piece", "Up", "pieces_of", "rest"]


def rest(event: Event, errors: tuple[type[Exception], ...]) -> None:
    """Return when a copy has ended, well or not: whoever asks for its result is told."""
    with suppress(*errors):
        event.wait()


class Piece:
    """Pinned memory, and the end of the last copy from it."""

    def __init__(self, engines: CopyEngines, nbytes: int) -> None:
        self._engines, self.memory = engines, engines.pin(nbytes)
        self.last: Event | None = None

    @property
    def idle(self) -> bool:
        """No copy from it goes on: the last one has ended, well or not."""
        return self.last is None or self._engines.ended(self.last)

    def seen_as(self, part: Array) -> Array:
        """Its first bytes as an array like a part of another, after the last copy from it has ended."""
        last, self.last = self.last, None
        if last is not None:
            rest(last, self._engines.errors)
        seen: Array = self.memory[: part.nbytes].view(part.dtype).reshape(part.shape)
        return seen


class Part(ABC):
    """The copy of a part of an array through a piece.

    Args:
        engines: What copies between the piece and memory.
        memory: The memory.
        waits: The events that the engines wait for.
        part: The part of the array.
        start: Where it begins in memory, in bytes.
    """

    piece: Piece
    seen: Array

    def __init__(
        self, engines: CopyEngines, memory: Any, waits: Sequence[Any], part: Array, start: int
    ) -> None:
        self.engines, self.memory, self.waits, self.part, self.start = engines, memory, waits, part, start

    def begin(self, piece: Piece) -> list[Event]:
        """Take a piece, and enqueue what can be enqueued before the host copies."""
        self.piece, self.seen = piece, piece.seen_as(self.part)
        return []

    @abstractmethod
    def finish(self) -> Event:
        """Copy on the host; the event of what the engines do."""


class Up(Part):
    """Through a piece to memory."""

    def finish(self) -> Event:
        """Copy, and enqueue."""
        np.copyto(self.seen, self.part)
        self.piece.last = event = self.engines.up(self.seen, self.memory, self.start, self.waits)
        return event


class Down(Part):
    """From memory through a piece."""

    def begin(self, piece: Piece) -> list[Event]:
        """Take a piece, and enqueue the copy to it."""
        super().begin(piece)
        self.event = piece.last = self.engines.down(self.memory, self.start, self.seen, self.waits)
        return [self.event]

    def finish(self) -> Event:
        """Copy when that has ended."""
        self.event.wait()
        np.copyto(self.part, self.seen)
        return self.event


def pieces_of(array: Array, most: int) -> Iterator[tuple[tuple[slice, ...], int]]:
    """Cut an array along its first axes into parts of at most so many bytes, in the order of its elements.

    Args:
        array: The array.
        most: Bytes of a part; an element may have more.

    Yields:
        The index of a part, and where it begins among the elements that follow each other, in bytes.
    """
    shape, size = array.shape, array.itemsize
    axis, inner = 0, array.nbytes
    while axis < len(shape) and inner // shape[axis] > most:  # a part has one place along this axis
        inner //= shape[axis]
        axis += 1
    if axis == len(shape):
        for place in np.ndindex(*shape):
            yield (
                tuple(slice(i, i + 1) for i in place),
                int(np.ravel_multi_index(place, shape)) * size if shape else 0,
            )
        return
    line = inner // shape[axis]
    count = max(1, most // line)
    for number, outer in enumerate(np.ndindex(*shape[:axis])):
        for start in range(0, shape[axis], count):
            index = (*(slice(i, i + 1) for i in outer), slice(start, min(start + count, shape[axis])))
            yield index, number * inner + start * line
