"""Copies between pinned memory and memory of a card, a stream in each direction; see ``CopyEngines``."""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.devices.cuda.driver import CudaError, checked, driver
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
    """Implementation of ``CopyEngines``, which documents methods that have no docstring here.

    Args:
        context: The context of the card.
        up: The queue of copies to the card.
        down: The queue of copies from it.
    """

    errors: tuple[type[Exception], ...] = (CudaError,)
    reach: Hashable = "cuda"

    def __init__(self, context: Context, up: CudaQueue, down: CudaQueue) -> None:
        self._context, self._up, self._down = context, up, down

    def pin(self, nbytes: int) -> Array:
        """See ``CopyEngines.pin``; where addresses are the same everywhere, which is so on 64 bits, all cards reach it."""
        with self._context:
            address = int(checked(driver().cuMemAllocHost, max(nbytes, 1)))
        block: Any = (ctypes.c_uint8 * max(nbytes, 1)).from_address(address)
        weakref.finalize(block, _free_pinned, self._context, driver().cuMemFreeHost, address).atexit = False
        array: Array = np.frombuffer(block, np.uint8, nbytes)
        return array

    def fixed_events(self, events: Sequence[Any]) -> list[Any]:
        """See ``CopyEngines.fixed_events``: an event is recorded for the end of a queue."""
        with self._context:
            return [
                CudaEvent(event.queue.record_event()) if isinstance(event, QueueEnd) else event
                for event in events
            ]

    def up(self, array: Array, memory: CudaMemory, start: int, wait_for: Sequence[Any]) -> CudaEvent:
        """See ``CopyEngines.up``."""
        return self._enqueue_copy(self._up, memory, start, array, wait_for, to_card=True)

    def down(self, memory: CudaMemory, start: int, array: Array, wait_for: Sequence[Any]) -> CudaEvent:
        """See ``CopyEngines.down``."""
        return self._enqueue_copy(self._down, memory, start, array, wait_for, to_card=False)

    def ended(self, event: CudaEvent) -> bool:
        """See ``CopyEngines.ended``."""
        with self._context:
            return event.ended

    def _enqueue_copy(
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
        cuda, card_address, host_address = driver(), memory.pointer + start, array.ctypes.data
        lines = lines_of(array)
        assert lines is not None  # noqa: S101  # the protocol demands it of callers
        count, line, _ = lines
        with self._context:
            queue.wait_for(wait_for)
            memory.used_on(queue)
            if count > 1:
                checked(
                    cuda.cuMemcpy2DAsync,
                    _rectangle(card_address, host_address, *lines, to_card=to_card),
                    queue.stream,
                )
            elif to_card:
                checked(cuda.cuMemcpyHtoDAsync, card_address, host_address, line, queue.stream)
            else:
                checked(cuda.cuMemcpyDtoHAsync, host_address, card_address, line, queue.stream)
            return CudaEvent(queue.record_event(), array)


def _rectangle(
    card_address: int, host_address: int, count: int, line: int, pitch: int, *, to_card: bool
) -> Any:
    """Parameters of a copy of lines, which are adjacent on the card and ``pitch`` bytes apart on the host."""
    cuda = driver()
    copy = cuda.CUDA_MEMCPY2D()
    host, card = cuda.CUmemorytype.CU_MEMORYTYPE_HOST, cuda.CUmemorytype.CU_MEMORYTYPE_DEVICE
    copy.WidthInBytes, copy.Height = line, count
    if to_card:
        copy.srcMemoryType, copy.srcHost, copy.srcPitch = host, host_address, pitch
        copy.dstMemoryType, copy.dstDevice, copy.dstPitch = card, card_address, line
    else:
        copy.srcMemoryType, copy.srcDevice, copy.srcPitch = card, card_address, line
        copy.dstMemoryType, copy.dstHost, copy.dstPitch = host, host_address, pitch
    return copy


def _free_pinned(context: Context, free: Any, address: int) -> None:
    with context:
        free(address)
