"""How the matrices of a factorization lie: what its plan depends on, and the arguments that follow from it.

The row of a larger matrix that a block begins at is a value of the launch, so that equal blocks share one plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from autoblas.problems.factorization import Factorization, RowExchange

if TYPE_CHECKING:
    from autoblas.problems.factorization import Method, Task
    from autoblas.problems.views import MatrixView

__all__ = ["ExchangeLayout", "FactorizationLayout"]


class FactorizationLayout(NamedTuple):
    """The matrices of a factorization.

    Attributes:
        a: The matrix, or a stack of them. Its items are those of the batch.
        b: The right-hand sides; None where nothing is solved.
        method: The kind of factors.
        task: What becomes of the matrices.
        lower: Cholesky's factor is the lower triangle.
        trans: The matrix of systems that are solved from factors of LU.
        pivots_step: Distance between the pivots, or tau, of one item and those of the next, in elements.
    """

    a: MatrixView
    b: MatrixView | None
    method: Method
    task: Task = "factor"
    lower: bool = True
    trans: Literal["N", "T", "C"] = "N"
    pivots_step: int = 0

    @property
    def problem(self) -> Factorization:
        """The problem to be computed."""
        a, b = self.a, self.b
        rhs = 0 if b is None else b.cols
        return Factorization(
            a.rows, a.cols, rhs, a.precision, self.method, self.task, a.order, "row" if b is None else b.order,
            self.lower, self.trans, a.items,
        )  # fmt: skip

    @property
    def constants(self) -> dict[str, int]:
        """The kernel arguments that follow from the layouts alone."""
        a, b = self.a, self.b
        step = self.pivots_step
        values = {"m": a.rows, "n": a.cols, "items": a.items, "pivots_step": step, "tau_step": step}
        values["rhs"] = 0 if b is None else b.cols
        for name, view in (("a", a), ("b", b)):
            if view is not None:
                values |= {f"{name}_row": view.row_stride, f"{name}_col": view.col_stride}
                values[f"{name}_step"] = view.step
        return values


class ExchangeLayout(NamedTuple):
    """The matrix of row exchanges.

    Attributes:
        a: The matrix, or a stack of them. Its items are those of the batch.
        exchanges: Exchanges.
        reverse: The last exchange comes first.
        pivots_step: Distance between the pivots of one item and those of the next, in elements.
        beside: Rows stay in as many columns as there are exchanges, from the column of the launch on.
    """

    a: MatrixView
    exchanges: int
    reverse: bool = False
    pivots_step: int = 0
    beside: bool = False

    @property
    def cols(self) -> int:
        """Columns whose rows are exchanged."""
        return self.a.cols - self.exchanges * self.beside

    @property
    def problem(self) -> RowExchange:
        """The problem to be computed."""
        a = self.a
        return RowExchange(
            a.rows, self.cols, self.exchanges, a.precision, a.order, self.reverse, a.items, self.beside
        )

    @property
    def constants(self) -> dict[str, int]:
        """The kernel arguments that follow from the layouts alone."""
        a = self.a
        values = {"m": a.rows, "n": self.cols, "count": self.exchanges, "items": a.items}
        return values | {
            "a_row": a.row_stride, "a_col": a.col_stride, "a_step": a.step, "pivots_step": self.pivots_step,
        }  # fmt: skip
