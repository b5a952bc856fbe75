"""The plots in docs/figures are drawn from the figures that docs/performance.md has now."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def plots(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import plots

    return plots


@pytest.mark.parametrize("name", ["overview", "h200-levels", "clblast", "searches", "searches-beside"])
def test_a_plot_shows_the_figures_of_the_page(plots: ModuleType, name: str) -> None:
    """Where this fails, the page has changed: ``python benchmarks/plots.py`` draws them anew."""
    assert plots.embedded(plots.FIGURES / f"{name}.svg") == plots.DATA[name]()


def test_every_plot_is_shown_with_words_for_those_who_do_not_see_it(plots: ModuleType) -> None:
    """In the page of plots, with a sentence; and no file is left of a plot that is no more."""
    page = (plots.FIGURES.parent / "figures.md").read_text(encoding="utf-8")
    words = {name: text for text, name in re.findall(r"!\[(.+?)\]\(figures/([\w-]+)\.svg\)", page)}
    assert set(words) == set(plots.DATA) == {path.stem for path in plots.FIGURES.glob("*.svg")}
    assert min(map(len, words.values())) > 60


def test_colours_have_counterparts_for_dark_pages(plots: ModuleType) -> None:
    """Every colour that occurs in a plot is one of those that are replaced."""
    dark = (ROOT / "docs" / "extensions" / "figures_in_the_dark.py").read_text(encoding="utf-8")
    for path in plots.FIGURES.glob("*.svg"):
        for colour in set(re.findall(r"#[0-9a-f]{6}\b", path.read_text(encoding="utf-8"))):
            assert f'"{colour}":' in dark, (path.name, colour)


def test_a_missing_table_is_named(plots: ModuleType) -> None:
    """A heading that was changed says so."""
    with pytest.raises(LookupError, match="has no table 'case' under 'Nowhere'"):
        plots.tables("Nowhere", "case")
