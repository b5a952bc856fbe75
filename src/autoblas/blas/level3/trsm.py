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

from autoblas.blas.keyed import keyed, plan_of
from autoblas.blas.level3.gemm import product_part
from autoblas.blas.level3.halves import solve_in_halves
from autoblas.blas.level3.parts import panel_parts
from autoblas.blas.level3.structured import Work, matrix_plan
from autoblas.blas.level3.triangular import check
from autoblas.calls.call_plan import Done
from autoblas.calls.dispatch import perform_part
from autoblas.plan.block_width import block_width
from autoblas.plan.symbols import number
from autoblas.precision import FLOAT16, FLOAT32

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.blas.level3.triangular import Call
    from autoblas.blas.plan_builder import Operand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.calls.several.kept import KeptLoans
    from autoblas.devices.device import Event, Queue

__all__ = ["add_solution", "trsm", "trsm_batched"]


@keyed
def trsm(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    side: str = "L",
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
    queue: Queue | None = None,
    devices: Any = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Solve op(A) X = alpha B for X, or X op(A) = alpha B, with a triangular A; X is stored in B.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further.

    Args:
        a: Triangular matrix of shape ``(m, m)``, or ``(n, n)`` with ``side="R"``; an array of float16, float32,
            float64, complex64 or complex128. float16 is summed in float32.
        b: Matrix of shape ``(m, n)``, of the same type and kind of memory as ``a``, overwritten by X.
        alpha: The factor of B; with 0, neither A nor B is read.
        side: ``"L"`` for op(A) X, ``"R"`` for X op(A).
        uplo: ``"U"`` for the upper triangle of A, ``"L"`` for the lower one: the one that is read.
        trans: op(A) is A (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonal of A consists of ones and is not read, else ``"N"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        devices: Devices that compute this together: a set of ``autoblas.devices``, or what makes one; of NumPy arrays only,
            and without ``queue``.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a = np.array([[1.0, 2.0], [np.nan, 4.0]])  # the lower triangle is not read
        >>> autoblas.trsm(a, np.array([[5.0], [8.0]]))
        array([[1.],
               [2.]])
    """
    call = check({"a": a, "b": b}, alpha, (side, uplo, trans, diag), queue, wait_for)
    return _solve(a, b, call, queue, wait_for, devices)


@keyed
def trsm_batched(
    a: Any,
    b: Any,
    *,
    alpha: complex = 1.0,
    side: str = "L",
    uplo: str = "U",
    trans: str = "N",
    diag: str = "N",
    queue: Queue | None = None,
    wait_for: Sequence[Event] | None = None,
) -> Any:
    """Solve op(A[i]) X[i] = alpha B[i] for every item of a stack, all items in the same launches.

    Any strides and offsets are accepted. Small calls on NumPy arrays are computed by NumPy where that is faster, unless
    ``queue`` is given.

    A singular A is not detected: zeros, infinities and NaN spread as by substitution, and no further.

    Args:
        a: Stack of shape ``(items, m, m)``, or one matrix of shape ``(m, m)`` that all items share; n in place of m
            with ``side="R"``. An array of float16, float32, float64, complex64 or complex128. float16 is summed in
            float32.
        b: Stack of shape ``(items, m, n)``, of the same type and kind of memory as ``a``, overwritten by X.
        alpha: The factor of every B[i]; with 0, neither A nor B is read.
        side: ``"L"`` for op(A[i]) X[i], ``"R"`` for X[i] op(A[i]).
        uplo: ``"U"`` for the upper triangle of each A[i], ``"L"`` for the lower one: the one that is read.
        trans: op(A[i]) is A[i] (``"N"``), its transpose (``"T"``) or its conjugate transpose (``"C"``).
        diag: ``"U"`` where the diagonals of A consist of ones and are not read, else ``"N"``.
        queue: Where to run; by default an array's queue, or for NumPy arrays this thread's on the default device.
        wait_for: Events to wait for before the device starts, besides those that the arrays hold.

    Returns:
        ``b``, complete on return for NumPy arrays; for device arrays enqueued, with its event in ``events``.

    Warns:
        FallbackWarning: no kernel of the device computes this, and no queue was given: NumPy computed it.

    Raises:
        ArgumentError: an argument does not fit, or an output overlaps another operand. Nothing was enqueued.
        NoKernelError: no kernel of the device computes this problem.
        DeviceError: there is no device, or it refused to compile or run a kernel.

    Example:
        >>> a = np.array([[[1.0, 2.0], [0.0, 4.0]], [[2.0, 0.0], [0.0, 2.0]]])
        >>> autoblas.trsm_batched(a, np.array([[[5.0], [8.0]], [[2.0], [4.0]]]))[:, :, 0]
        array([[1., 2.],
               [1., 2.]])
    """
    call = check({"a": a, "b": b}, alpha, (side, uplo, trans, diag), queue, wait_for, stacked=True)
    return _solve(a, b, call, queue, wait_for)


def _solve(
    a: Any, b: Any, call: Call, queue: Any, wait_for: Sequence[Event] | None, devices: Any = None
) -> CallPlan | Done:
    if 0 in (*call.b.shape, call.b.items):
        return Done(b)

    def add(builder: PlanBuilder, operands: Mapping[str, Operand]) -> None:
        if call.alpha == 0:
            builder.scale(operands["b"], 0.0)
        else:
            add_solution(builder, call, operands["a"], operands["b"])

    def compute(host: Mapping[str, Any]) -> None:
        if call.alpha == 0:
            host["b"][...] = 0
        else:
            _substitute(call, host["a"], host["b"])

    def plan(a: Any, b: Any, alpha: Any, queue: Queue) -> CallPlan | Done:
        part: CallPlan | Done = plan_of(trsm)(a, b, alpha=number(alpha), queue=queue, **call.letters)
        return part

    def in_halves(queue: Queue, kept: KeptLoans | None) -> None:
        def solve(a: Any, b: Any, alpha: Any) -> None:
            perform_part(plan(a, b, alpha, queue), kept)

        solve_in_halves(a, b, call, solve, partial(product_part, queue, kept))

    def parts(count: int) -> Any:
        def panel(queue: Queue, place: Any) -> CallPlan | Done:
            return plan(a, b[place], call.alpha, queue)

        return panel_parts(a, (b,), call.left, call.operations, count, panel, reads=True)

    stacked = call.b.items > 1 or len(b.shape) > 2
    divided = (None, "trsm", None) if stacked else (in_halves, "trsm", parts)
    work = Work("b", True, call.operations, add, compute, call.alpha == 0, *divided)
    return matrix_plan({"a": a, "b": b}, work, queue, wait_for, devices)


def add_solution(builder: PlanBuilder, call: Call, a: Operand, out: Operand) -> None:
    """Add the launches that solve for X in place of B, whose factor is not 0.

    Args:
        builder: The launches before them.
        call: The checked arguments.
        a: A where the device sees it.
        out: B, likewise.
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
        right: What is left of the right sides; in rows that are solved, X.
        lower: T is a lower triangle.
        width: Rows of a block, at most.
        call: The checked arguments.
    """

    builder: PlanBuilder
    matrix: Operand
    right: Operand
    lower: bool
    width: int
    call: Call

    def solve(self, first: int, stop: int, scale: Any) -> None:
        """Solve for the unknowns from ``first`` to ``stop``, whose right sides are still to be multiplied by ``scale``."""
        if stop - first <= self.width:
            triangle = self.matrix.block(first, stop - first, first, stop - first)
            kinds = {"lower": self.lower, "unit": self.call.unit, "conjugate": self.call.conjugated}
            self.builder.substitute(triangle, self._rows(first, stop), alpha=scale, **kinds)
            return
        middle = first + self.width
        while 2 * (middle - first) < stop - first:  # equal halves have equal layouts, hence plans in common
            middle = first + 2 * (middle - first)
        halves = (first, middle), (middle, stop)
        before, after = halves if self.lower else halves[::-1]
        self.solve(*before, scale)
        self._subtract(after, before, scale)
        self.solve(*after, 1.0)

    def _subtract(self, target: tuple[int, int], source: tuple[int, int], scale: Any) -> None:
        """Take from the right sides of some rows, times ``scale``, what the unknowns of other rows have in them."""
        (first, stop), (start, end) = target, source
        left = self.matrix.block(first, stop - first, start, end - start)
        solved, right = self._rows(start, end), self._rows(first, stop)
        conjugate = "a" if self.call.conjugated else ""
        self.builder.multiply(left, solved, right, alpha=-1.0, beta=scale, conjugate=conjugate)

    def _rows(self, first: int, stop: int) -> Operand:
        """Rows of the right sides."""
        return self.right.block(first, stop - first, 0, self.right.view.cols)


def _substitute(call: Call, a: Any, b: Any) -> None:
    """Solve with NumPy, a row of X after the other, in silence as on a device."""
    matrix = call.on_host(a)
    out, lower = b, call.triangle == "lower"
    if not call.left:
        matrix, out, lower = matrix.swapaxes(-1, -2), b.swapaxes(-1, -2), not lower
    with np.errstate(all="ignore"):
        solved = call.alpha.value * out
        order = range(out.shape[-2])
        for i in order if lower else reversed(order):
            others = slice(0, i) if lower else slice(i + 1, None)
            row = (
                solved[..., i, :]
                - np.matmul(matrix[..., i : i + 1, others], solved[..., others, :])[..., 0, :]
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
