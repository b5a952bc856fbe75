"""Dot products of two vectors: dot, dotu and dotc, and those of float32 that are summed in float64, dsdot and sdsdot.

For NumPy arrays the result is a NumPy scalar. For arrays in device memory it is an array of one element, ``out`` or a
new one, with the event of the work; nothing is waited for. Vectors have one axis and any strides, also negative ones.

float16 is summed in float32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import on_host
from autoblas.blas.level1.calls import apply_reduction, reduction_types
from autoblas.errors import PrecisionError
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, Done

__all__ = ["plan_dot", "plan_dotc", "plan_dotu", "plan_dsdot", "plan_sdsdot"]


def plan_dot(
    x: Any, y: Any, *, accumulator: Any, dtype: Any, out: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``dot``."""
    arrays = {"x": x, "y": y}
    return apply_reduction(
        "dot", arrays, reduction_types(arrays, accumulator, dtype), queue, wait_for, out=out
    )


def plan_dotu(x: Any, y: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``dotu``."""
    return plan_dot(x, y, **options)


def plan_dotc(
    x: Any, y: Any, *, accumulator: Any, dtype: Any, out: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``dotc``."""
    arrays = {"x": x, "y": y}
    types = reduction_types(arrays, accumulator, dtype)
    operation = "dotc" if types[0].is_complex else "dot"
    return apply_reduction(operation, arrays, types, queue, wait_for, out=out)


def plan_dsdot(x: Any, y: Any, *, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``dsdot``."""
    arrays = {"x": x, "y": y}
    _singles(arrays)
    return apply_reduction("dot", arrays, (FLOAT64, FLOAT64), queue, wait_for, out=out)


def plan_sdsdot(x: Any, y: Any, *, alpha: Any, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``sdsdot``."""
    arrays = {"x": x, "y": y}
    _singles(arrays)
    return apply_reduction("sdsdot", arrays, (FLOAT64, FLOAT32), queue, wait_for, alpha=alpha, out=out)


def _singles(arrays: dict[str, Any]) -> None:
    """See that vectors are of float32."""
    on_host(arrays)
    for name, array in arrays.items():
        precision = vector_view(name, array).precision
        if precision is not FLOAT32:
            raise PrecisionError(name, "float32", precision.name)
