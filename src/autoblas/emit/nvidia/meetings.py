"""Work-groups, or teams of them, that leave their shares of something in memory and count themselves; the last goes on.

The counters are ``int`` in memory that holds zeros between launches. Before a work-group counts itself stands a fence for
all of the device, and another one before the last goes on; what others left is to be read by ``Dialect.load_anew``.
Devices whose ``groups_may_wait`` is false promise none of this.
"""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.nvidia.ptx import fence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source

__all__ = ["Meeting", "arrive", "arrive_together", "last_to_arrive"]


@dataclass(frozen=True)
class Meeting:
    """Where work-groups, or teams of them, meet that have shares of one thing.

    Attributes:
        before: The ``int`` in local memory for how many had arrived before.
        counter: A pointer to the counter.
        others: How many others arrive.
        first: The condition that a work-item is the one that counts.
        absent: The condition that there is no share; empty where there always is one.
        count: The counter itself, as C; what is at the pointer where empty.
    """

    before: str
    counter: str
    others: str
    first: str = "item == 0"
    absent: str = ""
    count: str = ""

    def count_up(self, d: Dialect) -> str:
        """The statement by which one work-item counts all of them."""
        nobody = f"{self.absent} ? -1 : " if self.absent else ""
        return f"{self.before} = {nobody}{d.count_up(self.counter)};"

    def clear(self) -> str:
        """The statement by which the last sets the counter back."""
        return f"if ({self.first}) {self.count or f'*({self.counter})'} = 0;"


def arrive(src: Source, *meetings: Meeting) -> None:
    """Count the work-group, whose shares one work-item has stored, or a barrier of all memory has made visible to it."""
    with src.block(f"if ({meetings[0].first})"):
        src(fence())
        for each in meetings:
            src(each.count_up(src.dialect))
    src(src.dialect.barrier)


def arrive_together(src: Source, meeting: Meeting, barrier: str = "", declared: str = "") -> None:
    """Count work-items each of which has stored a part of their share.

    Args:
        src: Where the statements go.
        meeting: Where they meet others.
        barrier: The statement by which they wait for each other; the work-group's barrier by default.
        declared: The array in local memory that ``before`` is of, where it is not declared yet.
    """
    barrier = barrier or src.dialect.barrier
    src(fence())
    if declared:
        src.local_array("int", declared)
    src(barrier)
    src(f"if ({meeting.first}) {meeting.count_up(src.dialect)}")
    src(barrier)


@contextmanager
def last_to_arrive(
    src: Source, meeting: Meeting, *, clear_first: bool = False, others_end: bool = False
) -> Iterator[None]:
    """What those do that arrive last; then the counter is zero again.

    Args:
        src: Where the statements go.
        meeting: Where they met.
        clear_first: The counter is zero before that already.
        others_end: The others end here, so that all that follows is done by the last.
    """
    if others_end:
        src(f"if ({meeting.before} != {meeting.others}) return;")
    with nullcontext() if others_end else src.block(f"if ({meeting.before} == {meeting.others})"):
        src(fence())
        if clear_first:
            src(meeting.clear())
        yield
        if not clear_first:
            src(meeting.clear())
