"""Reductions of the rows or the columns of a matrix, to a vector of results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.arguments import (
    check_apart,
    check_call,
    check_writable,
    new_array,
    on_host,
    queue_of,
    whole_number,
)
from autoblas.blas.host.vectors import reduction_on_host
from autoblas.calls.call_plan import CallPlan, Done
from autoblas.errors import PrecisionError, ShapeError, StrideError
from autoblas.plan.layouts.vector import ReduceLayout
from autoblas.plan.symbols import Launch
from autoblas.problems.vector import norm_accumulator
from autoblas.problems.vector_operations import REDUCTIONS
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.calls.call_plan import DeviceOperand, NewArray
    from autoblas.plan.symbols import Target
    from autoblas.precision import Precision
    from autoblas.problems.views import VectorView

__all__ = ["reduce_along", "vectors_along"]


def vectors_along(x: Any, axis: Any) -> tuple[VectorView, int]:
    """The vectors of a matrix along an axis, as a stack, and that axis, 0 or 1.

    Raises:
        ArgumentError: there is no such axis, or the matrix is none of floating-point numbers.
    """
    number = whole_number("axis", axis, -2, 1, "an axis of a matrix: 0 or 1, or -1 or -2 from its end") % 2
    if len(x.shape) != 2:
        raise ShapeError("x", "a matrix (two axes) where an axis is named", f"shape {tuple(x.shape)}")
    return vector_view("x", x, stacked=True, axis=number), number


def reduce_along(
    operation: str, x: Any, axis: Any, types: tuple[Precision, Precision], queue: Any, wait_for: Any, out: Any
) -> CallPlan | Done:
    """The plan of a reduction of all rows or all columns.

    Args:
        operation: Its name among ``REDUCTIONS``.
        x: The matrix.
        axis: The axis that disappears.
        types: The type of sums, of a norm where no wider type is needed, and the type of the results.
        queue: Where to run, or None.
        wait_for: Events, or None.
        out: The vector of results; a new one where it is None.
    """
    kind, arrays = REDUCTIONS[operation], {"x": x}
    view, axis = vectors_along(x, axis)
    accumulator, result = types
    dtype = np.dtype(np.int64) if kind.kind == "index" else result.dtype
    queue = check_call(queue, wait_for, arrays)
    created: Sequence[NewArray] = ()
    if out is None:
        created = (new_array(arrays, (view.items,), dtype, queue),)
        out = created[0].array
    else:
        _check_results(out, view.items, dtype, queue, x)
    if view.items == 0:
        return Done(out)

    def summed(*, doubles: bool) -> Precision:
        return norm_accumulator(view.precision, doubles=doubles) if kind.kind == "norm" else accumulator

    def launches(target: Target, device_operands: Mapping[str, DeviceOperand]) -> Sequence[Launch]:
        array, memory, offset = device_operands["x"]
        _, results, first = device_operands["result"]
        stack = vectors_along(array, axis)[0]
        layout = ReduceLayout(operation, (stack,), summed(doubles=target.facts.fp64), result, stack.items)
        values = {"x": memory, "x_offset": offset, "result": results, "result_offset": first}
        return (Launch(layout, values),)

    def compute() -> None:
        out[...] = reduction_on_host(kind, [x if axis else x.T], summed(doubles=True), 0)

    return CallPlan(
        {"x": x, "result": out}, ("result",), ("x",), launches, compute, out, queue, wait_for, created,
        deviceless=True, renamed={"result": "out"},
    )  # fmt: skip


def _check_results(out: Any, count: int, dtype: np.dtype[Any], queue: Any, x: Any) -> None:
    """See that results fit where they are to go: a dense vector beside the matrix."""
    host = on_host({"x": x, "out": out})
    if not host:
        queue_of(queue, {"out": out})
    if tuple(out.shape) != (count,):
        raise ShapeError("out", f"shape ({count},)", f"shape {tuple(out.shape)}")
    if out.dtype != dtype:
        raise PrecisionError("out", str(dtype), str(out.dtype))
    if count > 1 and out.strides[0] != dtype.itemsize:
        raise StrideError("out", "a dense vector", f"a stride of {out.strides[0]} bytes")
    check_writable("out", out)
    check_apart("out", {"x": x, "out": out})
