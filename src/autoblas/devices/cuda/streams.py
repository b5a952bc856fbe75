"""Queues of CUDA: streams, of callers or of this package, and the ends of commands on them.

Commands of a stream run in order, so no event is recorded for each: the end of a command is that of its stream when a caller
waits. On a timed queue every command is put between two events.
"""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any

from autoblas.devices.access import OfThisProcess
from autoblas.devices.cuda.driver import CAPTURED, checked, driver
from autoblas.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autoblas.devices.cuda.context import Context
    from autoblas.devices.device import Device

__all__ = [
    "CudaEvent",
    "CudaQueue",
    "QueueEnd",
    "TimedEvent",
    "captures_call",
    "card_of_stream",
    "event_handle",
    "pooled_stream",
    "refuse_in_capture",
    "set_call_queue",
]


class CudaQueue(OfThisProcess):
    """A stream of a card; see ``Queue``.

    Args:
        device: Its device.
        context: The context of the card.
        ordinal: The card.
        handle: The stream's handle as a number; 0, 1 and 2 are the default streams of every context.
        owner: The object that keeps the stream alive.
        timed: Its commands are put between events.

    Attributes:
        device: Its device.
        ordinal: The card.
        handle: The stream's handle as a number.
        stream: The handle as the driver's bindings take it.
        timed: Its commands are put between events.
        end: The end of its work.
    """

    noun = "a queue"
    instead = "take a queue of a card there"

    __slots__ = (
        "__weakref__",
        "_context",
        "_owner",
        "base",
        "device",
        "end",
        "handle",
        "ordinal",
        "stream",
        "timed",
    )

    def __init__(
        self,
        device: Device,
        context: Context,
        ordinal: int,
        handle: int,
        *,
        owner: object = None,
        timed: bool = False,
    ) -> None:
        self.device, self._context, self.ordinal, self.handle = device, context, ordinal, handle
        self.stream: Any = driver().CUstream(handle)
        self._owner, self.timed = owner, timed
        self.end = QueueEnd(self)
        self.base: Any = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CudaQueue) and (self.ordinal, self.handle) == (other.ordinal, other.handle)

    def __hash__(self) -> int:
        return hash((self.ordinal, self.handle))

    def __repr__(self) -> str:
        return f"<stream {self.handle:#x} of card {self.ordinal}>"

    def __cuda_stream__(self) -> tuple[int, int]:
        """Version and handle, by the protocol that libraries exchange streams with."""
        return 0, self.handle

    def finish(self) -> None:
        """Return when all its work has ended.

        Raises:
            CudaError: a kernel failed.
        """
        with self._context:
            checked(driver().cuStreamSynchronize, self.stream)

    def flush(self) -> None:
        """Return at once: the driver submits commands by itself."""

    def clear(self, pointer: int, nbytes: int) -> None:
        """Fill memory with zeros.

        Raises:
            CudaError: the driver refused.
        """
        with self._context:
            checked(driver().cuMemsetD8Async, pointer, 0, nbytes, self.stream)

    @property
    def captures(self) -> bool:
        """True while its commands are captured in a graph."""
        code, *status = driver().cuStreamIsCapturing(self.stream)
        return not code and bool(int(status[0]))

    def wait_for(self, events: Iterable[Any]) -> None:
        """Let later commands wait for events, of this package or of another library.

        Raises:
            CudaError: one cannot be waited for.
        """
        cuda = driver()
        for event in events:
            if isinstance(event, QueueEnd):
                self.follow(event.queue)
            else:
                checked(cuda.cuStreamWaitEvent, self.stream, cuda.CUevent(event_handle(event)), 0)

    def follow(self, leader: CudaQueue) -> None:
        """Let later commands wait for the present work of another queue."""
        if leader == self:
            return
        cuda = driver()
        with leader._context:  # of the same class
            event = checked(cuda.cuEventCreate, cuda.CUevent_flags.CU_EVENT_DISABLE_TIMING)
            try:
                checked(cuda.cuEventRecord, event, leader.stream)
                checked(cuda.cuStreamWaitEvent, self.stream, event, 0)
            finally:
                cuda.cuEventDestroy(event)  # the driver frees it after its last use

    def record_event(self) -> Any:
        """Record a new event, with its time, at the end of its present work."""
        cuda = driver()
        event = checked(cuda.cuEventCreate, cuda.CUevent_flags.CU_EVENT_DEFAULT)
        owner = _OwnedHandle(event)
        weakref.finalize(owner, cuda.cuEventDestroy, event).atexit = False
        checked(cuda.cuEventRecord, event, self.stream)
        return owner


class _ThreadState(threading.local):
    """State of this thread.

    Attributes:
        queue: The queue of its present or latest call.
    """

    queue: CudaQueue | None = None


_thread = _ThreadState()


def set_call_queue(queue: CudaQueue) -> None:
    """Record the queue of a call that may have to build and to allocate."""
    _thread.queue = queue


