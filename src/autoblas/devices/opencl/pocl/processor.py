"""Makes PoCL compile for the processor whose library of built-in functions it links.

PoCL before version 5, where it is built to run on any processor ("DISTRO" in its version), chooses that library by what
the processor can do, but compiles kernels for the name that its LLVM has for the processor. Where the two disagree,
vectors are passed in other registers than the functions expect and results are wrong, or the functions are not inlined and
slow, or Clang refuses the name. No option and no variable of PoCL reaches the name, so it is replaced in PoCL's record of the
device, next to the target that it compiles for.

The record is read through a pipe: the operating system copies the bytes in, and answers with an error where an address is
not mapped, while a direct read would end the process. That needs no list of mappings (``/proc``) and no right to inspect
processes, and works in sandboxes and emulators, where lists and rights are missing or differ.

Anything unexpected is left unchanged, and the reason is logged.
"""

from __future__ import annotations

import ctypes
import logging
import os
import re
import sys
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from autoblas.devices.opencl.x86_features import FeaturesUnknownError, x86_features
from autoblas.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

    import pyopencl as cl

__all__ = [
    "RecordUnknownError",
    "compile_for",
    "foreign_name",
    "library_for",
    "match_library",
    "memory_reader",
]

BUILD = re.compile(r"OpenCL \S+ pocl (\d+)\.(\d+).*\bDISTRO\b", re.IGNORECASE)
"""The version of a platform whose devices have the fault, before ``FIXED_VERSION``."""

FIXED_VERSION = (5, 0)
"""Since this version PoCL compiles for the library's processor by itself."""

FIRST_SELECTABLE = (3, 1)
"""Since this version some builds do, too, and obey ``SELECTORS``."""

SELECTORS = ("POCL_KERNELLIB_NAME", "POCL_LLVM_CPU_NAME")
"""Variables by which users choose the library and the name."""

DEVICE = re.compile(r" HSTR: [a-z]+-(?P<triple>x86_64-\w+-linux-\w+)-(?P<name>[\w.-]+)$")
"""The end of a device's version: the target, and the processor's name, LLVM's own in versions before 3.1."""

RECORD_BYTES = 2048
"""Searched bytes of PoCL's record of a device; the name is 640 bytes from its start in PoCL 3.0."""

LONGEST_NAME = 63

LOWEST, HIGHEST = 1 << 16, 1 << 47
"""Range of addresses of programs on x86-64; other words of a record are no pointers."""

NAME = re.compile(r"[A-Za-z][\w.-]*")
"""Possible names of processors."""

ADDRESS = ctypes.sizeof(ctypes.c_void_p)

PAGE = 4096
"""The smallest unit of mapped memory; a pipe holds at least as much."""

LIBRARIES = {
    "avx512": ("skylake-avx512", 16, {"avx512f"}),
    "avx2": ("haswell", 8, {"avx", "avx2", "cx16", "popcnt", "lzcnt", "f16c", "fma", "bmi", "bmi2"}),
    "avx_fma4": ("bdver1", 8, {"avx", "cx16", "popcnt", "xop", "fma4"}),
    "avx_f16c": ("ivybridge", 8, {"avx", "cx16", "popcnt", "f16c"}),
    "avx": ("sandybridge", 8, {"avx", "cx16", "popcnt"}),
    "sse41": ("penryn", 4, {"sse4.1", "cx16"}),
    "ssse3": ("core2", 4, {"ssse3", "cx16"}),
    "sse2": ("athlon64", 4, {"sse2"}),
}
"""PoCL's libraries, the best first: the processor that each was compiled for, the floats in a vector of a device that
links it, and what it requires. With another processor's name, even one of the same instructions, LLVM inlines none of
its functions."""

SIMILAR = {
    "skylake-avx512": {
        *("cascadelake", "cooperlake", "cannonlake", "icelake-client", "icelake-server"),
        *("tigerlake", "rocketlake", "sapphirerapids"),
    },
    "haswell": {"broadwell", "skylake", "alderlake", "znver1", "znver2", "znver3"},
    "penryn": {"nehalem", "westmere", "silvermont", "goldmont", "goldmont-plus", "tremont"},
}
"""Processors by LLVM's names that can do all that a library's processor can, and pass vectors in the same registers."""

COMPILED = re.compile(r"/[A-P]{2}/[A-P]{37}/[^/\n]+/\d+-\d+-\d+[^/\n]*/[^/\n]+\.so$", re.MULTILINE)
"""The end of a path in PoCL's folder of compiled kernels."""

