"""Sentences in lines that fit the terminal."""

from __future__ import annotations

import shutil
import textwrap

__all__ = ["columns", "wrapped"]


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
