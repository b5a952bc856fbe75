"""The transforms of taps and of products in Winograd's convolution on a processor, and their common parts.

The lanes of a vector are planes where taps are transformed, and tiles elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus, times
from autoblas.emit.scalars import read, write
from autoblas.kernels.convolution.shared import product_of
from autoblas.kernels.convolution.winograd.linear import apply
from autoblas.kernels.convolution.winograd.params import QUAD
from autoblas.kernels.gemm.shared import operands
from autoblas.problems.filtering import TAPS, matrices

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from autoblas.emit.source import Source
    from autoblas.kernels.convolution.winograd.params import WinogradParams
    from autoblas.precision import Precision
    from autoblas.problems.convolution import Convolution
    from autoblas.problems.filtering import Rows

__all__ = ["transform_products", "transform_square", "transform_taps"]


def transform_square(
    src: Source, ctype: str, precision: Precision, matrix: Rows, names: Sequence[Sequence[str]], out: str
) -> list[str]:
    """Names of the result, row by row, of transforming the columns of a square of variables, then its rows."""

    def literal(number: Fraction) -> str:
        return f"{float(number)!r}{'f' if precision.size == 4 else ''}"

    halves = [
        apply(src, matrix, ctype, column, f"{out}_{j}_", literal)
        for j, column in enumerate(zip(*names, strict=True))
    ]
    rows = enumerate(zip(*halves, strict=True))
    return [name for i, row in rows for name in apply(src, matrix, ctype, row, f"{out}{i}_", literal)]


def transform_taps(src: Source, p: WinogradParams, q: Convolution) -> None:
    """Fill ``taps_at`` with the transformed taps of tile ``row_tile``: for each product a row of planes a kernel."""
    d, worked, lanes = src.dialect, q.worked, p.lanes
    vector, square = d.vector(worked.part, lanes), TAPS * TAPS
    a = operands(product_of(q))[0]
    with src.loop("i", 0, p.rm):
        at = a.pointer(d, f"min(row_tile * {p.rm} + i, m - 1)", f"start * {square}")
        src(f"{d.global_memory}const {d.element(a.stored)} *kernel_at = {at};")
        with src.loop("l", 0, "terms", lanes):
            src(f"{vector} {', '.join(f'run{g}' for g in range(square))};")
            with src.block(f"if (l + {lanes} <= terms)"):
                for g in range(square):
                    value = read(d, q.precision, worked, lanes, plus(f"kernel_at + l * {square}", g * lanes))
                    src(f"run{g} = {value};")
            with src.block("else"):
                src(f"{d.element(worked)} rest[{square * lanes}];")
                with src.loop("e", 0, square * lanes):
                    value = read(d, q.precision, worked, 1, f"kernel_at + l * {square} + e")
                    src(f"rest[e] = e < (terms - l) * {square} ? {value} : 0;")
                for g in range(square):
                    src(f"run{g} = {d.load(lanes, plus('rest', g * lanes))};")
            transformed = transform_square(
                src, vector, worked, matrices(p.tile).taps, taps_of(src, p, q), "u"
            )
            for xi, name in enumerate(transformed):
                at = plus("taps_at", f"i * {p.depth}", "l", xi * p.taps_step)
                src(d.store_aligned(worked.part, lanes, name, at, d.local_memory))


def taps_of(src: Source, p: WinogradParams, q: Convolution) -> list[list[str]]:
    """Declare a vector for each tap, its lanes the planes, from ``run0`` to ``run8``, which contain the taps in memory order.

    Every ninth element is every third of every third.
    """
    runs = [f"run{g}" for g in range(TAPS * TAPS)]
    thirds = [deinterleave(src, p, q, runs[g : g + TAPS], f"third{g}_") for g in range(0, TAPS * TAPS, TAPS)]
    columns = [
        deinterleave(src, p, q, column, f"tap{j}_") for j, column in enumerate(zip(*thirds, strict=True))
    ]
    taps = [list(row) for row in zip(*columns, strict=True)]
    return [row[::-1] for row in taps[::-1]] if q.flipped else taps


def deinterleave(
    src: Source, p: WinogradParams, q: Convolution, sources: Sequence[str], name: str
) -> list[str]:
    """Declare three vectors of every third element of three others, in shuffles that are one instruction each."""
    d, lanes = src.dialect, p.lanes
    vector = d.vector(q.worked.part, lanes)
    for first in range(TAPS):
        positions = [divmod(TAPS * n + first, lanes) for n in range(lanes)]
        early = [
            d.lane(*((sources[g], lanes, e) if g < TAPS - 1 else (sources[0], lanes, 0)))
            for g, e in positions
        ]
        src(f"const {vector} {name}{first}_early = {d.construct(vector, *early)};")
        late = [
            d.lane(*((f"{name}{first}_early", lanes, n) if g < TAPS - 1 else (sources[g], lanes, e)))
            for n, (g, e) in enumerate(positions)
        ]
        src(f"const {vector} {name}{first} = {d.construct(vector, *late)};")
    return [f"{name}{first}" for first in range(TAPS)]


def transform_products(src: Source, p: WinogradParams, q: Convolution) -> None:
    """Transform the products of tile ``row_tile`` and of ``group`` back, and store them in the result."""
    d, worked, lanes, tile = src.dialect, q.worked, p.lanes, p.tile
    vector, wide, quads = d.vector(worked.part, lanes), tile * QUAD, lanes // QUAD
    with src.loop("i", 0, f"min({p.rm}, m - row_tile * {p.rm})"), src.loop("v", 0, p.vectors):
        names = [f"m{xi}" for xi in range(p.side**2)]
        for xi, name in enumerate(names):
            at = plus("products", f"i * {p.rn}", f"v * {lanes}", xi * p.products_step)
            src(f"const {vector} {name} = {d.load_aligned(worked.part, lanes, at, d.local_memory)};")
        square = [names[x : x + p.side] for x in range(0, p.side**2, p.side)]
        transformed = transform_square(src, vector, worked, matrices(tile).output, square, "y")
        src(f"{worked.part} results[{tile * tile * lanes}];")
        for r in range(tile):
            for h, value in enumerate(interleaved(transformed[r * tile : (r + 1) * tile])):
                src(d.store(lanes, value, plus("results", (r * tile + h) * lanes)))
        with src.loop("s", 0, quads):
            first = times(plus(times("group", p.vectors), "v"), quads)
            src(f"const int quad = {first} + s;")
            src("if (quad >= quads * items) break;")
            src("const int item = quad / quads, place = quad - item * quads;")
            src(f"const int y = place / quads_x * {tile}, x = place % quads_x * {wide};")
            row = f"({d.index})(row_tile * {p.rm} + i) * c_row"
            at = f"c + c_offset + item * c_step + {row} + ({d.index})y * out_w + x"
            src(f"{d.global_memory}{d.element(q.precision)} *out = {at};")
            src(f"{worked.part} *have = results + s * {wide};")
            src(f"const int count = min({wide}, out_w - x), rows = min({tile}, out_h - y);")
            with src.block(f"for (int r = 0; r < rows; ++r, out += out_w, have += {tile * lanes})"):
                store_row(src, p, q)


def interleaved(rows: Sequence[str]) -> list[str]:
    """Vectors of the tiles' rows, interleaved: the elements of the first tile before those of the second."""
    if len(rows) == 1:
        return list(rows)
    even, odd = interleaved(rows[::2]), interleaved(rows[1::2])
    return [f"{name}({x}, {y})" for x, y in zip(even, odd, strict=True) for name in ("lower", "upper")]


def store_row(src: Source, p: WinogradParams, q: Convolution) -> None:
    """Write ``count`` elements of a row of a quad in vectors as long as possible, or add them to earlier planes'."""
    wide = p.tile * QUAD
    with src.block(f"if (count == {wide})"):
        store(src, q, wide, "have", "out")
    with src.block("else"):
        src("int done = 0;")
        while wide > 1:
            wide //= 2
            with src.block(f"if (count & {wide})"):
                store(src, q, wide, "have + done", "out + done")
                src(f"done += {wide};")


def store(src: Source, q: Convolution, width: int, at: str, out: str) -> None:
    """Write a vector for the first planes; add it to C for later ones, which never come where C is narrower."""
    d, worked = src.dialect, q.worked
    src(f"const {d.vector(worked.part, width)} fresh = {d.load(width, at)};")
    first = write(d, q.precision, worked, width, "fresh", out)
    if q.precision is not worked:
        src(first)
        return
    src(f"if (start == 0) {first}")
    src(
        f"else {write(d, q.precision, worked, width, f'fresh + {read(d, q.precision, worked, width, out)}', out)}"
    )
