"""The back-ends that there are, and which of them a queue belongs to."""

from __future__ import annotations

import functools
import importlib
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from autoblas.devices.device import Device, Facts

__all__ = ["BACKENDS", "claims_of", "device_of", "device_on", "devices_known", "in_place_of", "nearest"]

BACKENDS: dict[str, Any] = {
    "pyopencl": "autoblas.devices.opencl.backend",
    "autoblas.devices.cuda": "autoblas.devices.cuda.backend",
    "autoblas.devices.recording": "autoblas.devices.recording",
}
"""The module of each back-end, by the package or module whose queues it takes. It defines ``device_of(queue)``, and where it finds
hardware ``device_on(hardware)`` and ``claims_of(hardware)``, and ``devices_known()``, those of its devices that it remembers. ``in_place_of`` puts an object with these functions there."""


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


def claims_of(hardware: Any) -> Facts:
    """What a device claims before it has proved anything; argument as for ``device_on``."""
    return _backend(type(hardware)).claims_of(hardware)  # type: ignore[no-any-return, arg-type]  # see _backend


def devices_known() -> list[Device]:
    """The devices that back-ends remember, of those that this process has used."""
    modules = [sys.modules.get(home) if isinstance(home, str) else home for home in BACKENDS.values()]
    return [device for module in modules if module is not None for device in module.devices_known()]


@contextmanager
def in_place_of(package: str, make: Callable[[Any], Any]) -> Iterator[Any]:
    """Let another back-end have the queues and the devices of a package, for tests; calls pay nothing for it.

    Plans that were made before keep the devices that they have (``plan.results.forget_plans``).

    Args:
        package: A key of ``BACKENDS``.
        make: Makes the other back-end, which has the same functions, from the one whose place it takes.

    Yields:
        What ``make`` returned.
    """
    original = BACKENDS[package]
    other = make(importlib.import_module(original) if isinstance(original, str) else original)
    BACKENDS[package] = other
    _backend.cache_clear()
    try:
        yield other
    finally:
        BACKENDS[package] = original
        _backend.cache_clear()


@functools.cache
def _backend(kind: type) -> Any:
    """The back-end that a class of queues or of devices belongs to; calls ask for the same few.

    Type checkers neither know what functions a module of that name has nor take a class for something hashable.

    Raises:
        TypeError: it belongs to none.
    """
    found = nearest(kind, BACKENDS)
    if found is not None:
        return importlib.import_module(found) if isinstance(found, str) else found
    message = f"{kind.__name__} is no queue of a back-end"
    raise TypeError(message)


def nearest(kind: type, table: Mapping[str, Any]) -> Any:
    """What a table by packages and modules has for a class, or for one that it inherits; None where it has nothing.

    The module of the class counts first, then the packages around it, the innermost first.
    """
    for each in kind.__mro__:
        home = each.__module__
        while home:
            if home in table:
                return table[home]
            home = home.rpartition(".")[0]
    return None
