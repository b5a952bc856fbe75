"""What a thread keeps for each queue, of the queues that it used last alone, so that queues may come and go."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoblas.devices.device import Queue

__all__ = ["PerQueue"]

Kept = TypeVar("Kept")


class PerQueue(threading.local, Generic[Kept]):
    """Something of each queue.

    A queue is held as long as what is kept for it, so that no other one is taken for it. What a device still works
    with when it is dropped here lives until that work has ended, as OpenCL and CUDA promise.

    Args:
        make: Makes it for a queue that is new, or that others have displaced.
        most: Queues of a thread that it is kept for.
        drop: What is done with it when it is kept no longer.
    """

    def __init__(
        self, make: Callable[[], Kept], most: int, drop: Callable[[Kept], object] = lambda kept: None
    ) -> None:
        self._make, self._most, self._drop = make, most, drop
        self._kept: OrderedDict[Queue, Kept] = OrderedDict()
        self._last: Queue | None = None

    def of(self, queue: Queue) -> Kept:
        """What is kept for a queue."""
        if queue is not self._last:
            if queue in self._kept:
                self._kept.move_to_end(queue)
            else:
                self._kept[queue] = self._make()
                if len(self._kept) > self._most:
                    self._drop(self._kept.popitem(last=False)[1])
            self._last = queue
        return self._kept[queue]

    def __iter__(self) -> Iterator[Kept]:
        return iter(self._kept.values())

    def clear(self) -> None:
        """Drop all of it."""
        self._last = None
        # Whoever asks a queue that its context manager has ended for its hash is warned.
        while self._kept:
            self._drop(self._kept.popitem()[1])
