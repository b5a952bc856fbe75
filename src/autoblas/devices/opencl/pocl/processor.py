"""Makes PoCL compile for the processor whose library of built-in functions it links.

PoCL before version 5, where it is built to run on any processor ("DISTRO" in its version), chooses that library by what
the processor can do, but compiles kernels for the name that its LLVM has for the processor. Where the two disagree,
vectors travel in other registers than the functions expect and results are wrong, or the functions are not inlined and
slow, or Clang refuses the name. No option and no variable of PoCL reaches the name, so it is replaced where PoCL keeps
it: in its record of the device, next to the target that it compiles for.

Whatever is not as expected is left as it is, and the reason is logged.
"""

from __future__ import annotations

import ctypes
import logging
import os
import re
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from autoblas.devices.opencl.pocl.own_memory import memory_reader
from autoblas.devices.opencl.x86_features import FeaturesUnknownError, x86_features
from autoblas.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable
    from collections.abc import Set as AbstractSet

    import pyopencl as cl

__all__ = ["RecordUnknownError", "compile_for", "foreign_name", "library_for", "match_library"]

BUILD = re.compile(r"OpenCL \S+ pocl (\d+)\.(\d+).*\bDISTRO\b", re.IGNORECASE)
"""The version of a platform whose devices have the fault, up to ``MENDED``."""

MENDED = (5, 0)
"""Since this version PoCL compiles for the library's processor by itself."""

CHOOSABLE = (3, 1)
"""Since this version some builds do, too, and obey ``CHOICES``."""

CHOICES = ("POCL_KERNELLIB_NAME", "POCL_LLVM_CPU_NAME")
"""Variables by which users choose the library and the name."""

DEVICE = re.compile(r" HSTR: [a-z]+-(?P<triple>x86_64-\w+-linux-\w+)-(?P<name>[\w.-]+)$")
"""The end of a device's version: the target, and the processor's name, LLVM's own in versions before 3.1."""

RECORD_BYTES = 2048
"""How much of PoCL's record of a device is searched; the name is 640 bytes from its start in PoCL 3.0."""

LONGEST_NAME = 63

LOWEST, HIGHEST = 1 << 16, 1 << 47
"""Between these lie the addresses of programs on x86-64; other words of a record are no pointers."""

NAME = re.compile(r"[A-Za-z][\w.-]*")
"""What a processor may be called."""

ADDRESS = ctypes.sizeof(ctypes.c_void_p)

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
"""Where records keep the pointer to the name, which takes a millisecond to find; 0 where they do not. A record lives as long as
the process."""
_on_purpose: set[int] = set()
"""The records that a caller of ``compile_for`` has set."""
_kept: dict[str, ctypes.Array[ctypes.c_char]] = {}
"""Names that records point to."""


class RecordUnknownError(Exception):
    """PoCL's record of a device is not as expected, or the device is none that keeps a name in this way."""


class Place(NamedTuple):
    """Where a record keeps the pointer to the processor's name, and the name."""

    address: int
    name: str


def match_library(device: cl.Device) -> str | None:
    """Let PoCL compile for the processor whose library it links, from the next program on.

    PoCL files compiled programs under all that the compiler predefines, the processor among it, so those compiled for
    another name are not taken for new ones. A name that ``compile_for`` has set stays.

    Returns:
        The name that was set, or None where the record was left as it was: it holds that name already, the device is
        another runtime's, or something is not as expected, which is logged.

    Raises:
        DeviceError: PoCL has compiled for a processor in this process whose programs cannot be mixed with those for
            the right one: it keeps a part of its compiler as it was for the first.
    """
    with _guard:
        try:
            present = _place_in(device).name
            if device.int_ptr in _on_purpose or _chosen_by_user(device):
                return None
            wanted = _processor_for(device)
            if wanted == present:
                return None
            if present not in SIMILAR.get(wanted, ()) and _has_compiled():
                raise DeviceError(
                    f"PoCL has compiled programs in this process for the processor {present!r}, but its own functions are"
                    f" compiled for {wanted!r}, and with them programs would be wrong; call autoblas with this device"
                    f" before the first program is built, or choose another device"
                )
            _replace(device, wanted)
        except (RecordUnknownError, FeaturesUnknownError) as reason:
            _log.debug("the processor's name in %s is left as it is: %s", device.platform.name, reason)
            return None
        _log.debug("PoCL compiles for %s instead of %s", wanted, present)
        return wanted


