"""Measures several devices and several processes, and simulates up to 1024 workers from what was measured.

    python benchmarks/scale.py cards                       # all GPUs: 1, 2, 4 ... of them, SGEMM 32768 on NumPy arrays
    python benchmarks/scale.py cards --devices cuda        # the same through CUDA; compute alone, and PyTorch by hand, beside it
    python benchmarks/scale.py cards --only 2              # two alone, in a row
    python benchmarks/scale.py dask                        # 4 processes against one, SGEMM 8192
    python benchmarks/scale.py tuning                      # 24 problems on 2 equal devices against one
    python benchmarks/scale.py simulate --plot scaling.svg

``cards`` and ``dask`` take turns, with pauses, and print medians with the least and the most. "speed-up" is against one
device, the fastest, in the same turns. Of ``cards`` the kinds of calls follow each other, because each takes much of the
devices' memory, and the second of two like calls is timed. "copies alone" are those of all operands to and from as many devices at once, where they have memory of
their own, and what products and copies alone allow is the longer one of both. ``dask`` adds the processor seconds of all
processes, which other work on the machine disturbs less: "ratio" is what one process takes by what all of them take.
``tuning`` gives each worker a folder of results of its own, and one thread of PoCL. ``simulate``
measures how long a task, a transfer of a block and the scheduler's part of a task take on a cluster of two processes, and
plays a product through; ``--task``, ``--bandwidth`` and ``--overhead`` take the place of what was measured.
"""

from __future__ import annotations

import gc
import json
import math
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
from card_calls import alone, by_hand, copies
from clusters import QUIET, Spent, cluster_of, spent
from simulated import Measured, efficiency_page, simulated

import autoblas
from autoblas.cli.output.text import count_text
from autoblas.devices.kept_proofs import proofs_path
from autoblas.devices.named import called
from autoblas.devices.opencl.selection import VARIABLE
from autoblas.errors import AutoblasError
from autoblas.runtime.context import default_queue, queue_device

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PAUSE = 0.2
"""Seconds before each turn: idle threads of other libraries spin for a while."""


def turns(
    calls: Mapping[str, Callable[[], object]], count: int, *, again: bool = False
) -> dict[str, list[float]]:
    """Seconds of calls that alternate, after one call of each; ``again`` times the second of two like calls."""
    for call in calls.values():
        call()
    found: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(count):
        for name, call in calls.items():
            if again:
                call()
            time.sleep(PAUSE)
            start = time.perf_counter()
            call()
            found[name].append(time.perf_counter() - start)
    return found


def print_times(seconds: Mapping[str, list[float]], base: str, flops: float) -> None:
    """A row for each call."""
    first = statistics.median(seconds[base])
    print(f"{'':42} {'ms':>9} {'least':>9} {'most':>9} {'GFLOP/s':>9} {'speed-up':>9}")
    for name, times in seconds.items():
        median = statistics.median(times)
        row = " ".join(f"{1e3 * each:9.1f}" for each in (median, min(times), max(times)))
        print(f"{name:42} {row} {flops / median / 1e9:9.0f} {first / median:9.2f}")


@click.group()
def main() -> None:
    """Measure what more devices and more processes gain."""


COUNT, MORE = click.IntRange(min=1), click.FloatRange(min=0, min_open=True)


