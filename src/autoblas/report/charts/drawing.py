"""Figures drawn with matplotlib, as SVG that a page takes in: its colours, its font, no foreign ids.

Colours are told apart on light and on dark ground, by every kind of colour vision, and have contrast to both. Charts are
drawn in the light ones, which the page's style then exchanges: each is a variable of CSS. The hues of series are near those
of M. Okabe and K. Ito ("Color Universal Design", 2008). Their lightness was chosen by a search. Lines have a contrast of 3
to 1 and text of 4.5 to 1 to their ground (WCAG 2.2, 1.4.3 and 1.4.11). No two look alike to any of the three kinds of colour
blindness; markers and dashes differ too.
"""

from __future__ import annotations

import io
import math
import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from autoblas.report.tables import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes

    from autoblas.report.tables import Table

__all__ = [
    "ALONE",
    "DARK",
    "GRID",
    "GROUND",
    "INK",
    "LIGHT",
    "MARKERS",
    "MUTED",
    "NARROW",
    "SERIES",
    "WIDE",
    "Chart",
    "SeriesStyle",
    "colour",
    "drawing",
    "round_numbers",
    "sizes_axis",
    "style_of",
    "times_axis",
    "variables",
]

GROUND = "ground"
"""Background of pages."""

INK = "ink"
"""Text."""

MUTED = "muted"
"""Axes, ticks and remarks."""

GRID = "grid"
"""Grid lines."""

SERIES = tuple(f"series-{number}" for number in range(1, 7))
"""Series that a chart compares."""

LIGHT = {
    GROUND: "#ffffff",
    INK: "#17181c",
    MUTED: "#5b5f68",
    GRID: "#d8dbe1",
    SERIES[0]: "#194f83",
    SERIES[1]: "#b63024",
    SERIES[2]: "#177a65",
    SERIES[3]: "#cc459a",
    SERIES[4]: "#947d1d",
    SERIES[5]: "#444952",
}
"""Each colour on white ground."""

DARK = {
    GROUND: "#15171b",
    INK: "#eceef2",
    MUTED: "#a3a8b3",
    GRID: "#383c45",
    SERIES[0]: "#668ad5",
    SERIES[1]: "#e58846",
    SERIES[2]: "#36bd93",
    SERIES[3]: "#e69cd1",
    SERIES[4]: "#dac348",
    SERIES[5]: "#ced1db",
}
"""Each colour on dark ground."""

WIDE = (400, 290)
"""Width and height of a chart, in the pixels that it is made for."""

ALONE = (860, 340)
"""Width and height of a chart that spans the page."""

NARROW = (200, 200)
"""Width and height of one of many small charts."""

_POINTS = 72
"""Units of the SVG in an inch."""

MARKERS = ("o", "s", "^", "D", "v", "P")
"""Markers of series, in their order: series differ by colour and by shape."""

STEPS = ((1.0,), (1.0, 3.0), (1.0, 2.0, 5.0), (1.0, 1.5, 2.0, 3.0, 5.0, 7.0))
"""Of each power of ten, the numbers that an axis names: the first of these lists that gives three within what is shown.
Where none does, so little is shown that steps of one size serve."""

_LINES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1.5, 1.5)), (0, (5, 1.5, 1.5, 1.5)), (0, (3, 1)), "-")


@dataclass(frozen=True)
class Chart:
    """A figure of the page.

    Attributes:
        title: Subject, in a few words.
        alt: Text alternative with the main numbers, in a sentence or two.
        svg: The picture.
        table: Its numbers.
        alone: It has the width of the page to itself.
    """

    title: str
    alt: str
    svg: str
    table: Table
    alone: bool = False


@dataclass(frozen=True)
class SeriesStyle:
    """Style of a series, told apart by colour, marker and line."""

    colour: str
    marker: str
    line: Any


def style_of(position: int) -> SeriesStyle:
    """Style of the series at a position."""
    index = position % len(SERIES)
    return SeriesStyle(colour(SERIES[index]), MARKERS[index], _LINES[index])


def colour(name: str) -> str:
    """Value of a colour on light ground, which the page's style exchanges."""
    return LIGHT[name]


def variables(colours: dict[str, str]) -> str:
    """The colours as declarations of CSS."""
    return " ".join(f"--{name}: {value};" for name, value in colours.items())


class Drawing:
    """A figure while it is drawn.

    Attributes:
        axes: Axes of the chart.
        svg: The picture, once the drawing has ended.
    """

    def __init__(self, size: tuple[float, float], rows: int) -> None:
        self.figure = Figure(figsize=(size[0] / _POINTS, size[1] / _POINTS), layout="constrained")
        FigureCanvasSVG(self.figure)
        self.axes: Axes = self.figure.subplots(rows)
        self.svg = ""


