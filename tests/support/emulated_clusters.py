"""Clusters of ``gemm_hmma`` on devices that have none: the work-group that comes last does the shares of all, one after the other.

Every work-group leaves its local memory in global memory where it would wait for its cluster, and ends, but for the one that
comes last; that finds in global memory what it would read from the others' local memory.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from autoblas.emit.dialect import Dialect
from autoblas.emit.opencl_c import OpenCLC
from autoblas.kernels.gemm.shared import tiles
from autoblas.kernels.gemm.split_k import tile_arguments
from autoblas.kernels.kernel import Kernel
from autoblas.kernels.nvidia.hmma.params import copies_of, local_bytes
from autoblas.precision import FLOAT32, INT32
from autoblas.problems import Matmul
from autoblas.problems.base import Scratch
from support.emulated_halves import with_emulated_halves

MEET = re.compile(
    r'asm volatile\("bar\.warp\.sync [^"]*arrive\.aligned; barrier\.cluster\.wait\.aligned;".*?\);'
)
COME = re.compile(r'asm volatile\("bar\.warp\.sync [^"]*barrier\.cluster\.arrive\.aligned;" .*?\);')
LEAVE = re.compile(r'asm volatile\("bar\.warp\.sync [^"]*barrier\.cluster\.wait\.aligned;" .*?\);')
LOAD = re.compile(
    r'asm volatile\("\{ \.reg \.b32 there; mapa\.shared::cluster\.u32 there, %4, %5; ld\.shared::cluster\.v4\.f32 [^"]*"'
    r' : "=f"\((\w+)\), "=f"\((\w+)\), "=f"\((\w+)\), "=f"\((\w+)\) : "r"\((.*)\), "r"\((\d+)\) : "memory"\);'
)

ALL = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"


@dataclass(frozen=True)
class WithClusters(OpenCLC):
    """OpenCL C that says nothing of clusters."""

    def cluster(self, count: int, dimension: int = 0) -> str:
        """Nothing."""
        del count, dimension
        return ""


def with_emulated_clusters(kernel: Kernel, plant: Callable[[str], str] = lambda text: text) -> Kernel:
    """The kernel with its text changed by ``plant`` and then emulated, legal wherever OpenCL is."""
    rules = tuple(rule for rule in kernel.space.rules if "launched by CUDA" not in rule.sentence)

    def source(p: Any, q: Matmul, d: Dialect) -> str:
        del d
        emulated = with_emulated_halves(kernel, lambda text: _emulated(plant(text), p, q))
        return emulated.source(p, q, WithClusters())

    return replace(
        with_emulated_halves(kernel),
        source=source,
        arguments=lambda p, q: (*kernel.arguments(p, q), *tile_arguments(p)),
        memory=_memory,
        space=replace(kernel.space, rules=rules),
    )


def _floats(p: Any, q: Matmul) -> int:
    """Of local memory."""
    return local_bytes(p, copies_of(p, q)) // 4


def _memory(p: Any, q: Matmul) -> Mapping[str, Scratch]:
    """A place for the local memory of every work-group, and how many of a cluster have come."""
    count = math.prod(tiles(p, q)) * q.items
    return {
        "partial": Scratch(count * p.slices * _floats(p, q) * 4, None, FLOAT32),
        "arrived": Scratch(count * 4, None, INT32, cleared=True),
    }


def _emulated(text: str, p: Any, q: Matmul) -> str:
    floats = _floats(p, q)
    leave = (
        f"const ulong meeting = (get_group_id(2) / {p.slices} * get_num_groups(1) + get_group_id(1)) * get_num_groups(0)"
        f" + get_group_id(0); __global float *parts = partial + meeting * {p.slices * floats};"
        f" {ALL} for (int i = place; i < {floats}; i += {p.items})"
        f" parts[slice * {floats} + i] = ((__local float *)tiles)[i];"
        f" mem_fence(CLK_GLOBAL_MEM_FENCE); __local int before[1]; {ALL}"
        f" if (place == 0) before[0] = atomic_inc(arrived + meeting); {ALL}"
        f" const int alone = before[0] == {p.slices - 1}; mem_fence(CLK_GLOBAL_MEM_FENCE);"
        f" for (int slice = alone ? 0 : {p.slices}; slice < {p.slices}; ++slice) {{"
    )
    load = rf"{{ __global volatile float *f = parts + \6 * {floats} + ((\5) - base) / 4; "
    load += " ".join(rf"\{place + 1} = f[{place}];" for place in range(4)) + " }"
    text, met = MEET.subn(leave, text)
    text, left = LEAVE.subn(f"{ALL} }} if (alone && place == 0) arrived[meeting] = 0;", text)
    text, came = COME.subn("", text)
    assert met == left == came == 1, "a text meets its cluster once and leaves it once"
    declared = "__global float *restrict partial, __global int *restrict arrived"
    if "arrived" not in text.partition("{")[0]:
        text = re.sub(r"(gemm_hmma\([^{]*?)\)\n\{", rf"\1, {declared})\n{{", text, count=1)
    return LOAD.sub(load, text)
