"""How a matrix and vectors lie: what the plan of a product, an update or a solution depends on, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from autoblas.problems.matvec import Matvec, RankUpdate, Solve, VectorSum

if TYPE_CHECKING:
    from autoblas.precision import Precision
    from autoblas.problems.base import MatrixForm, Order
    from autoblas.problems.matvec import Storage, Triangle

__all__ = ["MatvecLayout", "RankLayout", "RowsView", "SolveLayout", "SumLayout"]

FLIPPED: dict[Triangle, Triangle] = {"": "", "upper": "lower", "lower": "upper"}


class RowsView(NamedTuple):
    """A matrix by its stored rows, in elements; a key of the plans, hence a tuple.

    Attributes:
        precision: Element type.
        rows: Stored rows.
        cols: Columns of them.
        row: From an element to the one below it; of packed rows, which grow or shrink, nothing.
        col: From an element to the one right of it.
        storage: How the rows are stored.
        triangle: The triangle that counts.
        kl: Diagonals of a band below the main one.
        ku: Diagonals of a band above it.
    """

    precision: Precision
    rows: int
    cols: int
    row: int
    col: int
    storage: Storage = "full"
    triangle: Triangle = ""
    kl: int = 0
    ku: int = 0

    @property
    def order(self) -> Order:
        """True if the elements of a row are adjacent."""
        return "row" if self.col == 1 else "any"

    @property
    def transposed(self) -> RowsView:
        """The matrix with its axes exchanged, in the same memory; not of packed triangles."""
        return self._replace(
            rows=self.cols, cols=self.rows, row=self.col, col=self.row,
            triangle=FLIPPED[self.triangle], kl=self.ku, ku=self.kl,
        )  # fmt: skip

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a problem record that describe the matrix."""
        return {
            "m": self.rows, "n": self.cols, "precision": self.precision, "storage": self.storage,
            "triangle": self.triangle, "order": self.order, "kl": self.kl, "ku": self.ku,
        }  # fmt: skip

    @property
    def constants(self) -> dict[str, Any]:
        """The kernel arguments that describe the matrix; strides of 64 bits, of which negative ones wrap."""
        return {
            "m": np.int32(self.rows), "n": np.int32(self.cols),
            "a_row": np.uint64(self.row % 2**64), "a_col": np.uint64(self.col % 2**64),
            "kl": np.int32(self.kl), "ku": np.int32(self.ku),
        }  # fmt: skip


def _steps(x: int, y: int) -> dict[str, Any]:
    return {"x_inc": np.uint64(x % 2**64), "y_inc": np.uint64(y % 2**64)}


class MatvecLayout(NamedTuple):
    """The operands of a matrix-vector product; see ``Matvec``.

    Attributes:
        a: The matrix.
        form: The form of the matrix, which gives the elements that are not stored.
        across: The transpose multiplies.
        unit: The diagonal holds ones.
        conjugate: Stored elements enter conjugated.
        x: From an element of x to the next.
        y: The same of y.
        in_place: y is x.
    """

    a: RowsView
    form: MatrixForm = "general"
    across: bool = False
    unit: bool = False
    conjugate: bool = False
    x: int = 1
    y: int = 1
    in_place: bool = False

    @property
    def problem(self) -> Matvec:
        """The problem to be computed."""
        return Matvec(
            form=self.form, across=self.across, unit=self.unit, conjugate=self.conjugate,
            strided=self.x != 1 or self.y != 1, in_place=self.in_place, **self.a.fields,
        )  # fmt: skip

    @property
    def constants(self) -> dict[str, Any]:
        """The kernel arguments that follow from the layouts alone."""
        return {**self.a.constants, **_steps(self.x, self.y), "length": np.uint64(self.problem.length)}


class SumLayout(NamedTuple):
    """A vector that is only scaled; see ``VectorSum``.

    Attributes:
        precision: Its element type.
        n: Its length.
        y: From an element to the next.
        parts: Partial vectors that are added.
    """

    precision: Precision
    n: int
    y: int = 1
    parts: int = 0

    @property
    def problem(self) -> VectorSum:
        """The problem to be computed."""
        return VectorSum(self.n, self.parts, self.precision, self.y != 1)

    @property
    def constants(self) -> dict[str, Any]:
        """The kernel arguments that follow from the layouts alone."""
        return {"n": np.uint64(self.n), **_steps(1, self.y)}


class RankLayout(NamedTuple):
    """The operands of an update of low rank; see ``RankUpdate``.

    Attributes:
        a: The matrix.
        form: The form of the matrix, which gives the elements that are not stored.
        rank: 1 or 2.
        conjugate: The factor that enters conjugated.
        x: From an element of x to the next.
        y: The same of y.
    """

    a: RowsView
    form: MatrixForm = "general"
    rank: int = 1
    conjugate: Literal["", "rows", "cols"] = ""
    x: int = 1
    y: int = 1

    @property
    def problem(self) -> RankUpdate:
        """The problem to be computed."""
        strided = self.x != 1 or self.y != 1
        return RankUpdate(
            form=self.form, rank=self.rank, conjugate=self.conjugate, strided=strided, **self.a.fields
        )

    @property
    def constants(self) -> dict[str, Any]:
        """The kernel arguments that follow from the layouts alone."""
        return {**self.a.constants, **_steps(self.x, self.y)}


class SolveLayout(NamedTuple):
    """The operands of a triangular system; see ``Solve``.

    Attributes:
        a: The matrix.
        across: The transpose is solved with.
        unit: The diagonal holds ones.
        conjugate: Stored elements enter conjugated.
        x: From an element of x to the next.
    """

    a: RowsView
    across: bool = False
    unit: bool = False
    conjugate: bool = False
    x: int = 1

    @property
    def problem(self) -> Solve:
        """The problem to be computed."""
        return Solve(
            across=self.across, unit=self.unit, conjugate=self.conjugate, strided=self.x != 1, **self.a.fields
        )

    @property
    def constants(self) -> dict[str, Any]:
        """The kernel arguments that follow from the layouts alone."""
        return {**self.a.constants, **_steps(self.x, 1)}
