"""Text for people: lines that fit the terminal, tables, and times, rates, sizes and counts with their units."""

from __future__ import annotations

import re
import shutil
import textwrap
from typing import TYPE_CHECKING, Any

import click

from autoblas.problems.blas.notation import record_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import Console

    from autoblas.database import Record
    from autoblas.devices.device import Facts
    from autoblas.problems import Problem

__all__ = [
    "Columns",
    "assignments",
    "bytes_text",
    "columns",
    "count_text",
    "device_text",
    "gflops_text",
    "percent",
    "print_sentence",
    "rate_text",
    "record_title",
    "span_text",
    "speed_text",
    "tell",
    "time_text",
    "wrapped",
    "wrapped_below",
]

DEEPER = 4
"""Columns by which the remainder of a line is indented."""

_UNIT = re.compile(r"(?<=\d) (?=(?:[mu]?s|[KMGT]i?B(?:/s)?|[KMGT]FLOP/s)\b)")
"""The blank between a number and its unit, which belong on one line."""

_LABELLED = re.compile(r" *\S+ +(\S+)")
"""A label and the word behind it, which stays there where it is too long for any line."""

_JOINED = "\0"
"""Stand-in for that blank while lines are broken; ``textwrap`` does not break at it."""


def columns() -> int:
    """Width of the terminal; 80 where there is none."""
    return shutil.get_terminal_size().columns


def wrapped(text: str, width: int, indent: int = 0, further: int = 4) -> list[str]:
    """A sentence in lines of a width, unless a word is longer; a number and its unit are one word.

    Args:
        text: The sentence.
        width: Columns.
        indent: Columns before the first line.
        further: Columns by which later lines are indented further.
    """
    first_margin, margin = " " * indent, " " * (indent + further)
    lines = textwrap.wrap(
        _UNIT.sub(_JOINED, text),
        width,
        initial_indent=first_margin,
        subsequent_indent=margin,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_JOINED, " ") for line in lines]


def print_sentence(console: Console, text: str, indent: int = 0, further: int = 4) -> None:
    """Print a sentence in lines that fit the terminal.

    Args:
        console: The terminal.
        text: The sentence.
        indent: Columns before the first line.
        further: Columns by which later lines are indented further.
    """
    for line in wrapped(text, console.width, indent, further):
        console.print(line, soft_wrap=True, markup=False)


def tell(text: str) -> None:
    """Print aligned lines; words that do not fit the terminal follow on lines below.

    Args:
        text: The lines.
    """
    for line in text.split("\n"):
        for part in wrapped_below(line, columns()):
            click.echo(part)


class Columns:
    """A table whose rows are printed one by one: the first column to the left, numbers to the right.

    Args:
        headings: The columns' headings, each with the least width of its cells.
    """

    def __init__(self, headings: Sequence[tuple[str, int]]) -> None:
        self._widths = [max(len(heading), width) for heading, width in headings]
        self.heading = self.row(*(heading for heading, _ in headings))

    def row(self, *cells: str) -> str:
        """One line.

        Args:
            cells: One a column.
        """
        first, *numbers = zip(cells, self._widths, strict=True)
        return "  ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in numbers)]).rstrip()


def wrapped_below(line: str, width: int) -> list[str]:
    """An aligned line, such as a table's; words that do not fit follow on lines below, indented.

    Args:
        line: The line; the spaces within what fits stay.
        width: Columns.
    """
    if len(line) <= width:
        return [line]
    joined, indent = _UNIT.sub(_JOINED, line), len(line) - len(line.lstrip()) + DEEPER
    end = joined.rfind(" ", 0, width + 1)
    labelled = _LABELLED.match(joined)
    if labelled and end < labelled.start(1) and len(labelled[1]) > width - indent:
        end = labelled.end()
    if end <= indent:
        return [line]
    return [line[:end].rstrip(), *wrapped(line[end:].strip(), width, indent, 0)]


UNITS = ((1.0, "s"), (1e-3, "ms"))


def time_text(seconds: float) -> str:
    """A time in the unit that leaves a number of at least one: ``31.2 us``."""
    scale, unit = next(((scale, unit) for scale, unit in UNITS if seconds >= scale), (1e-6, "us"))
    return f"{seconds / scale:.4g} {unit}"


def span_text(low: float, high: float) -> str:
    """Two times in the unit of the longer one: ``31.2 to 40.1 us``."""
    scale, unit = next(((scale, unit) for scale, unit in UNITS if high >= scale), (1e-6, "us"))
    return f"{low / scale:.3g} to {high / scale:.3g} {unit}"


def rate_text(problem: Problem, seconds: float) -> str:
    """Operations, or bytes where there are none, in a second: ``68.4 GFLOP/s``."""
    if problem.flops():
        return f"{problem.flops() / seconds / 1e9:.3g} GFLOP/s"
    return f"{problem.min_bytes() / seconds / 1e9:.3g} GB/s"


def gflops_text(flops_per_second: float) -> str:
    """GFLOP/s with a digit behind the point, or three digits of a number below ten."""
    gflops = flops_per_second / 1e9
    return f"{gflops:.3g}" if gflops < 10 else f"{gflops:.1f}" if gflops < 1e4 else f"{gflops:.0f}"


def bytes_text(count: float) -> str:
    """Bytes in the largest unit that leaves a number of at least one: ``48 KiB``."""
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.4g} {unit}"
        count /= 1024
    return f"{count:.4g} GiB"


def percent(share: float) -> str:
    """A share in percent, with a digit behind the point where it is below ten: ``1.7 %``."""
    return f"{share * 100:.1f} %" if 0 < share < 0.0995 else f"{share * 100:.0f} %"


def speed_text(problem: Problem, seconds: float) -> str:
    """A time with its rate."""
    return f"{time_text(seconds)}, {rate_text(problem, seconds)}"


def count_text(count: int, noun: str) -> str:
    """So many of something: ``1 search``, ``2 searches``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'es' if noun.endswith('ch') else 's'}"


def assignments(values: Mapping[str, Any]) -> str:
    """Parameters as options write them: ``rm=4 rn=8``."""
    return " ".join(f"{name}={value}" for name, value in values.items())


def device_text(facts: Facts) -> str:
    """A device with its platform and driver."""
    return f"{facts.name} ({facts.platform}, {facts.driver})"


def record_title(record: Record) -> str:
    """The problem of a record in BLAS notation."""
    return record_text(record.family, record.signature, record.sizes)
