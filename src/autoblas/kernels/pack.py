"""Copies a matrix into panels, padded with zeros, so that a product's innermost loop reads it in order."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.batches import declare_items, item_start, items_argument
from autoblas.emit.expressions import plus, times
from autoblas.emit.operands import Matrix
from autoblas.emit.scalars import read
from autoblas.emit.source import Source
from autoblas.kernels.kernel import COMPUTES, Kernel, batch_launch
from autoblas.problems import Pack
from autoblas.space import Rule, Space, param

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts, Launch
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Params"]


SCATTERED = 128
"""Lanes of the vectors that are read along the rows of a panel, each stored by itself: with 512 of them PoCL takes three to
twelve seconds to compile, and the copy takes as long as with 128 (Zen 5, float32, panels of 32 and 64 rows)."""


@dataclass(frozen=True)
class Params:
    """One way to run the kernel."""

    depth: int = param(256, 16, 64, 256, 1024, doc="columns of X a work-item packs")
    lanes: int = param(8, 1, 2, 4, 8, 16, doc="adjacent elements that are read at once")
    panels: int = param(
        4, 1, 2, 4, 8, 16, doc="panels a work-item packs, a piece of a row of X at a time where it can"
    )


SPACE = Space(
    Params,
    (
        Rule("vectors need adjacent elements", lambda p, q, f: p.lanes == 1 or q.order != "any"),
        Rule(
            "a vector takes at most 64 bytes and has at most 16 parts",
            lambda p, q, f: p.lanes * max(q.precision.size, q.to.size) <= 64 and p.lanes * q.to.parts <= 16,
        ),
        Rule(
            "a vector along the panel divides its width",
            lambda p, q, f: q.order != "col" or q.width % p.lanes == 0 or p.lanes == 1,
        ),
        Rule(
            f"vectors along the rows have at most {SCATTERED} elements to scatter, which compilers take quickly",
            lambda p, q, f: p.lanes == 1 or q.order != "row" or p.lanes * q.width * q.to.parts <= SCATTERED,
        ),
        Rule(
            "the depth of a piece does not exceed twice the matrix's",
            lambda p, q, f: p.depth < 2 * max(q.depth, 16),
        ),
    ),
    requirements=(COMPUTES,),
)


def geometry(p: Params, q: Pack) -> Launch:
    """A work-item for each piece of ``panels`` panels by ``depth`` columns."""
    groups = math.ceil(q.depth / p.depth), math.ceil(q.panels / p.panels)
    return batch_launch(q, groups, (1, 1))


def arguments(_p: Params, q: Pack) -> tuple[str, ...]:
    """Sizes, X, the copy, and where the items of a batch begin."""
    batch = (items_argument("x", listed=q.listed),) if q.batched else ()
    return ("rows", "depth", "x", "x_offset", "x_row", "x_col", "packed", *batch)


def suggestions(q: Pack, f: Facts) -> Iterator[dict[str, Any]]:
    """The widest vectors that are legal, a panel at a time."""
    for depth, lanes in itertools.product((256, 64, 16), (16, 8, 4, 2, 1)):
        if lanes * q.precision.size <= max(f.vector_bytes, 16):
            yield {"depth": depth, "lanes": lanes, "panels": 1}


def source(p: Params, q: Pack, d: Dialect) -> str:
    """The text of the kernel."""
    x = Matrix("x", q.precision, q.order, worked=q.to, conjugate=q.conjugate)
    declared = ["const int rows", "const int depth", *x.declare(d)]
    declared.append(f"{d.global_memory}{q.to.part} *{d.restrict}packed")
    if q.batched:
        declared.append(declare_items(d, "x", listed=q.listed))
    src = Source(d)
    with src.kernel("pack", declared, (1, 1), *q.computed):
        if q.batched:
            src(f"const {d.index} item = {d.global_id.format(d=2)};")
            src(f"x += {item_start('x', 'item', listed=q.listed)};")
            size = f"(rows + {q.width - 1}) / {q.width} * {q.width * q.to.parts}"
            src(f"packed += item * ({size}) * depth;")
        src(f"const int start = {d.global_id.format(d=0)} * {p.depth};")
        src(f"const int stop = min(start + {p.depth}, depth);")
        src(f"const int panel_start = {times(d.global_id.format(d=1), p.panels)};")
        src(f"const int panel_stop = min(panel_start + {p.panels}, (rows + {q.width - 1}) / {q.width});")
        src(f"const int whole_stop = min(panel_stop, rows / {q.width});")
        if q.order == "row":
            with src.loop("panel", "panel_start", "whole_stop"):
                src("int l = start;")
                if p.lanes > 1:
                    transpose(src, p, q, x)
                with src.block("for (; l < stop; ++l)"):
                    copy(src, p, q, x)
        else:
            with src.loop("l", "start", "stop"), src.loop("panel", "panel_start", "whole_stop"):
                copy(src, p, q, x)
        with src.block("if (whole_stop < panel_stop)"):
            src(f"const int row = whole_stop * {q.width};")
            with src.loop("l", "start", "stop"), src.loop("i", 0, q.width):
                pad(src, q, x)
    return str(src)


def transpose(src: Source, p: Params, q: Pack, x: Matrix) -> None:
    """Pack a panel of rows a few depths at a time: vectors are read along the rows and their lanes scattered."""
    d = src.dialect
    with src.block(f"for (; l + {p.lanes} <= stop; l += {p.lanes})"):
        declare_out(src, q)
        for i in range(q.width):
            value = read(d, q.precision, q.to, p.lanes, x.pointer(d, plus("row", i), "l"))
            src(f"const {d.vector(q.to.part, p.lanes * q.to.parts)} x{i} = {value};")
        for lane in range(p.lanes):
            for i in range(q.width):
                for part in range(q.to.parts):
                    value = d.lane(f"x{i}", p.lanes * q.to.parts, lane * q.to.parts + part)
                    at = (lane * q.to.parts + part) * q.width + i
                    src(f"out[{at}] = {signed(q, part, value)};")


def copy(src: Source, p: Params, q: Pack, x: Matrix) -> None:
    """Pack one depth of a panel, by vectors where the elements of a column of X are adjacent."""
    d = src.dialect
    declare_out(src, q)
    width = p.lanes if q.order == "col" else 1
    for i in range(0, q.width, width):
        value = read(d, q.precision, q.to, width, x.pointer(d, plus("row", i), "l"))
        if q.to.is_complex:
            with src.block():
                src(f"const {d.vector(q.to.part, 2 * width)} x0 = {value};")
                for part, lanes in enumerate(("even", "odd") if width > 1 else ("x", "y")):
                    src(d.store(width, signed(q, part, f"x0.{lanes}"), plus("out", i + part * q.width)))
        else:
            src(d.store(width, value, plus("out", i)))


def pad(src: Source, q: Pack, x: Matrix) -> None:
    """Pack one element of the last panel, or a zero below the last row."""
    d = src.dialect
    value = read(d, q.precision, q.to, 1, x.pointer(d, "row + i", "l"))
    at = f"({d.index})row * depth + ({d.index})l * {q.width}"
    if q.to.is_complex:
        src(f"const {q.to.ctype} x0 = row + i < rows ? {value} : ({q.to.ctype})(0);")
        for part, lane in enumerate("xy"):
            place = f"({at}) * 2 + {part * q.width} + i" if part else f"({at}) * 2 + i"
            src(f"packed[{place}] = {signed(q, part, f'x0.{lane}')};")
    else:
        src(f"packed[{at} + i] = row + i < rows ? {value} : 0;")


def declare_out(src: Source, q: Pack) -> None:
    """The row of X that a panel begins at, and where depth ``l`` of the panel goes."""
    d = src.dialect
    twice = " * 2" if q.to.is_complex else ""
    at = f"({d.index})row * depth{twice} + ({d.index})l * {q.width * q.to.parts}"
    src(f"const int row = panel * {q.width};")
    src(f"{d.global_memory}{q.to.part} *out = packed + {at};")


def signed(q: Pack, part: int, value: str) -> str:
    """A real (0) or imaginary (1) part as the copy holds it."""
    return f"-{value}" if part and q.conjugate else value


KERNEL = Kernel(
    name="pack",
    family=Pack,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    suggestions=suggestions,
)
