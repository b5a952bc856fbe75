"""Reductions of one vector: nrm2, asum and sum to a number, iamax, iamin, imax and imin to an index.

For NumPy arrays the result is a NumPy scalar. For arrays in device memory it is an array of one element, ``out`` or a
new one, with the event of the work; nothing is waited for. Vectors have one axis and any strides, also negative ones.

float16 is summed in float32. Indices are of int64 and count from 0; of equal elements the first is meant, and -1 is
returned for an empty vector. With an axis, rows or columns of a matrix are vectors, whose results are a vector.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import on_host
from autoblas.blas.level1.along import reduce_along
from autoblas.blas.level1.calls import apply_reduction, reduction_types
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, Done
    from autoblas.precision import Precision

__all__ = ["plan_asum", "plan_iamax", "plan_iamin", "plan_imax", "plan_imin", "plan_nrm2", "plan_sum"]


def plan_nrm2(x: Any, *, axis: Any, dtype: Any, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``nrm2``."""
    return _plan("nrm2", x, axis, _types(x, axis, None, dtype, real=True), queue, wait_for, out)


def plan_asum(
    x: Any, *, axis: Any, accumulator: Any, dtype: Any, out: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``asum``."""
    types = _types(x, axis, accumulator, dtype, real=True)
    return _plan("asum", x, axis, types, queue, wait_for, out)


def plan_sum(
    x: Any, *, axis: Any, accumulator: Any, dtype: Any, out: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``sum``."""
    return _plan("sum", x, axis, _types(x, axis, accumulator, dtype), queue, wait_for, out)


def plan_iamax(x: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``iamax``."""
    return _index("iamax", x, **options)


def plan_iamin(x: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``iamin``."""
    return _index("iamin", x, **options)


def plan_imax(x: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``imax``."""
    return _index("imax", x, **options)


def plan_imin(x: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``imin``."""
    return _index("imin", x, **options)


def _index(operation: str, x: Any, *, axis: Any, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The index of an extreme element, or those of all rows or columns."""
    on_host({"x": x})
    stored = vector_view("x", x, stacked=axis is not None).precision
    return _plan(operation, x, axis, (stored.worked, stored), queue, wait_for, out)


def _types(
    x: Any, axis: Any, accumulator: Any, dtype: Any, *, real: bool = False
) -> tuple[Precision, Precision]:
    """The types of sums and of results."""
    return reduction_types({"x": x}, accumulator, dtype, real=real, stacked=axis is not None)


def _plan(
    operation: str, x: Any, axis: Any, types: tuple[Precision, Precision], queue: Any, wait_for: Any, out: Any
) -> CallPlan | Done:
    """The plan of a reduction of a vector, or along an axis of a matrix."""
    if axis is not None:
        return reduce_along(operation, x, axis, types, queue, wait_for, out)
    return apply_reduction(operation, {"x": x}, types, queue, wait_for, out=out)
