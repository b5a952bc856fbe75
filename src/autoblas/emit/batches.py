"""Batches in the text of a kernel: what says where the items of an operand begin, in a list or a step apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autoblas.emit.dialect import Dialect

__all__ = ["declare_items", "item_start", "items_argument"]


def items_argument(x: str, *, listed: bool) -> str:
    """The name of the argument of operand ``x``: the offsets of all items, or the step from one to the next."""
    return f"{x}_{'offsets' if listed else 'step'}"


def declare_items(d: Dialect, x: str, *, listed: bool) -> str:
    """That argument as C declares it."""
    name = items_argument(x, listed=listed)
    return f"{d.global_memory}const {d.offset} *{d.restrict}{name}" if listed else f"const {d.offset} {name}"


def item_start(x: str, item: str, *, listed: bool) -> str:
    """Where an item begins, in elements from where the operand does."""
    name = items_argument(x, listed=listed)
    return f"{name}[{item}]" if listed else f"{item} * {name}"
