"""Copies between pinned memory and memory of a card, a stream in each direction; see ``CopyEngines``."""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.devices.cuda.driver import CudaError, asked, driver
from autoblas.devices.cuda.streams import CudaEvent, QueueEnd
from autoblas.devices.staging import lines_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from autoblas.devices.cuda.context import Context
    from autoblas.devices.cuda.memory import CudaMemory
    from autoblas.devices.cuda.streams import CudaQueue

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CudaEngines"]


class CudaEngines:
    """See ``CopyEngines``, whose sentences hold for all that has none here.

    Args:
        context: The context of the card.
        up: The queue of copies to the card.
        down: That of copies from it.
    """

    errors: tuple[type[Exception], ...] = (CudaError,)
    reach: Hashable = "cuda"

    def __init__(self, context: Context, up: CudaQueue, down: CudaQueue) -> None:
        self._context, self._up, self._down = context, up, down

    def pin(self, nbytes: int) -> Array:
        """See ``CopyEngines.pin``; where addresses are the same everywhere, which is so on 64 bits, all cards reach it."""
        with self._context:
            address = int(asked(driver().cuMemAllocHost, max(nbytes, 1)))
        block: Any = (ctypes.c_uint8 * max(nbytes, 1)).from_address(address)
        weakref.finalize(block, _free_pinned, self._context, driver().cuMemFreeHost, address).atexit = False
        found: Array = np.frombuffer(block, np.uint8, nbytes)
        return found

    def standing(self, events: Sequence[Any]) -> list[Any]:
        """See ``CopyEngines.standing``: the end of a queue as it is now."""
        with self._context:
            return [CudaEvent(each.queue.marked()) if isinstance(each, QueueEnd) else each for each in events]

    def up(self, array: Array, memory: CudaMemory, start: int, wait_for: Sequence[Any]) -> CudaEvent:
        """See ``CopyEngines.up``."""
        return self._copied(self._up, memory, start, array, wait_for, to_card=True)

    def down(self, memory: CudaMemory, start: int, array: Array, wait_for: Sequence[Any]) -> CudaEvent:
        """See ``CopyEngines.down``."""
        return self._copied(self._down, memory, start, array, wait_for, to_card=False)

    def ended(self, event: CudaEvent) -> bool:
        """See ``CopyEngines.ended``."""
        with self._context:
            return event.ended

    def _copied(
        self,
        queue: CudaQueue,
        memory: CudaMemory,
        start: int,
        array: Array,
        wait_for: Sequence[Any],
        *,
        to_card: bool,
    ) -> CudaEvent:
        """Enqueue a copy of the lines of an array."""
        cuda, there, here = driver(), memory.pointer + start, array.ctypes.data
        lines = lines_of(array)
        assert lines is not None  # noqa: S101  # whoever asks for copies has seen to it
        count, line, _ = lines
        with self._context:
            queue.wait_for(wait_for)
            memory.used_on(queue)
            if count > 1:
                asked(cuda.cuMemcpy2DAsync, _rectangle(there, here, *lines, to_card=to_card), queue.stream)
            elif to_card:
                asked(cuda.cuMemcpyHtoDAsync, there, here, line, queue.stream)
            else:
                asked(cuda.cuMemcpyDtoHAsync, here, there, line, queue.stream)
            return CudaEvent(queue.marked(), array)


def _rectangle(there: int, here: int, count: int, line: int, apart: int, *, to_card: bool) -> Any:
    """The description of a copy of lines, which follow each other on the card and lie apart on the host."""
    cuda = driver()
    copy = cuda.CUDA_MEMCPY2D()
    host, card = cuda.CUmemorytype.CU_MEMORYTYPE_HOST, cuda.CUmemorytype.CU_MEMORYTYPE_DEVICE
    copy.WidthInBytes, copy.Height = line, count
    if to_card:
        copy.srcMemoryType, copy.srcHost, copy.srcPitch = host, here, apart
        copy.dstMemoryType, copy.dstDevice, copy.dstPitch = card, there, line
    else:
        copy.srcMemoryType, copy.srcDevice, copy.srcPitch = card, there, line
        copy.dstMemoryType, copy.dstHost, copy.dstPitch = host, here, apart
    return copy


def _free_pinned(context: Context, free: Any, address: int) -> None:
    with context:
        free(address)
