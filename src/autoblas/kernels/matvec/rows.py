"""Distribution of a matrix's stored rows over work-groups: runs of adjacent blocks of a few rows, round-robin."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.expressions import plus, times
from autoblas.kernels.space import Rule
from autoblas.kernels.vector.shared import GRAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.source import Source

__all__ = [
    "ADJACENT",
    "RUNS",
    "STEPS",
    "STRIPS",
    "add_items",
    "adjacent_blocks",
    "blocks_of_rows",
    "busy_cores",
    "geometry",
    "groups",
    "power_below",
    "wide_vectors",
]

RUNS = (1, 4, 16, 64)
"""Numbers of adjacent blocks that a work-group may take in one run.

Cores that share a cache fetch ahead of where they read, and so disturb each other where their rows alternate.
"""

ADJACENT = Rule("vectors need adjacent elements", lambda p, q, f: p.lanes == 1 or q.order == "row")

STRIPS = Rule(
    "every strip has a span of columns", lambda p, q, f: p.strips == 1 or q.n >= p.strips * p.items * p.lanes
)

STEPS = Rule(
    "a work-item that takes several vectors in one step is alone",
    lambda p, q, f: p.vectors == 1 or p.items == 1,
)


def groups(p: Any, q: Any) -> int:
    """Work-groups that share the rows: at most ``parts``, each with a run of blocks."""
    return int(min(p.parts, max(math.ceil(q.m / (p.rows * p.run)), 1)))


def geometry(p: Any, q: Any) -> Launch:
    """Shares of the rows along the first dimension, strips along the second."""
    return Launch((groups(p, q) * p.items, p.strips), (p.items, 1))


def power_below(number: int) -> int:
    """The largest power of two up to a number."""
    return int(2 ** math.floor(math.log2(number)))


def busy_cores(q: Any, f: Facts) -> int:
    """Cores of a processor that have enough to do with a matrix, a power of two."""
    return power_below(min(max(f.compute_units, 1), max(q.stored // GRAIN, 1), 256))


def wide_vectors(q: Any, f: Facts) -> Iterator[int]:
    """Elements of vectors that suit a processor's registers, the most first."""
    for lanes in (16, 8, 4, 2, 1):
        if lanes * q.worked.size <= max(f.vector_bytes, 32) and lanes * q.worked.parts <= 16:
            yield lanes


def adjacent_blocks(m: int, rows: int, shares: int) -> int:
    """The longest run for ``m`` rows in blocks of ``rows`` that leaves none of the shares without one."""
    return next(run for run in reversed(RUNS) if run == 1 or run * rows * shares <= m)


def blocks_of_rows(src: Source, p: Any, block: Callable[[str, int], None]) -> None:
    """Loops over the rows of a work-group: runs of adjacent blocks, round-robin with the other groups, then single rows.

    Args:
        src: Where the text goes.
        p: Parameters with ``rows`` of a block and blocks of a ``run``.
        block: Writes the operation on a number of rows from one row on.
    """
    d, run = src.dialect, p.rows * p.run
    start, step = (times(word(0), run) for word in (d.group_id, d.group_count))
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


def add_items(src: Source, items: int, count: int) -> None:
    """Reduce the sums ``total0`` and so on of all work-items, for so many rows, in the local memory ``sums_of``.

    The sum of row ``k`` ends up in its element ``k * items``.
    """
    indices = [plus(k * items, "item") for k in range(count)]
    for k, index in enumerate(indices):
        src(f"sums_of[{index}] = total{k};")
    with src.halved("item", items):
        for k, index in enumerate(indices):
            src(f"sums_of[{index}] += sums_of[{plus(k * items, 'item', 'half_size')}];")
