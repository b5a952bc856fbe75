"""Factors L U of matrices with exchanged rows, and systems that are solved with them: getrf, getrs and gesv.

Half of the columns is factored, with all rows below. A triangular solution makes the rows of U beside it, and a product
takes those from the remaining rows of the other half, which is then factored (S. Toledo, "Locality of reference in LU
decomposition with partial pivoting", SIAM J. Matrix Anal. Appl. 18, 1997). A panel of few columns is factored by one
work-group, and its rows are exchanged in all other columns at once, so that the host waits for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from autoblas.blas.arguments import new_array, option
from autoblas.blas.lapack import host
from autoblas.blas.lapack.calls import (
    LapackCall,
    LapackDivision,
    Solution,
    check_integers,
    check_matrices,
    check_square,
    lapack_plan,
    many_small,
    solution_plan,
)
from autoblas.blas.level3.triangular import middle_of, triangular
from autoblas.blas.level3.trsm import add_solution
from autoblas.blas.plan_builder import IntegerOperand
from autoblas.calls.call_plan import Done
from autoblas.errors import SingularError
from autoblas.kernels.clusters import clusters_of
from autoblas.plan.block_width import PANELS, block_width
from autoblas.plan.symbols import Temporary
from autoblas.precision import INT32
from autoblas.problems.base import Scratch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.blas.plan_builder import MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan, NewArray
    from autoblas.problems.views import MatrixView

    Op = Literal["N", "T", "C"]

__all__ = ["WIDEST", "Systems", "add_lu", "plan_gesv", "plan_getrf", "plan_getrs"]

WIDEST = {"cpu": 64, "gpu": 32, "acc": 32}
"""Columns of a panel, at most, by the kind of device."""

NARROWEST = 8
"""Columns of a panel that is as narrow as rows need."""

REGISTER_BYTES = 2 << 20
"""Bytes of a panel whose rows a cluster of sixteen work-groups has in registers."""


def plan_getrf(
    a: Any, pivots: Any, *, info: Any, queue: Any, wait_for: Any, devices: Any = None, stacked: bool = False
) -> CallPlan | Done:
    """The plan of ``getrf``, or ``getrf_batched``.

    Args:
        a: The matrix.
        pivots: The caller's array for the rows that were exchanged, or None.
        info: The caller's array for the numbers of rows, or None.
        queue: Where to run, or None.
        wait_for: Events, or None.
        devices: The devices that are to compute it together, or None.
        stacked: It is a stack of matrices.
    """
    arrays: dict[str, Any] = {"a": a}
    view = check_matrices(arrays, stacked=stacked)["a"]
    created = _with_pivots(arrays, pivots, view, queue)
    result = (a, arrays["pivots"])
    if 0 in (*view.shape, view.items):
        return Done(result)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], integers: Mapping[str, IntegerOperand]
    ) -> None:
        add_lu(builder, operands["a"], integers["pivots"], integers["info"])

    def part(x: Mapping[str, Any], queue: Any) -> CallPlan | Done:
        return plan_getrf(x["a"], x["pivots"], info=x["info"], queue=queue, wait_for=None, stacked=True)

    work = LapackCall(
        arrays,
        ("a", "pivots"),
        view.items,
        _operations(view),
        add,
        _factor_on_host,
        result,
        SingularError,
        created,
        division=LapackDivision("getrf", part) if stacked else None,
    )
    return lapack_plan(work, queue, wait_for, info, devices)


def plan_getrs(
    a: Any,
    pivots: Any,
    b: Any,
    *,
    trans: Any,
    queue: Any,
    wait_for: Any,
    devices: Any = None,
    stacked: bool = False,
) -> CallPlan | Done:
    """The plan of ``getrs``, or ``getrs_batched``.

    Args:
        a: The factors.
        pivots: The rows that were exchanged.
        b: The right-hand sides.
        trans: The letter of op, of op(A) X = B.
        queue: Where to run, or None.
        wait_for: Events, or None.
        devices: The devices that are to compute it together, or None.
        stacked: They are stacks, of as many systems.
    """
    arrays = {"a": a, "b": b}
    views = check_square(arrays, stacked=stacked)
    letter: Any = option("trans", trans, "NTC")
    arrays["pivots"] = pivots
    check_integers("pivots", arrays, (views["a"].items, views["a"].rows), written=False)
    systems = Systems(views["a"], views["b"], letter)

    def part(x: Mapping[str, Any], queue: Any) -> CallPlan | Done:
        return plan_getrs(
            x["a"], x["pivots"], x["b"], trans=trans, queue=queue, wait_for=None, stacked=stacked
        )

    return solution_plan(systems, arrays, LapackDivision("getrs", part), queue, wait_for, devices)


def plan_gesv(
    a: Any,
    b: Any,
    *,
    pivots: Any,
    info: Any,
    queue: Any,
    wait_for: Any,
    devices: Any = None,
    stacked: bool = False,
) -> CallPlan | Done:
    """The plan of ``gesv``, or ``gesv_batched``.

    Args:
        a: The matrix.
        b: The right-hand sides.
        pivots: The caller's array for the rows that were exchanged, or None.
        info: The caller's array for the numbers of rows, or None.
        queue: Where to run, or None.
        wait_for: Events, or None.
        devices: The devices that are to compute it together, or None.
        stacked: They are stacks, of as many systems.
    """
    arrays = {"a": a, "b": b}
    views = check_square(arrays, stacked=stacked)
    view, systems = views["a"], Systems(views["a"], views["b"], "N")
    if 0 in (view.rows, view.items):
        return Done(b)
    needed = Scratch(4 * view.items * view.rows, None, INT32)
    scratch = IntegerOperand(Temporary("pivots", needed), 0, view.rows)
    if pivots is not None or isinstance(a, np.ndarray):
        _with_pivots(arrays, pivots, view, queue)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], integers: Mapping[str, IntegerOperand]
    ) -> None:
        exchanged = integers.get("pivots", scratch)
        if "b" in operands and many_small(view, systems.b):
            builder.factor(operands["a"], integers["info"], "lu", "both", b=operands["b"], pivots=exchanged)
            return
        add_lu(builder, operands["a"], exchanged, integers["info"])
        if "b" in operands:
            systems.add(builder, operands["a"], operands["b"], exchanged)

    def compute(arrays: Mapping[str, Any]) -> None:
        _factor_on_host(arrays)
        solvable = arrays["info"] == 0 if stacked else not arrays["info"][0]
        if "b" in arrays and np.any(solvable):
            parts = (x[solvable] if stacked else x for x in (arrays["a"], arrays["b"], arrays["pivots"]))
            matrices, sides, rows = parts
            systems.compute(matrices, sides, rows)
            if stacked:
                arrays["b"][solvable] = sides

    if systems.b.cols == 0:
        del arrays["b"]

    def part(x: Mapping[str, Any], queue: Any) -> CallPlan | Done:
        factors = {"pivots": x["pivots"], "info": x["info"]}
        return plan_gesv(x["a"], x["b"], **factors, queue=queue, wait_for=None, stacked=True)

    division = LapackDivision("gesv", part) if stacked and "b" in arrays else None
    operations = _operations(view) + systems.operations
    work = LapackCall(
        arrays, tuple(arrays), view.items, operations, add, compute, b, SingularError, division=division
    )
    return lapack_plan(work, queue, wait_for, info, devices)


def _with_pivots(arrays: dict[str, Any], pivots: Any, view: MatrixView, queue: Any) -> Sequence[NewArray]:
    """Add the caller's pivots to the arrays, or new ones, which are returned."""
    count = min(view.shape)
    stack = (view.items,) if len(arrays["a"].shape) > 2 else ()
    if pivots is not None:
        arrays["pivots"] = pivots
        check_integers("pivots", arrays, (view.items, count))
        return ()
    new = new_array(arrays, (*stack, count), np.int32, queue)
    arrays["pivots"] = new.array
    return () if isinstance(new.array, np.ndarray) else (new,)


