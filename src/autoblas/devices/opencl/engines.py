"""Copies between pinned memory and memory of a device of OpenCL, a queue in each direction; see ``CopyEngines``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl

from autoblas.devices.access import retain_after_fork
from autoblas.devices.opencl.pool import ENDED
from autoblas.devices.staging import lines_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["OpenCLEngines"]


class OpenCLEngines:
    """Implementation of ``CopyEngines``, which documents methods that have no docstring here.

    NVIDIA's driver copies memory that another context of its own has pinned as fast as that of the device's context.

    Args:
        context: The context of the memory.
        device: The device.
    """

    errors: tuple[type[Exception], ...] = (cl.Error,)

    def __init__(self, context: cl.Context, device: cl.Device) -> None:
        self._context = context
        self._up, self._down, self._mapping = (cl.CommandQueue(context, device) for _ in range(3))
        self.reach: Hashable = ("opencl", device.platform.int_ptr)

    def pin(self, nbytes: int) -> Array:
        """Memory that the driver allocates for the host, mapped while an array uses it."""
        flags: Any = cl.mem_flags.READ_WRITE | cl.mem_flags.ALLOC_HOST_PTR
        access: Any = cl.map_flags.READ | cl.map_flags.WRITE
        memory: Any
        buffer = cl.Buffer(self._context, flags, nbytes)
        memory, _ = cl.enqueue_map_buffer(self._mapping, buffer, access, 0, (nbytes,), np.dtype(np.uint8))
        retain_after_fork(memory)
        return memory  # type: ignore[no-any-return]  # whose base holds the buffer

    def fixed_events(self, events: Sequence[cl.Event]) -> list[cl.Event]:
        """The events themselves."""
        return list(events)

    def up(self, array: Array, memory: cl.Buffer, start: int, wait_for: Sequence[cl.Event]) -> cl.Event:
        """See ``CopyEngines.up``."""
        source, layout = _copy_layout(array, start, "dst_offset")
        event = cl.enqueue_copy(
            self._up, memory, source, is_blocking=False, wait_for=list(wait_for), **layout
        )
        self._up.flush()
        return event

    def down(self, memory: cl.Buffer, start: int, array: Array, wait_for: Sequence[cl.Event]) -> cl.Event:
        """See ``CopyEngines.down``."""
        target, layout = _copy_layout(array, start, "src_offset")
        event = cl.enqueue_copy(
            self._down, target, memory, is_blocking=False, wait_for=list(wait_for), **layout
        )
        self._down.flush()
        return event

    def ended(self, event: cl.Event) -> bool:
        """See ``CopyEngines.ended``."""
        return bool(event.command_execution_status <= ENDED)


def _copy_layout(array: Array, start: int, offset: str) -> tuple[Array, dict[str, Any]]:
    """Array and keyword arguments by which pyopencl copies the lines of an array."""
    lines = lines_of(array)
    if lines is None or lines[0] == 1:
        return array, {offset: start}
    count, line, pitch = lines
    span = np.lib.stride_tricks.as_strided(
        array, ((count - 1) * (pitch // array.itemsize) + array.shape[1],), (array.itemsize,)
    )
    return span, {
        "buffer_origin": (start, 0, 0),
        "host_origin": (0, 0, 0),
        "region": (line, count, 1),
        "buffer_pitches": (line,),
        "host_pitches": (pitch,),
    }
