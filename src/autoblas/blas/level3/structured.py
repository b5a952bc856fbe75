"""Checks and plans of the routines on triangular, symmetric and Hermitian matrices, whose calls have several launches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.blas.arguments import check_queue, check_written, factor, new_array, on_host
from autoblas.blas.host.crossover import HOST_TYPES, STRUCTURED, crossover
from autoblas.blas.plan_builder import PlanBuilder, matrix_operand
from autoblas.calls.call_plan import CallPlan, Divisible
from autoblas.calls.complete import several_devices
from autoblas.errors import ArgumentError, PrecisionError, ShapeError
from autoblas.precision import FLOAT16, FLOAT32, default_accumulator
from autoblas.problems.views import MatrixView, stack_view

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.blas.plan_builder import MatrixOperand
    from autoblas.calls.call_plan import DeviceOperand, NewArray
    from autoblas.calls.several.division import Division
    from autoblas.calls.several.members import Member
    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.devices.device import Event, Facts, Queue
    from autoblas.plan.symbols import Factor, Launch, Target
    from autoblas.precision import Precision
    from autoblas.problems import Triangle

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "StructuredCall",
    "check_shape",
    "entering",
    "factor_of",
    "factors_of",
    "floating_views",
    "matrix_plan",
    "matrix_views",
    "output_of",
    "triangle",
]


HALVES = FLOAT16.dtype


class StructuredCall(NamedTuple):
    """A call whose arguments were checked.

    Attributes:
        output: The name of the array that is written.
        read: Its old elements count, or not all of them are overwritten.
        operations: Operations of the definition, on real numbers.
        add: Adds the launches, given the operands by name.
        on_host: Computes with NumPy, given the arrays by name.
        idle: Only the output is needed: no other array is looked at.
        bisected: Computes it on a queue as calls on parts of the arrays, which are NumPy's.
        name: The routine.
        parts: The call as parts, for so many devices.
        host_cost: How many times as long an operation takes NumPy as in products.
    """

    output: str
    read: bool
    operations: int
    add: Callable[[PlanBuilder, Mapping[str, MatrixOperand]], None]
    on_host: Callable[[Mapping[str, Array]], None]
    idle: bool = False
    bisected: Callable[[Queue, OperandCache | None], None] | None = None
    name: str = ""
    parts: Callable[[int], Division] | None = None
    host_cost: int = 1


def triangle(x: Array, part: Triangle, *, unit: bool = False) -> Array:
    """A copy of a matrix, or of many, with zeros outside of a triangle, whose diagonal may be known to be ones."""
    copy = np.tril(x) if part == "lower" else np.triu(x)
    if unit:
        indices = np.arange(x.shape[-1])
        copy[..., indices, indices] = 1
    return copy


def entering(x: Array, flipped: bool, conjugated: bool) -> Array:
    """A matrix, or many, as it enters: transposed, and conjugated."""
    x = x.swapaxes(-1, -2) if flipped else x
    return x.conj() if conjugated else x


def floating_views(
    arrays: Mapping[str, Any], layout: Callable[[str, Any], MatrixView] = stack_view
) -> dict[str, MatrixView]:
    """The layouts of matrices, or of stacks, of one floating-point type.

    Args:
        arrays: The arrays, by name.
        layout: Reads the layout of an array, given its name.

    Raises:
        ArgumentError: one of them is none; its kinds name what.
    """
    views = dict[str, MatrixView]()
    for name, array in arrays.items():
        view = views[name] = layout(name, array)
        first, model = next(iter(views.items()))
        if view.precision.kind == "integer":
            raise PrecisionError(name, "a floating-point type", view.precision.name)
        if view.precision is not model.precision:
            raise PrecisionError(name, f"{model.precision.name} like {first}", view.precision.name)
        if view.memory == "image":
            raise ArgumentError(name, "a matrix in a buffer", "one in an image")
    return views


def matrix_views(arrays: dict[str, Any]) -> dict[str, MatrixView]:
    """The layouts of arrays of two axes, in one kind of memory and of one floating-point type.

    Raises:
        ArgumentError: one of them is none; its kinds name what.
    """
    on_host(arrays)
    for name, array in arrays.items():
        if len(array.shape) != 2:
            raise ShapeError(name, "a matrix (two axes)", f"shape {tuple(array.shape)}")
    return floating_views(arrays)


def check_shape(argument: str, view: MatrixView, shape: tuple[int, int]) -> None:
    """See that a matrix has the shape that follows from the others.

    Raises:
        ShapeError: it has another one.
    """
    if view.shape != shape:
        raise ShapeError(argument, f"shape {shape}", f"shape {view.shape}")


def factor_of(kind: Precision, argument: str, value: Any, *, real: bool = False) -> Factor:
    """A factor, rounded to what matrices of this type are multiplied in, or to its real type.

    Raises:
        ArgumentError: it is no number, or one that the type cannot hold.
    """
    summed = default_accumulator(kind, kind, kind)
    return factor(argument, value, summed.real if real else summed)


def factors_of(kind: Precision, alpha: Any, beta: Any, real: str = "") -> tuple[Factor, Factor]:
    """Both factors, rounded to what they are multiplied in; those named in ``real`` are real."""
    alone = real.split()
    return (
        factor_of(kind, "alpha", alpha, real="alpha" in alone),
        factor_of(kind, "beta", beta, real="beta" in alone),
    )


def output_of(
    arrays: dict[str, Any],
    views: Mapping[str, MatrixView],
    shape: tuple[int, int],
    beta: Any,
    queue: Any,
    *,
    zeros: bool,
) -> tuple[Any, tuple[NewArray, ...]]:
    """C, checked, or a new one, and the description of that."""
    check_queue(queue, arrays)
    if "c" in arrays:
        check_shape("c", views["c"], shape)
        check_written("c", arrays, views["c"])
        return arrays["c"], ()
    if beta != 0:
        raise ArgumentError("c", f"a matrix of shape {shape} for beta to multiply", "None")
    new = new_array(arrays, shape, views["a"].precision.dtype, queue, zeros=zeros)
    return new.array, (new,)


def matrix_plan(
    arrays: dict[str, Any],
    work: StructuredCall,
    queue: Queue | None,
    wait_for: Sequence[Event] | None,
    devices: Any = None,
    *,
    result: Any = None,
    created: Sequence[NewArray] = (),
) -> CallPlan:
    """The plan of a call on matrices.

    Small work on NumPy arrays is NumPy's where neither a queue nor devices were asked for.

    Args:
        arrays: The operands, by name.
        work: The checked call.
        queue: Where to run, or None.
        wait_for: Events, or None.
        devices: The devices that are to compute it together, or None.
        result: The array that the routine returns, where it is not the output.
        created: The array that the routine created, if it did.
    """
    together = several_devices(devices, queue, arrays)
    output = arrays[work.output]
    needed = {name: array for name, array in arrays.items() if name == work.output or not work.idle}

    def launches(target: Target, device_operands: Mapping[str, DeviceOperand]) -> Sequence[Launch]:
        builder = PlanBuilder(target)
        work.add(builder, {name: matrix_operand(name, operand) for name, operand in device_operands.items()})
        return builder.launches

    def host_is_faster(facts: Facts) -> bool:
        kind = stack_view(work.output, output).precision
        return (
            kind in HOST_TYPES and work.host_cost * work.operations < crossover(facts, kind, STRUCTURED).size
        )

    read = [name for name in needed if name != work.output or work.read]
    several = not work.idle and max(np.size(x) for x in needed.values()) > 1
    bisected = work.bisected if several and output.dtype != HALVES else None

    def divide(members: Sequence[Member], _: str) -> Division | None:
        if work.parts is None or work.idle:
            return None
        division = work.parts(len(members))
        return division if len(division.parts) > 1 else None

    divisible = None
    if together is None:
        queue = check_queue(queue, arrays)
    else:
        kind = stack_view(work.output, output).precision
        divisible = Divisible(work.name, kind, work.operations, divide)
    return CallPlan(
        needed, (work.output,), read, launches, lambda: _compute(arrays, work),
        output if result is None else result, queue, wait_for, created,
        host_is_faster=host_is_faster, bisected=bisected, divisible=divisible, devices=together,
    )  # fmt: skip


def _compute(arrays: Mapping[str, Array], work: StructuredCall) -> None:
    """Compute with NumPy; halves as float32, which they are rounded from once."""
    output = arrays[work.output]
    if output.dtype != HALVES:
        work.on_host(arrays)
        return
    wide = {name: array.astype(FLOAT32.dtype) for name, array in arrays.items()}
    work.on_host(wide)
    output[...] = wide[work.output]
