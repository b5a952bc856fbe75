"""Symmetric and Hermitian matrices whose triangle is packed: products with a vector and updates of low rank.

Products are spmv and hpmv, updates spr, hpr, spr2 and hpr2. Imaginary parts of Hermitian diagonals are taken as zero,
and become zero where the matrix is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.level2.operands import packed_triangle
from autoblas.blas.level2.products import multiply
from autoblas.blas.level2.rank_update import update_triangle

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, Done

__all__ = ["plan_hpmv", "plan_hpr", "plan_hpr2", "plan_spmv", "plan_spr", "plan_spr2"]


def plan_spmv(
    ap: Any, x: Any, y: Any, *, alpha: Any, beta: Any, uplo: Any, order: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``spmv``."""
    fold = packed_triangle(uplo, order)
    return multiply({"ap": ap, "x": x, "y": y}, fold, "symmetric", "N", alpha, beta, queue, wait_for)


def plan_hpmv(
    ap: Any, x: Any, y: Any, *, alpha: Any, beta: Any, uplo: Any, order: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``hpmv``."""
    fold = packed_triangle(uplo, order)
    return multiply({"ap": ap, "x": x, "y": y}, fold, "hermitian", "N", alpha, beta, queue, wait_for)


def plan_spr(
    x: Any, ap: Any, *, alpha: Any, uplo: Any, order: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``spr``."""
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "ap": ap}, fold, "symmetric", alpha, queue, wait_for)


def plan_hpr(
    x: Any, ap: Any, *, alpha: Any, uplo: Any, order: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``hpr``."""
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "ap": ap}, fold, "hermitian", alpha, queue, wait_for)


def plan_spr2(
    x: Any, y: Any, ap: Any, *, alpha: Any, uplo: Any, order: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``spr2``."""
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "y": y, "ap": ap}, fold, "symmetric", alpha, queue, wait_for)


def plan_hpr2(
    x: Any, y: Any, ap: Any, *, alpha: Any, uplo: Any, order: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``hpr2``."""
    fold = packed_triangle(uplo, order)
    return update_triangle({"x": x, "y": y, "ap": ap}, fold, "hermitian", alpha, queue, wait_for)
