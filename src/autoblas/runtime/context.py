"""The queues that serve host arrays, one in-order queue a device and thread, and the device behind any queue."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any

from autoblas.devices.access import PROCESS, check_access
from autoblas.devices.backends import device_of, device_on
from autoblas.devices.opencl.selection import VARIABLE
from autoblas.runtime.serving_device import must_have_proved, serving_device
from autoblas.settings import check

if TYPE_CHECKING:
    from autoblas.devices.device import Device

__all__ = ["default_queue", "queue_device"]


class _Queues(threading.local):
    """The queues of this thread, by what was asked for."""

    def __init__(self) -> None:
        self.known: dict[str | None, Any] = {}


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
    known = _queues.known
    key = choice or os.environ.get(VARIABLE)
    if key not in known:
        if PROCESS.barred:
            check_access()
        check()
        known[key] = device_on(serving_device(choice)).queue()
    return known[key]


def queue_device(queue: Any) -> Device:
    """The device behind a queue, tested first if it is not known yet.

    Raises:
        DeviceError: it failed.
    """
    device = device_of(queue)
    if not device.proved:
        must_have_proved(device)
        device.proved = True
    return device
