"""Plays a product of matrices in blocks through on many workers, from the times of a task, a transfer and the scheduler."""

from __future__ import annotations

import heapq
import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

__all__ = ["Measured", "efficiency_page", "simulated"]

WORD = 4
"""Bytes of an element."""


class Measured(NamedTuple):
    """What was measured.

    Attributes:
        task: Seconds of a product of two blocks.
        bandwidth: Bytes a second that a worker receives from another one.
        overhead: Seconds that the scheduler takes for a task; it does one after the other.
    """

    task: float
    bandwidth: float
    overhead: float


def simulated(side: int, block: int, workers: int, measured: Measured) -> float:
    """The efficiency of so many workers at a product of square matrices: one worker's time by all workers' together.

    Blocks lie at the workers in turn. Each worker computes blocks of the result that lie beside each other, then what is
    left of the worker that has most left. It receives the blocks that it does not hold while it computes the task before.
    The scheduler hands out one task after the other.

    Args:
        side: Rows.
        block: Rows and columns of a block; the depth of a task is all of ``side``.
        workers: How many.
        measured: The times.
    """
    edge = math.ceil(side / block)
    compute = edge * measured.task
    fetch = block * block * WORD / measured.bandwidth
    regions = _regions(edge, workers)
    held: list[tuple[set[int], set[int]]] = [(set(), set()) for _ in range(workers)]
    link, free, began, scheduler, last = [0.0] * workers, [0.0] * workers, [0.0] * workers, 0.0, 0.0
    waiting = [(0.0, worker) for worker in range(workers)]
    heapq.heapify(waiting)
    left = edge * edge
    while left:
        now, worker = heapq.heappop(waiting)
        own = regions[worker] or max(regions, key=len)
        row, col = own.pop(0) if own is regions[worker] else own.pop()
        left -= 1
        scheduler = max(scheduler, began[worker]) + measured.overhead
        rows, cols = held[worker]
        share = (edge * (row not in rows) + edge * (col not in cols)) * (1 - 1 / workers)  # its own are there
        rows.add(row)
        cols.add(col)
        link[worker] = max(link[worker], scheduler) + share * fetch
        began[worker] = max(now, link[worker])
        free[worker] = began[worker] + compute
        last = max(last, free[worker])
        heapq.heappush(waiting, (free[worker], worker))
    alone = edge * edge * compute + measured.overhead
    return alone / (workers * last)


def _regions(edge: int, workers: int) -> list[list[tuple[int, int]]]:
    """Blocks of the result, for each worker a rectangle, about as high as it is wide."""
    down = max(each for each in range(1, math.isqrt(workers) + 1) if workers % each == 0)
    across = workers // down
    found: list[list[tuple[int, int]]] = [[] for _ in range(workers)]
    for row in range(edge):
        for col in range(edge):
            found[row * down // edge * across + col * across // edge].append((row, col))
    return found


def efficiency_page(
    path: Path, counts: Sequence[int], curves: Mapping[str, Sequence[float]], title: str
) -> None:
    """Draw efficiency against workers."""
    import matplotlib as mpl  # noqa: PLC0415  # only where a picture is asked for

    mpl.use("svg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    with plt.rc_context({"svg.hashsalt": "autoblas"}):
        figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
        for name, values in curves.items():
            axes.plot(counts, values, marker="o", label=name)
        axes.set_xscale("log", base=2)
        axes.set_xticks(list(counts), [str(count) for count in counts])
        axes.set_ylim(0, 1.05)
        axes.set_xlabel("workers")
        axes.set_ylabel("efficiency")
        axes.set_title(title)
        axes.grid(visible=True)
        axes.legend(loc="lower left")
        figure.savefig(path, metadata={"Date": None})
        plt.close(figure)
