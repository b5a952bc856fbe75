"""Products of drawn shapes, which nobody tuned, beside cuBLAS on an NVIDIA card and NumPy's BLAS elsewhere.

    python benchmarks/shapes.py --dtype float32 --count 200 --seed 1
    python benchmarks/shapes.py --dtype float16 --only deep --only skinny
    python benchmarks/shapes.py --arrays pytorch              # launched by CUDA, as cuBLAS's kernels are
    python benchmarks/shapes.py --search 60 --count 12        # what a search of a minute each finds instead
    python benchmarks/shapes.py --floor 4.2 190 1.2           # beside 4.2 TB/s, 190 TFLOP/s and 1.2 us a launch

Rows, columns and terms are drawn from 1 to 16384, their logarithms evenly, by classes: ``square``, all alike; ``narrow``,
few columns or rows; ``skinny``, few of both and many terms; ``shallow``, few terms; ``deep``, more terms than rows and
columns together; ``ragged``, anything, and no multiple of 8. A share of the operands is transposed. Printed are the ratios
of the peer's time to ours (above 1 we are faster): geometric means by class and over all, and the ten worst.

On an NVIDIA card the times are the device's own (``nvidia_peers``), of arrays that stay there. Elsewhere they are those of
whole calls on NumPy arrays, on a named queue so that the host computes none of ours, or with ``--in-a-row`` of calls in a
row on arrays in device memory, in turns with pauses. On a busy machine ``--clock processor`` counts what all threads of this
process compute, whoever waits for whom; NumPy's BLAS has to have one thread then (``OPENBLAS_NUM_THREADS=1``), because idle
threads of it compute too.

With ``--floor`` no product can take less than its bytes, its operations and a launch do at the rates that are given: what
the peer's time over that is, the most that could be had, and which share of it ours reach.

With ``--search`` each drawn shape is timed as it is served without records, then tuned for so many seconds, in a folder of
results of its own, and timed again: the share of the best found speed that the untuned choice had.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np
import pyopencl.array as cl_array
from nvidia import drawn
from nvidia_cases import Case
from nvidia_peers import Autoblas, AutoblasOfPyTorch, cublas

import autoblas
from autoblas.runtime.context import default_queue, queue_device
from autoblas.runtime.measure.compare import side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable

    from nvidia_peers import Library

MOST = 14
"""Sizes are below 2 to this power."""

FEW = 7
"""What is few is below 2 to this power."""

CLASSES = ("square", "narrow", "skinny", "shallow", "deep", "ragged")

TURN_SECONDS = 0.01

MOST_FLOPS = 2e12
"""Of a product that is drawn; larger ones would take most of the time."""

MOST_BYTES = 2 << 30

SETTLE_SECONDS = 0.15
"""Until the idle threads of NumPy's BLAS sleep."""

CLOCKS = {"wall": time.perf_counter, "processor": time.process_time}
"""What is counted: the time that passes, or what all threads of the process compute."""


class Shape(NamedTuple):
    """A product.

    Attributes:
        kind: Its class.
        m: Rows of C.
        n: Columns of C.
        k: Terms of its sums.
        trans: ``N`` or ``T`` for A and for B.
    """

    kind: str
    m: int
    n: int
    k: int
    trans: str

    def case(self, dtype: str, accuracy: str) -> Case:
        """What libraries are asked for."""
        return Case("gemm", dtype, (self.m, self.n, self.k), accuracy, self.trans)


