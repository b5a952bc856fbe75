"""GEMM in blocks of registers: the family of GATLAS, Chai, Qualcomm's Adreno kernel and Intel's plain ones.

A work-item computes a block of rows and columns of C, a work-group a tile of such blocks. Each of A, B and C lies in a
buffer or in an image; A and B come to the registers directly or through local memory. The form of the text is
searched too: the order of the innermost products, sizes as literals, unrolled loops.

C. Jang, GATLAS (2010) and Chai (2011); V. Shimanskiy, "Matrix Multiply on Adreno GPUs" (Qualcomm, 2016); R. Ioffe and
L. Kong, "SGEMM for Intel Processor Graphics" (Intel, 2015).
"""

from __future__ import annotations

import itertools
import math
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.expressions import minus, plus, quotient, times
from autoblas.emit.source import Source
from autoblas.kernels.gemm.block.frame import BlockFrame, arguments
from autoblas.kernels.gemm.block.load import BlockOperand
from autoblas.kernels.gemm.block.params import (
    FLAGS,
    BlockParams,
    along_depth,
    image_helped,
    stored_order,
    stored_type,
    sums_type,
    width,
)
from autoblas.kernels.gemm.block.sums import BlockSums
from autoblas.kernels.gemm.block.work_groups import work_group_shape
from autoblas.kernels.gemm.epilogue import SUMS_ONLY
from autoblas.kernels.gemm.shared import (
    PLAIN_INTEGERS,
    SLICES_PAY,
    Depth,
    begin,
    entry,
    imaging,
    launch,
    move_to_item,
    slice_helpers,
    tile_traffic,
)
from autoblas.kernels.gemm.triangles import ALL_OF_C, NEW_PRODUCT
from autoblas.kernels.kernel import COMPUTES, Helper, Kernel, sides_fit
from autoblas.kernels.space import Rule, Space
from autoblas.problems import Matmul, fits_texels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "free_group"]

REGISTER_BYTES = 2048
"""Bytes of a work-item's registers, at most: twice those of NVIDIA's devices, since compilers move loads to where they
are used; beyond that everything spills."""

WRITTEN_OUT = 768
"""Multiply-adds that a text may write out; compilers take seconds for more."""


def local_bytes(p: BlockParams, q: Matmul) -> int:
    """Local memory of the tiles."""
    blocks = {"a": p.gy * p.rm, "b": p.gx * p.rn}
    return sum(blocks[x] * p.rk * (p.tk + p.pad) for x in p.staged) * q.accumulator.size


def register_bytes(p: BlockParams, q: Matmul) -> int:
    """Registers of the sums and of a step's elements."""
    return (p.rm * p.rn + p.rk * (p.rm + p.rn)) * q.accumulator.size


def statements(p: BlockParams) -> int:
    """Multiply-adds in the innermost part of the text."""
    return p.rm * p.rn * p.rk // (1 if p.statement == "element" else p.vc) if p.unroll else 1


def divides(p: BlockParams, q: Matmul, x: str) -> bool:
    """Whole vectors make up an operand's lines."""
    if x == "c":
        return p.rn % width(p, q, x) == 0
    line = p.rk if along_depth(p, q, x) else p.rm if x == "a" else p.rn
    return line % width(p, q, x) == 0


def image_helper(p: BlockParams, q: Matmul, x: str) -> Helper:
    """The copy of an operand to an image that keeps what is adjacent, or of C from one."""
    return imaging(q, x, flip=stored_order(p, q, x) == "col")


def images_fit(p: BlockParams, q: Matmul, f: Facts) -> bool:
    """Copies are of types that images hold, and none is larger than the device's images may be."""
    if not all(fits_texels(stored_type(q, x)) for x in image_helped(p, q)):
        return False
    texels = [image_helper(p, q, x).problem.scratch.texels for x in image_helped(p, q)]
    return all(wide <= f.max_image[0] and high <= f.max_image[1] for wide, high in texels)


