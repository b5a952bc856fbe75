"""A processor that PoCL's compiler does not know is named by what it can do."""

from __future__ import annotations

import ctypes
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pytest

from autoblas.devices.unknown_cpu import PROCESSORS, name_unknown_cpu, processor_of

if TYPE_CHECKING:
    from conftest import Rig

AVX2 = {"avx2", "fma", "bmi1", "bmi2", "f16c", "movbe"}
AVX512 = AVX2 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}


@pytest.mark.parametrize(
    ("flags", "processor"),
    [
        (set(), "x86-64"),
        ({"sse4_2", "avx"}, "x86-64"),
        (AVX2, "haswell"),
        (AVX512, "skylake-avx512"),
        (AVX512 - {"avx512vl"}, "haswell"),
        (AVX512 - {"fma"}, "x86-64"),
    ],
)
def test_the_processor_is_the_best_whose_instructions_are_all_there(flags: set[str], processor: str) -> None:
    """A processor needs what those below it need."""
    assert processor_of(flags) == processor
    assert processor in PROCESSORS


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
    assert name in PROCESSORS
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
