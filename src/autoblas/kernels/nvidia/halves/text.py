"""The text of the kernel ``gemm_halves``: 128 work-items that copy, or one of them, and two warpgroups that multiply."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus
from autoblas.emit.nvidia import wgmma
from autoblas.emit.nvidia.ptx import arrive_in_cluster, cluster_sync, commit_copies, wait_copies
from autoblas.kernels.gemm.epilogue import arguments as epilogue_arguments
from autoblas.kernels.gemm.shared import arguments, entry, operands
from autoblas.kernels.gemm.split_k import tile_arguments
from autoblas.kernels.nvidia.halves.copied import ATOM_BYTES, CHUNK, CopiedOperand
from autoblas.kernels.nvidia.halves.maps import MappedBlocks, map_arguments
from autoblas.kernels.nvidia.halves.params import STEP
from autoblas.kernels.nvidia.hopper.frame import HopperFrame
from autoblas.kernels.nvidia.hopper.launch import ITEMS, ROWS, WARPGROUP, WARPGROUP_BYTES
from autoblas.problems.split import LINE_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.arguments import Argument
    from autoblas.kernels.nvidia.halves.params import HalvesParams
    from autoblas.kernels.nvidia.hopper.store import HopperEpilogue
    from autoblas.problems import Matmul

__all__ = ["HalvesText", "all_arguments"]


def all_arguments(p: HalvesParams, q: Matmul) -> tuple[Argument, ...]:
    """Those of a product, what slices come together through, the maps of A and B, and of the epilogue."""
    return (*arguments(q), *tile_arguments(p), *map_arguments(p), *epilogue_arguments(q))


BEGINNING, FETCHING, MULTIPLYING = 168, 120, 192
"""Registers that every work-item begins with where blocks are copied by maps; of one that copies, of one that multiplies."""


@dataclass(frozen=True)
class HalvesText(HopperFrame):
    """The text of one kernel.

    Attributes:
        p: Its parameters.
    """

    p: HalvesParams

    @property
    def copied_operands(self) -> tuple[CopiedOperand, CopiedOperand]:
        """The copies of A and B."""
        a, b, _ = operands(self.q)
        copied_a = CopiedOperand(a, "row", ROWS, STEP, WARPGROUP, 0)
        return copied_a, CopiedOperand(b, "col", self.p.tn, STEP, WARPGROUP, copied_a.nbytes)

    @property
    def stage_bytes(self) -> int:
        """Bytes of local memory for a block of A and one of B."""
        return sum(operand.nbytes for operand in self.copied_operands)

    @property
    def mapped(self) -> MappedBlocks | None:
        """The copies by maps, where there are any."""
        return (
            MappedBlocks(self.src, self.p, self.q, self.copied_operands)
            if self.p.copies == "tensor"
            else None
        )

    @property
    def epilogue(self) -> HopperEpilogue:
        """How the sums enter C."""
        return replace(super().epilogue, edges=self.mapped is not None)

    @property
    def firsts(self) -> tuple[str, str]:
        """The first row and column of a tile."""
        return f"tile_row * {ROWS}", f"tile_col * {self.p.tn}"

    def functions(self) -> list[str]:
        """The product instruction, what C is written with, and the loads of lines that begin anywhere."""
        d = self.src.dialect
        kind = self.q.type_a.part
        across = [operand.across for operand in self.copied_operands]
        elements = [f"count > {e} ? x[{e}] : 0" for e in range(CHUNK)]
        eight, words = d.vector("ushort", CHUNK), d.vector("uint", 4)
        return [
            wgmma.product_macro(d, "MULTIPLY", kind, self.running, across),
            *self.epilogue.functions(),
            f"{d.function}{words} one_by_one({d.global_memory}const ushort *x, const int count)",
            "{",
            f"  const {eight} eight = {d.construct(eight, *elements)};",
            f"  return {d.bits(words, 'eight')};",
            "}",
        ]

    def write(self) -> None:
        """The kernel."""
        src, q = self.src, self.q
        declared = all_arguments(self.p, q)
        attributes = src.dialect.most_registers(BEGINNING) if self.mapped else ""
        if self.cluster > 1:
            attributes = f"{attributes} {src.dialect.cluster(self.cluster)}"
        with entry(src, q, "gemm_halves", declared, (ITEMS, 1), self.functions(), attributes):
            self.begin(STEP, arrivals=f"mapped ? 1 : {WARPGROUP}" if self.mapped else str(WARPGROUP))
            with src.block(f"if (place >= {2 * WARPGROUP})"):
                if self.mapped:
                    src(wgmma.set_max_registers(src.dialect, FETCHING, increase=False))
                    with src.block("if (mapped)"):
                        self.fetch_mapped(self.mapped)
                with src.block("else") if self.mapped else nullcontext():
                    self.fetch()
            with src.block("else"):
                if self.mapped:
                    src(wgmma.set_max_registers(src.dialect, MULTIPLYING, increase=True))
                self.multiply()
            if self.cluster > 1:  # nobody ends while others write to its local memory
                src(cluster_sync())

    @property
    def cluster(self) -> int:
        """Work-groups that compute tiles below each other at the same time."""
        return self.p.cluster

    @property
    def releases(self) -> str:
        """Arrivals that release a stage: of all sub-groups of a cluster, where blocks are copied for all."""
        sub_groups = 2 * WARPGROUP // 32
        return f"mapped ? {sub_groups * self.cluster} : {sub_groups}" if self.cluster > 1 else str(sub_groups)

    @property
    def releasing(self) -> str:
        """The condition that a work-item arrives: one of a sub-group for each work-group that copies to the stage."""
        return f"lane < (mapped ? {self.cluster} : 1)" if self.cluster > 1 else super().releasing

    def release_slot(self, slot: str) -> str:
        """The statement that arrives at the ``empty`` barrier of a stage, or of the stage in each work-group that fills it."""
        if self.cluster == 1:
            return super().release_slot(slot)
        return arrive_in_cluster(f"empty + 8 * {slot}", "mapped ? lane : rank")

    def prepare(self) -> None:
        """Find out whether the operands lie as the copy engine needs them."""
        if self.mapped:
            self.mapped.declare()
            for operand in self.copied_operands:
                operand.declare_whole(self.src, CHUNK)
            mappable = " && ".join(self.mapped.mappable(operand) for operand in self.copied_operands)
            self.src(f"const bool mapped = {mappable};")
        if self.cluster > 1:
            self.src(f"const int rank = {self.src.dialect.group_id(0)} % {self.cluster};")

    def fetch_mapped(self, mapped: MappedBlocks) -> None:
        """Make maps of A and B, and keep the stages filled by them, across the tiles."""
        src = self.src
        with src.block(f"if (warp == {2 * WARPGROUP // 32})"):
            mapped.make()
            with src.block("if (lane == 0)"):
                mapped.begin()
                with self.tile_loop(), self.block_loop():
                    src(f"const uint at = base + slot * {self.stage_bytes}, barrier_at = full + 8 * slot;")
                    src(wgmma.wait_barrier("empty + 8 * slot", "phase ^ 1"))
                    src(wgmma.arrive_expecting("barrier_at", self.stage_bytes))
                    mapped.copy(self.firsts)
                    self.advance()

    @contextmanager
    def block_loop(self) -> Iterator[None]:
        """A loop over the blocks of the depth that a work-group multiplies, by their first term ``l``."""
        first, end = ("0", "k")
        if self.p.slices > 1:
            first, end = f"first_step * {STEP}", f"min(last_step * {STEP}, k)"
        with self.src.block(f"for (int l = {first}; l < {end}; l += {STEP})"):
            yield

    def fetch(self) -> None:
        """Keep the stages filled by copies of 16 bytes, across the tiles."""
        src, p = self.src, self.p
        src(f"const int own = place - {2 * WARPGROUP};")
        for operand in self.copied_operands:
            operand.declare(src)
            if not self.mapped:
                operand.declare_whole(src, CHUNK)
        with self.tile_loop():
            for operand, first in zip(self.copied_operands, self.firsts, strict=True):
                operand.locate(src, first)
            if p.slices > 1:
                for operand in self.copied_operands:
                    src(f"{operand.x.name}_from += {operand.terms(src, f'first_step * {STEP}')};")
            with self.block_loop():
                src(f"const uint at = slot * {self.stage_bytes};")
                src(wgmma.wait_barrier("empty + 8 * slot", "phase ^ 1"))
                for operand in self.copied_operands:
                    operand.copy(src)
                if not self.mapped:
                    with src.block("if (a_whole && b_whole)"):
                        src(wgmma.arrive_after_copies("full + 8 * slot"))
                with src.block("else") if not self.mapped else nullcontext():
                    src(commit_copies())
                    src(wait_copies(0))
                    src(wgmma.fence_async_proxy())
                    src(wgmma.arrive("full + 8 * slot"))
                self.advance()

    def multiply(self) -> None:
        """Multiply the blocks of one tile after the other and bring the sums into C."""
        src = self.src
        src("const int team = warp / 4, g = lane / 4, t = lane % 4;")
        for operand, name in zip(self.copied_operands, ("left", "right"), strict=True):
            at = wgmma.descriptor("base", ATOM_BYTES if operand.across else 16)
            src(f"const uint {name}s = {at};")
        with self.tile_loop():
            self.begin_sums(self.running)
            self.plain_loop()
            self.store()

    def begin_step(self) -> None:
        """Wait for a stage, whose copies this side makes visible to the matrix units, and name its matrices."""
        src = self.src
        src(wgmma.wait_barrier("full + 8 * slot", "phase"))
        if not self.mapped:
            # Who copies by maps shows what it stores otherwise, and the copy engine's needs no showing.
            src(wgmma.fence_async_proxy())
        stage = f"slot * {self.stage_bytes // 16}"
        left, right = f"lefts + {stage} + team * {WARPGROUP_BYTES // 16}", f"rights + {stage}"
        self.name_matrices(left, f"{right} + {self.copied_operands[1].start // 16}")

    def multiply_block(self) -> None:
        """Begin the products of a stage, a few terms at a time."""
        depth = wgmma.SHAPES[self.q.type_a.part][0]
        for piece in range(STEP // depth):
            # Sixteenths of the bytes of so many terms: of lines, or in them.
            moved = [
                piece * depth * (LINE_BYTES if operand.across else 2) // 16
                for operand in self.copied_operands
            ]
            accumulate = "1" if piece else self.accumulate
            self.src(f"MULTIPLY({plus('left', moved[0])}, {plus('right', moved[1])}, {accumulate});")
