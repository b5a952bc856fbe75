"""The order in which tiles of a product are computed, and the memory of a device that they take meanwhile."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from autoblas.plan.settings import DEVICE_MEMORY, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts

__all__ = [
    "PANELS",
    "Extents",
    "Schedule",
    "Step",
    "memory_for_streams",
    "pieces",
    "schedule_of",
    "schedule_of_tiles",
]

SHARE = 0.75
"""Of a device's memory, where ``AUTOBLAS_DEVICE_MEMORY`` is not set."""

LEAST_BYTES = 96 << 20
"""Bytes of the operands from which on a product is divided: of 50 MB tiles took an H200 1.2 times as long as all at once."""

PANELS = 8
"""Tiles of a product that fits in memory: an eighth of the operands travels while nothing is computed."""

PANEL_LINES = 1024
"""Rows or columns of such a tile, at least, so that it keeps a device busy."""

DEPTH = 4096
"""Terms that tiles of larger products are summed over at a time."""

ROUND = 128
"""Rows and columns of tiles are a multiple of it, where the product has more."""


class Extents(NamedTuple):
    """Sizes of a product: A of m x k and B of k x n.

    Attributes:
        m: Rows of A and of C.
        n: Columns of B and of C.
        k: Columns of A, and rows of B.
        sizes: Bytes of an element of A, of B and of C.
        whole_depth: Sums may not be divided, because C holds less than they are summed in.
    """

    m: int
    n: int
    k: int
    sizes: tuple[int, int, int]
    whole_depth: bool = False

    @property
    def nbytes(self) -> tuple[int, int, int]:
        """Bytes of each operand."""
        a, b, c = self.sizes
        return self.m * self.k * a, self.k * self.n * b, self.m * self.n * c


class Step(NamedTuple):
    """One product of tiles.

    Attributes:
        rows: Those of A and C.
        cols: Those of B and C.
        terms: Columns of A, and rows of B.
        first: Nothing was added to this tile of C yet.
        last: Nothing will be.
    """

    rows: slice
    cols: slice
    terms: slice
    first: bool
    last: bool

    @property
    def extents(self) -> tuple[int, int, int]:
        """Rows, columns and terms."""
        rows, cols, terms = (x.stop - x.start for x in (self.rows, self.cols, self.terms))
        return rows, cols, terms


@dataclass(frozen=True)
class Schedule:
    """How a product is divided.

    Attributes:
        extents: What is multiplied.
        rows: Rows of a tile of C.
        cols: Its columns.
        depth: Terms that are summed at a time.
        slots: Tiles of A, of B and of C that a device holds.
    """

    extents: Extents
    rows: int
    cols: int
    depth: int
    slots: tuple[int, int, int]

    @property
    def counts(self) -> tuple[int, int, int]:
        """Tiles along the rows, the columns and the depth."""
        q = self.extents
        return math.ceil(q.m / self.rows), math.ceil(q.n / self.cols), math.ceil(q.k / self.depth)

    def steps(self) -> Iterator[Step]:
        """The products in order: tile of C by tile of C, each through the whole depth."""
        for tile in self.tiles():
            yield from self.through(tile)

    def tiles(self) -> Iterator[Step]:
        """The tiles of C in order, row by row, each as one step."""
        q = self.extents
        for row, col in itertools.product(pieces(q.m, self.rows), pieces(q.n, self.cols)):
            yield Step(row, col, slice(0, q.k), first=True, last=True)

    def through(self, tile: Step) -> Iterator[Step]:
        """The steps of a tile of C."""
        terms = pieces(self.extents.k, self.depth)
        for index, term in enumerate(terms):
            yield Step(tile.rows, tile.cols, term, index == 0, index == len(terms) - 1)

    @property
    def slot_bytes(self) -> tuple[int, int, int]:
        """Bytes of the largest tile of A, of B and of C."""
        a, b, c = self.extents.sizes
        return self.rows * self.depth * a, self.depth * self.cols * b, self.rows * self.cols * c

    @property
    def device_bytes(self) -> int:
        """Memory that it takes, with copies of a tile of A and of B that kernels may need."""
        a, b, c = (count * nbytes for count, nbytes in zip(self.slots, self.slot_bytes, strict=True))
        return a + b + c + self.slot_bytes[0] + self.slot_bytes[1]

    def moved_bytes(self, *, reads_c: bool) -> tuple[int, int]:
        """Bytes that travel to the device, and back, as ``stream`` keeps tiles: those that were used last."""
        up = 0
        for operand in range(2):
            resident: list[tuple[int, int]] = []
            for step in self.steps():
                key = ((step.rows.start, step.terms.start), (step.terms.start, step.cols.start))[operand]
                rows, cols, terms = step.extents
                if key in resident:
                    resident.remove(key)
                else:
                    up += (rows, cols)[operand] * terms * self.extents.sizes[operand]
                resident.append(key)
                del resident[: -self.slots[operand]]
        back = self.extents.nbytes[2]
        return up + back * reads_c, back

    def __str__(self) -> str:
        down, across, along = self.counts
        return (
            f"{down * across} tiles of C of {self.rows} x {self.cols}, each over {along} x {self.depth} terms, in"
            f" {self.device_bytes / 2**30:.1f} GiB of the device's memory"
        )


