"""Replays searches on recorded spaces: what they asked for, in which order, and what processor time they took for it."""

from __future__ import annotations

import itertools
import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas import tuning
from autoblas.kernels import kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.searches.space import RecordedSpace

__all__ = ["Course", "Goal", "replay"]


@dataclass(frozen=True)
class Course:
    """The points that a search asked for.

    Attributes:
        order: Points by index, each once, in the order of their evaluations.
        overhead: Processor seconds that the search itself had taken when it asked for each.
    """

    order: Sequence[int]
    overhead: Sequence[float]

    def shares(self, space: RecordedSpace) -> list[float]:
        """Share of the optimum's speed that was reached after each evaluation."""
        best = itertools.accumulate((space.seconds[i] for i in self.order), min)
        return [space.optimum / seconds for seconds in best]

    def reached(self, space: RecordedSpace, share: float) -> int | None:
        """Evaluations until a share of the optimum; None where it was not reached."""
        return next((n for n, reached in enumerate(self.shares(space), 1) if reached >= share), None)

    def wall(self, space: RecordedSpace, evaluations: int) -> float:
        """Seconds that so many evaluations take, as recorded, with the search's own time."""
        return self.overhead[evaluations - 1] + math.fsum(space.costs[i] for i in self.order[:evaluations])


class Goal:
    """The end of a course: all evaluations are done, or enough of them and a share of the optimum is reached.

    Args:
        space: The space.
        share: The share of the optimum's speed to be reached.
        least: Evaluations in any case, where the search does not end before.
        most: Evaluations, at most.
    """

    def __init__(self, space: RecordedSpace, share: float, least: int, most: int) -> None:
        self.enough, self.least = space.optimum / share, least
        self.most = min(most, len(space.points))
        self.seconds = space.seconds
        self.order: dict[int, float] = {}
        self._best = math.inf

    @property
    def over(self) -> bool:
        """True if no further point has to be evaluated."""
        done = len(self.order)
        return done >= self.most or (done >= self.least and self._best <= self.enough)

    def ask(self, index: int, overhead: float) -> None:
        """Write down that a point was asked for, the first time that it is, and what the search had taken by then."""
        if not self.over and index not in self.order:
            self.order[index] = overhead
            self._best = min(self._best, self.seconds[index])

    @property
    def course(self) -> Course:
        """The course by now."""
        return Course(list(self.order), list(self.order.values()))


def replay(name: str, space: RecordedSpace, seed: int, goal: Goal, **options: object) -> Course:
    """The course of one of our searches.

    Args:
        name: The search.
        space: The space, of which the search gets the parameters alone, and no starting points.
        seed: The seed of its random numbers.
        goal: The goal that ends it.
        options: Options of the search.
    """
    began = time.process_time()
    groups = {name: group for kernel in kernels().values() for name, group in kernel.space.groups().items()}
    search = tuning.make_search(name, space.points, trials=1, seed=seed, groups=groups, **options)
    while not goal.over and (request := search.ask()) is not None:
        goal.ask(request.index, time.process_time() - began)
        search.tell(request.index, space.outcome(request.index))
    return goal.course
