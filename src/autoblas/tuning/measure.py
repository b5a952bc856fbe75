"""Timing of a launch: a warm-up, then repetitions until there are enough launches and enough seconds."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from autoblas.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["GIVE_UP_RATIO", "MOST_LAUNCHES", "measure"]

HOPELESS_RATIO = 10.0
"""A warm-up that many times above is taken for the result, if it is ``LONG_SECONDS`` too."""

LONG_SECONDS = 0.25
"""Seconds: shorter launches are repeated, however slow the first was, since a driver may put off work until then."""

GIVE_UP_RATIO = 3.0
"""A point this many times slower than the best is not worth further launches."""
MOST_LAUNCHES = 1000
"""Launches after which more seconds tell nothing new."""


def measure(
    run: Callable[[], float],
    *,
    trials: int = 5,
    min_seconds: float = 0.0,
    give_up_above: float | None = None,
    at_most: float | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, ...]:
    """Time launches until there are at least ``trials`` of them and they add up to ``min_seconds``.

    The first launch warms up and is not counted, unless it was so long that no other is worth its time, or that there is
    none left. One launch is counted in any case.

    Args:
        run: Launches once and returns the seconds that took.
        trials: Launches to count, at least.
        min_seconds: Their total, at least; given up after ``MOST_LAUNCHES`` launches.
        give_up_above: Seconds a launch; once the fastest so far is ``GIVE_UP_RATIO`` times above it, that is enough.
        at_most: Seconds on the clock after which no further launch is begun.
        clock: Seconds from any origin.

    Returns:
        The seconds of each counted launch.

    Raises:
        ArgumentError: ``trials`` is less than one.
    """
    if trials < 1:
        raise ArgumentError("trials", "at least 1", str(trials))
    began = clock()
    warm_up = run()
    hopeless = give_up_above is not None and warm_up > max(HOPELESS_RATIO * give_up_above, LONG_SECONDS)
    if hopeless or (at_most is not None and clock() - began >= at_most):
        return (warm_up,)
    times: list[float] = []
    total, fastest = 0.0, float("inf")
    while len(times) < trials or (total < min_seconds and len(times) < MOST_LAUNCHES):
        seconds = run()
        times.append(seconds)
        total, fastest = total + seconds, min(fastest, seconds)
        if give_up_above is not None and fastest > GIVE_UP_RATIO * give_up_above:
            break
        if at_most is not None and clock() - began >= at_most:
            break
    return tuple(times)
