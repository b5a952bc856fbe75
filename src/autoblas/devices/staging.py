"""Copies between NumPy arrays and the memory of a device that has its own: through pinned memory, by several threads.

A driver copies pageable memory piece by piece through pinned memory of its own, in the caller's thread: 3 to 14 GB/s
where a bus does 55. Here threads copy to and from pinned pieces, while the device's copy engines empty and fill others;
each direction has a queue. Memory that ``pinned`` gave is copied by the engines as it is, rows of a part of a matrix too,
by all devices that the same driver reaches.
"""

from __future__ import annotations

import os
import queue as queues
import threading
import weakref
from concurrent.futures import Future, wait
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from autoblas.devices.staged_parts import Down, Piece, Up, pieces_of, rest
from autoblas.devices.workers import Workers
from autoblas.errors import AllocationError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from autoblas.devices.copy_engines import CopyEngines
    from autoblas.devices.device import Event
    from autoblas.devices.staged_parts import Part

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["PIECE_BYTES", "StagedTransfer", "Staging", "lines_of"]

PIECE_BYTES = 8 << 20
"""Bytes of a piece, at most. Each costs 0.15 ms of Python's lock, which threads hand over some times a piece: on an H200's
host pieces of 4 MB moved 25 GB/s, of 8 MB 40."""

PIECES = 24
"""Pieces of a device, at most."""

SHARES = 4
"""Pieces that a small array is cut into, so that threads share it."""

LEAST_BYTES = 1 << 20
"""Bytes of a piece, at least, where the array has more."""

LEAST_LINE = 2048
"""Bytes of a line that engines copy by itself: on an H100's bus lines of 4 KB moved 33 GB/s, of 16 KB 48, one of all 54."""

THREADS = 8
"""Threads in each direction, at most: so many copy about as fast as a bus of 55 GB/s."""


