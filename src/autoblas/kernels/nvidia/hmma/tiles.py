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

from autoblas.kernels.arithmetic import OF_ARRAYS
from autoblas.kernels.gemm.triangles import wanted_share
from autoblas.kernels.hardware import REGISTER_FILE
from autoblas.kernels.nvidia.hmma.model import FITTED, WIDEST, Points, cycles, large, points_of
from autoblas.kernels.nvidia.hmma.params import (
    REGISTERS,
    SHORTEST_SLICE,
    SLICES,
    TERMS,
    Params,
    both_copies,
    local_bytes,
)
from autoblas.precision import FLOAT16, FLOAT32
from autoblas.space import parameters

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
    (128, 32, 32, 32, 1, (16, 32, 64)),
    (64, 64, 32, 32, 1, (16, 32, 64)),
    (64, 64, 32, 32, 2, (64,)),
    (128, 64, 64, 32, 1, (16, 32, 64)),
    (128, 64, 32, 32, 1, (16, 32, 64)),
    (128, 128, 64, 32, 1, (16, 32, 64)),
)
"""Long and short side, parts of a sub-group along them, teams, and depths of a stage."""

KEPT = 12
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
    return ("plain",) if q.accuracy == "strict" else ("parts", "plain")


class Table(NamedTuple):
    """All tiles for operands of a type, storage orders and lines.

    Attributes:
        every: The tiles, with one slice.
        points: What their times depend on, in columns.
        fitting: Whether a work-group has room for each.
        short: Whether each is for sums that one stage holds.
    """

    every: list[Params]
    points: Points
    fitting: Array
    short: Array


@functools.lru_cache(maxsize=256)
def _table(form: str, a: Order, b: Order, a_bytes: int, b_bytes: int, f: Facts) -> Table:
    """The tiles that whole lines are copied for."""
    kind = FLOAT16 if form == "whole" else FLOAT32
    q, every, short = large(kind, a, b), list[Params](), list[bool]()
    ahead = 2 if a_bytes == b_bytes == kind.size == FLOAT16.size else 3
    for (long, side, wl, ws, teams, depths), turned in itertools.product(TILES, (False, True)):
        if turned and (long, wl) == (side, ws):
            continue
        tm, tn, wm, wn = (side, long, ws, wl) if turned else (long, side, wl, ws)
        kept = depths if form == "whole" else (TERMS * teams, 2 * TERMS * teams)
        for tk in kept:
            p = Params(tm, tn, tk, wm, wn, teams, ahead, turned, a_bytes=a_bytes, b_bytes=b_bytes, form=form)
            both = both_copies(p, q)
            if all(copies.even for copies in both):
                two = replace(p, stages=2)
                every += [two, p if local_bytes(p, both) <= f.declared_local_bytes else two]
                short += [True, False]
    x = points_of(every, q)
    fitting = (x.registers <= REGISTERS) & (x.local <= f.declared_local_bytes) & (x.items <= f.max_items)
    fitting &= x.registers * x.items <= REGISTER_FILE
    return Table(every, x.each(lambda values: values[:, None]), fitting, np.array(short))


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """The tiles and slices that should take least time, best first."""
    found = [timed for form in forms(q) for timed in _timed(form, q, f)]
    for _, p, changed in sorted(found, key=itemgetter(0))[:KEPT]:
        yield parameters(p) | changed


def _timed(form: str, q: Matmul, f: Facts) -> Iterator[tuple[float, Params, dict[str, Any]]]:
    """The same of a form, with their cycles: tiles, and what differs in them."""
    lines = (q.k if q.a == "row" else q.m, q.n if q.b == "row" else q.k)
    a_bytes, b_bytes = (bytes_of(line, q.type_a.size) for line in lines)
    table = _table(form, q.a, q.b, a_bytes, b_bytes, f)
    x = table.points
    useful = (x.tm <= 2 * max(q.m, 8)) & (x.tn <= 2 * max(q.n, 8))
    rows = np.flatnonzero(useful[:, 0] & table.fitting & (table.short == (q.k <= x.tk[:, 0])))
    if not rows.size:
        return
    x = x.each(lambda values: values[rows])
    tiles = np.ceil(q.m / x.tm) * np.ceil(q.n / x.tn) * q.items * wanted_share(q, 64, 64)
    most = MOST_GROUPS * f.compute_units / float(tiles.min())
    cuts = [s for s in SLICES if s == 1 or s * SHORTEST_SLICE <= q.k]
    slices = np.array([s for s in cuts if s == 1 or s <= most], float)
    blocks = np.ceil(q.k / x.tk)
    useful = np.ceil(blocks / np.ceil(blocks / slices)) == slices
    useful &= (slices == 1) | (slices * tiles <= MOST_GROUPS * f.compute_units)
    taken = cycles(x, slices, tiles, q, f.compute_units, FITTED[form], OF_ARRAYS)
    times = np.full((len(table.every), len(cuts)), np.inf)
    times[rows, : len(slices)] = np.where(useful, taken, np.inf)
    bands = np.where(tiles[:, 0] > LARGE, 8, 1)
    for place in np.argsort(times, axis=None)[:KEPT]:
        row, col = divmod(int(place), len(cuts))
        if times[row, col] < np.inf:
            band = int(bands[np.searchsorted(rows, row)])
            yield float(times[row, col]), table.every[row], {"slices": cuts[col], "band": band}
