"""Products of a block's numbers as they are in A and B, where its halves do not hold them: as tf32 numbers, or as floats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus
from autoblas.emit.nvidia import wgmma
from autoblas.emit.nvidia.ptx import assembly, load_local, mma, store_local
from autoblas.kernels.gemm.shared import operands
from autoblas.kernels.nvidia.hopper.launch import FIRST_WARPGROUP_BARRIER, WARPGROUP
from autoblas.kernels.nvidia.hopper.store import SYNCHRONIZE, write_joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.emit.operands import Matrix
    from autoblas.emit.source import Source
    from autoblas.problems import Matmul

__all__ = ["OriginalProducts"]

TERMS = 8
"""Terms of a sum that one matrix instruction takes."""

COLS = 8
"""Columns of C that it computes; its rows are the 16 of a sub-group."""

PART_BYTES = 256
"""Bytes of one part of B's numbers for one instruction: two for each of 32 work-items."""

PRODUCTS = {1: ((0, 0),), 2: ((1, 0), (0, 1), (0, 0))}
"""Which parts of numbers of A and B are multiplied, small ones first, by how many there are."""

TOGETHER = 8
"""Fragments of sums that instructions add to in turns, since each instruction waits for the last one on its sums."""

PROMOTION_TERMS = 32
"""Terms that the matrix units sum before single precision takes over, as in the form ``tf32x3``."""


