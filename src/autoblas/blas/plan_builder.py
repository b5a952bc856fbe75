"""Launches of calls on matrices: products, copies and solutions, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from autoblas.plan.layouts.factorization import ExchangeLayout, FactorizationLayout
from autoblas.plan.layouts.matrix import CopyLayout, SubstitutionLayout
from autoblas.plan.layouts.product import ProductLayout
from autoblas.plan.orientation import transposed_is_faster
from autoblas.plan.symbols import Launch, Temporary
from autoblas.precision import FLOAT16, default_accumulator
from autoblas.problems.base import Scratch
from autoblas.problems.matmul import INVARIANT_ROWS, OPPOSITE, exchanged_names
from autoblas.problems.views import MatrixView, stack_view

if TYPE_CHECKING:
    from autoblas.blas.product import ItemLists
    from autoblas.calls.call_plan import DeviceOperand
    from autoblas.plan.choose import Choice
    from autoblas.plan.symbols import Bindable, Scalar, Target
    from autoblas.precision import Precision
    from autoblas.problems import Accuracy, Activation, Triangle, Zeros
    from autoblas.problems.base import MatrixForm
    from autoblas.problems.factorization import Method, Task

__all__ = ["IntegerOperand", "MatrixOperand", "PlanBuilder", "matrix_operand"]


class MatrixOperand(NamedTuple):
    """A matrix, or a stack of them, where the device sees it.

    Attributes:
        view: Its layout.
        memory: Its memory, or the symbol of that.
        offset: Where element (0, 0) lies there, in elements.
    """

    view: MatrixView
    memory: Any
    offset: int

    @property
    def transposed(self) -> MatrixOperand:
        """The operand with its axes exchanged, in the same memory."""
        return MatrixOperand(self.view.transposed, self.memory, self.offset)

    def block(self, row: int, rows: int, col: int, cols: int) -> MatrixOperand:
        """The part of the matrix, or of each, with so many rows and columns from these on."""
        view = self.view
        offset = self.offset + row * view.row_stride + col * view.col_stride
        return MatrixOperand(view._replace(rows=rows, cols=cols), self.memory, offset % 2**64)


class IntegerOperand(NamedTuple):
    """Pivots, or numbers of rows without a pivot, where the device sees them; of int32 and dense.

    Attributes:
        memory: Its memory, or the symbol of that.
        offset: Where the first one lies there, in elements.
        step: Distance from those of one item to those of the next, in elements.
    """

    memory: Any
    offset: int
    step: int


def matrix_operand(name: str, operand: DeviceOperand) -> MatrixOperand:
    """An array where a device sees it, as a matrix or a stack of them."""
    array, memory, offset = operand
    return MatrixOperand(stack_view(name, array), memory, offset)


class PlanBuilder:
    """The launches of one call, in the order in which they run.

    Args:
        target: The device.

    Attributes:
        target: The device.
        launches: The launches so far.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        self.launches: list[Launch] = []

    def add(self, layout: Bindable, values: dict[str, Any]) -> None:
        """Append a launch.

        Args:
            layout: The layout of its operands.
            values: Memory, factors and offsets; see ``Launch``.
        """
        self.launches.append(Launch(layout, values))

    def temporary(self, name: str, kind: Precision, rows: int, cols: int, items: int = 1) -> MatrixOperand:
        """A dense matrix, or a stack, for the time of this call; memory that in-order calls share by its name."""
        size = rows * cols
        needed = Scratch(max(items * size, 1) * kind.size, None, kind)
        view = MatrixView(kind, rows, cols, max(cols, 1), 1, items, size if items > 1 else 0)
        return MatrixOperand(view, Temporary(name, needed), 0)

    def zeros(self, view: MatrixView) -> MatrixOperand:
        """Matrices of zeros, as many and of the shape of others: one element in memory, which nobody writes."""
        memory = Temporary("zero", Scratch(16, None, view.precision, cleared=True))
        return MatrixOperand(view._replace(row_stride=0, col_stride=0, step=0), memory, 0)

    def multiply(
        self,
        a: MatrixOperand,
        b: MatrixOperand,
        c: MatrixOperand,
        *,
        alpha: Scalar = 1.0,
        beta: Scalar = 0.0,
        conjugate: str = "",
        part: Triangle = "",
        hermitian: bool = False,
        zeros: Zeros = "",
        in_output: str = "",
        accumulator: Precision | None = None,
        accuracy: Accuracy = "standard",
        lists: ItemLists | None = None,
        bias: MatrixOperand | None = None,
        activation: Activation = "",
        invariant: bool = False,
    ) -> None:
        """C = f(alpha A B + beta C + bias), or a triangle of it; see ``problems.Matmul``.

        Args:
            a: The left operand.
            b: The right operand.
            c: The output.
            alpha: Factor of the product.
            beta: Factor of the old C.
            conjugate: The operands whose conjugates enter.
            part: The triangle of C that is wanted.
            hermitian: The imaginary parts of C's diagonal count as zero and become zero.
            zeros: The part of A or B that holds only zeros, by which nothing is multiplied; beta is 0.
            in_output: The operand that lies in the memory of C. It is copied first, unless the kernel packs it anyway.
            accumulator: The type in which products are summed; None where it follows from the operands.
            accuracy: The arithmetic that may take the place of the accumulator's own.
            lists: Offsets and factors of each item, if items have their own.
            bias: A vector that is added, as a matrix of C's shape with a stride of 0.
            activation: The function f.
            invariant: A row of C has the same bits however many there are. What is not stored by rows is copied so.
        """
        rows, product = (self._by_rows(x, name) if invariant else x for x, name in ((a, "A"), (c, "C")))
        if rows is not a or product is not c:
            if rows is not a:
                self.copy(a, rows.block(0, c.view.rows, 0, a.view.cols))
            options: dict[str, Any] = {
                "conjugate": conjugate,
                "accumulator": accumulator,
                "accuracy": accuracy,
            }
            self.multiply(rows, b, product, invariant=True, **options)
            if product is not c:
                self.copy(product.block(0, c.view.rows, 0, c.view.cols), c)
            return
        kinds = (a.view.precision, b.view.precision, c.view.precision)
        layout = ProductLayout(
            a.view,
            b.view,
            c.view,
            accumulator or default_accumulator(*kinds),
            conjugate if kinds[2].is_complex else "",
            lists is not None,
            accuracy,
            part,
            hermitian and kinds[2].is_complex,
            zeros,
            bias=bias and bias.view,
            activation=activation,
            invariant=invariant,
        )
        by_rows = layout.transposed if c.view.order == "col" else layout
        served = by_rows.transposed if transposed_is_faster(by_rows, self.target.facts) else by_rows
        if served != layout:
            layout, in_output, lists = served, exchanged_names(in_output), lists and lists.exchanged
            a, b, c, bias = b.transposed, a.transposed, c.transposed, bias and bias.transposed
        again = zeros != "" and not self.target.choice(layout).kernel.exact_zeros
        if in_output and (again or not _packs(self.target.choice(layout), in_output)):
            shared = a if in_output == "a" else b
            view = shared.view
            copied = self.temporary("copied", view.precision, view.rows, view.cols, view.items)
            self.copy(shared, copied)
            a, b = (copied, b) if in_output == "a" else (a, copied)
            layout = layout._replace(a=a.view, b=b.view)
        values = {"alpha": alpha, "beta": beta, "a": a.memory, "b": b.memory, "c": c.memory}
        values |= {"a_offset": a.offset, "b_offset": b.offset, "c_offset": c.offset}
        values |= lists.by_argument if lists else {}
        values |= {"bias": bias.memory, "bias_offset": bias.offset} if bias else {}
        self.add(layout, values)
        if again:
            self.add(layout._replace(spread=True), values)

    def _by_rows(self, x: MatrixOperand, name: str) -> MatrixOperand:
        """A matrix with invariant rows, or memory for its copy: stored by rows, of which there are enough.

        A column lies with gaps there, so that it is told from a row. Rows behind those of the matrix hold anything.
        """
        view = x.view
        if view.order == "row" and view.rows >= INVARIANT_ROWS:
            return x
        rows = max(view.rows, INVARIANT_ROWS)
        whole = self.temporary(f"rows of {name}", view.precision, rows, max(view.cols, 2))
        return whole._replace(view=whole.view._replace(cols=view.cols))

    def without_terms(
        self, c: MatrixOperand, kinds: tuple[Precision, Precision]
    ) -> tuple[MatrixOperand, MatrixOperand]:
        """Stand-ins for A and B, of these types, with no terms to sum: C becomes beta C whatever A and B hold."""
        view = c.view
        memory = c.memory if view.memory == "buffer" else Temporary("no terms", Scratch(16, None, kinds[0]))
        return (
            MatrixOperand(MatrixView(kinds[0], view.rows, 0, 1, 1), memory, 0),
            MatrixOperand(MatrixView(kinds[1], 0, view.cols, max(view.cols, 1), 1), memory, 0),
        )

    def scale(self, c: MatrixOperand, beta: Scalar, *, part: Triangle = "", hermitian: bool = False) -> None:
        """C = beta C, or a triangle of it; where beta is 0, C is not read."""
        left, right = self.without_terms(c, (c.view.precision, c.view.precision))
        self.multiply(left, right, c, alpha=0.0, beta=beta, part=part, hermitian=hermitian)

    def copy(
        self,
        x: MatrixOperand,
        y: MatrixOperand,
        *,
        alpha: Scalar = 1.0,
        form: MatrixForm = "general",
        triangle: Triangle = "lower",
        unit: bool = False,
        conjugate: bool = False,
        partial: bool = False,
    ) -> None:
        """Y = alpha X, for an X of any form; see ``problems.matrix.MatrixCopy``."""
        if y.view.order == "col":
            x, y, triangle = x.transposed, y.transposed, OPPOSITE[triangle]
        kind = x.view.precision
        form = "symmetric" if form == "hermitian" and not kind.is_complex else form
        lower = triangle == "lower" or form == "general"
        scaled = bool(alpha != 1) or kind is FLOAT16
        layout = CopyLayout(x.view, y.view, form, lower, unit, conjugate and kind.is_complex, scaled, partial)
        values = {"x": x.memory, "y": y.memory, "x_offset": x.offset, "y_offset": y.offset, "alpha": alpha}
        self.add(layout, values)

    def substitute(
        self, a: MatrixOperand, b: MatrixOperand, *, alpha: Scalar, lower: bool, unit: bool, conjugate: bool
    ) -> None:
        """Solve T X = alpha B in place of B, a row after the other; see ``problems.matrix.Substitution``."""
        layout = SubstitutionLayout(a.view, b.view, lower, unit, conjugate and a.view.precision.is_complex)
        values = {"a": a.memory, "a_offset": a.offset, "b": b.memory, "b_offset": b.offset, "alpha": alpha}
        self.add(layout, values)

    def factor(
        self,
        a: MatrixOperand,
        info: IntegerOperand | None,
        method: Method,
        task: Task = "factor",
        *,
        b: MatrixOperand | None = None,
        pivots: IntegerOperand | None = None,
        tau: MatrixOperand | None = None,
        lower: bool = True,
        trans: Literal["N", "T", "C"] = "N",
        first: int = 0,
    ) -> None:
        """Factor A in its place, solve systems with it, or invert it, in one launch; see ``problems.factorization``."""
        step = pivots.step if pivots else 0
        layout = FactorizationLayout(a.view, b and b.view, method, task, lower, trans, step)
        values = {"a": a.memory, "a_offset": a.offset, "first": first}
        for name, operand in (("b", b), ("info", info), ("pivots", pivots), ("tau", tau)):
            values |= {name: operand.memory, f"{name}_offset": operand.offset} if operand else {}
        self.add(layout, values)

    def exchange(
        self,
        a: MatrixOperand,
        pivots: IntegerOperand,
        exchanges: int,
        *,
        first: int = 0,
        reverse: bool = False,
        beside: bool = False,
    ) -> None:
        """Exchange rows of A by pivots, from pivot and row ``first`` on; see ``problems.factorization.RowExchange``."""
        layout = ExchangeLayout(a.view, exchanges, reverse, pivots.step, beside)
        values = {"a": a.memory, "a_offset": a.offset, "first": first}
        self.add(layout, values | {"pivots": pivots.memory, "pivots_offset": pivots.offset})


def _packs(choice: Choice, operand: str) -> bool:
    """A launch before the product's own copies all of an operand, and the product reads that copy instead."""
    helpers = [helper for helper, _ in choice.helpers if not helper.after]
    return any(operand in helper.replaces for helper in helpers)
