"""GEMM of halves, or of bfloat16, on the matrix units of NVIDIA's Hopper architecture, straight from A and B.

A work-group has two teams of four sub-groups, which multiply, and one that keeps copies of 16 bytes under way: each goes
where the swizzle of the matrix units expects it, so that operands need not be copied into blocks before (as
``gemm_wgmma`` does, whose copies are fewer). Both storage orders are multiplied as they lie. Where lines do not begin at
multiples of 16 bytes, elements are loaded one by one, which takes several times as long.

Who copies never waits for copies: they arrive at the stage's barrier by themselves, and the teams make them visible to
the matrix units when they have seen that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.source import Source
from autoblas.kernels.gemm_interface import IN_MEMORY, arguments, tile_traffic
from autoblas.kernels.halves_text import Text
from autoblas.kernels.kernel import COMPUTES, Kernel
from autoblas.kernels.wgmma_epilogue import TURNED_BYTES
from autoblas.kernels.wgmma_frame import ROWS
from autoblas.kernels.wgmma_launch import (
    GROUPS,
    ON_MATRIX_UNITS,
    SHARED_BYTES,
    cycles,
    geometry,
    groups_for,
    halves_fit,
    tiles,
)
from autoblas.problems import Matmul
from autoblas.space import Rule, Space, param
from autoblas.split_problem import LINE_BYTES

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Params"]


@dataclass(frozen=True)
class Params:
    """One way to run the kernel."""

    tn: int = param(256, 64, 128, 256, doc="columns of C a work-group computes, with 128 rows")
    stages: int = param(4, 3, 4, 6, doc="blocks of the depth that local memory holds")
    band: int = param(
        16, 1, 4, 8, 16, 32, doc="rows of tiles that are computed side by side, column by column"
    )
    groups: int = param(132, *GROUPS, doc="work-groups of the launch, or of each item of a batch, at most")


def local_bytes(p: Params) -> int:
    """Local memory for all stages, and for halves that are turned on their way to C."""
    return p.stages * (ROWS + p.tn) * LINE_BYTES + 8 * TURNED_BYTES + SHARED_BYTES


SPACE = Space(
    Params,
    (
        Rule("local memory holds all stages", lambda p, q, f: local_bytes(p) <= f.declared_local_bytes),
        Rule(
            "the tile does not exceed twice C", lambda p, q, f: q.m >= ROWS // 2 and p.tn <= 2 * max(q.n, 64)
        ),
    ),
    requirements=(
        COMPUTES,
        IN_MEMORY,
        Rule("A and B are of halves or bfloat16 summed in floats", lambda p, q, f: halves_fit(q)),
        Rule("A and B have adjacent elements", lambda p, q, f: "any" not in (q.a, q.b)),
        *ON_MATRIX_UNITS,
    ),
)


def traffic(p: Params, q: Matmul) -> int:
    """Bytes that the tiles read and write."""
    return tile_traffic(q, tiles(p, q))


def source(p: Params, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    Text(src, p, q).write()
    return str(src)


SPEED = {256: 1430.0, 128: 1380.0, 64: 900.0}
"""Multiply-adds of a multiprocessor in a cycle, by ``tn``, as an H200 made them of large products; of 64 a guess."""

ONE_BY_ONE = 4.5
"""How much longer a product takes whose elements are loaded one by one."""

STRADDLED = 1.45
"""How much longer it takes where lines do not begin with those of the cache: 1.38 at 5000, 1.67 at 3000 on an H200."""


def predict(p: Params, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes, roughly, where lines of dense matrices are those of A and B."""
    lines = (q.k if q.a == "row" else q.m, q.n if q.b == "row" else q.k)
    slower = (
        ONE_BY_ONE
        if any(line % 8 for line in lines)
        else STRADDLED
        if any(line % 64 for line in lines)
        else 1.0
    )
    return cycles(p, q, f, slower * ROWS * p.tn * q.k / SPEED[p.tn]) / (f.clock_mhz * 1e6)


def suggestions(q: Matmul, f: Facts) -> list[dict[str, Any]]:
    """The tiles that should take least time, best first."""
    groups = groups_for(f)
    points = [{"tn": tn, "stages": stages, "groups": groups} for tn, stages in ((256, 4), (128, 6), (64, 6))]
    return sorted(points, key=lambda values: predict(Params(**values), q, f))


KERNEL = Kernel(
    name="gemm_halves",
    family=Matmul,
    space=SPACE,
    arguments=lambda p, q: arguments(q),
    geometry=geometry,
    traffic=traffic,
    source=source,
    made_for=frozenset({"gpu"}),
    suggestions=suggestions,
    predict=predict,
)
