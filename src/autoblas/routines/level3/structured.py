"""What the routines on triangular, symmetric and Hermitian matrices share: checks of arguments, and who computes."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays import stack_view
from autoblas.errors import (
    ArgumentError,
    BuildError,
    FallbackWarning,
    NoKernelError,
    PrecisionError,
    ShapeError,
)
from autoblas.precision import default_accumulator
from autoblas.routines.call.arguments import (
    check_queue,
    check_written,
    chosen_queue,
    factor,
    memory_of,
    new_array,
    on_host,
)
from autoblas.routines.call.events import awaited, leave_event, wait
from autoblas.routines.call.steps import Operand, Steps
from autoblas.runtime.context import queue_device
from autoblas.runtime.host.crossover import HOST_TYPES, crossover

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from autoblas.arrays import MatrixView
    from autoblas.devices.device import Event, Queue
    from autoblas.precision import Precision
    from autoblas.problems import Triangle

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "Work",
    "check_shape",
    "entering",
    "factor_of",
    "factors_of",
    "floating_views",
    "matrix_views",
    "output_of",
    "perform",
    "triangle",
]


@dataclass(frozen=True)
class Work:
    """A call whose arguments were checked.

    Attributes:
        output: The name of the array that is written.
        read: Its old elements count, or not all of them are overwritten.
        operations: What the definition takes, on real numbers.
        enqueue: Adds the launches, given the operands by name.
        on_host: Computes with NumPy, given the arrays by name.
        idle: Only the output is needed: no other array is looked at.
    """

    output: str
    read: bool
    operations: int
    enqueue: Callable[[Steps, Mapping[str, Operand]], None]
    on_host: Callable[[Mapping[str, Array]], None]
    idle: bool = False

    def needed(self, arrays: Mapping[str, Any]) -> dict[str, Any]:
        """The arrays that a device works on."""
        return {name: array for name, array in arrays.items() if name == self.output or not self.idle}


def triangle(x: Array, part: Triangle, *, unit: bool = False) -> Array:
    """A copy of a matrix, or of many, with zeros outside of a triangle, whose diagonal may be known to be ones."""
    kept = np.tril(x) if part == "lower" else np.triu(x)
    if unit:
        places = np.arange(x.shape[-1])
        kept[..., places, places] = 1
    return kept


def entering(x: Array, flipped: bool, conjugated: bool) -> Array:
    """A matrix, or many, as it enters: transposed, and conjugated."""
    x = x.swapaxes(-1, -2) if flipped else x
    return x.conj() if conjugated else x


def floating_views(arrays: Mapping[str, Any]) -> dict[str, MatrixView]:
    """The layouts of matrices, or of stacks, of one floating-point type.

    Raises:
        ArgumentError: one of them is none; its kinds name what.
    """
    views = {name: stack_view(name, array) for name, array in arrays.items()}
    first, model = next(iter(views.items()))
    for name, view in views.items():
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


def factor_of(kind: Precision, argument: str, value: Any, *, real: bool = False) -> Any:
    """A factor, rounded to what matrices of this type are multiplied in, or to its real type.

    Raises:
        ArgumentError: it is no number, or one that the type cannot hold.
    """
    summed = default_accumulator(kind, kind, kind)
    return factor(argument, value, summed.real if real else summed)


def factors_of(kind: Precision, alpha: Any, beta: Any, real: str = "") -> tuple[Any, Any]:
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
) -> Any:
    """C, checked, or a new one."""
    check_queue(queue, arrays)
    if "c" in arrays:
        check_shape("c", views["c"], shape)
        check_written("c", arrays, views["c"])
        return arrays["c"]
    if beta != 0:
        raise ArgumentError("c", f"a matrix of shape {shape} for beta to multiply", "None")
    return new_array(arrays, shape, views["a"].precision.dtype, queue, zeros=zeros)


def perform(arrays: dict[str, Any], work: Work, queue: Any, wait_for: Sequence[Event] | None) -> Any:
    """Do the work on NumPy arrays, complete on return, or enqueue it on arrays in device memory; return the output.

    Without a queue that the caller asked for, NumPy computes what is too small for a device, and, with a warning,
    what no kernel of the device computes.
    """
    output = arrays[work.output]
    host, chosen = on_host(arrays), chosen_queue(queue, arrays)
    if not host:
        return _on_device(arrays, work, chosen, wait_for)
    wait(wait_for)
    if queue is None and _host_is_faster(output, work, chosen):
        _compute(arrays, work)
        return output
    try:
        _lent(arrays, work, chosen)
    except (NoKernelError, BuildError) as error:
        if queue is not None:
            raise
        message = f"the host computed what no kernel of the device did: {error.summary}"
        warnings.warn(message, FallbackWarning, stacklevel=4)
        _compute(arrays, work)
    return output


def _host_is_faster(output: Array, work: Work, queue: Queue) -> bool:
    kind = stack_view(work.output, output).precision
    return kind in HOST_TYPES and work.operations < crossover(queue_device(queue).facts, kind).size


def _compute(arrays: Mapping[str, Any], work: Work) -> None:
    with np.errstate(all="ignore"):
        work.on_host(arrays)


def _lent(arrays: Mapping[str, Any], work: Work, queue: Queue) -> None:
    """Lend NumPy arrays to a device and wait for the result."""
    loans = {
        name: queue_device(queue).lend(
            queue, array, read=name != work.output or work.read, write=name == work.output
        )
        for name, array in work.needed(arrays).items()
    }
    steps = Steps(queue)
    work.enqueue(
        steps,
        {
            name: Operand(stack_view(name, loan.layout), loan.memory, loan.offset)
            for name, loan in loans.items()
        },
    )
    loans[work.output].return_after(steps.enqueue(None))


def _on_device(arrays: Mapping[str, Any], work: Work, queue: Queue, wait_for: Sequence[Event] | None) -> Any:
    """Enqueue the work after all that the arrays wait for, and leave its event with them."""
    steps, arrays = Steps(queue), work.needed(arrays)
    work.enqueue(
        steps, {name: Operand(stack_view(name, array), *memory_of(array)) for name, array in arrays.items()}
    )
    event = steps.enqueue(awaited(arrays, wait_for))
    leave_event(event, queue, arrays, (work.output,))
    return arrays[work.output]
