"""Split-K on NVIDIA's Hopper architecture: the last warpgroup to arrive adds all slices and stores its rows of C.

A work-group sums one slice of a tile. Each of its warpgroups stores its partial sums in global memory, work-items beside
each other, and increments a counter. The last one adds all slices in their order, so that results repeat to the bit, and
resets the counter. Warpgroups of a work-group do not wait for each other.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus
from autoblas.emit.nvidia import wgmma
from autoblas.emit.nvidia.arrivals import arrive_together, last_to_arrive
from autoblas.emit.nvidia.ptx import load_past_first_cache
from autoblas.kernels.gemm.split_k import slice_counter
from autoblas.kernels.nvidia.hopper.launch import FIRST_WARPGROUP_BARRIER, WARPGROUP, WARPGROUPS
from autoblas.kernels.nvidia.hopper.store import write_joined

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.source import Source
    from autoblas.problems import Matmul

__all__ = ["WarpgroupSlices"]

FOUR = 4
"""Sums that a work-item stores and loads at once."""

TOGETHER = 16
"""Loads of as many sums that are under way at once."""


@dataclass(frozen=True)
class WarpgroupSlices:
    """Split-K of a warpgroup's rows of a tile.

    Attributes:
        src: Where the statements go.
        q: The product.
        sums: The registers that hold a work-item's sums of a slice.
    """

    src: Source
    q: Matmul
    sums: list[str]

    def declare(self) -> None:
        """Declare local memory in which one work-item of each warpgroup tells the others the counter's value."""
        self.src.local_array("int", f"before[{WARPGROUPS}]")

    @contextmanager
    def last(self) -> Iterator[None]:
        """Store the partial sums; context of the last warpgroup to arrive, whose registers hold the sums of all slices."""
        src, d = self.src, self.src.dialect
        four, words = d.vector("float", FOUR), len(self.sums) // FOUR
        item = "item * tall * wide + " if self.q.batched else ""
        src(f"const {d.index} meeting = ({item}({d.index})tile) * {WARPGROUPS} + team;")
        src(f"{d.global_memory}{four} *parts = ({d.global_memory}{four} *)partial;")
        src(f"parts += meeting * slices * {words * WARPGROUP} + place % {WARPGROUP};")
        src(f"{d.global_memory}{four} *own = parts + slice * {words * WARPGROUP};")
        for number in range(words):
            value = d.construct(four, *self.sums[FOUR * number : FOUR * (number + 1)])
            src(f"own[{number * WARPGROUP}] = {value};")
        counter = slice_counter(f"place % {WARPGROUP} == 0", "slices - 1", "before[team]")
        arrive_together(src, counter, wgmma.wait_team(f"{FIRST_WARPGROUP_BARRIER} + team", WARPGROUP))
        with last_to_arrive(src, counter, clear_first=True):
            self._add(words)
            yield

    def _add(self, words: int) -> None:
        """Add the sums of all slices in their order."""
        src = self.src
        write_joined(src, (f"{name} = 0;" for name in self.sums), 16)
        src(src.dialect.unroll(1))
        with src.loop("s", 0, "slices"):
            src(
                f"const {src.dialect.global_memory}{src.dialect.vector('float', FOUR)} *from = parts + s * {words * WARPGROUP};"
            )
            for start in range(0, words, TOGETHER):
                numbers = range(start, min(start + TOGETHER, words))
                with src.block():
                    for number in numbers:
                        names = [f"more{number}_{lane}" for lane in range(FOUR)]
                        src(f"float {', '.join(names)};")
                        src(load_past_first_cache(names, plus("from", number * WARPGROUP)))
                    for number in numbers:
                        four_sums = self.sums[FOUR * number : FOUR * (number + 1)]
                        src(" ".join(f"{name} += more{number}_{i};" for i, name in enumerate(four_sums)))
