"""The text of kernels whose teams of work-items share small matrices in local memory, a row for each work-item."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus, quotient, remainder, times
from autoblas.emit.source import Source
from autoblas.kernels.small.lanes import Lanes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.precision import Precision

__all__ = ["TeamsText", "line_length", "pitch"]


def pitch(n: int) -> int:
    """Elements from a row of the matrix in local memory to the next; odd, so that those of a column have different banks."""
    return n | 1


def line_length(p: Any, n: int) -> int:
    """Elements of each of a team's two lines in local memory: a row or column, or unknowns of some right-hand sides."""
    return max(n, int(p.columns))


class TeamsText:
    """Common parts of texts of teams.

    Args:
        p: The parameters.
        d: The dialect.
        kind: The compute type.
        n: Rows and columns of the matrices.
        operands: The matrices in memory, by name.
    """

    def __init__(self, p: Any, d: Dialect, kind: Precision, n: int, operands: dict[str, Matrix]) -> None:
        self.p, self.d, self.kind, self.n, self.operands = p, d, kind, n, operands
        self.lanes = Lanes(d, kind, 1)
        self.src = Source(d)
        self.line = line_length(p, n)

    def _declare(self, *arrays: tuple[str, str, int]) -> None:
        """Declare the matrix and the row of the work-item, and the team's local memory.

        Args:
            arrays: Name, type and length of arrays beside the matrix and its lines.
        """
        src, d, p, n = self.src, self.d, self.p, self.n
        element = d.element(self.kind)
        src(f"const int local_item = {d.local_id(0)};")
        src(f"const int row = {remainder('local_item', p.team)}, team = {quotient('local_item', p.team)};")
        src(f"const {d.index} number_of_team = {times(d.group_id(0), p.matrices)} + team;")
        src(f"const {d.index} item = min(number_of_team, ({d.index})items - 1);")
        src("const int live = item == number_of_team;  // others read and write nothing")
        for name, kind, count in (
            ("tile", element, n * pitch(n)),
            ("lines", element, 2 * self.line),
            *arrays,
        ):
            src.local_array(kind, f"all_{name}[{p.matrices * count}]")
            src(f"{d.local_memory}{kind} *{name} = {plus(f'all_{name}', times('team', count))};")
        for name in self.operands:
            src(f"{name} += item * {name}_step;")

    def _loop(self, var: str, start: object, stop: object) -> AbstractContextManager[None]:
        """A loop of constant bounds, which is unrolled where the parameters say so."""
        if self.p.unroll:
            self.src(self.d.unroll())
        return self.src.loop(var, start, stop)

    @contextmanager
    def _sweep(self, *conditions: str) -> Iterator[None]:
        """A loop over the team's elements ``(i, j)`` of the matrix, along adjacent ones, where the conditions hold."""
        n, src = self.n, self.src
        columns = self.operands["a"].order == "col"
        i, j = (f"e % {n}", f"e / {n}") if columns else (f"e / {n}", f"e % {n}")
        with src.loop("e", "row", str(n * n), self.p.team):
            src(f"const int i = {i}, j = {j};")
            with src.block(f"if ({' && '.join(filter(None, conditions)) or '1'})"):
                yield

    def _tile(self, row: str, col: str) -> str:
        """An element of the matrix in local memory."""
        return f"tile[{row} * {pitch(self.n)} + {col}]"

    def _number(self, element: str) -> str:
        """The number of an element in memory."""
        return f"complex_number(({element}).x, ({element}).y)" if self.kind.is_complex else element

    def _element(self, value: str) -> str:
        """A named number as an element of memory."""
        if not self.kind.is_complex:
            return value
        return self.d.construct(self.d.element(self.kind), f"{value}.re", f"{value}.im")

    @property
    def _local_pointer(self) -> str:
        """The type of elements in local memory."""
        return f"{self.d.local_memory}{self.d.element(self.kind)}"

    def _substitute(self, element: str, *, lower: bool, unit: bool) -> None:
        """Solve with a triangle: each unknown in turn is divided, told to the team, and taken from the later rows."""
        src, lanes, n, numbers = self.src, self.lanes, self.n, range(self.p.columns)
        with self._loop("s", 0, n):
            src(f"const int k = {'s' if lower else f'{n - 1} - s'};")
            src(f"{self._local_pointer} *line = lines + s % 2 * {self.line};")
            with src.block("if (row == k)"):
                if not unit:
                    lanes.declare_divisor(src, "pivot", element)
                for v in numbers:
                    if not unit:
                        src(f"x{v} = {lanes.quotient(f'x{v}', 'pivot')};")
                    src(f"line[{v}] = {self._element(f'x{v}')};")
            src(self.d.barrier)
            with src.block(f"if (row {'>' if lower else '<'} k && row < {n})"):
                src(f"const {lanes.number} t = {element};")
                for v in numbers:
                    src(f"const {lanes.number} y{v} = {self._number(f'line[{v}]')};")
                    src(f"x{v} = {lanes.less(f'x{v}', 't', f'y{v}')};")
