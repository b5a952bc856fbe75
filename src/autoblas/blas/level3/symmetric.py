"""Products with a symmetric or Hermitian matrix: symm and hemm.

Of a symmetric or Hermitian matrix only the named triangle is read; the imaginary parts of a Hermitian diagonal are
taken as zero. Arrays may be NumPy's or in device memory, of any strides, and all of one type: float16 (summed in
float32), float32, float64, complex64 or complex128. As in BLAS: with ``beta`` = 0, C is not read; with ``alpha`` = 0,
A and B are not read; an empty C is returned at once.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.arguments import check_events, option, triangle_of
from autoblas.blas.level3.bisection import Mirrored, multiply_symmetric_bisected
from autoblas.blas.level3.gemm import product_part
from autoblas.blas.level3.parts import panel_parts
from autoblas.blas.level3.structured import (
    StructuredCall,
    check_shape,
    factors_of,
    matrix_plan,
    matrix_views,
    output_of,
    triangle,
)
from autoblas.calls.call_plan import Done
from autoblas.calls.dispatch import perform_part
from autoblas.plan.symbols import number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.plan_builder import MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.problems import Triangle
    from autoblas.problems.base import MatrixForm

__all__ = ["add_symmetric_product", "plan_hemm", "plan_symm"]


def plan_symm(a: Any, b: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``symm``."""
    return _mirrored("symmetric", a, b, **options)


def plan_hemm(a: Any, b: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``hemm``."""
    return _mirrored("hermitian", a, b, **options)


def _mirrored(
    form: MatrixForm,
    a: Any,
    b: Any,
    *,
    alpha: Any,
    beta: Any,
    c: Any,
    side: Any,
    uplo: Any,
    queue: Any,
    devices: Any = None,
    wait_for: Any = None,
) -> CallPlan | Done:
    """The plan of the product with a symmetric or Hermitian matrix."""
    arrays = {"a": a, "b": b} | ({} if c is None else {"c": c})
    views = matrix_views(arrays)
    left, stored = option("side", side, "LR") == "L", triangle_of(uplo)
    check_events(wait_for)
    shape, kind = views["b"].shape, views["b"].precision
    order = shape[0 if left else 1]
    check_shape("a", views["a"], (order, order))
    alpha, beta = factors_of(kind, alpha, beta)
    arrays["c"], created = output_of(arrays, views, shape, beta, queue, zeros=False)
    if 0 in shape or (alpha == 0 and beta == 1):
        return Done(arrays["c"])
    form = form if kind.is_complex else "symmetric"
    call = Mirrored(stored, left, form == "hermitian", alpha, beta)
    operations = (8 if kind.is_complex else 2) * shape[0] * shape[1] * order
    letters: dict[str, Any] = {"side": "L" if left else "R", "uplo": "L" if stored == "lower" else "U"}
    plan = plan_hemm if call.hermitian else plan_symm

    def add(builder: PlanBuilder, operands: Mapping[str, MatrixOperand]) -> None:
        if alpha == 0:
            builder.scale(operands["c"], beta)
        else:
            add_symmetric_product(builder, operands, form, stored, left=left, alpha=alpha, beta=beta)

    def bisected(queue: Any, cache: OperandCache | None) -> None:
        def multiply(a: Any, b: Any, c: Any, factor: Any) -> None:
            part = plan(a, b, c=c, alpha=alpha.value, beta=number(factor), queue=queue, **letters)
            perform_part(part, cache)

        multiply_symmetric_bisected(arrays, call, multiply, partial(product_part, queue, cache))

    def parts(count: int) -> Any:
        def panel(queue: Any, lines: Any) -> CallPlan | Done:
            b, c = arrays["b"][lines], arrays["c"][lines]
            factors = {"alpha": alpha.value, "beta": beta.value}
            part: CallPlan | Done = plan(arrays["a"], b, c=c, queue=queue, **factors, **letters)
            return part

        return panel_parts(
            arrays["a"], (arrays["b"], arrays["c"]), left, operations, count, panel, reads=beta != 0
        )

    compute = partial(_compute, call)
    work = StructuredCall(
        "c",
        beta != 0,
        operations,
        add,
        compute,
        alpha == 0,
        bisected,
        "hemm" if call.hermitian else "symm",
        parts,
    )
    return matrix_plan(arrays, work, queue, wait_for, devices, created=created)


def _compute(call: Mirrored, arrays: Mapping[str, Any]) -> None:
    """Compute with NumPy."""
    b, c, alpha, beta = arrays["b"], arrays["c"], call.alpha.value, call.beta.value
    if alpha == 0:
        c[...] = beta * c if beta != 0 else 0
        return
    stored = triangle(arrays["a"], call.stored)
    mirrored = (np.tril(stored, -1) if call.stored == "lower" else np.triu(stored, 1)).T
    full = stored + (mirrored.conj() if call.hermitian else mirrored)
    if call.hermitian:
        np.fill_diagonal(full, np.diag(full).real)
    product = alpha * (full @ b if call.left else b @ full)
    c[...] = product + beta * c if beta != 0 else product


def add_symmetric_product(
    builder: PlanBuilder,
    operands: Mapping[str, MatrixOperand],
    form: MatrixForm,
    stored: Triangle,
    *,
    left: bool,
    alpha: Any = 1.0,
    beta: Any = 0.0,
) -> None:
    """Add the launches of C = alpha A B + beta C, or alpha B A + beta C: A is expanded, then multiplied.

    Args:
        builder: The launches before them.
        operands: A, B and C, by name.
        form: The form of A.
        stored: The triangle of A that is read.
        left: A stands left of B.
        alpha: Factor of the product, not 0.
        beta: Factor of the old C.
    """
    view = operands["a"].view
    full = builder.temporary("expanded", view.precision, view.rows, view.cols)
    builder.copy(operands["a"], full, form=form, triangle=stored)
    pair = (full, operands["b"]) if left else (operands["b"], full)
    builder.multiply(*pair, operands["c"], alpha=alpha, beta=beta)
