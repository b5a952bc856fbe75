"""Parameters of ``gemm_dmma``, the rules they obey, and the tiles that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.kernels.costs import REGISTER_FILE, SUB_GROUP
from autoblas.kernels.gemm.shared import SLICES, SLICES_PAY, operands
from autoblas.kernels.gemm.split_k import LAST_HAS_SLICES
from autoblas.kernels.gemm.triangles import SUMS_IN_MEMORY
from autoblas.kernels.kernel import FITS
from autoblas.kernels.nvidia.dmma.load import Tile
from autoblas.kernels.space import Rule, Space, param

if TYPE_CHECKING:
    from autoblas.problems import Matmul

__all__ = ["OVERHEAD_REGISTERS", "SPACE", "DmmaParams", "columns", "tiles_of"]


REGISTERS = 224
"""32-bit registers for sums and fragments, of the 255 that a work-item may have."""

OVERHEAD_REGISTERS = 32
"""32-bit registers that a work-item needs besides, for addresses and counters."""


@dataclass(frozen=True)
class DmmaParams:
    """One way to run the kernel; a complex column counts twice, as does a complex term of the sum."""

    tm: int = param(128, 32, 64, 128, doc="rows of C a work-group computes")
    tn: int = param(128, 32, 64, 128, doc="columns of C a work-group computes")
    tk: int = param(16, 16, 32, doc="depth of a stage")
    wm: int = param(64, 16, 32, 64, doc="rows of C a sub-group computes")
    wn: int = param(32, 16, 32, 64, doc="columns of C a sub-group computes")
    stages: int = param(3, 2, 3, 4, doc="stages of the depth that local memory holds")
    band: int = param(8, 1, 4, 8, 16, doc="rows of tiles that are computed side by side, column by column")
    slices: int = param(1, *SLICES, doc="parts that the depth is cut into, summed side by side")
    last: bool = param(False, False, True, doc="the work-group that ends last adds the sums of all slices")
    ahead: str = param(
        "rows",
        "nothing",
        "rows",
        "all",
        doc="fragments loaded a step before they are used: of A's rows, B's following one by one, or of both",
        group="form",
    )

    @property
    def across(self) -> int:
        """Sub-groups of a work-group along the columns of C."""
        return self.tn // self.wn

    @property
    def items(self) -> int:
        """Work-items of a work-group."""
        return self.tm // self.wm * self.across * SUB_GROUP

    @property
    def blocks(self) -> tuple[int, int]:
        """Fragments of A and of B that a sub-group multiplies with each other, of 8 rows and of 16 columns."""
        return self.wm // 8, self.wn // 16

    @property
    def sets(self) -> tuple[int, int]:
        """Sets of registers for fragments of A and of B."""
        return {"nothing": (1, 1), "rows": (2, 1), "all": (2, 2)}[self.ahead]

    @property
    def registers(self) -> int:
        """32-bit registers that a work-item's sums and fragments take."""
        rows, columns = self.blocks
        sets_a, sets_b = self.sets
        return 2 * (4 * rows * columns + 2 * rows * sets_a + 4 * columns * sets_b)


def columns(p: DmmaParams, q: Matmul) -> int:
    """Columns of C, complex ones or real ones, that a work-group computes."""
    return p.tn // q.accumulator.parts


def tiles_of(p: DmmaParams, q: Matmul) -> tuple[Tile, Tile]:
    """The tiles of A and B."""
    a, b, _ = operands(q)
    depth = p.tk // q.accumulator.parts
    tile_a = Tile(a, "row", p.tm, depth, p.items, 0, q.m < p.tm)
    tile_b = Tile(b, "col", columns(p, q), depth, p.items, tile_a.nbytes, q.n < columns(p, q))
    return tile_a, tile_b


SPACE = Space(
    DmmaParams,
    (
        Rule(
            "the parts of sub-groups divide the tile", lambda p, q, f: p.tm % p.wm == 0 and p.tn % p.wn == 0
        ),
        FITS,
        Rule(
            "local memory holds the tiles of all stages",
            lambda p, q, f: p.stages * sum(t.nbytes for t in tiles_of(p, q)) <= f.declared_local_bytes,
        ),
        Rule(
            "sums and fragments of a work-item take at most 224 registers",
            lambda p, q, f: p.registers <= REGISTERS,
        ),
        Rule(
            "the registers of a work-group fit a multiprocessor",
            lambda p, q, f: p.items * (p.registers + OVERHEAD_REGISTERS) <= REGISTER_FILE,
        ),
        Rule(
            "the work-items share the copies of each tile evenly",
            lambda p, q, f: all(tile.even for tile in tiles_of(p, q)),
        ),
        Rule(
            "the tile does not exceed twice C",
            lambda p, q, f: p.tm < 2 * max(q.m, 32) and columns(p, q) < 2 * max(q.n, 32),
        ),
        SLICES_PAY,
        LAST_HAS_SLICES,
    ),
    requirements=(
        *SUMS_IN_MEMORY,
        Rule(
            "all matrices are of doubles, or all of complex doubles",
            lambda p, q, f: q.uniform and q.precision.double,
        ),
        Rule(
            "the device has mma.m16n8k8 for doubles, as NVIDIA's have since compute capability 9.0",
            lambda p, q, f: f.compute_capability >= (9, 0),
        ),
    ),
)
