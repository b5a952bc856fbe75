"""Factors and flags of A's rows and B's columns, which ``split`` wrote behind a block's planes in local memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.nvidia import wgmma
from autoblas.emit.nvidia.ptx import load_local
from autoblas.problems.split import GUARD_BYTES, GUARDED_ROWS, LOW_SHIFT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.source import Source
    from autoblas.problems import Split

__all__ = ["SplitGuards"]


@dataclass(frozen=True)
class SplitGuards:
    """Reads factors and flags, which stand behind the planes of the stage at ``at``.

    Attributes:
        src: Where the statements go.
        a: The split of A.
        b: The split of B.
    """

    src: Source
    a: Split
    b: Split

    def check_flags(self, which: int) -> None:
        """Declare ``said``, flags of a few rows and columns; set ``doubts`` if any of the warpgroup's is among ``which``."""
        src = self.src
        words = []
        for x, count in (("a", 1), ("b", self.b.width // GUARDED_ROWS)):
            src(f"const uint said_{x} = {self._at(x)} + {GUARD_BYTES // 2} + lane * 4;")
            for i in range(2 * count):
                words.append(f"{x}_word{i}")
                src(f"uint {words[-1]};")
                src(load_local(words[-1:], f"said_{x}", i // 2 * GUARD_BYTES + i % 2 * 128, "b32"))
        src(f"const uint said = {' | '.join(words)};")
        src(wgmma.any_in_warp("doubts", f"said & {which}"))

    def scaled_sums(self, start: int, width: int) -> Iterator[tuple[str, str, str, str]]:
        """Load factors from local memory, and name the registers that they belong to.

        Args:
            start: The first column of the tile.
            width: How many.

        Yields:
            The register of a sum, that of its last blocks with small products, the factors of its row and column.
        """
        src = self.src
        src("float row_factor0, row_factor1;")
        src(f"const uint rows_at = {self._at('a')} + (warp % 4 * 16 + g) * 4;")
        src(f"const uint cols_at = {self._at('b')} + t * 8;")
        for h in range(2):
            src(load_local([f"row_factor{h}"], "rows_at", 32 * h, "f32"))
        for j in range(width // 8):
            pair = [f"col_factor{2 * j}", f"col_factor{2 * j + 1}"]
            src(f"float {', '.join(pair)};")
            src(load_local(pair, "cols_at", (start // 8 + j) // 8 * GUARD_BYTES + j % 8 * 32, "f32"))
            for i in range(4):
                name = 4 * j + i
                low = f"fma(low{name}, {2.0**-LOW_SHIFT!r}f, acc{name})"
                combined = low if self.a.planes > 1 else f"acc{name}"
                yield f"sum{start // 2 + name}", combined, f"row_factor{i // 2}", pair[i % 2]

    def _at(self, x: str) -> str:
        """The address in local memory of the factors of A's rows of the warpgroup, or of B's columns."""
        if x == "a":
            return f"at + {self.a.planes * self.a.plane_bytes} + team * {GUARD_BYTES}"
        return f"at + {self.a.block_bytes + self.b.planes * self.b.plane_bytes}"
