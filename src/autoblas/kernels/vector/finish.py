"""The last step of a reduction: merges the states of all work-groups, in one work-group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.emit.arguments import buffer
from autoblas.emit.source import Source
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel, batch_launch
from autoblas.kernels.space import Space, param
from autoblas.kernels.vector.groups import first_item_only, merge_parts, reduce_group
from autoblas.kernels.vector.states import result, result_arguments, slots, state_type
from autoblas.problems.vector import Finish

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts, Launch
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "FinishParams"]


@dataclass(frozen=True)
class FinishParams:
    """Tuning parameters of ``finish``."""

    items: int = param(64, 1, 32, 64, 128, 256, 512, doc="work-items of the work-group")


SPACE = Space(FinishParams, (FITS,), requirements=(COMPUTES,))


def geometry(p: FinishParams, q: Finish) -> Launch:
    """One work-group for each result, along the third dimension."""
    extent = (p.items, 1)
    return batch_launch(q, extent, (p.items, 1))


def arguments(_p: FinishParams, q: Finish) -> tuple[Argument, ...]:
    """The states of the work-groups, the result, and numbers that are added to it."""
    return (buffer("partial", state_type(q)), *result_arguments(q))


def source(p: FinishParams, q: Finish, d: Dialect) -> str:
    """The text of the kernel."""
    src, declared = Source(d), arguments(p, q)
    with src.kernel("finish", declared, (p.items, 1), *q.computed):
        if q.batched:
            src(f"const {d.index} set = {d.group_id(2)};")
        if p.items > 1:
            src(f"const {d.index} item = {d.local_id(0)};")
        for slot in slots(d, q):
            src(f"{slot.ctype} {slot.name} = {slot.start};")
        merge_parts(src, q, q.parts, p.items)
        reduce_group(src, q, p.items)
        with first_item_only(src, p.items):
            result(src, q)
    return str(src)


def suggestions(q: Finish, f: Facts) -> Iterator[dict[str, Any]]:
    """One work-item on a processor or for a few states; elsewhere no more than there are states."""
    if f.kind != "cpu":
        yield from ({"items": items} for items in (256, 128, 64, 32) if items <= 2 * q.parts)
    yield {"items": 1}


KERNEL = Kernel(
    name="finish",
    family=Finish,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    suggestions=suggestions,
)
