"""Routines whose calls are recorded where ``AUTOBLAS_RECORD`` names a file: how often, and how long they took.

A call that is recorded is waited for, so that its time is that of the work and not of enqueuing it: programs that overlap
calls with other work run slower meanwhile.
"""

from __future__ import annotations

import functools
import math
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import numpy as np

from autoblas.arrays.adapter import adapter_of
from autoblas.blas.cached_calls import RECORDING
from autoblas.calls.call_plan import CallPlan
from autoblas.errors import AutoblasError
from autoblas.plan.choose import choose
from autoblas.plan.queues import default_queue, queue_device
from autoblas.plan.symbols import Target
from autoblas.problems.blas.notation import written
from autoblas.records.recorder import recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.calls.call_plan import Done

__all__ = ["recorded", "recorded_method"]

Function = TypeVar("Function", bound="Callable[..., Any]")

DESCRIPTIONS = 4096
"""Kinds of calls whose descriptions are cached."""

VALUES = (str, bool, int, type, type(None), np.dtype)
"""Classes of arguments that problems depend on by value."""


class Description(NamedTuple):
    """A kind of call.

    Attributes:
        problems: The problems of its launches as text, with their counts.
        device: The name of the device.
        on_host: True where NumPy computes it without a device.
    """

    problems: Mapping[str, int]
    device: str
    on_host: bool


NOTHING = Description({}, "", on_host=False)

_descriptions: dict[Any, Description] = {}


def recorded(
    call: Function,
    on_host: Callable[[tuple[Any, ...], dict[str, Any]], Any],
    routine: Callable[..., CallPlan | Done],
    positions: Sequence[str],
) -> Function:
    """A routine whose calls are recorded.

    Args:
        call: The public function.
        on_host: Computes a call with the host's BLAS, or returns None.
        routine: The function that makes plans of calls.
        positions: The names of its arguments that may be given by position, in order.
    """

    @functools.wraps(call)
    def record(*args: Any, **kwargs: Any) -> Any:
        if len(args) > len(positions):
            return call(*args, **kwargs)

        def run() -> tuple[Any, bool]:
            result = on_host(args, kwargs) if queue is None else None
            return (call(*args, **kwargs), False) if result is None else (result, True)

        arguments = {**dict(zip(positions, args, strict=False)), **kwargs}
        queue = _queue(arguments)
        return _timed(run, routine, arguments, queue)

    return cast("Function", record)


def recorded_method(
    call: Function, prepared: Callable[[Any], tuple[Callable[..., CallPlan | Done], Mapping[str, Any]]]
) -> Function:
    """The method that makes a prepared call, recorded.

    Args:
        call: The method.
        prepared: Gives for an object the function that makes plans, and the arguments that were prepared.
    """

    @functools.wraps(call)
    def record(self: Any, **changed: Any) -> Any:
        routine, arguments = prepared(self)
        arguments = {**arguments, **changed}
        return _timed(lambda: (call(self, **changed), False), routine, arguments, _queue(arguments))

    return cast("Function", record)


def _timed(
    run: Callable[[], tuple[Any, bool]],
    routine: Callable[..., CallPlan | Done],
    arguments: dict[str, Any],
    queue: Any,
) -> Any:
    """Make a call, and record its description and time."""
    description, first = _described(routine, arguments, queue)
    if queue is not None:
        queue.finish()  # earlier work is not this call's
    began = time.perf_counter()
    result, on_host = run()
    if queue is not None:
        queue.finish()
    seconds = time.perf_counter() - began
    if description.problems:
        host = on_host or description.on_host
        recorder(RECORDING).add(
            routine.__name__, description.problems, description.device, seconds, host=host, first=first
        )
    return result


def _queue(arguments: Mapping[str, Any]) -> Any:
    """The queue that a call on device arrays runs on; None of NumPy's, which are complete on return."""
    library, arrays = None, []
    for value in arguments.values():
        if not isinstance(value, (np.ndarray, *VALUES, float, complex, list, tuple)):
            adapter = adapter_of(value)
            if adapter is not None and isinstance(value, adapter.arrays):
                library = adapter
                arrays.append(value)
    if library is None:
        return None
    queue = arguments.get("queue")
    return library.any_queue(arrays) if queue is None else library.queue_from(queue)


def _described(
    routine: Callable[..., CallPlan | Done], arguments: dict[str, Any], queue: Any
) -> tuple[Description, bool]:
    """The description of a call, and whether it is the first of its kind."""
    hardware = None if queue is None else queue_device(queue).hardware
    key = (routine.__name__, hardware, *((name, *_key_of(value)) for name, value in arguments.items()))
    description = _descriptions.get(key)
    if description is not None:
        return description, False
    if len(_descriptions) >= DESCRIPTIONS:
        _descriptions.clear()
    description = _descriptions[key] = _description(routine, arguments, queue)
    return description, True


def _key_of(value: Any) -> tuple[Any, ...]:
    """All that a description depends on of an argument; of a factor, whether it is 0, 1 or finite."""
    if isinstance(value, VALUES):
        return (value,)
    shape = getattr(value, "shape", None)
    if isinstance(value, (float, complex, np.number)) or (shape == () and isinstance(value, np.ndarray)):
        magnitude: Any = abs(value)
        return (type(value), bool(value == 0), bool(value == 1), bool(magnitude < math.inf))
    if shape is None:
        return (type(value), len(value)) if isinstance(value, (list, tuple)) else (type(value),)
    steps = getattr(value, "strides", None)
    steps = value.stride() if steps is None and hasattr(value, "stride") else steps
    return (type(value), tuple(shape), steps, str(getattr(value, "dtype", "")))


def _description(
    routine: Callable[..., CallPlan | Done], arguments: dict[str, Any], queue: Any
) -> Description:
    """The description of a call from its plan, of which nothing is bound or computed."""
    for value in arguments.values():
        adapter = adapter_of(value) if type(value) not in (*VALUES, np.ndarray, float, complex) else None
        if adapter is not None and adapter.foreign:
            arguments = adapter.views(arguments)
            break
    try:
        facts = queue_device(default_queue() if queue is None else queue).facts
        plan = routine(**arguments)
        if not isinstance(plan, CallPlan):
            return NOTHING
        target = Target(facts, lambda layout: choose(layout.problem, facts))
        launches = plan.launches(target, {name: (x, None, 0) for name, x in plan.arrays.items()})
        faster = plan.host_is_faster is not None and plan.host_is_faster(facts)
        on_host = plan.queue is None and (faster or (plan.deviceless and plan.wait_for is None))
    except AutoblasError:
        return NOTHING  # the call itself says what is wrong
    problems = Counter(written(launch.layout.problem) for launch in launches)
    return Description(dict(problems), facts.name, on_host)
