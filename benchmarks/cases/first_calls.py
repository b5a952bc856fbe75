"""First calls in fresh processes, with empty caches and with what such a process leaves."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from benchmarks.cases.group import Choice, Group
from benchmarks.machine import ROOT
from benchmarks.operands import GEMM, call_of, operands
from benchmarks.record import Case

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FIRST_CALLS", "first_calls"]

USUAL = ("axpy", "dot", "gemv", "symv", "trsv", "gemm", "syrk", "trsm", "gemm_batched")
"""Routines of a run that names none."""

CACHES = ("empty caches", "warm caches")


def first_calls(choice: Choice) -> list[Case]:
    """Each routine with either state of caches; matrices of 300 rows, those of gemm of 1024."""
    cases = []
    for name in choice.routines or (("gemm",) if choice.card else USUAL):
        n = (*choice.sizes, 1024 if name == "gemm" else 300)[0]
        sizes = {"gemm": (n, n, n), "gemm_batched": (3, n, n, n)}.get(name, (n,))
        cases += [Case("first_calls", name, "float32", sizes, kind=caches) for caches in CACHES]
    return cases


def measured(case: Case, libraries: list[str], rounds: int) -> dict[str, list[float]]:
    """Seconds of first calls, by library."""
    return {name: [_fresh(case, name) for _ in range(min(rounds, 3))] for name in libraries}


def _fresh(case: Case, library: str) -> float:
    """Seconds of a first call, behind another process where caches are to be warm."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        variables = {"POCL_CACHE_DIR": folder, "XDG_CACHE_HOME": folder, "PYTHONPATH": path}
        words = [
            sys.executable,
            "-m",
            "benchmarks.cases.first_calls",
            msgspec.json.encode(case).decode(),
            library,
        ]
        for _ in range(1 + (case.kind == CACHES[1])):
            process = subprocess.run(  # noqa: S603  # this module again
                words, env={**os.environ, **variables}, check=True, capture_output=True, text=True
            )
        return float(process.stdout.splitlines()[-1])


def main(text: str, library: str) -> None:
    """Print the seconds of a first call in this process, without imports; it names a queue, so that the device computes."""
    case = msgspec.json.decode(text, type=Case)
    arrays: dict[str, Any] = {
        name: x for name, x in operands(case).items() if name != "c" or case.routine not in GEMM
    }
    new = msgspec.structs.replace(case, kind="new result")
    finish: Callable[[], object] = lambda: None  # noqa: E731  # a call on NumPy arrays has ended when it returns
    if library.endswith("cuda"):
        import torch  # noqa: PLC0415  # where a card is timed

        arrays = {name: torch.from_numpy(np.ascontiguousarray(x)).cuda() for name, x in arrays.items()}
        finish = torch.cuda.synchronize
    finish()
    started = time.perf_counter()
    call_of(new, arrays, **({} if library.endswith("cuda") else {"queue": _queue()}))()
    finish()
    print(time.perf_counter() - started)


def _queue() -> object:
    from autoblas.plan.queues import default_queue  # noqa: PLC0415  # finding devices is part of the first call

    return default_queue()


FIRST_CALLS = Group(
    "First calls", first_calls, ("autoblas-kernels",), ("autoblas-cuda",), 0.5, measure=measured
)

if __name__ == "__main__":
    main(*sys.argv[1:])
