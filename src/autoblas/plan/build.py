"""From a kernel's text to a program: each text is compiled once a device and process."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from autoblas.isolate import progress
from autoblas.kernels.space import parameters
from autoblas.plan.texts.written import written
from autoblas.problems.blas.title import title

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from autoblas.devices.device import Device, Facts, Program
    from autoblas.kernels.kernel import Kernel
    from autoblas.plan.choose import Choice

__all__ = ["announce_run", "program_for"]

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
            progress.report_start("compile", lambda: _description(kernel, params, problem, device.facts))
            known[key] = device.build(text, flags)
        return known[key]


def _description(kernel: Kernel, params: Any, problem: Any, facts: Facts) -> str:
    """A kernel and its parameters, the problem and the device, in words."""
    values = " ".join(f"{name}={value}" for name, value in parameters(params).items())
    return f"{kernel.name} for {title(problem)} on {facts.name} ({facts.platform}), {values or 'without parameters'}"


def announce_run(choice: Choice, facts: Facts) -> None:
    """Tell the process that watches this one that a kernel runs now with its helpers, with a limit for the problem's size."""

    def description() -> str:
        helpers = ", ".join(helping.kernel.name for _, helping in choice.helpers)
        kernel = _description(choice.kernel, choice.params, choice.problem, facts)
        return f"{kernel} (with {helpers})" if helpers else kernel

    progress.report_start("run", description, choice.problem.flops(), choice.problem.min_bytes())
