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
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.nvidia.halves.maps import map_memory
from autoblas.kernels.nvidia.halves.params import SPACE, STEP, HalvesParams, geometry
from autoblas.kernels.nvidia.halves.text import HalvesText, all_arguments
from autoblas.kernels.nvidia.hopper.launch import (
    ROWS,
    WARPGROUP_ROWS,
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


def source(p: HalvesParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    HalvesText(src, p, q).write()
    return str(src)


COPY_METHODS = (("tensor", 1), ("tensor", 2), ("items", 1))
"""Values of ``copies`` and ``cluster`` that are suggested."""


def predict(p: HalvesParams, q: Matmul, f: Facts) -> float:
    """Seconds that a point takes, roughly."""
    return _timed(p, q, f)(p.slices) / (f.clock_mhz * 1e6)


def _timed(p: HalvesParams, q: Matmul, f: Facts) -> Callable[[int], float]:
    """Function of the cycles of a point by its slices, if A and B are dense."""
    c, lengths = coefficients("gemm_halves", f), line_lengths(q)
    if any(length % 8 for length in lengths):
        slower = c.elements
    elif not any(length % 64 for length in lengths):
        slower = c.shared[p.cluster]
    else:
        slower = c.straddled if p.copies == "items" else c.straddled_boxes[p.cluster][p.tn]
    if q.m <= WARPGROUP_ROWS:
        slower *= c.half_empty
    return timed(p, q, f, slower * ROWS * p.tn * q.k / c.speed[p.copies][p.tn])


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
    traffic=lambda p, q: tile_traffic(q, tiles(p, q)),
    source=source,
    made_for=frozenset({"gpu"}),
    suggestions=suggestions,
    predict=predict,
)
