"""The text of substitution with many right-hand sides; see ``substitute``.

Rows are counted in the order of the solution: of an upper triangle from the last one, so that all triangles are lower
ones. Complex products are summed by the parts of the triangle's element, in two vectors that are put together after the
last product, so that no part changes its lane in between.
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import ceil_div, enclosed, minus, plus, quotient, remainder, times
from autoblas.emit.scalars import read, write, zero
from autoblas.emit.source import Source
from autoblas.emit.vectors import lanes_of, scale_pairs
from autoblas.kernels.solve.text import divide_function

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.problems.matrix import Substitution

__all__ = ["SubstituteText"]

AT_ONCE = 16
"""Bytes of the triangle that a work-item loads at once from local memory."""

BATCH = 16
"""Elements of a triangle that a work-item stages in local memory at once."""


class SubstituteText:
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
        operands: The triangle, and the right-hand sides.
        held: Rows that local memory has room for.
        arrays: Elements of local memory, by the name of the array.
    """

    def __init__(
        self, p: Any, q: Substitution, d: Dialect, operands: tuple[Matrix, Matrix],
        capacity: int, arrays: Mapping[str, int],
    ) -> None:  # fmt: skip
        self.p, self.q, self.d, self.capacity, self.arrays = p, q, d, capacity, arrays
        self.a, self.b = operands
        self.kind = q.worked
        self.parts = p.lanes * q.worked.parts
        self.vector = d.vector(q.worked.part, self.parts)
        self.element = d.element(q.worked)
        self.direct = p.columns == 1
        self.shared = p.teams > 1
        self.pitch = arrays.get("triangle", 0) // capacity
        self.line = arrays["solved"] // capacity
        self.src = Source(d)

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, p, d = self.src, self.p, self.d
        with src.kernel(
            "substitute", arguments, (p.items, 1), *self.q.computed,
            worked=self.kind, functions=self._functions(),
        ):  # fmt: skip
            align = max(self.parts * self.kind.size // self.kind.parts, AT_ONCE if self.shared else 0)
            for name, count in self.arrays.items():
                src.local_array(self.element, f"{name}[{count}]", align=align)
            self._declare_columns()
            offset = times("place", p.columns) if p.items > 1 else 0
            src(f"{d.local_memory}{self.element} *own = {plus('solved', offset)};")
            if self.shared:
                self._stage_operands()
            elif not self.direct:
                src(f"const int count = min({p.columns}, n - col);")
            if self.q.m <= p.rows:
                src("const int row = 0;")
                self._tile(self.q.m)
            else:
                src("int row = 0;")
                for rows in dict.fromkeys((p.rows, 1)):
                    with src.block(f"for (; row + {rows} <= m; row += {rows})"):
                        self._tile(rows)
            if self.shared:
                self._store_staged()
        return str(src)

    def _declare_columns(self) -> None:
        """Declare the index of the work-item's slab, its team, and its first column ``col``."""
        src, p, d = self.src, self.p, self.d
        local, group = d.local_id(0), d.group_id(0)
        if self.shared:
            src(f"const int local_item = {local};")
            src(
                f"const int place = {remainder('local_item', p.slabs)}, team = {quotient('local_item', p.slabs)};"
            )
            src(f"const int groups = {ceil_div('n', p.slabs)};")
            src(f"const int col = {group} % groups * {p.slabs};")
            item = f"{group} / groups"
        else:
            if p.items > 1:
                src(f"const int place = {local};")
            src(f"const {d.index} slabs = {ceil_div('n', p.columns)}, slab = {d.global_id(0)};")
            src(f"const int col = {times('slab % slabs' if self.q.batched else 'slab', p.columns)};")
            if p.items > 1:
                src(f"if (slab >= slabs{' * items' if self.q.batched else ''}) return;")
            item = "slab / slabs"
        if self.q.batched:
            src(f"const {d.index} item = {item};")
            src("a += item * a_step;")
            src("b += item * b_step;")

    # Steps of a work-group in teams.

    def _stage_operands(self) -> None:
        """Stage the triangle, the reciprocals of its diagonal and the right-hand sides in local memory."""
        src, d, p, zeros = self.src, self.d, self.p, zero(self.d, self.kind)
        staged_rows = range(self.capacity * p.slabs // p.items)
        square = self.capacity**2
        count = max(min(BATCH, square // p.items), 1)
        with src.loop("e", "local_item", str(square), count * p.items):
            for u in range(count):
                self._declare_indices(str(u), plus("e", u * p.items), (self.capacity, self.q.a == "col"))
                value = self.a.read(d, self._index(f"i{u}"), self._index(f"j{u}"))
                stored = f"i{u} < m && i{u} {'>' if self.q.unit else '>='} j{u}"
                src(f"const {self.element} value{u} = {stored} ? {value} : {zeros};")
            for u in range(count):
                src(f"triangle[j{u} * {self.pitch} + i{u}] = value{u};")
        for u in staged_rows:
            self._declare_indices(f"_{u}", plus("local_item", u * p.items), self._right_layout())
            value = self.b.read(d, self._index(f"i_{u}"), f"col + j_{u}")
            inside = f"i_{u} < m && col + j_{u} < n"
            src(f"const {self.element} right{u} = {inside} ? {value} : {zeros};")
        for u in staged_rows:
            src(f"solved[i_{u} * {self.line} + j_{u}] = scaled(right{u}, alpha);")
        src(d.barrier)
        if not self.q.unit:
            with src.loop("i", "local_item", "m", p.items):
                src(f"reciprocals[i] = reciprocal(triangle[i * {self.pitch + 1}]);")
            src(d.barrier)

    def _store_staged(self) -> None:
        """Store the solutions."""
        for u in range(self.capacity * self.p.slabs // self.p.items):
            value = f"solved[i_{u} * {self.line} + j_{u}]"
            write_ = self.b.write(self.d, self._index(f"i_{u}"), f"col + j_{u}", value)
            self.src(f"if (i_{u} < m && col + j_{u} < n) {{ {write_} }}")

    def _right_layout(self) -> tuple[int, bool]:
        """Elements of a line of the right-hand sides in memory, and True if lines are columns."""
        return (self.capacity, True) if self.b.order == "col" else (self.p.slabs, False)

    def _declare_indices(self, name: str, at: str, lines: tuple[int, bool]) -> None:
        """Declare row ``i`` and column ``j`` of an element from its index; the length of lines is a power of two."""
        line, along = quotient(at, lines[0]), remainder(at, lines[0])
        row, col = (along, line) if lines[1] else (line, along)
        self.src(f"const int i{name} = {row}, j{name} = {col};")

    def _tile_in_teams(self, rows: int) -> None:
        """Solve ``rows`` rows in teams: each computes a part of the products and reduces some rows, and the first one solves."""
        src, d, p = self.src, self.d, self.p
        for k in range(rows):
            src(f"x{k}_0 = {zero(d, self.kind)};")
        self._subtract_solved(rows)
        for k in range(rows):
            src(f"shares[{plus(times('team', p.rows * p.slabs), k * p.slabs)} + place] = x{k}_0;")
        src(d.barrier)
        with src.loop("k", "team", str(rows), p.teams):
            share = f"shares[{{}}k * {p.slabs} + place]"
            terms = [share.format(f"{team * p.rows * p.slabs} + " if team else "") for team in range(p.teams)]
            src(f"*({self._slab_pointer('(row + k)', 0)}) += {' + '.join(terms)};")
        with src.staged(), src.block("if (team == 0)"):
            for k in range(rows):
                src(f"x{k}_0 = {self._load_local(plus('row', k), 0)};")
            self._solve(rows)

    # Steps of a work-item.

    def _index(self, at: str) -> str:
        """The row or column of the matrices at a position in the order of the solution."""
        return at if self.q.lower else minus("m - 1", at)

    def _of_triangle(self, row: str, col: str) -> str:
        """An element of T."""
        if self.shared:
            return f"triangle[{plus(times(enclosed(col), self.pitch), row)}]"
        return self.a.read(self.d, self._index(row), self._index(col))

    def _slab_pointer(self, row: str, column: str | int) -> str:
        """A pointer to the work-item's part of a row in local memory, from one of its columns on."""
        return plus("own", times(row, self.line), column)

    def _names(self, rows: int) -> list[tuple[int, int]]:
        """Row and vector of all values in registers."""
        return [(k, v) for k in range(rows) for v in range(self.p.vectors)]

    def _part_pointer(self, row: str, v: int) -> str:
        """A pointer to real numbers in local memory."""
        pointer = self._slab_pointer(row, v * self.p.lanes)
        return f"({self.d.local_memory}{self.kind.part} *)({pointer})" if self.kind.is_complex else pointer

    def _load_local(self, row: str, v: int) -> str:
        """A vector of a row in local memory."""
        part = self.kind.part
        return self.d.load_aligned(part, self.parts, self._part_pointer(row, v), self.d.local_memory)

    def _store_local(self, row: str, v: int, value: str) -> None:
        """Write a vector of a row to local memory."""
        pointer = self._part_pointer(row, v)
        self.src(self.d.store_aligned(self.kind.part, self.parts, value, pointer, self.d.local_memory))

    def _tile(self, rows: int) -> None:
        """Solve ``rows`` rows, the first of which is ``row``."""
        self.src(f"{self.vector} {', '.join(f'x{k}_{v}' for k, v in self._names(rows))};")
        if self.shared:
            self._tile_in_teams(rows)
            return
        self._load(rows)
        self._subtract_solved(rows)
        self._solve(rows)
        self._store(rows)

    def _load(self, rows: int) -> None:
        """Load the right-hand sides, times alpha: in vectors where rows are adjacent, else through local memory."""
        src, d, p, names = self.src, self.d, self.p, self._names(rows)
        if self.direct:
            for k in range(rows):
                src(f"x{k}_0 = {self.b.read(d, self._index(plus('row', k)), 'col')};")
        else:
            whole = self.b.order == "row"
            if whole:
                with src.block(f"if (count == {p.columns})"):
                    for k, v in names:
                        src(f"x{k}_{v} = {read(d, self.b.stored, self.kind, p.lanes, self._pointer(k, v))};")
            with src.block("else") if whole else nullcontext():
                with src.block(f"for (int e = 0; e < {p.columns}; ++e)"), src.loop("k", "0", str(rows)):
                    value = self.b.read(d, self._index("row + k"), "col + e")
                    src(
                        f"*({self._slab_pointer('(row + k)', 'e')}) = e < count ? {value} : {zero(d, self.kind)};"
                    )
                for k, v in names:
                    src(f"x{k}_{v} = {self._load_local(plus('row', k), v)};")
        for k, v in names:
            src(f"x{k}_{v} = scaled(x{k}_{v}, alpha);")

    def _pointer(self, k: int, v: int) -> str:
        """A pointer to a vector of B."""
        return self.b.pointer(self.d, self._index(plus("row", k)), plus("col", v * self.p.lanes))

    def _subtract_solved(self, rows: int) -> None:
        """Subtract the products with the rows that are solved."""
        if self.q.m <= self.p.rows:
            return
        src, d, names = self.src, self.d, self._names(rows)
        if self.kind.is_complex:
            for k, v in names:
                src(f"{self.vector} y{k}_{v} = {self._splat('0')};")
        if self.shared:
            src(d.unroll(4))
        with src.loop("j", "team" if self.shared else "0", "row", self.p.teams):
            for v in range(self.p.vectors):
                src(f"const {self.vector} known{v} = {self._load_local('j', v)};")
            self._declare_column("a", "j", range(rows))
            for k, v in names:
                if self.kind.is_complex:
                    src(f"x{k}_{v} -= a{k}.x * known{v};")
                    src(f"y{k}_{v} -= a{k}.y * known{v};")
                else:
                    src(f"x{k}_{v} -= a{k} * known{v};")
        if self.kind.is_complex:
            for k, v in names:
                src(d.set_part(f"x{k}_{v}", "even", d.part(f"y{k}_{v}", "odd"), "-"))
                src(d.set_part(f"x{k}_{v}", "odd", d.part(f"y{k}_{v}", "even"), "+"))

    def _declare_column(self, name: str, col: str, rows: range) -> None:
        """Declare elements of a column of the triangle in some of the tile's rows, as vectors where it is in local memory."""
        src, d = self.src, self.d
        wide = max(AT_ONCE // self.kind.size, 1) if self.shared else 1
        lanes = wide * self.kind.parts
        for first in range(rows.start - rows.start % wide, rows.stop, wide):
            single = wide == 1 or first + wide > rows.stop
            if not single:
                pointer = plus("triangle", times(enclosed(col), self.pitch), "row", first)
                if self.kind.is_complex:
                    pointer = f"({d.local_memory}{self.kind.part} *)({pointer})"
                loaded = d.load_aligned(self.kind.part, lanes, pointer, d.local_memory)
                src(f"const {d.vector(self.kind.part, lanes)} {name}_{first} = {loaded};")
            for k in range(max(first, rows.start), min(first + wide, rows.stop)):
                value = lanes_of(d, self.kind, f"{name}_{first}", wide, k - first)
                value = self._of_triangle(plus("row", k), col) if single else value
                src(f"const {self.element} {name}{k} = {value};")

    def _solve(self, rows: int) -> None:
        """Solve the small triangle on the diagonal by reciprocals, and where that leaves the range by divisions."""
        src, names = self.src, self._names(rows)
        if not self.q.unit and not self.shared:  # what teams add lies there
            for k, v in names:
                self._store_local(plus("row", k), v, f"x{k}_{v}")
        for k in range(rows):
            at = plus("row", k)
            if not self.q.unit:
                near = f"reciprocals[{at}]" if self.shared else f"reciprocal({self._of_triangle(at, at)})"
                src(f"const {self.element} near{k} = {near};")
                for v in range(self.p.vectors):
                    src(f"x{k}_{v} = scaled(x{k}_{v}, near{k});")
            if k + 1 < rows:
                with src.block():
                    self._declare_column("a", at, range(k + 1, rows))
                    for later in range(k + 1, rows):
                        for v in range(self.p.vectors):
                            self._subtract(f"x{later}_{v}", f"a{later}", f"x{k}_{v}")
        if not self.q.unit:
            total = " + ".join(f"zero_of(x{k}_{v})" for k, v in names)
            src(f"const {self.vector} zeros = {total};")
            finite = f"zeros == {self._splat('0')}"
            with src.block(f"if (!({self.d.all_lanes(finite) if self.parts > 1 else finite}))"):
                self._divide(rows)
        for k, v in names:
            self._store_local(plus("row", k), v, f"x{k}_{v}")

    def _divide(self, rows: int) -> None:
        """Solve the triangle again with divisions, from the right-hand sides in local memory."""
        src, names = self.src, self._names(rows)
        divide = "x / pivot"
        if self.kind.is_complex:
            divide = f"{'divide' if self.p.lanes == 1 else 'divide_pairs'}(x, pivot)"
        with src.loop("k", "0", str(rows)):
            src(f"const {self.element} pivot = {self._of_triangle('(row + k)', '(row + k)')};")
            for v in range(self.p.vectors):
                with src.block():
                    src(f"{self.vector} x = {self._load_local('(row + k)', v)};")
                    with src.loop("s", "0", "k"):
                        src(f"const {self.element} left = {self._of_triangle('(row + k)', '(row + s)')};")
                        src(f"const {self.vector} known = {self._load_local('(row + s)', v)};")
                        self._subtract("x", "left", "known")
                    src(f"x = {divide};")
                    self._store_local("(row + k)", v, "x")
        for k, v in names:
            src(f"x{k}_{v} = {self._load_local(plus('row', k), v)};")

    def _subtract(self, total: str, factor: str, vector: str) -> None:
        """Subtract the product of an element and a vector from a vector."""
        if not self.kind.is_complex:
            self.src(f"{total} -= {factor} * {vector};")
            return
        for line in scale_pairs(self.d, total, (f"{factor}.x", f"{factor}.y"), vector, "-"):
            self.src(line)

    def _store(self, rows: int) -> None:
        """Write the solutions."""
        src, d, p = self.src, self.d, self.p
        if self.direct:
            for k in range(rows):
                src(self.b.write(d, self._index(plus("row", k)), "col", f"x{k}_0"))
            return
        whole = self.b.order == "row"
        if whole:
            with src.block(f"if (count == {p.columns})"):
                for k, v in self._names(rows):
                    src(write(d, self.b.stored, self.kind, p.lanes, f"x{k}_{v}", self._pointer(k, v)))
        with (
            src.block("else") if whole else nullcontext(),
            src.block("for (int e = 0; e < count; ++e)"),
            src.loop("k", "0", str(rows)),
        ):
            src(
                self.b.write(
                    d, self._index("row + k"), "col + e", f"*({self._slab_pointer('(row + k)', 'e')})"
                )
            )

    # Functions.

    def _functions(self) -> list[str]:
        """``scaled``, and where the diagonal is read ``reciprocal`` and the functions that divide."""
        d, vector, element = self.d, self.vector, self.element
        if not self.kind.is_complex:
            scaled = [f"{d.function}{vector} scaled({vector} a, {element} factor) {{ return a * factor; }}"]
        else:
            scaled = [
                f"{d.function}{vector} scaled({vector} a, {element} factor)",
                "{",
                "  if (factor.y == 0) return a * factor.x;",
                f"  {vector} c;",
                *(f"  {line}" for line in scale_pairs(d, "c", ("factor.x", "factor.y"), "a")),
                "  return c;",
                "}",
            ]
        return scaled if self.q.unit else [*scaled, *self._quotients()]

    def _quotients(self) -> list[str]:
        """``reciprocal``, NaN where it is no normal number; complex quotients; and ``zero_of``, which is zero of finite numbers."""
        d, element = self.d, self.element
        zero_of = f"{d.function}{self.vector} zero_of({self.vector} a) {{ return a * {self._splat('0')}; }}"
        if not self.kind.is_complex:
            return [
                zero_of,
                f"{d.function}{element} reciprocal({element} b)",
                "{",
                f"  const {element} r = 1 / b;",
                f"  return isnormal(r) ? r : ({element}){d.nan};",
                "}",
            ]
        by_pairs = [] if self.p.lanes == 1 else _divide_pairs(d, self.vector, element, self.kind.part)
        return [
            zero_of,
            *divide_function(d, self.kind),
            *by_pairs,
            f"{d.function}{element} reciprocal({element} b)",
            "{",
            f"  const {element} r = divide({d.construct(element, '1', '0')}, b);",
            f"  return isnormal(fmax(fabs(r.x), fabs(r.y))) ? r : {d.construct(element, d.nan, d.nan)};",
            "}",
        ]

    def _splat(self, value: str) -> str:
        return self.d.splat(self.kind.part, self.parts, value)


def _divide_pairs(d: Dialect, vector: str, element: str, part: str) -> list[str]:
    """``divide_pairs(a, b)`` of several complex numbers and one, as ``divide`` does it."""
    even, odd = d.part("a", "even"), d.part("a", "odd")
    return [
        f"{d.function}{vector} divide_pairs({vector} a, {element} b)",
        "{",
        f"  {vector} c;",
        "  if (fabs(b.x) >= fabs(b.y)) {",
        f"    const {part} r = b.y / b.x, d = b.x + b.y * r;",
        f"    {d.set_part('c', 'even', f'({even} + {odd} * r) / d')}",
        f"    {d.set_part('c', 'odd', f'({odd} - {even} * r) / d')}",
        "  } else {",
        f"    const {part} r = b.x / b.y, d = b.x * r + b.y;",
        f"    {d.set_part('c', 'even', f'({even} * r + {odd}) / d')}",
        f"    {d.set_part('c', 'odd', f'({odd} * r - {even}) / d')}",
        "  }",
        "  return c;",
        "}",
    ]
