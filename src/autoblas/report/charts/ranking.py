"""Chart of the ranking by size: the winner of each size, by its speed at the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.report.charts.drawing import GROUND, INK, WIDE, Chart, colour, drawing, style_of
from autoblas.report.tables import Table

if TYPE_CHECKING:
    from autoblas.report.ranking import Ranking

__all__ = ["agreement_table", "ranking_chart"]

ROW, MARGIN = 30, 64
"""Pixels of a row, and of what is around all rows."""

LEAST = 0.5
"""The speed whose cell is empty; cells of less are too."""

STRONGEST = 0.55
"""Opacity of the fullest cell: numbers can be read on it, in light and in dark."""


def ranking_chart(name: str, ranking: Ranking) -> Chart:
    """A grid of winners and sizes with the speed relative to each size's winner, in percent."""
    rows, columns = len(ranking.winners), len(ranking.sizes)
    fill = style_of(0).colour
    with drawing(name, (WIDE[0], MARGIN + ROW * rows)) as canvas:
        axes = canvas.axes
        for row, speeds in enumerate(ranking.speeds):
            for column, speed in enumerate(speeds):
                strength = 0.0 if speed is None else max((speed - LEAST) / (1 - LEAST), 0.0) * STRONGEST
                axes.fill(
                    [column - 0.5, column + 0.5, column + 0.5, column - 0.5], [row - 0.5, row - 0.5, row + 0.5, row + 0.5],
                    facecolor=fill, alpha=strength, edgecolor="none",
                )  # fmt: skip
                label = "-" if speed is None else f"{speed * 100:.0f}"
                weight = "bold" if speed is not None and speed >= 1 else "normal"
                axes.text(column, row, label, ha="center", va="center", color=colour(INK), weight=weight)
        axes.set_xticks(
            range(columns), [_short(size) for size in ranking.sizes], rotation=30 if columns > 4 else 0
        )
        axes.set_yticks(range(rows), [chr(ord("A") + row % 26) for row in range(rows)])
        axes.set_xlim(-0.5, columns - 0.5)
        axes.set_ylim(rows - 0.5, -0.5)
        axes.grid(visible=False)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlabel("size")
        axes.set_ylabel("winner")
        axes.set_facecolor(colour(GROUND))
    cells = tuple(
        (ranking.class_name, chr(ord("A") + row % 26), winner.kernel, winner.parameter_text, *speeds)
        for row, (winner, speeds) in enumerate(zip(ranking.winners, ranking.speeds, strict=True))
    )
    header = ("class", "winner", "kernel", "parameters", *ranking.sizes)
    below_best = [speed for speeds in ranking.speeds for speed in speeds if speed is not None and speed < 1]
    worst = (
        f" Where a winner was timed at another size, it reached {min(below_best):.0%} to {max(below_best):.0%} of the best there."
        if below_best
        else ""
    )
    alt = f"{rows} points won at {columns} sizes of {ranking.class_name}.{worst}"
    return Chart(ranking.class_name, alt, canvas.svg, Table(name, header, cells))


def agreement_table(name: str, ranking: Ranking) -> Table:
    """Agreement of pairs of sizes on the ranking of the points that they have in common."""
    rows = tuple((ranking.class_name, a.left, a.right, a.points, a.correlation) for a in ranking.agreements)
    return Table(name, ("class", "size", "other size", "points in common", "rank correlation"), rows)


def _short(size: str) -> str:
    """Equal sizes by one of them."""
    sizes = size.split("x")
    return sizes[0] if len(set(sizes)) == 1 else size
