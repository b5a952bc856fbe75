"""Host arrays lent to an OpenCL device: in place where it works in the host's memory, as dense copies elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl

from autoblas.arrays import extent
from autoblas.errors import AllocationError, LaunchError

if TYPE_CHECKING:
    from autoblas.devices.device import Facts

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["OpenCLLoan"]


class OpenCLLoan:
    """A host array while a device works on it.

    Args:
        facts: The device.
        queue: The queue that its work goes to.
        array: What is lent; the device may be given a dense copy of it.
        read: The device reads it.
        write: The device writes it.

    Attributes:
        layout: An array with the shape and strides of what the device sees.
        memory: What a kernel is given.
        offset: Where element (0, 0) lies in that memory, in elements.

    Raises:
        AllocationError: the device refused memory for a copy.
    """

    def __init__(
        self, facts: Facts, queue: cl.CommandQueue, array: Array, *, read: bool, write: bool
    ) -> None:
        self._name, self._array, self._queue = facts.name, array, queue
        self.layout, self.offset = array, 0
        self.memory: Any = None
        flags = cl.mem_flags.READ_WRITE if write else cl.mem_flags.READ_ONLY
        self._in_place = bool(facts.host_shared or facts.system_svm)
        if self._in_place:
            flat, self.offset = extent(array)
            if facts.system_svm:
                self.memory = cl.SVM(flat if flat.flags.writeable else np.asarray(_Unlocked(flat)))
                return
            # A view of a few elements may span more than one allocation can.
            self._in_place = flat.nbytes <= facts.max_alloc_bytes
        try:
            if self._in_place:
                self.memory = cl.Buffer(queue.context, flags | cl.mem_flags.USE_HOST_PTR, hostbuf=flat)
                return
            self.offset = 0
            self.layout = np.ascontiguousarray(array) if read else np.empty(array.shape, array.dtype)
            self.memory = cl.Buffer(queue.context, flags, self.layout.nbytes)
            if read:
                cl.enqueue_copy(queue, self.memory, self.layout, is_blocking=False)
        except cl.Error as error:
            message = (
                f"{facts.name} has no room for an array of shape {array.shape} and {array.dtype}: {error}"
            )
            raise AllocationError(message) from error

    def return_after(self, event: cl.Event) -> None:
        """Wait for the device's work and see to it that the host's array holds the result.

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
        else:
            cl.enqueue_copy(self._queue, self.layout, self.memory, wait_for=[event], is_blocking=True)
            if self.layout is not self._array:
                self._array[...] = self.layout


class _Unlocked:
    """The same memory without NumPy's write protection, for pyopencl, which lends no other; the device only reads it."""

    def __init__(self, array: Array) -> None:
        interface = array.__array_interface__
        self.__array_interface__ = {**interface, "data": (interface["data"][0], False)}
        self._array = array
