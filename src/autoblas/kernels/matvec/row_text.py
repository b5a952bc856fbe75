"""Loops over blocks of stored rows: by vectors where all rows store their columns, else element by element."""

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
        worked: The type that its elements are converted to.
    """

    def __init__(self, p: Any, d: Dialect, a: StoredRows, worked: Precision) -> None:
        self.p, self.d, self.a, self.worked = p, d, a, worked
        self.lanes = Lanes(d, worked, p.lanes)
        self.src = Source(d)
        self.wide = p.items * p.lanes
        self.item = times("item", p.lanes) if p.items > 1 else "0"

    @abstractmethod
    def _vector(self, count: int, col: str) -> None:
        """Write the operation on a vector of each of ``count`` rows, from column ``col`` on."""

    @abstractmethod
    def _element(self, k: int, row: str) -> None:
        """Write the operation on row ``k`` of the block at column ``e``, if it stores that column."""

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
        """Loop over the columns that the rows store: the work-items side by side, each with its vector.

        A work-item that is alone begins with an inner loop over whole vectors, without conditions and several at a
        time, where all rows store them. Side by side, items would wait for each other at the end of that loop: on an
        H200 triangles and bands then take up to 1.4 times as long.
        """
        src, a, p, wide = self.src, self.a, self.p, self.wide
        count, alone = len(rows), p.items == 1
        first, last = self._clip(a.first(rows[0]), a.last(rows[-1]))
        src(f"const int first = {first}, last = {last};")
        if a.ragged:
            inner = self._clip(a.first_inside(rows[-1]), a.last_inside(rows[0]))
            src(f"const int inside_first = {inner[0]}, inside_last = {inner[1]};")
        start = "first" if not a.ragged or wide == 1 else f"first / {wide} * {wide}"
        inside, end = ("c >= inside_first", "inside_last") if a.ragged else ("", "last")
        with src.block(f"for (int c = {plus(start, self.item)}; c < last; c += {wide})"):
            if not a.ragged and p.lanes == p.vectors == 1:
                self._vector(count, "c")
                return
            if alone:
                with src.block(f"if ({inside})") if inside else nullcontext():
                    self._whole_vectors(count, end)
            if not alone or p.vectors > 1:
                whole = f"{plus('c', p.lanes)} <= {end}"
                with src.block(f"if ({inside} && {whole})" if inside else f"if ({whole})"):
                    self._vector(count, "c")
            with src.block("else") if not alone or p.vectors > 1 else nullcontext():
                self._elements(rows)

    def _whole_vectors(self, count: int, end: str) -> None:
        """Loop from column ``c`` while whole steps of vectors lie before ``end``."""
        src, lanes, vectors = self.src, self.p.lanes, self.p.vectors
        with src.block(f"for (; {plus('c', vectors * lanes)} <= {end}; c += {vectors * lanes})"):
            for v in range(vectors):
                with src.block("") if vectors > 1 else nullcontext():
                    self._vector(count, plus("c", v * lanes))

    def _elements(self, rows: list[str]) -> None:
        """Loop over the columns of a vector that not all rows store, one by one."""
        begin = "max(c, first)" if self.a.ragged and self.wide > 1 else "c"
        with self.src.block(f"for (int e = {begin}; e < min(c + {self.p.lanes}, last); ++e)"):
            for k, row in enumerate(rows):
                self._element(k, row)
