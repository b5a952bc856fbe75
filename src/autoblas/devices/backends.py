"""The back-ends that there are, and which of them a queue belongs to."""

from __future__ import annotations

import functools
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
    return _backend(type(queue)).device_of(queue)  # type: ignore[no-any-return, arg-type]  # see _backend


def device_on(hardware: Any) -> Device:
    """A device that a back-end found on this machine, ready to serve.

    Args:
        hardware: The device as the back-end's library knows it; ``devices.opencl.selection`` lists those of OpenCL.
    """
    return _backend(type(hardware)).device_on(hardware)  # type: ignore[no-any-return, arg-type]  # see _backend


@functools.cache
def _backend(kind: type) -> Any:
    """The module of the back-end that a class of queues or of devices belongs to; calls ask for the same few.

    Type checkers neither know what functions a module of that name has nor take a class for something hashable.

    Raises:
        TypeError: it belongs to none.
    """
    for each in kind.__mro__:
        module = BACKENDS.get(each.__module__.partition(".")[0])
        if module is not None:
            return importlib.import_module(module)
    message = f"{kind.__name__} is no queue of a back-end"
    raise TypeError(message)
