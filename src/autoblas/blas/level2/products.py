"""Matrix times vector: general, symmetric and Hermitian matrices, stored whole, as bands or as packed triangles.

Calls on NumPy arrays are complete on return; calls on arrays in device memory are enqueued, and leave their event with
the arrays. Any strides are accepted; views with negative strides are negative increments. As in Netlib's BLAS, with
``beta`` = 0 y is not read, with ``alpha`` = 0 neither matrix nor x is, and where the matrix has no rows or no columns
y stays as it is.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import check_call, factor, new_array, on_host, option, whole_number
from autoblas.blas.level2.calls import LaunchSpec, apply, check_output, check_vector, scale
from autoblas.blas.level2.operands import band, full, stored_triangle
from autoblas.calls.call_plan import Done
from autoblas.errors import ArgumentError, PrecisionError, shown
from autoblas.plan.layouts.matvec import MatvecLayout
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.level2.operands import Reader, Storage
    from autoblas.calls.call_plan import CallPlan, NewArray
    from autoblas.problems.base import MatrixForm

__all__ = [
    "multiply",
    "plan_gbmv",
    "plan_gemv",
    "plan_hbmv",
    "plan_hemv",
    "plan_hpmv",
    "plan_sbmv",
    "plan_spmv",
    "plan_symv",
]


def plan_gemv(
    a: Any, x: Any, y: Any, *, alpha: Any, beta: Any, trans: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``gemv``."""
    letter = option("trans", trans, "NTC")
    fold = partial(full, "a")
    return multiply({"a": a, "x": x, "y": y}, fold, "general", letter, alpha, beta, queue, wait_for)


def plan_gbmv(
    a: Any,
    x: Any,
    y: Any,
    *,
    kl: Any,
    ku: Any,
    shape: Any,
    alpha: Any,
    beta: Any,
    trans: Any,
    order: Any,
    queue: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of ``gbmv``."""
    letter, order = option("trans", trans, "NTC"), option("order", order, "FC")
    kl, ku = whole_number("kl", kl), whole_number("ku", ku)
    on_host({"a": a, "x": x, "y": y}, optional="y")
    if shape is None:
        side = full("a", a).shape[order == "F"]
        m, n = side, side
    elif len(shape) != 2:
        raise ArgumentError("shape", "rows and columns of the matrix", shown(shape))
    else:
        m, n = (whole_number("shape", size) for size in shape)
    fold = partial(band, "a", shape=(m, n), kl=kl, ku=ku, order=order)
    return multiply({"a": a, "x": x, "y": y}, fold, "general", letter, alpha, beta, queue, wait_for)


def plan_symv(a: Any, x: Any, y: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``symv``."""
    return _mirrored({"a": a, "x": x, "y": y}, "full", "symmetric", **options)


def plan_hemv(a: Any, x: Any, y: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``hemv``."""
    return _mirrored({"a": a, "x": x, "y": y}, "full", "hermitian", **options)


def plan_sbmv(a: Any, x: Any, y: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``sbmv``."""
    return _mirrored({"a": a, "x": x, "y": y}, "band", "symmetric", **options)


def plan_hbmv(a: Any, x: Any, y: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``hbmv``."""
    return _mirrored({"a": a, "x": x, "y": y}, "band", "hermitian", **options)


def plan_spmv(ap: Any, x: Any, y: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``spmv``."""
    return _mirrored({"ap": ap, "x": x, "y": y}, "packed", "symmetric", **options)


def plan_hpmv(ap: Any, x: Any, y: Any, **options: Any) -> CallPlan | Done:
    """The plan of ``hpmv``."""
    return _mirrored({"ap": ap, "x": x, "y": y}, "packed", "hermitian", **options)


def _mirrored(
    arrays: dict[str, Any],
    storage: Storage,
    form: MatrixForm,
    *,
    alpha: Any,
    beta: Any,
    uplo: Any,
    order: Any = "F",
    queue: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of a product with a symmetric or Hermitian matrix, of which one triangle is stored."""
    fold = stored_triangle(storage, uplo, order)
    return multiply(arrays, fold, form, "N", alpha, beta, queue, wait_for)


def multiply(
    arrays: dict[str, Any],
    fold: Reader,
    form: MatrixForm,
    letter: str,
    alpha: Any,
    beta: Any,
    queue: Any,
    wait_for: Any,
) -> CallPlan | Done:
    """The plan of a product, whose operands it checks.

    Args:
        arrays: The matrix, by the name of its argument, then x, and y or None.
        fold: Reads the matrix by its stored rows.
        form: The form of the matrix, which gives the elements that are not stored.
        letter: ``N``, ``T`` or ``C``: the matrix, its transpose or its conjugate transpose.
        alpha: The factor of the product.
        beta: The factor of the old y.
        queue: Where to run, or None.
        wait_for: Events to wait for, or None.

    Returns:
        y, or a new vector.

    Raises:
        ArgumentError: an operand does not fit.
    """
    on_host(arrays, optional="y")
    name, y = next(iter(arrays)), arrays["y"]
    folded = fold(arrays[name])
    kind = folded.view.precision
    if form == "hermitian" and not kind.is_complex:
        raise PrecisionError(name, "a complex type", kind.name)
    rows, cols = folded.shape if letter == "N" else folded.shape[::-1]
    check_vector("x", arrays["x"], cols, kind, name)
    alpha, beta = factor("alpha", alpha, kind.worked), factor("beta", beta, kind.worked)
    if y is None:
        if beta != 0:
            raise ArgumentError("y", f"a vector of {rows} elements for beta to multiply", "None")
        operands = {argument: array for argument, array in arrays.items() if argument != "y"}
    else:
        check_vector("y", y, rows, kind, name)
        check_output(arrays, "y")
        operands = arrays
    queue = check_call(queue, wait_for, operands)
    empty = 0 in (rows, cols)
    created: tuple[NewArray, ...] = ()
    if y is None:
        new = new_array({"x": arrays["x"]}, (rows,), kind.dtype, queue, zeros=empty)
        y, created = new.array, (new,)
        operands["y"] = y
    if empty:
        return Done(y)
    if alpha == 0:
        return scale(y, beta, queue, wait_for, created)

    def describe(device_arrays: Mapping[str, Any]) -> LaunchSpec:
        stored = fold(device_arrays[name])
        conjugate = kind.is_complex and (letter == "C" or (form == "hermitian" and stored.transposed))
        across = form == "general" and (letter != "N") != stored.transposed
        x, z = (vector_view(v, device_arrays[v]).step for v in "xy")
        layout = MatvecLayout(stored.view, form, across, False, conjugate, x, z)
        return LaunchSpec(layout, {"a": stored.shift}, {"a": name})

    reads = {name, "x"} | ({"y"} if beta != 0 else set())
    factors = {"alpha": alpha, "beta": beta}
    return apply(operands, "y", describe, factors, queue, wait_for, read=reads, created=created)
