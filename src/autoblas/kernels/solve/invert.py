"""Inverts the triangular blocks on the diagonal of a matrix, all in one launch, so that a solver can multiply by them.

A work-item computes adjacent columns of one block's inverse by forward substitution, several rows at a time. Columns
do not depend on each other and a work-item reads only rows that it has written itself, so that none waits for another.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import buffer, integers, offsets
from autoblas.emit.expressions import enclosed, plus, times
from autoblas.emit.operands import Matrix
from autoblas.emit.source import Source
from autoblas.emit.vectors import scale_pairs
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.problems.matrix import Invert
from autoblas.space import Rule, Space, param

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Params"]


@dataclass(frozen=True)
class Params:
    """One way to run the kernel."""

    items: int = param(1, 1, 8, 16, 32, 64, doc="work-items of a work-group")
    lanes: int = param(1, 1, 2, 4, 8, 16, doc="adjacent columns that a work-item computes")
    rows: int = param(4, 1, 2, 4, 8, doc="rows that are computed together")


SPACE = Space(
    Params,
    (
        FITS,
        Rule("the work-items' columns divide the block", lambda p, q, f: q.width % p.lanes == 0),
        Rule(
            "a work-group does not cover more than twice a block",
            lambda p, q, f: p.items * p.lanes < 2 * q.width or p.items == 1,
        ),
        Rule("a vector takes at most 64 bytes", lambda p, q, f: p.lanes * q.to.size <= 64),
    ),
    requirements=(COMPUTES,),
)


def geometry(p: Params, q: Invert) -> Launch:
    """Columns of a block along the first dimension, blocks along the second, items of a batch along the third."""
    across = math.ceil(q.width / (p.items * p.lanes)) * p.items
    return Launch((across, q.blocks, q.items), (p.items, 1, 1))


def arguments(_p: Params, q: Invert) -> tuple[Argument, ...]:
    """The size, the matrix, the inverses, and the distance between the items of a batch."""
    batch = offsets("x_step") if q.batched else ()
    return (*integers("n"), *operand(q).arguments, buffer("inverses", q.to, "both"), *batch)


def operand(q: Invert) -> Matrix:
    """The matrix."""
    return Matrix("x", q.precision, q.order, worked=q.to, conjugate=q.conjugate)


def suggestions(q: Invert, f: Facts) -> Iterator[dict[str, Any]]:
    """Vectors of a cache line for a work-item of a CPU, a column each elsewhere."""
    if f.kind == "cpu":
        lanes = [lanes for lanes in (16, 8, 4, 2, 1) if q.width % lanes == 0 and lanes * q.to.size <= 64]
        yield {"lanes": lanes[0], "rows": 4}
    yield from ({"items": items} for items in (32, 16, 8, 1))


def source(p: Params, q: Invert, d: Dialect) -> str:
    """The text of the kernel."""
    x, declared = operand(q), arguments(p, q)
    vector = d.vector(q.to.part, p.lanes * q.to.parts)
    src = Source(d)
    with src.kernel("invert", declared, (p.items, 1), *q.computed, worked=q.to, functions=_functions(d, q)):
        src(f"const {d.index} item = {d.global_id(2)}, block = {d.global_id(1)};")
        if q.batched:
            src("x += item * x_step;")
        src(f"const {d.index} blocks = (n + {q.width - 1}) / {q.width};")
        src(f"const int corner = block * {q.width}, size = min({q.width}, n - corner);")
        src(f"const int col = {times(d.global_id(0), p.lanes)};")
        src(f"if (col >= {q.width}) return;")
        part = f"{d.global_memory}{q.to.part} *"
        src(f"{part}out = ({part})(inverses + (item * blocks + block) * {q.width * q.width} + col);")
        zero = d.splat(q.to.part, p.lanes * q.to.parts, "0")
        pitch = q.width * q.to.parts
        for start, stop in (("0", "min(col, size)"), ("size", str(q.width))):
            with src.loop("i", start, stop):
                src(d.store(p.lanes * q.to.parts, zero, f"out + i * {pitch}"))
        src("int row = col;")
        for rows in dict.fromkeys((p.rows, 1)):
            with src.block(f"for (; row + {rows} <= size; row += {rows})"):
                substitute(src, p, q, x, rows, vector)
    return str(src)


def substitute(src: Source, p: Params, q: Invert, x: Matrix, rows: int, vector: str) -> None:
    """Compute ``rows`` rows of the inverse, ``row`` being the first, in the work-item's columns."""
    d, width = src.dialect, p.lanes * q.to.parts
    pitch = q.width * q.to.parts
    for r in range(rows):
        ones = [f"{plus('row', r)} == {plus('col', lane)} ? 1 : 0" for lane in range(p.lanes)]
        lanes = [text for one in ones for text in ((one, "0") if q.to.is_complex else (one,))]
        unit = d.construct(vector, *lanes) if width > 1 else lanes[0]
        src(f"{vector} sum{r} = {unit};")
    with src.loop("l", "col", "row"):
        src(f"const {vector} known = {d.load(width, f'out + l * {pitch}')};")
        for r in range(rows):
            src(f"const {d.element(q.to)} a{r} = {x.read(d, plus('corner + row', r), 'corner + l')};")
            src(subtract(d, q, f"sum{r}", f"a{r}", "known"))
    for r in range(rows):
        for s in range(r):
            with src.block():
                src(
                    f"const {d.element(q.to)} a = {x.read(d, plus('corner + row', r), plus('corner + row', s))};"
                )
                src(subtract(d, q, f"sum{r}", "a", f"sum{s}"))
        if not q.unit:
            at = plus("corner + row", r)
            pivot = x.read(d, at, at)
            if q.to.is_complex:
                src(f"const {d.element(q.to)} pivot{r} = inverse({pivot});")
                src(f"const {vector} old{r} = sum{r};")
                for line in scale_pairs(d, f"sum{r}", (f"pivot{r}.x", f"pivot{r}.y"), f"old{r}"):
                    src(line)
            else:
                src(f"sum{r} /= {pivot};")
        src(d.store(width, f"sum{r}", f"out + {enclosed(plus('row', r))} * {pitch}"))


def subtract(d: Dialect, q: Invert, total: str, a: str, known: str) -> str:
    """The statements ``total -= a * known``, for a number and a vector of elements."""
    if not q.to.is_complex:
        return f"{total} -= {a} * {known};"
    return " ".join(scale_pairs(d, total, (f"{a}.x", f"{a}.y"), known, "-"))


def _functions(d: Dialect, q: Invert) -> tuple[str, ...]:
    """The inverse of a complex number, which neither overflows nor underflows where the result does not."""
    part, ctype = q.to.part, d.element(q.to)
    if not q.to.is_complex or q.unit:
        return ()
    return (
        f"{d.inline}{ctype} inverse({ctype} z) {{",
        f"  const {part} size = fmax(fabs(z.x), fabs(z.y));",
        f"  const {ctype} u = z / size;",
        f"  const {part} square = u.x * u.x + u.y * u.y;",
        f"  return {d.construct(ctype, 'u.x / square / size', '-u.y / square / size')};",
        "}",
    )


KERNEL = Kernel(
    name="invert",
    family=Invert,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    suggestions=suggestions,
)
