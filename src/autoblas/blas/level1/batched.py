"""Axpy for many vectors in one launch: for stacks of them, and for vectors at given offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.factors import rounded_factor
from autoblas.blas.arguments import check_written, is_device_array, on_host, whole_number
from autoblas.blas.level1.calls import SetLists, apply_map, check_alike, check_vectors, rounded
from autoblas.errors import ArgumentError, ShapeError, shown
from autoblas.problems.views import VectorView, vector_view

if TYPE_CHECKING:
    from autoblas.calls.call_plan import CallPlan, Done

__all__ = ["plan_axpy_batched", "plan_axpy_offsets"]

LONG_MAX = 2**63 - 1


def plan_axpy_batched(x: Any, y: Any, *, alpha: Any, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``axpy_batched``."""
    arrays = {"x": x, "y": y}
    on_host(arrays)
    if len(y.shape) != 2:
        raise ShapeError("y", "a stack of vectors (two axes)", f"shape {tuple(y.shape)}")
    views = check_vectors(arrays, ("y",), stacked=True)
    items = views["y"].items
    if len(x.shape) == 2 and views["x"].items != items:
        raise ShapeError("x", f"{items} vectors like y", f"{views['x'].items} vectors")
    if np.ndim(alpha) == 0 or is_device_array(alpha):
        scalars = rounded("axpy", {"alpha": alpha}, views["x"].precision)
        return apply_map("axpy", arrays, views, scalars, queue, wait_for, result=y, items=items)
    lists = SetLists({"alpha": _list("alpha", alpha, items, views["x"])})
    return apply_map("axpy", arrays, views, {}, queue, wait_for, result=y, items=items, lists=lists)


def plan_axpy_offsets(
    x: Any,
    x_offsets: Any,
    y: Any,
    y_offsets: Any,
    *,
    n: Any,
    x_step: Any,
    y_step: Any,
    alpha: Any,
    queue: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of ``axpy_offsets``."""
    arrays = {"x": x, "y": y}
    on_host(arrays)
    n, items = whole_number("n", n, 0, LONG_MAX, "a length of 0 or more"), int(np.size(y_offsets))
    whole = {name: vector_view(name, array) for name, array in arrays.items()}
    views, offsets = {}, {}
    for name, starts, vector_step in (("x", x_offsets, x_step), ("y", y_offsets, y_step)):
        step = whole_number(f"{name}_step", vector_step, -LONG_MAX, LONG_MAX, "a whole number")
        offsets[name] = _starts(name, whole[name], starts, n, step, items)
        views[name] = VectorView(whole[name].precision, n, step if n > 1 else 1)
    check_alike(views)
    check_written("y", arrays, whole["y"])
    if _overlap(offsets["y"], views["y"]):
        raise ArgumentError("y_offsets", "vectors that lie apart", "vectors that overlap")
    alphas = np.broadcast_to(np.asarray(alpha), (items,)) if np.ndim(alpha) == 0 else alpha
    lists = SetLists({"alpha": _list("alpha", alphas, items, views["x"])}, offsets)
    return apply_map("axpy", arrays, views, {}, queue, wait_for, result=y, items=items, lists=lists)


def _starts(name: str, view: VectorView, starts: Any, n: int, step: int, items: int) -> Any:
    """Where vectors begin in a dense one, one number for each."""
    argument = f"{name}_offsets"
    if view.step != 1 and view.length > 1:
        raise ArgumentError(name, "a dense vector", f"a step of {view.step} elements")
    if step == 0 and name == "y":
        raise ArgumentError("y_step", "a whole number other than 0", "0")
    offsets = np.asarray(starts)
    if offsets.dtype.kind not in "iu" or offsets.shape not in {(), (items,)}:
        raise ArgumentError(argument, f"{items} whole numbers, one for each vector", shown(starts))
    offsets = np.broadcast_to(offsets.astype(np.int64), (items,))
    if n and items:
        reach = (n - 1) * step
        first, last = int(offsets.min()) + min(reach, 0), int(offsets.max()) + max(reach, 0)
        if first < 0 or last >= view.length:
            expected = f"vectors that lie within {name}, which has {view.length} elements"
            raise ArgumentError(argument, expected, f"vectors from element {first} to element {last}")
    return offsets


def _overlap(starts: Any, view: VectorView) -> bool:
    """True if two vectors of one layout that begin at these elements have an element in common."""
    if starts.size < 2:
        return False
    reached = np.add.outer(starts, view.step * np.arange(view.length)).ravel()
    return bool(np.unique(reached).size != reached.size)


def _list(argument: str, values: Any, items: int, view: VectorView) -> Any:
    """Factors, one for each set, as the kernel sees them."""
    if np.shape(values) != (items,):
        raise ShapeError(argument, f"a number or {items} of them", f"shape {np.shape(values)}")
    worked = view.precision.worked
    numbers_of = [
        worked.scalar(rounded_factor(argument, value, worked)) for value in np.asarray(values).tolist()
    ]
    return np.array(numbers_of, worked.dtype)
