"""Contests: noise alone replaces no point, a better point wins, and the others go on where one fails."""

import itertools
import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pytest

from autoblas.tuning import Outcome, Point, hold
from autoblas.tuning.contest import DUEL_ROUNDS, FEWEST_HEATS, FEWEST_OF_TWO, HEATS, RISK, UNOPPOSED, evidence
from support.planted import line

NOISE = 0.05
"""Standard deviation of the logarithm of a turn's time; one turn in ten is interrupted besides."""


def noisy(seconds: Sequence[float], seed: int, drift: float = 0.0) -> Callable[[Point], Outcome]:
    """Turns of points that take so long, as a machine with noise times them, getting slower by ``drift`` a turn."""
    rng, turns = np.random.default_rng(seed), itertools.count()

    def turn(point: Point) -> Outcome:
        taken = seconds[int(point["n"])] * math.exp(rng.normal(0, NOISE) + drift * next(turns))
        return Outcome("ok", (taken * (1.5 if rng.random() < 0.1 else 1.0),))

    return turn


def winners(seconds: Sequence[float], contests: int, drift: float = 0.0) -> list[int]:
    """Who won each of so many contests."""
    points = line(len(seconds))
    held = (hold(points, noisy(seconds, seed, drift), seed=seed) for seed in range(contests))
    return [int(contest.finalists[0].point["n"]) for contest in held]


@pytest.mark.budget(one_in=2)
@pytest.mark.parametrize("challengers", [1, 5])
def test_noise_alone_replaces_the_holder_in_one_contest_of_twenty_at_most(challengers):
    """Equal points are told apart by luck only, and that does not suffice."""
    won = winners([1.0] * (1 + challengers), 400)
    assert sum(n != 0 for n in won) <= RISK * 400


@pytest.mark.parametrize("drift", [0.0, 0.01])
def test_a_point_that_is_faster_by_a_tenth_wins(drift):
    """Among equals of the holder, and on a machine that gets slower all the time too."""
    won = winners([1.0, 1.0, 0.9, 1.0, 1.05, 1.2], 200, drift)
    assert sum(n == 2 for n in won) >= 0.95 * 200


def test_the_fastest_of_several_better_points_wins():
    """The heats choose it."""
    won = winners([1.0, 0.93, 0.8, 0.97], 100)
    assert sum(n == 2 for n in won) >= 95


def test_going_first_decides_nothing():
    """On a machine that does nothing but get slower, equals win by turns."""
    elapsed = itertools.count(100)
    for seed in range(20):
        contest = hold(line(2), lambda point: Outcome("ok", (1e-3 * next(elapsed),)), seed=seed)
        assert contest.finalists[0].point == {"n": 0}


def test_finalists_are_ordered_by_their_ratios():
    """The holder's is 1; those that are not among the two have the timings of the heats."""
    contest = hold(line(4), noisy([1e-3, 2e-3, 0.5e-3, 1.5e-3], 3))
    assert [finalist.point["n"] for finalist in contest.finalists] == [2, 0, 3, 1]
    assert [finalist.ratio for finalist in contest.finalists] == pytest.approx([0.5, 1, 1.5, 2], rel=0.2)
    turns = [len(finalist.outcome.seconds) for finalist in contest.finalists]
    assert turns == [contest.rounds, contest.rounds, HEATS, HEATS]


def test_one_point_has_the_fewest_turns_and_none_has_none():
    """Nothing is to be decided, but the time is kept, and so does not rest on one launch."""
    contest = hold(line(1), in_turn([9.0, 1.0, 1.0]))
    assert (contest.rounds, len(contest.finalists)) == (UNOPPOSED, 1)
    assert contest.finalists[0].outcome.median == 1.0
    assert hold([], noisy([], 0)).finalists == ()


def test_no_challenger_means_no_rounds_of_two():
    """Who is slower in the middle of the heats has nothing to prove."""
    assert hold(line(3), noisy([1.0, 1.3, 1.2], 0)).rounds == HEATS
    assert hold(line(2), in_turn(itertools.repeat(1.0), itertools.repeat(1.0))).rounds == HEATS


def test_time_ends_a_contest_only_after_the_fewest_rounds():
    """Slow points get as many turns as it takes to tell a large difference from luck, and no more."""
    often = itertools.cycle((0.9, 0.9, 1.1))

    def turn(point):
        return Outcome("ok", (next(often) if point["n"] else 1.0,))

    contest = hold(line(2), turn, seconds=0.0)
    assert contest.rounds == FEWEST_HEATS + FEWEST_OF_TWO
    contest = hold(line(2), noisy([1.0, 0.5], 0), seconds=0.0)
    assert contest.finalists[0].point == {"n": 1}


