"""GEMM for CPUs: one work-item a work-group multiplies packed panels with a tile held in vector registers.

A is packed in panels of ``rm`` rows and B in panels of ``rn`` columns (kernel ``pack``), so that the innermost loop
reads both in order. A work-item computes a block of tiles, ``depth`` of the sum at a time, small enough for the panel
that the inner loop repeats to stay in the first-level cache and the block of the other operand in the second: the
blocking of K. Goto and R. van de Geijn, "Anatomy of high-performance matrix multiplication", ACM TOMS 34 (2008).
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.scalars import MULTIPLY_FORMS, multiply_add
from autoblas.emit.source import Source
from autoblas.kernels.gemm_interface import ARGUMENTS, declarations, operands, options, scaled
from autoblas.kernels.kernel import Kernel
from autoblas.problems import Matmul, Pack
from autoblas.space import Rule, Space, param

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Params"]

CACHE_LINE = 64
"""Bytes; where a device's lines are longer some are asked for twice."""

UNPACKED_BYTES = 1 << 22
"""A B that is not packed is read across its rows; beyond this size that costs more than packing does."""


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

    @property
    def rn(self) -> int:
        """Columns of C in the register tile."""
        return self.lanes * self.vectors


def vector_registers(f: Facts) -> int:
    """How many there are: 16 with AVX, whose vectors have 32 bytes; 32 with AVX-512 and NEON."""
    return 16 if f.vector_bytes == 32 else 32


def registers_used(p: Params, q: Matmul, f: Facts) -> int:
    """Vector registers that the sums, a row of B and an element of A take."""
    span = math.ceil(p.lanes * q.precision.size / f.vector_bytes)
    return (p.rm + 1) * p.vectors * span + 1


SPACE = Space(
    Params,
    (
        Rule("a vector takes 16 to 64 bytes", lambda p, q, f: 16 <= p.lanes * q.precision.size <= 64),
        Rule(
            "the register tile, a row of B and an element of A fit the vector registers",
            lambda p, q, f: registers_used(p, q, f) <= vector_registers(f),
        ),
        Rule("at least 8 sums hide the latency of a multiply-add", lambda p, q, f: p.rm * p.vectors >= 8),
        Rule(
            "the depth of a panel does not exceed twice the sum", lambda p, q, f: p.depth < 2 * max(q.k, 128)
        ),
        Rule(
            "the block of tiles does not exceed twice C",
            lambda p, q, f: (
                (p.block_m == 2 or (p.block_m - 1) * p.rm < 2 * q.m)
                and (p.block_n == 2 or (p.block_n - 1) * p.rn < 2 * q.n)
            ),
        ),
        Rule(
            "B that is not packed has adjacent columns, in whole tiles, and takes at most 4 MiB",
            lambda p, q, f: (
                p.pack_b
                or (q.b == "row" and q.n % p.rn == 0 and q.n * q.k * q.precision.size <= UNPACKED_BYTES)
            ),
        ),
    ),
    requirements=(
        Rule(
            "the device computes in this precision", lambda p, q, f: q.precision.name != "float64" or f.fp64
        ),
        Rule(
            "one work-item computes a block of tiles, which only a CPU does well",
            lambda p, q, f: f.kind == "cpu",
        ),
        Rule("the sum has at least one term", lambda p, q, f: q.k > 0),
    ),
)


def geometry(p: Params, q: Matmul) -> Launch:
    """A work-item for each block of tiles."""
    rows, cols = math.ceil(q.m / p.rm), math.ceil(q.n / p.rn)
    return Launch((math.ceil(rows / p.block_m), math.ceil(cols / p.block_n)), (1, 1))


def traffic(p: Params, q: Matmul) -> int:
    """Bytes that the blocks read and write: a block reads its panels once and C once for each depth."""
    groups = geometry(p, q).global_size
    depths = max(1, math.ceil(q.k / p.depth))
    return (groups[1] * q.m * q.k + groups[0] * q.n * q.k + 2 * depths * q.m * q.n) * q.precision.size


def packs(p: Params, q: Matmul) -> dict[str, Pack]:
    """A in panels of ``rm`` rows; B, whose columns are the rows of its transpose, in panels of ``rn`` columns."""
    flipped = {"row": "col", "col": "row", "any": "any"}
    wanted = {}
    if p.pack_a:
        wanted["a"] = Pack(q.m, q.k, p.rm, q.precision, q.a)
    if p.pack_b:
        wanted["b"] = Pack(q.n, q.k, p.rn, q.precision, flipped[q.b])  # type: ignore[arg-type]  # a dict loses Literal
    return wanted


