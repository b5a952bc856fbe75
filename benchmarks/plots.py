"""Draws the plots of the documents from the tables of docs/performance.md, as SVG files in docs/figures.

    python -m pip install -e ".[docs]"
    python benchmarks/plots.py

The page's tables are the only place of the figures. A plot holds those that it was drawn from, so that a test sees when
the page has changed since.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["DATA", "FIGURES", "embedded", "main", "tables"]

DOCS = Path(__file__).parents[1] / "docs"
FIGURES = DOCS / "figures"
INK, MUTED, GRID = "#1a1a1a", "#5f6368", "#d9dce0"
MOST = 200
"""Evaluations after which the replays of searches were broken off."""
SERIES = ("#1f5a8c", "#b3541e", "#2f7d4f", "#7a4fa3", "#8a6d00")
MARKERS = "osD^v"
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text: smaller, and readers can search it
    "svg.hashsalt": "autoblas",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.titlesize": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": GRID,
    "legend.frameon": False,
    "figure.constrained_layout.w_pad": 0.12,
    "figure.constrained_layout.h_pad": 0.1,
}


def tables(heading: str, column: str) -> list[list[list[str]]]:
    """The rows of tables of the page on performance, each row a list of its cells.

    Args:
        heading: The heading that the tables stand under, or how it begins.
        column: How the first row of a table begins, without its first bar.

    Raises:
        LookupError: there is no such table.
    """
    text = (DOCS / "performance.md").read_text(encoding="utf-8")
    section = re.search(rf"^#+ {re.escape(heading)}.*?\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    blocks = re.findall(r"(?:^\|.*\n?)+", section[1] if section else "", re.MULTILINE)
    found = [
        [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in block.splitlines()[2:]]
        for block in blocks
        if block.lstrip("| ").startswith(column)
    ]
    if not found:
        raise LookupError(f"docs/performance.md has no table {column!r} under {heading!r}")
    return found


def _numbers(cell: str) -> list[float]:
    """The numbers of a cell that are no part of parentheses."""
    return [float(word) for word in re.findall(r"[\d.]+(?:e-?\d+)?", re.sub(r"\([^)]*\)", "", cell))]


def _beside_cublas() -> dict[str, dict[str, float]]:
    """Ratios of products to cuBLAS's, by type and size."""
    names = {
        "SGEMM `standard`": "float32",
        "SGEMM `strict`": "float32, strict",
        "DGEMM": "float64",
        "HGEMM": "float16",
    }
    found: dict[str, dict[str, float]] = {}
    for case, _, _, ratio, *_ in tables("One run of the benchmark", "case")[0]:
        for words, name in names.items():
            if case.startswith(words):
                sizes = re.findall(r"\b\d{4}\b", case)
                found[name] = dict(zip(sizes, _numbers(ratio), strict=True))
    return {name: found[name] for name in names.values()}


def _beside_openblas() -> dict[str, dict[str, float]]:
    """Ratios of routines of level 3 to OpenBLAS's on a Zen 5."""
    (rows,) = tables("Levels 1 to 3 and convolutions", "1024")
    return {row[0]: {"float32": _numbers(row[3])[0], "float64": _numbers(row[6])[0]} for row in rows}


def _overview() -> dict[str, Any]:
    return {"H200": _beside_cublas(), "Zen 5": _beside_openblas()}


def _levels() -> dict[str, Any]:
    """Ratios to cuBLAS of every routine on the H200, at the largest size of each."""
    found: dict[str, Any] = {}
    for routine, *cells in tables("Levels 1 to 3 beside cuBLAS", "routine")[0]:
        name, _, size = routine.partition(" ")
        found[name] = {"size": size, "float32": _numbers(cells[2])[0], "float64": _numbers(cells[5])[0]}
    return found


def _clblast() -> dict[str, Any]:
    (rows,) = tables("Levels 1 to 3 and convolutions", "routine |autoblas ms, float32 | CLBlast")
    return {
        row[0].partition(" ")[0]: {"float32": _numbers(row[3])[0], "float64": _numbers(row[6])[0]}
        for row in rows
    }


