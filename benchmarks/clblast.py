"""Times routines beside CLBlast's, with its own default parameters, on the same device arrays, in turns in one process.

Run as ``python benchmarks/clblast.py [-n N ...] [--dtype TYPE ...] [--routine NAME ...] [--rounds R]``; ``--library``
names CLBlast's shared library. Every result of CLBlast is compared with ours before it is timed. The figures are
milliseconds a call, each call waited for: medians and the best, and the ratio of CLBlast's time to ours.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl.array as cl_array
from clblast_library import LEFT, LETTERS, LOWER, NO, NON_UNIT, ROWS, YES, CLBlast

import autoblas
from autoblas.runtime.compare import side_by_side
from autoblas.runtime.context import default_queue

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyopencl as cl

VECTORS = ("axpy", "dot", "nrm2")
PRODUCTS = ("gemm", "symm", "syrk", "trmm", "trsm")
ROUTINES = (*VECTORS, "gemv", "gemv-T", "ger", "symv", "trmv", "trsv", *PRODUCTS)
DEFAULT_SIZES = {"vector": 1 << 22, "matrix": 2048, "product": 1024}


def arrays_of(queue: cl.CommandQueue, name: str, n: int, dtype: str) -> dict[str, cl_array.Array]:
    """A well-conditioned A, and what else a routine reads and writes."""
    rng = np.random.default_rng(0)
    shape = (n, n) if name in PRODUCTS else (n,)
    made = {key: rng.standard_normal(shape).astype(dtype) for key in ("x", "y")}
    if name not in VECTORS:
        made["a"] = (rng.standard_normal((n, n)) / n).astype(dtype)
        np.fill_diagonal(made["a"], 1)
    if name in PRODUCTS:
        made["c"] = rng.standard_normal(shape).astype(dtype)
    made["number"] = np.array(np.nan, dtype)
    return {key: cl_array.to_device(queue, value) for key, value in made.items()}


def calls(name: str, n: int, v: dict[str, Any], clblast: CLBlast) -> dict[str, Callable[[], Any]]:
    """One call of each library, by its name; both write the same output."""
    size, (routine, _, trans) = np.int64(n), name.partition("-")
    a, x, y, c, number = (v.get(key) for key in ("a", "x", "y", "c", "number"))
    which = YES if trans else NO
    table: dict[str, tuple[Callable[[], Any], tuple[Any, ...]]] = {
        "axpy": (lambda: autoblas.axpy(x, y, alpha=1e-3), (size, 1e-3, x, y)),
        "dot": (lambda: autoblas.dot(x, y, out=number), (size, number, x, y)),
        "nrm2": (lambda: autoblas.nrm2(x, out=number), (size, number, x)),
        "gemv": (
            lambda: autoblas.gemv(a, x, y, trans=trans or "N"),
            (ROWS, which, size, size, 1.0, a, x, 0.0, y),
        ),
        "ger": (lambda: autoblas.ger(x, y, a, alpha=1e-3), (ROWS, size, size, 1e-3, x, y, a)),
        "symv": (lambda: autoblas.symv(a, x, y, uplo="L"), (ROWS, LOWER, size, 1.0, a, x, 0.0, y)),
        "trmv": (lambda: autoblas.trmv(a, x, uplo="L"), (ROWS, LOWER, NO, NON_UNIT, size, a, x)),
        "trsv": (lambda: autoblas.trsv(a, x, uplo="L"), (ROWS, LOWER, NO, NON_UNIT, size, a, x)),
        "gemm": (lambda: autoblas.gemm(a, x, c=c), (ROWS, NO, NO, size, size, size, 1.0, a, x, 0.0, c)),
        "symm": (
            lambda: autoblas.symm(a, x, c=c, uplo="L"),
            (ROWS, LEFT, LOWER, size, size, 1.0, a, x, 0.0, c),
        ),
        "syrk": (lambda: autoblas.syrk(x, c=c, uplo="L"), (ROWS, LOWER, NO, size, size, 1.0, x, 0.0, c)),
        "trmm": (
            lambda: autoblas.trmm(a, x, uplo="L"),
            (ROWS, LEFT, LOWER, NO, NON_UNIT, size, size, 1.0, a, x),
        ),
        "trsm": (
            lambda: autoblas.trsm(a, x, uplo="L"),
            (ROWS, LEFT, LOWER, NO, NON_UNIT, size, size, 1.0, a, x),
        ),
    }
    ours, theirs = table[routine]

    def waited() -> None:
        ours()
        clblast.queue.finish()

    return {"autoblas": waited, "clblast": lambda: clblast(routine, *theirs)}


def difference(runs: dict[str, Callable[[], Any]], v: dict[str, Any]) -> float:
    """The largest difference between the two results, starting from the same arrays, by the largest element."""
    start = {key: value.get() for key, value in v.items()}
    results = []
    for run in runs.values():
        for key, value in v.items():
            value.set(start[key])
        run()
        results.append({key: value.get() for key, value in v.items()})
    ours, theirs = results
    changed = [key for key in start if not np.array_equal(start[key], ours[key], equal_nan=True)]
    return max(float(np.max(abs(ours[key] - theirs[key])) / np.max(abs(ours[key]))) for key in changed)


def sizes_of(name: str, given: list[int] | None) -> list[int]:
    """The sizes asked for, or the routine's own."""
    level = "vector" if name in VECTORS else "product" if name in PRODUCTS else "matrix"
    return given or [DEFAULT_SIZES[level]]


def main() -> None:
    """Print a line for each routine, type and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, nargs="+")
    parser.add_argument("--dtype", nargs="+", default=list(LETTERS), choices=LETTERS)
    parser.add_argument("--routine", nargs="+", default=ROUTINES, choices=ROUTINES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--library", default="libclblast.so.1")
    options = parser.parse_args()
    queue = default_queue()
    print(f"{queue.device.name.strip()} ({queue.device.platform.name})")
    for dtype in options.dtype:
        clblast = CLBlast(options.library, queue, dtype)
        for name in options.routine:
            for n in sizes_of(name, options.n):
                arrays = arrays_of(queue, name, n, dtype)
                runs = calls(name, n, arrays, clblast)
                apart = difference(runs, arrays)
                timings = side_by_side(runs, rounds=options.rounds)
                ours, theirs = timings["autoblas"], timings["clblast"]
                print(
                    f"{dtype:8s} {name:7s} {n:8d} autoblas {ours.median * 1e3:8.3f} ({ours.best * 1e3:.3f}) ms"
                    f"  clblast {theirs.median * 1e3:9.3f} ({theirs.best * 1e3:.3f}) ms"
                    f"  ratio {theirs.median / ours.median:6.2f}  results apart by {apart:.1e}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
