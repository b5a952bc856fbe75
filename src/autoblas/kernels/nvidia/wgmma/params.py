"""Parameters of ``gemm_wgmma``, the rules they obey, and the local memory they take."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from autoblas.kernels.gemm.shared import HALVES
from autoblas.kernels.gemm.triangles import PRODUCT_IN_MEMORY
from autoblas.kernels.kernel import Helper
from autoblas.kernels.nvidia.hopper.launch import (
    GROUPS,
    ON_MATRIX_UNITS,
    ROWS,
    SHARED_BYTES,
    SLICES,
    halves_fit,
    has_terms,
)
from autoblas.kernels.nvidia.hopper.store import TRANSPOSE_BYTES
from autoblas.kernels.space import Rule, Space, param
from autoblas.precision import FLOAT32
from autoblas.problems import FLIPPED, Matmul, Split
from autoblas.problems.split import FORMS

if TYPE_CHECKING:
    from autoblas.problems.split import SplitForm

__all__ = ["SHORTEST", "SPACE", "WgmmaParams", "helpers", "splits", "step_of"]


REGISTERS = 192
"""Registers for sums, of the 240 that a work-item has."""


PARTS = {64: 64, 128: 128, 192: 64, 256: 64}
"""Columns of a tile of ``half1`` whose sums leave the matrix units together: of large ones registers hold no more."""


SHORTEST = {"half3": {1: 256, 2: 2048, 4: 8192}, "tf32x3": {1: 128, 2: 1024, 4: 8192}}
"""Terms of a sum from which on single precision errs more, by ``joint``.

Truncation treats positive numbers worst: on an H200, uniform ones between 0 and 1 gave relative errors in norm of
1.9e-7, 4.7e-7 and 1.1e-6 (half3) and 1.3e-7, 4.0e-7 and 9.9e-7 (tf32x3) however long the sum was, and 1.3e-8 times the
square root of the number of terms in single precision.
"""


FEWEST_TERMS = min(min(terms.values()) for terms in SHORTEST.values())
"""Terms below which no form of two parts serves."""


@dataclass(frozen=True)
class WgmmaParams:
    """One way to run the kernel."""

    form: str = param("half3", *FORMS, doc="what becomes of the numbers of A and B")
    tn: int = param(128, 64, 128, 192, 256, doc="columns of C a work-group computes, with 128 rows")
    joint: int = param(
        1, 1, 2, 4, doc="blocks of the depth that are summed before single precision takes over"
    )
    stages: int = param(3, 2, 3, 4, 5, 6, doc="blocks of the depth that local memory holds")
    band: int = param(
        8, 1, 4, 8, 16, 32, doc="rows of tiles that are computed side by side, column by column"
    )
    groups: int = param(132, *GROUPS, doc="work-groups of the launch, or of each item of a batch, at most")
    slices: int = param(
        1, *SLICES, doc="parts that the depth is cut into, summed by the last work-group of a tile"
    )
    turns: bool = param(True, False, True, doc="the teams take turns at the matrix units", group="form")

    @property
    def part(self) -> int:
        """Columns whose sums leave the matrix units at the same time, of ``half1`` where rows have factors of their own."""
        return PARTS[self.tn] if self.form == "half1" else self.tn

    @property
    def sums(self) -> int:
        """A work-item's sums of blocks before, of a block's other products, and of its small ones."""
        return (self.tn + {"half3": 2, "tf32x3": 1, "half1": 1}.get(self.form, 0) * self.part) // 2

    @property
    def stage_bytes(self) -> int:
        """Bytes of local memory for a block of A and one of B, with what aligns the next."""
        return math.ceil(_blocks_bytes(self.form, self.tn) / 1024) * 1024


@functools.cache
def step_of(form: str) -> int:
    """Terms of a block."""
    return Split(1, 1, ROWS, cast("SplitForm", form)).step


@functools.cache
def _blocks_bytes(form: str, tn: int) -> int:
    """Bytes of a block of A and of one of B."""
    return sum(Split(1, 1, width, cast("SplitForm", form)).block_bytes for width in (ROWS, tn))


def form_fits(p: WgmmaParams, q: Matmul) -> bool:
    """The form is made for the operands' type and as accurate as the product is to be."""
    if p.form == "half":
        return q.type_a in HALVES
    return q.type_a is FLOAT32 and (p.form in SHORTEST or q.accuracy == "fast")


