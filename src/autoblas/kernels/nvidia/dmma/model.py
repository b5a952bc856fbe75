"""Time model of ``gemm_dmma``, and the tiles that should take least time."""

from __future__ import annotations

import functools
import math
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.kernels.costs import REGISTER_FILE, SUB_GROUP
from autoblas.kernels.gemm.shared import line_lengths
from autoblas.kernels.gemm.split_k import slicings, split_k_cycles
from autoblas.kernels.gemm.triangles import wanted_share
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.nvidia.dmma.params import OVERHEAD_REGISTERS, DmmaParams, columns, tiles_of
from autoblas.precision import FLOAT64
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoblas.devices.device import Facts
    from autoblas.precision import Precision
    from autoblas.problems import Order

__all__ = ["grid", "predict", "suggestions"]

SHAPES: tuple[dict[str, Any], ...] = (
    {},
    {"tm": 64, "tn": 128, "wm": 32, "wn": 64, "ahead": "all"},
    {"tm": 64, "tn": 64, "wm": 32, "wn": 32, "stages": 4},
    {"tm": 64, "tn": 64, "wm": 16, "wn": 32},
    {"tm": 32, "tn": 64, "wm": 16, "wn": 32, "stages": 4},
    {"tm": 32, "tn": 32, "wm": 16, "wn": 32, "stages": 4},
    {"tm": 32, "tn": 32, "wm": 16, "wn": 16, "stages": 4},
)
"""Tiles that were best for one size or another; the first was not measured on complex numbers."""


MOST_GROUPS = 8
"""Work-groups for each multiprocessor up to which the depth is cut."""


def grid(p: DmmaParams, q: Matmul) -> tuple[int, int]:
    """Tiles along the columns and the rows of C."""
    return math.ceil(q.n / columns(p, q)), math.ceil(q.m / p.tm)


class DmmaTiming(NamedTuple):
    """Properties of a point that its time depends on, and that neither sizes nor slices change.

    Attributes:
        tm: Rows of C that a work-group computes.
        tn: Its columns, in doubles.
        items: Work-items.
        fitting: Work-groups that registers and local memory of a multiprocessor leave room for.
        loads: Of fragments, to an instruction.
        wide: Elements of a copy of A, and of B.
        narrow: True if C has fewer rows, and if it has fewer columns, than the tile.
    """

    tm: int
    tn: int
    items: int
    fitting: int
    loads: float
    wide: tuple[int, int]
    narrow: tuple[bool, bool]


@functools.lru_cache(maxsize=1024)
def _timing(
    p: DmmaParams, kind: Precision, a: Order, b: Order, narrow: tuple[bool, bool], local: int
) -> DmmaTiming:
    """Timing of a point for products of a type and storage orders, with ``local`` bytes of local memory."""
    rows, blocks = p.blocks
    m, n = (1 if short else extent for short, extent in zip(narrow, (p.tm, p.tn), strict=True))
    tiles = tiles_of(p, Matmul(m, n, 1, kind, a, b))
    stage = sum(tile.nbytes for tile in tiles)
    registers = p.items * (p.registers + OVERHEAD_REGISTERS)
    fitting = min(REGISTER_FILE // registers, local // (p.stages * stage))
    wide_a, wide_b = (tile.wide for tile in tiles)
    loads = (2 * rows + 4 * blocks) / (rows * blocks)
    return DmmaTiming(p.tm, p.tn, p.items, fitting, loads, (wide_a, wide_b), narrow)


def _timing_for(p: DmmaParams, q: Matmul, f: Facts) -> DmmaTiming:
    narrow = q.m < p.tm, q.n < columns(p, q)
    return _timing(p, q.accumulator, q.a, q.b, narrow, f.declared_local_bytes)


@functools.cache
def _shapes() -> list[tuple[dict[str, Any], DmmaParams]]:
    return [(values, DmmaParams(**values)) for values in SHAPES]


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """Those tiles in the order of the times expected of them, with the depth cut where they are few for the device."""
    ranked: list[tuple[float, dict[str, Any], tuple[int, bool]]] = []
    for values, p in _shapes()[q.accumulator.is_complex :]:
        tiles = _useful_tiles(p, q)
        cycles = _timed(_timing_for(p, q, f), tiles, q, f)
        ranked += [(cycles(*cut), values, cut) for cut in slicings(q, f, tiles, MOST_GROUPS)]
    for _, values, (slices, last) in sorted(ranked, key=itemgetter(0)):
        yield {**values, "slices": slices, "last": last}


def _useful_tiles(p: DmmaParams, q: Matmul) -> int:
    """Tiles, of all items, that have something to compute."""
    return math.ceil(math.prod(grid(p, q)) * wanted_share(q, p.tm, columns(p, q))) * q.items


def _copied_by_pieces(wide: int, narrow: bool, line: int, c: Any) -> float:
    """Relative cost of an operand's copies; 1 if C fills the tiles and lines begin at multiples of 16 bytes."""
    if wide > 1:
        return float(c.pieces) if narrow or line % wide else 1.0
    return float(c.edges) if narrow else 1.0


def _timed(t: DmmaTiming, tiles: int, q: Matmul, f: Facts) -> Callable[[int, bool], float]:
    """Function of the estimated cycles of so many tiles by their slices and whether the last work-group adds them.

    A multiprocessor makes fewer multiply-adds a cycle than it could where few sub-groups take turns or each instruction needs
    many loads; tiles take time to come, a launch to begin and to end, and partial sums to be added.
    """
    c = coefficients("gemm_dmma", f)
    operands = zip((t.tm, t.tn), t.wide, t.narrow, line_lengths(q), strict=True)
    copied = sum(extent * _copied_by_pieces(wide, narrow, line, c) for extent, wide, narrow, line in operands)
    storing = t.tm * t.tn * FLOAT64.size / c.stored
    area = t.tm * t.tn

    def cycles(slices: int, last: bool) -> float:
        depth = q.k * q.accumulator.parts / slices
        tiles_per_unit = math.ceil(tiles * slices / f.compute_units)
        at_once = max(min(t.fitting, tiles_per_unit), 1)
        sub_group_rounds = (
            at_once * t.items / (4 * SUB_GROUP)
        )  # sub-groups that take turns on a quarter of a multiprocessor
        multiplying = (
            area
            * (depth + c.start / at_once)
            / c.speed
            * (1 + c.turns / sub_group_rounds + c.loads * t.loads)
        )
        total = tiles_per_unit * (multiplying + c.copied * depth * copied + storing) + c.launch
        if last:
            total += split_k_cycles(slices, q, t.tm * (t.tn // q.accumulator.parts), t.items, f)
        elif slices > 1:
            total += c.combined + q.m * q.n * q.items * q.accumulator.size * (2 * slices + 1) / c.bandwidth
        return float(total)

    return cycles


def predict(p: DmmaParams, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes, roughly."""
    return _timed(_timing_for(p, q, f), _useful_tiles(p, q), q, f)(p.slices, p.last) / (f.clock_mhz * 1e6)
