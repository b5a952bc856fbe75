"""The colours of a page, on light and on dark ground: told apart by every kind of colour vision, and in contrast to both.

Charts are drawn in the light ones, which the page's style then exchanges: each is a variable of CSS. The hues of series
are near those of M. Okabe and K. Ito ("Color Universal Design", 2008); their lightness was chosen by a search, so that lines
have a contrast of 3 to 1 and text of 4.5 to 1 to their ground (WCAG 2.2, 1.4.3 and 1.4.11), and no two look alike to any of
the three kinds of colour blindness. Markers and dashes differ too.
"""

from __future__ import annotations

__all__ = ["DARK", "GRID", "GROUND", "INK", "LIGHT", "MUTED", "SERIES", "variables"]

GROUND = "ground"
"""What pages are."""

INK = "ink"
"""What text is."""

MUTED = "muted"
"""What is less important."""

GRID = "grid"
"""Lines that lead the eye."""

SERIES = tuple(f"series-{number}" for number in range(1, 7))
"""What is compared."""

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
"""The same on dark ground."""


def variables(colours: dict[str, str]) -> str:
    """The colours as declarations of CSS."""
    return " ".join(f"--{name}: {value};" for name, value in colours.items())
