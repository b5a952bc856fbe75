"""Copies a matrix into panels, padded with zeros, so that a product's innermost loop reads it in order."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.arguments import buffer, integers
from autoblas.emit.dialect import COMPLEX_PARTS
from autoblas.emit.expressions import plus, times
from autoblas.emit.operands import Matrix, item_start, items_argument
from autoblas.emit.scalars import read
from autoblas.emit.source import Source
from autoblas.emit.vectors import interleaving
from autoblas.kernels.kernel import COMPUTES, Kernel, batch_launch
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems import Pack

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts, Launch
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "PackParams"]


@dataclass(frozen=True)
class PackParams:
    """Tuning parameters of ``pack``."""

    depth: int = param(256, 16, 64, 256, 1024, doc="columns of X a work-item packs")
    lanes: int = param(4, 1, 2, 4, 8, 16, doc="adjacent elements that are read at once")
    panels: int = param(
        4, 1, 2, 4, 8, 16, doc="panels a work-item packs, a piece of a row of X at a time where it can"
    )


SPACE = Space(
    PackParams,
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
            "a square of vectors along the rows is no wider than the panel",
            lambda p, q, f: q.order != "row" or p.lanes <= q.width,
        ),
        Rule(
            "the depth of a piece does not exceed twice the matrix's",
            lambda p, q, f: p.depth < 2 * max(q.depth, 16),
        ),
    ),
    requirements=(COMPUTES,),
)


def geometry(p: PackParams, q: Pack) -> Launch:
    """A work-item for each piece of ``panels`` panels by ``depth`` columns."""
    groups = math.ceil(q.depth / p.depth), math.ceil(q.panels / p.panels)
    return batch_launch(q, groups, (1, 1))


def arguments(_p: PackParams, q: Pack) -> tuple[Argument, ...]:
    """Sizes, X, the copy, and where the items of a batch begin."""
    batch = (items_argument("x", listed=q.listed),) if q.batched else ()
    packed = buffer("packed", q.to.real, "write")
    return (*integers("rows", "depth"), *operand(q).arguments, packed, *batch)


def operand(q: Pack) -> Matrix:
    """X."""
    return Matrix("x", q.precision, q.order, worked=q.to, conjugate=q.conjugate)


PIECE_BYTES = 512
"""Bytes of a row of X that a CPU reads before the next row. Rows of a large matrix lie a page or more apart, and a cache
line of each needs as many pages: on a Zen 3, packing by 64 bytes took 1.1 to 2.4 times as long, by 1024 as long."""

SHARES = 4
"""Least work-items a core before a work-item takes several panels."""


def suggestions(q: Pack, f: Facts) -> Iterator[dict[str, Any]]:
    """The widest vectors that are legal; as many panels at a time as make long pieces of rows, where those are adjacent."""
    panels, depths = 1, (256, 64, 16)
    if f.kind == "cpu" and q.order == "col":
        depths = (64, 16, 256)
        items = math.ceil(q.depth / depths[0]) * q.panels * q.items
        longest = min(PIECE_BYTES // (q.width * q.precision.size), items // (SHARES * f.compute_units), 16)
        panels = 1 << max(longest, 1).bit_length() - 1
    for depth, lanes in itertools.product(depths, (16, 8, 4, 2, 1)):
        if lanes * q.precision.size <= max(f.vector_bytes, 16):
            yield {"depth": depth, "lanes": lanes, "panels": panels}


def source(p: PackParams, q: Pack, d: Dialect) -> str:
    """The text of the kernel."""
    src, x, declared = Source(d), operand(q), arguments(p, q)
    squares = q.order == "row" and p.lanes > 1
    functions = interleaving(d, d.vector(q.to.part, p.lanes)) if squares else ()
    with src.kernel("pack", declared, (1, 1), *q.computed, functions=functions):
        if q.batched:
            src(f"const {d.index} item = {d.global_id(2)};")
            src(f"x += {item_start('x', 'item', listed=q.listed)};")
            size = f"(rows + {q.width - 1}) / {q.width} * {q.width * q.to.parts}"
            src(f"packed += item * ({size}) * depth;")
        src(f"const int start = {d.global_id(0)} * {p.depth};")
        src(f"const int stop = min(start + {p.depth}, depth);")
        src(f"const int panel_start = {times(d.global_id(1), p.panels)};")
        src(f"const int panel_stop = min(panel_start + {p.panels}, (rows + {q.width - 1}) / {q.width});")
        src(f"const int whole_stop = min(panel_stop, rows / {q.width});")
        if squares:
            transpose(src, p, q, x)
        elif q.order == "row":
            with src.loop("panel", "panel_start", "whole_stop"), src.loop("l", "start", "stop"):
                copy(src, p, q, x)
        else:
            with src.loop("l", "start", "stop"), src.loop("panel", "panel_start", "whole_stop"):
                copy(src, p, q, x)
        with src.block("if (whole_stop < panel_stop)"):
            src(f"const int row = whole_stop * {q.width};")
            with src.loop("l", "start", "stop"), src.loop("i", 0, q.width):
                element(src, q, x, "row + i < rows")
    return str(src)


def transpose(src: Source, p: PackParams, q: Pack, x: Matrix) -> None:
    """Pack panels of rows in squares of ``lanes`` rows and columns: read along the rows, stored along the panel's.

    So every cache line is read once, however many rows share its place in the cache. The last square of a panel
    overlaps the one before it where the width is no multiple.
    """
    d, width = src.dialect, p.lanes * q.to.parts
    src(f"const int squares_stop = start + (stop - start) / {p.lanes} * {p.lanes};")
    with src.loop("panel", "panel_start", "whole_stop"):
        src(f"const int row = panel * {q.width};")
        with src.loop("square", 0, q.width, p.lanes):
            first = "square" if q.width % p.lanes == 0 else f"min(square, {q.width - p.lanes})"
            src(f"const int i = {first};")
            with src.loop("l", "start", "squares_stop", p.lanes):
                src(f"{d.global_memory}{q.to.part} *out = {panel_pointer(q, d)} + i;")
                for r in range(p.lanes):
                    value = read(d, q.precision, q.to, p.lanes, x.pointer(d, plus("row", "i", r), "l"))
                    src(f"const {d.vector(q.to.part, width)} x{r} = {value};")
                for part in range(q.to.parts):
                    lines = [f"x{r}" for r in range(p.lanes)]
                    if q.to.is_complex:
                        lines = [d.part(line, COMPLEX_PARTS[part]) for line in lines]
                    for lane, line in enumerate(transpose_vectors(src, p, q, lines, "xy"[part])):
                        at = plus("out", (lane * q.to.parts + part) * q.width)
                        src(d.store(p.lanes, signed(q, part, line), at))
        with src.loop("l", "squares_stop", "stop"), src.loop("i", 0, q.width):
            element(src, q, x)


def transpose_vectors(src: Source, p: PackParams, q: Pack, lines: list[str], name: str) -> list[str]:
    """Transpose a square of vectors by interleaving its first half with its second, log2 of its side times."""
    vector, half = src.dialect.vector(q.to.part, p.lanes), p.lanes // 2
    for step in range(half.bit_length()):
        mixed = [f"{name}{step}_{i}" for i in range(p.lanes)]
        for i, line in enumerate(mixed):
            function = ("lower", "upper")[i % 2]
            src(f"const {vector} {line} = {function}({lines[i // 2]}, {lines[i // 2 + half]});")
        lines = mixed
    return lines


def copy(src: Source, p: PackParams, q: Pack, x: Matrix) -> None:
    """Pack one depth of a panel, by vectors where the elements of a column of X are adjacent."""
    d = src.dialect
    declare_out(src, q)
    width = p.lanes if q.order == "col" else 1
    for i in range(0, q.width, width):
        value = read(d, q.precision, q.to, width, x.pointer(d, plus("row", i), "l"))
        if q.to.is_complex:
            with src.block():
                src(f"const {d.vector(q.to.part, 2 * width)} x0 = {value};")
                for part, half in enumerate(COMPLEX_PARTS):
                    component = d.part("x0", half) if width > 1 else f"x0.{'xy'[part]}"
                    src(d.store(width, signed(q, part, component), plus("out", i + part * q.width)))
        else:
            src(d.store(width, value, plus("out", i)))


def element(src: Source, q: Pack, x: Matrix, inside: str = "") -> None:
    """Pack element ``i`` of the panel at ``row``; a zero where it is not ``inside`` the matrix."""
    d = src.dialect
    value = read(d, q.precision, q.to, 1, x.pointer(d, "row + i", "l"))
    if not q.to.is_complex:
        src(d.store(1, f"{inside} ? {value} : 0" if inside else value, plus(panel_pointer(q, d), "i")))
        return
    src(f"{d.global_memory}{q.to.part} *out = {panel_pointer(q, d)};")
    if inside:
        value = f"{inside} ? {value} : {d.construct(d.element(q.to), '0')}"
    src(f"const {d.element(q.to)} x0 = {value};")
    for part, lane in enumerate("xy"):
        src(f"out[{plus('i', part * q.width)}] = {signed(q, part, f'x0.{lane}')};")


def panel_pointer(q: Pack, d: Dialect) -> str:
    """A pointer to depth ``l`` of the panel that begins at ``row``."""
    twice = " * 2" if q.to.is_complex else ""
    return f"packed + ({d.index})row * depth{twice} + ({d.index})l * {q.width * q.to.parts}"


def declare_out(src: Source, q: Pack) -> None:
    """Declare the row of X at which a panel begins, and the pointer to depth ``l`` of the panel."""
    src(f"const int row = panel * {q.width};")
    src(f"{src.dialect.global_memory}{q.to.part} *out = {panel_pointer(q, src.dialect)};")


def signed(q: Pack, part: int, value: str) -> str:
    """A real (0) or imaginary (1) part as the copy stores it: negated where conjugated."""
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
