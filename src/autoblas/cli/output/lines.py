"""Sentences in lines that fit the terminal."""

from __future__ import annotations

import re
import shutil
import textwrap
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["columns", "say", "tell", "wrapped", "wrapped_below"]

DEEPER = 4
"""Columns by which what is left of a line stands further in."""

_UNIT = re.compile(r"(?<=\d) (?=(?:[mu]?s|[KMGT]i?B(?:/s)?|[KMGT]FLOP/s)\b)")
"""What stands between a number and its unit, which belong on one line."""

_LABELLED = re.compile(r" *\S+ +(\S+)")
"""A label and the word behind it, which stays there where it is too long for any line."""

_JOINED = "\0"
"""What stands there while lines are broken; ``textwrap`` does not break at it."""


def columns() -> int:
    """How wide the terminal is; 80 where there is none."""
    return shutil.get_terminal_size().columns


def wrapped(text: str, width: int, indent: int = 0, further: int = 4) -> list[str]:
    """A sentence in lines of a width, unless a word is longer; a number and its unit are one word.

    Args:
        text: The sentence.
        width: Columns.
        indent: Those before the first line.
        further: Those more before the lines after it.
    """
    first, others = " " * indent, " " * (indent + further)
    lines = textwrap.wrap(
        _UNIT.sub(_JOINED, text),
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace(_JOINED, " ") for line in lines]


def say(console: Console, text: str, indent: int = 0, further: int = 4) -> None:
    """Print a sentence in lines that fit the terminal.

    Args:
        console: The terminal.
        text: The sentence.
        indent: Columns before the first line.
        further: Those more before the lines after it.
    """
    for line in wrapped(text, console.width, indent, further):
        console.print(line, soft_wrap=True, markup=False)


def tell(text: str) -> None:
    """Print lines that have their columns; what does not fit the terminal stands below.

    Args:
        text: The lines.
    """
    for line in text.splitlines():
        for part in wrapped_below(line, columns()):
            click.echo(part)


def wrapped_below(line: str, width: int) -> list[str]:
    """A line that has its columns, such as a table's; what does not fit stands below its last one, further in.

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
