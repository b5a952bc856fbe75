"""How operands of ``gemm_small`` are read: lines are copied to local memory as they lie, and read there as vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.expressions import enclosed, plus, strides
from autoblas.emit.nvidia.ptx import copy_async, load_local
from autoblas.kernels.gemm.operand_path import LinePath
from autoblas.kernels.nvidia.fma import CHUNK, LANES
from autoblas.precision import FLOAT32

if TYPE_CHECKING:
    from autoblas.emit.source import Source

__all__ = ["StagedLines"]

BYTES = FLOAT32.size
"""Of an element."""


class StagedLines(LinePath):
    """A stage of an operand in local memory: lines along the depth, or along C's axis, whichever is adjacent."""

    @property
    def pitch(self) -> int:
        """Bytes of a line; along the depth with a vector that is not used, so that neighbours lie in other banks."""
        return (self.chunks + (1 if self.along_depth else 0)) * CHUNK * BYTES

    @property
    def block(self) -> int:
        """Elements along C's axis that a sub-group reads at once, a vector for each of its work-items there."""
        return self.lanes * CHUNK

    def permuted(self, line: int) -> int:
        """Where a line along the depth lies: those that work-items read at once follow each other, in other banks.

        The bits of the number are permuted, so that parts of a number can be permuted separately.
        """
        return line % CHUNK * self.lanes + line // CHUNK % self.lanes + line // self.block * self.block

    @property
    def lanes(self) -> int:
        """Work-items of a sub-group along C's axis."""
        return LANES[0 if self.axis == "row" else 1]

    def declare_copies(self, src: Source) -> None:
        """Declare which vectors the work-item copies, from where and to where, and whether they can be copied whole."""
        name, d = self.x.name, src.dialect
        self.declare_whole(src, CHUNK)
        src(f"const int {name}_line = place / {self.chunks}, {name}_first = place % {self.chunks} * {CHUNK};")
        for line in self.rounds:
            number = plus(f"{name}_line", line)
            if self.along_depth:  # lines beyond the edge are others again; their results are not stored
                number = f"min({self.origin} + {number}, {self.limit} - 1)"
            first = f"{name}_first" if self.along_depth else f"{self.origin} + {name}_first"
            at = f"{name} + {name}_offset + ({d.index}){enclosed(number)} * {self.x.leading} + {first}"
            src(f"{d.global_memory}const float *{name}_from{line} = {at};")
        row = f"{name}_line"
        if self.along_depth:
            within = f"{row} % {CHUNK} * {self.lanes} + {row} / {CHUNK} % {self.lanes}"
            row = f"({within} + {row} / {self.block} * {self.block})"
        src(
            f"const uint {name}_to = {plus('base', self.start)} + {row} * {self.pitch} + {name}_first * {BYTES};"
        )
        if not self.along_depth:
            room = src.dialect.clamp(f"{self.limit} - {self.origin} - {name}_first", 0, CHUNK)
            src(f"const int {name}_room = {room} * {BYTES};")

    def copy(self, src: Source, at: str) -> None:
        """Start the copies of the stage whose first depth is ``next`` to so many bytes; zeros follow the last term."""
        name, d = self.x.name, src.dialect
        copies = []
        for line in self.rounds:
            to = plus(f"{name}_to", at, (self.permuted(line) if self.along_depth else line) * self.pitch)
            if self.along_depth:
                existing = f"{d.clamp(f'k - next - {name}_first', 0, CHUNK)} * {BYTES}"
            else:
                existing = f"({plus(f'next + {name}_line', line)} < k ? {name}_room : 0)"
            copies.append((to, f"{name}_from{line}", existing))
        with src.block(f"if ({name}_whole)"):
            for to, source, existing in copies:
                src(copy_async(to, source, CHUNK * BYTES, existing))
        with src.block("else"):
            for to, source, existing in copies:
                src(d.unroll(1))  # written out, these copies would be in the way of the others
                with src.loop("e", 0, CHUNK):
                    element_bytes = d.clamp(f"{existing} - e * {BYTES}", 0, BYTES)
                    src(copy_async(f"{to} + e * {BYTES}", f"{source} + e", BYTES, element_bytes))
        step = str(self.depth) if self.along_depth else strides(d.index, self.depth, self.x.leading)
        src(" ".join(f"{name}_from{line} += {step};" for line in self.rounds))

    def register(self, e: int, s: int) -> str:
        """The name of a work-item's element ``e`` along C's axis at depth ``s`` of four."""
        return f"{self.x.name}{e}_{s}"

    def declare_reads(self, src: Source, part: str, lane: str) -> None:
        """Declare where the work-item's elements of the stage at ``stage`` begin; ``part`` is its sub-group's."""
        name = self.x.name
        if self.along_depth:
            at = f"({part} + {lane}) * {self.pitch}"
        else:
            at = f"({part} + {lane} * {CHUNK}) * {BYTES}"
        src(f"uint {name}_at = {plus('base', self.start)} + stage + {at};")

    @property
    def step(self) -> int:
        """Bytes from four depths to the next four."""
        return CHUNK * (BYTES if self.along_depth else self.pitch)

    def read(self, src: Source, count: int, piece: int) -> None:
        """Read ``count`` elements along C's axis at four depths, ``piece`` times four from where the work-item is."""
        name, begin = self.x.name, piece * self.step
        if self.along_depth:
            for e in range(count):
                names = [self.register(e, s) for s in range(CHUNK)]
                line = self.permuted(e // CHUNK * self.block + e % CHUNK)
                src(load_local(names, f"{name}_at", begin + line * self.pitch, "f32"))
        else:
            for s in range(CHUNK):
                for e in range(0, count, CHUNK):
                    names = [self.register(e + i, s) for i in range(CHUNK)]
                    offset = begin + s * self.pitch + e // CHUNK * self.block * BYTES
                    src(load_local(names, f"{name}_at", offset, "f32"))
