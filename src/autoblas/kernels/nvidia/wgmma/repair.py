"""Single sums of a block that halves do not hold, computed anew from the numbers of A and B.

Where the magnitudes of a row span many binades, most sums are still dominated by products whose numbers have all their
digits. What a work-item finds to be otherwise is marked in masks, a bit for each of its sums; where a sub-group has a
few of them, it computes those itself, so that its warpgroup need not multiply the block a second time. It does so when the
block's sums have been added to all, so that only these take registers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus
from autoblas.emit.nvidia.ptx import ballot, count_bits, from_lane, from_lane_across, lowest_bit, sum_of_all
from autoblas.kernels.gemm.shared import operands
from autoblas.kernels.nvidia.hopper.launch import ROWS, WARPGROUP_ROWS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autoblas.emit.source import Source
    from autoblas.problems import Matmul

__all__ = ["SumRepair"]

FEW = 32
"""Sums of a sub-group in a block that are computed one by one; of more the warpgroup computes all."""

AT_ONCE = 4
"""Sums that a sub-group computes at the same time, each by as many of its work-items: a power of two."""

LANES = 32 // AT_ONCE
"""Work-items that add up one sum."""

AHEAD = 8
"""Terms that a work-item reads before it multiplies the first of them."""


@dataclass(frozen=True)
class SumRepair:
    """Marks sums of a tile, counts them, and adds their products from ``first`` to ``end`` along the depth.

    Attributes:
        src: Where the statements go.
        q: The product.
        tn: Columns of a tile.
        sums: The registers that hold a work-item's sums of some adjacent columns.
        start: The first of these, in the tile.
    """

    src: Source
    q: Matmul
    tn: int
    sums: Sequence[str]
    start: int = 0

    @property
    def masks(self) -> list[str]:
        """The variables with a bit for each sum."""
        return [f"marked{i}" for i in range(math.ceil(len(self.sums) / 32))]

    def begin(self) -> None:
        """Declare that no sum is marked."""
        self.src(f"uint marked = 0, {', '.join(f'{name} = 0' for name in self.masks)};")

    def mark(self, index: int, condition: str, last: Iterable[str]) -> None:
        """Mark a sum where a condition holds, and leave nothing in the registers that are to be added to it."""
        zeros = " ".join(f"{name} = 0;" for name in last)
        self.src(f"if ({condition}) {{ {self.masks[index // 32]} |= {1 << index % 32:#x}u; {zeros} }}")

    def count(self) -> None:
        """Set ``marked`` to how many sums of the sub-group are, and declare whether they are too ``many`` to compute one by one."""
        src = self.src
        counts = [f"count{i}" for i in range(len(self.masks))]
        src(f"uint {', '.join(counts)};")
        for count, mask in zip(counts, self.masks, strict=True):
            src(count_bits(count, mask))
        src(sum_of_all("marked", " + ".join(counts)))
        src(f"const uint many = marked > {FEW};")

    def add(self) -> None:
        """Add to marked sums their products, whatever floats hold, until none is left in the sub-group.

        By single-precision multiply-adds, in ``LANES`` parts that are added in pairs: of n terms, at most 256, no number
        is rounded more often than n / ``LANES`` times and once for each halving, in a plain loop n times.
        """
        src = self.src
        with src.block("for (;;)"):
            src("uint waiting;")
            src(ballot("waiting", " | ".join(self.masks)))
            src("if (!waiting) break;")
            self._choose()
            self._multiply()
            self._take()

    def _choose(self) -> None:
        """Declare row and column of the sum that the work-item adds to, and the end of its terms: of none, the first.

        Each ``LANES`` work-items compute the next marked sum of one owner, whose place among those that wait is theirs.
        """
        src = self.src
        src("uint owner, which, place, others = waiting;")
        for turn in range(1, AT_ONCE):
            src(f"if (lane >= {turn * LANES}) others &= others - 1;")
        src("const int stop = others ? end : first;")
        src(lowest_bit("owner", "others"))
        src("owner &= 31;")
        self._lowest()
        src(from_lane("place", "which", "owner"))
        row = f"tile_row * {ROWS} + team * {WARPGROUP_ROWS} + warp % 4 * 16"
        src(f"const int left_row = {row} + (int)(owner / 4 + place / 2 % 2 * 8);")
        first = plus(f"tile_col * {self.tn}", self.start)
        src(f"const int right_col = {first} + (int)(owner % 4 * 2 + place / 4 * 8 + place % 2);")

    def _lowest(self) -> None:
        """Set ``which`` to the place of the work-item's next marked sum; of none, to a number that is no place."""
        src, masks = self.src, self.masks
        if len(masks) == 1:
            src(lowest_bit("which", masks[0]))
            return
        src(lowest_bit("which", f"{masks[0]} ? {masks[0]} : {masks[1]}"))
        src(f"if (!{masks[0]}) which += 32;")

    def _multiply(self) -> None:
        """Declare ``total``: the product of row and column, in all of the work-items that computed it."""
        src, d = self.src, self.src.dialect
        a, b, _ = operands(self.q)
        src("float total = 0;")
        with src.loop("l", f"first + lane % {LANES}", "stop", AHEAD * LANES):
            terms = [plus("l", LANES * i) for i in range(AHEAD)]
            for x, i, read in (
                *(("a", i, a.read(d, "left_row", term)) for i, term in enumerate(terms)),
                *(("b", i, b.read(d, term, "right_col")) for i, term in enumerate(terms)),
            ):
                src(f"const float {x}{i} = {terms[i]} < stop ? {read} : 0;")
            for i in range(AHEAD):
                src(f"total = fma(a{i}, b{i}, total);")
        src("float other;")
        distance = LANES // 2
        while distance:
            src(from_lane_across("other", "total", distance, "f32"))
            src("total += other;")
            distance //= 2

    def _take(self) -> None:
        """Let owners add what was computed for them."""
        src = self.src
        src("uint ahead;")
        src(count_bits("ahead", "waiting & ((1u << lane) - 1)"))
        src(from_lane("other", "total", f"ahead * {LANES} & 31", "f32"))
        with src.block(f"if (waiting >> lane & 1 && ahead < {AT_ONCE})"):
            with src.block("switch (which)"):
                for index, name in enumerate(self.sums):
                    src(f"case {index}: {name} += other; break;")
            first, *second_masks = self.masks
            src(f"if ({first}) {first} &= {first} - 1;")
            for name in second_masks:
                src(f"else {name} &= {name} - 1;")
