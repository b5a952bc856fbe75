"""GEMM for CPUs: one work-item a work-group multiplies packed panels with a tile held in vector registers.

A is packed in panels of ``rm`` rows and B in panels of ``rn`` columns (kernel ``pack``), so that the innermost loop
reads both in order; on the way they are converted to the accumulator's type, and complex numbers are split into
vectors of real and of imaginary parts. A work-item computes a block of tiles, ``depth`` of the sum at a time, small enough for the panel
that the inner loop repeats to stay in the first-level cache and the block of the other operand in the second: the
blocking of K. Goto and R. van de Geijn, "Anatomy of high-performance matrix multiplication", ACM TOMS 34 (2008).
"""

from __future__ import annotations

import itertools
import math
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import plus
from autoblas.emit.scalars import MULTIPLY_FORMS, is_zero, multiply_add, one, read, write
from autoblas.emit.source import Source
from autoblas.kernels.gemm_interface import (
    HAS_TERMS,
    IN_MEMORY,
    PLAIN_INTEGERS,
    SLICES,
    SLICES_PAY,
    Depth,
    arguments,
    begin,
    declarations,
    launch,
    operands,
    options,
    packing,
    scaled,
    slice_helpers,
    sums_of,
    unscaled,
)
from autoblas.kernels.kernel import COMPUTES, Helper, Kernel
from autoblas.kernels.triangles import both, diagonal_functions, shortened, tile_inside, tile_outside
from autoblas.problems import Matmul
from autoblas.space import Rule, Space, param

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts, Launch
    from autoblas.emit.dialect import Dialect

__all__ = [
    "KERNEL",
    "Params",
    "epilogue",
    "load_a",
    "panel",
    "part_size",
    "products",
    "registers_used",
    "tiles",
    "vector_registers",
]

CACHE_LINE = 64
"""Bytes; where a device's lines are longer some are asked for twice."""

UNPACKED_BYTES = 1 << 22
"""A B that is not packed is read across its rows; beyond this size that costs more than packing does."""


WASTE = 1.1
"""By what factor the tiles may exceed C before a lower tile is the better guess."""

IN_PLACE = 4
"""Tiles along the rows of C up to which B is better read in place than packed, where it can be."""


@dataclass(frozen=True)
class Params:
    """One way to run the kernel."""

    rm: int = param(8, 4, 6, 8, 12, 14, doc="rows of C in the register tile")
    lanes: int = param(8, 4, 8, 16, doc="elements of a vector")
    vectors: int = param(2, 1, 2, 3, 4, doc="vectors in a row of the register tile")
    depth: int = param(
        256, 128, 256, 384, 512, 1024, doc="length of the sum a panel covers before the next is taken"
    )
    block_m: int = param(8, 2, 4, 8, 16, doc="tiles that a work-item computes along the rows of C")
    block_n: int = param(8, 2, 8, 32, 128, doc="tiles that a work-item computes along the columns of C")
    inner: str = param(
        "m", "m", "n", doc="the axis of C that the inner loop over tiles follows", group="form"
    )
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")
    prefetch: bool = param(
        False, False, True, doc="the tile of C is fetched while its sums are computed", group="form"
    )
    pack_a: bool = param(
        True, False, True, doc="A is packed beforehand rather than read in place", group="form"
    )
    pack_b: bool = param(
        True, False, True, doc="B is packed beforehand rather than read in place", group="form"
    )

    slices: int = param(1, *SLICES, doc="parts that the depth is cut into, summed side by side")

    @property
    def rn(self) -> int:
        """Columns of C in the register tile."""
        return self.lanes * self.vectors

    @property
    def packed(self) -> str:
        """The operands that are packed."""
        return ("a" if self.pack_a else "") + ("b" if self.pack_b else "")


def vector_registers(f: Facts) -> int:
    """How many there are: 16 with AVX, whose vectors have 32 bytes; 32 with AVX-512 and NEON."""
    return 16 if f.vector_bytes == 32 else 32


def part_size(q: Matmul) -> int:
    """Bytes of a real number of the accumulator."""
    return q.accumulator.size // q.accumulator.parts


def rounds_once(p: Params, q: Matmul) -> bool:
    """C must not take sums in several depths, each rounded to its narrower type."""
    return p.slices == 1 and q.precision is not q.accumulator