def suggestions(q: Matmul, f: Facts) -> Iterator[dict[str, Any]]:
    """Two vectors of the device's width by as many rows as its registers hold, in blocks that fit the sizes.

    That is the shape which loads least for its sums: F. G. Van Zee and R. A. van de Geijn, "BLIS: A framework for
    rapidly instantiating BLAS functionality", ACM TOMS 41 (2015), with the analysis of T. M. Low et al., ACM TOMS 43
    (2016).
    """
    lanes = min(max(f.vector_bytes // q.precision.size, 4), 16)
    for depth, block, vectors, rm in itertools.product((512, 256, 128), (8, 4, 2), (2, 1), (14, 12, 8, 6, 4)):
        yield {
            "rm": rm,
            "lanes": lanes,
            "vectors": vectors,
            "depth": depth,
            "block_m": block,
            "block_n": min(block, 2),
        }


def source(p: Params, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    with src.kernel("gemm_panel", declarations(q, d), (1, 1), q.precision):
        src(f"const int row_tiles = (m + {p.rm - 1}) / {p.rm}, col_tiles = (n + {p.rn - 1}) / {p.rn};")
        src(f"const int row_start = {d.group_id.format(d=0)} * {p.block_m};")
        src(f"const int col_start = {d.group_id.format(d=1)} * {p.block_n};")
        src(f"const int row_stop = min(row_start + {p.block_m}, row_tiles);")
        src(f"const int col_stop = min(col_start + {p.block_n}, col_tiles);")
        outer, inner = ("col", "row") if p.inner == "m" else ("row", "col")
        with (
            src.loop("start", 0, "k", p.depth),
            src.loop(f"{outer}_tile", f"{outer}_start", f"{outer}_stop"),
            src.loop(f"{inner}_tile", f"{inner}_start", f"{inner}_stop"),
        ):
            src(f"const int length = min({p.depth}, k - start);")
            src(f"const int row = row_tile * {p.rm}, col = col_tile * {p.rn};")
            src(f"{d.global_memory}{q.precision.ctype} *c_at = {operands(q)[2].pointer(d, 'row', 'col')};")
            if p.prefetch:
                prefetch(src, p, q)
            accumulate(src, p, q)
            epilogue(src, p, q)
    return str(src)


def accumulate(src: Source, p: Params, q: Matmul) -> None:
    """Sum ``length`` products into the tile's registers."""
    d, ctype = src.dialect, q.precision.ctype
    a, b, _ = operands(q)
    vector = d.vector(ctype, p.lanes)
    view = f"{d.global_memory}const {ctype} *"
    if p.pack_a:
        src(f"{view}a_at = a + (({d.index})row_tile * k + start) * {p.rm};")
    else:
        for i in range(p.rm):
            src(f"{view}a_at{i} = {a.pointer(d, f'min(row + {i}, m - 1)', 'start')};")
    src(
        f"{view}b_at = {f'b + (({d.index})col_tile * k + start) * {p.rn}' if p.pack_b else b.pointer(d, 'start', 'col')};"
    )
    for i, j in tiles(p):
        src(f"{vector} sum{i}_{j} = {d.splat(ctype, p.lanes, '0')};")
    with src.loop("l", 0, "length"):
        for j in range(p.vectors):
            at = f"b_at + {j * p.lanes}"
            packed = d.load_aligned(ctype, p.lanes, at, d.global_memory)
            src(f"const {vector} b{j} = {packed if p.pack_b else d.load(p.lanes, at)};")
        for i in range(p.rm):
            in_place = f"a_at{i}[l]" if q.a == "row" else f"a_at{i}[({d.index})l * a_col]"
            src(f"const {ctype} a{i} = {f'a_at[{i}]' if p.pack_a else in_place};")
            for j in range(p.vectors):
                src(multiply_add(d, p.multiply, ctype, p.lanes, f"sum{i}_{j}", f"a{i}", f"b{j}"))
        if p.pack_a:
            src(f"a_at += {p.rm};")
        src(f"b_at += {p.rn if p.pack_b else 'b_row'};")


def prefetch(src: Source, p: Params, q: Matmul) -> None:
    """Ask for every cache line of a tile that lies inside C."""
    d = src.dialect
    with src.block(f"if (row + {p.rm} <= m && col + {p.rn} <= n)"):
        for i in range(p.rm):
            for j in range(0, p.rn, CACHE_LINE // q.precision.size):
                src(d.prefetch.format(pointer=f"c_at + ({d.index}){i} * c_row + {j}"))


def epilogue(src: Source, p: Params, q: Matmul) -> None:
    """Bring the tile into C: whole vectors inside, single elements at the edge; beta counts for the first depth."""
    d, ctype = src.dialect, q.precision.ctype
    c = operands(q)[2]
    inside = f"row + {p.rm} <= m && col + {p.rn} <= n" if q.c == "row" else "false"
    if q.c == "row":
        with src.block(f"if ({inside})"):
            with src.block("if (start == 0 && beta == 0)"):
                for i, j in tiles(p):
                    src(
                        d.store(
                            p.lanes, f"alpha * sum{i}_{j}", f"c_at + ({d.index}){i} * c_row + {j * p.lanes}"
                        )
                    )
            with src.block("else"):
                src(f"const {ctype} keep = start == 0 ? beta : 1;")
                for i, j in tiles(p):
                    at = f"c_at + ({d.index}){i} * c_row + {j * p.lanes}"
                    src(d.store(p.lanes, f"alpha * sum{i}_{j} + keep * {d.load(p.lanes, at)}", at))
            src("continue;")
    src(f"{ctype} edge[{p.rm * p.rn}];")
    for i, j in tiles(p):
        src(d.store(p.lanes, f"sum{i}_{j}", f"edge + {i * p.rn + j * p.lanes}"))
    with src.loop("i", 0, f"min({p.rm}, m - row)"), src.loop("j", 0, f"min({p.rn}, n - col)"):
        out = f"c_at[{c.index(d, 'i', 'j')}]"
        total = f"edge[i * {p.rn} + j]"
        src(f"{out} = start == 0 ? {scaled(total, out)} : alpha * {total} + {out};")


def tiles(p: Params) -> Iterator[tuple[int, int]]:
    """Row and vector of every sum in the register tile."""
    return ((i, j) for i in range(p.rm) for j in range(p.vectors))


KERNEL = Kernel(
    name="gemm_panel",
    family=Matmul,
    space=SPACE,
    arguments=ARGUMENTS,
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=options,
    packs=packs,
    made_for=frozenset({"cpu"}),
    suggestions=suggestions,
)