@cache
def _threads(direction: str) -> Workers:
    """The threads that copy in one direction, for all devices: those that wait for results never hold up the others."""
    count = max(1, min(THREADS, (os.cpu_count() or 1) // 2))
    return Workers(count, f"autoblas-{direction}")


class StagedTransfer:
    """A copy that is under way; see ``Transfer``.

    Args:
        pieces: What threads do of it.
        events: What was enqueued at once.
        errors: What waiting for a copy that failed raises.
    """

    def __init__(
        self, pieces: Sequence[Future[Event]], events: Sequence[Event], errors: tuple[type[Exception], ...]
    ) -> None:
        self._pieces, self._events, self._errors = pieces, events, errors

    def enqueued(self) -> list[Any]:
        """The events of all its commands, as soon as the last is enqueued."""
        return [*self._events, *(piece.result() for piece in self._pieces)]

    def complete(self) -> None:
        """Return when it has ended."""
        for event in self.enqueued():
            event.wait()

    def settle(self) -> None:
        """Return when nothing of it runs any more, whatever became of it: pieces that have not begun are given up."""
        for piece in self._pieces:
            piece.cancel()
        wait(self._pieces)
        ended = [piece.result() for piece in self._pieces if not piece.cancelled() and not piece.exception()]
        for event in [*self._events, *ended]:
            rest(event, self._errors)


class _Pins:
    """Where memory lies that copy engines reach by themselves, by what they are reached by: a driver, for all its devices."""

    def __init__(self) -> None:
        self._regions: dict[Any, dict[int, int]] = {}

    def note(self, reach: object, memory: Array) -> None:
        """Take note of memory, for as long as there is an array over it."""
        regions, start = self._regions.setdefault(reach, {}), memory.ctypes.data
        regions[start] = start + memory.nbytes
        weakref.finalize(memory, regions.pop, start)

    def hold(self, reach: object, start: int, end: int) -> bool:
        """All bytes from an address to another are such memory."""
        regions = self._regions.get(reach, {})
        return any(begin <= start and end <= stop for begin, stop in list(regions.items()))


PINS = _Pins()
"""That of this process."""


def lines_of(array: Array) -> tuple[int, int, int] | None:
    """How often, of how many bytes, and how far apart in bytes the lines of an array are that copy engines copy; or None.

    They copy what follows each other as one line, and matrices whose rows have some length.
    """
    if array.flags.c_contiguous:
        return 1, array.nbytes, array.nbytes
    if array.ndim != 2 or array.strides[1] != array.itemsize:
        return None
    rows, line = array.shape[0], array.shape[1] * array.itemsize
    return (rows, line, array.strides[0]) if array.strides[0] >= line >= LEAST_LINE else None


class Staging:
    """Copies to and from the memory of one device; see ``devices.device.Staging``, whose sentences hold.

    Args:
        engines: The copy engines of the device.
    """

    def __init__(self, engines: CopyEngines) -> None:
        self._engines = engines
        self._free: queues.SimpleQueue[Piece | None] = queues.SimpleQueue()
        self._made, self._guard = 0, threading.Lock()
        self._queued, self._order = 0, threading.Lock()

    def pinned(self, nbytes: int) -> Array:
        """New bytes of the host that copy engines reach by themselves; given back with the last array over them.

        Raises:
            AllocationError: the driver refused.
        """
        try:
            memory = self._engines.pin(nbytes)
        except self._engines.errors as error:
            raise AllocationError(f"the driver refused {nbytes} bytes of pinned memory: {error}") from error
        PINS.note(self._engines.reach, memory)
        return memory

    def _reached(self, array: Array) -> bool:
        """The engines copy an array as it is."""
        lines = lines_of(array)
        if lines is None:
            return False
        count, line, apart = lines
        start = array.ctypes.data
        return PINS.hold(self._engines.reach, start, start + (count - 1) * apart + line)

    def upload(self, array: Array, memory: Any, wait_for: Sequence[Any] = ()) -> StagedTransfer:
        """Copy an array to memory."""
        engines = self._engines
        waits = engines.standing(wait_for)
        if self._reached(array):
            return StagedTransfer((), [engines.up(array, memory, 0, waits)], engines.errors)
        return self._in_parts("up", array, partial(Up, engines, memory, waits))

    def download(self, memory: Any, array: Array, wait_for: Sequence[Any] = ()) -> StagedTransfer:
        """Copy memory to an array."""
        engines = self._engines
        waits = engines.standing(wait_for)
        if self._reached(array):
            return StagedTransfer((), [engines.down(memory, 0, array, waits)], engines.errors)
        return self._in_parts("down", array, partial(Down, engines, memory, waits))

    def _in_parts(
        self, direction: str, array: Array, part_of: Callable[[Array, int], Part]
    ) -> StagedTransfer:
        """Let threads copy an array part by part.

        What can be done at once for an array of few parts, for which there are pieces at hand, is done in the caller's
        thread: threads that all begin with it wait for each other at Python's lock, 0.1 ms a part on an H100's host.

        Args:
            direction: ``up`` or ``down``.
            array: The array.
            part_of: The copy of a part, given that and where it begins in memory, in bytes.
        """
        threads, most = _threads(direction), min(PIECE_BYTES, max(LEAST_BYTES, -(-array.nbytes // SHARES)))
        parts = [part_of(array[index], start) for index, start in pieces_of(array, most)]
        copies: list[Future[Event]] = []
        events: list[Event] = []
        with self._order:
            for part in parts:
                piece = self._at_hand() if len(parts) <= SHARES else None
                if piece is None:
                    copies.append(self._queue(threads, part))
                    continue
                try:
                    events += part.begin(piece)
                    copy = threads.submit(part.finish)
                except self._engines.errors as error:  # which is told to whoever waits, as of all other parts
                    copy = Future()
                    copy.set_exception(error)
                copy.add_done_callback(partial(self._give_back, piece))  # where it is cancelled too
                copies.append(copy)
        return StagedTransfer(copies, events, self._engines.errors)

    def _queue(self, threads: Workers, part: Part) -> Future[Event]:
        """Let a thread take a piece for a part, and copy it."""
        with self._guard:
            self._queued += 1
        copy = threads.submit(self._through, part)
        copy.add_done_callback(self._unqueue)
        return copy

    def _unqueue(self, copy: object) -> None:
        """A part that a thread was to take a piece for is copied, or given up."""
        del copy
        with self._guard:
            self._queued -= 1

    def _through(self, part: Part) -> Event:
        """Copy a part, as soon as there is a piece for it."""
        piece = self._take()
        try:
            part.begin(piece)
            return part.finish()
        finally:
            self._free.put(piece)

    def _give_back(self, piece: Piece, copy: object) -> None:
        """The copy of a part through a piece has ended, or was given up."""
        del copy
        self._free.put(piece)

    def _at_hand(self) -> Piece | None:
        """A piece that nobody uses and that is idle; None where there is none, or where a thread may wait for one.

        So whoever waits for a piece was queued after all whose pieces the caller took, which threads do first.
        """
        if self._queued:
            return None
        try:
            piece = self._free.get_nowait()
        except queues.Empty:
            return None
        if piece is not None and not piece.idle:
            self._free.put(piece)
            return None
        return piece

    def release(self) -> None:
        """Give back the pinned memory that no copy uses; later copies take new memory."""
        found: list[Piece | None] = []
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

    def _take(self) -> Piece:
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

    def _new(self) -> Piece | None:
        """A new piece; None where there are enough, or the driver refuses to give more than there are."""
        with self._guard:
            if self._made >= PIECES:
                return None
            self._made += 1
        try:
            return Piece(self._engines, PIECE_BYTES)
        except self._engines.errors:
            with self._guard:
                self._made -= 1
                if self._made == 0:
                    raise
            return None
