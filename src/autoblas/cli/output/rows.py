"""Prints rows for people: a table where the terminal is wide enough for it, else a block of lines a row."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["print_rows"]

INDENT, LEAST = 3, 20
"""Columns before a label, and those that a cell gets however narrow the terminal is."""


def print_rows(rows: Sequence[Mapping[str, str]], title: Callable[[dict[str, str]], str]) -> None:
    """Print rows of the same cells, nothing cut off.

    Args:
        rows: The cells by their labels.
        title: The first line of a row's block; the cells that it takes out of the row are not printed below it.
    """
    from rich.console import Console  # noqa: PLC0415 -- only people need it
    from rich.table import Table  # noqa: PLC0415 -- likewise

    table = Table(*rows[0])
    for row in rows:
        table.add_row(*row.values())
    console = Console(markup=False, highlight=False)
    if console.measure(table, options=console.options.update(width=10_000)).maximum <= console.width:
        console.print(table)
        return
    for row in rows:
        cells = dict(row)
        click.echo(title(cells))
        labels = max(map(len, cells)) + 1
        indent = " " * (INDENT + labels)
        for label, cell in cells.items():
            lines = textwrap.wrap(
                cell,
                max(console.width, len(indent) + LEAST),
                initial_indent=f"{'':{INDENT}}{label:<{labels}}",
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
            for line in lines:
                click.echo(line)