def one(rng: np.random.Generator, kind: str) -> Shape:
    """A shape of a class, of whatever size."""

    def size(low: float, high: float) -> int:
        return max(1, round(2 ** rng.uniform(low, high)))

    if kind == "square":
        side = size(0, MOST)
        m, n, k = side, side, side
    elif kind == "narrow":
        m, n, k = size(FEW, MOST), size(0, FEW), size(FEW, MOST)
    elif kind == "skinny":
        m, n, k = size(0, FEW), size(0, FEW), size(FEW, MOST)
    elif kind == "shallow":
        m, n, k = size(FEW, MOST), size(FEW, MOST), size(0, FEW)
    elif kind == "deep":
        m, n = size(0, MOST - 3), size(0, MOST - 3)
        k = min(1 << MOST, m + n + size(0, MOST))
    else:
        m, n, k = (x + (x % 8 == 0) for x in (size(0, MOST), size(0, MOST), size(0, MOST)))
    if kind == "narrow" and rng.integers(2):
        m, n = n, m
    trans = "".join("NT"[int(rng.integers(4) == 0)] for _ in range(2))
    return Shape(kind, m, n, k, trans)


def shapes(
    seed: int, count: int, kinds: tuple[str, ...], dtype: str, least: float = 0, most: float = MOST_FLOPS
) -> list[Shape]:
    """So many shapes, the classes in turns, of at least and at most so many operations."""
    rng = np.random.default_rng(seed)
    found: list[Shape] = []
    while len(found) < count:
        shape = one(rng, kinds[len(found) % len(kinds)])
        case = shape.case(dtype, "standard")
        if least <= case.flops <= most and case.nbytes <= MOST_BYTES:
            found.append(shape)
    return found


def operands(case: Case) -> list[Any]:
    """Random operands as they lie in memory."""
    m, n, k = case.sizes
    sides = ((m, k), (k, n))
    return [
        drawn(seed, side if flip == "N" else side[::-1], case.dtype)
        for seed, (side, flip) in enumerate(zip(sides, case.trans, strict=True), 1)
    ]


def on_card(libraries: dict[str, Library], case: Case, turns: int) -> dict[str, float]:
    """Median seconds of a call of each library, by the device's clock."""
    inputs, calls, counts = operands(case), {}, {}
    for name, library in libraries.items():
        calls[name] = library.bind(case, inputs)
        calls[name]()
        once = library.seconds(calls[name], 1)
        counts[name] = max(2, min(24, round(TURN_SECONDS / max(once, 1e-6))))
    taken: dict[str, list[float]] = {name: [] for name in libraries}
    for _ in range(turns):
        for name, library in libraries.items():
            taken[name].append(library.seconds(calls[name], counts[name]) / counts[name])
    return {name: statistics.median(times) for name, times in taken.items()}


def on_host(queue: Any, case: Case, turns: int, *, beside: bool = True) -> dict[str, float]:
    """Median seconds of whole calls on NumPy arrays, ours on the device of a queue."""
    a, b = operands(case)
    m, n, _ = case.sizes
    c = np.empty((m, n), a.dtype)
    flips: dict[str, Any] = {"trans_a": case.trans[0], "trans_b": case.trans[1], "accuracy": case.accuracy}
    runs: dict[str, Callable[[], object]] = {
        "autoblas": lambda: autoblas.gemm(a, b, c=c, queue=queue, **flips)
    }
    if beside:
        left, right = (x.T if flip == "T" else x for x, flip in zip((a, b), case.trans, strict=True))
        runs["NumPy"] = lambda: np.matmul(left, right, out=c)
    for run in runs.values():
        run()
    return {
        name: timing.median for name, timing in side_by_side(runs, rounds=turns, seconds=TURN_SECONDS).items()
    }


