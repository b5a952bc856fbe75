"""Sweeps: which search comes next, for how long, and when there is nothing left to do; no device is needed."""

import math
from collections.abc import Callable

import pytest

from autoblas.precision import FLOAT32
from autoblas.problems import Matmul, Problem
from autoblas.tune.expectation import Expectation
from autoblas.tune.sweep import (
    FINALS_FACTOR,
    LAST_FACTOR,
    LEAST_SECONDS,
    LEAST_TRIALS,
    MOST_SECONDS,
    START_SECONDS,
    Sweep,
    Wanted,
)

SMALL, MIDDLE, LARGE = (Matmul(n, n, n, FLOAT32) for n in (64, 256, 1024))


def _expecting(
    ratios: dict[Problem, float], measured: tuple[Problem, ...] = ()
) -> Callable[[Problem], Expectation]:
    return lambda problem: Expectation(1e-3, ratios[problem], "as the test says", problem in measured)


def test_the_largest_gain_comes_first():
    """A problem counts by its weight and by the part of its time that is expected to be saved."""
    wanted = [Wanted(SMALL, 1.0), Wanted(MIDDLE, 10.0), Wanted(LARGE, 2.0)]
    sweep = Sweep(wanted, _expecting({SMALL: 2.0, MIDDLE: 1.02, LARGE: 1.9}))
    order = []
    while (turn := sweep.next_turn(None)) is not None:
        order.append(turn.wanted.problem)
        sweep.ended(turn.wanted.problem, complete=True)
    assert order == [LARGE, SMALL, MIDDLE]
    assert sweep.done == 3


def test_of_equal_gains_the_most_work_comes_first():
    """As where nothing was measured yet."""
    sweep = Sweep(
        [Wanted(SMALL), Wanted(LARGE), Wanted(MIDDLE)], _expecting(dict.fromkeys([SMALL, MIDDLE, LARGE], 1.5))
    )
    turn = sweep.next_turn(100.0)
    assert turn is not None
    assert turn.wanted.problem == LARGE


def test_what_is_not_worth_a_search_is_left_alone():
    """However heavy it is, and also where lighter ones are worth one."""
    sweep = Sweep([Wanted(LARGE, 1e6), Wanted(SMALL, 1.0)], _expecting({LARGE: 1.001, SMALL: 1.5}))
    turn = sweep.next_turn(None)
    assert turn is not None
    assert turn.wanted.problem == SMALL
    sweep.ended(SMALL, complete=True)
    assert sweep.next_turn(None) is None


def test_time_is_divided_by_gain():
    """Within what a search gets at least and at most, and within what is left."""
    sweep = Sweep([Wanted(SMALL, 1.0), Wanted(LARGE, 3.0)], _expecting({SMALL: 1.5, LARGE: 1.5}))
    shares = {}
    for left in (1.0, 20.0, 60.0, 120.0, 1e5):
        turn = sweep.next_turn(left)
        assert turn is not None
        assert turn.seconds is not None
        shares[left] = turn.seconds
    assert list(shares.values()) == sorted(shares.values())
    assert shares[1e5] == MOST_SECONDS
    assert shares[120.0] - shares[60.0] == pytest.approx(60 * 0.75 / FINALS_FACTOR)
    assert sweep.next_turn(0.0) is None
    unlimited = sweep.next_turn(None)
    assert unlimited is not None
    assert unlimited.seconds == MOST_SECONDS
    strategy_of_its_own = Sweep([Wanted(SMALL)], _expecting({SMALL: 1.5}), limit=None).next_turn(None)
    assert strategy_of_its_own is not None
    assert strategy_of_its_own.seconds is None


