"""Parameters of ``gemm_ffma``, the rules they obey, what follows from them, and which to try where nothing was measured."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.kernels.costs import REGISTER_FILE
from autoblas.kernels.gemm.epilogue import SUMS_ONLY
from autoblas.kernels.gemm.shared import IN_MEMORY, SLICES, SLICES_PAY, line_lengths, operands
from autoblas.kernels.gemm.split_k import LAST_HAS_SLICES, slicings, split_k_cycles
from autoblas.kernels.gemm.triangles import NEW_PRODUCT, wanted_share
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.nvidia.ffma.load import staging_of
from autoblas.kernels.nvidia.fma import (
    ADJACENT,
    CHUNK,
    COPIES_AHEAD,
    FITS,
    LANES,
    REGISTERS_FIT,
    RM,
    SUB_GROUPS_DIVIDE,
)
from autoblas.kernels.space import Rule, param
from autoblas.precision import COMPLEX64, FLOAT32
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.operands import Matrix
    from autoblas.kernels.nvidia.ffma.load import FfmaStaging
    from autoblas.precision import Precision
    from autoblas.problems import Order

__all__ = [
    "REQUIREMENTS",
    "RULES",
    "FfmaParams",
    "groups",
    "local_bytes",
    "predict",
    "stagings",
    "suggestions",
    "tile",
]

OVERHEAD_REGISTERS = 24
"""32-bit registers that a work-item needs besides sums and operands, for addresses and counters."""


@dataclass(frozen=True)
class FfmaParams:
    """One way to run the kernel; a complex column counts twice, as does a complex term of the sum."""

    tm: int = param(128, 32, 64, 128, 256, doc="rows of C a work-group computes")
    tn: int = param(128, 32, 64, 128, 256, doc="columns of C a work-group computes")
    rn: int = param(16, 4, 8, 16, doc="columns of C a work-item computes")
    tk: int = param(16, 8, 16, 32, doc="depth of a stage")
    stages: int = param(3, 2, 3, 4, doc="stages of the depth that local memory holds")
    band: int = param(8, 1, 4, 8, 16, doc="rows of tiles that are computed side by side, column by column")
    slices: int = param(1, *SLICES, doc="parts that the depth is cut into, summed side by side")
    last: bool = param(False, False, True, doc="the work-group that ends last adds the sums of all slices")
    teams: int = param(
        1, 1, 2, 4, doc="teams of work-items that compute the same tile, each with a part of every stage"
    )
    order: str = param(
        "rows",
        "rows",
        "columns",
        "blocks",
        doc="the order in which a work-item goes through its sums",
        group="form",
    )
    lead: int = param(
        0, 0, 1, 4, doc="depths of a stage that are multiplied before another stage is filled", group="form"
    )
    loop: str = param(
        "summed",
        "summed",
        "advanced",
        "counted",
        doc="how stages are addressed: by an offset that is added, by advancing addresses, by number",
        group="form",
    )
    registers: int = param(
        255, 128, 168, 255, doc="registers that the compiler may give a work-item", group="form"
    )

    @property
    def team(self) -> int:
        """Work-items of a team."""
        return self.tm // RM * self.tn // self.rn

    @property
    def items(self) -> int:
        """Work-items of a work-group."""
        return self.teams * self.team

    @property
    def depths(self) -> int:
        """Depths of a stage that a team multiplies."""
        return self.tk // self.teams


def tile(p: FfmaParams, q: Matmul) -> tuple[int, int, int]:
    """Rows and columns of C that a work-group computes, and terms of the sum in a stage."""
    parts = q.accumulator.parts
    return p.tm, p.tn // parts, p.tk // parts


def groups(p: FfmaParams, q: Matmul) -> tuple[int, int]:
    """Tiles along the columns and the rows of C."""
    tm, tn, _ = tile(p, q)
    return math.ceil(q.n / tn), math.ceil(q.m / tm)


def stagings(p: FfmaParams, q: Matmul) -> tuple[FfmaStaging, FfmaStaging]:
    """How A and B come to local memory, where A's tile precedes B's."""
    a, b, _ = operands(q)
    return _stagings(a, b, p.tm, p.tn, p.tk, p.items)


@functools.lru_cache(maxsize=1024)
def _stagings(a: Matrix, b: Matrix, tm: int, tn: int, tk: int, items: int) -> tuple[FfmaStaging, FfmaStaging]:
    """The stagings of A and B, cached because several rules ask for them."""
    staging_a = staging_of(a, "row", tm, tk, items, 0)
    return staging_a, staging_of(b, "col", tn, tk, items, staging_a.nbytes)


def local_bytes(p: FfmaParams, q: Matmul) -> int:
    """Local memory for all stages, and later for the sums of half of the teams."""
    sums = p.teams // 2 * p.tm * p.tn * FLOAT32.size
    return max(p.stages * sum(staging.nbytes for staging in stagings(p, q)), sums)


def _registers(p: FfmaParams, q: Matmul) -> int:
    """Registers of a work-item for its sums, two depths of operands and what it moves, and others."""
    moved = sum(staging.extent * p.tk // p.items for staging in stagings(p, q) if staging.via_registers)
    return RM * p.rn + 2 * (RM + p.rn) + moved + OVERHEAD_REGISTERS


RULES = (
    SUB_GROUPS_DIVIDE,
    FITS,
    REGISTERS_FIT,
    Rule(
        "a work-item has registers for its sums, two depths of operands, what it moves, and addresses",
        lambda p, q, f: _registers(p, q) <= p.registers,
    ),
    Rule(
        "the work-items share the copies of each tile evenly, at most 32 real numbers each",
        lambda p, q, f: all(staging.even for staging in stagings(p, q)),
    ),
    Rule("local memory holds all stages", lambda p, q, f: local_bytes(p, q) <= f.declared_local_bytes),
    Rule(
        "a team multiplies more depths of a stage than come before another stage is filled",
        lambda p, q, f: p.lead < p.depths,
    ),
    Rule(
        "the tile does not exceed twice C",
        lambda p, q, f: p.tm < 2 * max(q.m, 64) and p.tn < 2 * max(q.n * q.accumulator.parts, 64),
    ),
    SLICES_PAY,
    LAST_HAS_SLICES,
)

REQUIREMENTS = (
    Rule(
        "all matrices are of type float32, or complex64",
        lambda p, q, f: q.uniform and q.precision in {FLOAT32, COMPLEX64},
    ),
    ADJACENT,
    IN_MEMORY,
    NEW_PRODUCT,
    SUMS_ONLY,
    COPIES_AHEAD,
)

TILES: tuple[dict[str, Any], ...] = (
    {"tm": 128, "tn": 256},
    {"tm": 128, "tn": 128, "rn": 8, "tk": 32, "order": "columns", "loop": "summed", "registers": 168},
    {"tm": 64, "tn": 128, "rn": 8, "tk": 32, "stages": 4, "teams": 2, "lead": 1, "loop": "summed", "registers": 168},
    {"tm": 128, "tn": 64, "rn": 8, "tk": 32, "teams": 2, "order": "blocks", "loop": "summed"},
    {"tm": 64, "tn": 128, "rn": 8, "registers": 128, "loop": "advanced"},
    {"tm": 64, "tn": 64, "rn": 8, "registers": 168, "loop": "advanced"},
    {"tm": 32, "tn": 64, "rn": 4, "tk": 32, "stages": 4, "teams": 2, "order": "blocks", "loop": "advanced", "registers": 128},
    {"tm": 32, "tn": 64, "rn": 4, "tk": 32, "stages": 2, "teams": 4, "lead": 1, "loop": "advanced"},
    {"tm": 32, "tn": 32, "rn": 4, "tk": 32, "teams": 4, "lead": 1, "loop": "advanced", "registers": 128},
)  # fmt: skip
"""Suggested tiles, whose speeds are coefficients in the same order. Few of 261 points at 14 sizes from 384 to 1536 were more
than a hundredth faster than the best of these on an H200. Those with a depth of 16 were faster at sizes like 3000 and 5000,
which leave a round of larger tiles half empty."""


class FfmaTiming(NamedTuple):
    """Properties of a point that its time depends on, and that neither sizes nor slices change.

    Attributes:
        best: Multiply-adds of a compute unit in a cycle where it has tiles enough.
        tm: Rows of C that a work-group computes.
        tn: Columns of C, in real numbers.
        items: Work-items of a work-group.
        resident: Work-groups that a compute unit has at a time.
        speeds: The share of its speed that it reaches with so many of them.
    """

    best: float
    tm: int
    tn: int
    items: int
    resident: int
    speeds: tuple[float, ...]


@functools.lru_cache(maxsize=1024)
def _timing(
    p: FfmaParams, best: float, kind: Precision, a: Order, b: Order, local: int, c: Any
) -> FfmaTiming:
    """Timing of a point for products of a type and storage orders, by local memory and the coefficients of a device."""
    needed = local_bytes(p, Matmul(1, 1, 1, kind, a, b))
    resident = max(min(REGISTER_FILE // (p.items * p.registers), local // needed), 1)
    busy = (min(1.0, count * p.items / (math.prod(LANES) * c.busy)) for count in range(resident + 1))
    return FfmaTiming(best, p.tm, p.tn, p.items, resident, tuple(math.pow(share, c.power) for share in busy))


@functools.lru_cache(maxsize=64)
def _table(
    kind: Precision, a: Order, b: Order, local: int, c: Any
) -> list[tuple[dict[str, Any], FfmaTiming]]:
    """The suggested tiles with their timings."""
    points = [(speed, {**_form(kind, a, b), **values}) for speed, values in zip(c.speeds, TILES, strict=True)]
    return [(values, _timing(FfmaParams(**values), speed, kind, a, b, local, c)) for speed, values in points]


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """The tiles, in as many slices, that should take least time, best first."""
    ranked: list[tuple[float, dict[str, Any], tuple[int, bool]]] = []
    adds = q.accumulator.is_complex  # floats have another kernel for that
    c = coefficients("gemm_ffma", f)
    for values, tile in _table(q.accumulator, q.a, q.b, f.declared_local_bytes, c):
        cycles = _timed(tile, q, f)
        tiles = math.ceil(q.n / (tile.tn // q.accumulator.parts)) * math.ceil(q.m / tile.tm) * q.items
        ranked += [(cycles(*cut), values, cut) for cut in slicings(q, f, tiles, adds=adds)]
    for _, values, (slices, last) in sorted(ranked, key=itemgetter(0)):
        yield {**values, "slices": slices, "last": last}


def predict(p: FfmaParams, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes, roughly."""
    c = coefficients("gemm_ffma", f)
    tiles = list(zip(c.speeds, TILES, strict=True))
    speed = next((s for s, values in tiles if all(getattr(p, name) == v for name, v in values.items())), 0.0)
    like = [s for s, values in tiles if (values["tm"], values["tn"]) == (p.tm, p.tn)]
    best = speed or max(like, default=c.unlisted)
    tile = _timing(p, best, q.accumulator, q.a, q.b, f.declared_local_bytes, c)
    return _timed(tile, q, f)(p.slices, p.last) / (f.clock_mhz * 1e6)


