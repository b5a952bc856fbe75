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
    """Platforms that ``clIcdGetPlatformIDsKHR`` lists; none where its status is not success."""
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
    """Address of a function of an extension.

    Raises:
        UnusableDriverError: the library has no such function.
    """
    if hasattr(driver, "clGetExtensionFunctionAddress"):
        address_of = driver.clGetExtensionFunctionAddress
        address_of.restype, address_of.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
        if address := address_of(name.encode()):
            return int(address)
    if hasattr(driver, name):
        address = ctypes.cast(driver[name], ctypes.c_void_p).value
        if address:
            return address
    raise UnusableDriverError(f"has no {name}, so it is no driver that an OpenCL loader can use")


def _extensions(driver: ctypes.CDLL, handle: int) -> Sequence[str]:
    """Extensions of a platform, from the driver's exported function if there is one, else through the dispatch table."""
    if not hasattr(driver, "clGetPlatformInfo"):
        return cl.Platform.from_int_ptr(handle, retain=False).extensions.split()
    get_platform_info = ctypes.CFUNCTYPE(
        ctypes.c_int32,
        ctypes.c_void_p,
        ctypes.c_uint32,
        ctypes.c_size_t,
        ctypes.c_void_p,
        ctypes.POINTER(ctypes.c_size_t),
    )(("clGetPlatformInfo", driver))
    size = ctypes.c_size_t()
    query = cl.platform_info.EXTENSIONS
    if get_platform_info(handle, query, 0, None, ctypes.byref(size)) != cl.status_code.SUCCESS:
        return ()
    answer = ctypes.create_string_buffer(size.value + 1)
    if get_platform_info(handle, query, size.value, answer, None) != cl.status_code.SUCCESS:
        return ()
    return answer.value.decode(errors="replace").split()


def try_driver(channel: Channel, library: str) -> None:
    """Entry of the process: load the loader's drivers, as its parent did, and then list the devices of one library."""
    with contextlib.suppress(cl.Error):  # without platforms
        cl.get_platforms()
    channel.progress("load a driver")  # earlier failures are not its fault
    with contextlib.suppress(cl.Error):  # an error is an answer; the later listing reports it
        for platform in platforms_of(library):
            for device in platform.get_devices():
                str(device.name)
