"""An array in CUDA memory as routines see it: a view of a caller's array, of any library, or one with pooled memory."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.cuda.capsule import exported_capsule
from autoblas.errors import ShapeError, StrideError

if TYPE_CHECKING:
    from autoblas.arrays.cuda.library import ArrayLibrary
    from autoblas.devices.device import Queue

__all__ = ["ALIGNED", "CudaArray", "dense_strides"]

ALIGNED = 256
"""Alignment of a card's memory, in bytes. Kernels take a multiple of it as address, as of a buffer of OpenCL, and an offset."""


class CudaArray:
    """An array in the memory of a card.

    Calls on arrays of libraries that this package cannot make arrays of return it. It has CUDA's array interface and
    DLPack, so other libraries take it without a copy, and ``get`` copies it to the host.

    Args:
        pointer: The address of its first element.
        shape: Its sizes.
        dtype: Its element type.
        strides: From an element to the next along each axis, in bytes; of a dense array, rows first, where it is None.
        queue: The queue of calls on it.
        library: The library of arrays that it belongs to.
        owner: The object that holds the memory: of a view, the caller's array.
        read_only: Reason why it cannot be written, in words; empty where it can.

    Attributes:
        pointer: The address of its first element.
        shape: Its sizes.
        dtype: Its element type.
        strides: From an element to the next along each axis, in bytes.
        queue: The queue of calls on it.
        library: The library of arrays that it belongs to.
        owner: The object that holds the memory.
        read_only: Reason why it cannot be written, in words; empty where it can.
    """

    __slots__ = (
        "__weakref__",
        "dtype",
        "library",
        "owner",
        "pointer",
        "queue",
        "read_only",
        "shape",
        "strides",
    )

    def __init__(
        self,
        pointer: int,
        shape: tuple[int, ...],
        dtype: np.dtype[Any],
        *,
        queue: Any,
        library: ArrayLibrary,
        owner: object,
        strides: tuple[int, ...] | None = None,
        read_only: str = "",
    ) -> None:
        self.pointer, self.shape, self.dtype = pointer, shape, dtype
        self.strides = dense_strides(shape, dtype.itemsize) if strides is None else strides
        self.queue, self.library, self.owner, self.read_only = queue, library, owner, read_only

    def __repr__(self) -> str:
        return f"<CudaArray of shape {self.shape} and {self.dtype} on {self.queue!r}>"

    @property
    def offset(self) -> int:
        """Bytes from the aligned address before the first element to that."""
        return self.pointer % ALIGNED

    @property
    def base(self) -> int:
        """The aligned address."""
        return self.pointer - self.pointer % ALIGNED

    @property
    def size(self) -> int:
        """Elements."""
        return math.prod(self.shape)

    @property
    def ndim(self) -> int:
        """Axes."""
        return len(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes of its elements."""
        return self.size * self.dtype.itemsize

    @property
    def events(self) -> list[Any]:
        """The end of its queue's work."""
        return [self.queue.end]

    @property
    def is_dense(self) -> bool:
        """True if its elements are adjacent in row-major order."""
        dense = dense_strides(self.shape, self.dtype.itemsize)
        return all(
            size <= 1 or stride == dense_stride
            for size, stride, dense_stride in zip(self.shape, self.strides, dense, strict=True)
        )

    def reshape(self, *shape: int) -> CudaArray:
        """View of its elements in another shape.

        Raises:
            StrideError: they do not follow each other.
            ShapeError: the shape is one of more elements, or of fewer.
        """
        if math.prod(shape) != self.size or min(shape, default=0) < 0:
            raise ShapeError("shape", f"a shape of {self.size} elements", f"shape {shape}")
        if not self.is_dense:
            raise StrideError("shape", "an array whose elements follow each other", f"strides {self.strides}")
        return self.with_layout(shape, dense_strides(shape, self.dtype.itemsize))

    def with_layout(self, shape: tuple[int, ...], strides: tuple[int, ...]) -> CudaArray:
        """A view of its memory in another shape, with strides in bytes."""
        return CudaArray(
            self.pointer,
            shape,
            self.dtype,
            queue=self.queue,
            library=self.library,
            owner=self.owner,
            strides=strides,
            read_only=self.read_only,
        )

    def __reduce__(self) -> Any:
        """Copies and pickles are NumPy arrays, made after its queue's work."""
        return self.get().__reduce__()

    def get(self, queue: Queue | None = None) -> np.ndarray[Any, np.dtype[Any]]:
        """A copy in the host's memory, made after its queue's work.

        Args:
            queue: Another queue to copy on.

        Raises:
            CudaError: a kernel failed.
        """
        chosen: Any = self.queue if queue is None else queue
        span = sum((size - 1) * abs(stride) for size, stride in zip(self.shape, self.strides, strict=True))
        if not self.size:
            return np.empty(self.shape, self.dtype)
        low = sum(min(0, (size - 1) * stride) for size, stride in zip(self.shape, self.strides, strict=True))
        host_bytes = np.empty(span + self.dtype.itemsize, np.uint8)
        chosen.device.copy(chosen, host_bytes, self.pointer + low)
        first: Any = host_bytes[-low : -low + self.dtype.itemsize].view(self.dtype)
        return np.lib.stride_tricks.as_strided(first, self.shape, self.strides).copy()

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """CUDA's array interface, version 3."""
        return {
            "version": 3,
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.pointer, bool(self.read_only)),
            "strides": None if self.is_dense else self.strides,
            "stream": self.queue.handle or 1,
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        """A card of CUDA and its number."""
        return 2, self.queue.ordinal

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        """A capsule of DLPack; the consumer's stream waits for the array's queue.

        Args:
            stream: The consumer's stream; -1 where it waits by itself.
        """
        if stream != -1:
            self.queue.device.queue_for({None: 0, 1: 0}.get(stream, stream)).follow(self.queue)
        return exported_capsule(
            self, self.pointer, self.shape, self.strides, self.dtype, self.__dlpack_device__()
        )


def dense_strides(shape: tuple[int, ...], itemsize: int) -> tuple[int, ...]:
    """The strides, in bytes, of an array whose elements are adjacent in row-major order."""
    strides, step = [], itemsize
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))
