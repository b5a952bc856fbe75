"""Routines of levels 1 to 3 beside cuBLAS on an NVIDIA card, on the same layouts, in turns, in one process.

    python benchmarks/nvidia_levels.py --routine symv --routine trsv -n 2048 -n 8192 --dtype float64
    python benchmarks/nvidia_levels.py --arrays pytorch --dtype complex64   # launched by CUDA, as cuBLAS's kernels are

cuBLAS is called through ctypes, with arrays that PyTorch holds. Both libraries are timed by the device's own clock, from
the end of long copies, during which calls are enqueued, to the end of the last of several calls; the figures are
microseconds a call, medians of turns. Matrices lie by columns; where elements are complex, hemv stands for symv, and
so on. Bands have 32 diagonals on each side. Every result of cuBLAS is compared with ours before it
is timed. ``floor`` is the time that the bytes of a call of levels 1 and 2 take at the pace of a copy of as many, or of a
gibibyte where the call moves more; a vector that the cache holds can be faster.
"""

from __future__ import annotations

import ctypes
import json
import statistics
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np
import pyopencl.array as cl_array
import torch
from nvidia_peers import PLUG_BYTES, Autoblas, AutoblasOfPyTorch, PyTorch
from routine_calls import (
    BAND,
    BANDS,
    MATRICES,
    PRODUCTS,
    SMALL,
    SUMS,
    VECTORS,
    operands,
    ours,
    plain_name,
    written,
)

from autoblas.runtime.context import default_queue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Array = np.ndarray[Any, np.dtype[Any]]

LETTERS = {"float32": "S", "float64": "D", "complex64": "C", "complex128": "Z"}

LOWER, NON_UNIT, LEFT = 0, 0, 0
NO, YES = 0, 1
"""cuBLAS's numbers for BLAS's letters (cublas_api.h)."""

SIZES = {
    "vectors": (1 << 20, 1 << 24),
    "matrices": (2048, 8192),
    "products": (1024, 4096),
    "bands": (8192, 1 << 18),
}

PLUG_SECONDS = 2.2e-4
"""What a copy of ``PLUG_BYTES`` takes at the least: 2 GiB at ten terabytes a second."""

MOST_CALLS = 20
TURN_SECONDS = 0.01


class Side(NamedTuple):
    """A library on its device: how it is called, and how long calls take."""

    call: Callable[[], Any]
    library: Any
    arrays: Mapping[str, Any]

    def result(self, name: str) -> Array:
        """An array as NumPy has it."""
        array = self.arrays[name]
        return np.asarray(array.get() if isinstance(array, cl_array.Array) else array.cpu().numpy())

    def seconds(self, count: int) -> float:
        """Seconds a call, of ``count`` calls that wait behind copies until all are enqueued."""
        started = time.perf_counter()
        self.call()
        waiting = (time.perf_counter() - started) * count * 2
        plugs = max(1, round(waiting / PLUG_SECONDS))
        return float(self.library.seconds(self.call, count, plugs)) / count


class CuBLAS:
    """The functions of cuBLAS's library that PyTorch has loaded."""

    def __init__(self) -> None:
        torch.cuda.init()
        torch.matmul(*(torch.ones(8, 8, device="cuda") for _ in range(2)))
        with open("/proc/self/maps", encoding="utf-8") as maps:  # noqa: PTH123  # no file of a disk
            path = next(line.split()[-1] for line in maps if "libcublas.so" in line)
        self.library = ctypes.CDLL(path)
        self.handle = ctypes.c_void_p()
        self._check(self.library.cublasCreate_v2(ctypes.byref(self.handle)), "cublasCreate_v2")

    def __call__(self, name: str, letter: str, *arguments: Any) -> None:
        """Call a routine; tensors go as addresses, floats as addresses of numbers of the routine's type."""
        sums = name in SUMS
        self.library.cublasSetPointerMode_v2(self.handle, int(sums))
        full = self.symbol(name, letter)
        self._check(
            getattr(self.library, full)(self.handle, *(self._passed(x, letter) for x in arguments)), full
        )

    @staticmethod
    def symbol(name: str, letter: str) -> str:
        """What cuBLAS calls a routine of a type."""
        if name == "iamax":
            return f"cublasI{letter.lower()}amax_v2"
        complex_type = letter in "CZ"
        if name in {"nrm2", "asum"} and complex_type:
            return f"cublas{ {'C': 'Sc', 'Z': 'Dz'}[letter] }{name}_v2"
        renamed = {"dot": "dotu", "ger": "geru"} if complex_type else {}
        return f"cublas{letter}{renamed.get(name, name)}_v2"

    @staticmethod
    def _passed(value: Any, letter: str) -> Any:
        if isinstance(value, torch.Tensor):
            return ctypes.c_void_p(value.data_ptr())
        if isinstance(value, float):
            part = ctypes.c_double if letter in "DZ" else ctypes.c_float
            return ctypes.byref((part * 2)(value, 0))
        return ctypes.c_int(value)

    @staticmethod
    def _check(status: int, name: str) -> None:
        if status:
            raise RuntimeError(f"{name} returned {status}")


