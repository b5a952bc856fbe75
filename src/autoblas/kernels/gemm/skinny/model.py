"""Time models of ``gemm_skinny``, on NVIDIA's devices and on processors, and the points that should take least time."""

from __future__ import annotations

import functools
import itertools
import math
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from autoblas.kernels.costs import (
    LOCAL_MEMORY,
    OF_NUMBERS,
    REGISTER_BYTES,
    REGISTER_FILE,
    RESIDENT_ITEMS,
    SUB_GROUP,
)
from autoblas.kernels.gemm.cores import combine_seconds, launch_seconds, pack_seconds, read_seconds
from autoblas.kernels.gemm.shared import SHORTEST_SLICE, combining, modelled, packing
from autoblas.kernels.gemm.skinny.params import (
    SLICES,
    SkinnyParams,
    packed,
    registers_used,
    shape_of,
    sums_bytes,
    tile_of,
)
from autoblas.kernels.gemm.skinny.params import suggestions as suggestions_by_kind
from autoblas.kernels.models.coefficients import coefficients
from autoblas.precision import FLOAT32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from autoblas.devices.device import Facts
    from autoblas.problems import Matmul

__all__ = ["predict", "suggestions"]

LINE_BYTES, RESIDENT_GROUPS = 128, 32
"""Bytes of a cache line, and work-groups that a multiprocessor has at a time."""

SHORTEST_STRIP = 8
"""Elements along C's long side below which work-items go along the depth whatever is adjacent."""

FEW_ELEMENTS = 4
"""Elements along C's narrow side up to which a work-item may have the sums of four rows or strips of what the cache holds."""

MOST_GROUPS = 16
"""Work-groups for each multiprocessor up to which the depth is cut."""

GROUPS = {
    True: ((1, 32), (1, 128), (1, 256), (8, 32)),
    False: ((8, 32), (8, 128), (32, 8), (32, 32), (128, 8), (8, 8)),
}
"""Work-items along the long side and along the depth, by whether adjacent elements lie along the depth."""


def predict(p: SkinnyParams, q: Matmul, f: Facts) -> float | None:
    """Seconds that a point takes with its helpers, roughly; None where there is no model.

    On NVIDIA's devices there is none of single work-items, which are for processors.
    """
    if modelled(q, f):
        return None if p.group < SUB_GROUP else _timed(p, q, f)(p.slices, p.last)
    return _processor_seconds(p, q, f) if f.kind == "cpu" else None


def _timed(p: SkinnyParams, q: Matmul, f: Facts) -> Callable[[int, bool], float]:
    """Function of the seconds of a point by its slices and whether the last work-group adds them.

    A work-group takes as long as its loads, one iteration after the other. If that is longer, it takes as long as a multiprocessor
    needs to issue the loads of all work-groups that it has. No product is over before its operands have come.
    """
    c, shape, kind, tile = coefficients("gemm_skinny", f), shape_of(q), q.accumulator, tile_of(p, q)
    along, narrow, words = shape.along, shape.narrow, kind.size // 4
    run = min(p.deep if along else p.items, SUB_GROUP)  # work-items of a sub-group that read side by side
    lines = max(1, math.ceil(run * p.lanes * kind.size / LINE_BYTES))
    read_rows = SUB_GROUP / run
    pack_cycles = c.packed if packed(p, q) else 0
    small = lines * (1 if shape.small_along or pack_cycles else 4) * p.lanes if along else read_rows
    lines_touched = p.lanes * p.each * read_rows * lines + narrow * small
    multiplied = p.each * narrow * p.lanes * kind.parts**2 * (2 if kind.double else 1)
    sub_groups = max(p.group / SUB_GROUP, 1.0)
    exchanges = 1 + (math.log2(p.deep / 8) if p.deep > SUB_GROUP else 0)
    loading = c.latency + c.next_load * (p.each + narrow) * p.lanes * kind.size / 8
    exchanging = (c.barrier + c.sub_group * sub_groups) * exchanges
    registers = SUB_GROUP + p.lanes * words * (
        p.each * narrow * kind.parts + p.unroll * (p.each + narrow) / 2
    )
    resident = min(
        RESIDENT_GROUPS,
        RESIDENT_ITEMS // p.group,
        LOCAL_MEMORY // (sums_bytes(p, q) + 1024),
        int(REGISTER_FILE / (min(registers, 255) * p.group)),
    )
    groups, nbytes = math.ceil(shape.long / tile), q.min_bytes()
    path = c.memory if nbytes > c.cache_bytes else c.cache
    saturating = (
        max(path.row_bytes / kind.size, path.saturating_items / 2)
        if along and path.row_bytes
        else path.saturating_items
    )
    launch = c.float_launch if kind is FLOAT32 else c.launch
    slower = c.few_rows if shape.rows and not shape.along and shape.narrow > 1 else 1.0
    written = c.instruction * p.each * narrow * p.lanes * kind.parts**2 * p.unroll / 4

    def seconds(slices: int, last: bool) -> float:
        steps = math.ceil(q.k / slices / p.deep / (p.lanes if along else 1))
        rounds = max(steps / c.in_flight, 1.0)
        busy = steps * sub_groups * (lines_touched * c.line + multiplied * c.multiplied)
        latency = rounds * loading + exchanging
        groups_per_unit = math.ceil(groups * slices * q.items / f.compute_units)
        at_once = max(min(resident, groups_per_unit), 1)
        working = math.ceil(groups_per_unit / at_once) * max(latency, at_once * busy)
        transfer = nbytes / path.bytes_per_cycle * math.sqrt(max(saturating / (at_once * p.group), 1.0))
        total = launch + written + slower * (max(working, transfer) + path.exposed * min(working, transfer))
        if last:
            added = math.ceil(slices / 8) * math.ceil(narrow * tile / p.group) * c.added * c.latency
            total += c.arrival + c.slice * slices + added
        elif slices > 1:
            total += c.combined
        return float((total + pack_cycles) / (f.clock_mhz * 1e6))

    return seconds


