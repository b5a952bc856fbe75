"""Does what a broken driver may crash at, in a process of its own: load drivers, and list devices."""

from __future__ import annotations

import ctypes

from autoblas.isolate.apart import run

__all__ = ["PATIENCE", "listing_failure", "load_failure"]

PATIENCE = 120.0


def listing_failure(seconds: float = PATIENCE) -> str | None:
    """What happens when the devices are listed, as the end of a sentence; None where they are."""
    return run(f"{__name__}:list_devices", seconds=seconds).failure


def load_failure(library: str, seconds: float = PATIENCE) -> str | None:
    """The dynamic linker's words where ``library`` cannot be loaded, or what else happened; None where it can be."""
    return run(f"{__name__}:load", library, seconds=seconds).failure


def list_devices(_: object) -> None:
    """List the devices."""
    from autoblas.devices.opencl.selection import listing  # noqa: PLC0415 - it may crash, and ``load`` has no need of it

    listing()


def load(_: object, library: str) -> None:
    """Load a library."""
    ctypes.CDLL(library)
