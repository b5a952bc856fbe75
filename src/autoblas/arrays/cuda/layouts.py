"""Layouts of the arrays of a call: what they reach, whether they share memory, and what they are found by."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from autoblas.arrays.cuda.array import ALIGNED
from autoblas.arrays.cuda.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.arrays.cuda.array import CudaArray

__all__ = ["Layout", "Placed", "looks_of"]


class Layout:
    """The layouts of the arrays of a call, and what they reach; equal to itself alone.

    Args:
        reaches: Of each array, the first byte and the one behind the last, from its address.

    Attributes:
        widest: Arrays whose addresses are so many bytes apart have no byte in common.
        latest_apart: Addresses at which arrays were seen last to have no byte in common, and the aligned addresses before
            them, which nobody changes.
    """

    __slots__ = ("_reaches", "latest_apart", "widest")

    def __init__(self, reaches: list[tuple[int, int]]) -> None:
        self._reaches = reaches
        self.latest_apart: tuple[list[int], list[int]] = ([], [])
        self.widest = max(end for _, end in reaches) - min(first for first, _ in reaches)

    def apart(self, pointers: list[int]) -> list[int] | None:
        """The aligned addresses before arrays; None where arrays at these addresses have a byte in common."""
        latest, bases = self.latest_apart
        if pointers == latest:
            return bases
        widest = self.widest
        for one, other in pairwise(sorted(pointers)):
            if other - one < widest:
                if self._overlap(pointers):
                    return None
                break
        bases = [pointer & -ALIGNED for pointer in pointers]
        self.latest_apart = pointers, bases
        return bases

    def _overlap(self, pointers: Sequence[int]) -> bool:
        """Some of the ranges that arrays at these addresses reach have a byte in common."""
        spans = sorted(
            (at + first, at + end)
            for at, (first, end) in zip(pointers, self._reaches, strict=True)
            if first < end
        )
        reached = spans[0][1] if spans else 0
        for first, end in spans[1:]:
            if first < reached:
                return True
            reached = max(reached, end)
        return False


class Placed:
    """An array that exists only as addresses, for NumPy to compare; its memory is never touched."""

    def __init__(self, array: CudaArray) -> None:
        self.__array_interface__ = {
            "version": 3,
            "typestr": f"|V{array.dtype.itemsize}",
            "shape": array.shape,
            "strides": array.strides,
            "data": (array.pointer, False),
        }


def looks_of(found: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:
    """The addresses of arrays; what else tells them apart is appended. None where one of them must be viewed."""
    first = type(arrays[0])
    for array in arrays:
        if type(array) is not first:
            break
    else:
        return KINDS[first].looks(found, arrays, ordinal)  # type: ignore[no-any-return]  # as ``Kind`` says
    pointers: list[int] = []
    for array in arrays:
        pointer = KINDS[type(array)].looks(found, (array,), ordinal)
        if pointer is None:
            return None
        pointers += pointer
    return pointers
