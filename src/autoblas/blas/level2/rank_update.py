"""Updates of low rank: ger, geru and gerc, those of symmetric and Hermitian matrices, and what all of them share.

Calls on NumPy arrays are complete on return; calls on arrays in device memory are enqueued, and leave their event with
the arrays. Any strides are accepted. Of symmetric and Hermitian matrices only the named triangle is read and written;
imaginary parts of Hermitian diagonals are taken as zero and become zero. With ``alpha`` = 0 nothing is done.
"""

from __future__ import annotations

import cmath
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from autoblas.blas.arguments import check_call, factor, new_array, on_host
from autoblas.blas.level2.calls import LaunchSpec, apply, check_output, check_vector
from autoblas.blas.level2.operands import full, stored_triangle
from autoblas.calls.call_plan import Done
from autoblas.errors import PrecisionError, ShapeError
from autoblas.plan.layouts.matvec import RankLayout
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.level2.operands import Folded, Storage
    from autoblas.calls.call_plan import CallPlan, NewArray
    from autoblas.plan.symbols import Factor
    from autoblas.precision import Precision
    from autoblas.problems.base import MatrixForm

__all__ = [
    "plan_ger",
    "plan_gerc",
    "plan_geru",
    "plan_her",
    "plan_her2",
    "plan_hpr",
    "plan_hpr2",
    "plan_spr",
    "plan_spr2",
    "plan_syr",
    "plan_syr2",
    "update_general",
    "update_triangle",
]


def plan_ger(x: Any, y: Any, a: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``ger``."""
    return update_general({"x": x, "y": y, "a": a}, **options, conjugate=False)


def plan_geru(x: Any, y: Any, a: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``geru``."""
    return update_general({"x": x, "y": y, "a": a}, **options, conjugate=False)


def plan_gerc(x: Any, y: Any, a: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``gerc``."""
    return update_general({"x": x, "y": y, "a": a}, **options, conjugate=True)


def plan_syr(x: Any, a: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``syr``."""
    return update_triangle({"x": x, "a": a}, "full", "symmetric", **options)


def plan_her(x: Any, a: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``her``."""
    return update_triangle({"x": x, "a": a}, "full", "hermitian", **options)


def plan_syr2(x: Any, y: Any, a: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``syr2``."""
    return update_triangle({"x": x, "y": y, "a": a}, "full", "symmetric", **options)


def plan_her2(x: Any, y: Any, a: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``her2``."""
    return update_triangle({"x": x, "y": y, "a": a}, "full", "hermitian", **options)


def plan_spr(x: Any, ap: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``spr``."""
    return update_triangle({"x": x, "ap": ap}, "packed", "symmetric", **options)


def plan_hpr(x: Any, ap: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``hpr``."""
    return update_triangle({"x": x, "ap": ap}, "packed", "hermitian", **options)


def plan_spr2(x: Any, y: Any, ap: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``spr2``."""
    return update_triangle({"x": x, "y": y, "ap": ap}, "packed", "symmetric", **options)


def plan_hpr2(x: Any, y: Any, ap: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``hpr2``."""
    return update_triangle({"x": x, "y": y, "ap": ap}, "packed", "hermitian", **options)


def update_general(
    arrays: dict[str, Any], *, alpha: Any, queue: Any, wait_for: Any, conjugate: bool
) -> CallPlan | Done:
    """The plan of an update of rank 1 of a general matrix."""
    on_host(arrays, optional="a")
    views = {name: vector_view(name, arrays[name]) for name in "xy"}
    kind = views["x"].precision
    check_vector("y", arrays["y"], views["y"].length, kind, "x")
    shape = (views["x"].length, views["y"].length)
    alpha = factor("alpha", alpha, kind.worked)
    operands = dict(arrays)
    if arrays["a"] is None:
        del operands["a"]
    else:
        _check_matrix(arrays["a"], shape, kind)
        check_output(arrays, "a")
    queue = check_call(queue, wait_for, operands)
    created: tuple[NewArray, ...] = ()
    if arrays["a"] is None:
        created = (new_array({"x": arrays["x"]}, shape, arrays["x"].dtype, queue, zeros=True),)
        operands["a"] = created[0].array
    if alpha == 0 or 0 in shape:
        return Done(operands["a"])

    def describe(device_arrays: Mapping[str, Any]) -> LaunchSpec:
        stored = full("a", device_arrays["a"])
        return _update_spec(stored, device_arrays, "general", conjugate=conjugate and kind.is_complex)

    return apply(
        operands, "a", describe, {"alpha": alpha}, queue, wait_for,
        read=set(operands), created=created, on_host=_skips(operands, alpha),
    )  # fmt: skip


def update_triangle(
    arrays: dict[str, Any],
    storage: Storage,
    form: MatrixForm,
    *,
    alpha: Any,
    uplo: Any,
    order: Any = "F",
    queue: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of an update of a symmetric or Hermitian matrix, of which one triangle is stored."""
    fold = stored_triangle(storage, uplo, order)
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

    def describe(device_arrays: Mapping[str, Any]) -> LaunchSpec:
        stored = fold(device_arrays[name])
        spec = _update_spec(stored, device_arrays, form, conjugate=hermitian)
        return spec._replace(names={**spec.names, "a": name})

    return apply(
        arrays, name, describe, {"alpha": alpha}, queue, wait_for,
        read=set(arrays), on_host=_skips(arrays, alpha),
    )  # fmt: skip


def _skips(arrays: Mapping[str, Any], alpha: Factor) -> bool:
    """True if products with zeros have to be left out, of NumPy arrays: an infinite factor would make them NaN.

    Kernels leave out zeros of the vector along the stored rows, as libraries do, which read one element of it at a time.
    """
    return isinstance(arrays["x"], np.ndarray) and not cmath.isfinite(alpha.value)


def _update_spec(
    stored: Folded, device_arrays: Mapping[str, Any], form: MatrixForm, *, conjugate: bool
) -> LaunchSpec:
    """The layout of an update; of stored rows of the transpose, the vectors change places."""
    steps = {name: vector_view(name, device_arrays[name]).step for name in "xy" if name in device_arrays}
    side: Literal["", "rows", "cols"] = ("rows" if stored.transposed else "cols") if conjugate else ""
    exchanged = stored.transposed and "y" in steps
    x, y = (steps["x"], steps.get("y", 1))[:: -1 if exchanged else 1]
    rank = 2 if form != "general" and "y" in steps else 1
    names = {"x": "y", "y": "x"} if exchanged else {}
    return LaunchSpec(RankLayout(stored.view, form, rank, side, x, y), {"a": stored.shift}, names)


def _check_matrix(a: Any, shape: tuple[int, int], kind: Precision) -> None:
    """See that a matrix fits the vectors."""
    folded = full("a", a)
    if folded.view.precision is not kind:
        raise PrecisionError("a", f"{kind.name} like x", folded.view.precision.name)
    if folded.shape != shape:
        raise ShapeError("a", f"shape {shape}, the lengths of x and y", f"shape {folded.shape}")
