"""Binds matrix products to queues, with plans remembered by layout."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from autoblas.problems import Matmul
from autoblas.runtime.choose import choose
from autoblas.runtime.context import queue_device
from autoblas.runtime.plan import BoundPlan

if TYPE_CHECKING:
    from collections.abc import Hashable

    import pyopencl as cl

    from autoblas.arrays import MatrixView

__all__ = ["bind", "forget_plans", "matmul_constants", "matmul_problem"]

PLANS_KEPT = 256


class _Plans(threading.local):
    """Plans of this thread, by queue and layout; dropped together when new results arrive."""

    def __init__(self) -> None:
        self.generation = 0
        self.known: dict[Hashable, BoundPlan] = {}


_plans = _Plans()
_generation = 0


def forget_plans() -> None:
    """Make every thread look its kernels up again, because the database has new results."""
    global _generation  # noqa: PLW0603  # one counter that all threads compare with
    _generation += 1


def matmul_problem(a: MatrixView, b: MatrixView, c: MatrixView) -> Matmul:
    """The problem C = alpha A B + beta C for three layouts, of which C is not stored by columns."""
    return Matmul(c.rows, c.cols, a.cols, c.precision, a.order, b.order, c.order)


def matmul_constants(a: MatrixView, b: MatrixView, c: MatrixView) -> dict[str, int]:
    """The kernel arguments that follow from the layouts alone."""
    strides = {
        f"{name}_{axis}": stride
        for name, view in (("a", a), ("b", b), ("c", c))
        for axis, stride in (("row", view.row_stride), ("col", view.col_stride))
    }
    return {"m": c.rows, "n": c.cols, "k": a.cols, **strides}


def bind(queue: cl.CommandQueue, a: MatrixView, b: MatrixView, c: MatrixView) -> BoundPlan:
    """The plan of this thread for three layouts on a queue: made once, then a dictionary's hit.

    Raises:
        NoKernelError: no kernel is legal.
        BuildError: the device's compiler refused the kernel.
    """
    if _plans.generation != _generation or len(_plans.known) >= PLANS_KEPT:
        _plans.known.clear()
        _plans.generation = _generation
    key = (queue.int_ptr, a, b, c)
    plan = _plans.known.get(key)
    if plan is None:
        device = queue_device(queue)
        choice = choose(matmul_problem(a, b, c), device.facts)
        plan = BoundPlan(device, queue, choice, matmul_constants(a, b, c))
        _plans.known[key] = plan
    return plan
