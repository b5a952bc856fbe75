"""The finals of a search: the best points and the one that serves take turns, as many of them as there is time for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from autoblas import tuning
from autoblas.isolate.interruption import as_interrupts
from autoblas.tuning import Finalist, point_key
from autoblas.tuning.contest import FEWEST_HEATS, FEWEST_OF_TWO, UNOPPOSED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.tuning import Outcome, Point, Result

__all__ = ["run_finals"]

FINALISTS = 5
"""Points that are timed again, in turns with the one that serves: the fastest of many noisy times is often luck."""

TURN_SECONDS = 0.01
"""Counted launches of a turn of the finals add up to this, at least: what disturbs a machine lasts longer than a turn, so
that many short ones tell more than a few long ones."""

TURN_OVERHEAD = 0.002
"""Seconds that a turn takes beside its launches: two processes talk."""


def run_finals(
    result: Result,
    child: tuning.Child,
    served: Point | None,
    *,
    seconds: float,
    remaining: float = math.inf,
    allowed: float = math.inf,
    limit: float,
    seed: int,
) -> tuple[Finalist, ...]:
    """Let the best points, and the one that serves, take turns; without finals the trials decide the order.

    No finals are held where nothing new was measured and the best was launched often enough. Nor are they where the user broke
    the search off, then or now, or where there is no time for the fewest rounds of two points.

    Args:
        result: Result of the search.
        child: Child process that times points.
        served: The point that would serve without the search; None where none would.
        seconds: Later than this no round begins, except for the fewest.
        remaining: Seconds that the fewest rounds may take too.
        allowed: Seconds that the launches of a trial may take.
        limit: Seconds that each stage of a trial may take.
        seed: Of the order of turns.
    """
    best = [line.point for line in result.ranking(FINALISTS)]
    entrants = _entrants(result, best, served, remaining)
    settled = result.evaluated == 0 and (result.best_outcome is None or result.best_outcome.firm(allowed))
    if result.interrupted or settled or not entrants:
        return _untimed(result, best)

    def turn(point: Point) -> Outcome:
        return child.evaluate(point, trials=1, min_seconds=TURN_SECONDS, limit=limit)

    try:
        with as_interrupts():
            return tuning.hold(entrants, turn, seconds=min(seconds, remaining), seed=seed).finalists
    except KeyboardInterrupt:  # what the search measured is kept without turns
        result.interrupted = True
        return _untimed(result, best)


def _untimed(result: Result, points: Sequence[Point]) -> tuple[Finalist, ...]:
    """Points in their order, with their outcomes in the search: they took no turns."""
    outcomes = (result.outcomes[result.points.index(point)] for point in points)
    return tuple(Finalist(point, outcome, math.nan) for point, outcome in zip(points, outcomes, strict=True))


def _entrants(
    result: Result, best: Sequence[Point], served: Point | None, remaining: float
) -> tuple[Point, ...]:
    """The point that serves, and as many of the best as there is time for; none where that is less than one beside it."""
    entrants = [*best] if served is None else [served, *(point for point in best if point != served)]
    least = min(2, len(entrants))
    while len(entrants) > least and _fewest_seconds(result, entrants) > remaining:
        entrants.pop()
    return tuple(entrants) if _fewest_seconds(result, entrants) <= remaining else ()


def _fewest_seconds(result: Result, points: Sequence[Point]) -> float:
    """Seconds of the fewest rounds, by the trials; a point that was not tried counts as slow as the slowest that was."""
    medians = {point_key(result.points[index]): outcome.median for index, outcome in result.outcomes.items()}
    times = [medians.get(point_key(point), math.inf) for point in points]
    slowest = max((seconds for seconds in times if seconds < math.inf), default=0.0)
    turns = [
        seconds + max(seconds, TURN_SECONDS) + TURN_OVERHEAD  # a warm-up is not counted
        for seconds in (min(seconds, slowest) for seconds in times)
    ]
    if len(turns) < 2:
        return UNOPPOSED * sum(turns)
    return FEWEST_HEATS * sum(turns) + FEWEST_OF_TWO * sum(sorted(turns)[-2:])