@dataclass(frozen=True)
class OriginalProducts:
    """Adds products of numbers from ``first`` to ``end`` along the depth to the sums of a tile.

    Attributes:
        src: Where the statements go.
        q: The product.
        tn: Columns of a tile.
        sums: The registers that hold a work-item's sums of some adjacent columns.
        running: Registers that may be overwritten, as many; of one part they are not.
        parts: Parts that a number is cut into, one or two.
        start: The first of the columns, in the tile.
    """

    src: Source
    q: Matmul
    tn: int
    sums: Sequence[str]
    running: Sequence[str]
    parts: int = 2
    start: int = 0

    @property
    def fragments(self) -> int:
        """Fragments of the columns."""
        return 2 * len(self.sums) // COLS

    @property
    def fragment_bytes(self) -> int:
        """Bytes of the parts of B for one instruction."""
        return self.parts * PART_BYTES

    @property
    def operands(self) -> tuple[Matrix, Matrix]:
        """A and B."""
        a, b, _ = operands(self.q)
        return a, b

    def as_floats(self) -> None:
        """By single-precision multiply-adds, which hold all that floats do: a tenth of the matrix units' speed."""
        src, d = self.src, self.src.dialect
        a, b = self.operands
        self._hide_edges()
        src(d.unroll(2 if self.parts > 1 else 1))
        with src.loop("l", "first", "end"):
            for h in range(2):
                inside = f"min({plus('row', 8 * h)}, last_row)"
                src(f"const float a{h} = {a.read(d, inside, 'l')};")
            for j in range(self.fragments):
                for s in range(2):
                    inside = f"min({plus('col', self.start + 8 * j + s)}, last_col)"
                    src(f"const float b{2 * j + s} = {b.read(d, 'l', inside)};")
                for i in range(4):
                    name = self.sums[4 * j + i]
                    src(f"{name} = fma(a{i // 2}, b{2 * j + i % 2}, {name});")

    def as_parts(self, scratch: tuple[str, str]) -> None:
        """By matrix instructions of parts with 11 digits, which hold numbers between 2^-100 and 2^62 however they spread.

        The warpgroup cuts B's numbers in parts and shares them in local memory, each sub-group those of its rows of A; the
        fragments of ``mma.m16n8k8`` lie where the sums of ``wgmma`` do. The next numbers are under way meanwhile.

        Args:
            scratch: Two addresses of local memory that is the warpgroup's, and lost: for ``TERMS`` terms of B each.
        """
        src, promotes = self.src, self.parts > 1  # else sums need not leave the matrix units
        run = self.running if promotes else self.sums
        self._hide_edges()
        src(
            f"const uint own = lane * {self.fragment_bytes // 32}, meeting = {FIRST_WARPGROUP_BARRIER} + team;"
        )
        src(f"float ahead[{2 * self.shares}], {', '.join(f'left{i}' for i in range(8))};")
        if promotes:
            write_joined(src, (f"{x} = 0;" for x in run), 16)
        self._fetch("first")
        with src.loop("l", "first", "end", 2 * TERMS):
            src(wgmma.wait_team("meeting", WARPGROUP))
            src(src.dialect.unroll())
            with src.loop("i", 0, self.shares):
                src(f"const int pair = warp % 4 + 4 * i, j = pair % {self.fragments};")
                parts = [
                    part for h in range(2) for part in self._parts(f"ahead[{plus('2 * i', h)}]", f"b{h}")
                ]
                at = f"(pair < {self.fragments} ? {scratch[0]} : {scratch[1]}) + j * {self.fragment_bytes} + own"
                src(store_local(parts, at, kind="b32"))
            src(wgmma.wait_team("meeting", WARPGROUP))
            src(f"const float {', '.join(f'y{i} = left{i}' for i in range(8))};")
            self._fetch(f"l + {2 * TERMS}")
            for s, address in enumerate(scratch):
                with src.block():
                    self._multiply_fragments(s, address, run)
            if promotes:
                with src.block(
                    f"if ((l - first) % {PROMOTION_TERMS} == {PROMOTION_TERMS - 2 * TERMS} || l + {2 * TERMS} >= end)"
                ):
                    pairs = zip(self.sums, run, strict=True)
                    write_joined(src, (f"{total} += {x}; {x} = 0;" for total, x in pairs))
        src(wgmma.fence_async_proxy())
        src(SYNCHRONIZE)

    @property
    def shares(self) -> int:
        """Fragments of B that a sub-group cuts of those for ``2 * TERMS`` terms."""
        return 2 * self.fragments // 4

    def _fetch(self, start: str) -> None:
        """Read the work-item's numbers of both operands for the terms from ``start`` on, zeros beyond the end."""
        src, d = self.src, self.src.dialect
        a, b = self.operands
        for i in range(8):  # in the order of two fragments
            inside = f"min({plus('row', 8 * (i % 2))}, last_row)"
            term = f"{start} + {plus('t', i // 4 * TERMS + i % 4 // 2 * 4)}"
            src(f"left{i} = {term} < end ? {a.read(d, inside, term)} : 0;")
        src(d.unroll())
        with src.loop("i", 0, self.shares):
            src(f"const int pair = warp % 4 + 4 * i, j = pair % {self.fragments};")
            src(f"const int term = {start} + pair / {self.fragments} * {TERMS} + t;")
            first = plus(f"tile_col * {self.tn}", self.start)
            src(f"const int inside = min({first} + j * {COLS} + g, last_col);")
            for h in range(2):
                term = plus("term", 4 * h)
                src(f"ahead[{plus('2 * i', h)}] = {term} < end ? {b.read(d, term, 'inside')} : 0;")

    def _multiply_fragments(self, s: int, address: str, run: Sequence[str]) -> None:
        """Add the products of 8 terms, small ones first, to running sums."""
        src = self.src
        parts_of_a = [self._parts(f"y{4 * s + i}", f"a{i}") for i in range(4)]
        of_a = [[parts[part] for parts in parts_of_a] for part in range(self.parts)]
        for first in range(0, self.fragments, TOGETHER):
            fragments = []
            for j in range(first, first + TOGETHER):
                names = [f"{part}{h}_{j}" for h in range(2) for part in ("high", "low")[: self.parts]]
                src(f"uint {', '.join(names)};")
                src(load_local(names, f"{address} + own", j * self.fragment_bytes, "b32"))
                of_b = [names[part :: self.parts] for part in range(self.parts)]
                fragments.append((run[4 * j : 4 * j + 4], of_b))
            for part_a, part_b in PRODUCTS[self.parts]:
                for sums, of_b in fragments:
                    src(mma("m16n8k8", ("f32", "tf32", "tf32"), sums, of_a[part_a], of_b[part_b]))

    def _parts(self, value: str, name: str) -> tuple[str, ...]:
        """Declare the parts of a number, rounded to the digits of tf32; their names.

        On the bits, which is faster than the instruction that rounds. Of the second the matrix units drop what remains.
        """
        src, d, high, low = self.src, self.src.dialect, f"{name}_high", f"{name}_low"
        src(f"const uint {high} = ({d.bits('uint', value)} + 0x1000u) & 0xffffe000u;")
        if self.parts == 1:
            return (high,)
        rest = f"{value} - {d.bits('float', high)}"
        src(f"const uint {low} = {d.bits('uint', rest)} + 0x1000u;")
        return high, low

    def _hide_edges(self) -> None:
        """Declare the last row and column, hidden from the compiler, which otherwise keeps all clamped ones in registers."""
        self.src("int last_row = m - 1, last_col = n - 1;")
        self.src(assembly("", [("+r", "last_row"), ("+r", "last_col")]))
