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
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus
from autoblas.emit.images import Image
from autoblas.emit.scalars import MULTIPLY_FORMS
from autoblas.emit.source import Source
from autoblas.kernels.gemm_interface import (
    IN_BUFFERS,
    PLAIN_INTEGERS,
    SLICES_PAY,
    arguments,
    begin,
    launch,
    operands,
    options,
    scaled,
    slice_helpers,
    tile_traffic,
    unscaled,
)
from autoblas.kernels.kernel import COMPUTES, Helper, Kernel, sides_fit
from autoblas.kernels.subgroup_steps import LENGTH, Steps, inside
from autoblas.problems import Matmul, Texture
from autoblas.space import Rule, Space, param

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts, Launch
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix

__all__ = ["KERNEL", "REGISTER_BUDGET", "Params", "exchanges", "register_bytes"]

REGISTERS = 4096
"""Bytes of registers that a hardware thread of Intel's graphics has for all lanes of a sub-group."""


@dataclass(frozen=True)
class Params:
    """One way to run the kernel."""

    rm: int = param(8, 4, 8, 16, 32, doc="rows of C that a sub-group, and so each lane, computes")
    rn: int = param(2, 1, 2, 4, doc="columns of C that a lane computes")
    width: int = param(8, 8, 16, 32, doc="lanes of a sub-group")
    groups_m: int = param(
        1, 1, 4, 8, doc="sub-groups of a work-group, one below the other along the rows of C"
    )
    spans: int = param(1, 1, 2, doc="depth of a step, in widths of a sub-group")
    exchange: str = param(
        "local",
        "intel",
        "broadcast",
        "local",
        doc="how a column of A comes to all lanes: by Intel's extension, Khronos' sub-groups, or local memory",
        group="form",
    )
    load: str = param(
        "plain",
        "plain",
        "block",
        "image",
        doc="how A and B are read: each lane for itself, in blocks, or in blocks of images",
        group="form",
    )
    barrier: bool = param(
        False,
        False,
        True,
        doc="a barrier in every step keeps a work-group's sub-groups together",
        group="form",
    )
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")
    slices: int = param(1, 1, 4, 16, doc="parts that the depth is cut into, summed side by side")

    @property
    def tk(self) -> int:
        """Depth of a step."""
        return self.spans * self.width

    @property
    def tile_n(self) -> int:
        """Columns of C that a sub-group computes."""
        return self.rn * self.width

    @property
    def tall(self) -> int:
        """Rows that a vector holds."""
        return min(self.rm, LENGTH)

    @property
    def vectors(self) -> int:
        """Vectors that hold a column of the tile."""
        return self.rm // self.tall

    @property
    def local_elements(self) -> int:
        """Elements of A that a work-group holds in local memory."""
        return self.groups_m * self.tk * self.rm if self.exchange == "local" else 0

    @property
    def in_images(self) -> str:
        """The operands that are copied into images."""
        return "ab" if self.load == "image" else ""


def exchanges(f: Facts) -> tuple[str, ...]:
    """The ways of exchange that a device has, best first; local memory is always the last."""
    intel = ("intel",) if "cl_intel_subgroups" in f.extensions else ()
    return (*intel, *(("broadcast",) if f.sub_groups else ()), "local")


def register_bytes(p: Params, q: Matmul) -> int:
    """Bytes of registers that a lane takes for its sums, its part of A's tile and its columns of B's."""
    return (p.rm * p.rn + p.rm * p.spans + p.tk * p.rn) * q.accumulator.size


REGISTER_BUDGET = Rule(
    "a lane's values fit its share of the registers: 512 bytes with 8 lanes, 256 with 16, 128 with 32",
    lambda p, q, f: register_bytes(p, q) <= REGISTERS // p.width,
)
"""A filter for whoever searches on Intel's graphics: the article above gives the share for the 4th and 5th generation.

Later generations have more registers, so it is no rule of the space; there, larger tiles are slow rather than wrong.
"""


