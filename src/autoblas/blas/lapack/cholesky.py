"""Cholesky's factors of Hermitian positive definite matrices: potrf.

Blocks on the diagonal are factored by one work-group, and the rows below them solved for by substitution; what remains
is a recursion of products. Half of the columns is factored with all rows below, multiplied by its own rows, and taken
from the other half, which is then factored (right-looking, the recursion of S. Toledo, "Locality of reference in LU
decomposition with partial pivoting", SIAM J. Matrix Anal. Appl. 18 (1997), without pivots). No inverse is formed, so
that errors have Higham's bound of substitution, and the host waits for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.blas.arguments import triangle_of
from autoblas.blas.lapack import host
from autoblas.blas.lapack.calls import LapackCall, LapackDivision, check_square, lapack_plan
from autoblas.blas.level3.triangular import middle_of
from autoblas.calls.call_plan import Done
from autoblas.errors import NotPositiveDefiniteError
from autoblas.plan.block_width import CHOLESKY, block_width

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.blas.plan_builder import IntegerOperand, MatrixOperand, PlanBuilder
    from autoblas.calls.call_plan import CallPlan
    from autoblas.problems import Triangle

__all__ = ["add_cholesky", "plan_potrf"]


def plan_potrf(
    a: Any, *, uplo: Any, info: Any, queue: Any, wait_for: Any, devices: Any = None, stacked: bool = False
) -> CallPlan | Done:
    """The plan of ``potrf``, or ``potrf_batched``.

    Args:
        a: The matrix.
        uplo: The triangle, as the caller named it.
        info: The caller's array for the numbers of rows, or None.
        queue: Where to run, or None.
        wait_for: Events, or None.
        devices: The devices that are to compute it together, or None.
        stacked: It is a stack of matrices.
    """
    view, part = check_square({"a": a}, stacked=stacked)["a"], triangle_of(uplo)
    if 0 in (view.rows, view.items):
        return Done(a)

    def add(
        builder: PlanBuilder, operands: Mapping[str, MatrixOperand], integers: Mapping[str, IntegerOperand]
    ) -> None:
        add_cholesky(builder, operands["a"], integers["info"], part)

    def compute(arrays: Mapping[str, Any]) -> None:
        for item, matrix in enumerate(arrays["a"] if stacked else arrays["a"][None]):
            arrays["info"][item] = host.cholesky(matrix, part)

    def parts(x: Mapping[str, Any], queue: Any) -> CallPlan | Done:
        return plan_potrf(x["a"], uplo=uplo, info=x["info"], queue=queue, wait_for=None, stacked=True)

    division = LapackDivision("potrf", parts) if stacked else None
    operations = (4 if view.precision.is_complex else 1) * view.items * view.rows**3 // 3
    call = LapackCall(
        {"a": a}, ("a",), view.items, operations, add, compute, a, NotPositiveDefiniteError, division=division
    )
    return lapack_plan(call, queue, wait_for, info, devices)


def add_cholesky(builder: PlanBuilder, a: MatrixOperand, info: IntegerOperand, part: Triangle) -> None:
    """Add the launches that put Cholesky's factor in the named triangle of A, or of each matrix of a stack.

    Args:
        builder: The launches before them.
        a: The matrix.
        info: Becomes the row, from 1, that has no positive pivot, or 0.
        part: The triangle.
    """
    matrix = a if part == "lower" else a.transposed  # whose conjugate has the transposed factor
    target, view = builder.target, a.view
    width = target.block_width or block_width(target.facts, view.precision, view.rows, view.items, CHOLESKY)
    _Columns(builder, matrix, info, width).factor(0, view.rows)


@dataclass(frozen=True)
class _Columns:
    """Columns of a lower triangle that becomes Cholesky's factor.

    Attributes:
        builder: The launches before the next one.
        matrix: The matrix.
        info: The number of the failing row.
        width: Columns of a block, at most.
    """

    builder: PlanBuilder
    matrix: MatrixOperand
    info: IntegerOperand
    width: int

    def factor(self, first: int, stop: int) -> None:
        """Factor the columns from ``first`` to ``stop``, from which the products with all earlier ones were taken."""
        count, n = stop - first, self.matrix.view.rows
        if count <= self.width:
            block = self.matrix.block(first, count, first, count)
            self.builder.factor(block, self.info, "cholesky", first=first)
            if stop < n:
                below = self.matrix.block(stop, n - stop, first, count).transposed
                self.builder.substitute(block, below, alpha=1.0, lower=True, unit=False, conjugate=True)
            return
        middle = middle_of(first, stop, self.width)
        self.factor(first, middle)
        self._subtract(first, middle, stop)
        self.factor(middle, stop)

    def _subtract(self, first: int, middle: int, stop: int) -> None:
        """Take from the columns from ``middle`` to ``stop`` the products of those from ``first`` to ``middle``."""
        matrix, n = self.matrix, self.matrix.view.rows
        left = matrix.block(middle, n - middle, first, middle - first)
        right = matrix.block(middle, stop - middle, first, middle - first).transposed
        target = matrix.block(middle, n - middle, middle, stop - middle)
        self.builder.multiply(
            left, right, target, alpha=-1.0, beta=1.0, conjugate="b", part="lower", hermitian=True
        )
