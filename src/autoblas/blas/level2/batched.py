"""Many products of a matrix and a vector in one launch: gemv for stacks, and for items at given offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.adapter import adapter_for
from autoblas.blas.arguments import on_host, option, renamed_errors
from autoblas.blas.level3.gemm import plan_gemm_batched, plan_gemm_offsets
from autoblas.calls.call_plan import Done
from autoblas.errors import ShapeError
from autoblas.problems.views import element_type

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.calls.call_plan import CallPlan, DeviceOperand
    from autoblas.plan.symbols import Launch, Target

__all__ = ["plan_gemv_batched", "plan_gemv_offsets"]

NAMES = {
    "b": "x",
    "c": "y",
    "b_offsets": "x_offsets",
    "c_offsets": "y_offsets",
    "k": "n",
    "ldb": "x_step",
    "ldc": "y_step",
    "trans_a": "trans",
}
"""Names of these routines' arguments, by those of the products."""


def plan_gemv_batched(
    a: Any, x: Any, y: Any, *, alpha: Any, beta: Any, trans: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``gemv_batched``."""
    option("trans", trans, "NTC")
    on_host({"a": a, "x": x, "y": y}, "y")
    columns = _columns("x", x, (1, 2))
    out = None if y is None else _columns("y", y, (2,))
    kinds = {"alpha": alpha, "beta": beta, "c": out, "trans_a": trans, "queue": queue, "wait_for": wait_for}
    with renamed_errors(NAMES):
        plan: CallPlan | Done = plan_gemm_batched(a, columns, **kinds)
    if y is None:
        y = plan.result.reshape(*plan.result.shape[:2])
    return plan._replace(result=y) if isinstance(plan, Done) else _of_vectors(plan, x, y)


def plan_gemv_offsets(
    a: Any,
    a_offsets: Any,
    x: Any,
    x_offsets: Any,
    y: Any,
    y_offsets: Any,
    *,
    m: Any,
    n: Any,
    lda: Any,
    x_step: Any,
    y_step: Any,
    alpha: Any,
    beta: Any,
    trans: Any,
    queue: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of ``gemv_offsets``."""
    trans = option("trans", trans, "NTC")
    rows, terms = (m, n) if trans == "N" else (n, m)
    with renamed_errors(NAMES):
        plan: CallPlan | Done = plan_gemm_offsets(
            a,
            a_offsets,
            x,
            x_offsets,
            y,
            y_offsets,
            m=rows,
            n=1,
            k=terms,
            lda=lda,
            ldb=x_step,
            ldc=y_step,
            alpha=alpha,
            beta=beta,
            trans_a=trans,
            queue=queue,
            wait_for=wait_for,
        )
    return plan if isinstance(plan, Done) else plan._replace(renamed=NAMES)


def _of_vectors(plan: CallPlan, x: Any, y: Any) -> CallPlan:
    """The plan of a product with matrices of one column, for the vectors themselves."""
    vectors = {"b": x, "c": y}

    def launches(target: Target, operands: Mapping[str, DeviceOperand]) -> Sequence[Launch]:
        columns = {
            name: (plan.arrays[name] if array is vectors[name] else array[..., None], memory, offset)
            for name, (array, memory, offset) in operands.items()
            if name in vectors
        }
        return plan.launches(target, {**operands, **columns})

    return plan._replace(
        arrays={name: vectors.get(name, array) for name, array in plan.arrays.items()},
        launches=launches,
        result=y,
        created=[new._replace(array=y, shape=tuple(y.shape)) for new in plan.created],
        streamed=None,
        renamed=NAMES,
    )


def _columns(argument: str, x: Any, axes: tuple[int, ...]) -> Any:
    """A vector or a stack of them as matrices of one column."""
    element_type(argument, x)
    if len(x.shape) not in axes:
        raise ShapeError(argument, "a stack of vectors (two axes)", f"shape {tuple(x.shape)}")
    return x[..., None] if isinstance(x, np.ndarray) else adapter_for(x).as_columns(argument, x)
