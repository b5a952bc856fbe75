"""The text of a matrix-vector product: blocks of stored rows, summed along, added across, or both in one reading."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus, times
from autoblas.emit.parts import Lanes
from autoblas.emit.scalars import is_zero, one, product, read, write, zero
from autoblas.emit.source import Source
from autoblas.kernels.row_blocks import blocks_of_rows

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from autoblas.emit.dialect import Dialect
    from autoblas.emit.storage import StoredRows
    from autoblas.emit.vectors import Vector
    from autoblas.matvec_problems import Matvec

__all__ = ["Text"]


class Text:
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
        a: The matrix.
        x: The vector that is multiplied.
        y: The result, where this launch brings the sums into it.
    """

    def __init__(self, p: Any, q: Matvec, d: Dialect, a: StoredRows, x: Vector, y: Vector | None) -> None:
        self.p, self.q, self.d, self.a, self.x, self.y = p, q, d, a, x, y
        self.worked = q.worked
        self.across = q.across or q.mirrored
        self.conjugate = q.conjugate
        self.conjugate_across = q.conjugate != (q.form == "hermitian")
        self.lanes = Lanes(d, q.worked, p.lanes)
        self.src = Source(d)

    def write(self, declarations: list[str]) -> str:
        """The whole text."""
        src, p, q = self.src, self.p, self.q
        kind = self.worked if self.worked.is_complex else None
        with src.kernel("matvec", declarations, (p.items, 1), *q.computed, worked=kind):
            self._begin()
            if self.across:
                self._clear()
            blocks_of_rows(src, p, self._block)
        return str(src)

    def _begin(self) -> None:
        """Places of the work-item and its strip, and pointers to where its sums go."""
        src, p, q, d = self.src, self.p, self.q, self.d
        src("x += x_offset;")
        if p.items > 1:
            src(f"const int item = {d.local_id.format(d=0)};")
            if q.along:
                src(f"{d.local_memory}{self.worked.ctype} sums_of[{p.items * p.rows}];")
        if p.strips > 1:
            src(f"const int strip = {d.group_id.format(d=1)};")
            wide = p.items * p.lanes
            src(f"const int width = ((n + {wide * p.strips - 1}) / {wide * p.strips}) * {wide};")
            src("const int strip_first = min(strip * width, n), strip_last = min(strip_first + width, n);")
        if self.y is not None:
            src("y += y_offset;")
        elif q.mirrored:
            src(
                f"{d.global_memory}{self.worked.ctype} *dots = partial + ({d.index}){d.group_count.format(d=0)} * n;"
            )
        if self.y is None and (self.across or p.strips > 1):
            share = d.group_id.format(d=0) if self.across else "strip"
            src(f"partial += ({d.index}){share} * {'n' if self.across else 'm'};")
        self.item = times("item", p.lanes) if p.items > 1 else "0"
        self.out = "y" if self.y is not None else "partial"

    def _clip(self, first: str, last: str) -> tuple[str, str]:
        """A range of columns, cut to the strip."""
        if self.p.strips == 1:
            return first, last
        first = "strip_first" if first == "0" else f"max({first}, strip_first)"
        return first, "strip_last" if last == "n" else f"min({last}, strip_last)"

    def _clear(self) -> None:
        """Zeros, or beta times y, where the sums of the work-item's columns go."""
        src, p, kind = self.src, self.p, self.worked
        first, last = self._clip("0", "n")
        chunk = src.block(f"for (int c = {plus(first, self.item)}; c < {last}; c += {p.items * p.lanes})")
        with chunk, src.block(f"for (int e = c; e < min(c + {p.lanes}, {last}); ++e)"):
            if self.y is None:
                src(f"partial[e] = {zero(kind)};")
            else:
                scaled = product(kind, "beta", self.y.read(self.d, 1, "e"))
                src(self.y.write(self.d, 1, f"{is_zero(kind, 'beta')} ? {zero(kind)} : {scaled}", "e"))

    def _block(self, row: str, count: int) -> None:
        """Some rows: their whole vectors that all of them store, then what is ragged, element by element."""
        src, p, q, a, kind = self.src, self.p, self.q, self.a, self.worked
        rows = [plus(row, k) for k in range(count)]
        for k, r in enumerate(rows):
            a.declare_row(src, f"row{k}", r)
        if self.across:
            for k, r in enumerate(rows):
                value = self.x.read(self.d, 1, r)
                value = product(kind, "alpha", value) if self.y is not None else value
                src(f"const {kind.ctype} x{k} = {value};")
                self.lanes.declare_factor(src, f"factor{k}", f"x{k}", conjugate=self.conjugate_across)
        if q.along:
            for k in range(count):
                src(f"{kind.ctype} total{k} = {zero(kind)};")
                self.lanes.declare_sum(src, f"sum{k}")
        first, last = self._clip(a.first(rows[0]), a.last(rows[-1]))
        src(f"const int first = {first}, last = {last};")
        simple = not a.ragged and p.lanes == 1
        if a.ragged:
            inside = self._clip(a.first_inside(rows[-1]), a.last_inside(rows[0]))
            src(f"const int inside_first = {inside[0]}, inside_last = {inside[1]};")
        wide = p.items * p.lanes
        start = "first" if not a.ragged else "first" if wide == 1 else f"first / {wide} * {wide}"
        with src.block(f"for (int c = {plus(start, self.item)}; c < last; c += {wide})"):
            whole = f"c + {p.lanes} <= {'inside_last' if a.ragged else 'last'}"
            whole = f"c >= inside_first && {whole}" if a.ragged else whole
            with nullcontext() if simple else src.block(f"if ({whole})"):
                self._vectors(count)
            if not simple:
                begin = "max(c, first)" if a.ragged and wide > 1 else "c"
                with (
                    src.block("else"),
                    src.block(f"for (int e = {begin}; e < min(c + {p.lanes}, last); ++e)"),
                ):
                    for k, r in enumerate(rows):
                        self._element(k, r)
        if q.along:
            self._finish(rows)

    def _vectors(self, count: int) -> None:
        """A vector of each row."""
        src, q, d, p = self.src, self.q, self.d, self.p
        if q.along:
            src(f"const {self.lanes.ctype} v = {self._x_vector('c')};")
            self.lanes.declare_turned(src, "v")
        if self.across:
            at = f"{self.out} + c"
            src(f"{self.lanes.ctype} sum = {read(d, self.worked, self.worked, p.lanes, at)};")
        for k in range(count):
            src(f"const {self.lanes.ctype} a{k} = {self.a.read(d, p.lanes, f'row{k}', 'c')};")
            if q.along:
                self.lanes.add(src, f"sum{k}", f"a{k}", "v")
            if self.across:
                self.lanes.add_scaled(src, "sum", f"a{k}", f"factor{k}")
        if self.across:
            src(write(d, self.worked, self.worked, p.lanes, "sum", f"{self.out} + c"))

    def _x_vector(self, at: str) -> str:
        """Elements of x side by side, wherever they lie."""
        if not self.q.strided or self.p.lanes == 1:
            return self.x.read(self.d, self.p.lanes, at)
        elements = [self.x.read(self.d, 1, plus(at, lane)) for lane in range(self.p.lanes)]
        return f"({self.lanes.ctype})({', '.join(elements)})"

    def _element(self, k: int, row: str) -> None:
        """One element of a row that may not store it, the diagonal among them."""
        src, q, kind = self.src, self.q, self.worked
        stored = []
        if self.a.ragged:
            first, last = self.a.first(row), self.a.last(row)
            stored = [f"e >= {first}"] if first != "0" else []
            stored += [f"e < {last}"] if last != "n" else []
        with src.block(f"if ({' && '.join(stored)})" if stored else ""):
            value = self.a.read(self.d, 1, f"row{k}", "e")
            if q.unit:
                value = f"e == {row} ? {one(kind)} : {value}"
            src(f"{kind.ctype} s = {value};")
            if q.form == "hermitian":
                src(f"if (e == {row}) s.y = 0;")
            if q.along:
                src(
                    f"total{k} += {product(kind, 'conj(s)' if self.conjugate else 's', self.x.read(self.d, 1, 'e'))};"
                )
            if self.across:
                factor = product(kind, "conj(s)" if self.conjugate_across else "s", f"x{k}")
                with self._if(f"e != {row}" if q.mirrored else ""):
                    src(f"{self.out}[e] += {factor};")

    def _if(self, condition: str) -> AbstractContextManager[None]:
        return self.src.block(f"if ({condition})") if condition else nullcontext()

    def _finish(self, rows: list[str]) -> None:
        """Add lanes and work-items, and store the sums of these rows."""
        src, p, d = self.src, self.p, self.d
        for k in range(len(rows)):
            src(f"total{k} += {self.lanes.folded(src, f'sum{k}', conjugate=self.conjugate)};")
        if p.items > 1:
            for k in range(len(rows)):
                src(f"sums_of[{plus(k * p.items, 'item')}] = total{k};")
            halving = f"for (int half_size = {p.items // 2}; half_size > 0; half_size /= 2)"
            with src.block(halving):
                src(d.barrier)
                with src.block("if (item < half_size)"):
                    for k in range(len(rows)):
                        at = plus(k * p.items, "item")
                        src(f"sums_of[{at}] += sums_of[{plus(k * p.items, 'item', 'half_size')}];")
        with src.block("if (item == 0)") if p.items > 1 else nullcontext():
            for k, row in enumerate(rows):
                total = f"sums_of[{k * p.items}]" if p.items > 1 else f"total{k}"
                self._store(total, row)
        if p.items > 1:  # nobody stores the next rows' sums while these are read
            src(d.barrier)

    def _store(self, total: str, row: str) -> None:
        src, kind, d = self.src, self.worked, self.d
        if self.y is None:
            src(f"{'dots' if self.q.mirrored else 'partial'}[{row}] = {total};")
            return
        scaled, old = product(kind, "alpha", total), product(kind, "beta", self.y.read(d, 1, row))
        value = f"{scaled} + ({is_zero(kind, 'beta')} ? {zero(kind)} : {old})"
        src(self.y.write(d, 1, value, row))
