"""The text of LU of a panel in registers; see ``lu_registers``.

Numbers are compared by their bits, which order those that are not negative: of doubles there are two words. Of equals the
row with the least position is the pivot. NaN count as zeros, but on the diagonal, where they are the pivot, as in LAPACK.

Steps of eight columns are written out, in a loop over such blocks: after each block the registers of a row are rotated by
eight, so that steps always eliminate the first ones. The next column is eliminated and compared before all others, which
are eliminated while sub-groups compare.

A cluster's work-groups send each other their candidates and the candidates' rows, which a barrier in the memory of the
receiver counts. Lines and barriers have two buffers, in turns: who writes one has what all wrote to the other.
"""

from __future__ import annotations

import itertools
import math
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import ceil_div, plus, quotient, remainder, times
from autoblas.emit.nvidia.ptx import (
    ballot,
    cluster_sync,
    from_lane,
    largest_of_all,
    least_of_all,
    load_local,
    lowest_bit,
    map_to_cluster,
    store_in_cluster,
    sync_sub_group,
)
from autoblas.emit.nvidia.wgmma import arrive_expecting, fence_barrier_init, make_barrier, wait_barrier
from autoblas.emit.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix
    from autoblas.problems.factorization import Factorization

__all__ = ["SUB_GROUP", "LuRegistersText"]

SUB_GROUP = 32
"""Work-items of a sub-group."""

BLOCK = 8
"""Columns whose steps are written out."""

CHUNK = 16
"""Bytes that are sent at once to another work-group."""

SECTOR = 32
"""Bytes of a row that a sub-group reads or writes together."""

NOWHERE = "0x7fffffffu"
"""The position of a row that is no candidate."""

