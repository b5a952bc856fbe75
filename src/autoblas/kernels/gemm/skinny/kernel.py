"""GEMM for a narrow C, of at most 16 rows or columns: the one large operand is streamed once, at the memory's pace.

The operand that shares C's narrow side is small; the other one is large, and reading it from memory is all that takes
time. Where its adjacent elements lie along C's long side, a work-item takes a strip of them term by term: either with
the sums of a narrow strip in registers, or, on a CPU, with those of a wide one held in its first-level cache while
a few rows are read side by side. Where they lie along the depth, a work-item multiplies vectors of several rows and
adds the lanes at the end. Work-items along the depth bring their sums together in local memory.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from autoblas.emit.expressions import times
from autoblas.emit.source import Source
from autoblas.kernels.costs import REGISTER_BYTES
from autoblas.kernels.gemm.epilogue import SUMS_ONLY
from autoblas.kernels.gemm.shared import (
    HAS_TERMS,
    IN_BUFFERS,
    PLAIN_INTEGERS,
    SLICES_PAY,
    arguments,
    begin,
    entry,
    launch,
    modelled,
    options,
    packing,
)
from autoblas.kernels.gemm.skinny.model import predict, suggestions
from autoblas.kernels.gemm.skinny.params import (
    NARROW,
    SkinnyParams,
    packed,
    registers_used,
    shape_of,
    sums_bytes,
    tile_of,
    waits,
)
from autoblas.kernels.gemm.skinny.text import SkinnyText
from autoblas.kernels.gemm.split_k import (
    LAST_HAS_SLICES,
    Region,
    add_slices,
    helpers_unless_last,
    split_k_memory,
)
from autoblas.kernels.gemm.triangles import NEW_PRODUCT
from autoblas.kernels.kernel import COMPUTES, GROUP_FENCES, Helper, Kernel
from autoblas.kernels.space import Rule, Space
from autoblas.precision import FLOAT32, FORMATS
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect
    from autoblas.problems.base import Scratch

__all__ = ["KERNEL"]

WAITING_BYTES = 32 << 10
"""Sums that wait in private memory take no more than the first-level cache of any processor of the last 15 years."""


def largest(f: Facts) -> int:
    """Work-items of a work-group at most: more than 256 pay only where thousands are at work on a compute unit."""
    return 1024 if f.kind == "gpu" else 256


def registers(f: Facts) -> int:
    """Bytes of them: of all vectors on a CPU, elsewhere a work-item's share."""
    return f.vector_bytes * f.vector_registers if f.kind == "cpu" else REGISTER_BYTES


SPACE = Space(
    SkinnyParams,
    (
        Rule(
            "a vector takes at most 64 bytes and has at most 16 parts",
            lambda p, q, f: p.lanes * q.accumulator.size <= 64 and p.lanes * q.accumulator.parts <= 16,
        ),
        Rule(
            "vectors need adjacent elements of the large operand",
            lambda p, q, f: p.lanes == 1 or shape_of(q).order != "any",
        ),
        Rule(
            "a work-group has one work-item or 32 to 256, on a GPU to 1024, and fits the device",
            lambda p, q, f: (
                p.group == 1 or 32 <= p.group <= min(largest(f), f.max_items, f.max_item_sizes[0])
            ),
        ),
        Rule(
            "only on a GPU are more than 32 work-items at work along the depth",
            lambda p, q, f: p.deep <= 32 or f.kind == "gpu",
        ),
        Rule(
            "a work-item computes one tile where its work-group has others",
            lambda p, q, f: p.group == 1 or p.tiles == 1,
        ),
        Rule(
            "cache lines are prefetched only by a CPU's single work-items, and only of adjacent elements",
            lambda p, q, f: (
                not p.prefetch or (p.group == 1 and f.kind == "cpu" and shape_of(q).order != "any")
            ),
        ),
        Rule(
            "sums are held four at a time only in registers, and where there are more",
            lambda p, q, f: p.held == NARROW or (shape_of(q).narrow > p.held and not waits(p, q)),
        ),
        Rule(
            "what a work-group computes does not exceed C's long side",
            lambda p, q, f: tile_of(p, q) <= shape_of(q).long,
        ),
        Rule(
            "each work-item along the depth has terms to sum",
            lambda p, q, f: p.deep == 1 or q.k >= p.slices * p.deep * (p.lanes if shape_of(q).along else 1),
        ),
        Rule(
            "the sums that a work-item holds, and what it multiplies, fit its registers",
            lambda p, q, f: registers_used(p, q, f) <= registers(f),
        ),
        Rule(
            "the sums of a work-group fit local memory, those of a single work-item 32 KiB",
            lambda p, q, f: sums_bytes(p, q) <= (WAITING_BYTES if p.group == 1 else f.local_bytes),
        ),
        SLICES_PAY,
        LAST_HAS_SLICES,
        GROUP_FENCES,
        Rule("a work-group of several work-items adds slices", lambda p, q, f: not p.last or p.group > 1),
        PLAIN_INTEGERS,
    ),
    requirements=(
        COMPUTES,
        IN_BUFFERS,
        NEW_PRODUCT,
        SUMS_ONLY,
        Rule("C has at most 16 rows or at most 16 columns", lambda p, q, f: min(q.m, q.n) <= NARROW),
        HAS_TERMS,
    ),
)


