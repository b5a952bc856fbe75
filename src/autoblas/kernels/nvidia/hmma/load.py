"""How operands of ``gemm_hmma`` reach local memory: lines of elements of two or four bytes, which may begin anywhere.

A stage of an operand consists of lines as they lie in global memory: along the depth where those elements are adjacent,
along C's axis otherwise. Lines that begin at multiples of 4, 8 or 16 bytes are copied past the registers, so many bytes
at once; others, of elements of two bytes, by elements, which are on their way while the stage before is multiplied.
Lines in local memory are an odd multiple of 16 bytes apart, so that eight of them lie in all banks; those of floats
along the depth, of which pairs are read, of 32.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import minus, plus, quotient, remainder, strides, times
from autoblas.emit.nvidia.ptx import copy_async, load_matrices, load_pair, store_local
from autoblas.kernels.gemm.operand_path import LinePath

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source

__all__ = ["OperandCopies", "copy_functions"]

HALF = 2
"""Bytes of an element that no copy past the registers is narrow enough for."""

CHUNK = 16
"""Bytes of a line of a fragment."""


@dataclass(frozen=True)
class OperandCopies(LinePath):
    """The copies of one operand, chunk by chunk.

    Attributes:
        at_a_time: Bytes of a chunk; 2 where elements pass through registers.
    """

    at_a_time: int

    @property
    def size(self) -> int:
        """Bytes of an element."""
        return self.x.stored.size

    @property
    def by_elements(self) -> bool:
        """Elements pass through registers, two at a time."""
        return self.at_a_time == HALF

    @property
    def wide(self) -> int:
        """Elements that a work-item copies side by side."""
        return 2 if self.by_elements else self.at_a_time // self.size

    @property
    def length(self) -> int:
        """Elements of a line."""
        return self.depth if self.along_depth else self.extent

    @property
    def pitch(self) -> int:
        """Bytes from one line to the next: an odd number of chunks, or of pairs of them."""
        unit = 2 * CHUNK if self.along_depth and self.size > HALF else CHUNK
        return (self.length * self.size // unit | 1) * unit

    @property
    def even(self) -> bool:
        """Whole lines are copied at once."""
        return self.length % self.wide == 0 and self.items % self.chunks == 0

    @property
    def staging_registers(self) -> int:
        """Registers of elements on their way."""
        return len(self.rounds) * self.wide if self.by_elements else 0

    def declare(self, src: Source, first: str, last: str) -> None:
        """Declare what the work-item copies of the terms from ``first`` to below ``last``, and where to."""
        name, d = self.x.name, src.dialect
        first_line = quotient("place", self.chunks)
        piece = times(remainder("place", self.chunks), self.wide)
        src(f"const int {name}_line = {first_line}, {name}_piece = {piece};")
        terms, extent = minus(last, first), f"{self.limit} - {self.origin}"
        lines, room = (extent, terms) if self.along_depth else (terms, extent)
        constant = ("const int", "int") if self.along_depth else ("int", "const int")
        src(f"{constant[0]} {name}_lines = {lines} - {name}_line;")
        src(f"{constant[1]} {name}_room = {room} - {name}_piece;")
        across, deep = (
            (f"{name}_line", f"{name}_piece") if self.along_depth else (f"{name}_piece", f"{name}_line")
        )
        pointer = self.x.pointer(d, *self.index(plus(self.origin, across), plus(first, deep)))
        kind = f"{d.global_memory}const {'ushort' if self.size == HALF else 'float'} *"
        src(f"{kind}{name}_from = ({kind})({pointer});")
        at = f"{name}_line * {self.pitch} + {name}_piece * {self.size}"
        src(f"const uint {name}_to = {plus('base', self.start)} + {at};")
        if self.by_elements:
            names = ", ".join(name for line in self.rounds for name in self._registers(line))
            src(f"ushort {names};")
        elif self.wide > 1:
            self.declare_whole(src, self.wide)

    def _registers(self, line: int) -> tuple[str, str]:
        """The registers of a pair of elements on their way to the line ``line`` behind the first."""
        return f"{self.x.name}{line}_0", f"{self.x.name}{line}_1"

    def _line_copies(self, src: Source) -> Iterator[tuple[int, str, str]]:
        """Copies of a work-item, each inside its guard: the line from its first, the source, how many elements exist."""
        name, d = self.x.name, src.dialect
        for line in self.rounds:
            source = f"{name}_from + ({d.long}){line} * {self.x.leading}" if line else f"{name}_from"
            guard = self._guard(line)
            with src.block(guard) if guard else nullcontext():
                yield line, source, f"({name}_lines > {line} ? {name}_count : 0)"

    def _guard(self, line: int) -> str:
        """The guard of the work-item's line ``line`` behind its first: it may lie behind the stage's last."""
        return "" if line + self.at_once <= self.lines else f"if ({self.x.name}_line < {self.lines - line})"

    def _count(self, src: Source) -> None:
        name, d = self.x.name, src.dialect
        src(f"const int {name}_count = {d.clamp(f'{name}_room', 0, self.wide)};")

    def copy(self, src: Source, slot: str) -> None:
        """Start the copies of the next stage to so many bytes, past the registers, and go on to the one after."""
        name = self.x.name
        self._count(src)
        with src.block(f"if ({name}_whole)") if self.wide > 1 else nullcontext():
            for line, source, count in self._line_copies(src):
                to = plus(f"{name}_to", slot, line * self.pitch)
                src(copy_async(to, source, self.at_a_time, f"{count} * {self.size}"))
        if self.wide > 1:
            with src.block("else"):
                for line, source, count in self._line_copies(src):
                    to = plus(f"{name}_to", slot, line * self.pitch)
                    src(f"copy_elements{self.wide}({to}, {source}, {count});")
        self._advance(src)

    def fetch(self, src: Source) -> None:
        """Start the loads of the next stage's elements, and go on to the one after."""
        self._count(src)
        for line, source, count in self._line_copies(src):
            src(load_pair(*self._registers(line), source, count))
        self._advance(src)

    def store(self, src: Source, slot: str) -> None:
        """Bring the elements on their way to local memory."""
        for line in self.rounds:
            first, second = self._registers(line)
            store = store_local(
                [f"(uint){first} | (uint){second} << 16"],
                plus(f"{self.x.name}_to", slot),
                line * self.pitch,
                "b32",
            )
            src(f"{self._guard(line)} {store}".lstrip())

    def _advance(self, src: Source) -> None:
        name = self.x.name
        if self.along_depth:
            src(f"{name}_from += {self.depth}; {name}_room -= {self.depth};")
        else:
            step = strides(src.dialect.index, self.depth, self.x.leading)
            src(f"{name}_from += {step}; {name}_lines -= {self.depth};")

    def declare_fragments(self, src: Source, part: str, *, rows: bool) -> None:
        """Declare where the work-item's lines of the first fragment lie in a stage.

        Args:
            src: Where the statement goes.
            part: The first element along C's axis that its sub-group computes.
            rows: The operand is the instructions' first, of 16 rows; otherwise the second, of 8 columns.
        """
        # Matrices follow each other along C's axis first for the first operand, along the depth for the second.
        fast, slow = "lane / 8 % 2 * 8", "lane / 16 * 8"
        across, deep = (fast, slow) if rows else (slow, fast)
        within = f"lane % 8 + {across if self.along_depth else deep}"
        if self.along_depth:
            line, element = f"{part} + {within}", f"{deep} + team * 16"
        else:
            line, element = f"team * 16 + {within}", f"{part} + {across}"
        at = f"({line}) * {self.pitch} + ({element}) * {HALF}"
        src(f"const uint {self.x.name}_at = {plus('base', self.start)} + {at};")

    def load(self, registers: list[str], block: int, step: int) -> str:
        """The statement that loads fragments of 16 terms, of 16 elements along C's axis, or of 8 where registers are two.

        Args:
            registers: The variables they go to, in the order of the instruction.
            block: Which 16 elements along C's axis.
            step: Which 16 terms.
        """
        steps, blocks = 16 * step, 16 * block
        offset = (
            blocks * self.pitch + steps * HALF if self.along_depth else steps * self.pitch + blocks * HALF
        )
        return load_matrices(registers, f"{self.x.name}_at + used", offset, turned=not self.along_depth)


def copy_functions(d: Dialect, operands: tuple[OperandCopies, OperandCopies]) -> list[str]:
    """The functions that bring elements one by one to local memory, where lines do not begin as the copies need it."""
    lines: list[str] = []
    small = operands[0].size == HALF
    for wide in sorted({copies.wide for copies in operands if not copies.by_elements} - {1}):
        source = f"{d.global_memory}const {'ushort' if small else 'float'} *x"
        lines += [f"{d.function}void copy_elements{wide}(const uint to, {source}, const int count)", "{"]
        if small:
            for first in range(0, wide, 2):
                low, high = (f"(count > {e} ? x[{e}] : 0)" for e in (first, first + 1))
                words = [f"(uint){low} | (uint){high} << 16"]
                lines.append(f"  {store_local(words, 'to', first * HALF, 'b32')}")
        else:
            copy = copy_async("to + e * 4", "x + e", 4, "count > e ? 4 : 0")
            lines += [f"  {d.unroll(1)}", f"  for (int e = 0; e < {wide}; ++e) {copy}"]
        lines.append("}")
    return lines
