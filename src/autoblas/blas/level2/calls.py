"""How calls on a matrix and vectors are checked, bound and computed, whatever they compute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.blas.arguments import check_written
from autoblas.blas.host.matrices import compute_on_host
from autoblas.calls.call_plan import CallPlan, Done
from autoblas.errors import PrecisionError, ShapeError
from autoblas.plan.layouts.matvec import SumLayout
from autoblas.plan.symbols import Launch, number
from autoblas.problems.views import matrix_view, vector_view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.blas.host.matrices import MatrixLayout
    from autoblas.calls.call_plan import NewArray, PlacedArray
    from autoblas.devices.device import Event, Facts
    from autoblas.plan.symbols import Factor, Target
    from autoblas.precision import Precision

__all__ = ["Described", "apply", "check_output", "check_vector", "scale"]


class Described(NamedTuple):
    """A call as a device sees its operands.

    Attributes:
        layout: The key of its plan.
        shifts: By how many elements the offset of an operand differs from that of its array.
        names: The array that each operand of the kernel is; of those that are not named, the one of its own name.
        scalars: Numbers beside those of the call.
    """

    layout: MatrixLayout
    shifts: Mapping[str, int] = {}
    names: Mapping[str, str] = {}
    scalars: Mapping[str, Any] = {}


def check_vector(argument: str, array: Any, length: int, precision: Precision, model: str = "a") -> None:
    """See that a vector has the length and type that go with a matrix.

    Raises:
        ArgumentError: it does not fit.
    """
    view = vector_view(argument, array)
    if view.precision is not precision:
        raise PrecisionError(argument, f"{precision.name} like {model}", view.precision.name)
    if view.length != length:
        expected = f"{length} elements, which is what the shape of {model} needs"
        raise ShapeError(argument, expected, f"{view.length} elements")


def check_output(arrays: Mapping[str, Any], output: str) -> None:
    """See that an output can be written, and that no other operand shares its memory.

    Raises:
        ArgumentError: it cannot.
    """
    array = arrays[output]
    view = vector_view(output, array) if len(array.shape) == 1 else matrix_view(output, array)
    check_written(output, arrays, view)


def scale(
    y: Any, beta: Factor, queue: Any, wait_for: Any, created: Sequence[NewArray] = ()
) -> CallPlan | Done:
    """The plan of y = beta y, without a look at the other operands, nor at y where beta is 0."""
    if beta == 1:
        return Done(y)

    def describe(seen: Mapping[str, Any]) -> Described:
        view = vector_view("y", seen["y"])
        return Described(SumLayout(view.precision, view.length, view.step))

    read = {"y"} if beta != 0 else set()
    return apply({"y": y}, "y", describe, {"beta": beta}, queue, wait_for, read=read, created=created)


def apply(
    arrays: dict[str, Any],
    output: str,
    describe: Callable[[Mapping[str, Any]], Described],
    scalars: Mapping[str, Any],
    queue: Any,
    wait_for: Sequence[Event] | None,
    *,
    read: set[str],
    created: Sequence[NewArray] = (),
    divide: Callable[[Described, Facts], Sequence[Described]] | None = None,
    on_host: bool = False,
) -> CallPlan:
    """The plan of a call whose arguments were checked, and that has something to do.

    Args:
        arrays: The operands, by name.
        output: The one that is written.
        describe: Makes the layout from the operands as the device sees them.
        scalars: Numbers, rounded.
        queue: Where to run, as ``check_call`` returned it.
        wait_for: Events, or None.
        read: The operands that are read.
        created: The array that the routine created, if it did.
        divide: Makes launches that follow each other of the one that is described, for a device.
        on_host: NumPy computes what no queue was given for.
    """

    def launches(target: Target, placed: Mapping[str, PlacedArray]) -> Sequence[Launch]:
        whole = describe({name: seen for name, (seen, _, _) in placed.items()})
        steps = (whole,) if divide is None else divide(whole, target.facts)
        return [Launch(step.layout, _values(step, placed, scalars)) for step in steps]

    def compute() -> None:
        whole = describe(arrays)
        operands = arrays | {name: arrays[other] for name, other in whole.names.items()}
        numbers = {name: number(value) for name, value in scalars.items()}
        compute_on_host(whole.layout, operands, whole.shifts.get("a", 0), numbers)

    return CallPlan(
        arrays,
        (output,),
        read,
        launches,
        compute,
        arrays[output],
        queue,
        wait_for,
        created,
        deviceless=on_host,
    )


def _values(
    described: Described, placed: Mapping[str, PlacedArray], scalars: Mapping[str, Any]
) -> dict[str, Any]:
    """What varies from call to call: numbers, and memory and offset of each operand of the kernel."""
    values = {**scalars, **described.scalars}
    for name in {*placed, *described.names}:
        _, memory, offset = placed[described.names.get(name, name)]
        values[name] = memory
        values[f"{name}_offset"] = (offset + described.shifts.get(name, 0)) % 2**64
    return values
