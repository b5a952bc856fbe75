"""NumPy arrays lent to a card: dense copies, uploaded before the work and downloaded after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.devices.cuda.driver import CudaError
from autoblas.errors import AllocationError, LaunchError
from autoblas.problems.views import dense_layout

if TYPE_CHECKING:
    from autoblas.devices.cuda.streams import CudaQueue
    from autoblas.devices.device import Device

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["CudaLoan"]


class CudaLoan:
    """A NumPy array while a card works on it; see ``Loan``.

    Args:
        device: The card.
        queue: The queue that its work goes to.
        array: The array.
        read: The card reads it.
        write: The card writes it.

    Attributes:
        layout: An array with the shape and strides of the copy.
        memory: The copy's memory, for kernels.
        offset: 0: the copy begins with the first element.

    Raises:
        AllocationError: the card has no room for a copy.
    """

    def __init__(self, device: Device, queue: CudaQueue, array: Array, *, read: bool, write: bool) -> None:
        self._device, self._queue, self._write, self.offset = device, queue, write, 0
        self._dense, self.layout = dense_layout(array)
        self.memory: Any = device.allocate(array.nbytes)
        if read:
            try:
                device.copy(queue, self.memory, np.ascontiguousarray(self._dense))
            except CudaError as error:
                message = f"{device.facts.name} did not take an array of shape {array.shape}: {error}"
                raise AllocationError(message) from error

    def arrived(self) -> list[Any]:
        """No events: the upload has ended."""
        return []

    def settle(self) -> None:
        """Return at once: no copy is in progress."""

    def return_after(self, event: Any) -> None:
        """Wait for the work, and copy its result to the host's array.

        Raises:
            LaunchError: the work failed, or its result cannot be had.
        """
        dense = self._dense
        values = dense if dense.flags.c_contiguous else np.empty(dense.shape, dense.dtype)
        try:
            if not self._write:
                event.wait()
                return
            self._device.copy(self._queue, values, self.memory, wait_for=[event])
        except CudaError as error:
            name = self._device.facts.name
            raise LaunchError(f"{name} did not return an array that it computed: {error}") from error
        if values is not dense:
            dense[...] = values
