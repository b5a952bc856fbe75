"""The tiles and slices of ``gemm_hmma`` that should take least time.

Those that a product may have are compared at once, as arrays, so that a choice costs less than a millisecond.
"""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.kernels.clusters import clusters_of
from autoblas.kernels.costs import OF_ARRAYS, REGISTER_FILE
from autoblas.kernels.gemm.shared import line_lengths
from autoblas.kernels.gemm.triangles import wanted_share
from autoblas.kernels.models.coefficients import Coefficients, coefficients
from autoblas.kernels.nvidia.hmma.model import WIDEST, HmmaPoints, cycles, points_of, unbounded_product
from autoblas.kernels.nvidia.hmma.params import (
    MOST_ROWS,
    REGISTERS,
    SHORTEST_OF_PAIRS,
    SHORTEST_SLICE,
    SLICES,
    TERMS,
    HmmaParams,
    copies_of,
    local_bytes,
)
from autoblas.kernels.space import parameters
from autoblas.precision import FLOAT16, FLOAT32

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.problems import Matmul, Order

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["suggestions"]

TILES: tuple[tuple[int, int, int, int, int, tuple[int, ...]], ...] = (
    (16, 8, 16, 8, 1, (16, 32)),
    (16, 8, 16, 8, 2, (32, 64)),
    (16, 8, 16, 8, 4, (64, 128)),
    (16, 8, 16, 8, 8, (128, 256)),
    (32, 8, 16, 8, 2, (64, 128)),
    (32, 8, 16, 8, 4, (64, 128, 256)),
    (64, 8, 16, 8, 1, (16, 32, 64)),
    (64, 8, 16, 8, 2, (64, 128)),
    (128, 8, 16, 8, 1, (32, 64)),
    (16, 16, 16, 16, 1, (16, 32)),
    (16, 16, 16, 16, 2, (32, 64)),
    (16, 16, 16, 16, 4, (64, 128)),
    (16, 16, 16, 16, 8, (128, 256)),
    (32, 16, 16, 16, 2, (32, 64, 128)),
    (32, 16, 16, 16, 4, (64, 128)),
    (64, 16, 16, 16, 1, (16, 32, 64)),
    (64, 16, 16, 16, 2, (64, 128)),
    (128, 16, 32, 16, 1, (32, 64)),
    (128, 16, 16, 16, 1, (32, 64)),
    (32, 32, 16, 16, 1, (16, 32, 64)),
    (32, 32, 16, 16, 2, (64, 128)),
    (32, 32, 16, 32, 4, (64, 128)),
    (64, 32, 32, 16, 1, (16, 32, 64)),
    (64, 32, 16, 32, 2, (64, 128)),
    (32, 32, 32, 32, 2, (32, 64)),
    (32, 32, 32, 32, 4, (64, 128)),
    (64, 32, 32, 32, 2, (32, 64)),
    (64, 32, 32, 32, 4, (64, 128)),
    (128, 32, 32, 32, 1, (16, 32, 64)),
    (64, 64, 32, 32, 1, (16, 32, 64)),
    (64, 64, 32, 32, 2, (64,)),
    (128, 64, 64, 32, 1, (16, 32, 64)),
    (128, 64, 32, 32, 1, (16, 32, 64)),
    (128, 128, 64, 32, 1, (16, 32, 64)),
)
"""Long and short side, parts of a sub-group along them, teams, and depths of a stage."""

SLOW_TRANSPOSED = (64, 32, 16, 32, 2, 32)
"""A tile that is not suggested with operands exchanged (``turned``) for floats. With stages of 32 terms that took 1.3 to 1.5
times as long for six of seven products on an H100, in both forms that cut floats. The reason is not known; with 64 terms it
makes no difference.
"""

MOST_SUGGESTED = 12
"""Points that are suggested, at most."""

MOST_GROUPS = 12
"""Work-groups for each multiprocessor up to which the depth is cut."""

LARGE = 400
"""Tiles from which on bands of them share operands in the cache."""


def bytes_of(line: int, size: int) -> int:
    """Bytes of a copy where dense lines have so many elements of a size."""
    return math.gcd(line * size, WIDEST)


def forms(q: Matmul) -> tuple[str, ...]:
    """The forms that the types and the accuracy allow."""
    if q.type_a is not FLOAT32:
        return ("whole",)
    if q.accuracy == "strict":
        return ("plain",)
    return ("tf32x3" if q.k >= SHORTEST_OF_PAIRS else "parts", "plain")


class TileTable(NamedTuple):
    """All tiles for operands of a type, storage orders and lines, in each of some forms.

    Attributes:
        points: The tiles, with one slice, form by form.
        counts: How many there are of each form.
        columns: The fields of ``HmmaPoints``, and the coefficients of the form, in rows; an element for each tile.
        names: Those of the coefficients.
        tm: Rows.
        tn: Columns.
        tk: Depths of a stage.
        fitting: True for tiles whose work-group has room.
        short: True for tiles of sums that one stage holds.
    """

    points: list[HmmaParams]
    counts: list[int]
    columns: Array
    names: tuple[str, ...]
    tm: Array
    tn: Array
    tk: Array
    fitting: Array
    short: Array


