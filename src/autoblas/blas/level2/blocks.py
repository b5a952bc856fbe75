"""Triangular systems in blocks, for devices that a single work-group cannot keep busy.

Each block on the diagonal is solved by one work-group; then all work-groups take its products from what is left. The
launches follow each other on the device, and the host waits for none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.blas.level2.calls import LaunchSpec
from autoblas.plan.layouts.matvec import MatvecLayout, SolveLayout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Facts

__all__ = ["is_better_in_blocks", "solution_steps"]

BLOCK = 256
"""Rows of a block."""


def is_better_in_blocks(layout: SolveLayout, facts: Facts) -> bool:
    """True if a system is large, stored whole, and for a device with many work-groups that cannot wait for each other.

    Halves are left to one work-group, since what is left would be rounded once for every block.
    """
    view = layout.a
    return (
        facts.kind != "cpu"
        and not facts.groups_may_wait
        and view.storage == "full"
        and view.rows > 2 * BLOCK
        and view.precision.part != "half"
    )


def solution_steps(whole: LaunchSpec, facts: Facts) -> Sequence[LaunchSpec]:
    """The launches that a solution consists of on a device: one, or those of its blocks.

    Args:
        whole: The system as one launch.
        facts: The device.
    """
    layout = whole.layout
    if isinstance(layout, SolveLayout) and is_better_in_blocks(layout, facts):
        return _in_blocks(whole, layout)
    return (whole,)


def _in_blocks(whole: LaunchSpec, layout: SolveLayout) -> list[LaunchSpec]:
    """The launches of a system in blocks."""
    view, n = layout.a, layout.a.rows
    forward = (view.triangle == "lower") != layout.across
    starts = range(0, n, BLOCK)
    steps = []
    for start in starts if forward else reversed(starts):
        stop = min(start + BLOCK, n)
        steps.append(_solution(whole, layout, start, stop))
        first, last = (stop, n) if forward else (0, start)
        if last > first:
            steps.append(_update(whole, layout, (start, stop), (first, last)))
    return steps


def _solution(whole: LaunchSpec, layout: SolveLayout, start: int, stop: int) -> LaunchSpec:
    """The system of one block."""
    view = layout.a._replace(rows=stop - start, cols=stop - start)
    shift = whole.shifts["a"] + start * (view.row + view.col)
    return whole._replace(layout=layout._replace(a=view), shifts={"a": shift, "x": start * layout.x})


def _update(
    whole: LaunchSpec, layout: SolveLayout, block: tuple[int, int], rest: tuple[int, int]
) -> LaunchSpec:
    """Subtract the products of a block that is solved from the rest of the right-hand side."""
    rows, cols = (block, rest) if layout.across else (rest, block)
    view = layout.a._replace(rows=rows[1] - rows[0], cols=cols[1] - cols[0], triangle="")
    shift = whole.shifts["a"] + rows[0] * view.row + cols[0] * view.col
    product = MatvecLayout(view, across=layout.across, conjugate=layout.conjugate, x=layout.x, y=layout.x)
    return LaunchSpec(
        product,
        {"a": shift, "x": block[0] * layout.x, "y": rest[0] * layout.x},
        {**whole.names, "y": "x"},
        {"alpha": -1.0, "beta": 1.0},
    )
