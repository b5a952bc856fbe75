"""Adds partial products and brings the sum into C: the second launch of a product whose depth was cut in slices."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.devices.device import Launch
from autoblas.emit.arguments import buffer, integers, scalars
from autoblas.emit.operands import Matrix, items_argument
from autoblas.emit.source import Source
from autoblas.kernels.gemm.shared import entry, move_to_item, stored
from autoblas.kernels.gemm.triangles import element_inside
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems import Combine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL"]


@dataclass(frozen=True)
class CombineParams:
    """One way to run the kernel."""

    items: int = param(64, 1, 32, 64, 128, 256, doc="work-items of a work-group")
    elements: int = param(1, 1, 2, 4, 16, 64, doc="elements of a row of C that a work-item computes")


SPACE = Space(
    CombineParams,
    (
        FITS,
        Rule(
            "a work-group does not cover more than twice a row",
            lambda p, q, f: p.items * p.elements < 2 * max(q.n, 64),
        ),
    ),
    requirements=(COMPUTES,),
)


def geometry(p: CombineParams, q: Combine) -> Launch:
    """Work-items to cover the rows of C, one row along the second dimension, items of a batch along the third."""
    extent = math.ceil(q.n / (p.items * p.elements)) * p.items
    return Launch((extent, q.m, q.items), (p.items, 1, 1))


def suggestions(_q: Combine, f: Facts) -> Iterator[dict[str, int]]:
    """Long runs for a work-item of a CPU, one element each elsewhere."""
    yield from ({"items": 1, "elements": 64}, {"items": 1, "elements": 16}) if f.kind == "cpu" else ({},)


def arguments(_p: CombineParams, q: Combine) -> tuple[Argument, ...]:
    """Sizes, factors, the partial products, C, and the offsets of the items of a batch."""
    accumulator = q.accumulator
    factors = (
        (buffer("alphas", accumulator), buffer("betas", accumulator))
        if q.listed
        else scalars(accumulator, "alpha", "beta")
    )
    batch = (items_argument("c", listed=q.listed),) if q.batched else ()
    return (*integers("m", "n"), *factors, buffer("partial", accumulator), *result_of(q).arguments, *batch)


def result_of(q: Combine) -> Matrix:
    """C."""
    return Matrix("c", q.precision, q.c, const=False, worked=q.accumulator)


def source(p: CombineParams, q: Combine, d: Dialect) -> str:
    """The text of the kernel."""
    accumulator = q.accumulator
    src, c = Source(d), result_of(q)
    with entry(src, q, "combine", arguments(p, q), (p.items, 1)):
        src(f"const int row = {d.global_id(1)};")
        src(f"const {d.index} size = ({d.index})m * n, item = {d.global_id(2)};")
        move_to_item(src, q, "c" if q.batched else "", scales=True)
        src(f"const int start = {d.group_id(0)} * {p.items * p.elements} + {d.local_id(0)};")
        src(f"const int stop = min(start + {p.items * p.elements - p.items + 1}, n);")
        with src.loop("col", "start", "stop", p.items):
            if q.part:
                src(f"if (!({element_inside(q, 'row', 'col')})) continue;")
            at = f"(item * {q.slices}) * size + ({d.index})row * n + col"
            src(f"{d.element(accumulator)} sum = partial[{at}];")
            for s in range(1, q.slices):
                src(f"sum += partial[{at} + {'size' if s == 1 else f'{s} * size'}];")
            src(stored(d, q, c, "row", "col", "sum"))
    return str(src)


KERNEL = Kernel(
    name="combine",
    family=Combine,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    suggestions=suggestions,
)
