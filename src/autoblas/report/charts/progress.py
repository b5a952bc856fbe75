"""Best so far over trials: how soon a search found what, and which of its trials failed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from autoblas.report.charts.colours import MUTED
from autoblas.report.charts.drawing import Chart, colour, drawing, look, times_axis
from autoblas.report.table import Table
from autoblas.report.units import number, unit_of

if TYPE_CHECKING:
    from autoblas.report.searches import Search

__all__ = ["progress_chart"]


def progress_chart(name: str, search: Search) -> Chart:
    """Each trial of a search by its time, the best so far as a line, failures along the top.

    Args:
        name: Of the chart and its file.
        search: A search of which a trial is ok.
    """
    times, line = [trial.seconds for trial in search.trials], search.best_so_far
    unit, scale = unit_of(math.sqrt(min(line) * max(t for t in times if math.isfinite(t))))
    ok, best = look(0), look(1)
    with drawing(name) as made:
        axes = made.axes
        numbers = range(1, len(times) + 1)
        timed = [(n, t / scale) for n, t in zip(numbers, times, strict=True) if math.isfinite(t)]
        axes.plot(
            *zip(*timed, strict=True),
            color=ok.colour,
            marker="o",
            markersize=4,
            linestyle="none",
            alpha=0.6,
            label="trial",
        )
        known = [(n, t / scale) for n, t in zip(numbers, line, strict=True) if math.isfinite(t)]
        axes.step(*zip(*known, strict=True), where="post", color=best.colour, label="best so far")
        failed = [n for n, t in zip(numbers, times, strict=True) if not math.isfinite(t)]
        if failed:
            axes.plot(failed, [1.0] * len(failed), color=colour(MUTED), marker="x", markersize=5, linestyle="none",
                      transform=axes.get_xaxis_transform(), clip_on=False, label="failed")  # fmt: skip
        times_axis(axes, [t for _, t in timed], unit)
        axes.set_xlabel("trial")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlim(0.5, len(times) + 0.5)
        made.figure.legend(loc="outside upper left", ncols=3, columnspacing=1.2, handletextpad=0.5)
    rows = tuple(
        (search.work.title, n, trial.kernel, trial.words, trial.kind, trial.seconds, so_far, search.driver)
        for n, trial, so_far in zip(numbers, search.trials, line, strict=True)
    )
    header = (
        "problem",
        "trial",
        "kernel",
        "parameters",
        "outcome",
        "seconds",
        "best so far in seconds",
        "driver",
    )
    soon = next(n for n, t in zip(numbers, line, strict=True) if t <= line[-1] * 1.02)
    alt = (
        f"{len(times)} trials of {search.work.title}, {len(failed)} of them failed. The first that was timed took "
        f"{number(timed[0][1])} {unit}, the best {number(line[-1] / scale)} {unit}; trial {soon} came within 2 % of it."
    )
    return Chart(search.work.title, alt, made.svg, Table(name, header, rows))
