"""Reductions of one vector: nrm2, asum and sum to a number, iamax, iamin, imax and imin to an index.

For NumPy arrays the result is a NumPy scalar. For arrays in device memory it is an array of one element, ``out`` or a
new one, with the event of the work; nothing is waited for. Vectors have one axis and any strides, also negative ones.

float16 is summed in float32. Indices are of int64 and count from 0; of equal elements the first is meant, and -1 is
returned for an empty vector.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import on_host
from autoblas.blas.level1.calls import apply_reduction, reduction_types
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, Done

__all__ = ["plan_asum", "plan_iamax", "plan_iamin", "plan_imax", "plan_imin", "plan_nrm2", "plan_sum"]


def plan_nrm2(x: Any, *, dtype: Any, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``nrm2``."""
    arrays = {"x": x}
    types = reduction_types(arrays, None, dtype, real=True)
    return apply_reduction("nrm2", arrays, types, queue, wait_for, out=out)


def plan_asum(
    x: Any, *, accumulator: Any, dtype: Any, out: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``asum``."""
    arrays = {"x": x}
    return apply_reduction(
        "asum", arrays, reduction_types(arrays, accumulator, dtype, real=True), queue, wait_for, out=out
    )


def plan_sum(x: Any, *, accumulator: Any, dtype: Any, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``sum``."""
    arrays = {"x": x}
    return apply_reduction(
        "sum", arrays, reduction_types(arrays, accumulator, dtype), queue, wait_for, out=out
    )


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


def _index(operation: str, x: Any, *, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The index of an extreme element."""
    arrays = {"x": x}
    on_host(arrays)
    stored = vector_view("x", x).precision
    return apply_reduction(operation, arrays, (stored.worked, stored), queue, wait_for, out=out)