def groups(p: SkinnyParams, q: Matmul) -> int:
    """Work-groups side by side along C's long side."""
    return math.ceil(shape_of(q).long / tile_of(p, q))


def memory(p: SkinnyParams, q: Matmul) -> Mapping[str, Scratch]:
    """Memory of partial sums and counters, if the last work-group adds the slices."""
    return split_k_memory(p, q, groups(p, q))


def traffic(p: SkinnyParams, q: Matmul) -> int:
    """Bytes read and written: the large operand once, the small one once by each work-group.

    What a work-item goes through again soon comes from its cache: the small operand for its next tile, a tile of the
    large one for the next part of the narrow side.
    """
    shape = shape_of(q)
    small, large = (q.type_a, q.type_b) if shape.rows else (q.type_b, q.type_a)
    groups = math.ceil(shape.long / tile_of(p, q))
    small_bytes = q.accumulator.size if packed(p, q) else small.size
    read_once = shape.long * large.size + groups * shape.narrow * small_bytes
    return q.items * (read_once * q.k + 2 * p.slices * q.m * q.n * q.precision.size)


def helpers(p: SkinnyParams, q: Matmul) -> tuple[Helper, ...]:
    """The small operand turned so that it lies along the depth, and what brings the sums of slices together."""
    packings = [packing(q, x, 1) for x in packed(p, q)]
    return (*packings, *helpers_unless_last(p, q))


def preference(q: Matmul, f: Facts) -> int:
    """Before others where the narrow side does not fill a vector of 64 bytes, so that their tiles would be half empty.

    Where there is a model of its time, on processors and for most types on NVIDIA's devices, that decides. Of the other
    types there, for which others have narrow tiles and copies that run ahead, where there are at most two columns; of
    halves not even then, unless some elements are not adjacent or matrix units may not multiply them.
    """
    shape = shape_of(q)
    if f.kind == "cpu" or modelled(q, f):
        return 0
    if f.compute_capability >= (8, 0):
        halves = q.type_a.part in FORMATS and q.accumulator is FLOAT32
        elsewhere = "any" not in (q.a, q.b) and halves and q.accuracy != "strict"
        return int(shape.narrow <= 2 and not elsewhere)
    return int(shape.narrow * q.accumulator.size <= 64)


def source(p: SkinnyParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    text = SkinnyText(p, q, d)
    src, shape = Source(d), text.shape
    declared = arguments(q, p.slices, packed(p, q), last=p.last)
    with entry(src, q, "gemm_skinny", declared, (p.group, 1)):
        depth = begin(src, q, p.slices, p.lanes if shape.along else p.unroll, packed(p, q), last=p.last)
        x = packed(p, q)
        if q.batched and x and x not in q.shared:
            src(f"{x} += item * {shape.narrow * q.accumulator.parts} * k;")
        tile, extent = tile_of(p, q), "n" if shape.rows else "m"
        src(f"const int fresh = {times(d.group_id(0), tile)};")
        src(f"const int start = min(fresh, {extent} - {tile});  // where the last work-group ends, C does")
        if p.group > 1:
            local_id = d.local_id(0)
            fast = p.deep if shape.along else p.items
            src(f"const int place = {local_id}, near = place % {fast}, far = place / {fast};")
        kind, sums = d.element(q.accumulator), f"sums[{text.sum_count}]"
        if p.group > 1:
            src.local_array(kind, sums)
        else:
            src(f"{kind} {sums};")
        if shape.along:
            text.along(src, depth)
        elif waits(p, q):
            text.wide_strip(src, depth)
        else:
            text.narrow_strip(src, depth)
        if p.group > 1:
            with src.staged():
                text.epilogue(src)
        else:
            text.epilogue(src)
        if p.last:
            ends = f"start + {tile}"
            region = (
                Region("0", shape.narrow, "m", "fresh", tile, ends)
                if shape.rows
                else Region("fresh", tile, ends, "0", shape.narrow, "n")
            )
            add_slices(src, p, q, region, "place", p.group)
    return str(src)


KERNEL = Kernel(
    name="gemm_skinny",
    family=Matmul,
    space=SPACE,
    arguments=lambda p, q: arguments(q, p.slices, packed(p, q), last=p.last),
    geometry=lambda p, q: launch(q, p.slices, (groups(p, q), 1), (p.group, 1)),
    traffic=traffic,
    source=source,
    options=options,
    helpers=helpers,
    memory=memory,
    preference=preference,
    suggestions=suggestions,
    predict=predict,
)
