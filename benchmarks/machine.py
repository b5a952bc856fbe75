"""Provenance: the commit, the processor, the card with its clocks and power, and the load of the machine."""

from __future__ import annotations

import ctypes
import functools
import os
import platform
import re
import subprocess
from pathlib import Path
from typing import Any

import click
import numpy as np

from autoblas.plan.queues import queue_device
from benchmarks.record import Card, Machine

__all__ = ["ROOT", "CardSensor", "card_machine", "commit_of", "load", "opencl_machine", "threads"]

ROOT = Path(__file__).resolve().parents[1]
"""The checkout."""


def commit_of(checkout: Path) -> str:
    """The commit of a checkout, with ``+`` behind it where files that Git keeps differ.

    Raises:
        click.UsageError: it is no checkout of Git's.
    """
    command = ["git", "-C", str(checkout), "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty=+"]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  # Git on this checkout
    except (OSError, subprocess.CalledProcessError):
        raise click.UsageError(f"{checkout} is no checkout of Git's; name its commit with --commit") from None
    return done.stdout.strip()


def threads() -> int:
    """Threads of the host that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def load() -> float:
    """The average number of running processes in the last minute."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else 0.0


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    facts = dict(re.findall(r"^(model name|cpu family|model)\s*:\s*(.+)$", text, re.MULTILINE))
    name = facts.get("model name", platform.machine())
    return f"{name} (family {facts['cpu family']}, model {facts['model']})" if "cpu family" in facts else name


def _host_facts() -> dict[str, Any]:
    return {
        "processor": _processor(), "threads": threads(), "system": platform.platform(),
        "python": platform.python_version(), "numpy": np.__version__,
    }  # fmt: skip


def opencl_machine(queue: Any) -> Machine:
    """The device behind a queue."""
    facts = queue_device(queue).facts
    return Machine(facts.name, facts.driver, facts.platform, **_host_facts())


def card_machine(name: str, runtime: str) -> Machine:
    """A card of NVIDIA's through CUDA.

    Args:
        name: Its name by CUDA.
        runtime: The version of CUDA's runtime.
    """
    sensor = CardSensor.of_this_machine()
    facts = _host_facts() | {"platform": f"CUDA {runtime}"}
    if sensor is None:
        return Machine(name, _kernel_driver(), **facts)
    return Machine(name, sensor.driver, most_clock=sensor.most_clock, most_watts=sensor.most_watts, **facts)


def _kernel_driver() -> str:
    """The version of NVIDIA's kernel module."""
    try:
        text = Path("/proc/driver/nvidia/version").read_text(encoding="utf-8")
    except OSError:
        return "unknown"
    version = re.search(r"\b\d{3}\.[\d.]+\b", text)
    return version[0] if version else "unknown"


class CardSensor:
    """The first card's clocks, power and temperature, by NVIDIA's management library.

    Args:
        library: The loaded library.
    """

    def __init__(self, library: ctypes.CDLL) -> None:
        self._library, self._handle = library, ctypes.c_void_p()
        library.nvmlInit_v2()
        library.nvmlDeviceGetHandleByIndex_v2(ctypes.c_uint(0), ctypes.byref(self._handle))
        text = ctypes.create_string_buffer(96)
        library.nvmlSystemGetDriverVersion(text, ctypes.c_uint(len(text)))
        self.driver = text.value.decode() or _kernel_driver()
        self.most_clock = self._number("nvmlDeviceGetMaxClockInfo", 1)
        self.most_watts = self._number("nvmlDeviceGetEnforcedPowerLimit") / 1000

    @classmethod
    @functools.cache
    def of_this_machine(cls) -> CardSensor | None:
        """The sensor; None where there is no such library."""
        for path in ("libnvidia-ml.so.1", "/usr/local/nvidia/lib64/libnvidia-ml.so.1"):
            try:
                return cls(ctypes.CDLL(path))
            except OSError:
                continue
        return None

    def state(self) -> Card:
        """The present state of the card."""
        clock, memory = (self._number("nvmlDeviceGetClockInfo", which) for which in (1, 2))
        watts = self._number("nvmlDeviceGetPowerUsage") / 1000
        return Card(clock, memory, watts, self._number("nvmlDeviceGetTemperature", 0))

    def _number(self, function: str, *which: int) -> int:
        value = ctypes.c_uint()
        getattr(self._library, function)(self._handle, *map(ctypes.c_int, which), ctypes.byref(value))
        return value.value
