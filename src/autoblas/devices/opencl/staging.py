"""Copies between NumPy arrays and the memory of a device that has its own: through pinned memory, by several threads.

A driver copies pageable memory piece by piece through pinned memory of its own, in the caller's thread: 3 to 14 GB/s
where a bus does 55. Here threads copy to and from pinned pieces, while the device's copy engines empty and fill others;
each direction has a queue. Memory that ``pinned`` gave is copied by the engines as it is.
"""

from __future__ import annotations

import os
import queue as queues
import threading
import weakref
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl

from autoblas.devices.opencl.pool import ENDED
from autoblas.errors import AllocationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["PIECE_BYTES", "Staging", "Transfer", "pieces_of"]

PIECE_BYTES = 8 << 20
"""Bytes of a piece, at most. Each costs 0.15 ms of Python's lock, which threads hand over some times a piece: on an H200's
host pieces of 4 MB moved 25 GB/s, of 8 MB 40."""

PIECES = 24
"""Pieces of a context, at most."""

SHARES = 4
"""Pieces that a small array is cut into, so that threads share it."""

LEAST_BYTES = 1 << 20
"""Bytes of a piece, at least, where the array has more."""

THREADS = 8
"""Threads in each direction, at most: so many copy about as fast as a bus of 55 GB/s."""