def in_turn(*seconds: Iterable[float]) -> Callable[[Point], Outcome]:
    """Turns of points that take these times, one after the other."""
    each = [iter(times) for times in seconds]
    return lambda point: Outcome("ok", (next(each[int(point["n"])]),))


def after_heats(*later: float) -> Iterable[float]:
    """A point that is faster than 1 in the heats, and then takes these times again and again."""
    return itertools.chain([0.9] * HEATS, itertools.cycle(later))


@pytest.mark.parametrize(
    ("later", "winner", "rounds"),
    [
        ((0.9,), 1, 7),
        ((1.0, 0.9), 1, 14),
        ((0.9, 0.9, 1.1), 1, None),
        ((1.0,), 0, None),
        ((1.1,), 0, None),
        ((0.9, 1.1), 0, None),
    ],
)
def test_two_take_turns_until_they_are_told_apart(later: tuple[float, ...], winner, rounds):
    """Seven wins in a row suffice, equal times count for neither, and who could not win any more is out."""
    contest = hold(line(2), in_turn(itertools.repeat(1.0), after_heats(*later)))
    held = contest.rounds - HEATS
    assert contest.finalists[0].point == {"n": winner}
    assert held == rounds or rounds is None

    def settled(count):
        times = list(itertools.islice(itertools.cycle(later), count))
        wins, losses = sum(time < 1 for time in times), sum(time > 1 for time in times)
        if winner:
            return evidence(wins, losses) >= 1 / RISK
        return evidence(wins + DUEL_ROUNDS - count, losses) < 1 / RISK

    assert settled(held)
    assert not settled(held - 1)


def test_a_challenger_that_fails_leaves_the_holder_where_it_is():
    """A third, which had no turns against the holder alone, does not take its place."""
    seconds = noisy([1.0, 0.8, 0.6], 1)
    turns = itertools.count()

    def turn(point):
        if point["n"] == 2 and next(turns) == HEATS + 1:
            return Outcome("crashed", stage="time", message="the device is gone")
        return seconds(point)

    assert [finalist.point["n"] for finalist in hold(line(3), turn).finalists] == [0, 1]


@pytest.mark.parametrize(("seconds", "rounds"), [(0.0, FEWEST_HEATS), (12.0, 6), (13.0, 7), (1e9, HEATS)])
def test_no_round_begins_when_the_time_is_over(seconds, rounds):
    """Two points that take a second each, on a clock that began long ago."""
    now = itertools.count(1000.0)
    clock = [1000.0]

    def turn(point):
        clock[0] = next(now) + 1
        return Outcome("ok", (2.0 if point["n"] else 1.0,))

    assert hold(line(2), turn, seconds=seconds, clock=lambda: clock[0]).rounds == rounds


def test_the_order_of_turns_is_drawn_and_then_turned_around():
    """By the seed, so that a contest can be held again as it was."""

    def order(seed):
        seen: list[int] = []
        steady = noisy([1.0, 1.3, 1.2], 0)

        def turn(point):
            seen.append(int(point["n"]))
            return steady(point)

        hold(line(3), turn, seed=seed)
        return seen

    drawn = order(1)
    assert drawn == order(1)
    assert drawn != order(2)
    rounds = [drawn[i : i + 3] for i in range(0, len(drawn), 3)]
    assert all(second == first[::-1] for first, second in zip(rounds[::2], rounds[1::2], strict=False))
    assert len(set(map(tuple, rounds))) > 2


@pytest.mark.parametrize("when", [0, 3, HEATS + 1])
@pytest.mark.parametrize("failing", [0, 1, 2])
def test_who_fails_leaves(failing, when):
    """A challenger is dropped; where the holder fails, the next takes its place."""
    steady, turns = noisy([1.0, 0.8, 0.6], 1), itertools.count()

    def turn(point):
        if point["n"] == failing and next(turns) == when:
            return Outcome("crashed", stage="time", message="the device is gone")
        return steady(point)

    order = [finalist.point["n"] for finalist in hold(line(3), turn).finalists]
    gone = failing if when < HEATS or failing != 1 else None  # who is not among the two has no more turns
    assert sorted(order) == [n for n in (0, 1, 2) if n != gone]
    assert order[0] == next(n for n in (2, 1, 0) if n != gone) or when > HEATS


def test_evidence_is_the_average_likelihood_ratio():
    """As integrated numerically; and its mean over all courses of equals is 1, so that it is rarely large by luck."""
    chances = (np.arange(200_000) + 0.5) / 400_000 + 0.5
    for wins, losses in ((0, 0), (1, 0), (9, 0), (3, 4), (12, 2)):
        average = np.mean((2 * chances) ** wins * (2 * (1 - chances)) ** losses)
        assert evidence(wins, losses) == pytest.approx(average, rel=1e-6)
    mean = sum(math.comb(12, wins) * evidence(wins, 12 - wins) for wins in range(13)) / 2**12
    assert mean == pytest.approx(1)