SPACE = Space(
    BlockParams,
    (
        Rule(
            "an operand that is held in an image is not taken from a buffer",
            lambda p, q, f: all(getattr(q, f"{x}_in") == "buffer" or x in p.images for x in "abc"),
        ),
        Rule(
            "the compiler accepts the hint on vectors, as autoblas doctor finds out",
            lambda p, q, f: not p.hint or sums_type(p, q) not in f.failing_hints,
        ),
        Rule("the device has images where the parameters need one", lambda p, q, f: f.images or not p.images),
        Rule(
            "C is written to an image only where it is held in one, or where the product is pure and its depth whole",
            lambda p, q, f: "c" not in p.images or (p.slices == 1 and (q.pure or q.c_in == "image")),
        ),
        Rule("images are within the device's limits", images_fit),
        Rule(
            "vectors of A are adjacent elements, and divide the rows or terms of a work-item",
            lambda p, q, f: divides(p, q, "a") and (p.va == 1 or q.a != "any" or "a" in p.images),
        ),
        Rule(
            "vectors of B are adjacent elements, and divide the columns or terms of a work-item",
            lambda p, q, f: divides(p, q, "b") and (p.vb == 1 or q.b != "any" or "b" in p.images),
        ),
        Rule("vectors of C divide the columns of a work-item", lambda p, q, f: divides(p, q, "c")),
        Rule(
            "complex elements are multiplied and stored one by one, and loaded at most eight at once",
            lambda p, q, f: (
                not q.accumulator.is_complex
                or (p.statement == "element" and p.vc == 1 and max(p.va, p.vb) <= 8)
            ),
        ),
        Rule(
            "the sum of several terms is written plainly",
            lambda p, q, f: p.statement != "sum" or p.multiply == "plain",
        ),
        PLAIN_INTEGERS,
        Rule(
            "relaxed arithmetic is not for doubles",
            lambda p, q, f: p.flags != "relaxed" or not any(precision.double for precision in q.computed),
        ),
        Rule(
            "bands of work-groups need group and local ids",
            lambda p, q, f: p.swizzle == 1 or p.ids == "group",
        ),
        Rule(
            "a loop over the items needs a batch and a whole depth",
            lambda p, q, f: p.batch == "grid" or (q.batched and p.slices == 1),
        ),
        Rule(
            "a barrier in every step is for operands that come directly",
            lambda p, q, f: not (p.barrier and p.staged),
        ),
        *sides_fit(lambda p: (p.gx, p.gy)),
        Rule("local memory holds the tiles", lambda p, q, f: local_bytes(p, q) <= f.local_bytes),
        Rule(
            "a work-item's registers hold its block", lambda p, q, f: register_bytes(p, q) <= REGISTER_BYTES
        ),
        Rule("at most 768 multiply-adds are unrolled", lambda p, q, f: statements(p) <= WRITTEN_OUT),
        Rule(
            "the tile does not exceed twice C",
            lambda p, q, f: p.gy * p.rm < 2 * max(q.m, 16) and p.gx * p.rn < 2 * max(q.n, 16),
        ),
        SLICES_PAY,
    ),
    requirements=(
        COMPUTES,
        ALL_OF_C,
        NEW_PRODUCT,
        SUMS_ONLY,
        Rule(
            "the device has images where an operand is held in one", lambda p, q, f: f.images or q.in_buffers
        ),
        Rule(
            "an image holds floating-point numbers or integers of 4 bytes",
            lambda p, q, f: all(
                getattr(q, f"{x}_in") == "buffer" or fits_texels(stored_type(q, x)) for x in "abc"
            ),
        ),
        Rule(
            "the items of a list lie in plain memory",
            lambda p, q, f: not q.listed or all(getattr(q, f"{x}_in") == "buffer" for x in "abc"),
        ),
        Rule(
            "an image holds adjacent elements, those of C along its rows",
            lambda p, q, f: all(getattr(q, f"{x}_in") == "buffer" or getattr(q, x) != "any" for x in "abc"),
        ),
    ),
)