def _searches() -> dict[str, Any]:
    """Percent of the optimum by evaluations on both recorded spaces; empty cells are of searches that have ended."""
    spaces = tables("Searches", "search")
    return {
        name: {row[0].partition(" ")[0]: [_numbers(cell)[0] for cell in row[2:7] if cell] for row in rows}
        for name, rows in zip(("840 points", "416 points"), spaces, strict=True)
    }


def _searches_beside() -> dict[str, Any]:
    """Evaluations to 98 % of the optimum by space and search; 200 where a course was broken off there."""
    (rows,) = tables("Beside Kernel Tuner and Optuna", "search")
    spaces = ("H200, ffma", "H200, hmma", "RTX 3090", "RTX 2080 Ti", "PoCL", "Intel")
    kept = [row for row in rows if row[0] != "autoblas before"]
    return {space: {row[0]: _numbers(row[place])[0] for row in kept} for place, space in enumerate(spaces, 1)}


DATA: Mapping[str, Callable[[], dict[str, Any]]] = {
    "overview": _overview,
    "h200-levels": _levels,
    "clblast": _clblast,
    "searches": _searches,
    "searches-beside": _searches_beside,
}
"""What each plot is drawn from."""


def _draw_overview(figure: Figure, data: Mapping[str, Any]) -> None:
    left, right = figure.subplots(1, 2, width_ratios=(1.15, 1))
    sizes = ("2048", "4096", "8192")
    _bars(left, data["H200"], sizes)
    left.set_title("products of n x n on an NVIDIA H200,\nspeed relative to cuBLAS", loc="left")
    left.legend(title="n", loc="upper right")
    _bars(right, data["Zen 5"], ("float32", "float64"))
    right.set_title("1024 rows on two cores of a Zen 5,\nspeed relative to OpenBLAS", loc="left")
    right.legend(loc="upper right")


def _bars(axes: Axes, groups: Mapping[str, Mapping[str, float]], series: Sequence[str]) -> None:
    """Groups of bars with their values, and a line at 1."""
    width = 0.8 / len(series)
    for i, name in enumerate(series):
        places = [at for at, group in enumerate(groups.values()) if name in group]
        heights = [group[name] for group in groups.values() if name in group]
        shift = (i - (len(series) - 1) / 2) * width
        shown = axes.bar([at + shift for at in places], heights, width * 0.92, color=SERIES[i], label=name)
        axes.bar_label(shown, [f"{height:.2f}" for height in heights], fontsize=8, padding=2)
    axes.set_xticks(range(len(groups)), [name.replace(", ", "\n") for name in groups])
    axes.tick_params(axis="x", length=0)
    axes.axhline(1, color=MUTED, linewidth=1, linestyle="--", zorder=0)
    axes.set_ylim(0, 1.12 * max(max(group.values()) for group in groups.values()))


def _draw_dots(figure: Figure, data: Mapping[str, Any], label: str) -> None:
    """A line a routine, with a dot for each type, over a logarithmic scale of ratios."""
    axes = figure.subplots()
    names = list(data)[::-1]
    for i, kind in enumerate(("float32", "float64")):
        axes.plot(
            [data[name][kind] for name in names], range(len(names)), MARKERS[i], color=SERIES[i], label=kind
        )
    axes.set_xscale("log")
    ticks = [
        x for x in (0.5, 1, 2, 5, 10, 20, 30) if x <= 1.3 * max(max(_ratios(each)) for each in data.values())
    ]
    axes.set_xticks(ticks, [f"{x:g}" for x in ticks])
    axes.minorticks_off()
    sizes = [data[name].get("size", "") for name in names]
    axes.set_yticks(
        range(len(names)),
        [f"{name}, {size}" if size else name for name, size in zip(names, sizes, strict=True)],
    )
    axes.axvline(1, color=MUTED, linewidth=1, linestyle="--", zorder=0)
    axes.grid(axis="y", linewidth=0.5)
    axes.set_axisbelow(True)
    axes.set_xlabel(label)
    axes.legend(loc="upper center", bbox_to_anchor=(0.4, 1.06 + 0.4 / len(names)), ncols=2)


def _ratios(entry: Mapping[str, Any]) -> list[float]:
    return [entry["float32"], entry["float64"]]


def _draw_levels(figure: Figure, data: Mapping[str, Any]) -> None:
    _draw_dots(figure, data, "speed on an H200 relative to cuBLAS; to the right of 1 autoblas is the faster")


