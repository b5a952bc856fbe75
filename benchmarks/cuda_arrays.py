"""Checks and times calls on arrays in CUDA memory, on a card: one command, each part in a process of its own.

    python benchmarks/cuda_arrays.py                     # all parts, a table last
    python benchmarks/cuda_arrays.py right host --calls 500
    python benchmarks/cuda_arrays.py --part graph        # one part, in this process

Parts: ``facts``, the card and the versions; ``right``, random calls of every routine on arrays of PyTorch, CuPy, Numba and
ourselves, and mixtures, against NumPy; ``products``, larger products, called in every way, against PyTorch's doubles;
``kinds``, what is special to a library; ``errors``; ``host``, microseconds of a call, beside PyTorch; ``graph``, captured
calls; ``times``, products beside PyTorch; ``kernel_times``, the kernels of such; ``opencl``, calls beside our OpenCL. The
exit status is 1 where something is wrong. Needs a card, PyTorch, and for the rest of the kinds CuPy, Numba and JAX.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
import time
import warnings

import click

PARTS = {
    "facts": "cuda_right",
    "kinds": "cuda_libraries",
    "right": "cuda_right",
    "products": "cuda_products",
    "host": "cuda_times",
    "graph": "cuda_times",
    "errors": "cuda_right",
    "times": "cuda_times",
    "kernel_times": "cuda_kernel_times",
    "opencl": "cuda_times",
}
"""The module beside this one that has the function of each part."""

DRAWN = {"right", "products"}
"""Parts that draw what they try."""


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)))
@click.option("--calls", default=500, help="Random calls.")
@click.option("--seed", default=1, help="What they are drawn from.")
@click.option("--part", type=click.Choice(list(PARTS)), help="Run this part in this process.")
@click.option("--limit", default=120, help="Seconds of a part.")
def main(parts: tuple[str, ...], calls: int, seed: int, part: str | None, limit: int) -> None:
    """Check and time calls on arrays in CUDA memory."""
    if part is not None:
        warnings.simplefilter("default")
        fail = importlib.import_module("cuda_right").Failures()
        getattr(importlib.import_module(PARTS[part]), part)(
            fail, **({"calls": calls, "seed": seed} if part in DRAWN else {})
        )
        sys.exit(min(fail.count, 100))
    outcome: dict[str, str] = {}
    for each in parts or tuple(PARTS):
        print(f"{each}:", flush=True)
        start = time.perf_counter()
        command = [sys.executable, __file__, "--part", each, "--calls", str(calls), "--seed", str(seed)]
        try:
            status = subprocess.run(command, check=False, timeout=limit).returncode  # noqa: S603  # this file
            outcome[each] = "ok" if status == 0 else f"exit status {status}"
        except subprocess.TimeoutExpired:
            outcome[each] = f"more than {limit} s"
        print(f"  {time.perf_counter() - start:.1f} s", flush=True)
    print("; ".join(f"{each}: {what}" for each, what in outcome.items()))
    sys.exit(any(what != "ok" for what in outcome.values()))


if __name__ == "__main__":
    main()
