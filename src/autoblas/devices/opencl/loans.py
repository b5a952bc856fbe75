"""Host arrays lent to an OpenCL device: in place where it works in the host's memory, as dense copies elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl

from autoblas.errors import AllocationError, LaunchError
from autoblas.problems.views import dense_layout, extent

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Facts
    from autoblas.devices.staging import PinnedStaging, StagedTransfer

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["OpenCLLoan"]

STAGED_BYTES = 1 << 20
"""Smallest array that threads copy piece by piece; a smaller one is copied before they have begun."""


class OpenCLLoan:
    """A host array while a device works on it.

    Args:
        facts: The device.
        queue: The queue that its work goes to.
        array: The array; the device may be given a dense copy of it.
        read: The device reads it.
        write: The device writes it.
        new: Allocates memory of so many bytes for the time of the loan.
        staging: Returns the staging of large arrays.

    Attributes:
        layout: An array with the shape and strides that the device sees.
        memory: The memory for kernels.
        offset: Offset of element (0, 0) in that memory, in elements.

    Raises:
        AllocationError: the device refused memory for a copy.
    """

    def __init__(
        self,
        facts: Facts,
        queue: cl.CommandQueue,
        array: Array,
        *,
        read: bool,
        write: bool,
        new: Callable[[int], Any],
        staging: Callable[[], PinnedStaging],
    ) -> None:
        self._name, self._array, self._queue = facts.name, array, queue
        self.layout, self.offset = array, 0
        self.memory: Any = None
        self._arriving: StagedTransfer | None = None
        self._copy: list[cl.Event] = []
        self._in_place = bool(facts.host_shared or facts.system_svm) and _is_aligned(array)
        if self._in_place:
            flat, self.offset = extent(array)
            if facts.system_svm:
                self.memory = cl.SVM(flat if flat.flags.writeable else np.asarray(_Unprotected(flat)))
                return
            # A view of a few elements may span more than one allocation can.
            self._in_place = flat.nbytes <= facts.max_alloc_bytes
        try:
            if self._in_place:
                flags = cl.mem_flags.READ_WRITE if write else cl.mem_flags.READ_ONLY
                self.memory = cl.Buffer(queue.context, flags | cl.mem_flags.USE_HOST_PTR, hostbuf=flat)
                return
            self.offset = 0
            self._dense, self.layout = dense_layout(array)
            self.memory = new(array.nbytes)
            self._staging = staging() if array.nbytes >= STAGED_BYTES else None
            if read:
                self._begin_upload()
        except cl.Error as error:
            message = (
                f"{facts.name} has no room for an array of shape {array.shape} and {array.dtype}: {error}"
            )
            raise AllocationError(message) from error

    def _begin_upload(self) -> None:
        """Begin to copy the array's elements to memory."""
        if self._staging is not None:
            self._arriving = self._staging.upload(self._dense, self.memory)
            return
        self._copied = np.ascontiguousarray(self._dense)  # referenced until the loan ends
        self._copy = [cl.enqueue_copy(self._queue, self.memory, self._copied, is_blocking=False)]

    def arrived(self) -> list[cl.Event]:
        """Events that kernels wait for before they read the memory."""
        if self._arriving is None:
            return self._copy
        try:
            return self._arriving.enqueued()
        except cl.Error as error:
            message = f"{self._name} did not take an array of shape {self._array.shape}: {error}"
            raise AllocationError(message) from error

    def settle(self) -> None:
        """Return when no copy to or from the array is in progress."""
        if self._arriving is not None:
            self._arriving.settle()

    def return_after(self, event: cl.Event) -> None:
        """Wait for the device's work, and bring its result into the host's array.

        Raises:
            LaunchError: the work failed, or its result cannot be had.
        """
        try:
            self._return_after(event)
        except cl.Error as error:
            raise LaunchError(f"{self._name} did not return an array that it computed: {error}") from error

    def _return_after(self, event: cl.Event) -> None:
        if isinstance(self.memory, cl.SVM):
            event.wait()
        elif self._in_place:
            mapped: Any
            mapped, _ = cl.enqueue_map_buffer(
                self._queue,
                self.memory,
                cl.map_flags.READ,
                0,
                (self.memory.size,),
                np.dtype(np.uint8),
                wait_for=[event],
            )
            mapped.base.release(self._queue)
        elif self._staging is not None:
            self._arriving = self._staging.download(self.memory, self._dense, [event])
            self._arriving.complete()
        else:
            values = (
                self._dense
                if self._dense.flags.c_contiguous
                else np.empty(self._dense.shape, self._array.dtype)
            )
            cl.enqueue_copy(self._queue, values, self.memory, wait_for=[event], is_blocking=True)
            if values is not self._dense:
                self._dense[...] = values


def _is_aligned(array: Array) -> bool:
    """True if elements are aligned as kernels read them: NumPy aligns complex numbers to their parts, other memory not at all."""
    return not array.ctypes.data % array.itemsize


class _Unprotected:
    """An array's memory without NumPy's write protection, which pyopencl refuses; the device only reads it."""

    def __init__(self, array: Array) -> None:
        interface = array.__array_interface__
        self.__array_interface__ = {**interface, "data": (interface["data"][0], False)}
        self._array = array
