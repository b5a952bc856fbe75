"""The parameters of the kernel ``gemm_skinny``, what follows from them for a problem, and what is worth trying first."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.emit.scalars import MULTIPLY_FORMS
from autoblas.kernels.gemm.shared import SHORTEST_SLICE
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.space import param

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.problems import Matmul

__all__ = [
    "NARROW",
    "SLICES",
    "Shape",
    "SkinnyParams",
    "packed",
    "registers_used",
    "shape_of",
    "suggestions",
    "sums_bytes",
    "tile_of",
    "waits",
]

NARROW = 16
"""Rows or columns of the widest C that counts as narrow."""

SLICES = (1, 2, 4, 16, 64)
"""Into how many parts the depth may be cut."""


@dataclass(frozen=True)
class SkinnyParams:
    """One way to run the kernel."""

    lanes: int = param(8, 1, 2, 4, 8, 16, doc="adjacent elements of the large operand that are read at once")
    each: int = param(
        1,
        1,
        2,
        4,
        8,
        doc="vectors (or rows of vectors) of the large operand that a work-item multiplies at a time",
    )
    held: int = param(16, 4, 16, doc="elements along C's narrow side whose sums are held at a time")
    tiles: int = param(
        8,
        1,
        8,
        32,
        128,
        doc="tiles that a work-item computes; with more than one, the sums of strips are kept in private memory",
    )
    items: int = param(1, 1, 8, 32, 128, doc="work-items of a work-group along C's long side")
    deep: int = param(1, 1, 8, 32, 128, 256, doc="work-items of a work-group along the depth")
    unroll: int = param(
        4, 1, 2, 4, 8, doc="terms of the sum, or vectors of them, that an iteration of the loop takes"
    )
    slices: int = param(1, *SLICES, doc="parts that the depth is cut into, summed side by side")
    last: bool = param(False, False, True, doc="the work-group that ends last adds the sums of all slices")
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")
    prefetch: bool = param(False, False, True, doc="cache lines are prefetched", group="form")

    @property
    def group(self) -> int:
        """Work-items of a work-group."""
        return self.items * self.deep


class Shape(NamedTuple):
    """C's narrow and long side, and the storage of the operands.

    Attributes:
        narrow: Elements along C's narrow side.
        long: Elements along its long side.
        rows: C's rows are the narrow side, so that A is the small operand; else its columns, and B.
        order: Storage order of the large operand.
        small_order: Storage order of the small one.
    """

    narrow: int
    long: int
    rows: bool
    order: str
    small_order: str

    @property
    def along(self) -> bool:
        """Adjacent elements of the large operand lie along the depth."""
        return self.order == ("col" if self.rows else "row")

    @property
    def small_along(self) -> bool:
        """Adjacent elements of the small operand lie along the depth."""
        return self.small_order == ("row" if self.rows else "col")


def shape_of(q: Matmul) -> Shape:
    """The shape of a problem."""
    if q.m <= q.n:
        return Shape(q.m, q.n, True, q.b, q.a)
    return Shape(q.n, q.m, False, q.a, q.b)


def tile_of(p: SkinnyParams, q: Matmul) -> int:
    """Elements along C's long side that a work-group computes."""
    return p.items * p.each * p.tiles * (1 if shape_of(q).along else p.lanes)


def packed(p: SkinnyParams, q: Matmul) -> str:
    """The small operand, where vectors along the depth are needed and its elements do not lie so; else nothing."""
    shape = shape_of(q)
    needed = shape.along and not shape.small_along and p.lanes > 1
    return ("a" if shape.rows else "b") if needed else ""


def waits(p: SkinnyParams, q: Matmul) -> bool:
    """Sums wait in private memory from turn to turn."""
    return p.tiles > 1 and not shape_of(q).along


def sums_bytes(p: SkinnyParams, q: Matmul) -> int:
    """Private or local memory in which a work-group's sums come together; complex strips keep two for each."""
    shape = shape_of(q)
    planes = 1 if shape.along else q.accumulator.parts
    return p.deep * shape.narrow * planes * tile_of(p, q) * q.accumulator.size


def registers_used(p: SkinnyParams, q: Matmul, f: Facts) -> int:
    """Bytes of registers that the sums, and what is multiplied at a time, take."""
    parts, narrow = q.accumulator.parts, min(p.held, shape_of(q).narrow)
    vectors = p.unroll * p.each + 2 * parts if waits(p, q) else p.each * (narrow * parts + 1)
    return vectors * max(p.lanes * q.accumulator.size, f.vector_bytes if f.kind == "cpu" else 1)


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """Wide strips or several rows for each core of a CPU; elsewhere work-groups whose reads lie side by side."""
    yield from (for_cpus if f.kind == "cpu" else for_gpus)(q, f)


