"""The memory of pyopencl's arrays: which allocation it is part of, how much it holds, and whether an array lies within it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
from pyopencl.tools import PooledBuffer

from autoblas.errors import ArgumentError
from autoblas.problems.views import reach_of

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["NOTED", "allocation", "check_extent", "end_of", "sharing", "whole_bytes"]

BUFFERS: tuple[type, ...] = (cl.Buffer, PooledBuffer)
"""The classes of memory that is a whole allocation, or part of one that OpenCL knows."""

WHOLE: Any = cl.mem_info.ASSOCIATED_MEMOBJECT

FLAGS: Any = cl.mem_info.FLAGS

SIZE: Any = cl.mem_info.SIZE

GIVEN: Any = cl.mem_flags.USE_HOST_PTR
"""Of memory that its maker gave the driver."""

NOTED = "autoblas_bytes"
"""The attribute of a buffer for what ``whole_bytes`` says of it, if that is not 0."""

WIDEST = 16
"""Bytes of the widest element, to which drivers align all memory that is theirs."""


def whole_bytes(memory: Any) -> int:
    """Bytes of a buffer that is a whole allocation, aligned for elements of all types; 0 of other memory.

    The buffer keeps them as an attribute, which takes a quarter of the time of a question to the driver.
    """
    if type(memory) not in BUFFERS:
        return 0
    asked = memory.get_info
    if asked(WHOLE) is not None or (asked(FLAGS) & GIVEN and _host_address(memory) % WIDEST):
        return 0
    size: int = asked(SIZE)
    memory.autoblas_bytes = size
    return size


def end_of(array: Any) -> int:
    """Where in its memory an array ends, in bytes; 0 of one that holds no elements or lies in an image."""
    return 0 if getattr(array, "image", False) else _span(array)[1]


def check_extent(argument: str, array: Any, memory: Any) -> None:
    """See that memory holds all elements of an array, and that they are aligned.

    Raises:
        ArgumentError: it does not, or they are not.
    """
    first, end = _span(array)
    if end == 0 or getattr(array, "image", False):
        return
    size = 0 if memory is None else getattr(memory, "size", None)  # pyopencl has memory that does not say
    if first < 0 or (size is not None and end > size):
        raise ArgumentError(
            argument,
            "an array that lies within its memory (make it from a larger buffer, or with a smaller shape)",
            f"one of bytes {first} to {end} of {size}",
        )
    start, itemsize = _host_address(memory), array.dtype.itemsize
    if start % itemsize:
        expected = f"memory at a multiple of {itemsize} bytes, such as pyopencl allocates itself"
        raise ArgumentError(argument, expected, f"host memory at address {start:#x}")


def _span(array: Any) -> tuple[int, int]:
    """The first byte of an array in its memory and the one behind the last; 0 and 0 of one without elements."""
    first, end = reach_of(array.dtype.itemsize, array.shape, array.strides)
    return (array.offset + first, array.offset + end) if end else (0, 0)


def _host_address(memory: Any) -> int:
    """Where memory begins that its maker gave the driver; 0 of all other."""
    if not isinstance(memory, cl.MemoryObject):
        return 0
    whole: Any = memory.get_info(WHOLE) or memory
    if not (isinstance(whole, cl.MemoryObject) and whole.flags & GIVEN):
        return 0
    return int(whole.get_host_array((1,), np.dtype(np.uint8)).ctypes.data)


def sharing(arrays: Sequence[Any], memories: Sequence[Any]) -> list[Any]:
    """Which arrays share an allocation, which are the same, and where in it the memory of each begins."""
    places = [allocation(memory) for memory in memories]
    roots = [root for root, _ in places]
    if len(set(roots)) == len(roots):
        return []
    objects = [id(array) for array in arrays]
    return [*map(roots.index, roots), *map(objects.index, objects), *(start for _, start in places)]


def allocation(memory: Any) -> tuple[int, int]:
    """What identifies the allocation that device memory belongs to, and where in it the memory begins, in bytes."""
    if isinstance(memory, cl.MemoryObject):
        whole: Any = memory.get_info(WHOLE)
        if whole is not None:
            start: Any = memory.get_info(cl.mem_info.OFFSET)
            return int(whole.int_ptr), int(start)
        return int(memory.int_ptr), 0
    return id(memory), 0
