"""Times products and systems with structured matrices beside SciPy's OpenBLAS, in turns in one process.

Run as ``python benchmarks/level3.py [-n N ...] [--dtype TYPE ...] [--routine NAME ...] [--rounds R]``. Matrices lie by
columns, as OpenBLAS wants them, and outputs are overwritten. Two calls of ours are timed: on NumPy arrays, and on
device arrays, each call waited for. The figures are GFLOP/s by the operations that a definition has, medians and the
best, and the ratio of OpenBLAS's time to ours. On a machine with other work to do the best say more.
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
ROUTINES = ("gemm", "symm", "syrk", "trmm", "trsm")


def operations(name: str, n: int, dtype: str) -> float:
    """Operations on real numbers."""
    whole = np.dtype(dtype).kind == "c"
    return (8 if whole else 2) * n**3 / (1 if name in {"gemm", "symm"} else 2)


def matrices(n: int, dtype: str) -> tuple[Any, Any, Any]:
    """A well-conditioned A, a B and a C, by columns."""
    rng = np.random.default_rng(0)
    a, b, c = (rng.standard_normal((n, n)).astype(dtype, order="F") for _ in range(3))
    a /= n
    np.fill_diagonal(a, 1)
    return a, b, c


def runs_of(queue: cl.CommandQueue, name: str, n: int, dtype: str) -> dict[str, Callable[[], Any]]:
    """The calls to time, by name."""
    host = matrices(n, dtype)
    device = [cl_array.to_device(queue, x) for x in matrices(n, dtype)]
    theirs = getattr(blas, LETTERS[dtype] + name)

    def ours(a: Any, b: Any, c: Any) -> Any:
        if name in {"trmm", "trsm"}:
            return getattr(autoblas, name)(a, b, uplo="L")
        inputs = (a,) if name == "syrk" else (a, b)
        kinds = {} if name == "gemm" else {"uplo": "L"}
        return getattr(autoblas, name)(*inputs, c=c, **kinds)

    def waited() -> None:
        ours(*device)
        queue.finish()

    def openblas() -> Any:
        a, b, c = host
        if name in {"trmm", "trsm"}:
            return theirs(1.0, a, b, lower=1, overwrite_b=1)
        inputs = (a,) if name == "syrk" else (a, b)
        kinds = {} if name == "gemm" else {"lower": 1}
        return theirs(1.0, *inputs, c=c, overwrite_c=1, **kinds)

    return {"openblas": openblas, "host": lambda: ours(*host), "device": waited}


def main() -> None:
    """Print a line for each routine, type and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, nargs="+", default=[1024])
    parser.add_argument("--dtype", nargs="+", default=["float32", "float64"], choices=LETTERS)
    parser.add_argument("--routine", nargs="+", default=ROUTINES, choices=ROUTINES)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    queue = default_queue()
    print(f"{queue.device.name.strip()} ({queue.device.platform.name})")
    for dtype in options.dtype:
        for n in options.n:
            for name in options.routine:
                timings = side_by_side(runs_of(queue, name, n, dtype), rounds=options.rounds)
                base, work = timings["openblas"], operations(name, n, dtype) * 1e-9
                figures = "  ".join(
                    f"{label} {work / timing.median:6.1f} ({work / timing.best:.1f}) GFLOP/s"
                    f" {base.median / timing.median:.2f} ({base.best / timing.best:.2f})"
                    for label, timing in timings.items()
                )
                print(f"{dtype:10s} {n:5d} {name:5s} {figures}", flush=True)


if __name__ == "__main__":
    main()
