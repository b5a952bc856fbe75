"""Binds matrix products to queues, with plans remembered by layout."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING

from autoblas.errors import BuildError, NoKernelError
from autoblas.problems import Matmul
from autoblas.runtime.choose import choices
from autoblas.runtime.context import queue_device
from autoblas.runtime.plan import BoundPlan

if TYPE_CHECKING:
    from collections.abc import Hashable

    import pyopencl as cl

    from autoblas.arrays import MatrixView

__all__ = ["bind", "forget_plans", "matmul_constants", "matmul_problem"]

PLANS_KEPT = 256

_log = logging.getLogger(__name__)


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
        plan = _first_that_builds(queue, matmul_problem(a, b, c), matmul_constants(a, b, c))
        _plans.known[key] = plan
    return plan


def _first_that_builds(queue: cl.CommandQueue, problem: Matmul, constants: dict[str, int]) -> BoundPlan:
    """The plan of the best choice that the device's compiler accepts; a record from another driver may not be it."""
    device = queue_device(queue)
    refused: BuildError | None = None
    for choice in choices(problem, device.facts):
        try:
            return BoundPlan(device, queue, choice, constants)
        except BuildError as error:
            _log.warning("%s (%s) was passed over: %s", choice.kernel.name, choice.origin, error)
            refused = error
    raise refused or NoKernelError(str(problem), {})
