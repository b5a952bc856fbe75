"""How calls on a matrix and vectors are checked, bound and enqueued, whatever they compute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.arrays import matrix_view, vector_view
from autoblas.errors import PrecisionError, ShapeError
from autoblas.routines.call.arguments import check_written, chosen_queue, memory_of, queue_of
from autoblas.routines.call.events import wait
from autoblas.routines.level1.calls import enqueue
from autoblas.runtime.context import queue_device
from autoblas.runtime.layouts.matvec import SumLayout
from autoblas.runtime.serve import bind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.devices.device import Event, Queue
    from autoblas.precision import Precision
    from autoblas.runtime.plan import BoundPlan
    from autoblas.runtime.serve import Bindable

__all__ = ["Described", "apply", "check_output", "check_vector", "scale"]


class Described(NamedTuple):
    """A call as a device sees its operands.

    Attributes:
        layout: The key of its plan.
        shifts: By how many elements the offset of an operand differs from that of its array.
        names: The array that each operand of the kernel is; of those that are not named, the one of its own name.
        scalars: Numbers beside those of the call.
    """

    layout: Bindable
    shifts: Mapping[str, int] = {}
    names: Mapping[str, str] = {}
    scalars: Mapping[str, Any] = {}


class _Chain:
    """Several plans as one, each behind the one before it."""

    def __init__(self, plans: Sequence[BoundPlan], values: Sequence[Mapping[str, Any]]) -> None:
        self._steps = list(zip(plans, values, strict=True))
        self.queue = plans[0].queue

    def __call__(self, values: Mapping[str, Any], wait_for: Sequence[Event] | None = None) -> Event:
        """Enqueue all of them, and return the event of the last."""
        for plan, own in self._steps:
            event = plan({**values, **own}, wait_for)
            wait_for = [event]
        return event


def check_vector(argument: str, array: Any, length: int, precision: Precision, model: str = "a") -> None:
    """See that a vector has the length and type that a matrix asks for.

    Raises:
        ArgumentError: it does not fit.
    """
    view = vector_view(argument, array)
    if view.precision is not precision:
        raise PrecisionError(argument, f"{precision.name} like {model}", view.precision.name)
    if view.length != length:
        raise ShapeError(argument, f"{length} elements, as {model} asks for", f"{view.length}")


def check_output(arrays: Mapping[str, Any], output: str) -> None:
    """See that an output can be written, and that no other operand shares its memory.

    Raises:
        ArgumentError: it cannot.
    """
    array = arrays[output]
    view = vector_view(output, array) if len(array.shape) == 1 else matrix_view(output, array)
    check_written(output, arrays, view)


def scale(arrays: dict[str, Any], y: Any, beta: Any, queue: Any, wait_for: Any) -> None:
    """Y = beta y, without a look at the other operands, nor at y where beta is 0."""
    if beta == 1:
        return
    only = {"y": y}

    def describe(seen: Mapping[str, Any]) -> Described:
        view = vector_view("y", seen["y"])
        return Described(SumLayout(view.precision, view.length, view.step))

    chosen = queue if isinstance(y, np.ndarray) else queue_of(queue, arrays)
    apply(only, "y", describe, {"beta": beta}, chosen, wait_for, read={"y"} if beta != 0 else set())


def apply(
    arrays: dict[str, Any],
    output: str,
    describe: Callable[[Mapping[str, Any]], Described | Sequence[Described]],
    scalars: Mapping[str, Any],
    queue: Any,
    wait_for: Sequence[Event] | None,
    *,
    read: set[str],
) -> None:
    """Run a call whose arguments were checked, and that has something to do.

    Args:
        arrays: The operands, by name.
        output: The one that is written.
        describe: Makes the layout from the operands as the device sees them, or those of launches that follow each
            other.
        scalars: Numbers, rounded.
        queue: Where to run, or None.
        wait_for: Events, or None.
        read: The operands that are read.
    """
    chosen = chosen_queue(queue, arrays)
    if not isinstance(arrays[output], np.ndarray):
        chain = _bound(chosen, describe(arrays), {name: memory_of(array) for name, array in arrays.items()})
        enqueue(chain, scalars, arrays, (output,), wait_for)
        return
    loans = {
        name: queue_device(chosen).lend(chosen, array, read=name in read, write=name == output)
        for name, array in arrays.items()
    }
    described = describe({name: loan.layout for name, loan in loans.items()})
    chain = _bound(chosen, described, {name: (loan.memory, loan.offset) for name, loan in loans.items()})
    wait(wait_for)
    event = chain(scalars)
    loans[output].return_after(event)


def _bound(
    queue: Queue, described: Described | Sequence[Described], places: Mapping[str, tuple[Any, int]]
) -> _Chain:
    """The plans of a call, all of them bound before the first is enqueued."""
    steps = [described] if isinstance(described, Described) else described
    plans = [bind(queue, step.layout) for step in steps]
    return _Chain(plans, [_values(step, places) for step in steps])


def _values(described: Described, places: Mapping[str, tuple[Any, int]]) -> dict[str, Any]:
    """Memory and offset of each operand of the kernel."""
    values: dict[str, Any] = dict(described.scalars)
    for name in {*places, *described.names}:
        memory, offset = places[described.names.get(name, name)]
        values |= {name: memory, f"{name}_offset": (offset + described.shifts.get(name, 0)) % 2**64}
    return values
