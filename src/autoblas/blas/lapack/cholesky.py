"""Cholesky's factors of Hermitian positive definite matrices: potrf."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import triangle_of
from autoblas.blas.lapack import host
from autoblas.blas.lapack.calls import LapackCall, check_square, lapack_plan
from autoblas.calls.call_plan import Done
from autoblas.errors import NotPositiveDefiniteError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.plan_builder import IntegerOperand, MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.problems import Triangle

__all__ = ["add_cholesky", "plan_potrf"]


def plan_potrf(a: Any, *, uplo: Any, info: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``potrf``."""
    view, part = check_square({"a": a})["a"], triangle_of(uplo)
    if view.rows == 0:
        return Done(a)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], integers: Mapping[str, IntegerOperand]
    ) -> None:
        add_cholesky(builder, operands["a"], integers["info"], part)

    def compute(arrays: Mapping[str, Any]) -> None:
        arrays["info"][0] = host.cholesky(arrays["a"], part)

    operations = (4 if view.precision.is_complex else 1) * view.rows**3 // 3
    call = LapackCall({"a": a}, ("a",), 1, operations, add, compute, a, NotPositiveDefiniteError)
    return lapack_plan(call, queue, wait_for, info)


def add_cholesky(builder: PlanBuilder, a: MatrixOperand, info: IntegerOperand, part: Triangle) -> None:
    """Add the launches that put Cholesky's factor in the named triangle of A, or of each matrix of a stack.

    Args:
        builder: The launches before them.
        a: The matrix.
        info: Becomes the row, from 1, that has no positive pivot, or 0.
        part: The triangle.
    """
    builder.factor(a, info, "cholesky", lower=part == "lower")
