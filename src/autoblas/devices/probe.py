"""Does what a broken driver may crash at, in a process of its own: load drivers, list devices, run a small kernel."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyopencl as cl

from autoblas.devices.apart import run_apart
from autoblas.devices.compiler import built
from autoblas.devices.selection import listing
from autoblas.devices.unknown_cpu import name_unknown_cpu

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["PATIENCE", "Probe", "listing_failure", "load_failure", "probe", "run_kernel"]

SOURCE = "__kernel void probe(__global uint *x) { uint i = get_global_id(0); x[i] = 3 * x[i] + i; }"
ITEMS = 1000
PATIENCE = 120.0


@dataclass(frozen=True)
class Probe:
    """Whether a device works, and what happened, as the end of a sentence about it."""

    works: bool
    reason: str


def probe(index: int, seconds: float = PATIENCE) -> Probe:
    """Try the device of that index.

    Args:
        index: Its position in the listing.
        seconds: How long it may take; a first build may need many.
    """
    failure = run_apart("-m", "autoblas.devices.probe", str(index), seconds=seconds)
    return Probe(failure is None, failure or "built and ran a small kernel")


def listing_failure(seconds: float = PATIENCE) -> str | None:
    """What happens when the devices are listed, as the end of a sentence; None where they are."""
    return run_apart("-m", "autoblas.devices.probe", seconds=seconds)


def load_failure(library: str, seconds: float = PATIENCE) -> str | None:
    """The dynamic linker's words where ``library`` cannot be loaded, or what else happened; None where it can be."""
    return run_apart("-c", "import ctypes, sys; ctypes.CDLL(sys.argv[1])", library, seconds=seconds)


def run_kernel(device: cl.Device) -> bool:
    """Whether ``device`` computes 3 x + i correctly in every element.

    Raises:
        pyopencl.Error: it does not build, launch or finish the kernel.
    """
    name_unknown_cpu(device)
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    x = np.arange(ITEMS, dtype=np.uint32)[::-1].copy()
    buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=x)
    program = built(cl.Program(context, SOURCE), device, cached=False)
    cl.Kernel(program, "probe")(queue, (ITEMS,), None, buffer)
    result = np.empty_like(x)
    cl.enqueue_copy(queue, result, buffer)
    return bool(np.array_equal(result, 3 * x + np.arange(ITEMS, dtype=np.uint32)))


def main(arguments: Sequence[str]) -> int:
    """What the process does: list the devices, and try the one whose index is given, if any."""
    devices = listing()
    if not arguments:
        return 0
    try:
        right = run_kernel(devices[int(arguments[0])])
    except cl.Error as error:
        sys.stderr.write(" ".join(str(error).split()) + "\n")
        return 1
    if not right:
        sys.stderr.write("computed wrong numbers with a small kernel\n")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