def pieces(whole: int, length: int) -> list[slice]:
    """Slices of at most so many lines."""
    return [slice(start, min(start + length, whole)) for start in range(0, whole, length)]


def memory_for_streams(facts: Facts) -> int:
    """Bytes of a device's memory that a product of NumPy arrays may take.

    Raises:
        ArgumentError: the variable in the environment is no number of bytes.
    """
    limit = number(DEVICE_MEMORY)
    return int(SHARE * facts.memory_bytes if limit is None else min(limit, facts.memory_bytes))


def schedule_of(extents: Extents, facts: Facts) -> Schedule | None:
    """How to divide a product; None where that is of no use.

    So it is where the device works in the host's memory, where the product is small, and where it cannot be divided so that
    its tiles fit.

    Args:
        extents: The product.
        facts: The device.

    Raises:
        ArgumentError: the variable that limits memory is no number of bytes.
    """
    if facts.host_shared or facts.system_svm:
        return None
    if min(extents.m, extents.n, extents.k) == 0 or sum(extents.nbytes) < LEAST_BYTES:
        return None
    memory = memory_for_streams(facts)
    in_panels = _panels(extents)
    if _fits(in_panels, memory, facts.max_alloc_bytes):
        return in_panels if in_panels.counts != (1, 1, 1) else None
    return _tiles(extents, memory, facts.max_alloc_bytes)


def schedule_of_tiles(extents: Extents, rows: int, cols: int, facts: Facts) -> Schedule | None:
    """How a device with memory of its own computes some tiles of a product that others compute tiles of too.

    It keeps as many tiles of A and of B as it has room for, so that each comes once where all have. Sums run through the
    whole depth where such tiles fit: fewer launches, and C is written once.

    Args:
        extents: The product.
        rows: Rows of a tile of C.
        cols: Its columns.
        facts: The device.

    Returns:
        None where such tiles do not fit.

    Raises:
        ArgumentError: the variable that limits memory is no number of bytes.
    """
    memory = memory_for_streams(facts)
    depths = (extents.k,) if extents.whole_depth else (extents.k, min(extents.k, DEPTH))
    candidates = (Schedule(extents, rows, cols, depth, (3, 3, 4)) for depth in depths)
    schedule = next(
        (candidate for candidate in candidates if _fits(candidate, memory, facts.max_alloc_bytes)), None
    )
    if schedule is None:
        return None
    down, across, along = schedule.counts
    a, b, _ = schedule.slot_bytes
    spare = memory - schedule.device_bytes
    whole = max(down * along - 3, 0) * a + max(across * along - 3, 0) * b
    share = 1.0 if whole <= spare else spare / whole
    slots = tuple(min(tiles, 3) + int(max(tiles - 3, 0) * share) for tiles in (down * along, across * along))
    return replace(schedule, slots=(max(slots[0], 3), max(slots[1], 3), schedule.slots[2]))


def _fits(schedule: Schedule, memory: int, largest: int) -> bool:
    """Its tiles fit in so much memory, and each in an allocation."""
    return schedule.device_bytes <= memory and max(schedule.slot_bytes) <= largest


def _panels(q: Extents) -> Schedule:
    """Panels of rows with all of B in memory, or of columns with all of A, whichever are longer."""

    def lines(whole: int) -> int:
        return min(whole, max(PANEL_LINES, math.ceil(whole / PANELS / ROUND) * ROUND))

    if q.m >= q.n:
        rows = lines(q.m)
        return Schedule(q, rows, q.n, q.k, (min(3, math.ceil(q.m / rows)), 1, min(5, math.ceil(q.m / rows))))
    cols = lines(q.n)
    return Schedule(q, q.m, cols, q.k, (1, min(3, math.ceil(q.n / cols)), min(5, math.ceil(q.n / cols))))


def _tiles(q: Extents, memory: int, largest: int) -> Schedule | None:
    """The largest tiles of C, as square as C lets them be, that fit beside those of A and B."""
    depth = q.k if q.whole_depth else min(q.k, DEPTH)
    slots = (
        3,
        3,
        2 if depth < q.k else 4,
    )  # so that a step and the next two have theirs, and a result can leave
    lines = max(q.m, q.n)
    while lines >= 1:
        rows, cols = _even(q.m, lines), _even(q.n, lines)
        schedule = Schedule(q, rows, cols, depth, slots)
        if _fits(schedule, memory, largest):
            return schedule
        lines = lines * 7 // 8 if lines > 8 else lines - 1
    return None


def _even(whole: int, most: int) -> int:
    """Lines of a tile, so that tiles are about equal and have at most so many."""
    if whole <= most:
        return whole
    even = math.ceil(whole / math.ceil(whole / most))
    return min(most, math.ceil(even / ROUND) * ROUND)
