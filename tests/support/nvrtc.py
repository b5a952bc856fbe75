"""NVRTC, the compiler of CUDA C++, as its wheel brings it: programs are compiled without a device and without a driver."""

import ctypes
import functools
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import pytest

from autoblas.emit.cuda_c import dynamic_bytes, program

WHEEL = "nvidia-cuda-nvrtc"
UNUSED = "--diag-suppress=177"
"""Lets variables be declared that a point of a kernel does not need: they cost nothing."""

LIBRARY = re.compile(r"libnvrtc\.so\.\d+|nvrtc64_\d+_\d+\.dll")


@functools.cache
def _library() -> ctypes.CDLL | None:
    """The library; None where the wheel is not installed."""
    try:
        found = metadata.files(WHEEL) or []
    except metadata.PackageNotFoundError:
        return None
    return next(ctypes.CDLL(str(file.locate())) for file in found if LIBRARY.fullmatch(file.name))


needs_nvrtc = pytest.mark.skipif(
    _library() is None, reason=f"{WHEEL} is not installed; it is part of autoblas[cuda]"
)


def version() -> str:
    """Major and minor version."""
    numbers = ctypes.c_int(), ctypes.c_int()
    _asked("nvrtcVersion", *map(ctypes.byref, numbers))
    return ".".join(str(number.value) for number in numbers)


@dataclass(frozen=True)
class Resources:
    """What a compiled kernel takes.

    Attributes:
        registers: Of a work-item.
        spilled: Bytes of a work-item that registers had no room for: written and read.
        stack: Bytes of a work-item's own memory.
        shared: Bytes of the work-group that the text declares.
        dynamic: Those that the launch gives.
    """

    registers: int
    spilled: int
    stack: int
    shared: int
    dynamic: int


def compiled(text: str, architecture: str, flags: Sequence[str]) -> Resources:
    """Compile the text of one kernel to a cubin.

    Raises:
        AssertionError: the compiler refused it, or had something to say beside what the kernel takes.
    """
    log = _compile(
        program(text), (f"--gpu-architecture={architecture}", "--ptxas-options=-v", UNUSED, *flags)
    )
    unusual = [line for line in log.splitlines() if re.search("warning|error|advisory|Potential", line)]
    assert not unusual
    stack, stores, loads = map(
        int, re.findall(r"(\d+) bytes (?:stack frame|spill stores|spill loads)", log)[-3:]
    )
    shared = re.search(r"(\d+) bytes smem", log)
    registers = re.findall(r"Used (\d+) registers", log)
    assert len(registers) == 1
    return Resources(
        int(registers[0]), stores + loads, stack, int(shared[1]) if shared else 0, dynamic_bytes(text)
    )


def checked(text: str, flags: Sequence[str]) -> None:
    """Let the front end read the text of a kernel, which instantiates its templates and makes no code.

    Raises:
        AssertionError: it refused it, or had something to say.
    """
    log = _compile(program(text), ("--gpu-architecture=sm_90a", "--fdevice-syntax-only", UNUSED, *flags))
    assert not log.strip("\0 \n")


def operations(text: str, flags: Sequence[str]) -> list[int]:
    """The numbers of the instructions of a text's kernel for ``sm_90a``, in the order in which they lie in memory.

    Instructions are of 128 bits, the lowest 12 of which say what is done.
    """
    code = machine_code(text, "sm_90a", flags)
    return [struct.unpack_from("<H", code, at)[0] & 0xFFF for at in range(0, len(code), 16)]


def machine_code(text: str, architecture: str, flags: Sequence[str]) -> bytes:
    """The instructions of a text's kernel: the cubin's section ``.text.NAME``; a cubin is an ELF file."""
    cubin: list[bytes] = []
    _compile(program(text), (f"--gpu-architecture={architecture}", "-w", *flags), cubin)
    data = cubin[0]
    (start,) = struct.unpack_from("<Q", data, 40)
    count, names = struct.unpack_from("<HH", data, 60)
    sections = [struct.unpack_from("<IIQQQQ", data, start + 64 * number) for number in range(count)]
    by_name = {data[sections[names][4] + section[0] :].partition(b"\0")[0]: section for section in sections}
    (code,) = (section for name, section in by_name.items() if name.startswith(b".text."))
    return data[code[4] : code[4] + code[5]]


def _compile(text: str, options: Sequence[str], cubin: list[bytes] | None = None) -> str:
    handle = ctypes.c_void_p()
    _asked("nvrtcCreateProgram", ctypes.byref(handle), text.encode(), b"kernel.cu", 0, None, None)
    try:
        told = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
        failed = _function("nvrtcCompileProgram")(handle, len(options), told)
        size = ctypes.c_size_t()
        _asked("nvrtcGetProgramLogSize", handle, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        _asked("nvrtcGetProgramLog", handle, log)
        said = log.value.decode()
        assert not failed, said
        if cubin is not None:
            _asked("nvrtcGetCUBINSize", handle, ctypes.byref(size))
            code = ctypes.create_string_buffer(size.value)
            _asked("nvrtcGetCUBIN", handle, code)
            cubin.append(code.raw)
        return said
    finally:
        _asked("nvrtcDestroyProgram", ctypes.byref(handle))


def _asked(name: str, *arguments: Any) -> None:
    code = _function(name)(*arguments)
    assert code == 0, f"{name} failed with error {code}"


def _function(name: str) -> Any:
    return getattr(_library(), name)
