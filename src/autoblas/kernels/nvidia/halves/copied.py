"""Copies of an operand's blocks by 128 work-items, 16 bytes at a time.

In local memory a block of an operand has 64 terms of the sum. Where its elements are adjacent along the depth, lines of
64 follow each other, one for each row of A or column of B; where they are adjacent across it, lines of 64 rows or columns
follow each other, one for each term, and after the last term come the next 64. Chunk ``c`` of 16 bytes in line ``l``
lies at place ``c ^ (l % 8)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import enclosed, plus, strides
from autoblas.emit.nvidia.ptx import copy_async, store_local
from autoblas.kernels.gemm.operand_path import LinePath
from autoblas.kernels.nvidia.halves.params import STEP
from autoblas.problems.split import LINE_BYTES

if TYPE_CHECKING:
    from autoblas.emit.source import Source

__all__ = ["ATOM_BYTES", "CHUNK", "CopiedOperand"]

CHUNK = 8
"""Elements that are copied at once, 16 bytes."""

ATOM_BYTES = STEP * LINE_BYTES
"""Bytes of a line for each term of a block."""


@dataclass(frozen=True)
class CopiedOperand(LinePath):
    """The copies of one operand."""

    @property
    def across(self) -> bool:
        """Lines run across the depth."""
        return not self.along_depth

    @property
    def pitch(self) -> int:
        """Bytes from one line to the next."""
        return LINE_BYTES

    @property
    def nbytes(self) -> int:
        """Bytes of a block."""
        return self.extent * LINE_BYTES

    @property
    def swizzles(self) -> int:
        """Different exchanges of chunks that a work-item's lines have."""
        return max(8 // self.at_once, 1)

    def declare(self, src: Source) -> None:
        """Declare which chunks the work-item copies, and where to; ``own`` is its number."""
        name = self.x.name
        src(f"const int {name}_line = own / {self.chunks}, {name}_chunk = own % {self.chunks};")
        for number in range(self.swizzles):
            line = f"({name}_line + {number * self.at_once})" if number else f"{name}_line"
            atom = f"{name}_chunk / 8 * {ATOM_BYTES} + " if self.across else ""
            at = f"{atom}{name}_line * {self.pitch} + (({name}_chunk % 8 ^ {line} % 8) << 4)"
            src(f"const uint {name}_to{number} = {plus('base', self.start)} + {at};")

    def locate(self, src: Source, first: str) -> None:
        """Declare where the tile's lines begin, of which ``first`` is the first row or column."""
        name, d, limit = self.x.name, src.dialect, self.limit
        if self.across:
            src(f"const int {name}_first = {first} + {name}_chunk * {CHUNK};")
            src(f"const int {name}_room = {d.clamp(f'{limit} - {name}_first', 0, CHUNK)};")
            at = f"({d.index}){name}_line * {self.x.leading} + {name}_first"
        else:
            # Lines beyond the edge are the last one again; their results are not stored.
            line, last = f"{first} + {name}_line", f"{limit} - 1"
            src(f"const int {name}_first = min({line}, {last});")
            for line_offset in self.rounds[1:]:
                src(
                    f"const int {name}_more{line_offset} = min({line} + {line_offset}, {last}) - {name}_first;"
                )
            at = f"({d.index}){name}_first * {self.x.leading} + {name}_chunk * {CHUNK}"
        src(
            f"{d.global_memory}const {d.element(self.x.stored)} *{name}_from = {name} + {name}_offset + {at};"
        )

    def copy(self, src: Source) -> None:
        """Copy the block that begins with term ``l`` to the stage at ``at``: zeros follow the last term."""
        name, d = self.x.name, src.dialect
        if not self.across:
            src(f"const int {name}_room = {d.clamp(f'k - l - {name}_chunk * {CHUNK}', 0, CHUNK)};")
        copies = []
        for number, line_offset in enumerate(self.rounds):
            to = plus(f"{name}_to{number % self.swizzles} + at", line_offset * self.pitch)
            ahead = str(line_offset) if self.across else f"{name}_more{line_offset}"
            source = f"{name}_from + ({d.long}){ahead} * {self.x.leading}" if line_offset else f"{name}_from"
            line = plus(f"l + {name}_line", line_offset)
            room = f"({line} < k ? {name}_room : 0)" if self.across else f"{name}_room"
            copies.append((to, source, room))
        with src.block(f"if ({name}_whole && {name}_room == {CHUNK} && l + {STEP} <= k)"):
            for to, source, _ in copies:
                src(copy_async(to, source))
        with src.block(f"else if ({name}_whole)"):
            for to, source, room in copies:
                src(copy_async(to, source, 16, f"{room} * 2"))
        with src.block("else"):
            for to, source, room in copies:
                with src.block():
                    pointer = f"{d.global_memory}const ushort *"
                    src(
                        f"const {d.vector('uint', 4)} eight = one_by_one(({pointer}){enclosed(source)}, {room});"
                    )
                    src(store_local([f"eight.{x}" for x in "xyzw"], to, 0, "b32"))
        src(f"{name}_from += {self.terms(src, str(STEP))};")

    def terms(self, src: Source, count: str) -> str:
        """Elements from one term to the one so many further."""
        return strides(src.dialect.index, count, self.x.leading) if self.across else count
