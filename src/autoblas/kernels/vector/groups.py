"""How the states of a work-group's items become one, and how states pass from work-groups to the last step."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from autoblas.kernels.vector.states import merge, slots
from autoblas.problems.vector import Finish

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from autoblas.emit.source import Source
    from autoblas.problems.vector import Reduce

__all__ = ["first_item_only", "reduce_group", "state_elements", "store_state", "stored_state"]


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


def stored_state(src: Source, q: Finish) -> dict[str, str]:
    """The state that a work-group left, by its number ``part``."""
    return state_elements(src, q, q.parts, "part")