def theirs(name: str, n: int, letter: str, v: Mapping[str, Any], library: CuBLAS) -> Callable[[], Any]:
    """The call of cuBLAS."""
    a, b, c, x, y, out, ap = (v.get(key) for key in ("a", "b", "c", "x", "y", "out", "ap"))
    base, trans = plain_name(name, v["x" if "x" in v else "a"].dtype)
    op = NO if trans == "N" else YES
    table: dict[str, tuple[Any, ...]] = {
        "axpy": (n, SMALL, x, 1, y, 1),
        "scal": (n, 1.0 + 2**-20, x, 1),
        "copy": (n, x, 1, y, 1),
        "swap": (n, x, 1, y, 1),
        "dot": (n, x, 1, y, 1, out),
        "nrm2": (n, x, 1, out),
        "asum": (n, x, 1, out),
        "iamax": (n, x, 1, out),
        "gemv": (op, n, n, 1.0, a, n, x, 1, 0.0, y, 1),
        "symv": (LOWER, n, 1.0, a, n, x, 1, 0.0, y, 1),
        "trmv": (LOWER, op, NON_UNIT, n, a, n, x, 1),
        "trsv": (LOWER, op, NON_UNIT, n, a, n, x, 1),
        "ger": (n, n, SMALL, x, 1, y, 1, a, n),
        "syr": (LOWER, n, SMALL, x, 1, a, n),
        "syr2": (LOWER, n, SMALL, x, 1, y, 1, a, n),
        "spmv": (LOWER, n, 1.0, ap, x, 1, 0.0, y, 1),
        "hemv": (LOWER, n, 1.0, a, n, x, 1, 0.0, y, 1),
        "hpmv": (LOWER, n, 1.0, ap, x, 1, 0.0, y, 1),
        "her": (LOWER, n, SMALL, x, 1, a, n),
        "her2": (LOWER, n, SMALL, x, 1, y, 1, a, n),
        "gbmv": (op, n, n, BAND, BAND, 1.0, a, 2 * BAND + 1, x, 1, 0.0, y, 1),
        "sbmv": (LOWER, n, BAND, 1.0, a, BAND + 1, x, 1, 0.0, y, 1),
        "hbmv": (LOWER, n, BAND, 1.0, a, BAND + 1, x, 1, 0.0, y, 1),
        "tbmv": (LOWER, op, NON_UNIT, n, BAND, a, BAND + 1, x, 1),
        "tpmv": (LOWER, op, NON_UNIT, n, ap, x, 1),
        "tpsv": (LOWER, op, NON_UNIT, n, ap, x, 1),
        "gemm": (NO, NO, n, n, n, 1.0, a, n, b, n, 0.0, c, n),
        "symm": (LEFT, LOWER, n, n, 1.0, a, n, b, n, 0.0, c, n),
        "syrk": (LOWER, NO, n, n, 1.0, a, n, 0.0, c, n),
        "syr2k": (LOWER, NO, n, n, 1.0, a, n, b, n, 0.0, c, n),
        "trmm": (LEFT, LOWER, NO, NON_UNIT, n, n, 1.0, a, n, b, n, b, n),
        "trsm": (LEFT, LOWER, NO, NON_UNIT, n, n, 1.0, a, n, b, n),
    }
    arguments = table[base]
    return lambda: library(base, letter, *arguments)


