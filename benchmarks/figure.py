"""README's figure: squares beside cuBLAS on a card, a curve for each type, and steps of PyTorch programs."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from benchmarks.machine import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["FIGURE", "draw", "embedded"]

FIGURE = ROOT / "docs" / "figures" / "overview.svg"

INK, MUTED, GRID = "#1a1a1a", "#5f6368", "#d9dce0"
SERIES = {"float32": ("#1f5a8c", "o"), "float64": ("#b3541e", "s"), "float16": ("#2f7d4f", "D")}
"""Colours, which have counterparts on dark pages, and marks of the curves."""

BARS = {
    "PyTorch": MUTED,
    "autoblas": "#1f5a8c",
    "PyTorch, TF32 allowed": GRID,
    "autoblas, TF32 allowed": "#7a4fa3",
}
"""Colours of bars, which have counterparts on dark pages."""

STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: smaller, and readers can search it
    "svg.hashsalt": "autoblas",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.titlesize": 8,
    "axes.titlecolor": MUTED,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": GRID,
    "legend.frameon": False,
}


def draw(data: Mapping[str, Any], path: Path) -> None:
    """Draw the figure, with its data, so that a test detects changed records.

    Args:
        data: ``caption``; ``curves``: ratios by type and size; perhaps ``steps``: milliseconds by program and way.
        path: The file.
    """
    import matplotlib as mpl  # noqa: PLC0415  # pages can be checked without it
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context(STYLE):
        steps = data.get("steps", {})
        figure = Figure(figsize=(4.6, 5.6 if steps else 3.3), layout="constrained")  # read on telephones, too
        axes, *step_axes = figure.subplots(2 if steps else 1, squeeze=False)[:, 0]
        _curves(axes, data["curves"])
        for beside in step_axes:
            _bars(beside, steps)
        axes.set_title(data["caption"] or "not measured yet", loc="left")
        words = {
            "Title": "Speed of square products beside cuBLAS, and of training steps beside PyTorch",
            "Description": json.dumps(data),
            "Date": None,
            "Creator": "autoblas",
        }
        figure.savefig(path, metadata=words)
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE), encoding="utf-8")


def _curves(axes: Any, curves: Mapping[str, Mapping[str, float]]) -> None:
    for kind, ratios in curves.items():
        colour, mark = SERIES[kind]
        axes.plot(
            [int(n) for n in ratios],
            list(ratios.values()),
            color=colour,
            marker=mark,
            markersize=4,
            label=kind,
        )
    axes.axhline(1, color=MUTED, linewidth=1, linestyle="--", zorder=0)
    axes.set_xscale("log", base=2)
    sizes = sorted({int(n) for ratios in curves.values() for n in ratios}) or [256, 16384]
    axes.set_xticks(sizes, [str(n) if n < 1024 else f"{n // 1024}k" for n in sizes])
    axes.minorticks_off()
    axes.set_ylim(
        0, 1.1 * max((value for ratios in curves.values() for value in ratios.values()), default=1.0)
    )
    axes.set_xlabel("rows n of square matrices")
    axes.set_ylabel("speed relative to cuBLAS")
    axes.grid(axis="y", linewidth=0.5)
    axes.set_axisbelow(True)
    if curves:
        axes.legend(loc="best", fontsize=9)


def _bars(axes: Any, steps: Mapping[str, Mapping[str, float]]) -> None:
    thick = 0.8 / len(BARS)
    for number, (way, colour) in enumerate(BARS.items()):
        at = [
            (row + number * thick, times["PyTorch"] / times[way])
            for row, times in enumerate(steps.values())
            if way in times
        ]
        bars = axes.bar([x for x, _ in at], [speed for _, speed in at], thick, color=colour, label=way)
        axes.bar_label(bars, fmt="%.1f", fontsize=8)
    axes.set_xticks([row + 0.4 - thick / 2 for row in range(len(steps))], list(steps))
    axes.set_xlabel("training step in float32, and its time with PyTorch")
    axes.set_ylabel("speed relative to PyTorch")
    axes.legend(loc="upper right", fontsize=9)


def embedded(path: Path) -> dict[str, Any]:
    """The data of a figure; empty where it has none.

    Args:
        path: The file.
    """
    text = re.search(r"<dc:description>(.*?)</dc:description>", path.read_text(encoding="utf-8"), re.DOTALL)
    data: dict[str, Any] = (
        json.loads(text[1].replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&")) if text else {}
    )
    return data
