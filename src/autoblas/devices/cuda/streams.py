"""Queues of CUDA: streams, of callers or of our own, and the ends of commands on them.

Commands of a stream run in order, so nothing is recorded for them: the end of a command is that of its stream, which is
asked for where somebody waits. On a timed queue every command is put between two events.
"""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any

from autoblas.devices.access import OfThisProcess
from autoblas.devices.cuda.driver import CAPTURED, asked, driver
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
    "calls_on",
    "captures_call",
    "card_of_stream",
    "event_handle",
    "own_stream",
    "refuse_in_capture",
]


class CudaQueue(OfThisProcess):
    """A stream of a card; see ``Queue``.

    Args:
        device: Whose it is.
        context: The context of the card.
        ordinal: The card.
        handle: The stream's number; 0, 1 and 2 are those that every context has.
        owner: What keeps the stream alive.
        timed: Its commands are put between events.

    Attributes:
        device: Whose it is.
        ordinal: The card.
        handle: The stream's number.
        stream: The same as the driver's bindings take it.
        timed: Its commands are put between events.
        end: The end of what was given to it.
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
        """The protocol by which libraries take each other's streams."""
        return 0, self.handle

    def finish(self) -> None:
        """Return when everything that was given to it has ended.

        Raises:
            CudaError: a kernel failed.
        """
        with self._context:
            asked(driver().cuStreamSynchronize, self.stream)

    def flush(self) -> None:
        """Nothing waits."""

    def clear(self, pointer: int, nbytes: int) -> None:
        """Fill memory with zeros.

        Raises:
            CudaError: the driver refused.
        """
        with self._context:
            asked(driver().cuMemsetD8Async, pointer, 0, nbytes, self.stream)

    @property
    def captures(self) -> bool:
        """The work of a graph is captured from it."""
        code, *found = driver().cuStreamIsCapturing(self.stream)
        return not code and bool(int(found[0]))

    def wait_for(self, events: Iterable[Any]) -> None:
        """Let what follows wait for events: our own, or those of another library.

        Raises:
            CudaError: one cannot be waited for.
        """
        cuda = driver()
        for event in events:
            if isinstance(event, QueueEnd):
                self.follow(event.queue)
            else:
                asked(cuda.cuStreamWaitEvent, self.stream, cuda.CUevent(event_handle(event)), 0)

    def follow(self, other: CudaQueue) -> None:
        """Let what follows wait for what was given to another queue until now."""
        if other == self:
            return
        cuda = driver()
        with other._context:  # of the same class
            mark = asked(cuda.cuEventCreate, cuda.CUevent_flags.CU_EVENT_DISABLE_TIMING)
            try:
                asked(cuda.cuEventRecord, mark, other.stream)
                asked(cuda.cuStreamWaitEvent, self.stream, mark, 0)
            finally:
                cuda.cuEventDestroy(mark)  # the driver keeps it as long as it needs it

    def marked(self) -> Any:
        """An event at the end of what was given to it, with its time."""
        cuda = driver()
        mark = asked(cuda.cuEventCreate, cuda.CUevent_flags.CU_EVENT_DEFAULT)
        held = _Mark(mark)
        weakref.finalize(held, cuda.cuEventDestroy, mark).atexit = False
        asked(cuda.cuEventRecord, mark, self.stream)
        return held


class _Thread(threading.local):
    """What this thread does.

    Attributes:
        queue: The queue of the call that it makes, or made last.
    """

    queue: CudaQueue | None = None


_thread = _Thread()


def calls_on(queue: CudaQueue) -> None:
    """Note the queue of a call that may have to build and to allocate."""
    _thread.queue = queue


def refuse_in_capture() -> None:
    """See that this thread's call is not being captured in a graph: what comes now would end the capture.

    Raises:
        DeviceError: it is.
    """
    if captures_call(driver()):
        raise DeviceError(CAPTURED)


