"""Layouts of the arrays of a call: the bytes that they reach, overlaps, and how repeated calls read them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from autoblas.arrays.cuda.array import ALIGNED
from autoblas.arrays.cuda.libraries import LIBRARIES
from autoblas.arrays.words import Reading
from autoblas.devices.access import PROCESS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.arrays.cuda.array import CudaArray
    from autoblas.arrays.cuda.library import ReaderLines

__all__ = ["AddressArray", "CallLayout", "read_arrays", "reading_of"]


class CallLayout:
    """The layouts of the arrays of a call, and the bytes that they reach; equal to itself alone.

    Args:
        reaches: Of each array, the first byte and the byte behind the last, from its address.

    Attributes:
        widest: Distance of addresses, in bytes, from which on two arrays have no byte in common.
        last_checked: The latest addresses at which the arrays have no byte in common, and the aligned addresses before
            them; both lists stay unchanged.
    """

    __slots__ = ("_reaches", "last_checked", "widest")

    def __init__(self, reaches: list[tuple[int, int]]) -> None:
        self._reaches = reaches
        self.last_checked: tuple[list[int], list[int]] = ([], [])
        self.widest = max(end for _, end in reaches) - min(first for first, _ in reaches)

    def disjoint_bases(self, pointers: list[int]) -> list[int] | None:
        """The aligned addresses before arrays; None where arrays at these addresses have a byte in common."""
        latest, bases = self.last_checked
        if pointers == latest:
            return bases
        widest = self.widest
        for address, following in pairwise(sorted(pointers)):
            if following - address < widest:
                if self._overlap(pointers):
                    return None
                break
        bases = [pointer & -ALIGNED for pointer in pointers]
        self.last_checked = pointers, bases
        return bases

    def _overlap(self, pointers: Sequence[int]) -> bool:
        """True if two of the ranges that arrays at these addresses reach have a byte in common."""
        spans = sorted(
            (address + first, address + end)
            for address, (first, end) in zip(pointers, self._reaches, strict=True)
            if first < end
        )
        reached = spans[0][1] if spans else 0
        for first, end in spans[1:]:
            if first < reached:
                return True
            reached = max(reached, end)
        return False


class AddressArray:
    """An array of addresses alone, for NumPy to compare; its memory is never touched."""

    def __init__(self, array: CudaArray) -> None:
        self.__array_interface__ = {
            "version": 3,
            "typestr": f"|V{array.dtype.itemsize}",
            "shape": array.shape,
            "strides": array.strides,
            "data": (array.pointer, False),
        }


def read_arrays(parts: list[Any], arrays: Sequence[Any], ordinal: int) -> list[int] | None:
    """Read arrays of any libraries as ``ArrayLibrary.read`` does those of one."""
    first = type(arrays[0])
    for array in arrays:
        if type(array) is not first:
            break
    else:
        return LIBRARIES[first].read(parts, arrays, ordinal)  # type: ignore[no-any-return]  # see ``ArrayLibrary``
    pointers: list[int] = []
    for array in arrays:
        addresses = LIBRARIES[type(array)].read(parts, (array,), ordinal)
        if addresses is None:
            return None
        pointers += addresses
    return pointers


def reading_of(
    classes: Sequence[type],
    arrays: Sequence[str],
    queue: str,
    unusual: str,
    layouts: Mapping[Any, CallLayout],
    queue_from: Callable[[Any], Any],
) -> Reading | None:
    """Generated lines that read arrays of one library; None for arrays of several, or of a library without such lines.

    Args:
        classes: The class of each array.
        arrays: The names that the arrays have in the lines.
        queue: The name of the queue; empty where the caller gave none.
        unusual: The statement for an unusual call.
        layouts: The cached layouts, by signature.
        queue_from: See ``Adapter.queue_from``.
    """
    library: Any = LIBRARIES[classes[0]]
    if len(set(classes)) > 1 or library.reader_lines(arrays[0]) is None:
        return None
    readers: list[ReaderLines] = [library.reader_lines(array) for array in arrays]
    names = {**readers[0].names, "process": PROCESS, "cached_layout": layouts.get, "queue_from": queue_from}
    queue_line = f"queue = queue_from({queue})" if queue else readers[0].queue
    lines = [
        f"if process.barred:\n    {unusual}",
        queue_line,
        f"if queue is None:\n    {unusual}\nordinal = queue.ordinal",
        *(reader.before for reader in readers),
        f"if {' or '.join(reader.unusual for reader in readers)}:\n    {unusual}",
        *(f"p{array} = {reader.pointer}" for array, reader in zip(arrays, readers, strict=True)),
        f"layout = cached_layout(({''.join(reader.parts for reader in readers)}))",
        f"if layout is None:\n    {unusual}",
        f"pointers = [{', '.join(f'p{array}' for array in arrays)}]",
        "latest, bases = layout.last_checked",
        f"if pointers != latest:\n    bases = layout.disjoint_bases(pointers)\n    if bases is None:\n        {unusual}",
    ]
    return Reading(lines, ["layout"], "bases", names)