def elements(name: str, n: int) -> int:
    """Elements that a call of levels 1 and 2 has to read and to write; 0 for a product."""
    base = name.partition("-")[0]
    if name in VECTORS:
        return n * {"axpy": 3, "scal": 2, "copy": 2, "swap": 4, "dot": 2}.get(name, 1)
    if name in PRODUCTS:
        return 0
    if name in BANDS:
        return n * ((1 if base in {"sbmv", "tbmv"} else 1 + BAND) + BAND)
    return {"gemv": n * n, "ger": 2 * n * n, "syr": n * n, "syr2": n * n}.get(base, n * n // 2)


def measure(
    name: str, n: int, dtype: str, device: Autoblas, launching: PyTorch | None, library: CuBLAS, rounds: int
) -> dict[str, Any]:
    """Median seconds of a call of both libraries, and how far their results are apart.

    Args:
        name: The routine.
        n: Elements of vectors, rows and columns of matrices.
        dtype: Element type.
        device: Times our calls on arrays of pyopencl, and copies.
        launching: Times our calls on arrays of PyTorch instead, where those are asked for.
        library: What is called beside ours.
        rounds: Turns.
    """
    cuda = PyTorch()
    made = operands(name, n, dtype)
    held = {key: torch.from_numpy(np.ascontiguousarray(value.T)).cuda() for key, value in made.items()}
    if launching is None:
        placed = {key: cl_array.to_device(device.queue, value) for key, value in made.items()}
    else:
        placed = {key: value.clone().T if value.ndim > 1 else value.clone() for key, value in held.items()}
    output = written(name)
    device.out = placed[output]
    letter = LETTERS[dtype]
    sides = {
        "autoblas": Side(ours(name, placed), launching or device, placed),
        "cublas": Side(theirs(name, n, letter, held, library), cuda, held),
    }
    results = []
    for side in sides.values():
        side.call()
        results.append(side.result(output))
    mine, other = results[0], results[1].T
    if name == "iamax":
        apart = float(abs(int(mine[0]) - (int(other[0]) - 1)))  # which counts from 1
    else:
        kept = np.tril if name in {"syrk", "syr2k", "syr", "syr2"} else np.asarray
        apart = float(np.max(abs(kept(mine) - kept(other))) / np.max(abs(kept(mine))))
    del results, mine, other
    counts = {
        key: max(2, min(MOST_CALLS, round(TURN_SECONDS / side.seconds(2)))) for key, side in sides.items()
    }
    taken: dict[str, list[float]] = {key: [] for key in sides}
    for _ in range(rounds):
        for key, side in sides.items():
            taken[key].append(side.seconds(counts[key]))
    moved = elements(name, n) * np.dtype(dtype).itemsize
    copied = min(moved // 2, PLUG_BYTES)
    pace = 2 * copied / min(device.copy_seconds(copied) for _ in range(3)) if moved else 0.0
    return {
        "routine": name, "n": n, "dtype": dtype, "apart": apart,
        "seconds": {key: statistics.median(times) for key, times in taken.items()},
        "best": {key: min(times) for key, times in taken.items()},
        "floor": moved / pace if moved else None,
    }  # fmt: skip


@click.command()
@click.option(
    "--routine",
    type=click.Choice((*VECTORS, *MATRICES, *BANDS, *PRODUCTS)),
    multiple=True,
    help="Only these.",
)
@click.option("-n", "sizes", type=int, multiple=True, help="Sizes instead of the usual ones.")
@click.option("--dtype", type=click.Choice(list(LETTERS)), multiple=True, default=("float32", "float64"))
@click.option(
    "--arrays",
    type=click.Choice(("pyopencl", "pytorch")),
    default="pyopencl",
    show_default=True,
    help="Whose arrays ours are: OpenCL launches on those of pyopencl, CUDA on those of PyTorch.",
)
@click.option("--rounds", type=click.IntRange(min=1), default=5, show_default=True)
@click.option("--json", "path", type=click.Path(dir_okay=False), help="Write all figures to a file.")
def main(
    routine: tuple[str, ...],
    sizes: tuple[int, ...],
    dtype: tuple[str, ...],
    arrays: str,
    rounds: int,
    path: str | None,
) -> None:
    """Measure and print a line for each case."""
    queue = default_queue()
    device, library = Autoblas(queue.context, queue.device), CuBLAS()
    launching = AutoblasOfPyTorch() if arrays == "pytorch" else None
    print(f"{queue.device.name}, driver {queue.device.driver_version}, {PyTorch().name}, arrays of {arrays}")
    rows = []
    kinds = {"vectors": VECTORS, "matrices": MATRICES, "bands": BANDS, "products": PRODUCTS}
    for name in routine or (*VECTORS, *MATRICES, *BANDS, *PRODUCTS):
        if name == "iamax" and launching:
            print("iamax writes its result to no array of PyTorch")
            continue
        kind = next(kind for kind, names in kinds.items() if name in names)
        for each in dtype:
            for n in sizes or SIZES[kind]:
                row = measure(name, n, each, device, launching, library, rounds)
                rows.append(row)
                mine, other = row["seconds"]["autoblas"], row["seconds"]["cublas"]
                floor = f"floor {row['floor'] * 1e6:8.1f}" if row["floor"] else ""
                print(
                    f"{name:7s} {n:9d} {each:10s} autoblas {mine * 1e6:9.1f} us  cuBLAS {other * 1e6:9.1f}"
                    f"  ratio {other / mine:6.2f}  {floor}  apart by {row['apart']:.1e}",
                    flush=True,
                )
    if path:
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  # click checked the path
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