@functools.cache
def _point(
    items: int, deep: int, vectors: int, lanes: int, unroll: int
) -> tuple[dict[str, Any], SkinnyParams]:
    """One of the few points that are compared, with one slice, and what it differs in from the default."""
    form: dict[str, Any] = {
        "items": items,
        "deep": deep,
        "each": vectors,
        "lanes": lanes,
        "tiles": 1,
        "unroll": unroll,
    }
    return form, SkinnyParams(**form)


def _by_time(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """Work-groups whose reads lie side by side, with as many slices as should take least time, best first."""
    shape = shape_of(q)
    most = max(q.k // SHORTEST_SLICE, 1)
    single = shape.along and shape.small_along and not q.accumulator.double
    wide = 16 // q.accumulator.size if single else 1
    groups = GROUPS[shape.along or shape.long < SHORTEST_STRIP]
    vector_counts = (
        (1, 2, 4)
        if shape.narrow <= FEW_ELEMENTS and q.min_bytes() <= coefficients("gemm_skinny", f).cache_bytes
        else (1, 2)
    )
    ranked: list[tuple[float, dict[str, Any], int]] = []
    for (items, deep), vectors, lanes in itertools.product(groups, vector_counts, sorted({1, wide})):
        sums = vectors * shape.narrow * lanes
        form, p = _point(items, deep, vectors, lanes, 4 if sums <= 8 else 2)
        tile = tile_of(p, q)
        if tile > shape.long or registers_used(p, q, f) > REGISTER_BYTES:
            continue
        count = math.ceil(shape.long / tile) * q.items
        seconds = _timed(p, q, f) if p.group >= SUB_GROUP else lambda *_: math.inf
        for slices in SLICES:
            if slices > 1 and (slices > most or slices * count > MOST_GROUPS * f.compute_units):
                break
            ranked.append((seconds(slices, slices > 1), form, slices))
    for _, form, slices in sorted(ranked, key=itemgetter(0)):
        yield form | {"slices": slices, "last": slices > 1}


def suggestions(q: Matmul, f: Facts) -> Iterable[dict[str, Any]]:
    """Points in the order of their estimated times where there is a model of them, else those that suit the kind of device."""
    return _by_time(q, f) if modelled(q, f) else suggestions_by_kind(q, f)


def _processor_seconds(p: SkinnyParams, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes on a processor with its helpers.

    A vector of the large operand takes what is multiplied by it, or, if that is longer, its way from memory.
    """
    c, shape, parts = coefficients("gemm_skinny", f), shape_of(q), q.accumulator.parts
    large = q.type_b if shape.rows else q.type_a
    multiplied = c.load + shape.narrow * parts**2 * c.multiplied * max(
        p.lanes * q.accumulator.size // parts, c.shortest
    )
    transfer = p.lanes * large.size * read_seconds(shape.long * q.k * large.size, f)
    tile = tile_of(p, q)
    groups = math.ceil(shape.long / tile)
    elements = groups * tile  # some twice, where the last work-group ends with C
    work = elements * (q.k / p.lanes * max(multiplied, transfer) + p.slices * shape.narrow * c.stored)
    groups *= p.slices
    seconds = float(launch_seconds(work * q.items, work / groups, groups * q.items, f, OF_NUMBERS))
    seconds += sum(pack_seconds(packing(q, x, 1).problem, f) for x in packed(p, q))
    return seconds + (combine_seconds(combining(q, p.slices).problem, f) if p.slices > 1 else 0.0)