def on_device(
    queue: Any, case: Case, turns: int, clock: Callable[[], float], *, beside: bool = True
) -> dict[str, float]:
    """Median seconds, by a clock, of calls in a row on arrays in device memory, and of NumPy's on the host's."""
    a, b = operands(case)
    m, n, _ = case.sizes
    c = np.empty((m, n), a.dtype)
    here = [cl_array.to_device(queue, x) for x in (a, b, c)]
    flips: dict[str, Any] = {"trans_a": case.trans[0], "trans_b": case.trans[1], "accuracy": case.accuracy}
    left, right = (x.T if flip == "T" else x for x, flip in zip((a, b), case.trans, strict=True))

    def ours(count: int) -> None:
        for _ in range(count):
            autoblas.gemm(here[0], here[1], c=here[2], **flips)
        queue.finish()

    def theirs(count: int) -> None:
        for _ in range(count):
            np.matmul(left, right, out=c)

    runs = {"autoblas": ours} | ({"NumPy": theirs} if beside else {})
    taken: dict[str, list[float]] = {name: [] for name in runs}
    counts = {}
    for name, run in runs.items():
        run(2)
        started = time.perf_counter()
        run(1)
        counts[name] = max(2, min(100, round(TURN_SECONDS / max(time.perf_counter() - started, 1e-6))))
    for _ in range(turns):
        for name, run in runs.items():
            time.sleep(SETTLE_SECONDS)
            run(1)
            started = clock()
            run(counts[name])
            taken[name].append((clock() - started) / counts[name])
    return {name: statistics.median(times) for name, times in taken.items()}


def mean(values: list[float]) -> float:
    """The geometric mean."""
    return math.exp(statistics.fmean(map(math.log, values)))


def report(rows: list[tuple[Shape, float]], what: str) -> None:
    """Print means by class and the worst shapes."""
    click.echo(f"{what}: geometric mean of {len(rows)}: {mean([ratio for _, ratio in rows]):.3f}")
    for kind in CLASSES:
        ratios = [ratio for shape, ratio in rows if shape.kind == kind]
        if ratios:
            click.echo(f"  {kind:8} {len(ratios):4} {mean(ratios):7.3f}   least {min(ratios):.3f}")
    click.echo("  the worst:")
    for shape, ratio in sorted(rows, key=lambda row: row[1])[:10]:
        click.echo(f"    {ratio:.3f}  {shape.m} x {shape.n} x {shape.k} {shape.trans} ({shape.kind})")


class Floor(NamedTuple):
    """What a device could do at best.

    Attributes:
        terabytes: Of operands and results that it moves in a second, in 10^12 bytes.
        teraflops: Of operations that it does in a second, in 10^12.
        launch: Microseconds that any product takes.
    """

    terabytes: float
    teraflops: float
    launch: float

    def seconds(self, case: Case) -> float:
        """What a product takes at least."""
        moved, computed = case.nbytes / self.terabytes, case.flops / self.teraflops
        return max(moved * 1e-12, computed * 1e-12, self.launch * 1e-6)


def report_floor(rows: list[tuple[Shape, float, float]]) -> None:
    """Print means by class of peers' times and floors, and of floors and our times."""
    click.echo("  by the floors: the peer's time over them, and the share of them that ours reach")
    for kind in ("all", *CLASSES):
        some = [(most, share) for shape, most, share in rows if kind in {"all", shape.kind}]
        if some:
            most, share = (mean(list(column)) for column in zip(*some, strict=True))
            click.echo(f"  {kind:8} {len(some):4} {most:7.3f}   {share:.3f}")


def tune(shape: Shape, dtype: str, accuracy: str, seconds: float) -> None:
    """Search for the shape in a process of its own, which leaves a record in the folder of results."""
    command = [
        sys.executable, "-m", "autoblas", "tune", "gemm", "-m", str(shape.m), "-n", str(shape.n), "-k", str(shape.k),
        "--dtype", dtype, "--accuracy", accuracy, "--trans-a", shape.trans[0], "--trans-b", shape.trans[1],
        "--seconds", str(seconds),
    ]  # fmt: skip
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # autoblas itself


