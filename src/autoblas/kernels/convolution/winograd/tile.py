"""Convolution with windows of 3 x 3 for any device by Winograd's minimal filtering, of a work-group.

A work-group transforms some planes of its kernels and of its input tiles into local memory. Each of its work-items
belongs to one of the products of a tile, and sums it for some kernels and tiles. Then the sums are exchanged in local
memory, a few kernels at a time, for the inverse transform: the scheme of A. Lavin and S. Gray, "Fast algorithms for
convolutional neural networks", CVPR 2016.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import integers
from autoblas.emit.expressions import ceil_div, enclosed, plus, times
from autoblas.emit.scalars import MULTIPLY_FORMS, product_sum
from autoblas.emit.source import Source
from autoblas.kernels.convolution.shared import FILTERS, arguments, element, product_of
from autoblas.kernels.convolution.winograd.text import transform_square
from autoblas.kernels.gemm.shared import operands, options
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems.convolution import Convolution
from autoblas.problems.filtering import TAPS, matrices

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "WinogradTileParams"]


MOST_ITEMS = 1024
"""Work-items of a work-group. Intel's CPU runtime offers 8192, and builds this kernel for 5937."""


@dataclass(frozen=True)
class WinogradTileParams:
    """Tuning parameters of ``conv_winograd_tile``."""

    tile: int = param(2, 2, 4, doc="rows and columns of the result that a tile covers", group="form")
    tm: int = param(16, 8, 16, 32, 64, doc="kernels that a work-group computes")
    tn: int = param(16, 8, 16, 32, 64, doc="tiles that a work-group computes")
    rm: int = param(4, 1, 2, 4, 8, doc="kernels that a work-item sums a product for")
    rn: int = param(4, 1, 2, 4, 8, doc="tiles that a work-item sums a product for")
    depth: int = param(4, 1, 2, 4, 8, 16, doc="planes that are transformed at once")
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")

    batch = "loop"
    """Tiles of all images stand in one row, so that images of few tiles fill work-groups."""

    @property
    def side(self) -> int:
        """Rows and columns of an input tile."""
        return self.tile + TAPS - 1

    @property
    def per_product(self) -> int:
        """Work-items that sum the same product of a tile."""
        return (self.tm // self.rm) * (self.tn // self.rn)

    @property
    def items(self) -> int:
        """Work-items of a work-group."""
        return self.side**2 * self.per_product

    @property
    def elements(self) -> int:
        """Elements of local memory."""
        return self.side**2 * self.depth * (self.tm + self.tn)

    @property
    def returned(self) -> int:
        """Kernels whose sums that memory holds."""
        return min(self.depth * (self.tm + self.tn) // self.tn, self.tm)


SPACE = Space(
    WinogradTileParams,
    (
        FITS,
        Rule("a work-group has at most 1024 work-items, as on GPUs", lambda p, q, f: p.items <= MOST_ITEMS),
        Rule(
            "what is transformed fits local memory",
            lambda p, q, f: p.elements * q.worked.size <= f.local_bytes,
        ),
        Rule(
            "a work-group computes at most twice the kernels, or 8",
            lambda p, q, f: p.tm == 8 or p.tm < 2 * q.kernels,
        ),
    ),
    requirements=(COMPUTES, FILTERS),
)


def extent(p: WinogradTileParams, q: Convolution) -> int:
    """Tiles of all items."""
    return math.ceil(q.out_h / p.tile) * math.ceil(q.out_w / p.tile) * q.items


def geometry(p: WinogradTileParams, q: Convolution) -> Launch:
    """A work-group for each block of tiles and of kernels."""
    groups = math.ceil(extent(p, q) / p.tn), math.ceil(q.kernels / p.tm)
    return Launch((groups[0] * p.items, groups[1]), (p.items, 1))


def traffic(p: WinogradTileParams, q: Convolution) -> int:
    """Bytes that the work-groups read, and those of the result."""
    cols, rows = math.ceil(extent(p, q) / p.tn), math.ceil(q.kernels / p.tm)
    tile_reads = rows * extent(p, q) * p.side**2 * q.channels
    moved = tile_reads + cols * q.kernels * q.depth + q.items * q.kernels * q.positions
    return max(moved * q.precision.size, q.min_bytes())


def suggestions(q: Convolution, _f: Facts) -> Iterator[dict[str, Any]]:
    """Tiles of 2 x 2, whose products local memory has room for; blocks that are no larger than the result."""
    for block, sums, depth in ((32, 8, 8), (32, 8, 4), (16, 4, 4), (8, 4, 4), (8, 2, 1), (8, 4, 1)):
        if block == 8 or block < 2 * q.kernels:
            yield {"tm": block, "tn": block, "rm": sums, "rn": sums, "depth": depth}


def source(p: WinogradTileParams, q: Convolution, d: Dialect) -> str:
    """The text of the kernel."""
    src, worked = Source(d), q.worked
    declared = (*arguments(q), *integers("items"))
    with src.kernel("conv_winograd_tile", declared, (p.items, 1), *q.computed, worked=worked):
        src.local_array(d.element(worked), f"shared[{p.elements}]")
        src(f"{d.local_memory}{d.element(worked)} *seen = shared + {p.side**2 * p.depth * p.tm};")
        src(f"const int number = {d.local_id(0)};")
        src(f"const int xi = number / {p.per_product}, own = number % {p.per_product};")
        across = p.tn // p.rn
        src(f"const int own_row = own / {across}, own_col = own % {across};")
        src(f"const int first_row = {d.group_id(1)} * {p.tm};")
        src(f"const int first_tile = {d.group_id(0)} * {p.tn};")
        src(f"const int tiles_x = {ceil_div('out_w', p.tile)};")
        src(f"const int tiles = {ceil_div('out_h', p.tile)} * tiles_x, planes = k / {TAPS * TAPS};")
        for i, j in sums(p):
            src(f"{d.element(worked)} sum{i}_{j} = 0;")
        with src.loop("start", 0, "planes", p.depth):
            transform_taps(src, p, q)
            transform_image(src, p, q)
            with src.staged(), src.loop("l", 0, p.depth):
                multiply(src, p, q)
        with src.loop("first", 0, p.tm, p.returned):
            for i in range(p.rm):
                src(f"const int row{i} = {plus('own_row', i * (p.tm // p.rm))} - first;")
                with src.block(f"if (row{i} >= 0 && row{i} < {p.returned})"):
                    for j in range(p.rn):
                        at = plus(
                            times(plus(times("xi", p.returned), f"row{i}"), p.tn), "own_col", j * across
                        )
                        src(f"shared[{at}] = sum{i}_{j};")
            with src.staged():
                transform_products(src, p, q)
    return str(src)


def sums(p: WinogradTileParams) -> Iterator[tuple[int, int]]:
    """Kernel and tile of every sum of a work-item."""
    return itertools.product(range(p.rm), range(p.rn))


def transform_taps(src: Source, p: WinogradTileParams, q: Convolution) -> None:
    """Store the transformed taps of some planes in local memory, zeros beyond the last."""
    d, worked = src.dialect, q.worked
    a = operands(product_of(q))[0]
    with src.loop("e", "number", p.depth * p.tm, p.items):
        src(f"const int l = e / {p.tm}, r = e % {p.tm};")
        src("const int inside = first_row + r < m && start + l < planes;")
        at = f"(start + l) * {TAPS * TAPS}"
        for tap in range(TAPS * TAPS):
            value = a.read(d, "first_row + r", plus(at, TAPS * TAPS - 1 - tap if q.flipped else tap))
            src(f"const {d.element(worked)} tap{tap} = inside ? {value} : 0;")
        names = [[f"tap{i * TAPS + j}" for j in range(TAPS)] for i in range(TAPS)]
        transformed = transform_square(src, d.element(worked), worked, matrices(p.tile).taps, names, "u")
        for number, name in enumerate(transformed):
            at = times(plus("l", number * p.depth), p.tm)
            src(f"shared[{at} + r] = {name};")


def transform_image(src: Source, p: WinogradTileParams, q: Convolution) -> None:
    """Store the transformed input tiles of the same planes in local memory; outside of a plane they are zero."""
    d, worked = src.dialect, q.worked
    with src.loop("e", "number", p.depth * p.tn, p.items):
        src(f"const int l = e / {p.tn}, tile = first_tile + e % {p.tn};")
        src("const int item = tile / tiles, place = tile - item * tiles;")
        src(f"const int top = place / tiles_x * {p.tile} - pad_h, left = place % tiles_x * {p.tile} - pad_w;")
        src("const int known = item < items && start + l < planes;")
        memory = f"{d.global_memory}const {d.element(q.precision)}"
        src(f"{memory} *plane = image + image_offset + item * image_step + (start + l) * image_channel;")
        for i, j in itertools.product(range(p.side), repeat=2):
            y, x = plus("top", i), plus("left", j)
            inside = f"known && {y} >= 0 && {y} < height && {x} >= 0 && {x} < width"
            src(f"const {d.element(worked)} x{i}_{j} = {inside} ? {element(q, d, y, x, 'plane')} : 0;")
        names = [[f"x{i}_{j}" for j in range(p.side)] for i in range(p.side)]
        transformed = transform_square(src, d.element(worked), worked, matrices(p.tile).data, names, "v")
        for number, name in enumerate(transformed):
            at = times(plus("l", number * p.depth), p.tn)
            src(f"seen[{at} + e % {p.tn}] = {name};")


def multiply(src: Source, p: WinogradTileParams, q: Convolution) -> None:
    """Add the products of one plane to the sums."""
    d, worked = src.dialect, q.worked
    for i in range(p.rm):
        at = plus(times(plus(times("xi", p.depth), "l"), p.tm), "own_row", i * (p.tm // p.rm))
        src(f"const {d.element(worked)} a{i} = shared[{at}];")
    for j in range(p.rn):
        at = plus(times(plus(times("xi", p.depth), "l"), p.tn), "own_col", j * (p.tn // p.rn))
        src(f"const {d.element(worked)} b{j} = seen[{at}];")
    for i, j in sums(p):
        src(product_sum(d, p.multiply, worked, f"sum{i}_{j}", f"a{i}", f"b{j}"))


def transform_products(src: Source, p: WinogradTileParams, q: Convolution) -> None:
    """Transform the sums in local memory back, and write the elements that lie inside the result."""
    d, worked = src.dialect, q.worked
    c = operands(product_of(q))[2]
    with src.loop("e", "number", p.returned * p.tn, p.items):
        src(f"const int row = first_row + first + e / {p.tn}, tile = first_tile + e % {p.tn};")
        src("const int item = tile / tiles, place = tile - item * tiles;")
        src(f"const int y = place / tiles_x * {p.tile}, x = place % tiles_x * {p.tile};")
        src(f"if (row >= m || first + e / {p.tn} >= {p.tm} || item >= items) continue;")
        names = [f"m{number}" for number in range(p.side**2)]
        for number, name in enumerate(names):
            src(f"const {d.element(worked)} {name} = shared[{plus('e', number * p.returned * p.tn)}];")
        square = [names[i : i + p.side] for i in range(0, p.side**2, p.side)]
        transformed = transform_square(src, d.element(worked), worked, matrices(p.tile).output, square, "out")
        for (i, j), value in zip(itertools.product(range(p.tile), repeat=2), transformed, strict=True):
            row = enclosed(plus(f"({d.index})y", i))
            at = plus(f"{row} * out_w", "x", j)
            write = c.write(d, "row", f"item * c_step + {at}", value)
            src(f"if ({plus('y', i)} < out_h && {plus('x', j)} < out_w) {write}")


KERNEL = Kernel(
    name="conv_winograd_tile",
    family=Convolution,
    space=SPACE,
    arguments=lambda p, q: (*arguments(q), *integers("items")),
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=options,
    made_for=frozenset({"gpu", "acc"}),
    preference=lambda q, f: -1,  # where it is worth its transforms was not measured yet
    suggestions=suggestions,
)
