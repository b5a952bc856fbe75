"""GEMM in float32 by IEEE multiply-adds for NVIDIA's devices: tiles in local memory, copied while others are multiplied.

Local memory holds a few stages of the depth. While one is multiplied, the next are being copied (``nvidia.ffma.load``).
Within a stage the elements that a work-item multiplies next are read one depth ahead, across stages too: the barrier
between two stages comes before the last depth of the first is multiplied. These reads are assembly, because the front
end of NVIDIA's OpenCL moves loads in C to where they stall.

A sub-group is 4 by 8 work-items. Each has chunks of 4 by 4 elements of C, those of neighbours side by side, so that a
read of local memory serves each bank once. Work-groups are numbered in bands of rows, so that those at work together
read few rows of A and few columns of B, which the second cache then holds.

Where tiles are few, several teams of work-items compute the same one, each with its part of every stage, and add their
sums at the end: so a compute unit that has one tile is as busy as others with several.

Complex products are real ones of twice the width and depth; elements are arranged for that in local memory.

Where a triangle of C is wanted, work-groups whose tile lies outside of it end at once.
"""

from __future__ import annotations

import math
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from autoblas.emit.expressions import minus, plus, quotient
from autoblas.emit.nvidia.ptx import commit_copies, load_local, store_local, wait_copies
from autoblas.emit.source import Source
from autoblas.kernels.gemm.shared import arguments, begin, entry, launch, operands, tile_traffic
from autoblas.kernels.gemm.split_k import Region, add_slices, helpers_unless_last, split_k_memory
from autoblas.kernels.gemm.triangles import tile_outside
from autoblas.kernels.kernel import Kernel
from autoblas.kernels.nvidia.ffma.params import (
    REQUIREMENTS,
    RULES,
    FfmaParams,
    groups,
    local_bytes,
    predict,
    stagings,
    suggestions,
    tile,
)
from autoblas.kernels.nvidia.fma import (
    CHUNK,
    LANES,
    RM,
    UNITY,
    attributes,
    options,
    store_function,
    store_sums,
)
from autoblas.kernels.space import Space
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.dialect import Dialect
    from autoblas.kernels.gemm.shared import Depth
    from autoblas.kernels.nvidia.ffma.load import FfmaStaging

__all__ = ["KERNEL"]

REGISTER_SETS = ("p", "q")
"""Names of the two sets of elements that a work-item holds: one is multiplied while the other is read."""


