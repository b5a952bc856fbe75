"""A matrix by its stored rows: the beginning of each, and the columns that it stores.

In all forms of storage element (r, c) lies ``c`` elements behind where its row would begin: rows of full matrices are
a fixed distance apart; so are those of a band, whose distance is one less; those of a packed triangle grow or shrink.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer, integers, offsets
from autoblas.emit.expressions import enclosed, plus
from autoblas.emit.scalars import read, write

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.problems.matvec import StoredMatrix

__all__ = ["StoredRows"]


@dataclass(frozen=True)
class StoredRows:
    """A matrix argument in a buffer, its rows one after the other.

    Attributes:
        q: The problem, which has the form of storage.
        const: The kernel only reads it.
        name: The pointer; ``name_offset``, ``name_row`` and ``name_col`` accompany it where they are needed.
    """

    q: StoredMatrix
    const: bool = True
    name: str = "a"

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The kernel arguments that hold the matrix."""
        names = [f"{self.name}_offset"]
        names += [] if self.q.storage == "packed" else [f"{self.name}_row"]
        names += [] if self.q.order == "row" else [f"{self.name}_col"]
        memory = buffer(self.name, self.q.precision, "read" if self.const else "both")
        return (memory, *offsets(*names), *(integers("kl", "ku") if self.q.storage == "band" else ()))

    def declare_row(self, src: Source, name: str, row: str) -> None:
        """Declare ``name``, a pointer to column 0 of a row, stored or not."""
        d, q = src.dialect, self.q
        r = f"({d.index}){enclosed(row)}"
        if q.storage == "packed":
            first = (
                f"{r} * ({r} + 1) / 2" if q.triangle == "lower" else f"{r} * (2 * ({d.index})n - {r} - 1) / 2"
            )
            first = first if q.order == "row" else f"({first}) * {self.name}_col"
        else:
            first = f"{r} * {self.name}_row"
        qualifier = "const " if self.const else ""
        src(
            f"{d.global_memory}{qualifier}{d.element(q.precision)} *{name} = {self.name} + ({self.name}_offset + {first});"
        )

    def pointer(self, d: Dialect, row: str, col: str) -> str:
        """A pointer to the element in a column of the row that a pointer was declared for."""
        step = "" if self.q.order == "row" else f" * {self.name}_col"
        return f"{row} + {f'({d.index}){enclosed(col)}{step}' if step else col}"

    def read(self, d: Dialect, width: int, row: str, col: str) -> str:
        """``width`` elements from a column on, converted to the compute type."""
        return read(d, self.q.precision, self.q.worked, width, self.pointer(d, row, col))

    def write(self, d: Dialect, width: int, value: str, row: str, col: str) -> str:
        """The statement that writes them."""
        return write(d, self.q.precision, self.q.worked, width, value, self.pointer(d, row, col))

    def first(self, row: str) -> str:
        """The first stored column of a row."""
        if self.q.triangle == "upper":
            return row
        return f"max({row} - kl, 0)" if self.q.storage == "band" else "0"

    def last(self, row: str) -> str:
        """The column after the last one that a row stores."""
        if self.q.triangle == "lower":
            return plus(row, 1)
        return f"{enclosed(row)} + 1 + min(ku, n - 1 - {enclosed(row)})" if self.q.storage == "band" else "n"

    def stores(self, row: str, col: str) -> str:
        """The condition that a row stores a column; empty where rows store all columns."""
        first, last = self.first(row), self.last(row)
        bounds = [f"{col} >= {first}"] if first != "0" else []
        bounds += [f"{col} < {last}"] if last != "n" else []
        return " && ".join(bounds)

    def first_inside(self, last_row: str) -> str:
        """The first column that all rows up to this one store off the diagonal."""
        return plus(last_row, 1) if self.q.triangle == "upper" else self.first(last_row)

    def last_inside(self, first_row: str) -> str:
        """The column after the last one that all rows from this one on store off the diagonal."""
        return first_row if self.q.triangle == "lower" else self.last(first_row)

    @property
    def ragged(self) -> bool:
        """Rows differ in the columns that they store."""
        return bool(self.q.triangle) or self.q.storage == "band"
