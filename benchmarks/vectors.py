"""Times routines on vectors beside SciPy's OpenBLAS, in turns in one process, in and out of the caches.

Run as ``python benchmarks/vectors.py [-n N ...] [--dtype TYPE ...] [--rounds R]``. Three calls of ours are timed: on
NumPy arrays; on device arrays, each call waited for; and on device arrays, enqueued one after the other and waited for
at the end, which leaves out the time that a host needs to be told. The figures are microseconds a call, medians and
the best, and the ratio of OpenBLAS's to ours. On a machine with other work to do the best say more.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl.array as cl_array
from scipy.linalg import blas

import autoblas
from autoblas.runtime.context import default_queue
from autoblas.runtime.measure.compare import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyopencl as cl

LETTERS = {"float32": "s", "float64": "d", "complex64": "c", "complex128": "z"}
CALLS_OF_A_TURN = 20
BYTES_OF_A_TURN = 1 << 28


def runs_of(
    queue: cl.CommandQueue, name: str, n: int, dtype: str, repeat: int
) -> dict[str, Callable[[], Any]]:
    """The calls to time, by name; each stands for ``repeat`` calls."""
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal(n).astype(dtype) for _ in range(2))
    on_device = [cl_array.to_device(queue, vector) for vector in (x, y)]
    letter = LETTERS[dtype]
    parts = {"c": "sc", "z": "dz"}.get(letter, letter)
    place = cl_array.empty(queue, (1,), np.int64)
    number = cl_array.empty(queue, (1,), x.real.dtype if name in {"nrm2", "asum"} else x.dtype)
    theirs, ours, device = _calls(
        name, letter, parts, (x, y), on_device, place if name == "iamax" else number
    )

    def waited() -> None:
        for _ in range(repeat):
            device()
            queue.finish()

    def chained() -> None:
        for _ in range(repeat):
            device()
        queue.finish()

    return {
        "openblas": lambda: [theirs() for _ in range(repeat)],
        "host": lambda: [ours() for _ in range(repeat)],
        "device": waited,
        "chained": chained,
    }


def _calls(
    name: str, letter: str, parts: str, host: tuple[Any, Any], device: list[Any], out: Any
) -> tuple[Callable[[], Any], Callable[[], Any], Callable[[], Any]]:
    """One call of OpenBLAS, one of ours on NumPy arrays, one of ours on device arrays."""
    (x, y), call = host, getattr(autoblas, name)
    if name == "axpy":
        theirs = getattr(blas, f"{letter}axpy")
        return lambda: theirs(x, y, a=1e-9), lambda: call(x, y, alpha=1e-9), lambda: call(*device, alpha=1e-9)
    if name == "scal":
        theirs = getattr(blas, f"{letter}scal")
        return lambda: theirs(0.999, x), lambda: call(x, alpha=0.999), lambda: call(device[0], alpha=0.999)
    if name == "dot":
        return lambda: np.dot(x, y), lambda: call(x, y), lambda: call(*device, out=out)
    theirs = getattr(blas, f"i{letter}amax" if name == "iamax" else f"{parts}{name}")
    return lambda: theirs(x), lambda: call(x), lambda: call(device[0], out=out)


def main() -> None:
    """Print a line for each routine, type and length."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, nargs="+", default=[1_000_000, 4_000_000, 20_000_000])
    parser.add_argument("--dtype", nargs="+", default=["float32", "float64"], choices=LETTERS)
    parser.add_argument("--routine", nargs="+", default=["axpy", "scal", "dot", "nrm2", "asum", "iamax"])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    queue = default_queue()
    print(f"{queue.device.name.strip()} ({queue.device.platform.name})")
    for dtype in options.dtype:
        for n in options.n:
            repeat = max(1, min(CALLS_OF_A_TURN, BYTES_OF_A_TURN // (2 * n * np.dtype(dtype).itemsize)))
            for name in options.routine:
                timings = side_by_side(runs_of(queue, name, n, dtype, repeat), rounds=options.rounds)
                base = timings["openblas"]
                figures = "  ".join(
                    f"{label} {timing.median / repeat * 1e6:7.0f} ({timing.best / repeat * 1e6:.0f}) us"
                    f" {base.median / timing.median:.2f} ({base.best / timing.best:.2f})"
                    for label, timing in timings.items()
                )
                print(f"{dtype:10s} {n:9d} {name:5s} {figures}", flush=True)


if __name__ == "__main__":
    main()