@click.command(help=__doc__)
@click.option("--dtype", "dtypes", multiple=True, default=("float32",), show_default=True)
@click.option(
    "--accuracy", type=click.Choice(["standard", "strict", "fast"]), default="standard", show_default=True
)
@click.option("--count", type=click.IntRange(min=1), default=200, show_default=True)
@click.option("--seed", "seeds", type=click.IntRange(min=0), multiple=True, default=(1,), show_default=True)
@click.option(
    "--only", type=click.Choice(CLASSES), multiple=True, default=CLASSES, help="Classes to draw from."
)
@click.option("--turns", type=click.IntRange(min=1), default=5, show_default=True)
@click.option(
    "--arrays",
    type=click.Choice(["opencl", "pytorch"]),
    default="opencl",
    show_default=True,
    help="On an NVIDIA card: arrays of pyopencl, which OpenCL launches kernels on, or of PyTorch, and CUDA does.",
)
@click.option("--search", type=click.FloatRange(min=1), help="Seconds of a search for each shape.")
@click.option(
    "--in-a-row",
    is_flag=True,
    help="Elsewhere: calls in a row on arrays in device memory, not single ones on NumPy's.",
)
@click.option(
    "--clock", type=click.Choice(tuple(CLOCKS)), default="wall", show_default=True, help="Of --in-a-row."
)
@click.option("--least", type=float, default=0, help="Operations of a product that is drawn, at least.")
@click.option("--most", type=float, default=MOST_FLOPS, show_default=True, help="The same, at most.")
@click.option(
    "--floor",
    type=(float, float, float),
    metavar="TB/S TFLOP/S US",
    help="What the device could do at best; a launch in microseconds.",
)
@click.option("--minutes", type=float, default=math.inf, help="Stop after so long, whatever was timed.")
@click.option("--json", "target", type=click.Path(path_type=Path), help="A file for all figures.")
def main(
    dtypes: tuple[str, ...], accuracy: str, count: int, seeds: tuple[int, ...], only: tuple[str, ...], turns: int,
    arrays: str, search: float | None, in_a_row: bool, clock: str, least: float, most: float, floor: tuple[float, float, float] | None, minutes: float, target: Path | None,
) -> None:  # fmt: skip
    """Draw, time and report."""
    if search is not None:
        os.environ["AUTOBLAS_DATA_DIR"] = tempfile.mkdtemp(prefix="autoblas-shapes-")
    ends, queue = time.monotonic() + 60 * minutes, default_queue()
    device = queue_device(queue)
    card = cublas("either") if device.facts.compute_capability > (0, 0) else None
    ours: Library | None = None
    if card is not None:
        ours = AutoblasOfPyTorch() if arrays == "pytorch" else Autoblas(queue.context, queue.device)
    every: list[dict[str, Any]] = []

    def seconds(case: Case, *, beside: bool) -> dict[str, float]:
        if (ours is None or card is None) and in_a_row:
            return on_device(queue, case, turns, CLOCKS[clock], beside=beside)
        if ours is None or card is None:
            return on_host(queue, case, turns, beside=beside)
        return on_card({"autoblas": ours} | ({"cuBLAS": card} if beside else {}), case, turns)

    for dtype in dtypes:
        for seed in seeds:
            rows, floors = [], []
            for shape in shapes(seed, count, only, dtype, least, most):
                case = shape.case(dtype, accuracy)
                if time.monotonic() > ends:
                    break
                times = seconds(case, beside=search is None)
                if search is not None:
                    tune(shape, dtype, accuracy, search)
                    times["tuned"] = seconds(case, beside=False)["autoblas"]
                (other,) = (name for name in times if name != "autoblas")
                rows.append((shape, times[other] / times["autoblas"]))
                if floor is not None:
                    best = Floor(*floor).seconds(case)
                    floors.append((shape, times[other] / best, best / times["autoblas"]))
                every.append({"dtype": dtype, "accuracy": accuracy, "seed": seed, **shape._asdict(), **times})
            if rows:
                what = "share of the best found" if search else "ratio to the peer"
                report(rows, f"{device.facts.name}, {dtype} {accuracy}, seed {seed}, {what}")
            if floors:
                report_floor(floors)
    if target is not None:
        target.write_text(json.dumps(every, indent=1))


if __name__ == "__main__":
    main()
