"""Asks an x86-64 processor, by CPUID and XGETBV, which instructions programs may use.

A dozen bytes of machine code execute them. They are mapped from a file in memory, readable and executable but not
writable, because many systems refuse memory that is both. Operating systems fill their own lists, as
``/proc/cpuinfo``, differently in sandboxes and emulators; compilers and their run-time libraries ask the processor.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import platform
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FeaturesUnknownError", "features_from", "x86_features"]

CPUID = bytes.fromhex("53 4989d0 89f8 89f1 0fa2 418900 41895804 41894808 4189500c 5b c3")
"""``void cpuid(uint32_t leaf, uint32_t subleaf, uint32_t answer[4])`` by the calling convention of System V: push rbx;
mov r8, rdx; mov eax, edi; mov ecx, esi; cpuid; mov [r8], eax; mov [r8+4], ebx; mov [r8+8], ecx; mov [r8+12], edx;
pop rbx; ret."""

XGETBV = bytes.fromhex("31c9 0f01d0 c3")
"""``uint32_t xgetbv(void)``, the lower half of extended control register 0: xor ecx, ecx; xgetbv; ret."""

BASIC, STRUCTURED, EXTENDED = 1, 7, 0x80000001
"""The leaves of CPUID that list instructions."""

OSXSAVE = (BASIC, "ecx", 27)
"""The system saves registers by XSAVE, and XGETBV tells which."""

XMM_YMM, ALL_OF_AVX512 = 0b110, 0b1110_0110
"""Bits of extended control register 0: the state of vectors of 16 and 32 bytes, and of those of 64 and their masks too."""


@dataclass(frozen=True)
class Bit:
    """A bit by which CPUID reports an instruction set.

    Attributes:
        leaf: The leaf of CPUID.
        register: The register of the answer.
        position: The position of the bit.
        saved: The bits of extended control register 0 that the system must have set, or 0.
    """

    leaf: int
    register: str
    position: int
    saved: int = 0


BITS = {
    "sse2": Bit(BASIC, "edx", 26),
    "ssse3": Bit(BASIC, "ecx", 9),
    "fma": Bit(BASIC, "ecx", 12, XMM_YMM),
    "cx16": Bit(BASIC, "ecx", 13),
    "sse4.1": Bit(BASIC, "ecx", 19),
    "popcnt": Bit(BASIC, "ecx", 23),
    "avx": Bit(BASIC, "ecx", 28, XMM_YMM),
    "f16c": Bit(BASIC, "ecx", 29, XMM_YMM),
    "bmi": Bit(STRUCTURED, "ebx", 3),
    "avx2": Bit(STRUCTURED, "ebx", 5, XMM_YMM),
    "bmi2": Bit(STRUCTURED, "ebx", 8),
    "avx512f": Bit(STRUCTURED, "ebx", 16, ALL_OF_AVX512),
    "lzcnt": Bit(EXTENDED, "ecx", 5),
    "xop": Bit(EXTENDED, "ecx", 11, XMM_YMM),
    "fma4": Bit(EXTENDED, "ecx", 16, XMM_YMM),
}
"""Instruction sets by LLVM's names, as the manuals of Intel and AMD place them."""

REGISTERS = ("eax", "ebx", "ecx", "edx")


class FeaturesUnknownError(Exception):
    """CPUID cannot be used: this is another processor or system, or memory cannot be made executable."""


def x86_features() -> frozenset[str]:
    """Instruction sets of ``BITS`` that the processor has and whose registers the system saves.

    Raises:
        FeaturesUnknownError: this is no x86-64 Linux, or the system refuses executable memory.
    """
    if (
        sys.platform != "linux"
        or platform.machine() not in {"x86_64", "AMD64"}
        or ctypes.sizeof(ctypes.c_void_p) != 8
    ):
        raise FeaturesUnknownError("only x86-64 Linux is asked")
    try:
        memory = _executable(CPUID + XGETBV)
    except OSError as error:
        raise FeaturesUnknownError(f"the system refuses executable memory: {error}") from error
    start = np.frombuffer(memory, np.uint8).ctypes.data
    ask = ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_uint32, ctypes.POINTER(ctypes.c_uint32))(start)
    saved_state = ctypes.CFUNCTYPE(ctypes.c_uint32)(start + len(CPUID))

    def cpuid(leaf: int) -> dict[str, int]:
        answer = (ctypes.c_uint32 * 4)()
        ask(leaf, 0, answer)
        return dict(zip(REGISTERS, answer, strict=True))

    return features_from(cpuid, saved_state)


def features_from(cpuid: Callable[[int], dict[str, int]], saved_state: Callable[[], int]) -> frozenset[str]:
    """Instruction sets of ``BITS`` in a processor's answers.

    Args:
        cpuid: The registers that answer a leaf, subleaf 0.
        saved_state: Reads extended control register 0; called only where the processor has XGETBV.
    """
    last = {0: cpuid(0)["eax"], 0x80000000: cpuid(0x80000000)["eax"]}
    zeros = dict.fromkeys(REGISTERS, 0)
    answers = {
        leaf: cpuid(leaf) if leaf <= last[leaf & 0x80000000] else zeros
        for leaf in (BASIC, STRUCTURED, EXTENDED)
    }

    def is_set(leaf: int, register: str, position: int) -> bool:
        return bool(answers[leaf][register] >> position & 1)

    saved = saved_state() if is_set(*OSXSAVE) else 0
    return frozenset(
        name
        for name, bit in BITS.items()
        if is_set(bit.leaf, bit.register, bit.position) and saved & bit.saved == bit.saved
    )


def _executable(code: bytes) -> mmap.mmap:
    """Memory that holds ``code`` and may be executed, but not written.

    Raises:
        OSError: the system refuses.
    """
    file = os.memfd_create("cpuid")
    try:
        os.write(file, code)
        return mmap.mmap(file, len(code), prot=mmap.PROT_READ | mmap.PROT_EXEC)
    finally:
        os.close(file)
