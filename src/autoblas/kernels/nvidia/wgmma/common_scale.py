"""Sums without the factors that most rows of A and columns of B have in common, so that blocks are added as they are.

As long as all rows and columns of a warpgroup are scaled by the common factors, every product of a tile has the same unit. The
sums of the last blocks then join those of all before by one addition each, and small products go on in their own registers
from group to group.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.kernels.nvidia.hopper.store import write_joined
from autoblas.problems.split import COMMON_SHIFT, LOW_SHIFT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.emit.source import Source

__all__ = ["SMALL_PROMOTION_BLOCKS", "CommonScale"]

SMALL_PROMOTION_BLOCKS = 64
"""Blocks whose small products are summed before they join the others; a multiple of those that are summed together.

The matrix units truncate sums: in so many blocks 512 times, by about 2^-24 of a sum that is at most 2^-10 of the whole.
That is 2^-25, half of one rounding.
"""


@dataclass(frozen=True)
class CommonScale:
    """Sums of a tile and of its last blocks.

    Attributes:
        src: Where the statements go.
        sums: The registers that hold the sums of all blocks.
        running: Those of the last blocks.
        small: Those of small products, which are scaled up by ``LOW_SHIFT`` binades.
    """

    src: Source
    sums: Sequence[str]
    running: Sequence[str]
    small: Sequence[str]

    def begin(self) -> None:
        """Declare the common factors."""
        self.src("float unit_a = 0, unit_b = 0;")

    def load_scales(self, flags_a: str, flags_b: str) -> None:
        """Take the common factors from the flags of a row and a column."""
        for x, flags in (("a", flags_a), ("b", flags_b)):
            factor = self.src.dialect.bits("float", f"{flags} >> {COMMON_SHIFT} << 23")
            self.src(f"unit_{x} = {factor};")

    def add(self) -> None:
        """Add the sums of the last blocks to those of all before."""
        pairs = zip(self.sums, self.running, strict=True)
        write_joined(self.src, (f"{total} += {last};" for total, last in pairs))

    def add_small(self) -> None:
        """Add small products to the sums."""
        pairs = zip(self.sums, self.small, strict=True)
        write_joined(
            self.src, (f"{total} = fma({low}, {2.0**-LOW_SHIFT!r}f, {total});" for total, low in pairs)
        )

    def scale(self) -> None:
        """Give the sums their factors."""
        write_joined(self.src, (f"{total} = {total} * unit_a * unit_b;" for total in self.sums))
