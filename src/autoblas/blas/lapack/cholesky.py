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

__all__ = ["plan_potrf"]


def plan_potrf(a: Any, *, uplo: Any, info: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``potrf``."""
    view, part = check_square({"a": a})["a"], triangle_of(uplo)
    if view.rows == 0:
        return Done(a)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], integers: Mapping[str, IntegerOperand]
    ) -> None:
        builder.factor(operands["a"], integers["info"], "cholesky", lower=part == "lower")

    def compute(arrays: Mapping[str, Any]) -> None:
        arrays["info"][0] = host.cholesky(arrays["a"], part)

    operations = (4 if view.precision.is_complex else 1) * view.rows**3 // 3
    call = LapackCall({"a": a}, ("a",), 1, operations, add, compute, a, NotPositiveDefiniteError)
    return lapack_plan(call, queue, wait_for, info)
