"""Functions that are made from text for calls that look alike: what is known when they are made is not asked in every call.

Adapters and plans say their part as lines of Python, and what the names in them stand for. Functions of one structure
have one text, which is compiled once; what differs between them is bound to its names. What is unusual about a call is
left to the general functions, which these lines call in its place.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["Reading", "Words", "made"]

TEXTS_KEPT = 512
"""Texts that are kept compiled; those that were used least recently give way. Functions that were made stay."""


class Words(NamedTuple):
    """A part of a function.

    Attributes:
        lines: Statements; each may take several lines, and has those of its blocks indented.
        names: What names in them stand for, besides those that the function itself binds.
    """

    lines: Sequence[str]
    names: Mapping[str, Any]


class Reading(NamedTuple):
    """How arrays are read as a part of a key; see ``Adapter.reading``.

    Attributes:
        lines: Statements. They bind ``queue``, and return where something is unusual.
        key: Expressions of what is part of the key.
        memory: An expression of the memory of all of them, in order.
        names: See ``Words``.
        more: Statements that may append to the tuple ``key``.
    """

    lines: Sequence[str]
    key: Sequence[str]
    memory: str
    names: Mapping[str, Any]
    more: Sequence[str] = ()


def made(
    head: str, lines: Sequence[str], names: Mapping[str, Any], module: str, cells: Sequence[str] = ()
) -> Any:
    """A function.

    Args:
        head: Its name and parameters.
        lines: Its statements.
        names: What names in them stand for.
        module: The module whose function it is to warnings, and to whoever looks for the caller's own lines.
        cells: Names that it may bind anew, and that the next call finds as they were left; None at first.
    """
    given = sorted(names)
    kept = [f"nonlocal {', '.join(cells)}"] if cells else []
    text = "\n".join(
        (
            f"def make({', '.join(given)}):",
            *(f"    {name} = None" for name in cells),
            f"    def {head}:",
            *(f"        {line}" for each in (*kept, *lines) for line in each.splitlines()),
            f"    return {head.partition('(')[0]}",
        )
    )
    return _maker(text, module)(*(names[name] for name in given))


@functools.lru_cache(maxsize=TEXTS_KEPT)
def _maker(text: str, module: str) -> Callable[..., Any]:
    """What a text defines: a function that makes functions from what their names stand for."""
    defined: dict[str, Any] = {"__name__": module}
    exec(compile(text, f"<made for {module}>", "exec"), defined)  # noqa: S102  # no part of it is a caller's
    maker: Callable[..., Any] = defined["make"]
    return maker
