"""The text of Cholesky factors by one work-item, which computes rows when it comes to them (left-looking).

Complex products are summed by the parts of the upper factor, in two vectors that are put together after the last
product.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.expressions import ceil_div, plus, quotient, times
from autoblas.emit.scalars import one, zero
from autoblas.kernels.factorization.cholesky_text import CholeskyText, enclosed_sum

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument

__all__ = ["CholeskyAlone"]

COLUMNS = 16
"""Columns that are transposed together."""


class CholeskyAlone(CholeskyText):
    """Writes the kernel at a point with one work-item."""

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, p = self.src, self.p
        with src.kernel("cholesky_block", arguments, (1, 1), *self.q.computed, worked=self.kind):
            src.local_array(self.element, f"u[{self.capacity * self.pitch}]", align=p.lanes * self.kind.size)
            self.begin_item()
            src(f"const int size = {times(ceil_div('n', p.rows), p.rows)};")
            src("int failed = 0;")
            self._copy(load=True)
            with src.loop("k", "0", "size", p.rows):
                self._rows()
            self._copy(load=False)
            self.report()
        return str(src)

    def _copy(self, *, load: bool) -> None:
        """Copy the triangle to local memory, or its factor from there; columns that are not adjacent a few together."""
        src = self.src
        columns = self.capacity if self.adjacent else COLUMNS
        with src.loop("start", "0", "n", columns):
            src(f"const int stop = min(start + {columns}, n);")
            with src.loop("i", "0", "stop"), src.loop("j", "max(start, i)", "stop"):
                at = f"u[{self.at('i', 'j')}]"
                src(f"{at} = {self.read('i', 'j')};" if load else self.write_element("i", "j", at))
        if load:
            with src.loop("i", "0", "size"):
                with src.loop("j", "max(i, n)", str(self.pitch)):
                    src(f"u[{self.at('i', 'j')}] = {zero(self.d, self.kind)};")
                src(f"if (i >= n) u[{self.at('i', 'i')}] = {one(self.d, self.kind)};")

    def _rows(self) -> None:
        """Compute some rows of the factor, from ``k`` on, one part of their columns after the other."""
        src, p = self.src, self.p
        self.declare_factors()
        src(f"int col = {times(quotient('k', p.lanes), p.lanes)};")
        for vectors in dict.fromkeys((p.vectors, 1)):
            last = f"col + {(vectors - 1) * p.lanes} < size" if vectors > 1 else "col < size"
            with src.block(f"for (; {last}; col += {vectors * p.lanes})"):
                tile = [(r, v) for r in range(p.rows) for v in range(vectors)]
                positions = {(r, v): (enclosed_sum("k", r), plus("col", v * p.lanes)) for r, v in tile}
                for (r, v), position in positions.items():
                    src(f"{self.vector(p.lanes)} x{r}_{v} = {self.load_vector('u', *position, p.lanes)};")
                self._subtract_products(tile, vectors)
                with src.block("if (col <= k)"):
                    for r in range(p.rows):
                        self.store_vector("u", *positions[r, 0], p.lanes, f"x{r}_0")
                    self.factor("u", "k")
                self.solve(vectors)
                for (r, v), position in positions.items():
                    self.store_vector("u", *position, p.lanes, f"x{r}_{v}")
        for r in range(p.rows):
            src(f"u[{self.at(enclosed_sum('k', r), plus('k', r))}] = {self.real(f'root{r}')};")

    def _subtract_products(self, tile: list[tuple[int, int]], vectors: int) -> None:
        """Subtract from a tile the products of all rows above: of their conjugates in its rows and of them in its columns."""
        src, d, kind, lanes = self.src, self.d, self.kind, self.p.lanes
        if kind.is_complex:
            for r, v in tile:
                src(f"{self.vector(lanes)} y{r}_{v} = {d.splat(self.part, lanes * kind.parts, '0')};")
        with src.loop("s", "0", "k"):
            for v in range(vectors):
                value = self.load_vector("u", "s", plus("col", v * lanes), lanes)
                src(f"const {self.vector(lanes)} b{v} = {value};")
            for r in range(self.p.rows):
                src(f"const {self.element} a{r} = u[{self.at('s', plus('k', r))}];")
            for r, v in tile:
                if kind.is_complex:
                    src(f"x{r}_{v} -= a{r}.x * b{v};")
                    src(f"y{r}_{v} -= a{r}.y * b{v};")
                else:
                    src(f"x{r}_{v} -= a{r} * b{v};")
        if kind.is_complex:
            for r, v in tile:
                src(d.set_part(f"x{r}_{v}", "even", d.part(f"y{r}_{v}", "odd"), "+"))
                src(d.set_part(f"x{r}_{v}", "odd", d.part(f"y{r}_{v}", "even"), "-"))
