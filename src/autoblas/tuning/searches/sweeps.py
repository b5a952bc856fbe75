"""Searches that learn nothing on the way, or only which points to drop: exhaustive, random, probe and prune."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.tuning.searches.strategy import Request, Strategy, at_least

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autoblas.tuning.outcome import Outcome, Point
    from autoblas.tuning.searches.strategy import Plan

__all__ = ["Exhaustive", "Probe", "Random"]


def _first(start: Sequence[int], indices: Iterable[int]) -> list[int]:
    """The starting points, then the others, none twice."""
    return list(dict.fromkeys([*start, *indices]))


class Exhaustive(Strategy):
    """Every point once, in order, after the starting points."""

    def plan(self) -> Plan:
        """All points in order."""
        for index in _first(self.start, range(len(self.points))):
            yield Request(index, self.trials)


class Random(Strategy):
    """Every point once, in random order, after the starting points; a budget ends it."""

    def plan(self) -> Plan:
        """All points in random order."""
        shuffled = np.random.default_rng(self.seed).permutation(len(self.points))
        for index in _first(self.start, map(int, shuffled)):
            yield Request(index, self.trials)


class Probe(Strategy):
    """Probe and prune: one launch of every point, a second of those that did well, and so on.

    After each round stay the points whose accumulated time is among the ``top`` smallest that occur; equal times
    stay together, failures go.

    Args:
        points: See ``Strategy``, as for the other options.
        top: Number of distinct times that stay after a round.
        options: Those of ``Strategy``; ``trials`` is the number of rounds.
    """

    def __init__(self, points: Sequence[Point], *, top: int = 3, **options: Any) -> None:
        at_least("top", top, 1)
        self.top = top
        super().__init__(points, **options)

    def plan(self) -> Plan:
        """Round after round."""
        survivors = _first(self.start, range(len(self.points)))
        for launches in range(1, self.trials + 1):
            totals: dict[int, float] = {}
            for index in survivors:
                outcome = yield Request(index, launches)
                if outcome.kind == "ok":
                    totals[index] = _accumulated(outcome, launches)
            stay = set(sorted(set(totals.values()))[: self.top])
            survivors = [index for index, total in totals.items() if total in stay]


def _accumulated(outcome: Outcome, launches: int) -> float:
    """Seconds of so many launches; those that were not taken count as the mean of the others."""
    times = outcome.seconds[:launches]
    return sum(times) * launches / len(times)
