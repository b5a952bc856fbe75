"""A pool of buffers for arrays that one in-order queue uses: what was given back is handed out again, up to a limit."""

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
    """Memory that is handed out again as soon as nobody holds it, whatever commands were enqueued with it.

    Commands of its queue that are enqueued later run later, so they may have it. ``pyopencl.tools.MemoryPool`` keeps it,
    which rounds sizes up by an eighth at most and asks the driver again where it refused, without what is kept.

    Args:
        queue: The queue.
        nbytes: Bytes that the pool has at most, kept or handed out, but for what sizes are rounded up by; a request that
            would need more gets memory of its own.
    """

    def __init__(self, queue: cl.CommandQueue, nbytes: int) -> None:
        self._pool = MemoryPool(ImmediateAllocator(queue))
        self._context, self._limit = queue.context, nbytes

    @property
    def kept_blocks(self) -> int:
        """Pieces of memory that nobody uses."""
        return int(self._pool.held_blocks)

    @property
    def nbytes(self) -> int:
        """Bytes of the pool, kept or handed out."""
        return int(self._pool.managed_bytes)

    def __call__(self, nbytes: int) -> cl.MemoryObjectHolder:
        """Memory of so many bytes, of any content; back in the pool when the last reference to the object has gone.

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
        """Give the driver back what nobody uses."""
        self._pool.free_held()

    def close(self) -> None:
        """Give the driver back what nobody uses, now and whenever more comes back."""
        self._pool.stop_holding()


class InUse:
    """Memory of pools that commands on other queues than the pool's use, held until they have ended."""

    def __init__(self) -> None:
        self._held: deque[tuple[cl.Event, PooledBuffer]] = deque()
        self._guard = threading.RLock()  # collecting garbage in between may come here again

    def hold(self, memories: Iterable[Any], event: cl.Event) -> None:
        """Hold those of these memories that are a pool's until a command has ended."""
        pooled = [(event, memory) for memory in memories if type(memory) is PooledBuffer]
        with self._guard:
            self._held += pooled
        self.forget()

    def forget(self) -> None:
        """Hold no longer what commands have ended with, the oldest first."""
        with self._guard:
            while self._held and self._held[0][0].command_execution_status <= ENDED:
                self._held.popleft()

    def __len__(self) -> int:
        return len(self._held)
