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
        p: The parameters, ``items``, ``lanes`` and ``strips`` among them.
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
    def _vectors(self, count: int) -> None:
        """What is done to a vector of each of so many rows, from column ``c`` on."""

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
        """Go through the columns that the rows store: the work-items side by side, each with its vector."""
        src, a, lanes, wide = self.src, self.a, self.p.lanes, self.wide
        first, last = self._clip(a.first(rows[0]), a.last(rows[-1]))
        src(f"const int first = {first}, last = {last};")
        if a.ragged:
            inside = self._clip(a.first_inside(rows[-1]), a.last_inside(rows[0]))
            src(f"const int inside_first = {inside[0]}, inside_last = {inside[1]};")
        start = "first" if not a.ragged or wide == 1 else f"first / {wide} * {wide}"
        simple = not a.ragged and lanes == 1
        with src.block(f"for (int c = {plus(start, self.item)}; c < last; c += {wide})"):
            whole = f"c + {lanes} <= {'inside_last' if a.ragged else 'last'}"
            whole = f"c >= inside_first && {whole}" if a.ragged else whole
            with nullcontext() if simple else src.block(f"if ({whole})"):
                self._vectors(len(rows))
            if not simple:
                begin = "max(c, first)" if a.ragged and wide > 1 else "c"
                with src.block("else"), src.block(f"for (int e = {begin}; e < min(c + {lanes}, last); ++e)"):
                    for k, row in enumerate(rows):
                        self._element(k, row)