def reads_blocks(p: Params, q: Matmul, f: Facts) -> bool:
    """The device reads elements of these types in blocks; images have texels of 4 bytes everywhere."""
    sizes = {4, 8} if p.load == "block" and "cl_intel_subgroups_long" in f.extensions else {4}
    return {q.type_a.size, q.type_b.size} <= sizes


def fit_images(q: Matmul, f: Facts) -> bool:
    """The copies of A and B are no larger than images may be."""
    rows = max(q.m * (1 if "a" in q.shared else q.items), q.k * (1 if "b" in q.shared else q.items))
    return f.images and max(q.k, q.n) <= f.max_image[0] and rows <= f.max_image[1]


SPACE = Space(
    Params,
    (
        Rule("the device has this way of exchange", lambda p, q, f: p.exchange in exchanges(f)),
        Rule(
            "the width of sub-groups is certain: the device can be asked for it, or has no other",
            lambda p, q, f: p.exchange == "local" or p.width in f.sub_group_sizes,
        ),
        *sides_fit(lambda p: (p.width, p.groups_m)),
        Rule("a lane has at most 64 sums", lambda p, q, f: p.rm * p.rn <= 64),
        Rule(
            "a step passes at most 256 elements from lane to lane, which compilers take their time over",
            lambda p, q, f: p.exchange == "local" or p.rm * p.tk <= 256,
        ),
        Rule(
            "a barrier keeps together several sub-groups whose exchange has none",
            lambda p, q, f: not p.barrier or (p.groups_m > 1 and p.exchange != "local"),
        ),
        Rule(
            "local memory holds the tiles of A",
            lambda p, q, f: p.local_elements * q.accumulator.size <= f.local_bytes,
        ),
        Rule(
            "blocks of memory are read by Intel's extension",
            lambda p, q, f: p.load != "block" or p.exchange == "intel",
        ),
        Rule(
            "blocks are of elements with 4 bytes; in memory with 8 too, where cl_intel_subgroups_long is there",
            lambda p, q, f: p.load == "plain" or reads_blocks(p, q, f),
        ),
        Rule(
            "blocks of memory are parts of rows of B, and of rows or columns of A",
            lambda p, q, f: p.load != "block" or (q.b == "row" and q.a != "any"),
        ),
        Rule("C has room for a whole tile of blocks", lambda p, q, f: p.load == "plain" or inside(p, q)),
        Rule(
            "the device has images, and they hold A and B",
            lambda p, q, f: p.load != "image" or fit_images(q, f),
        ),
        Rule(
            "the tile does not exceed twice C",
            lambda p, q, f: p.rm * p.groups_m < 2 * max(q.m, 8) and p.tile_n < 2 * max(q.n, 16),
        ),
        SLICES_PAY,
        PLAIN_INTEGERS,
    ),
    requirements=(
        COMPUTES,
        IN_BUFFERS,
        Rule("elements are real numbers", lambda p, q, f: not q.accumulator.is_complex),
    ),
)


def geometry(p: Params, q: Matmul) -> Launch:
    """A sub-group for each tile of C."""
    groups = math.ceil(q.n / p.tile_n), math.ceil(q.m / (p.rm * p.groups_m))
    return launch(q, p.slices, groups, (p.width, p.groups_m))


def traffic(p: Params, q: Matmul) -> int:
    """Bytes that the tiles read and write."""
    return tile_traffic(q, (math.ceil(q.n / p.tile_n), math.ceil(q.m / p.rm)), p.slices)


def imaging(q: Matmul, x: str) -> Helper:
    """The copy of A or B, its items one below the other, into an image whose texels hold an element each."""
    stored, order, rows, cols = (q.type_a, q.a, "m", "k") if x == "a" else (q.type_b, q.b, "k", "n")
    alone = x in q.shared
    problem = Texture(
        getattr(q, rows),
        getattr(q, cols),
        stored,
        order,
        items=1 if alone else q.items,
        listed=q.listed and not alone,
        channels=1,
    )
    own = {name: f"{x}_{name[2:]}" for name in ("x_offset", "x_row", "x_col", "x_step", "x_offsets")}
    sources = {"rows": rows, "cols": cols, "x": x, "image": f"image_{x}"} | own
    return Helper(problem, f"image_{x}", sources, {x: f"image_{x}"})


