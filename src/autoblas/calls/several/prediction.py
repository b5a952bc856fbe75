"""Predicts by simulation how much of a product each of several devices computes, and how long that takes."""

from __future__ import annotations

import functools
import heapq
import os
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from autoblas.calls.several.division import LINES, cuts_of
from autoblas.calls.several.scheduler import Scheduler, WorkItem
from autoblas.calls.streamed.schedule import PANELS, Extents, schedule_of_tiles
from autoblas.plan.candidates import Candidate, candidates
from autoblas.precision import PRECISIONS
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.calls.several.division import Cut, Pattern
    from autoblas.calls.several.members import Member
    from autoblas.devices.device import Facts

__all__ = [
    "PART_SECONDS",
    "TOGETHER",
    "Link",
    "Prediction",
    "Simulation",
    "kernel_speed",
    "predict_parts",
    "predict_product",
    "shares_of",
    "simulate",
]

BUS = 30e9
"""Bytes a second that are expected to reach a device with memory of its own: two H100s were each sent 45e9 of pinned arrays,
and threads moved 25e9 to 40e9 of others to an H200."""

PART_SECONDS = 1e-3
"""Cost of each part beside its operations: a thread that wakes, launches, and a wait."""

FINER = 0.9
"""A finer division must be expected to take so much of the time of a coarser one: on H100s products of tiles of 4096 rows ran
at two thirds of the speed of tiles of 8192, which is not foreseen."""

TOGETHER = 0.95
"""Several devices must be expected to take so much of the time of the fastest alone, or it computes alone."""


class Link(NamedTuple):
    """How operands reach a device.

    Attributes:
        rows_seconds: For the rows of A that a part reads.
        cols_seconds: For its columns of B.
        room: Rows and columns that the device holds.
        ahead: The next operands come while a part is computed.
    """

    rows_seconds: float
    cols_seconds: float
    room: tuple[int, int]
    ahead: bool = True


class Simulation(NamedTuple):
    """Outcome of simulating a schedule.

    Attributes:
        seconds: When the last part was done.
        operations: Of each device.
    """

    seconds: float
    operations: list[float]


def simulate(
    work_items: Sequence[WorkItem],
    speeds: Sequence[float],
    links: Sequence[Link | None],
    part_seconds: float = PART_SECONDS,
) -> Simulation:
    """Simulate the scheduling of parts to devices of given speeds.

    Args:
        work_items: The parts.
        speeds: Operations a second of each device.
        links: How operands reach each; None of one that works where they are.
        part_seconds: What each part costs beside its operations.
    """
    now = 0.0
    scheduler = Scheduler(
        work_items, speeds, [None if x is None else x.room for x in links], clock=lambda: now
    )
    ends: list[tuple[float, int, int]] = []
    free, arrived, began = ([0.0] * len(speeds) for _ in range(3))
    waiting: deque[int] = deque(range(len(speeds)))
    while True:
        while waiting:
            who = waiting.popleft()
            link, before = links[who], scheduler.stock(who)
            part = scheduler.take(who)
            if part is None:
                continue
            work_item, start = work_items[part], max(now, free[who])
            if link is not None:
                rows, cols = work_item.row not in before[0], work_item.col not in before[1]
                coming = max(began[who], arrived[who]) if link.ahead else start
                arrived[who] = coming + rows * link.rows_seconds + cols * link.cols_seconds
                start = max(start, arrived[who])
            began[who] = start
            free[who] = start + work_item.operations / speeds[who] + part_seconds
            heapq.heappush(ends, (free[who], who, part))
        if not ends:
            return Simulation(now, scheduler.finished)
        now, who, part = heapq.heappop(ends)
        scheduler.done(who, part)
        waiting.extend({who, *range(len(speeds))} - {worker for _, worker, _ in ends})


@dataclass(frozen=True)
class Prediction:
    """The expected division and time of a product on several devices.

    Attributes:
        cut: How it is divided; None where one device computes it alone.
        names: The devices.
        shares: Of the operations, of each; all of the one that computes alone.
        seconds: How long it takes.
        alone: How long the fastest takes alone.
        shared: CPUs among them are one processor.
        parts: Into how many parts it is divided, where it is no product.
    """

    cut: Cut | None
    names: tuple[str, ...]
    shares: tuple[float, ...]
    seconds: float
    alone: float
    shared: bool = False
    parts: int = 0

    @property
    def together(self) -> bool:
        """More than one of them computes."""
        return self.cut is not None or self.parts > 0

    def __str__(self) -> str:
        lines = [f"  {share:4.0%}  {name}" for name, share in zip(self.names, self.shares, strict=True)]
        if len(self.names) == 1:
            summary = "computed by the one device that there is"
        elif not self.together:
            summary = "computed by the fastest alone: working together is not expected to be faster"
        else:
            summary = f"expected to take {self.seconds / self.alone:.2f} of the time of the fastest alone"
            idle = [name for name, share in zip(self.names, self.shares, strict=True) if share == 0]
            if idle:
                lines.append(f"  too slow for a part while the others compute the rest: {', '.join(idle)}")
        if self.shared:
            lines.append("  devices that are this machine's processor share its cores")
        return "\n".join([summary, *lines])


def shares_of(members: Sequence[Member]) -> list[float]:
    """Share of its speed that each device has while all of them work: those that are the host's processor share its cores."""
    cores = os.cpu_count() or 1
    units = sum(member.facts.compute_units for member in members if member.facts.kind == "cpu")
    part = min(1.0, cores / units) if units else 1.0
    return [part if member.facts.kind == "cpu" else 1.0 for member in members]


