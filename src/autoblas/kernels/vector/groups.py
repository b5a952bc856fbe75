"""How the states of a work-group's items become one, and how states pass from work-groups to the last step."""

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


def reduce_group(src: Source, q: Reduce | Finish, items: int, *, again: bool = False) -> None:
    """Merge the states of all work-items, by halves, into that of the first; ``items`` is a power of two.

    Args:
        src: Where the statements go.
        q: The problem.
        items: Work-items of the work-group.
        again: The text did so before, and nobody reads what is left of that.
    """
    if items == 1:
        return
    state = slots(src.dialect, q)
    if not again:
        for slot in state:
            src.local_array(slot.ctype, f"{slot.name}_of[{items}]")
    for slot in state:
        src(f"{slot.name}_of[item] = {slot.name};")
    with src.halved("item", items):
        merge(src, q, {slot.name: f"{slot.name}_of[item + half_size]" for slot in state})
        for slot in state:
            src(f"{slot.name}_of[item] = {slot.name};")


def first_item_only(src: Source, items: int) -> AbstractContextManager[None]:
    """What only the first work-item does."""
    return src.block("if (item == 0)") if items > 1 else nullcontext()


def state_elements(src: Source, q: Reduce | Finish, parts: int, at: str) -> dict[str, str]:
    """Where the numbers of state ``at`` lie: all first numbers of the states, then all second ones, and so on."""
    d, state = src.dialect, slots(src.dialect, q)
    count = parts * q.items
    found = {}
    for number, slot in enumerate(state):
        if slot.ctype != state[0].ctype:
            qualifier = "const " if isinstance(q, Finish) else ""
            pointer = f"(({d.global_memory}{qualifier}{slot.ctype} *)(partial + {number * count}))"
            found[slot.name] = f"{pointer}[{at}]"
        else:
            found[slot.name] = f"partial[{f'{number * count} + ' if number else ''}{at}]"
    return found


def store_state(src: Source, q: Reduce, parts: int) -> None:
    """Write the work-group's state for the last step."""
    d = src.dialect
    at = d.group_id(0)
    src(f"const {d.index} part = {f'set * {parts} + {at}' if q.batched else at};")
    for name, place in state_elements(src, q, parts, "part").items():
        src(f"{place} = {name};")


def merge_parts(src: Source, q: Reduce | Finish, parts: int, items: int, *, anew: bool = False) -> None:
    """Merge the states that work-groups left, a part each, every work-item its own, in their order.

    Args:
        src: Where the statements go.
        q: The problem.
        parts: Work-groups that left a state; of a batch, for each set.
        items: Work-items that merge.
        anew: The states were written by work-groups of this launch.
    """
    d, first = src.dialect, f"set * {parts}" if q.batched else "0"
    own = plus(first, "item") if items > 1 else first
    with src.block(f"for ({d.index} part = {own}; part < {plus(first, parts)}; part += {items})"):
        found = state_elements(src, q, parts, "part")
        if anew:
            for slot in slots(d, q):
                there = d.load_anew(slot.ctype, f"&{found[slot.name]}")
                src(f"const {slot.ctype} {slot.name}_there = {there};")
            found = {name: f"{name}_there" for name in found}
        merge(src, q, found)
