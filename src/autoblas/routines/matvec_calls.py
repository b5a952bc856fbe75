"""How calls on a matrix and vectors are checked, bound and enqueued, whatever they compute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from autoblas.arrays import matrix_view, vector_view
from autoblas.errors import ArgumentError, PrecisionError, ShapeError
from autoblas.routines.arguments import check_events, memory_of, queue_of
from autoblas.routines.vector_calls import check_written, enqueue
from autoblas.runtime.context import default_queue
from autoblas.runtime.host import lend
from autoblas.runtime.mapped import MappedArray
from autoblas.runtime.matvec_layouts import SumLayout
from autoblas.runtime.serve import bind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.precision import Precision
    from autoblas.runtime.plan import BoundPlan
    from autoblas.runtime.serve import Bindable

__all__ = ["Described", "apply", "check_call", "check_output", "check_vector", "new_vector", "scale"]


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

    def __call__(self, values: Mapping[str, Any], wait_for: Sequence[cl.Event] | None = None) -> cl.Event:
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
    check_written(arrays, {output: view}, (output,))  # type: ignore[dict-item]  # of either view only its extent counts


def new_vector(like: Any, n: int, queue: Any, *, zeros: bool) -> Any:
    """A vector in the kind of memory that another array has, of zeros or to be written."""
    if isinstance(like, np.ndarray):
        return (np.zeros if zeros else np.empty)(n, like.dtype)
    allocator = None if isinstance(like, MappedArray) else like.allocator
    make = cl_array.zeros if zeros else cl_array.empty
    return make(queue_of(queue, {"x": like}), (n,), like.dtype, allocator=allocator)


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
    wait_for: Sequence[cl.Event] | None,
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
    host = isinstance(arrays[output], np.ndarray)
    if not host:
        chosen = queue_of(queue, arrays)
        chain = _bound(chosen, describe(arrays), {name: memory_of(array) for name, array in arrays.items()})
        enqueue(chain, scalars, arrays, (output,), wait_for)
        return
    chosen = default_queue() if queue is None else queue_of(queue, {})
    loans = {
        name: lend(chosen, array, read=name in read, write=name == output) for name, array in arrays.items()
    }
    described = describe({name: loan.layout for name, loan in loans.items()})
    chain = _bound(chosen, described, {name: (loan.memory, loan.offset) for name, loan in loans.items()})
    if wait_for:
        cl.wait_for_events(list(wait_for))
    event = chain(scalars)
    loans[output].return_after(event)


def _bound(
    queue: cl.CommandQueue, described: Described | Sequence[Described], places: Mapping[str, tuple[Any, int]]
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


def check_call(queue: Any, wait_for: Any, arrays: dict[str, Any]) -> None:
    """See that there is a queue to run on and that events are events.

    Raises:
        ArgumentError: one of them is something else.
    """
    check_events(wait_for)
    if not isinstance(next(iter(arrays.values())), np.ndarray):
        queue_of(queue, arrays)
    elif queue is not None and not isinstance(queue, cl.CommandQueue):
        raise ArgumentError("queue", "a pyopencl command queue", type(queue).__name__)