@cache
def _threads(direction: str) -> ThreadPoolExecutor:
    """The threads that copy in one direction, for all devices: those that wait for results never hold up the others."""
    count = max(1, min(THREADS, (os.cpu_count() or 1) // 2))
    return ThreadPoolExecutor(count, thread_name_prefix=f"autoblas-{direction}")


class Transfer:
    """A copy that is under way.

    Args:
        pieces: What threads do of it.
        events: What was enqueued at once.
    """

    def __init__(self, pieces: Sequence[Future[cl.Event]], events: Sequence[cl.Event] = ()) -> None:
        self._pieces, self._events = pieces, events

    def enqueued(self) -> list[cl.Event]:
        """The events of all its commands, as soon as the last is enqueued."""
        return [*self._events, *(piece.result() for piece in self._pieces)]

    def complete(self) -> None:
        """Return when it has ended."""
        events = self.enqueued()
        if events:
            cl.wait_for_events(events)

    def settle(self) -> None:
        """Return when nothing of it runs any more, whatever became of it: pieces that have not begun are given up."""
        for piece in self._pieces:
            piece.cancel()
        wait(self._pieces)
        ended = [piece.result() for piece in self._pieces if not piece.cancelled() and not piece.exception()]
        for event in [*self._events, *ended]:
            _rest(event)


def _rest(event: cl.Event) -> None:
    """Return when a copy has ended, well or not: whoever asks for its result is told."""
    with suppress(cl.Error):
        event.wait()


def _pinned(context: cl.Context, queue: cl.CommandQueue, nbytes: int) -> Array:
    """Bytes of memory that the driver allocates for the host, mapped for as long as they are used."""
    flags: Any = cl.mem_flags.READ_WRITE | cl.mem_flags.ALLOC_HOST_PTR
    access: Any = cl.map_flags.READ | cl.map_flags.WRITE
    memory: Any
    buffer = cl.Buffer(context, flags, nbytes)
    memory, _ = cl.enqueue_map_buffer(queue, buffer, access, 0, (nbytes,), np.dtype(np.uint8))
    return memory  # type: ignore[no-any-return]  # whose base holds the buffer


class _Piece:
    """Pinned memory, and the end of the last copy from it."""

    def __init__(self, memory: Array) -> None:
        self.memory = memory
        self.last: cl.Event | None = None

    @property
    def idle(self) -> bool:
        """No copy from it goes on: the last one has ended, well or not."""
        return self.last is None or self.last.command_execution_status <= ENDED

    def seen_as(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
        """Its first bytes as an array, after the last copy from it has ended."""
        last, self.last = self.last, None
        if last is not None:
            _rest(last)
        size = int(np.prod(shape)) * dtype.itemsize
        seen: Array = self.memory[:size].view(dtype).reshape(shape)
        return seen


class Staging:
    """Copies to and from the memory of one context.

    Args:
        context: The context.
        device: The device.
    """

    def __init__(self, context: cl.Context, device: cl.Device) -> None:
        self._context = context
        self._up, self._down, self._mapping = (cl.CommandQueue(context, device) for _ in range(3))
        self._free: queues.SimpleQueue[_Piece | None] = queues.SimpleQueue()
        self._made, self._guard = 0, threading.Lock()
        self._regions: dict[int, int] = {}

    def pinned(self, nbytes: int) -> Array:
        """New bytes of the host that copy engines reach by themselves; given back with the last array over them.

        Raises:
            AllocationError: the driver refused.
        """
        try:
            memory = _pinned(self._context, self._mapping, nbytes)
        except cl.Error as error:
            raise AllocationError(f"the driver refused {nbytes} bytes of pinned memory: {error}") from error
        start = memory.ctypes.data
        self._regions[start] = start + nbytes
        weakref.finalize(memory, self._regions.pop, start)
        return memory

    def _is_pinned(self, array: Array) -> bool:
        """The array's elements follow each other in memory that ``pinned`` gave."""
        if not self._regions or not array.flags.c_contiguous:
            return False
        start = array.ctypes.data
        return any(
            begin <= start and start + array.nbytes <= end for begin, end in list(self._regions.items())
        )

    def upload(self, array: Array, memory: cl.Buffer, wait_for: Sequence[cl.Event] = ()) -> Transfer:
        """Copy an array with any strides, which must not change meanwhile, to memory, where its elements follow each other.

        Args:
            array: The array, with at least one element.
            memory: Memory of as many bytes or more.
            wait_for: What must have ended before the memory is written.
        """
        waits = list(wait_for)

        def enqueue(part: Array, start: int) -> cl.Event:
            return cl.enqueue_copy(
                self._up, memory, part, dst_offset=start, is_blocking=False, wait_for=waits
            )

        return self._transfer("up", self._up, array, enqueue)

    def download(self, memory: cl.Buffer, array: Array, wait_for: Sequence[cl.Event] = ()) -> Transfer:
        """Copy memory, where elements follow each other, to an array with any strides.

        Args:
            memory: The memory.
            array: The array, with at least one element.
            wait_for: What must have ended before the memory is read.
        """
        waits = list(wait_for)

        def enqueue(part: Array, start: int) -> cl.Event:
            return cl.enqueue_copy(
                self._down, part, memory, src_offset=start, is_blocking=False, wait_for=waits
            )

        return self._transfer("down", self._down, array, enqueue)

    def _transfer(
        self, direction: str, queue: cl.CommandQueue, array: Array, enqueue: Callable[[Array, int], cl.Event]
    ) -> Transfer:
        """Let the engines copy a pinned array as it is, and threads any other, piece by piece.

        Args:
            direction: ``up`` or ``down``.
            queue: Where copies are enqueued.
            array: The array.
            enqueue: Enqueues the copy of a part that is pinned, given where it begins in memory, in bytes.
        """
        if self._is_pinned(array):
            event = enqueue(array, 0)
            queue.flush()
            return Transfer((), [event])

        def through_a_piece(part: Array, start: int) -> cl.Event:
            piece = self._take()
            try:
                seen = piece.seen_as(part.shape, part.dtype)
                if direction == "up":
                    np.copyto(seen, part)
                event = piece.last = enqueue(seen, start)
                queue.flush()
                if direction == "down":
                    event.wait()
                    np.copyto(part, seen)
                return event
            finally:
                self._free.put(piece)

        threads, most = _threads(direction), min(PIECE_BYTES, max(LEAST_BYTES, -(-array.nbytes // SHARES)))
        pieces = [
            threads.submit(through_a_piece, array[index], start) for index, start in pieces_of(array, most)
        ]
        return Transfer(pieces)

    def release(self) -> None:
        """Give back the pinned memory that no copy uses; later copies take new memory."""
        found: list[_Piece | None] = []
        while True:
            try:
                found.append(self._free.get_nowait())
            except queues.Empty:
                break
        pieces = [piece for piece in found if piece is not None]
        busy = [piece for piece in pieces if not piece.idle]
        with self._guard:
            self._made -= len(pieces) - len(busy)
        for piece in (*busy, None):  # whoever waits for one that is gone gets None, and makes a new one
            self._free.put(piece)

    def _take(self) -> _Piece:
        """A piece that nobody uses; a new one while there are few and none is idle."""
        try:
            piece = self._free.get_nowait()
        except queues.Empty:
            piece = None
        if piece is not None and (piece.idle or self._made >= PIECES):
            return piece
        if piece is not None:
            self._free.put(piece)
        while True:  # until one comes back, where there are enough; None says that there are fewer now
            piece = self._new() or self._free.get()
            if piece is not None:
                return piece

    def _new(self) -> _Piece | None:
        """A new piece; None where there are enough, or the driver refuses to give more than there are."""
        with self._guard:
            if self._made >= PIECES:
                return None
            self._made += 1
        try:
            return _Piece(_pinned(self._context, self._mapping, PIECE_BYTES))
        except cl.Error:
            with self._guard:
                self._made -= 1
                if self._made == 0:
                    raise
            return None


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