@main.command()
@click.option("--devices", default="gpu", show_default=True, help="As autoblas.devices takes them.")
@click.option("--side", type=COUNT, default=32768, show_default=True)
@click.option("--turns", "count", type=COUNT, default=5, show_default=True)
@click.option("--pageable", is_flag=True, help="NumPy's own arrays instead of pinned ones.")
@click.option(
    "--only",
    type=COUNT,
    multiple=True,
    help="So many devices, not in turns with other numbers: calls then find the memory that they left.",
)
def cards(devices: str, side: int, count: int, pageable: bool, only: tuple[int, ...]) -> None:
    """SGEMM standard on NumPy arrays over 1, 2, 4 ... devices, the same on operands that are there, and PyTorch by hand."""
    whole = autoblas.devices(devices)
    fastest_first = sorted(whole, key=lambda each: -each.speed("gemm float32", double=False))
    names = [str(called(each.identity)) for each in fastest_first]
    offers = set(only) if only else {1, 2, 4, 8, 16, len(names)}
    counts = sorted(n for n in offers if n <= len(names))
    if not counts:
        raise click.UsageError(f"--only names more devices than the {count_text(len(names), 'device')} here")
    print(f"{time.strftime('%Y-%m-%d')}: {whole}")
    for sentence in whole.left_out:
        print(f"left out: {sentence}")
    if len(names) == 1:
        print("there is one device: nothing can be gained")
    os.environ.setdefault(VARIABLE, names[0])
    empty: Any = np.empty if pageable else autoblas.pinned_empty
    a, b, c = (empty((side, side), np.float32) for _ in range(3))
    rng = np.random.default_rng(1)
    for x in (a, b):
        for row in range(0, side, 1024):
            x[row : row + 1024] = rng.random((min(1024, side - row), side), np.float32) - 0.5
    sets = {n: autoblas.devices(*names[:n]) for n in counts}
    offered: dict[str, Callable[[int], Callable[[], object] | None]] = {
        "NumPy arrays": lambda n: lambda: autoblas.gemm(a, b, c=c, devices=sets[n]),
        "operands there": lambda n: alone(sets[n], side),
        "copies alone": lambda n: copies(sets[n], a, b, c),
        "PyTorch by hand": lambda n: by_hand(n, a, b, c, pinned=not pageable),
    }
    seconds: dict[str, list[float]] = {}
    for what, offer in offered.items():  # one after the other, because each takes memory of the devices
        made = {f"{count_text(n, 'device')}, {what}": offer(n) for n in counts}
        calls = {name: call for name, call in made.items() if call is not None}
        if calls:
            times = turns(calls, count, again=True)  # which has the memory that the first one left
            print_times(times, next(iter(times)), 2.0 * side**3)
            seconds |= times
        else:
            print(f"{what}: not here")
        del made, calls
        gc.collect()
        autoblas.release_memory()
    for n in counts:
        took, *parts = (
            statistics.median(seconds.get(f"{count_text(n, 'device')}, {what}", [math.nan]))
            for what in ("NumPy arrays", "operands there", "copies alone")
        )
        if not math.isnan(sum(parts)):
            print(
                f"{count_text(n, 'device')}: {max(parts) / took:.2f} of what products and copies alone allow"
            )
    c.fill(np.nan)
    autoblas.gemm(a, b, c=c, devices=sets[counts[-1]])
    sample = rng.integers(0, side, (2, 64))
    error = max(abs(float(c[i, j]) - float(a[i].astype(float) @ b[:, j].astype(float))) for i, j in sample.T)
    print(f"largest error of 64 elements of the last product: {error:.2e}")
    print(sets[counts[-1]].schedule(side, side, side))
    most = 8 * math.sqrt(side) * 2**-24 * side / 16  # sums of products of which each is 1/16 on average
    if not error <= most:
        raise click.ClickException(f"the last product is wrong: errors should be below {most:.1e}")


