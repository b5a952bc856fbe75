"""Measures what the host's own BLAS does, beside a device that is tested: products of NumPy arrays go where it is faster."""

from __future__ import annotations

import time

import numpy as np

__all__ = ["host_gflops"]

SIDE = 64
"""Rows and columns of the matrices: OpenBLAS multiplies so small ones in the calling thread, so that what else keeps the
processor busy hardly shows."""

SECONDS, TIMES = 0.03, 4
"""How long turns are begun, of which the shortest counts, and the products in each."""


def host_gflops() -> float:
    """How many operations on float32 one core does in small products of NumPy, in 1e9 a second."""
    a = np.random.default_rng(2026).random((SIDE, SIDE), np.float32)
    out, best, began = np.empty_like(a), np.inf, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        started = time.perf_counter()
        for _ in range(TIMES):
            np.matmul(a, a, out=out)
        best = min(best, time.perf_counter() - started)
    return float(TIMES * 2 * SIDE**3 / best / 1e9)