def _form(kind: Precision, a: Order, b: Order) -> dict[str, Any]:
    """The text of the loop that the assembler made the most of on compute capability 9.0, for large tiles."""
    if kind.is_complex:
        return {"loop": "counted"}
    if (a, b) == ("row", "col"):
        return {"lead": 4}
    return {"loop": "advanced"} if (a, b) == ("col", "row") else {}


def _timed(t: FfmaTiming, q: Matmul, f: Facts) -> Callable[[int, bool], float]:
    """Function of the estimated cycles of a tile by its slices and whether the last work-group adds them."""
    c = coefficients("gemm_ffma", f)
    parts, (_, tm, tn, items, resident, speeds) = q.accumulator.parts, t
    columns = tn // parts
    useful_tiles = math.ceil(q.n / columns) * math.ceil(q.m / tm) * wanted_share(q, tm, columns) * q.items
    longer = 1.0 + c.realigned * sum(length * parts % CHUNK > 0 for length in line_lengths(q))
    pairs = c.single if q.n % 2 else c.pairs
    bytes_per_cycle = pairs if parts > 1 else c.stored if q.n % CHUNK == 0 else c.scattered

    def cycles(slices: int, last: bool) -> float:
        tiles_per_unit = math.ceil(useful_tiles * slices / f.compute_units)
        rounds, remaining_tiles = divmod(tiles_per_unit, resident)
        work = tm * tn * math.ceil(q.k * parts / slices) / t.best * longer
        rounds_at_full_speed = rounds * resident / speeds[resident] + (
            remaining_tiles / speeds[remaining_tiles] if remaining_tiles else 0.0
        )
        total: float = c.launch + work * rounds_at_full_speed
        if slices == 1:
            return float(total + tiles_per_unit * tm * tn * FLOAT32.size / bytes_per_cycle)
        if last:
            return total + split_k_cycles(slices, q, tm * columns, items, f)
        moved = (slices + 2) * q.m * q.n * q.items * q.precision.size
        return float(total + c.combined + moved / (f.compute_units * c.bandwidth))

    return cycles
