"""Time model of ``gemm_hmma``: of many points at once, as arrays, or of one."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.kernels.costs import LOCAL_MEMORY, OF_NUMBERS, REGISTER_FILE, RESIDENT_ITEMS, SUB_GROUP
from autoblas.kernels.gemm.triangles import wanted_share
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.nvidia.hmma.params import TERMS, HmmaParams, copies_of, local_bytes, registers
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.kernels.costs import ModelMath
    from autoblas.kernels.nvidia.hmma.load import OperandCopies
    from autoblas.precision import Precision
    from autoblas.problems import Order

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["WIDEST", "HmmaPoints", "cycles", "points_of", "predict", "unbounded_product"]


WIDEST = 16
"""Bytes of the widest copies."""


class HmmaPoints(NamedTuple):
    """Properties of points that their times depend on, as arrays; or of one point, as numbers.

    Attributes:
        tm: Rows of a tile.
        tn: Its columns.
        tk: Depth of a stage.
        items: Work-items.
        sub_groups: Sub-groups, those of all teams.
        local: Bytes of local memory.
        registers: Registers of a work-item that the text names.
        lanes: Loads and copies that a work-item starts in a stage.
        turns: How often a team takes 16 terms of a stage.
        chain: Blocks of a sub-group's sums, as often.
        copied: Bytes of a stage that are copied 16 at a time, fewer but several elements, and by elements.
    """

    tm: Any
    tn: Any
    tk: Any
    items: Any
    sub_groups: Any
    local: Any
    registers: Any
    lanes: Any
    turns: Any
    chain: Any
    copied: tuple[Any, ...]


def points_of(params: list[HmmaParams], q: Matmul) -> HmmaPoints:
    """The properties of points, as arrays."""
    copies_of_points = [copies_of(p, q) for p in params]

    def array(values: Any) -> Array:
        return np.array(list(values), float)

    def copied(kind: int) -> Array:
        return array(
            sum(x.extent * x.depth * x.size for x in pair if _kind(x) == kind) for pair in copies_of_points
        )

    return HmmaPoints(
        array(p.tm for p in params),
        array(p.tn for p in params),
        array(p.tk for p in params),
        array(p.items for p in params),
        array(p.items // SUB_GROUP for p in params),
        array(local_bytes(p, pair) for p, pair in zip(params, copies_of_points, strict=True)),
        array(registers(p, pair) for p, pair in zip(params, copies_of_points, strict=True)),
        array(
            sum(len(x.rounds) * (x.wide if x.by_elements else 1) for x in pair) for pair in copies_of_points
        ),
        array(p.tk / TERMS / p.teams for p in params),
        array(math.prod(p.blocks) * p.tk / TERMS / p.teams for p in params),
        (copied(0), copied(1), copied(2)),
    )


def _kind(copies: OperandCopies) -> int:
    """Kind of copies: 0 of 16 bytes at a time, 1 of fewer but several elements, 2 of single elements."""
    return 0 if copies.at_a_time == WIDEST else 2 if copies.at_a_time == copies.size else 1


GATHERED = ((2, 124 / 132), (4, 120 / 132), (8, 112 / 132))
"""The share of the multiprocessors that clusters of more work-groups than these find room on, where each takes one.

A cluster lies in one of the eight groups of multiprocessors that such a card has at most, of which some have fewer than others
(132 of 144 work: "NVIDIA H100 Tensor Core GPU Architecture", 2022). On an H100 8, 16 and 32 clusters of 16, 8 and 4 work-groups
took twice as long as 7, 15 and 30; 31 were not timed.
"""


def cycles(
    x: HmmaPoints, cut: tuple[Any, Any], tiles: Any, q: Matmul, f: Facts, c: Any, by: ModelMath
) -> Any:
    """The cycles of points, or of one, with so many slices, that are a cluster or not, and so many tiles.

    ``c`` has the coefficients of the form, as numbers or arrays. A multiprocessor has several work-groups at once. It takes what all of them ask of it, or what a single one takes
    that waits for its own copies, instructions and stores; if that is longer, it takes the way to memory or to the cache.
    The longer hides a part of the shorter only.
    """
    common = coefficients("gemm_hmma", f)
    ceil, floor, least, most, where = by
    slices, cluster = cut
    steps = ceil(q.k / slices / x.tk)
    fitting = least(REGISTER_FILE / ((x.registers + c.registers) * x.items), LOCAL_MEMORY / (x.local + 1024))
    usable_share = 1.0
    for size, share in GATHERED:
        usable_share = where(cluster & (slices > size), share, usable_share)
    groups_per_unit = ceil(tiles * slices / floor(f.compute_units * usable_share + 0.5))
    at_once = least(most(floor(least(fitting, RESIDENT_ITEMS / x.items)), 1), groups_per_unit)
    copying = sum(size / speed for size, speed in zip(x.copied, (c.whole, c.part, c.single), strict=True))
    busy = most(x.tm * x.tn * x.tk / c.multiplied, copying)
    latency = (
        c.stage + c.by_registers * (x.copied[2] > 0) + c.lane * x.lanes + c.turn * x.turns + c.chain * x.chain
    )
    storing = x.tm * x.tn * q.precision.size / where(x.tn <= q.n, c.stored, c.edge)
    single, resident = steps * latency + storing * 4 / x.sub_groups, at_once * (steps * busy + storing)
    read = tiles * (x.tm + x.tn) * q.k * q.type_a.size
    by_memory = most(q.min_bytes() / c.memory, read / c.cache)
    computed = groups_per_unit / at_once * (most(single, resident) + common.exposed * least(single, resident))
    total = most(computed, by_memory) + common.exposed * least(computed, by_memory)
    in_cluster = common.cluster + ceil(x.tm * x.tn / (4 * slices * x.items)) * slices * common.cluster_read
    split_k = where(cluster, in_cluster, c.arrival + slices * x.tm * x.tn / 4 / x.items * c.addition)
    return c.launch + total + where(slices > 1, split_k, 0)


def predict(p: HmmaParams, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes, roughly."""
    x = _point_of(p, q.type_a, q.a, q.b)
    tiles = math.ceil(q.m / p.tm) * math.ceil(q.n / p.tn) * q.items * wanted_share(q, p.tm, p.tn)
    cycle_count = cycles(
        x, (p.slices, p.cluster), tiles, q, f, coefficients("gemm_hmma", f).forms[p.form], OF_NUMBERS
    )
    return float(cycle_count) / (f.clock_mhz * 1e6)


@functools.lru_cache(maxsize=1024)
def _point_of(p: HmmaParams, kind: Precision, a: Order, b: Order) -> HmmaPoints:
    """The properties of a point, as numbers."""
    x = points_of([p], unbounded_product(kind, a, b))
    return HmmaPoints._make(
        [*(values.item() for values in x[:-1]), tuple(sizes.item() for sizes in x.copied)]
    )


def unbounded_product(kind: Precision, a: Order, b: Order) -> Matmul:
    """A product with operands of a type and storage orders, larger than any tile."""
    return Matmul(1 << 20, 1 << 20, 1 << 20, kind, a, b, accumulator=FLOAT32)
