"""Device memory that launches share, one set a thread and queue, grown as calls need it and then kept."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from autoblas.devices.device import Device, Queue
    from autoblas.problems import Scratch

__all__ = ["WORKSPACE", "Workspace", "allocate"]

IMAGES_KEPT = 8
"""Images of different sizes that a thread keeps; buffers are kept once a name, and only grow."""


class Workspace(threading.local):
    """The memory of this thread."""

    def __init__(self) -> None:
        self.buffers: dict[tuple[Any, ...], Any] = {}

    def take(self, device: Device, queue: Queue, name: str, scratch: Scratch) -> Any:
        """Memory that has room for ``scratch``, the same as last time where that was large enough.

        On a queue whose commands may overlap, every call has memory of its own.
        """
        if not device.in_order(queue):
            return allocate(device, scratch)
        image = scratch.texels and (*scratch.texels, scratch.channels, scratch.precision.part)
        key = (queue, name, image)
        memory = self.buffers.get(key)
        if image is None:
            if memory is None or memory.size < scratch.nbytes:
                memory = self.buffers[key] = allocate(device, scratch)
            return memory
        self.buffers.pop(key, None)
        self.buffers[key] = memory or allocate(device, scratch)  # the last one used gives way last
        images = [key for key in self.buffers if key[2] is not None]
        if len(images) > IMAGES_KEPT:
            del self.buffers[images[0]]
        return self.buffers[key]

    def release(self) -> None:
        """Give the memory of this thread back."""
        self.buffers.clear()


WORKSPACE = Workspace()


def allocate(device: Device, scratch: Scratch) -> Any:
    """New device memory: a buffer, of zeros where that is asked for, or an image."""
    if scratch.texels is not None:
        return device.image(scratch.texels, scratch.channels, scratch.precision)
    if scratch.cleared:
        return device.holding(np.zeros(scratch.nbytes, np.uint8))
    return device.allocate(scratch.nbytes)
