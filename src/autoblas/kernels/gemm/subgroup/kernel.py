"""GEMM by sub-groups: the lanes of a sub-group hold a tile of A between them and pass its elements around.

A sub-group computes ``rm`` rows of C, and each of its lanes one column in every ``width`` of them. A step of the depth
begins with a read of A's tile, of which every lane keeps a part; then each element goes from the lane that has it to
all others, so that it is read from memory once. This is the family of L. Kong and R. Ioffe, "SGEMM for Intel Processor
Graphics" (Intel, 2015): its ``L3_SIMD`` kernels read plainly, ``block_read`` ones a block at a time. Where sub-groups
cannot be addressed, the same tile goes through local memory.

Terms of the sum that fill no whole step are added one by one, without an exchange. Tiles at the edge of C are moved
back until they lie inside, and do not write what the tile before them computes too; where C is smaller than a tile,
reads beyond the edge are made at the edge.

Blocks of images are read only from texels of at most 4 bytes, with the horizontal position in bytes
(``cl_intel_subgroups``, revision 8), so A and B are copied into images of one channel. Beyond the edge of such an image
a graphics processor repeats the last texel; Intel's CPU runtime reads whatever follows in memory, and so no block may
cross an edge here. Without Intel's extension the image is read a texel at a time, in the same pattern.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus
from autoblas.emit.images import Image
from autoblas.emit.source import Source
from autoblas.kernels.gemm.shared import (
    arguments,
    begin,
    entry,
    imaging,
    launch,
    operands,
    options,
    slice_helpers,
    stored,
    tile_traffic,
)
from autoblas.kernels.gemm.subgroup.params import SPACE, SubgroupParams, exchanges, inside
from autoblas.kernels.gemm.subgroup.text import SubgroupSteps
from autoblas.kernels.kernel import Helper, Kernel
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts, Launch
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL"]


def geometry(p: SubgroupParams, q: Matmul) -> Launch:
    """A sub-group for each tile of C."""
    groups = math.ceil(q.n / p.tile_n), math.ceil(q.m / (p.rm * p.groups_m))
    return launch(q, p.slices, groups, (p.width, p.groups_m))


def helpers(p: SubgroupParams, q: Matmul) -> tuple[Helper, ...]:
    """The copies into images, and what brings the sums of slices together."""
    return (*(imaging(q, x, channels=1) for x in p.in_images), *slice_helpers(p, q))


def all_arguments(p: SubgroupParams, q: Matmul) -> tuple[Argument, ...]:
    """The arguments, with images for the operands that are copied into such."""
    stored = {"a": q.type_a, "b": q.type_b}
    images = {x: Image(x, stored[x], q.accumulator, channels=1).argument for x in p.in_images}
    return tuple(images.get(argument.name, argument) for argument in arguments(q, p.slices, p.in_images))


def source(p: SubgroupParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    steps = SubgroupSteps(src, p, q)
    local = p.exchange == "local"
    attributes = "" if local else d.sub_group_size(p.width)
    declared, functions = all_arguments(p, q), steps.functions()
    with entry(src, q, "gemm_subgroup", declared, (p.width, p.groups_m), functions, attributes):
        depth = begin(src, q, p.slices, p.tk, p.in_images)
        declare_positions(src, p, q)
        for v in range(p.vectors):
            zero = d.splat(steps.accumulator.part, p.tall, "0")
            src(" ".join(f"{steps.vector} sum{v}_{j} = {zero};" for j in range(p.rn)))
        src(f"const int whole = {depth.last} - {depth.length} % {p.tk};")
        with src.loop("start", depth.first, "whole", p.tk):
            (steps.step_by_local_memory if local else steps.step_by_exchange)()
        src("// terms that fill no step")
        with src.loop("l", "whole", depth.last):
            steps.add_single_term()
        epilogue(steps)
    return str(src)


def declare_positions(src: Source, p: SubgroupParams, q: Matmul) -> None:
    """Where the tile lies, the rows and columns that this lane computes, and what the text needs to read them."""
    d = src.dialect
    if p.exchange == "local":
        group, lane = d.local_id(1), d.local_id(0)
        src.local_array(q.accumulator.part, f"a_tile[{p.local_elements}]", align=64)
        src(f"const int tile = {group} * {p.tk * p.rm};")
    else:
        group, lane = d.sub_group_id, d.sub_group_lane
    for x, rows in zip(p.in_images, "mk", strict=False):
        if q.batched and x not in q.shared:
            src(f"const int {x}_top = item * {rows};")
    if p.in_images:
        src(d.sampler)
    groups = d.group_id(1)
    row = f"({groups} * {p.groups_m} + {group}) * {p.rm}" if p.groups_m > 1 else f"{groups} * {p.rm}"
    col = f"{d.group_id(0)} * {p.tile_n}"
    src(f"const int lane = {lane};")
    if inside(p, q):
        src("// where the last tile ends, C does; what it shares with others is theirs to write")
        src(f"const int own_row = {row}, own_col = {col};")
        src(f"const int row = min(own_row, m - {p.rm}), col = min(own_col, n - {p.tile_n});")
    else:
        src(f"const int row = {row}, col = {col};")
        for i in range(p.rm):
            src(f"const int row{i} = min({plus('row', i)}, m - 1);")
    for j in range(p.rn):
        here = plus("col + lane", j * p.width)
        src(f"const int col{j} = {here if inside(p, q) else f'min({here}, n - 1)'};")


def epilogue(steps: SubgroupSteps) -> None:
    """Bring the sums into C, those that lie inside and are this tile's own.

    Beside sub-groups the rows are written out, because registers cannot be indexed. Loops around local memory, which
    PoCL makes of a work-group, take its compiler long for as many branches, and there the rows are a loop.
    """
    src, p, q = steps.src, steps.p, steps.q
    c = operands(q, p.slices)[2]
    rolled = p.exchange == "local"
    if rolled:
        src(f"{steps.accumulator.part} line[{p.rm}];")
    for j in range(p.rn):
        exists = f"col{j} >= own_col" if inside(p, q) else f"{plus('col + lane', j * p.width)} < n"
        with src.block(f"if ({exists})"):
            if rolled:
                for v in range(p.vectors):
                    src(src.dialect.store(p.tall, f"sum{v}_{j}", plus("line", v * p.tall)))
                bounds = ("own_row - row", p.rm) if inside(p, q) else (0, f"min({p.rm}, m - row)")
                with src.loop("i", *bounds):
                    src(stored(src.dialect, q, c, "row + i", f"col{j}", "line[i]", p.slices))
                continue
            for i in range(p.rm):
                total = src.dialect.lane(f"sum{i // p.tall}_{j}", p.tall, i % p.tall)
                exists = f"{steps.row(i)} >= own_row" if inside(p, q) else f"{plus('row', i)} < m"
                store = stored(src.dialect, q, c, steps.row(i), f"col{j}", total, p.slices)
                src(f"if ({exists}) {store}")


WORTH_COPYING = 512
"""From here on a copy into an image is small beside the product."""


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """The best exchange that the device has: Intel's extension, then Khronos' sub-groups, then local memory.

    Tiles are those that were fastest on Intel's CPU runtime and on PoCL, and on graphics according to the article.
    """
    lanes = ({"rm": 16, "rn": 2}, {"rm": 8, "rn": 4}, {"rm": 8, "rn": 2, "width": 16})
    staged: tuple[dict[str, int], ...] = ({"rm": 8, "rn": 2, "spans": 2},)
    if f.kind != "cpu":
        staged = ({"rm": 8, "rn": 4, "width": 32, "groups_m": 4}, *staged)
    small = (
        {"rm": 8, "rn": 1},
        {"rm": 4, "rn": 1},
        {"rm": 4, "rn": 1, "width": 16},
        {"rm": 4, "rn": 1, "width": 32},
    )
    images = f.kind != "cpu" and min(q.m, q.n, q.k) >= WORTH_COPYING
    for exchange in exchanges(f):
        loads = ("image",) * images + ("block",) if exchange == "intel" else ()
        for load in (*loads, "plain"):
            for tile in (*(staged if exchange == "local" else lanes), *small):
                yield {"exchange": exchange, "load": load, **tile}


KERNEL = Kernel(
    name="gemm_subgroup",
    family=Matmul,
    space=SPACE,
    arguments=all_arguments,
    geometry=geometry,
    traffic=lambda p, q: tile_traffic(q, (math.ceil(q.n / p.tile_n), math.ceil(q.m / p.rm)), p.slices),
    source=source,
    options=lambda p: replace(options(p), sub_groups=p.exchange == "broadcast"),
    helpers=helpers,
    made_for=frozenset({"gpu", "acc"}),
    suggestions=suggestions,
)
