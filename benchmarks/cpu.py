"""autoblas beside OpenBLAS and CLBlast on a CPU, first-call latency, host cost of a call, and memory.

    python benchmarks/cpu.py            # everything, on the default device
    python benchmarks/cpu.py --only openblas --json cpu.json

Tune first (``autoblas tune gemm -n 1024`` and so on), or be served with what ships. Libraries take turns in one
process, with a pause before each turn, because OpenBLAS's threads go on spinning after a product.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import click
import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from clblast_library import NO, ROWS, CLBlast

import autoblas
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.runtime.choose import choose
from autoblas.runtime.context import default_queue, queue_device
from autoblas.runtime.measure.compare import side_by_side
from autoblas.runtime.plan import steps_of
from autoblas.runtime.workspace import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SQUARE = [(n, n, n) for n in (512, 1024, 2048)]
RAGGED = [(m, n, k) for m in (1000, 1023, 1537) for n in (1000, 1023, 1537) for k in (1000, 1023, 1537)]
os.environ["AUTOBLAS_HOST_BELOW"] = "0"  # it is the device that is timed, however small the product
SECTIONS = ("openblas", "ragged", "clblast", "latency", "overhead", "memory")


def operands(m: int, n: int, k: int, dtype: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Random matrices of shapes (m, k) and (k, n)."""
    rng = np.random.default_rng(0)
    return rng.standard_normal((m, k)).astype(dtype), rng.standard_normal((k, n)).astype(dtype)


def geometric_mean(values: list[float]) -> float:
    """The n-th root of the product."""
    return math.exp(sum(map(math.log, values)) / len(values))


def against_openblas(shapes: list[tuple[int, int, int]], rounds: int) -> dict[str, Any]:
    """``autoblas.gemm`` and ``numpy.matmul`` on the same NumPy arrays, packing and allocation included."""
    rows = []
    for dtype in ("float32", "float64"):
        for m, n, k in shapes:
            a, b = operands(m, n, k, dtype)
            runs = {"autoblas": partial(autoblas.gemm, a, b), "openblas": partial(np.matmul, a, b)}
            timings = side_by_side(runs, rounds=rounds)
            ours, theirs = timings["autoblas"], timings["openblas"]
            flops = 2 * m * n * k
            row = {
                "dtype": dtype, "m": m, "n": n, "k": k, "ratio": theirs.median / ours.median,
                "ratio_of_best": theirs.best / ours.best,
                "gflops": flops / ours.median / 1e9, "gflops_20": flops / ours.high / 1e9,
                "gflops_80": flops / ours.low / 1e9, "openblas_gflops": flops / theirs.median / 1e9,
            }  # fmt: skip
            rows.append(row)
            print(
                f"  {dtype} {m:5d} {n:5d} {k:5d}  autoblas {row['gflops']:6.1f} ({row['gflops_20']:.1f} to "
                f"{row['gflops_80']:.1f})  openblas {row['openblas_gflops']:6.1f} GFLOP/s  ratio {row['ratio']:.3f}",
                flush=True,
            )
    means = {
        dtype: geometric_mean([float(row["ratio"]) for row in rows if row["dtype"] == dtype])
        for dtype in ("float32", "float64")
    }
    overall = geometric_mean([float(row["ratio"]) for row in rows])
    print(f"  geometric mean: {overall:.3f} (float32 {means['float32']:.3f}, float64 {means['float64']:.3f})")
    return {"rows": rows, "geometric_mean": overall, **means}


def against_clblast(rounds: int) -> dict[str, Any]:
    """SGEMM 1024 on device arrays, CLBlast's C functions with its own default parameters."""
    queue = default_queue()
    try:
        clblast = CLBlast("libclblast.so.1", queue, "float32")
    except OSError as error:
        print(f"  CLBlast is not installed: {error}")
        return {"skipped": str(error)}
    n = 1024
    a, b = (cl_array.to_device(queue, x) for x in operands(n, n, n, "float32"))
    c = cl_array.empty(queue, (n, n), np.float32)

    def theirs() -> None:
        clblast("gemm", ROWS, NO, NO, *[np.int64(n)] * 3, 1.0, a, b, 0.0, c)

    def ours() -> None:
        autoblas.gemm(a, b, c=c).events[-1].wait()

    started = time.perf_counter()
    theirs()
    first = time.perf_counter() - started
    timings = side_by_side({"autoblas": ours, "clblast": theirs}, rounds=rounds)
    ratio = timings["clblast"].median / timings["autoblas"].median
    flops = 2 * n**3
    rates = {name: flops / timing.median / 1e9 for name, timing in timings.items()}
    print(
        f"  float32 {n}: autoblas {rates['autoblas']:.1f}, clblast {rates['clblast']:.1f} GFLOP/s, "
        f"{ratio:.1f} times; first call of CLBlast {first:.1f} s"
    )
    return {"ratio": ratio, "first_call_seconds": first, **rates}