def captures_call(cuda: Any) -> bool:
    """Whether this thread's call is being captured in a graph.

    Args:
        cuda: The driver.
    """
    if _thread.queue is None:
        return False
    code, *status = cuda.cuStreamIsCapturing(_thread.queue.stream)
    return not code and bool(int(status[0]))


class _Mark:
    """An event of the driver, destroyed with the last reference to this object."""

    __slots__ = ("__weakref__", "event")

    def __init__(self, event: Any) -> None:
        self.event = event


class QueueEnd(OfThisProcess):
    """The end of what was given to a queue when somebody waits for it.

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
    """The end of a command that was marked where it is.

    Args:
        mark: What ``CudaQueue.marked`` made behind the command.
        held: What the command needs until then.
    """

    noun = "an event"
    instead = "wait for it here"

    __slots__ = ("_held", "_mark")

    def __init__(self, mark: Any, held: object = None) -> None:
        self._mark, self._held = mark, held

    @property
    def cuda_event(self) -> int:
        """The driver's event."""
        return int(self._mark.event)

    @property
    def ended(self) -> bool:
        """It has come, or will not come because a kernel failed."""
        code, *_ = driver().cuEventQuery(self._mark.event)
        return int(code) != NOT_READY

    def wait(self) -> None:
        """Return when it has come.

        Raises:
            CudaError: a kernel failed.
        """
        asked(driver().cuEventSynchronize, self._mark.event)


NOT_READY = 600
"""What the driver answers of an event that has not come."""


class TimedEvent(OfThisProcess):
    """The end of a command on a timed queue, and its beginning.

    Args:
        queue: The queue.
        began: A mark before the command.
        ended: A mark after it.
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
        return int(self._ended.event)

    def wait(self) -> None:
        """Return when the command has ended.

        Raises:
            CudaError: a kernel failed.
        """
        asked(driver().cuEventSynchronize, self._ended.event)

    def times(self) -> tuple[float, float]:
        """When it began and ended, in seconds since the first command of the queue began; it has ended."""
        elapsed = driver().cuEventElapsedTime
        before = asked(elapsed, self._queue.base.event, self._began.event) * 1e-3
        return before, before + asked(elapsed, self._began.event, self._ended.event) * 1e-3


def event_handle(event: Any) -> int:
    """The number of an event of any library.

    Raises:
        TypeError: it is none.
    """
    for name in ("cuda_event", "ptr", "handle"):
        found = getattr(event, name, None)
        if found is not None:
            return int(getattr(found, "value", found))
    message = f"{type(event).__name__} is no event of CUDA"
    raise TypeError(message)


def card_of_stream(handle: int) -> int:
    """The number of the card that a stream belongs to; of those that every context has, the card of this thread.

    Raises:
        CudaError: the driver refuses, or this thread has no card.
    """
    cuda = driver()
    if asked(cuda.cuDeviceGetCount) == 1:
        return 0
    if handle > LAST_OF_CONTEXTS:
        asked(cuda.cuCtxPushCurrent, asked(cuda.cuStreamGetCtx, cuda.CUstream(handle)))
    try:
        return int(asked(cuda.cuCtxGetDevice))
    finally:
        if handle > LAST_OF_CONTEXTS:
            cuda.cuCtxPopCurrent()


LAST_OF_CONTEXTS = 2
"""The last of the numbers that mean a stream of every context."""


def own_stream(context: Context) -> tuple[int, object]:
    """A stream of our own, and what holds it: afterwards it is handed out again, and never destroyed.

    The driver crashes where it is asked about a stream that was destroyed, and garbage is collected in any order.
    """
    cuda = driver()
    try:
        stream = context.idle_streams.pop()
    except IndexError:  # asked first, another thread could take the last one
        with context:
            stream = asked(cuda.cuStreamCreate, cuda.CUstream_flags.CU_STREAM_NON_BLOCKING)
    owner = _Mark(stream)
    weakref.finalize(owner, context.idle_streams.append, stream).atexit = False
    return int(stream), owner
