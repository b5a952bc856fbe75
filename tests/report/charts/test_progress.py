"""The chart of best so far: trials below, seconds of searching above."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from autoblas.report.charts.progress import progress_chart, seconds_ticks
from support.report_cases import make_search

if TYPE_CHECKING:
    from pathlib import Path


def test_seconds_stand_where_trials_were_done() -> None:
    """Round numbers, apart from each other, at most six, in minutes where there are many."""
    ticks, unit = seconds_ticks([(n, 0.5 * n) for n in range(1, 41)])
    assert unit == "seconds"
    assert ticks == [(2.0 * value, value) for value in (5, 10, 15, 20)]
    ticks, unit = seconds_ticks([(n, 60.0 * n) for n in range(1, 41)])
    assert unit == "minutes"
    assert [value for _, value in ticks] == [10, 20, 30, 40]
    slow_end = [(n, 0.1 * n) for n in range(1, 40)] + [(40, 100.0)]
    places = [place for place, _ in seconds_ticks(slow_end)[0]]
    assert places == sorted(places)
    assert all(later - earlier >= 4 for earlier, later in itertools.pairwise(places))


def test_no_seconds_are_made_up() -> None:
    """Without two trials that took time nothing stands there."""
    assert seconds_ticks([]) == seconds_ticks([(1, 2.0)]) == seconds_ticks([(1, 2.0), (2, 2.0)]) == ([], "")


def test_seconds_are_drawn_where_they_are_known(tmp_path: Path) -> None:
    """In the picture, its description and its table."""
    search = make_search(tmp_path)
    chart = progress_chart("c", search)
    assert search.searched == pytest.approx(24)
    assert "seconds of searching" in chart.svg
    assert " s of searching, came within 2 %" in chart.alt
    column = chart.table.header.index("after in seconds")
    assert [row[column] for row in chart.table.rows[:3]] == [0.5, 1.0, 1.5]
    without = replace(search, trials=tuple(replace(trial, after=None) for trial in search.trials))
    chart = progress_chart("c", without)
    assert without.searched is None
    assert "of searching" not in chart.svg + chart.alt
