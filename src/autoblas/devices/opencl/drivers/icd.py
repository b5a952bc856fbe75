"""Asks an OpenCL driver for its platforms as a loader does; tries a driver in a process of its own.

A driver with the extension ``cl_khr_icd`` has an entry point that lists its platforms (``clIcdGetPlatformIDsKHR``), and
every object that it makes begins with the address of a table of its own functions. A loader's ``clCreateContext`` and
all others only look the function up in that table, so pyopencl can use such a platform whichever loader it was linked
to, and although that loader did not find it. Objects of other drivers begin with something else: those drivers are
refused here, because the first call would jump to anywhere.

The process runs this file alone: the import of its package would take longer than the trial.
"""

from __future__ import annotations

import contextlib
import ctypes
from typing import TYPE_CHECKING

import pyopencl as cl

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from autoblas.isolate.channel import Channel

__all__ = ["UnusableDriverError", "platforms_of", "try_driver"]

EXTENSION = "cl_khr_icd"

GET_PLATFORMS = "clIcdGetPlatformIDsKHR"

HANDLES = ctypes.POINTER(ctypes.c_void_p)


class UnusableDriverError(Exception):
    """A library that pyopencl cannot use as a driver; the message is the end of a sentence about it."""


def platforms_of(library: str | Path) -> list[cl.Platform]:
    """The platforms that one driver lists; a driver without hardware may list none.

    Args:
        library: Its file.

    Raises:
        UnusableDriverError: it cannot be loaded, is no driver, or has no dispatch table.
    """
    try:
        driver = ctypes.CDLL(str(library))
    except OSError as error:
        raise UnusableDriverError(f"does not load: {error}") from error
    handles = _handles(driver)
    for handle in handles:
        if EXTENSION not in _extensions(driver, handle):
            raise UnusableDriverError(f"lacks {EXTENSION}, without which no OpenCL loader can call it")
    return [cl.Platform.from_int_ptr(handle, retain=False) for handle in handles]


def _handles(driver: ctypes.CDLL) -> list[int]:
    """What ``clIcdGetPlatformIDsKHR`` lists; a status other than success means none."""
    list_platforms = ctypes.CFUNCTYPE(
        ctypes.c_int32, ctypes.c_uint32, HANDLES, ctypes.POINTER(ctypes.c_uint32)
    )(_address(driver, GET_PLATFORMS))
    count = ctypes.c_uint32()
    if list_platforms(0, None, ctypes.byref(count)) != cl.status_code.SUCCESS:
        return []
    handles = (ctypes.c_void_p * count.value)()
    if count.value == 0 or list_platforms(count.value, handles, None) != cl.status_code.SUCCESS:
        return []
    return [handle for handle in handles if handle]


def _address(driver: ctypes.CDLL, name: str) -> int:
    """Where a function of an extension lies.

    Raises:
        UnusableDriverError: the library has no such function.
    """
    if hasattr(driver, "clGetExtensionFunctionAddress"):
        find = driver.clGetExtensionFunctionAddress
        find.restype, find.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
        if address := find(name.encode()):
            return int(address)
    if hasattr(driver, name):
        address = ctypes.cast(driver[name], ctypes.c_void_p).value
        if address:
            return address
    raise UnusableDriverError(f"has no {name}, so it is no driver that an OpenCL loader can use")


def _extensions(driver: ctypes.CDLL, handle: int) -> Sequence[str]:
    """The extensions of a platform, asked of the driver's own function where it exports that, else through the table."""
    if not hasattr(driver, "clGetPlatformInfo"):
        return cl.Platform.from_int_ptr(handle, retain=False).extensions.split()
    ask = ctypes.CFUNCTYPE(
        ctypes.c_int32,
        ctypes.c_void_p,
        ctypes.c_uint32,
        ctypes.c_size_t,
        ctypes.c_void_p,
        ctypes.POINTER(ctypes.c_size_t),
    )(("clGetPlatformInfo", driver))
    size = ctypes.c_size_t()
    question = cl.platform_info.EXTENSIONS
    if ask(handle, question, 0, None, ctypes.byref(size)) != cl.status_code.SUCCESS:
        return ()
    answer = ctypes.create_string_buffer(size.value + 1)
    if ask(handle, question, size.value, answer, None) != cl.status_code.SUCCESS:
        return ()
    return answer.value.decode(errors="replace").split()


def try_driver(channel: Channel, library: str) -> None:
    """What the process does: load the loader's drivers, as its parent did, and then list the devices of the one named."""
    with contextlib.suppress(cl.Error):  # where there are none
        cl.get_platforms()
    channel.progress("load a driver")  # what happened until then is no fault of it
    with contextlib.suppress(cl.Error):  # an answer, if not a good one: who lists the devices will say so
        for platform in platforms_of(library):
            for device in platform.get_devices():
                str(device.name)
