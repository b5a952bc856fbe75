"""Copies between NumPy arrays and device memory through pinned buffers, by several threads.

A driver copies pageable memory piece by piece through pinned memory of its own, in the caller's thread: 3 to 14 GB/s
where a bus does 55. Here threads copy to and from pinned buffers, while the device's copy engines empty and fill others;
each direction has a queue. Memory from ``pinned`` is copied by the engines directly, rows of a part of a matrix too, by all
devices of the same driver.
"""

from __future__ import annotations

import os
import queue as queues
import threading
import weakref
from concurrent.futures import Future, wait
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from autoblas.devices.staged_parts import Download, PinnedBuffer, Upload, await_end, parts_of
from autoblas.devices.workers import Workers
from autoblas.errors import AllocationError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from autoblas.devices.device import Event
    from autoblas.devices.staged_parts import CopyEngines, StagedPart

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["BUFFER_BYTES", "PinnedStaging", "StagedTransfer", "lines_of"]

BUFFER_BYTES = 8 << 20
"""Largest buffer. A part costs 0.15 ms of Python's lock, which threads hand over several times: on an H200's host parts of 4 MB
moved 25 GB/s, of 8 MB 40."""

MOST_BUFFERS = 24
"""Buffers of a device, at most."""

SMALL_PARTS = 4
"""Parts of a small array, so that threads share it."""

LEAST_BYTES = 1 << 20
"""Smallest part of an array that is larger."""

LEAST_LINE = 2048
"""Shortest line, in bytes, that engines copy in place: on an H100's bus lines of 4 KB moved 33 GB/s, of 16 KB 48, one of all 54."""

THREADS = 8
"""Threads in each direction, at most: so many copy about as fast as a bus of 55 GB/s."""


