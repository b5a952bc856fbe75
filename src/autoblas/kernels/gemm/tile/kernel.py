"""GEMM through local memory: a work-group stages tiles of A and B, its work-items multiply them in registers.

A work-item's elements of C lie in chunks of adjacent ones, the chunks of neighbouring work-items side by side, so that
reads of local memory are vectors without bank conflicts. Tiles that cross an edge are filled with zeros. On the way
to local memory operands are converted to the accumulator's type, and complex ones split into real and imaginary parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus, times
from autoblas.emit.scalars import is_zero, multiply_add, read, write
from autoblas.emit.source import Source
from autoblas.kernels.gemm.shared import (
    Depth,
    arguments,
    begin,
    entry,
    launch,
    operands,
    options,
    slice_helpers,
    split_products,
    stored,
    sums_of,
    tile_traffic,
    tiles,
    unscaled,
)
from autoblas.kernels.gemm.tile.load import TileStaging
from autoblas.kernels.gemm.tile.params import SPACE, TileParams
from autoblas.kernels.gemm.triangles import all_of, element_inside, shortened, tile_inside, tile_outside
from autoblas.kernels.kernel import Kernel
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix

__all__ = ["KERNEL"]


def source(p: TileParams, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    accumulator = q.accumulator
    vector = d.vector(accumulator.part, p.chunk)
    src = Source(d)
    with entry(src, q, "gemm_tile", arguments(q, p.slices), (p.gx, p.gy)):
        depth = begin(src, q, p.slices, p.tk)
        src(f"const int x = {d.local_id(0)}, y = {d.local_id(1)}, place = y * {p.gx} + x;")
        src(f"const int row0 = {d.group_id(1)} * {p.tm}, col0 = {d.group_id(0)} * {p.tn};")
        depth = shortened(src, q, depth, ("row0", f"row0 + {p.tm}"), ("col0", f"col0 + {p.tn}"), p.tk)
        if q.part:
            # A work-group must not leave before a barrier, even if all of it does: PoCL gets that wrong.
            unwanted = tile_outside(q, "row0", p.tm, "col0", p.tn)
            src(f"const int stop = {unwanted} ? {depth.first} : {depth.last};")
            depth = Depth(depth.first, "stop")
        stagings = stagings_of(p, q, depth)
        for staging in stagings:
            staging.declare(src)
        for sums in sums_of(q):
            for i in range(p.rm):
                zero = d.splat(accumulator.part, p.chunk, "0")
                src(" ".join(f"{vector} {sums}{i}_{j} = {zero};" for j in range(p.rn // p.chunk)))
        if p.buffers == 1:
            with src.loop("start", depth.first, depth.last, p.tk):
                for staging in stagings:
                    staging.fetch(src, "start")
                for staging in stagings:
                    staging.store(src, "0")
                with src.staged(), src.loop("l", 0, p.tk):
                    multiply(src, p, q, "0")
        else:
            double_buffered(src, p, q, stagings, depth)
        epilogue(src, p, q)
    return str(src)


def double_buffered(
    src: Source, p: TileParams, q: Matmul, stagings: tuple[TileStaging, ...], depth: Depth
) -> None:
    """Multiply one of two tiles in local memory while the next is loaded to registers and then stored to the other."""
    for staging in stagings:
        staging.fetch(src, depth.first)
    for staging in stagings:
        staging.store(src, "0")
    src(src.dialect.barrier)
    src("int buffer = 0;")
    with src.loop("start", depth.first, depth.last, p.tk):
        src(f"const int next = start + {p.tk};")
        with src.turn():
            with src.block(f"if (next < {depth.last})"):
                for staging in stagings:
                    staging.fetch(src, "next")
            with src.loop("l", 0, p.tk):
                multiply(src, p, q, "buffer")
            with src.block(f"if (next < {depth.last})"):
                for staging in stagings:
                    staging.store(src, "(1 - buffer)")
        src("buffer = 1 - buffer;")


def stagings_of(p: TileParams, q: Matmul, depth: Depth) -> tuple[TileStaging, ...]:
    """How A and B come to local memory."""
    a, b, _ = operands(q)
    return (
        TileStaging(a, "row", p.tm, p, p.va, depth.last),
        TileStaging(b, "col", p.tn, p, p.vb, depth.last),
    )


def multiply(src: Source, p: TileParams, q: Matmul, buffer: str) -> None:
    """Add the product of one column of A's tile and one row of B's to the sums."""
    d, accumulator = src.dialect, q.accumulator
    vector = d.vector(accumulator.part, p.chunk)
    for x, extent, count, local, name in (("a", p.tm, p.gy, "y", "left"), ("b", p.tn, p.gx, "x", "right")):
        pitch = extent + p.pad
        plane = p.tk * pitch
        for part in range(accumulator.parts):
            base = f"{x}_tile" + (f" + {buffer} * {plane * accumulator.parts}" if p.buffers > 1 else "")
            base += f" + {plane}" if part else ""
            for c in range((p.rm if x == "a" else p.rn) // p.chunk):
                at = plus(f"{base} + l * {pitch}", times(local, p.chunk), c * count * p.chunk)
                value = d.load_aligned(accumulator.part, p.chunk, at, d.local_memory)
                src(f"const {vector} {name}{'_imag' if part else ''}{c} = {value};")
    for i in range(p.rm):
        for j in range(p.rn // p.chunk):
            lane = i // p.chunk, i % p.chunk
            for sums, sign, left, right in split_products(q):
                scalar = sign + d.lane(f"left{left}{lane[0]}", p.chunk, lane[1])
                acc, factor = f"{sums}{i}_{j}", f"right{right}{j}"
                src(multiply_add(d, p.multiply, accumulator.part, p.chunk, acc, scalar, factor))


def epilogue(src: Source, p: TileParams, q: Matmul) -> None:
    """Bring the sums into C: whole vectors where they are inside and aligned, else those elements that exist."""
    d = src.dialect
    c = operands(q, p.slices)[2]
    vectors = c.order == "row" and not c.target.is_complex
    if vectors:
        aligned = c.aligned(d, f"({p.chunk} * sizeof({d.element(c.stored)}))")
        inside = f"row0 + {p.tm} <= m && col0 + {p.tn} <= n && c_row % {p.chunk} == 0 && {aligned}"
        in_triangle = tile_inside(q, "row0", p.tm, "col0", p.tn) if q.part else ""
        src(f"const bool whole = {all_of(inside, in_triangle)};")
    for i in range(p.rm):
        with src.block():
            inside_tile = i // p.chunk * p.gy * p.chunk + i % p.chunk
            src(f"const int row = {plus('row0', times('y', p.chunk), inside_tile)};")
            for j in range(p.rn // p.chunk):
                with src.block():
                    src(f"const int col = {plus('col0', times('x', p.chunk), j * p.gx * p.chunk)};")
                    if vectors:
                        store_vector(src, p, q, f"sum{i}_{j}")
                    with src.block("else" if vectors else ""):
                        store_elements(src, p, q, c, f"{i}_{j}")


def store_vector(src: Source, p: TileParams, q: Matmul, total: str) -> None:
    """Bring a chunk of real sums into C at ``row`` and ``col`` as a vector, where ``whole`` says so."""
    d = src.dialect
    c = operands(q, p.slices)[2]
    pointer = c.pointer(d, "row", "col")
    old = read(d, c.stored, c.target, p.chunk, pointer, d.global_memory)

    def stored(value: str) -> str:
        return write(d, c.stored, c.target, p.chunk, value, pointer, d.global_memory)

    if unscaled(q, p.slices):
        with src.block("if (whole)"):
            src(stored(total))
        return
    with src.block(f"if (whole && {is_zero(c.target, 'beta')})"):
        src(stored(f"alpha * {total}"))
    with src.block("else if (whole)"):
        src(stored(f"alpha * {total} + beta * {old}"))


def store_elements(src: Source, p: TileParams, q: Matmul, c: Matrix, index: str) -> None:
    """Bring a chunk of sums into C at ``row`` and ``col`` one by one, where they exist."""
    d = src.dialect
    for s in range(p.chunk):
        col = f"col + {s}" if s else "col"
        lanes = [d.lane(f"{sums}{index}", p.chunk, s) for sums in sums_of(q)]
        total = d.construct(d.element(c.target), *lanes) if c.target.is_complex else lanes[0]
        exists = all_of(f"row < m && {col} < n", element_inside(q, "row", col))
        src(f"if ({exists}) {stored(d, q, c, 'row', col, total, p.slices)}")


KERNEL = Kernel(
    name="gemm_tile",
    family=Matmul,
    space=SPACE,
    arguments=lambda p, q: arguments(q, p.slices),
    geometry=lambda p, q: launch(q, p.slices, tiles(p, q), (p.gx, p.gy)),
    traffic=lambda p, q: tile_traffic(q, tiles(p, q), p.slices),
    source=source,
    options=options,
    helpers=slice_helpers,
    made_for=frozenset({"gpu", "acc"}),
)
