"""The back-ends that there are, and which of them a queue belongs to."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autoblas.devices.device import Device

__all__ = ["BACKENDS", "device_of", "device_on"]

BACKENDS = {"pyopencl": "autoblas.devices.opencl.backend", "autoblas": "autoblas.devices.recording"}
"""The module of each back-end, by the package whose queues it takes. It defines ``device_of(queue)``, and where it finds
hardware ``device_on(hardware)``."""


def device_of(queue: Any) -> Device:
    """The device of a queue of any back-end.

    Raises:
        TypeError: it is no queue of any.
    """
    for kind in type(queue).__mro__:
        backend = BACKENDS.get(kind.__module__.partition(".")[0])
        if backend is not None:
            found: Device = importlib.import_module(backend).device_of(queue)
            return found
    message = f"{type(queue).__name__} is no queue of a back-end"
    raise TypeError(message)


def device_on(hardware: Any) -> Device:
    """A device that a back-end found on this machine, ready to serve.

    Args:
        hardware: The device as the back-end's library knows it; ``devices.opencl.selection`` lists those of OpenCL.
    """
    backend = BACKENDS[type(hardware).__module__.partition(".")[0]]
    found: Device = importlib.import_module(backend).device_on(hardware)
    return found
