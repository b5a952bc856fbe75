"""Compares calls on NumPy arrays of drawn shapes with NumPy's own functions, untuned or with what was tuned.

    python benchmarks/drawn.py                       # 60 products, float32 and float64
    python benchmarks/drawn.py --routine gemv --seed 2 --count 20

Sizes are log-uniform, of products from 1 to 8192 with 2e5 to 4e9 multiply-adds. A row says what NumPy took, how many times as
fast autoblas is (above 1: faster), by medians and by the least of all turns, and the same of NumPy beside itself, which is
what the machine's noise makes of 1. For vectors, which take microseconds, what a call adds says more than the ratio. All three take turns in random order, with a pause before each turn.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from scipy.linalg import blas

import autoblas
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.runtime.context import default_queue, queue_device
from autoblas.runtime.host.crossover import MEASURED_AS, crossover

if TYPE_CHECKING:
    from collections.abc import Callable

TURN_SECONDS = 2e-3
"""How long a turn calls again, at least once."""

Pair = tuple["Callable[[], object]", "Callable[[], object]"]
"""Ours, and NumPy's or SciPy's."""


def gemm_sizes(draw: Callable[[float], int]) -> tuple[int, ...]:
    """Rows, columns and terms."""
    while not 2e5 <= math.prod(sizes := (draw(13), draw(13), draw(13))) <= 4e9:
        pass
    return sizes


def gemm(make: Callable[..., Any], m: int, n: int, k: int) -> Pair:
    """C = A B into a C that there is."""
    a, b, c = make(m, k), make(k, n), make(m, n)
    return lambda: autoblas.gemm(a, b, c=c), lambda: np.matmul(a, b, out=c)


def gemv(make: Callable[..., Any], m: int, n: int) -> Pair:
    """Y = A x into a y that there is."""
    a, x, y = make(m, n), make(n), make(m)
    return lambda: autoblas.gemv(a, x, y), lambda: np.matmul(a, x, out=y)


def dot(make: Callable[..., Any], n: int) -> Pair:
    """A number."""
    x, y = make(n), make(n)
    return lambda: autoblas.dot(x, y), lambda: np.dot(x, y)


def axpy(make: Callable[..., Any], n: int) -> Pair:
    """Y with x added, so little of it that nothing overflows; NumPy has none, SciPy's writes y where it lies."""
    x, y = make(n), make(n)
    function = blas.get_blas_funcs("axpy", (x, y))
    return lambda: autoblas.axpy(x, y, alpha=1e-9), lambda: function(x, y, a=1e-9)


ROUTINES: dict[str, tuple[Callable[[Callable[[float], int]], tuple[int, ...]], Callable[..., Pair]]] = {
    "gemm": (gemm_sizes, gemm),
    "gemv": (lambda draw: (draw(13), draw(13)), gemv),
    "dot": (lambda draw: (draw(22),), dot),
    "axpy": (lambda draw: (draw(22),), axpy),
}
"""How sizes are drawn, and the calls."""


def timed(runs: list[Callable[[], object]], turns: int, order: random.Random) -> list[tuple[float, float]]:
    """Median and least seconds a call of each, of that many turns."""
    taken: list[list[float]] = [[] for _ in runs]
    runs[-1]()
    started = time.perf_counter()
    runs[-1]()
    calls = max(1, round(TURN_SECONDS / max(1e-6, time.perf_counter() - started)))
    for _ in range(turns):
        for place in order.sample(range(len(runs)), len(runs)):
            time.sleep(0.002)
            runs[place]()
            started = time.perf_counter()
            for _ in range(calls):
                runs[place]()
            taken[place].append((time.perf_counter() - started) / calls)
    return [(statistics.median(times), min(times)) for times in taken]


@click.command()
@click.option("--routine", type=click.Choice(tuple(ROUTINES)), default="gemm", show_default=True)
@click.option("--seed", default=1, show_default=True, help="Of the shapes.")
@click.option("--count", type=click.IntRange(min=1), default=60, show_default=True, help="Shapes to draw.")
@click.option("--turns", type=click.IntRange(min=1), default=7, show_default=True, help="Of each function.")
@click.option("--each/--summary", default=False, help="Print a row for each shape too.")
def main(routine: str, seed: int, count: int, turns: int, each: bool) -> None:
    """Measure and print; see the module's first lines."""
    draw_sizes, calls_of = ROUTINES[routine]
    rng, order = np.random.default_rng(seed), random.Random(seed)  # noqa: S311  # orders are no secrets
    shapes = [draw_sizes(lambda high: round(2 ** rng.uniform(0, high))) for _ in range(count)]
    facts = queue_device(default_queue()).facts
    print(f"{routine}, {count} shapes of seed {seed}, {facts.name}, {facts.platform}")
    for precision in (FLOAT32, FLOAT64):
        dtype = precision.name
        limit = crossover(facts, precision, MEASURED_AS.get(routine, routine))
        print(f"  {dtype}: the host computes below {limit.size:.3g}, {limit.origin}")
        rows: list[tuple[float, float, float, float]] = []
        added: list[float] = []
        for shape in shapes:
            ours, theirs = calls_of(lambda *sizes: np.asarray(rng.random(sizes)).astype(dtype), *shape)  # noqa: B023  # called at once
            ours()
            mine, peer, again = timed([ours, theirs, theirs], turns, order)
            rows.append((peer[0] / mine[0], peer[1] / mine[1], peer[0] / again[0], peer[1] / again[1]))
            added.append(mine[1] - peer[1])
            if each:
                ratios = "  ".join(f"{ratio:5.3f}" for ratio in rows[-1])
                print(f"  {dtype} {shape!s:20} {peer[1] * 1e6:10.1f} us  {ratios}", flush=True)
        print(
            f"  {dtype} adds {statistics.median(added) * 1e6:.1f} us, the median of the shapes by the least of turns"
        )
        means = [math.exp(statistics.fmean(map(math.log, column))) for column in zip(*rows, strict=True)]
        worst = [min(column) for column in zip(*rows, strict=True)]
        for name, mean, least in zip(
            ("medians", "least", "NumPy's medians", "NumPy's least"), means, worst, strict=True
        ):
            print(f"  {dtype} {name:16} geometric mean {mean:.3f}, worst {least:.3f}", flush=True)


if __name__ == "__main__":
    main()
