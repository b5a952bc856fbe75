"""Copies a matrix into panels, padded with zeros, so that a product's innermost loop reads it in order."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.operands import Matrix
from autoblas.emit.source import Source
from autoblas.kernels.kernel import Kernel
from autoblas.problems import Pack
from autoblas.space import Rule, Space, param

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Params"]


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
        Rule("a vector takes at most 64 bytes", lambda p, q, f: p.lanes * q.precision.size <= 64),
        Rule(
            "a vector along the panel divides its width",
            lambda p, q, f: q.order != "col" or q.width % p.lanes == 0 or p.lanes == 1,
        ),
        Rule(
            "the depth of a piece does not exceed twice the matrix's",
            lambda p, q, f: p.depth < 2 * max(q.depth, 16),
        ),
    ),
    requirements=(
        Rule(
            "the device computes in this precision", lambda p, q, f: q.precision.name != "float64" or f.fp64
        ),
    ),
)


def geometry(p: Params, q: Pack) -> Launch:
    """A work-item for each piece of ``panels`` panels by ``depth`` columns."""
    return Launch((math.ceil(q.depth / p.depth), math.ceil(q.panels / p.panels)), (1, 1))


def traffic(_p: Params, q: Pack) -> int:
    """Bytes read and written."""
    return q.min_bytes()


def suggestions(q: Pack, f: Facts) -> Iterator[dict[str, Any]]:
    """The widest vectors that are legal, a panel at a time."""
    for depth, lanes in itertools.product((256, 64, 16), (16, 8, 4, 2, 1)):
        if lanes * q.precision.size <= max(f.vector_bytes, 16):
            yield {"depth": depth, "lanes": lanes, "panels": 1}


def source(p: Params, q: Pack, d: Dialect) -> str:
    """The text of the kernel."""
    ctype = q.precision.ctype
    x = Matrix("x", ctype, q.order)
    arguments = ["const int rows", "const int depth", *x.declare(d)]
    arguments.append(f"{d.global_memory}{ctype} *{d.restrict} packed")
    src = Source(d)
    with src.kernel("pack", arguments, (1, 1), q.precision):
        src(f"const int start = {d.global_id.format(d=0)} * {p.depth};")
        src(f"const int stop = min(start + {p.depth}, depth);")
        src(f"const int panel_start = {d.global_id.format(d=1)} * {p.panels};")
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
                value = f"row + i < rows ? {x.element(d, 'row + i', 'l')} : 0"
                src(f"packed[({d.index})row * depth + ({d.index})l * {q.width} + i] = {value};")
    return str(src)


def transpose(src: Source, p: Params, q: Pack, x: Matrix) -> None:
    """Pack a panel of rows a few depths at a time: vectors are read along the rows and their lanes scattered."""
    d, ctype = src.dialect, q.precision.ctype
    with src.block(f"for (; l + {p.lanes} <= stop; l += {p.lanes})"):
        src(f"const int row = panel * {q.width};")
        src(f"{d.global_memory}{ctype} *out = packed + ({d.index})row * depth + ({d.index})l * {q.width};")
        for i in range(q.width):
            src(
                f"const {d.vector(ctype, p.lanes)} x{i} = {d.load(p.lanes, x.pointer(d, f'row + {i}', 'l'))};"
            )
        for lane in range(p.lanes):
            for i in range(q.width):
                src(f"out[{lane * q.width + i}] = {d.lane(f'x{i}', p.lanes, lane)};")


def copy(src: Source, p: Params, q: Pack, x: Matrix) -> None:
    """Pack one depth of a panel, by vectors where the elements of a column of X are adjacent."""
    d, ctype = src.dialect, q.precision.ctype
    src(f"const int row = panel * {q.width};")
    src(f"{d.global_memory}{ctype} *out = packed + ({d.index})row * depth + ({d.index})l * {q.width};")
    width = p.lanes if q.order == "col" else 1
    for i in range(0, q.width, width):
        src(d.store(width, d.load(width, x.pointer(d, f"row + {i}", "l")), f"out + {i}"))


KERNEL = Kernel(
    name="pack",
    family=Pack,
    space=SPACE,
    arguments=("rows", "depth", "x", "x_offset", "x_row", "x_col", "packed"),
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=lambda p: (),
    suggestions=suggestions,
)
