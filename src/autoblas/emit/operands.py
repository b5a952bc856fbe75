"""How a kernel addresses one matrix in global memory, whatever its storage order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.problems import Order

__all__ = ["Matrix"]


@dataclass(frozen=True)
class Matrix:
    """A matrix argument: a pointer, an offset and two strides, all in elements.

    Attributes:
        name: The pointer; ``name_offset``, ``name_row`` and ``name_col`` accompany it.
        ctype: Element type in C.
        order: Storage order; the stride of the adjacent axis is known to be 1 and never multiplied.
        const: The kernel only reads it.
    """

    name: str
    ctype: str
    order: Order
    const: bool = True

    def declare(self, d: Dialect) -> tuple[str, ...]:
        """The kernel arguments that hold the matrix: pointer, offset, row stride, column stride."""
        qualifier = "const " if self.const else ""
        return (
            f"{d.global_memory}{qualifier}{self.ctype} *{d.restrict} {self.name}",
            f"const {d.offset} {self.name}_offset",
            f"const int {self.name}_row",
            f"const int {self.name}_col",
        )

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of those arguments."""
        return (self.name, f"{self.name}_offset", f"{self.name}_row", f"{self.name}_col")

    def index(self, d: Dialect, row: str, col: str) -> str:
        """The position of element (row, col) relative to the matrix's first."""
        row_part = f"({d.index})({row})" + ("" if self.order == "col" else f" * {self.name}_row")
        col_part = f"({d.index})({col})" + ("" if self.order == "row" else f" * {self.name}_col")
        return f"{row_part} + {col_part}"

    def pointer(self, d: Dialect, row: str, col: str) -> str:
        """A pointer to element (row, col)."""
        return f"{self.name} + {self.name}_offset + {self.index(d, row, col)}"

    def element(self, d: Dialect, row: str, col: str) -> str:
        """Element (row, col)."""
        return f"{self.name}[{self.name}_offset + {self.index(d, row, col)}]"
