"""Epilogue of ``gemm_hmma``: sums enter C through local memory, where those of all teams are added, in whole lines.

Where the depth is cut (split-K), every work-group stores its partial sums in global memory and increments a counter. The
last one to arrive adds all slices in their order, so that results repeat to the bit, and resets the counter. Slices that
are a cluster are added in local memory (``added_in_cluster``).
"""

from __future__ import annotations

import contextlib
import itertools
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import enclosed, plus, quotient, remainder, strides, times
from autoblas.emit.nvidia.arrivals import arrive_together, last_to_arrive
from autoblas.emit.nvidia.ptx import (
    cluster_arrive,
    cluster_sync,
    cluster_wait,
    load_from_cluster,
    load_past_first_cache,
    pair_of_halves,
)
from autoblas.emit.scalars import read, write
from autoblas.kernels.gemm.epilogue import bias_pointer, with_activation, with_epilogue
from autoblas.kernels.gemm.shared import operands, scaled
from autoblas.kernels.gemm.split_k import declare_slice_counter
from autoblas.kernels.gemm.triangles import all_of, element_inside, tile_inside
from autoblas.kernels.nvidia.hmma.params import pitch
from autoblas.precision import BFLOAT16, FLOAT32

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.operands import Matrix
    from autoblas.emit.source import Source
    from autoblas.kernels.nvidia.hmma.params import HmmaParams
    from autoblas.problems import Matmul

__all__ = ["HmmaEpilogue"]

UNROLLED_ROWS = 8
"""Rows of a work-item's columns from which on the loop over them is unrolled."""

FOUR = 4
"""Sums in a vector that a work-item moves at once."""

MOST_PER_ITEM = 4
"""Vectors whose slices a work-item adds side by side, at most."""

MOST_READ, FEW_READ = 16, 8
"""Vectors that a work-item reads before it adds them: with ``MOST_PER_ITEM`` of them side by side, and with fewer."""


