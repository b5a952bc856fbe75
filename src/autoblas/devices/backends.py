"""All back-ends, and the back-end of a queue."""

from __future__ import annotations

import functools
import importlib
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from autoblas.devices.device import Device, Facts

__all__ = ["BACKENDS", "claims_of", "device_of", "device_on", "nearest", "replaced_backend", "used_devices"]

BACKENDS: dict[str, Any] = {
    "pyopencl": "autoblas.devices.opencl.backend",
    "autoblas.devices.cuda": "autoblas.devices.cuda.backend",
    "autoblas.devices.recording": "autoblas.devices.recording",
}
"""The module of each back-end, by the package or module of its queues' classes. It defines ``device_of(queue)`` and
``used_devices()``, and where it finds hardware ``device_on(hardware)`` and ``claims_of(hardware)``. ``replaced_backend`` enters an
object with these functions in its place."""


def device_of(queue: Any) -> Device:
    """The device of a queue of any back-end.

    Raises:
        TypeError: it is no queue of any.
    """
    return _backend(type(queue)).device_of(queue)  # type: ignore[no-any-return, arg-type]  # see _backend


def device_on(hardware: Any) -> Device:
    """The device of hardware of this machine, ready to serve.

    Args:
        hardware: The device as an object of the back-end's library; ``devices.opencl.selection`` lists those of OpenCL.
    """
    return _backend(type(hardware)).device_on(hardware)  # type: ignore[no-any-return, arg-type]  # see _backend


def claims_of(hardware: Any) -> Facts:
    """Facts that a device claims, before its self-test; argument as for ``device_on``."""
    return _backend(type(hardware)).claims_of(hardware)  # type: ignore[no-any-return, arg-type]  # see _backend


def used_devices() -> list[Device]:
    """Devices that this process has used and back-ends still hold."""
    modules = [sys.modules.get(home) if isinstance(home, str) else home for home in BACKENDS.values()]
    return [device for module in modules if module is not None for device in module.used_devices()]


@contextmanager
def replaced_backend(package: str, make: Callable[[Any], Any]) -> Iterator[Any]:
    """Replace a back-end, for tests, in a ``with`` block; calls are not slower for it.

    Earlier plans keep their devices (``plan.results.forget_plans``).

    Args:
        package: A key of ``BACKENDS``.
        make: Function that makes the substitute, which has the same functions, from the original.

    Yields:
        What ``make`` returned.
    """
    original = BACKENDS[package]
    substitute = make(importlib.import_module(original) if isinstance(original, str) else original)
    BACKENDS[package] = substitute
    _backend.cache_clear()
    try:
        yield substitute
    finally:
        BACKENDS[package] = original
        _backend.cache_clear()


@functools.cache
def _backend(kind: type) -> Any:
    """The back-end of a class of queues or of devices, cached.

    Type checkers neither know what functions a module of that name has nor take a class for something hashable.

    Raises:
        TypeError: it belongs to none.
    """
    module = nearest(kind, BACKENDS)
    if module is not None:
        return importlib.import_module(module) if isinstance(module, str) else module
    message = f"{kind.__name__} is no queue of a back-end"
    raise TypeError(message)


def nearest(kind: type, table: Mapping[str, Any]) -> Any:
    """Entry of a table by packages and modules for a class, or for one that it inherits; None without an entry.

    The module of the class counts first, then the packages around it, the innermost first.
    """
    for base in kind.__mro__:
        package = base.__module__
        while package:
            if package in table:
                return table[package]
            package = package.rpartition(".")[0]
    return None
