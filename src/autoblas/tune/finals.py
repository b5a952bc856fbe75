"""The finals of a search: the best points and what is served take turns, as many of them as there is time for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from autoblas import tuning
from autoblas.isolate.interruption import as_interrupts
from autoblas.tuning import Finalist, point_key
from autoblas.tuning.contest import ALONE, FEWEST_HEATS, FEWEST_OF_TWO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.tuning import Outcome, Point, Result

__all__ = ["hold_finals"]

FINALISTS = 5
"""Points that are timed again, in turns with what serves already: the fastest of many noisy times is often luck."""

TURN_SECONDS = 0.01
"""Counted launches of a turn of the finals add up to this, at least: what disturbs a machine lasts longer than a turn, so
that many short ones tell more than a few long ones."""

BESIDE = 0.002
"""Seconds that a turn takes beside its launches: two processes talk."""


def hold_finals(
    result: Result,
    child: tuning.Child,
    served: Point | None,
    *,
    seconds: float,
    left: float = math.inf,
    allowed: float = math.inf,
    limit: float,
    seed: int,
) -> tuple[Finalist, ...]:
    """Let the best points, and what is served, take turns; where there are none, the order is what the trials say.

    There are none where nothing new was measured and the best was launched often enough, where the user broke the search off,
    then or now, and where there is no time for the fewest rounds of even two points.

    Args:
        result: What the search found.
        child: Where points are timed.
        served: What would be served without the search; None where nothing would.
        seconds: Later than this no round begins, except for the fewest.
        left: Seconds that the fewest rounds may take too.
        allowed: Seconds that the launches of a trial may take.
        limit: Seconds that each stage of a trial may take.
        seed: Of the order of turns.
    """
    best = [line.point for line in result.ranking(FINALISTS)]
    entrants = _entrants(result, best, served, left)
    known = result.evaluated == 0 and (result.best_outcome is None or result.best_outcome.firm(allowed))
    if result.interrupted or known or not entrants:
        return _untimed(result, best)

    def turn(point: Point) -> Outcome:
        return child.evaluate(point, trials=1, min_seconds=TURN_SECONDS, limit=limit)

    try:
        with as_interrupts():
            return tuning.hold(entrants, turn, seconds=min(seconds, left), seed=seed).finalists
    except KeyboardInterrupt:  # what the search measured is kept without turns
        result.interrupted = True
        return _untimed(result, best)


def _untimed(result: Result, points: Sequence[Point]) -> tuple[Finalist, ...]:
    """Points in their order, with what the search knows of them: they took no turns."""
    outcomes = (result.outcomes[result.points.index(point)] for point in points)
    return tuple(Finalist(point, outcome, math.nan) for point, outcome in zip(points, outcomes, strict=True))


def _entrants(result: Result, best: Sequence[Point], served: Point | None, left: float) -> tuple[Point, ...]:
    """What is served, and of the best points as many as there is time for; none where that is less than one beside it."""
    every = [*best] if served is None else [served, *(point for point in best if point != served)]
    least = min(2, len(every))
    while len(every) > least and _fewest_seconds(result, every) > left:
        every.pop()
    return tuple(every) if _fewest_seconds(result, every) <= left else ()


def _fewest_seconds(result: Result, points: Sequence[Point]) -> float:
    """What the fewest rounds take, by the trials; what was not tried is taken to be as slow as the slowest of the others."""
    known = {point_key(result.points[index]): outcome.median for index, outcome in result.outcomes.items()}
    times = [known.get(point_key(point), math.inf) for point in points]
    slowest = max((seconds for seconds in times if seconds < math.inf), default=0.0)
    turns = [
        seconds + max(seconds, TURN_SECONDS) + BESIDE  # a warm-up is not counted
        for seconds in (min(each, slowest) for each in times)
    ]
    if len(turns) < 2:
        return ALONE * sum(turns)
    return FEWEST_HEATS * sum(turns) + FEWEST_OF_TWO * sum(sorted(turns)[-2:])
