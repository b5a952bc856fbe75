"""Householder's factors Q R of matrices, and products with Q: geqrf, ormqr and orgqr.

A panel of few columns is factored by one work-group. Half of a block of columns is factored, the other half reflected and
then factored; the columns behind a block are reflected at once. Q of several reflectors is 1 - W M^-1 V^H for their
vectors V, W = V diag(tau), and the triangle M of V^H W with ones on its diagonal (T. Joffrain, T. M. Low,
E. S. Quintana-Orti, R. van de Geijn, F. G. Van Zee, "Accumulating Householder transformations, revisited", ACM Trans. Math.
Softw. 32, 2006): products and a triangular solution take the place of LAPACK's factor T.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.arguments import option
from autoblas.blas.lapack import host
from autoblas.blas.lapack.calls import LapackCall, add_output, check_matrices, lapack_plan
from autoblas.blas.level3.triangular import middle_of, triangular
from autoblas.blas.level3.trsm import add_solution
from autoblas.calls.call_plan import Done
from autoblas.errors import ShapeError, StrideError
from autoblas.plan.layouts.vector import MapLayout
from autoblas.problems.views import VectorView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.plan_builder import IntegerOperand, MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.problems.views import MatrixView

__all__ = ["plan_geqrf", "plan_orgqr", "plan_ormqr"]

WIDTH = 32
"""Columns of a panel, at most."""

BLOCK = 64
"""Reflectors that columns are multiplied by at once, at most; in PoCL 128 took longer from 1024 rows on."""


def plan_geqrf(a: Any, tau: Any, *, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``geqrf``."""
    arrays = {"a": a}
    view = check_matrices(arrays | ({} if tau is None else {"tau": tau}))["a"]
    count = min(view.shape)
    created = add_output(arrays, "tau", tau, (count,), queue)
    _check_dense(arrays)
    result = (a, arrays["tau"])
    if count == 0:
        return Done(result)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], _integers: Mapping[str, IntegerOperand]
    ) -> None:
        for first in range(0, count, BLOCK):
            stop = min(first + BLOCK, count)
            _factor(builder, operands["a"], operands["tau"], first, stop, view.cols)

    def compute(arrays: Mapping[str, Any]) -> None:
        factors, arrays["tau"][...] = np.linalg.qr(arrays["a"], "raw")
        arrays["a"][...] = factors.T

    operations = 2 * count**2 * (3 * max(view.shape) - count) // 3
    call = LapackCall(
        arrays, ("a", "tau"), 1, _counted(view, operations), add, compute, result, created=created
    )
    return lapack_plan(call, queue, wait_for)