@main.command("dask")
@click.option("--side", type=COUNT, default=8192, show_default=True)
@click.option("--block", type=COUNT, default=2048, show_default=True)
@click.option("--workers", type=COUNT, default=4, show_default=True)
@click.option("--turns", "count", type=COUNT, default=3, show_default=True)
def dask_command(side: int, block: int, workers: int, count: int) -> None:
    """Dask's matmul over processes, each with one thread of PoCL, against one process with as many.

    Three clusters one after the other, each in turns with the one process: as Dask sends blocks; with SharedBlocks; and with
    settings that let Dask's processes take less while they wait, too.
    """
    threads = os.cpu_count() or 1
    a, b = (np.random.default_rng(seed).random((side, side), np.float32) for seed in (1, 2))
    found: dict[str, tuple[dict[str, list[float]], dict[str, list[Spent]]]] = {}
    for name, sharing, settings in (
        ("blocks are sent", False, None),
        ("blocks are shared", True, None),
        ("shared, quiet settings", True, QUIET),
    ):
        with cluster_of(workers, max(1, threads // workers), settings) as client:
            found[name] = _against_one(client, sharing, side, block, (a, b), count)
    facts = queue_device(default_queue("Portable")).facts
    print(
        f"{time.strftime('%Y-%m-%d')}: {facts.name} ({facts.platform}), {threads} processors, blocks of {block}"
    )
    for name, (seconds, took) in found.items():
        print(f"\n{name}")
        print_times(seconds, "one process", 2.0 * side**3)
        print(
            f"{'processor seconds, medians':42} {'all':>9} {'here':>9} {'computing':>9} {'moving':>9} {'ratio':>9}"
        )
        first = statistics.median(each.total for each in took["one process"])
        for who, each in took.items():
            parts = [statistics.median(part) for part in ([x.total for x in each], *zip(*each, strict=True))]
            print(f"{who:42} " + " ".join(f"{part:9.2f}" for part in (*parts, first / parts[0])))


def _against_one(
    client: Any, sharing: bool, side: int, block: int, arrays: tuple[Any, Any], count: int
) -> tuple[dict[str, list[float]], dict[str, list[Spent]]]:
    """Seconds, and processor seconds, of the product in one process and over the workers."""
    import dask.array as da  # noqa: PLC0415  # only here
    import distributed  # noqa: PLC0415

    from autoblas.dask import SharedBlocks, matmul  # noqa: PLC0415

    if sharing:
        client.register_plugin(SharedBlocks())
    x, y = client.persist(
        [da.random.default_rng(seed).random((side, side), dtype=np.float32, chunks=block) for seed in (1, 2)]
    )
    distributed.wait([x, y])
    took: dict[str, list[Spent]] = {}

    def counted(name: str, call: Callable[[], object]) -> Callable[[], None]:
        def run() -> None:
            before = spent()
            call()
            own = spent().since(before)  # the workers only wait while one process computes
            took.setdefault(name, []).append(Spent(own.here, 0.0, 0.0) if name == "one process" else own)

        return run

    calls = {
        "one process": lambda: autoblas.gemm(*arrays, queue=default_queue("Portable")),
        "processes": lambda: distributed.wait(client.persist(matmul(x, y))),
    }
    seconds = turns({name: counted(name, call) for name, call in calls.items()}, count)
    return seconds, {name: each[1:] for name, each in took.items()}


@main.command()
@click.option(
    "--seconds", type=MORE, default=240.0, show_default=True, help="For all problems on one device."
)
@click.option("--problems", "count", type=COUNT, default=24, show_default=True)
@click.option("--evaluations", type=COUNT, default=4, show_default=True)
def tuning(seconds: float, count: int, evaluations: int) -> None:
    """Wall time of tuning on two equal devices against one, with the same trials."""
    found = {workers: _tuned(workers, seconds, count, evaluations) for workers in (1, 2)}
    print(f"{time.strftime('%Y-%m-%d')}: {count} problems, {evaluations} trials each")
    for workers, (taken, records) in found.items():
        print(
            f"{workers} devices: {taken:.1f} s, {records} results, {taken / found[1][0]:.2f} of the time of one"
        )


def _tuned(workers: int, seconds: float, count: int, evaluations: int) -> tuple[float, int]:
    """Seconds and records of a run from nothing."""
    from own_folder import OwnFolder  # noqa: PLC0415

    from autoblas.cli.routines.table import call_of  # noqa: PLC0415
    from autoblas.dask.tuning import ClusterTuning  # noqa: PLC0415
    from autoblas.runtime.autotune.sweep import Wanted  # noqa: PLC0415
    from autoblas.runtime.autotune.tune import Budget  # noqa: PLC0415

    def problems(facts: Any) -> Any:
        calls = [call_of("scal", "-n", str(1_000_000 + 10_000 * i)) for i in range(count)]
        return [Wanted(call.problems(facts)[0]) for call in calls]

    with tempfile.TemporaryDirectory() as base, cluster_of(workers, 1) as client:
        for number in range(workers):  # what a worker proved once it need not prove in each run
            (Path(base) / f"worker-{number}").mkdir()
            shutil.copy(proofs_path(), Path(base) / f"worker-{number}")
        client.register_plugin(OwnFolder(base))
        run = ClusterTuning(client, problems, Budget(seconds=seconds, evaluations=evaluations))
        start = time.perf_counter()
        run.run()
        return time.perf_counter() - start, len(run.records)


@main.command()
@click.option("--block", type=COUNT, default=2048, show_default=True, help="Rows and columns of a block.")
@click.option(
    "--side",
    type=COUNT,
    default=262144,
    show_default=True,
    help="Rows of the product that is played through.",
)
@click.option("--task", type=MORE, help="Seconds of a product of two blocks.")
@click.option("--bandwidth", type=MORE, help="Bytes a second between two workers.")
@click.option("--overhead", type=click.FloatRange(min=0), help="Seconds of the scheduler for a task.")
@click.option("--plot", type=click.Path(path_type=Path), help="Write a picture there.")
@click.option("--json", "as_json", is_flag=True)
def simulate(
    block: int,
    side: int,
    task: float | None,
    bandwidth: float | None,
    overhead: float | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Play a Dask product through on 1 to 1024 workers."""
    given = (task, bandwidth, overhead)
    measured = Measured(*given) if None not in given else _measured(block, given)  # type: ignore[arg-type]
    counts = [2**i for i in range(11)]
    curves = {
        f"{rows} rows": [simulated(rows, block, count, measured) for count in counts]
        for rows in (side, side // 4, side // 16)
    }
    if as_json:
        print(json.dumps({"measured": measured._asdict(), "block": block, "workers": counts} | curves))
    else:
        print(
            f"{time.strftime('%Y-%m-%d')}: blocks of {block}: a task {1e3 * measured.task:.1f} ms, transfers"
            f" {measured.bandwidth / 1e9:.2f} GB/s, the scheduler {1e3 * measured.overhead:.2f} ms a task"
        )
        for number, count in enumerate(counts):
            print(
                f"{count:5} workers: "
                + ", ".join(f"{name} {found[number]:.3f}" for name, found in curves.items())
            )
    if plot is not None:
        efficiency_page(plot, counts, curves, f"blocks of {block}, task {1e3 * measured.task:.0f} ms")


def _measured(block: int, given: tuple[float | None, ...]) -> Measured:
    """What a cluster of two processes of this machine takes for a product of blocks, a transfer and a task."""
    import distributed  # noqa: PLC0415  # only here

    with cluster_of(2, 1) as client:
        first, second = client.scheduler_info()["workers"]
        tasks, rates = [], []
        for turn in range(5):
            x = client.submit(_random, block, turn, workers=[first], pure=False)
            distributed.wait(x)
            tasks.append(client.submit(_product_seconds, x, workers=[first], pure=False).result())
            start = time.perf_counter()
            client.submit(len, x, workers=[second], pure=False).result()
            rates.append(4 * block * block / (time.perf_counter() - start))
        start = time.perf_counter()
        client.gather(client.map(_nothing, range(2000), pure=False))
        overhead = (time.perf_counter() - start) / 2000
    found = Measured(statistics.median(tasks[1:]), statistics.median(rates[1:]), overhead)
    return Measured(*(own if own is not None else each for own, each in zip(given, found, strict=True)))


def _random(block: int, seed: int) -> Any:
    return np.random.default_rng(seed).random((block, block), np.float32)


def _product_seconds(x: Any) -> float:
    autoblas.gemm(x, x, queue=default_queue())
    start = time.perf_counter()
    autoblas.gemm(x, x, queue=default_queue())
    return time.perf_counter() - start


def _nothing(_: int) -> None:
    return None


if __name__ == "__main__":
    try:
        main()
    except AutoblasError as error:
        sys.exit(f"scale.py: {error}")
