"""How the sums of the kernel ``gemm_wgmma`` enter C: in pairs, as single elements, or, of halves, in whole lines.

A sub-group of 32 has 16 rows of sums, a work-item two of them: for each 8 columns a pair in its row ``g`` and one in the
row 8 below, at the columns ``2 t`` and ``2 t + 1``. Halves are turned in local memory where no old C remains to be added,
so that a row's 64 are stored as 128 adjacent bytes.
"""

from __future__ import annotations

import itertools
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import enclosed, minus, plus, strides
from autoblas.emit.nvidia.ptx import assembly, from_lane, load_local, pair_of_halves, store_local
from autoblas.emit.scalars import read, write
from autoblas.kernels.gemm.epilogue import bias_pointer, has_epilogue, with_activation
from autoblas.kernels.gemm.epilogue import functions as epilogue_functions
from autoblas.kernels.gemm.shared import operands
from autoblas.kernels.gemm.triangles import all_of, tile_inside
from autoblas.precision import BFLOAT16, FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from autoblas.emit.operands import Matrix
    from autoblas.emit.source import Source
    from autoblas.problems import Matmul

__all__ = ["SYNCHRONIZE", "TRANSPOSE_BYTES", "HopperEpilogue", "write_joined"]

TRANSPOSE_BYTES = 2048
"""Local memory of a sub-group to turn 16 rows of 64 halves in."""

PAIRS_AT_ONCE = 8
"""Pairs of columns whose elements of a vector have registers at the same time."""

SUB_GROUPS = 8
"""Sub-groups that store."""