@functools.lru_cache(maxsize=256)
def _table(forms: tuple[str, ...], a: Order, b: Order, a_bytes: int, b_bytes: int, f: Facts) -> TileTable:
    """The tiles that whole lines are copied for."""
    q = unbounded_product(FLOAT16 if forms == ("whole",) else FLOAT32, a, b)
    tiles = [(form, p, short) for form in forms for p, short in _tiles(form, q, a_bytes, b_bytes, f)]
    counts = [sum(of == form for of, *_ in tiles) for form in forms]
    points = [p for _, p, _ in tiles]
    x = points_of(points, q)
    fitting = (x.registers <= REGISTERS) & (x.local <= f.declared_local_bytes) & (x.items <= f.max_items)
    fitting &= x.registers * x.items <= REGISTER_FILE
    costs_of = coefficients("gemm_hmma", f).forms
    names = tuple(vars(costs_of[forms[0]]))
    costs = np.array([[*vars(costs_of[form]).values()] for form, *_ in tiles]).reshape(len(tiles), len(names))
    columns = np.vstack([*x[:-1], *x.copied, costs.T])
    return TileTable(
        points, counts, columns, names, x.tm, x.tn, x.tk, fitting, np.array([short for *_, short in tiles])
    )


def _tiles(form: str, q: Matmul, a_bytes: int, b_bytes: int, f: Facts) -> Iterator[tuple[HmmaParams, bool]]:
    """Those of a form, each for sums that one stage holds and for others."""
    ahead = 2 if a_bytes == b_bytes == q.type_a.size == FLOAT16.size else 3
    for (long, side, wl, ws, teams, depths), turned in itertools.product(TILES, (False, True)):
        if turned and (long, wl) == (side, ws):
            continue
        tm, tn, wm, wn = (side, long, ws, wl) if turned else (long, side, wl, ws)
        stage_depths = depths if form == "whole" else (TERMS * teams, 2 * TERMS * teams)
        for tk in stage_depths:
            if turned and form != "whole" and (long, side, wl, ws, teams, tk) == SLOW_TRANSPOSED:
                continue
            p = HmmaParams(
                tm, tn, tk, wm, wn, teams, ahead, turned, a_bytes=a_bytes, b_bytes=b_bytes, form=form
            )
            pair = copies_of(p, q)
            if all(copies.even for copies in pair):
                two = replace(p, stages=2)
                yield two, True
                yield p if local_bytes(p, pair) <= f.declared_local_bytes else two, False


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """The tiles and slices that should take least time, best first; of equals tall tiles, which are faster by 2 to 6 %."""
    a_bytes, b_bytes = (bytes_of(length, q.type_a.size) for length in line_lengths(q))
    table = _table(forms(q), q.a, q.b, a_bytes, b_bytes, f)
    cuts = [(s, False) for s in SLICES if s == 1 or s * SHORTEST_SLICE <= q.k]
    cuts += [(s, True) for s in clusters_of(f) if s * SHORTEST_SLICE <= q.k and q.items * s <= MOST_ROWS]
    tiles = np.ceil(q.m / table.tm) * np.ceil(q.n / table.tn) * q.items * wanted_share(q, 64, 64)
    times = _times(table, cuts, tiles, q, f)
    ranked: list[tuple[float, int, int]] = []
    first = 0
    for count in table.counts:
        of_form = times[first : first + count]
        for index in np.argsort(of_form, axis=None, kind="stable")[:MOST_SUGGESTED].tolist():
            row, cut = divmod(index, len(cuts))
            if (seconds := of_form.item(index)) < math.inf:
                ranked.append((seconds, first + row, cut))
        first += count
    for _, row, cut in sorted(ranked, key=itemgetter(0))[:MOST_SUGGESTED]:
        band = 8 if tiles[row] > LARGE else 1
        slices, cluster = cuts[cut]
        yield parameters(table.points[row]) | {"slices": slices, "cluster": cluster, "band": band}


def _times(table: TileTable, cuts: list[tuple[int, bool]], tiles: Array, q: Matmul, f: Facts) -> Array:
    """The cycles of all tiles, in rows, with so many slices; infinite where they are not for such a product."""
    fits = table.fitting & (table.tm <= 2 * max(q.m, 8)) & (table.tn <= 2 * max(q.n, 8))
    rows = np.flatnonzero(fits & (table.short == (q.k <= table.tk)))
    slices, cluster = np.array(cuts, float).T
    blocks = np.ceil(q.k / table.tk[rows])[:, None]
    useful = np.ceil(blocks / np.ceil(blocks / slices)) == slices
    useful &= (cluster == 0) | (table.tm[rows, None] % slices == 0)
    useful &= (slices == 1) | (slices * tiles[rows, None] <= MOST_GROUPS * f.compute_units)
    at, cut = np.nonzero(useful)
    row = rows[at]
    x, costs = _unstacked(table.columns[:, row], table.names)
    times = np.full((len(table.points), len(cuts)), np.inf)
    cut_columns = slices[cut], cluster[cut] > 0
    times[row, cut] = cycles(x, cut_columns, tiles[row], q, f, costs, OF_ARRAYS)
    return times


def _unstacked(columns: Array, names: tuple[str, ...]) -> tuple[HmmaPoints, Coefficients]:
    """The fields of ``TileTable.columns``, of which the last of ``HmmaPoints`` is a tuple: stacked, one index takes all."""
    first, last = len(HmmaPoints._fields) - 1, len(columns) - len(names)
    x = HmmaPoints._make([*columns[:first], tuple(columns[first:last])])
    return x, Coefficients(dict(zip(names, columns[last:], strict=True)))
