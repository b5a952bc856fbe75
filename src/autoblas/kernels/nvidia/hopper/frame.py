"""The text around the products of ``gemm_wgmma`` and ``gemm_halves``: roles of work-items, stages, tiles one by one.

A work-group has two warpgroups of 128 work-items, which multiply, and as many that bring operands to local memory. It holds
a few stages of the depth, each with two barriers: one says that the stage is full, the other that it is empty again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import enclosed, plus, times
from autoblas.emit.nvidia import wgmma
from autoblas.emit.nvidia.ptx import cluster_sync, from_lane
from autoblas.kernels.gemm.shared import begin
from autoblas.kernels.gemm.triangles import tile_outside
from autoblas.kernels.nvidia.hopper.launch import ROWS, WARPGROUP, WARPGROUP_ROWS
from autoblas.kernels.nvidia.hopper.slices import WarpgroupSlices
from autoblas.kernels.nvidia.hopper.store import HopperEpilogue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.source import Source
    from autoblas.problems import Matmul

__all__ = ["HopperFrame"]


@dataclass(frozen=True)
class HopperFrame(ABC):
    """Base of the texts of both kernels: barriers, roles of work-items, and the loops over tiles and stages.

    Attributes:
        src: Where the statements go.
        p: The kernel's parameters, ``tn``, ``stages``, ``band`` and ``slices`` among them.
        q: The problem.
    """

    src: Source
    p: Any
    q: Matmul

    @property
    @abstractmethod
    def stage_bytes(self) -> int:
        """Bytes of local memory for a block of A and one of B."""

    @property
    def running(self) -> list[str]:
        """The registers that products are added to."""
        return [f"acc{i}" for i in range(self.p.tn // 2)]

    @property
    def sums(self) -> list[str]:
        """The registers that hold a tile's sums in the end."""
        return self.running

    @property
    def epilogue(self) -> HopperEpilogue:
        """How the sums enter C."""
        return HopperEpilogue(self.src, self.q, self.p.tn, self.sums)

    @property
    def blocks(self) -> tuple[str, str]:
        """The first block along the depth that a work-group multiplies, and the one after its last."""
        return ("0", "steps") if self.p.slices == 1 else ("first_step", "last_step")

    @property
    def accumulate(self) -> str:
        """True, as C, if the first product of a block adds to the sums rather than overwriting them."""
        return "step ? 1 : 0" if self.p.slices == 1 else "step > first_step ? 1 : 0"

    @property
    def cluster(self) -> int:
        """Work-groups that compute tiles below each other at the same time."""
        return 1

    @property
    def releases(self) -> str:
        """Arrivals that release a stage, as C: one of each sub-group that multiplies."""
        return str(2 * WARPGROUP // 32)

    @property
    def releasing(self) -> str:
        """The condition that a work-item of such a sub-group arrives, as C."""
        return "lane == 0"

    def release_slot(self, slot: str) -> str:
        """The statement that arrives at a stage's ``empty`` barrier."""
        return wgmma.arrive(f"empty + 8 * {slot}")

    def prepare(self) -> None:  # noqa: B027  # most kernels need nothing here
        """Declare what barriers depend on; the work-item knows its numbers."""

    def begin(self, step: int, arrivals: int | str, joint: int = 1) -> None:
        """Declare stages, barriers and counts, with the numbers of work-items.

        Args:
            step: Terms of the sum in a stage.
            arrivals: How many work-items say that a stage is full, as C.
            joint: Stages that no slice of the depth may divide.
        """
        src, d, p = self.src, self.src.dialect, self.p
        begin(src, self.q)
        size = p.stages * self.stage_bytes // 16
        src.local_array(d.vector("uint", 4), f"stages[{size}]", align=1024)
        src.local_array("ulong", f"barriers[{2 * p.stages}]")
        self.epilogue.declare()
        if p.slices > 1:
            WarpgroupSlices(src, self.q, self.sums).declare()
        src(f"const uint base = {d.local_address('stages')}, full = {d.local_address('barriers')};")
        src(f"const uint empty = full + {8 * p.stages};")
        src(f"const int place = {d.local_id(0)}, lane = place % 32, warp = place / 32;")
        self.prepare()
        with src.block("if (place == 0)"):
            for stage in range(p.stages):
                src(wgmma.make_barrier(plus("full", 8 * stage), arrivals))
                src(wgmma.make_barrier(plus("empty", 8 * stage), self.releases))
            src(wgmma.fence_barrier_init())
        src(cluster_sync() if self.cluster > 1 else d.barrier)
        src(f"const int steps = (k + {step - 1}) / {step};")
        if p.slices > 1:
            src(f"const int slices = {d.group_count(1)}, slice = {d.group_id(1)};")
            group = f"slices * {joint}" if joint > 1 else "slices"
            length = f"(steps + {group} - 1) / ({group})"
            src(f"const int first_step = slice * {times(enclosed(length), joint)};")
            src(f"const int last_step = min(first_step + {times(enclosed(length), joint)}, steps);")
        rows = ROWS * self.cluster
        src(f"const int tall = (m + {rows - 1}) / {rows}, wide = (n + {p.tn - 1}) / {p.tn};")
        src("uint slot = 0, phase = 0;")

    @contextmanager
    def tile_loop(self) -> Iterator[None]:
        """A loop over the tiles of C that a work-group computes: bands of rows of tiles, each column by column.

        Where a triangle of C is wanted, tiles outside of it are passed over.
        """
        src, d, together = self.src, self.src.dialect, self.cluster
        band = max(self.p.band // together, 1)
        first, step = d.group_id(0), d.group_count(0)
        row, first_row = "above + rest % high", "tile_row"
        if together > 1:
            first, step = f"{first} / {together}", f"{step} / {together}"
            row, first_row = f"({row}) * {together} + rank", "(tile_row - rank)"
        with src.block(f"for (int tile = {first}; tile < tall * wide; tile += {step})"):
            src(f"const int above = tile / (wide * {band}) * {band}, high = min(tall - above, {band});")
            src("const int rest = tile - above * wide;")
            src(f"const int tile_row = {row}, tile_col = rest / high;")
            if self.q.part:
                corner = (f"{first_row} * {ROWS}", ROWS * together, f"tile_col * {self.p.tn}", self.p.tn)
                src(f"if ({tile_outside(self.q, *corner)}) continue;")
            yield

    def begin_sums(self, *groups: list[str]) -> None:
        """Declare where the work-item's sums of the tile lie in C, and registers that are zero, each once."""
        src = self.src
        src(f"const int row = tile_row * {ROWS} + team * {WARPGROUP_ROWS} + warp % 4 * 16 + g;")
        src(f"const int col = tile_col * {self.p.tn} + t * 2;")
        for names in dict.fromkeys(tuple(group) for group in groups):
            for start in range(0, len(names), 16):
                src(f"float {', '.join(f'{name} = 0' for name in names[start : start + 16])};")

    def advance(self) -> None:
        """Go to the next stage."""
        self.src(f"if (++slot == {self.p.stages}) {{ slot = 0; phase ^= 1; }}")

    @abstractmethod
    def begin_step(self) -> None:
        """Wait for a stage and name its matrices."""

    def name_matrices(self, left: str, right: str) -> None:
        """Declare what names the matrices of a stage, ``left`` and ``right``, as numbers that are uniform in sub-groups.

        The product instructions take them from uniform registers: of numbers that the compiler knows to be uniform it
        computes there what names each part of a matrix, and otherwise in every work-item, while the matrix units wait.
        """
        for name, value in (("left", left), ("right", right)):
            self.src(f"uint {name};")
            self.src(from_lane(name, value, "0"))

    @contextmanager
    def product_group(self) -> Iterator[None]:
        """Product instructions that are waited for together."""
        self.src(wgmma.begin_products(self.src.dialect))
        yield
        self.src(wgmma.commit_products(self.src.dialect))

    @abstractmethod
    def multiply_block(self) -> None:
        """Begin the products of a stage, those of the first with sums that are overwritten."""

    def plain_loop(self) -> None:
        """Products of one stage after the other, which follow each other without waiting for sums."""
        src = self.src
        first, end = self.blocks
        src("uint last = 0;")
        with src.loop("step", first, end):
            self.begin_step()
            with self.product_group():
                self.multiply_block()
            src(wgmma.wait_products(src.dialect, 1))
            src(f"if (step > {first} && {self.releasing}) {self.release_slot('last')}")
            src("last = slot;")
            self.advance()
        src(wgmma.wait_products(src.dialect, 0, self.running))
        condition = self.releasing if self.p.slices == 1 else f"{self.releasing} && {first} < {end}"
        src(f"if ({condition}) {self.release_slot('last')}")

    def store(self) -> None:
        """Bring a tile's sums into C: those of all slices, where this is the last one."""
        with WarpgroupSlices(self.src, self.q, self.sums).last() if self.p.slices > 1 else nullcontext():
            self.epilogue.write()
