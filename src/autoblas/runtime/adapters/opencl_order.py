"""Which events a repeated call on pyopencl arrays waits for, and which one it leaves; see ``Adapter.running``."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pyopencl as cl

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["order_of", "unfinished"]

COMPLETE: Any = cl.command_execution_status.COMPLETE


def order_of(given: int, used: Sequence[int], written: Sequence[int]) -> tuple[list[str], list[str]]:
    """Statements that bind ``waits``, and those behind the last launch, of calls on an in-order queue.

    An output mostly has the event of the same call the time before, which is on the same queue: its end comes first anyway.
    The lines keep that event as ``left``, if the call had nothing to wait for itself, so that no failure of what it waited
    for is lost. Events that have happened are not waited for either, and arrays forget them.

    Args:
        given: How many arrays are the caller's; those behind them are new.
        used: The places of those that a call waits for.
        written: The places of those that it writes.
    """
    old = [place for place in used if place < given]
    pending = [
        f"a{place}.events{' != left' if place in written else ''} and unfinished(a{place})" for place in old
    ]
    events = ", ".join(["*(wait_for or ())", *(f"*a{place}.events" for place in old)])
    waits = f"waits = [{events}] if {' or '.join(['wait_for', *pending])} else None"
    after = ["last = [event]", *(f"a{place}.events[:] = last" for place in written)]
    return [waits], [*after, "left = None if waits else last"]


def unfinished(array: Any) -> list[cl.Event]:
    """The events of an array that have not happened yet; it forgets the others."""
    events: list[cl.Event] = array.events
    for event in tuple(events):
        if event.command_execution_status == COMPLETE:
            with suppress(ValueError):  # another thread has done it
                events.remove(event)
    return events
