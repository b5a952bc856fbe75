"""How long the first call of each routine takes in a fresh process, with empty caches and with warm ones.

    python benchmarks/first_calls.py                 # every routine, about ten minutes
    python benchmarks/first_calls.py gemv trsm --n 500

Importing the package is not counted; finding the device, choosing, compiling and computing are. Operands are float32
NumPy arrays (complex64 where the routine is for complex numbers alone).
"""

from __future__ import annotations

import inspect
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

import click
import numpy as np

import autoblas

if TYPE_CHECKING:
    from collections.abc import Callable

COMPLEX = ("dotc", "dotu", "gerc", "geru", "hemm", "hemv", "hbmv", "hpmv", "her", "her2", "herk", "her2k", "hpr", "hpr2")  # fmt: skip
"""Routines that are called with complex numbers here."""

ON_THE_HOST = ("rotg", "rotmg", "mapped_empty", "pinned_empty")
"""Functions that launch nothing."""

LISTED = ("axpy_offsets", "gemm_offsets", "gemv_offsets")
"""Routines whose arrays are on the device, with lists of places; their batched forms stand for them."""


def names() -> list[str]:
    """The routines that compute on a device."""
    functions = (name for name in autoblas.__all__ if inspect.isfunction(getattr(autoblas, name)))
    return [name for name in functions if name not in ON_THE_HOST + LISTED]


def call_of(name: str, n: int) -> dict[str, Any]:
    """Arguments for a routine, by the names of its parameters: matrices of n x n, vectors of n, or as much as fits."""
    rng = np.random.default_rng(0)
    dtype = "complex64" if name in COMPLEX else "float32"

    def some(*shape: int) -> Any:
        values = rng.standard_normal(shape)
        return (values + 1j * rng.standard_normal(shape) if dtype == "complex64" else values).astype(dtype)

    batch = (3,) if "batched" in name else ()
    band = "bmv" in name or "bsv" in name
    matrix = (5, n) if band else (n, n)
    known: dict[str, Callable[[], Any]] = {
        "a": lambda: some(*batch, *matrix) + (0 if band else n * np.eye(n, dtype=dtype)),
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
    return {each.name: known[each.name]() for each in parameters if each.default is each.empty}


def take(name: str, n: int) -> float:
    """Seconds of one call, in this process; the queue is named, so that none is left to the host's BLAS."""
    from autoblas.runtime.context import default_queue  # noqa: PLC0415  # what finds devices is part of the first call

    arguments = call_of(name, n)
    started = time.perf_counter()
    getattr(autoblas, name)(**arguments, queue=default_queue())
    return time.perf_counter() - started


def fresh(name: str, n: int) -> tuple[float, float]:
    """Seconds of the first call with empty caches, then in another process with what that one left."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "POCL_CACHE_DIR": folder, "XDG_CACHE_HOME": folder}
        command = [sys.executable, __file__, name, "--n", str(n), "--here"]
        cold, warm = (
            float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)  # noqa: S603
            for _ in range(2)
        )
        return cold, warm


@click.command()
@click.argument("routines", nargs=-1, type=click.Choice(names()))
@click.option("--n", default=300, show_default=True, help="Rows and columns, and elements of vectors.")
@click.option("--here", is_flag=True, help="Time a single routine in this process.")
@click.option("--json", "path", type=click.Path(dir_okay=False, writable=True))
def main(routines: tuple[str, ...], n: int, here: bool, path: str | None) -> None:
    """Print the seconds of each routine; see the module's first lines."""
    if here:
        click.echo(take(routines[0], n))
        return
    found = {}
    for name in routines or names():
        found[name] = fresh(name, n)
        click.echo(f"{name:14s} empty caches {found[name][0]:.2f} s, warm {found[name][1]:.2f} s")
    colds = [cold for cold, _ in found.values()]
    click.echo(f"empty caches: median {statistics.median(colds):.2f} s, largest {max(colds):.2f} s")
    if path:
        with click.open_file(path, "w", encoding="utf-8") as file:
            json.dump({"n": n, "seconds": found}, file, indent=1)


if __name__ == "__main__":
    main()
