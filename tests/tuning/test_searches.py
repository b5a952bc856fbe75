"""Searches: what each finds, how much it asks for it, and that it does what its name says."""

import itertools
import time
from collections.abc import Callable
from typing import Any

import pytest

from autoblas.errors import ArgumentError, TuningError
from autoblas.testing import SearchConformance
from autoblas.testing.searches import course as course_of
from autoblas.testing.surface import GROUPS, outcome_of, surface, surface_points
from autoblas.tuning import STRATEGIES, Outcome, Request, make_search
from autoblas.tuning.outcome import Point
from autoblas.tuning.searches.features import features

POINTS = surface_points()
OPTIMUM = min(map(surface, POINTS))


def course(
    name: str, points: list[Point], answer: Callable[[Point, int], Outcome], **options: Any
) -> list[Request]:
    """Everything that a search asks, answered at once."""
    return course_of(STRATEGIES[name], points, answer, **options)


def failed(point: Point, trials: int) -> Outcome:
    """Nothing ever works."""
    return Outcome("build failed", stage="build", message="no")


@pytest.mark.parametrize("name", STRATEGIES)
class TestEverySearch(SearchConformance):
    """What holds for all searches."""

    @pytest.fixture(autouse=True)
    def _named(self, name):
        self.search = STRATEGIES[name]
        self.starts_first = name != "em"  # which begins with those of one group of parameters
        self.asks_all = name in {"exhaustive", "probe", "random"}


def test_exhaustive_asks_for_every_point():
    """Exhaustive search misses nothing."""
    asked = course("exhaustive", POINTS, outcome_of)
    assert [request.index for request in asked] == list(range(len(POINTS)))


def test_random_draws_another_order_under_another_seed():
    """Random search covers everything in an order that the seed decides."""
    one, other = (course("random", POINTS, outcome_of, seed=seed) for seed in (1, 2))
    assert one != other
    assert sorted(r.index for r in one) == sorted(r.index for r in other) == list(range(len(POINTS)))


def test_probe_prunes_after_every_round_and_keeps_ties():
    """After each round stay those with one of the two smallest accumulated times; failures go at once."""
    launches = {0: [4, 1, 9], 1: [1, 9, 9], 2: [3, 1, 1], 3: [], 4: [1, 2, 1], 5: [3, 1, 5]}
    points: list[Point] = [{"n": n} for n in launches]

    def answer(point, trials):
        times = launches[int(point["n"])][:trials]
        return Outcome("ok", tuple(map(float, times))) if times else failed(point, trials)

    asked = course("probe", points, answer, top=2, trials=3)
    # Sums: after one launch 1 (twice) and 3 (twice) stay; after two 3 (point 4) and 4 (points 2 and 5).
    rounds = {n: [r.index for r in asked if r.trials == n] for n in (1, 2, 3)}
    assert rounds == {1: [0, 1, 2, 3, 4, 5], 2: [1, 2, 4, 5], 3: [2, 4, 5]}


def test_probe_counts_a_point_that_was_cut_short_as_if_it_had_gone_on():
    """A slow point with fewer launches than the others does not look fast."""
    points: list[Point] = [{"n": 0}, {"n": 1}]

    def answer(point, trials):
        return Outcome("ok", (9.0,), cut=True) if point["n"] == 0 else Outcome("ok", (5.0,) * trials)

    asked = course("probe", points, answer, top=1, trials=3)
    assert [r.index for r in asked] == [0, 1, 1, 1]


def test_probe_counts_the_mean_of_the_launches_that_there_are_for_those_that_are_missing():
    """Two launches of three count for half as much again, which here is more than others took."""
    points: list[Point] = [{"n": n} for n in range(3)]
    times = {0: (5.0, 5.0), 1: (5.0, 5.0, 3.0, 1.0), 2: (5.0, 5.0, 4.5, 1.0)}

    def answer(point, trials):
        return Outcome("ok", times[int(point["n"])][:trials], cut=point["n"] == 0)

    asked = course("probe", points, answer, top=2, trials=4)
    assert [r.index for r in asked if r.trials == 4] == [1, 2]


