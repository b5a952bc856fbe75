"""Parameters of ``gemm_hmma``, the rules they obey, and the copies that follow from them."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.kernels.clusters import CLUSTERS, clusters_of
from autoblas.kernels.costs import SUB_GROUP
from autoblas.kernels.gemm.shared import HALVES, HAS_TERMS, operands
from autoblas.kernels.gemm.triangles import PRODUCT_IN_MEMORY
from autoblas.kernels.kernel import FITS
from autoblas.kernels.nvidia.hmma.floats import PARTS, QUAD
from autoblas.kernels.nvidia.hmma.load import OperandCopies
from autoblas.kernels.space import Rule, Space, param
from autoblas.precision import FLOAT32

if TYPE_CHECKING:
    from autoblas.emit.operands import Matrix
    from autoblas.problems import Matmul

__all__ = [
    "MOST_ROWS",
    "REGISTERS",
    "SHORTEST_OF_PAIRS",
    "SHORTEST_SLICE",
    "SLICES",
    "SPACE",
    "TERMS",
    "HmmaParams",
    "copies_of",
    "local_bytes",
    "pitch",
    "registers",
]


TERMS = 16
"""Of an instruction."""

SLICES = (*range(1, 17), 18, 20, 22, 24, 28, 32, 36, 40, 48, 56, 64, 80, 96, 112, 128)
"""Into how many parts the depth may be cut."""

SHORTEST_SLICE = 64
"""Terms of a slice, at least."""


SHORTEST_OF_PAIRS = 64
"""Terms of a sum from which on two numbers of tf32 err less than single precision."""

MOST_ROWS = 65535
"""Work-groups along the second dimension of a launch."""

REGISTERS = 176
"""32-bit registers for sums, fragments and elements on their way, of the 255 that a work-item may have."""


@dataclass(frozen=True)
class HmmaParams:
    """One way to run the kernel."""

    tm: int = param(64, 8, 16, 32, 64, 128, doc="rows of C a work-group computes")
    tn: int = param(64, 8, 16, 32, 64, 128, 256, doc="columns of C a work-group computes")
    tk: int = param(32, 16, 32, 64, 128, 256, doc="depth of a stage")
    wm: int = param(32, 8, 16, 32, 64, doc="rows of C a sub-group computes")
    wn: int = param(32, 8, 16, 32, 64, doc="columns of C a sub-group computes")
    teams: int = param(
        1, 1, 2, 4, 8, doc="teams of sub-groups that compute the tile, each of a part of the stage's depth"
    )
    stages: int = param(3, 2, 3, 4, 6, doc="stages of the depth that local memory holds")
    turned: bool = param(
        False, False, True, doc="columns of C are on the 16 rows of an instruction, rows on its 8 columns"
    )
    slices: int = param(
        1, *SLICES, doc="parts that the depth is cut into, summed by the last work-group of a tile"
    )
    band: int = param(8, 1, 4, 8, 16, doc="rows of tiles that are computed side by side, column by column")
    a_bytes: int = param(16, 2, 4, 8, 16, doc="bytes of a copy of A", group="form")
    b_bytes: int = param(16, 2, 4, 8, 16, doc="bytes of a copy of B", group="form")
    form: str = param(
        "whole",
        "whole",
        "parts",
        "tf32x3",
        "plain",
        doc="how elements are multiplied: halves on matrix units, floats cut there into three parts or two, or by multiply-adds",
        group="form",
    )

    cluster: bool = param(
        False,
        False,
        True,
        doc="the slices of a tile are work-groups of a cluster, which add them through each other's local memory",
    )

    @property
    def across(self) -> int:
        """Sub-groups of a team along the columns of C."""
        return self.tn // self.wn

    @property
    def sub_groups(self) -> int:
        """Sub-groups of a team."""
        return self.tm // self.wm * self.across

    @property
    def items(self) -> int:
        """Work-items of a work-group."""
        return self.sub_groups * self.teams * SUB_GROUP

    @property
    def blocks(self) -> tuple[int, int]:
        """Instructions of a sub-group along their 16 rows and along their 8 columns."""
        long, short = (self.wn, self.wm) if self.turned else (self.wm, self.wn)
        return long // 16, short // 8


def copies_of(p: HmmaParams, q: Matmul) -> tuple[OperandCopies, OperandCopies]:
    """How A and B are copied to local memory, where A's lines precede B's."""
    a, b, _ = operands(q)
    return _copies(a, b, p.tm, p.tn, p.tk, p.items, p.a_bytes, p.b_bytes)


@functools.lru_cache(maxsize=1024)
def _copies(
    a: Matrix, b: Matrix, tm: int, tn: int, tk: int, items: int, a_bytes: int, b_bytes: int
) -> tuple[OperandCopies, OperandCopies]:
    """The copies of A and B, cached because several rules ask for them."""
    copies_a = OperandCopies(a, "row", tm, tk, items, 0, a_bytes)
    return copies_a, OperandCopies(b, "col", tn, tk, items, copies_a.nbytes, b_bytes)


def pitch(p: HmmaParams) -> int:
    """Floats from one row of a tile's sums in local memory to the next, so that stores meet no bank twice."""
    if p.turned:
        return p.tn + 4
    return p.tn + 8 if p.tn > 8 else p.tn


