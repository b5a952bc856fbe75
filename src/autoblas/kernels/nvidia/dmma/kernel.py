"""GEMM in doubles on NVIDIA's matrix units, from tiles in local memory that are filled while others are used.

A work-group keeps the tiles of several stages of the depth in local memory and lets copies run ahead of the
multiplication; its sub-groups load fragments one step ahead of it too. A sub-group computes its part of C transposed:
the instruction's first operand, of 16 rows, are columns of B, its second, of 8 columns, rows of A. Tiles at the edge
move inside and leave what their neighbours compute, and the last terms of the sum, which may not fill a tile, come
first, so that the loop needs no guards. Only where C is narrower than a tile every copy asks what exists. Where a
triangle of C is wanted, work-groups whose tile lies outside of it end at once.

A complex product is one of real numbers with twice the columns and twice the depth: of the two columns that B's
element b stands for, one is (re b, -im b) and the other (im b, re b). Both are loaded from the same place, so that the
16 columns of an operand are 8 complex ones, and a work-item has both parts of its sums.

By the PTX ISA, "precision of the element-wise multiplication and addition operation is identical to that of .f64
precision fused multiply-add", rounded to nearest even: arithmetic that every accuracy allows.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus, strides
from autoblas.emit.scalars import is_zero, multiple, write
from autoblas.emit.source import Source
from autoblas.kernels.costs import SUB_GROUP
from autoblas.kernels.gemm.shared import arguments, begin, entry, launch, operands, tile_traffic, unscaled
from autoblas.kernels.gemm.split_k import Region, add_slices, helpers_unless_last, split_k_memory
from autoblas.kernels.gemm.triangles import all_of, element_inside, tile_outside
from autoblas.kernels.kernel import Kernel
from autoblas.kernels.nvidia.dmma.model import grid, predict, suggestions
from autoblas.kernels.nvidia.dmma.params import SPACE, DmmaParams, columns, tiles_of
from autoblas.kernels.nvidia.dmma.text import DmmaLoop, sums
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL"]


def source(p: DmmaParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    tiles = tiles_of(p, q)
    parts = q.accumulator.parts
    with entry(src, q, "gemm_dmma", arguments(q, p.slices, last=p.last), (p.items, 1)):
        depth = begin(src, q, p.slices, p.tk // parts, last=p.last)
        stage = sum(tile.nbytes for tile in tiles)
        src.local_array("double", f"tiles[{p.stages * stage // 8}]", align=1024)
        src(f"const uint base = {d.local_address('tiles')};")
        src(f"const int place = {d.local_id(0)}, lane = place % {SUB_GROUP}, warp = place / {SUB_GROUP};")
        src("const int g = lane / 4, t = lane % 4;")
        declare_tile(src, p, q)
        if q.part:
            src(f"if ({tile_outside(q, 'row_wanted', p.tm, 'col_wanted', columns(p, q))}) return;")
        src(f"const int row_part = warp / {p.across} * {p.wm};")
        src(f"const int col_part = warp % {p.across} * {p.wn // parts};")
        for tile, part in zip(tiles, ("row_part", "col_part"), strict=True):
            tile.declare_copies(src, depth.first)
            tile.declare_fragments(src, part)
        DmmaLoop(src, p, q, tiles, stage).write(depth)
        epilogue(src, p, q)
        if p.last:
            ends = f"min(row_wanted + {p.tm}, m)", f"min(col_wanted + {columns(p, q)}, n)"
            region = Region("row_wanted", p.tm, ends[0], "col_wanted", columns(p, q), ends[1])
            add_slices(src, p, q, region, "place", p.items)
    return str(src)


def declare_tile(src: Source, p: DmmaParams, q: Matmul) -> None:
    """Declare where the work-group's tile is wanted, and where it is computed, which lies inside C.

    Tiles are numbered by bands of ``band`` rows, each of them column by column, so that work-groups that run at the
    same time share their operands in the cache.
    """
    d = src.dialect
    y, x = (d.group_id(axis) for axis in (1, 0))
    height, width = (f"(int){d.group_count(axis)}" for axis in (1, 0))
    if p.band == 1:
        src(f"const int row_wanted = {y} * {p.tm}, col_wanted = {x} * {columns(p, q)};")
    else:
        src(f"const int above = {y} / {p.band} * {p.band}, high = min({height} - above, {p.band});")
        src(f"const int number = ((int){y} - above) * {width} + (int){x};")
        src(f"const int row_wanted = (above + number % high) * {p.tm};")
        src(f"const int col_wanted = number / high * {columns(p, q)};")
    for name, extent, edge, size in (("row", p.tm, "m", q.m), ("col", columns(p, q), "n", q.n)):
        inside = f"min({name}_wanted, {edge} - {extent})" if size >= extent else f"{name}_wanted"
        src(f"const int {name}0 = {inside};")


def epilogue(src: Source, p: DmmaParams, q: Matmul) -> None:
    """Bring the sums into C: those that no neighbour computes, old elements loaded side by side before new ones."""
    d = src.dialect
    c = operands(q, p.slices, last=p.last)[2]
    src("const int row = row0 + row_part + 2 * t, col = col0 + col_part + g;")
    edges = ["< m" if q.m < p.tm else ">= row_wanted", "< n" if q.n < columns(p, q) else ">= col_wanted"]
    rows, blocks = p.blocks
    for i in range(rows):
        for r in range(2):
            row = plus("row", 8 * i + r)
            with src.block(f"if ({row} {edges[0]})"):
                src(f"{d.global_memory}{d.element(c.stored)} *at = {c.pointer(d, row, 'col')};")
                totals = [total for j in range(blocks) for total in totals_of(d, q, i, j, r)]
                store_row(src, p, q, totals, row, edges[1])


def totals_of(d: Dialect, q: Matmul, i: int, j: int, r: int) -> list[str]:
    """A work-item's elements of a row of C in block (i, j): two real ones, or a complex one."""
    names = sums(i, j)[r::2]
    return [d.construct(d.element(q.accumulator), *names)] if q.accumulator.is_complex else names


