"""GEMM for CPUs: one work-item a work-group multiplies packed panels with a tile held in vector registers.

A is packed in panels of ``rm`` rows and B in panels of ``rn`` columns (kernel ``pack``), so that the innermost loop
reads both in order; on the way they are converted to the accumulator's type, and complex numbers are split into
vectors of real and of imaginary parts. A work-item computes a block of tiles, ``depth`` of the sum at a time, small enough for the panel
that the inner loop repeats to stay in the first-level cache and the block of the other operand in the second: the
blocking of K. Goto and R. van de Geijn, "Anatomy of high-performance matrix multiplication", ACM TOMS 34 (2008).
"""

from __future__ import annotations

import math
from contextlib import contextmanager
from typing import TYPE_CHECKING

from autoblas.emit.expressions import ceil_div, plus, times
from autoblas.emit.source import Source
from autoblas.kernels.gemm.panel.model import predict, suggestions
from autoblas.kernels.gemm.panel.params import SPACE, PanelParams, rounds_once
from autoblas.kernels.gemm.panel.text import add_term, declare_sums, epilogue, panel, prefetch
from autoblas.kernels.gemm.shared import (
    Depth,
    arguments,
    begin,
    entry,
    launch,
    operands,
    options,
    packing,
    slice_helpers,
)
from autoblas.kernels.gemm.triangles import block_inside, blocks_inside, shortened, term_ranges, tile_outside
from autoblas.kernels.kernel import Helper, Kernel
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Launch
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL"]


def geometry(p: PanelParams, q: Matmul) -> Launch:
    """A work-item for each block of tiles of which an element is wanted."""
    if q.part:
        return launch(q, p.slices, (blocks_inside(q, p.block_m * p.rm, p.block_n * p.rn), 1), (1, 1))
    return launch(q, p.slices, blocks(p, q), (1, 1))


def blocks(p: PanelParams, q: Matmul) -> tuple[int, int]:
    """Blocks of tiles down and across C."""
    rows, cols = math.ceil(q.m / p.rm), math.ceil(q.n / p.rn)
    return math.ceil(rows / p.block_m), math.ceil(cols / p.block_n)


def traffic(p: PanelParams, q: Matmul) -> int:
    """Bytes that the blocks read and write: a block reads its panels once and C once for each depth."""
    groups = blocks(p, q)
    depths = max(1, math.ceil(q.k / p.depth))
    size_a = (q.accumulator if p.pack_a else q.type_a).size
    size_b = (q.accumulator if p.pack_b else q.type_b).size
    read_once = (groups[1] * q.m * size_a + groups[0] * q.n * size_b) * q.k
    return q.items * (read_once + 2 * depths * q.m * q.n * q.precision.size)


def helpers(p: PanelParams, q: Matmul) -> tuple[Helper, ...]:
    """The packing of A and B, and what brings the sums of slices together."""
    packings = [packing(q, x, width) for x, width in (("a", p.rm), ("b", p.rn)) if x in p.packed]
    return (*packings, *slice_helpers(p, q))


