"""GEMM straight from global memory: any size, any strides, guarded edges; the kernel that is always correct.

Every work-item computes a small tile of C. Rows and columns beyond the edge are read at the edge instead, so no
load leaves the matrices, and are not written.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus, times
from autoblas.emit.scalars import MULTIPLY_FORMS, product_sum
from autoblas.emit.source import Source
from autoblas.kernels.costs import OF_NUMBERS, REGISTER_FILE, SUB_GROUP
from autoblas.kernels.gemm.cores import combine_seconds, launch_seconds
from autoblas.kernels.gemm.epilogue import SUMS_ONLY
from autoblas.kernels.gemm.shared import (
    IN_MEMORY,
    PLAIN_INTEGERS,
    SLICES,
    SLICES_PAY,
    arguments,
    begin,
    combining,
    entry,
    launch,
    modelled,
    operands,
    options,
    slice_helpers,
    stored,
    tile_traffic,
)
from autoblas.kernels.gemm.triangles import (
    all_of,
    element_inside,
    term_counts,
    term_ranges,
    tile_outside,
    wanted_share,
)
from autoblas.kernels.kernel import COMPUTES, Kernel, sides_fit
from autoblas.kernels.models.coefficients import coefficients
from autoblas.kernels.space import Rule, Space, param, parameters
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts, Launch
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix

__all__ = ["KERNEL"]


@dataclass(frozen=True)
class DirectParams:
    """One way to run the kernel."""

    wx: int = param(8, 1, 4, 8, 16, 32, doc="work-items of a work-group along the columns of C")
    wy: int = param(8, 1, 4, 8, 16, doc="work-items of a work-group along the rows of C")
    rm: int = param(2, 1, 2, 4, 8, doc="rows of C a work-item computes")
    rn: int = param(2, 1, 2, 4, 8, doc="columns of C a work-item computes")
    apart: bool = param(
        False,
        False,
        True,
        doc="adjacent work-items compute adjacent columns, and each its others a work-group farther",
        group="form",
    )
    slices: int = param(1, *SLICES, doc="parts that the depth is cut into, summed side by side")
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")


SPACE = Space(
    DirectParams,
    (
        *sides_fit(lambda p: (p.wx, p.wy)),
        Rule("the register tile holds at most 32 sums", lambda p, q, f: p.rm * p.rn <= 32),
        SLICES_PAY,
        PLAIN_INTEGERS,
        Rule("what is computed again is not cut in slices", lambda p, q, f: not q.spread or p.slices == 1),
    ),
    requirements=(COMPUTES, IN_MEMORY, SUMS_ONLY),
)


def geometry(p: DirectParams, q: Matmul) -> Launch:
    """Work-items to cover C in tiles, rounded up to whole work-groups."""
    groups = math.ceil(q.n / (p.wx * p.rn)), math.ceil(q.m / (p.wy * p.rm))
    return launch(q, p.slices, groups, (p.wx, p.wy))


TILES = ((4, 4, 4), (8, 4, 4), (8, 2, 2), (4, 2, 4))
"""Work-items of a work-group along the rows, and rows and columns of one, that stored C fastest on an H200."""


@functools.cache
def _points() -> list[DirectParams]:
    """The points that are compared on NVIDIA's devices."""
    return [DirectParams(wx=32, wy=wy, rm=rm, rn=rn, apart=True) for wy, rm, rn in TILES]


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """The largest tile for a work-item of a CPU, alone; on a GPU columns apart, so that stores lie side by side."""
    if f.kind == "cpu":
        yield {"wx": 1, "wy": 1, "rm": 4, "rn": 8}
    if modelled(q, f):
        yield from map(parameters, sorted(_points(), key=lambda p: on_card(p, q, f)))
    yield {}


def predict(p: DirectParams, q: Matmul, f: Facts) -> float | None:
    """Seconds that a point takes with its helpers, roughly; None where there is no model."""
    if f.kind != "cpu":
        return on_card(p, q, f) if modelled(q, f) and p.apart and p.wx == SUB_GROUP else None
    c, scattered = coefficients("gemm_direct", f), coefficients("cores", f).scattered
    groups = math.ceil(q.n / (p.wx * p.rn)) * math.ceil(q.m / (p.wy * p.rm)) * p.slices * q.items
    terms = q.k / p.slices * (p.rm * p.rn + p.rm + p.rn) * q.accumulator.parts**2
    apart = (p.rm * (q.a == "any") + p.rn * (q.b == "any")) * q.k / p.slices
    group = p.wx * p.wy * (terms * c.step + apart * scattered + p.rm * p.rn * c.stored)
    seconds = float(launch_seconds(groups * group, group, groups, f, OF_NUMBERS))
    return seconds + (combine_seconds(combining(q, p.slices).problem, f) if p.slices > 1 else 0.0)


