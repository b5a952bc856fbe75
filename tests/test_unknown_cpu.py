"""A processor that PoCL's compiler does not know is named by what it can do."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pytest

from autoblas.devices.unknown_cpu import LEVELS, level_of, name_unknown_cpu

if TYPE_CHECKING:
    from conftest import Rig

V2 = {"sse4_1", "sse4_2", "ssse3", "popcnt"}
V3 = V2 | {"avx2", "fma", "bmi1", "bmi2", "f16c", "movbe"}
V4 = V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}


@pytest.mark.parametrize(
    ("flags", "level"),
    [
        (set(), "x86-64"),
        (V2, "x86-64-v2"),
        (V3, "x86-64-v3"),
        (V4, "x86-64-v4"),
        (V4 - {"avx512vl"}, "x86-64-v3"),
        (V4 - {"popcnt"}, "x86-64"),
    ],
)
def test_the_level_is_the_highest_whose_flags_are_all_there(flags: set[str], level: str) -> None:
    """A level needs what the levels below it need."""
    assert level_of(flags) == level
    assert level in LEVELS


def _device(record: Any, platform: str) -> Any:
    return SimpleNamespace(platform=SimpleNamespace(name=platform), int_ptr=ctypes.addressof(record))


def test_only_the_unknown_name_of_pocl_is_replaced() -> None:
    """What else the record holds stays, and other runtimes are not looked at."""
    generic, other = ctypes.create_string_buffer(b"generic"), ctypes.create_string_buffer(b"generically")
    words = [ctypes.addressof(other), 8, ctypes.addressof(generic), 0, 2**63]
    record = (ctypes.c_uint64 * 512)(*words)
    assert name_unknown_cpu(_device(record, "Intel(R) OpenCL")) is None
    assert list(record)[:5] == words
    name = name_unknown_cpu(_device(record, "Portable Computing Language"))
    assert name in LEVELS
    assert ctypes.string_at(record[2]) == name.encode()
    assert [record[i] for i in (0, 1, 3, 4)] == [words[i] for i in (0, 1, 3, 4)]
    assert name_unknown_cpu(_device(record, "Portable Computing Language")) is None


def test_a_kernel_builds_whatever_the_processor(pocl: Rig) -> None:
    """PoCL compiles, and runs what it compiled."""
    text = "__kernel void twice(__global float *x) { x[get_global_id(0)] *= 2; }"
    program = pocl.device.build(text, ())
    x = np.arange(100, dtype=np.float32) + 1
    memory = cl.Buffer(pocl.queue.context, cl.mem_flags.COPY_HOST_PTR, hostbuf=x)
    program.kernel("twice")(pocl.queue, (100,), None, memory)
    result = np.empty_like(x)
    cl.enqueue_copy(pocl.queue, result, memory)
    assert np.array_equal(result, 2 * x)
