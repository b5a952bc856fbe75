"""What all products of a matrix and a vector share: their operands are checked, and y is made or updated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import check_call, factor, new_array, on_host
from autoblas.blas.level2.calls import Described, apply, check_output, check_vector, scale
from autoblas.calls.call_plan import Done
from autoblas.errors import ArgumentError, PrecisionError
from autoblas.plan.layouts.matvec import MatvecLayout
from autoblas.problems.views import vector_view

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.level2.operands import Reader
    from autoblas.calls.call_plan import CallPlan, NewArray
    from autoblas.problems.base import MatrixForm

__all__ = ["multiply"]


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
        form: What the elements that are not stored are.
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
        given = {other: array for other, array in arrays.items() if other != "y"}
    else:
        check_vector("y", y, rows, kind, name)
        check_output(arrays, "y")
        given = arrays
    queue = check_call(queue, wait_for, given)
    empty = 0 in (rows, cols)
    created: tuple[NewArray, ...] = ()
    if y is None:
        new = new_array({"x": arrays["x"]}, (rows,), kind.dtype, queue, zeros=empty)
        y, created = new.array, (new,)
        given["y"] = y
    if empty:
        return Done(y)
    if alpha == 0:
        return scale(y, beta, queue, wait_for, created)

    def describe(seen: Mapping[str, Any]) -> Described:
        there = fold(seen[name])
        conjugate = kind.is_complex and (letter == "C" or (form == "hermitian" and there.transposed))
        across = form == "general" and (letter != "N") != there.transposed
        x, z = (vector_view(v, seen[v]).step for v in "xy")
        layout = MatvecLayout(there.view, form, across, False, conjugate, x, z)
        return Described(layout, {"a": there.shift}, {"a": name})

    reads = {name, "x"} | ({"y"} if beta != 0 else set())
    factors = {"alpha": alpha, "beta": beta}
    return apply(given, "y", describe, factors, queue, wait_for, read=reads, created=created)
