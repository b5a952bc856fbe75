"""Parameters of ``conv_panel`` and the rules they obey."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.scalars import MULTIPLY_FORMS
from autoblas.kernels.convolution.shared import product_of
from autoblas.kernels.gemm.panel.params import ON_CPUS, some_tile_fits, tile_rules
from autoblas.kernels.kernel import COMPUTES
from autoblas.kernels.space import Rule, Space, param

if TYPE_CHECKING:
    from autoblas.problems.convolution import Convolution

__all__ = ["SPACE", "ConvPanelParams", "planes"]


@dataclass(frozen=True)
class ConvPanelParams:
    """Tuning parameters of ``conv_panel``."""

    rm: int = param(6, 4, 6, 8, 12, 14, doc="rows of C in the register tile")
    lanes: int = param(8, 4, 8, 16, doc="elements of a vector")
    vectors: int = param(2, 1, 2, 3, 4, doc="vectors in a row of the register tile")
    depth: int = param(256, 64, 128, 256, 512, 1024, 2048, doc="terms of the sum that a panel has room for")
    block_m: int = param(
        128, 4, 8, 16, 32, 64, 128, 512, doc="tiles that a work-item computes along the rows of C"
    )
    block_n: int = param(4, 1, 2, 4, 8, 16, doc="tiles that a work-item computes along the columns of C")
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")
    pack_a: bool = param(
        True, False, True, doc="the kernels are packed beforehand rather than read in place", group="form"
    )

    slices = 1
    pack_b = True
    prefetch = False

    @property
    def rn(self) -> int:
        """Columns of C in the register tile."""
        return self.lanes * self.vectors

    @property
    def packed(self) -> str:
        """The operands that are packed beforehand."""
        return "a" if self.pack_a else ""


def planes(p: ConvPanelParams, q: Convolution) -> int:
    """Planes whose taps a panel has room for."""
    return p.depth // q.taps


SPACE = Space(
    ConvPanelParams,
    (
        *tile_rules(product_of),
        Rule("a panel has room for the taps of a plane", lambda p, q, f: planes(p, q) > 0),
        Rule(
            "a panel has room for the whole sum where C is narrower than its accumulator",
            lambda p, q, f: q.precision is q.worked or planes(p, q) >= q.channels,
        ),
        Rule("a panel has room for at most twice the sum", lambda p, q, f: p.depth < 2 * max(q.depth, 64)),
        Rule(
            "the panels fit local memory",
            lambda p, q, f: p.block_n * p.rn * p.depth * q.worked.size <= f.local_bytes,
        ),
        Rule(
            "the block of tiles does not exceed twice C",
            lambda p, q, f: (
                (p.block_m == 4 or p.block_m * p.rm < 2 * q.kernels)
                and (p.block_n == 1 or (p.block_n - 1) * p.rn < 2 * q.positions)
            ),
        ),
    ),
    requirements=(COMPUTES, ON_CPUS, some_tile_fits(product_of)),
)
