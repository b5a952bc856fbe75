"""The text of a triangular solution: blocks of rows in the order of substitution."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus, times
from autoblas.emit.parts import Lanes
from autoblas.emit.scalars import product, zero
from autoblas.emit.source import Source
from autoblas.kernels.matvec.rows import add_items

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.storage import StoredRows
    from autoblas.emit.vectors import Vector
    from autoblas.precision import Precision
    from autoblas.problems.matvec import Solve

__all__ = ["SolveText", "divide_function"]


def divide_function(d: Dialect, precision: Precision) -> list[str]:
    """``divide(a, b)`` of complex numbers by Smith's algorithm, which overflows only where the quotient does.

    R. L. Smith, "Algorithm 116: Complex division", Communications of the ACM 5 (1962).
    """
    kind, part = d.element(precision), precision.part
    return [
        f"{d.function}{kind} divide({kind} a, {kind} b)",
        "{",
        "  if (fabs(b.x) >= fabs(b.y)) {",
        f"    const {part} r = b.y / b.x, d = b.x + b.y * r;",
        f"    return {d.construct(kind, '(a.x + a.y * r) / d', '(a.y - a.x * r) / d')};",
        "  }",
        f"  const {part} r = b.x / b.y, d = b.x * r + b.y;",
        f"  return {d.construct(kind, '(a.x * r + a.y) / d', '(a.y * r - a.x) / d')};",
        "}",
    ]


class SolveText:
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
        a: The matrix.
        x: The right-hand side, which becomes the solution.
        capacity: Elements of local memory for the solution; 0 where it stays in global memory.
    """

    def __init__(self, p: Any, q: Solve, d: Dialect, a: StoredRows, x: Vector, capacity: int) -> None:
        self.p, self.q, self.d, self.a, self.x, self.capacity = p, q, d, a, x, capacity
        self.worked = q.worked
        self.lower = q.triangle == "lower"
        self.forward = self.lower != q.across
        self.lanes = Lanes(d, q.worked, p.lanes)
        self.src = Source(d)
        self.local = capacity > 0

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, p, q, kind = self.src, self.p, self.q, self.worked
        functions = divide_function(self.d, kind) if kind.is_complex and not q.unit else []
        with src.kernel(
            "solve", arguments, (p.items, 1), *q.computed,
            worked=kind, functions=functions,
        ):  # fmt: skip
            src("x += x_offset;")
            if self.local:
                src(f"const int item = {self.d.local_id(0)};")
                src.local_array(self.d.element(kind), f"solution[{self.capacity}]")
                if not q.across and p.items > 1:
                    src.local_array(self.d.element(kind), f"sums_of[{p.items * p.rows}]")
                with src.loop("i", "item", "n", p.items):
                    src(f"solution[i] = {self.x.read(self.d, 1, 'i')};")
                src(self.d.barrier)
            self._rows()
            if self.local:
                src(self.d.barrier)
                with src.loop("i", "item", "n", p.items):
                    src(self.x.write(self.d, 1, "solution[i]", "i"))
        return str(src)

    def _rows(self) -> None:
        """Loop over blocks of rows in the order of substitution, then over the remaining rows one by one."""
        src, rows = self.src, self.p.rows
        if self.forward:
            src("int row = 0;")
            with src.block(f"for (; row + {rows} <= n; row += {rows})"):
                self._block("row", rows)
            if rows > 1:
                with src.block("for (; row < n; ++row)"):
                    self._block("row", 1)
        else:
            src(f"int row = n - {rows};")
            with src.block(f"for (; row >= 0; row -= {rows})"):
                self._block("row", rows)
            if rows > 1:
                with src.block(f"for (row += {rows - 1}; row >= 0; --row)"):
                    self._block("row", 1)

    def _solution_element(self, at: str) -> str:
        """An element of the solution or of the right-hand side, as C."""
        return f"solution[{at}]" if self.local else self.x.read(self.d, 1, at)

    def _store_element(self, at: str, value: str) -> str:
        return f"solution[{at}] = {value};" if self.local else self.x.write(self.d, 1, value, at)

    def _block(self, row: str, count: int) -> None:
        """Solve a block of rows: left-looking along stored rows, right-looking where the transpose is solved."""
        src, kind = self.src, self.worked
        rows = [plus(row, k) for k in range(count)]
        for k, r in enumerate(rows):
            self.a.declare_row(src, f"row{k}", r)
        if self.q.across:
            if self.local:
                with src.staged():
                    self._solve_triangle(rows)
            else:
                self._solve_triangle(rows)
            for k, r in enumerate(rows):
                src(f"const {self.d.element(kind)} known{k} = -{self._solution_element(r)};")
                self.lanes.declare_factor(src, f"factor{k}", f"known{k}", conjugate=self.q.conjugate)
            self._multiply_columns(rows)
            return
        for k in range(count):
            src(f"{self.d.element(kind)} total{k} = {zero(self.d, kind)};")
            self.lanes.declare_sum(src, f"sum{k}")
        self._multiply_columns(rows)
        for k in range(count):
            src(f"total{k} += {self.lanes.folded(src, f'sum{k}', conjugate=self.q.conjugate)};")
        if self.local:
            add_items(src, self.p.items, count)
            self._solve_triangle(rows)
            src(self.d.barrier)
        else:
            self._solve_triangle(rows)

    def _solve_triangle(self, rows: list[str]) -> None:
        """Solve the small triangle of a block, by one work-item."""
        src, q, kind = self.src, self.q, self.worked
        order = range(len(rows)) if self.forward else range(len(rows) - 1, -1, -1)
        solved: list[int] = []
        with src.block("if (item == 0)") if self.local else src.block():
            for k in order:
                src(f"{self.d.element(kind)} x{k} = {self._solution_element(rows[k])};")
                if not q.across:
                    src(f"x{k} -= {f'sums_of[{k * self.p.items}]' if self.local else f'total{k}'};")
                for s in solved:
                    self._subtract_product(rows, k, s)
                if not q.unit:
                    diagonal = self._element(k, rows[k])
                    src(f"x{k} = {f'divide(x{k}, {diagonal})' if kind.is_complex else f'x{k} / {diagonal}'};")
                src(self._store_element(rows[k], f"x{k}"))
                if (
                    q.precision is not kind and not self.local
                ):  # what is stored is the solution that others see
                    src(f"x{k} = {self._solution_element(rows[k])};")
                solved.append(k)

    def _element(self, k: int, col: str) -> str:
        """An element of a row, conjugated if the problem says so."""
        value = self.a.read(self.d, 1, f"row{k}", col)
        return f"conj({value})" if self.q.conjugate else value

    def _subtract_product(self, rows: list[str], target: int, solved: int) -> None:
        """Subtract the product of an element of the block's triangle and a solved unknown from the unknown ``target``."""
        row, col = (solved, target) if self.q.across else (target, solved)
        value = product(self.worked, self._element(row, rows[col]), f"x{solved}")
        in_band = f"if ({abs(row - col)} <= {'kl' if self.lower else 'ku'}) "
        self.src(f"{in_band if self.q.storage == 'band' else ''}x{target} -= {value};")

    def _multiply_columns(self, rows: list[str]) -> None:
        """Multiply the block's columns beside its triangle: with solved unknowns, or into unknowns that are still to be solved."""
        src, p, a = self.src, self.p, self.a
        if self.lower:
            first, last = a.first(rows[0]), rows[0]
            inside = (a.first(rows[-1]), last)
        else:
            first, last = plus(rows[-1], 1), a.last(rows[-1])
            inside = (first, a.last(rows[0]))
        ragged = self.q.storage == "band"
        wide = p.items * p.lanes
        src(f"const int first = {first}, last = {last};")
        if ragged:
            src(f"const int inside_first = {inside[0]}, inside_last = {inside[1]};")
        names = ("inside_first", "inside_last") if ragged else ("first", "last")
        start = "first" if wide == 1 or first == "0" else f"first / {wide} * {wide}"
        item = times("item", p.lanes) if p.items > 1 else "0"
        always = wide == 1 and not ragged
        with src.block(f"for (int c = {plus(start, item)}; c < last; c += {wide})"):
            whole = f"c + {p.lanes} <= {names[1]}"
            whole = whole if first == "0" and not ragged else f"c >= {names[0]} && {whole}"
            with nullcontext() if always else src.block(f"if ({whole})"):
                self._multiply_vectors(len(rows))
            if not always:
                with (
                    src.block("else"),
                    src.block(f"for (int e = max(c, first); e < min(c + {p.lanes}, last); ++e)"),
                ):
                    for k, r in enumerate(rows):
                        self._multiply_element(k, r, ragged=ragged)

    def _multiply_vectors(self, count: int) -> None:
        """Multiply a vector of each row."""
        src, d, p, across = self.src, self.d, self.p, self.q.across
        if across:
            src(f"{self.lanes.ctype} sum = {self._solution_vector()};")
        else:
            src(f"const {self.lanes.ctype} v = {self._solution_vector()};")
            self.lanes.declare_turned(src, "v")
        for k in range(count):
            src(f"const {self.lanes.ctype} a{k} = {self.a.read(d, p.lanes, f'row{k}', 'c')};")
            if across:
                self.lanes.add_scaled(src, "sum", f"a{k}", f"factor{k}")
            else:
                self.lanes.add(src, f"sum{k}", f"a{k}", "v")
        if across:
            if self.local:
                src(self._store_local("solution + c", "sum"))
            else:
                src(self.x.write(d, p.lanes, "sum", "c"))

    def _solution_vector(self) -> str:
        """Adjacent elements of the solution, from column ``c`` on, as a vector."""
        d, p, kind, at = self.d, self.p, self.worked, "solution + c"
        if not self.local:
            return self.x.gather(d, p.lanes, "c")
        if kind.is_complex and p.lanes > 1:
            return d.load(self.lanes.parts, f"({d.local_memory}const {kind.part} *)({at})")
        return d.load(p.lanes, at)

    def _store_local(self, at: str, value: str) -> str:
        d, p, kind = self.d, self.p, self.worked
        if kind.is_complex and p.lanes > 1:
            return d.store(self.lanes.parts, value, f"({d.local_memory}{kind.part} *)({at})")
        return d.store(p.lanes, value, at)

    def _multiply_element(self, k: int, row: str, *, ragged: bool) -> None:
        """Multiply one element of a row if the row stores it."""
        src, a = self.src, self.a
        stored = f"e >= {a.first(row)}" if self.lower else f"e < {a.last(row)}"
        with src.block(f"if ({stored})") if ragged else nullcontext():
            element = self._element(k, "e")
            if self.q.across:
                src(
                    self._store_element(
                        "e", f"{self._solution_element('e')} + {product(self.worked, element, f'known{k}')}"
                    )
                )
            else:
                src(f"total{k} += {product(self.worked, element, self._solution_element('e'))};")
