"""The text of LU of a panel in registers; see ``lu_registers``.

Numbers are compared by their bits, which order those that are not negative: of doubles there are two words. Of equals the
row with the least place is the pivot. NaN count as zeros, but on the diagonal, where they are the pivot, as in LAPACK.
Headers and rows of pivots have two buffers, in turns: a work-group writes one only after all have read it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus, quotient, remainder, times
from autoblas.emit.nvidia.ptx import (
    cluster_sync,
    largest_of_all,
    least_of_all,
    load_from_cluster,
    sync_sub_group,
)
from autoblas.emit.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.problems.factorization import Factorization

__all__ = ["SUB_GROUP", "LuRegistersText"]

SUB_GROUP = 32
"""Work-items of a sub-group."""

NOWHERE = "0x7fffffffu"
"""The place of a row that is no candidate."""

WORDS = ("high", "low", "place_of")
"""Keys that rows are compared by: two words of a number, and a position."""


QUAD = 16
"""Bytes that are read at once from another work-group."""


class LuRegistersText:
    """Writes the kernel at one point.

    Args:
        p: The parameters.
        q: The problem.
        d: The dialect.
        a: The panel.
    """

    def __init__(self, p: Any, q: Factorization, d: Dialect, a: Matrix) -> None:
        self.p, self.q, self.d, self.a = p, q, d, a
        self.parts, self.real = range(q.precision.parts), q.precision.part
        self.columns = q.n
        self.line = math.ceil(q.n * q.precision.size / QUAD) * QUAD // q.precision.real.size
        self.sub_groups = max(p.items // SUB_GROUP, 1)
        self.src = Source(d)

    def write(self, arguments: tuple[Argument, ...]) -> str:
        """The whole text."""
        src, p, d, q = self.src, self.p, self.d, self.q
        attributes = d.cluster(p.cluster) if p.cluster > 1 else ""
        with src.kernel(
            "lu_registers", arguments, (p.items, 1), *q.computed, worked=q.precision, attributes=attributes
        ):
            self._declare_local()
            src(f"const int item = {d.local_id(0)};")
            src(f"const int rank = {remainder(f'(int)({d.group_id(0)})', p.cluster)};")
            src("pivots += pivots_offset + first;")
            src("info += info_offset;")
            if q.batched:
                src(f"const {d.index} set = {quotient(d.group_id(0), p.cluster)};")
                src("a += set * a_step; pivots += set * pivots_step; info += set;")
            src("int failed = 0;")
            for r in range(p.rows):
                self._load(r)
            src(d.barrier_of_all)
            for k in range(self.columns):
                with src.block():
                    self._step(k)
            if p.cluster > 1:
                src(cluster_sync())
            for r in range(p.rows):
                self._store(r)
            with src.block("if (item == 0 && rank == 0 && (first == 0 || (failed && info[0] == 0)))"):
                src("info[0] = failed;")
        return str(src)

    def _declare_local(self) -> None:
        """Local memory: the candidates of sub-groups or work-items, and header and row of the work-group's, twice."""
        src, p = self.src, self.p
        count = self.sub_groups if p.sub_groups else p.items
        src.local_array("uint", *(f"{word}s[{count}]" for word in WORDS))
        src.local_array("float" if p.cluster > 1 else "uint", "headers[8]", align=16)
        src.local_array(self.real, f"lines[{2 * self.line}]", align=16)
        if p.cluster > 1:
            src.local_array(self.real, f"copies[{self.sub_groups * self.line}]", align=16)
            src(
                f"const uint header = {self.d.local_address('headers')}, line = {self.d.local_address('lines')};"
            )

    def _name(self, r: int, j: int, part: int) -> str:
        """An element of a row in a register."""
        return f"x{r}_{j}" + (f"_{part}" if len(self.parts) > 1 else "")

    def _load(self, r: int) -> None:
        """Load a row; beyond the last row or column are zeros."""
        src, d, p = self.src, self.d, self.p
        block = f"({plus(times('rank', p.rows), r)})" if p.cluster > 1 else r
        src(f"const int row{r} = {plus(times(block, p.items), 'item')};")
        src(f"int place{r} = row{r};")
        src(f"bool waits{r} = row{r} < m;")
        for j in range(self.columns):
            names = [self._name(r, j, part) for part in self.parts]
            src(f"{self.real} {', '.join(f'{name} = 0' for name in names)};")
            value = self.a.element(d, f"row{r}", str(j))
            parts = (value,) if len(self.parts) == 1 else (f"{value}.x", f"{value}.y")
            src(
                f"if (waits{r}) {{ {' '.join(f'{name} = {part};' for name, part in zip(names, parts, strict=True))} }}"
            )

    def _store(self, r: int) -> None:
        """Store a row in its place."""
        src, d, kind = self.src, self.d, self.d.element(self.q.precision)
        for j in range(self.columns):
            names = [self._name(r, j, part) for part in self.parts]
            value = names[0] if len(self.parts) == 1 else d.construct(kind, *names)
            src(f"if (row{r} < m) {self.a.element(d, f'place{r}', str(j))} = {value};")

    # The pivot of a column.

    def _step(self, k: int) -> None:
        """Choose the pivot of a column, and eliminate the column from the rows that wait."""
        src, d, p = self.src, self.d, self.p
        src(f"uint high = 0, low = 0, place_of = {NOWHERE};")
        for r in range(p.rows):
            self._compare(k, r)
        self._reduce()
        buffer = k % 2
        for r in range(p.rows):
            with src.block(f"if (waits{r} && place{r} == (int)place_of)"):
                for j in range(k, self.columns):
                    for part in self.parts:
                        at = buffer * self.line + j * len(self.parts) + part
                        src(f"lines[{at}] = {self._name(r, j, part)};")
                if p.cluster > 1:
                    for word, name in enumerate(WORDS):
                        src(f"headers[{buffer * 4 + word}] = {d.bits('float', name)};")
        if p.cluster > 1:
            with src.block(f"if (item == 0 && place_of == {NOWHERE})"):
                src(f"headers[{buffer * 4 + 2}] = {d.bits('float', NOWHERE)};")
            self._meet(buffer)
        else:
            src(d.barrier)
        self._eliminate(k)

    def _compare(self, k: int, r: int) -> None:
        """Compare the number of a row that waits with the largest of the work-item so far."""
        src, d = self.src, self.d
        size = " + ".join(f"fabs({self._name(r, k, part)})" for part in self.parts)
        with src.block(f"if (waits{r})"):
            src(f"const {self.real} size = {size};")
            if self.real == "double":
                src(f"const ulong bits = {d.bits('ulong', 'size')};")
                src("uint high_of = (uint)(bits >> 32), low_of = (uint)bits;")
            else:
                src(f"uint high_of = {d.bits('uint', 'size')}, low_of = 0;")
            src(f"if (isnan(size)) {{ high_of = place{r} == {k} ? 0xffffffffu : 0; low_of = 0; }}")
            self._take("high_of", "low_of", f"(uint)place{r}")

    def _take(self, high: str, low: str, position: str) -> None:
        """Take a candidate if it comes before the present one."""
        equal = f"{high} == high && ({low} > low || ({low} == low && {position} < place_of))"
        with self.src.block(f"if ({high} > high || ({equal}))"):
            self.src(f"high = {high}; low = {low}; place_of = {position};")

    def _reduce(self) -> None:
        """Choose among the candidates of the work-group's items; all of them know it then."""
        src, p = self.src, self.p
        if not p.sub_groups:
            src("highs[item] = high; lows[item] = low; place_ofs[item] = place_of;")
            with src.halved("item", p.items):
                self._take_local("item + half_size")
                src("highs[item] = high; lows[item] = low; place_ofs[item] = place_of;")
            src(self.d.barrier)
            src("high = highs[0]; low = lows[0]; place_of = place_ofs[0];")
            return
        self._reduce_sub_group()
        if self.sub_groups > 1:
            with src.block(f"if (item % {SUB_GROUP} == 0)"):
                at = f"item / {SUB_GROUP}"
                src(f"highs[{at}] = high; lows[{at}] = low; place_ofs[{at}] = place_of;")
            src(self.d.barrier)
            src(f"const int other = item % {SUB_GROUP};")
            inside = f"other < {self.sub_groups}"
            src(f"high = {inside} ? highs[other] : 0; low = {inside} ? lows[other] : 0;")
            src(f"place_of = {inside} ? place_ofs[other] : {NOWHERE};")
            self._reduce_sub_group()

    def _take_local(self, at: str) -> None:
        """Take a candidate in local memory."""
        self._take(f"highs[{at}]", f"lows[{at}]", f"place_ofs[{at}]")

    def _reduce_sub_group(self) -> None:
        """Choose among the candidates of a sub-group."""
        src = self.src
        with src.block():
            src("uint most, next = 0, least;")
            src(largest_of_all("most", "high"))
            if self.real == "double":
                src("const uint second = high == most ? low : 0;")
                src(largest_of_all("next", "second"))
            src(f"const uint third = high == most && low == next ? place_of : {NOWHERE};")
            src(least_of_all("least", "third"))
            src("high = most; low = next; place_of = least;")

    def _meet(self, buffer: int) -> None:
        """Wait for the cluster, choose among its work-groups, and copy the row of the pivot, for the sub-group."""
        src, d, p = self.src, self.d, self.p
        src(cluster_sync())
        src(f"const int lane = item % {SUB_GROUP};")
        src("float h0 = 0, h1 = 0, h2 = 0, h3 = 0;")
        with src.block(f"if (lane < {p.cluster})"):
            src(load_from_cluster(["h0", "h1", "h2", "h3"], f"header + {16 * buffer}", "lane"))
        bits = [d.bits("uint", name) for name in ("h0", "h1", "h2")]
        src(f"const uint theirs = lane < {p.cluster} ? {bits[2]} : {NOWHERE};")
        src(f"const bool theirs_count = theirs != {NOWHERE};")
        src(f"high = theirs_count ? {bits[0]} : 0; low = theirs_count ? {bits[1]} : 0; place_of = theirs;")
        self._reduce_sub_group()
        src(f"uint winner = theirs == place_of && theirs_count ? (uint)lane : {NOWHERE}, owner;")
        src(least_of_all("owner", "winner"))
        words = self.line * self.q.precision.real.size // 4
        with src.block(f"if (lane < {words // 4})"):
            src(
                load_from_cluster(
                    ["h0", "h1", "h2", "h3"], f"line + {buffer * words * 4} + lane * 16", "owner"
                )
            )
            src(f"float *to = (float *)(copies + item / {SUB_GROUP} * {self.line}) + lane * 4;")
            src("to[0] = h0; to[1] = h1; to[2] = h2; to[3] = h3;")
        src(sync_sub_group(memory=True))

    # The elimination.

    def _eliminate(self, k: int) -> None:
        """Divide a column by its pivot, and subtract its products with the pivot's row from the rows that wait."""
        src, p, parts = self.src, self.p, len(self.parts)
        line = f"item / {SUB_GROUP} * {self.line}"

        def u(at: int) -> str:
            return f"copies[{line} + {at}]" if p.cluster > 1 else f"lines[{k % 2 * self.line + at}]"

        for part in self.parts:
            src(f"const {self.real} pivot{part} = {u(k * parts + part)};")
        src(f"const bool zero = {' && '.join(f'pivot{part} == 0' for part in self.parts)};")
        src(f"if (zero && !failed) failed = first + {k + 1};")
        src(f"if (item == 0 && rank == 0) pivots[{k}] = first + (int)place_of;")
        self._declare_divisor()
        for r in range(p.rows):
            with src.block(f"if (waits{r})"):
                with src.block(f"if (place{r} == (int)place_of)"):
                    src(f"place{r} = {k};")
                    src(f"waits{r} = false;")
                with src.block("else"):
                    src(f"if (place{r} == {k}) place{r} = (int)place_of;")
                    names = [self._name(r, k, part) for part in self.parts]
                    self._divide(names)
                    for j in range(k + 1, self.columns):
                        row = [u(j * parts + part) for part in self.parts]
                        self._subtract([self._name(r, j, part) for part in self.parts], names, row)

    def _declare_divisor(self) -> None:
        """Declare the weights and the divisor of quotients by the pivot; where the pivot is zero, nothing is divided."""
        src, real = self.src, self.real
        if len(self.parts) == 1:
            src(f"const {real} divisor = zero ? 1 : pivot0;")
        else:
            src("const bool wide = fabs(pivot0) >= fabs(pivot1);")
            src(f"const {real} ratio = zero ? 0 : wide ? pivot1 / pivot0 : pivot0 / pivot1;")
            src(
                f"const {real} divisor = zero ? 1 : wide ? pivot0 + pivot1 * ratio : pivot0 * ratio + pivot1;"
            )
            src(f"const {real} w0 = wide ? 1 : ratio, w1 = wide ? ratio : 1;")
        src(f"const {real} inverse = 1 / divisor;")
        src("const bool normal = isnormal(inverse);")

    def _divide(self, names: Sequence[str]) -> None:
        """Divide an element by the pivot: by its inverse, if that is a normal number."""
        src = self.src
        if len(names) == 1:
            src(f"{names[0]} = normal ? {names[0]} * inverse : {names[0]} / divisor;")
            return
        x, y = names
        src(f"const {self.real} re = {x} * w0 + {y} * w1, im = {y} * w0 - {x} * w1;")
        src(f"{x} = normal ? re * inverse : re / divisor; {y} = normal ? im * inverse : im / divisor;")

    def _subtract(self, total: Sequence[str], left: Sequence[str], right: Sequence[str]) -> None:
        """Subtract a product from an element, a part after the other."""
        if len(total) == 1:
            self.src(f"{total[0]} -= {left[0]} * {right[0]};")
            return
        self.src(f"{total[0]} -= {left[0]} * {right[0]}; {total[0]} += {left[1]} * {right[1]};")
        self.src(f"{total[1]} -= {left[0]} * {right[1]}; {total[1]} -= {left[1]} * {right[0]};")
