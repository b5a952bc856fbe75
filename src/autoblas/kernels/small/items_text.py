"""The text of factorizations and solutions by work-items alone, each of which takes a lane for each of some matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus, times
from autoblas.emit.source import Source
from autoblas.kernels.small.lanes import Lanes
from autoblas.kernels.space import Rule

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.precision import Precision

__all__ = ["NARROW", "UNROLLED", "ItemsText", "Triangle", "lanes_on_cpu"]

UNROLLED = 16
"""Rows of the largest matrices whose loops are unrolled by default."""

VECTOR_BYTES = 64
"""Most bytes of the vectors that a work-item computes with."""

NARROW = Rule("a vector takes at most 64 bytes", lambda p, q, f: p.lanes * q.worked.real.size <= VECTOR_BYTES)
"""A rule of kernels with a lane for each matrix."""


def lanes_on_cpu(kind: Precision) -> int:
    """Matrices side by side that leave room in the nearest cache for those of 24 rows."""
    return 8 if kind.size <= 8 else 4


class Triangle:
    """A triangle of systems: its elements, and the order of the solution.

    Args:
        element: The element in a row and a column.
        n: Rows.
        lower: The first unknown is solved first.
        unit: The diagonal consists of ones.
    """

    def __init__(self, element: Callable[[str, str], str], n: int, *, lower: bool, unit: bool) -> None:
        self.element, self.n, self.lower, self.unit = element, n, lower, unit


class ItemsText:
    """Common parts of texts of systems in lanes.

    Args:
        p: The parameters.
        d: The dialect.
        kind: The compute type.
        operands: The matrices in memory, by name.
    """

    def __init__(self, p: Any, d: Dialect, kind: Precision, operands: dict[str, Matrix]) -> None:
        self.p, self.d, self.operands = p, d, operands
        self.lanes = Lanes(d, kind, p.lanes)
        self.src = Source(d)

    def kernel(
        self, name: str, arguments: tuple[Argument, ...], *precisions: Precision
    ) -> AbstractContextManager[None]:
        """The entry point."""
        functions = self.lanes.functions()
        return self.src.kernel(name, arguments, (self.p.items, 1), *precisions, functions=functions)

    def loop(self, var: str, start: object, stop: object, step: int = 1) -> AbstractContextManager[None]:
        """A loop of constant bounds, which is unrolled where the parameters say so."""
        if self.p.unroll:
            self.src(self.d.unroll())
        return self.src.loop(var, start, stop, step)

    def declare_items(self, pivots: str = "") -> None:
        """Declare where the matrices of the lanes begin; those beyond the last are the last one again.

        Args:
            pivots: The qualifiers of pointers to pivots, with the type; empty where there are none.
        """
        src, d, count = self.src, self.d, self.lanes.count
        src(f"const {d.index} item = {times(d.global_id(0), count)};")
        if self.p.items > 1:
            src("if (item >= items) return;")
        for lane in range(count):
            item = f"min(item + {lane}, ({d.index})items - 1)" if lane else "item"
            src(f"const {d.index} item_{lane} = {item};")
            for name, x in self.operands.items():
                kind = f"{d.global_memory}{'const ' if x.const else ''}{d.element(x.stored)}"
                src(f"{kind} *{name}_{lane} = {name} + {name}_offset + item_{lane} * {name}_step;")
            if pivots:
                start = f"pivots + pivots_offset + item_{lane} * pivots_step + first"
                src(f"{d.global_memory}{pivots} *pivots_{lane} = {start};")

    def index(self, name: str, row: str, col: str) -> Callable[[int], str]:
        """The position of an element, the same in all matrices."""
        position = self.operands[name].index(self.d, row, col)
        return lambda lane: position

    def gathered(self, name: str, row: str, col: str) -> str:
        """An element of the matrices in memory."""
        return self.lanes.gathered(self.operands[name], self.index(name, row, col))

    def columns(self, total: str, solve: Callable[[int], None]) -> None:
        """Loops over right-hand sides from column ``c`` on, ``p.columns`` of them together, then the remaining ones."""
        src, wide = self.src, self.p.columns
        src("int c = 0;")
        for count in dict.fromkeys((wide, 1)):
            with src.block(f"for (; {plus('c', count - 1)} < {total}; c += {count})"):
                solve(count)

    def substitute(self, t: Triangle, columns: int) -> None:
        """Solve with a triangle in place of the numbers ``x0`` and so on, a row after the other (left-looking)."""
        src, lanes, last = self.src, self.lanes, t.n - 1
        with self.loop("s", 0, t.n):
            src(f"const int i = {'s' if t.lower else f'{last} - s'};")
            for v in range(columns):
                src(f"{lanes.number} y{v} = x{v}[i];")
            with self.loop("q", 0, "s"):
                src(f"const int k = {'q' if t.lower else f'{last} - q'};")
                src(f"const {lanes.number} t = {t.element('i', 'k')};")
                for v in range(columns):
                    src(f"y{v} = {lanes.less(f'y{v}', 't', f'x{v}[k]')};")
            if not t.unit:
                lanes.declare_divisor(src, "pivot", t.element("i", "i"))
            for v in range(columns):
                src(f"x{v}[i] = {f'y{v}' if t.unit else lanes.quotient(f'y{v}', 'pivot')};")