def refuse_in_capture() -> None:
    """Refuse a command that would end the capture of a graph, if this thread's call is being captured.

    Raises:
        DeviceError: it is.
    """
    if captures_call(driver()):
        raise DeviceError(CAPTURED)


def captures_call(cuda: Any) -> bool:
    """True if this thread's call is being captured in a graph.

    Args:
        cuda: The driver.
    """
    if _thread.queue is None:
        return False
    code, *status = cuda.cuStreamIsCapturing(_thread.queue.stream)
    return not code and bool(int(status[0]))


class _OwnedHandle:
    """An event or a stream of the driver, which a finalizer of this object destroys or gives back."""

    __slots__ = ("__weakref__", "handle")

    def __init__(self, handle: Any) -> None:
        self.handle = handle


class QueueEnd(OfThisProcess):
    """The end of a queue's work, as of the moment when a caller waits for it.

    Attributes:
        queue: The queue.
    """

    noun = "the end of a queue"
    instead = "wait for it here"

    __slots__ = ("queue",)

    def __init__(self, queue: CudaQueue) -> None:
        self.queue = queue

    def wait(self) -> None:
        """Return when it has come.

        Raises:
            CudaError: a kernel failed.
        """
        self.queue.finish()


class CudaEvent(OfThisProcess):
    """The end of a command, by an event behind it.

    Args:
        event: Event that ``CudaQueue.record_event`` made behind the command.
        resources: Objects that the command needs until then.
    """

    noun = "an event"
    instead = "wait for it here"

    __slots__ = ("_event", "_resources")

    def __init__(self, event: Any, resources: object = None) -> None:
        self._event, self._resources = event, resources

    @property
    def cuda_event(self) -> int:
        """The driver's event."""
        return int(self._event.handle)

    @property
    def ended(self) -> bool:
        """True if it has happened, or never will because a kernel failed."""
        code, *_ = driver().cuEventQuery(self._event.handle)
        return int(code) != NOT_READY

    def wait(self) -> None:
        """Return when it has come.

        Raises:
            CudaError: a kernel failed.
        """
        checked(driver().cuEventSynchronize, self._event.handle)


NOT_READY = 600
"""The driver's code for an event that has not happened."""


class TimedEvent(OfThisProcess):
    """The end of a command on a timed queue, and its beginning.

    Args:
        queue: The queue.
        began: Event before the command.
        ended: Event after it.
    """

    noun = "an event"
    instead = "wait for it here"

    def __init__(self, queue: CudaQueue, began: Any, ended: Any) -> None:
        self._queue, self._began, self._ended = queue, began, ended
        if queue.base is None:
            queue.base = began

    @property
    def cuda_event(self) -> int:
        """The driver's event at the end."""
        return int(self._ended.handle)

    def wait(self) -> None:
        """Return when the command has ended.

        Raises:
            CudaError: a kernel failed.
        """
        checked(driver().cuEventSynchronize, self._ended.handle)

    def times(self) -> tuple[float, float]:
        """Begin and end of the command, which has ended, in seconds since the first command of the queue began."""
        elapsed = driver().cuEventElapsedTime
        before = checked(elapsed, self._queue.base.handle, self._began.handle) * 1e-3
        return before, before + checked(elapsed, self._began.handle, self._ended.handle) * 1e-3


def event_handle(event: Any) -> int:
    """Handle of an event of any library.

    Raises:
        TypeError: it is no event.
    """
    for name in ("cuda_event", "ptr", "handle"):
        handle = getattr(event, name, None)
        if handle is not None:
            return int(getattr(handle, "value", handle))
    message = f"{type(event).__name__} is no event of CUDA"
    raise TypeError(message)


def card_of_stream(handle: int) -> int:
    """Number of the card that a stream belongs to; of a default stream, the card of this thread.

    Raises:
        CudaError: the driver refuses, or this thread has no card.
    """
    cuda = driver()
    if checked(cuda.cuDeviceGetCount) == 1:
        return 0
    if handle > LAST_DEFAULT_STREAM:
        checked(cuda.cuCtxPushCurrent, checked(cuda.cuStreamGetCtx, cuda.CUstream(handle)))
    try:
        return int(checked(cuda.cuCtxGetDevice))
    finally:
        if handle > LAST_DEFAULT_STREAM:
            cuda.cuCtxPopCurrent()


LAST_DEFAULT_STREAM = 2
"""Largest handle of a default stream."""


def pooled_stream(context: Context) -> tuple[int, object]:
    """Handle of a stream from a pool, and its owner, whose end returns it to the pool; it is never destroyed.

    The driver crashes when it is asked about a destroyed stream, and garbage is collected in any order.
    """
    cuda = driver()
    try:
        stream = context.idle_streams.pop()
    except IndexError:  # another thread could take the last one after a test
        with context:
            stream = checked(cuda.cuStreamCreate, cuda.CUstream_flags.CU_STREAM_NON_BLOCKING)
    owner = _OwnedHandle(stream)
    weakref.finalize(owner, context.idle_streams.append, stream).atexit = False
    return int(stream), owner