def test_alternating_ends_in_a_fixed_point_at_a_fraction_of_the_cost():
    """Neither a change of the shape alone nor of the form alone improves the result, which exhaustive search agrees with."""
    tile = [point for point in POINTS if point["kernel"] == "tile"]
    asked = course("em", tile, outcome_of)
    best = tile[min(asked, key=lambda r: surface(tile[r.index])).index]
    for group in ("shape", "form"):
        held = {name: best[name] for name in GROUPS if GROUPS[name] != group and name in best}
        assert surface(best) == min(surface(p) for p in tile if held.items() <= p.items())
    assert surface(best) == OPTIMUM
    assert len(asked) < len(tile) / 2


def test_alternating_never_gets_worse_than_its_first_step():
    """On a surface with a trap the result is at least the winner of the first step."""
    forms = ("mad", "fma")
    points: list[Point] = [{"rows": r, "form": f} for r, f in itertools.product(range(6), forms)]
    times = {(r, f): 1 + (r * 7 + forms.index(f) * 5) % 11 for r, f in itertools.product(range(6), forms)}

    def answer(point, trials):
        return Outcome("ok", (float(times[int(point["rows"]), str(point["form"])]),))

    asked = [points[r.index] for r in course("em", points, answer)]
    first_step = min(times[r, "mad"] for r in range(6))
    assert min(times[int(p["rows"]), str(p["form"])] for p in asked) <= first_step


def test_alternating_passes_over_forms_with_which_nothing_works():
    """A first form with which every shape fails is passed over for the next."""
    tile = [point for point in POINTS if point["kernel"] == "tile"]
    asked = course("em", tile, lambda p, n: failed(p, n) if p["form"] == "mad" else outcome_of(p, n))
    working = [tile[r.index] for r in asked if tile[r.index]["form"] != "mad"]
    best = min(surface(p) for p in tile if p["form"] != "mad")
    assert min(map(surface, working)) == best


def test_alternating_gives_every_kernel_a_turn():
    """In a union of kernels each is searched by itself."""
    asked = course("em", POINTS, outcome_of)
    assert {POINTS[r.index]["kernel"] for r in asked} == {"tile", "flat"}


@pytest.mark.parametrize("seed", range(4))
def test_model_needs_far_fewer_points_than_there_are(seed):
    """Within 5 % of the optimum after trying less than a tenth of the points."""
    asked = course("model", POINTS, outcome_of, seed=seed)
    assert len(asked) < len(POINTS) / 10
    assert min(surface(POINTS[r.index]) for r in asked) <= 1.05 * OPTIMUM


def test_model_learns_what_fails():
    """Where every point with the most promising form fails, the model asks for few of them while others promise a gain."""
    asked = course("model", POINTS, lambda p, n: failed(p, n) if p["form"] == "mad" else outcome_of(p, n))
    share = sum(point["form"] == "mad" for point in POINTS) / len(POINTS)
    later = [POINTS[r.index]["form"] == "mad" for r in asked[8:32]]
    assert sum(later) / len(later) < share / 2
    best = min(surface(p) for p in POINTS if p["form"] != "mad")
    assert min(surface(POINTS[r.index]) for r in asked if POINTS[r.index]["form"] != "mad") <= 1.05 * best


def test_model_finds_an_optimum_next_to_points_that_fail():
    """A corner of the space that fails, right beside the optimum, does not keep the model from it."""

    def fails(point):
        return point["kernel"] == "tile" and int(point["rows"]) * int(point["columns"]) > 32

    asked = course("model", POINTS, lambda p, n: failed(p, n) if fails(p) else outcome_of(p, n))
    assert min(surface(POINTS[r.index]) for r in asked if not fails(POINTS[r.index])) <= 1.05 * OPTIMUM


def test_model_stops_when_patience_is_over():
    """On a flat surface it stops after the first points and so many more."""
    asked = course("model", POINTS, lambda p, n: Outcome("ok", (1.0,)), initial=5, patience=7)
    assert len(asked) == 5 + 7


