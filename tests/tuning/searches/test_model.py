"""The model's search: what it expects of points, which of them it considers, and when it stops."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

from autoblas.errors import ArgumentError
from autoblas.testing.searches import course as course_of
from autoblas.testing.surface import outcome_of, surface, surface_points
from autoblas.tuning import STRATEGIES, Outcome, Request, make_search
from autoblas.tuning.outcome import Point
from autoblas.tuning.searches import model
from autoblas.tuning.searches.gaussian import GaussianProcess

POINTS = surface_points()
TILE, FLAT = POINTS[:864], POINTS[864:]
FAILED = Outcome("build failed", stage="build", message="no")


def asked(points: Sequence[Point], answer: Callable[[Point, int], Outcome], **options: Any) -> list[Request]:
    """Everything that the search asks, answered at once."""
    return course_of(STRATEGIES["model"], points, answer, **options)


def course(
    points: Sequence[Point], seen: Sequence[int] = (), failed: Sequence[int] = ()
) -> model._Exploration:
    """A course that has seen these points, in order, some of which failed."""
    made = model._Exploration(points, (), 0)
    for index in seen:
        made.observe(index, FAILED if index in failed else outcome_of(points[index]))
    return made


def test_the_normal_distribution_function():
    """Its logarithm, against scipy's; beyond five deviations nothing changes."""
    z = np.linspace(-8, 8, 65)
    np.testing.assert_allclose(model._log_below(z), norm.logcdf(z.clip(-5, 5)), atol=1e-7)


@pytest.mark.parametrize("deviation", [0.01, 1.0, 3.0])
def test_expected_improvement_is_the_integral(deviation):
    """Over all that is better than the best; with few digits where it is so small that only its order counts."""
    z = np.array([-300.0, -20, -10, -6, -5.1, -4.9, -3, -1, 0, 0.5, 2, 10])
    best = 0.3
    found = model._log_expected(best, best - z * deviation, np.full_like(z, deviation))
    expected = [
        math.log(quad(lambda t, x=x: t * math.exp(t * x - t * t / 2), 0, 60 / max(1, -x))[0])
        - x * x / 2
        - math.log(2 * math.pi) / 2
        if x < 1
        else math.log(x * norm.cdf(x) + norm.pdf(x))
        for x in z.tolist()
    ]
    difference = found - np.array(expected) - math.log(deviation)
    assert (np.abs(difference[z >= -5]) < 1e-6).all()
    assert (np.abs(difference) < 0.12).all()
    assert (np.diff(found) > 0).all()


def test_the_first_point_is_an_ordinary_one_and_the_next_are_far_from_those_seen(monkeypatch):
    """Of all points, where so many are drawn."""
    monkeypatch.setattr(model, "_SPREAD", len(TILE))
    made = course(TILE)
    sizes = (made.rows**2).sum(1)
    assert sizes[made.farthest()] == sizes.min()
    made = course(TILE, [5, 700])
    nearest = np.min([((made.rows - made.rows[i]) ** 2).sum(1) for i in (5, 700)], axis=0)
    assert nearest[made.farthest()] == nearest.max()


def test_points_that_fill_the_space_are_drawn_by_the_seed():
    """And are among those left of the kernel that was seen least, where any are left of it."""
    drawn = {model._Exploration(TILE, (), seed).farthest() for seed in range(8)}
    assert len(drawn) > 1
    made = course(POINTS, [0, 1, *range(864, 876)])
    assert POINTS[made.farthest()]["kernel"] == "tile", "nothing is left of the other"
    made = course(POINTS, [0, 1, *range(864, 875)])
    assert POINTS[made.farthest()]["kernel"] == "tile"
    made = course(POINTS, [0, 1, 864])
    assert made.farthest() in range(865, 876)


SEEN = [0, 3, 500, 37, 81, 222, 860, 640, 9, 400]