@dataclass(frozen=True)
class HopperEpilogue:
    """Epilogue of a tile: the statements that bring its sums into C.

    Attributes:
        src: Where the statements go.
        q: The problem.
        tn: Columns of the tile.
        sums: The registers of a work-item's sums, two pairs for each 8 columns.
        edges: Whole lines are stored of tiles that reach beyond C's last column too.
    """

    src: Source
    q: Matmul
    tn: int
    sums: list[str]
    edges: bool = False

    @property
    def c(self) -> Matrix:
        """C as an operand."""
        return operands(self.q)[2]

    @property
    def in_lines(self) -> bool:
        """Whole lines may be stored."""
        return self.c.stored.part in FORMATS and self.c.order == "row"

    def declare(self) -> None:
        """Local memory to turn halves in."""
        if self.in_lines:
            d, size = self.src.dialect, SUB_GROUPS * TRANSPOSE_BYTES // 16
            self.src.local_array(d.vector("uint", 4), f"turned[{size}]", align=128)

    def write(self) -> None:
        """Bring the tile's sums into C."""
        src, d, c = self.src, self.src.dialect, self.c
        if has_epilogue(self.q):
            self.apply_epilogue()
        if c.order == "row":
            aligned = f"c_row % 2 == 0 && {c.aligned(d, 2 * c.stored.size)}"
            inside = self.inside_triangle()
            src(
                f"const bool whole = {all_of(f'tile_col * {self.tn} + {self.tn} <= n && {aligned}', inside)};"
            )
        if not self.in_lines:
            self.store_rows()
            return
        fresh = "" if self.unscaled else " && beta == 0"
        reached = all_of("n % 8 == 0", self.inside_triangle()) if self.edges else "whole"
        src(f"const bool lines = {reached} && c_row % 8 == 0 && {c.aligned(d, 16)}{fresh};")
        with src.block("if (lines)"):
            self.store_lines()
        with src.block("else"):
            self.store_rows()

    @property
    def unscaled(self) -> bool:
        """Registers are stored as they are: the product is pure, or they have been scaled for its epilogue."""
        return self.q.pure or has_epilogue(self.q)

    def apply_epilogue(self) -> None:
        """Make of the registers' sums what C becomes, before it is rounded."""
        src, d, q = self.src, self.src.dialect, self.q
        if not q.pure:
            self._scale()
        if q.bias == "rows":
            for h in range(2):
                row = plus("row", 8 * h)
                value = read(d, q.precision, q.accumulator, 1, bias_pointer(d, q, row, "0"))
                src(f"const float added{h} = {row} < m ? {value} : 0;")
        if q.bias == "cols":
            self._read_columns()
        for start in range(0, self.tn // 8, PAIRS_AT_ONCE):
            pairs = range(start, min(start + PAIRS_AT_ONCE, self.tn // 8))
            with src.block() if q.bias == "cols" else nullcontext():
                self._finish_pairs(pairs)

    def _finish_pairs(self, pairs: range) -> None:
        """Finish the sums of some pairs of columns, for which a work-item gets elements of the vector from others."""
        src, d, q = self.src, self.src.dialect, self.q
        elements = list(itertools.product(pairs, range(2)))
        added = {"rows": "added{h}", "cols": "added{x}"}.get(q.bias, "")
        for j, s in elements if q.bias == "cols" else ():
            src(f"float added{2 * j + s};")
            lane = plus("2 * t", j % 4 * 8 + s)
            src(from_lane(f"added{2 * j + s}", f"held{j // 4}", lane, "f32"))
        for (j, s), h in itertools.product(elements, range(2)):
            name = self.sums[4 * j + 2 * h + s]
            src(f"{name} = {with_activation(d, q, name, added.format(h=h, x=2 * j + s))};")

    def _read_columns(self) -> None:
        """Declare the elements of a vector that the work-item holds for its sub-group: those of every 32nd column.

        So each is read once, at the same time as its neighbours; each work-item needs two of eight.
        """
        src, d, q = self.src, self.src.dialect, self.q
        src(f"const int held_col = tile_col * {self.tn} + lane;")
        for i in range(self.tn // 32):
            col = plus("held_col", 32 * i)
            value = read(d, q.precision, q.accumulator, 1, bias_pointer(d, q, "0", col))
            src(f"const float held{i} = {col} < n ? {value} : 0;")

    def _scale(self) -> None:
        """Multiply by alpha, and add beta times the old elements, where there are any."""
        src, d, c = self.src, self.src.dialect, self.c
        write_joined(src, (f"{name} *= alpha;" for name in self.sums))
        for h in range(2):
            row = plus("row", 8 * h)
            with src.block(f"if (beta != 0 && {row} < m)"):
                for j, s in itertools.product(range(self.tn // 8), range(2)):
                    col = plus("col", 8 * j + s)
                    name = self.sums[4 * j + 2 * h + s]
                    src(f"if ({col} < n) {name} += beta * {c.read(d, row, col)};")

    def store_rows(self) -> None:
        """Store pairs of adjacent sums where all of them are inside and aligned, else those that exist."""
        src, d, c = self.src, self.src.dialect, self.c
        for h in range(2):
            row = plus("row", 8 * h)
            with src.block(f"if ({row} < m)"):
                src(f"{d.global_memory}{d.element(c.stored)} *c_at = {c.pointer(d, row, 'col')};")
                if c.order == "row":
                    with src.block("if (whole)"):
                        for column, pair_arguments in self.pairs(h):
                            src(f"put_pair({plus('c_at', column)}, {pair_arguments});")
                with src.block("else" if c.order == "row" else ""):
                    step = "1" if c.order == "row" else "c_col"
                    for column, pair_arguments in self.pairs(h):
                        far = strides(d.index, column, "c_col") if c.order != "row" else column
                        at = plus("c_at", far)
                        src(
                            f"put_some({at}, {step}, {self.existing_arguments(row, column)}, {pair_arguments});"
                        )

    def inside_triangle(self) -> str:
        """The condition that all of the sub-group's 16 rows of the tile are wanted; empty where all of C is."""
        if not self.q.part:
            return ""
        return tile_inside(self.q, "row - g", 16, f"tile_col * {self.tn}", self.tn)

    def existing_arguments(self, row: str, column: str) -> str:
        """Arguments of ``put_some`` for a pair of sums: ``count``, those inside C, and of an upper triangle ``skip``.

        Of a lower triangle ``count`` ends with the diagonal.
        """
        count, beyond = minus("n - col", column), minus(f"{row} - col", column)
        return {"": count, "lower": f"min({count}, {beyond} + 1)", "upper": f"{count}, {beyond}"}[self.q.part]

    def pairs(self, h: int) -> Iterator[tuple[str, str]]:
        """The column, relative to the first, and the arguments of each pair of sums in a row of the work-item."""
        factors = "" if self.unscaled else "alpha, beta, "
        for j in range(self.tn // 8):
            yield str(8 * j), factors + ", ".join(self.sums[4 * j + 2 * h : 4 * j + 2 * h + 2])

    def store_lines(self) -> None:
        """Turn 64 columns at a time: pairs go to local memory by rows, and come back as chunks of 8 halves.

        Chunk ``x`` of row ``r`` lies at place ``x ^ (r % 8)``, so that neither way meets bank conflicts.
        """
        src, d = self.src, self.src.dialect
        src(f"const uint mine = {d.local_address('turned')} + warp * {TRANSPOSE_BYTES};")
        src("const int line = lane / 8, chunk = lane % 8;")
        alpha = "" if self.unscaled else "alpha * "
        for block in range(self.tn // 64):
            for j in range(8):
                src(f"const uint at{block}_{j} = mine + g * 128 + (({j} ^ g) << 4) + t * 4;")
                for h in range(2):
                    first = 4 * (8 * block + j) + 2 * h
                    x, y = (f"{alpha}{name}" for name in self.sums[first : first + 2])
                    with src.block():
                        src(pair_of_halves("both", x, y, brain=self.c.stored is BFLOAT16))
                        src(store_local(["both"], f"at{block}_{j}", 1024 * h, "b32"))
            src(SYNCHRONIZE)
            for i in range(4):
                with src.block():
                    src(f"{d.vector('uint', 4)} eight;")
                    row = plus("line", 4 * i)
                    swizzled = f"(chunk ^ {enclosed(row)} % 8) << 4"
                    src(f"const uint from = mine + {enclosed(row)} * 128 + ({swizzled});")
                    src(load_local([f"eight.{x}" for x in "xyzw"], "from", 0, "b32"))
                    src(f"const int to = row - g + {row};")
                    at_col = f"{plus('col - t * 2', 64 * block)} + chunk * 8"
                    at = self.c.pointer(d, "to", at_col)
                    exists = f"to < m && {at_col} < n" if self.edges else "to < m"
                    src(f"if ({exists}) *({d.global_memory}{d.vector('uint', 4)} *)({at}) = eight;")
            src(SYNCHRONIZE)

    def functions(self) -> list[str]:
        """``put_pair`` and ``put_some``: scale two sums and store them, or as many as exist, ``step`` apart.

        Of an upper triangle ``skip`` tells how many do not, from the first one on.
        """
        d, q, c = self.src.dialect, self.q, self.c
        pointer = f"{d.global_memory}{d.element(c.stored)} *c"
        factors = "" if self.unscaled else "const float alpha, const float beta, "

        upper = q.part == "upper"
        counts = "const int step, const int count" + (", const int skip" if upper else "")
        exists = ("skip < 1" if upper else "", all_of("count > 1", "skip < 2" if upper else ""))

        def scaling(second: str, first_exists: str, second_exists: str) -> list[str]:
            if self.unscaled:
                return []
            old = [read(d, c.stored, c.target, 1, pointer) for pointer in ("c", f"c + {second}")]
            return [
                "  x *= alpha; y *= alpha;",
                f"  if ({all_of('beta != 0', first_exists)}) x += beta * {old[0]};",
                f"  if ({all_of('beta != 0', second_exists)}) y += beta * {old[1]};",
            ]

        if c.stored.part in FORMATS:
            pair = f"{pair_of_halves('both', 'x', 'y', brain=c.stored is BFLOAT16)} *({d.global_memory}uint *)c = both;"
        else:
            two = d.vector("float", 2)
            pair = f"{two} both; both.x = x; both.y = y; *({d.global_memory}{two} *)c = both;"
        first = write(d, c.stored, c.target, 1, "x", "c")
        return [
            *epilogue_functions(d, q),
            f"{d.function}void put_pair({pointer}, {factors}float x, float y)",
            "{",
            *scaling("1", "", ""),
            f"  {pair}",
            "}",
            f"{d.function}void put_some({pointer}, {counts}, {factors}float x, float y)",
            "{",
            "  if (count < 1) return;",
            *scaling("step", *exists),
            f"  if ({exists[0]}) {first}" if upper else f"  {first}",
            f"  if ({exists[1]}) {write(d, c.stored, c.target, 1, 'y', 'c + step')}",
            "}",
        ]


def write_joined(src: Source, statements: Iterable[str], per_line: int = 8) -> None:
    """Write statements, several in a line."""
    listed = list(statements)
    for start in range(0, len(listed), per_line):
        src(" ".join(listed[start : start + per_line]))


SYNCHRONIZE = assembly("bar.warp.sync 0xffffffff;", memory=True)
"""Wait for the other work-items of the sub-group, with local memory made visible."""
