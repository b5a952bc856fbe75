"""First calls in fresh processes, with empty caches and with what such a process leaves."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

import numpy as np

import autoblas
from benchmarks.cases.group import Choice, Group
from benchmarks.machine import ROOT
from benchmarks.record import Case

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FIRST_CALLS", "first_calls"]

COMPLEX = (
    "dotc", "dotu", "gerc", "geru", "hemm", "hemv", "hbmv", "hpmv", "her", "her2", "herk", "her2k", "hpr", "hpr2"
)  # fmt: skip
"""Routines that are called with complex numbers here."""

USUAL = ("axpy", "dot", "gemv", "symv", "trsv", "gemm", "syrk", "trsm", "gemm_batched")
"""Routines of a run that names none."""

CACHES = ("empty caches", "warm caches")


def first_calls(choice: Choice) -> list[Case]:
    """Each routine with either state of caches; matrices of 300 rows, those of gemm of 1024."""
    names = choice.routines or (("gemm",) if choice.card else USUAL)
    return [
        Case(
            "first_calls",
            name,
            "complex64" if name in COMPLEX else "float32",
            _sizes(name, choice),
            kind=caches,
        )
        for name in names
        for caches in CACHES
    ]


def _sizes(name: str, choice: Choice) -> tuple[int, ...]:
    n = (*choice.sizes, 1024 if name == "gemm" else 300)[0]
    return (n, n, n) if name == "gemm" else (3, n, n, n) if name == "gemm_batched" else (n,)


def arguments(name: str, n: int, dtype: str) -> dict[str, Any]:
    """Arguments for a routine by the names of its parameters: matrices of n x n, vectors of n, or as much as fits."""
    rng = np.random.default_rng(0)

    def some(*shape: int) -> Any:
        values = rng.standard_normal(shape)
        return (values + 1j * rng.standard_normal(shape) if dtype == "complex64" else values).astype(dtype)

    batch = (3,) if "batched" in name else ()
    band = "bmv" in name or "bsv" in name
    values: dict[str, Callable[[], Any]] = {
        "a": lambda: (
            some(*batch, *((5, n) if band else (n, n))) + (0 if band else n * np.eye(n, dtype=dtype))
        ),
        "b": lambda: some(*batch, n, n),
        "x": lambda: some(*batch, n),
        "y": lambda: some(*batch, n),
        "ap": lambda: some(n * (n + 1) // 2) + n,
        "kl": lambda: 2,
        "ku": lambda: 2,
        "k": lambda: 4,
        "c": lambda: 0.6,
        "s": lambda: 0.8,
        "param": lambda: np.array([-1, 0.6, -0.8, 0.8, 0.6], dtype),
        "image": lambda: some(1, 16, 56, 56),
        "kernels": lambda: some(16, 16, 3, 3),
        "kernel": lambda: 3,
        "patches": lambda: autoblas.im2col(some(1, 16, 56, 56), kernel=3),
    }
    parameters = inspect.signature(getattr(autoblas, name)).parameters.values()
    return {each.name: values[each.name]() for each in parameters if each.default is each.empty}


def measured(case: Case, libraries: list[str], rounds: int) -> dict[str, list[float]]:
    """Seconds of first calls, by library."""
    return {name: [_fresh(case, name) for _ in range(min(rounds, 3))] for name in libraries}


def _fresh(case: Case, library: str) -> float:
    """Seconds of a first call, behind another process where caches are to be warm."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        kept = {
            "POCL_CACHE_DIR": folder,
            "XDG_CACHE_HOME": folder,
            "XDG_DATA_HOME": folder,
            "PYTHONPATH": path,
        }
        words = [
            sys.executable,
            "-m",
            "benchmarks.cases.first_calls",
            case.routine,
            str(case.sizes[-1]),
            case.dtype,
            library,
        ]
        for _ in range(1 + (case.kind == CACHES[1])):
            done = subprocess.run(  # noqa: S603  # this module again
                words, env={**os.environ, **kept}, check=True, capture_output=True, text=True
            )
        return float(done.stdout.splitlines()[-1])


def main(name: str, n: str, dtype: str, library: str) -> None:
    """Print what a first call takes in this process, imports not counted; its queue is named, so that the device computes."""
    given = arguments(name, int(n), dtype)
    if library.endswith("cuda"):
        import torch  # noqa: PLC0415  # where a card is timed

        given = {
            key: torch.from_numpy(x).cuda() if isinstance(x, np.ndarray) else x for key, x in given.items()
        }
        torch.cuda.synchronize()
        started = time.perf_counter()
        getattr(autoblas, name)(**given)
        torch.cuda.synchronize()
    else:
        from autoblas.runtime.context import default_queue  # noqa: PLC0415  # finding devices is part of the first call

        started = time.perf_counter()
        getattr(autoblas, name)(**given, queue=default_queue())
    print(time.perf_counter() - started)


FIRST_CALLS = Group(
    "First calls", first_calls, ("autoblas-kernels",), ("autoblas-cuda",), 0.5, measure=measured
)

if __name__ == "__main__":
    main(*sys.argv[1:])