def predict_parts(
    pattern: Pattern | None, operations: float, members: Sequence[Member], kind: str, *, double: bool
) -> Prediction:
    """The prediction for a call that can be divided in one way only.

    Args:
        pattern: Its parts; None where there is one.
        operations: Of the whole.
        members: The devices.
        kind: The computation: a routine and a type of elements.
        double: The type has 64 bits a real number.
    """
    single = [member.speed(kind, double=double) for member in members]
    speeds = [speed * share for speed, share in zip(single, shares_of(members), strict=True)]
    names, shared = tuple(member.name for member in members), speeds != single
    best = max(range(len(members)), key=lambda i: single[i])
    whole = tuple(float(i == best) for i in range(len(members)))
    if pattern is None or len(members) < 2 or len(pattern.work_items) < 2:
        alone = operations / single[best] + PART_SECONDS
        return Prediction(None, names, whole, alone, alone, shared)
    count = len(pattern.work_items)
    # Every part is a call of its own: its operands come before it begins.
    link = Link(pattern.row_bytes / BUS, pattern.col_bytes / BUS, (count, count), ahead=False)
    links = [link if member.apart else None for member in members]
    undivided = [WorkItem(sum(member.operations for member in pattern.work_items))]
    rows, cols = ({member[i] for member in pattern.work_items} for i in (1, 2))
    all_of_it = Link(len(rows) * link.rows_seconds, len(cols) * link.cols_seconds, (1, 1), ahead=False)
    alone = simulate(undivided, [single[best]], [all_of_it if members[best].apart else None]).seconds
    simulation = simulate(pattern.work_items, speeds, links)
    total = sum(simulation.operations)
    shares = tuple(member / total for member in simulation.operations)
    if simulation.seconds >= TOGETHER * alone:
        return Prediction(None, names, whole, alone, alone, shared)
    return Prediction(None, names, shares, simulation.seconds, alone, shared, count)


@functools.lru_cache(maxsize=256)
def kernel_speed(facts: Facts, m: int, n: int, k: int, name: str) -> float | None:
    """Multiply-adds a second of the largest tile of a product; None where nothing is known of the kernel's time.

    Operands are taken to lie by rows, and the accuracy to be ``standard``.

    Args:
        facts: The device.
        m: Rows of C.
        n: Columns of C.
        k: The depth.
        name: The type of elements.
    """
    precision = PRECISIONS.get(name)
    if precision is None or min(m, n, k) == 0:
        return None
    problem = Matmul(min(m, LINES[0]), min(n, LINES[0]), k, precision)
    serving = (
        candidate
        for candidate in candidates(problem, facts)
        if isinstance(candidate, Candidate) and not candidate.refusal
    )
    first = next(serving, None)
    seconds = first and first.kernel.expected(first.params, problem, facts)
    return problem.m * problem.n * k / seconds if seconds else None


def _speed(member: Member, extents: Extents, kind: str, flops: int, *, double: bool) -> float:
    """Operations a second of a product while operands are there.

    What a device with memory of its own did in earlier calls has waits for operands in it, which are played through apart.
    """
    if member.apart:
        speed = kernel_speed(member.device.facts, *extents[:3], kind.rpartition(" ")[2])
        if speed is not None:
            return flops * speed
    return member.speed(kind, double=double)


def predict_product(
    extents: Extents, members: Sequence[Member], kind: str, flops: int, *, double: bool
) -> Prediction:
    """The prediction for a product, divided in the way that ends first.

    Args:
        extents: The product.
        members: The devices.
        kind: The computation: a routine and a type of elements.
        flops: Operations to a multiplication and an addition.
        double: The type has 64 bits a real number.
    """
    m, n, k, sizes, whole_depth = extents
    single = [_speed(member, extents, kind, flops, double=double) for member in members]
    speeds = [speed * share for speed, share in zip(single, shares_of(members), strict=True)]
    names, shared = tuple(member.name for member in members), speeds != single
    best = max(range(len(members)), key=lambda i: single[i])
    alone = flops * m * n * k / single[best] + PART_SECONDS
    if members[best].apart:
        a, b, _ = (
            extents.nbytes
        )  # of which it holds one whole before it begins, and streams panels of the other
        alone = max(alone + min(a, b) / BUS, alone / PANELS + (a + b) / BUS)
    prediction = Prediction(
        None, names, tuple(float(i == best) for i in range(len(members))), alone, alone, shared
    )
    if len(members) < 2:
        return prediction
    for cut in cuts_of(m, n, k, len(members), max(sizes)):
        links: list[Link | None] = []
        usable = list(speeds)
        for index, member in enumerate(members):
            if not member.apart:
                links.append(None)
                continue
            if cut.depth < k:
                links.append(Link(m * cut.depth * sizes[0] / BUS, cut.depth * n * sizes[1] / BUS, (1, 1)))
                continue
            tiles = schedule_of_tiles(
                Extents(m, n, k, sizes, whole_depth), cut.rows, cut.cols, member.device.facts
            )
            if tiles is None:
                usable[index] = 0.0
                links.append(None)
                continue
            along = tiles.counts[2]
            room = tiles.slots[0] // along, tiles.slots[1] // along
            links.append(Link(cut.rows * k * sizes[0] / BUS, cut.cols * k * sizes[1] / BUS, room))
        if sum(speed > 0 for speed in usable) < 2:
            continue
        simulation = simulate(cut.work_items(m, n, k, flops), usable, links)
        if simulation.seconds < (FINER * prediction.seconds if prediction.cut else TOGETHER * alone):
            total = sum(simulation.operations)
            shares = tuple(member / total for member in simulation.operations)
            if max(shares) < 1:
                prediction = Prediction(cut, names, shares, simulation.seconds, alone, shared)
    return prediction
