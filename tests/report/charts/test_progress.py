"""The chart of best so far: trials below, seconds of searching above."""

import re
from dataclasses import replace

import pytest

from autoblas.report.charts.progress import SLOWEST, progress_chart, seconds_at
from support.report_cases import make_search


def test_seconds_stand_where_trials_were_done():
    """At the trials that are asked for, in minutes where there are many; of others nothing is known."""
    known = [(1, None), *((n, 0.5 * n) for n in range(2, 41))]
    assert seconds_at(known, (0.0, 1.0, 5.0, 25.0, 40.0, 41.0)) == (
        [(5, "2.5"), (25, "12"), (40, "20")],
        "seconds",
    )
    assert seconds_at([(n, 60.0 * n) for n in range(1, 41)], (7.0, 20.0)) == (
        [(7, "7"), (20, "20")],
        "minutes",
    )
    assert seconds_at([(1, 1.0), (2, 9.0), (3, 4.0)], (3.0,)) == ([(3, "9")], "seconds")  # it was tried again


def test_no_seconds_are_made_up():
    """Without two trials that took time nothing stands there."""
    for known in ([], [(1, 2.0)], [(1, 2.0), (2, 2.0)], [(1, None), (2, None)]):
        assert seconds_at(known, (1.0, 2.0)) == ([], "")


def test_seconds_are_drawn_where_they_are_known(tmp_path):
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


def test_a_slow_trial_does_not_squeeze_the_others(tmp_path):
    """It is drawn at the edge; the axis is the same however slow it was."""
    search = make_search(tmp_path)
    slow = min(trial.seconds for trial in search.timed) * SLOWEST * 2
    charts = []
    for factor in (1, 1000):
        last = replace(search.timed[0], seconds=slow * factor)
        drawn = progress_chart("c", replace(search, trials=(*search.trials, last))).svg
        charts.append(re.findall(r"<text[^>]*>\s*([^<]*?)\s*</text>", drawn))
    assert charts[0] == charts[1]


@pytest.mark.parametrize("trials", [1, 2, 4])
def test_trials_are_counted_in_whole_numbers(tmp_path, trials):
    """Also where there is one, around which the axis ends."""
    search = make_search(tmp_path)
    few = replace(search, trials=tuple(trial for trial in search.trials if trial.kind == "ok")[:trials])
    texts = re.findall(r"<text[^>]*>\s*([^<]*?)\s*</text>", progress_chart("c", few).svg)
    assert texts[: texts.index("trial")] == [str(n) for n in range(1, trials + 1)]