def _draw_clblast(figure: Figure, data: Mapping[str, Any]) -> None:
    _draw_dots(figure, data, "speed on two cores of a Zen 5 relative to CLBlast's defaults, PoCL")


def _draw_searches(figure: Figure, data: Mapping[str, Any]) -> None:
    """A panel a space, a line a search."""
    budgets = (10, 25, 50, 100, 200)
    panels = figure.subplots(1, len(data), sharey=True)
    for axes, (title, courses) in zip(panels, data.items(), strict=True):
        for i, name in enumerate(("model", "random", "em", "probe", "exhaustive")):
            shares = courses[name]
            axes.plot(
                budgets[: len(shares)], shares, color=SERIES[i], marker=MARKERS[i], label=name, linewidth=1.5
            )
        axes.set_xscale("log")
        axes.set_xticks(budgets, [str(x) for x in budgets])
        axes.minorticks_off()
        axes.set_title(f"a space of {title}", loc="left")
        axes.set_xlabel("evaluations")
        axes.grid(linewidth=0.5)
    panels[0].set_ylabel("percent of the optimum, median of five")
    panels[-1].legend(loc="lower right")


def _draw_searches_beside(figure: Figure, data: Mapping[str, Any]) -> None:
    """A panel a space, a bar a search, ours marked."""
    panels = figure.subplots(2, (len(data) + 1) // 2, sharey=True, sharex=True).ravel()
    for axes, (space, reached) in zip(panels, data.items(), strict=True):
        names = list(reached)[::-1]
        colours = [SERIES[1] if name == "autoblas" else SERIES[0] for name in names]
        shown = axes.barh(range(len(names)), [reached[name] for name in names], 0.7, color=colours)
        words = ["200 or more" if reached[name] >= MOST else f"{reached[name]:.0f}" for name in names]
        axes.bar_label(shown, words, fontsize=8, padding=2)
        axes.set_yticks(range(len(names)), names, fontsize=8)
        axes.tick_params(axis="y", length=0)
        axes.set_xlim(0, 1.45 * MOST)
        axes.set_xticks((0, 100, 200))
        axes.set_title(space, loc="left")
    figure.supxlabel("evaluations until 98 percent of the optimum, median of 20 courses", fontsize=10)


DRAWN: Mapping[str, tuple[Callable[[Figure, Mapping[str, Any]], None], tuple[float, float], str]] = {
    "overview": (_draw_overview, (9.6, 3.4), "Speed beside cuBLAS and OpenBLAS"),
    "h200-levels": (_draw_levels, (7.2, 7.6), "Levels 1 to 3 beside cuBLAS on an H200"),
    "clblast": (_draw_clblast, (7.2, 4.2), "Routines beside CLBlast on a Zen 5"),
    "searches": (_draw_searches, (8.4, 3.6), "Share of the optimum after so many evaluations"),
    "searches-beside": (_draw_searches_beside, (9.6, 6.4), "Evaluations to 98 percent of the optimum"),
}
"""How each is drawn, its width and height in inches, and its title."""


def embedded(path: Path) -> dict[str, Any]:
    """The figures that a plot was drawn from.

    Args:
        path: The file.

    Raises:
        LookupError: the file holds none.
    """
    found = re.search(r"<dc:description>(.*?)</dc:description>", path.read_text(encoding="utf-8"), re.DOTALL)
    if found is None:
        raise LookupError(f"{path} does not say what it was drawn from")
    data: dict[str, Any] = json.loads(found[1])
    return data


@click.command()
def main() -> None:
    """Draw all of them; see the module's first lines."""
    import matplotlib as mpl  # noqa: PLC0415  # the tables can be read without it
    from matplotlib.figure import Figure  # noqa: PLC0415

    FIGURES.mkdir(exist_ok=True)
    with mpl.rc_context(STYLE):
        for name, (draw, size, title) in DRAWN.items():
            data = DATA[name]()
            figure = Figure(figsize=size, layout="constrained")
            draw(figure, data)
            path = FIGURES / f"{name}.svg"
            said = {"Title": title, "Description": json.dumps(data), "Date": None, "Creator": "autoblas"}
            figure.savefig(path, metadata=said)
            text = path.read_text(encoding="utf-8")
            path.write_text(re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE), encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
