"""Device memory that launches share, one set a thread and queue, grown as calls need it and kept while the queue is used."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.plan.queues import PerQueue

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.devices.device import Device, Queue
    from autoblas.problems import Scratch

__all__ = ["MAX_QUEUES", "WORKSPACE", "Workspace", "allocate"]

MAX_QUEUES = 4
"""Queues of a thread that memory is kept for; that of others is allocated again for each call."""

MAX_IMAGES = 8
"""Images of different sizes that are kept for a queue; buffers are kept once a name, and only grow."""


class Workspace:
    """The memory of each thread."""

    def __init__(self) -> None:
        self._memory: PerQueue[dict[tuple[Any, ...], Any]] = PerQueue(dict, MAX_QUEUES, dict.clear)

    @property
    def allocations(self) -> list[Any]:
        """The buffers and images of this thread."""
        return [buffer for memory in self._memory for buffer in memory.values()]

    def take(self, device: Device, queue: Queue, name: str, scratch: Scratch) -> Any:
        """Memory that has room for ``scratch``, the same as last time where that was large enough.

        On a queue whose commands may overlap, every call has memory of its own.
        """
        return (
            self.shared(device, queue, name, scratch) if device.in_order(queue) else allocate(device, scratch)
        )

    def shared(self, device: Device, queue: Queue, name: str, scratch: Scratch) -> Any:
        """``take`` on a queue that is known to be in order."""
        image = scratch.texels and (*scratch.texels, scratch.channels, scratch.precision.part)
        key, cached = (name, image), self._memory.of(queue)
        memory = cached.get(key)
        if image is None:
            if memory is None or memory.size < scratch.nbytes:
                memory = cached[key] = allocate(device, scratch)
            return memory
        cached.pop(key, None)
        cached[key] = memory or allocate(device, scratch)  # the last one used gives way last
        images = [key for key in cached if key[1] is not None]
        if len(images) > MAX_IMAGES:
            del cached[images[0]]
        return cached[key]

    def provider(self, device: Device, queue: Queue, name: str, scratch: Scratch) -> Callable[[], Any]:
        """A function that repeats ``take``, in a tenth of its time where a buffer has stayed.

        A buffer has room for ``scratch``, since it is only replaced by larger ones. What is kept of a queue is emptied when
        the queue is given up, and another queue's never takes its place.
        """
        if not device.in_order(queue) or scratch.texels:
            return partial(self.take, device, queue, name, scratch)
        key = (name, None)
        cached: dict[Any, Any] = {}

        def provide() -> Any:
            nonlocal cached
            memory = cached.get(key)
            if memory is None:
                memory = self.shared(device, queue, name, scratch)
                cached = self._memory.of(queue)
            return memory

        return provide

    def release(self) -> None:
        """Give the memory of this thread back."""
        self._memory.clear()


WORKSPACE = Workspace()


def allocate(device: Device, scratch: Scratch) -> Any:
    """New device memory: a buffer, of zeros where that is asked for, or an image."""
    if scratch.texels is not None:
        return device.image(scratch.texels, scratch.channels, scratch.precision)
    if scratch.cleared:
        return device.allocate_copy(np.zeros(scratch.nbytes, np.uint8))
    return device.allocate(scratch.nbytes)
