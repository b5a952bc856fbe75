"""A matrix product whose arguments were checked, before its operands are where a device sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import numpy as np

from autoblas.arrays.factors import rounded_factor
from autoblas.blas.arguments import check_events, check_writable, factor, option
from autoblas.blas.promotion import wider
from autoblas.errors import ArgumentError, PrecisionError, ShapeError, shown
from autoblas.plan.symbols import DeviceList
from autoblas.precision import default_accumulator, listed, precision_of
from autoblas.problems.matmul import Activation
from autoblas.problems.views import MatrixView, broadcast_view

if TYPE_CHECKING:
    from autoblas.precision import Precision
    from autoblas.problems import Accuracy

__all__ = ["ItemLists", "ProductArguments", "prepare"]

ACTIVATIONS = tuple(name for name in get_args(Activation) if name)
"""The functions that may be applied to a product."""


class ItemLists(NamedTuple):
    """Factors and offsets of each item; no offsets where items follow each other at a fixed step."""

    alphas: Any
    betas: Any
    offsets: tuple[Any, ...] = ()

    @property
    def exchanged(self) -> ItemLists:
        """The lists for B times A."""
        a, b, c = self.offsets
        return self._replace(offsets=(b, a, c))

    def only(self, chosen: Any) -> ItemLists:
        """Those of the items that a vector of booleans chooses; an operand that all share has one offset."""
        offsets = tuple(x[chosen] if x.size == chosen.size else x for x in self.offsets)
        return ItemLists(self.alphas[chosen], self.betas[chosen], offsets)

    @property
    def by_argument(self) -> dict[str, DeviceList]:
        """The lists by the names of kernel arguments."""
        a, b, c = (np.atleast_1d(offsets) for offsets in self.offsets)
        lists = {"alphas": self.alphas, "betas": self.betas, "a_offsets": a, "b_offsets": b, "c_offsets": c}
        return {name: DeviceList(values) for name, values in lists.items()}


class ProductArguments(NamedTuple):
    """A product whose arguments were checked, before its operands are where the device sees them.

    Attributes:
        a: The layout of A as it enters the product.
        b: That of B.
        c: That of C.
        accumulator: The type in which products are summed.
        alpha: Factor of the product.
        beta: Factor of the old C.
        flips: Which of A and B are transposed on the way in.
        conjugate: The operands whose conjugates enter.
        items: Items of a batch.
        lists: Factors and offsets of each item, where items have their own.
        accuracy: The arithmetic that may take the place of the accumulator's own.
        bias: The vector that is added, as a matrix of C's shape with a stride of 0; None where there is none.
        activation: The function that is applied to the sum.
        invariant: A row of C has the same bits however many there are.
    """

    a: MatrixView
    b: MatrixView
    c: MatrixView
    accumulator: Precision
    alpha: Any
    beta: Any
    flips: tuple[bool, bool]
    conjugate: str
    items: int
    lists: ItemLists | None = None
    accuracy: Accuracy = "standard"
    bias: MatrixView | None = None
    activation: Activation = ""
    invariant: bool = False

    def listed(self, alphas: Any, betas: Any, offsets: tuple[Any, ...] = ()) -> ProductArguments:
        """The arguments with factors, and offsets, for each item."""
        rounded = {
            name: np.array(
                [self.accumulator.scalar(rounded_factor(name, x, self.accumulator)) for x in values]
            )
            for name, values in (("alpha", alphas), ("beta", betas))
        }
        return self._replace(lists=ItemLists(rounded["alpha"], rounded["beta"], offsets))

    def with_accuracy(self, accuracy: Accuracy) -> ProductArguments:
        """The arguments with another accuracy."""
        return self if accuracy == self.accuracy else self._replace(accuracy=accuracy)

    def with_epilogue(self, bias: Any, activation: Any) -> ProductArguments:
        """The arguments with a vector that is added and a function that is applied to the sum.

        Args:
            bias: The vector as the caller gave it, or None.
            activation: The name of the function, or None.

        Raises:
            ArgumentError: one of them does not fit.
        """
        kind, view = self.c.precision, None
        if activation is not None:
            if not isinstance(activation, str) or activation not in ACTIVATIONS:
                expected = f"None, {listed([repr(name) for name in ACTIVATIONS])}"
                raise ArgumentError("activation", expected, shown(activation))
            if kind.kind != "real":
                expected = f"None, because functions are of real floating-point numbers and C is {kind.name}"
                raise ArgumentError("activation", expected, shown(activation))
        if bias is not None:
            view = broadcast_view("bias", bias, self.c.shape)
            if view.precision is not kind:
                raise PrecisionError("bias", f"{kind.name} like C", view.precision.name)
        return self._replace(bias=view, activation=activation or "")

    @property
    def needs_no_operands(self) -> bool:
        """C becomes beta C whatever A and B hold."""
        if self.a.cols == 0:
            return True
        return not np.any(self.lists.alphas) if self.lists else self.alpha == 0


def prepare(
    views: tuple[MatrixView, MatrixView],
    c: Any,
    layout: MatrixView | None,
    alpha: Any,
    beta: Any,
    transposes: tuple[str, str],
    dtype: Any,
    accumulator: Any,
    wait_for: Any,
    items: int = 1,
) -> ProductArguments:
    """Check the arguments of a product, once its operands are known to be arrays.

    Args:
        views: The layouts of A and B as they were given.
        c: C itself, or None.
        layout: The layout of C, of one item of many that lie in a vector; None where C is to be made.
        alpha: Alpha as the caller gave it.
        beta: Beta as the caller gave it.
        transposes: Those of A and of B.
        dtype: The type of a C that is to be made.
        accumulator: The type in which products are summed.
        wait_for: Events.
        items: Items of a batch.

    Raises:
        ArgumentError: one of them does not fit.
    """
    letters = option("trans_a", transposes[0], "NTC"), option("trans_b", transposes[1], "NTC")
    check_events(wait_for)
    op_a = views[0] if letters[0] == "N" else views[0].transposed
    op_b = views[1] if letters[1] == "N" else views[1].transposed
    shape = (op_a.rows, op_b.cols)
    kind = _type_of_c(op_a.precision, op_b.precision, layout, dtype)
    output = "c" if layout or dtype is None else "dtype"
    default = default_accumulator(op_a.precision, op_b.precision, kind, output)
    summed = default if accumulator is None else precision_of(accumulator, "accumulator")
    if summed is not default and not (summed.kind == default.kind == "real"):
        raise PrecisionError("accumulator", f"{default.name} for these operands", summed.name)
    alpha, beta = factor("alpha", alpha, summed), factor("beta", beta, summed)
    if op_b.rows != op_a.cols:
        axis = "rows" if letters[1] == "N" else "columns"
        expected = f"{op_a.cols} {axis}, because op(a) has shape {op_a.shape}"
        raise ShapeError("b", expected, f"shape {views[1].shape}")
    if layout is None and beta != 0:
        raise ArgumentError("c", f"a matrix of shape {shape} for beta to multiply", "None")
    if layout is not None:
        if layout.shape != shape:
            raise ShapeError("c", f"shape {shape}", f"shape {layout.shape}")
        in_vector = len(c.shape) == 1  # the offsets of many matrices in a vector were looked at
        check_writable("c", c, None if in_vector else layout)
        if layout.memory == "image" and beta != 0:
            raise ArgumentError("beta", "0, because an image cannot be read while it is written", shown(beta))
    else:
        layout = MatrixView(kind, *shape, shape[1], 1, items, shape[0] * shape[1] if items > 1 else 0)
    conjugate = ""
    if "C" in letters and op_a.precision.is_complex:
        conjugate = "".join(x for x, letter in zip("ab", letters, strict=True) if letter == "C")
    flips = letters[0] != "N", letters[1] != "N"
    return ProductArguments(op_a, op_b, layout, summed, alpha, beta, flips, conjugate, items)


def _type_of_c(a: Precision, b: Precision, c: MatrixView | None, dtype: Any) -> Precision:
    named = None if dtype is None else precision_of(dtype)
    if c is None:
        return named or wider(a, b)
    if named is not None and named is not c.precision:
        raise PrecisionError("dtype", f"None or {c.precision.name}, because c is given", str(named))
    return c.precision
