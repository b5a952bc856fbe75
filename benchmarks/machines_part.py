"""One part of a row of ``machines.py``, in the process that it starts, which may be under an emulator.

    python benchmarks/machines_part.py INTERPRETER SECONDS prove WORD ...
    python benchmarks/machines_part.py INTERPRETER SECONDS check gemm ...

INTERPRETER is what this process starts others with, so that they are emulated too. ``prove`` lets the device whose
platform and driver have all the WORDs in their names prove itself within SECONDS, and prints a line of JSON behind
``MARK``. Anything else is a command line of ``autoblas``, run in this process.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from importlib.metadata import version
from typing import TYPE_CHECKING

from autoblas.cli import perform
from autoblas.devices.opencl.facts import claims_of
from autoblas.devices.opencl.selection import listing
from autoblas.runtime.proof import verdicts

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["MARK", "main"]

MARK = "row: "
"""What the line of JSON begins with."""


def main(interpreter: str, seconds: float, act: str, arguments: Sequence[str]) -> int:
    """Do the part; the exit status is 0 where all is right."""
    sys.executable = interpreter
    if act != "prove":
        return perform([act, *arguments])
    verdicts.PATIENCE = seconds  # an emulated processor is a hundred times slower than the limit is meant for
    for index, device in enumerate(listing()):
        claims = claims_of(device)
        if all(word in f"{claims.platform} {claims.driver}" for word in arguments):
            began = time.monotonic()
            verdict = verdicts.verdict_on(device)
            found = {
                "index": index,
                "device": claims.name,
                "processor": f"{claims.name.removeprefix('pthread-')}, {claims.compute_units} compute units, vectors of {claims.vector_bytes} bytes",
                "platform": claims.platform,
                "driver": claims.driver,
                "failures": verdict.failures,
                "gflops": verdict.gflops,
                "seconds": time.monotonic() - began,
                "versions": {name: version(name) for name in ("autoblas", "numpy", "pyopencl")}
                | {"Python": platform.python_version()},
            }
            sys.stdout.write(f"{MARK}{json.dumps(found)}\n")
            return 1 if verdict.failures else 0
    sys.stderr.write(f"no device of {' '.join(arguments)} is listed\n")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2]), sys.argv[3], sys.argv[4:]))
