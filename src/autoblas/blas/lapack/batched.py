"""Factorizations, solutions and inverses of many matrices in the same launches: the routines of stacks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.lapack import cholesky, host, lu, solve
from autoblas.blas.lapack.calls import LapackCall, LapackDivision, check_square, lapack_plan, many_small
from autoblas.blas.lapack.inverse import add_unit
from autoblas.blas.plan_builder import IntegerOperand
from autoblas.calls.call_plan import Done
from autoblas.errors import SingularError
from autoblas.plan.symbols import Temporary
from autoblas.precision import INT32
from autoblas.problems.base import Scratch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.plan_builder import MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan

__all__ = [
    "plan_gesv_batched",
    "plan_getrf_batched",
    "plan_getrs_batched",
    "plan_inv_batched",
    "plan_posv_batched",
    "plan_potrf_batched",
    "plan_potrs_batched",
]


plan_potrf_batched = partial(cholesky.plan_potrf, stacked=True)
plan_potrs_batched = partial(solve.plan_potrs, stacked=True)
plan_posv_batched = partial(solve.plan_posv, stacked=True)
plan_getrf_batched = partial(lu.plan_getrf, stacked=True)
plan_getrs_batched = partial(lu.plan_getrs, stacked=True)
plan_gesv_batched = partial(lu.plan_gesv, stacked=True)


def plan_inv_batched(a: Any, *, info: Any, queue: Any, devices: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``inv_batched``; large matrices are copied, factored, and systems with the unit matrix solved."""
    view = check_square({"a": a}, stacked=True)["a"]
    if 0 in (view.rows, view.items):
        return Done(a)
    systems = lu.Systems(view, view, "N")

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], integers: Mapping[str, IntegerOperand]
    ) -> None:
        matrix = operands["a"]
        if many_small(view):
            builder.factor(matrix, integers["info"], "lu", "inverse")
            return
        needed = Scratch(4 * view.items * view.rows, None, INT32)
        pivots = IntegerOperand(Temporary("pivots", needed), 0, view.rows)
        factors = builder.temporary("factors", view.precision, view.rows, view.cols, view.items)
        builder.copy(matrix, factors)
        lu.add_lu(builder, factors, pivots, integers["info"])
        add_unit(builder, matrix)
        systems.add(builder, factors, matrix, pivots)

    def compute(arrays: Mapping[str, Any]) -> None:
        for item, matrix in enumerate(arrays["a"]):
            factors, pivots = matrix.copy(), np.empty(len(matrix), np.int32)
            arrays["info"][item] = host.lu(factors, pivots)
            matrix[...] = np.eye(len(matrix))
            systems.compute(factors, matrix, pivots)

    operations = (8 if view.precision.is_complex else 2) * view.items * view.rows**3

    def part(x: Mapping[str, Any], queue: Any) -> CallPlan | Done:
        return plan_inv_batched(x["a"], info=x["info"], queue=queue, devices=None, wait_for=None)

    call = LapackCall(
        {"a": a}, ("a",), view.items, operations, add, compute, a, SingularError,
        division=LapackDivision("inv", part),
    )  # fmt: skip
    return lapack_plan(call, queue, wait_for, info, devices)