def _operations(view: MatrixView) -> int:
    """Operations of the factors, on real numbers."""
    long, short = max(view.shape), min(view.shape)
    return (4 if view.precision.is_complex else 1) * view.items * short**2 * (3 * long - short) // 3


def _factor_on_host(arrays: Mapping[str, Any]) -> None:
    """Factor matrices with NumPy."""
    a, pivots = arrays["a"], arrays["pivots"]
    if a.ndim == 2:
        a, pivots = a[None], pivots.reshape(1, -1)
    for item, matrix in enumerate(a):
        arrays["info"][item] = host.lu(matrix, pivots[item])


def add_lu(builder: PlanBuilder, a: MatrixOperand, pivots: IntegerOperand, info: IntegerOperand) -> None:
    """Add the launches that put the factors of A in its place, or of each matrix of a stack.

    Args:
        builder: The launches before them.
        a: The matrix.
        pivots: Become the rows that rows were exchanged with.
        info: Becomes the row, from 1, of the first pivot that is zero, or 0.
    """
    rows, cols = a.view.shape
    columns = _Columns(builder, a, pivots, info)
    columns.factor(0, min(rows, cols))
    if cols > rows:
        columns.update((0, rows), (rows, cols))


@dataclass(frozen=True)
class _Columns:
    """Columns of a matrix that becomes its factors.

    Attributes:
        builder: The launches before the next one.
        matrix: The matrix.
        pivots: The rows that rows were exchanged with.
        info: The number of the row with the first zero pivot.
    """

    builder: PlanBuilder
    matrix: MatrixOperand
    pivots: IntegerOperand
    info: IntegerOperand

    def factor(self, first: int, stop: int) -> None:
        """Factor columns, from which the products with all earlier ones were taken."""
        count, rows = stop - first, self.matrix.view.rows
        width = self._width(rows - first)
        if count <= width:
            panel = self.matrix.block(first, rows - first, first, count)
            self.builder.factor(panel, self.info, "lu", pivots=self.pivots, first=first)
            if count < self.matrix.view.cols:
                self.builder.exchange(self.matrix, self.pivots, count, first=first, beside=True)
            return
        middle = middle_of(first, stop, width)
        self.factor(first, middle)
        self.update((first, middle), (middle, stop))
        self.factor(middle, stop)

    def _width(self, rows: int) -> int:
        """Columns of a panel of so many rows: as few as registers of a cluster have room for, where there are clusters."""
        facts, view = self.builder.target.facts, self.matrix.view
        width = self.builder.target.block_width or block_width(
            facts, view.precision, view.rows, view.items, PANELS
        )
        width = min(width, WIDEST[facts.kind])
        while (
            clusters_of(facts) and width > NARROWEST and rows * width * view.precision.size > REGISTER_BYTES
        ):
            width //= 2
        return width

    def update(self, source: tuple[int, int], target: tuple[int, int]) -> None:
        """Make the rows of U in columns beside factored ones, and take their products from the rows below."""
        (first, middle), (start, stop) = source, target
        rows, matrix = self.matrix.view.rows, self.matrix
        corner = matrix.block(first, middle - first, first, middle - first)
        beside = matrix.block(first, middle - first, start, stop - start)
        step = triangular(corner.view, beside.view, "lower", unit=True)
        add_solution(self.builder, step, corner, beside)
        if middle < rows:
            left = matrix.block(middle, rows - middle, first, middle - first)
            below = matrix.block(middle, rows - middle, start, stop - start)
            self.builder.multiply(left, beside, below, alpha=-1.0, beta=1.0)


