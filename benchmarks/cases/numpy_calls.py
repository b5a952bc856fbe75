"""Calls on NumPy arrays of drawn shapes beside NumPy's own, with the side that computes each."""

from __future__ import annotations

import math

import numpy as np

from autoblas.blas.host.crossover import MEASURED_AS, crossover
from autoblas.plan.queues import default_queue, queue_device
from autoblas.precision import precision_of
from benchmarks.cases.group import Choice, Group
from benchmarks.operands import work_of
from benchmarks.record import Case

__all__ = ["NUMPY_CALLS", "computed_by", "numpy_calls"]

SHARES = {"gemm": 54, "gemv": 18, "dot": 9, "axpy": 9}
"""Shapes of each routine; each is timed in two types, which makes 180 calls."""


def numpy_calls(choice: Choice) -> list[Case]:
    """Drawn shapes, log-uniform: products of 1 to 8192 with up to 4e9 multiply-adds, vectors of up to 2^22 elements."""
    rng, dtypes = np.random.default_rng(choice.seed), choice.dtypes or ("float32", "float64")

    def size(high: float) -> int:
        return round(2 ** rng.uniform(0, high))

    drawn: dict[tuple[str, tuple[int, ...]], None] = {}
    for name, count in SHARES.items():
        wanted = len(drawn) + (choice.count or count)
        while len(drawn) < wanted and name in (choice.routines or SHARES):
            sizes = {"gemm": (13, 13, 13), "gemv": (12,)}.get(name, (22,))
            shape = tuple(size(high) for high in sizes)
            if math.prod(shape) <= 4e9:
                drawn[name, shape] = None
    return [Case("numpy_calls", name, dtype, shape) for name, shape in drawn for dtype in dtypes]


def computed_by(case: Case) -> str:
    """``host`` or ``device``, by the limit below which calls are passed on to NumPy."""
    flops, nbytes = work_of(case)
    facts = queue_device(default_queue()).facts
    limit = crossover(facts, precision_of(case.dtype), MEASURED_AS.get(case.routine, case.routine))
    return "host" if (flops or nbytes) < limit.size else "device"


NUMPY_CALLS = Group(
    "Calls on NumPy arrays", numpy_calls, ("autoblas-numpy", "numpy"), (), 1.5, side=computed_by
)
