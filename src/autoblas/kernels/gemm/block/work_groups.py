"""The shape of a work-group: which two factors of its size leave the fewest work-items idle."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    Pairs = tuple[np.ndarray[Any, np.dtype[np.int64]], np.ndarray[Any, np.dtype[np.int64]]]

__all__ = ["work_group_shape"]

INT_MAX = 2**31 - 1


@functools.lru_cache(maxsize=4096)
def work_group_shape(
    extent: tuple[int, int], limit: int, max_sizes: tuple[int, ...] | None = None, *, least: int = 1
) -> tuple[int, int]:
    """The work-group that covers ``extent`` with the fewest idle work-items.

    A launch is rounded up to whole work-groups, and the work-items outside the extent do nothing. Among the shapes
    that leave equally few, the one with the most work-items is taken, and of those the widest along x.

    Where a side of the extent is prime, only very narrow groups leave no work-item idle; ``least`` keeps groups from
    becoming too small, and ``least=limit`` asks for a full group in its best shape, as Qualcomm advises in "Matrix
    Multiply on Adreno GPUs, Part 2: Host Code and Kernel" (2016).

    Args:
        extent: Work-items needed along x and y; one computes one micro-tile.
        limit: Most work-items a work-group may have, of the device or of a built kernel.
        max_sizes: Most work-items a work-group may have along each dimension; no bounds besides ``limit`` if None.
        least: Fewest work-items to consider.

    Raises:
        ArgumentError: a size is not positive, or no shape lies within the bounds.
    """
    for argument, sizes in (("extent", extent), ("limit", (limit,)), ("max_sizes", max_sizes or ())):
        if not all(1 <= size <= INT_MAX for size in sizes):
            raise ArgumentError(argument, f"sizes from 1 to {INT_MAX}", str(sizes))
    max_x, max_y = (limit, limit) if max_sizes is None else max_sizes[:2]
    x, y = _candidates(limit, min(max_x, limit), min(max_y, limit), least)
    if not x.size:
        raise ArgumentError(
            "least",
            f"a number of work-items that fits a group of at most {limit} within {max_sizes}",
            str(least),
        )
    best = int(np.argmin(-(-extent[0] // x) * x * (-(-extent[1] // y) * y)))  # the first of equals
    return int(x[best]), int(y[best])


@functools.lru_cache(maxsize=64)
def _candidates(limit: int, max_x: int, max_y: int, least: int) -> Pairs:
    """All shapes within the bounds, those to prefer among equals first; some 10 times ``limit`` at most."""
    heights = [np.arange(-(-least // x), min(limit // x, max_y) + 1) for x in range(1, max_x + 1)]
    x = np.repeat(np.arange(1, max_x + 1), [len(column) for column in heights])
    y = np.concatenate(heights)
    preference = np.lexsort((-x, -x * y))
    return x[preference], y[preference]
