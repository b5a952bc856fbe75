"""Functions generated from text for calls of one form, which test at generation what is the same in every call.

Adapters and plans give lines of Python, and values for the names in them. Functions of one structure have one text, which
is compiled once; their differences are bound to its names. Unusual calls leave these lines for the general functions.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["Reading", "Words", "made"]

TEXTS_CACHED = 512
"""Compiled texts in a cache, from which the least recently used is dropped; functions made from it live on."""


class Words(NamedTuple):
    """A part of a function.

    Attributes:
        lines: Statements; each may take several lines, and has those of its blocks indented.
        names: Values of names in them, except those that the function itself binds.
    """

    lines: Sequence[str]
    names: Mapping[str, Any]


class Reading(NamedTuple):
    """Generated lines that read arrays for a key; see ``Adapter.reading``.

    Attributes:
        lines: Statements. They bind ``queue``, and return where something is unusual.
        key: Expressions of the parts of the key.
        memory: An expression of the memory of all arrays, in order.
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
    """Generate a function.

    Args:
        head: Its name and parameters.
        lines: Its statements.
        names: Values of the names in them.
        module: The module that warnings and tracebacks ascribe it to.
        cells: Names that it may rebind, with effect on its next call; None at first.
    """
    parameters = sorted(names)
    declarations = [f"nonlocal {', '.join(cells)}"] if cells else []
    text = "\n".join(
        (
            f"def make({', '.join(parameters)}):",
            *(f"    {name} = None" for name in cells),
            f"    def {head}:",
            *(f"        {line}" for statement in (*declarations, *lines) for line in statement.splitlines()),
            f"    return {head.partition('(')[0]}",
        )
    )
    return _maker(text, module)(*(names[name] for name in parameters))


@functools.lru_cache(maxsize=TEXTS_CACHED)
def _maker(text: str, module: str) -> Callable[..., Any]:
    """The function that a text defines, which makes functions from values of their names."""
    defined: dict[str, Any] = {"__name__": module}
    exec(compile(text, f"<made for {module}>", "exec"), defined)  # noqa: S102  # no part of it is a caller's
    maker: Callable[..., Any] = defined["make"]
    return maker
