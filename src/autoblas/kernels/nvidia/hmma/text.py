"""The text of ``gemm_hmma``: where a work-group's tile lies, the loop over the stages of its depth, instructions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import quotient, remainder, times
from autoblas.emit.nvidia.ptx import commit_copies, mma, wait_copies
from autoblas.kernels.costs import SUB_GROUP
from autoblas.kernels.gemm.shared import Depth, declare_item
from autoblas.kernels.gemm.triangles import tile_outside
from autoblas.kernels.nvidia.hmma.floats import Floats, Side
from autoblas.kernels.nvidia.hmma.params import TERMS, copies_of, local_bytes
from autoblas.kernels.nvidia.hmma.store import HmmaEpilogue
from autoblas.precision import BFLOAT16

if TYPE_CHECKING:
    from autoblas.emit.source import Source
    from autoblas.kernels.nvidia.hmma.load import OperandCopies
    from autoblas.kernels.nvidia.hmma.params import HmmaParams
    from autoblas.problems import Matmul

__all__ = ["HmmaText", "sums"]


@dataclass(frozen=True)
class HmmaText:
    """The body of one kernel.

    Attributes:
        src: Where its statements go.
        p: The parameters.
        q: The problem.
    """

    src: Source
    p: HmmaParams
    q: Matmul

    @property
    def operands(self) -> tuple[OperandCopies, OperandCopies]:
        """The copies of A and B."""
        return copies_of(self.p, self.q)

    @property
    def stage(self) -> int:
        """Bytes of a stage."""
        return sum(copies.nbytes for copies in self.operands)

    @property
    def asynchronous(self) -> list[OperandCopies]:
        """Operands that are copied past the registers, several stages ahead."""
        return [copies for copies in self.operands if not copies.by_elements]

    @property
    def via_registers(self) -> list[OperandCopies]:
        """Operands whose elements pass through registers."""
        return [copies for copies in self.operands if copies.by_elements]

    @property
    def _sums(self) -> list[list[list[str]]]:
        """The registers of each block of a sub-group's sums."""
        return [[sums(i, j) for j in range(self.p.blocks[1])] for i in range(self.p.blocks[0])]

    @property
    def _floats(self) -> Floats:
        """The products of a stage of floats."""
        p, names = self.p, ("long", "short")
        long_and_short = self.operands[::-1] if p.turned else self.operands
        sides = (Side(*side) for side in zip(long_and_short, names, p.blocks, strict=True))
        steps = p.tk // (TERMS * p.teams)
        return Floats(self.src, (next(sides), next(sides)), self._sums, p.teams, steps, p.form)

    def write(self) -> None:
        """Find the tile, sum, and bring the sums into C."""
        src, p, d = self.src, self.p, self.src.dialect
        src.local_array(d.vector("uint", 4), f"tiles[{local_bytes(p, self.operands) // 16}]", align=128)
        src(f"const uint base = {d.local_address('tiles')};")
        src(f"const int place = {d.local_id(0)}, lane = place % {SUB_GROUP};")
        src("const int g = lane / 4, t = lane % 4;")
        depth = self._declare_tile()
        team = quotient("place", SUB_GROUP * p.sub_groups) if p.teams > 1 else "0"
        within = remainder(f"(place / {SUB_GROUP})", p.sub_groups)
        src(f"const int team = {team}, within = {within};")
        row, col = quotient("within", p.across), remainder("within", p.across)
        src(f"const int row_part = {times(row, p.wm)}, col_part = {times(col, p.wn)};")
        for copies, part, rows in zip(
            self.operands, ("row_part", "col_part"), (not p.turned, p.turned), strict=True
        ):
            copies.declare(src, depth.first, depth.last)
            if p.form == "whole":
                copies.declare_fragments(src, part, rows=rows)
        if p.form != "whole":
            self._floats.declare(("col_part", "row_part") if p.turned else ("row_part", "col_part"))
        self._declare_registers()
        self._loop(depth)
        HmmaEpilogue(src, p, self.q, self._sums).write()

    def _declare_tile(self) -> Depth:
        """Declare the tile of the work-group, its item of the batch and its slice of the depth.

        Tiles are numbered by bands of ``band`` rows, each of them column by column, so that work-groups that run at the
        same time share their operands in the cache.
        """
        src, p, q, d = self.src, self.p, self.q, self.src.dialect
        if p.band == 1:
            src(f"const int row0 = {d.group_id(1)} * {p.tm}, col0 = {d.group_id(0)} * {p.tn};")
        else:
            src(f"const int tall = (m + {p.tm - 1}) / {p.tm}, wide = (n + {p.tn - 1}) / {p.tn};")
            src(f"const int tile = {d.group_id(0)}, above = tile / (wide * {p.band}) * {p.band};")
            src(f"const int high = min(tall - above, {p.band}), rest = tile - above * wide;")
            src(f"const int row0 = (above + rest % high) * {p.tm}, col0 = rest / high * {p.tn};")
        if q.part:
            src(f"if ({tile_outside(q, 'row0', p.tm, 'col0', p.tn)}) return;")
        # Only a batch or a cluster needs the number of slices as a literal; otherwise one text serves any.
        if p.slices > 1 and not p.cluster:
            src(f"const int slices = {p.slices if q.batched else d.group_count(2)};")
        declare_item(src, q, p.slices)
        if p.slices == 1:
            return Depth("0", "k")
        count, terms = (p.slices, f"{p.slices * p.tk}") if p.cluster else ("slices", f"(slices * {p.tk})")
        src(f"const int length = (k + {count} * {p.tk} - 1) / {terms} * {p.tk};")
        src("const int first = slice * length, last = min(first + length, k);")
        return Depth("first", "last")

    def _declare_registers(self) -> None:
        src = self.src
        rows, columns = (range(count) for count in self.p.blocks)
        for i in rows:
            for j in columns:
                src(f"float {', '.join(f'{name} = 0' for name in sums(i, j))};")
        if self.p.form != "whole":
            return
        src(f"uint {', '.join(name for i in rows for name in long(i))};")
        src(f"uint {', '.join(name for j in columns for name in short(j))};")

    def _loop(self, depth: Depth) -> None:
        """Fill all stages but one, and then that one while the oldest is multiplied, around and around."""
        src, p = self.src, self.p
        end = (p.stages - 1) * self.stage
        src(f"const int steps = ({depth.length} + {p.tk - 1}) / {p.tk};")
        for number in range(p.stages - 1):
            if self.asynchronous:
                with src.block(f"if (steps > {number})"):
                    for copies in self.asynchronous:
                        copies.copy(src, str(number * self.stage))
                src(commit_copies())
        if self.via_registers:
            with src.block("if (steps > 0)"):
                for copies in self.via_registers:
                    copies.fetch(src)
                for copies in self.via_registers:
                    copies.store(src, "0")
        src("uint used = 0;")
        with src.loop("step", 0, "steps"):
            if self.asynchronous:
                src(wait_copies(p.stages - 2))
            src(src.dialect.barrier)
            if self.asynchronous:
                with src.block(f"if (step + {p.stages - 1} < steps)"):
                    src(f"const uint filled = used == 0 ? {end} : used - {self.stage};")
                    for copies in self.asynchronous:
                        copies.copy(src, "filled")
                src(commit_copies())
            if self.via_registers:
                with src.block("if (step + 1 < steps)"):
                    for copies in self.via_registers:
                        copies.fetch(src)
            self._multiply(depth)
            src(f"used = used == {end} ? 0 : used + {self.stage};")
            if self.via_registers:
                with src.block("if (step + 1 < steps)"):
                    for copies in self.via_registers:
                        copies.store(src, "used")

    def _multiply(self, depth: Depth) -> None:
        """Multiply the team's terms of a stage."""
        src, p = self.src, self.p
        if p.form != "whole":
            self._floats.multiply(depth.length)
            return
        rows, columns = p.blocks
        first, second = self.operands[::-1] if p.turned else self.operands
        kind = "bf16" if self.q.type_a is BFLOAT16 else "f16"
        for step in range(0, p.tk // 16, p.teams):
            for i in range(rows):
                src(first.load(long(i), i, step))
            for j in range(0, columns, 2):
                names = [name for block in range(j, min(j + 2, columns)) for name in short(block)]
                src(second.load(names, j // 2, step))
            for j in range(columns):
                for i in range(rows) if j % 2 == 0 else reversed(range(rows)):
                    src(mma("m16n8k16", ("f32", kind, kind), sums(i, j), long(i), short(j)))


def sums(i: int, j: int) -> list[str]:
    """The registers of block (i, j) of a sub-group's sums: of row g the columns 2t and 2t + 1, then of row g + 8."""
    return [f"sum{i}_{j}_{v}" for v in range(4)]


def long(i: int) -> list[str]:
    """The registers of block ``i`` of the instructions' first operand."""
    return [f"long{i}_{v}" for v in range(4)]


def short(j: int) -> list[str]:
    """The registers of block ``j`` of their second operand."""
    return [f"short{j}_{v}" for v in range(2)]
