"""Texts of panels: the copy of a panel in columns of global memory, whose vectors are adjacent rows.

Columns of the copy are counted by parts: a complex column is two, of real and of imaginary parts.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import ceil_div, enclosed, plus, times
from autoblas.emit.operands import Matrix
from autoblas.emit.source import Source
from autoblas.problems.base import Scratch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.emit.dialect import Dialect
    from autoblas.problems.factorization import Factorization

__all__ = ["VECTOR_BYTES", "PanelText", "copy_of", "panel_operand"]

VECTOR_BYTES = 64
"""Most bytes of a vector."""

PAD = 16
"""Elements between columns of the copy."""


def panel_operand(q: Factorization) -> Matrix:
    """The panel."""
    return Matrix("a", q.precision, q.a, const=False)


def copy_of(p: Any, q: Factorization, columns: int) -> Mapping[str, Scratch]:
    """The memory of a copy with so many columns: of whole vectors, and some more, so that no two share cache sets."""
    pitch = math.ceil(q.m / p.rows) * p.rows + PAD
    real = q.precision.real
    return {"panel": Scratch(q.items * columns * q.precision.parts * pitch * real.size, None, real)}


class PanelText:
    """Writes the copy of a panel, which several kernels work on, at one point.

    Args:
        p: The parameters: ``items``, ``lanes``, and the ``rows`` that a work-item has together.
        q: The problem.
        d: The dialect.
    """

    def __init__(self, p: Any, q: Factorization, d: Dialect) -> None:
        self.p, self.q, self.d, self.a = p, q, d, panel_operand(q)
        self.parts = range(q.precision.parts)
        self.real = q.precision.part
        self.index = "long" if self.real == "double" and p.lanes > 1 else "int"
        self.vector, self.indices = d.vector(self.real, p.lanes), d.vector(self.index, p.lanes)
        self.src = Source(d)

    def _declare_copy(self) -> None:
        """Declare the work-item's number and the distance of columns."""
        self.src(f"const int item = {self.d.local_id(0) if self.p.items > 1 else 0};")
        self.src(f"const int pitch = {plus(times(ceil_div('m', self.p.rows), self.p.rows), PAD)};")

    def _column(self, column: str, part: int) -> str:
        """A pointer to a column of the copy."""
        parts = len(self.parts)
        return f"panel + ({self.d.index}){enclosed(plus(times(column, parts), part))} * pitch"

    def _load(self, column: str, part: int, row: str) -> str:
        """A vector of the copy."""
        return self.d.load(self.p.lanes, plus(self._column(column, part), row))

    def _store(self, column: str, part: int, row: str, value: str) -> None:
        self.src(self.d.store(self.p.lanes, value, plus(self._column(column, part), row)))

    def _part(self, value: str, part: int) -> str:
        return f"{value}.{'xy'[part]}" if self.q.precision.is_complex else value

    def _element(self, values: Sequence[str]) -> str:
        """An element of A from its parts."""
        kind = self.d.element(self.q.precision)
        return self.d.construct(kind, *values) if self.q.precision.is_complex else values[0]

    def _copy_in(self, padded: str) -> None:
        """Copy the panel, a vector of rows of each column at a time; rows and columns beyond the last are zeros.

        Args:
            padded: The condition of a column j that the copy has beside those of the panel.
        """
        src, p, d = self.src, self.p, self.d
        step = p.items * p.lanes
        with src.block(
            f"for (int i = {times('item', p.lanes) if p.items > 1 else 0}; i < pitch; i += {step})"
        ):
            with src.block(f"if (i + {p.lanes} <= m)"), src.loop("j", "0", "n"):
                for lane in range(p.lanes):
                    src(
                        f"const {d.element(self.q.precision)} x{lane} = {self.a.element(d, plus('i', lane), 'j')};"
                    )
                for part in self.parts:
                    values = [self._part(f"x{lane}", part) for lane in range(p.lanes)]
                    self._store(
                        "j", part, "i", d.construct(self.vector, *values) if p.lanes > 1 else values[0]
                    )
            with src.block("else"), src.loop("j", "0", "n"), src.loop("e", "i", f"i + {p.lanes}"):
                value = self.a.element(d, "e", "j")
                for part in self.parts:
                    src(f"*({self._column('j', part)} + e) = e < m ? {self._part(value, part)} : 0;")
            with src.block(f"for (int j = n; {padded}; ++j)"):
                for part in self.parts:
                    self._store("j", part, "i", d.splat(self.real, p.lanes, "0"))

    def _synchronise(self) -> None:
        if self.p.items > 1:
            self.src(self.d.barrier_of_all)

    def _subtract(self, total: str, left: Sequence[str], right: Sequence[str]) -> None:
        """Subtract a product from the variables of a total, a part after the other."""
        if len(self.parts) == 1:
            self.src(f"{total}0 -= {left[0]} * {right[0]};")
            return
        self.src(f"{total}0 -= {left[0]} * {right[0]}; {total}0 += {left[1]} * {right[1]};")
        self.src(f"{total}1 -= {left[0]} * {right[1]}; {total}1 -= {left[1]} * {right[0]};")
