"""GEMM straight from global memory: any size, any strides, guarded edges; the kernel that is always correct.

Every work-item computes a small tile of C. Rows and columns beyond the edge are read at the edge instead, so no
load leaves the matrices, and are not written.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus, times
from autoblas.emit.scalars import MULTIPLY_FORMS, product_sum
from autoblas.emit.source import Source
from autoblas.kernels.gemm.cores import SCATTERED, combine_seconds, shared
from autoblas.kernels.gemm.shared import (
    IN_MEMORY,
    PLAIN_INTEGERS,
    SLICES,
    SLICES_PAY,
    arguments,
    begin,
    combining,
    launch,
    operands,
    options,
    scaled,
    slice_helpers,
    tile_traffic,
)
from autoblas.kernels.gemm.triangles import both, diagonal_functions, element_inside, shortened, tile_outside
from autoblas.kernels.kernel import COMPUTES, Kernel, sides_fit
from autoblas.problems import Matmul
from autoblas.space import Rule, Space, param

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts, Launch
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Params"]


@dataclass(frozen=True)
class Params:
    """One way to run the kernel."""

    wx: int = param(8, 1, 4, 8, 16, 32, doc="work-items of a work-group along the columns of C")
    wy: int = param(8, 1, 4, 8, 16, doc="work-items of a work-group along the rows of C")
    rm: int = param(2, 1, 2, 4, 8, doc="rows of C a work-item computes")
    rn: int = param(2, 1, 2, 4, 8, doc="columns of C a work-item computes")
    slices: int = param(1, *SLICES, doc="parts that the depth is cut into, summed side by side")
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")


SPACE = Space(
    Params,
    (
        *sides_fit(lambda p: (p.wx, p.wy)),
        Rule("the register tile holds at most 32 sums", lambda p, q, f: p.rm * p.rn <= 32),
        SLICES_PAY,
        PLAIN_INTEGERS,
    ),
    requirements=(COMPUTES, IN_MEMORY),
)


def geometry(p: Params, q: Matmul) -> Launch:
    """Work-items to cover C in tiles, rounded up to whole work-groups."""
    groups = math.ceil(q.n / (p.wx * p.rn)), math.ceil(q.m / (p.wy * p.rm))
    return launch(q, p.slices, groups, (p.wx, p.wy))


def traffic(p: Params, q: Matmul) -> int:
    """Bytes that the tiles read and write."""
    return tile_traffic(q, (math.ceil(q.n / p.rn), math.ceil(q.m / p.rm)), p.slices)


STEP, STORED = 1.6e-10, 1e-9
"""Seconds of a core for an element that is read or a multiply-add, and for an element of C, as ``gemm.cores`` says."""


def suggestions(_q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """The largest tile for a work-item of a CPU, alone; small ones elsewhere."""
    if f.kind == "cpu":
        yield {"wx": 1, "wy": 1, "rm": 4, "rn": 8}
    yield {}


def predict(p: Params, q: Matmul, f: Facts) -> float | None:
    """Seconds that a point takes with its helpers, roughly; None where it is no processor that computes."""
    if f.kind != "cpu":
        return None
    groups = math.ceil(q.n / (p.wx * p.rn)) * math.ceil(q.m / (p.wy * p.rm)) * p.slices * q.items
    terms = q.k / p.slices * (p.rm * p.rn + p.rm + p.rn) * q.accumulator.parts**2
    apart = (p.rm * (q.a == "any") + p.rn * (q.b == "any")) * q.k / p.slices
    group = p.wx * p.wy * (terms * STEP + apart * SCATTERED + p.rm * p.rn * STORED)
    seconds = float(shared(groups * group, group, groups, f))
    return seconds + (combine_seconds(combining(q, p.slices).problem, f) if p.slices > 1 else 0.0)


def source(p: Params, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    a, b, c = operands(q, p.slices)
    worked = q.accumulator
    rows, cols = range(p.rm), range(p.rn)
    src = Source(d)
    declared, functions = arguments(q, p.slices), diagonal_functions(d, q)
    with src.kernel("gemm_direct", declared, (p.wx, p.wy), *q.computed, worked=worked, functions=functions):
        depth = begin(src, q, p.slices)
        src(f"const int col = {times(d.global_id(0), p.rn)};")
        src(f"const int row = {times(d.global_id(1), p.rm)};")
        if q.part:
            src(f"if ({tile_outside(q, 'row', p.rm, 'col', p.rn)}) return;")
        depth = shortened(src, q, depth, ("row", f"row + {p.rm}"), ("col", f"col + {p.rn}"))
        for i in rows:
            src(f"const int row{i} = min({plus('row', i)}, m - 1);")
        for j in cols:
            src(f"const int col{j} = min({plus('col', j)}, n - 1);")
        for i in rows:
            src(" ".join(f"{d.element(worked)} sum{i}_{j} = 0;" for j in cols))
        with src.loop("l", depth.first, depth.last):
            for i in rows:
                src(f"const {d.element(worked)} a{i} = {a.read(d, f'row{i}', 'l')};")
            for j in cols:
                src(f"const {d.element(worked)} b{j} = {b.read(d, 'l', f'col{j}')};")
            for i in rows:
                src(
                    " ".join(
                        product_sum(d, p.multiply, worked, f"sum{i}_{j}", f"a{i}", f"b{j}") for j in cols
                    )
                )
        for i in rows:
            for j in cols:
                at = f"row{i}", f"col{j}"
                exists = f"{plus('row', i)} < m && {plus('col', j)} < n"
                with src.block(f"if ({both(exists, element_inside(q, *at))})"):
                    total = f"sum{i}_{j}"
                    if p.slices == 1:
                        total = scaled(q, total, c.read(d, *at), f"row{i} == col{j}")
                    src(c.write(d, *at, total))
    return str(src)


KERNEL = Kernel(
    name="gemm_direct",
    family=Matmul,
    space=SPACE,
    arguments=lambda p, q: arguments(q, p.slices),
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=options,
    helpers=slice_helpers,
    suggestions=suggestions,
    predict=predict,
)
