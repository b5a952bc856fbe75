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
from routine_calls import PRODUCTS as LEVEL_3
from routine_calls import SMALL, operands, ours

from autoblas.runtime.context import default_queue
from autoblas.runtime.measure.compare import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyopencl as cl

VECTORS = ("axpy", "dot", "nrm2")
PRODUCTS = tuple(name for name in LEVEL_3 if name != "syr2k")
ROUTINES = (*VECTORS, "gemv", "gemv-T", "ger", "symv", "trmv", "trsv", *PRODUCTS)
DEFAULT_SIZES = {"vector": 1 << 22, "matrix": 2048, "product": 1024}


def arrays_of(queue: cl.CommandQueue, name: str, n: int, dtype: str) -> dict[str, cl_array.Array]:
    """What a routine reads and writes, by rows; CLBlast takes a single number without an increment."""
    made = operands(name, n, dtype, order="C")
    made |= {"out": made["out"].reshape(())} if "out" in made else {}
    return {key: cl_array.to_device(queue, value) for key, value in made.items()}


def calls(name: str, n: int, v: dict[str, Any], clblast: CLBlast) -> dict[str, Callable[[], Any]]:
    """One call of each library, by its name; both write the same output."""
    size, (routine, _, trans) = np.int64(n), name.partition("-")
    a, b, c, x, y, out = (v.get(key) for key in ("a", "b", "c", "x", "y", "out"))
    which, lower = YES if trans else NO, (ROWS, LOWER)
    table: dict[str, tuple[Any, ...]] = {
        "axpy": (size, SMALL, x, y),
        "dot": (size, out, x, y),
        "nrm2": (size, out, x),
        "gemv": (ROWS, which, size, size, 1.0, a, x, 0.0, y),
        "ger": (ROWS, size, size, SMALL, x, y, a),
        "symv": (*lower, size, 1.0, a, x, 0.0, y),
        "trmv": (*lower, NO, NON_UNIT, size, a, x),
        "trsv": (*lower, NO, NON_UNIT, size, a, x),
        "gemm": (ROWS, NO, NO, size, size, size, 1.0, a, b, 0.0, c),
        "symm": (ROWS, LEFT, LOWER, size, size, 1.0, a, b, 0.0, c),
        "syrk": (*lower, NO, size, size, 1.0, a, 0.0, c),
        "trmm": (ROWS, LEFT, LOWER, NO, NON_UNIT, size, size, 1.0, a, b),
        "trsm": (ROWS, LEFT, LOWER, NO, NON_UNIT, size, size, 1.0, a, b),
    }
    mine = ours(name, v)

    def waited() -> None:
        mine()
        clblast.queue.finish()

    return {"autoblas": waited, "clblast": lambda: clblast(routine, *table[routine])}


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
