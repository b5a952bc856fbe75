"""Bars: which parameters matter, and how trials failed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from autoblas.report.charts.drawing import GROUND, INK, WIDE, Chart, colour, drawing, style_of
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
    name: str, subject: str, shares: Sequence[VarianceShare], additive: float | None, trials: int, driver: str
) -> Chart:
    """The share of the variance of log time that goes with each parameter, and what chance reaches.

    Args:
        name: Of the chart.
        subject: The search and the kernel, in words.
        shares: The shares, the largest first; at least one.
        additive: Share that all explain by effects of their own; None where that is not known.
        trials: Number of timed trials.
        driver: Driver that they were timed with.
    """
    svg = _shares(name, [(s.parameter, s) for s in shares[:MOST]])
    rows = tuple(
        (subject, s.parameter, s.share, s.chance, s.values, s.best, trials, additive, driver) for s in shares
    )
    matter = [f"{s.parameter} {s.share:.0%}" for s in shares if s.matters]
    alt = f"Share of the variance of log time in {trials} trials of {subject}: {', '.join(matter) or 'no parameter'} above chance."
    return Chart(subject, alt, svg, Table(name, HEADER, rows))


def kernels_chart(name: str, shares: Sequence[tuple[str, VarianceShare, int, str]]) -> Chart:
    """The share of the variance of log time that goes with the kernel, in each search.

    Args:
        name: Of the chart.
        shares: The search in words, the share, how many trials were timed, and with which driver.
    """
    svg = _shares(name, [(search, share) for search, share, _, _ in shares[:MOST]])
    rows = tuple(
        (search, "kernel", share.share, share.chance, share.values, share.best, trials, None, driver)
        for search, share, trials, driver in shares
    )
    summary = ", ".join(f"{share.share:.0%} of {search}" for search, share, _, _ in shares)
    alt = f"Share of the variance of log time that goes with the choice of the kernel: {summary}."
    return Chart("The choice of the kernel", alt, svg, Table(name, HEADER, rows))


def _shares(name: str, shown: Sequence[tuple[str, VarianceShare]]) -> str:
    """Bars of shares with what chance reaches, each by its label; those that chance explains are pale."""
    bar, mark = style_of(0).colour, colour(INK)
    with drawing(name, (WIDE[0], MARGIN + ROW * len(shown))) as canvas:
        axes = canvas.axes
        positions = range(len(shown))
        for position, (_, s) in zip(positions, shown, strict=True):
            axes.barh(position, s.share * 100, height=0.62, color=bar, alpha=1.0 if s.matters else 0.4)
        chances = [s.chance * 100 for _, s in shown]
        axes.plot(
            chances,
            positions,
            color=colour(GROUND),
            marker="|",
            markersize=15,
            markeredgewidth=5,
            linestyle="none",
        )
        axes.plot(chances, positions, color=mark, marker="|", markersize=13, markeredgewidth=2, linestyle="none",
                  label="chance alone reaches this in 1 of 20")  # fmt: skip
        axes.set_yticks(positions, [label for label, _ in shown])
        axes.invert_yaxis()
        axes.set_xlim(0, max(100 * max(max(s.share, s.chance) for _, s in shown) * 1.08, 10))
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("% of the variance of log time")
        canvas.figure.legend(loc="outside upper left")
    return canvas.svg


def reason_of(message: str) -> str:
    """A failure's message without what tells one point from the next: the first sentence, numbers left in."""
    text = " ".join(message.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def failures_chart(name: str, searches: Sequence[RecordedSearch]) -> Chart | None:
    """Outcomes of the trials that failed, over all searches; None where none did."""
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
    with drawing(name, (WIDE[0], MARGIN + ROW * len(ordered))) as canvas:
        axes = canvas.axes
        positions = range(len(ordered))
        axes.barh(positions, [count for _, count in ordered], height=0.62, color=style_of(1).colour)
        for position, (_, count) in zip(positions, ordered, strict=True):
            axes.annotate(
                str(count),
                (count, position),
                xytext=(4, 0),
                textcoords="offset points",
                va="center",
                color=colour(INK),
            )
        axes.set_yticks(positions, [kind for kind, _ in ordered])
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
    summary = ", ".join(f"{count} {kind}" for kind, count in ordered)
    return Chart(
        "Failed trials",
        f"Of {total} trials {sum(kinds.values())} failed: {summary}.",
        canvas.svg,
        Table(name, header, rows),
    )