def on_card(p: DirectParams, q: Matmul, f: Facts) -> float:
    """Seconds of a point whose stores lie side by side: of work-groups that wait, issue what they have to, or store."""
    c, kind, terms = coefficients("gemm_direct", f), q.accumulator, q.k / p.slices
    tiles = math.ceil(q.n / (p.wx * p.rn)) * math.ceil(q.m / (p.wy * p.rm))
    groups = tiles * wanted_share(q, p.wy * p.rm, p.wx * p.rn) * p.slices * q.items
    words = kind.size // 4
    registers = 24 + words * (p.rm * p.rn + 2 * (p.rm + p.rn)) + 2 * (p.rm + p.rn)
    groups_per_unit, items = groups / f.compute_units, p.wx * p.wy
    resident = max(int(REGISTER_FILE / (min(max(registers, 32), 255) * items)), 1)
    at_once = min(resident, max(math.ceil(groups_per_unit), 1))
    multiplied = p.rm * p.rn * kind.parts**2 * (2 if kind.double else 1) * c.multiplied
    loads = p.rm + p.rn * words * (c.scattered if q.b == "col" else 1.0)
    busy = items / SUB_GROUP * (terms * (multiplied + loads * c.loaded) + p.rm * p.rn * c.stored * words)
    latency = c.start + terms / 4 * c.turn
    working = max(
        groups_per_unit // at_once * latency / 2, math.ceil(groups_per_unit) * busy, q.min_bytes() / c.memory
    )
    cycles = c.launch + latency + working + (c.combined if p.slices > 1 else 0.0)
    return float(cycles / (f.clock_mhz * 1e6))


def source(p: DirectParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    a, b, c = operands(q, p.slices)
    accumulator = q.accumulator
    rows, cols = range(p.rm), range(p.rn)
    src = Source(d)
    with entry(src, q, "gemm_direct", arguments(q, p.slices), (p.wx, p.wy)):
        depth = begin(src, q, p.slices)
        group, step = times(d.group_id(0), p.wx * p.rn), p.wx if p.apart else 1
        span = (p.rn - 1) * step + 1
        src(f"const int col = {plus(group, d.local_id(0)) if p.apart else times(d.global_id(0), p.rn)};")
        src(f"const int row = {times(d.global_id(1), p.rm)};")
        if q.part:
            src(f"if ({tile_outside(q, 'row', p.rm, 'col', span)}) return;")
        for i in rows:
            src(f"const int row{i} = min({plus('row', i)}, m - 1);")
        for j in cols:
            src(f"const int col{j} = min({plus('col', j * step)}, n - 1);")
        if q.spread:
            leave_finite(src, p, q, c)
        for i in rows:
            src(" ".join(f"{d.element(accumulator)} sum{i}_{j} = 0;" for j in cols))
        reach = ("row", f"row + {p.rm}"), ("col", f"col + {span}")
        for first, last, ragged in term_ranges(src, q, (depth.first, depth.last), *reach):
            if p.apart:
                src(d.unroll(4))
            with src.loop("l", first, last):
                for i in rows:
                    src(f"const {d.element(accumulator)} a{i} = {a.read(d, f'row{i}', 'l')};")
                for j in cols:
                    src(f"const {d.element(accumulator)} b{j} = {b.read(d, 'l', f'col{j}')};")
                for i in rows:
                    sums = [
                        product_sum(d, p.multiply, accumulator, f"sum{i}_{j}", f"a{i}", f"b{j}") for j in cols
                    ]
                    if ragged:
                        indices = [f"row{i}" if q.zeros.startswith("a") else f"col{j}" for j in cols]
                        sums = [
                            f"if ({term_counts(q, 'l', index)}) {{ {line} }}"
                            for index, line in zip(indices, sums, strict=True)
                        ]
                    src(" ".join(sums))
        for i in rows:
            for j in cols:
                at = f"row{i}", f"col{j}"
                exists = f"{plus('row', i)} < m && {plus('col', j * step)} < n"
                spread = ""
                if q.spread:
                    line, position = (i, f"col{j}") if q.zeros.startswith("b") else (j, f"row{i}")
                    spread = f"spread{line} && {position} != {full_line(q)}"
                with src.block(f"if ({all_of(exists, element_inside(q, *at), spread)})"):
                    src(stored(d, q, c, *at, f"sum{i}_{j}", p.slices))
    return str(src)


def full_line(q: Matmul) -> str:
    """The row of C that all of B enters, or the column that all of A does."""
    if q.zeros not in {"a_upper", "b_lower"}:
        return "0"
    return "n - 1" if q.zeros.startswith("b") else "m - 1"


def leave_finite(src: Source, p: DirectParams, q: Matmul, c: Matrix) -> None:
    """Declare which columns of C hold numbers that are not finite where all of B enters, or which rows; end without any.

    Nobody stores there, since all terms enter what is there: so others find it as it was.
    """
    d, of_rows, line_read = src.dialect, q.zeros.startswith("b"), full_line(q)
    names = []
    for line in range(p.rm if of_rows else p.rn):
        at = (f"row{line}", line_read) if of_rows else (line_read, f"col{line}")
        src(f"const {d.element(q.accumulator)} shown{line} = {c.read(d, *at)};")
        parts = [f"shown{line}"]
        if q.accumulator.is_complex:
            parts = [d.component(f"shown{line}", part) for part in "xy"]
        finite = " && ".join(f"{part} - {part} == 0" for part in parts)
        src(f"const bool spread{line} = !({finite});")
        names.append(f"spread{line}")
    src(f"if (!({' || '.join(names)})) return;")


KERNEL = Kernel(
    name="gemm_direct",
    family=Matmul,
    space=SPACE,
    arguments=lambda p, q: arguments(q, p.slices),
    geometry=geometry,
    traffic=lambda p, q: tile_traffic(q, (math.ceil(q.n / p.rn), math.ceil(q.m / p.rm)), p.slices),
    source=source,
    options=options,
    helpers=slice_helpers,
    suggestions=suggestions,
    exact_zeros=True,
    predict=predict,
)
