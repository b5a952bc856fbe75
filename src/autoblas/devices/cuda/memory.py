"""Memory of a card from a pool of this package, to which it returns in the order of the queue that used it last."""

from __future__ import annotations

import sys
import threading
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from autoblas.devices.cuda.context import Relaxed
from autoblas.devices.cuda.driver import CudaError, checked, driver
from autoblas.devices.cuda.streams import captures_call, pooled_stream

if TYPE_CHECKING:
    from autoblas.devices.cuda.context import Context
    from autoblas.devices.cuda.streams import CudaQueue

__all__ = ["CudaMemory", "CudaPool"]

RESERVE_BYTES = 256 << 20
"""Default of the bytes that an idle pool keeps for later requests."""


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
        """Record that commands of a queue use it: they end before its memory is used again."""
        self._queues.add(queue)

    def __del__(self, ending: Any = sys.is_finalizing) -> None:
        if not ending():  # when the driver's memory goes too
            self._pool.take_back(self.pointer, self._queues)


class CudaPool:
    """Allocator of memory of one card.

    Args:
        context: The context of the card.
        reserve: Bytes that it keeps for later requests when it is idle.
    """

    def __init__(self, context: Context, reserve: int = RESERVE_BYTES) -> None:
        cuda = self._cuda = driver()
        self._context = context
        self._guard = threading.Lock()
        self._graph_memory: list[CudaMemory] = []
        self._returned: deque[tuple[int, set[CudaQueue]]] = (
            deque()
        )  # during a capture, which a free would end
        handle, self._owner = pooled_stream(context)
        self._stream = cuda.CUstream(handle)
        self._pool: Any = None
        supported = cuda.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED
        if checked(cuda.cuDeviceGetAttribute, supported, context.device):
            properties = cuda.CUmemPoolProps()
            properties.allocType = cuda.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED
            properties.handleTypes = cuda.CUmemAllocationHandleType.CU_MEM_HANDLE_TYPE_NONE
            properties.location.type = cuda.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE
            properties.location.id = int(context.device)
            self._pool = checked(cuda.cuMemPoolCreate, properties)
            threshold = cuda.CUmemPool_attribute.CU_MEMPOOL_ATTR_RELEASE_THRESHOLD
            checked(cuda.cuMemPoolSetAttribute, self._pool, threshold, cuda.cuuint64_t(reserve))

    def take(self, nbytes: int) -> CudaMemory:
        """Memory of so many bytes, of any content, for any queue.

        Raises:
            CudaError: there is no room.
        """
        cuda, size = self._cuda, max(nbytes, 1)
        if self._returned and not captures_call(self._cuda):
            self._free_returned()
        with self._context, Relaxed(cuda):
            if self._pool is None:
                pointer = checked(cuda.cuMemAlloc, size)
            else:
                try:
                    pointer = checked(cuda.cuMemAllocFromPoolAsync, size, self._pool, self._stream)
                except CudaError:  # again, after the reserve is released
                    self.release()
                    pointer = checked(cuda.cuMemAllocFromPoolAsync, size, self._pool, self._stream)
                checked(cuda.cuStreamSynchronize, self._stream)  # idle but for this
        return CudaMemory(self, int(pointer), nbytes)

    def take_back(self, pointer: int, queues: set[CudaQueue]) -> None:
        """Free memory after the present work of these queues; errors are not raised, since a destructor calls this.

        Memory that comes back while this thread's call is captured in a graph is freed by a later request.
        """
        self._returned.append((pointer, queues))
        if not captures_call(self._cuda):
            self._free_returned()

    def _free_returned(self) -> None:
        """Free all returned memory."""
        with suppress(IndexError):  # another thread may take the last
            while True:
                self._free(*self._returned.popleft())

    def _free(self, pointer: int, queues: set[CudaQueue]) -> None:
        """Free memory in the order of the queue that used it."""
        cuda = self._cuda
        with suppress(CudaError), self._context, Relaxed(cuda):  # a lost card has lost its memory, too
            if self._pool is None:
                cuda.cuMemFree(pointer)  # which waits for the card
                return
            stream = self._stream
            if len(queues) == 1:
                (queue,) = queues
                (code, *status) = cuda.cuStreamIsCapturing(queue.stream)
                if not code and not int(status[0]):
                    stream = queue.stream
            if queues and stream is self._stream:
                cuda.cuCtxSynchronize()
            cuda.cuMemFreeAsync(pointer, stream)

    def retain_for_graph(self, memory: CudaMemory) -> None:
        """Never free memory that a captured graph uses whenever it is launched."""
        with self._guard:
            if not any(retained is memory for retained in self._graph_memory):
                self._graph_memory.append(memory)

    def release(self) -> None:
        """Return unused memory to the driver."""
        if self._pool is not None:
            cuda = self._cuda
            with self._context, Relaxed(cuda):
                checked(cuda.cuCtxSynchronize)
                checked(cuda.cuMemPoolTrimTo, self._pool, 0)