@contextmanager
def drawing(name: str, size: tuple[float, float] = WIDE) -> Iterator[Drawing]:
    """A figure to draw, whose ``svg`` is there when the block ends.

    Args:
        name: Letters, digits and hyphens: what its ids begin with, so that no two figures of a page share any.
        size: Width and height in pixels.
    """
    with mpl.rc_context({**_STYLE, "svg.hashsalt": name}):
        canvas = Drawing(size, 1)
        yield canvas
        text = io.StringIO()
        canvas.figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
        canvas.svg = _embedded(text.getvalue(), name)


_STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": LIGHT[MUTED],
    "axes.grid": True,
    "axes.labelcolor": LIGHT[INK],
    "axes.labelsize": 12,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 11,
    "axes.titlecolor": LIGHT[INK],
    "axes.unicode_minus": False,
    "font.family": ["DejaVu Sans"],
    "font.size": 12,
    "grid.color": LIGHT[GRID],
    "grid.linewidth": 0.8,
    "legend.fontsize": 11.5,
    "legend.frameon": False,
    "legend.handlelength": 1.8,
    "lines.linewidth": 1.8,
    "lines.markersize": 5.5,
    "mathtext.default": "regular",
    "svg.fonttype": "none",
    "text.color": LIGHT[INK],
    "xtick.color": LIGHT[MUTED],
    "xtick.labelcolor": LIGHT[INK],
    "xtick.labelsize": 11.5,
    "ytick.color": LIGHT[MUTED],
    "ytick.labelcolor": LIGHT[INK],
    "ytick.labelsize": 11.5,
}


def _embedded(svg: str, name: str) -> str:
    """The element of a picture as a page can hold it, hidden from screen readers, which read its description instead."""
    svg = svg[svg.index("<svg") :]
    box = re.search(r'viewBox="[^"]*"', svg)
    head = f'<svg {box[0] if box else ""} xmlns:xlink="http://www.w3.org/1999/xlink" aria-hidden="true" focusable="false">'
    svg = head + svg[svg.index(">") + 1 :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<style[^>]*>[^<]*</style>", "", svg)  # line joins for a whole page
    used = set(re.findall(r'(?:url\(#|href="#)([^)"]+)', svg))
    svg = re.sub(r' id="([^"]*)"', lambda match: f' id="{name}-{match[1]}"' if match[1] in used else "", svg)
    svg = re.sub(r'(url\(#|href="#)([^)"]+)', lambda match: f"{match[1]}{name}-{match[2]}", svg)
    svg = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", svg)
    svg = re.sub(r"font-family: [^;\"]*;?", "", svg)
    for token, value in LIGHT.items():
        svg = svg.replace(value, f"var(--{token})")
    return svg


def times_axis(axes: Axes, values: Sequence[float], label: str) -> None:
    """A logarithmic axis of times that names three to six round numbers within what is shown.

    Args:
        axes: Axes of the chart.
        values: The values shown, all above 0.
        label: The unit.
    """
    axes.set_yscale("log")
    low, high = min(values), max(values)
    margin = max((high / low) ** 0.06, 1.03)
    low, high = low / margin, high * margin
    axes.set_ylim(low, high)
    ticks = round_numbers(low, high)
    axes.set_yticks(ticks, [number(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_ylabel(label)


def round_numbers(low: float, high: float) -> list[float]:
    """Three to nine round numbers that lie between two, or those two where there are none: the ticks of a logarithmic axis.

    Args:
        low: The smaller one, above 0.
        high: The larger one.
    """
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
    for steps in STEPS:
        ticks = [step * 10.0**power for power in powers for step in steps]
        ticks = [tick for tick in ticks if low <= tick <= high]
        if len(ticks) >= 3:
            return ticks[:: max(len(ticks) // 5, 1)]
    even = MaxNLocator(5, steps=(1, 2, 2.5, 5, 10)).tick_values(low, high)
    return [float(tick) for tick in even if low <= tick <= high] or [low, high]


def sizes_axis(axes: Axes, values: Sequence[float], label: str) -> None:
    """A logarithmic axis of sizes, which names the sizes themselves as far as there is room for them."""
    axes.set_xscale("log", base=2)
    sizes = sorted(set(values))
    if not sizes:
        return
    low, high = math.log2(sizes[0]), math.log2(sizes[-1])
    room = max((high - low) / 6, 1e-9)
    ticks: list[float] = []
    for value in sizes:
        if not ticks or math.log2(value / ticks[-1]) >= room:
            ticks.append(value)
    axes.set_xticks(ticks, [_size(tick) for tick in ticks])
    axes.minorticks_off()
    axes.set_xlabel(label)


def _size(value: float) -> str:
    """A size: millions and thousands by their letters where it is long."""
    for letter, count in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= 10 * count or (count > 1e3 and value >= count):
            return f"{value / count:.3g}{letter}"
    return f"{value:.0f}"