@dataclass(frozen=True)
class HmmaEpilogue:
    """Epilogue of a tile: the statements that bring its sums into C.

    Attributes:
        src: Where the statements go.
        p: The parameters.
        q: The problem.
        sums: The registers of each block of a sub-group's sums.
    """

    src: Source
    p: HmmaParams
    q: Matmul
    sums: list[list[list[str]]]

    @property
    def c(self) -> Matrix:
        """C."""
        return operands(self.q)[2]

    @property
    def rounded(self) -> bool:
        """C is of halves, or of bfloat16."""
        return self.c.stored is not FLOAT32

    @property
    def size(self) -> int:
        """Elements of a tile."""
        return self.p.tm * self.p.tn

    def write(self) -> None:
        """Bring the sums of all teams and slices together and write them."""
        src, p, d, c = self.src, self.p, self.src.dialect, self.c
        src(f"const int rows = min({p.tm}, m - row0), cols = min({p.tn}, n - col0);")
        src(f"{d.local_memory}float *sums = ({d.local_memory}float *)tiles;")
        if c.order == "row":
            inside = tile_inside(self.q, "row0", p.tm, "col0", p.tn) if self.q.part else ""
            src(f"const bool fresh = {all_of('' if self.q.pure else 'beta == 0', inside) or 'true'};")
            src(f"{d.global_memory}{d.element(c.stored)} *c_at = {c.pointer(d, 'row0', 'col0')};")
        if c.order == "row" and p.slices == p.teams == 1:
            src(f"const bool whole = fresh && cols == {p.tn};")
            self._declare_lines()
            src(d.barrier)
            with src.block("if (whole)"):
                self._round()
            with src.block("else"):
                self._store_to_local()
            src(d.barrier)
            with src.block("if (whole)"):
                self._copy_lines()
            with src.block("else"):
                self._store()
            return
        src(d.barrier)
        self._store_to_local()
        if p.cluster:
            self._add_in_cluster()
            return
        src(d.barrier)
        if p.slices > 1:
            self._store_slice()
        elif p.teams > 1:
            with self._team_sums():
                src(f"*({self.vec4_at}) = four;")
            src(d.barrier)
        self._store()

    @property
    def chunk(self) -> int:
        """Elements of 16 bytes."""
        return 16 // self.c.stored.size

    @property
    def line(self) -> int:
        """Elements from one row of a tile's rounded sums in local memory to the next."""
        if self.rounded:
            return self.p.tn + 8
        return max(pitch(self.p), self.p.tn + self.chunk)

    @property
    def rounded_sums(self) -> str:
        """Name of a tile's sums in local memory, where they lie as they will in C."""
        return "halves" if self.rounded else "floats"

    def _declare_lines(self) -> None:
        """Declare where sums go that are rounded before they go to local memory.

        Each line begins as far after 16 bytes as C's does. So chunks of 16 bytes lie there as in C; of a line that begins
        within one, as many elements as a chunk has remain at its ends.
        """
        src, d = self.src, self.src.dialect
        kind = "ushort" if self.rounded else "float"
        local, memory = f"{d.local_memory}{kind} *", f"{d.global_memory}{kind} *"
        src(f"{local}{self.rounded_sums} = ({local})tiles;")
        src(f"{memory}to = ({memory})c_at;")
        src(f"const uint begins = ({d.index})to / {self.c.stored.size} % {self.chunk};")

    def _copy_lines(self) -> None:
        """Write the rounded sums."""
        src, p, d, chunk = self.src, self.p, self.src.dialect, self.chunk
        across, many = p.tn // chunk, d.vector("uint", 4)
        shift = f"const int shift = (begins + row * c_row) % {chunk};"
        lines = self.rounded_sums
        with src.loop("row", quotient("place", across), "rows", p.items // across):
            src(f"{shift}")
            src(f"const int chunk = {times(remainder('place', across), chunk)};")
            at = f"to + {strides(d.index, 'row', 'c_row')} + chunk - shift"
            value = f"*({d.local_memory}{many} *)({lines} + row * {self.line} + chunk)"
            src(f"if (chunk > 0 || shift == 0) *({d.global_memory}{many} *)({at}) = {value};")
        with src.loop("row", f"place / {chunk}", "rows", p.items // chunk):
            src(f"{shift}")
            src(
                f"const int col = place % {chunk} + (place % {chunk} < {chunk} - shift ? 0 : {p.tn - chunk});"
            )
            at = f"to[{strides(d.index, 'row', 'c_row')} + col]"
            src(f"if (shift > 0) {at} = {lines}[row * {self.line} + shift + col];")

    def _round(self) -> None:
        """Bring the work-item's sums to local memory as they will lie in C."""
        src, p, line = self.src, self.p, self.line
        first, col = ("2 * t", "g") if p.turned else ("g", "2 * t")
        kind, lines = "ushort" if self.rounded else "float", self.rounded_sums
        for v in range(2 if p.turned else 1):
            row = plus(f"row_part + {first}", v)
            shift = f"(begins + ({row}) * c_row) % {self.chunk}"
            src(
                f"{src.dialect.local_memory}{kind} *line{v} = {lines} + ({row}) * {line} + col_part + {col} + {shift};"
            )
        alpha = "" if self.q.pure else "alpha * "
        added = self._read_bias()
        for i, row_of_blocks in enumerate(self.sums):
            for j, block in enumerate(row_of_blocks):
                for h in range(2):
                    low, high = (
                        with_activation(
                            src.dialect, self.q, f"{alpha}{block[2 * h + s]}", added.get((i, h, j, s), "")
                        )
                        for s in range(2)
                    )
                    i_offset, j_offset = 16 * i + 8 * h, 8 * j
                    at = j_offset * line + i_offset if p.turned else i_offset * line + j_offset
                    targets = (f"line0[{at}]", f"line1[{at}]" if p.turned else f"line0[{at + 1}]")
                    if not self.rounded:
                        src(f"{targets[0]} = {low}; {targets[1]} = {high};")
                        continue
                    with src.block():
                        src(pair_of_halves("two", low, high, brain=self.c.stored is BFLOAT16))
                        src(f"{targets[0]} = two; {targets[1]} = two >> 16;")

    def _read_bias(self) -> dict[tuple[int, int, int, int], str]:
        """Declare the elements of the bias for the work-item's sums; their names by instruction and position along both axes."""
        src, p, d, q = self.src, self.p, self.src.dialect, self.q
        if not q.bias:
            return {}
        long, short = p.blocks
        deep = (q.bias == "cols") == p.turned  # the vector runs along the 16 rows of an instruction
        offsets = (
            [16 * i + 8 * h for i in range(long) for h in range(2)]
            if deep
            else [8 * j + s for j in range(short) for s in range(2)]
        )
        start, last = ("row0 + row_part", "m - 1") if q.bias == "rows" else ("col0 + col_part", "n - 1")
        for number, offset in enumerate(offsets):
            at = f"min({plus(start, 'g' if deep else '2 * t', offset)}, {last})"
            value = read(d, q.precision, q.accumulator, 1, bias_pointer(d, q, at, at))
            src(f"const float added{number} = {value};")
        return {
            (i, h, j, s): f"added{2 * i + h if deep else 2 * j + s}"
            for i, h, j, s in itertools.product(range(long), range(2), range(short), range(2))
        }

    def _store_to_local(self) -> None:
        """Bring the work-item's sums to local memory."""
        src, p, d = self.src, self.p, self.src.dialect
        lines = pitch(p)
        row, col = ("2 * t", "g") if p.turned else ("g", "2 * t")
        team = f"team * {p.tm * lines} + " if p.teams > 1 else ""
        src(f"{d.local_memory}float *mine = sums + {team}(row_part + {row}) * {lines} + col_part + {col};")
        two = d.vector("float", 2)
        for i, row_of_blocks in enumerate(self.sums):
            for j, block in enumerate(row_of_blocks):
                for h in range(2):
                    low, high = block[2 * h : 2 * h + 2]
                    if p.turned:
                        at = 8 * j * lines + 16 * i + 8 * h
                        src(f"mine[{at}] = {low}; mine[{at + lines}] = {high};")
                    else:
                        at = (16 * i + 8 * h) * lines + 8 * j
                        pair = d.construct(two, low, high)
                        src(f"*({d.local_memory}{two} *)({plus('mine', at)}) = {pair};")

    @property
    def vec4_at(self) -> str:
        """Where four adjacent sums lie that ``_team_sums`` goes through."""
        d = self.src.dialect
        return f"({d.local_memory}{d.vector('float', 4)} *)(sums + at)"

    @contextmanager
    def _vectors(self) -> Iterator[None]:
        """Loop over the work-item's vectors of four adjacent elements of the tile: ``e``, whose sums lie at ``at``."""
        src, p = self.src, self.p
        with src.loop("e", f"place * {FOUR}", self.size, p.items * FOUR):
            src(f"const int at = e / {p.tn} * {pitch(p)} + e % {p.tn};")
            yield

    @contextmanager
    def _team_sums(self) -> Iterator[None]:
        """Loop over vectors of four sums: ``four`` is the sum over all teams, and lies at ``at``."""
        src, p, d = self.src, self.p, self.src.dialect
        four, lines = d.vector("float", 4), pitch(p)
        with self._vectors():
            src(f"{four} four = *({self.vec4_at});")
            for team in range(1, p.teams):
                src(f"four += *({d.local_memory}{four} *)(sums + at + {team * p.tm * lines});")
            yield

    def _add_in_cluster(self) -> None:
        """Add the sums of all work-groups of the cluster; each brings as many rows into C."""
        src, d = self.src, self.src.dialect
        if self.p.teams > 1:
            src(d.barrier)
            with self._team_sums():
                src(f"*({self.vec4_at}) = four;")
        with added_in_cluster(src, self.p, pitch(self.p), self.vec4_at):
            self._store()

    def _store_slice(self) -> None:
        """Store the partial sums of this slice (split-K); only the last work-group to arrive goes on, with those of all."""
        src, q, d = self.src, self.q, self.src.dialect
        four = d.vector("float", 4)
        counter = declare_slice_counter(src, q, "place", "slices - 1")
        src(f"{d.global_memory}float *parts = partial + meeting * slices * {self.size};")
        with self._team_sums():
            src(f"*({d.global_memory}{four} *)(parts + slice * {self.size} + e) = four;")
        arrive_together(src, counter, declared="before[1]")
        with last_to_arrive(src, counter, early_return=True):
            self._add_slices()
        src(d.barrier)

    def _add_slices(self) -> None:
        """Bring the sums of all slices to local memory, added in their order.

        Where there are more work-items than vectors of four sums, ``threads_per_vector`` of them share the slices of a
        vector: each adds every so many slices, and the first adds the results of all.
        """
        src, p, d = self.src, self.p, self.src.dialect
        four, threads_per_vector = d.vector("float", 4), FOUR * p.items // self.size
        if threads_per_vector <= 1:
            vectors_per_item = min(self.size // (FOUR * p.items), MOST_PER_ITEM)
            with src.loop("e", f"place * {FOUR}", self.size, p.items * FOUR * vectors_per_item):
                self._sum_slices("0", 1, vectors_per_item)
                for j in range(vectors_per_item):
                    e = enclosed(plus("e", j * p.items * FOUR))
                    at = f"{e} / {p.tn} * {pitch(p)} + {e} % {p.tn}"
                    src(f"*({d.local_memory}{four} *)(sums + {at}) = four{j};")
            return
        src(f"const int share = {quotient('place', p.items // threads_per_vector)};")
        src(f"const int e = {times(remainder('place', p.items // threads_per_vector), FOUR)};")
        self._sum_slices("share", threads_per_vector, 1)
        target = f"({d.local_memory}{four} *)(sums + {times('place', FOUR)})"
        src(f"*({target}) = four0;")
        src(d.barrier)
        with src.block("if (share == 0)"):
            for share in range(1, threads_per_vector):
                src(f"four0 += *({d.local_memory}{four} *)(sums + e + {share * self.size});")
        src(d.barrier)
        src(f"const int at = e / {p.tn} * {pitch(p)} + e % {p.tn};")
        src(f"if (share == 0) *({self.vec4_at}) = four0;")

    def _sum_slices(self, first: str, step: int, vectors_per_item: int) -> None:
        """Declare ``four0`` and so on: the sums, over every ``step``-th slice from ``first`` on, of this work-item's vectors.

        Its first vector begins at ``e``, the next ones a stride of all work-items farther. Several slices are read at
        once, since each read takes as long as hundreds of additions. Beyond the last slice the last is read again, and
        not added.
        """
        src, p, d = self.src, self.p, self.src.dialect
        four = d.vector("float", 4)
        vectors_read = MOST_READ if vectors_per_item == MOST_PER_ITEM else FEW_READ
        slices_per_read = vectors_read // vectors_per_item
        for j in range(vectors_per_item):
            src(f"{four} four{j} = {d.construct(four, '0', '0', '0', '0')};")
        src(d.unroll(1))
        with src.loop("s", first, "slices", step * slices_per_read):
            read = [(i, j) for i in range(slices_per_read) for j in range(vectors_per_item)]
            for i, j in read:
                names = [f"{x}{i}_{j}" for x in "xyzw"]
                slice_ = f"min({plus('s', i * step)}, slices - 1)" if i else "s"
                src(f"float {', '.join(names)};")
                src(
                    load_past_first_cache(
                        names, f"parts + {slice_} * {self.size} + {plus('e', j * p.items * FOUR)}"
                    )
                )
            for i, j in read:
                value = d.construct(four, *(f"{x}{i}_{j}" for x in "xyzw"))
                guard = f"if ({plus('s', i * step)} < slices) " if i else ""
                src(f"{guard}four{j} += {value};")

    def _store(self) -> None:
        """Write the tile: pairs of halves where C's lines hold adjacent elements, else one by one."""
        if self.rounded and self.c.order == "row":
            self._store_pairs()
        else:
            self._store_elements()

    @contextmanager
    def _rows(self, width: int) -> Iterator[None]:
        """Loop over this work-item's rows of ``width`` adjacent columns.

        Declares ``col`` and ``row`` in the tile, ``from`` (the sums in local memory) and ``at`` (the elements of a C by rows).
        """
        src, p, d, c = self.src, self.p, self.src.dialect, self.c
        columns, rows = p.tn // width, p.tm // p.slices if p.cluster else p.tm
        first, end = ("", "rows") if rows == p.tm else ("first_row", "last_row")
        if first:
            src(f"const int first_row = {times('slice', rows)}, last_row = min(rows, first_row + {rows});")
        with contextlib.ExitStack() as loops:
            if columns > p.items:
                loops.enter_context(
                    src.loop("col", f"place * {width}" if width > 1 else "place", p.tn, p.items * width)
                )
                start, step = first or "0", 1
            else:
                src(f"const int col = place % {columns}{f' * {width}' if width > 1 else ''};")
                start, step = (
                    plus(first, f"place / {columns}") if first else f"place / {columns}",
                    p.items // columns,
                )
            if rows * columns >= UNROLLED_ROWS * p.items:
                src(d.unroll(4))
            loops.enter_context(src.loop("row", start, end, step))
            src(f"const {d.local_memory}float *from = sums + row * {pitch(p)} + col;")
            if c.order == "row":
                kind = f"{d.global_memory}{d.element(c.stored)} *"
                src(f"{kind}at = c_at + {strides(d.index, 'row', 'c_row')} + col;")
            yield

    def _store_elements(self) -> None:
        """Write element by element, wherever they lie."""
        with self._rows(1), self.src.block("if (col < cols)"):
            self._store_element("0")

    def _store_element(self, element: str, first: str = "col") -> None:
        """Write the sum at ``from + place`` if it is wanted; ``row`` and the column ``first`` are relative to the tile."""
        src, q, d, c = self.src, self.q, self.src.dialect, self.c
        row, col = "row0 + row", plus(f"col0 + {first}", element)
        in_triangle = element_inside(q, row, col)
        pointer = plus("at", element) if c.order == "row" else c.pointer(d, row, col)
        value = with_epilogue(d, q, scaled(q, f"from[{element}]", c.read_at(d, pointer)), row, col)
        with src.block(f"if ({in_triangle})" if in_triangle else ""):
            src(write(d, c.stored, c.target, 1, value, pointer))

    def _store_pairs(self) -> None:
        """Write pairs of halves that begin at multiples of 4 bytes, and what is left over by elements.

        Where a row begins between two such places, its pairs begin one element to the left; the last element is then the
        first pair's.
        """
        src, p, d, c = self.src, self.p, self.src.dialect, self.c
        with self._rows(2):
            src(f"const int odd = ({d.index})at / {c.stored.size} % 2;")
            src("at -= odd; from -= odd;")
            src("const int left = col - odd;")
            with src.block("if (fresh && left >= 0 && left + 1 < cols)"):
                alpha = "" if self.q.pure else "alpha * "
                pair = (
                    with_epilogue(d, self.q, f"{alpha}from[{s}]", "row0 + row", plus("col0 + left", s))
                    for s in range(2)
                )
                src(pair_of_halves("two", *pair, brain=c.stored is BFLOAT16))
                src(f"*({d.global_memory}uint *)at = two;")
            with src.block("else"):
                with src.block("if (left >= 0 && left < cols)"):
                    self._store_element("0", "left")
                with src.block("if (left + 1 < cols)"):
                    self._store_element("1", "left")
            with src.block(f"if (odd && col == 0 && cols == {p.tn})"):
                self._store_element(str(p.tn), "left")


@contextmanager
def added_in_cluster(src: Source, p: HmmaParams, pitch: int, vec4_at: str) -> Iterator[None]:
    """Context in which the sums of the work-group's rows are those of all slices, which are a cluster (split-K).

    Each work-group leaves its sums in its own local memory and waits for the cluster. Then it adds those of all for its
    share of the tile's rows, in the order of the slices, so that results repeat to the bit. Nothing goes through global
    memory, all store at the same time, and nobody ends while others read its sums.

    Args:
        src: Where the statements go, outside of conditions that work-items do not share.
        p: The parameters.
        pitch: Floats from one row of the sums in local memory to the next.
        vec4_at: The pointer to four of the work-group's sums, those of all its teams, at ``at`` as C.
    """
    d, rows = src.dialect, p.tm // p.slices
    src(cluster_sync())
    with src.loop("e", f"place * {FOUR}", rows * p.tn, p.items * FOUR):
        src(f"const int at = ({times('slice', rows)} + e / {p.tn}) * {pitch} + e % {p.tn};")
        for s in range(p.slices):
            names = [f"{x}{s}" for x in "xyzw"]
            src(f"float {', '.join(names)};")
            src(load_from_cluster(names, "base + at * 4", str(s)))
        for x in "xyzw":
            src(f"const float {x} = {' + '.join(f'{x}{s}' for s in range(p.slices))};")
        src(f"*({vec4_at}) = {d.construct(d.vector('float', FOUR), *'xyzw')};")
    src(cluster_arrive())
    src(d.barrier)
    yield
    src(cluster_wait())
