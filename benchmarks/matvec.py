"""Times routines on a matrix and vectors beside SciPy's OpenBLAS, in turns in one process, in and out of the caches.

Run as ``python benchmarks/matvec.py [-n N ...] [--dtype TYPE ...] [--routine NAME ...] [--rounds R]``. Three calls of ours
are timed: on NumPy arrays; on device arrays, each call waited for; and on device arrays, enqueued one after the other
and waited for at the end, which leaves out the time that a host needs to be told. The figures are microseconds a call, medians and the best, and
the ratio of OpenBLAS's to ours. On a machine with other work to do the best say more.
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
ROUTINES = ("gemv", "gemv-T", "ger", "symv", "trmv", "trsv", "trsv-T", "syr", "spmv")
WARM_CALLS = 10
BYTES_OF_A_TURN = 1 << 28


def runs_of(
    queue: cl.CommandQueue, name: str, n: int, dtype: str, repeat: int
) -> dict[str, Callable[[], Any]]:
    """The calls to time, by name; each stands for ``repeat`` calls."""
    rng = np.random.default_rng(0)
    a = (rng.standard_normal((n, n)) / np.sqrt(n)).astype(dtype)
    np.fill_diagonal(a, 2)
    x, y = (rng.standard_normal(n).astype(dtype) for _ in range(2))
    packed = rng.standard_normal(n * (n + 1) // 2).astype(dtype) if name == "spmv" else x
    arrays = {"a": a, "x": x, "y": y, "ap": packed}
    held = {key: cl_array.to_device(queue, value) for key, value in arrays.items()}
    theirs = openblas(name, LETTERS[dtype], {**arrays, "a": np.asfortranarray(a)})

    def waited() -> None:
        for _ in range(repeat):
            ours(name, held)
            queue.finish()

    def chained() -> None:
        for _ in range(repeat):
            ours(name, held)
        queue.finish()

    return {
        "openblas": lambda: [theirs() for _ in range(repeat)],
        "host": lambda: [ours(name, arrays) for _ in range(repeat)],
        "device": waited,
        "chained": chained,
    }


def ours(name: str, v: dict[str, Any]) -> Any:
    """One call of autoblas."""
    routine, _, trans = name.partition("-")
    if routine == "gemv":
        return autoblas.gemv(v["a"], v["x"], v["y"], trans=trans or "N")
    if routine == "spmv":
        return autoblas.spmv(v["ap"], v["x"], v["y"])
    if routine == "symv":
        return autoblas.symv(v["a"], v["x"], v["y"])
    if routine == "ger":
        return autoblas.ger(v["x"], v["y"], v["a"], alpha=1e-6)
    if routine == "syr":
        return autoblas.syr(v["x"], v["a"], alpha=1e-6)
    return getattr(autoblas, routine)(v["a"], v["x"], uplo="L", trans=trans or "N")


def openblas(name: str, letter: str, v: dict[str, Any]) -> Callable[[], Any]:
    """One call of OpenBLAS, on a matrix that is stored by columns, so that SciPy copies nothing."""
    routine, _, trans = name.partition("-")
    f = getattr(blas, letter + (routine if routine != "ger" or letter in "sd" else "geru"))
    a, x, y = v["a"], v["x"].copy(), v["y"].copy()
    if (
        routine == "gemv"
    ):  # ours are stored by rows, theirs by columns: the same reading is the other transpose
        return lambda: f(1, a, x, 0, y, trans=0 if trans else 1, overwrite_y=1)
    if routine == "spmv":
        return lambda: f(len(x), 1, v["ap"], x, beta=0, y=y, overwrite_y=1)
    if routine == "symv":
        return lambda: f(1, a, x, 0, y, lower=1, overwrite_y=1)
    if routine == "ger":
        return lambda: f(1e-6, x, y, a=a, overwrite_a=1, overwrite_x=1, overwrite_y=1)
    if routine == "syr":
        return lambda: f(1e-6, x, a=a, lower=1, overwrite_a=1)
    return lambda: f(a, x, lower=0, trans=0 if trans else 1, overwrite_x=1)


def main() -> None:
    """Print a line for each routine, type and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, nargs="+", default=[512, 2048, 6000])
    parser.add_argument("--dtype", nargs="+", default=["float32", "float64"], choices=LETTERS)
    parser.add_argument("--routine", nargs="+", default=list(ROUTINES), choices=ROUTINES)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    queue = default_queue()
    print(f"{queue.device.name.strip()} ({queue.device.platform.name})")
    for dtype in options.dtype:
        for n in options.n:
            size = n * n * np.dtype(dtype).itemsize
            repeat = max(3, min(WARM_CALLS, BYTES_OF_A_TURN // size))
            for name in options.routine:
                timings = side_by_side(runs_of(queue, name, n, dtype, repeat), rounds=options.rounds)
                base = timings["openblas"]
                figures = "  ".join(
                    f"{label} {timing.median / repeat * 1e6:7.0f} ({timing.best / repeat * 1e6:.0f}) us"
                    f" {base.median / timing.median:.2f} ({base.best / timing.best:.2f})"
                    for label, timing in timings.items()
                )
                print(f"{dtype:10s} {n:6d} {name:6s} {figures}", flush=True)


if __name__ == "__main__":
    main()
