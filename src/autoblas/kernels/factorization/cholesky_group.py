"""The text of Cholesky factors by a square of work-items, whose registers hold the remaining triangle (right-looking).

A work-item has tiles at equal distances, so that all have work to the end. Rows that come next are written to local
memory; there each work-item solves for one column, and all read them to update their tiles.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from autoblas.emit.expressions import ceil_div, plus, quotient, remainder, times
from autoblas.emit.scalars import one, zero
from autoblas.emit.vectors import lanes_of, scale_pairs
from autoblas.kernels.factorization.cholesky_text import CholeskyText

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument

__all__ = ["CholeskyGroup"]

UNROLLED = 4
"""Rows whose products are subtracted without a jump."""


class CholeskyGroup(CholeskyText):
    """Writes the kernel at a point with a square of work-items."""

    @property
    def side(self) -> int:
        """Work-items of a side of the square."""
        return math.isqrt(self.p.items)

    @property
    def tiles(self) -> list[tuple[int, int]]:
        """A work-item's tiles on and above the diagonal."""
        count = self.capacity // (self.side * self.p.lanes)
        return [(p, q) for p in range(count) for q in range(p, count)]

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, p = self.src, self.p
        with src.kernel(
            "cholesky_block", arguments, (p.items, 1), *self.q.computed,
            worked=self.kind, functions=self._stored(),
        ):  # fmt: skip
            count = p.rows * self.pitch
            src.local_array(
                self.element, f"next[{count}]", f"solved[{count}]", align=p.lanes * self.kind.size
            )
            self.begin_item()
            src(f"const int item = {self.d.local_id(0)};")
            src(f"const int size = {times(ceil_div('n', p.rows), p.rows)};")
            src("int failed = 0;")
            self._load()
            self._publish("0")
            with src.loop("k", "0", "size", p.rows):
                with src.staged():
                    self._columns()
                src(f"const int start = k + {p.rows};")
                self._store()
                self._update()
                self._publish("start")
            self.report("item == 0 && ")
        return str(src)

    def _load(self) -> None:
        """Load the tiles, of which those of neighbours are adjacent in memory."""
        src, lanes = self.src, self.p.lanes
        line, along = quotient("item", self.side), remainder("item", self.side)
        row, col = (line, along) if self.adjacent else (along, line)
        for index in range(self.capacity // (self.side * lanes)):
            distance = index * self.side * lanes
            src(f"const int row{index} = {plus(times(row, lanes), distance)};")
            src(f"const int col{index} = {plus(times(col, lanes), distance)};")
        for i, j in self.tiles:
            for r in range(lanes):
                at = [f"{plus(f'row{i}', r)}, {plus(f'col{j}', s)}" for s in range(lanes)]
                elements = [f"stored(a, a_offset, a_row, a_col, {position}, n)" for position in at]
                value = self.d.construct(self.vector(lanes), *elements) if lanes > 1 else elements[0]
                src(f"{self.vector(lanes)} t{i}{j}_{r} = {value};")

    def _stored(self) -> list[str]:
        """``stored``, an element on or above the diagonal, beyond the matrix that of the unit matrix; zero below."""
        d = self.d
        matrix = f"{d.global_memory}const {self.element} *a, const {d.offset} a_offset, const int a_row, const int a_col"
        beyond = f"i == j ? {one(d, self.kind)} : {zero(d, self.kind)}"
        return [
            f"{d.function}{self.element} stored({matrix}, const int i, const int j, const int n)",
            "{",
            f"  if (i <= j && j < n) return {self.read('i', 'j')};",
            f"  return {beyond};",
            "}",
        ]

    def _publish(self, first: str) -> None:
        """Write the rows from ``first`` on that come next to local memory."""
        src, lanes = self.src, self.p.lanes
        rows = {i for i, _ in self.tiles}
        for i in rows:
            with src.block(f"if (row{i} >= {first} && row{i} < {plus(first, self.p.rows)})"):
                for _, j in (tile for tile in self.tiles if tile[0] == i):
                    for r in range(lanes):
                        row = f"row{i}" if first == "0" else f"(row{i} - {first})"
                        row = row if r == 0 else f"({row.strip('()')} + {r})"
                        self.store_vector("next", row, f"col{j}", lanes, f"t{i}{j}_{r}")

    def _columns(self) -> None:
        """Solve for columns of some rows, for which each work-item factors the block on the diagonal."""
        src, p = self.src, self.p
        with src.loop("j", "k + item", "size", p.items):
            self.declare_factors()
            self.factor("next", "0")
            for r in range(p.rows):
                src(f"{self.element} x{r}_0 = next[{self.at(str(r), 'j')}];")
            self.solve(1)
            for r in range(p.rows):
                value = f"j == {plus('k', r)} ? {self.real(f'root{r}')} : x{r}_0"
                src(f"solved[{self.at(str(r), 'j')}] = {value};")

    def root(self, r: int) -> None:
        """Set the reciprocal of the root, corrected once, and with it the root."""
        src = self.src
        src(f"near{r} = rsqrt(root{r});")
        with src.block(f"if (root{r} < {self.d.infinity})"):
            src(f"const {self.part} near_root = root{r} * near{r};")
            src(f"const {self.part} rest = ({self.part})0.5 * (1 - near_root * near{r});")
            src(f"root{r} = near_root + near_root * rest;")
            src(f"near{r} += near{r} * rest;")

    def _store(self) -> None:
        """Store solved rows in A, in the order in which elements are adjacent."""
        src, p = self.src, self.p
        line = self.capacity if self.adjacent else p.rows
        count = str(p.rows * self.capacity) if self.adjacent else f"{p.rows} * (n - k)"
        with src.loop("e", "item", count, p.items):
            first, second = quotient("e", line), remainder("e", line)
            row, col = (first, second) if self.adjacent else (second, f"k + {first}")
            src(f"const int r = {row}, j = {col};")
            value = f"solved[{self.at('r', 'j')}]"
            src(f"if (k + r <= j && j < n) {{ {self.write_element('k + r', 'j', value)} }}")

    def _update(self) -> None:
        """Subtract from the remaining tiles the products of the solved rows."""
        src, lanes = self.src, self.p.lanes
        last = self.tiles[-1][0]
        for first in range(last + 1):
            remaining = [tile for tile in self.tiles if tile[0] >= first]
            with src.block(f"{'else ' if first else ''}if (row{first} >= start)"):
                src(self.d.unroll(UNROLLED))
                with src.loop("s", "0", str(self.p.rows)):
                    for index in range(first, last + 1):
                        for name, position in (("a", "row"), ("b", "col")):
                            value = self.load_vector("solved", "s", f"{position}{index}", lanes)
                            src(f"const {self.vector(lanes)} {name}{index} = {value};")
                    for i, j in remaining:
                        for r in range(lanes):
                            self._subtract(
                                f"t{i}{j}_{r}", lanes_of(self.d, self.kind, f"a{i}", lanes, r), f"b{j}"
                            )

    def _subtract(self, total: str, factor: str, vector: str) -> None:
        """Subtract the product of the conjugate of an element and a vector."""
        if not self.kind.is_complex:
            self.src(f"{total} -= {factor} * {vector};")
            return
        parts = [self.d.component(factor, part) for part in "xy"]
        for line in scale_pairs(self.d, total, (parts[0], f"-{parts[1]}"), vector, "-"):
            self.src(line)
