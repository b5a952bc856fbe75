"""Conformance tests of the tuner's searches, which the test class of a search inherits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from autoblas.errors import ArgumentError, TuningError
from autoblas.testing.surface import GROUPS, Local, outcome_of, surface, surface_points
from autoblas.tuning import Outcome, run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.tuning import Point, Request, Search

__all__ = ["SearchConformance", "course"]

POINTS = surface_points()
OPTIMUM = min(map(surface, POINTS))


def course(
    make: Callable[..., Search],
    points: Sequence[Point],
    answer: Callable[[Point, int], Outcome],
    **options: Any,
) -> list[Request]:
    """All requests of a search, each answered at once.

    Args:
        make: Makes the search from points and options, as a subclass of ``Strategy`` does.
        points: The space.
        answer: Outcome of a point in so many launches.
        options: As ``make`` takes them.
    """
    search = make(points, groups=GROUPS, **options)
    requests: list[Request] = []
    while (request := search.ask()) is not None:
        requests.append(request)
        search.tell(request.index, answer(points[request.index], request.trials))
        assert len(requests) < 20 * len(points) + 100, "the search does not end"
    assert search.ask() is None, "a search that is done stays done"
    return requests


def _failed(_point: Point, _trials: int) -> Outcome:
    return Outcome("build failed", stage="build", message="no")


class SearchConformance:
    """Tests of one search; inherit them, and name the search.

    Attributes:
        search: The search: a subclass of ``tuning.searches.strategy.Strategy``, or whatever makes a search from points
            and its options.
        within: Time of the best point that it finds, at most, relative to the optimum.
        starts_first: It asks for the points that were good elsewhere before all others.
        asks_all: It asks for every point at least once.
    """

    search: Callable[..., Search]
    within: float = 1.05
    starts_first: bool = True
    asks_all: bool = False

    def _course(
        self, points: Sequence[Point], answer: Callable[[Point, int], Outcome] = outcome_of, **options: Any
    ) -> list[Request]:
        return course(self.search, points, answer, **options)

    def test_comes_near_the_best(self) -> None:
        """Driven to its end, it finds a point as near the best as it says."""
        requests = self._course(POINTS, trials=2)
        assert min(surface(POINTS[request.index]) for request in requests) <= self.within * OPTIMUM

    def test_asks_for_all_points_where_it_says_so(self) -> None:
        """It asks for points that there are, and misses some exactly where it does not promise them all."""
        requested = {request.index for request in self._course(POINTS)}
        assert requested <= set(range(len(POINTS)))
        assert (requested == set(range(len(POINTS)))) == self.asks_all

    def test_finds_the_best_of_few(self) -> None:
        """Of a handful of points none is left out: there is nothing to save."""
        points = POINTS[:-7:-1]
        requests = self._course(points)
        assert min(surface(points[request.index]) for request in requests) == min(map(surface, points))

    def test_repeats_itself_under_a_seed(self) -> None:
        """Equal seeds and outcomes give equal courses."""
        points = POINTS[::7]
        assert self._course(points, seed=3) == self._course(points, seed=3)

    def test_asks_for_no_launch_twice(self) -> None:
        """A point is asked for again only for more launches than before."""
        requests = self._course(POINTS[::5], trials=3)
        most: dict[int, int] = {}
        for request in requests:
            assert request.trials > most.get(request.index, 0)
            most[request.index] = request.trials

    def test_asks_for_no_more_launches_than_it_may(self) -> None:
        """Of each point at least one and at most ``trials``, and of some as many."""
        requests = self._course(POINTS[::5], trials=3)
        assert min(request.trials for request in requests) >= 1
        assert max(request.trials for request in requests) == 3

    def test_asks_the_same_until_it_is_told(self) -> None:
        """One question at a time: another comes after the answer."""
        search = self.search(POINTS)
        first = search.ask()
        assert first is not None
        assert search.ask() == first
        search.tell(first.index, outcome_of(POINTS[first.index], first.trials))
        assert search.ask() != first

    def test_refuses_what_it_did_not_ask(self) -> None:
        """An answer to a question that was not asked, or that was answered, is an error."""
        search = self.search(POINTS)
        with pytest.raises(TuningError):
            search.tell(0, outcome_of(POINTS[0]))
        request = search.ask()
        assert request is not None
        with pytest.raises(TuningError):
            search.tell(request.index + 1, outcome_of(POINTS[0]))
        search.tell(request.index, outcome_of(POINTS[request.index], request.trials))
        with pytest.raises(TuningError):
            search.tell(request.index, outcome_of(POINTS[request.index], request.trials))

    def test_begins_with_the_known_good_points(self) -> None:
        """The starting points are all asked for, each once; they are the first where the search says so."""
        requested = [request.index for request in self._course(POINTS, start=[400, 17, 400], trials=1)]
        assert requested.count(400) == requested.count(17) == 1
        assert (requested[:2] == [400, 17]) == self.starts_first

    def test_ends_when_everything_fails(self) -> None:
        """Where every point fails the search gives up, having asked for no point twice."""
        requested = [request.index for request in self._course(POINTS[::3], _failed)]
        assert 0 < len(requested) == len(set(requested))

    def test_finds_the_only_point_that_works(self) -> None:
        """Failures around the only point that works do not keep a search from it."""
        points = POINTS[-12:]
        good = points[5]
        requests = self._course(
            points, lambda p, n: outcome_of(p, n) if p == good else _failed(p, n), trials=1
        )
        assert 5 in [request.index for request in requests]

    def test_of_no_points_is_done(self) -> None:
        """An empty space is done before it begins."""
        assert self.search([]).ask() is None

    def test_refuses_what_makes_no_sense(self) -> None:
        """No launches, and starting points that are not there."""
        with pytest.raises(ArgumentError, match="trials"):
            self.search(POINTS, trials=0)
        with pytest.raises(ArgumentError, match="start"):
            self.search(POINTS, start=[len(POINTS)])

    def test_respects_a_budget_of_evaluations(self) -> None:
        """A run tries no more points than it may."""
        evaluate = Local()
        result = run(POINTS, self.search(POINTS, trials=1, groups=GROUPS), evaluate, evaluations=10)
        assert len(evaluate.tried) == result.evaluated == 10

    def test_respects_a_budget_of_seconds(self) -> None:
        """No trial begins after the budget is spent."""
        now = 0.0

        def seconds(point: Point) -> float:
            nonlocal now
            now += 1.0
            return surface(point)

        evaluate = Local(seconds)
        run(POINTS, self.search(POINTS, trials=1), evaluate, seconds=5.5, clock=lambda: now)
        assert len(evaluate.tried) == 6
