"""Reads this process's own memory where nothing promises that there is any.

The bytes go through a pipe: the operating system copies them in, and answers with an error where an address is not
there, while a direct read would end the process. That needs no list of what is mapped (``/proc``), no right to inspect
processes, and works in sandboxes and emulators, where lists and rights are missing or differ.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["memory_reader"]

PAGE = 4096
"""The smallest piece of memory that may be there while the next is not; a pipe holds at least as much."""


@contextmanager
def memory_reader() -> Iterator[Callable[[int, int], bytes]]:
    """A function that reads bytes from an address: fewer than asked for, or none, from where they cannot be read.

    Raises:
        OSError: the process may open no more files.
    """
    c_library = ctypes.CDLL(None)
    c_library.write.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t)
    c_library.write.restype = ctypes.c_ssize_t
    source, sink = os.pipe()

    def read(address: int, size: int) -> bytes:
        found = b""
        while len(found) < size:
            start = address + len(found)
            copied = c_library.write(sink, start, min(size - len(found), PAGE - start % PAGE))
            if copied <= 0:
                break
            found += os.read(source, copied)
        return found

    try:
        yield read
    finally:
        os.close(source)
        os.close(sink)
