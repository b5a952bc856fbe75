"""The contexts and queues that serve host arrays: one context a device, one in-order queue a thread."""

from __future__ import annotations

import os
import threading

import pyopencl as cl

from autoblas.devices.opencl.backend import OpenCLDevice, device_of
from autoblas.devices.opencl.selection import VARIABLE
from autoblas.runtime.serving_device import must_have_proved, serving_device

__all__ = ["default_queue", "queue_device"]


class _Queues(threading.local):
    """The queues of this thread, by what was asked for."""

    def __init__(self) -> None:
        self.known: dict[str | None, cl.CommandQueue] = {}


_contexts: dict[int, cl.Context] = {}
_guard = threading.Lock()
_queues = _Queues()


def default_queue(choice: str | None = None) -> cl.CommandQueue:
    """This thread's queue on the chosen device.

    Args:
        choice: What ``--device`` takes; without it ``AUTOBLAS_DEVICE``, else the fastest device there is.

    Raises:
        NoDeviceError: no device fits.
        DeviceError: the device failed its proof.
    """
    known: dict[str | None, cl.CommandQueue] = _queues.known
    key = choice or os.environ.get(VARIABLE)
    if key not in known:
        with _guard:
            device = serving_device(choice)
            if device.int_ptr not in _contexts:
                _contexts[device.int_ptr] = cl.Context([device])
        known[key] = cl.CommandQueue(_contexts[device.int_ptr], device)
    return known[key]


def queue_device(queue: cl.CommandQueue) -> OpenCLDevice:
    """The device behind a queue, which proves itself where nobody knows it yet.

    Raises:
        DeviceError: it failed.
    """
    device = device_of(queue.context, queue.device)
    if not device.proved:
        must_have_proved(device.device)
        device.proved = True
    return device
