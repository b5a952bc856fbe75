"""The queues that serve host arrays, one in-order queue a device and thread, and the device behind any queue."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any

from autoblas import settings
from autoblas.devices.access import PROCESS, check_access
from autoblas.devices.backends import device_of, device_on
from autoblas.devices.opencl.selection import VARIABLE
from autoblas.runtime.serving_device import must_have_proved, serving_device

if TYPE_CHECKING:
    from autoblas.devices.device import Device

__all__ = ["default_queue", "queue_device"]


class _Queues(threading.local):
    """The queues of this thread, by what was asked for."""

    def __init__(self) -> None:
        self.known: dict[str | None, Any] = {}


_queues = _Queues()


def default_queue(choice: str | None = None) -> Any:
    """This thread's queue on the chosen device, an object of the back-end's library.

    Args:
        choice: What ``--device`` takes; without it ``AUTOBLAS_DEVICE``, else the fastest device there is.

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
        settings.check()
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
