"""Binds problems to queues, with plans remembered by layout."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

from autoblas.checks.once import checked
from autoblas.errors import BuildError, NoKernelError, VerificationError
from autoblas.plan.bound import BoundPlan
from autoblas.plan.choose import choices
from autoblas.plan.queues import PerQueue, queue_device
from autoblas.plan.results import GENERATION
from autoblas.plan.symbols import Target
from autoblas.problems.blas.title import title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.devices.device import Queue
    from autoblas.emit.arguments import ScalarMemory
    from autoblas.errors import AutoblasError
    from autoblas.plan.symbols import Bindable

__all__ = ["MAX_QUEUES", "bind", "target_of"]

MAX_QUEUES = 16
"""Queues of a thread that plans are cached for: more than programs use in turn, because making them takes longer than most
calls."""

MAX_PLANS = 2048
"""Plans that are cached for a queue. LU of 8192 rows has 535, of 32768 about four times as many."""

_log = logging.getLogger(__name__)


class _Plans(threading.local):
    """Plans of this thread, by queue and layout; dropped together when new results arrive."""

    def __init__(self) -> None:
        self.generation = 0
        self.by_queue: PerQueue[dict[Any, BoundPlan]] = PerQueue(dict, MAX_QUEUES)


_plans = _Plans()


def target_of(queue: Queue) -> Target:
    """The device of a queue, with kernels that were bound to it and are right.

    Args:
        queue: The queue.
    """
    return Target(queue_device(queue).facts, lambda layout: bind(queue, layout).choice)


def bind(queue: Queue, layout: Bindable, in_memory: tuple[ScalarMemory, ...] = ()) -> BoundPlan:
    """The plan of this thread for a layout on a queue: made once, then a dictionary's hit.

    Args:
        queue: The queue.
        layout: The layout.
        in_memory: Numbers that kernels read from memory, by the names of the call's values.

    Raises:
        NoKernelError: no kernel is legal.
        BuildError: the device's compiler refused the kernel.
    """
    if _plans.generation != GENERATION.number:
        _plans.by_queue.clear()
        _plans.generation = GENERATION.number
    bound_plans = _plans.by_queue.of(queue)
    key = (layout, in_memory) if in_memory else layout
    plan = bound_plans.get(key)
    if plan is None:
        plan = _first_that_builds(queue, layout, in_memory)
        if len(bound_plans) >= MAX_PLANS:
            bound_plans.clear()
        bound_plans[key] = plan
    return plan


def _first_that_builds(queue: Queue, layout: Bindable, in_memory: Sequence[ScalarMemory]) -> BoundPlan:
    """The plan of the best choice that the device's compiler accepts and that is right where it was only recorded.

    A record is of another driver, device or version perhaps: its text is checked once before it serves.
    """
    device, problem = queue_device(queue), layout.problem
    refused: dict[str, AutoblasError] = {}
    try:
        for choice in choices(problem, device.facts):
            try:
                plan = BoundPlan(device, queue, checked(device, choice), layout.constants, in_memory)
            except (BuildError, VerificationError) as error:
                _log.warning("%s (%s) was skipped: %s", choice.kernel.name, choice.origin, error)
                _log.debug("%s", getattr(error, "log", error))
                refused[f"{choice.kernel.name} ({choice.origin})"] = error
            else:
                if _log.isEnabledFor(logging.DEBUG):  # its words are of tables that other calls do not load
                    words = title(problem), choice.kernel.name, choice.params, choice.origin
                    _log.debug("%s: %s with %s, %s", *words)
                return plan
    except NoKernelError as none_left:
        if not refused:
            raise
        raise NoKernelError(title(problem), _sentences(refused) | none_left.excluded) from none_left
    unbuilt = [error for error in refused.values() if isinstance(error, BuildError)]
    raise unbuilt[-1] if unbuilt else NoKernelError(title(problem), _sentences(refused))


def _sentences(refused: Mapping[str, AutoblasError]) -> dict[str, str]:
    """The conditions that skipped choices do not meet, as sentences."""
    return {
        label: ("the compiler accepts it" if isinstance(error, BuildError) else "its results are right")
        + f" ({error})"
        for label, error in refused.items()
    }
