"""Convolution with windows of 3 x 3 for CPUs by Winograd's minimal filtering, which multiplies 2.25 or 4 times less often.

Taps and images are transformed into local memory, which is cache on a CPU, multiplied there as stacks of small
matrices with a tile in vector registers, and transformed back: no transformed number is ever written to memory.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

from autoblas.devices.device import Launch
from autoblas.emit.arguments import integers
from autoblas.emit.expressions import ceil_div, plus, times
from autoblas.emit.scalars import multiply_add
from autoblas.emit.source import Source
from autoblas.emit.vectors import interleaving
from autoblas.kernels.convolution.shared import arguments
from autoblas.kernels.convolution.winograd.image import transform_image
from autoblas.kernels.convolution.winograd.params import (
    QUAD,
    SPACE,
    WinogradParams,
    extent,
    preference,
    suggestions,
)
from autoblas.kernels.convolution.winograd.text import transform_products, transform_taps
from autoblas.kernels.gemm.shared import options
from autoblas.kernels.kernel import Kernel
from autoblas.problems.convolution import Convolution
from autoblas.problems.filtering import TAPS

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "WinogradParams"]


def geometry(p: WinogradParams, q: Convolution) -> Launch:
    """A work-item for each block of register tiles."""
    rows, cols = extent(p, q)
    return Launch((math.ceil(rows / p.block_m), math.ceil(cols / p.block_n)), (1, 1))


def traffic(p: WinogradParams, q: Convolution) -> int:
    """Bytes that the blocks read and write."""
    groups = geometry(p, q).global_size
    image = q.items * q.channels * q.height * q.width
    result = q.items * q.kernels * q.positions
    chunks = math.ceil(q.channels / p.depth)
    moved = groups[1] * q.kernels * q.depth + groups[0] * image + (2 * chunks - 1) * result
    return max(moved * q.precision.size, q.min_bytes())


def source(p: WinogradParams, q: Convolution, d: Dialect) -> str:
    """The text of the kernel."""
    src, functions = Source(d), interleaving(d, d.vector(q.worked.part, p.lanes))
    declared = (*arguments(q), *integers("items"))
    with src.kernel("conv_winograd", declared, (1, 1), *q.computed, worked=q.worked, functions=functions):
        declare_block(src, p, q)
        with src.loop("start", 0, f"k / {TAPS * TAPS}", p.depth):
            src(f"const int terms = min({p.depth}, k / {TAPS * TAPS} - start);")
            compute(src, p, q)
    return str(src)


def declare_block(src: Source, p: WinogradParams, q: Convolution) -> None:
    """Declare local memory, the numbers of quads and register tiles, and the block of them that the work-item computes."""
    d, part = src.dialect, q.worked.part
    taps, images = p.transformed_tiles
    sizes = {"taps": taps * p.taps_step, "seen": images * p.image_step, "products": p.products_step}
    for name, size in sizes.items():
        src.local_array(part, f"{name}[{p.side**2 * size}]", align=64)
    src("image += image_offset;")
    src(f"const int tiles_x = {ceil_div('out_w', p.tile)}, quads_x = {ceil_div('tiles_x', QUAD)};")
    src(f"const int quads = {ceil_div('out_h', p.tile)} * quads_x;")
    src(f"const int row_tiles = {ceil_div('m', p.rm)};")
    src(f"const int groups = {ceil_div('quads * items', p.rn // QUAD)};")
    for axis, number, block, count in (("row", 0, p.block_m, "row_tiles"), ("col", 1, p.block_n, "groups")):
        src(f"const int {axis}_start = {times(d.group_id(number), block)};")
        src(f"const int {axis}_stop = min({axis}_start + {block}, {count});")


def slot(p: WinogradParams, q: Convolution, d: Dialect, operand: str) -> str:
    """The declaration of a pointer to the transformed ``taps`` of a tile, or to the ``image`` of a group."""
    memory, number = ("taps", "row_tile - row_start") if operand == "taps" else ("seen", "group - col_start")
    step = p.side**2 * (p.taps_step if operand == "taps" else p.image_step)
    at = f" + ({number}) * {step}" if operand == p.hold else ""
    return f"{d.local_memory}{q.worked.part} *{operand}_at = {memory}{at};"


def compute(src: Source, p: WinogradParams, q: Convolution) -> None:
    """Transform all of the stationary operand, taps or image; stream the other through, multiplying each tile with all."""
    tiles, groups = (("row_tile", "row_start", "row_stop"), ("group", "col_start", "col_stop"))
    taps = slot(p, q, src.dialect, "taps"), tiles, transform_taps
    image = slot(p, q, src.dialect, "image"), groups, transform_image
    stationary, streamed = (taps, image) if p.hold == "taps" else (image, taps)
    declare_stationary, stationary_loop, transform_stationary = stationary
    declare_streamed, streamed_loop, transform_streamed = streamed
    with src.loop(*stationary_loop):
        src(declare_stationary)
        transform_stationary(src, p, q)
    with src.loop(*streamed_loop):
        src(declare_streamed)
        transform_streamed(src, p, q)
        with src.loop(*stationary_loop):
            src(declare_stationary)
            multiply(src, p, q)
            transform_products(src, p, q)


def multiply(src: Source, p: WinogradParams, q: Convolution) -> None:
    """Multiply the transformed taps of a register tile with its transformed input tiles, plane by plane."""
    d, part = src.dialect, q.worked.part
    vector = d.vector(part, p.lanes)
    with src.loop("xi", 0, p.side**2):
        src(f"{d.local_memory}const {part} *a_at = taps_at + xi * {p.taps_step};")
        src(f"{d.local_memory}const {part} *b_at = image_at + xi * {p.image_step};")
        for i, j in itertools.product(range(p.rm), range(p.vectors)):
            src(f"{vector} sum{i}_{j} = {d.splat(part, p.lanes, '0')};")
        with src.loop("l", 0, "terms"):
            for j in range(p.vectors):
                at = plus(f"b_at + l * {p.rn}", j * p.lanes)
                src(f"const {vector} b{j} = {d.load_aligned(part, p.lanes, at, d.local_memory)};")
            for i in range(p.rm):
                src(f"const {part} a{i} = a_at[{plus('l', i * p.depth)}];")
                for j in range(p.vectors):
                    src(multiply_add(d, p.multiply, part, p.lanes, f"sum{i}_{j}", f"a{i}", f"b{j}"))
        for i, j in itertools.product(range(p.rm), range(p.vectors)):
            at = plus(f"products + xi * {p.products_step}", i * p.rn + j * p.lanes)
            src(d.store_aligned(part, p.lanes, f"sum{i}_{j}", at, d.local_memory))


KERNEL = Kernel(
    name="conv_winograd",
    family=Convolution,
    space=SPACE,
    arguments=lambda p, q: (*arguments(q), *integers("items")),
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=options,
    made_for=frozenset({"cpu"}),
    suggestions=suggestions,
    preference=preference,
)