def geometry(p: BlockParams, q: Matmul) -> Launch:
    """Work-items to cover C in blocks, rounded up to whole work-groups."""
    groups = math.ceil(q.n / (p.gx * p.rn)), math.ceil(q.m / (p.gy * p.rm))
    if p.batch == "loop":
        return Launch((groups[0] * p.gx, groups[1] * p.gy), (p.gx, p.gy))
    return launch(q, p.slices, groups, (p.gx, p.gy))


def traffic(p: BlockParams, q: Matmul) -> int:
    """Bytes that blocks, or tiles in local memory, read; C is read and written."""
    rows, cols = (p.rm * (p.gy if "b" in p.staged else 1), p.rn * (p.gx if "a" in p.staged else 1))
    return tile_traffic(q, (math.ceil(q.n / cols), math.ceil(q.m / rows)), p.slices)


def preference(q: Matmul, _f: Facts) -> int:
    """Where nothing lies in an image, kernels for buffers alone come first."""
    return -1 if q.in_buffers else 0


def helpers(p: BlockParams, q: Matmul) -> tuple[Helper, ...]:
    """Copies to and from images, and what brings the sums of slices together."""
    copies = tuple(image_helper(p, q, x) for x in image_helped(p, q))
    return (*copies, *slice_helpers(p, q))


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """Tiles in local memory for what is in buffers, images read directly; smaller and smaller blocks."""
    memories = {f"{x}_memory": getattr(q, f"{x}_in") for x in "abc"}
    loads = {f"v{x}": 4 if getattr(q, x) != "any" and not q.accumulator.is_complex else 1 for x in "ab"}
    ways = {f"{x}_way": "local" for x in "ab" if getattr(q, f"{x}_in") == "buffer"}
    vector = {"vc": 1 if q.accumulator.is_complex else 4}
    if f.kind == "cpu":
        block = {"rm": 4, "rn": 8, "rk": 4, "vc": min(vector["vc"] * 2, 8), "statement": "vector"}
        complex_form = {"statement": "element", "rn": 4} if q.accumulator.is_complex else {}
        yield memories | loads | block | {"gy": 1, "gx": 1} | complex_form
    for side, rm in itertools.product((16, 8, 4), (4, 2)):
        square = {"gy": side, "gx": side, "tk": side, "pad": 1}
        free = free_group(q, f, side * side, (rm, 4))
        if rm % 4 == 0:
            yield memories | loads | ways | vector | (square if ways else free) | {"rm": rm}
        yield memories | free | {"rm": rm, "rk": 4, "rn": 4}
    yield memories | {"gy": 1, "gx": 1}
    yield memories | {"gy": 1, "gx": 1, "rm": 1, "rn": 1, "rk": 1}


