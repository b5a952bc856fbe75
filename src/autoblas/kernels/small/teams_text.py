"""The text of kernels whose teams of work-items share small matrices in local memory, a row for each work-item."""

from __future__ import annotations

import math
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus, quotient, remainder, times
from autoblas.emit.nvidia.ptx import sync_sub_group
from autoblas.emit.source import Source
from autoblas.kernels.small.lanes import Lanes
from autoblas.kernels.space import Rule, param

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.precision import Precision

__all__ = ["IN_SUB_GROUPS", "SUB_GROUP", "TeamParams", "TeamsText", "line_length", "pitch", "team_points"]

SUB_GROUP = 32
"""Work-items of a sub-group of NVIDIA's devices."""

QUAD = 4
"""Elements that lines of local memory have a multiple of, so that vectors of them are read."""


@dataclass(frozen=True)
class TeamParams:
    """Tuning parameters of kernels of teams."""

    team: int = param(32, 8, 16, 32, 64, doc="work-items that share a matrix")
    matrices: int = param(1, 1, 2, 4, 8, 16, doc="matrices of a work-group")
    columns: int = param(1, 1, 2, 4, doc="right-hand sides that are solved for together")
    unroll: bool = param(True, False, True, doc="loops over rows and columns are unrolled", group="form")
    sub_groups: bool = param(
        False,
        False,
        True,
        doc="a team is in one sub-group, whose instructions of NVIDIA it uses",
        group="form",
    )

    @property
    def items(self) -> int:
        """Work-items of a work-group."""
        return self.team * self.matrices


IN_SUB_GROUPS = Rule(
    "teams of sub-groups have at most 32 work-items, on devices of compute capability 8.0 and later",
    lambda p, q, f: not p.sub_groups or (p.team <= SUB_GROUP and f.compute_capability >= (8, 0)),
)


def team_points(n: int, columns: int, f: Facts) -> Iterator[dict[str, Any]]:
    """The smallest team that has a work-item for each row, and so many that a work-group has 64, or as few as there can be.

    Args:
        n: Rows.
        columns: Right-hand sides that are solved for together.
        f: The device.
    """
    team = min(max(8, 1 << (n - 1).bit_length()), 64)
    in_sub_groups = team <= SUB_GROUP and f.compute_capability >= (8, 0)
    for items in (64, team):
        matrices = max(min(items // team, 8), 1)
        yield {"team": team, "matrices": matrices, "columns": columns, "sub_groups": in_sub_groups}


def pitch(n: int) -> int:
    """Elements from a row of the matrix in local memory to the next; odd, so that those of a column have different banks."""
    return n | 1


def line_length(p: Any, n: int) -> int:
    """Elements of each of a team's two lines in local memory: a row or column, or unknowns of some right-hand sides."""
    return math.ceil(max(n, int(p.columns)) / QUAD) * QUAD


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
            src.local_array(kind, f"all_{name}[{p.matrices * count}]", align=16)
            src(f"{d.local_memory}{kind} *{name} = {plus(f'all_{name}', times('team', count))};")
        for name in self.operands:
            src(f"{name} += item * {name}_step;")

    def _sync(self, *, memory: bool = False) -> None:
        """Wait for the team, with local memory made visible, and global memory too."""
        d = self.d
        barrier = d.barrier_of_all if memory else d.barrier
        self.src(sync_sub_group(memory=True) if self.p.sub_groups else barrier)

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

    def _substitute(self, element: str, diagonal: str, *, lower: bool, unit: bool) -> None:
        """Solve with a triangle: each unknown in turn is divided, told to the team, and taken from the later rows.

        Args:
            element: The element of the triangle in row ``row`` and column ``k``.
            diagonal: That on the diagonal of the row ``least``.
            lower: The triangle is lower.
            unit: Its diagonal is of ones.
        """
        src, lanes, n, numbers = self.src, self.lanes, self.n, range(self.p.columns)
        with src.block():
            if not unit:
                src(f"const int least = min(row, {n - 1});")
                lanes.declare_inverse(src, "pivot", diagonal)
            with self._loop("s", 0, n):
                src(f"const int k = {'s' if lower else f'{n - 1} - s'};")
                src(f"{self._local_pointer} *line = lines + s % 2 * {self.line};")
                with src.block("if (row == k)"):
                    for v in numbers:
                        if not unit:
                            src(f"x{v} = {lanes.over_inverse(f'x{v}', 'pivot')};")
                        src(f"line[{v}] = {self._element(f'x{v}')};")
                self._sync()
                with src.block(f"if (row {'>' if lower else '<'} k && row < {n})"):
                    src(f"const {lanes.number} t = {element};")
                    for v in numbers:
                        src(f"const {lanes.number} y{v} = {self._number(f'line[{v}]')};")
                        src(f"x{v} = {lanes.less(f'x{v}', 't', f'y{v}')};")
