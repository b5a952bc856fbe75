"""Bars: which parameters matter, and how trials failed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from autoblas.report.charts.drawing import GROUND, INK, WIDE, Chart, colour, drawing, look
from autoblas.report.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.report.importance import VarianceShare
    from autoblas.report.searches import RecordedSearch

__all__ = ["failures_chart", "importance_chart", "kernels_chart", "reason_of"]

ROW, MARGIN = 22, 62
"""Pixels of a bar with its space, and of what is above and below all bars."""

MOST = 12
"""Bars of a chart; what follows is in its table."""

LONGEST = 110
"""Letters of a reason, so that alike ones meet and compilers' logs do not fill the page."""

HEADER = ("search", "parameter", "share of variance", "share reached by chance", "values", "value with the best mean",
          "trials", "explained by all together", "driver")  # fmt: skip
"""The columns of the shares."""


def importance_chart(
    name: str, called: str, found: Sequence[VarianceShare], together: float | None, trials: int, driver: str
) -> Chart:
    """The share of the variance of log time that goes with each parameter, and what chance reaches.

    Args:
        name: Of the chart.
        called: The search and the kernel, in words.
        found: The shares, the largest first; at least one.
        together: What all explain by effects of their own; None where that is not known.
        trials: How many were timed.
        driver: That they were timed with.
    """
    svg = _shares(name, [(each.parameter, each) for each in found[:MOST]])
    rows = tuple(
        (called, each.parameter, each.share, each.chance, each.values, each.best, trials, together, driver)
        for each in found
    )
    matter = [f"{each.parameter} {each.share:.0%}" for each in found if each.matters]
    alt = f"Share of the variance of log time in {trials} trials of {called}: {', '.join(matter) or 'no parameter'} above chance."
    return Chart(called, alt, svg, Table(name, HEADER, rows))


def kernels_chart(name: str, found: Sequence[tuple[str, VarianceShare, int, str]]) -> Chart:
    """The share of the variance of log time that goes with the kernel, in each search.

    Args:
        name: Of the chart.
        found: The search in words, the share, how many trials were timed, and with which driver.
    """
    svg = _shares(name, [(called, share) for called, share, _, _ in found[:MOST]])
    rows = tuple(
        (called, "kernel", share.share, share.chance, share.values, share.best, trials, None, driver)
        for called, share, trials, driver in found
    )
    said = ", ".join(f"{share.share:.0%} of {called}" for called, share, _, _ in found)
    alt = f"Share of the variance of log time that goes with the choice of the kernel: {said}."
    return Chart("The choice of the kernel", alt, svg, Table(name, HEADER, rows))


def _shares(name: str, shown: Sequence[tuple[str, VarianceShare]]) -> str:
    """Bars of shares with what chance reaches, each by its label; those that chance explains are pale."""
    bar, mark = look(0).colour, colour(INK)
    with drawing(name, (WIDE[0], MARGIN + ROW * len(shown))) as made:
        axes = made.axes
        places = range(len(shown))
        for place, (_, each) in zip(places, shown, strict=True):
            axes.barh(place, each.share * 100, height=0.62, color=bar, alpha=1.0 if each.matters else 0.4)
        chances = [each.chance * 100 for _, each in shown]
        axes.plot(
            chances,
            places,
            color=colour(GROUND),
            marker="|",
            markersize=15,
            markeredgewidth=5,
            linestyle="none",
        )
        axes.plot(chances, places, color=mark, marker="|", markersize=13, markeredgewidth=2, linestyle="none",
                  label="chance alone reaches this in 1 of 20")  # fmt: skip
        axes.set_yticks(places, [label for label, _ in shown])
        axes.invert_yaxis()
        axes.set_xlim(0, max(100 * max(max(each.share, each.chance) for _, each in shown) * 1.08, 10))
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("% of the variance of log time")
        made.figure.legend(loc="outside upper left")
    return made.svg


def reason_of(message: str) -> str:
    """A failure's message without what tells one point from the next: the first sentence, numbers left in."""
    words = " ".join(message.split())
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def failures_chart(name: str, searches: Sequence[RecordedSearch]) -> Chart | None:
    """How trials ended that were not timed, over all searches; None where all were."""
    counts = Counter(
        (trial.kind, trial.stage, reason_of(trial.message), trial.kernel)
        for search in searches
        for trial in search.failed
    )
    if not counts:
        return None
    total = sum(len(search.trials) for search in searches)
    kinds = Counter({kind: 0 for kind, *_ in counts})
    for (kind, *_), count in counts.items():
        kinds[kind] += count
    ordered = kinds.most_common()
    with drawing(name, (WIDE[0], MARGIN + ROW * len(ordered))) as made:
        axes = made.axes
        places = range(len(ordered))
        axes.barh(places, [count for _, count in ordered], height=0.62, color=look(1).colour)
        for place, (_, count) in zip(places, ordered, strict=True):
            axes.annotate(
                str(count),
                (count, place),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                color=colour(INK),
            )
        axes.set_yticks(places, [kind for kind, _ in ordered])
        axes.invert_yaxis()
        axes.set_xlim(0, ordered[0][1] * 1.12)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(f"trials, of {total}")
    rows = tuple(
        (kind, stage, kernel, count, reason) for (kind, stage, reason, kernel), count in counts.most_common()
    )
    header = ("outcome", "stage", "kernel", "trials", "reason")
    said = ", ".join(f"{count} {kind}" for kind, count in ordered)
    return Chart(
        "Failed trials",
        f"Of {total} trials {sum(kinds.values())} failed: {said}.",
        made.svg,
        Table(name, header, rows),
    )
