"""The text of the kernel ``gemm_wgmma``: one work-item that fetches blocks, two warpgroups of 128 that multiply them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer
from autoblas.emit.expressions import plus
from autoblas.emit.nvidia import wgmma
from autoblas.kernels.gemm.epilogue import arguments as epilogue_arguments
from autoblas.kernels.gemm.shared import arguments, entry
from autoblas.kernels.gemm.split_k import tile_arguments
from autoblas.kernels.nvidia.hopper.frame import HopperFrame
from autoblas.kernels.nvidia.hopper.launch import FIRST_WARPGROUP_BARRIER, ITEMS, WARPGROUP, WARPGROUP_BYTES
from autoblas.kernels.nvidia.hopper.store import SYNCHRONIZE
from autoblas.kernels.nvidia.wgmma.common_scale import SMALL_PROMOTION_BLOCKS, CommonScale
from autoblas.kernels.nvidia.wgmma.guards import SplitGuards
from autoblas.kernels.nvidia.wgmma.originals import OriginalProducts
from autoblas.kernels.nvidia.wgmma.repair import SumRepair
from autoblas.precision import FLOAT16
from autoblas.problems.split import ASIDE, FAR, LINE_BYTES, ROW_SCALED, SPREAD

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.kernels.nvidia.wgmma.params import WgmmaParams
    from autoblas.problems import Matmul, Split

__all__ = ["WgmmaText", "all_arguments"]

BEGINNING = 168
"""Registers that every work-item begins with: as many as fit. An assembler that does not know them ignores the others."""

FETCHING = 24
"""Registers of a work-item that fetches."""

MULTIPLYING = 240
"""Registers of a work-item that multiplies."""

PIECE = 32
"""Bytes of the depth that one product instruction takes."""


def all_arguments(p: WgmmaParams, q: Matmul) -> tuple[Argument, ...]:
    """Those of a product, the blocks that A and B were split into, what slices come together through, and of the epilogue."""
    blocks = (buffer(f"split_{x}", "uint", width=4) for x in "ab")
    return (*arguments(q), *blocks, *tile_arguments(p), *epilogue_arguments(q))


@dataclass(frozen=True)
class WgmmaText(HopperFrame):
    """The text of one kernel.

    Attributes:
        p: Its parameters.
        a: The split of A.
        b: The split of B.
    """

    p: WgmmaParams
    a: Split
    b: Split

    @property
    def stage_bytes(self) -> int:
        """Bytes of local memory for a block of A and one of B."""
        return self.p.stage_bytes

    @property
    def pieces(self) -> range:
        """The product instructions along the depth of a block, by the sixteenths of their bytes."""
        return range(0, LINE_BYTES // 16, PIECE // 16)

    @property
    def scaled_low(self) -> bool:
        """Small products are scaled up by ``LOW_SHIFT`` binades, and so have sums of their own."""
        return self.a.form == "half3"

    @property
    def running(self) -> list[str]:
        """The registers that products are added to."""
        return [f"acc{i}" for i in range(self.p.part // 2)]

    @property
    def small(self) -> list[str]:
        """The registers that small products are added to."""
        return [f"low{i}" for i in range(self.p.tn // 2)] if self.scaled_low else self.running

    @property
    def sums(self) -> list[str]:
        """The registers that hold the sums of all blocks, before the last while it is multiplied."""
        return [f"sum{i}" for i in range(self.p.tn // 2)] if self.a.guarded else self.running

    def part_sums(self, start: int) -> list[str]:
        """The registers of the sums of all blocks in the columns from ``start`` on that leave the matrix units together."""
        return self.sums[start // 2 : (start + self.p.part) // 2]

    def repair(self, start: int) -> SumRepair:
        """How single sums of these are computed anew."""
        return SumRepair(self.src, self.q, self.p.tn, self.part_sums(start), start)

    @property
    def guards(self) -> SplitGuards:
        """Factors and flags of the rows and columns of blocks in local memory."""
        return SplitGuards(self.src, self.a, self.b)

    @property
    def common_scale(self) -> CommonScale:
        """Additions of sums where rows and columns are scaled by common factors."""
        return CommonScale(self.src, self.sums, self.running, self.small)

    def write(self) -> None:
        """The kernel."""
        src, d, q = self.src, self.src.dialect, self.q
        declared = all_arguments(self.p, q)
        kind = "half" if self.a.scaled else self.a.precision.part
        if self.a.part_bytes > FLOAT16.size:
            kind = "tf32"
        functions = [wgmma.product_macro(d, "MULTIPLY", kind, self.running)]
        if self.scaled_low:
            functions.append(wgmma.product_macro(d, "MULTIPLY_SMALL", kind, self.small))
        elif self.a.scaled:
            functions.append(wgmma.product_macro(d, "MULTIPLY_ALL", kind, self.sums))
        functions += self.epilogue.functions()
        attributes = d.most_registers(BEGINNING)
        with entry(src, q, "gemm_wgmma", declared, (ITEMS, 1), functions, attributes):
            self.begin(self.a.step, arrivals=1, joint=self.p.joint)
            with src.block(f"if (place >= {2 * WARPGROUP})"):
                src(wgmma.set_max_registers(d, FETCHING, increase=False))
                with src.block(f"if (place == {2 * WARPGROUP})"):
                    self.fetch()
            with src.block("else"):
                src(wgmma.set_max_registers(d, MULTIPLYING, increase=True))
                self.multiply()

    def fetch(self) -> None:
        """Keep the stages filled, across the tiles."""
        src, d, q = self.src, self.src.dialect, self.q
        with self.tile_loop():
            for x, split, tiles, tile in (
                ("a", self.a, "tall", "tile_row"),
                ("b", self.b, "wide", "tile_col"),
            ):
                item = f"item * {tiles} + " if q.batched and x not in q.shared else ""
                at = f"({item}({d.index}){tile}) * steps * {split.block_bytes // 16}"
                src(f"{d.global_memory}const {d.vector('uint', 4)} *{x}_from = split_{x} + {at};")
                if self.p.slices > 1:
                    src(f"{x}_from += ({d.index})first_step * {split.block_bytes // 16};")
            with src.loop("step", *self.blocks):
                src(f"const uint at = base + slot * {self.stage_bytes}, barrier_at = full + 8 * slot;")
                src(wgmma.wait_barrier("empty + 8 * slot", "phase ^ 1"))
                src(wgmma.arrive_expecting("barrier_at", self.a.block_bytes + self.b.block_bytes))
                src(wgmma.copy_bulk("at", "a_from", self.a.block_bytes, "barrier_at"))
                to = f"at + {self.a.block_bytes}"
                src(wgmma.copy_bulk(to, "b_from", self.b.block_bytes, "barrier_at"))
                src(f"a_from += {self.a.block_bytes // 16}; b_from += {self.b.block_bytes // 16};")
                self.advance()

    def multiply(self) -> None:
        """Multiply the blocks of one tile after the other and bring the sums into C."""
        src, p = self.src, self.p
        src("const int team = warp / 4, g = lane / 4, t = lane % 4;")
        src(f"const uint blocks = {wgmma.descriptor('base')};")
        if p.turns:
            with src.block("if (team == 1)"):
                src(wgmma.arrive_named_barrier("1", 2 * WARPGROUP))
        with self.tile_loop():
            self.begin_sums(self.running, self.small, self.sums)
            if self.scaled_low:
                self.common_loop()
            elif self.a.scaled:
                self.single_loop()
            if self.a.guarded:
                self.guarded_loop()
            else:
                self.plain_loop()
            self.store()

    def begin_step(self) -> None:
        """Wait for a stage and name its matrices."""
        self.src(wgmma.wait_barrier("full + 8 * slot", "phase"))
        self.name_stage("slot")

    def name_stage(self, slot: str) -> None:
        """Name the matrices of a stage."""
        stage = f"blocks + {slot} * {self.stage_bytes // 16}"
        self.name_matrices(
            f"{stage} + team * {WARPGROUP_BYTES // 16}", f"{stage} + {self.a.block_bytes // 16}"
        )

    def products(
        self, macro: str, pairs: tuple[tuple[int, int], ...], accumulate: str, start: int = 0
    ) -> None:
        """Begin the products of planes of A and B, and of its columns from ``start`` on.

        Args:
            macro: What begins one of them.
            pairs: The planes.
            accumulate: Whether the first one keeps the sums, as C.
            start: The first column.
        """
        for plane_a, plane_b in pairs:
            for piece in self.pieces:
                left = plane_a * self.a.plane_bytes // 16 + piece
                right = (plane_b * self.b.plane_bytes + start * LINE_BYTES) // 16 + piece
                self.src(f"{macro}({plus('left', left)}, {plus('right', right)}, {accumulate});")
                accumulate = "1"

    def multiply_block(self) -> None:
        """Begin the products of a block of one plane."""
        self.products("MULTIPLY", ((0, 0),), self.accumulate)

    def turn(self, pass_on: bool = False) -> None:
        """Take the warpgroup's turn at the matrix units, or give it to the other warpgroup."""
        if self.p.turns:
            take = wgmma.sync_named_barrier("1 + team", 2 * WARPGROUP)
            self.src(wgmma.arrive_named_barrier("2 - team", 2 * WARPGROUP) if pass_on else take)

    def common_loop(self) -> None:
        """Blocks as long as all rows and columns have the common factors and none is in doubt; declares how many are ``done``.

        Small products of a block begin before the large ones of the block before it have ended, whose sums are added
        meanwhile: the matrix units need not wait for anything but blocks. After ``SMALL_PROMOTION_BLOCKS`` blocks all
        products end once. No branch lies around products, which the compiler would let wait for each other then, one by one.

            matrix units: small 0 | large 0 | small 1    | large 1 | small 2    | ...
            additions:            |         | sums of 0  |         | sums of 1  | ...
            stages:               |         | 0 released |         | 1 released | ...
        """
        src, d, joint, scale = self.src, self.src.dialect, self.p.joint, self.common_scale
        first, end = self.blocks
        accumulate = f"done % {joint} ? 1 : 0" if joint > 1 else "0"
        src(f"int done = {first};")
        src("uint doubts = 0;")
        scale.begin()
        with src.block(f"while (done < {end})"):
            self.wait_and_check("slot", "phase")
            scale.load_scales("a_word0", "b_word0")
            src("if (doubts) break;")
            src(f"const int stop = min(done + {SMALL_PROMOTION_BLOCKS}, {end});")
            with src.block():
                self.name_stage("slot")
                self.begin_small("0")
            with src.block("while (done + 1 < stop)"):
                src(f"const int next = slot == {self.p.stages - 1} ? 0 : slot + 1;")
                with src.block():
                    self.wait_and_check("next", "(next ? phase : phase ^ 1)")
                src("if (doubts) break;")
                with src.block():
                    self.name_stage("slot")
                    self.begin_large(accumulate)
                self.name_stage("next")
                self.begin_small("1")
                src(wgmma.wait_products(d, 1, self.running))
                self.release()  # all have read its words: they took a vote on them
                src("++done;")
                with src.block(f"if (done % {joint} == 0)" if joint > 1 else ""):
                    scale.add()
            with src.block():
                self.name_stage("slot")
                self.begin_large(accumulate)
            src(self.finished)
            self.release()
            src("++done;")
            scale.add()
            scale.add_small()
            src("if (doubts) break;")
        scale.scale()

    def single_loop(self) -> None:
        """Blocks of one plane, as long as ``common_loop`` takes them; their products overlap without waiting for sums."""
        src, d, scale, (first, end) = self.src, self.src.dialect, self.common_scale, self.blocks
        release = f"if (done > {first} && lane == 0) {wgmma.arrive('empty + 8 * last')}"
        src(f"int done = {first};")
        src("uint doubts = 0, last = 0;")
        scale.begin()
        with src.block(f"while (done < {end})"):
            self.wait_and_check("slot", "phase")
            scale.load_scales("a_word0", "b_word0")
            src("if (doubts) break;")
            self.name_stage("slot")
            with self.product_group():
                self.products("MULTIPLY_ALL", ((0, 0),), f"done > {first} ? 1 : 0")
            src(wgmma.wait_products(d, 1))
            src(release)
            src("last = slot;")
            self.advance()
            src("++done;")
        src(wgmma.wait_products(d, 0, self.sums))
        src(release)
        scale.scale()

    def begin_small(self, accumulate: str) -> None:
        """Begin the small products of a stage."""
        self.turn()
        with self.product_group():
            self.small_products(accumulate)
        self.turn(pass_on=True)

    def begin_large(self, accumulate: str) -> None:
        """Begin its large products."""
        with self.product_group():
            self.large_products(accumulate)

    def wait_and_check(self, slot: str, phase: str) -> None:
        """Wait for a block, and find out whether anything in its group is in doubt, or has a factor of its own."""
        self.src(wgmma.wait_barrier(f"full + 8 * {slot}", phase))
        self.src(f"const uint at = base + {slot} * {self.stage_bytes};")
        self.guards.check_flags(SPREAD | ASIDE | ROW_SCALED)

    def guarded_loop(self) -> None:
        """Blocks whose sums join those of all before after each ``joint`` blocks, or those of some columns after each block.

        The first block of each group overwrites the last sums, and says so where the compiler sees it.
        """
        src, joint, (first, end) = self.src, self.p.joint, self.blocks
        with src.loop("step", "done" if self.a.scaled else first, end, joint):
            if self.a.planes > 1:
                with src.block():
                    self.multiply_planes("0")
                self.remaining_blocks("step")
                src(f"const uint at = base + slot * {self.stage_bytes};")
                self.promote()
            else:
                self.begin_step()
                src(f"const uint at = base + slot * {self.stage_bytes};")
                src("uint lost = 0;")
                for start in range(0, self.p.tn, self.p.part):
                    with src.block():
                        with self.product_group():
                            self.products("MULTIPLY", ((0, 0),), "0", start)
                        self.promote(start)
            src(SYNCHRONIZE)  # one work-item says for all of its sub-group that they have read the factors
            self.release()

    def remaining_blocks(self, step: str) -> None:
        """Multiply all but the first of the ``joint`` blocks from ``step`` on, the last of which is under way then."""
        src, joint, end = self.src, self.p.joint, self.blocks[1]
        if joint > 1:
            src(f"const int stop = min({step} + {joint}, {end});")
            with src.loop("more", f"{step} + 1", "stop"):
                src(wgmma.wait_products(src.dialect, 0))
                self.release()
                self.multiply_planes("1")

    @property
    def finished(self) -> str:
        """The statement that waits until all products have ended."""
        return wgmma.wait_products(self.src.dialect, 0, list(dict.fromkeys(self.running + self.small)))

    def multiply_planes(self, accumulate: str) -> None:
        """Begin the products of a block; small ones come first where both share their sums, which are small then."""
        self.begin_step()
        self.turn()
        with self.product_group():
            self.small_products(accumulate)
            self.large_products(accumulate if self.scaled_low else "1")
        self.turn(pass_on=True)

    def small_products(self, accumulate: str) -> None:
        """Begin the products of second parts with first ones."""
        self.products("MULTIPLY_SMALL" if self.scaled_low else "MULTIPLY", ((1, 0), (0, 1)), accumulate)

    def large_products(self, accumulate: str) -> None:
        """Begin the products of first parts."""
        self.products("MULTIPLY", ((0, 0),), accumulate)

    def release(self) -> None:
        """Give the stage back and go to the next."""
        self.src(f"if (lane == 0) {wgmma.arrive('empty + 8 * slot')}")
        self.advance()

    def promote(self, start: int = 0) -> None:
        """Add the sums of the last blocks to those of all before, or else the products of A's and B's own numbers.

        The latter take the memory of A's halves, so that other columns of the block are multiplied like this too.
        """
        src, repair = self.src, self.repair(start)
        lost = "" if self.a.planes > 1 else " | lost"
        src("uint doubts;")
        self.guards.check_flags(SPREAD | ASIDE)
        src(self.finished)
        if self.a.scaled:
            src("uint plain = 0;")
            repair.begin()
            with src.block("if (doubts)"):
                src(wgmma.any_in_warp("plain", f"said & {ASIDE}{lost}"))
                with src.block("if (!plain)"):
                    self.mark_uncertain(start)
        with src.block("if (plain)" if self.a.scaled else "if (doubts)"):
            self.multiply_originals(start)
            if lost:
                src("lost = 1;")
        with src.block("else"):
            if self.a.scaled:
                self.add_scaled(start)
                with src.block("if (marked)"):
                    self.declare_terms()
                    repair.add()
            else:
                self.common_scale.add()

    def mark_uncertain(self, start: int) -> None:
        """Mark sums that are not so large that what rows lack does not count; of too many, set ``plain``.

        A number of such a row lacks at most 2^-37 where the largest of the row is at most 2^15, so that a sum of
        64 products has an error of at most 64 * 2 * 2^-37 * 2^15 = 2^-15; from 2^7 on that is 2^-22 of it. Of one
        half it lacks at most 2^-25, and of such a sum at most 2^-10 comes to what rounding to 11 digits makes.
        """
        repair = self.repair(start)
        for index, (_, combined, row, col) in enumerate(self.guards.scaled_sums(start, self.p.part)):
            small = f"fabs({combined}) < {2.0**7 * self.p.joint!r}f && {row} * {col} != 0"
            repair.mark(index, small, dict.fromkeys((self.running[index], self.small[index])))
        repair.count()
        self.src(wgmma.any_in_team("plain", "many", f"{FIRST_WARPGROUP_BARRIER} + team", WARPGROUP))

    def declare_terms(self) -> None:
        """Declare the first term of the last blocks and the one after their last."""
        a, joint = self.a, self.p.joint
        self.src(f"const int first = step * {a.step}, end = min(first + {joint * a.step}, k);")

    def add_scaled(self, start: int) -> None:
        """Add the sums of the last blocks to those of all, each with the factors of its row and column."""
        for total, combined, row, col in self.guards.scaled_sums(start, self.p.part):
            self.src(f"{total} = fma({combined} * {row}, {col}, {total});")

    def multiply_originals(self, start: int) -> None:
        """Add the products of the block's numbers as they are in A and B: as tf32 numbers where these hold them."""
        src = self.src
        self.declare_terms()
        parts = self.a.planes
        originals = OriginalProducts(
            src, self.q, self.p.tn, self.part_sums(start), self.running, parts, start
        )
        if not self.a.scaled:
            originals.as_floats()
            return
        src("uint far;")
        src(wgmma.any_in_warp("far", f"said & {FAR}"))
        with src.block("if (far)"):
            originals.as_floats()
        with src.block("else"):
            rows = f"at + team * {WARPGROUP_BYTES}"  # of A's planes, which were multiplied
            distance = self.a.plane_bytes if parts > 1 else WARPGROUP_BYTES // 2
            originals.as_parts((rows, plus(rows, distance)))