def registers_used(p: Params, q: Matmul, f: Facts) -> int:
    """Vector registers that the sums, a row of B and an element of A take."""
    span = math.ceil(p.lanes * part_size(q) / f.vector_bytes) * q.accumulator.parts
    return (p.rm + 1) * p.vectors * span + q.accumulator.parts


SPACE = Space(
    Params,
    (
        Rule("a vector takes 16 to 64 bytes", lambda p, q, f: 16 <= p.lanes * part_size(q) <= 64),
        Rule(
            "the register tile, a row of B and an element of A fit the vector registers",
            lambda p, q, f: registers_used(p, q, f) <= vector_registers(f),
        ),
        Rule(
            "at least 8 sums hide the latency of a multiply-add",
            lambda p, q, f: p.rm * p.vectors * q.accumulator.parts >= 8,
        ),
        Rule(
            "the depth of a panel does not exceed twice the sum",
            lambda p, q, f: p.depth < 2 * max(q.k, 128) or rounds_once(p, q),
        ),
        Rule(
            "the depth is not cut, and said to be 1024, where C is narrower than its accumulator",
            lambda p, q, f: p.depth == 1024 or not rounds_once(p, q),
        ),
        Rule(
            "the block of tiles does not exceed twice C",
            lambda p, q, f: (
                (p.block_m == 2 or (p.block_m - 1) * p.rm < 2 * q.m)
                and (p.block_n == 2 or (p.block_n - 1) * p.rn < 2 * q.n)
            ),
        ),
        Rule(
            "B that is not packed has adjacent real elements to work with, in whole tiles, and takes at most 4 MiB",
            lambda p, q, f: (
                p.pack_b
                or (
                    q.b == "row"
                    and q.type_b is q.accumulator
                    and not q.type_b.is_complex
                    and q.n % p.rn == 0
                    and q.n * q.k * q.type_b.size <= UNPACKED_BYTES
                )
            ),
        ),
        SLICES_PAY,
        PLAIN_INTEGERS,
    ),
    requirements=(
        COMPUTES,
        IN_MEMORY,
        Rule(
            "one work-item computes a block of tiles, which only a CPU does well",
            lambda p, q, f: f.kind == "cpu",
        ),
        HAS_TERMS,
    ),
)


def geometry(p: Params, q: Matmul) -> Launch:
    """A work-item for each block of tiles."""
    rows, cols = math.ceil(q.m / p.rm), math.ceil(q.n / p.rn)
    return launch(q, p.slices, (math.ceil(rows / p.block_m), math.ceil(cols / p.block_n)), (1, 1))


def traffic(p: Params, q: Matmul) -> int:
    """Bytes that the blocks read and write: a block reads its panels once and C once for each depth."""
    groups = geometry(p, q).global_size
    depths = max(1, math.ceil(q.k / p.depth))
    size_a = (q.accumulator if p.pack_a else q.type_a).size
    size_b = (q.accumulator if p.pack_b else q.type_b).size
    read_once = (groups[1] * q.m * size_a + groups[0] * q.n * size_b) * q.k
    return q.items * (read_once + 2 * depths * q.m * q.n * q.precision.size)


