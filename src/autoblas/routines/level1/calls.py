"""How calls on vectors are checked, bound and enqueued, whatever the table says they compute."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.arrays import VectorView, vector_view
from autoblas.errors import ArgumentError, PrecisionError, ShapeError
from autoblas.problems.base import Scratch
from autoblas.problems.vector_operations import MAPS, REDUCTIONS
from autoblas.routines.call.arguments import (
    check_apart,
    check_events,
    check_written,
    chosen_queue,
    factor,
    memory_of,
    new_array,
    on_host,
    queue_of,
)
from autoblas.routines.call.events import awaited, leave_event, wait
from autoblas.runtime.adapters.adapter import is_queue
from autoblas.runtime.context import default_queue, queue_device
from autoblas.runtime.layouts.vector import MapLayout, ReduceLayout
from autoblas.runtime.serve import bind
from autoblas.runtime.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.devices.device import Queue
    from autoblas.precision import Precision

__all__ = [
    "Lists",
    "apply_map",
    "apply_reduction",
    "check_alike",
    "check_vectors",
    "enqueue",
    "has_doubles",
    "rounded",
]


class Operand(NamedTuple):
    """A vector where the device sees it."""

    view: VectorView
    memory: Any
    offset: int

    @property
    def reversed(self) -> Operand:
        """The same elements from the last to the first."""
        view = self.view
        last = self.offset + (view.length - 1) * view.step
        return Operand(view._replace(step=-view.step), self.memory, last % 2**64)


class Lists(NamedTuple):
    """What differs from set to set of a batch.

    Attributes:
        scalars: Vectors of scalars, by the name of the scalar.
        offsets: Where the vectors begin, in elements, by their name; None where they are stacked.
    """

    scalars: Mapping[str, Any]
    offsets: Mapping[str, Any] | None = None


def check_vectors(
    arrays: dict[str, Any], written: Sequence[str] = (), *, stacked: bool = False
) -> dict[str, VectorView]:
    """The layouts of vectors of one type and length, those that are written apart from all others.

    Raises:
        ArgumentError: an array does not fit; its kinds name what.
    """
    views = {name: vector_view(name, array, stacked=stacked) for name, array in arrays.items()}
    check_alike(views)
    for output in written:
        check_written(output, arrays, views[output])
    return views


def check_alike(views: Mapping[str, VectorView]) -> None:
    """See that vectors have one type and one length."""
    first, model = next(iter(views.items()))
    for name, view in views.items():
        if view.precision is not model.precision:
            raise PrecisionError(name, f"{model.precision.name} like {first}", view.precision.name)
        if view.length != model.length:
            raise ShapeError(name, f"{model.length} elements like {first}", f"{view.length}")


def rounded(
    operation: str, scalars: Mapping[str, Any], precision: Precision, real: str = ""
) -> dict[str, Any]:
    """Scalars as the kernel of a map sees them; those named in ``real`` are real also where elements are complex."""
    kinds = _scalar_kinds(operation, precision, real)
    return {name: factor(name, value, kinds[name]) for name, value in scalars.items()}


@functools.cache
def _scalar_kinds(operation: str, precision: Precision, real: str) -> Mapping[str, Precision]:
    """The types that the kernel of a map sees scalars in."""
    return MapLayout(operation, (VectorView(precision, 0),), real).problem.factors


def apply_map(
    operation: str,
    arrays: dict[str, Any],
    views: Mapping[str, VectorView],
    scalars: Mapping[str, Any],
    queue: Any,
    wait_for: Any,
    *,
    real: str = "",
    items: int = 1,
    lists: Lists | None = None,
) -> None:
    """Run a map on vectors that were checked.

    Args:
        operation: Its name among ``MAPS``.
        arrays: The vectors, by name.
        views: Their layouts, as the kernel is to see them.
        scalars: Numbers, rounded.
        queue: Where to run, or None.
        wait_for: Events, or None.
        real: The scalars that are real although elements are complex.
        items: Sets of a batch.
        lists: What differs from set to set.
    """
    kind = MAPS[operation]
    check_events(wait_for)
    host = on_host(arrays)
    chosen = chosen_queue(queue, arrays)
    idle = bool(kind.idle) and lists is None and scalars[kind.idle] == 0
    if items == 0 or idle or next(iter(views.values())).length == 0:
        return
    whole = lists is None or lists.offsets is None
    operands, loans = _placed(chosen, arrays, views, kind.outputs, kind.read, host=host, whole=whole)
    if all(operand.view.step < 0 for operand in operands.values()):
        operands = {name: operand.reversed for name, operand in operands.items()}
    ordered = tuple(operands[name].view for name in kind.vectors)
    layout = MapLayout(operation, ordered, real, items, lists is not None)
    values = {**scalars, **_values(operands)}
    if lists is not None:
        values |= _listed(chosen, lists, operands)
    plan = bind(chosen, layout)
    if host:
        wait(wait_for)
        event = plan(values)
        for name in kind.outputs:
            loans[name].return_after(event)
        return
    enqueue(plan, values, arrays, tuple(kind.outputs), wait_for)


def _placed(
    queue: Queue,
    arrays: Mapping[str, Any],
    views: Mapping[str, VectorView],
    written: Any,
    read: Any,
    *,
    host: bool,
    whole: bool = True,
) -> tuple[dict[str, Operand], dict[str, Any]]:
    """The vectors where the device sees them, and the loans of those of the host."""
    if not host:
        return {name: Operand(views[name], *memory_of(array)) for name, array in arrays.items()}, {}
    loans = {
        name: queue_device(queue).lend(queue, array, read=name in read or not whole, write=name in written)
        for name, array in arrays.items()
    }
    operands = {}
    for name, loan in loans.items():
        view = vector_view(name, loan.layout, stacked=loan.layout.ndim > 1) if whole else views[name]
        operands[name] = Operand(view, loan.memory, loan.offset)
    return operands, loans


def _values(operands: Mapping[str, Operand]) -> dict[str, Any]:
    """What varies from call to call of each vector."""
    values: dict[str, Any] = {}
    for name, operand in operands.items():
        values |= {name: operand.memory, f"{name}_offset": operand.offset}
    return values


def _listed(queue: Queue, lists: Lists, operands: Mapping[str, Operand]) -> dict[str, Any]:
    """The lists in device memory."""
    named = {f"{name}s": np.ascontiguousarray(values) for name, values in lists.scalars.items()}
    for name, operand in operands.items():
        if lists.offsets is None:
            count = max(x.view.items for x in operands.values())
            places = np.arange(count, dtype=np.int64) * operand.view.distance
        else:
            places = lists.offsets[name]
        named[f"{name}_offsets"] = np.ascontiguousarray(places).astype(np.uint64)
    device = queue_device(queue)
    return {name: device.holding(values) for name, values in named.items()}


def enqueue(
    plan: Any, values: Mapping[str, Any], arrays: Mapping[str, Any], written: Sequence[str], wait_for: Any
) -> None:
    """Enqueue a call on device arrays after all that they wait for, and leave its event with them."""
    event = plan(values, awaited(arrays, wait_for))
    leave_event(event, plan.queue, arrays, written)


def apply_reduction(
    operation: str,
    arrays: dict[str, Any],
    types: tuple[Precision, Precision],
    queue: Any,
    wait_for: Any,
    *,
    alpha: Any = None,
    out: Any = None,
) -> Any:
    """Check vectors and reduce them: to a NumPy scalar on the host, to an array of one element on a device.

    Args:
        operation: Its name among ``REDUCTIONS``.
        arrays: The vectors, by name.
        types: What is summed in, and the type of the result.
        queue: Where to run, or None.
        wait_for: Events, or None.
        alpha: The number that is added, where one is.
        out: Where the result goes on a device; a new array where it is None.
    """
    kind = REDUCTIONS[operation]
    host = on_host(arrays)
    views = check_vectors(arrays)
    check_events(wait_for)
    accumulator, result = types
    dtype = np.dtype(np.int64) if kind.kind == "place" else result.dtype
    values = {} if alpha is None else {"alpha": factor("alpha", alpha, accumulator)}
    if host:
        if out is not None:
            raise ArgumentError(
                "out", "None with NumPy arrays, for which a number is returned", type(out).__name__
            )
        return _number(operation, arrays, views, types, dtype, values, queue, wait_for)
    chosen = queue_of(queue, arrays)
    if out is None:
        out = new_array(arrays, (1,), dtype, chosen)
    else:
        _check_out(out, dtype, chosen, arrays)
    operands, _ = _placed(chosen, arrays, views, (), kind.vectors, host=False)
    plan = bind(chosen, _layout(operation, operands, types))
    memory, offset = memory_of(out)
    values |= {**_values(operands), "result": memory, "result_offset": offset}
    enqueue(plan, values, {**arrays, "out": out}, ("out",), wait_for)
    return out


def _check_out(out: Any, dtype: np.dtype[Any], queue: Queue, arrays: Mapping[str, Any]) -> None:
    """See that a result fits where it is to go."""
    on_host({"x": arrays["x"], "out": out})
    queue_of(queue, {"out": out})
    if out.size != 1:
        raise ShapeError("out", "one element", f"shape {tuple(out.shape)}")
    if out.dtype != dtype:
        raise PrecisionError("out", str(dtype), str(out.dtype))
    check_apart("out", {**arrays, "out": out})


def _layout(operation: str, operands: dict[str, Operand], types: tuple[Precision, Precision]) -> ReduceLayout:
    """The key of a reduction's plan; sums do not mind the direction."""
    if REDUCTIONS[operation].kind != "place" and all(x.view.step < 0 for x in operands.values()):
        operands.update({name: operand.reversed for name, operand in operands.items()})
    views = tuple(operands[name].view for name in REDUCTIONS[operation].vectors)
    return ReduceLayout(operation, views, *types)


