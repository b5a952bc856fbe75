"""From a kernel's text to a program: each text is compiled once a device and process."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from autoblas.runtime import announce
from autoblas.runtime.texts.written import written

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from autoblas.devices.device import Device, Program
    from autoblas.kernels.kernel import Kernel

__all__ = ["program_for"]

_programs: MutableMapping[Device, dict[str, Program]] = WeakKeyDictionary()
_locks: dict[str, threading.Lock] = {}
_guard = threading.Lock()


def program_for(device: Device, kernel: Kernel, params: Any, problem: Any) -> Program:
    """The program of a kernel at these parameters; threads that ask for the same one wait for one compilation.

    Raises:
        BuildError: the device's compiler refused it.
    """
    text, flags, key = written(kernel, params, problem, device.dialect)
    with _guard:
        lock = _locks.setdefault(key, threading.Lock())
    with lock:
        known = _programs.setdefault(device, {})
        if key not in known:
            announce.about_to("compile", lambda: announce.described(kernel, params, problem, device.facts))
            known[key] = device.build(text, flags)
        return known[key]
