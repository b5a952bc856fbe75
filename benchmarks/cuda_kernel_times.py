"""The times of single kernels in products beside cuBLAS's, by PyTorch's profiler, on a card."""

from __future__ import annotations

import statistics
from typing import Any

import torch
from torch.profiler import ProfilerActivity, profile

import autoblas

__all__ = ["kernel_times"]

SQUARES = (
    *((torch.float32, n) for n in (1024, 2048, 4096, 8192)),
    *((torch.float16, n) for n in (512, 1024, 2048, 4096, 8192)),
)

OURS = ("gemm_", "split")
"""How the names of our kernels begin."""


def kernel_times(fail: Any) -> None:
    """Products in turns with ``torch.matmul``: microseconds of each kernel, medians, and the ratio of the sums."""
    del fail
    torch.backends.cuda.matmul.allow_tf32 = False
    for kind, n in SQUARES:
        a, b = (torch.randn(n, n, device="cuda").to(kind) for _ in range(2))
        c = torch.empty_like(a)
        turns = 10 if n >= 8192 else 30
        with profile(activities=[ProfilerActivity.CUDA, ProfilerActivity.CPU]) as profiled:
            for _ in range(3 + turns):
                torch.matmul(a, b, out=c)
                autoblas.gemm(a, b, c=c)
            torch.cuda.synchronize()
        medians = medians_of(profiled.events(), 3 + turns)
        ours = sum(us for name, us in medians if name.startswith(OURS))
        theirs = sum(us for name, us in medians if not name.startswith(OURS))
        each = ", ".join(f"{name} {us:.1f}" for name, us in medians)
        print(
            f"  {str(kind).removeprefix('torch.')} {n}: {ours:9.1f} us, torch {theirs:9.1f} us; {theirs / ours:.3f} times ({each})"
        )


def medians_of(events: Any, calls: int) -> list[tuple[str, float]]:
    """Names and median microseconds of the launches of a call, of which several may be of one kernel; not of a first call."""
    taken: dict[str, list[tuple[float, float]]] = {}
    for event in events:
        if event.device_type == torch.autograd.DeviceType.CUDA and not event.name.startswith("Mem"):
            taken.setdefault(event.name[:24], []).append((event.time_range.start, event.device_time))
    found = []
    for name, runs in taken.items():
        launches = max(len(runs) // calls, 1)  # the rest are those that a first call is judged by
        last = [us for _, us in sorted(runs)][-launches * (calls - 3) :]
        found += [(name, statistics.median(last[place::launches])) for place in range(launches)]
    return found
