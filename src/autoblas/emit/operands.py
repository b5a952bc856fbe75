"""Matrix operands of a kernel: their arguments, the positions of their elements, and the items of a batch of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer, integers, offsets, scalar
from autoblas.emit.expressions import enclosed, strides
from autoblas.emit.scalars import read, write

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.precision import Precision
    from autoblas.problems import Order

__all__ = ["Matrix", "item_start", "items_argument"]


@dataclass(frozen=True)
class Matrix:
    """A matrix argument in a buffer: a pointer, an offset and two strides, all in elements.

    Attributes:
        name: The pointer; ``name_offset``, ``name_row`` and ``name_col`` accompany it.
        stored: Element type in memory.
        order: Storage order; the stride of the adjacent axis is known to be 1 and never multiplied.
        const: The kernel only reads it.
        worked: The compute type: elements are converted to it when they are read, and from it when they are written; by
            default the type in memory.
        conjugate: Its elements are conjugated when they are read.
    """

    name: str
    stored: Precision
    order: Order
    const: bool = True
    worked: Precision | None = None
    conjugate: bool = False

    @property
    def target(self) -> Precision:
        """The compute type, which elements are converted to."""
        return self.worked or self.stored

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The kernel arguments that hold the matrix: pointer, offset, row stride, column stride."""
        x = self.name
        memory = buffer(x, self.stored, "read" if self.const else "both")
        return (memory, *offsets(f"{x}_offset"), *integers(f"{x}_row", f"{x}_col"))

    @property
    def leading(self) -> str:
        """The distance between lines of adjacent elements, the leading dimension, as C."""
        return f"{self.name}_{'row' if self.order == 'row' else 'col'}"

    def aligned(self, d: Dialect, nbytes: int | str) -> str:
        """The condition that the matrix begins at a multiple of so many bytes."""
        return f"({d.index})({self.name} + {self.name}_offset) % {nbytes} == 0"

    def index(self, d: Dialect, row: str, col: str) -> str:
        """The position of element (row, col) relative to the matrix's first."""
        rows = self._along(d, row, "" if self.order == "col" else f"{self.name}_row")
        cols = self._along(d, col, "" if self.order == "row" else f"{self.name}_col")
        return cols if rows == "0" else rows if cols == "0" else f"{rows} + {cols}"

    @staticmethod
    def _along(d: Dialect, at: str, stride: str) -> str:
        """The contribution of an index along one axis to the position; adjacent elements have no stride."""
        return strides(d.index, at, stride) if stride or at == "0" else f"({d.index}){enclosed(at)}"

    def pointer(self, d: Dialect, row: str, col: str) -> str:
        """A pointer to element (row, col)."""
        at = self.index(d, row, col)
        return f"{self.name} + {self.name}_offset" + ("" if at == "0" else f" + {at}")

    def element(self, d: Dialect, row: str, col: str) -> str:
        """Element (row, col) as it is in memory; not for halves that are only a format there."""
        at = self.index(d, row, col)
        return f"{self.name}[{self.name}_offset{'' if at == '0' else f' + {at}'}]"

    def read(self, d: Dialect, row: str, col: str) -> str:
        """Element (row, col), converted and conjugated."""
        if self.stored is self.target and not self.conjugate:
            return self.element(d, row, col)
        return self.read_at(d, self.pointer(d, row, col))

    def read_at(self, d: Dialect, pointer: str) -> str:
        """The element at a pointer, converted and conjugated."""
        value = read(d, self.stored, self.target, 1, pointer)
        return f"conj({value})" if self.conjugate else value

    def write(self, d: Dialect, row: str, col: str, value: str) -> str:
        """The statement that writes element (row, col), rounded to the type in memory."""
        if self.stored is self.target:
            return f"{self.element(d, row, col)} = {value};"
        return write(d, self.stored, self.target, 1, value, self.pointer(d, row, col))


def items_argument(x: str, *, listed: bool) -> Argument:
    """The argument of operand ``x`` with the offsets of all items, or with the step from one item to the next."""
    return buffer(f"{x}_offsets", "offset") if listed else scalar(f"{x}_step", "offset")


def item_start(x: str, item: str, *, listed: bool) -> str:
    """Offset of an item from the operand's beginning, in elements."""
    name = items_argument(x, listed=listed).name
    return f"{name}[{item}]" if listed else f"{item} * {name}"
