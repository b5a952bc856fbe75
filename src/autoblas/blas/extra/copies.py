"""Copies of matrices, scaled, transposed and conjugated: omatcopy to other memory, imatcopy in place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.adapter import adapter_for
from autoblas.blas.arguments import check_call, check_written, factor, new_array, on_host, option, triangle_of
from autoblas.blas.level3.structured import (
    StructuredCall,
    check_shape,
    entering,
    factor_of,
    floating_views,
    matrix_plan,
    matrix_views,
    triangle,
)
from autoblas.calls.call_plan import Done
from autoblas.errors import PrecisionError, StrideError
from autoblas.precision import BFLOAT16, FLOAT16, FLOAT32, FLOATING, precision_of
from autoblas.problems.views import element_type, matrix_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.plan_builder import MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan, NewArray
    from autoblas.precision import Precision
    from autoblas.problems.matvec import Triangle
    from autoblas.problems.views import MatrixView

__all__ = ["add_copy_in_place", "plan_imatcopy", "plan_omatcopy"]


def plan_omatcopy(
    a: Any, b: Any, *, alpha: Any, trans: Any, uplo: Any, dtype: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``omatcopy``."""
    arrays = {"a": a} | ({} if b is None else {"b": b})
    on_host(arrays)
    view = floating_views({"a": a}, matrix_view)["a"]
    flipped, conjugated = _entry(trans)
    part: Triangle = "" if uplo is None else triangle_of(uplo)
    kind = _type_of_copy(view.precision, b, dtype)
    worked = max(view.precision, kind, FLOAT32, key=lambda x: x.size)
    scale = factor("alpha", alpha, worked)
    check_call(queue, wait_for, arrays)
    shape = view.transposed.shape if flipped else view.shape
    created: tuple[NewArray, ...] = ()
    if b is None:
        created = (new_array(arrays, shape, kind.dtype, queue),)
        arrays["b"] = created[0].array
    else:
        layout = floating_views({"b": b}, matrix_view)["b"]
        check_shape("b", layout, shape)
        check_written("b", arrays, layout)
    if 0 in shape:
        return Done(arrays["b"])
    partial = part != "" and b is not None

    def add(builder: PlanBuilder, operands: Mapping[str, MatrixOperand]) -> None:
        if scale == 0:
            builder.scale(operands["b"], 0.0, part=part if partial else "")
            return
        source, form = (
            operands["a"].transposed if flipped else operands["a"],
            "triangular" if part else "general",
        )
        options: dict[str, Any] = {"form": form, "triangle": part or "lower", "partial": partial}
        builder.copy(source, operands["b"], alpha=scale, conjugate=conjugated, **options)

    def compute(host: Mapping[str, Any]) -> None:
        copy = np.zeros(shape, kind.dtype)
        if scale != 0:
            values = scale.value * entering(a, flipped, conjugated).astype(worked.dtype)
            copy[...] = values.astype(np.float32) if kind is FLOAT16 else values  # as kernels round
        copy = triangle(copy, part) if part else copy
        inside = triangle(np.ones(shape, bool), part) if partial else True
        np.copyto(host["b"], copy, where=inside)

    work = StructuredCall("b", partial, 2 * shape[0] * shape[1], add, compute, idle=scale == 0)
    return matrix_plan(arrays, work, queue, wait_for, created=created)


def _type_of_copy(a: Precision, b: Any, dtype: Any) -> Precision:
    """The type of a copy: that of B, or the one named, or A's; real where A is, and complex where A is."""
    named = a if dtype is None else precision_of(dtype, "dtype", FLOATING)
    kind, argument = (named, "dtype") if b is None else (element_type("b", b), "b")
    if kind.kind != a.kind or kind is BFLOAT16:
        raise PrecisionError(argument, f"a {a.kind} floating-point type like a", kind.name)
    if dtype is not None and named is not kind:
        raise PrecisionError("dtype", f"None or {kind.name}, because b is given", named.name)
    return kind


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
