"""GEMM through local memory: a work-group stages tiles of A and B, its work-items multiply them in registers.

A work-item's elements of C lie in chunks of adjacent ones, the chunks of neighbouring work-items side by side, so that
reads of local memory are vectors without bank conflicts. Tiles that cross an edge are filled with zeros.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.devices.device import Launch
from autoblas.emit.scalars import MULTIPLY_FORMS, multiply_add
from autoblas.emit.source import Source
from autoblas.kernels.gemm_interface import ARGUMENTS, MAD_OPTIONS, declarations, operands, scaled
from autoblas.kernels.kernel import Kernel
from autoblas.problems import Matmul
from autoblas.space import Rule, Space, param

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.operands import Matrix

__all__ = ["KERNEL", "Params"]

REGISTER_BYTES = 1024
"""A work-item's share of a register file at the occupancy that hides latency: 255 registers on NVIDIA."""


@dataclass(frozen=True)
class Params:
    """One way to run the kernel."""

    tm: int = param(64, 16, 32, 64, 128, 256, doc="rows of C a work-group computes")
    tn: int = param(64, 16, 32, 64, 128, doc="columns of C a work-group computes")
    tk: int = param(8, 8, 16, 32, doc="depth held in local memory between barriers")
    rm: int = param(4, 2, 4, 8, 16, doc="rows of C a work-item computes")
    rn: int = param(4, 2, 4, 8, 16, doc="columns of C a work-item computes")
    chunk: int = param(4, 2, 4, doc="adjacent elements a work-item reads from local memory at once")
    va: int = param(4, 1, 4, doc="elements per load of A")
    vb: int = param(4, 1, 4, doc="elements per load of B")
    pad: int = param(0, 0, 4, doc="unused elements that end a local row, against bank conflicts")
    multiply: str = param("plain", *MULTIPLY_FORMS, doc="how a multiply-add is written", group="form")

    @property
    def gx(self) -> int:
        """Work-items of a work-group along the columns of C."""
        return self.tn // self.rn

    @property
    def gy(self) -> int:
        """Work-items of a work-group along the rows of C."""
        return self.tm // self.rm

    @property
    def local_elements(self) -> int:
        """Elements of both staged tiles."""
        return self.tk * (self.tm + self.tn + 2 * self.pad)


