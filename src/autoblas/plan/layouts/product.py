"""The layout of a matrix product's arrays, and the problem that serves them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autoblas.problems import Matmul
from autoblas.problems.matmul import EXCHANGED, OPPOSITE, exchanged_names

if TYPE_CHECKING:
    from autoblas.precision import Precision
    from autoblas.problems import Accuracy, Activation, Triangle, Zeros
    from autoblas.problems.views import MatrixView

__all__ = ["ProductLayout"]


class ProductLayout(NamedTuple):
    """How the operands of a product lie, and how it is computed: all that its plan depends on.

    Attributes:
        a: A, as it enters the product.
        b: The operand B.
        c: C; its items are those of the batch.
        accumulator: The type in which products are summed.
        conjugate: The operands whose complex conjugates enter.
        listed: Items have offsets, alpha and beta of their own.
        accuracy: The arithmetic that may take the place of the accumulator's own.
        part: The triangle of C that is wanted.
        hermitian: The imaginary parts of C's diagonal are not read and become zero.
        zeros: What of A or B is known to be zero.
        spread: C holds that product, and is computed again where those zeros spread numbers that are not finite.
        bias: The vector that is added, as a matrix of C's shape with a stride of 0; None where there is none.
        activation: The function that is applied to the sum.
        invariant: Kernel and parameters do not depend on the number of rows.
    """

    a: MatrixView
    b: MatrixView
    c: MatrixView
    accumulator: Precision
    conjugate: str = ""
    listed: bool = False
    accuracy: Accuracy = "standard"
    part: Triangle = ""
    hermitian: bool = False
    zeros: Zeros = ""
    spread: bool = False
    bias: MatrixView | None = None
    activation: Activation = ""
    invariant: bool = False

    @property
    def transposed(self) -> ProductLayout:
        """The layout of C' = B' A', which holds the same numbers in the same memory."""
        return self._replace(
            a=self.b.transposed,
            b=self.a.transposed,
            c=self.c.transposed,
            conjugate=exchanged_names(self.conjugate),
            part=OPPOSITE[self.part],
            zeros=EXCHANGED[self.zeros],
            bias=self.bias and self.bias.transposed,
        )

    @property
    def problem(self) -> Matmul:
        """The problem to be computed."""
        a, b, c = self.a, self.b, self.c
        batched = self.listed or c.items > 1
        return Matmul(
            c.rows,
            c.cols,
            a.cols,
            c.precision,
            a.order,
            b.order,
            c.order,
            a.precision,
            b.precision,
            self.accumulator,
            conjugate=self.conjugate,
            items=c.items,
            listed=self.listed,
            shared="".join(x for x, view in (("a", a), ("b", b)) if batched and view.step == 0),
            a_in=a.memory,
            b_in=b.memory,
            c_in=c.memory,
            accuracy=self.accuracy,
            part=self.part,
            hermitian=self.hermitian,
            zeros=self.zeros,
            spread=self.spread,
            bias="" if self.bias is None else "rows" if self.bias.row_stride else "cols",
            activation=self.activation,
            invariant=self.invariant,
        )

    @property
    def constants(self) -> dict[str, int]:
        """The kernel arguments that follow from the layouts alone."""
        values = {"m": self.c.rows, "n": self.c.cols, "k": self.a.cols}
        for name, view in (("a", self.a), ("b", self.b), ("c", self.c)):
            values |= {f"{name}_row": view.row_stride, f"{name}_col": view.col_stride}
            values[f"{name}_step"] = view.step
        if self.bias is not None:
            values["bias_inc"] = self.bias.row_stride or self.bias.col_stride
        return values
