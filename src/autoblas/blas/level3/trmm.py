"""The product of a triangular matrix and a general one, in place: trmm."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.level3.bisection import multiply_bisected
from autoblas.blas.level3.gemm import product_part
from autoblas.blas.level3.parts import panel_parts
from autoblas.blas.level3.structured import StructuredCall, matrix_plan
from autoblas.blas.level3.triangular import check
from autoblas.calls.call_plan import Done
from autoblas.calls.dispatch import perform_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.level3.triangular import TriangularArguments
    from autoblas.blas.plan_builder import MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.devices.device import Queue
    from autoblas.problems import Zeros

__all__ = ["add_triangular_product", "plan_trmm"]


def plan_trmm(
    a: Any,
    b: Any,
    *,
    alpha: Any = 1.0,
    side: Any = "L",
    uplo: Any = "U",
    trans: Any = "N",
    diag: Any = "N",
    queue: Any = None,
    devices: Any = None,
    wait_for: Any = None,
) -> CallPlan | Done:
    """The plan of ``trmm``."""
    arrays = {"a": a, "b": b}
    call = check(arrays, alpha, (side, uplo, trans, diag), queue, wait_for)
    if 0 in call.b.shape:
        return Done(b)

    def add(builder: PlanBuilder, operands: Mapping[str, MatrixOperand]) -> None:
        if call.alpha == 0:
            builder.scale(operands["b"], 0.0)
        else:
            add_triangular_product(builder, call, operands["a"], operands["b"])

    def compute(host: Mapping[str, Any]) -> None:
        if call.alpha == 0:
            host["b"][...] = 0
            return
        matrix = call.on_host(host["a"])
        lower = call.triangle == "lower"
        if call.left:
            product = product_with_triangle(matrix, host["b"], lower=lower)
        else:
            product = product_with_triangle(matrix.T, host["b"].T, lower=not lower).T
        host["b"][...] = call.alpha.value * product

    def plan(a: Any, b: Any, queue: Queue) -> CallPlan | Done:
        part: CallPlan | Done = plan_trmm(a, b, alpha=call.alpha.value, queue=queue, **call.letters)
        return part

    def bisected(queue: Queue, cache: OperandCache | None) -> None:
        def multiply(a: Any, b: Any) -> None:
            perform_part(plan(a, b, queue), cache)

        multiply_bisected(a, b, call, multiply, partial(product_part, queue, cache))

    def parts(count: int) -> Any:
        def panel(queue: Queue, lines: Any) -> CallPlan | Done:
            return plan(a, b[lines], queue)

        return panel_parts(a, (b,), call.left, call.operations, count, panel, reads=True)

    work = StructuredCall("b", True, call.operations, add, compute, call.alpha == 0, bisected, "trmm", parts)
    return matrix_plan(arrays, work, queue, wait_for, devices)


def add_triangular_product(
    builder: PlanBuilder, call: TriangularArguments, a: MatrixOperand, b: MatrixOperand
) -> None:
    """Add the launches of a call whose factor is not 0: op(A) is copied with zeros, then multiplied in place of B.

    Args:
        builder: The launches before them.
        call: The checked arguments.
        a: A where the device sees it.
        b: B where the device sees it.
    """
    order, lower = call.a.rows, call.triangle == "lower"
    full = builder.temporary("expanded", call.a.precision, order, order)
    entry: dict[str, Any] = {"triangle": call.triangle, "unit": call.unit, "conjugate": call.conjugated}
    builder.copy(call.entering(a), full, form="triangular", **entry)
    if call.left:
        zeros: Zeros = "a_upper" if lower else "a_lower"
        builder.multiply(full, b, b, alpha=call.alpha, zeros=zeros, in_output="b")
    else:
        zeros = "b_upper" if lower else "b_lower"
        builder.multiply(b, full, b, alpha=call.alpha, zeros=zeros, in_output="a")


def product_with_triangle(a: Any, b: Any, *, lower: bool) -> Any:
    """A B of NumPy arrays, for an A with zeros outside of a triangle, by which nothing is multiplied.

    The row that all rows of B enter shows the columns that hold numbers which are not finite, and these alone are computed
    again, row by row.
    """
    product = a @ b
    columns = np.flatnonzero(~np.isfinite(product[-1 if lower else 0]))
    for i in range(len(a) if columns.size else 0):
        entering = slice(0, i + 1) if lower else slice(i, None)
        product[i, columns] = a[i, entering] @ b[entering][:, columns]
    return product
