"""Blocks of A and B copied by tensor maps: each work-group makes its own two maps, and then one work-item starts all copies.

A map lies in global memory, in the argument ``maps``. Because it is made from the arguments of any product, a launch
needs nothing that others do not; the work-items that would copy make it while the others prepare the barriers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer
from autoblas.emit.expressions import enclosed, plus
from autoblas.emit.nvidia.ptx import store_local
from autoblas.emit.nvidia.tensor import MAP_BYTES, Boxes, acquire_map, copy_box, make_map, publish_map
from autoblas.kernels.nvidia.halves.copied import ATOM_BYTES
from autoblas.kernels.nvidia.halves.params import STEP, geometry
from autoblas.kernels.nvidia.hopper.store import SYNCHRONIZE
from autoblas.precision import INT32
from autoblas.problems.base import Scratch
from autoblas.problems.split import LINE_BYTES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.emit.arguments import Argument
    from autoblas.emit.source import Source
    from autoblas.kernels.nvidia.halves.copied import CopiedOperand
    from autoblas.kernels.nvidia.halves.params import HalvesParams
    from autoblas.problems import Matmul

__all__ = ["MappedBlocks", "map_arguments", "map_memory"]


def map_arguments(p: HalvesParams) -> tuple[Argument, ...]:
    """The memory in which maps lie."""
    return (buffer("maps", "uint", "both"),) if p.copies == "tensor" else ()


def map_memory(p: HalvesParams, q: Matmul) -> Mapping[str, Scratch]:
    """Memory of the maps: two for every work-group."""
    if p.copies != "tensor":
        return {}
    launch = geometry(p, q)
    groups = math.prod(launch.global_size) // math.prod(launch.local_size)
    return {"maps": Scratch(groups * 2 * MAP_BYTES, None, INT32)}


@dataclass(frozen=True)
class MappedBlocks:
    """The maps of a work-group and the copies by them.

    Attributes:
        src: Where the statements go.
        p: The kernel's parameters.
        q: The product.
        operands: The operands.
    """

    src: Source
    p: HalvesParams
    q: Matmul
    operands: tuple[CopiedOperand, CopiedOperand]

    def declare(self) -> None:
        """Declare local memory in which maps are made."""
        self.src.local_array("uint", f"making[{2 * MAP_BYTES // 4}]", align=MAP_BYTES)

    def make(self) -> None:
        """Make both maps, by a whole sub-group."""
        src, d = self.src, self.src.dialect
        group = d.group_id(0)
        if self.q.batched or self.p.slices > 1:
            before = f"{enclosed(d.group_id(2))} * {d.group_count(1)} + {d.group_id(1)}"
            group = f"({before}) * {d.group_count(0)} + {group}"
        src(f"const uint made = {d.local_address('making')};")
        src(f"{d.global_memory}uint *own_maps = maps + ({group}) * {2 * MAP_BYTES // 4};")
        src(store_local(["0", "0"], "made + lane * 8", 0, "b32"))
        src(SYNCHRONIZE)
        with src.block("if (lane == 0)"):
            for number, operand in enumerate(self.operands):
                for statement in make_map(d, plus("made", number * MAP_BYTES), self.boxes(operand)):
                    src(statement)
        src(SYNCHRONIZE)
        for number in range(2):
            src(publish_map(d, self.map(number), plus("made", number * MAP_BYTES)))

    def begin(self) -> None:
        """Let the copy engine see the maps that this work-item's sub-group has made."""
        for number in range(2):
            self.src(acquire_map(self.src.dialect, self.map(number)))

    def copy(self, firsts: tuple[str, str]) -> None:
        """Start the copies of the blocks that begin with term ``l``, of tiles with these first row and column."""
        for number, (operand, first) in enumerate(zip(self.operands, firsts, strict=True)):
            groups, start = self.sharing(operand), operand.start
            lines = operand.extent // groups
            begin = f"{first} + rank * {lines}" if groups > 1 else first  # each copies a part for all
            for box in range(lines // STEP if operand.across else 1):
                corner = (plus(begin, STEP * box), "l") if operand.across else ("l", begin)
                to = plus(
                    "at", *([f"rank * {lines * LINE_BYTES}"] if groups > 1 else []), start + box * ATOM_BYTES
                )
                self.src(copy_box(self.src.dialect, to, self.map(number), corner, "barrier_at", groups))

    def sharing(self, operand: CopiedOperand) -> int:
        """Work-groups that multiply by the same blocks of an operand at the same time: those of a cluster by B's."""
        return self.p.cluster if operand.axis == "col" else 1

    def map(self, number: int) -> str:
        """A pointer to the map of an operand."""
        return plus("own_maps", number * MAP_BYTES // 4)

    def mappable(self, operand: CopiedOperand) -> str:
        """A condition: the copy engine can be told of the operand, whose lines neither run backwards nor share elements."""
        x = operand.x
        return f"{x.name}_whole && {x.leading} >= {self._extents(operand)[0]}"

    def _extents(self, operand: CopiedOperand) -> tuple[str, str]:
        """Elements of a line of the operand, and how many lines it has."""
        return (operand.limit, "k") if operand.across else ("k", operand.limit)

    def boxes(self, operand: CopiedOperand) -> Boxes:
        """The operand: lines of 64 elements along the depth, all of a tile, or across it, of 64 terms."""
        x = operand.x
        length, lines = self._extents(operand)
        return Boxes(
            f"{x.name} + {x.name}_offset",
            self.q.type_a.part,
            length,
            lines,
            f"(ulong){x.leading} * {x.stored.size}",
            (STEP, STEP if operand.across else operand.extent // self.sharing(operand)),
        )
