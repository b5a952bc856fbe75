"""Convolution for any device as an implicit GEMM: a work-group stages the patches of its tile and multiplies.

The product is that of the kernels and the patches (``convolution.shared.product_of``). Patches are gathered on the way to
local memory, so that no matrix of them is ever written.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.expressions import plus, quotient, remainder, times
from autoblas.emit.scalars import MULTIPLY_FORMS, product_sum
from autoblas.emit.source import Source
from autoblas.kernels.convolution.shared import arguments, begin, element, product_of, zero
from autoblas.kernels.gemm.shared import operands, options
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems.convolution import Convolution

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "ConvTileParams"]


@dataclass(frozen=True)
class ConvTileParams:
    """Tuning parameters of ``conv_tile``."""

    wx: int = param(16, 1, 4, 8, 16, 32, doc="work-items of a work-group along the positions")
    wy: int = param(8, 1, 4, 8, 16, doc="work-items of a work-group along the kernels")
    rm: int = param(4, 1, 2, 4, 8, doc="kernels that a work-item computes")
    rn: int = param(4, 1, 2, 4, 8, doc="positions that a work-item computes")
    depth: int = param(8, 4, 8, 16, 32, doc="terms of the sum that are gathered at once")
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")

    @property
    def items(self) -> int:
        """Work-items of a work-group."""
        return self.wx * self.wy

    @property
    def tm(self) -> int:
        """Kernels that a work-group computes."""
        return self.wy * self.rm

    @property
    def tn(self) -> int:
        """Positions that a work-group computes."""
        return self.wx * self.rn


SPACE = Space(
    ConvTileParams,
    (
        FITS,
        Rule(
            "the work-group's sides fit the device",
            lambda p, q, f: p.wx <= f.max_item_sizes[0] and p.wy <= f.max_item_sizes[1],
        ),
        Rule("a work-item holds at most 32 sums", lambda p, q, f: p.rm * p.rn * q.worked.parts <= 32),
        Rule(
            "what is gathered fits local memory",
            lambda p, q, f: (p.tm + p.tn) * p.depth * q.worked.size <= f.local_bytes,
        ),
    ),
    requirements=(COMPUTES,),
)


def geometry(p: ConvTileParams, q: Convolution) -> Launch:
    """A work-group for each tile of the result of each item."""
    tiles = math.ceil(q.positions / p.tn), math.ceil(q.kernels / p.tm)
    return Launch((tiles[0] * p.wx, tiles[1] * p.wy, q.items), (p.wx, p.wy, 1))


def traffic(p: ConvTileParams, q: Convolution) -> int:
    """Bytes that the work-groups gather, and those of the result."""
    tiles = math.ceil(q.positions / p.tn), math.ceil(q.kernels / p.tm)
    gathered = (tiles[0] * q.kernels + tiles[1] * q.positions) * q.depth
    return max(q.items * (gathered + q.kernels * q.positions) * q.precision.size, q.min_bytes())


def suggestions(q: Convolution, f: Facts) -> Iterator[dict[str, Any]]:
    """Square tiles that are no larger than the result, of many work-items; on a processor of one."""
    if f.kind == "cpu":
        yield {"wx": 1, "wy": 1, "rm": 4, "rn": 8, "depth": 32}
    shapes = itertools.product(((16, 16), (16, 8), (8, 8), (8, 4), (4, 4)), (4, 2, 1))
    for (wx, wy), side in sorted(shapes, key=lambda shape: shape[0][1] * shape[1] > 2 * q.kernels):
        yield {"wx": wx, "wy": wy, "rm": side, "rn": side, "depth": 8}
    yield {"wx": 1, "wy": 1, "rm": 1, "rn": 1, "depth": 4}


def source(p: ConvTileParams, q: Convolution, d: Dialect) -> str:
    """The text of the kernel."""
    src, worked = Source(d), q.worked
    _, _, c = operands(product_of(q))
    with src.kernel("conv_tile", arguments(q), (p.wx, p.wy), *q.computed, worked=worked):
        begin(src)
        for name, width in (("kernels", p.tm), ("patches", p.tn)):
            size = p.depth * width
            src.local_array(d.element(worked), f"{name}_tile[{size}]", align=64)
        for axis, side in (("x", p.wx), ("y", p.wy)):
            where = d.local_id("xy".index(axis)) if side > 1 else "0"
            src(f"const int local_{axis} = {where};")
        src(f"const int number = {times('local_y', p.wx)} + local_x;")
        src(f"const int first_row = {times(d.group_id(1), p.tm)};")
        src(f"const int first_col = {times(d.group_id(0), p.tn)};")
        for i, j in sums(p):
            src(f"{d.element(worked)} sum{i}_{j} = {zero(d, worked)};")
        with src.loop("start", 0, "k", p.depth):
            gather_kernels(src, p, q)
            gather_patches(src, p, q)
            with src.staged(), src.loop("l", 0, p.depth):
                multiply(src, p, q)
        for i, j in sums(p):
            row, col = plus("first_row + local_y", i * p.wy), plus("first_col + local_x", j * p.wx)
            with src.block(f"if ({row} < m && {col} < n)"):
                src(c.write(d, row, col, f"sum{i}_{j}"))
    return str(src)


def sums(p: ConvTileParams) -> Iterator[tuple[int, int]]:
    """Row and column of every sum of a work-item."""
    return itertools.product(range(p.rm), range(p.rn))


def gather_kernels(src: Source, p: ConvTileParams, q: Convolution) -> None:
    """Stage some terms of the tile's kernels in local memory, zeros beyond the last."""
    d, worked = src.dialect, q.worked
    a, _, _ = operands(product_of(q))
    with src.loop("e", "number", p.depth * p.tm, p.items):
        src(f"const int r = {quotient('e', p.depth)}, l = {remainder('e', p.depth)};")
        src(f"{d.element(worked)} value = {zero(d, worked)};")
        with src.block("if (first_row + r < m && start + l < k)"):
            src(f"value = {a.read(d, 'first_row + r', 'start + l')};")
        src(f"kernels_tile[{times('l', p.tm)} + r] = value;")


