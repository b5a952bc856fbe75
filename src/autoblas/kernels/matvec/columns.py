"""Multiplies a vector by the transpose of a full matrix, the sums of a work-item's columns in registers.

A work-group is a rectangle of work-items over adjacent columns. Its lines read rows round-robin and reduce their sums in
local memory at the end; several work-groups may share the rows, and a second launch adds their partial vectors.
"""

from __future__ import annotations

import itertools
import math
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.expressions import plus, times
from autoblas.emit.parts import Lanes
from autoblas.emit.source import Source
from autoblas.kernels.kernel import COMPUTES, Helper, Kernel, sides_fit
from autoblas.kernels.matvec import shared as interface
from autoblas.kernels.matvec.rows import ADJACENT
from autoblas.kernels.space import Rule, Space, param
from autoblas.kernels.vector.shared import NARROW
from autoblas.problems.matvec import Matvec

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.storage import StoredRows
    from autoblas.emit.vectors import Vector

__all__ = ["KERNEL", "MatvecColumnsParams"]


@dataclass(frozen=True)
class MatvecColumnsParams:
    """Tuning parameters of ``matvec_columns``."""

    items: int = param(32, 1, 8, 16, 32, 64, 128, 256, doc="work-items side by side")
    lines: int = param(8, 1, 2, 4, 8, 16, 32, doc="lines of work-items, which read rows in turn")
    lanes: int = param(1, 1, 2, 4, 8, 16, doc="adjacent columns of a work-item, read at once")
    rows: int = param(8, 1, 2, 4, 8, 16, 32, doc="rows that a work-item reads before it adds them")
    parts: int = param(1, 1, 2, 4, 8, 16, 32, 64, 128, doc="work-groups, at most, that share the rows")


SPACE = Space(
    MatvecColumnsParams,
    (
        Rule("rows hold a vector", lambda p, q, f: p.lanes <= max(q.n, 1)),
        ADJACENT,
        NARROW,
        *sides_fit(lambda p: (p.items, p.lines)),
        Rule(
            "the sums of a work-group fit into local memory",
            lambda p, q, f: p.lines == 1 or p.items * p.lines * p.lanes * q.worked.size <= f.local_bytes,
        ),
    ),
    requirements=(
        COMPUTES,
        Rule(
            "it is the transpose of a full matrix that multiplies",
            lambda p, q, f: q.across and q.form == "general" and q.storage == "full",
        ),
    ),
)


def parts_of(p: MatvecColumnsParams, q: Matvec) -> int:
    """Work-groups that share the rows, each with at least one block of rows."""
    return min(p.parts, max(math.ceil(q.m / (p.lines * p.rows)), 1))


def geometry(p: MatvecColumnsParams, q: Matvec) -> Launch:
    """Columns along the first dimension, shares of the rows along the second."""
    across = max(math.ceil(q.n / (p.items * p.lanes)), 1)
    return Launch((across * p.items, parts_of(p, q) * p.lines), (p.items, p.lines))


def arguments(p: MatvecColumnsParams, q: Matvec) -> tuple[Argument, ...]:
    """Sizes, matrix and x; then factors and y, or the partial vectors from which the second launch computes y."""
    return interface.arguments(q, direct=parts_of(p, q) == 1)


def source(p: MatvecColumnsParams, q: Matvec, d: Dialect) -> str:
    """The text of the kernel."""
    direct = parts_of(p, q) == 1
    src, (a, x, y) = Source(d), interface.operands(q, direct=direct)
    lanes, kind = Lanes(d, q.worked, p.lanes), q.worked if q.worked.is_complex else None
    declared = arguments(p, q)
    with src.kernel("matvec_columns", declared, (p.items, p.lines), *q.computed, worked=kind):
        src("x += x_offset;")
        if y is not None:
            src("y += y_offset;")
        declare_positions(src, p)
        src(f"{lanes.ctype} sum = {d.splat(q.worked.part, lanes.parts, '0')};")
        src(f"int row = part * share{' + line' if p.lines > 1 else ''};")
        src("const int stop = min((part + 1) * share, m);")
        with src.block(f"for (; {plus('row', (p.rows - 1) * p.lines)} < stop; row += {p.rows * p.lines})"):
            add_rows(src, q, a, x, lanes, [plus("row", k * p.lines) for k in range(p.rows)])
        if p.rows > 1:
            with src.block(f"for (; row < stop; row += {p.lines})"):
                add_rows(src, q, a, x, lanes, ["row"])
        if p.lines > 1:
            add_lines(src, p, lanes)
        with src.block("if (line == 0)") if p.lines > 1 else nullcontext():
            store(src, p, q, y)
    return str(src)


