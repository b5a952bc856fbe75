"""Triangular systems with many right-hand sides, in place: trsm, and trsm_batched for stacks of them.

Blocks on A's diagonal are solved by substitution, all right-hand sides at once; what remains is a recursion of products.
A half of the unknowns is solved for, multiplied by the rectangle beside its triangle and taken from the right sides of
the other half, which is then solved for: nearly all of the work is in products of large matrices, and the host waits
for none of them. No inverse is formed, and nothing is multiplied that an unknown does not depend on: so results are
finite where those of BLAS are, and errors have the bound of substitution (N. J. Higham, "Accuracy and Stability of
Numerical Algorithms", 2nd edition, theorem 8.5).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.blas.host.crossover import BATCH_COST
from autoblas.blas.level3.bisection import solve_bisected
from autoblas.blas.level3.gemm import product_part
from autoblas.blas.level3.parts import panel_parts
from autoblas.blas.level3.structured import StructuredCall, matrix_plan
from autoblas.blas.level3.triangular import check, middle_of
from autoblas.calls.call_plan import Done
from autoblas.calls.dispatch import perform_part
from autoblas.plan.block_width import block_width
from autoblas.plan.symbols import number
from autoblas.precision import FLOAT16, FLOAT32

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.blas.level3.triangular import TriangularArguments
    from autoblas.blas.plan_builder import MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.calls.several.operand_cache import OperandCache
    from autoblas.devices.device import Event, Queue

__all__ = ["add_solution", "plan_trsm", "plan_trsm_batched", "substitute_on_host"]


def plan_trsm(
    a: Any,
    b: Any,
    *,
    alpha: Any = 1.0,
    side: Any = "L",
    uplo: Any = "U",
    trans: Any = "N",
    diag: Any = "N",
    queue: Any = None,
    devices: Any = None,
    wait_for: Any = None,
) -> CallPlan | Done:
    """The plan of ``trsm``."""
    call = check({"a": a, "b": b}, alpha, (side, uplo, trans, diag), queue, wait_for)
    return _solve(a, b, call, queue, wait_for, devices)


def plan_trsm_batched(
    a: Any, b: Any, *, alpha: Any, side: Any, uplo: Any, trans: Any, diag: Any, queue: Any, wait_for: Any
) -> CallPlan | Done:
    """The plan of ``trsm_batched``."""
    call = check({"a": a, "b": b}, alpha, (side, uplo, trans, diag), queue, wait_for, stacked=True)
    return _solve(a, b, call, queue, wait_for)


def _solve(
    a: Any,
    b: Any,
    call: TriangularArguments,
    queue: Any,
    wait_for: Sequence[Event] | None,
    devices: Any = None,
) -> CallPlan | Done:
    if 0 in (*call.b.shape, call.b.items):
        return Done(b)

    def add(builder: PlanBuilder, operands: Mapping[str, MatrixOperand]) -> None:
        if call.alpha == 0:
            builder.scale(operands["b"], 0.0)
        else:
            add_solution(builder, call, operands["a"], operands["b"])

    def compute(host: Mapping[str, Any]) -> None:
        if call.alpha == 0:
            host["b"][...] = 0
        else:
            substitute_on_host(call, host["a"], host["b"])

    def plan(a: Any, b: Any, alpha: Any, queue: Queue) -> CallPlan | Done:
        part: CallPlan | Done = plan_trsm(a, b, alpha=number(alpha), queue=queue, **call.letters)
        return part

    def bisected(queue: Queue, cache: OperandCache | None) -> None:
        def solve(a: Any, b: Any, alpha: Any) -> None:
            perform_part(plan(a, b, alpha, queue), cache)

        solve_bisected(a, b, call, solve, partial(product_part, queue, cache))

    def parts(count: int) -> Any:
        def panel(queue: Queue, lines: Any) -> CallPlan | Done:
            return plan(a, b[lines], call.alpha, queue)

        return panel_parts(a, (b,), call.left, call.operations, count, panel, reads=True)

    stacked = call.b.items > 1 or len(b.shape) > 2
    cost = BATCH_COST if call.b.items > 1 else 1

    def halved(queue: Queue, cache: OperandCache | None) -> None:
        """Solve both halves of a stack one after the other."""
        middle, letters = len(b) // 2, {**call.letters, "alpha": number(call.alpha)}
        for half in (slice(0, middle), slice(middle, len(b))):
            perform_part(plan_trsm_batched(a[half], b[half], queue=queue, wait_for=None, **letters), cache)

    divided = (
        (halved if call.b.items > 1 else None, "trsm", None, cost)
        if stacked
        else (bisected, "trsm", parts, cost)
    )
    work = StructuredCall("b", True, call.operations, add, compute, call.alpha == 0, *divided)
    return matrix_plan({"a": a, "b": b}, work, queue, wait_for, devices)


def add_solution(
    builder: PlanBuilder, call: TriangularArguments, a: MatrixOperand, out: MatrixOperand
) -> None:
    """Add the launches that solve for X in place of B, whose factor is not 0.

    Args:
        builder: The launches before them.
        call: The checked arguments.
        a: A where the device sees it.
        out: B where the device sees it.
    """
    matrix, lower = call.entering(a), call.triangle == "lower"
    if not call.left:  # X T = B is T^T X^T = B^T
        matrix, out, lower = matrix.transposed, out.transposed, not lower
    rows, cols = out.view.shape
    target = builder.target
    best = partial(block_width, target.facts, call.a.precision, rows, cols * out.view.items)
    width = best() if target.block_width is None else target.block_width
    if rows <= width or call.b.precision is not FLOAT16:
        _Blocks(builder, matrix, out, lower, width, call).solve(0, rows, call.alpha)
        return
    wide = builder.temporary(
        "right sides", FLOAT32, rows, cols, out.view.items
    )  # what is left of them is no half
    builder.copy(out, wide)
    _Blocks(builder, matrix, wide, lower, width, call).solve(0, rows, call.alpha)
    builder.copy(wide, out)


@dataclass(frozen=True)
class _Blocks:
    """A system T X = B in blocks of rows, T a triangle.

    Attributes:
        builder: The launches before the next one.
        matrix: T.
        right: The remaining right sides; in rows that are solved, X.
        lower: T is a lower triangle.
        width: Rows of a block, at most.
        call: The checked arguments.
    """

    builder: PlanBuilder
    matrix: MatrixOperand
    right: MatrixOperand
    lower: bool
    width: int
    call: TriangularArguments

    def solve(self, first: int, stop: int, scale: Any) -> None:
        """Solve for the unknowns from ``first`` to ``stop``, whose right sides are still to be multiplied by ``scale``."""
        if stop - first <= self.width:
            triangle = self.matrix.block(first, stop - first, first, stop - first)
            kinds = {"lower": self.lower, "unit": self.call.unit, "conjugate": self.call.conjugated}
            self.builder.substitute(triangle, self._rows(first, stop), alpha=scale, **kinds)
            return
        middle = middle_of(first, stop, self.width)
        halves = (first, middle), (middle, stop)
        before, after = halves if self.lower else halves[::-1]
        self.solve(*before, scale)
        self._subtract(after, before, scale)
        self.solve(*after, 1.0)

    def _subtract(self, target: tuple[int, int], source: tuple[int, int], scale: Any) -> None:
        """Take from the right sides of some rows, times ``scale``, what the unknowns of other rows have in them."""
        (first, stop), (start, end) = target, source
        coupling = self.matrix.block(first, stop - first, start, end - start)
        solved, right = self._rows(start, end), self._rows(first, stop)
        conjugate = "a" if self.call.conjugated else ""
        self.builder.multiply(coupling, solved, right, alpha=-1.0, beta=scale, conjugate=conjugate)

    def _rows(self, first: int, stop: int) -> MatrixOperand:
        """Rows of the right sides."""
        return self.right.block(first, stop - first, 0, self.right.view.cols)


def substitute_on_host(call: TriangularArguments, a: Any, b: Any) -> None:
    """Solve with NumPy, a row of X after the other, in silence as on a device."""
    matrix = call.on_host(a)
    out, lower = b, call.triangle == "lower"
    if not call.left:
        matrix, out, lower = matrix.swapaxes(-1, -2), b.swapaxes(-1, -2), not lower
    with np.errstate(all="ignore"):
        solved = number(call.alpha) * out
        order = range(out.shape[-2])
        for i in order if lower else reversed(order):
            earlier = slice(0, i) if lower else slice(i + 1, None)
            row = (
                solved[..., i, :]
                - np.matmul(matrix[..., i : i + 1, earlier], solved[..., earlier, :])[..., 0, :]
            )
            solved[..., i, :] = row if call.unit else _quotient(row, matrix[..., i, i, None])
        out[...] = solved


def _quotient(row: Any, pivot: Any) -> Any:
    """A row divided by a number; complex ones are scaled first, as NumPy takes the reciprocal of a part of the divisor."""
    if not np.iscomplexobj(pivot):
        return row / pivot
    _, exponent = np.frexp(np.maximum(np.abs(pivot.real), np.abs(pivot.imag)))

    def scaled(x: Any) -> Any:
        parts = np.empty_like(x)
        parts.real, parts.imag = np.ldexp(x.real, -exponent), np.ldexp(x.imag, -exponent)
        return parts

    return scaled(row) / scaled(pivot)
