"""What a call on device arrays waits for, and the event that it leaves with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyopencl as cl

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["awaited", "leave_event"]


def awaited(arrays: Mapping[str, Any], wait_for: Sequence[cl.Event] | None) -> list[cl.Event]:
    """The events that the caller named, and those of the arrays."""
    events = list(wait_for) if wait_for else []
    for held in {id(array): array.events for array in arrays.values() if array.events}.values():
        events += held
    return events


def leave_event(
    event: cl.Event, queue: cl.CommandQueue, arrays: Mapping[str, Any], written: Sequence[str]
) -> None:
    """Make whatever uses the arrays later wait for a call.

    Args:
        event: That of the call, which waited for all events of the arrays.
        queue: Where it runs.
        arrays: Its operands, by name.
        written: Those that it writes.
    """
    inputs = {id(array): array for array in arrays.values()}
    for name in written:
        output = arrays[name]
        output.events[:] = (event,)  # it waited for all that stood there
        inputs.pop(id(output), None)
    for array in inputs.values():
        _note_reader(array, queue, event)


def _note_reader(array: Any, queue: cl.CommandQueue, event: cl.Event) -> None:
    """Make what will overwrite an operand wait; on an in-order queue of its own it does so anyway."""
    if array.queue != queue or queue.properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE:
        complete = cl.command_execution_status.COMPLETE
        unfinished = [e for e in array.events if e.command_execution_status != complete]
        array.events[:] = [*unfinished, event]
