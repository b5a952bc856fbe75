"""Time model of ``gemm_hmma``: of many points at once, as arrays, or of one."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.kernels.costs import LOCAL_MEMORY, OF_NUMBERS, REGISTER_FILE, RESIDENT_ITEMS, SUB_GROUP
from autoblas.kernels.gemm.triangles import wanted_share
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

__all__ = [
    "FITTED_COSTS",
    "WIDEST",
    "FittedCosts",
    "HmmaPoints",
    "cycles",
    "points_of",
    "predict",
    "unbounded_product",
]


WIDEST = 16
"""Bytes of the widest copies."""


class FittedCosts(NamedTuple):
    """Costs of a form of the kernel, fitted to measured times.

    Attributes:
        launch: Cycles of a launch.
        stage: Cycles of a stage, whatever is in it.
        by_registers: Further cycles of a stage whose elements pass through registers.
        lane: Cycles of a copy or load that a work-item starts.
        turn: Cycles of each 16 terms of a stage, whatever is multiplied.
        chain: Cycles of the products of a block of a sub-group's sums with 16 terms.
        multiplied: Multiply-adds of a multiprocessor in a cycle.
        whole: Bytes of copies of 16 in a cycle.
        part: Bytes of copies of less than 16, but of several elements.
        single: Bytes of those of an element.
        stored: Bytes of whole tiles that are stored in a cycle.
        edge: Bytes of tiles that are wider than C.
        memory: Bytes from or to memory in a cycle, of all multiprocessors.
        cache: Bytes from the cache that they share.
        arrival: Cycles until the last slice of the depth has come.
        addition: Cycles to add four sums of a slice.
        registers: Registers beside those that the text names.
    """

    launch: float
    stage: float
    by_registers: float
    lane: float
    turn: float
    chain: float
    multiplied: float
    whole: float
    part: float
    single: float
    stored: float
    edge: float
    memory: float
    cache: float
    arrival: float
    addition: float
    registers: float


FITTED_COSTS = {
    "whole": FittedCosts(
        launch=4990.0,
        stage=180.0,
        by_registers=315.0,
        lane=7.15,
        turn=0.0,
        chain=63.2,
        multiplied=700.0,
        whole=18.2,
        part=16.3,
        single=14.4,
        stored=8.5,
        edge=12.2,
        memory=1220.0,
        cache=1860.0,
        arrival=4210.0,
        addition=2.23,
        registers=32.0,
    ),
    "parts": FittedCosts(
        launch=5110.0,
        stage=261.0,
        by_registers=0.0,
        lane=1.31,
        turn=0.0,
        chain=224.0,
        multiplied=213.0,
        whole=14.3,
        part=15.4,
        single=12.8,
        stored=17.6,
        edge=5.5,
        memory=1050.0,
        cache=1890.0,
        arrival=3450.0,
        addition=132.0,
        registers=32.0,
    ),
    "tf32x3": FittedCosts(
        launch=4750.0,
        stage=431.0,
        by_registers=0.0,
        lane=0.0,
        turn=0.0,
        chain=135.0,
        multiplied=209.0,
        whole=20.9,
        part=20.1,
        single=19.1,
        stored=7.75,
        edge=7.52,
        memory=1730.0,
        cache=2610.0,
        arrival=3990.0,
        addition=103.0,
        registers=24.0,
    ),
    "plain": FittedCosts(
        launch=4580.0,
        stage=65.2,
        by_registers=0.0,
        lane=1.77,
        turn=39.0,
        chain=274.0,
        multiplied=81.4,
        whole=9.58,
        part=10.6,
        single=11.9,
        stored=18.7,
        edge=16.4,
        memory=1540.0,
        cache=907.0,
        arrival=3110.0,
        addition=149.0,
        registers=32.0,
    ),
}
"""``whole`` was fitted to the times of 2600 points for 350 drawn shapes on an H200, half of which were within a tenth. From
there all were fitted again to times of launches by CUDA on an H100, of 600 drawn shapes: ``tf32x3`` to 900 of them, ``plain`` to
344, ``whole`` to 158 and ``parts`` to 107; half of these were within 4, 5, 5 and 6 %. Launches in a row overlap and take some
1500 cycles less than ``launch`` says; so do those of other kernels, and what counts here is which is faster.
"""


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


EXPOSED = 0.3
"""The part of the shorter of two times that the longer does not hide: of what one work-group takes and what all of a
multiprocessor do, and of all this and the way to memory.
"""

CLUSTER_MEETING, CLUSTER_READ = 2530.0, 11.0
"""Cycles until the slices of a cluster have come together, and for each four of their sums that a work-item reads."""

GATHERED = ((2, 124 / 132), (4, 120 / 132), (8, 112 / 132))
"""The share of the multiprocessors that clusters of more work-groups than these find room on, where each takes one.

A cluster lies in one of the eight groups of multiprocessors that such a card has at most, of which some have fewer than others
(132 of 144 work: "NVIDIA H100 Tensor Core GPU Architecture", 2022). On an H100 8, 16 and 32 clusters of 16, 8 and 4 work-groups
took twice as long as 7, 15 and 30; 31 were not timed.
"""


def cycles(
    x: HmmaPoints, cut: tuple[Any, Any], tiles: Any, q: Matmul, units: int, c: FittedCosts, by: ModelMath
) -> Any:
    """The cycles of points, or of one, with so many slices, that are a cluster or not, and so many tiles.

    A multiprocessor has several work-groups at once. It takes what all of them ask of it, or what a single one takes
    that waits for its own copies, instructions and stores; if that is longer, it takes the way to memory or to the cache.
    The longer hides a part of the shorter only.
    """
    ceil, floor, least, most, where = by
    slices, cluster = cut
    steps = ceil(q.k / slices / x.tk)
    fitting = least(REGISTER_FILE / ((x.registers + c.registers) * x.items), LOCAL_MEMORY / (x.local + 1024))
    usable_share = 1.0
    for size, share in GATHERED:
        usable_share = where(cluster & (slices > size), share, usable_share)
    groups_per_unit = ceil(tiles * slices / floor(units * usable_share + 0.5))
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
    computed = groups_per_unit / at_once * (most(single, resident) + EXPOSED * least(single, resident))
    total = most(computed, by_memory) + EXPOSED * least(computed, by_memory)
    in_cluster = CLUSTER_MEETING + ceil(x.tm * x.tn / (4 * slices * x.items)) * slices * CLUSTER_READ
    split_k = where(cluster, in_cluster, c.arrival + slices * x.tm * x.tn / 4 / x.items * c.addition)
    return c.launch + total + where(slices > 1, split_k, 0)


def predict(p: HmmaParams, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes, roughly."""
    x = _point_of(p, q.type_a, q.a, q.b)
    tiles = math.ceil(q.m / p.tm) * math.ceil(q.n / p.tn) * q.items * wanted_share(q, p.tm, p.tn)
    cycle_count = cycles(
        x, (p.slices, p.cluster), tiles, q, f.compute_units, FITTED_COSTS[p.form], OF_NUMBERS
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
