"""Vectors to one index: those of the largest and the smallest elements.

Results are those of ``autoblas.blas.level1.reductions``, of int64. Indices count from 0; of equal elements the first
is meant, and -1 is returned for an empty vector.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import on_host
from autoblas.blas.level1.calls import apply_reduction
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, Done

__all__ = ["plan_iamax", "plan_iamin", "plan_imax", "plan_imin"]


def plan_iamax(x: Any, *, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``iamax``."""
    return _index("iamax", x, out, queue, wait_for)


def plan_iamin(x: Any, *, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``iamin``."""
    return _index("iamin", x, out, queue, wait_for)


def plan_imax(x: Any, *, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``imax``."""
    return _index("imax", x, out, queue, wait_for)


def plan_imin(x: Any, *, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``imin``."""
    return _index("imin", x, out, queue, wait_for)


def _index(operation: str, x: Any, out: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The index of an extreme element."""
    arrays = {"x": x}
    on_host(arrays)
    stored = vector_view("x", x).precision
    return apply_reduction(operation, arrays, (stored.worked, stored), queue, wait_for, out=out)
