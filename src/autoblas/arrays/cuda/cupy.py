"""The arrays of CuPy, in CUDA memory."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from autoblas.arrays.cuda.array import ALIGNED, CudaArray
from autoblas.arrays.cuda.library import ReaderLines
from autoblas.devices.cuda.backend import card_device
from autoblas.problems.views import reach_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from autoblas.arrays.cuda.library import Template

__all__ = ["CupyArrays"]


class CupyArrays:
    """Implementation of ``ArrayLibrary``, which documents methods that have no docstring here."""

    has_current_stream = True

    def __init__(self) -> None:
        self._cupy: Any = sys.modules["cupy"]

    def read(self, parts: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:
        """Read attributes of the arrays; strides are in bytes."""
        pointers = []
        for array in arrays:
            memory = array.data
            if memory.device_id != ordinal:
                return None
            pointer = memory.ptr
            parts += (array.dtype, array.shape, array.strides, pointer % ALIGNED)
            pointers.append(pointer)
        return pointers

    def reader_lines(self, array: str) -> ReaderLines:
        """See ``read``."""
        memory = f"d{array}"
        parts = f"{array}.dtype, {array}.shape, {array}.strides, p{array} % {ALIGNED}, "
        queue, before = f"queue = current_queue({array})", f"{memory} = {array}.data"
        names = {"current_queue": self.queue}
        return ReaderLines(queue, before, f"{memory}.device_id != ordinal", f"{memory}.ptr", parts, names)

    def reach(self, array: Any) -> tuple[int, int]:
        """Strides may be negative."""
        return reach_of(array.itemsize, array.shape, array.strides)

    def contains(self, view: CudaArray, first: int, end: int) -> bool:
        """Check CuPy's memory, which ``as_strided`` may exceed, as may an array over memory of a caller."""
        allocation: Any = view.owner.data.mem  # type: ignore[attr-defined]  # CuPy's
        return bool(
            allocation.ptr <= view.pointer + first and view.pointer + end <= allocation.ptr + allocation.size
        )

    def pointer(self, array: Any) -> int:
        """The address of the first element."""
        return int(array.data.ptr)

    def ordinal(self, array: Any) -> int:
        """The number of its card."""
        return int(array.device.id)

    def queue(self, array: Any) -> Any:
        """CuPy's current stream on the array's card."""
        ordinal = array.device.id
        stream = self._current(ordinal)
        return card_device(ordinal).queue_for(stream.ptr, stream)

    def _current(self, ordinal: int) -> Any:
        cuda = self._cupy.cuda
        try:
            return cuda.get_current_stream(ordinal)
        except TypeError:  # versions without the argument
            with cuda.Device(ordinal):
                return cuda.get_current_stream()

    def staying(self, queue: Any) -> Callable[[], bool]:
        """The number of the stream is the same."""
        return lambda: bool(self._current(queue.ordinal).ptr == queue.handle)

    def view(self, argument: str, array: Any, queue: Any) -> CudaArray:
        """The array without a copy."""
        del argument
        return CudaArray(
            array.data.ptr,
            array.shape,
            array.dtype,
            queue=queue,
            library=self,
            owner=array,
            strides=array.strides,
        )

    def new(self, queue: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> CudaArray:
        """An array from CuPy's allocator, for the stream that it is used on."""
        cuda = self._cupy.cuda
        with cuda.Device(queue.ordinal):
            if self._current(queue.ordinal).ptr == queue.handle:
                array = self._cupy.empty(shape, dtype)
            else:
                with cuda.ExternalStream(queue.handle, queue.ordinal):
                    array = self._cupy.empty(shape, dtype)
        return CudaArray(array.data.ptr, array.shape, dtype, queue=queue, library=self, owner=array)

    def like(self, array: Any, template: Template) -> Any:
        """A new array, where CuPy's current card and stream are those of the call."""
        del array
        queue, cuda = template.queue, self._cupy.cuda
        if cuda.runtime.getDevice() != queue.ordinal or self._current(queue.ordinal).ptr != queue.handle:
            return None
        try:
            return self._cupy.empty(template.shape, template.dtype)
        except cuda.memory.OutOfMemoryError:
            return None  # ``new`` reports it

    def unwrap(self, view: CudaArray) -> Any:
        """The array, or one over its memory for a view of another shape."""
        array: Any = view.owner
        if array.shape == view.shape:
            return array
        return self._cupy.ndarray(view.shape, array.dtype, array.data, strides=view.strides)

    def was_written(self, array: Any) -> None:
        """CuPy counts no writes."""
