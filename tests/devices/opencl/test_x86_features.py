"""Names of instruction sets from the answers of CPUID and XGETBV."""

import mmap
import platform
import sys
from pathlib import Path

import pytest

from autoblas.devices.opencl import x86_features as module
from autoblas.devices.opencl.x86_features import FeaturesUnknownError, features_from, x86_features

OSXSAVE = 1 << 27
LEAF_1 = {"ecx": 1 << 9 | 1 << 12 | 1 << 13 | 1 << 19 | 1 << 23 | OSXSAVE | 1 << 28 | 1 << 29, "edx": 1 << 26}
LEAF_7 = {"ebx": 1 << 3 | 1 << 5 | 1 << 8 | 1 << 16}
EXTENDED = {"ecx": 1 << 5 | 1 << 11 | 1 << 16}
WITHOUT_REGISTERS = {"sse2", "ssse3", "cx16", "sse4.1", "popcnt", "bmi", "bmi2", "lzcnt"}
AVX = {"avx", "fma", "f16c", "avx2", "xop", "fma4"}


def _processor(
    leaf_1: dict[str, int] = LEAF_1, last: int = 7, last_extended: int = 0x80000001
) -> dict[int, dict[str, int]]:
    return {0: {"eax": last}, 1: leaf_1, 7: LEAF_7, 0x80000000: {"eax": last_extended}, 0x80000001: EXTENDED}


def _found(processor: dict[int, dict[str, int]], state: int) -> set[str]:
    registers = dict.fromkeys(("eax", "ebx", "ecx", "edx"), 0)
    return set(features_from(lambda leaf: registers | processor[leaf], lambda: state))


@pytest.mark.parametrize(
    ("state", "saved"),
    [(0b11, set()), (0b111, AVX), (0b1110_0111, AVX | {"avx512f"}), (0b0110_0111, AVX), (0b1110_0011, set())],
)
def test_instructions_count_where_the_system_saves_their_registers(state, saved):
    """Vectors of 32 bytes need two bits of extended control register 0, those of 64 bytes three more."""
    assert _found(_processor(), state) == WITHOUT_REGISTERS | saved


def test_a_system_without_xsave_is_not_asked():
    """XGETBV would be an illegal instruction."""

    def never():
        raise AssertionError

    registers = dict.fromkeys(("eax", "ebx", "ecx", "edx"), 0)
    processor = _processor(LEAF_1 | {"ecx": LEAF_1["ecx"] & ~OSXSAVE})
    assert features_from(lambda leaf: registers | processor[leaf], never) == WITHOUT_REGISTERS


def test_leaves_that_are_not_there():
    """A processor answers a leaf beyond its last with anything."""
    assert _found(_processor(last=6), 0b111) == (WITHOUT_REGISTERS | AVX) - {"bmi", "bmi2", "avx2"}
    assert _found(_processor(last_extended=0x80000000), 0b111) == (WITHOUT_REGISTERS | AVX) - {
        *("lzcnt", "xop", "fma4")
    }


@pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="only x86-64 Linux is asked"
)
def test_the_processor_at_hand():
    """It has what every such processor has, and, where Linux itself lists its features, what is listed."""
    features = x86_features()
    assert "sse2" in features
    lines = [x for x in Path("/proc/cpuinfo").read_text().splitlines() if x.startswith("flags")]
    flags = set(lines[0].split(":")[1].split()) if lines else set()
    kernel_names = {"sse4.1": "sse4_1", "bmi": "bmi1", "lzcnt": "abm"}
    if "hypervisor" in flags or "fpu" in flags:
        assert features >= {name for name in module.BITS if kernel_names.get(name, name) in flags}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems are not asked at all")
def test_refused_memory(monkeypatch):
    """A system that forbids executable memory is told apart from a processor without features."""

    def refuse(*_, **__):
        raise PermissionError

    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(mmap, "mmap", refuse)
    with pytest.raises(FeaturesUnknownError, match="executable"):
        x86_features()


@pytest.mark.parametrize(
    ("system", "machine"), [("linux", "aarch64"), ("win32", "AMD64"), ("darwin", "x86_64")]
)
def test_other_machines(system, machine, monkeypatch):
    """Machine code runs nowhere else."""
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    with pytest.raises(FeaturesUnknownError, match="only x86-64 Linux"):
        x86_features()
