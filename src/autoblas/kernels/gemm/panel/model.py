"""Time model of ``gemm_panel``, and the points that should take least time.

All points are compared at once, as arrays, so that a choice costs less than a millisecond.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.kernels.costs import OF_ARRAYS, OF_NUMBERS
from autoblas.kernels.gemm.cores import FAR, NEAR, beyond_caches, launch_seconds, pack_seconds
from autoblas.kernels.gemm.panel.params import PanelParams, part_size, spread, tile_registers
from autoblas.kernels.gemm.shared import packing, slices_for
from autoblas.kernels.gemm.triangles import wanted_share
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.space import parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.kernels.costs import ModelMath
    from autoblas.problems import Matmul

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["predict", "suggestions"]

HEIGHTS, MOST_ROWS_UNPACKED = (14, 12, 8, 6, 4), 8
"""Rows of tiles, and the highest that read A in place: more rows would take more addresses than there are registers."""

BLOCKS = ((8, 2, "m"), (4, 2, "m"), (2, 2, "m"), (16, 2, "m"), (8, 8, "n"), (2, 32, "n"))
"""Tiles of a block down and across C, and the axis that is followed first: low ones for B, wide ones for C."""

DEPTHS = (1024, 512, 256, 128)
"""Depths of a panel, the best guess first: of 1024 terms, 1024 at once took 0.91 to 1.0 of the time of 512 twice, and of
2048 terms 0.95 to 0.98, on a Zen 3 with two runtimes in both real types; most records of AVX-512 machines say the same."""

NEAREST = 3 << 13
"""Bytes of a panel of B that stays in the first-level cache."""

PAGE, PAGED = 4096, 4 << 20
"""Bytes of a page, and of as many pages as a processor finds quickly."""

MOST_SUGGESTED = 12
"""Points that are suggested, at most."""

MOST_GROUPS = 4
"""Work-groups for each core up to which the depth is cut."""


class PanelWork(NamedTuple):
    """Work of a point by its kind, as numbers or arrays; coefficients are the seconds of a core for a unit of each kind.

    Attributes:
        multiplied: Bytes of vectors that are multiplied and added.
        element: Elements of A that are read.
        vector: Vectors of B that are read.
        slow_vector: Those of a B in place whose panel does not stay in the first-level cache.
        scattered: Elements of A that lie by columns and are not packed.
        tile: Tiles, at each depth.
        edge: Rows of tiles that cross an edge of C.
        edge_vector: Vectors of such rows.
        edge_four: Fours of elements beside these vectors.
        edge_element: Elements beside those.
        near: Bytes that come from the cache that cores share.
        far: Bytes that come from memory.
        written: Bytes of C that come from memory and return.
        row: Rows of B in place, each as wide as a tile, that come from the cache that cores share.
        far_row: The same from memory; twice as much where no cache holds B, or where rows begin at multiples of a page.
        far_run: Runs of adjacent elements of C, where each row of it has pages of its own, more than are found quickly.
    """

    multiplied: Any
    element: Any
    vector: Any
    slow_vector: Any
    scattered: Any
    tile: Any
    edge: Any
    edge_vector: Any
    edge_four: Any
    edge_element: Any
    near: Any
    far: Any
    written: Any
    row: Any
    far_row: Any
    far_run: Any


class PanelPoints(NamedTuple):
    """The parameters of points that their time depends on, as arrays; ``across`` if blocks are walked along C's rows."""

    rm: Array
    lanes: Array
    vectors: Array
    depth: Array
    block_m: Array
    block_n: Array
    pack_a: Array
    pack_b: Array
    slices: Array
    across: Array


def points_of(params: list[PanelParams]) -> PanelPoints:
    """These points as arrays."""
    columns = {
        name: np.array([getattr(p, name) for p in params], float)
        for name in PanelPoints._fields
        if name != "across"
    }
    return PanelPoints(**columns, across=np.array([p.inner == "n" for p in params]))