def compile_for(device: cl.Device, name: str) -> None:
    """Let PoCL compile for the processor ``name``, whatever it links; meant for tests of what finds the wrong one.

    Args:
        device: A device of PoCL. Nothing was compiled for it in this process yet, or an old name keeps some effect.
        name: As LLVM calls it, such as "goldmont".

    Raises:
        RecordUnknownError: the device keeps no such name, or not where it is expected.
    """
    with _guard:
        _replace(device, name)
        _on_purpose.add(device.int_ptr)


def foreign_name(device: cl.Device) -> str | None:
    """The name in the record of ``device`` where somebody has set one that is neither LLVM's nor a library's.

    PoCL compiles for it in this process alone. What is tried in another one has to be told it, for ``compile_for``.
    """
    try:
        _version(device)
    except RecordUnknownError:
        return None
    record = device.int_ptr
    if record not in _addresses:
        try:
            _addresses[record] = _place_in(device, known=False).address
        except RecordUnknownError as reason:
            _log.debug("no processor's name is known of %s: %s", device.platform.name, reason)
            _addresses[record] = 0
    if _addresses[record] == 0:
        return None
    with memory_reader() as read:
        name = _text(read, int.from_bytes(read(_addresses[record], ADDRESS), sys.byteorder))
    version = DEVICE.search(device.version)
    usual = {version["name"] if version else "", *(library for library, _, _ in LIBRARIES.values())}
    return name if name not in usual and NAME.fullmatch(name) else None


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
    return _version(device) >= CHOOSABLE and any(os.environ.get(variable) for variable in CHOICES)


def _has_compiled() -> bool:
    """Whether this process has loaded kernels that PoCL compiled; False where the system does not tell."""
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
    if version >= MENDED:
        raise RecordUnknownError("this version compiles for its library by itself")
    return version


def _place_in(device: cl.Device, *, known: bool = True) -> Place:
    """Where PoCL's record of ``device`` keeps the name: after the only pointer to the target's triple.

    Args:
        device: The device.
        known: The name has to be LLVM's, a library's, or one that was set here.

    Raises:
        RecordUnknownError: it is not there, or what is there is no name of a processor.
    """
    _version(device)
    told = DEVICE.search(device.version)
    if told is None:
        raise RecordUnknownError(f"its version tells no target: {device.version!r}")
    try:
        with memory_reader() as read:
            places = list(_after(told["triple"], device.int_ptr, read))
    except OSError as error:
        raise RecordUnknownError(f"memory cannot be read: {error}") from error
    if len(places) != 1:
        raise RecordUnknownError(f"its record has {len(places)} pointers to {told['triple']}")
    if known and places[0].name not in {told["name"], *(name for name, _, _ in LIBRARIES.values()), *_kept}:
        raise RecordUnknownError(f"{places[0].name!r} is no name that is known")
    return places[0]


def _after(triple: str, record: int, read: Callable[[int, int], bytes]) -> list[Place]:
    """The pointers in a record that follow one to ``triple``, and the texts that they point to."""
    held = read(record, RECORD_BYTES)
    words = [
        int.from_bytes(held[at : at + ADDRESS], sys.byteorder) for at in range(0, len(held) - 7, ADDRESS)
    ]

    return [
        Place(record + ADDRESS * (position + 1), _text(read, words[position + 1]))
        for position, word in enumerate(words[:-1])
        if LOWEST < word < HIGHEST and _text(read, word) == triple
    ]


def _text(read: Callable[[int, int], bytes], address: int) -> str:
    return read(address, LONGEST_NAME + 1).partition(b"\0")[0].decode("ascii", "replace")


def _replace(device: cl.Device, name: str) -> None:
    """Point the record of ``device`` to another name, and look at it again.

    Raises:
        RecordUnknownError: there is no place for it, or it does not hold the name afterwards.
    """
    place = _place_in(device)
    pointer = ctypes.c_void_p.from_address(place.address)
    before = pointer.value
    _kept.setdefault(name, ctypes.create_string_buffer(name.encode("ascii")))
    pointer.value = ctypes.addressof(_kept[name])
    after = _place_in(device)
    if after != Place(place.address, name):
        pointer.value = before
        raise RecordUnknownError(f"its record holds {after.name!r} after {name!r} was written")