def free_group(q: Matmul, f: Facts, items: int, block: tuple[int, int]) -> dict[str, int]:
    """The work-group of at most so many work-items that leaves the fewest idle, for operands that come directly.

    Args:
        q: The problem.
        f: The device.
        items: Work-items at most, and half of them at least.
        block: Rows and columns of C that a work-item computes.
    """
    max_x, max_y = (min(16, size) for size in f.max_item_sizes[:2])
    items = min(items, f.max_items, max_x * max_y)
    extent = max(math.ceil(q.n / block[1]), 1), max(math.ceil(q.m / block[0]), 1)
    gx, gy = work_group_shape(extent, items, (max_x, max_y), least=max(items // 2, 1))
    return {"gy": gy, "gx": gx}


def source(p: BlockParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    frame = BlockFrame(p, q, d)
    a, b, sums = BlockOperand(frame, "a"), BlockOperand(frame, "b"), BlockSums(frame)
    hint = d.vector_hint(sums.ctype) if p.hint else ""
    functions = [*a.functions(), *b.functions(), *sums.functions()]
    src = Source(d)
    with entry(src, q, "gemm_block", arguments(p, q), (p.gx, p.gy), functions, hint):
        if {"a", "b"} & set(p.images):
            src(d.sampler)
        positions(src, p)
        for operand in (a, b):
            if operand.staged:
                operand.declare_tile(src)
        depth = Depth("0", frame.sizes[2])
        if p.batch == "grid":
            depth = begin(src, q, p.slices, p.depth_step, p.images, frame.sizes)
        for x in "abc":
            if p.batch == "grid" or x not in frame.batched_operands:
                frame.locate_item(src, x)
        compute(src, BlockFrame(p, q, d, depth.last), depth)
    return str(src)


def positions(src: Source, p: BlockParams) -> None:
    """Declare the first row and column of the work-item's block."""
    d = src.dialect
    groups = [d.group_id(axis) for axis in range(2)]
    items = [d.local_id(axis) for axis in range(2)]
    if p.staged:
        src(f"const int x = {items[0]}, y = {items[1]};")
        items = ["x", "y"]
    if p.swizzle > 1:
        across, down = (d.group_count(axis) for axis in range(2))
        src(f"const int place = {groups[1]} * {across} + {groups[0]};")
        src(f"const int band = place / ({across} * {p.swizzle}) * {p.swizzle};")
        src(f"const int high = min({p.swizzle}, (int){down} - band), within = place - band * (int){across};")
        src("const int group_x = within / high, group_y = band + within % high;")
        groups = ["group_x", "group_y"]
    for axis, (name, count, block) in enumerate((("col", p.gx, p.rn), ("row", p.gy, p.rm))):
        position = d.global_id(axis)
        if p.ids == "group":
            position = plus(times(groups[axis], count), *items[axis : axis + 1] * (count > 1))
        src(f"const int {name} = {times(position, block)};")


def compute(src: Source, frame: BlockFrame, depth: Depth) -> None:
    """The work-item's block of C, of one item of the batch or of each in turn."""
    p, q = frame.p, frame.q
    a, b, sums = BlockOperand(frame, "a"), BlockOperand(frame, "b"), BlockSums(frame)
    with ExitStack() as blocks:
        if frame.inside:
            blocks.enter_context(src.block(f"if ({frame.inside})"))
        for operand in (a, b):
            operand.declare_positions(src)
        if p.batch == "loop":
            blocks.enter_context(src.loop("item", 0, q.items))
            for x in frame.batched_operands:
                frame.locate_item(src, x)
            move_to_item(src, q, "", scales=not q.pure)
        sums.declare(src)
        if p.staged:
            multiply_tiles(src, depth, a, b, sums)
        else:
            with src.loop("l", depth.first, depth.last, p.rk):
                multiply_blocks(src, "", a, b, sums)
        sums.store(src)


def multiply_tiles(src: Source, depth: Depth, a: BlockOperand, b: BlockOperand, sums: BlockSums) -> None:
    """Multiply tile after tile of what goes through local memory, step by step."""
    p = sums.frame.p
    with src.loop("start", depth.first, depth.last, p.depth_step):
        for operand in (a, b):
            if operand.staged:
                src(f"// {operand.x.upper()} to local memory")
                operand.stage(src)
        with src.staged(), ExitStack() as blocks:
            steps = str(p.tk)
            if sums.frame.tail and p.tk > 1:
                steps = f"min({p.tk}, {quotient(plus(minus(depth.last, 'start'), p.rk - 1), p.rk)})"
            blocks.enter_context(src.loop("step", 0, steps))
            if not (a.staged and b.staged):
                src(f"const int l = {plus('start', times('step', p.rk))};")
            multiply_blocks(src, "step", a, b, sums)


def multiply_blocks(src: Source, step: str, a: BlockOperand, b: BlockOperand, sums: BlockSums) -> None:
    """Multiply the blocks of a step in the registers."""
    if a.staged or b.staged:
        src("// a step to registers, and its products")
    a.load(src, step)
    b.load(src, step)
    if sums.frame.p.barrier:
        src(src.dialect.barrier)
    sums.multiply(src, a, b)


KERNEL = Kernel(
    name="gemm_block",
    family=Matmul,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=lambda p: FLAGS[p.flags],
    helpers=helpers,
    made_for=frozenset({"gpu", "acc"}),
    preference=preference,
    suggestions=suggestions,
)
