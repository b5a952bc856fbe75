"""Order of the searches of a sweep, and their time: the problem with the largest expected gain is next.

A problem counts as much as its weight: one each where sizes were named, its share of the time where a program or a network
was. Its expected gain is that weight times the part of its time that a search is expected to save (``expectation``). The
search with the largest gain comes next, for its share of the time that is left, and everything is judged anew after it,
since what was found serves near sizes too. Where too little time is left for the first trial of a search and a few more, none
is begun. A search that came to its own end is not held again; one that ran out of time
may go on later, and less is expected of it each time.
"""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from autoblas.problems import Problem
    from autoblas.tune.expectation import Expectation

__all__ = ["LEAST_SECONDS", "LEAST_TRIALS", "MOST_SECONDS", "Sweep", "Turn", "Wanted"]

LEAST_SECONDS = 10.0
"""A search gets at least so many seconds, since starting it takes some."""

MOST_SECONDS = 75.0
"""A search gets at most so many seconds for its trials: few go on longer by themselves."""

LEAST_TRIALS = 2.0
"""Seconds of its own that a search gets at least, beside what starting it takes."""

START_SECONDS = 4.0
"""Assumed seconds to start the first search: points are listed, a process starts, test data are made."""

SEARCHES_LOOKED_AT = 8
"""The last so many searches say what starting one takes."""

SHORTEST_SECONDS = 1e-3
"""Seconds in which nothing can be done."""

UNFINISHED_GAIN = 0.1
"""Speed-up that is expected of a problem whose search ran out of time; half as much each time."""

LEAST_SAVING = 0.01
"""Searches that are expected to save a smaller part of a problem's time are not held."""

FINALS_FACTOR = 2.0
"""A search with its finals and those of its helpers takes so many times its own seconds."""

LAST_FACTOR = 1.5
"""Such a factor for the last search, which may use what most searches of helpers leave: it is ended with the sweep."""


class Wanted(NamedTuple):
    """A problem of a sweep.

    Attributes:
        problem: The problem.
        weight: Its weight beside the others: its share of the time, or any number that they have in common.
        calls: Number of its calls; 0 where that is not known.
    """

    problem: Problem
    weight: float = 1.0
    calls: int = 0


class Turn(NamedTuple):
    """The search that comes next.

    Attributes:
        wanted: The problem of the sweep.
        seconds: Seconds that it may take; None without a limit.
        expectation: Its expected effect.
    """

    wanted: Wanted
    seconds: float | None
    expectation: Expectation


@dataclass
class _ProblemState:
    """Progress of a problem.

    Attributes:
        cut: Searches of it that ran out of time.
        closed: No further search is to be held: it came to its end, or failed.
    """

    cut: int = 0
    closed: bool = False


@dataclass
class Sweep:
    """The problems of a sweep with their progress, and the choice of the next search.

    Attributes:
        wanted: The problems, each once.
        expect: Expectation of a search for a problem.
        finished: Problems whose searches came to their end in earlier runs; what is not measured any more is searched again.
        limit: The most seconds of a search; None for as long as it goes on.
        turns: Searches that were held.
        time_is_up: The last that ``next_turn`` was asked, too little time was left for what was worth a search.
    """

    wanted: Sequence[Wanted]
    expect: Callable[[Problem], Expectation]
    finished: Collection[Problem] = ()
    limit: float | None = MOST_SECONDS
    turns: int = 0
    time_is_up: bool = False
    _states: dict[Problem, _ProblemState] = field(default_factory=dict)
    _starts: list[float] = field(default_factory=list)
    _firsts: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._states = {entry.problem: _ProblemState() for entry in self.wanted}
        for problem in self.finished:
            if problem in self._states and self.expect(problem).measured:
                self._states[problem].closed = True

    @property
    def done(self) -> int:
        """Problems that need no further search."""
        return sum(state.closed for state in self._states.values())

    @property
    def open(self) -> list[Problem]:
        """The others."""
        return [entry.problem for entry in self._open]

    @property
    def _open(self) -> list[Wanted]:
        return [entry for entry in self.wanted if not self._states[entry.problem].closed]

    def next_turn(self, remaining: float | None) -> Turn | None:
        """The search that comes next; None where nothing is worth one, or there is no time for one.

        Args:
            remaining: Seconds that are left; None without a limit.
        """
        candidates = self._open
        if not candidates:
            return None
        judged = [(entry, self._judged(entry.problem)) for entry in candidates]
        gains = [entry.weight * (1 - 1 / expected.ratio) for entry, expected in judged]
        best = max(range(len(gains)), key=lambda index: _rank(*judged[index], gains[index]))
        wanted, expectation = judged[best]
        if 1 - 1 / expectation.ratio < LEAST_SAVING:
            return None
        if remaining is not None and remaining < self.least_seconds:
            self.time_is_up = True
            return None
        return Turn(wanted, self._share(gains, best, remaining), expectation)

    def _judged(self, problem: Problem) -> Expectation:
        """Expectation of a problem; a search that was cut short is expected to find more."""
        expectation, state = self.expect(problem), self._states[problem]
        if state.cut:
            ratio = 1 + UNFINISHED_GAIN / 2**state.cut
            return expectation._replace(ratio=ratio, reason="its search ran out of time")
        if expectation.measured and expectation.ratio < 1 + UNFINISHED_GAIN:
            return expectation._replace(ratio=1 + UNFINISHED_GAIN, reason="its search was not finished")
        return expectation

    def _share(self, gains: Sequence[float], index: int, remaining: float | None) -> float | None:
        """Seconds for a search: of those that are left, in proportion to its gain."""
        if remaining is None:
            return self.limit
        total = sum(gains)
        share = remaining * gains[index] / total if total > 0 else remaining / len(gains)
        most = math.inf if self.limit is None else self.limit
        share = min(max(share, LEAST_SECONDS), remaining)
        times = FINALS_FACTOR
        if remaining - share < self.least_seconds:  # no other search will follow
            share, times = remaining, LAST_FACTOR
        return min(max((share - self._start) / times, LEAST_TRIALS), most)

    @property
    def least_seconds(self) -> float:
        """Least seconds for a search: until its first trial, as the last ones took, and for its trials.

        The first is held whatever is left, since nobody knows what it takes.
        """
        if not self._firsts:
            return SHORTEST_SECONDS
        return statistics.median(self._firsts[-SEARCHES_LOOKED_AT:]) + LEAST_TRIALS

    @property
    def _start(self) -> float:
        """Seconds to start a search, by the last ones."""
        return statistics.median(self._starts[-SEARCHES_LOOKED_AT:]) if self._starts else START_SECONDS

    def ended(
        self,
        problem: Problem,
        *,
        complete: bool,
        elapsed: float = 0.0,
        granted: float | None = None,
        first: float | None = None,
    ) -> None:
        """Note that a search was held.

        Args:
            problem: Its problem.
            complete: It came to its own end, or cannot be held.
            elapsed: Seconds that it took in all.
            granted: Seconds that it was given for trials; None where it had no limit.
            first: Seconds until its first trial was done; None where it had none.
        """
        self.turns += 1
        if first is not None:
            self._firsts.append(first)
        if not complete and granted is not None:
            self._starts.append(max(elapsed - FINALS_FACTOR * granted, 0.0))
        state = self._states[problem]
        state.cut += not complete
        state.closed = complete


def _rank(wanted: Wanted, expectation: Expectation, gain: float) -> tuple[bool, float, int]:
    """Sort key of the next search: that it is worth one, then its gain, and of equals the most work."""
    return 1 - 1 / expectation.ratio >= LEAST_SAVING, gain, wanted.problem.flops()
