"""GEMM on the matrix units of NVIDIA's Hopper architecture, fed from blocks that the kernel ``split`` wrote.

A work-group has two teams of four sub-groups, which multiply, and a work-item that keeps bulk copies of whole blocks
under way; barriers in local memory tell each side what the other has finished. There are about as many work-groups as
multiprocessors, and each takes one tile of C after the other, so that blocks of the next tile arrive while the sums of
this one are stored. Where sums leave the matrix units every few blocks, the teams take turns at them.

Floats are multiplied in one of three forms. ``half3`` and ``tf32x3`` cut each number in two parts of 11 digits and
add three of the four products of parts: H. Ootomo and R. Yokota, "Recovering single precision accuracy from Tensor
Cores while surpassing the FP32 theoretical peak performance", IJHPCA 36 (2022). A product of numbers then has a
relative error of at most 2^-21, and because the matrix units truncate what they add, single precision takes over after
``joint`` blocks. ``tf32`` rounds each number to 11 digits, which ``fast`` allows. Halves and bfloat16 are multiplied as
they are, and summed in the matrix units.

What ``half3`` and ``tf32x3`` promise holds for each element of C and for all floats, because numbers that a form does
not hold are not approximated (see ``Split``). Blocks with infinities, NaN or magnitudes out of the form's range are
multiplied by single-precision multiply-adds of A's and B's own numbers, at a tenth of the speed or less: infinities,
NaN and subnormal numbers give what those give. So are blocks of ``half3`` with rows whose magnitudes span more than 28
binades, unless each of their sums turns out so large that the digits which the smaller numbers lack cannot count.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from autoblas.emit.source import Source
from autoblas.kernels.gemm_interface import IN_MEMORY
from autoblas.kernels.kernel import COMPUTES, Helper, Kernel
from autoblas.kernels.wgmma_epilogue import TURNED_BYTES
from autoblas.kernels.wgmma_frame import ROWS
from autoblas.kernels.wgmma_launch import (
    GROUPS,
    HALVES,
    LAUNCH_CYCLES,
    ON_MATRIX_UNITS,
    SHARED_BYTES,
    cycles,
    geometry,
    groups_for,
    halves_fit,
)
from autoblas.kernels.wgmma_text import Text, all_arguments
from autoblas.precision import FLOAT32
from autoblas.problems import FLIPPED, Matmul, Split
from autoblas.space import Rule, Space, param
from autoblas.split_problem import FORMS

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect
    from autoblas.split_problem import Form

__all__ = ["KERNEL", "Params"]

REGISTERS = 192
"""Registers for sums, of the 240 that a work-item has."""

SHORTEST = {"half3": {1: 256, 2: 2048, 4: 8192}, "tf32x3": {1: 128, 2: 1024, 4: 8192}}
"""Terms of a sum from which on single precision errs more, by ``joint``.

Truncation treats positive numbers worst: on an H200, uniform ones between 0 and 1 gave relative errors in norm of
1.9e-7, 4.7e-7 and 1.1e-6 (half3) and 1.3e-7, 4.0e-7 and 9.9e-7 (tf32x3) however long the sum was, and 1.3e-8 times the
square root of the number of terms in single precision.
"""


@dataclass(frozen=True)
class Params:
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
    turns: bool = param(True, False, True, doc="the teams take turns at the matrix units", group="form")

    @property
    def guarded(self) -> bool:
        """Sums leave the matrix units after each block."""
        return self.form in {"half3", "tf32x3"}

    @property
    def sums(self) -> int:
        """Sums of each element of C: of a block's small products, of its other ones, and of all blocks before."""
        return {"half3": 3, "tf32x3": 2}.get(self.form, 1)

    @property
    def stage_bytes(self) -> int:
        """Bytes of local memory for a block of A and one of B, with what aligns the next."""
        form = cast("Form", self.form)
        blocks = (Split(1, 1, width, form).block_bytes for width in (ROWS, self.tn))
        return math.ceil(sum(blocks) / 1024) * 1024


def form_fits(p: Params, q: Matmul) -> bool:
    """The form is made for the operands' type and as accurate as the product is to be."""
    if p.form == "half":
        return q.type_a in HALVES
    return q.type_a is FLOAT32 and (p.form != "tf32" or q.accuracy == "fast")


def types_fit(q: Matmul) -> bool:
    """Everything is a float, or A and B are of halves, or of bfloat16, that are summed in floats."""
    return halves_fit(q) or (q.uniform and q.precision is FLOAT32)


def local_bytes(p: Params, q: Matmul) -> int:
    """Local memory for all stages, and for halves that are turned on their way to C."""
    turned = 8 * TURNED_BYTES if q.precision in HALVES else 0
    return p.stages * p.stage_bytes + turned + SHARED_BYTES


