"""Copies of large NumPy arrays to and from a card in the thread that asks for them, and pinned memory, which travels fastest."""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.devices.cuda.driver import CudaError, asked, driver
from autoblas.errors import AllocationError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.cuda.context import Context
    from autoblas.devices.cuda.streams import CudaQueue
    from autoblas.devices.device import Device

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CudaStaging"]


class CudaStaging:
    """See ``Staging``: every copy is complete when the call returns, in the order of a queue of its own.

    Args:
        device: The card.
        context: Its context.
        queue: The queue of the copies.
    """

    def __init__(self, device: Device, context: Context, queue: CudaQueue) -> None:
        self._device, self._context, self._queue = device, context, queue

    def pinned(self, nbytes: int) -> Array:
        """New bytes of the host that copy engines reach by themselves; given back with the last array over them.

        Raises:
            AllocationError: the driver refused.
        """
        try:
            with self._context:
                address = int(asked(driver().cuMemAllocHost, max(nbytes, 1)))
        except CudaError as error:
            raise AllocationError(f"{nbytes} bytes of the host could not be pinned: {error}") from error
        block: Any = (ctypes.c_uint8 * max(nbytes, 1)).from_address(address)
        weakref.finalize(block, _free_pinned, self._context, driver().cuMemFreeHost, address).atexit = False
        found: Array = np.frombuffer(block, np.uint8, nbytes)
        return found

    def upload(self, array: Array, memory: Any, wait_for: Sequence[Any] = ()) -> Done:
        """Copy an array with any strides to memory, where its elements follow each other."""
        self._device.copy(self._queue, memory, np.ascontiguousarray(array), wait_for)
        return Done()

    def download(self, memory: Any, array: Array, wait_for: Sequence[Any] = ()) -> Done:
        """Copy memory, where elements follow each other, to an array with any strides."""
        values = array if array.flags.c_contiguous else np.empty(array.shape, array.dtype)
        self._device.copy(self._queue, values, memory, wait_for)
        if values is not array:
            array[...] = values
        return Done()


class Done:
    """A copy that has ended; see ``Transfer``."""

    def enqueued(self) -> list[Any]:
        """Nothing is left to wait for."""
        return []

    def complete(self) -> None:
        """It is."""

    def settle(self) -> None:
        """Nothing goes on."""


def _free_pinned(context: Context, free: Any, address: int) -> None:
    with context:
        free(address)