WORDS = ("high", "low", "pivot_row")
"""Keys that rows are compared by: two words of a number, and a position."""


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
        self.columns = math.ceil(q.n / BLOCK) * BLOCK if q.n > BLOCK else q.n
        self.head = CHUNK // q.precision.real.size
        self.line = self.head + math.ceil(self.columns * q.precision.size / CHUNK) * self.head
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
            src("pivots += pivots_offset + first;")
            src("info += info_offset;")
            if q.batched:
                src(f"const {d.index} set = {quotient(d.group_id(0), p.cluster)};")
                src("a += set * a_step; pivots += set * pivots_step; info += set;")
            src("int failed = 0;")
            for r in range(p.rows):
                self._load(r)
            self._declare_cluster()
            src(f"uint {', '.join(WORDS)};")
            self._compare(0, "0")
            with self._blocks():
                for i in range(min(BLOCK, q.n)):
                    absent = self.columns > q.n and i >= q.n % BLOCK
                    with src.block(f"if (start + {i} < {q.n})" if absent else ""):
                        self._step(i)
                self._rotate()
            for r in range(p.rows):
                self._store(r)
            with src.block("if (item == 0 && rank == 0 && (first == 0 || (failed && info[0] == 0)))"):
                src("info[0] = failed;")
        return str(src)

    def _blocks(self) -> AbstractContextManager[None]:
        """The loop over blocks of columns, of which ``start`` is the first."""
        self.src(self.d.unroll(1))
        return self.src.loop("start", 0, self.q.n, BLOCK)

    def _rotate(self) -> None:
        """Make the columns that follow a block the first ones."""
        if self.columns <= BLOCK:
            return
        for r in range(self.p.rows):
            for i in range(BLOCK):
                for part in self.parts:
                    names = [self._name(r, j, part) for j in range(i, self.columns, BLOCK)]
                    moves = " ".join(f"{to} = {source};" for to, source in itertools.pairwise(names))
                    self.src(f"{{ const {self.real} moved = {names[0]}; {moves} {names[-1]} = moved; }}")

    def _declare_local(self) -> None:
        """Local memory: candidates of sub-groups or work-items, and lines of pivots, both twice."""
        src, p, d = self.src, self.p, self.d
        count = 2 * self.sub_groups if p.sub_groups else p.items
        src.local_array("uint", *(f"{word}s[{count}]" for word in WORDS))
        src.local_array(self.real, f"lines[{2 * self.line}]", align=CHUNK)
        src(f"const int item = {d.local_id(0)};")
        src(f"const int rank = {remainder(f'(int)({d.group_id(0)})', p.cluster)};")
        if p.sub_groups:
            src(f"const int lane = item % {SUB_GROUP};")
            if self._staged:
                size = self.sub_groups * SUB_GROUP * self._pitch
                src.local_array(self.d.element(self.q.precision), f"stage[{size}]", align=CHUNK)
        if p.cluster > 1:
            src.local_array(self.real, f"received[{2 * p.cluster * self.line}]", align=CHUNK)
            src.local_array("ulong", "barriers[2]")

    def _declare_cluster(self) -> None:
        """Barriers, and the addresses by which a work-item sends to another work-group."""
        src, d, p = self.src, self.d, self.p
        if p.cluster == 1:
            src(d.barrier_of_all)
            return
        names = {"line_address": "lines", "received_address": "received", "barrier": "barriers"}
        for name, array in names.items():
            src(f"const uint {name} = {d.local_address(array)};")
        with src.block("if (item == 0)"):
            src(make_barrier("barrier", 1))
            src(make_barrier("barrier + 8", 1))
            src(fence_barrier_init())
        src(cluster_sync())
        src("uint target, target_barrier;")
        line = self.line * self.q.precision.real.size
        src(map_to_cluster("target", f"received_address + rank * {line}", f"lane % {p.cluster}"))
        src(map_to_cluster("target_barrier", "barrier", f"lane % {p.cluster}"))

    def _name(self, r: int, j: int, part: int) -> str:
        """An element of a row in a register."""
        return f"x{r}_{j}" + (f"_{part}" if len(self.parts) > 1 else "")

    # Rows between memory and registers.

    @property
    def _staged(self) -> bool:
        """Sub-groups read and write sectors of rows by way of local memory."""
        return bool(self.p.sub_groups) and self.q.a == "row"

    @property
    def _sector(self) -> int:
        """Elements of a row that a sub-group reads together."""
        return SECTOR // self.q.precision.size

    @property
    def _pitch(self) -> int:
        """Elements from a row to the next one in local memory: odd, so that a sub-group meets few bank conflicts."""
        return self._sector + 1

    def _load(self, r: int) -> None:
        """Load a row; beyond the last row or column are zeros."""
        src, p = self.src, self.p
        block = f"({plus(times('rank', p.rows), r)})" if p.cluster > 1 else r
        src(f"const int row{r} = {plus(times(block, p.items), 'item')};")
        src(f"int position{r} = row{r};")
        src(f"bool active{r} = row{r} < m;")
        names = [self._name(r, j, part) for j in range(self.columns) for part in self.parts]
        src(f"{self.real} {', '.join(f'{name} = 0' for name in names)};")
        for first in range(0, self.q.n, self._sector):
            if self._staged:
                with src.block(
                    f"for (int line = lane / {self._sector}; line < {SUB_GROUP}; line += {self._lines})"
                ):
                    inside, at, index = self._sector_element(r, first)
                    src(
                        f"if ({inside}) stage[{index}] = {self.a.element(self.d, f'row{r} - lane + line', at)};"
                    )
                src(sync_sub_group(memory=True))
            for j in range(first, min(first + self._sector, self.q.n)):
                value = (
                    self._staged_element(j - first)
                    if self._staged
                    else self.a.element(self.d, f"row{r}", str(j))
                )
                self._split(r, j, value)
            if self._staged:
                src(sync_sub_group(memory=True))

    @property
    def _lines(self) -> int:
        """Rows that a sub-group reads a sector of at once."""
        return SUB_GROUP // self._sector

    def _sector_element(self, r: int, first: int) -> tuple[str, str, str]:
        """The condition that an element exists, its column, and its index in local memory."""
        at = plus(str(first), f"lane % {self._sector}") if first else f"lane % {self._sector}"
        inside = f"row{r} - lane + line < m"
        if first + self._sector > self.q.n:
            inside += f" && {at} < {self.q.n}"
        return inside, f"({at})", f"(item - lane + line) * {self._pitch} + lane % {self._sector}"

    def _staged_element(self, at: int) -> str:
        """An element of the work-item's row in local memory."""
        return f"stage[{plus(f'item * {self._pitch}', at)}]"

    def _split(self, r: int, j: int, value: str) -> None:
        """Set an element in registers, where the row exists."""
        parts = (value,) if len(self.parts) == 1 else (f"{value}.x", f"{value}.y")
        names = [self._name(r, j, part) for part in self.parts]
        moves = " ".join(f"{name} = {part};" for name, part in zip(names, parts, strict=True))
        self.src(f"if (active{r}) {{ {moves} }}")

    def _store(self, r: int) -> None:
        """Store a row in its position."""
        src, d, kind = self.src, self.d, self.d.element(self.q.precision)
        for first in range(0, self.q.n, self._sector):
            for j in range(first, min(first + self._sector, self.q.n)):
                names = [self._name(r, j, part) for part in self.parts]
                value = names[0] if len(self.parts) == 1 else d.construct(kind, *names)
                if self._staged:
                    src(f"{self._staged_element(j - first)} = {value};")
                else:
                    src(f"if (row{r} < m) {self.a.element(d, f'position{r}', str(j))} = {value};")
            if self._staged:
                src(sync_sub_group(memory=True))
                with src.block(f"for (int first = 0; first < {SUB_GROUP}; first += {self._lines})"):
                    src(f"const int line = first + lane / {self._sector};")
                    inside, at, index = self._sector_element(r, first)
                    src("int to;")
                    src(from_lane("to", f"position{r}", "line"))
                    src(f"if ({inside}) {self.a.element(d, 'to', at)} = stage[{index}];")
                src(sync_sub_group(memory=True))

    # The pivot of a column.

    def _step(self, i: int) -> None:
        """Choose the pivot of a column, and eliminate the column from the active rows."""
        src, p = self.src, self.p
        buffer = i % 2
        if p.sub_groups and p.cluster > 1:
            src("const uint candidate = pivot_row;")
        self._choose_in_group(buffer)
        if p.cluster > 1:
            self._send(i, buffer)
            self._choose_in_cluster(i, buffer)
        else:
            self._write_line(i, buffer)
            src(self.d.barrier)
        self._eliminate(i)

    def _compare(self, i: int, column: str) -> None:
        """Compare numbers of a column in the active rows, of a work-item and where there are instructions of a sub-group."""
        src, d = self.src, self.d
        src(f"high = 0; low = 0; pivot_row = {NOWHERE};")
        for r in range(self.p.rows):
            size = " + ".join(f"fabs({self._name(r, i, part)})" for part in self.parts)
            with src.block(f"if (active{r})"):
                src(f"const {self.real} size = {size};")
                if self.real == "double":
                    src(f"const ulong bits = {d.bits('ulong', 'size')};")
                    src("uint high_of = (uint)(bits >> 32), low_of = (uint)bits;")
                else:
                    src(f"uint high_of = {d.bits('uint', 'size')}, low_of = 0;")
                src(
                    f"if (isnan(size)) {{ high_of = position{r} == {column} ? 0xffffffffu : 0; low_of = 0; }}"
                )
                self._take("high_of", "low_of", f"(uint)position{r}")
        if self.p.sub_groups:
            self._reduce_sub_group()

    def _take(self, high: str, low: str, position: str) -> None:
        """Take a candidate if it comes before the present one."""
        equal = f"{high} == high && ({low} > low || ({low} == low && {position} < pivot_row))"
        with self.src.block(f"if ({high} > high || ({equal}))"):
            self.src(f"high = {high}; low = {low}; pivot_row = {position};")

    def _choose_in_group(self, buffer: int) -> None:
        """Choose among the candidates of the work-group; all of its work-items know it then."""
        src, p = self.src, self.p
        store = "highs[{0}] = high; lows[{0}] = low; pivot_rows[{0}] = pivot_row;"
        if not p.sub_groups:
            src(store.format("item"))
            with src.halved("item", p.items):
                at = "item + half_size"
                self._take(f"highs[{at}]", f"lows[{at}]", f"pivot_rows[{at}]")
                src(store.format("item"))
            src(self.d.barrier)
            src("high = highs[0]; low = lows[0]; pivot_row = pivot_rows[0];")
        elif self.sub_groups > 1:
            at = plus(buffer * self.sub_groups, f"item / {SUB_GROUP}")
            src(f"if (lane == 0) {{ {store.format(at)} }}")
            src(self.d.barrier)
            inside, at = f"lane < {self.sub_groups}", plus(buffer * self.sub_groups, "lane")
            src(f"high = {inside} ? highs[{at}] : 0; low = {inside} ? lows[{at}] : 0;")
            src(f"pivot_row = {inside} ? pivot_rows[{at}] : {NOWHERE};")
            self._reduce_sub_group()

    def _reduce_sub_group(self) -> None:
        """Choose among the candidates of a sub-group."""
        src = self.src
        with src.block():
            src("uint most, next = 0, least;")
            src(largest_of_all("most", "high"))
            if self.real == "double":
                src("const uint second = high == most ? low : 0;")
                src(largest_of_all("next", "second"))
            src(f"const uint third = high == most && low == next ? pivot_row : {NOWHERE};")
            src(least_of_all("least", "third"))
            src("high = most; low = next; pivot_row = least;")

    def _write_line(self, i: int, buffer: int) -> None:
        """Write the row of the candidate to local memory, from the column on."""
        src = self.src
        for r in range(self.p.rows):
            with src.block(f"if (active{r} && position{r} == (int)pivot_row)"):
                for first, columns in self._groups(i):
                    with self._existing(first):
                        for j in columns:
                            for part in self.parts:
                                at = buffer * self.line + self.head + j * len(self.parts) + part
                                src(f"lines[{at}] = {self._name(r, j, part)};")

    def _groups(self, i: int) -> list[tuple[int, range]]:
        """Columns from one on, in the groups that exist or not: the first of a group, and those that count."""
        return [
            (first, range(max(i, first), min(first + BLOCK, self.columns)))
            for first in range(0, self.columns, BLOCK)
            if i < first + BLOCK
        ]

    def _existing(self, first: int) -> AbstractContextManager[None]:
        """A block for a group of columns, which exist unless earlier blocks were rotated there."""
        return self.src.block(f"if (start + {first} < {self.columns})") if first else nullcontext()

    def _send(self, i: int, buffer: int) -> None:
        """Send the candidate of the work-group and its row to all work-groups of the cluster, by its sub-group."""
        src, p, size = self.src, self.p, self.q.precision.size
        first = i * size // CHUNK
        left = ceil_div(f"({self.columns} - start) * {size}", CHUNK)
        src(f"const int chunks = {plus(left, -first)};")
        with src.block(f"if (candidate == pivot_row && (pivot_row != {NOWHERE} || item < {SUB_GROUP}))"):
            self._write_line(i, buffer)
            header = f"((uint *)(lines + {buffer * self.line}))"
            src(
                f"if (lane == 0) {{ {' '.join(f'{header}[{at}] = {word};' for at, word in enumerate(WORDS))} }}"
            )
            src(sync_sub_group(memory=True))
            step = SUB_GROUP // p.cluster
            with src.block(f"for (int chunk = lane / {p.cluster}; chunk <= chunks; chunk += {step})"):
                line = self.line * self.q.precision.real.size
                src(f"const uint at = {CHUNK} * (chunk == 0 ? 0 : {plus('chunk', first)});")
                words = [f"w{word}" for word in range(4)]
                src(f"uint {', '.join(words)};")
                src(load_local(words, f"line_address + {buffer * line} + at", kind="b32"))
                to = f"target + {buffer * p.cluster * line} + at"
                src(store_in_cluster(words, to, f"target_barrier + {8 * buffer}"))
        expected = f"(chunks + 1) * {CHUNK * p.cluster}"
        src(f"if (item == 0) {{ {arrive_expecting(f'barrier + {8 * buffer}', expected)} }}")

    def _choose_in_cluster(self, i: int, buffer: int) -> None:
        """Wait for the candidates of the cluster, and choose among them."""
        src, p = self.src, self.p
        src(wait_barrier(f"barrier + {8 * buffer}", str(i // 2 % 2), cluster=True))
        src("high = 0; low = 0;")
        src(f"pivot_row = {NOWHERE};")
        with src.block(f"if (lane < {p.cluster})"):
            src(
                f"const uint *header = (const uint *)(received + ({buffer * p.cluster} + lane) * {self.line});"
            )
            src(" ".join(f"{word} = header[{at}];" for at, word in enumerate(WORDS)))
        src("const uint row_of_group = pivot_row;")
        self._reduce_sub_group()
        src("uint senders, sender;")
        src(ballot("senders", "(uint)(row_of_group == pivot_row)"))
        src(lowest_bit("sender", "senders"))

    # The elimination.

    def _eliminate(self, i: int) -> None:
        """Divide a column by its pivot, and subtract its products with the pivot's row from the active rows."""
        src, p, parts = self.src, self.p, len(self.parts)
        buffer = i % 2
        if p.cluster > 1:
            at = f"({buffer * p.cluster} + sender) * {self.line} + {self.head}"
            src(f"const {self.real} *line = received + {at};")
        else:
            src(f"const {self.d.local_memory}{self.real} *line = lines + {buffer * self.line + self.head};")
        for part in self.parts:
            src(f"const {self.real} pivot{part} = line[{i * parts + part}];")
        src(f"const bool zero = {' && '.join(f'pivot{part} == 0' for part in self.parts)};")
        column = plus("start", i)
        src(f"if (zero && !failed) failed = first + {plus('start', i + 1)};")
        src(f"if (item == 0 && rank == 0) pivots[{column}] = first + (int)pivot_row;")
        self._declare_divisor()
        for r in range(p.rows):
            with src.block(f"if (active{r})"):
                src(f"if (position{r} == (int)pivot_row) {{ position{r} = {column}; active{r} = false; }}")
                src(f"else if (position{r} == {column}) position{r} = (int)pivot_row;")
        for r in range(p.rows):
            with src.block(f"if (active{r})"):
                self._divide([self._name(r, i, part) for part in self.parts])
                self._subtract_columns(r, i, i + 1, i + 2)
        if i + 1 < self.columns:
            self._compare(i + 1, plus("start", i + 1))
        for r in range(p.rows):
            with src.block(f"if (active{r})"):
                self._subtract_columns(r, i, i + 2, self.columns)

    def _subtract_columns(self, r: int, i: int, start: int, stop: int) -> None:
        """Subtract from some columns of a row its products with the pivot's row."""
        parts = len(self.parts)
        names = [self._name(r, i, part) for part in self.parts]
        for first, columns in self._groups(start):
            inside = [j for j in columns if j < stop]
            if inside:
                with self._existing(first):
                    for j in inside:
                        row = [f"line[{j * parts + part}]" for part in self.parts]
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