def for_cpus(q: Matmul, f: Facts) -> list[dict[str, Any]]:
    """The likeliest first, by what the busiest core reads."""
    c, shape, size = coefficients("skinny_order", f), shape_of(q), q.accumulator.size
    vector = f.vector_bytes if shape.along or shape.narrow <= 8 else min(f.vector_bytes, 32)
    lanes = 1 if shape.order == "any" else max(min(vector // size, 16 // q.accumulator.parts), 1)
    unroll = 2 if shape.along else 8 if shape.narrow <= 8 else 4
    strips = not shape.along and shape.order != "any" and shape.narrow > 1
    ahead = strips and "prefetch" not in f.failing_functions  # processors see rows coming, strips less
    form: dict[str, Any] = {"lanes": lanes, "unroll": unroll, "prefetch": ahead}
    ranked: list[tuple[float, dict[str, Any]]] = []
    vector_counts = (
        (4, 2, 1) if shape.along else (2, 1, 4, 8)
    )  # of rows, processors follow only a few at a time
    for vectors, tiles in itertools.product(vector_counts, (32, 128, 8, 1)):
        p = SkinnyParams(**form, each=vectors, tiles=tiles)
        tile, waiting = tile_of(p, q), waits(p, q)
        groups = math.ceil(shape.long / tile)
        cached = shape.narrow / vectors if shape.along else 1 / min(vectors, 2)
        for sums_at_once, slices in itertools.product((16, 4), (1, 2, 4, 16)):
            terms, passes = q.k / slices, math.ceil(shape.narrow / sums_at_once)
            turns = math.ceil(groups * slices * q.items / f.compute_units)
            starts = tile if shape.along else terms / (unroll if waiting else 1)
            busy = tile * terms * size * (1 + c.cached * (passes - 1 + cached)) + starts * c.row
            combining = (3 * slices * q.m * q.n * q.items * size + c.launch) if slices > 1 else 0
            values = form | {"each": vectors, "tiles": tiles, "held": sums_at_once, "slices": slices}
            ranked.append(((busy + c.group) * (turns + c.tail) + combining, values))
    return [values for _, values in sorted(ranked, key=itemgetter(0))]


def for_nvidia(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """Fastest points of an H200 for a vector: a sub-group for two rows, or many work-items down each strip.

    Rows of 8192 and of 1024 floats, 2^26 in all, went at 0.97 and 0.98 of the pace of its copies, strips of as many at
    0.95 and 0.99.
    """
    shape = shape_of(q)

    def sliced(values: dict[str, Any], per_unit: int) -> dict[str, Any]:
        groups = math.ceil(shape.long / tile_of(SkinnyParams(**values), q)) * q.items
        legal = [s for s in SLICES if s == 1 or q.k >= s * SHORTEST_SLICE]
        slices = min(legal, key=lambda s: abs(math.log2(s * groups / (per_unit * f.compute_units))))
        return values | {"slices": slices if groups < per_unit * f.compute_units else 1}

    form: dict[str, Any] = {"lanes": 1, "tiles": 1, "each": 2}
    if shape.along:
        if shape.long * q.items >= 32 * f.compute_units:
            yield form | {"deep": 32, "unroll": 1}
        yield sliced(form | {"deep": 256, "unroll": 1}, 16)
        return
    if shape.long * q.items >= 256 * f.compute_units:
        yield form | {
            "lanes": max(8 // q.accumulator.size, 1),
            "each": 1,
            "items": 32,
            "deep": 8,
            "unroll": 8,
        }
    if shape.long * q.items >= 48 * f.compute_units:
        yield form | {"lanes": max(16 // q.accumulator.size, 1), "each": 1, "items": 8, "deep": 128}
    yield sliced(form | {"items": 32, "deep": 32}, 2)


def for_gpus(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """Reads of 16 bytes side by side, and work-groups enough for four to be at work on each compute unit."""
    shape = shape_of(q)
    if f.compute_capability > (0, 0) and shape.narrow == 1 and shape.order != "any":
        yield from for_nvidia(q, f)
    scattered = shape.order == "any" or (shape.along and not shape.small_along)
    lanes = 1 if scattered else max(16 // q.accumulator.size, 1)
    unroll = 8 if shape.narrow <= 4 else 4
    sizes = ((8, 32), (1, 32)) if shape.along else ((32, 8), (8, 8), (32, 1))
    for (items, deep), vectors, width in itertools.product(
        sizes, (2, 1) if shape.along else (1,), (lanes, 1)
    ):
        values: dict[str, Any] = {"lanes": width, "each": vectors, "tiles": 1, "unroll": unroll}
        values |= {"items": items, "deep": deep}
        groups = math.ceil(shape.long / tile_of(SkinnyParams(**values), q)) * q.items
        enough = max(4 * f.compute_units / groups, 1)
        for slices in sorted(SLICES, key=lambda s: abs(math.log2(s / enough))):
            yield values | {"slices": slices}
    yield {"lanes": 1, "tiles": 1, "unroll": unroll}
