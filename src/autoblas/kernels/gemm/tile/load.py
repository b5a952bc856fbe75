"""How operands of ``gemm_tile`` reach local memory: loaded to registers, and stored depth by depth.

On the way elements are converted to the accumulator's type; imaginary parts lie after real ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.dialect import COMPLEX_PARTS
from autoblas.emit.expressions import enclosed, plus, times
from autoblas.emit.scalars import read
from autoblas.kernels.gemm.operand_path import OperandPath

if TYPE_CHECKING:
    from autoblas.emit.source import Source
    from autoblas.kernels.gemm.tile.params import TileParams

__all__ = ["TileStaging"]


@dataclass(frozen=True)
class TileStaging(OperandPath):
    """How one operand's tile is brought to local memory by all work-items; elements beyond the edge are zeros.

    Attributes:
        p: The kernel's parameters.
        width: Elements a load.
        last: The end of the sum, as C.
    """

    p: TileParams
    width: int
    last: str

    @property
    def pitch(self) -> int:
        """Real numbers from one depth to the next in local memory."""
        return self.extent + self.p.pad

    @property
    def plane(self) -> int:
        """Real numbers from the tile of real parts to that of imaginary ones."""
        return self.p.tk * self.pitch

    @property
    def copies(self) -> int:
        """Loads a work-item makes of each tile."""
        return self.extent * self.p.tk // (self.width * self.p.gx * self.p.gy)

    @property
    def lanes(self) -> int:
        """Real numbers a load."""
        return self.width * self.x.target.parts

    def declare(self, src: Source) -> None:
        """Local memory, registers, and whether whole vectors may be loaded: rows and start must be aligned."""
        d, name, part = src.dialect, self.x.name, self.x.target.part
        size = self.p.buffers * self.plane * self.x.target.parts
        src.local_array(part, f"{name}_tile[{size}]", align=64)
        src(" ".join(f"{d.vector(part, self.lanes)} {name}_next{i};" for i in range(self.copies)))
        inside = f"{self.origin} + {self.extent} <= {self.limit}"
        if self.width > 1:
            nbytes = f"({self.width} * sizeof({d.element(self.x.stored)}))"
            inside += f" && {self.x.leading} % {self.width} == 0 && {self.x.aligned(d, nbytes)}"
        src(f"const bool {name}_whole = {inside};")

    def _declare_load(self, src: Source, copy: int) -> None:
        """Declare what the work-item's load number ``copy`` brings: ``e`` along C's axis, ``l`` along the depth."""
        fast, slow = ("l", "e") if self.along_depth else ("e", "l")
        per_line = (self.p.tk if self.along_depth else self.extent) // self.width
        src(f"const int v = {plus('place', copy * self.p.gx * self.p.gy)};")
        src(f"const int {fast} = {times(f'v % {per_line}', self.width)}, {slow} = v / {per_line};")

    def _lanes(self) -> list[tuple[str, str]]:
        """``e`` and ``l`` of each element of a load."""
        steps = [f" + {s}" if s else "" for s in range(self.width)]
        return [("e", f"l{s}") if self.along_depth else (f"e{s}", "l") for s in steps]

    def fetch(self, src: Source, depth: str) -> None:
        """Load the work-item's share of the tile that begins at ``depth`` into its registers."""
        d, x = src.dialect, self.x

        def at(e: str, l: str) -> tuple[str, str]:
            return self.index(f"{self.origin} + {e}", f"{depth} + {l}")

        for copy in range(self.copies):
            with src.block():
                self._declare_load(src, copy)
                with src.block(f"if ({x.name}_whole && {depth} + {self.p.tk} <= {self.last})"):
                    pointer = x.pointer(d, *at("e", "l"))
                    value = read(d, x.stored, x.target, self.width, pointer, d.global_memory)
                    src(f"{x.name}_next{copy} = {value};")
                with src.block("else"):
                    for s, (e, l) in enumerate(self._lanes()):
                        exists = f"{self.origin} + {e} < {self.limit} && {depth} + {l} < {self.last}"
                        pointer = x.pointer(d, *at(e, l))
                        self._fetch_element(src, f"{x.name}_next{copy}", s, exists, pointer)

    def _fetch_element(self, src: Source, register: str, s: int, exists: str, pointer: str) -> None:
        """Load element ``s`` of a vector where it exists, else zero."""
        d, x = src.dialect, self.x
        value = read(d, x.stored, x.target, 1, pointer)
        if x.target.is_complex:
            nothing = d.construct(d.element(x.target), "0")
            src(f"const {d.element(x.target)} pair{s} = {exists} ? {value} : {nothing};")
            for part, lane in enumerate("xy"):
                src(f"{d.lane(register, self.lanes, 2 * s + part)} = pair{s}.{lane};")
        else:
            src(f"{d.lane(register, self.width, s)} = {exists} ? {value} : 0;")

    def store(self, src: Source, buffer: str) -> None:
        """Store those registers into a tile in local memory, depth by depth, imaginary parts after real ones."""
        x = self.x
        for copy in range(self.copies):
            with src.block():
                self._declare_load(src, copy)
                base = f"{x.name}_tile"
                if self.p.buffers > 1:
                    base += f" + {buffer} * {self.plane * x.target.parts}"
                for part in range(x.target.parts):
                    self._store_part(src, f"{x.name}_next{copy}", base, part)

    def _store_part(self, src: Source, register: str, base: str, part: int) -> None:
        """Store the real (0) or imaginary (1) parts of one vector."""
        d, parts = src.dialect, self.x.target.parts
        minus = "-" if part and self.x.conjugate else ""
        base += f" + {self.plane}" if part else ""
        if not self.along_depth and self.pitch % self.width == 0 and self.width > 1:
            value = minus + (register if parts == 1 else d.part(register, COMPLEX_PARTS[part]))
            at = f"{base} + l * {self.pitch} + e"
            src(d.store_aligned(self.x.target.part, self.width, value, at, d.local_memory))
            return
        for s, (e, l) in enumerate(self._lanes()):
            value = minus + d.lane(register, self.lanes, s * parts + part)
            src(f"*({base} + {enclosed(l)} * {self.pitch} + {e}) = {value};")