@pytest.mark.parametrize(
    ("seen", "failed", "row"),
    [
        (SEEN, [], 0),
        (SEEN, [3], 0),
        (SEEN, [3, 400], 1),
        (SEEN, [3, 9, 400], 2),
        (SEEN, [0, 500], 0),
        ([849, 832, 289, 672, 153, 811, 104, 318, 833, 730], [289, 672, 811, 833], 0),
        ([152, 309, 632, 14, 437, 293, 758, 671, 175, 851], [152, 309, 632, 14, 293, 851], 1),
    ],
)
def test_the_point_that_is_asked_for_has_the_most_expected_improvement(seen, failed, row):
    """Times the probability that it works, to a power that grows with the failures in a row."""
    points = TILE
    made = course(points, seen, failed)
    assert made.failures_in_a_row == row
    left = np.setdiff1d(np.arange(len(points)), seen)
    good = sorted((i for i in seen if i not in failed), key=lambda i: surface(points[i]))
    logs = np.log([surface(points[i]) for i in good])
    values = (logs - logs.mean()) / logs.std()
    process = GaussianProcess(made.features)
    process.adapt(made.rows[good], values, 8, afresh=True)
    mean, deviation = process.predict(made.rows[good], values, made.rows[left])
    z = (values.min() - mean) / deviation
    gain = np.log(deviation * (z * norm.cdf(z) + norm.pdf(z)))
    if failed:
        rates = np.array([index in failed for index in seen], dtype=float)
        share = (rates.sum() + 0.5) / (len(seen) + 1)
        process = GaussianProcess(made.features)
        process.adapt(made.rows[seen], rates - share, 4, afresh=True)
        mean, deviation = process.predict(made.rows[seen], rates - share, made.rows[left], noisy=True)
        chance = norm.logcdf((0.5 - share - mean) / deviation)
        works = np.array([index not in failed for index in seen])
        np.testing.assert_allclose(
            course(points, seen, failed)._log_working(works, made.rows[left], afresh=True), chance, atol=1e-7
        )
        gain += (1 + row) * chance
    place = made.promising()
    assert place in left
    assert gain[list(left).index(place)] == pytest.approx(gain.max(), abs=2e-6)


def test_only_the_best_and_the_last_outcomes_are_learnt_from(monkeypatch):
    """The best of those that worked say how fast points are, the last of all which of them fail."""
    monkeypatch.setattr(model, "_OBSERVATIONS", 4)
    learnt: list[tuple[list[int], list[float]]] = []

    def adapt(self, rows, values, steps, *, afresh):
        learnt.append(([int(np.flatnonzero((made.rows == row).all(1))[0]) for row in rows], values.tolist()))

    monkeypatch.setattr(GaussianProcess, "adapt", adapt)
    seen = [0, 3, 500, 37, 81, 222, 860, 640]
    made = course(TILE, seen, failed=[3, 860])
    made.promising()
    (best, _), (last, fails) = learnt
    assert best == sorted(set(seen) - {3, 860}, key=lambda i: surface(TILE[i]))[:4]
    assert last == [81, 222, 860, 640]
    np.testing.assert_allclose(fails, np.array([0, 0, 1, 0]) - 1.5 / 5)


def test_scales_start_afresh_each_time_that_half_as_much_again_was_seen(monkeypatch):
    """Up to 80 outcomes; with more than 120 that worked, fewer steps are made."""
    calls: list[tuple[int, int, bool]] = []

    def adapt(self, rows, values, steps, *, afresh):
        calls.append((len(values), steps, afresh))

    monkeypatch.setattr(GaussianProcess, "adapt", adapt)
    points = TILE[::6]
    made = course(points)
    for _ in range(123):
        place = made.promising() if made.observed else 0
        made.observe(place, outcome_of(points[place]))
    assert [count for count, _, afresh in calls if afresh] == [1, 2, 3, 5, 8, 12, 18, 27, 41, 62]
    assert {count for count, steps, _ in calls if steps == 2} == {121, 122}
    assert {steps for count, steps, _ in calls if count <= 120} == {8}


@pytest.mark.parametrize(
    ("seen", "fitted", "expected"),
    [(80, 50, True), (81, 50, False), (85, 0, True), (30, 20, True), (29, 20, False)],
)
def test_scales_only_follow_where_much_was_seen(seen, fitted, expected, monkeypatch):
    """Unless nothing was fitted yet."""
    calls: list[bool] = []

    def adapt(self, rows, values, steps, *, afresh):
        calls.append(afresh)

    monkeypatch.setattr(GaussianProcess, "adapt", adapt)
    made = course(TILE, range(seen))
    made.fitted = fitted
    made.promising()
    assert calls == [expected]
    assert made.fitted == (seen if expected else fitted)