def helpers(p: Params, q: Matmul) -> tuple[Helper, ...]:
    """The packing of A and B, and what brings the sums of slices together."""
    wanted = [packing(q, x, width) for x, width in (("a", p.rm), ("b", p.rn)) if x in p.packed]
    return (*wanted, *slice_helpers(p, q))


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """Two vectors of the device's width by as many rows as its registers hold, in blocks that fit the sizes.

    That is the shape which loads least for its sums: F. G. Van Zee and R. A. van de Geijn, "BLIS: A framework for
    rapidly instantiating BLAS functionality", ACM TOMS 41 (2015), with the analysis of T. M. Low et al., ACM TOMS 43
    (2016).
    """
    lanes = min(max(f.vector_bytes // part_size(q), 4), 16)
    heights = sorted((14, 12, 8, 6, 4), key=lambda rm: math.ceil(q.m / rm) * rm > WASTE * q.m)
    for depth, block, vectors, rm in itertools.product((512, 1024, 256, 128), (8, 4, 2), (2, 1), heights):
        shape = {
            "rm": rm,
            "lanes": lanes,
            "vectors": vectors,
            "depth": depth,
            "block_m": block,
            "block_n": min(block, 2),
        }
        if q.m <= IN_PLACE * rm:
            yield {**shape, "pack_a": q.n > lanes * vectors, "pack_b": False}
        yield {**shape, "pack_a": q.n > lanes * vectors}


def source(p: Params, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    declared = declarations(q, d, p.slices, p.packed)
    functions = diagonal_functions(q)
    with src.kernel("gemm_panel", declared, (1, 1), *q.computed, worked=q.accumulator, functions=functions):
        depth = begin(src, q, p.slices, packed=p.packed)
        src(f"const int row_tiles = (m + {p.rm - 1}) / {p.rm}, col_tiles = (n + {p.rn - 1}) / {p.rn};")
        for x, tiles_of, width in (("a", "row_tiles", p.rm), ("b", "col_tiles", p.rn)):
            if q.batched and x in p.packed and x not in q.shared:
                src(f"{x} += item * {tiles_of} * {width * q.accumulator.parts} * k;")
        src(f"const int row_start = {d.group_id.format(d=0)} * {p.block_m};")
        src(f"const int col_start = {d.group_id.format(d=1)} * {p.block_n};")
        src(f"const int row_stop = min(row_start + {p.block_m}, row_tiles);")
        src(f"const int col_stop = min(col_start + {p.block_n}, col_tiles);")
        rows, cols = (
            (f"{axis}_start * {width}", f"{axis}_stop * {width}")
            for axis, width in (("row", p.rm), ("col", p.rn))
        )
        depth = shortened(src, q, depth, rows, cols)
        outer, inner = ("col", "row") if p.inner == "m" else ("row", "col")
        c = operands(q, p.slices)[2]
        with (
            depths(src, p, q, depth),
            src.loop(f"{outer}_tile", f"{outer}_start", f"{outer}_stop"),
            src.loop(f"{inner}_tile", f"{inner}_start", f"{inner}_stop"),
        ):
            src(f"const int row = row_tile * {p.rm}, col = col_tile * {p.rn};")
            if q.part:
                src(f"if ({tile_outside(q, 'row', p.rm, 'col', p.rn)}) continue;")
            src(f"{d.global_memory}{c.ctype} *c_at = {c.pointer(d, 'row', 'col')};")
            if p.prefetch:
                prefetch(src, p, q)
            accumulate(src, p, q)
            epilogue(src, p, q, depth)
    return str(src)


@contextmanager
def depths(src: Source, p: Params, q: Matmul, depth: Depth) -> Iterator[None]:
    """Walk through the sum, ``terms`` of it at a time from ``start``; all at once where C may be rounded only once."""
    if rounds_once(p, q):
        with src.block():
            src(f"const int start = {depth.first}, terms = {depth.last} - start;")
            yield
        return
    with src.loop("start", depth.first, depth.last, p.depth):
        src(f"const int terms = min({p.depth}, {depth.last} - start);")
        yield


def accumulate(src: Source, p: Params, q: Matmul) -> None:
    """Sum ``terms`` products into the tile's registers."""
    d, part = src.dialect, q.accumulator.part
    a, b, _ = operands(q)
    vector = d.vector(part, p.lanes)
    if p.pack_a:
        src(f"{d.global_memory}const {part} *a_at = {panel(q, 'a', 'row_tile', p.rm, d)};")
    else:
        for i in range(p.rm):
            at = a.pointer(d, f"min({plus('row', i)}, m - 1)", "start")
            src(f"{d.global_memory}const {a.ctype} *a_at{i} = {at};")
    b_start = panel(q, "b", "col_tile", p.rn, d) if p.pack_b else b.pointer(d, "start", "col")
    src(f"{d.global_memory}const {part} *b_at = {b_start};")
    for i, j in tiles(p):
        for sums in sums_of(q):
            src(f"{vector} {sums}{i}_{j} = {d.splat(part, p.lanes, '0')};")
    with src.loop("l", 0, "terms"):
        for j in range(p.vectors):
            for s, name in enumerate(("b", "b_imag")[: q.accumulator.parts]):
                at = plus("b_at", s * p.rn + j * p.lanes)
                packed = d.load_aligned(part, p.lanes, at, d.global_memory)
                src(f"const {vector} {name}{j} = {packed if p.pack_b else d.load(p.lanes, at)};")
        for i in range(p.rm):
            load_a(src, p, q, i)
            for j in range(p.vectors):
                for line in products(d, p, q, i, j):
                    src(line)
        if p.pack_a:
            src(f"a_at += {p.rm * q.accumulator.parts};")
        src(f"b_at += {p.rn * q.accumulator.parts if p.pack_b else 'b_row'};")


def panel(q: Matmul, x: str, tile: str, width: int, d: Dialect) -> str:
    """Where the panel of a tile begins, at depth ``start``."""
    return f"{x} + (({d.index}){tile} * k + start) * {width * q.accumulator.parts}"


def load_a(src: Source, p: Params, q: Matmul, i: int) -> None:
    """Read row ``i`` of A's tile: its element, or the parts of it."""
    d, part = src.dialect, q.accumulator.part
    names = (f"a{i}", f"a_imag{i}")[: q.accumulator.parts]
    if p.pack_a:
        for s, name in enumerate(names):
            src(f"const {part} {name} = a_at[{s * p.rm + i}];")
        return
    a = operands(q)[0]
    step = "l" if q.a == "row" else f"({d.index})l * a_col"
    simple = a.stored is a.target and not a.conjugate
    element = f"a_at{i}[{step}]" if simple else a.read_at(d, f"a_at{i} + {step}")
    if q.accumulator.is_complex:
        src(f"const {q.accumulator.ctype} pair{i} = {element};")
        src(f"const {part} a{i} = pair{i}.x, a_imag{i} = pair{i}.y;")
    else:
        src(f"const {part} a{i} = {element};")


def products(d: Dialect, p: Params, q: Matmul, i: int, j: int) -> Iterator[str]:
    """Add the products of row ``i`` of A and vector ``j`` of B to their sums."""
    terms = [("sum", f"a{i}", f"b{j}")]
    if q.accumulator.is_complex:
        terms += [
            ("imag", f"a{i}", f"b_imag{j}"),
            ("sum", f"-a_imag{i}", f"b_imag{j}"),
            ("imag", f"a_imag{i}", f"b{j}"),
        ]
    for sums, left, right in terms:
        yield multiply_add(d, p.multiply, q.accumulator.part, p.lanes, f"{sums}{i}_{j}", left, right)


def prefetch(src: Source, p: Params, q: Matmul) -> None:
    """Ask for every cache line of a tile that lies inside C."""
    d = src.dialect
    with src.block(f"if (row + {p.rm} <= m && col + {p.rn} <= n)"):
        for i in range(p.rm):
            for j in range(0, p.rn, max(CACHE_LINE // q.precision.size, 1)):
                src(d.prefetch.format(pointer=row_of_tile(d, i, j)))


def epilogue(src: Source, p: Params, q: Matmul, depth: Depth) -> None:
    """Bring the tile into C: whole vectors inside, single elements at the edge; beta counts for the first depth."""
    d, worked = src.dialect, q.accumulator
    c = operands(q, p.slices)[2]
    if c.order == "row":
        wanted = tile_inside(q, "row", p.rm, "col", p.rn) if q.part else ""
        with src.block(f"if ({both(f'row + {p.rm} <= m && col + {p.rn} <= n', wanted)})"):
            fresh = f"start == {depth.first}"
            if not unscaled(q, p.slices):
                fresh += f" && {is_zero(worked, 'beta')}"
            with src.block(f"if ({fresh})"):
                store_tile(src, p, q, None)
            with src.block("else"):
                if not unscaled(q, p.slices):
                    src(f"const {worked.ctype} keep = start == {depth.first} ? beta : {one(worked)};")
                store_tile(src, p, q, "" if unscaled(q, p.slices) else "keep")
            src("continue;")
    src(f"{worked.part} edge[{p.rm * p.rn * worked.parts}];")
    for i, j in tiles(p):
        for s, sums in enumerate(sums_of(q)):
            at = plus("edge", s * p.rm * p.rn + i * p.rn + j * p.lanes)
            src(d.store(p.lanes, f"{sums}{i}_{j}", at))
    right = f"min({p.rn}, n - col)"
    ends = {"lower": ("0", f"min({right}, row + i - col + 1)"), "upper": ("max(0, row + i - col)", right)}
    left, right = ends.get(q.part, ("0", right))
    with src.loop("i", 0, f"min({p.rm}, m - row)"), src.loop("j", left, right):
        at = f"c_at + {c.index(d, 'i', 'j')}"
        total = f"edge[i * {p.rn} + j]"
        if worked.is_complex:
            total = f"({worked.ctype})({total}, edge[{p.rm * p.rn} + i * {p.rn} + j])"
        src(f"const {worked.ctype} total = {total};")
        old = c.read_at(d, at)
        diagonal = "row + i == col + j"
        if unscaled(q, p.slices):
            value = f"start == {depth.first} ? total : total + {old}"
            value = f"real_if({diagonal}, {value})" if q.hermitian and p.slices == 1 else value
        else:
            more = f"{'times(alpha, total)' if worked.is_complex else 'alpha * total'} + {old}"
            more = f"real_if({diagonal}, {more})" if q.hermitian else more
            value = f"start == {depth.first} ? {scaled(q, 'total', old, diagonal)} : {more}"
        src(write(d, c.stored, worked, 1, value, at))


def store_tile(src: Source, p: Params, q: Matmul, keep: str | None) -> None:
    """Write the whole tile by vectors.

    Args:
        src: Where the statements go.
        p: The parameters.
        q: The problem.
        keep: The factor of what C holds; empty to add to it, None to overwrite it.
    """
    d, worked = src.dialect, q.accumulator
    c = operands(q, p.slices)[2]
    alpha = "" if unscaled(q, p.slices) else "alpha"
    for i, j in tiles(p):
        at = row_of_tile(d, i, j * p.lanes)
        if not worked.is_complex:
            value = f"{alpha} * sum{i}_{j}" if alpha else f"sum{i}_{j}"
            if keep is not None:
                old = read(d, c.stored, worked, p.lanes, at)
                value += f" + {keep} * {old}" if keep else f" + {old}"
            src(write(d, c.stored, worked, p.lanes, value, at))
            continue
        pieces = ("",) if p.lanes <= 8 else (".lo", ".hi")
        width = p.lanes // len(pieces)
        for s, piece in enumerate(pieces):
            with src.block():
                store_pairs(
                    src,
                    q,
                    (f"sum{i}_{j}{piece}", f"imag{i}_{j}{piece}"),
                    width,
                    plus(at, s * width),
                    (alpha, keep),
                )


def row_of_tile(d: Dialect, i: int, j: int) -> str:
    """Where column ``j`` of row ``i`` of the tile lies in C."""
    row = {0: "0", 1: "c_row"}.get(i, f"({d.index}){i} * c_row")
    return plus("c_at", row, j)


def store_pairs(
    src: Source, q: Matmul, sums: tuple[str, str], width: int, at: str, factors: tuple[str, str | None]
) -> None:
    """Write ``width`` complex elements from their real and imaginary sums; ``factors`` are those of ``store_tile``."""
    d, worked = src.dialect, q.accumulator
    real, imag = sums
    alpha, keep = factors
    if alpha:
        real, imag = (f"alpha.x * {real} - alpha.y * {imag}", f"alpha.x * {imag} + alpha.y * {real}")
    pair = d.vector(worked.part, 2 * width)
    if keep is not None:
        src(f"const {pair} old = {read(d, worked, worked, width, at)};")
        if keep:
            real += f" + {keep}.x * old.even - {keep}.y * old.odd"
            imag += f" + {keep}.x * old.odd + {keep}.y * old.even"
        else:
            real, imag = f"{real} + old.even", f"{imag} + old.odd"
    src(f"{pair} pairs;")
    src(f"pairs.even = {real};")
    src(f"pairs.odd = {imag};")
    src(write(d, worked, worked, width, "pairs", at))


def tiles(p: Params) -> Iterator[tuple[int, int]]:
    """Row and vector of every sum in the register tile."""
    return ((i, j) for i in range(p.rm) for j in range(p.vectors))


KERNEL = Kernel(
    name="gemm_panel",
    family=Matmul,
    space=SPACE,
    arguments=lambda p, q: arguments(q, p.slices, p.packed),
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=options,
    helpers=helpers,
    made_for=frozenset({"cpu"}),
    suggestions=suggestions,
)
