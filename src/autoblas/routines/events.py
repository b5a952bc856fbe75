"""What a call on device arrays waits for, and the event that it leaves with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyopencl as cl

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["awaited", "leave_event"]


def awaited(arrays: Mapping[str, Any], wait_for: Sequence[cl.Event] | None) -> list[cl.Event]:
    """The events that the caller named, and those of the arrays."""
    different = {id(array): array for array in arrays.values()}
    return [*(wait_for or ()), *(event for array in different.values() for event in array.events)]


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
    outputs = {id(arrays[name]) for name in written}
    for key, array in {id(array): array for array in arrays.values()}.items():
        if key in outputs:
            array.events[:] = [event]  # it waited for all that stood there
        else:
            _note_reader(array, queue, event)


def _note_reader(array: Any, queue: cl.CommandQueue, event: cl.Event) -> None:
    """Make what will overwrite an operand wait; on an in-order queue of its own it does so anyway."""
    if array.queue != queue or queue.properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE:
        complete = cl.command_execution_status.COMPLETE
        unfinished = [e for e in array.events if e.command_execution_status != complete]
        array.events[:] = [*unfinished, event]
