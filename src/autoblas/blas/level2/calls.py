"""Checks and plans that all calls on a matrix and vectors share."""

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
    from autoblas.calls.call_plan import DeviceOperand, NewArray
    from autoblas.devices.device import Event, Facts
    from autoblas.plan.symbols import Factor, Target
    from autoblas.precision import Precision

__all__ = ["LaunchSpec", "apply", "check_output", "check_vector", "scale"]


class LaunchSpec(NamedTuple):
    """The launch of a call, with its operands as a device sees them.

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

    def describe(device_arrays: Mapping[str, Any]) -> LaunchSpec:
        view = vector_view("y", device_arrays["y"])
        return LaunchSpec(SumLayout(view.precision, view.length, view.step))

    read = {"y"} if beta != 0 else set()
    return apply({"y": y}, "y", describe, {"beta": beta}, queue, wait_for, read=read, created=created)


def apply(
    arrays: dict[str, Any],
    output: str,
    describe: Callable[[Mapping[str, Any]], LaunchSpec],
    scalars: Mapping[str, Any],
    queue: Any,
    wait_for: Sequence[Event] | None,
    *,
    read: set[str],
    created: Sequence[NewArray] = (),
    divide: Callable[[LaunchSpec, Facts], Sequence[LaunchSpec]] | None = None,
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

    def launches(target: Target, device_operands: Mapping[str, DeviceOperand]) -> Sequence[Launch]:
        whole = describe({name: array for name, (array, _, _) in device_operands.items()})
        steps = (whole,) if divide is None else divide(whole, target.facts)
        return [Launch(step.layout, _values(step, device_operands, scalars)) for step in steps]

    def compute() -> None:
        whole = describe(arrays)
        operands = arrays | {name: arrays[argument] for name, argument in whole.names.items()}
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
    spec: LaunchSpec, device_operands: Mapping[str, DeviceOperand], scalars: Mapping[str, Any]
) -> dict[str, Any]:
    """Values that vary from call to call: numbers, and memory and offset of each operand of the kernel."""
    values = {**scalars, **spec.scalars}
    for name in {*device_operands, *spec.names}:
        _, memory, offset = device_operands[spec.names.get(name, name)]
        values[name] = memory
        values[f"{name}_offset"] = (offset + spec.shifts.get(name, 0)) % 2**64
    return values
