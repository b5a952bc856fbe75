"""The text of a matrix-vector product: dot products of stored rows, multiples of rows added up, or both in one reading."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus
from autoblas.emit.scalars import is_zero, multiple, one, product, read, write, zero
from autoblas.kernels.matvec.row_text import RowText
from autoblas.kernels.matvec.rows import add_items, blocks_of_rows
from autoblas.kernels.matvec.shared import store_element

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.storage import StoredRows
    from autoblas.emit.vectors import Vector
    from autoblas.problems.matvec import Matvec

__all__ = ["MatvecText"]


class MatvecText(RowText):
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
        a: The matrix.
        x: The vector that is multiplied.
        y: The result if this launch stores it; None if a second one adds partial vectors.
    """

    def __init__(self, p: Any, q: Matvec, d: Dialect, a: StoredRows, x: Vector, y: Vector | None) -> None:
        super().__init__(p, d, a, q.worked)
        self.q, self.x, self.y = q, x, y
        self.out = "partial" if y is None else "y"
        self.across = q.across or q.mirrored
        self.conjugate = q.conjugate
        self.conjugate_across = q.conjugate != (q.form == "hermitian")

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, p, q = self.src, self.p, self.q
        with src.kernel("matvec", arguments, (p.items, 1), *q.computed, worked=self.worked):
            self._begin()
            if self.across:
                self._clear()
            blocks_of_rows(src, p, self._block)
        return str(src)

    def _begin(self) -> None:
        """Declare the positions of the work-item and its strip, and the pointers to its sums."""
        src, p, q, d = self.src, self.p, self.q, self.d
        src("x += x_offset;")
        if p.items > 1:
            src(f"const int item = {d.local_id(0)};")
            if q.along:
                src.local_array(d.element(self.worked), f"sums_of[{p.items * p.rows}]")
        if p.strips > 1:
            src(f"const int strip = {d.group_id(1)};")
            self._declare_width()
            src("const int strip_first = min(strip * width, n), strip_last = min(strip_first + width, n);")
        if self.y is not None:
            src("y += y_offset;")
        elif q.mirrored:
            src(
                f"{d.global_memory}{d.element(self.worked)} *dots = partial + ({d.index}){d.group_count(0)} * n;"
            )
        if self.y is None and (self.across or p.strips > 1):
            share = d.group_id(0) if self.across else "strip"
            src(f"partial += ({d.index}){share} * {'n' if self.across else 'm'};")

    def _clear(self) -> None:
        """Initialise the sums of the work-item's columns: to zero, or to beta times y."""
        src, p, kind = self.src, self.p, self.worked
        first, last = self._clip("0", "n")
        chunk = src.block(f"for (int c = {plus(first, self.item)}; c < {last}; c += {self.wide})")
        with chunk, src.block(f"for (int e = c; e < min(c + {p.lanes}, {last}); ++e)"):
            if self.y is None:
                src(f"partial[e] = {zero(self.d, kind)};")
            else:
                scaled = multiple(kind, "beta", self.y.read(self.d, 1, "e"))
                src(
                    self.y.write(self.d, 1, f"{is_zero(kind, 'beta')} ? {zero(self.d, kind)} : {scaled}", "e")
                )

    def _block(self, row: str, count: int) -> None:
        """Multiply a block of rows: vectors that all of them store whole, ragged ends element by element."""
        src, q, a, kind = self.src, self.q, self.a, self.worked
        rows = [plus(row, k) for k in range(count)]
        for k, r in enumerate(rows):
            a.declare_row(src, f"row{k}", r)
        if self.across:
            for k, r in enumerate(rows):
                value = self.x.read(self.d, 1, r)
                value = multiple(kind, "alpha", value) if self.y is not None else value
                src(f"const {self.d.element(kind)} x{k} = {value};")
                self.lanes.declare_factor(src, f"factor{k}", f"x{k}", conjugate=self.conjugate_across)
        if q.along:
            for k in range(count):
                src(f"{self.d.element(kind)} total{k} = {zero(self.d, kind)};")
                self.lanes.declare_sum(src, f"sum{k}")
        self._columns(rows)
        if q.along:
            self._finish(rows)

    def _vector(self, count: int, col: str) -> None:
        """Multiply a vector of each row."""
        src, q, d, p = self.src, self.q, self.d, self.p
        if q.along:
            src(f"const {self.lanes.ctype} v = {self.x.gather(d, p.lanes, col)};")
            self.lanes.declare_turned(src, "v")
        if self.across:
            at = f"{self.out} + {col}"
            src(f"{self.lanes.ctype} sum = {read(d, self.worked, self.worked, p.lanes, at)};")
        for k in range(count):
            src(f"const {self.lanes.ctype} a{k} = {self.a.read(d, p.lanes, f'row{k}', col)};")
            if q.along:
                self.lanes.add(src, f"sum{k}", f"a{k}", "v")
            if self.across:
                self.lanes.add_scaled(src, "sum", f"a{k}", f"factor{k}")
        if self.across:
            src(write(d, self.worked, self.worked, p.lanes, "sum", f"{self.out} + {col}"))

    def _element(self, k: int, row: str) -> None:
        """Multiply one element of a row if the row stores it, the diagonal among them."""
        src, q, kind = self.src, self.q, self.worked
        stored = self.a.stores(row, "e")
        with src.block(f"if ({stored})" if stored else ""):
            value = self.a.read(self.d, 1, f"row{k}", "e")
            if q.unit:
                value = f"e == {row} ? {one(self.d, kind)} : {value}"
            src(f"{self.d.element(kind)} s = {value};")
            if q.form == "hermitian":
                src(f"if (e == {row}) s.y = 0;")
            if q.along:
                src(
                    f"total{k} += {product(kind, 'conj(s)' if self.conjugate else 's', self.x.read(self.d, 1, 'e'))};"
                )
            if self.across:
                factor = product(kind, "conj(s)" if self.conjugate_across else "s", f"x{k}")
                with self._if_block(f"e != {row}" if q.mirrored else ""):
                    src(f"{self.out}[e] += {factor};")

    def _if_block(self, condition: str) -> AbstractContextManager[None]:
        return self.src.block(f"if ({condition})") if condition else nullcontext()

    def _finish(self, rows: list[str]) -> None:
        """Add lanes and work-items, and store the sums of these rows."""
        src, p, d = self.src, self.p, self.d
        for k in range(len(rows)):
            src(f"total{k} += {self.lanes.folded(src, f'sum{k}', conjugate=self.conjugate)};")
        if p.items > 1:
            add_items(src, p.items, len(rows))
        with src.block("if (item == 0)") if p.items > 1 else nullcontext():
            for k, row in enumerate(rows):
                total = f"sums_of[{k * p.items}]" if p.items > 1 else f"total{k}"
                self._store(total, row)
        if p.items > 1:  # no work-item stores the next rows' sums while these are read
            src(d.barrier)

    def _store(self, total: str, row: str) -> None:
        src, kind, d = self.src, self.worked, self.d
        if self.y is None:
            src(f"{'dots' if self.q.mirrored else 'partial'}[{row}] = {total};")
            return
        src(store_element(d, kind, self.y, total, row))
