"""Split-K in one launch, for kernels with parameters ``slices`` and ``last``.

Each work-group stores its partial sums and increments a counter. The last one to arrive adds the sums of all slices in
a fixed order, so that results repeat to the bit. It brings them into C and resets the counter.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.emit.arguments import Argument, buffer
from autoblas.emit.expressions import enclosed, plus
from autoblas.emit.nvidia.arrivals import ArrivalCounter, arrive_together, last_to_arrive
from autoblas.kernels.gemm.shared import operands, slice_helpers, slices_for, stored
from autoblas.kernels.gemm.triangles import all_of, element_inside
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.space import Rule
from autoblas.precision import FLOAT32, INT32
from autoblas.problems.base import Scratch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.devices.device import Facts
    from autoblas.emit.source import Source
    from autoblas.kernels.kernel import Helper
    from autoblas.problems import Matmul

__all__ = [
    "LAST_HAS_SLICES",
    "Region",
    "add_slices",
    "declare_slice_counter",
    "helpers_unless_last",
    "slice_counter",
    "slicings",
    "split_k_cycles",
    "split_k_memory",
    "tile_arguments",
    "tile_memory",
]

LAST_HAS_SLICES = Rule(
    "there are slices for the last work-group to add", lambda p, q, f: not p.last or p.slices > 1
)
"""A rule of kernels with a parameter ``last``."""

MOST_PER_ITEM, BYTES_PER_READ = 4, 256
"""Elements of C whose slices a work-item adds side by side, at most, and bytes that it reads before it adds them."""


class Region(NamedTuple):
    """The part of C that a work-group brings its sums into.

    Attributes:
        row: The first row, as C.
        rows: Rows, at most.
        last_row: The row after the last, as C.
        col: The first column, as C.
        cols: Columns, at most.
        last_col: The column after the last, as C.
    """

    row: str
    rows: int
    last_row: str
    col: str
    cols: int
    last_col: str


def split_k_memory(p: Any, q: Matmul, tiles: int) -> Mapping[str, Scratch]:
    """Memory for the sums of all slices, and for a counter of arrived slices a tile of C."""
    if not p.last:
        return {}
    sums = q.items * p.slices * q.m * q.n * q.accumulator.size
    return {
        "partial": Scratch(max(sums, 1), None, q.accumulator),
        "arrived": Scratch(tiles * q.items * INT32.size, None, INT32, cleared=True),
    }


def tile_arguments(p: Any) -> tuple[Argument, ...]:
    """Arguments for partial sums and counters, of kernels that store tiles of floats as they compute them."""
    return (buffer("partial", FLOAT32, "both"), buffer("arrived", "int", "both")) if p.slices > 1 else ()


def tile_memory(p: Any, tiles: int, elements: int, teams: int = 1) -> Mapping[str, Scratch]:
    """Memory of these arguments: the sums of all slices, and a counter of the slices that have arrived.

    Args:
        p: The parameters.
        tiles: Of C, in all items of a batch.
        elements: Of a tile.
        teams: Parts of a tile whose slices are counted each.
    """
    if p.slices == 1:
        return {}
    return {
        "partial": Scratch(tiles * p.slices * elements * FLOAT32.size, None, FLOAT32),
        "arrived": Scratch(tiles * teams * INT32.size, None, INT32, cleared=True),
    }


def helpers_unless_last(p: Any, q: Matmul) -> tuple[Helper, ...]:
    """The second launch of split-K, where the last work-group does not add the slices itself."""
    return () if p.last else slice_helpers(p, q)


def _may_add_in_kernel(tiles: int, f: Facts) -> bool:
    """The last work-groups of so many tiles may be expected to add slices side by side, each on a compute unit."""
    return f.groups_may_wait and tiles <= f.compute_units


def slicings(
    q: Matmul, f: Facts, tiles: int, most_groups: float = math.inf, *, adds: bool = True
) -> Iterator[tuple[int, bool]]:
    """Numbers of slices to compare, each with a launch that adds them and, where it may, with the last work-group.

    Args:
        q: The problem.
        f: The device.
        tiles: Of C, in all items of a batch.
        most_groups: Work-groups for each compute unit, at most.
        adds: The last work-group may add slices.
    """
    for slices in slices_for(q):
        if slices == 1 or slices * tiles <= most_groups * f.compute_units:
            yield slices, False
            if adds and slices > 1 and _may_add_in_kernel(tiles, f):
                yield slices, True


def split_k_cycles(slices: int, q: Matmul, elements: int, items: int, f: Facts) -> float:
    """Estimated cycles of split-K in one launch: of storing the partial sums, and of the last work-group's additions.

    Args:
        slices: Parts that the depth is cut into.
        q: The problem.
        elements: Of C, that a work-group computes.
        items: Work-items of a work-group.
        f: The device.
    """
    c = coefficients("split_k", f)
    per_item, slices_per_read = _read_shape(slices, q, elements, items)
    rounds = math.ceil(elements / (per_item * items)) * math.ceil(slices / slices_per_read)
    storing = q.m * q.n * q.items * (slices + 1) * q.accumulator.size / c.bandwidth
    return float(c.arrival + c.slice * slices + c.read * rounds + storing)


def _read_shape(slices: int, q: Matmul, elements: int, items: int) -> tuple[int, int]:
    """Elements of C that a work-item adds the slices of side by side, and slices that it reads before it adds them."""
    per_item = min(MOST_PER_ITEM, -(-elements // items))
    return per_item, max(min(BYTES_PER_READ // (per_item * q.accumulator.size), slices), 1)


def slice_counter(first: str, expected: str, before: str = "before[0]") -> ArrivalCounter:
    """The arrival counter of the tile whose number is ``meeting``.

    Args:
        first: The condition that a work-item is the one that counts.
        expected: Arrivals before the last one, as C.
        before: The ``int`` in local memory for how many had arrived before.
    """
    return ArrivalCounter(before, "(arrived + meeting)", expected, first, count="arrived[meeting]")


def declare_slice_counter(src: Source, q: Matmul, local_id: str, expected: str) -> ArrivalCounter:
    """Declare the number of the work-group's part of C; return the arrival counter of its slices.

    Args:
        src: Where the statement goes.
        q: The problem.
        local_id: The work-item's number in its work-group, as C.
        expected: Arrivals before the last one, as C.
    """
    d = src.dialect
    number = f"({d.index}){d.group_id(1)} * {d.group_count(0)} + {d.group_id(0)}"
    if q.batched:
        number = f"item * {d.group_count(1)} * {d.group_count(0)} + {number}"
    src(f"const {d.index} meeting = {number};")
    return slice_counter(f"{local_id} == 0", expected)


def add_slices(src: Source, p: Any, q: Matmul, region: Region, local_id: str, items: int) -> None:
    """Count the work-group's arrival; the last one to arrive brings the sums of all slices into C.

    Args:
        src: Where the statements go, outside of conditions that work-items do not share.
        p: The parameters.
        q: The problem.
        region: The part of C that the work-group has sums of.
        local_id: The work-item's number in its work-group, as C.
        items: Work-items of a work-group.
    """
    counter = declare_slice_counter(src, q, local_id, f"{p.slices - 1}")
    arrive_together(src, counter, declared="before[1]")
    with last_to_arrive(src, counter, clear_first=True, early_return=True):
        _add(src, p, q, region, local_id, items)


def _add(src: Source, p: Any, q: Matmul, region: Region, local_id: str, items: int) -> None:
    """Bring the sums of all slices into C."""
    d, c, kind = src.dialect, operands(q)[2], src.dialect.element(q.accumulator)
    count, begins = region.rows * region.cols, f"item * {p.slices} * size + " if q.batched else ""
    per_item, slices_per_read = _read_shape(p.slices, q, count, items)
    src(f"const {d.index} size = ({d.index})m * n;")
    with src.loop("e", local_id, count, per_item * items):
        for j in range(per_item):
            at = plus("e", j * items)
            row, col = (f"{enclosed(at)} {sign} {region.cols}" for sign in "/%")
            src(f"const int r{j} = {plus(region.row, row)}, c{j} = {plus(region.col, col)};")
            exists = f"{at} < {count}" if count % (per_item * items) else ""
            exists = all_of(exists, f"r{j} < {region.last_row} && c{j} < {region.last_col}")
            src(f"const bool in{j} = {all_of(exists, element_inside(q, f'r{j}', f'c{j}'))};")
            pointer = f"partial + {begins}(in{j} ? ({d.index})r{j} * n + c{j} : 0)"
            src(f"{d.global_memory}const {kind} *at{j} = {pointer};")
            src(f"{kind} total{j} = {d.load_anew(kind, f'at{j}')};")
        src(d.unroll(slices_per_read))
        with src.loop("s", 1, p.slices):
            for j in range(per_item):
                src(f"total{j} += {d.load_anew(kind, f'at{j} + s * size')};")
        for j in range(per_item):
            with src.block(f"if (in{j})"):
                src(stored(d, q, c, f"r{j}", f"c{j}", f"total{j}"))