def _number(
    operation: str,
    arrays: dict[str, Any],
    views: Mapping[str, VectorView],
    types: tuple[Precision, Precision],
    dtype: np.dtype[Any],
    values: dict[str, Any],
    queue: Any,
    wait_for: Any,
) -> Any:
    """The result of a reduction of NumPy arrays."""
    kind = REDUCTIONS[operation]
    chosen = chosen_queue(queue, arrays)
    if next(iter(views.values())).length == 0:
        return dtype.type(-1 if kind.kind == "place" else values.get("alpha", 0))
    wait(wait_for)
    operands, loans = _placed(chosen, arrays, views, (), kind.vectors, host=True)
    plan = bind(chosen, _layout(operation, operands, types))
    number = np.empty(1, dtype)
    scratch = Scratch(number.nbytes, None, types[1])
    memory = WORKSPACE.take(plan.device, chosen, "result", scratch)
    event = plan({**values, **_values(operands), "result": memory, "result_offset": 0})
    plan.device.copy(chosen, number, memory, [event])
    del loans
    return number[0]


def has_doubles(queue: Any, arrays: Mapping[str, Any]) -> bool:
    """The device that arrays are reduced on has doubles."""
    first = next(iter(arrays.values()))
    chosen = queue or (default_queue() if isinstance(first, np.ndarray) else getattr(first, "queue", None))
    return is_queue(chosen) and queue_device(chosen).facts.fp64