def gather_patches(src: Source, p: ConvTileParams, q: Convolution) -> None:
    """Stage the same terms of the tile's patches in local memory, zeros where a tap meets the padding."""
    d, worked = src.dialect, q.worked
    with src.loop("e", "number", p.depth * p.tn, p.items):
        position = plus("first_col", remainder("e", p.tn))
        src(f"const int l = {quotient('e', p.tn)}, place = {position};")
        src("const int term = start + l, taps = kernel_h * kernel_w;")
        src("const int plane = term / taps, counted = term - plane * taps;")
        src(f"const int tap = {'taps - 1 - counted' if q.flipped else 'counted'};")
        src("const int tap_y = tap / kernel_w, tap_x = tap - tap_y * kernel_w;")
        src("const int out_y = place / out_w, out_x = place - out_y * out_w;")
        src("const int y = out_y * stride_h - pad_h + tap_y * dilation_h;")
        src("const int x = out_x * stride_w - pad_w + tap_x * dilation_w;")
        src(f"{d.element(worked)} value = {zero(d, worked)};")
        with src.block("if (place < n && term < k && y >= 0 && y < height && x >= 0 && x < width)"):
            src(f"value = {element(q, d, 'y', 'x', f'image + ({d.index})plane * image_channel')};")
        src("patches_tile[e] = value;")


def multiply(src: Source, p: ConvTileParams, q: Convolution) -> None:
    """Add the products of one term to the sums."""
    d, worked = src.dialect, q.worked
    for i in range(p.rm):
        src(f"const {d.element(worked)} a{i} = kernels_tile[{plus(times('l', p.tm), 'local_y', i * p.wy)}];")
    for j in range(p.rn):
        src(f"const {d.element(worked)} b{j} = patches_tile[{plus(times('l', p.tn), 'local_x', j * p.wx)}];")
    for i, j in sums(p):
        src(product_sum(d, p.multiply, worked, f"sum{i}_{j}", f"a{i}", f"b{j}"))


KERNEL = Kernel(
    name="conv_tile",
    family=Convolution,
    space=SPACE,
    arguments=lambda p, q: arguments(q),
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=options,
    suggestions=suggestions,
)
