"""GEMM of halves, or of bfloat16, on the matrix units of NVIDIA's Hopper architecture, straight from A and B.

A work-group has two warpgroups of four sub-groups, which multiply, and one that keeps copies under way: they go where the
swizzle of the matrix units expects them, so that operands need not be copied into blocks before (as ``gemm_wgmma`` does).
Both storage orders are multiplied as they lie. Where ``copies`` are of ``tensor``, one work-item starts a copy of a whole
block, by maps of A and B that each work-group makes when it begins; the launch knows nothing of them. Otherwise 128
work-items copy 16 bytes each at a time, which takes longer in large products. Where lines do not begin at multiples of
16 bytes, elements are loaded one by one in either way, which takes several times as long.

The work-items that copy never wait for copies: these arrive at the stage's barrier by themselves, and what the copy
engine did not bring is then made visible to the matrix units.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from autoblas.emit.source import Source
from autoblas.kernels.gemm.shared import line_lengths, tile_traffic
from autoblas.kernels.kernel import Kernel
from autoblas.kernels.nvidia.halves.maps import map_memory
from autoblas.kernels.nvidia.halves.params import SPACE, STEP, HalvesParams, geometry
from autoblas.kernels.nvidia.halves.text import HalvesText, all_arguments
from autoblas.kernels.nvidia.hopper.launch import (
    ROWS,
    fastest_first,
    filling,
    groups_for,
    split_k_memory,
    tiles,
    timed,
)
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL"]


def traffic(p: HalvesParams, q: Matmul) -> int:
    """Bytes that the tiles read and write."""
    return tile_traffic(q, tiles(p, q))


def source(p: HalvesParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    HalvesText(src, p, q).write()
    return str(src)


SPEED = {"items": {256: 1430.0, 128: 1380.0, 64: 900.0}, "tensor": {256: 1620.0, 128: 1430.0, 64: 930.0}}
"""Multiply-adds of a multiprocessor in a cycle, by ``copies`` and ``tn``, as cards made them of large products: an H200 by
``items``, of 64 a guess; an H100 by ``tensor``."""

COPY_METHODS = (("tensor", 1), ("tensor", 2), ("items", 1))
"""Values of ``copies`` and ``cluster`` that are suggested."""

SINGLE_ELEMENTS = 4.5
"""How much longer a product takes whose elements are loaded one by one."""

STRADDLED = 1.45
"""How much longer copies by work-items take where lines do not begin with those of the cache: 1.38 at 5000, 1.67 at 3000
on an H200."""

STRADDLED_BOXES = {1: {256: 1.5, 128: 1.75, 64: 1.8}, 2: {256: 1.17, 128: 1.3, 64: 1.8}}
"""How much longer copies by maps take there, by ``cluster`` and ``tn``, on an H100 at 3000 and 5000."""

SHARED = {1: 1.0, 2: 1.01}
"""How much longer it takes elsewhere, by ``cluster``."""


def predict(p: HalvesParams, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes, roughly."""
    return _timed(p, q, f)(p.slices) / (f.clock_mhz * 1e6)


def _timed(p: HalvesParams, q: Matmul, f: Facts) -> Callable[[int], float]:
    """Function of the cycles of a point by its slices, if A and B are dense."""
    lengths = line_lengths(q)
    if any(length % 8 for length in lengths):
        slower = SINGLE_ELEMENTS
    elif not any(length % 64 for length in lengths):
        slower = SHARED[p.cluster]
    else:
        slower = STRADDLED if p.copies == "items" else STRADDLED_BOXES[p.cluster][p.tn]
    return timed(p, q, f, slower * ROWS * p.tn * q.k / SPEED[p.copies][p.tn])


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """The tiles and slices that should take least time, best first."""
    points = (
        HalvesParams(tn=tn, stages=stages, groups=groups_for(f), copies=copies, cluster=cluster)
        for (copies, cluster), (tn, stages) in itertools.product(COPY_METHODS, ((256, 4), (128, 6), (64, 6)))
    )
    return fastest_first((p, _timed(p, q, f), filling(p, q, STEP)) for p in points)


KERNEL = Kernel(
    name="gemm_halves",
    family=Matmul,
    space=SPACE,
    arguments=all_arguments,
    memory=lambda p, q: {**split_k_memory(p, q), **map_memory(p, q)},
    geometry=geometry,
    traffic=traffic,
    source=source,
    made_for=frozenset({"gpu"}),
    suggestions=suggestions,
    predict=predict,
)