def declare_positions(src: Source, p: MatvecColumnsParams) -> None:
    """Declare the work-item's columns and the rows of its work-group.

    Where the last vector of a row is ragged, it begins earlier: some columns are then summed twice, and stored by the
    work-item that they belong to.
    """
    d = src.dialect
    item = d.local_id(0)
    if p.lines > 1:
        src(f"const int line = {d.local_id(1)};")
    column = times(plus(times(d.group_id(0), p.items), item), p.lanes)
    src(f"const int column = {column};")
    src(f"const int c = min(column, n - {p.lanes});")
    src(f"const int part = {d.group_id(1)}, parts = {d.group_count(1)};")
    src("const int share = (m + parts - 1) / parts;")


def add_rows(src: Source, q: Matvec, a: StoredRows, x: Vector, lanes: Lanes, rows: list[str]) -> None:
    """Add multiples of rows to the sums; all of them are read first."""
    d = src.dialect
    for k, row in enumerate(rows):
        a.declare_row(src, f"row{k}", row)
        src(f"const {lanes.ctype} a{k} = {a.read(d, lanes.width, f'row{k}', 'c')};")
    for k, row in enumerate(rows):
        src(f"const {d.element(q.worked)} x{k} = {x.read(d, 1, row)};")
        lanes.declare_factor(src, f"factor{k}", f"x{k}", conjugate=q.conjugate)
        lanes.add_scaled(src, "sum", f"a{k}", f"factor{k}")


def add_lines(src: Source, p: MatvecColumnsParams, lanes: Lanes) -> None:
    """Add the sums of the lines by a tree reduction in local memory."""
    d = src.dialect
    src.local_array(lanes.ctype, f"sums_of[{p.lines}][{p.items}]")
    src(f"const int item = {d.local_id(0)};")
    src("sums_of[line][item] = sum;")
    with src.halved("line", p.lines):
        src("sums_of[line][item] += sums_of[line + half_size][item];")
    src("sum = sums_of[line][item];")


def store(src: Source, p: MatvecColumnsParams, q: Matvec, y: Vector | None) -> None:
    """Store the sums of the columns that belong to the work-item in y, or as a partial vector for the second launch."""
    d, kind = src.dialect, q.worked
    for lane in range(p.lanes):
        first = lane * kind.parts
        value = "sum" if p.lanes == 1 else d.lanes("sum", range(first, first + kind.parts))
        column = plus("c", lane)
        with src.block(f"if ({column} >= column)"):
            if y is None:
                src(f"partial[({d.index})part * n + {column}] = {value};")
                continue
            src(interface.store_element(d, kind, y, value, column))


def helpers(p: MatvecColumnsParams, q: Matvec) -> tuple[Helper, ...]:
    """The second launch, which adds partial vectors."""
    parts = parts_of(p, q)
    return () if parts == 1 else interface.vector_sum_launch(q, parts)


def traffic(p: MatvecColumnsParams, q: Matvec) -> int:
    """Bytes of the operands and of the partial vectors."""
    parts = parts_of(p, q)
    return q.min_bytes() + (parts * q.length * q.worked.size if parts > 1 else 0)


RESIDENT = 2048
"""Work-items that a compute unit of NVIDIA's runs at once, and about what others do."""


def suggestions(q: Matvec, f: Facts) -> Iterator[dict[str, Any]]:
    """One launch of tall work-groups where columns are many; parts of the rows where they leave compute units idle."""
    lanes = max(4 // q.precision.size, 1)  # 4 bytes side by side: an H200 reads no faster with more
    for items, lines in itertools.product((32, 16), (32, 8, 1)):
        groups = max(math.ceil(q.n / (items * lanes)), 1)
        target_groups = f.compute_units * max(RESIDENT // (items * lines), 1)
        parts = 1 if 2 * groups > target_groups else min(1 << round(math.log2(target_groups / groups)), 128)
        yield {"items": items, "lines": lines, "lanes": lanes, "rows": 8, "parts": parts}
        yield {"items": items, "lines": lines, "lanes": 1, "rows": 8, "parts": parts}


KERNEL = Kernel(
    name="matvec_columns",
    family=Matvec,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=lambda p: CompilerOptions(contract=True),
    helpers=helpers,
    made_for=frozenset({"gpu", "acc"}),
    preference=lambda q, f: 1,
    suggestions=suggestions,
)
