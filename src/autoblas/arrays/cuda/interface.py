"""Arrays that show CUDA's array interface: Numba's, our own, and those of libraries that are not known by name."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.cuda.array import ALIGNED, CudaArray, dense_strides
from autoblas.arrays.reach import reach_of
from autoblas.devices.cuda.backend import card_device
from autoblas.devices.cuda.driver import driver
from autoblas.errors import ArgumentError, PrecisionError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.arrays.cuda.kind import Template, Usual

__all__ = ["InterfaceArrays", "NumbaArrays", "OwnArrays", "card_of"]


def card_of(pointer: int) -> int:
    """The number of the card that an address belongs to; -1 of none."""
    cuda = driver()
    which = cuda.CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
    code, *found = cuda.cuPointerGetAttribute(which, pointer)
    return -1 if code else int(found[0])


def holds_bytes(pointer: int, first: int, end: int) -> bool:
    """The allocation at an address has these bytes from there, as far as the driver knows it."""
    cuda = driver()
    asked = cuda.CUpointer_attribute
    which = [asked.CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, asked.CU_POINTER_ATTRIBUTE_RANGE_SIZE]
    code, *found = cuda.cuPointerGetAttributes(len(which), which, pointer)
    start, size = (0, 0) if code else map(int, found[0])
    if size == 0:
        return pointer != 0
    return start <= pointer + first and pointer + end <= start + size


class OwnArrays:
    """Our own arrays, which routines see as they are; see ``Kind``, whose sentences hold for all that has none here."""

    one_stream = False

    def looks(self, found: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:
        """Their own attributes."""
        pointers = []
        for array in arrays:
            if array.queue.ordinal != ordinal:
                return None
            found += (array.dtype, array.shape, array.strides, array.offset, array.read_only)
            pointers.append(array.pointer)
        return pointers

    def usual(self, array: str) -> Usual | None:
        """None: they are rare."""
        del array
        return None

    def reach(self, array: Any) -> tuple[int, int]:
        """Strides may be negative."""
        return reach_of(array.dtype.itemsize, array.shape, array.strides)

    def holds(self, view: CudaArray, first: int, end: int) -> bool:
        """What the driver says."""
        return holds_bytes(view.pointer, first, end)

    def pointer(self, array: CudaArray) -> int:
        """The address of the first element."""
        return array.pointer

    def ordinal(self, array: CudaArray) -> int:
        """The number of its card."""
        return int(array.queue.ordinal)

    def queue(self, array: CudaArray) -> Any:
        """The one that it was made on."""
        return array.queue

    def staying(self, queue: Any) -> Callable[[], bool] | None:
        """None: each array says its own."""
        del queue
        return None

    def view(self, argument: str, array: CudaArray, queue: Any) -> CudaArray:
        """The array itself."""
        del argument, queue
        return array

    def new(self, queue: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> CudaArray:
        """An array with memory from our pool."""
        memory = queue.device.allocate(int(np.prod(shape, dtype=np.int64)) * dtype.itemsize)
        memory.used_on(queue)
        return CudaArray(memory.pointer, tuple(shape), dtype, queue=queue, kind=self, owner=memory)

    def like(self, array: Any, template: Template) -> Any:
        """None: ``new`` is as fast as can be."""
        del array, template

    def given_back(self, view: CudaArray) -> Any:
        """The array itself."""
        return view

    def was_written(self, array: Any) -> None:
        """Nobody counts."""


class InterfaceArrays(OwnArrays):
    """Arrays of other libraries; results are our own."""

    @staticmethod
    def _shown(array: Any) -> dict[str, Any]:
        """The interface."""
        shown: dict[str, Any] = array.__cuda_array_interface__
        return shown

    def looks(self, found: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:
        """What the interface says, which libraries make anew each time; the class, which may say what its letters mean."""
        pointers = []
        for array in arrays:
            shown = self._shown(array)
            pointer, read_only = shown["data"]
            if shown.get("mask") is not None or (card_of(pointer) if pointer else ordinal) != ordinal:
                return None
            if pointer and not holds_bytes(pointer, *self.reach(array)):
                return None
            layout = (shown["shape"], shown.get("strides"), (pointer or 0) % ALIGNED, read_only)
            found += (type(array), getattr(array, "dtype", None), shown["typestr"], *layout)
            pointers.append(pointer or 0)
        return pointers

    def reach(self, array: Any) -> tuple[int, int]:
        """Strides may be negative."""
        shown = self._shown(array)
        shape, size = shown["shape"], int(shown["typestr"][2:])
        return reach_of(size, shape, shown.get("strides") or dense_strides(shape, size))

    def pointer(self, array: Any) -> int:
        """The address of the first element."""
        return int(self._shown(array)["data"][0])

    def ordinal(self, array: Any) -> int:
        """The card that its address belongs to."""
        return card_of(self.pointer(array))

    def queue(self, array: Any) -> Any:
        """The stream that the interface names, else the one that every context begins with."""
        ordinal = self.ordinal(array)
        if ordinal < 0:
            return None
        stream = self._shown(array).get("stream") or 0
        return card_device(ordinal).queue_for(0 if stream == 1 else stream)

    def view(self, argument: str, array: Any, queue: Any) -> CudaArray:
        """The array without a copy.

        Raises:
            ArgumentError: it has a mask, or an element type that has no kernels.
        """
        shown = self._shown(array)
        if shown.get("mask") is not None:
            raise ArgumentError(argument, "an array without a mask", "a masked one")
        try:
            dtype = self._dtype(array, shown["typestr"])
        except TypeError as error:
            raise PrecisionError(argument, "a type that NumPy has", str(shown["typestr"])) from error
        pointer, read_only = shown["data"]
        return CudaArray(
            pointer or 0,
            tuple(shown["shape"]),
            dtype,
            queue=queue,
            kind=self,
            owner=array,
            strides=shown.get("strides"),
            read_only="one that its library shows as read-only" if read_only else "",
        )

    @staticmethod
    def _dtype(array: Any, typestr: str) -> np.dtype[Any]:
        """The element type; of one that the interface has no letters for, what the array itself says."""
        own = getattr(array, "dtype", None)
        return np.dtype(own) if typestr[1] == "V" and own is not None else np.dtype(typestr)

    def given_back(self, view: CudaArray) -> Any:
        """The caller's array; a new one is our own, and so is one in another shape over the caller's memory."""
        owner: Any = view.owner
        if asked_for_memory(view) or tuple(self._shown(owner)["shape"]) != view.shape:
            return view
        return owner


class NumbaArrays(InterfaceArrays):
    """Numba's device arrays."""

    def new(self, queue: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> CudaArray:
        """A device array of Numba's, which makes them on its current card alone; on another one an array of our own."""
        cuda: Any = sys.modules["numba"].cuda
        if cuda.get_current_device().id != queue.ordinal:
            return super().new(queue, shape, dtype)
        array: Any = cuda.device_array(shape, dtype)
        pointer = array.__cuda_array_interface__["data"][0]
        return CudaArray(pointer, tuple(shape), dtype, queue=queue, kind=self, owner=array)


def asked_for_memory(view: CudaArray) -> bool:
    """A view holds memory of our pool, and no caller's array."""
    return hasattr(view.owner, "used_on")