def types_fit(q: Matmul) -> bool:
    """Everything is a float, or A and B are of halves, or of bfloat16, that are summed in floats."""
    return halves_fit(q) or (q.uniform and q.precision is FLOAT32)


def local_bytes(p: WgmmaParams, q: Matmul) -> int:
    """Local memory for all stages, and for halves that are transposed before they are stored to C."""
    transposing = 8 * TRANSPOSE_BYTES if q.precision in HALVES else 0
    return p.stages * p.stage_bytes + transposing + SHARED_BYTES


SPACE = Space(
    WgmmaParams,
    (
        Rule("the form suits the operands and the accuracy", lambda p, q, f: form_fits(p, q)),
        Rule(
            "local memory holds the blocks of all stages",
            lambda p, q, f: local_bytes(p, q) <= f.declared_local_bytes,
        ),
        Rule("a work-item's sums take at most 192 registers", lambda p, q, f: p.sums <= REGISTERS),
        Rule(
            "sums of several blocks leave the matrix units together where they leave them throughout",
            lambda p, q, f: p.form in SHORTEST or p.joint == 1,
        ),
        Rule(
            "the sum is so long that single precision errs more: 256 terms or more, by form and joint",
            lambda p, q, f: q.k >= SHORTEST.get(p.form, {}).get(p.joint, 1),
        ),
        Rule(
            "there are blocks of the depth for every slice",
            lambda p, q, f: has_terms(p.slices, q, step_of(p.form), p.joint),
        ),
        Rule(
            "teams take turns where sums leave the matrix units throughout",
            lambda p, q, f: p.form in SHORTEST or not p.turns,
        ),
        Rule("a tile's columns do not exceed twice C's", lambda p, q, f: p.tn <= 2 * max(q.n, 64)),
        Rule(
            "the splits of A and B fit in allocations of the device",
            lambda p, q, f: all(
                helper.problem.scratch.nbytes <= f.max_alloc_bytes for helper in helpers(p, q)
            ),
        ),
    ),
    requirements=(
        *PRODUCT_IN_MEMORY,
        Rule(
            "all matrices are of floats, or A and B are of halves or bfloat16 summed in floats",
            lambda p, q, f: types_fit(q),
        ),
        Rule("C has at least 64 rows, half a tile's", lambda p, q, f: q.m >= ROWS // 2),
        *ON_MATRIX_UNITS,
        Rule(
            "sums of floats have 128 terms or more, unless the accuracy allows tf32 numbers",
            lambda p, q, f: q.type_a is not FLOAT32 or q.accuracy == "fast" or q.k >= FEWEST_TERMS,
        ),
    ),
)


def splits(p: WgmmaParams, q: Matmul) -> tuple[Split, Split]:
    """The splits of A, and of B, whose rows are B's columns."""
    form = cast("SplitForm", p.form)
    items_a, items_b = (1 if x in q.shared else q.items for x in "ab")
    listed_a, listed_b = (q.listed and x not in q.shared for x in "ab")
    return (
        Split(q.m, q.k, ROWS, form, q.type_a, q.a, p.joint, items_a, listed_a),
        Split(q.n, q.k, p.tn, form, q.type_b, FLIPPED[q.b], p.joint, items_b, listed_b),
    )


def helpers(p: WgmmaParams, q: Matmul) -> tuple[Helper, ...]:
    """The splits of A and B."""
    launches = []
    for x, rows, across, problem in zip("ab", "mn", ("row", "col"), splits(p, q), strict=True):
        along = "col" if across == "row" else "row"
        sources = {"rows": rows, "depth": "k", "x_row": f"{x}_{across}", "x_col": f"{x}_{along}"}
        sources |= {"x": x} | {f"x_{word}": f"{x}_{word}" for word in ("offset", "step", "offsets")}
        launches.append(Helper(problem, f"split_{x}", sources | {"blocks": f"split_{x}"}, {}))
    return tuple(launches)
