"""The alternating search: which points it asks for, in which order."""

import itertools

import pytest

from autoblas.errors import ArgumentError
from autoblas.testing.searches import course
from autoblas.tuning import STRATEGIES, Outcome, make_search
from autoblas.tuning.outcome import Point

POINTS: list[Point] = [{"rows": rows, "form": form} for rows, form in itertools.product(range(4), "abcd")]
TIMES = {
    "a0": 5.0, "a1": 4.0, "a2": 6.0, "a3": 7.0, "b1": 3.0, "c1": 3.5, "d1": 9.0, "b0": 2.0, "b2": 8.0, "b3": 8.0,
    "c0": 1.0, "d0": 2.5, "c2": 1.5, "c3": 1.6,
}  # fmt: skip
"""Seconds by form and rows; elsewhere it is slower than anywhere here."""


def named(point: Point) -> str:
    """Form and rows."""
    return f"{point['form']}{point['rows']}"


def asked(times: dict[str, float] | None, start: tuple[str, ...] = (), **options: int) -> list[str]:
    """The points in the order in which they are asked for; all take the same where there are no times."""
    names = [named(point) for point in POINTS]

    def answer(point: Point, trials: int) -> Outcome:
        return Outcome("ok", ((times.get(named(point), 99.0) if times is not None else 1.0),) * trials)

    requests = course(
        STRATEGIES["em"], POINTS, answer, start=[names.index(name) for name in start], **options
    )
    return [names[request.index] for request in requests]


STEPS = [["a0", "a1", "a2", "a3"], ["b1", "c1", "d1"], ["b0", "b2", "b3"], ["c0", "d0"], ["c2", "c3"]]
"""What is asked for in each step: shapes with a form, forms with the best shape, and so on."""


@pytest.mark.parametrize("steps", [2, 3, 4, 5, 40])
def test_steps_alternate_until_one_changes_nothing(steps):
    """Or until there were as many as there may be."""
    assert asked(TIMES, steps=steps) == [name for step in STEPS[:steps] for name in step]


def test_equally_fast_points_leave_the_winner_as_it_is():
    """One step with the form of the first point or the starting point, one with the winner's shape, and it is done."""
    assert asked(None) == ["a0", "a1", "a2", "a3", "b0", "c0", "d0"]
    assert asked(None, ("b2",)) == ["b0", "b1", "b2", "b3", "a0", "c0", "d0"]


def test_every_starting_point_has_its_own_steps():
    """What an earlier one asked for is not asked for again."""
    first = [name for step in STEPS for name in step]
    assert asked(TIMES, ("a3", "d3")) == [*first, "d2", "d3"]


def test_fewer_than_two_steps_are_refused():
    """One step would hold the form for good."""
    with pytest.raises(ArgumentError, match=r"^steps: expected at least 2; got 1$"):
        make_search("em", POINTS, steps=1)
