"""Loads drivers and lists devices in a process of their own, which a broken driver may crash; it imports little."""

from __future__ import annotations

import ctypes

from autoblas.isolate.run import run

__all__ = ["PATIENCE", "listing_failure", "load_failure"]

PATIENCE = 120.0


def listing_failure(seconds: float = PATIENCE) -> str | None:
    """Failure of the listing of devices, as the end of a sentence; None where it succeeds."""
    return run(f"{__name__}:list_devices", seconds=seconds).failure


def load_failure(library: str, seconds: float = PATIENCE) -> str | None:
    """Failure of the loading of a library, in the dynamic linker's words or as a crash; None where it succeeds."""
    return run(f"{__name__}:load", library, seconds=seconds).failure


def list_devices(_: object) -> None:
    """List the devices."""
    from autoblas.devices.opencl.selection import listing  # noqa: PLC0415 - it may crash, and ``load`` has no need of it

    listing()


def load(_: object, library: str) -> None:
    """Load a library."""
    ctypes.CDLL(library)
