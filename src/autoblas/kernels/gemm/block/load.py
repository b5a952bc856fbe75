"""How A or B reaches the registers of ``gemm_block``: loads from buffers or images, tiles in local memory, vectors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from autoblas.emit.edges import load_function, truncate_function
from autoblas.emit.expressions import enclosed, minus, plus, quotient, times
from autoblas.emit.scalars import read
from autoblas.emit.vectors import lanes_of
from autoblas.kernels.gemm.block.frame import indices
from autoblas.kernels.gemm.block.params import along_depth, stored_order, width

if TYPE_CHECKING:
    from autoblas.emit.source import Source
    from autoblas.kernels.gemm.block.frame import AxisIndex, BlockFrame

__all__ = ["BlockOperand"]


@dataclass(frozen=True)
class BlockOperand:
    """The block of A or B that a work-item multiplies in a step: lines of vectors that follow the adjacent elements.

    Attributes:
        frame: The kernel.
        x: ``a`` or ``b``.
    """

    frame: BlockFrame
    x: str

    @cached_property
    def width(self) -> int:
        """Elements of a vector."""
        return width(self.frame.p, self.frame.q, self.x)

    @cached_property
    def along_depth(self) -> bool:
        """Lines follow the terms of a sum; otherwise rows or columns of C."""
        return along_depth(self.frame.p, self.frame.q, self.x)

    @property
    def size(self) -> int:
        """Rows or columns of C that the block belongs to."""
        return self.frame.p.rm if self.x == "a" else self.frame.p.rn

    @property
    def lines(self) -> int:
        """Lines of the block."""
        return self.size if self.along_depth else self.frame.p.rk

    @property
    def vectors(self) -> int:
        """Vectors of a line."""
        return (self.frame.p.rk if self.along_depth else self.size) // self.width

    @property
    def image(self) -> bool:
        """It is read from an image."""
        return self.x in self.frame.p.images

    @property
    def staged(self) -> bool:
        """It goes through local memory."""
        return self.x in self.frame.p.staged

    @property
    def axis(self) -> tuple[str, str]:
        """The variable of the work-item's first row or column of C, and their number, as C."""
        m, n, _ = self.frame.sizes
        return ("row", m) if self.x == "a" else ("col", n)

    @property
    def ragged(self) -> bool:
        """The block may cross the edge of C."""
        return self.frame.edge("m" if self.x == "a" else "n") == "elements"

    @property
    def ctype(self) -> str:
        """The type of a vector in C."""
        accumulator = self.frame.q.accumulator
        return self.frame.d.vector(accumulator.part, self.width * accumulator.parts)

    def periods(self) -> tuple[int, int]:
        """Elements of a vector along the axis that the operand shares with C, and along the depth."""
        return (1, self.width) if self.along_depth else (self.width, 1)

    # Loads

    def functions(self) -> list[str]:
        """Those that load or cut a vector which crosses an edge, where that may happen."""
        frame = self.frame
        if self.width == 1:
            return []
        if self.image:
            cut = frame.tail and self.along_depth
            return (
                truncate_function(frame.d, f"keep_{self.x}", frame.q.accumulator, self.width) if cut else []
            )
        crosses = frame.tail if self.along_depth else self.ragged
        return load_function(frame.d, f"first_{self.x}", frame.matrix(self.x), self.width) if crosses else []

    def declare_positions(self, src: Source) -> None:
        """Rows or columns beyond the edge are read at the edge instead, where elements are addressed one by one."""
        first, limit = self.axis
        if not (self.ragged and self.clamped and self.frame.p.unroll):
            return
        for e in range(self.size):
            if e or not self.frame.inside:
                src(f"const int {first}{e} = min({plus(first, e)}, {minus(limit, 1)});")

    @property
    def clamped(self) -> bool:
        """Each row or column has an address of its own."""
        return not self.image and (self.along_depth or self.width == 1)

    def _position(self, e: str) -> str:
        """Row or column number ``e`` of the block, or the last one of C."""
        first, limit = self.axis
        if not (self.ragged and self.clamped):
            return plus(first, e)
        if not self.frame.p.unroll:
            return f"min({plus(first, e)}, {minus(limit, 1)})"
        return first if e == "0" and self.frame.inside else f"{first}{e}"

    def _index(self, e: str, term: str) -> str:
        """The index of an element in a buffer."""
        d, order = self.frame.d, stored_order(self.frame.p, self.frame.q, self.x)
        row, col = (e, term) if self.x == "a" else (term, e)
        row_part = row if order == "col" else f"({d.index}){enclosed(row)} * {self.x}_row"
        col_part = col if order == "row" else f"({d.index}){enclosed(col)} * {self.x}_col"
        return plus(row_part, col_part)

    def value(self, line: str, vector: str, depth: str) -> str:
        """A vector of the block whose first term is ``depth``, zeros where the sum has ended."""
        term = plus(depth, times(vector, self.width) if self.along_depth else line)
        value = self._texel(line, vector, depth) if self.image else self._loaded(line, vector, term)
        if not self.frame.tail or (self.along_depth and self.width > 1 and not self.image):
            return value
        remaining = minus(self.frame.last, term)
        if self.along_depth and self.width > 1:
            return f"keep_{self.x}({value}, {remaining})"
        return f"{term} < {self.frame.last} ? {value} : {self.frame.zero(self.width)}"

    def _texel(self, line: str, vector: str, depth: str) -> str:
        """A vector from an image; positions beyond the edge are read at the edge."""
        first, _ = self.axis
        start = depth if self.along_depth else first
        row = plus(first if self.along_depth else depth, line)
        x = plus(quotient(start, self.width), vector)
        return self.frame.image(self.x).read(self.frame.d, x, self.frame.image_row(self.x, row))

    def _loaded(self, line: str, vector: str, term: str) -> str:
        """A vector from a buffer; no more of it than there is."""
        frame, matrix = self.frame, self.frame.matrix(self.x)
        e = line if self.along_depth else times(vector, self.width)
        base, index = frame.pointer(self.x), self._index(self._position(e), term)
        pointer = plus(base, index)
        if self.width > 1 and self.along_depth and frame.tail:
            return f"first_{self.x}({pointer}, {minus(frame.last, term)})"
        if self.width > 1 and not self.along_depth and self.ragged:
            first, limit = self.axis
            return f"first_{self.x}({pointer}, {minus(limit, plus(first, e))})"
        if self.width == 1 and matrix.stored is matrix.target:
            return f"{base}[{index}]"
        return read(frame.d, matrix.stored, matrix.target, self.width, pointer)

    # Local memory

    @property
    def pitch(self) -> int:
        """Steps from one line of a tile to the next."""
        return self.frame.p.tk + self.frame.p.pad

    def _tile(self, step: str, line: str, vector: str) -> str:
        """A vector of the work-item's row or column of blocks in the tile."""
        item_id = "y" if self.x == "a" else "x"
        vectors, pitch = self.vectors, self.pitch
        index = plus(
            times(item_id, self.lines * pitch * vectors),
            times(step, vectors),
            times(line, pitch * vectors),
            vector,
        )
        return f"{self.x}_tile[{index}]"

    def declare_tile(self, src: Source) -> None:
        """Local memory for the blocks of a work-group, a line of all steps before the next."""
        p = self.frame.p
        blocks = p.gy if self.x == "a" else p.gx
        size = blocks * self.lines * self.pitch * self.vectors
        src.local_array(self.ctype, f"{self.x}_tile[{size}]")

    def stage(self, src: Source) -> None:
        """Bring the tile that begins at ``start`` to local memory, the steps shared among work-items."""
        p = self.frame.p
        item_id, count = ("x", p.gx) if self.x == "a" else ("y", p.gy)
        if p.tk == count:
            with src.block():
                self._stage_block(src, item_id)
        elif p.tk < count:
            with src.block(f"if ({item_id} < {p.tk})"):
                self._stage_block(src, item_id)
        else:
            with src.block(f"for (int s = {item_id}; s < {p.tk}; s += {count})"):
                self._stage_block(src, "s")

    def _stage_block(self, src: Source, step: str) -> None:
        src(f"const int l = {plus('start', times(step, self.frame.p.rk))};")
        for line in indices(self.frame, src, "i", self.lines):
            for vector in indices(self.frame, src, "v", self.vectors):
                src(f"{self._tile(step, line, vector)} = {self.value(line, vector, 'l')};")

    # Registers

    def register(self, line: str, vector: str) -> str:
        """The vector of the block in the work-item's registers."""
        if not self.frame.p.unroll:
            return f"{self.x}v[{plus(times(line, self.vectors), vector)}]"
        return f"{self.x}{line}" + (f"_{vector}" if self.vectors > 1 else "")

    def load(self, src: Source, step: str) -> None:
        """Bring the block of the step, whose first term is ``l``, to the registers."""
        conjugate = self.x in self.frame.q.conjugate
        const = "" if conjugate else "const "
        if not self.frame.p.unroll:
            src(f"{self.ctype} {self.x}v[{self.lines * self.vectors}];")
            const = ""
        for line in indices(self.frame, src, "i", self.lines):
            for vector in indices(self.frame, src, "v", self.vectors):
                value = self._tile(step, line, vector) if self.staged else self.value(line, vector, "l")
                register = self.register(line, vector)
                src(f"{f'{const}{self.ctype} ' if self.frame.p.unroll else ''}{register} = {value};")
                if conjugate:
                    odd = f"{register}.{'odd' if self.width > 1 else 'y'}"
                    src(f"{odd} = -{odd};")

    def element(self, e: AxisIndex, term: AxisIndex) -> str:
        """An element of the block in the registers: ``e`` along C, ``term`` along the depth."""
        register, lane = self.lane(e, term)
        return lanes_of(self.frame.d, self.frame.q.accumulator, register, self.width, lane)

    def lane(self, e: AxisIndex, term: AxisIndex) -> tuple[str, int]:
        """The register of an element, and its lane there."""
        fast, line = (term, e) if self.along_depth else (e, term)
        return self.register(line.element, fast.vector(self.width)), fast.lane % self.width
