"""Instructions of clusters, work-groups that reach each other's local memory, as assembly: from compute capability 9.0 on.

Functions return statements. Addresses in local memory are 32-bit numbers, of this work-group's memory; functions that take
another work-group, by its number in the cluster, mean the same address in the memory of that one. The instructions and
their operands: https://docs.nvidia.com/cuda/parallel-thread-execution/, "barrier.cluster" and "mapa".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.nvidia.ptx import assembly

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["arrive_in_cluster", "come_to_cluster", "load_from_cluster", "meet_cluster", "wait_for_cluster"]


def meet_cluster() -> str:
    """Wait for all work-items of the cluster, with local memory made visible."""
    meet = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
    return assembly(f"bar.warp.sync 0xffffffff; {meet}", memory=True)


def come_to_cluster() -> str:
    """Arrive at the cluster's barrier without waiting."""
    return assembly("bar.warp.sync 0xffffffff; barrier.cluster.arrive.aligned;", memory=True)


def wait_for_cluster() -> str:
    """Wait until all work-items of the cluster have arrived, after this one has."""
    return assembly("bar.warp.sync 0xffffffff; barrier.cluster.wait.aligned;", memory=True)


def arrive_in_cluster(address: str, group: str) -> str:
    """Arrive at the barrier at the same address of another work-group of the cluster, or of this one."""
    body = "mapa.shared::cluster.u32 there, %0, %1; mbarrier.arrive.shared::cluster.b64 _, [there];"
    inputs = [("r", address), ("r", group)]
    return assembly(f"{{ .reg .b32 there; {body} }}", inputs=inputs, memory=True)


def load_from_cluster(registers: Sequence[str], address: str, group: str) -> str:
    """Load four floats from an address in the local memory of a work-group of the cluster."""
    load = "ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [there];"
    body = f"{{ .reg .b32 there; mapa.shared::cluster.u32 there, %4, %5; {load} }}"
    outputs = [("=f", register) for register in registers]
    return assembly(body, outputs, [("r", address), ("r", group)], memory=True)
