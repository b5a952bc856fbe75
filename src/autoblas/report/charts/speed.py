"""Speed over size: kernels and calls of a class of problems beside a peer, under the peak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.report.charts.drawing import ALONE, INK, WIDE, Chart, colour, drawing, look, sizes_axis
from autoblas.report.speeds import KERNELS, SHIPPED
from autoblas.report.tables import Table, rate_in_words, rate_unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from autoblas.report.speeds import Roof, Speed

__all__ = ["speed_chart"]

PLACES, OTHERS = {KERNELS: 0, SHIPPED: 3}, (1, 2, 4, 5)
"""Which look these have in every chart, whatever else is in it, and what calls and peers have in their order."""

LONGEST = 26
"""Letters of a name beyond which no other stands beside it."""


def speed_chart(name: str, speeds: Sequence[Speed], roof: Roof | None, *, alone: bool = False) -> Chart:
    """The speed of one class at several sizes, as points with what a fifth of the times were below and above.

    Sizes that are alike along all sides are joined by a line; others stand alone, hollow, at their geometric mean.

    Args:
        name: Of the chart and its file.
        speeds: Of one class; who was timed first comes first.
        roof: The peak of its element type, which is drawn where operations tell the speed.
        alone: It is the only chart of its part.
    """
    arithmetic = speeds[0].work.arithmetic
    what = "FLOP" if arithmetic else "B"
    who = list(dict.fromkeys(each.who for each in speeds))

    def rate(speed: Speed, seconds: float) -> float:
        return speed.work.gflops(seconds) if arithmetic else speed.work.gbytes(seconds)

    unit, scale = rate_unit(max(rate(each, each.seconds) for each in speeds), what)
    with drawing(name, ALONE if alone else WIDE) as made:
        axes = made.axes
        others = [one for one in who if one not in PLACES]
        for one in who:
            place = PLACES[one] if one in PLACES else OTHERS[others.index(one) % len(OTHERS)]
            rates = [
                (s, rate(s, s.seconds) / scale, rate(s, s.high) / scale, rate(s, s.low) / scale)
                for s in speeds
                if s.who == one
            ]
            _series(axes, place, one, rates)
        if roof is not None and arithmetic:
            axes.axhline(
                roof.rate / scale, color=colour(INK), linewidth=1.2, linestyle=(0, (6, 2)), label="peak"
            )
        sizes_axis(axes, [each.work.edge for each in speeds], _along(speeds))
        axes.set_ylabel(unit)
        axes.set_ylim(bottom=0, top=axes.get_ylim()[1] * 1.04)
        columns = 1 if max(map(len, who)) > LONGEST else 2
        made.figure.legend(loc="outside upper left", ncols=columns, columnspacing=1.2, handletextpad=0.5)
    work = speeds[0].work
    rows = tuple(
        (work.called, each.work.extent, each.who, rate(each, each.seconds), rate(each, each.high),
         rate(each, each.low), each.seconds, each.source)
        for each in speeds
    )  # fmt: skip
    gigas = f"G{what}/s"
    header = ("class", "size", "what", gigas, f"{gigas} low", f"{gigas} high", "seconds", "source")
    return Chart(
        work.called,
        _alt(speeds, roof if arithmetic else None, what),
        made.svg,
        Table(name, header, rows),
        alone,
    )


def _series(axes: Axes, place: int, label: str, points: Sequence[tuple[Speed, float, float, float]]) -> None:
    """Draw one series: speeds with their median, low and high rates."""
    style = look(place)
    for regular in (True, False):
        some = [each for each in points if each[0].work.regular is regular]
        if some:
            x = [speed.work.edge for speed, *_ in some]
            y = [median for _, median, _, _ in some]
            errors = [[m - low for _, m, low, _ in some], [high - m for _, m, _, high in some]]
            axes.errorbar(
                x, y, yerr=errors, color=style.colour, marker=style.marker, elinewidth=1,
                linestyle=style.line if regular else "none", markerfacecolor=None if regular else "none",
                label=label if regular or not any(each[0].work.regular for each in points) else None,
            )  # fmt: skip


def _along(speeds: Sequence[Speed]) -> str:
    """What the axis of sizes counts."""
    if all(len(each.work.sides) == 1 for each in speeds):
        return "elements"
    return (
        "n"
        if all(each.work.regular for each in speeds)
        else "geometric mean of the sizes (hollow: not all equal)"
    )


def _alt(speeds: Sequence[Speed], roof: Roof | None, what: str) -> str:
    """The range of each series in words."""
    sentences = [f"Speed over size of {speeds[0].work.called}."]
    for one in dict.fromkeys(each.who for each in speeds):
        rates = [
            (s.work.gflops(s.seconds) if s.work.arithmetic else s.work.gbytes(s.seconds), s.work.extent)
            for s in speeds
            if s.who == one
        ]
        low, high = ((rate_in_words(rate, what), extent) for rate, extent in (min(rates), max(rates)))
        sentences.append(f"{one}: {low[0]} at {low[1]} to {high[0]} at {high[1]}.")
    if roof is not None:
        sentences.append(f"The peak of {roof.name} is {rate_in_words(roof.rate)}, {roof.origin}.")
    return " ".join(sentences)