SPACE = Space(
    Params,
    (
        Rule("the register tile divides the work-group's", lambda p, q, f: p.rm <= p.tm and p.rn <= p.tn),
        Rule("chunks divide the register tile", lambda p, q, f: p.rm % p.chunk == 0 and p.rn % p.chunk == 0),
        Rule("the work-group fits the device", lambda p, q, f: p.gx * p.gy <= f.max_items),
        Rule(
            "each side of the work-group fits the device",
            lambda p, q, f: p.gx <= f.max_item_sizes[0] and p.gy <= f.max_item_sizes[1],
        ),
        Rule("a work-group has at least 16 work-items", lambda p, q, f: p.gx * p.gy >= 16),
        Rule(
            "local memory holds both tiles",
            lambda p, q, f: p.local_elements * q.precision.size <= f.local_bytes,
        ),
        Rule(
            "a work-item's sums fit its share of the registers",
            lambda p, q, f: (p.rm * p.rn + p.rm + p.rn) * q.precision.size <= REGISTER_BYTES,
        ),
        Rule(
            "every work-item loads at least one vector of each tile",
            lambda p, q, f: min(p.tm // p.va, p.tn // p.vb) * p.tk >= p.gx * p.gy,
        ),
        Rule("vectors of A need adjacent elements", lambda p, q, f: p.va == 1 or q.a != "any"),
        Rule("vectors of B need adjacent elements", lambda p, q, f: p.vb == 1 or q.b != "any"),
        Rule(
            "the tile does not exceed twice C",
            lambda p, q, f: p.tm < 2 * max(q.m, 16) and p.tn < 2 * max(q.n, 16),
        ),
        Rule(
            "the device computes in this precision", lambda p, q, f: q.precision.name != "float64" or f.fp64
        ),
    ),
)


def geometry(p: Params, q: Matmul) -> Launch:
    """A work-group for each tile of C."""
    return Launch((math.ceil(q.n / p.tn) * p.gx, math.ceil(q.m / p.tm) * p.gy), (p.gx, p.gy))


def traffic(p: Params, q: Matmul) -> int:
    """Bytes that the tiles read and write: each row of tiles reads B once, each column of tiles A once."""
    rows, cols = math.ceil(q.m / p.tm), math.ceil(q.n / p.tn)
    return (rows * q.k * q.n + cols * q.m * q.k + 2 * q.m * q.n) * q.precision.size


def source(p: Params, q: Matmul, d: Dialect) -> str:
    """The text of the kernel."""
    a, b, _ = operands(q)
    ctype = q.precision.ctype
    vector = d.vector(ctype, p.chunk)
    src = Source(d)
    with src.kernel("gemm_tile", declarations(q, d), (p.gx, p.gy), q.precision):
        src(f"{d.local_memory}{ctype} a_tile[{p.tk * (p.tm + p.pad)}] __attribute__((aligned(64)));")
        src(f"{d.local_memory}{ctype} b_tile[{p.tk * (p.tn + p.pad)}] __attribute__((aligned(64)));")
        src(f"const int x = {d.local_id.format(d=0)}, y = {d.local_id.format(d=1)}, item = y * {p.gx} + x;")
        src(f"const int row0 = {d.group_id.format(d=1)} * {p.tm}, col0 = {d.group_id.format(d=0)} * {p.tn};")
        for i in range(p.rm):
            src(
                " ".join(
                    f"{vector} sum{i}_{j} = {d.splat(ctype, p.chunk, '0')};" for j in range(p.rn // p.chunk)
                )
            )
        with src.loop("l0", 0, "k", p.tk):
            stage(src, a, p, width=p.va, across=("row", p.tm, "row0", "m"))
            stage(src, b, p, width=p.vb, across=("col", p.tn, "col0", "n"))
            with src.staged(), src.loop("l", 0, p.tk):
                multiply(src, p, q)
        epilogue(src, p, q)
    return str(src)


def stage(src: Source, x: Matrix, p: Params, *, width: int, across: tuple[str, int, str, str]) -> None:
    """Copy a tile of A or B into local memory, depth by depth, all work-items sharing; zeros beyond the edge.

    ``across`` describes the axis of C that the tile spans: the matrix's axis, the tile's extent along it, where the
    tile starts and where the matrix ends.
    """
    d = src.dialect
    axis, extent, start, limit = across
    pitch = extent + p.pad
    along_depth = x.order == axis
    step_l, step_e = (width, 1) if along_depth else (1, width)
    fast, slow = ("l", "e") if along_depth else ("e", "l")
    count = {"l": p.tk // step_l, "e": extent // step_e}
    step = {"l": step_l, "e": step_e}
    with src.loop("v", "item", count["l"] * count["e"], p.gx * p.gy):
        src(
            f"const int {fast} = v % {count[fast]} * {step[fast]}, {slow} = v / {count[fast]} * {step[slow]};"
        )

        def at(e: str, l: str) -> tuple[str, str]:
            return (f"{start} + {e}", f"l0 + {l}") if axis == "row" else (f"l0 + {l}", f"{start} + {e}")

        lanes = [
            (f"e + {s}" if step_e > 1 and s else "e", f"l + {s}" if step_l > 1 and s else "l")
            for s in range(width)
        ]
        into = [f"{x.name}_tile[({l}) * {pitch} + {e}]" for e, l in lanes]
        with src.block(f"if ({start} + {extent} <= {limit} && l0 + {p.tk} <= k)"):
            src(f"const {d.vector(x.ctype, width)} got = {d.load(width, x.pointer(d, *at('e', 'l')))};")
            for s, target in enumerate(into):
                src(f"{target} = {d.lane('got', width, s)};")
        with src.block("else"):
            for (e, l), target in zip(lanes, into, strict=True):
                exists = f"{start} + {e} < {limit} && l0 + {l} < k"
                src(f"{target} = {exists} ? {x.element(d, *at(e, l))} : 0;")


def multiply(src: Source, p: Params, q: Matmul) -> None:
    """Add the product of one column of A's tile and one row of B's to the sums."""
    d, ctype = src.dialect, q.precision.ctype
    vector = d.vector(ctype, p.chunk)
    for name, extent, count, at, along in (("a", p.tm, p.rm, "y", p.gy), ("b", p.tn, p.rn, "x", p.gx)):
        for c in range(count // p.chunk):
            place = f"{name}_tile + l * {extent + p.pad} + {c * along * p.chunk} + {at} * {p.chunk}"
            src(f"const {vector} {name}{c} = {d.load_aligned(ctype, p.chunk, place, d.local_memory)};")
    for i in range(p.rm):
        scalar = d.lane(f"a{i // p.chunk}", p.chunk, i % p.chunk)
        for j in range(p.rn // p.chunk):
            src(multiply_add(d, p.multiply, ctype, p.chunk, f"sum{i}_{j}", scalar, f"b{j}"))


def epilogue(src: Source, p: Params, q: Matmul) -> None:
    """Bring the sums into C, those beyond its edge left out."""
    d = src.dialect
    c = operands(q)[2]
    for i in range(p.rm):
        with src.block():
            src(f"const int row = row0 + {i // p.chunk * p.gy * p.chunk + i % p.chunk} + y * {p.chunk};")
            for j in range(p.rn // p.chunk):
                with src.block():
                    src(f"const int col = col0 + {j * p.gx * p.chunk} + x * {p.chunk};")
                    for s in range(p.chunk):
                        out = c.element(d, "row", f"col + {s}" if s else "col")
                        total = d.lane(f"sum{i}_{j}", p.chunk, s)
                        src(f"if (row < m && col + {s} < n) {out} = {scaled(total, out)};")


KERNEL = Kernel(
    name="gemm_tile",
    family=Matmul,
    space=SPACE,
    arguments=ARGUMENTS,
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=lambda p: MAD_OPTIONS if p.multiply == "plain" else (),
)
