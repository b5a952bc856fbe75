"""Outcomes, rankings and the measuring loop."""

import json
import math
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoblas.errors import ArgumentError
from autoblas.tuning import Outcome, measure, point_key, rank
from autoblas.tuning.measure import MOST_LAUNCHES
from support.outcome_strategies import SECONDS, outcome_strategy, point_strategy


class FakeClock:
    """Launches that take given times on a clock that only they move."""

    def __init__(self, times: Iterator[float]) -> None:
        self.times, self.now, self.launches = times, 0.0, 0

    def run(self) -> float:
        """Launch once."""
        seconds = next(self.times)
        self.now += seconds
        self.launches += 1
        return seconds

    def measure(
        self,
        trials: int,
        min_seconds: float = 0.0,
        give_up_above: float | None = None,
        at_most: float | None = None,
    ) -> tuple[float, ...]:
        """Measure these launches by this clock."""
        return measure(
            self.run,
            trials=trials,
            min_seconds=min_seconds,
            give_up_above=give_up_above,
            at_most=at_most,
            clock=lambda: self.now,
        )


def constant(seconds: float) -> FakeClock:
    """Every launch takes the same time."""
    return FakeClock(iter(lambda: seconds, None))


def test_the_first_launch_is_not_counted():
    """The warm-up runs and is discarded."""
    assert FakeClock(iter([9.0, 1.0, 2.0, 3.0])).measure(3) == (1.0, 2.0, 3.0)


@given(trials=st.integers(1, 20), min_seconds=st.floats(0, 5), each=st.floats(0.01, 2))
def test_there_are_enough_launches_and_enough_seconds(trials, min_seconds, each):
    """Both minima are met, and one launch fewer would not have met them."""
    times = constant(each).measure(trials, min_seconds)
    assert len(times) >= trials
    assert len(times) == MOST_LAUNCHES or sum(times) >= min_seconds
    assert len(times) == trials or sum(times[:-1]) < min_seconds


def test_seconds_that_are_reached_exactly_are_enough():
    """No launch is added to them."""
    assert len(constant(1.0).measure(1, min_seconds=3.0)) == 3


def test_a_launch_that_takes_no_time_does_not_go_on_for_ever():
    """The number of launches is capped."""
    assert len(constant(0.0).measure(1, min_seconds=1.0)) == MOST_LAUNCHES


def test_a_slow_point_is_given_up_early_but_a_near_one_is_not():
    """Three times slower than the best is the mark; one slow launch among fast ones does not count."""
    assert len(constant(3.1).measure(10, give_up_above=1.0)) == 1
    assert len(constant(2.9).measure(10, give_up_above=1.0)) == 10
    assert len(constant(3.1).measure(10, give_up_above=2.0)) == 10
    assert len(FakeClock(iter([1.0, 1.0, 99.0, 1.0])).measure(3, give_up_above=1.0)) == 3


def test_a_slow_first_launch_says_nothing_of_the_point():
    """Drivers put off work until then; the launches behind it do."""
    late = [0.2, 1e-3, 1e-3, 1e-3]
    assert FakeClock(iter(late)).measure(3, give_up_above=1e-3) == (1e-3,) * 3
    assert FakeClock(iter([0.2, 0.2])).measure(3, give_up_above=1e-3) == (0.2,)


def test_a_first_launch_that_takes_all_the_time_is_the_only_one():
    """A second one would take the process over its limit."""
    clock = constant(40.0)
    assert clock.measure(5, at_most=30.0) == (40.0,)
    assert clock.launches == 1


def test_a_hopeless_warm_up_is_the_only_launch():
    """More than ten times slower than the best, and long, it is taken for the result."""
    for seconds, launches in ((5.1, 1), (4.9, 2)):
        clock = constant(seconds)
        assert clock.measure(10, give_up_above=0.5) == (seconds,)
        assert clock.launches == launches


def test_no_launch_begins_when_the_time_is_over():
    """Launches that take seconds each are counted until the clock says stop, and one is counted in any case."""
    assert len(constant(4.0).measure(10, at_most=10.0)) == 2
    assert len(constant(40.0).measure(10, at_most=10.0)) == 1
    assert len(constant(5.0).measure(10, at_most=10.0)) == 1


def test_no_trials_are_refused():
    """Nothing can be said after no launch."""
    with pytest.raises(ArgumentError, match=r"^trials: expected at least 1; got 0$"):
        constant(1.0).measure(0)


@given(SECONDS)
def test_statistics_are_those_of_numpy(seconds):
    """Median, mean, deviation and minimum agree with NumPy."""
    outcome = Outcome("ok", seconds)
    expected = [np.median(seconds), np.mean(seconds), np.std(seconds), np.min(seconds)]
    np.testing.assert_allclose(
        [outcome.median, outcome.mean, outcome.stdev, outcome.best], expected, rtol=1e-9, atol=1e-9
    )


