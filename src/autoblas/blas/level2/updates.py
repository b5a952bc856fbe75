"""How updates of low rank are checked, described to a device and enqueued."""

from __future__ import annotations

import cmath
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from autoblas.blas.arguments import check_call, factor, new_array, on_host
from autoblas.blas.level2.calls import Described, apply, check_output, check_vector
from autoblas.blas.level2.operands import full
from autoblas.calls.call_plan import Done
from autoblas.errors import PrecisionError, ShapeError
from autoblas.plan.layouts.matvec import RankLayout
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.level2.operands import Folded, Reader
    from autoblas.calls.call_plan import CallPlan, NewArray
    from autoblas.plan.symbols import Factor
    from autoblas.precision import Precision
    from autoblas.problems.base import MatrixForm

__all__ = ["update_general", "update_triangle"]


def update_general(
    arrays: dict[str, Any], alpha: Any, queue: Any, wait_for: Any, *, conjugate: bool
) -> CallPlan | Done:
    """The plan of an update of rank 1 of a general matrix."""
    on_host(arrays, optional="a")
    views = {name: vector_view(name, arrays[name]) for name in "xy"}
    kind = views["x"].precision
    check_vector("y", arrays["y"], views["y"].length, kind, "x")
    shape = (views["x"].length, views["y"].length)
    alpha = factor("alpha", alpha, kind.worked)
    given = dict(arrays)
    if arrays["a"] is None:
        del given["a"]
    else:
        _check_matrix(arrays["a"], shape, kind)
        check_output(arrays, "a")
    queue = check_call(queue, wait_for, given)
    created: tuple[NewArray, ...] = ()
    if arrays["a"] is None:
        created = (new_array({"x": arrays["x"]}, shape, arrays["x"].dtype, queue, zeros=True),)
        given["a"] = created[0].array
    if alpha == 0 or 0 in shape:
        return Done(given["a"])

    def describe(seen: Mapping[str, Any]) -> Described:
        there = full("a", seen["a"])
        return _described(there, seen, "general", conjugate=conjugate and kind.is_complex)

    return apply(
        given, "a", describe, {"alpha": alpha}, queue, wait_for,
        read=set(given), created=created, on_host=_skips(given, alpha),
    )  # fmt: skip


def update_triangle(
    arrays: dict[str, Any], fold: Reader, form: MatrixForm, alpha: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of an update of a symmetric or Hermitian matrix."""
    on_host(arrays)
    name = list(arrays)[-1]
    folded = fold(arrays[name])
    kind, hermitian = folded.view.precision, form == "hermitian"
    if hermitian and not kind.is_complex:
        raise PrecisionError(name, "a complex type", kind.name)
    for vector in "xy":
        if vector in arrays:
            check_vector(vector, arrays[vector], folded.shape[0], kind, name)
    alone = hermitian and "y" not in arrays
    alpha = factor("alpha", alpha, kind.worked.real if alone else kind.worked)
    check_output(arrays, name)
    queue = check_call(queue, wait_for, arrays)
    if alpha == 0 or folded.shape[0] == 0:
        return Done(arrays[name])

    def describe(seen: Mapping[str, Any]) -> Described:
        there = fold(seen[name])
        described = _described(there, seen, form, conjugate=hermitian)
        return described._replace(names={**described.names, "a": name})

    return apply(
        arrays, name, describe, {"alpha": alpha}, queue, wait_for,
        read=set(arrays), on_host=_skips(arrays, alpha),
    )  # fmt: skip


def _skips(arrays: Mapping[str, Any], alpha: Factor) -> bool:
    """Whether products with zeros have to be left out, of NumPy arrays: an infinite factor would make them NaN.

    Kernels leave out zeros of the vector along the stored rows, as libraries do, which read one element of it at a time.
    """
    return isinstance(arrays["x"], np.ndarray) and not cmath.isfinite(alpha.value)


def _described(there: Folded, seen: Mapping[str, Any], form: MatrixForm, *, conjugate: bool) -> Described:
    """The layout of an update; of stored rows of the transpose, the vectors change places."""
    steps = {name: vector_view(name, seen[name]).step for name in "xy" if name in seen}
    side: Literal["", "rows", "cols"] = ("rows" if there.transposed else "cols") if conjugate else ""
    exchanged = there.transposed and "y" in steps
    x, y = (steps["x"], steps.get("y", 1))[:: -1 if exchanged else 1]
    rank = 2 if form != "general" and "y" in steps else 1
    names = {"x": "y", "y": "x"} if exchanged else {}
    return Described(RankLayout(there.view, form, rank, side, x, y), {"a": there.shift}, names)


def _check_matrix(a: Any, shape: tuple[int, int], kind: Precision) -> None:
    """See that a matrix fits the vectors."""
    folded = full("a", a)
    if folded.view.precision is not kind:
        raise PrecisionError("a", f"{kind.name} like x", folded.view.precision.name)
    if folded.shape != shape:
        raise ShapeError("a", f"shape {shape}, the lengths of x and y", f"shape {folded.shape}")
