"""Tables of a page and its files, with numbers and times in words: those behind charts, searches, what serves, records."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from autoblas.report.work import work_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from autoblas.database import Record
    from autoblas.report.content import Served
    from autoblas.report.searches import RecordedSearch

__all__ = [
    "Cell",
    "Table",
    "merged",
    "number",
    "plain",
    "rate_text",
    "rate_unit",
    "record_table",
    "renamed",
    "search_table",
    "served_table",
    "shown",
    "time_text",
    "unit_of",
]


def search_table(searches: Sequence[RecordedSearch]) -> Table:
    """Result of each search."""
    header = (
        "problem",
        "trials",
        "failed",
        "searched in seconds",
        "best in seconds",
        "GFLOP/s",
        "kernel",
        "parameters",
        "driver",
        "journal",
    )
    return Table("searches", header, tuple(map(_search_row, searches)))


def _search_row(search: RecordedSearch) -> tuple[Cell, ...]:
    best = search.best
    counts = (search.work.title, len(search.trials), len(search.failed), search.searched)
    if best is None:
        return (*counts, None, None, "", "", search.driver, search.name)
    rate = search.work.gflops(best.seconds) if search.work.flops else None
    return (*counts, best.seconds, rate, best.kernel, best.parameter_text, search.driver, search.name)


def served_table(served: Sequence[Served]) -> Table:
    """The kernel that serves each problem, and why."""
    header = ("problem", "kernel", "why", "recorded seconds", "parameters", "passed over")
    rows = tuple(
        (entry.work.title, entry.kernel, entry.reason, entry.seconds or None, entry.parameter_text,
         "; ".join(f"{label}: {reason}" for label, reason in entry.passed_over.items()))
        for entry in served
    )  # fmt: skip
    return Table("served", header, rows)


def record_table(local: Sequence[Record], shipped: Sequence[Record]) -> Table:
    """Every record with where, when and how it came about."""
    header = ("problem", "kernel", "median in seconds", "deviation in seconds", "launches", "from", "date", "driver", "autoblas", "strategy",
              "points", "trials", "source", "note", "parameters")  # fmt: skip
    rows = [
        _record_row(record, origin)
        for origin, records in (("user", local), ("shipped", shipped))
        for record in records
    ]
    return Table("records", header, tuple(rows))


def _record_row(record: Record, origin: str) -> tuple[Cell, ...]:
    provenance = record.provenance
    parameters = " ".join(f"{name}={value}" for name, value in sorted(record.parameters.items()))
    return (
        work_of(record).title, record.kernel, record.seconds, record.spread, record.samples, origin, provenance.date[:10],
        record.place.driver, provenance.version, provenance.strategy, provenance.evaluations, provenance.trials, record.source[:12], provenance.note, parameters,
    )  # fmt: skip


UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))


def unit_of(seconds: float) -> tuple[str, float]:
    """The unit in which a time is a number of at least one, and its seconds."""
    return next(((unit, scale) for unit, scale in UNITS if seconds >= scale), UNITS[-1])


def time_text(seconds: float) -> str:
    """A time with its unit."""
    if not math.isfinite(seconds):
        return "-"
    unit, scale = unit_of(seconds)
    return f"{number(seconds / scale)} {unit}"


def number(value: float) -> str:
    """A number of up to four digits, or a whole one."""
    if value and not 1e-3 <= abs(value) < 1e6:
        return f"{value:.3g}"
    return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"


def rate_unit(gigas: float, quantity: str) -> tuple[str, float]:
    """The unit of a rate, and how many of 1e9 a second it is: tera from five digits on.

    Args:
        gigas: The largest rate, in 1e9 a second.
        quantity: Unit of the count: ``FLOP`` or ``B``.
    """
    return (f"T{quantity}/s", 1e3) if gigas >= 1e4 else (f"G{quantity}/s", 1.0)


def rate_text(gigas: float, quantity: str = "FLOP") -> str:
    """A rate with its unit."""
    unit, scale = rate_unit(gigas, quantity)
    return f"{number(gigas / scale)} {unit}"


Cell = str | int | float | None
"""A cell of a table; None where nothing was measured."""


@dataclass(frozen=True)
class Table:
    """Rows under a header.

    Attributes:
        name: Name of its file, without its ending.
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
        return time_text(cell) if "seconds" in column else number(cell)
    return str(cell)


def renamed(table: Table, name: str) -> Table:
    """A table with the same rows under another name."""
    return Table(name, table.header, table.rows)


def merged(tables: Iterable[Table]) -> list[Table]:
    """One table of each name, in the order of the first of each; where headers differ, it has the columns of both."""
    by_name: dict[str, list[Table]] = {}
    for table in tables:
        by_name.setdefault(table.name, []).append(table)
    merged_tables = []
    for name, parts in by_name.items():
        header = tuple(dict.fromkeys(column for part in parts for column in part.header))
        rows = tuple(
            tuple(cells.get(column) for column in header)
            for part in parts
            for cells in (dict(zip(part.header, row, strict=True)) for row in part.rows)
        )
        merged_tables.append(Table(name, header, rows))
    return merged_tables
