"""How operands of ``gemm_dmma`` are read: from global memory to a tile in local memory, and from there to fragments.

A tile consists of lines of 16-byte chunks as they lie in global memory: along the depth where those elements are
adjacent, along C's axis otherwise. The chunks of a line change places with each other, differently in neighbouring
lines, so that neither copies nor the loads of fragments meet in a bank of local memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus, strides
from autoblas.emit.nvidia.ptx import copy_async, load_local
from autoblas.kernels.gemm.operand_path import LinePath

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source

__all__ = ["Tile"]

CHUNK = 16
"""Bytes that are copied at once where addresses allow it."""

BANKS = 8
"""Chunks that lie in all banks of local memory, side by side."""


@dataclass(frozen=True)
class Tile(LinePath):
    """An operand's tile.

    Attributes:
        narrow: C is narrower than the tile; what lies beyond the edge becomes zero.
    """

    narrow: bool

    @property
    def along_depth(self) -> bool:
        """Lines run along the depth; so they do where no elements are adjacent."""
        return self.x.order in (self.axis, "any")

    @property
    def pitch(self) -> int:
        """Bytes of a line."""
        return self.chunks * CHUNK

    @property
    def period(self) -> int:
        """Lines after which the permutation of chunks repeats."""
        return 2 if self.wide == 1 and not self.along_depth else 4

    def swizzled(self, chunk: str, line: str) -> str:
        """The position of a chunk in its line, by an XOR swizzle: its number, exclusive or bits of the line's."""
        return f"({chunk} ^ (({line} & {self.period - 1}) << {4 // self.period}))"

    def swizzle(self, line: int) -> int:
        """XOR swizzle of the address of a chunk in a line, in bytes."""
        return ((line % self.period) << (4 // self.period)) * CHUNK

    def _along(self, d: Dialect, count: str | int, *, depth: bool) -> str:
        """``count`` elements along the depth, or along C's axis, as a distance in memory."""
        if depth == self.along_depth and self.x.order != "any":
            return f"{count}"
        stride = "col" if depth == (self.axis == "row") else "row"
        return strides(d.index, count, f"{self.x.name}_{stride}")

    def declare_copies(self, src: Source, first: str) -> None:
        """Declare which chunks the work-item copies, from where and to where; ``first`` is the sum's first term."""
        d, x = src.dialect, self.x
        name, start = x.name, self.origin
        src(f"const int {name}_line = place / {self.chunks}, {name}_chunk = place % {self.chunks};")
        chunk = f"{name}_chunk" if self.wide == 1 else f"{name}_chunk * {self.wide}"
        across, deep = (f"{name}_line", chunk) if self.along_depth else (chunk, f"{name}_line")
        pointer = x.pointer(d, *self.index(plus(start, across), plus(first, deep)))
        src(f"{d.global_memory}const {d.element(x.stored)} *{name}_from = {pointer};")
        chunk = self.swizzled(f"{name}_chunk", f"{name}_line")
        src(
            f"const uint {name}_to = {plus('base', self.start)} + {name}_line * {self.pitch} + {chunk} * {CHUNK};"
        )
        if self._chosen_at_run_time:
            aligned = f"{x.aligned(d, CHUNK)} && {x.leading} % {self.wide} == 0"
            if not self.along_depth:
                aligned += f" && {start} % {self.wide} == 0"
            src(f"const bool {name}_aligned = {aligned};")

    @property
    def _chosen_at_run_time(self) -> bool:
        """True if the kernel decides when it runs whether chunks can be copied whole."""
        return self.wide > 1 and self.x.order != "any"

    def copy(self, src: Source, slot: str, *, ahead: str = "", remaining: str = "") -> None:
        """Start the copies of the work-item's chunks.

        Args:
            src: Where the statements go.
            slot: Where the stage to fill begins, in bytes.
            ahead: Terms of the sum from the work-item's pointer to the tile.
            remaining: Terms of the sum that are left, where they may be fewer than the tile's depth.
        """
        pointer = f"{self.x.name}_from" + (
            f" + {self._along(src.dialect, ahead, depth=True)}" if ahead else ""
        )
        if self.wide == 1:
            self._start(src, pointer, slot, remaining)
            return
        if self._chosen_at_run_time:
            with src.block(f"if ({self.x.name}_aligned)"):
                self._start(src, pointer, slot, remaining)
        with src.block("else" if self._chosen_at_run_time else ""):
            src(src.dialect.unroll(1))  # written out, these copies would be in the way of the others
            with src.loop("piece", 0, self.wide):
                self._start(src, pointer, slot, remaining, "piece")

    def _start(self, src: Source, pointer: str, slot: str, remaining: str, piece: str = "") -> None:
        """Start the copies of whole chunks, or of one element of each."""
        name = self.x.name
        nbytes = self.x.stored.size if piece else CHUNK
        for line in self.rounds:
            terms = [pointer]
            terms += [self._along(src.dialect, line, depth=not self.along_depth)] if line else []
            terms += [self._along(src.dialect, piece, depth=self.along_depth)] if piece else []
            bits = self.swizzle(line)  # has no bits of the lines that are copied at once
            to = plus(f"{name}_to", slot)
            to = f"(({to}) ^ {bits})" if bits else to
            to += f" + {line * self.pitch}" if line else ""
            to += f" + {piece} * {nbytes}" if piece else ""
            src(
                copy_async(
                    to, " + ".join(terms), nbytes, self._existing(src.dialect, line, piece, nbytes, remaining)
                )
            )

    def _existing(self, d: Dialect, line: int, piece: str, nbytes: int, remaining: str) -> str:
        """How many of these bytes of a chunk exist, or of an element of it; empty where all do."""
        edge = self.limit if self.narrow else ""
        end, last_line = (remaining, edge) if self.along_depth else (edge, remaining)
        name, size = self.x.name, self.x.stored.size
        existing = f"{nbytes}"
        if end:
            before = f"{name}_chunk * {self.wide}" if self.wide > 1 else f"{name}_chunk"
            before += f" - {piece}" if piece else ""
            existing = f"{d.clamp(f'{end} - {before}', 0, nbytes // size)} * {size}"
        if last_line:
            return f"{name}_line{f' + {line}' if line else ''} < {last_line} ? {existing} : 0"
        return existing if end else ""

    def advance(self, src: Source) -> None:
        """Move the work-item's pointer to the next tile."""
        src(f"{self.x.name}_from += {self._along(src.dialect, self.depth, depth=True)};")

    def declare_fragments(self, src: Source, start: str) -> None:
        """Declare where the work-item's first element of a fragment is; ``start`` is the sub-group's part of C's axis."""
        if self.along_depth:
            line, chunk, half, origin = "g", "(t >> 1)", "(t & 1)", f"({start} + g) * {self.pitch}"
        else:
            line, chunk, half = (
                ("t", "(g >> 1)", "(g & 1)") if self.wide > 1 else ("(t >> 1)", "g", "(t & 1)")
            )
            origin = f"{line} * {self.pitch} + {start} * {self.x.stored.size}"
        at = f"{origin} + {self.swizzled(chunk, line)} * {CHUNK} + {half} * 8"
        src(f"const uint {self.x.name}_at = {plus('base', self.start)} + {at};")

    def load(self, register: str, block: int, step: int, *, swap_parts: bool = False) -> str:
        """The statement that loads the work-item's element of a fragment.

        Args:
            register: The variable it goes to.
            block: The number of the fragment along C's axis, which spans eight elements.
            step: Its number along the depth, of which it spans four real numbers.
            swap_parts: Load the other part of a complex element of B.
        """
        if self.along_depth:
            lines, chunks = 8 * block, 2 * step
        else:
            lines, chunks = 4 * step // self.x.stored.parts, 8 * block // self.wide
        # Chunk and half have bits of their own in an address, to which exclusive or adds them.
        bits = chunks % BANKS * CHUNK + (8 if swap_parts else 0)
        at = f"{self.x.name}_at + used"
        offset = lines * self.pitch + chunks // BANKS * BANKS * CHUNK
        return load_local([register], f"({at}) ^ {bits}" if bits else at, offset)
