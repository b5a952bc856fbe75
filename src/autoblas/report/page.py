"""Writes the page: one file that holds its style and its pictures, and asks for nothing from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined

from autoblas.report.charts.drawing import DARK, LIGHT, variables
from autoblas.report.importance import FEWEST
from autoblas.report.sections import sections_of, summary_of
from autoblas.report.tables import merged, shown

if TYPE_CHECKING:
    from autoblas.report.content import Content
    from autoblas.report.tables import Table

__all__ = ["Page", "page_of"]

MOST_ROWS = 200
"""Rows of a table that the page shows; files have all."""

LONG = 40
"""Letters from which on a cell is broken into lines."""


@dataclass(frozen=True)
class Page:
    """A page, and its numbers.

    Attributes:
        html: The page.
        tables: All its tables, those of one name put together.
    """

    html: str
    tables: tuple[Table, ...] = ()


def page_of(content: Content) -> Page:
    """The page about a device."""
    sections = sections_of(content)
    environment = Environment(
        loader=PackageLoader("autoblas.report", "templates"),
        autoescape=True,  # of names and messages, which come from drivers and files; charts are marked as safe
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"shown": shown, "kind": _kind, "numeric": _numeric}
    html = environment.get_template("page.html").render(
        content=content,
        sections=sections,
        summary=summary_of(content),
        most_rows=MOST_ROWS,
        light=variables(LIGHT),
        dark=variables(DARK),
        fewest=FEWEST,
    )
    parts = [part for section in sections for part in section.parts]
    return Page(html, tuple(merged(table for part in parts for table in (*part.numbers, *part.tables))))


def _numeric(table: Table, column: int) -> bool:
    """A column holds numbers, so that its header stands above them on the right."""
    return bool(table.rows) and all(_kind(row[column]) == "number" for row in table.rows)


def _kind(cell: object) -> str:
    """The class that a cell has in the page's style."""
    if cell is None or (isinstance(cell, int | float) and not isinstance(cell, bool)):
        return "number"  # or where one was not measured
    return "long" if len(str(cell)) > LONG else "word"
