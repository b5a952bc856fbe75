"""Queues: those that serve host arrays, one a device and thread; the device behind a queue; a thread's state for each."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from autoblas.devices.access import PROCESS, check_access
from autoblas.devices.backends import device_of, device_on
from autoblas.devices.opencl.selection import VARIABLE
from autoblas.devices.selftest.serving_device import require_selftest, serving_device
from autoblas.plan.settings import check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from autoblas.devices.device import Device, Queue

__all__ = ["PerQueue", "default_queue", "queue_device"]

State = TypeVar("State")


class _Queues(threading.local):
    """The queues of this thread, by what was asked for."""

    def __init__(self) -> None:
        self.by_choice: dict[str | None, Any] = {}


_queues = _Queues()


def default_queue(choice: str | None = None) -> Any:
    """The in-order queue of the calling thread on a device, which calls on NumPy arrays use.

    Args:
        choice: The device, as the option ``--device`` names it. The default is the value of ``AUTOBLAS_DEVICE``, or
            the fastest device.

    Returns:
        A ``pyopencl.CommandQueue``, or a stream where the choice is a card of CUDA. Every call with the same choice
        from the same thread returns the same object.

    Raises:
        ArgumentError: a setting in the environment cannot be understood.
        NoDeviceError: no device fits.
        DeviceError: the device failed its self-test, or this process was forked from one that used it.
    """
    queues = _queues.by_choice
    key = choice or os.environ.get(VARIABLE)
    if key not in queues:
        if PROCESS.barred:
            check_access()
        check()
        queues[key] = device_on(serving_device(choice)).queue()
    return queues[key]


def queue_device(queue: Any) -> Device:
    """The device behind a queue, tested first if it is not known yet.

    Raises:
        DeviceError: it failed.
    """
    device = device_of(queue)
    if not device.passed_selftest:
        require_selftest(device)
        device.passed_selftest = True
    return device


class PerQueue(threading.local, Generic[State]):
    """State of a thread for each of its queues, such as caches and memory.

    A queue is held as long as its state, so that no other queue is taken for it. Memory that a device still works
    with when its state is dropped lives until that work has ended, as OpenCL and CUDA promise.

    Args:
        make: Makes the state of a queue that is new, or that other queues have displaced.
        most: Queues of a thread that have state at a time.
        drop: Called with a state that is displaced.
    """

    def __init__(
        self, make: Callable[[], State], most: int, drop: Callable[[State], object] = lambda state: None
    ) -> None:
        self._make, self._most, self._drop = make, most, drop
        self._states: OrderedDict[Queue, State] = OrderedDict()
        self._last: Queue | None = None

    def of(self, queue: Queue) -> State:
        """The state of a queue."""
        if queue is not self._last:
            if queue in self._states:
                self._states.move_to_end(queue)
            else:
                self._states[queue] = self._make()
                if len(self._states) > self._most:
                    self._drop(self._states.popitem(last=False)[1])
            self._last = queue
        return self._states[queue]

    def __iter__(self) -> Iterator[State]:
        return iter(self._states.values())

    def clear(self) -> None:
        """Drop all of it."""
        self._last = None
        # Whoever asks a queue that its context manager has ended for its hash is warned.
        while self._states:
            self._drop(self._states.popitem()[1])
