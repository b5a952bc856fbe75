"""How long ``gemm_skinny`` takes on a processor, roughly."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from autoblas.kernels.arithmetic import OF_NUMBERS
from autoblas.kernels.gemm.cores import combine_seconds, from_afar, pack_seconds, shared
from autoblas.kernels.gemm.shared import combining, packing
from autoblas.kernels.gemm.skinny.params import packed, shape_of, tile_of

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.kernels.gemm.skinny.params import SkinnyParams
    from autoblas.problems import Matmul

__all__ = ["predict"]

LOAD, MULTIPLIED, SHORTEST = 5e-10, 1e-11, 32
"""Seconds of a core for a vector of the large operand, for each byte of it that is multiplied and added, and bytes that
shorter vectors count for."""

STORED = 2e-9
"""Seconds of a core for an element of C: adding the lanes of its sum, and bringing it into C."""


def predict(p: SkinnyParams, q: Matmul, f: Facts) -> float | None:
    """Seconds that a point takes with its helpers; None where it is no processor that computes.

    A vector of the large operand takes what is multiplied by it, or, if that is longer, its way from memory.
    """
    if f.kind != "cpu":
        return None
    shape, parts = shape_of(q), q.accumulator.parts
    large = q.type_b if shape.rows else q.type_a
    multiplied = LOAD + shape.narrow * parts**2 * MULTIPLIED * max(
        p.lanes * q.accumulator.size // parts, SHORTEST
    )
    travelled = p.lanes * large.size * from_afar(shape.long * q.k * large.size, f)
    tile = tile_of(p, q)
    groups = math.ceil(shape.long / tile)
    elements = groups * tile  # some twice, where the last work-group ends with C
    work = elements * (q.k / p.lanes * max(multiplied, travelled) + p.slices * shape.narrow * STORED)
    groups *= p.slices
    seconds = float(shared(work * q.items, work / groups, groups * q.items, f, OF_NUMBERS))
    seconds += sum(pack_seconds(packing(q, x, 1).problem, f) for x in packed(p, q))
    return seconds + (combine_seconds(combining(q, p.slices).problem, f) if p.slices > 1 else 0.0)
