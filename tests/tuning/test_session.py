"""Runs: crashes cost one point each, and a journal answers instead of a device."""

from collections import Counter

import pytest

from autoblas.testing.surface import GROUPS, Local, surface, surface_points
from autoblas.tuning import (
    STRATEGIES,
    Child,
    Journal,
    Memory,
    Outcome,
    Progress,
    Request,
    Strategy,
    make_search,
    read_journal,
    run,
)
from autoblas.tuning.outcome import Point
from autoblas.tuning.searches.strategy import Plan
from autoblas.tuning.stages import Stages
from support import planted
from support.planted import line

KEY = {"device": "planted"}
POINTS = surface_points()[::3]


def test_faults_are_recorded_and_the_search_goes_on(path, tmp_path):
    """A run over crashing, hanging and wrong points ends with their outcomes, the best of the others, and a journal."""
    faults = {"0": "build:segfault", "1": "time:hang", "2": "check:wrong", "3": "time:fault", "4": "illegal"}
    log = tmp_path / "log"
    points = line(7)
    arguments = {"faults": faults, "log": str(log)}
    with Child("support.planted:planted", arguments) as child, Journal(path, KEY) as journal:
        result = run(points, make_search("exhaustive", points, trials=2), child.evaluate, journal, limit=0.5)
    kinds = {n: outcome.kind for n, outcome in result.outcomes.items()}
    assert kinds == {0: "crashed", 1: "timed out", 2: "wrong", 3: "crashed", 4: "illegal", 5: "ok", 6: "ok"}
    assert [ranked.point for ranked in result.ranking()] == [{"n": 5}, {"n": 6}]
    assert result.counts() == Counter(kinds.values())
    assert (result.evaluated, result.replayed, result.interrupted) == (7, 0, False)

    # A second run asks the device about nothing but the rule, which may have changed.
    log.unlink()
    with Child("support.planted:planted", arguments) as child, Journal(path, KEY) as journal:
        again = run(points, make_search("exhaustive", points, trials=2), child.evaluate, journal, limit=0.5)
    assert again.outcomes == result.outcomes
    assert (again.evaluated, again.replayed) == (1, 6)
    assert not log.exists()


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_replay_without_a_device_finds_the_same_winner(name, path):
    """The journal alone drives the same search to the same end, although times are noisy."""
    noise = iter(range(10**6))

    def seconds(point):
        return surface(point) * (1 + 0.1 * (next(noise) * 7919 % 101) / 101)

    with Journal(path, KEY) as journal:
        recorded = run(
            POINTS, make_search(name, POINTS, trials=2, seed=5, groups=GROUPS), Local(seconds), journal
        )
    memory = read_journal(path)[1]
    replayed = run(POINTS, make_search(name, POINTS, trials=2, seed=5, groups=GROUPS), None, memory)
    assert replayed.ranking() == recorded.ranking()
    assert replayed.outcomes == recorded.outcomes
    assert replayed.evaluated == 0


def test_a_replay_beyond_the_recorded_budget_keeps_the_winner(path):
    """Points that the recorded run had no time for count as abandoned."""
    with Journal(path, KEY) as journal:
        recorded = run(POINTS, make_search("random", POINTS), Local(), journal, evaluations=9)
    replayed = run(POINTS, make_search("random", POINTS), None, read_journal(path)[1])
    assert replayed.best == recorded.best
    assert replayed.counts() == {"ok": 9, "abandoned": len(POINTS) - 9}
    messages = {outcome.message for outcome in replayed.outcomes.values() if outcome.kind == "abandoned"}
    assert messages == {"the journal does not know this point"}


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_replay_of_nothing_ends(name):
    """Where nothing is known, every search gives up without a winner."""
    result = run(POINTS, make_search(name, POINTS, groups=GROUPS), None)
    assert result.best is None
    assert result.best_outcome is None
    assert set(result.counts()) == {"abandoned"}


