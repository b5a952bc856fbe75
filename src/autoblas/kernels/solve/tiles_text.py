"""The text of substitution with right-hand sides in registers; see ``substitute_tiles``.

Rows are counted in the order of the solution: of an upper triangle from the last one, so that all triangles are lower
ones. Rows beyond the last are those of the unit matrix, so that no tile is cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import ceil_div, enclosed, minus, plus, quotient, remainder, times
from autoblas.emit.scalars import multiple, one, zero
from autoblas.emit.source import Source
from autoblas.emit.vectors import lanes_of, scale_pairs
from autoblas.kernels.solve.text import divide_function

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.problems.matrix import Substitution

__all__ = ["TilesText"]

UNROLLED = 4
"""Rows whose products are subtracted without a jump."""


class TilesText:
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
        operands: The triangle, and the right-hand sides.
        capacity: Rows that there is room for.
    """

    def __init__(
        self, p: Any, q: Substitution, d: Dialect, operands: tuple[Matrix, Matrix], capacity: int
    ) -> None:
        self.p, self.q, self.d, self.capacity = p, q, d, capacity
        self.a, self.b = operands
        self.kind = q.worked
        self.element, self.part = d.element(q.worked), q.worked.part
        self.vector = d.vector(self.part, p.width * q.worked.parts)
        self.distance = p.side * p.height
        self.tiles = range(capacity // self.distance)
        self.pitches = {
            "next": p.columns + p.width,
            "solved": p.columns + p.width,
            "triangle": capacity + p.height,
        }
        self.loads = range(-(-p.rows * capacity // p.items))
        self.src = Source(d)

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, p = self.src, self.p
        with src.kernel(
            "substitute_tiles", arguments, (p.items, 1), *self.q.computed,
            worked=self.kind, functions=self._functions(),
        ):  # fmt: skip
            for name, pitch in self.pitches.items():
                count = p.rows * pitch * (2 if name == "triangle" else 1)
                src.local_array(
                    self.element, f"{name}[{count}]", align=max(p.height, p.width) * self.kind.size
                )
            self._begin()
            self._load_right_sides()
            self._load_triangle("0")
            self._buffer_triangle("0")
            self._publish("0")
            with src.loop("k", "0", "m", p.rows):
                src(f"const int start = k + {p.rows}, now = k / {p.rows} % 2 * {p.rows};")
                src(self.d.barrier_of_all)  # right-hand sides were read that others overwrite
                self._load_triangle("start")
                self._columns()
                src(self.d.barrier)
                self._store()
                self._update()
                self._buffer_triangle(f"{p.rows} - now")
                self._publish("start")
        return str(src)

    def _begin(self) -> None:
        """Declare the work-item's place in the square, and the first column of its work-group."""
        src, d, p = self.src, self.d, self.p
        groups = ceil_div("n", p.columns)
        src(f"const int item = {d.local_id(0)};")
        src(f"const {d.index} group = {d.group_id(0)};")
        src(f"const int groups = {groups}, first = (int)(group % groups) * {p.columns};")
        if self.q.batched:
            src("a += group / groups * a_step;")
            src("b += group / groups * b_step;")
        line, along = quotient("item", p.side), remainder("item", p.side)
        row, col = (along, line) if self.b.order == "col" else (line, along)
        src(f"const int row = {times(row, p.height)}, col = {times(col, p.width)};")

    def _index(self, at: str) -> str:
        """The row or column of the matrices at a position in the order of the solution."""
        return at if self.q.lower else minus("m - 1", at)

    def _pointer(self, array: str, row: str, at: str) -> str:
        pointer = f"{array} + {plus(times(row, self.pitches[array]), at)}"
        return f"({self.d.local_memory}{self.part} *)({pointer})" if self.kind.is_complex else pointer

    def _load_local(self, array: str, row: str, at: str, lanes: int) -> str:
        """Adjacent elements in local memory."""
        pointer = self._pointer(array, row, at)
        return self.d.load_aligned(self.part, lanes * self.kind.parts, pointer, self.d.local_memory)

    def _load_right_sides(self) -> None:
        """Load the tiles, times alpha; those of neighbours are adjacent in memory."""
        src, d, p = self.src, self.d, self.p
        for i in self.tiles:
            for r in range(p.height):
                at = plus("row", i * self.distance + r)
                elements = []
                for s in range(p.width):
                    col = plus("first + col", s)
                    value = multiple(self.kind, "alpha", self.b.read(d, self._index(at), col))
                    elements.append(f"{at} < m && {col} < n ? {value} : {zero(d, self.kind)}")
                value = d.construct(self.vector, *elements) if p.width > 1 else elements[0]
                src(f"{self.vector} t{i}_{r} = {value};")

    def _load_triangle(self, first: str) -> None:
        """Load columns of the triangle from ``first`` on, in the order in which elements are adjacent."""
        src, d, p = self.src, self.d, self.p
        for u in self.loads:
            at = plus("item", u * p.items)
            line = p.rows if self.a.order == "row" else self.capacity
            by_row = (quotient(at, line), remainder(at, line))
            row, col = by_row if self.a.order == "row" else by_row[::-1]
            if first == "0":
                src(f"const int i{u} = {row}, j{u} = {col};")
                src(f"{self.element} value{u};")
            stored = plus(first, f"j{u}") if first != "0" else f"j{u}"
            inside = f"i{u} < m && {stored} < m && i{u} {'>' if self.q.unit else '>='} {stored}"
            value = self.a.read(
                d, self._index(f"i{u}"), self._index(stored if first == "0" else f"({stored})")
            )
            beyond = f"i{u} == {stored} ? {one(d, self.kind)} : {zero(d, self.kind)}"
            src(f"value{u} = {inside} ? {value} : {beyond};")

    def _buffer_triangle(self, buffer: str) -> None:
        """Write the loaded columns to local memory."""
        src, pitch = self.src, self.pitches["triangle"]
        for u in self.loads:
            row = f"j{u}" if buffer == "0" else f"({buffer} + j{u})"
            guard = f"if (j{u} < {self.p.rows} && i{u} < {self.capacity}) "
            whole = self.p.rows * self.capacity % self.p.items == 0
            src(f"{'' if whole else guard}triangle[{plus(times(row, pitch), f'i{u}')}] = value{u};")

    def _publish(self, first: str) -> None:
        """Write the rows from ``first`` on that come next to local memory."""
        src, d, p = self.src, self.d, self.p
        for i in self.tiles:
            row = plus("row", i * self.distance)
            with src.block(f"if ({row} >= {first} && {row} < {plus(first, p.rows)})"):
                for r in range(p.height):
                    target = self._pointer("next", enclosed(minus(plus(row, r), first)), "col")
                    parts = p.width * self.kind.parts
                    src(d.store_aligned(self.part, parts, f"t{i}_{r}", target, d.local_memory))

    def _columns(self) -> None:
        """Solve some rows, a work-item for each column."""
        src, p = self.src, self.p
        with src.loop("j", "item", str(p.columns), p.items):
            for r in range(p.rows):
                src(f"{self.element} x{r} = next[{plus(r * self.pitches['next'], 'j')}];")
            for r in range(p.rows):
                for t in range(r):
                    with src.block():
                        src(f"const {self.element} left = {self._of_triangle(t, r)};")
                        self._subtract(f"x{r}", "left", f"x{t}")
                if not self.q.unit:
                    src(f"x{r} = quotient(x{r}, {self._of_triangle(r, r)});")
                src(f"solved[{plus(r * self.pitches['solved'], 'j')}] = x{r};")

    def _of_triangle(self, col: int, row: int) -> str:
        """An element of the block on the diagonal."""
        return f"triangle[{enclosed(plus('now', col))} * {self.pitches['triangle']} + {plus('k', row)}]"

    def _store(self) -> None:
        """Store the solutions, in the order in which elements are adjacent."""
        src, p = self.src, self.p
        line = p.rows if self.b.order == "col" else p.columns
        with src.loop("e", "item", str(p.rows * p.columns), p.items):
            by_line = (quotient("e", line), remainder("e", line))
            col, r = by_line if self.b.order == "col" else by_line[::-1]
            src(f"const int r = {r}, j = {col};")
            value = f"solved[{plus(times('r', self.pitches['solved']), 'j')}]"
            stored = self.b.write(self.d, self._index("(k + r)"), "first + j", value)
            src(f"if (k + r < m && first + j < n) {{ {stored} }}")

    def _update(self) -> None:
        """Subtract from the remaining tiles the products of the solved rows."""
        src, p = self.src, self.p
        lanes = self.d.vector(self.part, p.height * self.kind.parts)
        for first in self.tiles:
            condition = f"if ({plus('row', first * self.distance)} >= start)"
            with src.block(f"else {condition}" if first else condition):
                src(self.d.unroll(UNROLLED))
                with src.loop("s", "0", str(p.rows)):
                    src(f"const {self.vector} x = {self._load_local('solved', 's', 'col', p.width)};")
                    for i in self.tiles[first:]:
                        at = plus("row", i * self.distance)
                        value = self._load_local("triangle", "(now + s)", at, p.height)
                        src(f"const {lanes} a{i} = {value};")
                        for r in range(p.height):
                            self._subtract(
                                f"t{i}_{r}", lanes_of(self.d, self.kind, f"a{i}", p.height, r), "x"
                            )

    def _subtract(self, total: str, factor: str, vector: str) -> None:
        """Subtract the product of an element and a vector."""
        if not self.kind.is_complex:
            self.src(f"{total} -= {factor} * {vector};")
            return
        parts = (self.d.component(factor, "x"), self.d.component(factor, "y"))
        for line in scale_pairs(self.d, total, parts, vector, "-"):
            self.src(line)

    def _functions(self) -> list[str]:
        """``quotient``: by the reciprocal, where that is a normal number."""
        if self.q.unit:
            return []
        d, element = self.d, self.element
        if self.kind.is_complex:
            reciprocal = f"divide({d.construct(element, '1', '0')}, b)"
            normal = "isnormal(fmax(fabs(r.x), fabs(r.y)))"
            result = ("times(a, r)", "divide(a, b)")
        else:
            reciprocal, normal, result = "1 / b", "isnormal(r)", ("a * r", "a / b")
        return [
            *(divide_function(d, self.kind) if self.kind.is_complex else []),
            f"{d.function}{element} quotient({element} a, {element} b)",
            "{",
            f"  const {element} r = {reciprocal};",
            f"  return {normal} ? {result[0]} : {result[1]};",
            "}",
        ]
