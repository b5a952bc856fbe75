"""A pool of buffers for the arrays of one in-order queue, up to a limit."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Any

import pyopencl as cl
from pyopencl.tools import ImmediateAllocator, MemoryPool, PooledBuffer

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["ENDED", "BufferPool", "InUse"]


ENDED: Any = cl.command_execution_status.COMPLETE
"""The state of a command that has ended well; those that failed have smaller ones."""


class BufferPool:
    """Memory that is reused as soon as it has no reference, even if enqueued commands still use it.

    Later commands of its queue run after those, so they may have it. ``pyopencl.tools.MemoryPool`` implements the pool: it
    rounds sizes up by an eighth at most, and frees unused memory and tries again where the driver refused.

    Args:
        queue: The queue.
        nbytes: Limit of the pool's bytes, in use or not, before sizes are rounded up; a request beyond it gets memory of
            its own.
    """

    def __init__(self, queue: cl.CommandQueue, nbytes: int) -> None:
        self._pool = MemoryPool(ImmediateAllocator(queue))
        self._context, self._limit = queue.context, nbytes

    @property
    def free_blocks(self) -> int:
        """Unused pieces of memory."""
        return int(self._pool.held_blocks)

    @property
    def nbytes(self) -> int:
        """Bytes of the pool, in use or not."""
        return int(self._pool.managed_bytes)

    def __call__(self, nbytes: int) -> cl.MemoryObjectHolder:
        """Memory of so many bytes, of any content; it returns to the pool with its last reference.

        Raises:
            cl.Error: the driver refused.
        """
        pool = self._pool
        if pool.active_bytes + nbytes > self._limit:
            return cl.Buffer(self._context, cl.mem_flags.READ_WRITE, nbytes)
        memory = pool.allocate(nbytes)
        if pool.managed_bytes > self._limit:
            pool.free_held()
        return memory

    def release(self) -> None:
        """Return unused memory to the driver."""
        self._pool.free_held()

    def close(self) -> None:
        """Return unused memory to the driver, now and later."""
        self._pool.stop_holding()


class InUse:
    """Pooled memory that commands on other queues than the pool's use, referenced until they have ended."""

    def __init__(self) -> None:
        self._pending: deque[tuple[cl.Event, PooledBuffer]] = deque()
        self._guard = threading.RLock()  # garbage collection may enter it again

    def retain(self, memories: Iterable[Any], event: cl.Event) -> None:
        """Reference pooled memory until a command has ended."""
        pooled = [(event, memory) for memory in memories if type(memory) is PooledBuffer]
        with self._guard:
            self._pending += pooled
        self.forget()

    def forget(self) -> None:
        """Drop references of commands that have ended, the oldest first."""
        with self._guard:
            while self._pending and self._pending[0][0].command_execution_status <= ENDED:
                self._pending.popleft()

    def __len__(self) -> int:
        return len(self._pending)
