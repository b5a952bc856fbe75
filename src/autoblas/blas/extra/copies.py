"""Copies of matrices, scaled, transposed and conjugated: omatcopy to other memory, imatcopy in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.adapter import adapter_for
from autoblas.blas.arguments import check_call, check_written, new_array, option
from autoblas.blas.level3.structured import (
    StructuredCall,
    check_shape,
    entering,
    factor_of,
    matrix_plan,
    matrix_views,
)
from autoblas.calls.call_plan import Done
from autoblas.errors import StrideError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.plan_builder import MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan, NewArray
    from autoblas.problems.views import MatrixView

__all__ = ["add_copy_in_place", "plan_imatcopy", "plan_omatcopy"]


def plan_omatcopy(a: Any, b: Any, *, alpha: Any, trans: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``omatcopy``."""
    arrays = {"a": a} | ({} if b is None else {"b": b})
    views = matrix_views(arrays)
    flipped, conjugated = _entry(trans)
    kind = views["a"].precision
    scale = factor_of(kind, "alpha", alpha)
    check_call(queue, wait_for, arrays)
    shape = views["a"].transposed.shape if flipped else views["a"].shape
    created: tuple[NewArray, ...] = ()
    if b is None:
        created = (new_array(arrays, shape, kind.dtype, queue),)
        arrays["b"] = created[0].array
    else:
        check_shape("b", views["b"], shape)
        check_written("b", arrays, views["b"])
    if 0 in shape:
        return Done(arrays["b"])

    def add(builder: PlanBuilder, operands: Mapping[str, MatrixOperand]) -> None:
        if scale == 0:
            builder.scale(operands["b"], 0.0)
            return
        source = operands["a"].transposed if flipped else operands["a"]
        builder.copy(source, operands["b"], alpha=scale, conjugate=conjugated)

    def compute(arrays: Mapping[str, Any]) -> None:
        arrays["b"][...] = scale.value * entering(arrays["a"], flipped, conjugated) if scale != 0 else 0

    work = StructuredCall("b", False, 2 * shape[0] * shape[1], add, compute, idle=scale == 0)
    return matrix_plan(arrays, work, queue, wait_for, created=created)


def plan_imatcopy(a: Any, *, alpha: Any, trans: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``imatcopy``."""
    view, (flipped, conjugated) = matrix_views({"a": a})["a"], _entry(trans)
    kind = view.precision
    scale = factor_of(kind, "alpha", alpha)
    check_call(queue, wait_for, {"a": a})
    check_written("a", {"a": a}, view)
    turned = flipped and view.rows != view.cols
    out = _transposed_shape(a, view) if turned else a
    if 0 in view.shape:
        return Done(out)

    def add(builder: PlanBuilder, operands: Mapping[str, MatrixOperand]) -> None:
        if scale == 0:
            builder.scale(operands["a"], 0.0)
        else:
            add_copy_in_place(builder, operands["a"], scale, flipped=flipped, conjugated=conjugated)

    def compute(arrays: Mapping[str, Any]) -> None:
        matrix = arrays["a"]
        result = scale.value * entering(matrix, flipped, conjugated) if scale != 0 else 0
        (_transposed_shape(matrix, view) if turned else matrix)[...] = result

    work = StructuredCall("a", True, 2 * view.rows * view.cols, add, compute)
    return matrix_plan({"a": a}, work, queue, wait_for, result=out)


def add_copy_in_place(
    builder: PlanBuilder, a: MatrixOperand, alpha: Any, *, flipped: bool, conjugated: bool
) -> None:
    """Add the launches of A = alpha op(A): the result is copied to memory of its own, and back.

    Args:
        builder: The launches before them.
        a: A where the device sees it; dense where it is transposed and not square.
        alpha: Factor, not 0.
        flipped: A is transposed.
        conjugated: A is conjugated.
    """
    view, target = a.view, a
    if flipped and view.rows != view.cols:
        rows, cols = view.cols, view.rows
        strides = (cols, 1) if view.order == "row" else (1, rows)
        layout = view._replace(rows=rows, cols=cols, row_stride=strides[0], col_stride=strides[1])
        target = a._replace(view=layout)
    saved = builder.temporary("copied", view.precision, *view.shape)
    builder.copy(a, saved, alpha=alpha, conjugate=conjugated)
    builder.copy(saved.transposed if flipped else saved, target)


def _entry(trans: Any) -> tuple[bool, bool]:
    """Two flags of a letter: it transposes, and it conjugates."""
    letter = option("trans", trans, "NTCR")
    return letter in "TC", letter in "CR"


def _transposed_shape(a: Any, view: MatrixView) -> Any:
    """The memory of a dense matrix as one with rows and columns exchanged, stored in the same order.

    Raises:
        StrideError: there are gaps in it.
    """
    rows, cols, size = view.cols, view.rows, a.dtype.itemsize
    if 0 in view.shape or (view.col_stride, view.row_stride) == (1, view.cols):
        strides = cols * size, size
    elif (view.row_stride, view.col_stride) == (1, view.rows):
        strides = size, rows * size
    else:
        expected = "a matrix without gaps, which its transpose can fill"
        raise StrideError("a", expected, f"strides {tuple(a.strides)} bytes")
    if isinstance(a, np.ndarray):
        return np.lib.stride_tricks.as_strided(a, (rows, cols), strides)
    return adapter_for(a).in_layout(a, (rows, cols), strides)