def test_equal_sources_are_timed_once(tmp_path):
    """The second point with a source gets the first one's outcome, good or bad, and nothing of it runs."""
    log = tmp_path / "log"
    evaluated = Stages(planted.planted({"4": "check:wrong"}, log=str(log), twins=(1, 2)))
    points = line(5)
    journal = Memory()
    result = run(points, make_search("exhaustive", points, trials=2), evaluated, journal)
    assert result.outcomes[1] == result.outcomes[2]
    assert {entry.split()[1] for entry in log.read_text().splitlines()} == {"0", "1", "3", "4"}
    assert (result.evaluated, result.replayed) == (4, 1)
    bad = Stages(planted.planted({"1": "check:wrong"}, twins=(1, 2, 3)))
    result = run(points, make_search("exhaustive", points), bad)
    assert [result.outcomes[n].kind for n in range(5)] == ["ok", "wrong", "wrong", "wrong", "ok"]
    assert result.evaluated == 3


@pytest.mark.parametrize("kind", ["ok", "wrong"])
def test_what_is_known_of_another_source_is_no_answer(kind, path):
    """A changed text is tried, whatever an earlier one did; so is a point of whose text the journal says nothing."""
    points, seconds = line(3), (1.0,) if kind == "ok" else ()
    with Journal(path, KEY) as journal:
        for point, source in zip(points, ("source-0", "another", ""), strict=True):
            journal.record(point, Outcome(kind, seconds, source=source))
    for tried in (2, 0):
        with Journal(path, KEY) as journal:
            result = run(
                points,
                make_search("exhaustive", points, trials=1),
                Stages(planted.planted({})),
                journal,
                source=lambda point: f"source-{point['n']}",
            )
        assert (result.evaluated, result.replayed) == (tried, 3 - tried)
        assert [result.outcomes[n].kind for n in range(3)] == [kind, "ok", "ok"]
        assert all(len(result.outcomes[n].seconds) == 1 for n in (1, 2))  # earlier times are not among them


@pytest.mark.parametrize("source", [None, lambda point: "text"])
def test_what_is_known_is_not_even_prepared(source):
    """Neither a good outcome nor a bad one: where everything is known, nothing is asked of the device's process."""
    points, memory = line(2), Memory()
    memory.record(points[0], Outcome("ok", (1.0, 2.0), source="text"))
    memory.record(points[1], Outcome("wrong", source="text"))
    memory.by_source.clear()
    prepared: list[Point] = []

    def never(point, **_):
        prepared.append(point)
        return Outcome("abandoned")

    result = run(points, make_search("exhaustive", points, trials=2), never, memory, source=source)
    assert (prepared, result.evaluated, result.replayed) == ([], 0, 2)
    assert [result.outcomes[n].kind for n in (0, 1)] == ["ok", "wrong"]


class Scripted(Strategy):
    """Asks for the first point, for one launch more each time, and then for the second."""

    def plan(self) -> Plan:
        """Four requests."""
        for launches in (1, 2, 3):
            yield Request(0, launches)
        yield Request(1, 1)


@pytest.mark.parametrize(
    ("answers", "failures"),
    [
        ([1.0, 1.0, 1.0, 1.0], [0, 0, 0, 0]),
        ([1.0, Outcome("crashed"), 1.0], [0, 1, 1, 1]),
        ([Outcome("wrong"), Outcome("wrong")], [1, 1, 1, 2]),
        ([Outcome("illegal"), 1.0, 1.0, Outcome("illegal")], [1, 0, 0, 1]),
    ],
)
def test_a_point_that_is_asked_for_again_is_one_failure_at_most(answers, failures):
    """And none any more where it works after all."""
    said = iter(answers)
    seen: list[Progress] = []
    run(line(2), Scripted(line(2)), Local(lambda point: next(said)), on_result=seen.append)
    assert [progress.failures for progress in seen] == failures


def test_of_equally_fast_points_the_first_is_the_best():
    """While the search runs, as in its result."""
    seen: list[Progress] = []
    search = make_search("exhaustive", line(3), trials=1)
    result = run(line(3), search, Local(lambda point: 1.0), on_result=seen.append)
    assert [progress.best_point for progress in seen] == [{"n": 0}] * 3
    assert result.best_index == 0


def test_only_missing_launches_are_taken():
    """A point with some launches gets the others, and keeps those it has."""
    points, memory, evaluate = line(1), Memory(), Local(lambda point: 1.0)
    for trials in (2, 5, 3):
        result = run(points, make_search("exhaustive", points, trials=trials), evaluate, memory)
    assert evaluate.trials == [2, 3]
    assert result.outcomes[0].seconds == (1.0,) * 5


