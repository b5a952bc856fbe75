"""Speed over size: kernels and calls of a class of problems beside a peer, under the peak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.report.charts.drawing import ALONE, INK, WIDE, Chart, colour, drawing, sizes_axis, style_of
from autoblas.report.speeds import KERNELS, SHIPPED
from autoblas.report.tables import Table, rate_text, rate_unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from autoblas.report.speeds import Roof, Speed

__all__ = ["speed_chart"]

FIXED_STYLES, FREE_STYLES = {KERNELS: 0, SHIPPED: 3}, (1, 2, 4, 5)
"""Fixed looks of the series of records, and those that calls and peers take in their order."""

LONGEST = 26
"""Letters of a name beyond which no other stands beside it."""


def speed_chart(name: str, speeds: Sequence[Speed], roof: Roof | None, *, alone: bool = False) -> Chart:
    """The speed of one class at several sizes, as points with what a fifth of the times were below and above.

    Sizes that are alike along all sides are joined by a line; others stand alone, hollow, at their geometric mean.

    Args:
        name: Of the chart and its file.
        speeds: Of one class; the series that was timed first comes first.
        roof: The peak of its element type, which is drawn where operations tell the speed.
        alone: It is the only chart of its part.
    """
    arithmetic = speeds[0].work.arithmetic
    quantity = "FLOP" if arithmetic else "B"
    series = list(dict.fromkeys(speed.series for speed in speeds))

    def rate(speed: Speed, seconds: float) -> float:
        return speed.work.gflops(seconds) if arithmetic else speed.work.gbytes(seconds)

    unit, scale = rate_unit(max(rate(speed, speed.seconds) for speed in speeds), quantity)
    with drawing(name, ALONE if alone else WIDE) as canvas:
        axes = canvas.axes
        free = [label for label in series if label not in FIXED_STYLES]
        for label in series:
            index = (
                FIXED_STYLES[label]
                if label in FIXED_STYLES
                else FREE_STYLES[free.index(label) % len(FREE_STYLES)]
            )
            rates = [
                (s, rate(s, s.seconds) / scale, rate(s, s.high) / scale, rate(s, s.low) / scale)
                for s in speeds
                if s.series == label
            ]
            _series(axes, index, label, rates)
        if roof is not None and arithmetic:
            axes.axhline(
                roof.rate / scale, color=colour(INK), linewidth=1.2, linestyle=(0, (6, 2)), label="peak"
            )
        sizes_axis(axes, [speed.work.edge for speed in speeds], _size_label(speeds))
        axes.set_ylabel(unit)
        axes.set_ylim(bottom=0, top=axes.get_ylim()[1] * 1.04)
        columns = 1 if max(map(len, series)) > LONGEST else 2
        canvas.figure.legend(loc="outside upper left", ncols=columns, columnspacing=1.2, handletextpad=0.5)
    work = speeds[0].work
    rows = tuple(
        (work.class_name, speed.work.extent, speed.series, rate(speed, speed.seconds), rate(speed, speed.high),
         rate(speed, speed.low), speed.seconds, speed.source)
        for speed in speeds
    )  # fmt: skip
    gigas = f"G{quantity}/s"
    header = ("class", "size", "what", gigas, f"{gigas} low", f"{gigas} high", "seconds", "source")
    return Chart(
        work.class_name,
        _alt(speeds, roof if arithmetic else None, quantity),
        canvas.svg,
        Table(name, header, rows),
        alone,
    )


def _series(axes: Axes, index: int, label: str, points: Sequence[tuple[Speed, float, float, float]]) -> None:
    """Draw one series: speeds with their median, low and high rates."""
    style = style_of(index)
    for regular in (True, False):
        subset = [point for point in points if point[0].work.regular is regular]
        if subset:
            x = [speed.work.edge for speed, *_ in subset]
            y = [median for _, median, _, _ in subset]
            errors = [[m - low for _, m, low, _ in subset], [high - m for _, m, _, high in subset]]
            axes.errorbar(
                x, y, yerr=errors, color=style.colour, marker=style.marker, elinewidth=1,
                linestyle=style.line if regular else "none", markerfacecolor=None if regular else "none",
                label=label if regular or not any(point[0].work.regular for point in points) else None,
            )  # fmt: skip


def _size_label(speeds: Sequence[Speed]) -> str:
    """Label of the axis of sizes."""
    if all(len(speed.work.sides) == 1 for speed in speeds):
        return "elements"
    return (
        "n"
        if all(speed.work.regular for speed in speeds)
        else "geometric mean of the sizes (hollow: not all equal)"
    )


def _alt(speeds: Sequence[Speed], roof: Roof | None, quantity: str) -> str:
    """The range of each series in words."""
    sentences = [f"Speed over size of {speeds[0].work.class_name}."]
    for label in dict.fromkeys(speed.series for speed in speeds):
        rates = [
            (s.work.gflops(s.seconds) if s.work.arithmetic else s.work.gbytes(s.seconds), s.work.extent)
            for s in speeds
            if s.series == label
        ]
        low, high = ((rate_text(rate, quantity), extent) for rate, extent in (min(rates), max(rates)))
        sentences.append(f"{label}: {low[0]} at {low[1]} to {high[0]} at {high[1]}.")
    if roof is not None:
        sentences.append(f"The peak of {roof.name} is {rate_text(roof.rate)}, {roof.origin}.")
    return " ".join(sentences)
