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
from autoblas.kernels.gemm_interface import ARGUMENTS, declarations, operands, options, scaled
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
    tk: int = param(16, 8, 16, 32, doc="depth held in local memory between barriers")
    rm: int = param(4, 2, 4, 8, 16, doc="rows of C a work-item computes")
    rn: int = param(4, 2, 4, 8, 16, doc="columns of C a work-item computes")
    chunk: int = param(4, 2, 4, doc="adjacent elements a work-item reads from local memory at once")
    va: int = param(4, 1, 4, doc="elements per load of A")
    vb: int = param(4, 1, 4, doc="elements per load of B")
    pad: int = param(0, 0, 4, doc="unused elements that end a local row, against bank conflicts")
    halves: int = param(
        1, 1, 2, doc="tiles that local memory holds; with two, one is filled while the other is used"
    )
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
        """Elements of all staged tiles."""
        return self.halves * self.tk * (self.tm + self.tn + 2 * self.pad)


SPACE = Space(
    Params,
    (
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
            "the work-items share the loads of each tile evenly, at most 16 each",
            lambda p, q, f: all(
                extent * p.tk % (width * p.gx * p.gy) == 0 and extent * p.tk <= 16 * width * p.gx * p.gy
                for extent, width in ((p.tm, p.va), (p.tn, p.vb))
            ),
        ),
        Rule("vectors of A need adjacent elements", lambda p, q, f: p.va == 1 or q.a != "any"),
        Rule("vectors of B need adjacent elements", lambda p, q, f: p.vb == 1 or q.b != "any"),
        Rule(
            "the tile does not exceed twice C",
            lambda p, q, f: p.tm < 2 * max(q.m, 16) and p.tn < 2 * max(q.n, 16),
        ),
    ),
    requirements=(
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
    ctype = q.precision.ctype
    vector = d.vector(ctype, p.chunk)
    src = Source(d)
    with src.kernel("gemm_tile", declarations(q, d), (p.gx, p.gy), q.precision):
        src(f"const int x = {d.local_id.format(d=0)}, y = {d.local_id.format(d=1)}, item = y * {p.gx} + x;")
        src(f"const int row0 = {d.group_id.format(d=1)} * {p.tm}, col0 = {d.group_id.format(d=0)} * {p.tn};")
        stagings = stagings_of(p, q)
        for staging in stagings:
            staging.declare(src)
        for i in range(p.rm):
            zero = d.splat(ctype, p.chunk, "0")
            src(" ".join(f"{vector} sum{i}_{j} = {zero};" for j in range(p.rn // p.chunk)))
        if p.halves == 1:
            with src.loop("start", 0, "k", p.tk):
                for staging in stagings:
                    staging.fetch(src, "start")
                for staging in stagings:
                    staging.put(src, "0")
                with src.staged(), src.loop("l", 0, p.tk):
                    multiply(src, p, q, "0")
        else:
            in_turns(src, p, q, stagings)
        epilogue(src, p, q)
    return str(src)


def in_turns(src: Source, p: Params, q: Matmul, stagings: tuple[Staging, ...]) -> None:
    """Multiply one half of local memory while the next tiles travel to registers and then to the other half."""
    for staging in stagings:
        staging.fetch(src, "0")
    for staging in stagings:
        staging.put(src, "0")
    src(src.dialect.barrier)
    src("int half_now = 0;")
    with src.loop("start", 0, "k", p.tk):
        src(f"const int next = start + {p.tk};")
        with src.turn():
            with src.block("if (next < k)"):
                for staging in stagings:
                    staging.fetch(src, "next")
            with src.loop("l", 0, p.tk):
                multiply(src, p, q, "half_now")
            with src.block("if (next < k)"):
                for staging in stagings:
                    staging.put(src, "(1 - half_now)")
        src("half_now = 1 - half_now;")


@dataclass(frozen=True)
class Staging:
    """The way of one operand's tile to local memory, all work-items sharing; zeros beyond the edge.

    Attributes:
        p: The kernel's parameters.
        x: The operand.
        axis: Its axis that C shares: ``row`` for A, ``col`` for B.
        extent: Elements of the tile along that axis.
        width: Elements a load.
    """

    p: Params
    x: Matrix
    axis: str
    extent: int
    width: int

    @property
    def pitch(self) -> int:
        """Elements from one depth to the next in local memory."""
        return self.extent + self.p.pad

    @property
    def copies(self) -> int:
        """Loads a work-item makes of each tile."""
        return self.extent * self.p.tk // (self.width * self.p.gx * self.p.gy)

    @property
    def along_depth(self) -> bool:
        """The elements of a load are adjacent along the depth, rather than along C's axis."""
        return self.x.order == self.axis

    def declare(self, src: Source) -> None:
        """Local memory, registers, and whether whole vectors may be loaded: rows and start must be aligned."""
        d, name = src.dialect, self.x.name
        size = self.p.halves * self.p.tk * self.pitch
        src(f"{d.local_memory}{self.x.ctype} {name}_tile[{size}] __attribute__((aligned(64)));")
        src(" ".join(f"{d.vector(self.x.ctype, self.width)} {name}_next{i};" for i in range(self.copies)))
        limit, start = ("m", "row0") if self.axis == "row" else ("n", "col0")
        inside = f"{start} + {self.extent} <= {limit}"
        if self.width > 1:
            across = f"{name}_row" if self.x.order == "row" else f"{name}_col"
            size_of = f"({self.width} * sizeof({self.x.ctype}))"
            inside += (
                f" && {across} % {self.width} == 0 && ({d.index})({name} + {name}_offset) % {size_of} == 0"
            )
        src(f"const bool {name}_whole = {inside};")

    def _place(self, src: Source, copy: int) -> None:
        """Declare what the work-item's load number ``copy`` brings: ``e`` along C's axis, ``l`` along the depth."""
        fast, slow = ("l", "e") if self.along_depth else ("e", "l")
        per_line = (self.p.tk if self.along_depth else self.extent) // self.width
        src(f"const int v = item + {copy * self.p.gx * self.p.gy};")
        src(f"const int {fast} = v % {per_line} * {self.width}, {slow} = v / {per_line};")

    def _lanes(self) -> list[tuple[str, str]]:
        """``e`` and ``l`` of each element of a load."""
        steps = [f" + {s}" if s else "" for s in range(self.width)]
        return [("e", f"l{s}") if self.along_depth else (f"e{s}", "l") for s in steps]

    def fetch(self, src: Source, depth: str) -> None:
        """Load the work-item's share of the tile that begins at ``depth`` into its registers."""
        d, x = src.dialect, self.x
        start, limit = ("row0", "m") if self.axis == "row" else ("col0", "n")

        def at(e: str, l: str) -> tuple[str, str]:
            return (
                (f"{start} + {e}", f"{depth} + {l}")
                if self.axis == "row"
                else (f"{depth} + {l}", f"{start} + {e}")
            )

        for copy in range(self.copies):
            with src.block():
                self._place(src, copy)
                with src.block(f"if ({x.name}_whole && {depth} + {self.p.tk} <= k)"):
                    pointer = x.pointer(d, *at("e", "l"))
                    src(
                        f"{x.name}_next{copy} = {d.load_aligned(x.ctype, self.width, pointer, d.global_memory)};"
                    )
                with src.block("else"):
                    for s, (e, l) in enumerate(self._lanes()):
                        exists = f"{start} + {e} < {limit} && {depth} + {l} < k"
                        lane = d.lane(f"{x.name}_next{copy}", self.width, s)
                        src(f"{lane} = {exists} ? {x.element(d, *at(e, l))} : 0;")

    def put(self, src: Source, half: str) -> None:
        """Store those registers into one half of local memory, depth by depth."""
        d, x = src.dialect, self.x
        for copy in range(self.copies):
            with src.block():
                self._place(src, copy)
                base = f"{x.name}_tile" + (
                    f" + {half} * {self.p.tk * self.pitch}" if self.p.halves > 1 else ""
                )
                aligned = self.pitch % self.width == 0
                if not self.along_depth and aligned and self.width > 1:
                    at = f"{base} + l * {self.pitch} + e"
                    src(d.store_aligned(x.ctype, self.width, f"{x.name}_next{copy}", at, d.local_memory))
                    continue
                for s, (e, l) in enumerate(self._lanes()):
                    value = d.lane(f"{x.name}_next{copy}", self.width, s)
                    src(f"*({base} + ({l}) * {self.pitch} + {e}) = {value};")


def stagings_of(p: Params, q: Matmul) -> tuple[Staging, ...]:
    """How A and B come to local memory."""
    a, b, _ = operands(q)
    return Staging(p, a, "row", p.tm, p.va), Staging(p, b, "col", p.tn, p.vb)


def multiply(src: Source, p: Params, q: Matmul, half: str) -> None:
    """Add the product of one column of A's tile and one row of B's to the sums."""
    d, ctype = src.dialect, q.precision.ctype
    vector = d.vector(ctype, p.chunk)
    for name, extent, count, at, along in (("a", p.tm, p.rm, "y", p.gy), ("b", p.tn, p.rn, "x", p.gx)):
        base = f"{name}_tile" + (f" + {half} * {p.tk * (extent + p.pad)}" if p.halves > 1 else "")
        for c in range(count // p.chunk):
            place = f"{base} + l * {extent + p.pad} + {c * along * p.chunk} + {at} * {p.chunk}"
            src(f"const {vector} {name}{c} = {d.load_aligned(ctype, p.chunk, place, d.local_memory)};")
    for i in range(p.rm):
        scalar = d.lane(f"a{i // p.chunk}", p.chunk, i % p.chunk)
        for j in range(p.rn // p.chunk):
            src(multiply_add(d, p.multiply, ctype, p.chunk, f"sum{i}_{j}", scalar, f"b{j}"))


def epilogue(src: Source, p: Params, q: Matmul) -> None:
    """Bring the sums into C: whole vectors where they are inside and aligned, else those elements that exist."""
    d, ctype = src.dialect, q.precision.ctype
    c = operands(q)[2]
    if q.c == "row":
        aligned = f"({d.index})(c + c_offset) % ({p.chunk} * sizeof({ctype})) == 0"
        src(
            f"const bool whole = row0 + {p.tm} <= m && col0 + {p.tn} <= n && c_row % {p.chunk} == 0 && {aligned};"
        )
    for i in range(p.rm):
        with src.block():
            src(f"const int row = row0 + {i // p.chunk * p.gy * p.chunk + i % p.chunk} + y * {p.chunk};")
            for j in range(p.rn // p.chunk):
                with src.block():
                    src(f"const int col = col0 + {j * p.gx * p.chunk} + x * {p.chunk};")
                    store(src, p, q, c, f"sum{i}_{j}")


def store(src: Source, p: Params, q: Matmul, c: Matrix, total: str) -> None:
    """Bring a chunk of sums into C at ``row`` and ``col``."""
    d, ctype = src.dialect, q.precision.ctype
    if q.c == "row":
        pointer = c.pointer(d, "row", "col")
        old = d.load_aligned(ctype, p.chunk, pointer, d.global_memory)
        with src.block("if (whole && beta == 0)"):
            src(d.store_aligned(ctype, p.chunk, f"alpha * {total}", pointer, d.global_memory))
        with src.block("else if (whole)"):
            src(d.store_aligned(ctype, p.chunk, f"alpha * {total} + beta * {old}", pointer, d.global_memory))
    with src.block("else" if q.c == "row" else ""):
        for s in range(p.chunk):
            out = c.element(d, "row", f"col + {s}" if s else "col")
            src(f"if (row < m && col + {s} < n) {out} = {scaled(d.lane(total, p.chunk, s), out)};")


KERNEL = Kernel(
    name="gemm_tile",
    family=Matmul,
    space=SPACE,
    arguments=ARGUMENTS,
    geometry=geometry,
    traffic=traffic,
    source=source,
    options=options,
    made_for=frozenset({"gpu", "acc"}),
)
