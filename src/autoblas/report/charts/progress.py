"""Best so far over trials and seconds: how soon a search found what, and which of its trials failed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import MaxNLocator

from autoblas.report.charts.drawing import ALONE, MUTED, WIDE, Chart, colour, drawing, style_of, times_axis
from autoblas.report.tables import Table, number, time_text, unit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from autoblas.report.searches import RecordedSearch, RecordedTrial

__all__ = ["SLOWEST", "progress_chart", "seconds_at"]

SLOWEST = 8
"""A trial that took so many times the best one is drawn at the edge: where it lies tells nothing."""

MINUTES = 300
"""Seconds from which on the axis counts minutes."""


def progress_chart(name: str, search: RecordedSearch, *, alone: bool = False) -> Chart:
    """Each trial of a search by its time, the best so far as a line, failures along the top.

    Trials are counted below, and the seconds of searching by then are named above, where the journal knows them.

    Args:
        name: Of the chart and its file.
        search: A search of which a trial is ok.
        alone: It is the only chart of its part.
    """
    times = [trial.seconds for trial in search.trials]
    timed = [t for t in times if math.isfinite(t)]
    edge = SLOWEST * min(timed)
    unit, scale = unit_of(math.sqrt(min(timed) * min(max(timed), edge)))
    with drawing(name, ALONE if alone else WIDE) as canvas:
        _draw_times(canvas.axes, search, times, edge, scale)
        times_axis(canvas.axes, [min(t, edge) / scale for t in timed], unit)
        canvas.axes.set_xlabel("trial")
        canvas.axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        canvas.axes.set_xlim(0.5, len(times) + 0.5)
        _seconds_axis(canvas.axes, search.trials)
        canvas.figure.legend(loc="outside upper left", ncols=3, columnspacing=1.2, handletextpad=0.5)
    alt = _alternative_text(search, timed, unit, scale)
    return Chart(search.work.title, alt, canvas.svg, _table(name, search), alone)


def _draw_times(
    axes: Axes, search: RecordedSearch, times: Sequence[float], edge: float, scale: float
) -> None:
    """Draw each trial, the best so far, and those that failed or took longer than the edge."""
    numbers = range(1, len(times) + 1)
    timed = [(n, t / scale) for n, t in zip(numbers, times, strict=True) if t <= edge]
    slow = [n for n, t in zip(numbers, times, strict=True) if edge < t < math.inf]
    axes.plot(
        slow, [edge / scale] * len(slow), color=style_of(0).colour, marker="^", markersize=5, linestyle="none"
    )
    axes.plot(*zip(*timed, strict=True), color=style_of(0).colour, marker="o", markersize=4, linestyle="none", alpha=0.6,
              label="trial")  # fmt: skip
    best_line = [
        (n, min(t, edge) / scale)
        for n, t in zip(numbers, search.best_so_far, strict=True)
        if math.isfinite(t)
    ]
    axes.step(*zip(*best_line, strict=True), where="post", color=style_of(1).colour, label="best so far")
    failed = [n for n, t in zip(numbers, times, strict=True) if not math.isfinite(t)]
    if failed:
        axes.plot(failed, [1.0] * len(failed), color=colour(MUTED), marker="x", markersize=5, linestyle="none",
                  transform=axes.get_xaxis_transform(), clip_on=False, label="failed")  # fmt: skip


def _table(name: str, search: RecordedSearch) -> Table:
    """Every trial, in order."""
    rows = tuple(
        (search.work.title, n, trial.after, trial.kernel, trial.parameter_text, trial.kind, trial.seconds, so_far,
         search.driver)
        for n, (trial, so_far) in enumerate(zip(search.trials, search.best_so_far, strict=True), 1)
    )  # fmt: skip
    header = (
        "problem",
        "trial",
        "after in seconds",
        "kernel",
        "parameters",
        "outcome",
        "seconds",
        "best so far in seconds",
        "driver",
    )
    return Table(name, header, rows)


def _alternative_text(search: RecordedSearch, timed: Sequence[float], unit: str, scale: float) -> str:
    """Text alternative of the chart.

    Args:
        search: The search.
        timed: The seconds of the trials that did not fail.
        unit: Of times.
        scale: That unit in seconds.
    """
    line, count = search.best_so_far, len(search.trials)
    soon = next(n for n, t in enumerate(line, 1) if t <= line[-1] * 1.02)
    seconds = search.trials[soon - 1].after
    when = "" if seconds is None else f", after {time_text(seconds)} of searching,"
    return (
        f"{count} trials of {search.work.title}, {count - len(timed)} of them failed. The first that was timed took "
        f"{number(timed[0] / scale)} {unit}, the best {number(line[-1] / scale)} {unit}; trial {soon}{when} came within 2 % of it."
    )


def _seconds_axis(axes: Axes, trials: Sequence[RecordedTrial]) -> None:
    """Say above each number of trials how long the search had taken by then; nothing where that is not known."""
    low, high = axes.get_xlim()
    ticks = [float(tick) for tick in axes.get_xticks() if low <= tick <= high]
    labels, unit = seconds_at([(n, trial.after) for n, trial in enumerate(trials, 1)], ticks)
    if labels:
        axis = axes.twiny()
        axis.set_xlim(low, high)
        axis.set_xticks([tick for tick, _ in labels], [words for _, words in labels])
        axis.tick_params(axis="x", length=0, pad=7)
        axis.grid(visible=False)
        axis.set_xlabel(f"{unit} of searching", labelpad=6)


def seconds_at(
    progress: Sequence[tuple[int, float | None]], ticks: Sequence[float]
) -> tuple[list[tuple[float, str]], str]:
    """Time of searching at some numbers of trials: the numbers with the times as text, and their unit.

    Args:
        progress: Numbers of trials in order, and the seconds after which each was done; None where the journal does not say.
        ticks: The numbers of trials that are asked for; those outside of what is known are left out.
    """
    done = [(n, after) for n, after in progress if after is not None]
    if len(done) < 2 or done[-1][1] == done[0][1]:
        return [], ""
    numbers, seconds = np.array(done, dtype=np.float64).T
    seconds = np.maximum.accumulate(seconds)
    unit, scale = ("minutes", 60.0) if seconds[-1] >= MINUTES else ("seconds", 1.0)
    times = [
        (tick, float(np.interp(tick, numbers, seconds)) / scale)
        for tick in ticks
        if numbers[0] <= tick <= numbers[-1]
    ]
    return [(tick, f"{time:.0f}" if time >= 10 else f"{time:.2g}") for tick, time in times], unit