def helpers(p: Params, q: Matmul) -> tuple[Helper, ...]:
    """The copies into images, and what brings the sums of slices together."""
    return (*(imaging(q, x) for x in p.in_images), *slice_helpers(p, q))


def all_arguments(p: Params, q: Matmul) -> tuple[Argument, ...]:
    """The arguments, with images for the operands that are copied into such."""
    stored = {"a": q.type_a, "b": q.type_b}
    images = {x: Image(x, stored[x], q.accumulator, channels=1).argument for x in p.in_images}
    return tuple(images.get(each.name, each) for each in arguments(q, p.slices, p.in_images))


def source(p: Params, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    steps = Steps(src, p, q)
    local = p.exchange == "local"
    with src.kernel(
        "gemm_subgroup",
        all_arguments(p, q),
        (p.width, p.groups_m),
        *q.computed,
        attributes="" if local else d.sub_group_size(p.width),
        functions=steps.functions(),
    ):
        depth = begin(src, q, p.slices, p.tk, p.in_images)
        place(src, p, q)
        for v in range(p.vectors):
            zero = d.splat(steps.worked.part, p.tall, "0")
            src(" ".join(f"{steps.vector} sum{v}_{j} = {zero};" for j in range(p.rn)))
        src(f"const int whole = {depth.last} - {depth.length} % {p.tk};")
        with src.loop("start", depth.first, "whole", p.tk):
            (steps.through_local if local else steps.through_lanes)()
        src("// terms that fill no step")
        with src.loop("l", "whole", depth.last):
            steps.alone()
        epilogue(steps)
    return str(src)


def place(src: Source, p: Params, q: Matmul) -> None:
    """Where the tile lies, the rows and columns that this lane computes, and what the text needs to read them."""
    d = src.dialect
    if p.exchange == "local":
        group, lane = d.local_id(1), d.local_id(0)
        src(d.local_array(q.accumulator.part, f"a_tile[{p.local_elements}]", align=64))
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


def epilogue(steps: Steps) -> None:
    """Bring the sums into C, those that lie inside and are this tile's own.

    Beside sub-groups the rows are written out, because registers cannot be indexed. Loops around local memory, which
    PoCL makes of a work-group, take its compiler long for as many branches, and there the rows are a loop.
    """
    src, p, q = steps.src, steps.p, steps.q
    c = operands(q, p.slices)[2]
    rolled = p.exchange == "local"
    if rolled:
        src(f"{steps.worked.part} line[{p.rm}];")
    for j in range(p.rn):
        own = f"col{j} >= own_col" if inside(p, q) else f"{plus('col + lane', j * p.width)} < n"
        with src.block(f"if ({own})"):
            if rolled:
                for v in range(p.vectors):
                    src(src.dialect.store(p.tall, f"sum{v}_{j}", plus("line", v * p.tall)))
                bounds = ("own_row - row", p.rm) if inside(p, q) else (0, f"min({p.rm}, m - row)")
                with src.loop("i", *bounds):
                    src(stored(steps, c, "row + i", f"col{j}", "line[i]"))
                continue
            for i in range(p.rm):
                total = src.dialect.lane(f"sum{i // p.tall}_{j}", p.tall, i % p.tall)
                own = f"{steps.row(i)} >= own_row" if inside(p, q) else f"{plus('row', i)} < m"
                src(f"if ({own}) {stored(steps, c, steps.row(i), f'col{j}', total)}")


def stored(steps: Steps, c: Matrix, row: str, col: str, total: str) -> str:
    """The statement that brings a sum into C."""
    d, p, q = steps.src.dialect, steps.p, steps.q
    value = total if unscaled(q, p.slices) else scaled(q, total, c.read(d, row, col))
    return c.write(d, row, col, value)


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
    traffic=traffic,
    source=source,
    options=lambda p: replace(options(p), sub_groups=p.exchange == "broadcast"),
    helpers=helpers,
    made_for=frozenset({"gpu", "acc"}),
    suggestions=suggestions,
)
