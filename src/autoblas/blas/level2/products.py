"""Matrix times vector: gemv, and symv and hemv for symmetric and Hermitian matrices, all of them stored whole.

All of them take NumPy arrays, for which they return when the work is complete, or arrays in device memory, for which
they enqueue it and leave its event with the arrays. Any strides are accepted; views with
negative strides are negative increments. As in Netlib"s BLAS, with ``beta`` = 0 y is not read, with ``alpha`` = 0
neither matrix nor x is, and where the matrix has no rows or no columns y stays as it is.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import option
from autoblas.blas.level2.multiplication import multiply
from autoblas.blas.level2.operands import full, whole_triangle

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, Done

__all__ = ["plan_gemv", "plan_hemv", "plan_symv"]


def plan_gemv(
    a: Any, x: Any, y: Any, *, alpha: Any, beta: Any, trans: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``gemv``."""
    letter = option("trans", trans, "NTC")
    fold = partial(full, "a")
    return multiply({"a": a, "x": x, "y": y}, fold, "general", letter, alpha, beta, queue, wait_for)


def plan_symv(
    a: Any, x: Any, y: Any, *, alpha: Any, beta: Any, uplo: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``symv``."""
    fold = whole_triangle(uplo)
    return multiply({"a": a, "x": x, "y": y}, fold, "symmetric", "N", alpha, beta, queue, wait_for)


def plan_hemv(
    a: Any, x: Any, y: Any, *, alpha: Any, beta: Any, uplo: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``hemv``."""
    fold = whole_triangle(uplo)
    return multiply({"a": a, "x": x, "y": y}, fold, "hermitian", "N", alpha, beta, queue, wait_for)