def test_what_starting_a_search_takes_is_learnt():
    """Searches that take longer than they were given get less for their trials."""
    wanted = [Wanted(Matmul(n, n, n, FLOAT32)) for n in range(1, 30)]
    sweep = Sweep(wanted, _expecting({each.problem: 1.5 for each in wanted}))
    first = sweep.next_turn(29 * 20.0)
    assert first is not None
    assert first.seconds is not None
    sweep.ended(
        first.wanted.problem,
        complete=False,
        elapsed=FINALS_FACTOR * first.seconds + 15,
        granted=first.seconds,
    )
    second = sweep.next_turn(29 * 20.0)
    assert second is not None
    assert second.seconds is not None
    assert second.seconds < first.seconds / 2


def test_a_search_that_was_cut_short_goes_on_later():
    """Less is expected of it each time, until it is not worth a start."""
    sweep = Sweep([Wanted(SMALL), Wanted(LARGE)], _expecting({SMALL: 1.2, LARGE: 1.5}))
    order = []
    while (turn := sweep.next_turn(None)) is not None:
        order.append(turn.wanted.problem)
        assert len(order) < 50
        sweep.ended(turn.wanted.problem, complete=False)
    assert order[:2] == [LARGE, SMALL]
    assert order.count(LARGE) == order.count(SMALL) > 1
    assert sweep.done == 0


def test_what_earlier_runs_finished_is_not_searched_again():
    """Unless its records are gone."""
    expect = _expecting({SMALL: 1.5, LARGE: 1.5, MIDDLE: 1.0}, measured=(SMALL, MIDDLE))
    sweep = Sweep([Wanted(SMALL), Wanted(MIDDLE), Wanted(LARGE)], expect, [SMALL, LARGE])
    assert sweep.done == 1
    turn = sweep.next_turn(None)
    assert turn is not None
    assert turn.wanted.problem == LARGE
    sweep.ended(LARGE, complete=True)
    last = sweep.next_turn(None)
    assert last is not None
    assert last.wanted.problem == MIDDLE  # which has records, of a search that was never finished
    assert last.expectation.reason == "its search was not finished"


def test_nothing_wanted_is_nothing_done():
    """An empty sweep has no search, and takes no time."""
    sweep = Sweep([], _expecting({}))
    assert sweep.next_turn(math.inf) is None
    assert LEAST_SECONDS < MOST_SECONDS


def test_no_search_is_begun_that_would_have_no_time():
    """Until its first trial searches took five seconds, and two more are for trials."""
    wanted = [Wanted(Matmul(n, n, n, FLOAT32)) for n in (8, 16, 24)]
    sweep = Sweep(wanted, _expecting({each.problem: 1.5 for each in wanted}))
    first = sweep.next_turn(1.0)  # nobody knows yet
    assert first is not None
    sweep.ended(first.wanted.problem, complete=True, elapsed=8.0, granted=2.0, first=5.0)
    assert sweep.least_seconds == 5.0 + LEAST_TRIALS
    assert sweep.next_turn(6.9) is None
    assert sweep.time_is_up
    assert sweep.open == [each.problem for each in wanted[:2]]
    assert sweep.next_turn(7.1) is not None


def test_the_last_search_gets_what_no_other_could_use():
    """Where less would be left than a search takes."""
    wanted = [Wanted(Matmul(n, n, n, FLOAT32)) for n in (8, 16, 24)]
    sweep = Sweep(wanted, _expecting({each.problem: 1.5 for each in wanted}))
    sweep.ended(wanted[0].problem, complete=True, elapsed=4.0, granted=2.0, first=4.0)
    two, one = sweep.next_turn(17.0), sweep.next_turn(15.0)
    assert two is not None
    assert one is not None
    assert two.seconds == pytest.approx((10.0 - START_SECONDS) / FINALS_FACTOR)
    assert one.seconds == pytest.approx((15.0 - START_SECONDS) / LAST_FACTOR)


def test_nothing_worth_a_search_is_no_want_of_time():
    """However little is left."""
    sweep = Sweep([Wanted(LARGE)], _expecting({LARGE: 1.0}))
    assert sweep.next_turn(0.0) is None
    assert not sweep.time_is_up
