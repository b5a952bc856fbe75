"""How calls on vectors are checked, bound and computed, whatever the table says they compute."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.blas.arguments import (
    check_apart,
    check_events,
    check_queue,
    check_writable,
    check_written,
    factor,
    new_array,
    on_host,
    queue_of,
)
from autoblas.blas.host.vectors import map_sets_on_host, reduction_on_host
from autoblas.calls.call_plan import CallPlan, Done
from autoblas.errors import ArgumentError, PrecisionError, ShapeError
from autoblas.plan.layouts.vector import MapLayout, ReduceLayout
from autoblas.plan.symbols import DeviceList, Launch, number
from autoblas.precision import precision_of
from autoblas.problems.vector import norm_accumulator
from autoblas.problems.vector_operations import MAPS, REDUCTIONS
from autoblas.problems.views import VectorView, vector_view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.calls.call_plan import DeviceOperand, NewArray
    from autoblas.devices.device import Queue
    from autoblas.plan.symbols import Factor, Target
    from autoblas.precision import Precision

__all__ = [
    "SetLists",
    "apply_map",
    "apply_reduction",
    "check_alike",
    "check_vectors",
    "reduction_types",
    "rounded",
]


class VectorOperand(NamedTuple):
    """A vector where the device sees it."""

    view: VectorView
    memory: Any
    offset: int

    @property
    def reversed(self) -> VectorOperand:
        """The operand with its elements from the last to the first."""
        view = self.view
        last = self.offset + (view.length - 1) * view.step
        return VectorOperand(view._replace(step=-view.step), self.memory, last % 2**64)


class SetLists(NamedTuple):
    """Scalars and offsets of each set of a batch.

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
            raise ShapeError(name, f"{model.length} elements like {first}", f"{view.length} elements")


def rounded(
    operation: str, scalars: Mapping[str, Any], precision: Precision, real: str = ""
) -> dict[str, Factor]:
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
    result: Any,
    created: Sequence[NewArray] = (),
    real: str = "",
    items: int = 1,
    lists: SetLists | None = None,
) -> CallPlan | Done:
    """The plan of a map on vectors that were checked.

    Args:
        operation: Its name among ``MAPS``.
        arrays: The vectors, by name.
        views: Their layouts, as the kernel is to see them.
        scalars: Numbers, rounded.
        queue: Where to run, or None.
        wait_for: Events, or None.
        result: The array that the routine returns, or several.
        created: The array that the routine created, if it did.
        real: The scalars that are real although elements are complex.
        items: Sets of a batch.
        lists: Scalars and offsets of each set.
    """
    kind = MAPS[operation]
    check_events(wait_for)
    queue = check_queue(queue, arrays)
    idle = bool(kind.idle) and lists is None and scalars[kind.idle] == 0
    if items == 0 or idle or next(iter(views.values())).length == 0:
        return Done(result)
    scattered = lists is not None and lists.offsets is not None

    def launches(_target: Target, device_operands: Mapping[str, DeviceOperand]) -> Sequence[Launch]:
        operands = _operands(device_operands, arrays, views, views_fixed=scattered)
        if all(operand.view.step < 0 for operand in operands.values()):
            operands = {name: operand.reversed for name, operand in operands.items()}
        ordered = tuple(operands[name].view for name in kind.vectors)
        layout = MapLayout(operation, ordered, real, items, lists is not None)
        values = {**scalars, **_values(operands)}
        if lists is not None:
            values |= _listed(lists, operands)
        return (Launch(layout, values),)

    def compute() -> None:
        batch = lists or SetLists({})
        numbers = {name: number(value) for name, value in scalars.items()}
        map_sets_on_host(operation, arrays, views, numbers, batch.scalars, batch.offsets, items, real)

    read = kind.vectors if scattered else kind.read
    return CallPlan(arrays, kind.outputs, read, launches, compute, result, queue, wait_for, created)


def _operands(
    device_operands: Mapping[str, DeviceOperand],
    arrays: Mapping[str, Any],
    views: Mapping[str, VectorView],
    *,
    views_fixed: bool = False,
) -> dict[str, VectorOperand]:
    """The vectors where the device sees them.

    Args:
        device_operands: The arrays where the device sees them.
        arrays: The vectors of the call, and others, by name.
        views: Their layouts, of those that are wanted.
        views_fixed: The layouts hold for copies, too: they are those of vectors that lie within the arrays.
    """
    operands = {}
    for name, view in views.items():
        array, memory, offset = device_operands[name]
        if array is not arrays[name] and not views_fixed:
            view = vector_view(name, array, stacked=array.ndim > 1)  # noqa: PLW2901  # that of the copy
        operands[name] = VectorOperand(view, memory, offset)
    return operands


def _values(operands: Mapping[str, VectorOperand]) -> dict[str, Any]:
    """Memory and offset of each vector, which vary from call to call."""
    values: dict[str, Any] = {}
    for name, operand in operands.items():
        values[name] = operand.memory
        values[f"{name}_offset"] = operand.offset
    return values


def _listed(lists: SetLists, operands: Mapping[str, VectorOperand]) -> dict[str, DeviceList]:
    """The lists by the names of kernel arguments."""
    named = {f"{name}s": np.ascontiguousarray(values) for name, values in lists.scalars.items()}
    for name, operand in operands.items():
        if lists.offsets is None:
            count = max(x.view.items for x in operands.values())
            offsets = np.arange(count, dtype=np.int64) * operand.view.distance
        else:
            offsets = lists.offsets[name]
        named[f"{name}_offsets"] = np.ascontiguousarray(offsets).astype(np.uint64)
    return {name: DeviceList(values) for name, values in named.items()}


