"""Arrays that are shown through DLPack: JAX's, which cannot be written, and those of libraries without CUDA's array interface."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.cuda.array import CudaArray
from autoblas.arrays.cuda.capsule import shown_in
from autoblas.arrays.cuda.interface import InterfaceArrays, OwnArrays
from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["JaxArrays", "JaxBuffers", "ShownArrays"]

CUDA = (2, 13)
"""DLPack's numbers of memory of cards, the latter of such as moves to and from the host."""


class ShownArrays(OwnArrays):
    """Arrays of libraries that are not known by name; see ``Kind``. Results are our own."""

    read_only = ""

    def looks(self, found: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:  # noqa: ARG002  # it says nothing
        """None: all that is known is in a capsule, which the library makes for one use."""
        return None

    def ordinal(self, array: Any) -> int:
        """The number that DLPack gives the card."""
        kind, number = self._device(array)
        return int(number) if int(kind) in CUDA else -1

    @staticmethod
    def _device(array: Any) -> tuple[int, int]:
        shown: tuple[int, int] = array.__dlpack_device__()
        return shown

    def pointer(self, array: Any) -> int:
        """The address of the first element."""
        return shown_in("array", array.__dlpack__(stream=-1)).pointer

    def queue(self, array: Any) -> Any:  # noqa: ARG002  # likewise
        """None: the library says nothing of its streams."""
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
        shown = shown_in(argument, array.__dlpack__(stream=queue.handle or 1))
        return CudaArray(
            shown.pointer,
            shown.shape,
            shown.dtype,
            queue=queue,
            kind=self,
            owner=(array, shown.held, shown.shape),
            strides=shown.strides,
            read_only=self.read_only,
        )

    def given_back(self, view: CudaArray) -> Any:
        """The caller's array; a new one is our own, and so is one in another shape over the caller's memory."""
        if not isinstance(view.owner, tuple):
            return view
        array, _, shape = view.owner
        return array if shape == view.shape else view


class JaxArrays(ShownArrays):
    """JAX's arrays: never outputs; results become arrays of JAX."""

    read_only = "an array of JAX, which cannot be written: leave the argument out, and a new one is returned"

    @staticmethod
    def _device(array: Any) -> tuple[int, int]:
        if not hasattr(array, "__dlpack_device__"):
            raise ArgumentError(
                "array", "an array of JAX with elements", f"{type(array).__name__}, under jit maybe"
            )
        shown: tuple[int, int] = array.__dlpack_device__()
        return shown

    def given_back(self, view: CudaArray) -> Any:
        """The result in JAX's hands, whose stream waits for what makes it."""
        if isinstance(view.owner, tuple):
            return view.owner[0]
        return sys.modules["jax"].dlpack.from_dlpack(view)


class JaxBuffers(InterfaceArrays):
    """Buffers that JAX gives its callbacks: operands cannot be written, results can."""

    one_stream = True

    @staticmethod
    def _shown(array: Any) -> dict[str, Any]:
        """The interface; of bfloat16, for which JAX has none, what DLPack says."""
        dtype = np.dtype(array.dtype)
        if dtype.kind != "V":
            shown: dict[str, Any] = array.__cuda_array_interface__
            return shown
        pointer = shown_in("array", array.__dlpack__()).pointer
        return {"shape": array.shape, "typestr": dtype.str, "data": (pointer, not array.writeable)}

    def ordinal(self, array: Any) -> int:
        """The number that DLPack gives the card."""
        kind, number = array.__dlpack_device__()
        return int(number) if int(kind) in CUDA else -1

    def queue(self, array: Any) -> Any:
        """Nothing is right but the stream of the callback, which buffers do not name.

        Raises:
            ArgumentError: always.
        """
        raise ArgumentError(
            "queue", "the stream of the callback", f"none, with a buffer of shape {tuple(array.shape)}"
        )
