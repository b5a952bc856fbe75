"""Memory is read where there is some, and an address without any ends no process."""

import ctypes
import mmap
import os
import sys

import numpy as np
import pytest

from autoblas.devices.opencl.pocl.processor import PAGE, memory_reader

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it is used on Linux only")


def test_what_is_there_is_read():
    """Any number of bytes, also more than a pipe holds, from any address."""
    data = bytes(range(256)) * 1000
    buffer = ctypes.create_string_buffer(data, len(data))
    start = ctypes.addressof(buffer)
    with memory_reader() as read:
        assert read(start, len(data)) == data
        assert read(start + 5, 3) == data[5:8]
        assert read(start, 0) == b""


@pytest.mark.parametrize("address", [0, 16, 4096, 2**47, 2**63, 2**64 - 8])
def test_what_is_not_there_is_empty(address):
    """Neither an error nor a crash."""
    with memory_reader() as read:
        assert read(address, 64) == b""


def test_the_end_of_what_is_there():
    """The bytes before it are read, and none after it."""
    pages = mmap.mmap(-1, 2 * PAGE)
    start = np.frombuffer(pages, np.uint8).ctypes.data
    c_library = ctypes.CDLL(None)
    c_library.mprotect.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    assert c_library.mprotect(start + PAGE, PAGE, 0) == 0
    with memory_reader() as read:
        assert read(start + PAGE - 8, 64) == bytes(8)
        assert read(start + PAGE, 1) == b""


def test_no_file_stays_open():
    """The pipe is closed."""
    first = os.dup(0)
    os.close(first)
    with memory_reader() as read:
        read(0, 1)
    second = os.dup(0)
    os.close(second)
    assert second == first
