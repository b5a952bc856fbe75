"""The memory of pyopencl's arrays: its allocation, its size, and checks that an array lies within it."""

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
"""Classes of buffers and sub-buffers."""

PARENT: Any = cl.mem_info.ASSOCIATED_MEMOBJECT

FLAGS: Any = cl.mem_info.FLAGS

SIZE: Any = cl.mem_info.SIZE

HOST_POINTER: Any = cl.mem_flags.USE_HOST_PTR
"""Flag of memory that the caller gave the driver."""

NOTED = "autoblas_bytes"
"""Attribute of a buffer that caches its ``whole_bytes``, if that is not 0."""

WIDEST = 16
"""Bytes of the widest element, to which drivers align all memory that they allocate."""


def whole_bytes(memory: Any) -> int:
    """Bytes of a buffer that is a whole allocation, aligned for elements of all types; 0 of other memory.

    The buffer keeps them as an attribute, which takes a quarter of the time of a question to the driver.
    """
    if type(memory) not in BUFFERS:
        return 0
    query = memory.get_info
    if query(PARENT) is not None or (query(FLAGS) & HOST_POINTER and _host_address(memory) % WIDEST):
        return 0
    size: int = query(SIZE)
    memory.autoblas_bytes = size
    return size


def end_of(array: Any) -> int:
    """End of an array in its memory, in bytes; 0 if it has no elements or lies in an image."""
    return 0 if getattr(array, "image", False) else _span(array)[1]


def check_extent(argument: str, array: Any, memory: Any) -> None:
    """Check that memory holds all elements of an array, and that they are aligned.

    Raises:
        ArgumentError: it does not, or they are not.
    """
    first, end = _span(array)
    if end == 0 or getattr(array, "image", False):
        return
    size = 0 if memory is None else getattr(memory, "size", None)  # some classes of pyopencl have no size
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
    """Address of memory that the caller gave the driver; 0 of other memory."""
    if not isinstance(memory, cl.MemoryObject):
        return 0
    buffer: Any = memory.get_info(PARENT) or memory
    if not (isinstance(buffer, cl.MemoryObject) and buffer.flags & HOST_POINTER):
        return 0
    return int(buffer.get_host_array((1,), np.dtype(np.uint8)).ctypes.data)


def sharing(arrays: Sequence[Any], memories: Sequence[Any]) -> list[Any]:
    """Parts of a key for arrays that share allocations: indices of allocations and of equal arrays, and offsets of memory."""
    allocations = [allocation(memory) for memory in memories]
    roots = [root for root, _ in allocations]
    if len(set(roots)) == len(roots):
        return []
    objects = [id(array) for array in arrays]
    return [*map(roots.index, roots), *map(objects.index, objects), *(start for _, start in allocations)]


def allocation(memory: Any) -> tuple[int, int]:
    """Number of the allocation that device memory belongs to, and the offset of the memory in it, in bytes."""
    if isinstance(memory, cl.MemoryObject):
        parent: Any = memory.get_info(PARENT)
        if parent is not None:
            start: Any = memory.get_info(cl.mem_info.OFFSET)
            return int(parent.int_ptr), int(start)
        return int(memory.int_ptr), 0
    return id(memory), 0
