"""Recorded spaces, and the default search replayed on one of them."""

import math
import statistics
from pathlib import Path

import pytest

import autoblas
from benchmarks.searches.replay import Goal, replay
from benchmarks.searches.space import Origin, RecordedSpace, among, read_space, write_space

ROOT = Path(autoblas.__file__).parents[2]
FOLDER = ROOT / "benchmarks" / "searches" / "spaces"
SPACES = sorted(FOLDER.glob("*.json.gz"))
WITHIN = 60
"""Evaluations to 98 %; the median of 20 seeds is about half as many."""


def test_the_default_search_needs_few_evaluations() -> None:
    """The median of five seeds, on floats of 16 bits on an H200, without starting points."""
    space = read_space(FOLDER / "h200-hmma.json.gz")
    reached = []
    for seed in range(5):
        evaluations = replay("model", space, seed, Goal(space, 0.98, 1, 2 * WITHIN), patience=200).reached(
            space, 0.98
        )
        reached.append(math.inf if evaluations is None else evaluations)
    assert statistics.median(reached) <= WITHIN


@pytest.mark.parametrize("path", SPACES, ids=lambda path: path.name)
def test_spaces_are_whole(path: Path) -> None:
    """Points differ, those that are ok have times and others none, and all have a cost and an origin."""
    space = read_space(path)
    assert len({tuple(point.items()) for point in space.points}) == len(space.points) >= 500
    for seconds, cost, kind in zip(space.seconds, space.costs, space.kinds, strict=True):
        assert math.isfinite(seconds) == (kind == "ok")
        assert seconds > 0
        assert cost >= 0
    assert space.origin.device
    assert space.origin.how
    assert path.name.removesuffix(".json.gz") in (path.parent / "README.md").read_text(encoding="utf-8")


def test_spaces_are_small() -> None:
    """There are six, in less than a megabyte."""
    assert len(SPACES) >= 6
    assert sum(path.stat().st_size for path in SPACES) < 1e6


def small() -> RecordedSpace:
    """A space of three parameters, in which a point fails."""
    points = [{"kernel": "k", "n": n, "form": form} for n in (8, 2, 4) for form in ("mad", "fma")]
    seconds = [3e-6, 2e-6, math.inf, 1e-6, 4e-6, 5e-6]
    kinds = ["ok", "ok", "build failed", "ok", "ok", "ok"]
    return RecordedSpace(Origin("p", "d", "r", "2026-11-23", "h"), points, seconds, [0.5] * 6, kinds)


def test_a_space_comes_back(tmp_path: Path) -> None:
    """Points, times, failures, costs and origin."""
    write_space(tmp_path / "space.json.gz", small())
    stored = read_space(tmp_path / "space.json.gz")
    assert stored == small()
    assert stored.outcome(2).kind == "build failed"
    assert stored.outcome(3).median == pytest.approx(1e-6)
    assert among(stored.points, ["n=2,4", "form=fma"]) == [3, 5]


def test_a_course_counts_points_once_and_ends_at_its_goal() -> None:
    """A point that is asked for again is no evaluation; a goal is over when enough is known."""
    space = small()
    goal = Goal(space, 0.9, 2, 4)
    for index, overhead in ((0, 0.1), (0, 0.2), (2, 0.3), (1, 0.4), (3, 0.5), (4, 0.6)):
        goal.ask(index, overhead)
    course = goal.course
    assert course.order == [0, 2, 1, 3]
    assert goal.over
    assert course.shares(space) == pytest.approx([1 / 3, 1 / 3, 1 / 2, 1])
    assert course.reached(space, 0.5) == 3
    assert course.reached(space, 0.98) == 4
    assert Goal(space, 0.9, 2, 4).course.reached(space, 0.1) is None
    assert course.wall(space, 2) == pytest.approx(0.3 + 1.0)
