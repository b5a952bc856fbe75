"""Memory of a card from a pool of our own; it comes back to the pool in the order of the queue that used it last."""

from __future__ import annotations

import sys
import threading
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from autoblas.devices.cuda.context import Relaxed
from autoblas.devices.cuda.driver import CudaError, asked, driver
from autoblas.devices.cuda.streams import captures_call, own_stream

if TYPE_CHECKING:
    from autoblas.devices.cuda.context import Context
    from autoblas.devices.cuda.streams import CudaQueue

__all__ = ["CudaMemory", "CudaPool"]

KEPT_BYTES = 256 << 20
"""Bytes of a card that a pool keeps for later requests when nothing runs, unless it is told otherwise."""


class CudaMemory:
    """Memory of a card; see ``Memory``.

    Attributes:
        pointer: Its address.
        size: Bytes.
    """

    __slots__ = ("__weakref__", "_pool", "_queues", "pointer", "size")

    def __init__(self, pool: CudaPool, pointer: int, size: int) -> None:
        self._pool, self.pointer, self.size = pool, pointer, size
        self._queues: set[CudaQueue] = set()

    def used_on(self, queue: CudaQueue) -> None:
        """Note that commands of a queue use it: they have ended before others get it."""
        self._queues.add(queue)

    def __del__(self, ending: Any = sys.is_finalizing) -> None:
        if not ending():  # when the driver's memory goes too
            self._pool.take_back(self.pointer, self._queues)


class CudaPool:
    """What gives memory, for one card.

    Args:
        context: The context of the card.
        kept: Bytes that it keeps for later requests when nothing runs.
    """

    def __init__(self, context: Context, kept: int = KEPT_BYTES) -> None:
        cuda = self._cuda = driver()
        self._context = context
        self._guard = threading.Lock()
        self._held: list[CudaMemory] = []
        self._returned: deque[tuple[int, set[CudaQueue]]] = (
            deque()
        )  # during a capture, which freeing would end
        handle, self._owner = own_stream(context)
        self._stream = cuda.CUstream(handle)
        self._pool: Any = None
        there = cuda.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED
        if asked(cuda.cuDeviceGetAttribute, there, context.device):
            properties = cuda.CUmemPoolProps()
            properties.allocType = cuda.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED
            properties.handleTypes = cuda.CUmemAllocationHandleType.CU_MEM_HANDLE_TYPE_NONE
            properties.location.type = cuda.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE
            properties.location.id = int(context.device)
            self._pool = asked(cuda.cuMemPoolCreate, properties)
            threshold = cuda.CUmemPool_attribute.CU_MEMPOOL_ATTR_RELEASE_THRESHOLD
            asked(cuda.cuMemPoolSetAttribute, self._pool, threshold, cuda.cuuint64_t(kept))

    def take(self, nbytes: int) -> CudaMemory:
        """Memory of so many bytes, of any content, for any queue.

        Raises:
            CudaError: there is no room.
        """
        cuda, wanted = self._cuda, max(nbytes, 1)
        if self._returned and not captures_call(self._cuda):
            self._free_returned()
        with self._context, Relaxed(cuda):
            if self._pool is None:
                pointer = asked(cuda.cuMemAlloc, wanted)
            else:
                try:
                    pointer = asked(cuda.cuMemAllocFromPoolAsync, wanted, self._pool, self._stream)
                except CudaError:  # once more, without what the pool keeps
                    self.release()
                    pointer = asked(cuda.cuMemAllocFromPoolAsync, wanted, self._pool, self._stream)
                asked(cuda.cuStreamSynchronize, self._stream)  # idle but for this
        return CudaMemory(self, int(pointer), nbytes)

    def take_back(self, pointer: int, queues: set[CudaQueue]) -> None:
        """Let others have memory after what these queues were given has ended; nothing is raised, since nobody asks.

        Memory that comes back while this thread's call is captured in a graph is freed by a later request.
        """
        self._returned.append((pointer, queues))
        if not captures_call(self._cuda):
            self._free_returned()

    def _free_returned(self) -> None:
        """Free what came back."""
        with suppress(IndexError):  # another thread may take the last
            while True:
                self._free(*self._returned.popleft())

    def _free(self, pointer: int, queues: set[CudaQueue]) -> None:
        """Free memory in the order of the queue that used it."""
        cuda = self._cuda
        with suppress(CudaError), self._context, Relaxed(cuda):  # of a card that is lost the memory is, too
            if self._pool is None:
                cuda.cuMemFree(pointer)  # which waits for the card
                return
            stream = self._stream
            if len(queues) == 1:
                (queue,) = queues
                (code, *found) = cuda.cuStreamIsCapturing(queue.stream)
                if not code and not int(found[0]):
                    stream = queue.stream
            if queues and stream is self._stream:
                cuda.cuCtxSynchronize()
            cuda.cuMemFreeAsync(pointer, stream)

    def hold(self, memory: CudaMemory) -> None:
        """Keep memory for good, because a graph that was captured uses it whenever it is launched."""
        with self._guard:
            if not any(each is memory for each in self._held):
                self._held.append(memory)

    def release(self) -> None:
        """Give the driver back what nobody uses."""
        if self._pool is not None:
            cuda = self._cuda
            with self._context, Relaxed(cuda):
                asked(cuda.cuCtxSynchronize)
                asked(cuda.cuMemPoolTrimTo, self._pool, 0)
