"""How the matrices of a copy or of triangular systems lie: what its plan depends on, and the arguments that follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autoblas.problems.matrix import MatrixCopy, Substitution

if TYPE_CHECKING:
    from autoblas.problems.base import MatrixForm
    from autoblas.problems.views import MatrixView

__all__ = ["CopyLayout", "SubstitutionLayout"]


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
        partial: Of Y only the triangle that X is read in is written.
    """

    x: MatrixView
    y: MatrixView
    form: MatrixForm = "general"
    lower: bool = True
    unit: bool = False
    conjugate: bool = False
    scaled: bool = False
    partial: bool = False

    @property
    def problem(self) -> MatrixCopy:
        """The problem to be computed."""
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
            self.partial,
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


class SubstitutionLayout(NamedTuple):
    """The matrices of triangular systems.

    Attributes:
        a: The triangle, or a stack of them.
        b: The right-hand sides, which become the solutions. Its items are those of the batch.
        lower: The triangle is a lower one.
        unit: The diagonal consists of ones that are not read.
        conjugate: The triangle's conjugate enters.
    """

    a: MatrixView
    b: MatrixView
    lower: bool = True
    unit: bool = False
    conjugate: bool = False

    @property
    def problem(self) -> Substitution:
        """The problem to be computed."""
        a, b = self.a, self.b
        kinds = (b.precision, a.order, b.order, a.precision, self.lower, self.unit, self.conjugate)
        return Substitution(b.rows, b.cols, *kinds, items=b.items)

    @property
    def constants(self) -> dict[str, int]:
        """The kernel arguments that follow from the layouts alone."""
        values = {"m": self.b.rows, "n": self.b.cols, "items": self.b.items}
        for name, view in (("a", self.a), ("b", self.b)):
            values |= {f"{name}_row": view.row_stride, f"{name}_col": view.col_stride}
            values[f"{name}_step"] = view.step
        return values