@cache
def _threads(direction: str) -> Workers:
    """The threads that copy in one direction, for all devices: a wait for results never delays the other direction."""
    count = max(1, min(THREADS, (os.cpu_count() or 1) // 2))
    return Workers(count, f"autoblas-{direction}")


class StagedTransfer:
    """A copy in progress; see ``Transfer``.

    Args:
        parts: The parts that threads copy.
        events: Events of commands that are already enqueued.
        errors: Exceptions of a wait for a copy that failed.
    """

    def __init__(
        self, parts: Sequence[Future[Event]], events: Sequence[Event], errors: tuple[type[Exception], ...]
    ) -> None:
        self._parts, self._events, self._errors = parts, events, errors

    def enqueued(self) -> list[Any]:
        """The events of all its commands, as soon as the last is enqueued."""
        return [*self._events, *(part.result() for part in self._parts)]

    def complete(self) -> None:
        """Return when it has ended."""
        for event in self.enqueued():
            event.wait()

    def settle(self) -> None:
        """Return when no part of it runs, whatever its outcome: parts that have not begun are cancelled."""
        for part in self._parts:
            part.cancel()
        wait(self._parts)
        ended = [part.result() for part in self._parts if not part.cancelled() and not part.exception()]
        for event in [*self._events, *ended]:
            await_end(event, self._errors)


class _PinnedRegions:
    """Addresses of memory that copy engines reach directly, by ``CopyEngines.reach``."""

    def __init__(self) -> None:
        self._regions: dict[Any, dict[int, int]] = {}

    def add(self, reach: object, memory: Array) -> None:
        """Add memory, for the lifetime of the arrays over it."""
        regions, start = self._regions.setdefault(reach, {}), memory.ctypes.data
        regions[start] = start + memory.nbytes
        weakref.finalize(memory, regions.pop, start)

    def contain(self, reach: object, start: int, end: int) -> bool:
        """True if all bytes between two addresses are such memory."""
        regions = self._regions.get(reach, {})
        return any(begin <= start and end <= stop for begin, stop in list(regions.items()))


PINNED = _PinnedRegions()
"""Pinned memory of this process."""


def lines_of(array: Array) -> tuple[int, int, int] | None:
    """Count, length and pitch, in bytes, of an array's lines, if copy engines can copy it; else None.

    They copy a dense array as one line, and a matrix whose rows are long enough row by row.
    """
    if array.flags.c_contiguous:
        return 1, array.nbytes, array.nbytes
    if array.ndim != 2 or array.strides[1] != array.itemsize:
        return None
    rows, line = array.shape[0], array.shape[1] * array.itemsize
    return (rows, line, array.strides[0]) if array.strides[0] >= line >= LEAST_LINE else None


class PinnedStaging:
    """Copies to and from the memory of one device; see ``devices.device.Staging``.

    Args:
        engines: The copy engines of the device.
    """

    def __init__(self, engines: CopyEngines) -> None:
        self._engines = engines
        self._free: queues.SimpleQueue[PinnedBuffer | None] = queues.SimpleQueue()
        self._allocated, self._guard = 0, threading.Lock()
        self._queued, self._order = 0, threading.Lock()

    def pinned(self, nbytes: int) -> Array:
        """New bytes of the host that copy engines reach directly; freed with the last array over them.

        Raises:
            AllocationError: the driver refused.
        """
        try:
            memory = self._engines.pin(nbytes)
        except self._engines.errors as error:
            raise AllocationError(f"the driver refused {nbytes} bytes of pinned memory: {error}") from error
        PINNED.add(self._engines.reach, memory)
        return memory

    def _reached(self, array: Array) -> bool:
        """True if the engines can copy an array directly."""
        lines = lines_of(array)
        if lines is None:
            return False
        count, line, pitch = lines
        start = array.ctypes.data
        return PINNED.contain(self._engines.reach, start, start + (count - 1) * pitch + line)

    def upload(self, array: Array, memory: Any, wait_for: Sequence[Any] = ()) -> StagedTransfer:
        """Copy an array to memory."""
        engines = self._engines
        waits = engines.fixed_events(wait_for)
        if self._reached(array):
            return StagedTransfer((), [engines.up(array, memory, 0, waits)], engines.errors)
        return self._in_parts("up", array, partial(Upload, engines, memory, waits))

    def download(self, memory: Any, array: Array, wait_for: Sequence[Any] = ()) -> StagedTransfer:
        """Copy memory to an array."""
        engines = self._engines
        waits = engines.fixed_events(wait_for)
        if self._reached(array):
            return StagedTransfer((), [engines.down(memory, 0, array, waits)], engines.errors)
        return self._in_parts("down", array, partial(Download, engines, memory, waits))

    def _in_parts(
        self, direction: str, array: Array, part_of: Callable[[Array, int], StagedPart]
    ) -> StagedTransfer:
        """Let threads copy an array part by part.

        For an array of few parts, with idle buffers for them, the caller's thread begins the parts: threads that all begin
        wait for each other at Python's lock, 0.1 ms a part on an H100's host.

        Args:
            direction: ``up`` or ``down``.
            array: The array.
            part_of: Makes the copy of a part, from the part and its offset in memory in bytes.
        """
        threads = _threads(direction)
        part_bytes = min(BUFFER_BYTES, max(LEAST_BYTES, -(-array.nbytes // SMALL_PARTS)))
        parts = [part_of(array[index], start) for index, start in parts_of(array, part_bytes)]
        copies: list[Future[Event]] = []
        events: list[Event] = []
        with self._order:
            for part in parts:
                buffer = self._idle_buffer() if len(parts) <= SMALL_PARTS else None
                if buffer is None:
                    copies.append(self._queue(threads, part))
                    continue
                try:
                    events += part.begin(buffer)
                    copy = threads.submit(part.finish)
                except self._engines.errors as error:  # raised where the caller waits, as for all other parts
                    copy = Future()
                    copy.set_exception(error)
                copy.add_done_callback(partial(self._return, buffer))  # also if it is cancelled
                copies.append(copy)
        return StagedTransfer(copies, events, self._engines.errors)

    def _queue(self, threads: Workers, part: StagedPart) -> Future[Event]:
        """Let a thread take a buffer for a part, and copy it."""
        with self._guard:
            self._queued += 1
        copy = threads.submit(self._through, part)
        copy.add_done_callback(self._unqueue)
        return copy

    def _unqueue(self, copy: object) -> None:
        """Count a queued part as copied, or cancelled."""
        del copy
        with self._guard:
            self._queued -= 1

    def _through(self, part: StagedPart) -> Event:
        """Copy a part, as soon as there is a buffer for it."""
        buffer = self._take()
        try:
            part.begin(buffer)
            return part.finish()
        finally:
            self._free.put(buffer)

    def _return(self, buffer: PinnedBuffer, copy: object) -> None:
        """Return the buffer of a copy that has ended, or was cancelled."""
        del copy
        self._free.put(buffer)

    def _idle_buffer(self) -> PinnedBuffer | None:
        """A free and idle buffer; None if there is none, or if a thread may wait for one.

        So threads first copy the parts whose buffers the caller took, and only then parts that wait for a buffer.
        """
        if self._queued:
            return None
        try:
            buffer = self._free.get_nowait()
        except queues.Empty:
            return None
        if buffer is not None and not buffer.idle:
            self._free.put(buffer)
            return None
        return buffer

    def release(self) -> None:
        """Free pinned memory that no copy uses; later copies allocate new memory."""
        entries: list[PinnedBuffer | None] = []
        while True:
            try:
                entries.append(self._free.get_nowait())
            except queues.Empty:
                break
        buffers = [buffer for buffer in entries if buffer is not None]
        busy = [buffer for buffer in buffers if not buffer.idle]
        with self._guard:
            self._allocated -= len(buffers) - len(busy)
        for entry in (*busy, None):  # None tells a waiting thread to allocate a new buffer
            self._free.put(entry)

    def _take(self) -> PinnedBuffer:
        """A free buffer; a new one while there are few and none is idle."""
        try:
            buffer = self._free.get_nowait()
        except queues.Empty:
            buffer = None
        if buffer is not None and (buffer.idle or self._allocated >= MOST_BUFFERS):
            return buffer
        if buffer is not None:
            self._free.put(buffer)
        while True:  # until one is returned, or None says that there are fewer now
            buffer = self._new() or self._free.get()
            if buffer is not None:
                return buffer

    def _new(self) -> PinnedBuffer | None:
        """A new buffer; None if there are enough, or the driver refuses to pin more."""
        with self._guard:
            if self._allocated >= MOST_BUFFERS:
                return None
            self._allocated += 1
        try:
            return PinnedBuffer(self._engines, BUFFER_BYTES)
        except self._engines.errors:
            with self._guard:
                self._allocated -= 1
                if self._allocated == 0:
                    raise
            return None