def source(p: PanelParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    with entry(src, q, "gemm_panel", arguments(q, p.slices, p.packed), (1, 1)):
        depth = begin(src, q, p.slices, packed=p.packed)
        src(f"const int row_tiles = {ceil_div('m', p.rm)}, col_tiles = {ceil_div('n', p.rn)};")
        for x, tiles_of, width in (("a", "row_tiles", p.rm), ("b", "col_tiles", p.rn)):
            if q.batched and x in p.packed and x not in q.shared:
                src(f"{x} += item * {tiles_of} * {width * q.accumulator.parts} * k;")
        block = [d.group_id(axis) for axis in (0, 1)]
        if q.part:
            block_inside(src, q, p.block_m * p.rm, p.block_n * p.rn, block[0])
            block = ["row_block", "col_block"]
        elif q.zeros == "b_upper":
            # The columns of B that begin last come first: runtimes that hand out groups in shrinking ranges then end
            # with much to share, where the longest sums first would leave most of the work to one thread.
            block[1] = f"((col_tiles - 1) / {p.block_n} - {block[1]})"
        src(f"const int row_start = {times(block[0], p.block_m)};")
        src(f"const int col_start = {times(block[1], p.block_n)};")
        src(f"const int row_stop = min(row_start + {p.block_m}, row_tiles);")
        src(f"const int col_stop = min(col_start + {p.block_n}, col_tiles);")
        rows, cols = (
            (f"{axis}_start * {width}", f"{axis}_stop * {width}")
            for axis, width in (("row", p.rm), ("col", p.rn))
        )
        depth = shortened(src, q, depth, rows, cols)
        outer, inner = ("col", "row") if p.inner == "m" else ("row", "col")
        c = operands(q, p.slices)[2]
        with (
            depths(src, p, q, depth),
            src.loop(f"{outer}_tile", f"{outer}_start", f"{outer}_stop"),
            src.loop(f"{inner}_tile", f"{inner}_start", f"{inner}_stop"),
        ):
            src(f"const int row = row_tile * {p.rm}, col = col_tile * {p.rn};")
            if q.part:
                src(f"if ({tile_outside(q, 'row', p.rm, 'col', p.rn)}) continue;")
            src(f"{d.global_memory}{d.element(c.stored)} *c_at = {c.pointer(d, 'row', 'col')};")
            if p.prefetch:
                prefetch(src, p, q)
            accumulate(src, p, q)
            epilogue(src, p, q, depth)
    return str(src)


@contextmanager
def depths(src: Source, p: PanelParams, q: Matmul, depth: Depth) -> Iterator[None]:
    """Walk through the sum, ``terms`` of it at a time from ``start``; all at once where C may be rounded only once."""
    if rounds_once(p, q):
        with src.block():
            src(f"const int start = {depth.first}, terms = {depth.last} - start;")
            yield
        return
    with src.loop("start", depth.first, depth.last, p.depth):
        src(f"const int terms = min({p.depth}, {depth.last} - start);")
        yield


def accumulate(src: Source, p: PanelParams, q: Matmul) -> None:
    """Sum ``terms`` products into the tile's registers."""
    d, part = src.dialect, q.accumulator.part
    a, b, _ = operands(q)
    if p.pack_a:
        src(f"{d.global_memory}const {part} *a_at = {panel(q, 'a', 'row_tile', p.rm, d)};")
    else:
        for i in range(p.rm):
            at = a.pointer(d, f"min({plus('row', i)}, m - 1)", "start")
            src(f"{d.global_memory}const {d.element(a.stored)} *a_at{i} = {at};")
    b_start = panel(q, "b", "col_tile", p.rn, d) if p.pack_b else b.pointer(d, "start", "col")
    src(f"{d.global_memory}const {part} *b_at = {b_start};")
    declare_sums(src, p, q)
    reach = [(f"{x} - start", f"{x} + {width} - start") for x, width in (("row", p.rm), ("col", p.rn))]
    ranges = term_ranges(src, q, ("0", "terms"), reach[0], reach[1])
    if ranges[0][0] != "0":  # the first terms are known to be zero
        if p.pack_a:
            src(f"a_at += {ranges[0][0]} * {p.rm * q.accumulator.parts};")
        step = p.rn * q.accumulator.parts if p.pack_b else "b_row"
        src(f"b_at += ({d.index}){ranges[0][0]} * {step};")
    if not p.pack_b:
        whole_rows(src, p)
    for first, last, ragged in ranges:
        if not ragged or q.zeros.startswith("a"):
            add_terms(src, p, q, (first, last), 0 if ragged else None)
            continue
        for j in range(p.vectors):  # whose own terms are as many as its lanes
            bounds = [f"max(min(col - start + {k * p.lanes}, {last}), {first})" for k in (j, j + 1)]
            add_terms(src, p, q, (bounds[0] if j else first, bounds[1] if j + 1 < p.vectors else last), j)


def add_terms(src: Source, p: PanelParams, q: Matmul, terms: tuple[str, str], ragged: int | None) -> None:
    """Add a range of terms.

    Args:
        src: Where the statements go.
        p: The parameters.
        q: The problem.
        terms: The first, and the one after the last.
        ragged: See ``add_term``.
    """
    d, part = src.dialect, q.accumulator.part
    vector, (first, last) = d.vector(part, p.lanes), terms
    if p.pack_b:
        with src.loop("l", first, last):
            for j in range(p.vectors):
                for s, name in enumerate(("b", "b_imag")[: q.accumulator.parts]):
                    packed = d.load_aligned(
                        part, p.lanes, plus("b_at", s * p.rn + j * p.lanes), d.global_memory
                    )
                    src(f"const {vector} {name}{j} = {packed};")
            add_term(src, p, q, ragged=ragged)
        return
    all_terms = terms == ("0", "terms")
    with src.loop("l", first, "whole" if all_terms else f"min(whole, {last})"):
        for j in range(p.vectors):
            src(f"const {vector} b{j} = {d.load(p.lanes, plus('b_at', j * p.lanes))};")
        add_term(src, p, q, ragged=ragged)
    with src.loop("l", "whole" if all_terms else f"max(whole, {first})", last):
        src(f"{part} line[{p.rn}];")
        with src.loop("j", 0, p.rn):
            src("line[j] = j < n - col ? b_at[j] : 0;")
        for j in range(p.vectors):
            src(f"const {vector} b{j} = {d.load(p.lanes, plus('line', j * p.lanes))};")
        add_term(src, p, q, ragged=ragged)


def whole_rows(src: Source, p: PanelParams) -> None:
    """Declare ``whole``, the terms whose rows of B in place may be read as wide as the tile.

    A tile across B's right edge reads on into the row that lies behind in memory, and what comes of that is not
    stored. Only the rows that lie last in memory have none behind them: the last ones, or where rows lie in the other
    direction, or one upon the other, any.
    """
    src(f"const int over = max(col + {p.rn} - n, 0);")
    src("const int last = over == 0 ? 0 : b_row > 0 ? (over + b_row - 1) / b_row : k;")
    src("const int whole = max(min(k - last - start, terms), 0);")


KERNEL = Kernel(
    name="gemm_panel",
    family=Matmul,
    space=SPACE,
    arguments=lambda p, q: arguments(q, p.slices, p.packed),
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=options,
    helpers=helpers,
    made_for=frozenset({"cpu"}),
    suggestions=suggestions,
    exact_zeros=True,
    predict=predict,
)
