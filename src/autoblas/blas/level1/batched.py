"""Axpy for many vectors in one launch: for stacks of them, and for vectors at given offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.factors import rounded_factor
from autoblas.blas.arguments import check_written, on_host, whole_number
from autoblas.blas.keyed import keyed
from autoblas.blas.level1.calls import Lists, apply_map, check_alike, check_vectors, rounded
from autoblas.errors import ArgumentError, ShapeError, shown
from autoblas.problems.views import VectorView, vector_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["axpy_batched", "axpy_offsets"]

LONG_MAX = 2**63 - 1


@keyed
def axpy_batched(
    x: Any, y: Any, *, alpha: Any = 1.0, queue: Queue | None = None, wait_for: Sequence[Event] | None = None
) -> Any:
    """y[i] = alpha x[i] + y[i] for every vector of a stack, in one launch.

    Args:
        x: Stack of shape ``(items, n)``, or one vector of shape ``(n,)`` that is added to every y[i]; an array of
            float16, float32, float64, complex64 or complex128.
        y: Stack of shape ``(items, n)``, of the same type and kind of memory as ``x``, overwritten.
        alpha: The factor, or a vector of ``items`` factors.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``y``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> x, y = np.ones((2, 3)), np.zeros((2, 3))
        >>> autoblas.axpy_batched(x, y, alpha=[1.0, -2.0])
        array([[ 1.,  1.,  1.],
               [-2., -2., -2.]])
    """
    arrays = {"x": x, "y": y}
    on_host(arrays)
    if len(y.shape) != 2:
        raise ShapeError("y", "a stack of vectors (two axes)", f"shape {tuple(y.shape)}")
    views = check_vectors(arrays, ("y",), stacked=True)
    items = views["y"].items
    if len(x.shape) == 2 and views["x"].items != items:
        raise ShapeError("x", f"{items} vectors like y", f"{views['x'].items} vectors")
    if np.ndim(alpha) == 0:
        scalars = rounded("axpy", {"alpha": alpha}, views["x"].precision)
        return apply_map("axpy", arrays, views, scalars, queue, wait_for, result=y, items=items)
    lists = Lists({"alpha": _list("alpha", alpha, items, views["x"])})
    return apply_map("axpy", arrays, views, {}, queue, wait_for, result=y, items=items, lists=lists)


@keyed
def axpy_offsets(
    x: Any,
    x_offsets: Any,
    y: Any,
    y_offsets: Any,
    *,
    n: int,
    x_step: int = 1,
    y_step: int = 1,
    alpha: Any = 1.0,
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """y_i = alpha_i x_i + y_i for vectors at any offsets in one array each, in one launch.

    Args:
        x: Dense vector that contains every x_i, an array of float16, float32, float64, complex64 or complex128.
        x_offsets: Where each x_i begins, in elements: a vector of whole numbers, or one number that all share.
        y: Dense vector that contains every y_i, of the same type and kind of memory as ``x``, overwritten.
        y_offsets: Where each y_i begins, in elements; its length is the number of items. The y_i must not overlap.
        n: Number of elements of each x_i and y_i.
        x_step: Elements from one element of an x_i to the next; 0 and negative numbers are allowed.
        y_step: Elements from one element of a y_i to the next; not 0.
        alpha: The factor, or a vector of one factor for each item.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``y``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an item does not lie within its array. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> x, y = np.arange(6.0), np.zeros(6)
        >>> autoblas.axpy_offsets(x, [0, 3], y, [3, 0], n=3)
        array([3., 4., 5., 0., 1., 2.])
    """
    arrays = {"x": x, "y": y}
    on_host(arrays)
    n, items = whole_number("n", n, 0, LONG_MAX, "a length of 0 or more"), int(np.size(y_offsets))
    whole = {name: vector_view(name, array) for name, array in arrays.items()}
    views, offsets = {}, {}
    for name, starts, given in (("x", x_offsets, x_step), ("y", y_offsets, y_step)):
        step = whole_number(f"{name}_step", given, -LONG_MAX, LONG_MAX, "a whole number")
        offsets[name] = _starts(name, whole[name], starts, n, step, items)
        views[name] = VectorView(whole[name].precision, n, step if n > 1 else 1)
    check_alike(views)
    check_written("y", arrays, whole["y"])
    if _overlap(offsets["y"], views["y"]):
        raise ArgumentError("y_offsets", "vectors that lie apart", "vectors that overlap")
    alphas = np.broadcast_to(np.asarray(alpha), (items,)) if np.ndim(alpha) == 0 else alpha
    lists = Lists({"alpha": _list("alpha", alphas, items, views["x"])}, offsets)
    return apply_map("axpy", arrays, views, {}, queue, wait_for, result=y, items=items, lists=lists)


def _starts(name: str, view: VectorView, starts: Any, n: int, step: int, items: int) -> Any:
    """Where vectors begin in a dense one, one number for each."""
    argument = f"{name}_offsets"
    if view.step != 1 and view.length > 1:
        raise ArgumentError(name, "a dense vector", f"a step of {view.step} elements")
    if step == 0 and name == "y":
        raise ArgumentError("y_step", "a whole number other than 0", "0")
    places = np.asarray(starts)
    if places.dtype.kind not in "iu" or places.shape not in {(), (items,)}:
        raise ArgumentError(argument, f"{items} whole numbers, one for each vector", shown(starts))
    places = np.broadcast_to(places.astype(np.int64), (items,))
    if n and items:
        reach = (n - 1) * step
        first, last = int(places.min()) + min(reach, 0), int(places.max()) + max(reach, 0)
        if first < 0 or last >= view.length:
            expected = f"vectors that lie within {name}, which has {view.length} elements"
            raise ArgumentError(argument, expected, f"vectors from element {first} to element {last}")
    return places


def _overlap(places: Any, view: VectorView) -> bool:
    """Whether two vectors of one layout that begin at these places have an element in common."""
    if places.size < 2:
        return False
    reached = np.add.outer(places, view.step * np.arange(view.length)).ravel()
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
