"""Finds OpenCL runtimes: those that pyopencl's loader lists, and Intel's CPU runtime from pip, which it does not.

Intel's wheel brings a description file that names a folder of the machine it was built on, in a place that no loader
looks at. The library itself is sound: the entry point through which every loader asks a driver for its platforms
(``clIcdGetPlatformIDsKHR`` of the extension ``cl_khr_icd``) is called here instead, at any time, and without an
environment variable.
"""

from __future__ import annotations

import ctypes
import importlib.metadata
import logging
import os
import platform
import threading
from pathlib import Path

import pyopencl as cl

from autoblas.errors import DeviceError

__all__ = ["how_to_get_a_runtime", "intel_library", "load_error", "platforms"]

INTEL_PACKAGE = "intel-opencl-rt"

_log = logging.getLogger(__name__)
_guard = threading.Lock()
_found: list[cl.Platform] | None = None


def platforms() -> list[cl.Platform]:
    """Every OpenCL platform of this machine, those that pyopencl's loader lists first; none is no error.

    The search is made once a process, because a loader makes its own only once.

    Raises:
        DeviceError: the loader failed for another reason than finding nothing.
    """
    global _found  # noqa: PLW0603 -- what a process has found stays found
    with _guard:
        if _found is None:
            listed = loader_platforms()
            known = {(p.name, p.version) for p in listed}
            _found = listed + [p for p in intel_platforms() if (p.name, p.version) not in known]
        return list(_found)


def loader_platforms() -> list[cl.Platform]:
    """What ``pyopencl.get_platforms`` lists, and nothing where it calls that an error.

    Raises:
        DeviceError: the loader failed for another reason.
    """
    try:
        return cl.get_platforms()
    except cl.Error as error:
        if error.code == cl.status_code.PLATFORM_NOT_FOUND_KHR:
            return []
        raise DeviceError(f"the OpenCL loader failed: {error}") from error


def intel_library() -> Path | None:
    """The driver that the package ``intel-opencl-rt`` installed, where it is installed and the file is there."""
    name = "intelocl64.dll" if os.name == "nt" else "libintelocl.so"
    try:
        files = importlib.metadata.files(INTEL_PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    paths = (Path(str(file.locate())).resolve() for file in files if file.name == name)
    return next((path for path in paths if path.exists()), None)


def load_error(library: str | Path) -> str | None:
    """The dynamic linker's words where ``library``, a file or a bare name, cannot be loaded; None where it can."""
    try:
        ctypes.CDLL(str(library))
    except OSError as error:
        return str(error)
    return None


def intel_platforms() -> list[cl.Platform]:
    """The platforms of Intel's CPU runtime from pip; none where it is missing or does not load."""
    library = intel_library()
    if library is None:
        return []
    error = load_error(library)
    if error is not None:  # a loader skips such a driver too; ``autoblas doctor`` tells the user what to do
        _log.info("Intel's OpenCL runtime is installed but does not load: %s", error)
        return []
    return driver_platforms(library)


def driver_platforms(library: Path) -> list[cl.Platform]:
    """The platforms of one driver, asked as a loader asks: none where it is no OpenCL driver or has none."""
    driver = ctypes.CDLL(str(library))
    try:
        address_of = driver.clGetExtensionFunctionAddress
    except AttributeError:
        _log.info("%s is not an OpenCL driver", library)
        return []
    address_of.restype, address_of.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
    address = address_of(b"clIcdGetPlatformIDsKHR")
    if not address:
        _log.info("%s has no clIcdGetPlatformIDsKHR", library)
        return []
    handles = ctypes.POINTER(ctypes.c_void_p)
    platform_ids = ctypes.CFUNCTYPE(
        ctypes.c_int32, ctypes.c_uint32, handles, ctypes.POINTER(ctypes.c_uint32)
    )(address)
    count = ctypes.c_uint32()
    if platform_ids(0, None, ctypes.byref(count)) != 0 or count.value == 0:
        _log.info("%s lists no platform", library)
        return []
    ids = (ctypes.c_void_p * count.value)()
    status = platform_ids(count.value, ids, None)
    if status != 0:
        _log.info("%s does not list its platforms: status %d", library, status)
        return []
    return [cl.Platform.from_int_ptr(handle, retain=False) for handle in ids if handle]


def how_to_get_a_runtime() -> str:
    """What to do where there is none, as an instruction that suits this machine."""
    system, machine = platform.system(), platform.machine().lower()
    card = "install the driver of your GPU's vendor, which brings OpenCL"
    if system == "Linux":
        if machine == "x86_64":
            return f'pip install "autoblas[pocl]" for a CPU runtime, or {card}'
        return f"install PoCL for a CPU runtime (apt install pocl-opencl-icd, or from conda-forge), or {card}"
    if system == "Windows" and machine == "amd64":
        return f'pip install "autoblas[intel-cpu]" for a CPU runtime, or {card}'
    if system == "Darwin":
        return "install pyopencl from PyPI, whose wheel uses the OpenCL that macOS brings, or it and PoCL from conda-forge"
    return f"{card}, or PoCL from conda-forge or your system's packages"
