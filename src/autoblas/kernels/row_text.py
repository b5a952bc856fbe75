"""The text of what is done to blocks of stored rows: by vectors where all of them store these columns, else one by one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus, times
from autoblas.emit.parts import Lanes
from autoblas.emit.source import Source

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.storage import StoredRows
    from autoblas.precision import Precision

__all__ = ["RowText"]


class RowText(ABC):
    """Writes a kernel at one point.

    Args:
        p: The parameters, ``items``, ``lanes``, ``vectors`` and ``strips`` among them.
        d: The dialect.
        a: The matrix.
        worked: What its elements are converted to.
    """

    def __init__(self, p: Any, d: Dialect, a: StoredRows, worked: Precision) -> None:
        self.p, self.d, self.a, self.worked = p, d, a, worked
        self.lanes = Lanes(d, worked, p.lanes)
        self.src = Source(d)
        self.wide = p.items * p.lanes
        self.item = times("item", p.lanes) if p.items > 1 else "0"

    @abstractmethod
    def _vector(self, count: int, place: str) -> None:
        """What is done to a vector of each of so many rows, from a column on."""

    @abstractmethod
    def _element(self, k: int, row: str) -> None:
        """What is done to row number ``k`` of the block at column ``e``, if it stores that."""

    def _declare_width(self) -> None:
        """Declare the columns of a strip, whole spans of the work-items' vectors."""
        spans = self.wide * self.p.strips
        self.src(f"const int width = ((n + {spans - 1}) / {spans}) * {self.wide};")

    def _clip(self, first: str, last: str) -> tuple[str, str]:
        """A range of columns, cut to the strip."""
        if self.p.strips == 1:
            return first, last
        first = "strip_first" if first == "0" else f"max({first}, strip_first)"
        return first, "strip_last" if last == "n" else f"min({last}, strip_last)"

    def _columns(self, rows: list[str]) -> None:
        """Go through the columns that the rows store: the work-items side by side, each with its vectors.

        Where all rows store them, an inner loop without conditions takes several vectors at once; the outer one, what
        is left of them and what is no whole vector.
        """
        src, a, p, wide = self.src, self.a, self.p, self.wide
        first, last = self._clip(a.first(rows[0]), a.last(rows[-1]))
        src(f"const int first = {first}, last = {last};")
        if a.ragged:
            inner = self._clip(a.first_inside(rows[-1]), a.last_inside(rows[0]))
            src(f"const int inside_first = {inner[0]}, inside_last = {inner[1]};")
        start = "first" if not a.ragged or wide == 1 else f"first / {wide} * {wide}"
        every = f"int c = {plus(start, self.item)}"
        if not a.ragged and p.lanes == p.vectors == 1:
            with src.block(f"for ({every}; c < last; c += {wide})"):
                self._vector(len(rows), "c")
            return
        end = "inside_last" if a.ragged else "last"
        with src.block(f"for ({every}; c < last; c += {wide})"):
            with src.block("if (c >= inside_first)") if a.ragged else nullcontext():
                whole = f"{plus('c', (p.vectors - 1) * wide + p.lanes)} <= {end}"
                with src.block(f"for (; {whole}; c += {p.vectors * wide})"):
                    for v in range(p.vectors):
                        with src.block("") if p.vectors > 1 else nullcontext():
                            self._vector(len(rows), plus("c", v * wide))
            if p.vectors > 1:
                inside = "c >= inside_first && " if a.ragged else ""
                with src.block(f"if ({inside}{plus('c', p.lanes)} <= {end})"):
                    self._vector(len(rows), "c")
                    src("continue;")
            self._elements(rows)

    def _elements(self, rows: list[str]) -> None:
        """Go through the columns of a vector that not all rows store, one by one."""
        begin = "max(c, first)" if self.a.ragged and self.wide > 1 else "c"
        with self.src.block(f"for (int e = {begin}; e < min(c + {self.p.lanes}, last); ++e)"):
            for k, row in enumerate(rows):
                self._element(k, row)
