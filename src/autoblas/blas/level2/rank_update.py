"""Updates of low rank: ger, geru and gerc, and those of symmetric and Hermitian matrices, stored whole.

Calls on NumPy arrays are complete on return; calls on arrays in device memory are enqueued, and leave their event with
the arrays. Any strides are accepted. Of symmetric and Hermitian matrices only the named triangle is read and written;
imaginary parts of Hermitian diagonals are taken as zero and become zero. With ``alpha`` = 0 nothing is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.level2.operands import whole_triangle
from autoblas.blas.level2.updates import update_general, update_triangle

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, Done

__all__ = ["plan_ger", "plan_gerc", "plan_geru", "plan_her", "plan_her2", "plan_syr", "plan_syr2"]


def plan_ger(x: Any, y: Any, a: Any, *, alpha: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``ger``."""
    return update_general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=False)


def plan_geru(x: Any, y: Any, a: Any, *, alpha: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``geru``."""
    return update_general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=False)


def plan_gerc(x: Any, y: Any, a: Any, *, alpha: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``gerc``."""
    return update_general({"x": x, "y": y, "a": a}, alpha, queue, wait_for, conjugate=True)


def plan_syr(x: Any, a: Any, *, alpha: Any, uplo: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``syr``."""
    return update_triangle({"x": x, "a": a}, whole_triangle(uplo), "symmetric", alpha, queue, wait_for)


def plan_her(x: Any, a: Any, *, alpha: Any, uplo: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``her``."""
    return update_triangle({"x": x, "a": a}, whole_triangle(uplo), "hermitian", alpha, queue, wait_for)


def plan_syr2(x: Any, y: Any, a: Any, *, alpha: Any, uplo: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``syr2``."""
    fold = whole_triangle(uplo)
    return update_triangle({"x": x, "y": y, "a": a}, fold, "symmetric", alpha, queue, wait_for)


def plan_her2(x: Any, y: Any, a: Any, *, alpha: Any, uplo: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``her2``."""
    fold = whole_triangle(uplo)
    return update_triangle({"x": x, "y": y, "a": a}, fold, "hermitian", alpha, queue, wait_for)