SPACE = Space(
    Params,
    (
        Rule("the form suits the operands and the accuracy", lambda p, q, f: form_fits(p, q)),
        Rule(
            "local memory holds the blocks of all stages",
            lambda p, q, f: local_bytes(p, q) <= f.declared_local_bytes,
        ),
        Rule(
            "a work-item's sums take at most 192 registers", lambda p, q, f: p.sums * p.tn // 2 <= REGISTERS
        ),
        Rule(
            "sums of several blocks leave the matrix units together where they leave them at all",
            lambda p, q, f: p.guarded or p.joint == 1,
        ),
        Rule(
            "the sum is so long that single precision errs more: 256 terms or more, by form and joint",
            lambda p, q, f: q.k >= SHORTEST.get(p.form, {}).get(p.joint, 1),
        ),
        Rule("teams take turns where sums leave the matrix units", lambda p, q, f: p.guarded or not p.turns),
        Rule(
            "the tile does not exceed twice C, of halves, for which there is no other, by far",
            lambda p, q, f: q.m >= (8 if p.form == "half" else ROWS // 2) and p.tn <= 2 * max(q.n, 64),
        ),
        Rule(
            "the splits of A and B fit in allocations of the device",
            lambda p, q, f: all(
                helper.problem.scratch.nbytes <= f.max_alloc_bytes for helper in helpers(p, q)
            ),
        ),
    ),
    requirements=(
        COMPUTES,
        IN_MEMORY,
        Rule(
            "all matrices are of floats, or A and B are of halves or bfloat16 summed in floats",
            lambda p, q, f: types_fit(q),
        ),
        *ON_MATRIX_UNITS,
    ),
)


def traffic(p: Params, q: Matmul) -> int:
    """Bytes that the tiles read and write: each row of tiles reads B once, each column of tiles A once."""
    split_a, split_b = splits(p, q)
    blocks = split_b.tiles * split_a.matrix_bytes + split_a.tiles * split_b.matrix_bytes
    return q.items * (blocks + 2 * q.m * q.n * q.precision.size)


def splits(p: Params, q: Matmul) -> tuple[Split, Split]:
    """The splits of A, and of B, whose rows are B's columns."""
    form = cast("Form", p.form)
    items_a, items_b = (1 if x in q.shared else q.items for x in "ab")
    listed_a, listed_b = (q.listed and x not in q.shared for x in "ab")
    return (
        Split(q.m, q.k, ROWS, form, q.type_a, q.a, p.joint, items_a, listed_a),
        Split(q.n, q.k, p.tn, form, q.type_b, FLIPPED[q.b], p.joint, items_b, listed_b),
    )


def helpers(p: Params, q: Matmul) -> tuple[Helper, ...]:
    """The splits of A and B."""
    made = []
    for x, rows, across, problem in zip("ab", "mn", ("row", "col"), splits(p, q), strict=True):
        along = "col" if across == "row" else "row"
        sources = {"rows": rows, "depth": "k", "x_row": f"{x}_{across}", "x_col": f"{x}_{along}"}
        sources |= {"x": x} | {f"x_{word}": f"{x}_{word}" for word in ("offset", "step", "offsets")}
        made.append(Helper(problem, f"split_{x}", sources | {"blocks": f"split_{x}"}, {}))
    return tuple(made)


SPEED: dict[str, dict[int, float]] = {
    "half3": {128: 435.0, 64: 375.0},
    "tf32x3": {128: 265.0, 64: 240.0},
    "tf32": {256: 835.0, 192: 825.0, 128: 810.0, 64: 525.0},
    "half": {256: 1465.0, 192: 1440.0, 128: 1400.0, 64: 1020.0},
}
"""Multiply-adds of a multiprocessor in a cycle, by form and ``tn``, as an H200 made them of large products."""

JOINT = {1: 0.93, 2: 1.0, 4: 1.08}
"""What ``joint`` makes of them."""

SPLIT_BYTES = 12.2
"""Bytes that each multiprocessor reads and writes in a cycle while it splits an operand."""


def predict(p: Params, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes with the splits of its operands, roughly.

    The constants were fitted to the times of 15 sizes, each in several forms and tiles, on an H200.
    """
    speed = SPEED[p.form].get(p.tn, SPEED[p.form][64]) * (JOINT[p.joint] if p.guarded else 1.0)
    spent = cycles(p, q, f, ROWS * p.tn * q.k / speed)
    for split in splits(p, q):
        spent += LAUNCH_CYCLES + split.min_bytes() / (f.compute_units * SPLIT_BYTES)
    return spent / (f.clock_mhz * 1e6)


def suggestions(q: Matmul, f: Facts) -> list[dict[str, Any]]:
    """Forms that the accuracy allows, with the tiles that should take least time, best first."""
    if q.type_a in HALVES or q.accuracy == "fast":
        form = "half" if q.type_a in HALVES else "tf32"
        points: list[dict[str, Any]] = [
            {"form": form, "tn": tn, "stages": stages, "turns": False}
            for tn, stages in ((256, 4), (128, 6), (64, 6))
        ]
    else:
        points = [
            {"form": form, "joint": joint, "tn": tn, "stages": stages}
            for form, joint in itertools.product(("half3", "tf32x3"), (4, 2, 1))
            for tn, stages in ((128, 3), (64, 4))
        ]
    points = [point | {"groups": groups_for(f)} for point in points]
    return sorted(points, key=lambda values: predict(SPACE.point(values), q, f))


def source(p: Params, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    Text(src, p, q, *splits(p, q)).write()
    return str(src)


KERNEL = Kernel(
    name="gemm_wgmma",
    family=Matmul,
    space=SPACE,
    arguments=lambda p, q: all_arguments(q),
    geometry=geometry,
    traffic=traffic,
    source=source,
    helpers=helpers,
    made_for=frozenset({"gpu"}),
    suggestions=suggestions,
    predict=predict,
)
