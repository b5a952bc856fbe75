"""Work-groups that leave their shares of something in memory and count themselves; the last of them goes on with all shares.

The counters are ``int`` in memory that holds zeros between launches. Before a work-group counts itself stands a fence for
all of the device, and another one before the last goes on; what others left is to be read by ``Dialect.load_anew``.
Devices whose ``groups_may_wait`` is false promise none of this.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.nvidia.ptx import fence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.source import Source

__all__ = ["Meeting", "arrive", "last_to_arrive"]


@dataclass(frozen=True)
class Meeting:
    """Where work-groups meet that have shares of one thing.

    Attributes:
        before: The ``int`` in local memory for how many had arrived before this work-group.
        counter: A pointer to the counter.
        others: How many others arrive.
        absent: The condition that this work-group has no share; empty where it always has one.
    """

    before: str
    counter: str
    others: str
    absent: str = ""


def arrive(src: Source, item: str, *meetings: Meeting) -> None:
    """Count the work-group, whose shares work-item 0 has stored, or a barrier of all memory has made visible to it."""
    with src.block(f"if ({item} == 0)"):
        src(fence())
        for each in meetings:
            nobody = f"{each.absent} ? -1 : " if each.absent else ""
            src(f"{each.before} = {nobody}{src.dialect.count_up(each.counter)};")
    src(src.dialect.barrier)


@contextmanager
def last_to_arrive(src: Source, item: str, meeting: Meeting) -> Iterator[None]:
    """What the last work-group does; then its counter is zero again."""
    with src.block(f"if ({meeting.before} == {meeting.others})"):
        src(fence())
        yield
        src(f"if ({item} == 0) *({meeting.counter}) = 0;")
