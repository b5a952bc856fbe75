"""A space in small multiples: for each parameter of a kernel, the times of the points that had each of its values."""

from __future__ import annotations

import math
import statistics
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.report.charts.drawing import INK, NARROW, Chart, colour, drawing, style_of, times_axis
from autoblas.report.tables import Table, time_text, unit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.report.searches import RecordedSearch, RecordedTrial

__all__ = ["parameter_charts", "varied"]

SPREAD = 0.28
"""Width to either side over which points of one value are scattered, so that they do not hide each other."""

LONGEST = 7
"""Letters of a value beyond which names of values are written at an angle."""


def varied(trials: Sequence[RecordedTrial]) -> list[str]:
    """The parameters that had more than one value, in the order of their kernel."""
    names = dict.fromkeys(name for trial in trials for name in trial.parameters)
    return [name for name in names if len({str(trial.parameters.get(name)) for trial in trials}) > 1]


def parameter_charts(
    name: str, search: RecordedSearch, kernel: str, order: Sequence[str] = ()
) -> list[Chart]:
    """A small chart for each parameter of a kernel that was varied.

    Args:
        name: Of the charts, and of the file of their table.
        search: The search.
        kernel: The kernel.
        order: The parameters that come first.
    """
    trials = search.of_kernel(kernel)
    failed = [trial for trial in search.failed if trial.kernel == kernel]
    names = varied(trials)
    names.sort(key=lambda parameter: order.index(parameter) if parameter in order else len(order))
    return [
        _chart(f"{name}-{i}", search, kernel, parameter, trials, failed) for i, parameter in enumerate(names)
    ]


def _chart(
    name: str,
    search: RecordedSearch,
    kernel: str,
    parameter: str,
    trials: Sequence[RecordedTrial],
    failed: Sequence[RecordedTrial],
) -> Chart:
    """The chart of one parameter."""
    values = sorted({trial.parameters.get(parameter) for trial in trials}, key=_order)
    best = min(trials, key=lambda trial: trial.seconds)
    unit, scale = unit_of(math.sqrt(best.seconds * max(trial.seconds for trial in trials)))
    drawn = np.random.default_rng(0)  # the same picture from the same trials
    dots, mark = style_of(0), style_of(1)
    rows: list[tuple[str | float | None, ...]] = []
    with drawing(name, NARROW) as canvas:
        axes = canvas.axes
        for position, value in enumerate(values):
            times = [trial.seconds / scale for trial in trials if trial.parameters.get(parameter) == value]
            axes.plot(position + drawn.uniform(-SPREAD, SPREAD, len(times)), times, color=dots.colour, marker="o",
                      markersize=3, linestyle="none", alpha=0.55)  # fmt: skip
            middle = statistics.median(times)
            axes.plot([position - 0.36, position + 0.36], [middle, middle], color=colour(INK), linewidth=1.6)
            lost = sum(trial.parameters.get(parameter) == value for trial in failed)
            rows.append((search.work.title, kernel, parameter, _label(value), len(times), min(times) * scale,
                         middle * scale, lost, search.driver))  # fmt: skip
        winner = values.index(best.parameters.get(parameter))
        axes.plot(
            [winner], [best.seconds / scale], color=mark.colour, marker="D", markersize=6, linestyle="none"
        )
        times_axis(axes, [trial.seconds / scale for trial in trials], unit)
        labels = [_label(value) for value in values]
        axes.set_xticks(range(len(values)), labels, rotation=30 if max(map(len, labels)) > LONGEST else 0)
        axes.set_xlim(-0.6, len(values) - 0.4)
        axes.grid(visible=False, axis="x")
    header = (
        "problem",
        "kernel",
        "parameter",
        "value",
        "points",
        "best in seconds",
        "median in seconds",
        "failed",
        "driver",
    )
    summary = "; ".join(f"{row[3]}: {row[4]} points, median {time_text(float(row[6] or 0))}" for row in rows)
    alt = f"Times of {kernel} by {parameter}. {summary}. The best point has {_label(best.parameters.get(parameter))}."
    return Chart(parameter, alt, canvas.svg, Table("space", header, tuple(rows)))


def _order(value: Any) -> tuple[int, float, str]:
    """Numbers by their size, then words."""
    if isinstance(value, int | float):
        return (0, float(value), "")
    return (1, 0.0, str(value))


def _label(value: Any) -> str:
    """A value on an axis."""
    return (
        {True: "yes", False: "no"}[value]
        if isinstance(value, bool)
        else "none"
        if value is None
        else str(value)
    )
