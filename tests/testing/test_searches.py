"""The tests that searches inherit find searches that break a rule."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from autoblas.errors import TuningError
from autoblas.testing import SearchConformance
from autoblas.tuning import Outcome, Request, Search, Strategy
from autoblas.tuning.searches.strategy import Plan


class Right(Strategy):
    """Asks for what was good elsewhere and then for everything, in order."""

    def plan(self) -> Plan:
        """Every point once."""
        for index in dict.fromkeys((*self.start, *range(len(self.points)))):
            yield Request(index, self.trials)


class TestARightSearch(SearchConformance):
    """All of the tests hold for a search that breaks no rule."""

    search = Right
    asks_all = True


class Short(Right):
    """Stops before the best point."""

    def plan(self) -> Plan:
        """Three of them."""
        for index in range(min(3, len(self.points))):
            yield Request(index, self.trials)


class Twice(Right):
    """Measures everything twice."""

    def plan(self) -> Plan:
        """Every point, and again."""
        yield from super().plan()
        yield from super().plan()


class Unsteady(Right):
    """Heeds no seed."""

    def plan(self) -> Plan:
        """Every point in an order of its own."""
        for index in random.sample(range(len(self.points)), len(self.points)):
            yield Request(index, self.trials)


class Outside(Right):
    """Counts the points wrongly."""

    def plan(self) -> Plan:
        """One index too many, whose point Python takes from the other end."""
        yield Request(-1, self.trials)
        yield from super().plan()


class Endless(Right):
    """Never comes to an end."""

    def plan(self) -> Plan:
        """The first point for ever."""
        while True:
            yield Request(0, self.trials)


class Greedy(Right):
    """Launches more often than it may."""

    def plan(self) -> Plan:
        """Every point with a launch too many."""
        for request in super().plan():
            yield Request(request.index, request.trials + 1)


class Forgetful(Right):
    """Looks at nothing that was good elsewhere."""

    def plan(self) -> Plan:
        """Every point in order."""
        for index in range(len(self.points)):
            yield Request(index, self.trials)


class Stubborn(Right):
    """Gives up with the first failure."""

    def plan(self) -> Plan:
        """Every point until one fails."""
        for request in super().plan():
            outcome = yield request
            if outcome.kind != "ok":
                return


class Hasty(Right):
    """Asks on without an answer."""

    def ask(self) -> Request | None:
        """The next point."""
        self._pending = None
        return super().ask()


class Deaf(Right):
    """Takes any answer."""

    def tell(self, index: int, outcome: Outcome) -> None:
        """Whatever it is about."""
        self._pending, self._answer = None, outcome


BROKEN: tuple[tuple[Callable[..., Search], str], ...] = (
    (Short, "comes_near_the_best"),
    (Short, "asks_for_all_points_where_it_says_so"),
    (Short, "finds_the_best_of_few"),
    (Short, "respects_a_budget_of_evaluations"),
    (Short, "respects_a_budget_of_seconds"),
    (Twice, "asks_for_no_launch_twice"),
    (Twice, "begins_with_the_known_good_points"),
    (Twice, "ends_when_everything_fails"),
    (Unsteady, "repeats_itself_under_a_seed"),
    (Outside, "asks_for_all_points_where_it_says_so"),
    (Endless, "comes_near_the_best"),
    (Greedy, "asks_for_no_more_launches_than_it_may"),
    (Forgetful, "begins_with_the_known_good_points"),
    (Stubborn, "finds_the_only_point_that_works"),
    (Hasty, "asks_the_same_until_it_is_told"),
)


@pytest.mark.parametrize(("search", "test"), BROKEN)
def test_a_broken_search_is_found(search, test):
    """Each rule is broken by some search, and its test says so."""
    conformance: Any = TestARightSearch()
    conformance.search = search
    with pytest.raises(AssertionError):
        getattr(conformance, f"test_{test}")()


def test_a_search_that_takes_any_answer_is_found():
    """It raises nothing where an error is due."""
    conformance: Any = TestARightSearch()
    conformance.search = Deaf
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        conformance.test_refuses_what_it_did_not_ask()
    with pytest.raises(TuningError):
        Right([{"n": 1}]).tell(0, None)  # type: ignore[arg-type]
