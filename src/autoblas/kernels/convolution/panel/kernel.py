"""Convolution for CPUs: one work-item a work-group gathers panels of patches and multiplies them as ``gemm_panel`` does.

The blocking is that of ``gemm_panel``, but its panels of B, which are patches, are gathered from the images a few
planes at a time into local memory, which is cache on a CPU: all rows of C use them there, and no matrix of patches is
ever written to memory. The offsets of a tap in a plane are computed once for all planes. Where they are adjacent a
vector is copied, elsewhere it is gathered, with zeros for the padding.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.dialect import COMPLEX_PARTS
from autoblas.emit.expressions import ceil_div, enclosed, plus, times
from autoblas.emit.scalars import read
from autoblas.emit.source import Source
from autoblas.kernels.convolution.panel.columns import FEW, gather_columns, sum_columns, sums_columns
from autoblas.kernels.convolution.panel.params import SPACE, ConvPanelParams, planes
from autoblas.kernels.convolution.shared import arguments, begin, product_of, tap
from autoblas.kernels.gemm.panel.params import part_size
from autoblas.kernels.gemm.panel.text import add_term, declare_sums, epilogue, panel
from autoblas.kernels.gemm.shared import Depth, operands, options, packing
from autoblas.kernels.kernel import Helper, Kernel
from autoblas.problems.convolution import Convolution

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL"]

FEW_PANELS = 256
"""Panels of positions up to which reading kernels in place is faster than packing them."""

GATHERED, REREAD = 8.0, 3.0
"""Cost of gathering an element of a patch, and of reading an element of a kernel again, in multiply-adds of elements."""

THREE = 1.1
"""Factor by which tiles of three vectors must beat those of two."""

WASTE = 1.02
"""Factor by which the tiles may exceed C before a lower tile is the better guess."""


def geometry(p: ConvPanelParams, q: Convolution) -> Launch:
    """A work-item for each block of tiles of the result of each item."""
    rows, cols = math.ceil(q.kernels / p.rm), math.ceil(q.positions / p.rn)
    groups = math.ceil(rows / p.block_m), math.ceil(cols / p.block_n)
    return Launch((*groups, q.items), (1, 1, 1))


def traffic(p: ConvPanelParams, q: Convolution) -> int:
    """Bytes that the blocks read and write: a block reads its kernels and planes once, and C once for each depth."""
    groups = geometry(p, q).global_size
    image = min(q.channels * q.height * q.width, q.depth * q.positions)
    chunks = math.ceil(q.channels / max(planes(p, q), 1))
    read_once = groups[1] * q.kernels * q.depth + groups[0] * image
    return q.items * (read_once + 2 * chunks * q.kernels * q.positions) * q.precision.size


def helpers(p: ConvPanelParams, q: Convolution) -> tuple[Helper, ...]:
    """The packing of the kernels."""
    return (packing(product_of(q), "a", p.rm),) if p.pack_a else ()


def suggestions(q: Convolution, f: Facts) -> Iterator[dict[str, Any]]:
    """The register tile of ``gemm_panel``, of the width that wastes least; blocks that load all cores equally."""
    size = part_size(product_of(q))
    lanes = min(max(f.vector_bytes // size, 4), 64 // size, 16)
    heights = sorted(
        (8, 14, 12, 6, 4), key=lambda rm: (math.ceil(q.kernels / rm) * rm > WASTE * q.kernels, rm < 8)
    )
    deep = sorted((512, 256, 1024, 2048, 128, 64), key=lambda depth: q.precision is not q.worked and -depth)
    pack_a = math.ceil(q.positions / (lanes * 2)) * q.items > FEW_PANELS
    wide = sorted(
        (2, 3), key=lambda v: vectors_per_row(q, lanes, v, packed=pack_a) * (THREE if v == 3 else 1)
    )
    for depth, vectors, rm in itertools.product(deep, (*wide, 1), heights):
        shape = {"rm": rm, "lanes": lanes, "vectors": vectors, "depth": depth, "pack_a": pack_a}
        cols = vectors_per_row(q, lanes, vectors, packed=pack_a) / vectors
        for block_m, block_n in blocks(q, f, math.ceil(q.kernels / rm), cols):
            yield {**shape, "block_m": block_m, "block_n": block_n}


def vectors_per_row(q: Convolution, lanes: int, vectors: int, *, packed: bool) -> float:
    """Vectors that a row of C takes in tiles of so many; a column computed as dot products counts as a quarter of one."""
    tiles, rest = divmod(q.positions, lanes * vectors)
    half = (vectors + 1) // 2
    last: float = half if rest <= half * lanes else vectors
    if rest <= FEW and not packed:
        last = rest / FEW
    return tiles * vectors + (last if rest else 0)


def blocks(q: Convolution, f: Facts, rows: int, cols: float) -> list[tuple[int, int]]:
    """Rows and columns of blocks for ``rows`` by ``cols`` tiles, those of the least cost first.

    The cost is the load of the busiest core, the patches that each block of rows gathers again, and the kernels that
    each block of columns reads again.
    """

    def cost(block: tuple[int, int]) -> float:
        tall, wide = min(block[0], rows), min(block[1], cols)
        row_blocks, groups = math.ceil(rows / tall), math.ceil(rows / tall) * math.ceil(cols / wide) * q.items
        share = math.ceil(groups / f.compute_units) * f.compute_units
        load = share * tall * wide / (rows * cols * q.items)
        return load + GATHERED * row_blocks / q.kernels + REREAD / (wide * q.positions / cols)

    return sorted(itertools.product((128, 64, 32, 16, 8, 4), (1, 2, 4, 8, 16)), key=cost)


def source(p: ConvPanelParams, q: Convolution, d: Dialect) -> str:
    """The text of the kernel."""
    src, product = Source(d), product_of(q)
    with src.kernel("conv_panel", arguments(q, p.packed), (1, 1), *q.computed, worked=q.worked):
        begin(src)
        size = p.block_n * p.depth * p.rn * q.worked.parts
        src.local_array(q.worked.part, f"panels[{size}]", align=64)
        src(f"const int row_tiles = {ceil_div('m', p.rm)}, col_tiles = {ceil_div('n', p.rn)};")
        for axis, number, tiles_in in (("row", 0, p.block_m), ("col", 1, p.block_n)):
            src(f"const int {axis}_start = {times(d.group_id(number), tiles_in)};")
            src(f"const int {axis}_stop = min({axis}_start + {tiles_in}, {axis}_tiles);")
        src("const int taps = kernel_h * kernel_w;")
        src(f"const int planes = k / taps, most = {p.depth} / taps, turns = (planes + most - 1) / most;")
        src("const int step = (planes + turns - 1) / turns * taps;")
        with src.loop("start", 0, "k", "step"):
            src("const int terms = min(step, k - start);")
            with src.loop("col_tile", "col_start", "col_stop"):
                at = f"panels + (col_tile - col_start) * {p.depth * p.rn * q.worked.parts}"
                src(f"{d.local_memory}{q.worked.part} *panel = {at};")
                few = narrow(p)
                if few or sums_columns(p, q):
                    src(f"const int first_col = col_tile * {p.rn};")
                if sums_columns(p, q):
                    with src.block(f"if (n - first_col <= {FEW})"):
                        gather_columns(src, p, q)
                        src("continue;")
                wanted = f"n - first_col <= {few.rn} ? {few.vectors} : {p.vectors}" if few else p.vectors
                src(f"const int wanted = {wanted};")
                with src.loop("v", 0, "wanted"):  # not unrolled, because compilers take seconds for it
                    gather(src, p, q)
            with src.loop("row_tile", "row_start", "row_stop"), src.loop("col_tile", "col_start", "col_stop"):
                src(f"const int row = row_tile * {p.rm}, col = col_tile * {p.rn};")
                c = operands(product)[2]
                src(f"{d.global_memory}{d.element(c.stored)} *c_at = {c.pointer(d, 'row', 'col')};")
                begin_tile(src, p, q)
                if sums_columns(p, q):
                    with src.block(f"if (n - col <= {FEW})"):
                        sum_columns(src, p, q)
                        src("continue;")
                if few:
                    with src.block(f"if (n - col <= {few.rn})"):
                        accumulate(src, few, q, p.rn)
                        epilogue(src, few, product, Depth("0", "k"))  # type: ignore[arg-type]  # has the fields that are read
                        src("continue;")
                accumulate(src, p, q, p.rn)
                epilogue(src, p, product, Depth("0", "k"))  # type: ignore[arg-type]  # as above
    return str(src)


def narrow(p: ConvPanelParams) -> ConvPanelParams | None:
    """The tile of half as many vectors, for the last columns where these fill no more."""
    return replace(p, vectors=(p.vectors + 1) // 2) if p.vectors > 1 else None


def gather(src: Source, p: ConvPanelParams, q: Convolution) -> None:
    """Fill vector ``v`` of every row of a panel: locate each tap in the planes, then loop over these."""
    d, lanes = src.dialect, p.lanes
    counts = d.vector("int", lanes)
    numbers = d.construct(counts, *map(str, range(lanes)))
    src(f"const {counts} place = col_tile * {p.rn} + v * {lanes} + {numbers};")
    src(f"const {counts} out_y = place / out_w, out_x = place - out_y * out_w;")
    src(f"const {counts} first_y = out_y * stride_h - pad_h, first_x = out_x * stride_w - pad_w;")
    with src.loop("i", 0, "kernel_h"), src.loop("t", 0, "kernel_w"):
        src(f"const {counts} y = first_y + i * dilation_h, x = first_x + t * dilation_w;")
        src(f"const {counts} inside = place < n && y >= 0 && y < height && x >= 0 && x < width;")
        src(f"const {counts} met = y * image_row + {'x * image_col' if q.strided else 'x'};")
        element = f"{d.global_memory}const {d.element(q.precision)}"
        src(f"{element} *plane = image + ({d.index})(start / taps) * image_channel;")
        out = f"panel + {enclosed(tap(q, 'i', 't'))} * {p.rn * q.worked.parts} + v * {lanes}"
        src(f"{d.local_memory}{q.worked.part} *out = {out};")
        kind = {4: "int", 8: d.long}[q.worked.real.size]
        mask = "inside" if kind == "int" else d.converted(kind, lanes, "inside")
        src(f"const {d.vector(kind, lanes)} mask = {mask};")
        if not q.strided and lanes * q.worked.parts <= 16:
            copy_vectors(src, p, q, kind)
        src(f"const {counts} at = {d.select(d.construct(counts, '0'), 'met', 'inside')};")
        with plane_loop(src, p, q):
            gather_elements(src, p, q)


def copy_vectors(src: Source, p: ConvPanelParams, q: Convolution, kind: str) -> None:
    """Copy vectors where a tap meets adjacent elements, elements at stride 2, or two runs in consecutive rows."""
    d, last = src.dialect, p.lanes - 1
    vector = d.vector(q.worked.part, p.lanes)
    src(f"const int low = {d.lane('met', p.lanes, 0)}, high = {d.lane('met', p.lanes, last)} - {last};")
    all_inside = d.all_lanes("inside")
    with src.block(f"if (stride_w == 1 && {all_inside} && low == high)"):
        with plane_loop(src, p, q):
            value = read(d, q.precision, q.worked, p.lanes, "plane + low")
            store_parts(src, p, q, value)
        src("continue;")
    if q.worked.is_complex:
        return
    with src.block(f"if (stride_w == 2 && {all_inside} && low + {last} == high)"):
        with plane_loop(src, p, q):
            for name, at in (("first", "low"), ("second", f"low + {last}")):
                value = read(d, q.precision, q.worked, p.lanes, f"plane + {at}")
                src(f"const {vector} {name} = {value};")
            halves = d.part("first", "even"), d.part("second", "odd")
            store_parts(src, p, q, d.construct(vector, *halves))
        src("continue;")
    src("const int room = (height - 1) * image_row + width;")
    # As many columns as the image has make a vector adjacent across the ends of its rows; what lies outside the plane
    # is part of its neighbours, except before the first plane and behind the last.
    src(
        f"const {d.long} next = ({d.long})image_channel, before = start / taps, behind = (k - start - terms) / taps;"
    )
    zeros = d.construct(vector, "0")
    near = f"next >= 0 && low + before * next >= 0 && low + {p.lanes} <= room + behind * next"
    with src.block(f"if (stride_w == 1 && low == high && {near})"):
        with plane_loop(src, p, q):
            value = read(d, q.precision, q.worked, p.lanes, "plane + low")
            src(f"const {vector} run = {value};")
            store_parts(src, p, q, d.select(zeros, "run", "mask"))
        src("continue;")
    near = f"min(low, high) >= 0 && max(low, high) + {p.lanes} <= room"
    with src.block(f"if (stride_w == 1 && out_w >= {p.lanes} && {near})"):
        second_row = f"out_y != {d.lane('out_y', p.lanes, 0)}"
        src(
            f"const {d.vector(kind, p.lanes)} later = {second_row if kind == 'int' else d.converted(kind, p.lanes, second_row)};"
        )
        with plane_loop(src, p, q):
            for name in ("low", "high"):
                value = read(d, q.precision, q.worked, p.lanes, f"plane + {name}")
                src(f"const {vector} {name}_run = {value};")
            store_parts(src, p, q, d.select(zeros, d.select("low_run", "high_run", "later"), "mask"))
        src("continue;")


def plane_loop(src: Source, p: ConvPanelParams, q: Convolution) -> AbstractContextManager[None]:
    """Loop over the planes whose terms the panel contains; advances ``plane`` and ``out``."""
    advance = f"l += taps, plane += image_channel, out += taps * {p.rn * q.worked.parts}"
    return src.block(f"for (int l = 0; l < terms; {advance})")


def store_parts(src: Source, p: ConvPanelParams, q: Convolution, value: str) -> None:
    """Write a vector of elements to the panel, real and imaginary parts apart."""
    d = src.dialect
    if not q.worked.is_complex:
        src(d.store_aligned(q.worked.part, p.lanes, value, "out", d.local_memory))
        return
    src(f"const {d.vector(q.worked.part, 2 * p.lanes)} pairs = {value};")
    for number, half in enumerate(COMPLEX_PARTS):
        at = plus("out", number * p.rn)
        src(d.store_aligned(q.worked.part, p.lanes, d.part("pairs", half), at, d.local_memory))


def gather_elements(src: Source, p: ConvPanelParams, q: Convolution) -> None:
    """Copy elements one by one, with zeros for those that lie outside the plane, parts apart."""
    d, part = src.dialect, q.worked.part
    vector = d.vector(part, p.lanes)
    for s, suffix in enumerate((".x", ".y") if q.worked.is_complex else ("",)):
        elements = [
            read(d, q.precision, q.worked, 1, f"plane + {at}")
            if q.precision is not q.worked
            else f"plane[{at}]{suffix}"
            for at in (d.lane("at", p.lanes, lane) for lane in range(p.lanes))
        ]
        value = d.select(d.construct(vector, "0"), d.construct(vector, *elements), "mask")
        src(d.store_aligned(part, p.lanes, value, plus("out", s * p.rn), d.local_memory))


def begin_tile(src: Source, p: ConvPanelParams, q: Convolution) -> None:
    """Declare pointers to the panels, or rows, that a tile multiplies."""
    d, part, product = src.dialect, q.worked.part, product_of(q)
    if p.pack_a:
        at = panel(product, "a", "row_tile", p.rm, d)
        src(f"{d.global_memory}const {part} *a_at = {at};")
    else:
        a = operands(product)[0]
        for i in range(p.rm):
            at = a.pointer(d, f"min({plus('row', i)}, m - 1)", "start")
            src(f"{d.global_memory}const {d.element(a.stored)} *a_at{i} = {at};")
    panel_at = f"panels + (col_tile - col_start) * {p.depth * p.rn * q.worked.parts}"
    src(f"{d.local_memory}const {part} *panel = {panel_at};")


def accumulate(src: Source, p: ConvPanelParams, q: Convolution, width: int) -> None:
    """Sum ``terms`` products into the tile's registers; a row of its panel has room for ``width`` columns."""
    d, part, product = src.dialect, q.worked.part, product_of(q)
    vector = d.vector(part, p.lanes)
    src(f"{d.local_memory}const {part} *b_at = panel;")
    declare_sums(src, p, product)  # type: ignore[arg-type]  # has the fields that are read
    with src.loop("l", 0, "terms"):
        for j in range(p.vectors):
            for s, name in enumerate(("b", "b_imag")[: q.worked.parts]):
                at = plus("b_at", s * width + j * p.lanes)
                src(f"const {vector} {name}{j} = {d.load_aligned(part, p.lanes, at, d.local_memory)};")
        add_term(src, p, product, width)  # type: ignore[arg-type]  # as above


KERNEL = Kernel(
    name="conv_panel",
    family=Convolution,
    space=SPACE,
    arguments=lambda p, q: arguments(q, p.packed),
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=options,
    helpers=helpers,
    made_for=frozenset({"cpu"}),
    suggestions=suggestions,
)
