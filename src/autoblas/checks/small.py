"""A small problem on which a text runs as it would on a large one: several work-groups, and edges."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autoblas.devices.languages import dialect_for
from autoblas.plan.choose import resized
from autoblas.plan.texts import kernel_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel
    from autoblas.plan.choose import Choice

__all__ = ["at_small_size", "small"]

SIDES = {1: (259, 1003, 5003, 20011, 50021), 2: (67, 131, 259, 387, 517, 1029)}
"""Sizes to try in turn, by the number of sizes of a problem: no tile divides them."""

AFFORDABLE = 2e8
"""Operations of a problem whose reference takes some tens of milliseconds; larger problems are tried last."""

IMAGE_SIDES = (13, 29, 61)
"""Sizes to try for convolutions, whose work is the product of four sizes and a window's."""

ITEMS = 3
"""Items of a batch."""

GROUPS = 4
"""Work-groups that are enough to detect how they disturb each other."""


def small(kernel: Kernel, params: Any, problem: Any, facts: Facts) -> Any:
    """The smallest problem whose check stands for a point at all sizes; the problem itself where there is none.

    It has an equal text, rules allow it, and at least ``GROUPS`` work-groups take part, where cheap sizes have so many.

    Args:
        kernel: The kernel.
        params: Its parameters, legal for the problem.
        problem: The problem that the point is to serve.
        facts: The device.
    """
    d = dialect_for(facts.extensions)
    digest, largest = kernel_text(kernel, params, problem, d).digest, None
    required = min(GROUPS, _groups(kernel, params, problem) // problem.items)
    for cut in _cuts(problem):
        if (
            kernel.refusal(params, cut, facts) is not None
            or kernel_text(kernel, params, cut, d).digest != digest
        ):
            continue
        if _groups(kernel, params, cut) >= required * cut.items:
            return cut
        largest = cut
    return problem if largest is None else largest


def _groups(kernel: Kernel, params: Any, problem: Any) -> int:
    """Work-groups of a launch."""
    launch = kernel.geometry(params, problem)
    return math.prod(launch.global_size) // math.prod(launch.local_size)


def _cuts(problem: Any) -> Iterator[Any]:
    """The problem at the sizes to try: equal sizes, or its own where they are smaller, or its sums; then halves with full tiles."""
    extents = problem.sizes[: len(problem.extents)]
    items = (min(problem.items, ITEMS),) if problem.batched else ()
    images = "channels" in problem.extents
    sizes_to_try = []
    for side in IMAGE_SIDES if images else SIDES[min(len(extents), 2)]:
        equal = tuple(side if size else 0 for size in extents)  # of nothing there is nothing to try
        sizes_to_try += [equal, tuple(min(size, side) for size in extents)]
        if problem.extents[-1] == "k":  # rules may want long sums
            sizes_to_try.append((*sizes_to_try[-1][:-1], extents[-1]))
    times = min(((size & -size).bit_length() - 1 for size in extents if size > 1), default=0)
    sizes_to_try += [
        tuple(max(size >> shift, min(size, 1)) for size in extents) for shift in range(times, 0, -1)
    ]
    cuts = [problem.resized((*sizes, *items)) for sizes in dict.fromkeys(sizes_to_try)]
    cuts = [cut for cut in cuts if not images or cut.positions > 0]
    yield from sorted(cuts, key=lambda cut: cut.flops() > AFFORDABLE)


def at_small_size(choice: Choice, facts: Facts) -> Choice:
    """A choice for its ``small`` problem, with the same kernels for helpers where they are legal there."""
    return resized(choice, small(choice.kernel, choice.params, choice.problem, facts), facts)
