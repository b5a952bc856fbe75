"""Batches in the text of a kernel: what says where the items of an operand begin, in a list or a step apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer, scalar

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument

__all__ = ["item_start", "items_argument"]


def items_argument(x: str, *, listed: bool) -> Argument:
    """The argument of operand ``x`` that gives the offsets of all items, or the step from one to the next."""
    return buffer(f"{x}_offsets", "offset") if listed else scalar(f"{x}_step", "offset")


def item_start(x: str, item: str, *, listed: bool) -> str:
    """Where an item begins, in elements from where the operand does."""
    name = items_argument(x, listed=listed).name
    return f"{name}[{item}]" if listed else f"{item} * {name}"
