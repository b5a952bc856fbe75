"""What a call on device arrays waits for, and the event that it leaves with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autoblas.runtime.adapters.adapter import adapter_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.devices.device import Event, Queue

__all__ = ["awaited", "leave_event", "wait"]


def awaited(arrays: Mapping[str, Any], wait_for: Sequence[Event] | None) -> list[Event]:
    """The events that the caller named, and those of the arrays."""
    values = arrays.values()
    return [*(wait_for or ()), *adapter_for(next(iter(values))).awaited(values)]


def leave_event(event: Event, queue: Queue, arrays: Mapping[str, Any], written: Sequence[str]) -> None:
    """Make whatever uses the arrays later wait for a call.

    Args:
        event: That of the call, which waited for all events of the arrays.
        queue: Where it runs.
        arrays: Its operands, by name.
        written: Those that it writes.
    """
    values = arrays.values()
    adapter_for(next(iter(values))).leave_event(event, queue, values, [arrays[name] for name in written])


def wait(events: Sequence[Event] | None) -> None:
    """Return when all of them have happened."""
    for event in events or ():
        event.wait()