@dataclass(frozen=True)
class Systems(Solution):
    """Systems op(A) X = B with the factors of A, or of each matrix of a stack.

    Attributes:
        trans: The letter of op.
    """

    trans: Op

    @property
    def steps(self) -> Any:
        """Both substitutions, in order: with L and with U."""
        step = partial(triangular, self.a, self.b, trans=self.trans)
        steps = step("lower", unit=True), step("upper")
        return steps if self.trans == "N" else steps[::-1]

    def add(
        self, builder: PlanBuilder, a: MatrixOperand, b: MatrixOperand, *operands: IntegerOperand
    ) -> None:
        """Add the launches that solve for X in place of B, given the pivots."""
        (pivots,) = operands
        if many_small(self.a, self.b):
            builder.factor(a, None, "lu", "solve", b=b, pivots=pivots, trans=self.trans)
            return
        if self.trans == "N":
            builder.exchange(b, pivots, self.a.rows)
        super().add(builder, a, b)
        if self.trans != "N":
            builder.exchange(b, pivots, self.a.rows, reverse=True)

    def compute(self, a: Any, b: Any, *arrays: Any) -> None:
        """Solve for X in place of B with NumPy, given the pivots."""
        (pivots,), columns = arrays, b[..., None] if b.ndim < a.ndim else b
        if self.trans == "N":
            host.exchange(columns, pivots)
        super().compute(a, columns)
        if self.trans != "N":
            host.exchange(columns, pivots, reverse=True)