def test_of_many_points_those_near_the_best_and_some_others_are_predicted(monkeypatch):
    """No more than there is time for, and none that was seen."""
    monkeypatch.setattr(model, "_CANDIDATES", 100)
    monkeypatch.setattr(model, "_NEAR", 30)
    seen = [700, 3, 500, 37]
    best = min(seen, key=lambda i: surface(TILE[i]))
    made = course(TILE, seen)
    found = made._candidates()
    assert set(found).isdisjoint(seen)
    assert len(set(found)) == len(found)
    distances = ((made.rows - made.rows[best]) ** 2).sum(1)
    left = np.setdiff1d(np.arange(len(TILE)), seen)
    near = left[distances[left] < np.sort(distances[left])[29]]
    assert set(near) <= set(found)
    assert 30 + 50 < len(found) <= 100, "some of those drawn are near"
    others = set(found) - set(near)
    assert set(made._candidates()) - set(near) != others, "others are drawn each time"
    few = course(TILE[:104], [0, 1, 2, 3])
    assert few._candidates().tolist() == list(range(4, 104))


def test_of_a_huge_space_some_points_and_all_that_were_good_elsewhere_are_encoded(monkeypatch):
    """Places count those."""
    monkeypatch.setattr(model, "_ENCODED", 200)
    start = [870, 2, 431]
    made = model._Exploration(POINTS, start, 0)
    assert made.point_indices[made.start_indices].tolist() == start
    assert 200 <= len(set(made.point_indices)) == len(made.point_indices) <= 203
    assert len(made.rows) == len(made.open) == len(made.kernel) == len(made.point_indices)
    assert model._Exploration(POINTS, start, 1).point_indices.tolist() != made.point_indices.tolist()
    assert len(set(model._Exploration(POINTS, (), 0).point_indices.tolist())) == 200
    assert model._Exploration(POINTS[:200], (), 0).point_indices.tolist() == list(range(200))
    assert model._Exploration(POINTS, (), 0).features.rows.shape[0] == 200
    drawn = [request.index for request in asked(POINTS, outcome_of, start=start)]
    assert drawn[:3] == start
    assert len(set(drawn)) == len(drawn)


def test_outcomes_of_a_course():
    """A point that was seen is not open; one that was not tried teaches nothing; no time is too short for a logarithm."""
    made = course(TILE)
    assert (made.best, made.failures_in_a_row, made.remaining) == (math.inf, 0, True)
    made.observe(0, Outcome("abandoned"))
    assert (made.observed, made.seconds, bool(made.open[0])) == ([], [], False)
    made.observe(1, FAILED)
    made.observe(2, FAILED)
    assert (made.observed, made.best, made.failures_in_a_row) == ([1, 2], math.inf, 2)
    made.observe(3, Outcome("ok", (0.0,)))
    assert (made.observed, made.best, made.failures_in_a_row) == ([1, 2, 3], 1e-12, 0)
    few = course(TILE[:2], [0])
    assert few.remaining
    few.observe(1, FAILED)
    assert not few.remaining


@pytest.mark.parametrize(("initial", "first"), [(1, 4), (4, 4), (6, 6)])
def test_the_first_points_are_at_least_two_of_each_kernel(initial, first):
    """After them it stops when patience is over."""
    assert len(asked(POINTS, lambda p, n: Outcome("ok", (1.0,)), initial=initial, patience=1)) == first + 1


@pytest.mark.parametrize(
    ("answer", "more"), [(Outcome("ok", (1.0,)), 6), (FAILED, 6 * 2 * 5), (Outcome("abandoned"), 6 * 5)]
)
def test_patience(answer, more):
    """Failures count half, and while nothing has worked, patience is five times longer."""
    requests = asked(POINTS, lambda p, n: answer, initial=5, patience=6)
    assert len(requests) == 5 + more
    assert len({request.index for request in requests}) == len(requests)


def test_failures_count_half_also_after_something_has_worked():
    """Here all but the first point."""
    answers = iter([Outcome("ok", (1.0,))])
    requests = asked(POINTS, lambda p, n: next(answers, FAILED), initial=5, patience=6)
    assert len(requests) == 5 + 12


@pytest.mark.parametrize(("factor", "ends"), [(0.98, False), (0.995, False), (0.9975, True)])
def test_small_gains_add_up(factor, ends):
    """One per cent in as many points as it has patience for keeps it going; the mark does not move before."""
    points = [{**point, "n": n} for n, point in enumerate(TILE[::30])]
    times = iter(factor**n for n in range(len(points)))
    requests = asked(points, lambda p, n: Outcome("ok", (next(times),)), initial=5, patience=3)
    assert len(requests) == (5 + 3 if ends else len(points))


@pytest.mark.parametrize("option", ["initial", "patience"])
def test_numbers_below_one_are_refused(option):
    """By their names; one is enough."""
    with pytest.raises(ArgumentError, match=f"^{option}: expected at least 1; got 0$"):
        make_search("model", POINTS, **{option: 0})
    assert make_search("model", FLAT, **{option: 1}).ask() is not None
