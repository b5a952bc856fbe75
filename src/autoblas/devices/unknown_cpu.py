"""Tells PoCL what instructions a processor has that is newer than PoCL's compiler.

PoCL asks LLVM for the processor's name and hands the answer to Clang. LLVM 14, which is inside the PoCL on PyPI, calls
processors that it does not know ``generic`` (AMD's Zen 5 among them), and Clang has no such x86 processor:
every build fails with ``unknown target CPU 'generic'``. No option or variable of PoCL reaches that name, so it is
replaced where PoCL keeps it, in its record of the device, by a processor that can do no more than this one.
"""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyopencl as cl

__all__ = ["name_unknown_cpu", "processor_of"]

UNKNOWN = b"generic\0"

RECORD_BYTES = 2048
"""How much of PoCL's record of a device is searched; the name was found 640 bytes from its start in PoCL 3.0."""

PROCESSORS = {
    "skylake-avx512": ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"),
    "haswell": ("avx2", "fma", "bmi1", "bmi2", "f16c", "movbe"),
    "x86-64": (),
}
"""Processors that PoCL's built-in functions were compiled for, and the instructions each adds to the next, as Linux
names them. With another name, even one of the same instructions, LLVM does not inline those functions, and reads and
writes of vectors are calls: a product of 1000 small matrices took seven times as long as ``x86-64-v4``."""

_names: list[ctypes.Array[ctypes.c_char]] = []
"""Names that PoCL was given; it keeps pointers to them."""


def processor_of(flags: Iterable[str]) -> str:
    """The best of ``PROCESSORS`` whose programs run on a processor with these flags."""
    known = frozenset(flags)
    names = list(PROCESSORS)
    supported = (
        name
        for position, name in enumerate(names)
        if all(flag in known for lower in names[position:] for flag in PROCESSORS[lower])
    )
    return next(supported)


def name_unknown_cpu(device: cl.Device) -> str | None:
    """Give PoCL a name for its processor where it has none.

    Returns:
        The name, or None where there was nothing to do: another runtime, or a processor that it knows.
    """
    if sys.platform != "linux" or device.platform.name != "Portable Computing Language":
        return None
    maps, processor = Path("/proc/self/maps"), Path("/proc/cpuinfo")
    readable = [_span(line) for line in maps.read_text().splitlines() if line.split()[1].startswith("r")]
    flags = next(
        (x.split(":")[1].split() for x in processor.read_text().splitlines() if x.startswith("flags")), []
    )
    place = _place_of_name(device.int_ptr, readable)
    if place is None or not flags:
        return None
    name = processor_of(flags)
    _names.append(ctypes.create_string_buffer(name.encode()))
    ctypes.c_void_p.from_address(place).value = ctypes.addressof(_names[-1])
    return name


def _span(line: str) -> tuple[int, int]:
    start, end = line.split(maxsplit=1)[0].split("-")
    return int(start, 16), int(end, 16)


def _place_of_name(record: int, readable: list[tuple[int, int]]) -> int | None:
    """The address of the pointer to the unknown processor's name in PoCL's record of a device, if it has one."""

    def holds(address: int, size: int) -> bool:
        return any(start <= address and address + size <= end for start, end in readable)

    word = ctypes.sizeof(ctypes.c_void_p)
    for place in range(record, record + RECORD_BYTES, word):
        if not holds(place, word):
            return None
        target = ctypes.c_void_p.from_address(place).value or 0
        if holds(target, len(UNKNOWN)) and ctypes.string_at(target, len(UNKNOWN)) == UNKNOWN:
            return place
    return None