def reduction_types(
    arrays: dict[str, Any], accumulator: Any, dtype: Any, *, real: bool = False, stacked: bool = False
) -> tuple[Precision, Precision]:
    """The type in which a reduction sums, and the type of its result.

    Args:
        arrays: Its vectors, by name.
        accumulator: The type that the caller wants it to be summed in, or None.
        dtype: The type that the caller wants the result to have, or None.
        real: The result is real though the vectors may be complex.
        stacked: The vectors are those of matrices.

    Raises:
        PrecisionError: one of these types does not suit the vectors.
    """
    on_host(arrays)
    stored = vector_view("x", arrays["x"], stacked=stacked).precision
    default = stored.worked
    summed = default if accumulator is None else precision_of(accumulator, "accumulator")
    if summed.kind != stored.kind or summed.size < default.size:
        raise PrecisionError("accumulator", f"{default.name} or a wider type of its kind", summed.name)
    plain = stored.real if real else stored
    result = plain if dtype is None else precision_of(dtype)
    if result.kind != plain.kind:
        raise PrecisionError("dtype", f"a {plain.kind} type", result.name)
    return summed, result


def apply_reduction(
    operation: str,
    arrays: dict[str, Any],
    types: tuple[Precision, Precision],
    queue: Any,
    wait_for: Any,
    *,
    alpha: Any = None,
    out: Any = None,
    within: VectorView | None = None,
) -> CallPlan | Done:
    """The plan of a reduction, whose vectors it checks: to a NumPy scalar, or to a device array of one element.

    Args:
        operation: Its name among ``REDUCTIONS``.
        arrays: The vectors, by name, arrays of one kind of memory.
        types: The type of sums, of a norm where no wider type is needed, and the type of the result.
        queue: Where to run, or None.
        wait_for: Events, or None.
        alpha: The number that is added, where one is.
        out: Where the result goes on a device; a new array where it is None.
        within: The layout of the vector where the array is a matrix in device memory, the argument ``a``.
    """
    kind = REDUCTIONS[operation]
    host = isinstance(arrays["x"], np.ndarray)
    views = check_vectors(arrays) if within is None else {"x": within}
    check_events(wait_for)
    accumulator, result = types
    dtype = np.dtype(np.int64) if kind.kind == "index" else result.dtype
    scalars = {"alpha": factor("alpha", alpha, accumulator)} if kind.scalars else {}
    created: Sequence[NewArray] = ()
    if host and out is not None:
        raise ArgumentError(
            "out", "None with NumPy arrays, for which a number is returned", type(out).__name__
        )
    queue = check_queue(queue, arrays)
    if host:
        if next(iter(views.values())).length == 0:
            return Done(dtype.type(-1 if kind.kind == "index" else number(scalars.get("alpha", 0))))
        out = np.empty(1, dtype)
    elif out is None:
        created = (new_array(arrays, (1,), dtype, queue),)
        out = created[0].array
    else:
        _check_out(out, dtype, queue, arrays)

    def summed(*, doubles: bool) -> Precision:
        """The type that is summed in, where there are doubles, or not."""
        widened = kind.kind == "norm" or kind.logarithm
        return norm_accumulator(views["x"].precision, doubles=doubles) if widened else accumulator

    def launches(target: Target, device_operands: Mapping[str, DeviceOperand]) -> Sequence[Launch]:
        operands = _operands(device_operands, arrays, views)
        layout = _layout(operation, operands, (summed(doubles=target.facts.fp64), result))
        _, memory, offset = device_operands["result"]
        values = {**scalars, **_values(operands), "result": memory, "result_offset": offset}
        return (Launch(layout, values),)

    def compute() -> None:
        vectors = [arrays[name] for name in kind.vectors]
        addend = number(scalars.get("alpha", 0))
        out[0] = reduction_on_host(kind, vectors, summed(doubles=True), addend)

    return CallPlan(
        {**arrays, "result": out}, ("result",), kind.vectors, launches, compute, out, queue, wait_for,
        created, scalar=host, renamed={"result": "out"} | ({} if within is None else {"x": "a"}),
    )  # fmt: skip


def _check_out(out: Any, dtype: np.dtype[Any], queue: Queue, arrays: Mapping[str, Any]) -> None:
    """See that a result fits where it is to go."""
    on_host({"x": arrays["x"], "out": out})
    queue_of(queue, {"out": out})
    if out.size != 1:
        raise ShapeError("out", "one element", f"shape {tuple(out.shape)}")
    if out.dtype != dtype:
        raise PrecisionError("out", str(dtype), str(out.dtype))
    check_writable("out", out)
    check_apart("out", {**arrays, "out": out})


def _layout(
    operation: str, operands: dict[str, VectorOperand], types: tuple[Precision, Precision]
) -> ReduceLayout:
    """The key of a reduction's plan; sums do not mind the direction."""
    if REDUCTIONS[operation].kind != "index" and all(x.view.step < 0 for x in operands.values()):
        operands.update({name: operand.reversed for name, operand in operands.items()})
    views = tuple(operands[name].view for name in REDUCTIONS[operation].vectors)
    return ReduceLayout(operation, views, *types)
