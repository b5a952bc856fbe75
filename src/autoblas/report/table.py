"""The numbers behind a chart: a table, which the page shows below it and ``--tsv`` writes to a file."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autoblas.report.units import in_words, number

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Cell", "Table", "merged", "plain", "renamed", "shown"]

Cell = str | int | float | None
"""What a table holds; None where nothing was measured."""


@dataclass(frozen=True)
class Table:
    """Rows under a header.

    Attributes:
        name: What its file is called, without its ending.
        header: The names of the columns, with units.
        rows: The cells; each row has as many as the header.
    """

    name: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...] = field(default=())

    def tsv(self) -> str:
        """The table as tab-separated values, numbers with all their digits, empty where nothing was measured."""
        lines = [self.header, *self.rows]
        return "".join("\t".join(map(plain, line)) + "\n" for line in lines)


def plain(cell: Cell) -> str:
    """A cell of a file: no tab or line break can be in it."""
    if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
        return ""
    return repr(cell) if isinstance(cell, float) else re.sub(r"\s+", " ", str(cell))


def shown(cell: Cell, column: str = "") -> str:
    """A cell of the page: four digits of a number, a time with its unit where the column is of seconds."""
    if cell is None or (isinstance(cell, float) and not math.isfinite(cell)):
        return "-"
    if isinstance(cell, float):
        return in_words(cell) if "seconds" in column else number(cell)
    return str(cell)


def renamed(table: Table, name: str) -> Table:
    """The same rows under another name."""
    return Table(name, table.header, table.rows)


def merged(tables: Iterable[Table]) -> list[Table]:
    """One table of each name, in the order of the first of each; where headers differ, it has the columns of both."""
    found: dict[str, list[Table]] = {}
    for table in tables:
        found.setdefault(table.name, []).append(table)
    whole = []
    for name, parts in found.items():
        header = tuple(dict.fromkeys(column for part in parts for column in part.header))
        rows = tuple(
            tuple(cells.get(column) for column in header)
            for part in parts
            for cells in (dict(zip(part.header, row, strict=True)) for row in part.rows)
        )
        whole.append(Table(name, header, rows))
    return whole
