"""Arrays that are imported by DLPack: JAX's, which are immutable, and those of libraries without CUDA's array interface."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.cuda.array import CudaArray
from autoblas.arrays.cuda.capsule import imported_tensor
from autoblas.arrays.cuda.interface import AutoblasArrays, InterfaceArrays
from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["DLPackArrays", "JaxArrays", "JaxBuffers"]

CUDA = (2, 13)
"""DLPack's device types of CUDA memory, and of managed memory."""


class DLPackArrays(AutoblasArrays):
    """Arrays of any library with DLPack; see ``ArrayLibrary``. Results are arrays of this package."""

    read_only = ""

    def read(self, parts: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:  # noqa: ARG002  # see below
        """None: a capsule, which the library makes for one use, is the only source."""
        return None

    def ordinal(self, array: Any) -> int:
        """The number that DLPack gives the card."""
        device_type, number = self._device(array)
        return int(number) if int(device_type) in CUDA else -1

    @staticmethod
    def _device(array: Any) -> tuple[int, int]:
        device: tuple[int, int] = array.__dlpack_device__()
        return device

    def pointer(self, array: Any) -> int:
        """The address of the first element."""
        return imported_tensor("array", array.__dlpack__(stream=-1)).pointer

    def queue(self, array: Any) -> Any:  # noqa: ARG002  # see below
        """None: DLPack does not tell a stream."""
        return None

    def view(self, argument: str, array: Any, queue: Any) -> CudaArray:
        """The array without a copy, which the queue waits for.

        Raises:
            ArgumentError: it is not in CUDA memory.
        """
        if self.ordinal(array) < 0:
            raise ArgumentError(
                argument, "an array in CUDA memory", f"device {self._device(array)} of DLPack"
            )
        tensor = imported_tensor(argument, array.__dlpack__(stream=queue.handle or 1))
        return CudaArray(
            tensor.pointer,
            tensor.shape,
            tensor.dtype,
            queue=queue,
            library=self,
            owner=(array, tensor.owner, tensor.shape),
            strides=tensor.strides,
            read_only=self.read_only,
        )

    def unwrap(self, view: CudaArray) -> Any:
        """The caller's array; new arrays, and views of another shape, are arrays of this package."""
        if not isinstance(view.owner, tuple):
            return view
        array, _, shape = view.owner
        return array if shape == view.shape else view


class JaxArrays(DLPackArrays):
    """JAX's arrays: never outputs; results become arrays of JAX."""

    read_only = "an array of JAX, which cannot be written: leave the argument out, and a new one is returned"

    @staticmethod
    def _device(array: Any) -> tuple[int, int]:
        if not hasattr(array, "__dlpack_device__"):
            raise ArgumentError(
                "array", "an array of JAX with elements", f"{type(array).__name__}, under jit maybe"
            )
        device: tuple[int, int] = array.__dlpack_device__()
        return device

    def unwrap(self, view: CudaArray) -> Any:
        """The result as an array of JAX, whose stream waits for the call."""
        if isinstance(view.owner, tuple):
            return view.owner[0]
        return sys.modules["jax"].dlpack.from_dlpack(view)


class JaxBuffers(InterfaceArrays):
    """Buffers that JAX gives its callbacks: operands cannot be written, results can."""

    has_current_stream = True

    @staticmethod
    def _interface(array: Any) -> dict[str, Any]:
        """The interface; of bfloat16, for which JAX has none, one made from DLPack."""
        dtype = np.dtype(array.dtype)
        if dtype.kind != "V":
            interface: dict[str, Any] = array.__cuda_array_interface__
            return interface
        pointer = imported_tensor("array", array.__dlpack__()).pointer
        return {"shape": array.shape, "typestr": dtype.str, "data": (pointer, not array.writeable)}

    def ordinal(self, array: Any) -> int:
        """The number that DLPack gives the card."""
        device_type, number = array.__dlpack_device__()
        return int(number) if int(device_type) in CUDA else -1

    def queue(self, array: Any) -> Any:
        """Refuse: buffers do not name the stream of their callback, which the caller has to pass.

        Raises:
            ArgumentError: always.
        """
        raise ArgumentError(
            "queue", "the stream of the callback", f"none, with a buffer of shape {tuple(array.shape)}"
        )
