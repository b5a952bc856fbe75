"""Compiles CUDA C++ with NVRTC to machine code for one architecture, with a cache on disk.

The compiler makes a cubin and no PTX, because a driver refuses PTX of a newer compiler. The cache is indexed by a hash of
text, options, architecture and compiler version, and is read without NVRTC.
"""

from __future__ import annotations

import functools
import logging
import threading
import time
from typing import TYPE_CHECKING, Any

from autoblas.devices.cuda.driver import INSTALL, driver_version
from autoblas.errors import BuildError, DatabaseError, DeviceError
from autoblas.store.blobs import BlobCache

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["CUBINS", "architecture_for", "compiled", "compiler_version"]

CUBINS = BlobCache("cubins", ".cubin", b"\x7fELF", 2000)
"""Compiled programs on disk, which are files of the format ELF."""

FIRST_SPECIFIC = 90
"""First architecture with specific instructions, such as ``wgmma``, which the suffix ``a`` of its name allows."""

_log = logging.getLogger(__name__)
_nvrtc_lock = threading.Lock()


@functools.cache
def _nvrtc() -> Any:
    """The module ``cuda.bindings.nvrtc`` with the library behind it.

    Raises:
        DeviceError: one of the two is missing, or the library is newer than the driver.
    """
    try:
        from cuda.bindings import nvrtc  # noqa: PLC0415  # only where a card is used

        _, major, minor = nvrtc.nvrtcVersion()
    except (ImportError, RuntimeError) as error:
        raise DeviceError(
            f"NVRTC, the compiler of CUDA, was not found; {INSTALL} brings it ({str(error).partition(chr(10))[0]})"
        ) from error
    most = driver_version()
    if major > most[0]:
        raise DeviceError(
            f"NVRTC {major}.{minor} compiles for drivers of CUDA {major}, and the driver here knows CUDA "
            f"{most[0]}.{most[1]}; update the driver, or install cuda-bindings and NVRTC of version {most[0]}"
        )
    return nvrtc


def compiler_version() -> tuple[int, int]:
    """Major and minor version of NVRTC.

    Raises:
        DeviceError: it is missing, or newer than the driver.
    """
    _, major, minor = _nvrtc().nvrtcVersion()
    return major, minor


@functools.cache
def architecture_for(capability: tuple[int, int]) -> str:
    """The architecture to compile for, such as ``sm_90a``: that of the card, or an older one of its generation.

    Args:
        capability: The card's compute capability.

    Raises:
        DeviceError: the compiler knows none.
    """
    _, numbers = _nvrtc().nvrtcGetSupportedArchs()
    supported = sorted(int(number) for number in numbers)
    architecture = capability[0] * 10 + capability[1]
    if architecture in supported:
        return f"sm_{architecture}{'a' if architecture >= FIRST_SPECIFIC else ''}"
    older = [number for number in supported if number // 10 == capability[0] and number < architecture]
    if older:
        return f"sm_{older[-1]}"
    version = "{}.{}".format(*compiler_version())
    if architecture < supported[0]:
        cure = f"it is too old for NVRTC {version}, which begins at {_dotted(supported[0])}; use it through OpenCL"
    else:
        cure = f"it is newer than NVRTC {version}; install a newer one"
    raise DeviceError(
        f"no program can be compiled for a card of compute capability {_dotted(architecture)}: {cure}"
    )


def _dotted(architecture: int) -> str:
    return f"{architecture // 10}.{architecture % 10}"


def compiled(text: str, options: Sequence[str], capability: tuple[int, int]) -> bytes:
    """The cubin of a text, from disk where it was compiled before.

    Args:
        text: The program.
        options: The compiler's options.
        capability: The card's compute capability.

    Raises:
        BuildError: the compiler refused it.
        DeviceError: there is no compiler for this card.
    """
    arguments = (f"--gpu-architecture={architecture_for(capability)}", *options)
    parts = (text, *arguments, "{}.{}".format(*compiler_version()))
    program = CUBINS.read(parts)
    if program is None:
        program = _compile(text, arguments)
        try:
            CUBINS.put(parts, program)
        except DatabaseError as error:
            _log.info("a compiled program is not kept, so later processes compile it again: %s", error)
    return program


def _compile(text: str, options: Sequence[str]) -> bytes:
    nvrtc = _nvrtc()
    start = time.perf_counter()
    with _nvrtc_lock:
        _, program = nvrtc.nvrtcCreateProgram(text.encode(), b"kernel.cu", 0, [], [])
        try:
            (code,) = nvrtc.nvrtcCompileProgram(
                program, len(options), [option.encode() for option in options]
            )
            log = _text(nvrtc.nvrtcGetProgramLogSize, nvrtc.nvrtcGetProgramLog, program)
            message = log.decode(errors="replace").strip("\0 \n")
            if code:
                raise BuildError(message or f"NVRTC gave no reason ({code.name})", text)
            cubin = _text(nvrtc.nvrtcGetCUBINSize, nvrtc.nvrtcGetCUBIN, program)
        finally:
            nvrtc.nvrtcDestroyProgram(program)
    if _log.isEnabledFor(logging.DEBUG):
        _log.debug(
            "compiled in %.2f s; the compiler said: %s", time.perf_counter() - start, message or "nothing"
        )
    return cubin


def _text(size: Any, content: Any, program: Any) -> bytes:
    """Output of NVRTC for a program: its size is queried first, then its content.

    NVRTC writes into the buffer, which must not be ``bytes``: Python shares equal objects of one byte.
    """
    _, count = size(program)
    buffer = bytearray(int(count))
    content(program, buffer)
    return bytes(buffer)
