"""Does what a broken driver may crash at, in a process of its own: load drivers, and list devices."""

from __future__ import annotations

from autoblas.devices.opencl.selection import listing
from autoblas.isolate.apart import run_apart

__all__ = ["PATIENCE", "listing_failure", "load_failure"]

PATIENCE = 120.0


def listing_failure(seconds: float = PATIENCE) -> str | None:
    """What happens when the devices are listed, as the end of a sentence; None where they are."""
    return run_apart("-m", "autoblas.devices.opencl.doctor.probe", seconds=seconds)


def load_failure(library: str, seconds: float = PATIENCE) -> str | None:
    """The dynamic linker's words where ``library`` cannot be loaded, or what else happened; None where it can be."""
    return run_apart("-c", "import ctypes, sys; ctypes.CDLL(sys.argv[1])", library, seconds=seconds)


if __name__ == "__main__":
    listing()