@given(SECONDS.filter(lambda s: min(s) > 1e-6), st.floats(1, 1e12))
def test_rates_are_means_over_launches(seconds, flops):
    """The rate of a line is the mean of the rates of its launches, and so for the deviation."""
    (line,) = rank([({"n": 1}, Outcome("ok", seconds))], flops)
    rates = flops / np.array(seconds)
    np.testing.assert_allclose(
        [line.rate, line.rate_stdev], [rates.mean(), rates.std()], rtol=1e-6, atol=1e-6 * flops
    )
    assert line.trials == len(seconds)


def test_a_ranking_is_by_median_and_leaves_failures_out():
    """The fastest comes first, equals in their order, failures nowhere."""
    seconds = {0: (3.0,), 1: (1.0, 9.0, 1.0), 2: (), 3: (1.0,)}
    outcomes = [({"n": n}, Outcome("ok", s) if s else Outcome("wrong")) for n, s in seconds.items()]
    assert [line.point["n"] for line in rank(outcomes)] == [1, 3, 0]
    assert [line.rate for line in rank(outcomes)] == [0.0] * 3
    assert [line.total_seconds for line in rank(outcomes)] == [11.0, 1.0, 3.0]


@given(outcome_strategy())
def test_outcomes_survive_json(outcome):
    """What is written is what is read."""
    assert Outcome.from_dict(json.loads(json.dumps(outcome.to_dict()))) == outcome


@given(point_strategy())
def test_the_key_of_a_point_does_not_depend_on_the_order_of_its_names(point):
    """Equal points have one key, and the key says what the point was."""
    assert point_key(dict(reversed(point.items()))) == point_key(point)
    assert json.loads(point_key(point)) == point


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"kind": "fine"},
        {"kind": "ok"},
        {"kind": "wrong", "seconds": [1.0]},
        {"kind": "wrong", "colour": 1},
        {"kind": "wrong", "message": 3},
        {"kind": "wrong", "stage": ["x"]},
        {"kind": "ok", "seconds": [1.0], "source": {}},
        {"kind": "ok", "seconds": [1.0], "build_seconds": []},
    ],
)
def test_what_is_no_outcome_is_refused(values):
    """Missing, unknown and contradictory fields are errors, not defaults."""
    with pytest.raises(ValueError, match=r"outcome"):
        Outcome.from_dict(values)


@pytest.mark.parametrize("number", [-1.0, math.inf, -math.inf, math.nan])
def test_what_is_no_time_is_refused(number):
    """Of a launch and of the compiler; 0 is one."""
    with pytest.raises(ValueError, match="are not all times"):
        Outcome("ok", (1.0, number))
    with pytest.raises(ValueError, match=f"{number} is no time"):
        Outcome("wrong", build_seconds=number)
    assert Outcome("ok", (0.0,), build_seconds=0.0).median == 0.0


def test_a_point_that_json_cannot_write_has_no_key():
    """NaN is equal to nothing, itself included."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        point_key({"n": math.nan})


@pytest.mark.parametrize("cut", [1, True, "yes"])
def test_whether_it_was_cut_short_is_a_truth_value(cut):
    """Whatever was written, so that equal outcomes are equal."""
    assert Outcome.from_dict({"kind": "ok", "seconds": [1], "cut": cut}).cut is True


def test_later_launches_add_up_and_later_failures_replace():
    """A point that is tried again keeps its earlier times unless it fails."""
    first, second = Outcome("ok", (1.0,), build_seconds=2.0), Outcome("ok", (3.0,))
    assert first.extended(second) == Outcome("ok", (1.0, 3.0), build_seconds=2.0)
    assert first.extended(Outcome("crashed")).kind == "crashed"
    cut = Outcome("ok", (9.0,), source="text", build_seconds=1.0, cut=True)
    assert first.extended(cut) == Outcome("ok", (1.0, 9.0), source="text", build_seconds=2.0, cut=True)
    assert not cut.extended(second).cut


@pytest.mark.parametrize(
    ("seconds", "firm"),
    [
        ((1.0,) * 3, True),
        ((1.0,) * 2, False),
        ((1.0,), False),
        ((8.0,), True),
        ((7.0, 7.0), False),
        ((), False),
    ],
)
def test_a_time_is_firm_that_rests_on_several_launches(seconds, firm):
    """Or on fewer where a warm-up and three more take longer than is allowed, here 30 s."""
    assert Outcome("ok" if seconds else "wrong", seconds).firm(30.0) == firm