def local_bytes(p: HmmaParams, copies: tuple[OperandCopies, OperandCopies]) -> int:
    """Local memory for all stages, and for the sums of all teams, which follow in the same place."""
    return max(p.stages * (copies[0].nbytes + copies[1].nbytes), p.teams * p.tm * pitch(p) * 4) + 16


def registers(p: HmmaParams, copies: tuple[OperandCopies, OperandCopies]) -> int:
    """Registers of sums and fragments, and of elements that are on their way to local memory."""
    long, short = p.blocks
    if p.form == "parts":  # each sum twice, and small products of some blocks
        return 8 * long * short + PARTS * (4 * long + 2 * short) + 8
    if p.form == "tf32x3":  # the same for blocks of all products
        return 12 * long * short + 2 * (4 * long + 2 * short) + 8
    if p.form == "plain":
        return 4 * long * short + QUAD * 2 * (long + short)
    return 4 * long * short + 4 * long + 2 * short + copies[0].staging_registers + copies[1].staging_registers


def fits_types(q: Matmul) -> bool:
    """All matrices are of halves, of bfloat16 or of floats, summed in floats.

    Halves with a C of floats would show that matrix units truncate: on an H200 sums of 100 terms erred 1.4 times as much as
    plain ones.
    """
    if q.type_a not in HALVES and q.type_a is not FLOAT32:
        return False
    return q.type_a is q.type_b is q.precision and q.accumulator is FLOAT32


def form_fits(p: HmmaParams, q: Matmul) -> bool:
    """The form is made for the operands' type and as accurate as the product is to be."""
    if q.type_a in HALVES:
        return p.form == "whole"
    if q.accuracy == "strict":
        return p.form == "plain"
    return p.form in {"parts", "plain"} or (p.form == "tf32x3" and q.k >= SHORTEST_OF_PAIRS)


def divided(p: HmmaParams) -> bool:
    """Instructions divide the part of a sub-group, and these the tile."""
    rows, cols = (8, 16) if p.turned else (16, 8)
    return p.wm % rows == p.wn % cols == 0 and p.tm % p.wm == p.tn % p.wn == 0


def cluster_fits(p: HmmaParams, q: Matmul) -> bool:
    """Each slice of a cluster stores as many whole rows of the tile, and no cluster is in two launches."""
    return p.slices in CLUSTERS and p.tm % p.slices == 0 and q.items * p.slices <= MOST_ROWS


SPACE = Space(
    HmmaParams,
    (
        Rule("instructions divide the part of a sub-group, and these the tile", lambda p, q, f: divided(p)),
        Rule("teams divide the depth of a stage", lambda p, q, f: p.tk % (TERMS * p.teams) == 0),
        FITS,
        Rule("the form suits the operands and the accuracy", lambda p, q, f: form_fits(p, q)),
        Rule(
            "copies are of whole elements, and those of floats pass by the registers",
            lambda p, q, f: q.type_a in HALVES or min(p.a_bytes, p.b_bytes) >= FLOAT32.size,
        ),
        Rule(
            "neighbouring work-items copy whole lines of a stage",
            lambda p, q, f: all(copies.even for copies in copies_of(p, q)),
        ),
        Rule(
            "what a work-item keeps takes at most 176 registers",
            lambda p, q, f: registers(p, copies_of(p, q)) <= REGISTERS,
        ),
        Rule(
            "local memory holds all stages, and the sums",
            lambda p, q, f: local_bytes(p, copies_of(p, q)) <= f.declared_local_bytes,
        ),
        Rule(
            "the tile does not exceed twice C",
            lambda p, q, f: p.tm <= 2 * max(q.m, 8) and p.tn <= 2 * max(q.n, 8),
        ),
        Rule(
            "rows of tiles are at most 65535 where they are not in bands",
            lambda p, q, f: p.band > 1 or q.m <= MOST_ROWS * p.tm,
        ),
        Rule(
            "a slice of the depth has at least 64 terms",
            lambda p, q, f: p.slices == 1 or q.k >= p.slices * SHORTEST_SLICE,
        ),
        Rule(
            "slices that are a cluster are 2, 4, 8 or 16 and divide the rows of the tile",
            lambda p, q, f: not p.cluster or cluster_fits(p, q),
        ),
        Rule(
            "clusters are launched by CUDA, on cards that have such",
            lambda p, q, f: not p.cluster or p.slices in clusters_of(f),
        ),
    ),
    requirements=(
        *PRODUCT_IN_MEMORY,
        Rule(
            "all matrices are of halves, of bfloat16 or of floats, summed in floats",
            lambda p, q, f: fits_types(q),
        ),
        Rule("A and B have adjacent elements", lambda p, q, f: "any" not in (q.a, q.b)),
        Rule(
            "arithmetic other than IEEE multiply-adds is allowed, or A and B are of floats",
            lambda p, q, f: q.accuracy != "strict" or q.type_a is FLOAT32,
        ),
        HAS_TERMS,
        Rule(
            "the device is NVIDIA's, of compute capability 8.0 or later",
            lambda p, q, f: f.compute_capability >= (8, 0),
        ),
    ),
)