def work_of(x: PanelPoints, q: Matmul, f: Facts, by: ModelMath) -> PanelWork:
    """The work of points, without their helpers."""
    size, parts, ceil, where = part_size(q), q.accumulator.parts, by.ceil, by.where
    rn = x.lanes * x.vectors
    rows, cols = ceil(q.m / x.rm), ceil(q.n / rn)
    tiles = rows * cols * q.items * wanted_share(q, 8, 16)
    depths = ceil(q.k / x.slices / x.depth) * x.slices if q.precision is q.accumulator else x.slices
    terms = tiles * q.k
    edge_columns, edge_rows = q.n % rn, q.m % x.rm
    single_columns, edges = edge_columns % x.lanes, depths * q.items
    bytes_a, bytes_b, bytes_c = (
        x.size * count * q.items
        for x, count in ((q.type_a, q.m * q.k), (q.type_b, q.n * q.k), (q.precision, q.m * q.n))
    )
    panel = rn * by.least(x.depth, q.k / x.slices) * q.type_b.size
    lost = x.across & (
        panel * x.block_n > NEAR
    )  # what a row of tiles read of B is gone when the next one needs it
    times_a, times_b = ceil(cols / x.block_n), where(lost, rows, ceil(rows / x.block_m))
    read = bytes_a * times_a, bytes_b * times_b
    far = [beyond_caches(nbytes, f) for nbytes in (bytes_a, bytes_b, bytes_c)]
    near = [nbytes > NEAR and not away for nbytes, away in zip((bytes_a, bytes_b, bytes_c), far, strict=True)]
    slower = 1 + (q.n * q.type_b.size % PAGE == 0) + (bytes_b > max(f.cache_bytes, 4 * FAR))
    visits = q.k * cols * times_b * q.items * (1 - x.pack_b) * slower
    in_many_pages = bytes_c > PAGED and q.n * q.precision.size >= PAGE
    return PanelWork(
        multiplied=terms * x.rm * rn * (size * parts**2),
        element=terms * x.rm * parts,
        vector=terms * x.vectors * parts,
        slow_vector=terms * x.vectors * (1 - x.pack_b) * (panel > NEAREST),
        scattered=terms * x.rm * (1 - x.pack_a) if q.a != "row" else 0.0,
        tile=tiles * depths,
        edge=(q.m * (edge_columns > 0) + q.n // rn * edge_rows) * edges,
        edge_vector=(q.n // rn * edge_rows * x.vectors + q.m * (edge_columns // x.lanes)) * edges,
        edge_four=q.m * (single_columns // 4) * edges,
        edge_element=q.m * (single_columns % 4) * edges,
        near=near[0] * read[0] + near[1] * read[1] + near[2] * bytes_c * depths,
        far=far[0] * read[0] + far[1] * read[1],
        written=far[2] * bytes_c * depths,
        row=visits * near[1],
        far_row=visits * far[1],
        far_run=q.m * where(x.across, times_a, cols) * edges * in_many_pages,
    )


def seconds(x: PanelPoints, q: Matmul, f: Facts, by: ModelMath) -> Any:
    """The seconds of points, or of one, with their helpers."""
    ceil, least, where = by.ceil, by.least, by.where
    cores = coefficients("cores", f)
    costs = PanelWork(multiplied=cores.multiplied, **vars(coefficients("gemm_panel", f)))
    work = sum(cost * count for cost, count in zip(costs, work_of(x, q, f, by), strict=True))
    rows, cols = ceil(q.m / x.rm), ceil(q.n / (x.lanes * x.vectors))
    groups = ceil(rows / x.block_m) * ceil(cols / x.block_n) * x.slices * q.items
    tiles = least(x.block_m, rows) * least(x.block_n, cols)
    total = launch_seconds(work, work * tiles / (rows * cols * q.items * x.slices), groups, f, by)
    for name, packed, width in (("a", x.pack_a, 8), ("b", x.pack_b, 16)):
        total += packed * pack_seconds(packing(q, name, width).problem, f)
    summed = (
        cores.launch + q.m * q.n * q.items * q.accumulator.size * x.slices * cores.combined / f.compute_units
    )
    return total + where(x.slices > 1, summed, 0)


def predict(p: PanelParams, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes with its helpers, roughly."""
    return float(seconds(_point_of(p), q, f, OF_NUMBERS))


@functools.lru_cache(maxsize=1024)
def _point_of(p: PanelParams) -> PanelPoints:
    """A point's parameters as numbers."""
    return PanelPoints(*(values.item() for values in points_of([p])))


class ProblemClass(NamedTuple):
    """Properties of a problem and a device that decide which points are compared.

    Attributes:
        lanes: Elements of a vector.
        span: Registers that a vector takes, of complex numbers its two parts.
        parts: Parts of a number.
        registers: Those that the device has.
        unpacked: True for A, and for B, if it may be read in place rather than packed.
        depth: Terms of a panel.
        slices: Into how many parts the depth may be cut.
    """

    lanes: int
    span: int
    parts: int
    registers: int
    unpacked: tuple[bool, bool]
    depth: int
    slices: tuple[int, ...]


def problem_class(q: Matmul, f: Facts) -> ProblemClass:
    """The class of a problem on a device: whole vectors, and the greatest depth that is not cut without need."""
    size, parts = part_size(q), q.accumulator.parts
    lanes = min(max(f.vector_bytes // size, 4), 16)
    narrower = q.precision is not q.accumulator
    depth = next((terms for terms in DEPTHS if narrower or terms < 2 * q.k), DEPTHS[-1])
    unpacked = (
        q.type_a is q.accumulator and not spread(q),
        q.b == "row" and q.type_b is q.accumulator and parts == 1,
    )
    span = math.ceil(lanes * size / f.vector_bytes) * parts
    return ProblemClass(lanes, span, parts, f.vector_registers, unpacked, depth, slices_for(q))


@functools.lru_cache(maxsize=64)
def points(key: ProblemClass) -> tuple[list[PanelParams], PanelPoints]:
    """The points to compare, all of which fit the registers."""
    params = []
    pack_a_ways, pack_b_ways = ((True, False) if possible else (True,) for possible in key.unpacked)
    for rm, vectors in itertools.product(HEIGHTS, (1, 2, 3, 4)):
        needed = tile_registers(rm, vectors, key.span, key.parts)
        if rm * vectors * key.span < 8 or needed > key.registers:
            continue
        for (down, across, inner), pack_a, pack_b, cut in itertools.product(
            BLOCKS, pack_a_ways, pack_b_ways, key.slices
        ):
            if pack_a or rm <= MOST_ROWS_UNPACKED:
                shape = PanelParams(rm, key.lanes, vectors, key.depth, down, across, inner)
                params.append(replace(shape, pack_a=pack_a, pack_b=pack_b, slices=cut))
    return params, points_of(params)


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """The points that should take least time, best first.

    Tiles are whole vectors wide, and as high as the registers allow, which is the shape that loads least for its sums:
    F. G. Van Zee and R. A. van de Geijn, "BLIS: A framework for rapidly instantiating BLAS functionality", ACM TOMS 41
    (2015), with the analysis of T. M. Low et al., ACM TOMS 43 (2016). Panels cover the whole sum up to 1024 terms, so
    that C is read and written once: a panel of B then takes 64 KiB with vectors of 32 bytes, 256 KiB with four of 64,
    and streams from the second-level cache as quickly as it is multiplied.
    """
    params, x = points(problem_class(q, f))
    times = seconds(x, q, f, OF_ARRAYS)
    groups = np.ceil(q.m / (x.rm * x.block_m)) * np.ceil(q.n / (x.lanes * x.vectors * x.block_n)) * q.items
    useful = (x.block_m == BLOCKS[2][0]) | ((x.block_m - 1) * x.rm < 2 * q.m)
    useful &= (x.block_n == BLOCKS[2][1]) | ((x.block_n - 1) * x.lanes * x.vectors < 2 * q.n)
    useful &= (x.slices == 1) | (x.slices * groups <= MOST_GROUPS * f.compute_units)
    times = np.where(useful, times, np.inf)
    for index in np.argsort(times, kind="stable")[:MOST_SUGGESTED]:
        if useful[index]:
            yield parameters(params[int(index)])