def source(p: FfmaParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    declared = arguments(q, p.slices, last=p.last)
    # Partial sums are neither scaled, nor real on the diagonal before they are added.
    result = q if p.slices == 1 else replace(q, pure=True, hermitian=False)
    factors = (UNITY,) if result.pure else ("alpha", "beta")
    functions = store_function(result, d, factors)
    with entry(src, q, "gemm_ffma", declared, (p.items, 1), functions, attributes(p, d)):
        _, _, tk = tile(p, q)
        depth = begin(src, q, p.slices, tk, last=p.last)
        positions(src, p, q)
        elements = local_bytes(p, q) // FLOAT32.size
        src.local_array("float", f"tiles[{elements}]", align=128)
        src(f"const uint base = {d.local_address('tiles')};")
        src(f"const int total = max({minus(depth.last, depth.first)}, 0), whole = max(total - 1, 0) / {tk};")
        src(f"const int tail = total - whole * {tk};")
        first_stages(src, p, q, depth)
        for i in range(RM):
            src(f"float {', '.join(f'sum{i}_{j} = 0' for j in range(p.rn))};")
        for register_set in REGISTER_SETS:
            names = [
                name
                for side, count in (("left", RM), ("right", p.rn))
                for name in fragment(side, register_set, count)
            ]
            src(f"float {', '.join(names)};")
        main_loop(src, p, q)
        add_teams(src, p)
        with src.block("if (team == 0)") if p.teams > 1 else nullcontext():
            c, x = operands(q, p.slices, last=p.last)[2], quotient("x", q.accumulator.parts)
            store_sums(src, result, c, p.rn, ("row0 + y", f"col0 + {x}"), factors)
        if p.last:
            tm, tn, _ = tile(p, q)
            add_slices(src, p, q, Region("row0", tm, "m", "col0", tn, "n"), "place", p.items)
    return str(src)


def positions(src: Source, p: FfmaParams, q: Matmul) -> None:
    """The work-group's tile and the work-item's position in it; work-groups go down a band of tiles, then right."""
    d = src.dialect
    src(f"const int place = {d.local_id(0)}, cols = {d.group_count(0)};")
    src(f"const int number = {d.group_id(1)} * cols + {d.group_id(0)};")
    src(f"const int band = number / ({p.band} * cols) * {p.band}, inside = number - band * cols;")
    src(f"const int high = min((int){d.group_count(1)} - band, {p.band});")
    tm, tn, _ = tile(p, q)
    src(f"const int row0 = (band + inside % high) * {tm}, col0 = inside / high * {tn};")
    if q.part:
        src(f"if ({tile_outside(q, 'row0', tm, 'col0', tn)}) return;")
    down, right = LANES
    local_id = "place"
    if p.teams > 1:
        local_id = "own"
        src(f"const int team = place / {p.team}, own = place % {p.team};")
    sub_groups_n, lane = p.tn // (right * p.rn), f"{local_id} % {down * right}"
    src(
        f"const int y = {local_id} / {down * right * sub_groups_n} * {down * RM} + {lane} / {right} * {CHUNK};"
    )
    across = f"{local_id} / {down * right} % {sub_groups_n} * {right * p.rn} + " if sub_groups_n > 1 else ""
    src(f"const int x = {across}{lane} % {right} * {CHUNK};")


def first_stages(src: Source, p: FfmaParams, q: Matmul, depth: Depth) -> None:
    """Fill the first stage with the end of the depth, and all others but one with its beginning."""
    pair = stagings(p, q)
    for staging in pair:
        staging.declare(src, depth)
    fetch(src, pair, "whole >= 1")
    for staging in pair:
        staging.fill_last(src, depth)
    for stage in range(1, p.stages - 1):
        at = str(stage * stage_bytes(p, q))
        fill(src, pair, at, exists=f"whole >= {stage}", another=f"whole >= {stage + 1}")
    src(src.dialect.barrier)


def stage_bytes(p: FfmaParams, q: Matmul) -> int:
    """Local memory of a stage."""
    return sum(staging.nbytes for staging in stagings(p, q))


def fetch(src: Source, pair: tuple[FfmaStaging, ...], exists: str) -> None:
    """Load what passes through registers to a stage, if there is such a stage."""
    if any(staging.via_registers for staging in pair):
        with src.block(f"if ({exists})"):
            for staging in pair:
                staging.fetch(src)


def fill(src: Source, pair: tuple[FfmaStaging, ...], at: str, exists: str, another: str) -> None:
    """Fill the stage that begins at so many bytes, if there is one, and fetch another one, if that is there."""
    with src.block(f"if ({exists})"):
        for staging in pair:
            staging.fill(src, at)
    if not all(staging.via_registers for staging in pair):
        src(commit_copies())
    fetch(src, pair, another)


def declare_addresses(src: Source, p: FfmaParams, q: Matmul) -> None:
    """Declare where the work-item reads from: by operand an address for each XOR swizzle of a stage's depths.

    The offset of the stage is added to it, but in a loop that is ``advanced``: its only address moves from depth to depth.
    """
    for staging, side, position in zip(stagings(p, q), ("left", "right"), "yx", strict=True):
        first = f"team * {p.depths}" if p.teams > 1 else ""
        swizzle = staging.swizzle_at(first) if first else ""
        begin = f" + {first} * {staging.pitch}" if first else ""
        for swizzled in sorted({staging.swizzle(l) for l in range(1 if p.loop == "advanced" else p.depths)}):
            terms = " ^ ".join(str(term) for term in (position, swizzled, swizzle) if term)
            at = f"({terms})" if terms != position else position
            src(f"uint {side}_at{swizzled} = {plus('base', staging.start)} + {at} * {FLOAT32.size}{begin};")


def main_loop(src: Source, p: FfmaParams, q: Matmul) -> None:
    """Multiply stage by stage, and fill the stage that was multiplied before.

    Registers are double-buffered: a depth is read while the one before it is multiplied. So a stage's first depth is read
    before the last depth of the stage before is multiplied; the barrier between both stages precedes that read. ``loop``
    says whether stages are counted upward or down, and how the stage at ``now`` is addressed.
    """
    pair, nbytes = stagings(p, q), stage_bytes(p, q)
    last = (p.stages - 1) * nbytes
    src("int now = 0;" if p.loop == "advanced" else f"int now = 0, next = {last};")
    declare_addresses(src, p, q)
    read(src, p, q, REGISTER_SETS[0], 0)
    upward = p.loop == "counted"
    bounds = "int stage = 0; stage <= whole; ++stage" if upward else "int more = whole; more >= 0; --more"
    exists, another = (
        f"stage + {ahead} <= whole" if upward else f"more >= {ahead}" for ahead in (p.stages - 1, p.stages)
    )
    with src.block(f"for ({bounds})"):
        for l in range(p.depths):
            if l == p.depths - 1:  # the depth to read lies in the next stage, whose copies must have ended
                next_stage(src, p, last, nbytes)
                if not all(staging.via_registers for staging in pair):
                    src(wait_copies(p.stages - 2))
                src(src.dialect.barrier)
            advance(src, p, q, l)
            read(src, p, q, REGISTER_SETS[(l + 1) % 2], (l + 1) % p.depths)
            if l == p.lead:
                if p.loop == "advanced":
                    src(f"const int next = now == 0 ? {last} : now - {nbytes};")
                fill(src, pair, "next", exists, another)
                if p.loop != "advanced":
                    src(f"next = next == {last} ? 0 : next + {nbytes};")
            multiply(src, p, REGISTER_SETS[l % 2])


def next_stage(src: Source, p: FfmaParams, last: int, nbytes: int) -> None:
    """Go on to the stage after the one at ``now``."""
    if p.loop == "counted":
        src(f"now = now == {last} ? 0 : now + {nbytes};")
    else:
        src(f"const int step = now == {last} ? {-last} : {nbytes};")
        src("now += step;")


def advance(src: Source, p: FfmaParams, q: Matmul, l: int) -> None:
    """Move the addresses that are read from to the depth after ``l``, which may be in the next stage."""
    if p.loop != "advanced":
        return
    for staging, side in zip(stagings(p, q), ("left", "right"), strict=True):
        moved = (staging.swizzle(l) ^ staging.swizzle((l + 1) % p.depths)) * FLOAT32.size
        if moved:
            src(f"{side}_at0 ^= {moved};")
        if l == p.depths - 1:
            src(f"{side}_at0 += step;")


def fragment(side: str, register_set: str, count: int) -> list[str]:
    """The names of the elements of an operand that a work-item multiplies at one depth."""
    return [f"{side}_{register_set}{e}" for e in range(count)]


def read(src: Source, p: FfmaParams, q: Matmul, register_set: str, l: int) -> None:
    """Read a depth of a stage from local memory."""
    for staging, side, count, lanes in zip(stagings(p, q), ("left", "right"), (RM, p.rn), LANES, strict=True):
        names = fragment(side, register_set, count)
        base = f"{side}_at0" if p.loop == "advanced" else f"{side}_at{staging.swizzle(l)} + now"
        for e in range(0, count, CHUNK):
            at = l * staging.pitch + e * lanes * FLOAT32.size
            src(load_local(names[e : e + CHUNK], base, at, "f32"))


def multiply(src: Source, p: FfmaParams, register_set: str) -> None:
    """Add the products of one depth to the sums."""
    for i, j in walk(p):
        src(f"sum{i}_{j} = fma(left_{register_set}{i}, right_{register_set}{j}, sum{i}_{j});")


def add_teams(src: Source, p: FfmaParams) -> None:
    """Add the sums of all teams to those of the first, by a tree reduction: half of them leave theirs in local memory."""
    chunks = [[f"sum{i}_{j + s}" for s in range(CHUNK)] for i in range(RM) for j in range(0, p.rn, CHUNK)]
    team_bytes, chunk = p.tm * p.tn * FLOAT32.size, CHUNK * FLOAT32.size
    half = p.teams
    while half > 1:
        half //= 2
        src(src.dialect.barrier)
        with src.block(f"if (team >= {half} && team < {2 * half})"):
            src(f"const uint to = base + (team - {half}) * {team_bytes} + own * {chunk};")
            for number, names in enumerate(chunks):
                src(store_local(names, "to", number * p.team * chunk, "f32"))
        src(src.dialect.barrier)
        with src.block(f"if (team < {half})"):
            src(f"const uint from = base + team * {team_bytes} + own * {chunk};")
            src(f"float {', '.join(f'more{s}' for s in range(CHUNK))};")
            for number, names in enumerate(chunks):
                src(load_local([f"more{s}" for s in range(CHUNK)], "from", number * p.team * chunk, "f32"))
                src(" ".join(f"{name} += more{s};" for s, name in enumerate(names)))


def walk(p: FfmaParams) -> list[tuple[int, int]]:
    """A work-item's sums in the order in which they are added to, without a jump between neighbours."""

    def there_and_back(slow: range, fast: range) -> Iterator[tuple[int, int]]:
        for number, s in enumerate(slow):
            yield from ((s, f) for f in (reversed(fast) if number % 2 else fast))

    if p.order == "rows":
        return list(there_and_back(range(RM), range(p.rn)))
    if p.order == "columns":
        return [(i, j) for j, i in there_and_back(range(p.rn), range(RM))]
    return [
        indices
        for row in range(0, RM, CHUNK)
        for col in range(0, p.rn, CHUNK)
        for indices in there_and_back(range(row, row + CHUNK), range(col, col + CHUNK))
    ]


KERNEL = Kernel(
    name="gemm_ffma",
    family=Matmul,
    space=Space(FfmaParams, RULES, REQUIREMENTS),
    arguments=lambda p, q: arguments(q, p.slices, last=p.last),
    geometry=lambda p, q: launch(q, p.slices, groups(p, q), (p.items, 1)),
    traffic=lambda p, q: tile_traffic(q, groups(p, q), p.slices),
    source=source,
    options=options,
    helpers=helpers_unless_last,
    memory=lambda p, q: split_k_memory(p, q, math.prod(groups(p, q))),
    made_for=frozenset({"gpu"}),
    suggestions=suggestions,
    predict=predict,
)
