"""Binds problems to queues, with plans remembered by layout."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from autoblas.errors import BuildError, NoKernelError
from autoblas.problems import Matmul
from autoblas.runtime.choose import choices
from autoblas.runtime.context import queue_device
from autoblas.runtime.plan import BoundPlan

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    import pyopencl as cl

    from autoblas.arrays import MatrixView
    from autoblas.precision import Precision
    from autoblas.problems import Accuracy, Triangle, Zeros

__all__ = ["Bindable", "Layout", "bind", "forget_plans"]

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


class Layout(NamedTuple):
    """How the operands of a product lie, and how it is computed: all that its plan depends on.

    Attributes:
        a: A, as it enters the product.
        b: B, likewise.
        c: C, not stored by columns; its items are those of the batch.
        accumulator: What products are summed in.
        conjugate: The operands whose complex conjugates enter.
        listed: Items have offsets, alpha and beta of their own.
        accuracy: What arithmetic may take the place of the accumulator's own.
        part: The triangle of C that is wanted.
        hermitian: The imaginary parts of C's diagonal are not read and become zero.
        zeros: What of A or B is known to be zero.
    """

    a: MatrixView
    b: MatrixView
    c: MatrixView
    accumulator: Precision
    conjugate: str = ""
    listed: bool = False
    accuracy: Accuracy = "standard"
    part: Triangle = ""
    hermitian: bool = False
    zeros: Zeros = ""

    @property
    def problem(self) -> Matmul:
        """What is to be computed."""
        a, b, c = self.a, self.b, self.c
        batched = self.listed or c.items > 1
        return Matmul(
            c.rows,
            c.cols,
            a.cols,
            c.precision,
            a.order,
            b.order,
            c.order,
            a.precision,
            b.precision,
            self.accumulator,
            conjugate=self.conjugate,
            items=c.items,
            listed=self.listed,
            shared="".join(x for x, view in (("a", a), ("b", b)) if batched and view.step == 0),
            a_in=a.memory,
            b_in=b.memory,
            c_in=c.memory,
            accuracy=self.accuracy,
            part=self.part,
            hermitian=self.hermitian,
            zeros=self.zeros,
        )

    @property
    def constants(self) -> dict[str, int]:
        """The kernel arguments that follow from the layouts alone."""
        values = {"m": self.c.rows, "n": self.c.cols, "k": self.a.cols}
        for name, view in (("a", self.a), ("b", self.b), ("c", self.c)):
            values |= {f"{name}_row": view.row_stride, f"{name}_col": view.col_stride}
            values[f"{name}_step"] = view.step
        return values


class Bindable(Protocol):
    """How the operands of any routine lie, a key of the plans and therefore hashable."""

    @property
    def problem(self) -> Any:
        """What is to be computed."""

    @property
    def constants(self) -> Mapping[str, Any]:
        """The kernel arguments that follow from the layouts alone."""


def bind(queue: cl.CommandQueue, layout: Bindable) -> BoundPlan:
    """The plan of this thread for a layout on a queue: made once, then a dictionary's hit.

    Raises:
        NoKernelError: no kernel is legal.
        BuildError: the device's compiler refused the kernel.
    """
    if _plans.generation != _generation or len(_plans.known) >= PLANS_KEPT:
        _plans.known.clear()
        _plans.generation = _generation
    key = (queue.int_ptr, layout)
    plan = _plans.known.get(key)
    if plan is None:
        plan = _first_that_builds(queue, layout.problem, layout.constants)
        _plans.known[key] = plan
    return plan


def _first_that_builds(queue: cl.CommandQueue, problem: Any, constants: Mapping[str, Any]) -> BoundPlan:
    """The plan of the best choice that the device's compiler accepts; a record from another driver may not be it."""
    device = queue_device(queue)
    refused: dict[str, BuildError] = {}
    try:
        for choice in choices(problem, device.facts):
            try:
                plan = BoundPlan(device, queue, choice, constants)
            except BuildError as error:
                _log.warning("%s (%s) was passed over: %s", choice.kernel.name, choice.origin, error.summary)
                _log.debug("%s", error)
                refused[f"{choice.kernel.name} ({choice.origin})"] = error
            else:
                _log.debug("%s: %s with %s, %s", problem, choice.kernel.name, choice.params, choice.origin)
                return plan
    except NoKernelError as none_left:
        if not refused:
            raise
        excluded = {
            label: f"the compiler accepts it ({error.summary})" for label, error in refused.items()
        } | none_left.excluded
        raise NoKernelError(str(problem), excluded) from none_left
    raise next(reversed(refused.values()))