_log = logging.getLogger(__name__)
_guard = threading.Lock()
_addresses: dict[int, int] = {}
"""Addresses of the pointers to names by record, cached because a search takes a millisecond; 0 where a record has none. A record
lives as long as the process."""
_overridden: set[int] = set()
"""Records whose name ``compile_for`` has set."""
_name_buffers: dict[str, ctypes.Array[ctypes.c_char]] = {}
"""Memory of the names that records point to."""


class RecordUnknownError(Exception):
    """PoCL's record of a device is not as expected, or the device has no such record."""


class NamePointer(NamedTuple):
    """Address of a record's pointer to the processor's name, and the name."""

    address: int
    name: str


def match_library(device: cl.Device) -> str | None:
    """Let PoCL compile for the processor whose library it links, from the next program on.

    PoCL files compiled programs under all that the compiler predefines, the processor among it, so those compiled for
    another name are not taken for new ones. A name that ``compile_for`` has set stays.

    Returns:
        The name that was set, or None where the record is unchanged: it has that name already, the device is another
        runtime's, or something is unexpected, which is logged.

    Raises:
        DeviceError: PoCL has compiled for a processor in this process whose programs cannot be mixed with those for
            the right one: it keeps a part of its compiler as it was for the first.
    """
    with _guard:
        try:
            present = _name_pointer(device).name
            if device.int_ptr in _overridden or _chosen_by_user(device):
                return None
            name = _processor_for(device)
            if name == present:
                return None
            if present not in SIMILAR.get(name, ()) and _has_compiled():
                raise DeviceError(
                    f"PoCL has compiled programs in this process for the processor {present!r}, but its own functions are"
                    f" compiled for {name!r}, and with them programs would be wrong; call autoblas with this device"
                    f" before the first program is built, or choose another device"
                )
            _replace(device, name)
        except (RecordUnknownError, FeaturesUnknownError) as reason:
            _log.debug("the processor's name in %s is left as it is: %s", device.platform.name, reason)
            return None
        _log.debug("PoCL compiles for %s instead of %s", name, present)
        return name


def compile_for(device: cl.Device, name: str) -> None:
    """Let PoCL compile for the processor ``name``, whatever it links; meant for tests.

    Args:
        device: A device of PoCL. If it has compiled in this process, the old name keeps some effect.
        name: As LLVM calls it, such as "goldmont".

    Raises:
        RecordUnknownError: the device's record has no such name.
    """
    with _guard:
        _replace(device, name)
        _overridden.add(device.int_ptr)


def foreign_name(device: cl.Device) -> str | None:
    """The name in the record of ``device`` if a caller has set one that is neither LLVM's nor a library's.

    PoCL compiles for it in this process alone. A test in another process has to set it there, by ``compile_for``.
    """
    try:
        _version(device)
    except RecordUnknownError:
        return None
    record = device.int_ptr
    if record not in _addresses:
        try:
            _addresses[record] = _name_pointer(device, validated=False).address
        except RecordUnknownError as reason:
            _log.debug("no processor's name is known of %s: %s", device.platform.name, reason)
            _addresses[record] = 0
    if _addresses[record] == 0:
        return None
    with memory_reader() as read:
        name = _text(read, int.from_bytes(read(_addresses[record], ADDRESS), sys.byteorder))
    version = DEVICE.search(device.version)
    expected = {version["name"] if version else "", *(library for library, _, _ in LIBRARIES.values())}
    return name if name not in expected and NAME.fullmatch(name) else None


def library_for(features: AbstractSet[str]) -> str | None:
    """The library that PoCL links on a processor with these features, by LLVM's names; None where it has none."""
    return next((library for library, (_, _, needed) in LIBRARIES.items() if needed <= features), None)


def _processor_for(device: cl.Device) -> str:
    """The processor that the library of ``device`` was compiled for.

    PoCL shows the same answers of its LLVM that the choice rests on in the device's vectors, so these have to agree.
    """
    library = library_for(x86_features())
    if library is None:
        raise RecordUnknownError("no library of PoCL runs on this processor")
    name, floats, _ = LIBRARIES[library]
    if device.native_vector_width_float != floats:
        raise RecordUnknownError(
            f"the processor's features mean the library {library}, but PoCL's vectors are of"
            f" {device.native_vector_width_float} floats"
        )
    return name