def plan_ormqr(
    a: Any, tau: Any, c: Any, *, side: Any, trans: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``ormqr``."""
    arrays = {"a": a, "tau": tau, "c": c}
    views = _checked(arrays)
    view, count = views["c"], views["tau"].rows
    side, rows = option("side", side, "LR"), views["a"].rows
    adjoint = option("trans", trans, "NC" if view.precision.is_complex else "NTC") != "N"
    if (view.rows if side == "L" else view.cols) != rows:
        extent = "rows" if side == "L" else "columns"
        raise ShapeError("c", f"{rows} {extent}, as a has rows", f"shape {tuple(c.shape)}")
    if 0 in (count, *view.shape):
        return Done(c)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], _integers: Mapping[str, IntegerOperand]
    ) -> None:
        _multiply(builder, operands["a"], operands["tau"], operands["c"], side=side, adjoint=adjoint)

    def compute(arrays: Mapping[str, Any]) -> None:
        c = arrays["c"] if arrays["c"].ndim > 1 else arrays["c"][:, None]
        host.reflect(arrays["a"], arrays["tau"], c, side=side, adjoint=adjoint)

    operations = 2 * count * (2 * rows - count) * (view.cols if side == "L" else view.rows)
    return lapack_plan(
        LapackCall(arrays, ("c",), 1, _counted(view, operations), add, compute, c), queue, wait_for
    )


def plan_orgqr(a: Any, tau: Any, *, queue: Any, wait_for: Any) -> CallPlan | Done:
    """The plan of ``orgqr``."""
    arrays = {"a": a, "tau": tau}
    views = _checked(arrays)
    view, count = views["a"], views["tau"].rows
    m, n = view.shape
    if m < n:
        raise ShapeError("a", "at least as many rows as columns", f"shape {view.shape}")
    if n == 0:
        return Done(a)
    if count == 0:
        del arrays["tau"]

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], _integers: Mapping[str, IntegerOperand]
    ) -> None:
        q = operands["a"]
        factors, corner = builder.temporary("factors", view.precision, m, count), q.block(0, n, 0, n)
        if count:
            builder.copy(q.block(0, m, 0, count), factors)
        builder.copy(builder.zeros(view), q)
        builder.copy(builder.zeros(corner.view), corner, form="triangular", unit=True)
        if count:
            _multiply(builder, factors, operands["tau"], q, side="L", adjoint=False, unit=True)

    def compute(arrays: Mapping[str, Any]) -> None:
        factors = arrays["a"][:, :count].copy()
        arrays["a"][...] = np.eye(m, n)
        host.reflect(factors, tau, arrays["a"], side="L", adjoint=False)

    operations = 4 * m * n * count - 2 * (m + n) * count**2 + 4 * count**3 // 3
    return lapack_plan(
        LapackCall(arrays, ("a",), 1, _counted(view, operations), add, compute, a), queue, wait_for
    )


def _checked(arrays: dict[str, Any]) -> dict[str, MatrixView]:
    """The layouts of factors, of no more tau than they have rows and columns, and of others.

    Raises:
        ArgumentError: one of them does not fit.
    """
    views = check_matrices(arrays)
    _check_dense(arrays)
    most = min(views["a"].shape)
    if len(arrays["tau"].shape) != 1 or views["tau"].rows > most:
        raise ShapeError("tau", f"at most {most} elements", f"shape {tuple(arrays['tau'].shape)}")
    return views


def _check_dense(arrays: dict[str, Any]) -> None:
    """See that the elements of tau are adjacent.

    Raises:
        StrideError: they are not.
    """
    tau = arrays["tau"]
    if tau.strides[-1] != tau.dtype.itemsize and tau.shape[-1] > 1:
        raise StrideError("tau", "adjacent elements", f"strides of {tuple(tau.strides)} bytes")


def _counted(view: MatrixView, operations: int) -> int:
    """Operations on real numbers of so many on elements."""
    return operations * (4 if view.precision.is_complex else 1)


def _factor(
    builder: PlanBuilder, a: MatrixOperand, tau: MatrixOperand, first: int, stop: int, behind: int
) -> None:
    """Factor columns that earlier reflectors have multiplied, and multiply those behind them, before ``behind``."""
    count, rows, width = stop - first, a.view.rows - first, min(builder.target.block_width or WIDTH, WIDTH)
    block, sizes = a.block(first, rows, first, count), tau.block(first, count, 0, 1)
    if count <= width:
        builder.factor(block, None, "qr", tau=sizes)
    else:
        middle = middle_of(first, stop, width)
        _factor(builder, a, tau, first, middle, stop)
        _factor(builder, a, tau, middle, stop, stop)
    if stop < behind:
        part = a.block(first, rows, stop, behind - stop)
        _reflect(builder, block, sizes, part, side="L", adjoint=True)


def _multiply(
    builder: PlanBuilder,
    a: MatrixOperand,
    tau: MatrixOperand,
    c: MatrixOperand,
    *,
    side: str,
    adjoint: bool,
    unit: bool = False,
) -> None:
    """Multiply C by Q or Q^H of all reflectors; see ``_reflect``. Columns of a unit matrix stay before their reflectors."""
    rows, starts = a.view.rows, range(0, tau.view.rows, BLOCK)
    for first in starts if (side == "L") == adjoint else reversed(starts):
        width, height, col = min(BLOCK, tau.view.rows - first), rows - first, first if unit else 0
        block, sizes = a.block(first, height, first, width), tau.block(first, width, 0, 1)
        if side == "L":
            part = c.block(first, height, col, c.view.cols - col)
        else:
            part = c.block(0, c.view.rows, first, height)
        _reflect(builder, block, sizes, part, side=side, adjoint=adjoint)


def _reflect(
    builder: PlanBuilder, a: MatrixOperand, tau: MatrixOperand, c: MatrixOperand, *, side: str, adjoint: bool
) -> None:
    """Multiply C by Q, or by its adjoint Q^H, of the reflectors in columns of A.

    Args:
        builder: The launches before them.
        a: The factors, with as many columns as there are reflectors.
        tau: Their factors tau.
        c: The matrix.
        side: The letter of the side of C that Q stands on.
        adjoint: It is Q^H.
    """
    kind, (rows, width) = a.view.precision, a.view.shape
    names = ("reflectors", "scaled reflectors")
    v, w = (builder.temporary(name, kind, width, rows).transposed for name in names)
    corner = v.block(0, width, 0, width)
    builder.copy(a, v)
    builder.copy(a.block(0, width, 0, width), corner, form="triangular", triangle="lower", unit=True)
    column = VectorView(kind, rows, 1, width, rows)
    number = VectorView(kind, rows, 0, width, tau.view.row_stride)
    values = {"x": v.memory, "x_offset": 0, "y": tau.memory, "y_offset": tau.offset}
    values |= {"z": w.memory, "z_offset": 0, "alpha": 1.0, "beta": 0.0}
    builder.add(MapLayout("had", (column, number, column), items=width), values)
    system = builder.temporary("system of reflectors", kind, width, width)
    builder.multiply(v.transposed, w, system, conjugate="a", part="upper")
    first, last = (v, w) if (side == "L") != adjoint else (w, v)
    extents = (width, c.view.cols) if side == "L" else (c.view.rows, width)
    product = builder.temporary("reflected", kind, *extents)
    if side == "L":
        builder.multiply(first.transposed, c, product, conjugate="a")
    else:
        builder.multiply(c, first, product)
    step = triangular(
        system.view, product.view, "upper", left=side == "L", trans="C" if adjoint else "N", unit=True
    )
    add_solution(builder, step, system, product)
    if side == "L":
        builder.multiply(last, product, c, alpha=-1.0, beta=1.0)
    else:
        builder.multiply(product, last.transposed, c, alpha=-1.0, beta=1.0, conjugate="b")
