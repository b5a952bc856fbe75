"""Results from memory that is used again: for callers who know that one queue alone uses them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Self

from autoblas.devices.access import PROCESS, OfThisProcess, check_access
from autoblas.errors import ArgumentError, shown
from autoblas.runtime.adapters.adapter import adapter_for, is_queue
from autoblas.runtime.context import queue_device

if TYPE_CHECKING:
    from types import TracebackType

    from autoblas.devices.device import Queue

__all__ = ["ResultPool", "open_pools", "pool_results"]

SHARE = 8
"""The part of a device's memory that a pool has at most, unless the caller says otherwise: one in so many."""

_open: dict[Queue, ResultPool] = {}
_guard = threading.Lock()


def pool_results(queue: Queue, *, nbytes: int | None = None) -> ResultPool:
    """Let new arrays that calls on a queue return have memory of earlier ones that nobody holds any more.

    Without it every new array has memory of its own, which OpenCL keeps until all commands that use it have ended. A pool
    knows only the commands of calls of this package. So the caller holds a result until commands have ended that the caller
    enqueued with it on another queue, and as long as it is mapped to the host. What the same queue does needs no care::

        with autoblas.pool_results(queue):
            for _ in range(steps):
                x = autoblas.gemv(a, x)  # the memory of two vectors, in turn

    It holds for all threads. Results outlive the pool. Arrays with an allocator of their own keep to it, and so do results
    of calls whose first operand has one.

    Args:
        queue: A queue whose commands run in the order in which they are enqueued.
        nbytes: Bytes of device memory that the pool has at most, kept or in use, not counting that sizes are rounded up by
            an eighth; an eighth of the device's by default. Results that would need more have memory of their own.

    Returns:
        The pool. It is closed at the end of a ``with`` statement, or by its method ``close``, not before.

    Raises:
        ArgumentError: the queue is none, is closed, may run commands in any order, or has a pool already; or ``nbytes`` is
            no positive number.
        DeviceError: the device of the queue failed its self-test.
    """
    if not is_queue(queue):
        raise ArgumentError("queue", "a pyopencl command queue", type(queue).__name__)
    adapter_for(queue).check_open(queue)
    device = queue_device(queue)
    if not device.in_order(queue):
        raise ArgumentError("queue", "one whose commands run in order", "one that may run them in any order")
    limit: Any = device.facts.memory_bytes // SHARE if nbytes is None else nbytes
    if not isinstance(limit, int) or limit <= 0:
        raise ArgumentError("nbytes", "a positive number of bytes", shown(limit))
    with _guard:
        if queue in _open:
            raise ArgumentError("queue", "one without a pool", "one that has a pool: close that first")
        pool = _open[queue] = ResultPool(queue, limit)
    return pool


def open_pools() -> list[ResultPool]:
    """The pools that were not closed."""
    with _guard:
        return list(_open.values())


class ResultPool(OfThisProcess):
    """The memory of new arrays that calls on a queue return; ``pool_results`` makes one.

    Attributes:
        queue: The queue.
    """

    noun = "a pool of results"
    instead = "call autoblas.pool_results there"

    def __init__(self, queue: Queue, nbytes: int) -> None:
        self.queue: Any = queue
        self._memory = adapter_for(queue).open_pool(queue, nbytes)

    @property
    def nbytes(self) -> int:
        """Bytes of device memory that the pool has, kept or in use."""
        return self._memory.nbytes

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def release(self) -> None:
        """Give back the memory that no array uses; later results take new memory, and the pool keeps that again."""
        if PROCESS.barred:
            check_access()
        self._memory.release()

    def close(self) -> None:
        """Let later results have memory of their own, and give back what no array uses, now and when they are dropped."""
        if PROCESS.barred:
            check_access()
        with _guard:
            if _open.get(self.queue) is self:
                del _open[self.queue]
                adapter_for(self.queue).close_pool(self.queue)