def _chosen_by_user(device: cl.Device) -> bool:
    return _version(device) >= FIRST_SELECTABLE and any(os.environ.get(variable) for variable in SELECTORS)


def _has_compiled() -> bool:
    """True if this process has loaded kernels that PoCL compiled; False where the system does not tell."""
    try:
        return COMPILED.search(Path("/proc/self/maps").read_text("utf-8", "replace")) is not None
    except OSError as error:
        _log.debug("it is not known what PoCL has compiled in this process: %s", error)
        return False


def _version(device: cl.Device) -> tuple[int, int]:
    """PoCL's version.

    Raises:
        RecordUnknownError: the platform is no PoCL, or one whose name and library are found by each other.
    """
    build = BUILD.match(device.platform.version)
    if sys.platform != "linux" or device.platform.name != "Portable Computing Language" or build is None:
        raise RecordUnknownError("no PoCL for any processor")
    version = int(build[1]), int(build[2])
    if version >= FIXED_VERSION:
        raise RecordUnknownError("this version compiles for its library by itself")
    return version


def _name_pointer(device: cl.Device, *, validated: bool = True) -> NamePointer:
    """The pointer to the name in PoCL's record of ``device``: the one after the only pointer to the target's triple.

    Args:
        device: The device.
        validated: The name has to be LLVM's, a library's, or one that was set here.

    Raises:
        RecordUnknownError: there is none, or it points to no name of a processor.
    """
    _version(device)
    target = DEVICE.search(device.version)
    if target is None:
        raise RecordUnknownError(f"its version tells no target: {device.version!r}")
    try:
        with memory_reader() as read:
            pointers = list(_pointers_after(target["triple"], device.int_ptr, read))
    except OSError as error:
        raise RecordUnknownError(f"memory cannot be read: {error}") from error
    if len(pointers) != 1:
        raise RecordUnknownError(f"its record has {len(pointers)} pointers to {target['triple']}")
    if validated and pointers[0].name not in {
        target["name"],
        *(name for name, _, _ in LIBRARIES.values()),
        *_name_buffers,
    }:
        raise RecordUnknownError(f"{pointers[0].name!r} is no name that is known")
    return pointers[0]


def _pointers_after(triple: str, record: int, read: Callable[[int, int], bytes]) -> list[NamePointer]:
    """The pointers in a record that follow one to ``triple``, and the texts that they point to."""
    content = read(record, RECORD_BYTES)
    words = [
        int.from_bytes(content[offset : offset + ADDRESS], sys.byteorder)
        for offset in range(0, len(content) - 7, ADDRESS)
    ]

    return [
        NamePointer(record + ADDRESS * (position + 1), _text(read, words[position + 1]))
        for position, word in enumerate(words[:-1])
        if LOWEST < word < HIGHEST and _text(read, word) == triple
    ]


@contextmanager
def memory_reader() -> Iterator[Callable[[int, int], bytes]]:
    """Function that reads bytes from an address, and fewer, or none, where memory is not mapped.

    Raises:
        OSError: the process may open no more files.
    """
    c_library = ctypes.CDLL(None)
    c_library.write.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t)
    c_library.write.restype = ctypes.c_ssize_t
    source, sink = os.pipe()

    def read(address: int, size: int) -> bytes:
        content = b""
        while len(content) < size:
            start = address + len(content)
            copied = c_library.write(sink, start, min(size - len(content), PAGE - start % PAGE))
            if copied <= 0:
                break
            content += os.read(source, copied)
        return content

    try:
        yield read
    finally:
        os.close(source)
        os.close(sink)


def _text(read: Callable[[int, int], bytes], address: int) -> str:
    return read(address, LONGEST_NAME + 1).partition(b"\0")[0].decode("ascii", "replace")


def _replace(device: cl.Device, name: str) -> None:
    """Point the record of ``device`` to another name, and read it again.

    Raises:
        RecordUnknownError: it has no pointer to a name, or not to this one afterwards.
    """
    previous = _name_pointer(device)
    pointer = ctypes.c_void_p.from_address(previous.address)
    before = pointer.value
    _name_buffers.setdefault(name, ctypes.create_string_buffer(name.encode("ascii")))
    pointer.value = ctypes.addressof(_name_buffers[name])
    replaced = _name_pointer(device)
    if replaced != NamePointer(previous.address, name):
        pointer.value = before
        raise RecordUnknownError(f"its record holds {replaced.name!r} after {name!r} was written")
