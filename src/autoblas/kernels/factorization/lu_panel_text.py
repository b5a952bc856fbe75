"""The text of LU of a panel; see ``lu_panel``.

A column is divided by its pivot as ``zgetf2`` does it: by the reciprocal, or where that is no normal number by division;
complex quotients are those of Smith's algorithm, whose weights follow from the pivot alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import ceil_div, enclosed, plus, quotient, times
from autoblas.kernels.factorization.panel_text import PanelText
from autoblas.precision import INT32

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.precision import Precision
    from autoblas.problems.factorization import Factorization

__all__ = ["LuPanelText", "local_arrays"]


def column_capacity(q: Factorization) -> int:
    """Columns that local memory has room for: a power of two, so that panels of near widths share a text."""
    return 1 << (q.n - 1).bit_length()


def local_arrays(p: Any, q: Factorization) -> dict[str, tuple[Precision, int]]:
    """Types and numbers of elements of local memory, by the name of the array.

    ``top`` has the rows that are complete, ``u`` those of them that update a block; ``best`` and ``where`` have the largest
    numbers of the next column, and their rows.
    """
    real, parts, capacity = q.precision.real, q.precision.parts, column_capacity(q)
    count = p.items * p.lanes
    numbers = {"best": (real, count)} if count > 1 else {}  # of one there is nothing to compare
    return numbers | {
        "top": (real, capacity * parts * (capacity + p.block)),
        "u": (real, capacity * parts * p.block),
        "where": (INT32, count),
    }


class LuPanelText(PanelText):
    """Writes the kernel at one point."""

    def __init__(self, p: Any, q: Factorization, d: Dialect) -> None:
        super().__init__(p, q, d)
        self.line = (column_capacity(q) + p.block) * q.precision.parts

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, p, d, q = self.src, self.p, self.d, self.q
        with src.kernel("lu_panel", arguments, (p.items, 1), *q.computed, worked=q.precision):
            for name, (kind, count) in local_arrays(p, q).items():
                src.local_array("int" if kind is INT32 else self.real, f"{name}[{count}]", align=64)
            self._declare_copy()
            src("pivots += pivots_offset + first;")
            src("info += info_offset;")
            if q.batched:
                src(f"const {d.index} set = {d.group_id(0)};")
                src(f"const int columns = {times(ceil_div('n', p.block), p.block * len(self.parts))};")
                src(
                    "a += set * a_step; pivots += set * pivots_step; info += set; panel += set * columns * pitch;"
                )
            src("int failed = 0;")
            self._copy_in(f"j % {p.block} != 0")
            self._synchronise()
            with src.loop("start", "0", "n", p.block):
                self._solve_rows()
                self._update_rows()
                self._synchronise()
                self._search_first()
                src(f"const int stop = start + {p.block};")
                with src.loop("k", "start", "min(stop, n)"):
                    self._eliminate()
            self._copy_out()
            self._report()
        return str(src)

    def _top(self, row: str, column: str, part: int) -> str:
        """An element of a row that is complete."""
        return f"top[{plus(times(enclosed(row), self.line), times(enclosed(column), len(self.parts)), part)}]"

    def _copy_out(self) -> None:
        """Write the factors: complete rows from local memory, the others from the copy."""
        src, p, d = self.src, self.p, self.d
        with src.loop("i", "item", "m", p.items):
            with src.block("if (i < n)"), src.loop("j", "0", "n"):
                value = self._element([self._top("i", "j", part) for part in self.parts])
                src(f"{self.a.element(d, 'i', 'j')} = {value};")
            with src.block("else"), src.loop("j", "0", "n"):
                value = self._element([f"*({self._column('j', part)} + i)" for part in self.parts])
                src(f"{self.a.element(d, 'i', 'j')} = {value};")

    def _report(self) -> None:
        """Write ``info``, where no earlier block of the matrix has failed."""
        with self.src.block("if (item == 0 && (first == 0 || (failed && info[0] == 0)))"):
            self.src("info[0] = failed;")

    # Updates of a block with the columns before it.

    def _solve_rows(self) -> None:
        """Compute the rows of U in the block's columns from the rows of L that are complete, a column for a work-item."""
        src, p, d, parts = self.src, self.p, self.d, len(self.parts)
        wide = p.block if p.items == 1 else 1
        vector = d.vector(self.real, wide)

        def u(row: str, part: int) -> str:
            return f"u + {plus(times(enclosed(plus(times(row, parts), part)), p.block), 'j')}"

        with src.block(
            f"for (int j = {times('item', wide) if p.items > 1 else 0}; j < {p.block}; j += {p.items * wide})"
        ):
            with src.loop("t", "0", "start"), src.loop("e", "0", str(wide)):
                for part in self.parts:
                    src(f"*({u('t', part)} + e) = *({self._column('start + j + e', part)} + t);")
            with src.loop("s", "0", "start"):
                for part in self.parts:
                    src(f"const {vector} x{part} = {self._local(wide, u('s', part))};")
                with src.loop("t", "s + 1", "start"):
                    for part in self.parts:
                        src(f"{vector} y{part} = {self._local(wide, u('t', part))};")
                    self._subtract("y", [self._top("t", "s", part) for part in self.parts], ["x0", "x1"])
                    for part in self.parts:
                        src(d.store_aligned(self.real, wide, f"y{part}", u("t", part), d.local_memory))
            with src.loop("t", "0", "start"), src.loop("e", "0", str(wide)):
                for part in self.parts:
                    src(f"{self._top('t', 'start + j + e', part)} = *({u('t', part)} + e);")
        self._synchronise()

    def _local(self, width: int, pointer: str) -> str:
        return self.d.load_aligned(self.real, width, pointer, self.d.local_memory)

    def _update_rows(self) -> None:
        """Subtract the products with the columns before the block, for some rows after the other."""
        src, p, parts = self.src, self.p, len(self.parts)
        tiles = [(j, v, part) for j in range(p.block) for v in range(p.vectors) for part in self.parts]
        begin = times(quotient("start", p.rows), p.rows) if p.rows > 1 else "start"
        begin = plus(begin, times("item", p.rows)) if p.items > 1 else begin
        with src.block(f"for (int i = start > 0 ? {begin} : m; i < m; i += {p.items * p.rows})"):
            for j, v, part in tiles:
                value = self._load(enclosed(plus("start", j)), part, plus("i", v * p.lanes))
                src(f"{self.vector} c{j}_{v}_{part} = {value};")
            with src.loop("t", "0", "start"):
                for v in range(p.vectors):
                    for part in self.parts:
                        src(
                            f"const {self.vector} l{v}_{part} = {self._load('t', part, plus('i', v * p.lanes))};"
                        )
                for j in range(p.block):
                    for part in self.parts:
                        src(
                            f"const {self.real} u{j}_{part} = u[{plus(times(enclosed(plus(times('t', parts), part)), p.block), j)}];"
                        )
                    for v in range(p.vectors):
                        left, right = ([f"{x}_{part}" for part in (0, 1)] for x in (f"l{v}", f"u{j}"))
                        self._subtract(f"c{j}_{v}_", left, right)
            for j, v, part in tiles:
                self._store(enclosed(plus("start", j)), part, plus("i", v * p.lanes), f"c{j}_{v}_{part}")

    # Columns of a block.

    def _rows_from(self, row: str) -> Any:
        """A loop over the work-item's vectors of rows, the first of which may begin above ``row``."""
        p = self.p
        begin = f"{row} / {p.lanes} * {p.lanes}" if p.lanes > 1 else row
        begin = plus(begin, times("item", p.lanes)) if p.items > 1 else begin
        return self.src.block(f"for (int i = {begin}; i < m; i += {p.items * p.lanes})")

    def _declare_search(self, row: str) -> None:
        """Declare the largest number of the column whose pivot is searched for, and its row; at first that on the diagonal."""
        src, d, p = self.src, self.d, self.p
        src(f"{self.vector} most = {d.splat(self.real, p.lanes, '0')};")
        src(f"{self.indices} row_of = {d.splat(self.index, p.lanes, row)};")
        if p.lanes > 1:
            src(f"const {self.indices} lane = {d.construct(self.indices, *map(str, range(p.lanes)))};")

    def _compare(self, values: Sequence[str], row: str) -> None:
        """Compare a vector of the column with the largest numbers so far; NaN is not larger."""
        src, d, p = self.src, self.d, self.p
        size = " + ".join(f"fabs({value})" for value in values)
        if p.lanes == 1:
            src(f"const {self.real} size = {size};")
            with src.block("if (size > most)"):
                src("most = size; row_of = i;")
            return
        src(
            f"const {self.indices} rows = {d.splat(self.index, p.lanes, d.converted(self.index, 1, 'i'))} + lane;"
        )
        below = f"rows >= {d.splat(self.index, p.lanes, d.converted(self.index, 1, row))}"
        src(f"const {self.vector} size = {d.where(below, size, d.splat(self.real, p.lanes, '0'))};")
        src(f"row_of = {d.where('size > most', 'rows', 'row_of')};")
        src(f"most = {d.where('size > most', 'size', 'most')};")

    def _store_search(self) -> None:
        src, d, p = self.src, self.d, self.p
        at = f" + {times('item', p.lanes)}" if p.items > 1 else ""
        if p.items * p.lanes > 1:
            src(d.store_aligned(self.real, p.lanes, "most", f"best{at}", d.local_memory))
        rows = d.converted("int", p.lanes, "row_of") if self.index == "long" else "row_of"
        src(d.store_aligned("int", p.lanes, rows, f"where{at}", d.local_memory))

    def _search_first(self) -> None:
        """Search the pivot of the block's first column."""
        with self.src.block():
            self._declare_search("start")
            with self._rows_from("start"):
                for part in self.parts:
                    self.src(f"const {self.vector} x{part} = {self._load('start', part, 'i')};")
                self._compare([f"x{part}" for part in self.parts], "start")
            self._store_search()

    def _declare_pivot(self) -> None:
        """Declare the pivot's row: the first of the largest numbers, or that of the diagonal where this is NaN."""
        src, p = self.src, self.p
        size = " + ".join(f"fabs(*({self._column('k', part)} + k))" for part in self.parts)
        src(f"const {self.real} diagonal = {size};")  # before rows are exchanged behind the next barrier
        better = "best[{0}] > best[{1}] || (best[{0}] == best[{1}] && where[{0}] < where[{1}])"
        if p.items > 1:
            with src.halved("item", p.items), src.block(f"if ({better.format('item + half_size', 'item')})"):
                src("best[item] = best[item + half_size]; where[item] = where[item + half_size];")
            self._synchronise()
        elif p.lanes > 1:
            with src.loop("e", "1", str(p.lanes)), src.block(f"if ({better.format('e', 0)})"):
                src("best[0] = best[e]; where[0] = where[e];")
        src("const int row = isnan(diagonal) ? k : where[0];")

    def _exchange(self) -> None:
        """Exchange the rows in the copy, and put the complete one into local memory."""
        src, parts = self.src, len(self.parts)
        columns = times(ceil_div("n", self.p.block), self.p.block * parts)
        with src.loop("j", "item", columns, self.p.items):
            at = f"panel + ({self.d.index})j * pitch"
            src(f"const {self.real} x = *({at} + k), y = *({at} + row);")
            src(f"*({at} + k) = y;")
            src(f"*({at} + row) = x;")
            src(f"top[{plus(times('k', self.line), 'j')}] = y;")
        with src.block("if (item == 0)"):
            src("pivots[k] = first + row;")

    def _declare_divisor(self) -> None:
        """Declare the weights and the divisor of quotients by the pivot; where the pivot is zero, nothing is divided."""
        src, real = self.src, self.real
        for part in self.parts:
            src(f"const {real} pivot{part} = {self._top('k', 'k', part)};")
        src(f"const int zero = {' && '.join(f'pivot{part} == 0' for part in self.parts)};")
        src("if (zero && !failed) failed = first + k + 1;")
        if len(self.parts) == 1:
            src(f"const {real} divisor = zero ? 1 : pivot0;")
        else:
            src("const int wide = fabs(pivot0) >= fabs(pivot1);")
            src(f"const {real} ratio = zero ? 0 : wide ? pivot1 / pivot0 : pivot0 / pivot1;")
            src(
                f"const {real} divisor = zero ? 1 : wide ? pivot0 + pivot1 * ratio : pivot0 * ratio + pivot1;"
            )
            src(f"const {real} w0 = wide ? 1 : ratio, w1 = wide ? ratio : 1;")
        src(f"const {real} inverse = 1 / divisor;")
        src("const int normal = isnormal(inverse);")

    def _eliminate(self) -> None:
        """Exchange rows, divide column k by its pivot and take it from the block's later ones, while the next pivot is searched."""
        src = self.src
        self._declare_pivot()
        self._exchange()
        self._synchronise()
        self._declare_divisor()
        self._declare_search("k + 1")
        with self._rows_from("(k + 1)"):
            for part in self.parts:
                src(f"const {self.vector} x{part} = {self._load('k', part, 'i')};")
            values = ["x0"] if len(self.parts) == 1 else ["(x0 * w0 + x1 * w1)", "(x1 * w0 - x0 * w1)"]
            for part, value in zip(self.parts, values, strict=True):
                src(f"{self.vector} l{part} = {value} * inverse;")
                src(f"if (!normal) l{part} = {value} / divisor;")
                self._store("k", part, "i", f"l{part}")
            with src.block("if (k + 1 < stop)"):
                self._update_column("(k + 1)")
                self._compare([f"c{part}" for part in self.parts], "k + 1")
            with src.loop("j", "k + 2", "stop"):
                self._update_column("j")
        self._store_search()
        self._synchronise()

    def _update_column(self, column: str) -> None:
        """Subtract the product of l with the element of a column in row k from a vector of the column."""
        for part in self.parts:
            self.src(f"{self.vector} c{part} = {self._load(column, part, 'i')};")
        self._subtract("c", ["l0", "l1"], [self._top("k", column, part) for part in self.parts])
        for part in self.parts:
            self._store(column, part, "i", f"c{part}")