FIRST_CALL = """
import time, numpy as np, pyopencl, pyopencl.array, autoblas
a = np.random.default_rng(0).standard_normal((1024, 1024)).astype("float32")
started = time.perf_counter(); autoblas.gemm(a, a); print(time.perf_counter() - started)
"""


@contextlib.contextmanager
def empty_caches() -> Iterator[dict[str, str]]:
    """An environment in which no compiled program is cached yet; the user's results stay."""
    with tempfile.TemporaryDirectory() as folder:
        yield {**os.environ, "POCL_CACHE_DIR": folder, "XDG_CACHE_HOME": folder}


def latency(repeats: int = 5) -> dict[str, Any]:
    """The first call of fresh processes, import not counted, with empty and with warm disk caches."""
    cold: list[float] = []
    warm: list[float] = []
    for _ in range(repeats):
        with empty_caches() as environment:
            for times in (cold, warm):
                command = [sys.executable, "-c", FIRST_CALL]
                done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # noqa: S603
                times.append(float(done.stdout))
    for name, times in (("empty caches", cold), ("warm disk caches", warm)):
        print(
            f"  first call, {name}: median {statistics.median(times):.3f} s ({min(times):.3f} to {max(times):.3f})"
        )
    return {"cold": cold, "warm": warm}


def overhead(calls: int = 2000) -> dict[str, Any]:
    """Host time of a repeated call on device arrays, and of pyopencl's own enqueue of the same kernels."""
    queue = default_queue()
    a, b = (cl_array.to_device(queue, x) for x in operands(16, 16, 16, "float32"))
    c = cl_array.empty(queue, (16, 16), np.float32)
    autoblas.gemm(a, b, c=c)
    text = "__kernel void nothing(int n) { }"
    nothing = cl.Program(queue.context, text).build().nothing
    nothing.set_args(np.int32(0))

    def host_time(call: Callable[[], object]) -> float:
        times = []
        for _ in range(calls):
            started = time.perf_counter()
            call()
            times.append(time.perf_counter() - started)
            queue.finish()
        return statistics.median(times)

    whole = host_time(lambda: autoblas.gemm(a, b, c=c))
    launches = len(steps_of(choose(Matmul(16, 16, 16, FLOAT32), queue_device(queue).facts)))
    enqueue = host_time(lambda: cl.enqueue_nd_range_kernel(queue, nothing, (1,), (1,)))
    ours = whole - launches * enqueue
    print(
        f"  a call {whole * 1e6:.1f} us, of which {launches} enqueue(s) {enqueue * 1e6:.1f} us each: ours {ours * 1e6:.1f} us"
    )
    return {
        "call_us": whole * 1e6,
        "enqueue_us": enqueue * 1e6,
        "launches": launches,
        "beyond_us": ours * 1e6,
    }


def memory() -> dict[str, Any]:
    """Device memory that a NumPy call keeps beyond its operands: the packed copies."""
    held = {}
    for n in (1024, 2048):
        WORKSPACE.release()
        a, b = operands(n, n, n, "float32")
        autoblas.gemm(a, b)
        held[str(n)] = sum(buffer.size for buffer in WORKSPACE.held)
        print(
            f"  float32 {n}: {held[str(n)] / 2**20:.2f} MiB beyond operands of {2 * a.nbytes / 2**20:.0f} MiB"
        )
    return held


@click.command()
@click.option("--only", type=click.Choice(SECTIONS), multiple=True, help="Run these sections only.")
@click.option(
    "--rounds", type=click.IntRange(min=1), default=7, show_default=True, help="Turns of each library."
)
@click.option("--json", "path", type=click.Path(dir_okay=False), help="Write all figures to a file.")
def main(only: tuple[str, ...], rounds: int, path: str | None) -> None:
    """Measure and print; see the module's first lines."""
    facts = queue_device(default_queue()).facts
    header = {
        "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"), "autoblas": autoblas.__version__,
        "device": facts.name, "platform": facts.platform, "driver": facts.driver, "threads": os.cpu_count(),
        "python": platform.python_version(), "numpy": np.__version__, "system": platform.platform(),
    }  # fmt: skip
    print(", ".join(f"{name} {value}" for name, value in header.items()))
    sections: dict[str, Callable[[], dict[str, Any]]] = {
        "openblas": lambda: against_openblas(SQUARE, rounds),
        "ragged": lambda: against_openblas(RAGGED, max(rounds // 2, 1)),
        "clblast": lambda: against_clblast(rounds),
        "latency": latency,
        "overhead": overhead,
        "memory": memory,
    }
    results: dict[str, Any] = {"header": header}
    for name, section in sections.items():
        if not only or name in only:
            print(name)
            results[name] = section()
    if path:
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123  # click checked the path
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()
