"""The text of Cholesky factors in local memory; see ``cholesky_block``.

Rows and columns beyond the matrix's last are those of the unit matrix, so that no block is cut. Complex products are
summed by the parts of the left factor, in two vectors that are put together after the last product. Of the diagonal
only the real parts are read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import ceil_div, plus, quotient, remainder, times
from autoblas.emit.scalars import one, product, zero
from autoblas.emit.source import Source
from autoblas.emit.vectors import lanes_of, scale_pairs

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.problems.factorization import Factorization

__all__ = ["CholeskyText"]

BATCH = 8
"""Elements that a work-item of a group loads at once."""

COLUMNS = 16
"""Columns that a work-item alone transposes together."""


class CholeskyText:
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
        a: The matrix.
        capacity: Rows and columns that local memory has room for.
        pitch: Elements between rows there.
    """

    def __init__(self, p: Any, q: Factorization, d: Dialect, a: Matrix, capacity: int, pitch: int) -> None:
        self.p, self.q, self.d, self.a, self.capacity, self.pitch = p, q, d, a, capacity, pitch
        self.kind = q.worked
        self.element, self.part = d.element(q.worked), q.worked.part
        self.alone = p.items == 1
        self.adjacent = q.a == ("col" if q.lower else "row")
        self.src = Source(d)

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, d, p = self.src, self.d, self.p
        with src.kernel("cholesky_block", arguments, (p.items, 1), *self.q.computed, worked=self.kind):
            src.local_array(
                self.element, f"u[{self.capacity * self.pitch}]", align=max(p.lanes * self.kind.size, 16)
            )
            if self.q.batched:
                src(f"const {d.index} matrix = {d.group_id(0)};")
                src("a += matrix * a_step;")
            if not self.alone:
                src(f"const int item = {d.local_id(0)};")
            src(f"const int size = {times(ceil_div('n', p.rows), p.rows)};")
            src("int failed = 0;")
            if self.alone:
                self._copy_rows(load=True)
                with src.loop("k", "0", "size", p.rows):
                    self._rows()
                self._copy_rows(load=False)
            else:
                self._load()
                with src.loop("k", "0", "size", p.rows):
                    with src.staged():
                        self._columns()
                    self._update()
            at = "info[info_offset + matrix]" if self.q.batched else "info[info_offset]"
            with src.block(f"if ({'' if self.alone else 'item == 0 && '}(first == 0 || {at} == 0))"):
                src(f"{at} = failed;")
        return str(src)

    # Elements and vectors.

    def _read(self, row: str, col: str) -> str:
        """An element of U's triangle in A, from the triangle that is stored."""
        if not self.q.lower:
            return self.a.read(self.d, row, col)
        value = self.a.read(self.d, col, row)
        return f"conj({value})" if self.kind.is_complex else value

    def _write(self, row: str, col: str, value: str) -> str:
        """The statement that stores an element of U in A."""
        if not self.q.lower:
            return self.a.write(self.d, row, col, value)
        return self.a.write(self.d, col, row, f"conj({value})" if self.kind.is_complex else value)

    def _at(self, row: str, col: str) -> str:
        """The position of an element in local memory."""
        return plus(times(row, self.pitch), col)

    def _vector(self, lanes: int) -> str:
        return self.d.vector(self.part, lanes * self.kind.parts)

    def _pointer(self, row: str, col: str) -> str:
        pointer = f"u + {self._at(row, col)}"
        return f"({self.d.local_memory}{self.part} *)({pointer})" if self.kind.is_complex else pointer

    def _load_vector(self, row: str, col: str, lanes: int) -> str:
        """Adjacent elements of a row in local memory."""
        parts = lanes * self.kind.parts
        return self.d.load_aligned(self.part, parts, self._pointer(row, col), self.d.local_memory)

    def _store_vector(self, row: str, col: str, lanes: int, value: str) -> None:
        parts = lanes * self.kind.parts
        pointer = self._pointer(row, col)
        self.src(self.d.store_aligned(self.part, parts, value, pointer, self.d.local_memory))

    # Steps of a work-item alone.

    def _copy_rows(self, *, load: bool) -> None:
        """Copy the triangle to local memory, or its factor from there; columns that are not adjacent a few together."""
        src, zeros = self.src, zero(self.d, self.kind)
        columns = self.capacity if self.adjacent else COLUMNS
        with src.loop("start", "0", "n", columns):
            src(f"const int stop = min(start + {columns}, n);")
            with src.loop("i", "0", "stop"), src.loop("j", "max(start, i)", "stop"):
                at = f"u[{self._at('i', 'j')}]"
                src(f"{at} = {self._read('i', 'j')};" if load else self._write("i", "j", at))
        if not load:
            return
        with src.loop("i", "0", "size"):
            with src.loop("j", "max(i, n)", str(self.pitch)):
                src(f"u[{self._at('i', 'j')}] = {zeros};")
            src(f"if (i >= n) u[{self._at('i', 'i')}] = {one(self.d, self.kind)};")

    def _rows(self) -> None:
        """Compute some rows of the factor, from ``k`` on, one part of their columns after the other."""
        src, p = self.src, self.p
        self._declare_factors()
        src(f"int col = {times(quotient('k', p.lanes), p.lanes)};")
        for vectors in dict.fromkeys((p.vectors, 1)):
            last = f"col + {(vectors - 1) * p.lanes} < size" if vectors > 1 else "col < size"
            with src.block(f"for (; {last}; col += {vectors * p.lanes})"):
                self._declare_tile("k", "col", p.rows, vectors, p.lanes)
                self._subtract_products(("0", "k"), ("k", "col"), p.rows, vectors, p.lanes)
                with src.block("if (col <= k)"):
                    for r in range(p.rows):
                        self._store_vector(plus("k", r), "col", p.lanes, f"x{r}_0")
                    self._factor()
                self._solve(vectors)
                self._store_tile("k", "col", p.rows, vectors, p.lanes)
        for r in range(p.rows):
            src(f"u[{self._at(_enclosed('k', r), plus('k', r))}] = {self._real(f'root{r}')};")

    # Steps of a work-group.

    def _load(self) -> None:
        """Copy the triangle to local memory, in the order in which elements are adjacent."""
        src, p = self.src, self.p
        with src.loop("e", "item", f"size * {self.capacity}", BATCH * p.items):
            for b in range(BATCH):
                at = plus("e", b * p.items)
                line, along = quotient(at, self.capacity), remainder(at, self.capacity)
                row, col = (line, along) if self.adjacent else (along, line)
                src(f"const int i{b} = {row}, j{b} = {col};")
                value = self._read(f"i{b}", f"j{b}")
                inside = f"i{b} <= j{b} && j{b} < n"
                beyond = f"i{b} == j{b} ? {one(self.d, self.kind)} : {zero(self.d, self.kind)}"
                src(f"const {self.element} value{b} = {inside} ? {value} : {beyond};")
            for b in range(BATCH):
                src(f"if (i{b} <= j{b} && j{b} < size) u[{self._at(f'i{b}', f'j{b}')}] = value{b};")

    def _columns(self) -> None:
        """Solve for the columns of some rows, of which each work-item factors the block on the diagonal for itself."""
        src, p = self.src, self.p
        with src.loop("j", "k + item", "size", p.items):
            self._declare_factors()
            self._factor()
            self._declare_tile("k", "j", p.rows, 1, 1)
            self._solve(1)
            with src.block(f"if (j >= k + {p.rows})"):
                self._store_tile("k", "j", p.rows, 1, 1)
            for r in range(p.rows):
                row = plus("k", r)
                value = f"j == {row} ? {self._real(f'root{r}')} : x{r}_0"
                src(f"if ({row} <= j && j < n) {{ {self._write(row, 'j', f'({value})')} }}")

    def _update(self) -> None:
        """Update tiles of the remaining triangle: rows of tiles from both ends are taken together, which makes them equally long."""
        src, p = self.src, self.p
        src(f"const int start = k + {p.rows}, tiles = {quotient('(size - start)', p.lanes)};")
        with src.loop("t", "item", "(tiles + 1) / 2 * (tiles + 1)", p.items):
            src("const int pair = t / (tiles + 1), along = t % (tiles + 1);")
            src("const bool upper = along < tiles - pair;")
            src("const int tile_row = upper ? pair : tiles - 1 - pair;")
            src("const int tile_col = upper ? pair + along : along - 1;")
            with src.block("if (upper || tile_row > pair)"):
                src(f"const int row = start + {times('tile_row', p.lanes)};")
                src(f"const int col = start + {times('tile_col', p.lanes)};")
                self._declare_tile("row", "col", p.lanes, 1, p.lanes)
                self._subtract_products(("k", "start"), ("row", "col"), p.lanes, 1, p.lanes)
                self._store_tile("row", "col", p.lanes, 1, p.lanes)

    # Arithmetic.

    def _declare_tile(self, row: str, col: str, rows: int, vectors: int, lanes: int) -> None:
        """Declare ``x``, vectors of some rows."""
        for r in range(rows):
            for v in range(vectors):
                value = self._load_vector(_enclosed(row, r), plus(col, v * lanes), lanes)
                self.src(f"{self._vector(lanes)} x{r}_{v} = {value};")

    def _store_tile(self, row: str, col: str, rows: int, vectors: int, lanes: int) -> None:
        for r in range(rows):
            for v in range(vectors):
                self._store_vector(_enclosed(row, r), plus(col, v * lanes), lanes, f"x{r}_{v}")

    def _subtract_products(
        self, depth: tuple[str, str], corner: tuple[str, str], rows: int, vectors: int, lanes: int
    ) -> None:
        """Subtract from a tile the products of some solved rows: of their conjugates in its rows and of them in its columns."""
        src, d, kind = self.src, self.d, self.kind
        tile = [(r, v) for r in range(rows) for v in range(vectors)]
        if kind.is_complex:
            for r, v in tile:
                src(f"{self._vector(lanes)} y{r}_{v} = {d.splat(self.part, lanes * kind.parts, '0')};")
        with src.loop("s", *depth):
            for v in range(vectors):
                value = self._load_vector("s", plus(corner[1], v * lanes), lanes)
                src(f"const {self._vector(lanes)} b{v} = {value};")
            if not self.alone:
                src(f"const {self._vector(rows)} left = {self._load_vector('s', corner[0], rows)};")
            for r in range(rows):
                value = f"u[{self._at('s', plus(corner[0], r))}]"
                value = value if self.alone else lanes_of(d, kind, "left", rows, r)
                src(f"const {self.element} a{r} = {value};")
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

    def _declare_factors(self) -> None:
        """Declare the factor of the block on the diagonal: roots of its pivots, their reciprocals, and what is beside them."""
        src, rows = self.src, range(self.p.rows)
        for r in rows:
            src(f"{self.part} root{r}, near{r};")
        names = [f"u{r}_{s}" for r in rows for s in rows[r + 1 :]]
        src(f"{self.element} {', '.join(names)};")

    def _factor(self) -> None:
        """Factor the block on the diagonal, and record the first pivot that is not positive."""
        src, kind, rows = self.src, self.kind, range(self.p.rows)
        for r in rows:
            pivot = f"u[{self._at(_enclosed('k', r), plus('k', r))}]"
            src(f"root{r} = {f'{pivot}.x' if kind.is_complex else pivot};")
            for s in rows[r + 1 :]:
                src(f"u{r}_{s} = u[{self._at(_enclosed('k', r), plus('k', s))}];")
        for r in rows:
            for t in range(r):
                above = f"u{t}_{r}"
                square = f"{above}.x * {above}.x + {above}.y * {above}.y"
                src(f"root{r} -= {square if kind.is_complex else f'{above} * {above}'};")
            src(f"if (failed == 0 && !(root{r} > 0)) failed = first + k + {r + 1};")
            src(f"root{r} = sqrt(root{r});")
            src(f"near{r} = 1 / root{r};")
            for s in rows[r + 1 :]:
                for t in range(r):
                    above = f"conj(u{t}_{r})" if kind.is_complex else f"u{t}_{r}"
                    src(f"u{r}_{s} -= {product(kind, above, f'u{t}_{s}')};")
                src(f"u{r}_{s} *= near{r};")

    def _solve(self, vectors: int) -> None:
        """Solve with the block on the diagonal for vectors of its rows."""
        src = self.src
        for r in range(self.p.rows):
            for v in range(vectors):
                for t in range(r):
                    if self.kind.is_complex:
                        factor = (f"u{t}_{r}.x", f"-u{t}_{r}.y")
                        for line in scale_pairs(self.d, f"x{r}_{v}", factor, f"x{t}_{v}", "-"):
                            src(line)
                    else:
                        src(f"x{r}_{v} -= u{t}_{r} * x{t}_{v};")
                src(f"x{r}_{v} *= near{r};")

    def _real(self, value: str) -> str:
        """A real number as an element."""
        return self.d.construct(self.element, value, "0") if self.kind.is_complex else value


def _enclosed(row: str, offset: int) -> str:
    """A row as a factor."""
    return f"({row} + {offset})" if offset else row
