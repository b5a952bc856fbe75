"""Sentences in lines that fit the terminal."""

from __future__ import annotations

import shutil
import textwrap

__all__ = ["columns", "wrapped", "wrapped_below"]

DEEPER = 4
"""Columns by which what is left of a line stands further in."""


def columns() -> int:
    """How wide the terminal is; 80 where there is none."""
    return shutil.get_terminal_size().columns


def wrapped(text: str, width: int, indent: int = 0, further: int = 4) -> list[str]:
    """A sentence in lines of a width, unless a word is longer.

    Args:
        text: The sentence.
        width: Columns.
        indent: Those before the first line.
        further: Those more before the lines after it.
    """
    first, others = " " * indent, " " * (indent + further)
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def wrapped_below(line: str, width: int) -> list[str]:
    """A line that has its columns, such as a table's; what does not fit stands below its last one, further in.

    Args:
        line: The line; the spaces within what fits stay.
        width: Columns.
    """
    if len(line) <= width:
        return [line]
    end = line.rfind(" ", 0, width + 1)
    indent = len(line) - len(line.lstrip()) + DEEPER
    if end <= indent:
        return [line]
    return [line[:end].rstrip(), *wrapped(line[end:].strip(), width, indent, 0)]
