"""How work-groups share the stored rows of a matrix: blocks of a few rows, in runs of adjacent blocks, in turn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autoblas.emit.expressions import times

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.emit.source import Source

__all__ = ["RUNS", "adjacent_blocks", "blocks_of_rows", "power_below"]

RUNS = (1, 4, 16, 64)
"""Blocks that a work-group may take in a row.

Cores that share a cache fetch ahead of where they read, and so disturb each other where their rows alternate.
"""


def power_below(number: int) -> int:
    """The largest power of two that is not larger."""
    return int(2 ** math.floor(math.log2(number)))


def adjacent_blocks(m: int, rows: int, shares: int) -> int:
    """The longest run for ``m`` rows in blocks of ``rows`` that leaves none of the shares without one."""
    return next(run for run in reversed(RUNS) if run == 1 or run * rows * shares <= m)


def blocks_of_rows(src: Source, p: Any, block: Callable[[str, int], None]) -> None:
    """Loops over the rows of a work-group: runs of adjacent blocks in turn with other groups, then what is no block.

    Args:
        src: Where the text goes.
        p: Parameters with ``rows`` of a block and blocks of a ``run``.
        block: Writes what is done to so many rows from one on.
    """
    d, run = src.dialect, p.rows * p.run
    start, step = (times(word.format(d=0), run) for word in (d.group_id, d.group_count))
    if p.rows == 1 == p.run:
        with src.loop("row", start, "m", step):
            block("row", 1)
        return
    with src.loop("run", start, "m", step):
        src(f"const int stop = min(run + {run}, m);")
        with src.loop("row", "run", "stop", p.rows):
            if p.rows == 1:
                block("row", 1)
            else:
                with src.block(f"if (row + {p.rows} <= stop)"):
                    block("row", p.rows)
                with src.block("else"), src.loop("single", "row", "stop"):
                    block("single", 1)
