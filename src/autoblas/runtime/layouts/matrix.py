"""How the matrices of a copy or of inversions lie: what its plan depends on, and the arguments that follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autoblas.problems.matrix import Invert, MatrixCopy

if TYPE_CHECKING:
    from autoblas.arrays import MatrixView
    from autoblas.precision import Precision
    from autoblas.problems.matrix import Form

__all__ = ["CopyLayout", "InvertLayout"]


class CopyLayout(NamedTuple):
    """The matrices of a copy.

    Attributes:
        x: What is copied.
        y: Where it goes; not stored by columns. Its items are those of the batch.
        form: What X is.
        lower: The triangle of X that is read is the lower one.
        unit: The diagonal of X consists of ones that are not read.
        conjugate: The complex conjugate of X is copied.
        scaled: There is a factor alpha.
    """

    x: MatrixView
    y: MatrixView
    form: Form = "general"
    lower: bool = True
    unit: bool = False
    conjugate: bool = False
    scaled: bool = False

    @property
    def problem(self) -> MatrixCopy:
        """What is to be computed."""
        x, y = self.x, self.y
        return MatrixCopy(
            y.rows,
            y.cols,
            y.precision,
            x.order,
            y.order,
            x.precision,
            self.form,
            self.lower,
            self.unit,
            self.conjugate,
            self.scaled,
            items=y.items,
        )

    @property
    def constants(self) -> dict[str, int]:
        """The kernel arguments that follow from the layouts alone."""
        values = {"rows": self.y.rows, "cols": self.y.cols}
        for name, view in (("x", self.x), ("y", self.y)):
            values |= {f"{name}_row": view.row_stride, f"{name}_col": view.col_stride}
            values[f"{name}_step"] = view.step
        return values


class InvertLayout(NamedTuple):
    """The matrix whose diagonal blocks are inverted.

    Attributes:
        x: The lower triangular matrix, or a stack of them.
        width: Rows of a block.
        to: Element type of the inverses.
        unit: The diagonal consists of ones that are not read.
        conjugate: The inverses of the complex conjugate are computed.
    """

    x: MatrixView
    width: int
    to: Precision
    unit: bool = False
    conjugate: bool = False

    @property
    def problem(self) -> Invert:
        """What is to be computed."""
        x = self.x
        kinds = (self.to, self.unit, self.conjugate, x.items)
        return Invert(x.rows, self.width, x.precision, x.order, *kinds)

    @property
    def constants(self) -> dict[str, int]:
        """The kernel arguments that follow from the layout alone."""
        view = self.x
        values = {"n": view.rows, "x_row": view.row_stride, "x_col": view.col_stride}
        return values | {"x_step": view.step}
