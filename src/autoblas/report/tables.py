"""Tables that stand on their own: searches, what is served, records with their provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.report.table import Cell, Table
from autoblas.report.work import work_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.database import Record
    from autoblas.report.content import Served
    from autoblas.report.searches import Search

__all__ = ["record_table", "search_table", "served_table"]


def search_table(searches: Sequence[Search]) -> Table:
    """How each search ended."""
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


def _search_row(search: Search) -> tuple[Cell, ...]:
    best = search.best
    counts = (search.work.title, len(search.trials), len(search.failed), search.searched)
    if best is None:
        return (*counts, None, None, "", "", search.driver, search.name)
    rate = search.work.gflops(best.seconds) if search.work.flops else None
    return (*counts, best.seconds, rate, best.kernel, best.words, search.driver, search.name)


def served_table(served: Sequence[Served]) -> Table:
    """What serves each problem, and why."""
    header = ("problem", "kernel", "why", "recorded seconds", "parameters", "passed over")
    rows = tuple(
        (each.work.title, each.kernel, each.why, each.seconds or None, each.words,
         "; ".join(f"{label}: {reason}" for label, reason in each.passed_over.items()))
        for each in served
    )  # fmt: skip
    return Table("served", header, rows)


def record_table(own: Sequence[Record], shipped: Sequence[Record]) -> Table:
    """Every record with where, when and how it came about."""
    header = ("problem", "kernel", "median in seconds", "deviation in seconds", "launches", "from", "date", "driver", "autoblas", "strategy",
              "points", "trials", "source", "note", "parameters")  # fmt: skip
    rows = [
        _record_row(record, origin)
        for origin, records in (("user", own), ("shipped", shipped))
        for record in records
    ]
    return Table("records", header, tuple(rows))


def _record_row(record: Record, origin: str) -> tuple[Cell, ...]:
    came = record.provenance
    words = " ".join(f"{name}={value}" for name, value in sorted(record.parameters.items()))
    return (
        work_of(record).title, record.kernel, record.seconds, record.spread, record.samples, origin, came.date[:10],
        record.place.driver, came.version, came.strategy, came.evaluations, came.trials, record.source[:12], came.note, words,
    )  # fmt: skip
