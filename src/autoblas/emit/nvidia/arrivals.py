"""Arrival counters: work-groups that store shares of a result in memory count themselves, and the last one goes on.

The counters are ``int`` in memory that is zero between launches. A device-wide fence precedes each arrival, and another
one the work of the last arrival, which reads the other shares by ``Dialect.load_anew``.
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

__all__ = ["ArrivalCounter", "arrive", "arrive_together", "last_to_arrive"]


@dataclass(frozen=True)
class ArrivalCounter:
    """An arrival counter in global memory, shared by the work-groups, or teams of them, that contribute to one result.

    Attributes:
        before: The ``int`` in local memory for the number of earlier arrivals.
        counter: A pointer to the counter.
        expected: The number of earlier arrivals that the last one finds.
        first: The condition that a work-item is the one that counts.
        absent: The condition that there is no share; empty if there always is one.
        count: The counter as an lvalue of C; the object at the pointer if empty.
    """

    before: str
    counter: str
    expected: str
    first: str = "item == 0"
    absent: str = ""
    count: str = ""

    def count_up(self, d: Dialect) -> str:
        """The statement by which one work-item counts its work-group."""
        no_share = f"{self.absent} ? -1 : " if self.absent else ""
        return f"{self.before} = {no_share}{d.count_up(self.counter)};"

    def clear(self) -> str:
        """The statement by which the last arrival resets the counter."""
        return f"if ({self.first}) {self.count or f'*({self.counter})'} = 0;"


def arrive(src: Source, *counters: ArrivalCounter) -> None:
    """Count the work-group, after one work-item stored its shares or a barrier made them visible to that one."""
    with src.block(f"if ({counters[0].first})"):
        src(fence())
        for counter in counters:
            src(counter.count_up(src.dialect))
    src(src.dialect.barrier)


def arrive_together(src: Source, counter: ArrivalCounter, barrier: str = "", declared: str = "") -> None:
    """Count work-items that have each stored a part of their share.

    Args:
        src: Where the statements go.
        counter: The counter.
        barrier: The statement by which they wait for each other; the work-group's barrier by default.
        declared: The array in local memory that ``before`` is of, where it is not declared yet.
    """
    barrier = barrier or src.dialect.barrier
    src(fence())
    if declared:
        src.local_array("int", declared)
    src(barrier)
    src(f"if ({counter.first}) {counter.count_up(src.dialect)}")
    src(barrier)


@contextmanager
def last_to_arrive(
    src: Source, counter: ArrivalCounter, *, clear_first: bool = False, early_return: bool = False
) -> Iterator[None]:
    """A block that the last arrivals execute; then the counter is zero again.

    Args:
        src: Where the statements go.
        counter: The counter.
        clear_first: Reset the counter at the beginning of the block.
        early_return: The other work-groups return here, so that only the last executes what follows.
    """
    if early_return:
        src(f"if ({counter.before} != {counter.expected}) return;")
    with nullcontext() if early_return else src.block(f"if ({counter.before} == {counter.expected})"):
        src(fence())
        if clear_first:
            src(counter.clear())
        yield
        if not clear_first:
            src(counter.clear())