def test_a_point_that_was_given_up_is_not_measured_again():
    """Fewer launches than asked for are enough where the point was slow beyond doubt."""
    points, memory = line(9), Memory()
    for expected in (9, 0):
        result = run(points, make_search("exhaustive", points, trials=3), Stages(planted.planted({})), memory)
        assert result.evaluated == expected
    assert [len(result.outcomes[n].seconds) for n in (0, 2, 3, 8)] == [3, 3, 1, 1]


def test_progress_tells_where_the_run_stands():
    """Counts, best point and time left are those of the moment."""
    points = line(4)
    seen: list[Progress] = []
    answers: dict[int, float | Outcome] = {0: 3.0, 1: Outcome("wrong", (), "check"), 2: 1.0, 3: 2.0}
    now = iter(range(100))
    evaluate = Local(lambda point: answers[int(point["n"])])
    search = make_search("exhaustive", points)
    run(points, search, evaluate, seconds=50, on_result=seen.append, clock=lambda: float(next(now)))
    assert [(p.done, p.failures, p.best_seconds) for p in seen] == [
        (1, 0, 3.0),
        (2, 1, 3.0),
        (3, 1, 1.0),
        (4, 1, 1.0),
    ]
    assert seen[-1].best_point == {"n": 2}
    assert all(p.remaining == 50 - p.elapsed for p in seen)
    assert [p.point for p in seen] == points


@pytest.mark.parametrize(("seconds", "left"), [(5.0, 0.0), (11.0, 2.0), (None, None)])
def test_no_less_than_no_time_is_left(seconds, left):
    """A point that took longer than there was leaves none; without a budget nothing is said."""
    now = iter([70.0, 79.0, 79.5] if seconds is None else [70.0, 71.0, 79.0, 79.5, 79.5])
    seen: list[Progress] = []
    search = make_search("exhaustive", line(1), trials=1)
    evaluate = Local(lambda point: 1.0)
    result = run(line(1), search, evaluate, seconds=seconds, on_result=seen.append, clock=lambda: next(now))
    assert [(p.elapsed, p.remaining) for p in seen] == [(9.0, left)]
    assert result.elapsed == 9.5


def test_a_ranking_gives_rates_where_it_is_told_the_work():
    """And as many points as asked for."""
    result = run(
        line(3), make_search("exhaustive", line(3), trials=1), Local(lambda point: 1.0 + int(point["n"]))
    )
    assert [(line.point["n"], line.rate) for line in result.ranking(2, flops=6.0)] == [(0, 6.0), (1, 3.0)]
    assert [line.rate for line in result.ranking()] == [0.0] * 3


def test_the_best_is_found_again_when_it_loses_its_place():
    """A point whose further launches are slow gives way to the next."""
    points = line(2)
    launches = {0: iter([1.0, 9.0, 9.0]), 1: iter([2.0, 2.0, 2.0])}
    seen: list[Progress] = []
    evaluate = Local(lambda point: next(launches[int(point["n"])]))
    result = run(points, make_search("probe", points, trials=3), evaluate, on_result=seen.append)
    assert [progress.best_point for progress in seen] == [{"n": n} for n in (0, 0, 1, 1, 1, 1)]
    assert result.best is not None
    assert result.best.point == {"n": 1}


def test_a_trial_that_has_no_time_left_ends_the_run(path):
    """The point is not blamed: the next run tries it."""
    points = line(3)
    short = Local(lambda point: Outcome("abandoned") if point["n"] == 1 else 1.0)
    with Journal(path, KEY) as journal:
        result = run(points, make_search("exhaustive", points, trials=1), short, journal)
    assert list(result.outcomes) == [0]
    assert (result.evaluated, result.complete, result.interrupted) == (1, False, False)
    evaluate = Local(lambda point: 1.0)
    with Journal(path, KEY) as journal:
        result = run(points, make_search("exhaustive", points, trials=1), evaluate, journal)
    assert (result.evaluated, result.replayed) == (2, 1)
