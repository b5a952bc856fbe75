"""Programs for a watched process: the command line with a fault in the driver, and short ones that need no driver."""

import itertools
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from autoblas.cli import perform
from autoblas.isolate import progress


def _abort(*_: Any, **__: Any) -> Any:
    os.write(2, b"LLVM ERROR: cannot select\n")
    os.abort()


def _hang(*_: Any, **__: Any) -> Any:
    _name_itself()
    time.sleep(600)


def _name_itself() -> None:
    """Write the number of this process to the file that ``PLANTED`` names."""
    if "PLANTED" in os.environ:
        Path(os.environ["PLANTED"]).write_text(f"{os.getpid()} ", encoding="utf-8")


def _leave(*_: Any, **__: Any) -> Any:
    os._exit(7)


FAULTS: dict[str, Callable[..., Any]] = {"abort": _abort, "hang": _hang, "leave": _leave}


def plant(fault: str) -> None:
    """Let the driver fail in the way that ``stage:what[:call]`` says, at its first call or a later one."""
    import pyopencl as cl

    from autoblas.devices.opencl.backend import OpenCLDevice

    stage, what, *later = fault.split(":")
    owner, name = (OpenCLDevice, "build") if stage == "build" else (cl, "enqueue_nd_range_kernel")
    sound, calls, last = getattr(owner, name), itertools.count(1), int(later[0]) if later else 1

    def faulty(*arguments: Any, **options: Any) -> Any:
        if next(calls) < last:
            return sound(*arguments, **options)
        if what == "nothing":  # the kernel does not run
            return cl.enqueue_marker(arguments[0])
        if what == "error":
            raise cl.RuntimeError("clWaitForEvents failed: OUT_OF_RESOURCES")
        return FAULTS[what](*arguments, **options)

    setattr(owner, name, faulty)


def faulty(arguments: Sequence[str]) -> int:
    """The command line after its first word, which says what is planted."""
    plant(arguments[0])
    return perform(arguments[1:])


def chatty(arguments: Sequence[str]) -> int:
    """Print to Python's streams what is told, and noise to their descriptors."""
    os.write(1, b"noise of a compiler")
    sys.stdout.write(" ".join(arguments) + "\n")
    os.write(2, b"2 warnings generated.\n")
    sys.stderr.write("a warning of ours\n")
    return 3


def lost(arguments: Sequence[str]) -> int:
    """Announce a kernel, then go as the first word says."""
    progress.report_start("run", lambda: "gemm_tile with rm=6")
    FAULTS[arguments[0]]()
    return 0


def slow(arguments: Sequence[str]) -> int:
    """Take longer than the limit, but never without a word for so long."""
    progress.set_limit(1.5)
    progress.report_start("run", lambda: "many small kernels")
    _name_itself()
    ending = time.monotonic() + float(arguments[0])
    while time.monotonic() < ending:
        progress.heartbeat()
        time.sleep(0.05)
    return 0
