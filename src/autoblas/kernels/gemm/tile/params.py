"""Parameters of ``gemm_tile`` and the rules they obey."""

from __future__ import annotations

from dataclasses import dataclass

from autoblas.emit.scalars import MULTIPLY_FORMS
from autoblas.kernels.costs import REGISTER_BYTES
from autoblas.kernels.gemm.shared import PLAIN_INTEGERS, SLICES, SLICES_PAY
from autoblas.kernels.gemm.triangles import SUMS_IN_MEMORY
from autoblas.kernels.kernel import sides_fit
from autoblas.kernels.space import Rule, Space, param

__all__ = ["SPACE", "TileParams"]


@dataclass(frozen=True)
class TileParams:
    """One way to run the kernel."""

    tm: int = param(64, 16, 32, 64, 128, 256, doc="rows of C a work-group computes")
    tn: int = param(64, 16, 32, 64, 128, doc="columns of C a work-group computes")
    tk: int = param(16, 8, 16, 32, doc="depth held in local memory between barriers")
    rm: int = param(4, 2, 4, 8, 16, doc="rows of C a work-item computes")
    rn: int = param(4, 2, 4, 8, 16, doc="columns of C a work-item computes")
    chunk: int = param(4, 2, 4, doc="adjacent elements a work-item reads from local memory at once")
    va: int = param(4, 1, 4, doc="elements per load of A")
    vb: int = param(4, 1, 4, doc="elements per load of B")
    pad: int = param(0, 0, 4, doc="unused elements that end a local row, against bank conflicts")
    buffers: int = param(
        1,
        1,
        2,
        doc="tiles of each operand that local memory holds; with two, one is filled while the other is used",
        renamed_from="halves",
    )
    slices: int = param(1, *SLICES, doc="parts that the depth is cut into, summed side by side")
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")

    @property
    def gx(self) -> int:
        """Work-items of a work-group along the columns of C."""
        return self.tn // self.rn

    @property
    def gy(self) -> int:
        """Work-items of a work-group along the rows of C."""
        return self.tm // self.rm

    @property
    def local_elements(self) -> int:
        """Elements of all staged tiles."""
        return self.buffers * self.tk * (self.tm + self.tn + 2 * self.pad)


SPACE = Space(
    TileParams,
    (
        Rule("chunks divide the register tile", lambda p, q, f: p.rm % p.chunk == 0 and p.rn % p.chunk == 0),
        *sides_fit(lambda p: (p.gx, p.gy)),
        Rule("a work-group has at least 16 work-items", lambda p, q, f: p.gx * p.gy >= 16),
        Rule(
            "local memory holds both tiles",
            lambda p, q, f: p.local_elements * q.accumulator.size <= f.local_bytes,
        ),
        Rule(
            "a work-item's sums fit its share of the registers",
            lambda p, q, f: (p.rm * p.rn + p.rm + p.rn) * q.accumulator.size <= REGISTER_BYTES,
        ),
        Rule(
            "the work-items share the loads of each tile evenly, at most 16 each",
            lambda p, q, f: all(
                extent * p.tk % (width * p.gx * p.gy) == 0 and extent * p.tk <= 16 * width * p.gx * p.gy
                for extent, width in ((p.tm, p.va), (p.tn, p.vb))
            ),
        ),
        Rule("vectors of A need adjacent elements", lambda p, q, f: p.va == 1 or q.a != "any"),
        Rule("vectors of B need adjacent elements", lambda p, q, f: p.vb == 1 or q.b != "any"),
        Rule(
            "the tile does not exceed twice C",
            lambda p, q, f: p.tm < 2 * max(q.m, 16) and p.tn < 2 * max(q.n, 16),
        ),
        SLICES_PAY,
        PLAIN_INTEGERS,
    ),
    requirements=SUMS_IN_MEMORY,
)
