"""The transform of the input tiles of an image in Winograd's convolution on a processor.

Four tiles that follow each other in a row of tiles, a *quad*, meet adjacent elements: they are read together, and taken
apart in registers. The last quad of a row may have tiles that lie outside the result; elements outside of a plane count
as zero wherever they are read from. Vectors are loaded directly where all their elements are sure to be memory of the
image. Elsewhere, at its two ends, and where columns are not adjacent, elements are staged one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.expressions import enclosed, plus, times
from autoblas.emit.scalars import read
from autoblas.kernels.convolution.shared import element
from autoblas.kernels.convolution.winograd.params import QUAD
from autoblas.kernels.convolution.winograd.text import transform_square
from autoblas.problems.filtering import TAPS, matrices

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.kernels.convolution.winograd.params import WinogradParams
    from autoblas.problems.convolution import Convolution

__all__ = ["transform_image"]


def transform_image(src: Source, p: WinogradParams, q: Convolution) -> None:
    """Fill ``image_at`` with the transformed input tiles of ``group``: for each product a row of tiles a plane."""
    d, worked, lanes = src.dialect, q.worked, p.lanes
    vector, quads = d.vector(worked.part, lanes), range(lanes // QUAD)
    with src.loop("v", 0, p.vectors):
        declare_quads(src, p, q)
        declare_masks(src, p, q)
        if not q.strided:
            room = f"(height - 1) * ({d.long})image_row + width"
            src(f"const {d.long} next = ({d.long})image_channel, room = {room};")
        reach = p.tile * QUAD + TAPS - 1
        src(f"{d.element(worked)} {', '.join(f'stage{s}[{p.side * reach}]' for s in quads)};")
        with src.loop("l", 0, "terms"):
            if not q.strided:
                src(
                    f"const {d.long} before = (start + l) * next, behind = (k / {TAPS * TAPS} - 1 - start - l) * next;"
                )
            for s in quads:
                stage_elements(src, p, q, s)
            for i in range(p.side):
                declare_row(src, p, q, i)
            names = [[f"x{i}_{j}" for j in range(p.side)] for i in range(p.side)]
            for xi, name in enumerate(
                transform_square(src, vector, worked, matrices(p.tile).data, names, "v")
            ):
                at = plus("image_at", f"l * {p.rn}", f"v * {lanes}", xi * p.image_step)
                src(d.store_aligned(worked.part, lanes, name, at, d.local_memory))
            for s in quads:
                src(f"plane{s} += image_channel;")


def declare_quads(src: Source, p: WinogradParams, q: Convolution) -> None:
    """Declare the first plane of each quad of vector ``v``, and the row and the column of its first input tile."""
    d, quads = src.dialect, p.lanes // QUAD
    src(f"int tops[{p.lanes}], lefts[{p.lanes}];")
    for s in range(quads):
        first = times(plus(times("group", p.vectors), "v"), quads)
        src(f"const int quad{s} = {plus(first, s)};")
        src(f"const int known{s} = min(quad{s}, quads * items - 1), item{s} = known{s} / quads;")
        src(f"const int place{s} = known{s} - item{s} * quads;")
        src(f"const int y{s} = place{s} / quads_x * {p.tile} - pad_h;")
        src(f"const int x{s} = place{s} % quads_x * {p.tile * QUAD} - pad_w;")
        at = f"image + item{s} * image_step + ({d.index})start * image_channel"
        src(f"{d.global_memory}const {d.element(q.precision)} *plane{s} = {at};")
        with src.loop("e", 0, QUAD):
            src(f"tops[{plus('e', s * QUAD)}] = quad{s} < quads * items ? y{s} : height;")
            src(f"lefts[{plus('e', s * QUAD)}] = x{s} + e * {p.tile};")


def declare_masks(src: Source, p: WinogradParams, q: Convolution) -> None:
    """Declare ``masks``: for each position of an input tile all bits where it is inside the plane, else none."""
    d, ints, kind = src.dialect, src.dialect.vector("int", p.lanes), bits(src.dialect, q)
    src(f"{d.vector(kind, p.lanes)} masks[{p.side**2}];")
    src(f"const {ints} top = {d.load(p.lanes, 'tops')}, left = {d.load(p.lanes, 'lefts')};")
    with src.loop("i", 0, p.side), src.loop("j", 0, p.side):
        src(f"const {ints} inside = top + i >= 0 && top + i < height && left + j >= 0 && left + j < width;")
        src(
            f"masks[i * {p.side} + j] = {'inside' if kind == 'int' else d.converted(kind, p.lanes, 'inside')};"
        )


def bits(d: Dialect, q: Convolution) -> str:
    """The integer type as wide as an element."""
    return {4: "int", 8: d.long}[q.worked.size]


def stage_elements(src: Source, p: WinogradParams, q: Convolution, s: int) -> None:
    """Declare ``near``, true if all that vector loads of quad ``s`` touch is memory of the image; stage its elements if not."""
    d, wide = src.dialect, p.tile * QUAD
    low = f"y{s} * ({d.long})image_row + x{s}"
    high = f"{low} + {p.side - 1} * ({d.long})image_row + {p.tile + wide}"
    near = f"next >= 0 && image_row >= 0 && {low} + before >= 0 && {high} <= room + behind"
    src(f"const int near{s} = {'0' if q.strided else near};")
    reach = wide + TAPS - 1
    with src.block(f"if (!near{s})"), src.loop("i", 0, p.side), src.loop("j", 0, reach):
        src(f"const int y = y{s} + i, x = x{s} + j;")
        src("const int inside = y >= 0 && y < height && x >= 0 && x < width;")
        src(f"stage{s}[i * {reach} + j] = inside ? {element(q, d, 'y', 'x', f'plane{s}')} : 0;")


def declare_row(src: Source, p: WinogradParams, q: Convolution, i: int) -> None:
    """Declare row ``i`` of the input tiles: ``x{i}_{j}``, zeros outside of the plane."""
    d, worked, lanes, tile = src.dialect, q.worked, p.lanes, p.tile
    vector, few = d.vector(worked.part, lanes), d.vector(worked.part, QUAD)
    quads, wide, reach = range(lanes // QUAD), tile * QUAD, tile * QUAD + TAPS - 1
    ends = range(tile, p.side)
    for s in quads:
        src(f"{d.vector(worked.part, wide)} row{i}_{s};")
        src(f"{few} {', '.join(f'end{i}_{j}_{s}' for j in ends)};")
        with src.block(f"if (near{s})"):
            row = enclosed(plus(f"y{s}", i))
            at = f"plane{s} + {row} * image_row + x{s}"
            src(f"row{i}_{s} = {read(d, q.precision, worked, wide, at)};")
            later = read(d, q.precision, worked, wide, f"{at} + {tile}")
            src(f"const {d.vector(worked.part, wide)} later = {later};")
            for j in ends:
                src(f"end{i}_{j}_{s} = {d.lanes('later', tile_lanes(tile, j - tile))};")
        with src.block("else"):
            src(f"row{i}_{s} = {d.load(wide, plus(f'stage{s}', i * reach))};")
            for j in ends:
                strided_elements = (f"stage{s}[{i * reach + j + e * tile}]" for e in range(QUAD))
                src(f"end{i}_{j}_{s} = {d.construct(few, *strided_elements)};")
    for j in range(p.side):
        parts = [
            d.lanes(f"row{i}_{s}", tile_lanes(tile, j)) if j < tile else f"end{i}_{j}_{s}" for s in quads
        ]
        value = parts[0] if len(parts) == 1 else d.construct(vector, *parts)
        masked = f"{d.bits(d.vector(bits(d, q), lanes), value)} & masks[{i * p.side + j}]"
        src(f"const {vector} x{i}_{j} = {d.bits(vector, masked)};")


def tile_lanes(tile: int, first: int) -> list[int]:
    """Lanes of a quad's row where its four tiles have their element ``first``."""
    return [first + e * tile for e in range(QUAD)]
