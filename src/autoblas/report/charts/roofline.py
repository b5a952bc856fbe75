"""The roofline: speed over operations a byte, under what multiply-adds and memory allow.

S. Williams, A. Waterman, D. Patterson, "Roofline: an insightful visual performance model for multicore architectures",
Comm. ACM 52 (2009). Bytes are the fewest that a problem has to move, operands and result once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.report.charts.drawing import ALONE, INK, WIDE, Chart, colour, drawing, round_numbers, style_of
from autoblas.report.tables import Table, number, rate_text, rate_unit
from autoblas.report.work import GROUPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from autoblas.report.speeds import Roof, Speed

__all__ = ["roofline_chart"]

KINDS = list(dict.fromkeys(GROUPS.values()))
"""Kinds of problems, which look alike in all charts."""


def roofline_chart(
    name: str, speeds: Sequence[Speed], peak: Roof | None, memory: Roof | None, *, alone: bool = False
) -> Chart:
    """The problems of one element type under their roof.

    Args:
        name: Of the chart and its file.
        speeds: Speeds of problems that have operations.
        peak: Roof by multiply-adds; None where it is not known.
        memory: Roof by memory; None where it is not known.
        alone: It is the only chart of its part.
    """
    kind = speeds[0].work.element_type
    unit, scale = rate_unit(max(speed.work.gflops(speed.seconds) for speed in speeds), "FLOP")
    with drawing(name, ALONE if alone else WIDE) as canvas:
        axes = canvas.axes
        axes.set_xscale("log")
        axes.set_yscale("log")
        _draw_speeds(axes, speeds, scale)
        _draw_roof(axes, peak, memory, scale)
        for axis, limits in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
            ticks = round_numbers(*limits)
            axis.set_ticks(ticks, [number(tick) for tick in ticks])
        axes.minorticks_off()
        axes.set_xlabel("operations a byte")
        axes.set_ylabel(unit)
        canvas.figure.legend(loc="outside upper left", ncols=2, columnspacing=1.2, handletextpad=0.3)
    rows = tuple(
        (speed.work.class_name, speed.work.extent, speed.series, speed.work.intensity, speed.work.gflops(speed.seconds),
         _share(speed, peak, memory), speed.source)
        for speed in speeds
    )  # fmt: skip
    header = ("class", "size", "what", "flop a byte", "GFLOP/s", "share of the roof", "source")
    roofs = "; ".join(
        f"{roof.name} at {rate_text(roof.rate, quantity)}, {roof.origin}"
        for roof, quantity in ((peak, "FLOP"), (memory, "B"))
        if roof is not None
    )
    best = max(speeds, key=lambda speed: speed.work.gflops(speed.seconds))
    alt = (
        f"Speed over operations a byte of {len(speeds)} problems of {kind}. The fastest is {best.work.title} with "
        f"{rate_text(best.work.gflops(best.seconds))}. The roof: {roofs or 'not known'}."
    )
    return Chart(kind, alt, canvas.svg, Table(name, header, rows), alone)


def _draw_speeds(axes: Axes, speeds: Sequence[Speed], scale: float) -> None:
    """Draw the problems, those of a kind alike."""
    for group in sorted({speed.work.group for speed in speeds}, key=KINDS.index):
        members = [speed for speed in speeds if speed.work.group == group]
        rates = [speed.work.gflops(speed.seconds) / scale for speed in members]
        style = style_of(KINDS.index(group))
        axes.plot(
            [speed.work.intensity for speed in members], rates, color=style.colour, marker=style.marker,
            linestyle="none", alpha=0.85, label=group,
        )  # fmt: skip


def _draw_roof(axes: Axes, peak: Roof | None, memory: Roof | None, scale: float) -> None:
    """Draw what is known of the roof over the problems that are drawn."""
    low, high = axes.get_xlim()
    if memory is not None:
        ridge = high if peak is None else min(max(peak.rate / memory.rate, low), high)
        rates = [memory.rate * edge / scale for edge in (low, ridge)]
        axes.plot([low, ridge], rates, color=colour(INK), linewidth=1.2)
    if peak is not None:
        start = low if memory is None else min(max(peak.rate / memory.rate, low), high)
        axes.plot([start, high], [peak.rate / scale] * 2, color=colour(INK), linewidth=1.2)
    axes.set_xlim(low, high)


def _share(speed: Speed, peak: Roof | None, memory: Roof | None) -> float | None:
    """The part of the roof that a problem reaches; None where the roof is not known in full."""
    if peak is None or memory is None:
        return None
    return speed.work.gflops(speed.seconds) / min(peak.rate, memory.rate * speed.work.intensity)