def store_row(src: Source, p: DmmaParams, q: Matmul, totals: list[str], row: str, edge: str) -> None:
    """Bring a work-item's elements of a row, eight columns apart, into C from ``at`` on, where ``col`` allows it."""
    d, c = src.dialect, operands(q, p.slices, last=p.last)[2]
    steps = range(0, 8 * len(totals), 8)
    cols = [plus("col", step) for step in steps]
    exists = [all_of(f"{col} {edge}", element_inside(q, row, col)) for col in cols]
    at = [plus("at", step if c.order == "row" else strides(d.index, step, "c_col")) for step in steps]

    def real(col: str, value: str) -> str:
        return f"real_if({row} == {col}, {value})" if q.hermitian and p.slices == 1 else value

    def store(values: list[str]) -> None:
        for col, condition, pointer, value in zip(cols, exists, at, values, strict=True):
            src(f"if ({condition}) {write(d, c.stored, c.target, 1, real(col, value), pointer)}")

    if unscaled(q, p.slices):
        store(totals)
        return
    new = [multiple(q.accumulator, "alpha", total) for total in totals]
    with src.block(f"if ({is_zero(q.accumulator, 'beta')})"):
        store(new)
    with src.block("else"):
        for j, (condition, pointer) in enumerate(zip(exists, at, strict=True)):
            old = f"{condition} ? {c.read_at(d, pointer)} : {d.construct(d.element(c.stored), '0')}"
            src(f"const {d.element(c.stored)} old{j} = {old};")
        shares = [multiple(q.accumulator, "beta", real(col, f"old{j}")) for j, col in enumerate(cols)]
        store([f"{value} + {share}" for value, share in zip(new, shares, strict=True)])


KERNEL = Kernel(
    name="gemm_dmma",
    family=Matmul,
    space=SPACE,
    arguments=lambda p, q: arguments(q, p.slices, last=p.last),
    geometry=lambda p, q: launch(q, p.slices, grid(p, q), (p.items, 1)),
    traffic=lambda p, q: tile_traffic(q, grid(p, q), p.slices),
    source=source,
    helpers=helpers_unless_last,
    memory=lambda p, q: split_k_memory(p, q, math.prod(grid(p, q))),
    made_for=frozenset({"gpu"}),
    suggestions=suggestions,
    predict=predict,
)
