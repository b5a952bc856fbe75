"""Reduction of the states of a work-group to one, and of the states of all work-groups in the last step."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from autoblas.emit.expressions import plus
from autoblas.kernels.vector.states import merge, slots
from autoblas.problems.vector import Finish

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from autoblas.emit.source import Source
    from autoblas.problems.vector import Reduce

__all__ = ["first_item_only", "merge_parts", "reduce_group", "store_state"]


def reduce_group(src: Source, q: Reduce | Finish, items: int, *, again: bool = False, width: int = 1) -> None:
    """Merge the states of all work-items into that of the first by a tree reduction; ``items`` is a power of two.

    Args:
        src: Where the statements go.
        q: The problem.
        items: Work-items of the work-group.
        again: The text reduced before; the arrays are declared, and free to be overwritten.
        width: Columns of work-items, along the first dimension, each of which is reduced.
    """
    if items == 1:
        return
    state = slots(src.dialect, q)
    if not again:
        for slot in state:
            src.local_array(slot.ctype, f"{slot.name}_of[{items * width}]")
    position, partner = "item", "item + half_size"
    if width > 1:
        src(f"const {src.dialect.index} beside = {src.dialect.local_id(0)};")
        position, partner = f"item * {width} + beside", f"(item + half_size) * {width} + beside"
    for slot in state:
        src(f"{slot.name}_of[{position}] = {slot.name};")
    with src.halved("item", items):
        merge(src, q, {slot.name: f"{slot.name}_of[{partner}]" for slot in state})
        for slot in state:
            src(f"{slot.name}_of[{position}] = {slot.name};")


def first_item_only(src: Source, items: int) -> AbstractContextManager[None]:
    """A block that only the first work-item executes."""
    return src.block("if (item == 0)") if items > 1 else nullcontext()


def state_elements(src: Source, q: Reduce | Finish, parts: int, at: str) -> dict[str, str]:
    """The numbers of state ``at`` in memory, as a structure of arrays: all first numbers of the states, then all second ones."""
    d, state = src.dialect, slots(src.dialect, q)
    count = parts * q.items
    elements = {}
    for number, slot in enumerate(state):
        if slot.ctype != state[0].ctype:
            qualifier = "const " if isinstance(q, Finish) else ""
            pointer = f"(({d.global_memory}{qualifier}{slot.ctype} *)(partial + {number * count}))"
            elements[slot.name] = f"{pointer}[{at}]"
        else:
            elements[slot.name] = f"partial[{f'{number * count} + ' if number else ''}{at}]"
    return elements


def store_state(src: Source, q: Reduce, parts: int) -> None:
    """Write the work-group's state for the last step."""
    d = src.dialect
    at = d.group_id(0)
    src(f"const {d.index} part = {f'set * {parts} + {at}' if q.batched else at};")
    for name, element in state_elements(src, q, parts, "part").items():
        src(f"{element} = {name};")


def merge_parts(src: Source, q: Reduce | Finish, parts: int, items: int, *, anew: bool = False) -> None:
    """Merge the states of the work-groups, in order, strided over the work-items.

    Args:
        src: Where the statements go.
        q: The problem.
        parts: Work-groups that stored a state; of a batch, for each set.
        items: Work-items that merge.
        anew: The states were written by work-groups of this launch.
    """
    d, first = src.dialect, f"set * {parts}" if q.batched else "0"
    start = plus(first, "item") if items > 1 else first
    with src.block(f"for ({d.index} part = {start}; part < {plus(first, parts)}; part += {items})"):
        elements = state_elements(src, q, parts, "part")
        if anew:
            for slot in slots(d, q):
                loaded = d.load_anew(slot.ctype, f"&{elements[slot.name]}")
                src(f"const {slot.ctype} {slot.name}_there = {loaded};")
            elements = {name: f"{name}_there" for name in elements}
        merge(src, q, elements)
