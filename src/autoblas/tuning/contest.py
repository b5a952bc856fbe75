"""The end of a search: the fastest points and the one that serves take turns, and only a surely faster one wins.

A round times each point once, so that a slow phase of the machine meets all, and only ratios within a round count. Heats of
all choose the challenger, the point with the smallest median ratio to the holder. Then these two alone take turns, until a
sequential sign test decides (W. J. Dixon and A. M. Mood, "The statistical sign test", JASA 41, 1946). Its measure is the
likelihood of the wins, averaged over all chances of a win from 1/2 to 1, by their likelihood where both are equally fast.
It may be looked at after every round: of equals it ever exceeds x in a share of 1 / x of all contests at most (J. Ville,
"Étude critique de la notion de collectif", 1939; H. Robbins, "Statistical methods related to the law of the iterated
logarithm", Ann. Math. Statist. 41, 1970).
"""

from __future__ import annotations

import math
import random
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.tuning.outcome import FEWEST_LAUNCHES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.tuning.outcome import Outcome, Point

__all__ = [
    "FEWEST_HEATS",
    "FEWEST_OF_TWO",
    "HEATS",
    "RISK",
    "UNOPPOSED",
    "Contest",
    "Finalist",
    "evidence",
    "hold",
]

RISK = 0.05
"""The share of contests among equals in which a challenger may win."""

HEATS = 15
"""Rounds of all."""

UNOPPOSED = FEWEST_LAUNCHES
"""Rounds of one that has no rival, or has lost them, so that its time does not rest on a single turn."""

FEWEST_HEATS = 5
"""Rounds of all that are held whatever the time."""

DUEL_ROUNDS = 100
"""Rounds of the two, after which they count as equals."""

FEWEST_OF_TWO = 10
"""Rounds of the two that are held whatever the time, unless they are told apart before: seven wins in a row suffice."""


@dataclass(frozen=True)
class Finalist:
    """A point of a contest, with its timings.

    Attributes:
        point: The point.
        outcome: All its timings in turns.
        ratio: The median over the rounds of its time by the holder's; 1 for the holder.
    """

    point: Point
    outcome: Outcome
    ratio: float


@dataclass(frozen=True)
class Contest:
    """Result of a contest.

    Attributes:
        finalists: The winner, then the others, the fastest first; those that failed are left out.
        rounds: Number of rounds.
    """

    finalists: tuple[Finalist, ...]
    rounds: int


def evidence(wins: int, losses: int) -> float:
    """Likelihood ratio of wins and losses: a win's chance anywhere from 1/2 to 1, against 1/2.

    That is the integral of (2 p)^wins (2 (1 - p))^losses over p from 1/2 to 1, times 2.
    """
    rounds = wins + losses
    below = sum(math.comb(rounds + 1, i) for i in range(wins + 1))
    return below / ((rounds + 1) * math.comb(rounds, wins))


def hold(
    points: Sequence[Point],
    turn: Callable[[Point], Outcome],
    *,
    seconds: float = math.inf,
    seed: int = 0,
    clock: Callable[[], float] = time.monotonic,
) -> Contest:
    """Time points in turns until it is settled who is first.

    Args:
        points: The holder, which stays unless another is surely faster, and its challengers.
        turn: Times a point once.
        seconds: Later than this no round begins, except for the fewest of either kind.
        seed: Of the order of turns in a round.
        clock: Seconds from any origin.
    """
    race, began = _Race(points, turn, seed), clock()

    def goes_on() -> bool:
        return clock() - began < seconds

    holder = race.heats(goes_on)
    best = race.best(holder)
    won = best != holder and race.duel(holder, best, goes_on)
    winner = best if won else holder
    return Contest(race.finalists(holder, winner), race.round_count)


class _Race:
    """The state of a contest; points go by their index, and those that failed leave."""

    def __init__(self, points: Sequence[Point], turn: Callable[[Point], Outcome], seed: int) -> None:
        self.points, self.turn = points, turn
        self.drawn = random.Random(seed)  # noqa: S311 - an order of turns is no secret
        self.active = list(range(len(points)))
        self.outcomes: dict[int, Outcome] = {}
        self.rounds: list[dict[int, float]] = []
        self.last: list[int] = []

    @property
    def round_count(self) -> int:
        """Rounds so far."""
        return len(self.rounds)

    def heats(self, goes_on: Callable[[], bool]) -> int:
        """Rounds of all; the holder, which is the next point where the first fails."""
        while self.active and self.round_count < (HEATS if len(self.active) > 1 else UNOPPOSED):
            if self.round_count >= FEWEST_HEATS and not goes_on():
                break
            self.round(self.active)
        return self.active[0] if self.active else 0

    def duel(self, holder: int, challenger: int, goes_on: Callable[[], bool]) -> bool:
        """Rounds of two until they are told apart; whether the challenger is faster by more than the noise."""
        wins = losses = 0
        for number in range(DUEL_ROUNDS):
            if number >= FEWEST_OF_TWO and not goes_on():
                break
            times = self.round([holder, challenger])
            if len(times) < 2:  # one of the two failed, and the other is left
                return challenger in times
            wins += times[challenger] < times[holder]
            losses += times[challenger] > times[holder]
            if evidence(wins, losses) >= 1 / RISK:
                return True
            if evidence(wins + DUEL_ROUNDS - number - 1, losses) < 1 / RISK:
                break
        return False

    def round(self, indices: Sequence[int]) -> dict[int, float]:
        """Give each its turn, and return the times of those that did not fail."""
        times: dict[int, float] = {}
        for index in self.order(indices):
            outcome = self.turn(self.points[index])
            if outcome.kind == "ok":
                before = self.outcomes.get(index)
                self.outcomes[index] = outcome if before is None else before.extended(outcome)
                times[index] = outcome.median
            else:
                self.active.remove(index)
                self.outcomes.pop(index, None)
        self.rounds.append(times)
        return times

    def order(self, indices: Sequence[int]) -> list[int]:
        """Drawn in every other round, and turned around in the next, as going first may be an advantage."""
        if self.round_count % 2 and set(indices) == set(self.last):
            self.last.reverse()
        else:
            self.last = self.drawn.sample(indices, len(indices))
        return self.last.copy()

    def ratio(self, index: int, holder: int) -> float:
        """The median ratio of a point to the holder, in the rounds of both."""
        return statistics.median(
            times[index] / times[holder] for times in self.rounds if {index, holder} <= times.keys()
        )

    def best(self, holder: int) -> int:
        """Index of the point with the smallest ratio; the holder where no other is below 1."""
        return min(
            self.active, key=lambda index: (self.ratio(index, holder), index != holder), default=holder
        )

    def finalists(self, holder: int, winner: int) -> tuple[Finalist, ...]:
        """The points that did not fail, the winner first."""
        order = sorted(self.active, key=lambda index: (index != winner, self.ratio(index, holder)))
        return tuple(
            Finalist(self.points[index], self.outcomes[index], self.ratio(index, holder)) for index in order
        )