def test_model_draws_first_points_from_every_kernel():
    """The points that fill the space are shared between kernels, however few points one has."""
    search = make_search("model", POINTS, initial=4)
    kernels = []
    for _ in range(4):
        request = search.ask()
        assert request is not None
        kernels.append(POINTS[request.index]["kernel"])
        search.tell(request.index, outcome_of(POINTS[request.index]))
    assert sorted(map(str, kernels)) == ["flat", "flat", "tile", "tile"]


def test_model_thins_a_huge_space(monkeypatch):
    """Where only some points can be encoded and predicted, starting points are among them and the best is near."""
    monkeypatch.setattr("autoblas.tuning.searches.model._ENCODED", 400)
    monkeypatch.setattr("autoblas.tuning.searches.model._CANDIDATES", 100)
    monkeypatch.setattr("autoblas.tuning.searches.model._NEAR", 40)
    asked = [r.index for r in course("model", POINTS, outcome_of, start=[3, 870])]
    assert asked[:2] == [3, 870]
    assert len(set(asked)) == len(asked)
    assert min(surface(POINTS[i]) for i in asked) <= 1.3 * OPTIMUM


@pytest.mark.budget(30)
def test_model_asks_quickly():
    """With a hundred observations of five thousand points, a question takes a small part of a compilation."""
    axes = (1, 2, 4, 8, 16, 32, 64)
    points: list[Point] = [
        {"a": a, "b": b, "c": c, "d": d, "form": form}
        for a, b, c, d in itertools.product(axes, repeat=4)
        for form in "xy"
    ]
    search = make_search("model", points, patience=1000)
    spent = []
    for _ in range(104):
        began = time.process_time()
        request = search.ask()
        spent.append(time.process_time() - began)
        assert request is not None
        point = points[request.index]
        search.tell(request.index, Outcome("ok", (1.0 + (int(point["a"]) * 7 + int(point["b"]) * 13) % 31,)))
    assert (
        sorted(spent[-5:])[2] < 1.0
    )  # a tenth of it is usual; processor time of all threads, on a busy machine


def test_features_tell_points_apart_and_kernels_most():
    """Different points have different rows, absent parameters included, and constant columns are left out."""
    encoded = features([{**point, "constant": 4} for point in POINTS])
    assert len({row.tobytes() for row in encoded.rows}) == len(POINTS)
    assert encoded.parameters == 8
    assert len(encoded.owner) == encoded.rows.shape[1]
    assert (encoded.rows.std(0) > 0).all()


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("annealing", {}, "strategy: expected one of model, em, probe, exhaustive, random; got annealing"),
        (
            "model",
            {"top": 3},
            "top: expected an option of the model search, trials, seed, start, groups, initial, patience; got an unknown option",
        ),
        ("probe", {"top": 0}, "top: expected at least 1; got 0"),
        ("random", {"trials": 0}, "trials: expected at least 1; got 0"),
        ("random", {"start": [3, len(POINTS)]}, "start: expected indices of 876 points; got [3, 876]"),
        ("random", {"start": [-1]}, "start: expected indices of 876 points; got [-1]"),
    ],
)
def test_unknown_names_and_options_are_refused(name, options, message):
    """A search or an option that does not exist is an error that lists those that do; so is a value that does not fit."""
    with pytest.raises(ArgumentError) as error:
        make_search(name, POINTS, **options)
    assert str(error.value) == message


@pytest.mark.parametrize("options", [{}, {"trials": 1, "start": [0, len(POINTS) - 1]}])
def test_the_smallest_values_are_taken(options):
    """And the first and last point may be where it starts; without a word, points get five launches."""
    search = make_search("probe", POINTS, top=1, **options)
    request = search.ask()
    assert request is not None
    assert (request.index, request.trials) == (0, 1)
    first = make_search("random", POINTS, **options).ask()
    assert first is not None
    assert first.trials == options.get("trials", 5)


@pytest.mark.parametrize("name", STRATEGIES)
def test_an_outcome_that_was_not_asked_for_is_named(name):
    """By its point."""
    with pytest.raises(
        TuningError, match=r"^the search was given an outcome of point 7, which it did not ask"
    ):
        make_search(name, POINTS).tell(7, outcome_of(POINTS[7]))
