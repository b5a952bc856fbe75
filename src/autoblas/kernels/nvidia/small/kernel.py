"""GEMM in float32 for small matrices on NVIDIA's devices, one at a time or in batches: lines in local memory.

Such products are over before a long pipeline has filled. Every work-group therefore starts all copies of its first
stages at once, of the smallest matrices those of both operands whole, and nothing passes through registers:
lines of A and B lie in local memory as they do in global memory. A work-item reads vectors of four elements from there,
along the depth where those are adjacent, else along C's axis; its rows or columns of C are adjacent where they are in
the operand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.nvidia.ptx import commit_copies, wait_copies
from autoblas.emit.source import Source
from autoblas.kernels.gemm.epilogue import SUMS_ONLY
from autoblas.kernels.gemm.shared import (
    IN_BUFFERS,
    arguments,
    begin,
    entry,
    launch,
    line_lengths,
    operands,
    tile_traffic,
    tiles,
)
from autoblas.kernels.gemm.triangles import NEW_PRODUCT
from autoblas.kernels.kernel import Kernel
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.nvidia.fma import (
    ADJACENT,
    CHUNK,
    COPIES_AHEAD,
    FITS,
    LANES,
    REGISTERS_FIT,
    RM,
    SUB_GROUPS_DIVIDE,
    attributes,
    options,
    store_function,
    store_sums,
)
from autoblas.kernels.nvidia.small.load import StagedLines
from autoblas.kernels.space import Rule, Space, param
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL"]

OVERHEAD_REGISTERS = 16
"""32-bit registers that a work-item needs besides sums and operands, at least."""


@dataclass(frozen=True)
class SmallParams:
    """One way to run the kernel."""

    tm: int = param(32, 32, 64, 128, doc="rows of C a work-group computes")
    tn: int = param(32, 32, 64, 128, doc="columns of C a work-group computes")
    rn: int = param(4, 4, 8, doc="columns of C a work-item computes")
    tk: int = param(16, 8, 16, 32, 64, doc="depth of a stage")
    stages: int = param(2, 2, 3, 4, 6, doc="stages of the depth that local memory holds")
    registers: int = param(
        128, 96, 128, 168, doc="registers that the compiler may give a work-item", group="form"
    )

    @property
    def items(self) -> int:
        """Work-items of a work-group."""
        return self.tm // RM * self.tn // self.rn


def lines_of(p: SmallParams, q: Matmul) -> tuple[StagedLines, StagedLines]:
    """How A and B lie in local memory, where A's lines precede B's."""
    a, b, _ = operands(q)
    lines_a = StagedLines(a, "row", p.tm, p.tk, p.items, 0)
    return lines_a, StagedLines(b, "col", p.tn, p.tk, p.items, lines_a.nbytes)


def stage_bytes(p: SmallParams, q: Matmul) -> int:
    """Local memory of a stage."""
    return sum(lines.nbytes for lines in lines_of(p, q))


SPACE = Space(
    SmallParams,
    (
        SUB_GROUPS_DIVIDE,
        FITS,
        Rule(
            "the work-items share the copies of each operand's lines evenly",
            lambda p, q, f: all(lines.even for lines in lines_of(p, q)),
        ),
        Rule(
            "local memory holds all stages",
            lambda p, q, f: p.stages * stage_bytes(p, q) <= f.declared_local_bytes,
        ),
        Rule(
            "a work-item has registers for its sums and four depths of operands",
            lambda p, q, f: RM * p.rn + CHUNK * (RM + p.rn) + OVERHEAD_REGISTERS <= p.registers,
        ),
        REGISTERS_FIT,
        Rule(
            "the tile does not exceed twice C",
            lambda p, q, f: p.tm < 2 * max(q.m, 32) and p.tn < 2 * max(q.n, 32),
        ),
    ),
    requirements=(
        Rule("all matrices are of type float32", lambda p, q, f: q.uniform and q.precision is FLOAT32),
        ADJACENT,
        IN_BUFFERS,
        NEW_PRODUCT,
        SUMS_ONLY,
        COPIES_AHEAD,
    ),
)


def source(p: SmallParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    pair, nbytes = lines_of(p, q), stage_bytes(p, q)
    factors = () if q.pure else ("alpha", "beta")
    functions = store_function(q, d, factors)
    with entry(src, q, "gemm_small", arguments(q), (p.items, 1), functions, attributes(p, d)):
        begin(src, q)
        size = p.stages * nbytes // FLOAT32.size
        src.local_array("float", f"tiles[{size}]", align=128)
        src(f"const uint base = {d.local_address('tiles')};")
        src(f"const int place = {d.local_id(0)};")
        src(f"const int row0 = {d.group_id(1)} * {p.tm}, col0 = {d.group_id(0)} * {p.tn};")
        down, right = LANES
        sub_groups_n, lane = p.tn // (right * p.rn), f"place % {down * right}"
        across = f"place / {down * right} % {sub_groups_n} * {right * p.rn}" if sub_groups_n > 1 else "0"
        src(
            f"const int rows_at = place / {down * right * sub_groups_n} * {down * RM}, lane_row = {lane} / {right};"
        )
        src(f"const int cols_at = {across}, lane_col = {lane} % {right};")
        for lines in pair:
            lines.declare_copies(src)
        src("int next = 0;")
        for stage in range(p.stages):
            fill(src, p, pair, str(stage * nbytes))
        for i in range(RM):
            src(f"float {', '.join(f'sum{i}_{j} = 0' for j in range(p.rn))};")
        for lines, count in zip(pair, (RM, p.rn), strict=True):
            src(f"float {', '.join(lines.register(e, s) for e in range(count) for s in range(CHUNK))};")
        main_loop(src, p, pair, nbytes)
        origin, lane_col = (f"row0 + rows_at + lane_row * {CHUNK}", "col0 + cols_at"), f"lane_col * {CHUNK}"
        store_sums(src, q, operands(q)[2], p.rn, origin, factors, lane_col)
    return str(src)


def fill(src: Source, p: SmallParams, pair: tuple[StagedLines, ...], at: str) -> None:
    """Start the copies of the next stage, if there is one, to so many bytes; an empty group where there is none."""
    with src.block("if (next < k)"):
        for lines in pair:
            lines.copy(src, at)
    src(commit_copies())
    src(f"next += {p.tk};")


def main_loop(src: Source, p: SmallParams, pair: tuple[StagedLines, ...], nbytes: int) -> None:
    """Multiply stage by stage; when all work-items have left a stage it is filled again, while the next one is used."""
    src("uint stage = 0;")
    src(wait_copies(p.stages - 1))
    src(src.dialect.barrier)
    with src.block("for (int l = 0;;)"):
        for lines, part in zip(pair, (("rows_at", "lane_row"), ("cols_at", "lane_col")), strict=True):
            lines.declare_reads(src, *part)
        src("const int count = k - l;")
        with src.block(f"if (count >= {p.tk})"):
            for piece in range(p.tk // CHUNK):
                multiply(src, p, pair, piece)
        with src.block("else"), src.loop("done", 0, "count", CHUNK):
            multiply(src, p, pair, 0)
            for lines in pair:
                src(f"{lines.x.name}_at += {lines.step};")
        src(f"l += {p.tk};")
        src("if (l >= k) break;")
        src(wait_copies(p.stages - 2))
        src(src.dialect.barrier)
        fill(src, p, pair, "stage")
        src(f"stage = stage == {(p.stages - 1) * nbytes} ? 0 : stage + {nbytes};")


def multiply(src: Source, p: SmallParams, pair: tuple[StagedLines, ...], piece: int) -> None:
    """Read four depths of a stage, ``piece`` times four from where the work-item is, and add their products."""
    for lines, count in zip(pair, (RM, p.rn), strict=True):
        lines.read(src, count, piece)
    for s in range(CHUNK):
        for i in range(RM):
            for j in range(p.rn):
                src(f"sum{i}_{j} = fma({pair[0].register(i, s)}, {pair[1].register(j, s)}, sum{i}_{j});")


SMALL = 64
"""Rows and columns of C up to which the items of a batch are computed by a tile each."""

NARROW = 16
"""Rows or columns of C up to which other kernels do better, because most of a tile would lie beyond C."""

SHORT = 256
"""Terms of the sum up to which batches are computed so."""


def preference(q: Matmul, f: Facts) -> int:
    """Before other kernels where items are small, and more than the device can be at work on one by one."""
    small = min(q.m, q.n) > NARROW and max(q.m, q.n) <= SMALL and q.k <= SHORT
    return 2 if small and q.items >= f.compute_units else -1


def predict(p: SmallParams, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes, roughly."""
    c = coefficients("gemm_small", f)
    costs = c.elements if any(length % CHUNK for length in (*line_lengths(q), q.n)) else c.vectors
    rounds = math.ceil(math.prod(tiles(p, q)) * q.items / f.compute_units)
    tile_cycles = p.tm * p.tn * (costs.stored + costs.term * q.k)
    return float((c.launch + costs.stage * q.k + rounds * tile_cycles) / (f.clock_mhz * 1e6))


def suggestions(q: Matmul, f: Facts) -> list[dict[str, Any]]:
    """One tile that holds C where there is one, or small ones, by the time that they should take."""
    tm, tn = (64 if size > 32 else 32 for size in (q.m, q.n))
    points: list[dict[str, Any]] = [
        {"tm": tm, "tn": tn, "tk": 32 if q.k > 32 else 16},
        {"tm": tm, "tn": tn},
        {},
    ]
    return sorted(points, key=lambda values: predict(SmallParams(**values), q, f))


KERNEL = Kernel(
    name="gemm_small",
    family=Matmul,
    space=SPACE,
    arguments=lambda p, q: arguments(q),
    geometry=lambda p, q: launch(q, 1, tiles(p, q), (p.items, 1)),
    traffic=lambda p, q: tile_traffic(q, tiles(p, q)),
    source=source,
    options=options,
    made_for=frozenset({"gpu"}),
    preference=preference,
    suggestions=suggestions,
    predict=predict,
)
