"""Arrays with CUDA's array interface: Numba's, this package's, and those of any other library."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.cuda.array import ALIGNED, CudaArray, dense_strides
from autoblas.devices.cuda.backend import card_device
from autoblas.devices.cuda.driver import driver
from autoblas.errors import ArgumentError, PrecisionError
from autoblas.problems.views import reach_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.arrays.cuda.library import ReaderLines, Template

__all__ = ["AutoblasArrays", "InterfaceArrays", "NumbaArrays", "card_of"]


def card_of(pointer: int) -> int:
    """Number of the card that an address belongs to, or -1."""
    cuda = driver()
    attribute = cuda.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    code, *values = cuda.cuPointerGetAttribute(attribute, pointer)
    return -1 if code else int(values[0])


def allocation_contains(pointer: int, first: int, end: int) -> bool:
    """True if the allocation at an address has these bytes from there, as far as the driver knows."""
    cuda = driver()
    names = cuda.CUpointer_attribute
    attributes = [names.CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, names.CU_POINTER_ATTRIBUTE_RANGE_SIZE]
    code, *values = cuda.cuPointerGetAttributes(len(attributes), attributes, pointer)
    start, size = (0, 0) if code else map(int, values[0])
    if size == 0:
        return pointer != 0
    return start <= pointer + first and pointer + end <= start + size


class AutoblasArrays:
    """This package's arrays, which routines see as they are; ``ArrayLibrary`` documents all methods."""

    has_current_stream = False

    def read(self, parts: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:
        """Read attributes of the arrays."""
        pointers = []
        for array in arrays:
            if array.queue.ordinal != ordinal:
                return None
            parts += (array.dtype, array.shape, array.strides, array.offset, array.read_only)
            pointers.append(array.pointer)
        return pointers

    def reader_lines(self, array: str) -> ReaderLines | None:
        """None: such arrays are rare."""
        del array
        return None

    def reach(self, array: Any) -> tuple[int, int]:
        """Strides may be negative."""
        return reach_of(array.dtype.itemsize, array.shape, array.strides)

    def contains(self, view: CudaArray, first: int, end: int) -> bool:
        """Ask the driver."""
        return allocation_contains(view.pointer, first, end)

    def pointer(self, array: CudaArray) -> int:
        """The address of the first element."""
        return array.pointer

    def ordinal(self, array: CudaArray) -> int:
        """The number of its card."""
        return int(array.queue.ordinal)

    def queue(self, array: CudaArray) -> Any:
        """The queue that it was made on."""
        return array.queue

    def staying(self, queue: Any) -> Callable[[], bool] | None:
        """None: each array has a queue of its own."""
        del queue
        return None

    def view(self, argument: str, array: CudaArray, queue: Any) -> CudaArray:
        """The array itself."""
        del argument, queue
        return array

    def new(self, queue: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> CudaArray:
        """An array with pooled memory."""
        memory = queue.device.allocate(int(np.prod(shape, dtype=np.int64)) * dtype.itemsize)
        memory.used_on(queue)
        return CudaArray(memory.pointer, tuple(shape), dtype, queue=queue, library=self, owner=memory)

    def like(self, array: Any, template: Template) -> Any:
        """None: nothing is faster than ``new``."""
        del array, template

    def unwrap(self, view: CudaArray) -> Any:
        """The array itself."""
        return view

    def was_written(self, array: Any) -> None:
        """Do nothing: writes are not counted."""


class InterfaceArrays(AutoblasArrays):
    """Arrays of other libraries; results are arrays of this package."""

    @staticmethod
    def _interface(array: Any) -> dict[str, Any]:
        """The array's interface, which libraries make anew each time."""
        interface: dict[str, Any] = array.__cuda_array_interface__
        return interface

    def read(self, parts: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:
        """Read the interface, and the class, whose arrays may have element types that the interface has no letters for."""
        pointers = []
        for array in arrays:
            interface = self._interface(array)
            pointer, read_only = interface["data"]
            if interface.get("mask") is not None or (card_of(pointer) if pointer else ordinal) != ordinal:
                return None
            if pointer and not allocation_contains(pointer, *self.reach(array)):
                return None
            layout = (interface["shape"], interface.get("strides"), (pointer or 0) % ALIGNED, read_only)
            parts += (type(array), getattr(array, "dtype", None), interface["typestr"], *layout)
            pointers.append(pointer or 0)
        return pointers

    def reach(self, array: Any) -> tuple[int, int]:
        """Strides may be negative."""
        interface = self._interface(array)
        shape, size = interface["shape"], int(interface["typestr"][2:])
        return reach_of(size, shape, interface.get("strides") or dense_strides(shape, size))

    def pointer(self, array: Any) -> int:
        """The address of the first element."""
        return int(self._interface(array)["data"][0])

    def ordinal(self, array: Any) -> int:
        """The card that its address belongs to."""
        return card_of(self.pointer(array))

    def queue(self, array: Any) -> Any:
        """The stream that the interface names, else the default stream."""
        ordinal = self.ordinal(array)
        if ordinal < 0:
            return None
        stream = self._interface(array).get("stream") or 0
        return card_device(ordinal).queue_for(0 if stream == 1 else stream)

    def view(self, argument: str, array: Any, queue: Any) -> CudaArray:
        """The array without a copy.

        Raises:
            ArgumentError: it has a mask, or an element type that has no kernels.
        """
        interface = self._interface(array)
        if interface.get("mask") is not None:
            raise ArgumentError(argument, "an array without a mask", "a masked one")
        try:
            dtype = self._dtype(array, interface["typestr"])
        except TypeError as error:
            raise PrecisionError(argument, "a type that NumPy has", str(interface["typestr"])) from error
        pointer, read_only = interface["data"]
        return CudaArray(
            pointer or 0,
            tuple(interface["shape"]),
            dtype,
            queue=queue,
            library=self,
            owner=array,
            strides=interface.get("strides"),
            read_only="one that its library shows as read-only" if read_only else "",
        )

    @staticmethod
    def _dtype(array: Any, typestr: str) -> np.dtype[Any]:
        """The element type; the array's own attribute where the interface has no letters for it."""
        dtype = getattr(array, "dtype", None)
        return np.dtype(dtype) if typestr[1] == "V" and dtype is not None else np.dtype(typestr)

    def unwrap(self, view: CudaArray) -> Any:
        """The caller's array; new arrays, and views of another shape, are arrays of this package."""
        owner: Any = view.owner
        if has_pooled_memory(view) or tuple(self._interface(owner)["shape"]) != view.shape:
            return view
        return owner


class NumbaArrays(InterfaceArrays):
    """Numba's device arrays."""

    def new(self, queue: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> CudaArray:
        """A device array of Numba's on its current card; on other cards an array of this package."""
        cuda: Any = sys.modules["numba"].cuda
        if cuda.get_current_device().id != queue.ordinal:
            return super().new(queue, shape, dtype)
        array: Any = cuda.device_array(shape, dtype)
        pointer = array.__cuda_array_interface__["data"][0]
        return CudaArray(pointer, tuple(shape), dtype, queue=queue, library=self, owner=array)


def has_pooled_memory(view: CudaArray) -> bool:
    """True if a view owns pooled memory, and is not over a caller's array."""
    return hasattr(view.owner, "used_on")
