"""Every GEMM kernel at its best: rates and shares of peak, and what the family gains over any one of its kernels.

    python benchmarks/family.py --device 0                # about 20 minutes
    python benchmarks/family.py --device 1 --seconds 5 --json family.json

Each kernel is tuned for each shape (``--seconds`` of search), then the best points of all kernels take turns in one
process. Results are kept as any tuning's are; set ``AUTOBLAS_DATA_DIR`` to keep them apart. The last part compares one launch for 1000 products of 32 x 32 with 1000 calls and with NumPy.
"""

from __future__ import annotations

import datetime as dt
import json
import math
import platform
from typing import TYPE_CHECKING, Any

import click
import numpy as np

import autoblas
from autoblas.devices.opencl.backend import device_of
from autoblas.errors import NoLegalPointError
from autoblas.kernels import serving
from autoblas.precision import precision_of
from autoblas.problems import Matmul
from autoblas.runtime.autotune.tasks import choice_at
from autoblas.runtime.autotune.tune import Budget, tune
from autoblas.runtime.checks.product import trial_for
from autoblas.runtime.context import default_queue, queue_device
from autoblas.runtime.measure.compare import side_by_side
from autoblas.runtime.measure.peak import peak_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyopencl as cl

SHAPES = {
    "512": (512, 512, 512, 1),
    "1024": (1024, 1024, 1024, 1),
    "tall": (8192, 64, 256, 1),
    "wide": (64, 8192, 256, 1),
    "deep": (64, 64, 16384, 1),
    "skinny": (4, 2048, 2048, 1),
    "tiny": (24, 24, 24, 1),
    "batched": (32, 32, 32, 1000),
}
"""m, n, k and the items of a batch."""


def best_points(problem: Matmul, device: str | None, seconds: float) -> dict[str, Any]:
    """The best point of each kernel that can compute a problem, by the kernel's name."""
    found = {}
    for kernel in serving(Matmul):
        try:
            report = tune(problem, device, Budget(seconds=seconds), fixed={"kernel": kernel.name})
        except NoLegalPointError:
            continue
        of_kernel = (each.point for each in report.finalists if each.point["kernel"] == kernel.name)
        found[kernel.name] = next(of_kernel)
    return found


def rates(queue: cl.CommandQueue, problem: Matmul, points: dict[str, Any], rounds: int) -> dict[str, float]:
    """GFLOP/s of each kernel's best point, helpers included; all take turns."""
    device = device_of(queue)
    trial = trial_for(device, queue, problem)

    def runner(point: Any) -> Callable[[], object]:
        launch = trial.timed(choice_at(problem, point, device.facts))

        def run() -> None:
            launch()[-1].wait()

        return run

    timings = side_by_side({name: runner(point) for name, point in points.items()}, rounds=rounds)
    return {name: problem.flops() / timing.median / 1e9 for name, timing in timings.items()}


def gains(table: dict[str, dict[str, float]]) -> tuple[str, dict[str, float]]:
    """The kernel that is best on the whole, and by what factor the family is ahead of it for each shape.

    The best on the whole has the highest geometric mean over all shapes, of those that compute all of them.
    """
    rows = list(table.values())
    everywhere = [name for name in rows[0] if all(name in row for row in rows)]
    single = max(everywhere, key=lambda name: math.prod(row[name] for row in rows))
    return single, {shape: max(row.values()) / row[single] for shape, row in table.items()}


def batch(queue: cl.CommandQueue, dtype: str, rounds: int) -> dict[str, float]:
    """Seconds of 1000 products of 32 x 32: one launch, 1000 calls, and NumPy on the stacks."""
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((1000, 32, 32)).astype(dtype) for _ in range(2))
    c = np.empty_like(a)
    runs: dict[str, Callable[[], object]] = {
        "one launch": lambda: autoblas.gemm_batched(a, b, c=c, queue=queue),
        "1000 calls": lambda: [
            autoblas.gemm(x, y, c=z, queue=queue) for x, y, z in zip(a, b, c, strict=True)
        ],
        "numpy.matmul": lambda: np.matmul(a, b, out=c),
    }
    return {name: timing.median for name, timing in side_by_side(runs, rounds=rounds).items()}


@click.command()
@click.option("--device", help="As for the other commands.")
@click.option("--dtype", default="float32", show_default=True)
@click.option("--seconds", default=8.0, show_default=True, help="Search for each kernel and shape.")
@click.option("--rounds", default=5, show_default=True, help="Turns of the final comparison.")
@click.option(
    "--shape", "shapes", multiple=True, type=click.Choice(list(SHAPES)), help="Only these; else all."
)
@click.option("--json", "path", type=click.Path(dir_okay=False, writable=True))
def main(
    device: str | None, dtype: str, seconds: float, rounds: int, shapes: tuple[str, ...], path: str | None
) -> None:
    """Tune and time every kernel for every shape, and print the tables."""
    queue = default_queue(device)
    facts = queue_device(queue).facts
    peak = peak_of(queue, precision_of(dtype)).gflops
    click.echo(f"{facts.name} ({facts.platform}, {facts.driver}), {dtype}, peak {peak:.1f} GFLOP/s")
    table: dict[str, dict[str, float]] = {}
    winners: dict[str, Any] = {}
    for shape in shapes or SHAPES:
        m, n, k, items = SHAPES[shape]
        problem = Matmul(m, n, k, precision_of(dtype), items=items)
        points = best_points(problem, device, seconds)
        table[shape] = rates(queue, problem, points, rounds)
        ordered = sorted(table[shape].items(), key=lambda pair: -pair[1])
        winners[shape] = points[ordered[0][0]]
        figures = ", ".join(f"{name} {rate:.1f} ({rate / peak:.1%})" for name, rate in ordered)
        click.echo(f"{shape:8s} m={m} n={n} k={k} items={items}: {figures}")
    single, ahead = gains(table)
    click.echo(f"best single kernel: {single}; the family is ahead of it by")
    click.echo("  " + ", ".join(f"{shape} {factor:.2f}" for shape, factor in ahead.items()))
    seconds_of = batch(queue, dtype, rounds)
    ours = seconds_of["one launch"]
    for name, taken in seconds_of.items():
        click.echo(f"1000 x 32 x 32, {name}: {taken * 1e3:.2f} ms, {taken / ours:.2f} times one launch")
    if path:
        header = {
            "autoblas": autoblas.__version__, "device": facts.name, "platform": facts.platform, "driver": facts.driver,
            "python": platform.python_version(), "numpy": np.__version__, "dtype": dtype, "peak_gflops": peak,
            "date": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        }  # fmt: skip
        results = {"gflops": table, "winners": winners, "single": single, "ahead": ahead, "batch": seconds_of}
        with click.open_file(path, "w", encoding="utf-8") as file:
            json.dump(header | results, file, indent=1)


if __name__ == "__main__":
    main()
