"""Times square products on PoCL with its threads tied to processors, and free, in processes that take turns.

    python benchmarks/pocl_threads.py                        # 60 to 1024 rows, three turns
    python benchmarks/pocl_threads.py --busy 1               # beside a process that computes all the time
    python benchmarks/pocl_threads.py --copies 2             # two such processes at once

A row has microseconds a call: the median over turns of each process's median of nine. Columns are of one call at a time,
50 ms apart, of 10, and of 50 in a row; "threads" are the processor seconds of the process by the clock's, which say how
many threads computed side by side: 1 where they took turns on one processor. ``POCL_AFFINITY=0`` is what leaves them free.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click
import numpy as np
import pyopencl.array as cl_array

import autoblas
from autoblas.devices.opencl.pocl.threads import VARIABLE
from autoblas.runtime.context import default_queue

if TYPE_CHECKING:
    from collections.abc import Sequence

SIDES = (60, 166, 301, 512, 1024)
IN_A_ROW = (1, 10, 50)
APART = 0.05
TIMES = 9
WAYS = {"tied": "", "free": "0"}
"""Values of ``VARIABLE``."""


def timed(sides: Sequence[int]) -> list[list[tuple[float, float]]]:
    """For each side and number of calls, seconds of a call and threads that computed, in this process."""
    queue = default_queue("Portable")
    rng, found = np.random.default_rng(0), []
    for side in sides:
        a, b, c = (cl_array.to_device(queue, rng.random((side, side), np.float32)) for _ in range(3))
        call = autoblas.prepare(autoblas.gemm, a, b, c=c)
        call()
        found.append([_median(queue, call, count) for count in IN_A_ROW])
    return found


def _median(queue: Any, call: Any, count: int) -> tuple[float, float]:
    taken = []
    for _ in range(TIMES):
        queue.finish()
        time.sleep(APART)
        clock, busy = time.perf_counter(), time.process_time()
        for _ in range(count):
            call()
        queue.finish()
        spent = time.perf_counter() - clock
        taken.append((spent / count, (time.process_time() - busy) / spent))
    return statistics.median(t for t, _ in taken), statistics.median(n for _, n in taken)


def in_processes(value: str, sides: Sequence[int], copies: int) -> list[list[list[list[float]]]]:
    """What so many new processes print that run at once, with a value of the variable."""
    command = [sys.executable, __file__, "--here", *(f"--side={side}" for side in sides)]
    with ThreadPoolExecutor(copies) as pool:
        runs = [
            pool.submit(
                subprocess.run,
                command,
                env={**os.environ, VARIABLE: value},
                stdout=subprocess.PIPE,
                check=True,
            )
            for _ in range(copies)
        ]
    return [json.loads(run.result().stdout) for run in runs]


@click.command(help=__doc__)
@click.option("--side", "sides", type=click.IntRange(1), multiple=True, default=SIDES, show_default=True)
@click.option("--turns", type=click.IntRange(1), default=3, show_default=True)
@click.option("--copies", type=click.IntRange(1), default=1, show_default=True, help="Processes at once.")
@click.option("--busy", type=click.IntRange(0), default=0, show_default=True, help="Processes beside it.")
@click.option("--here", is_flag=True, hidden=True)
def main(*, sides: Sequence[int], turns: int, copies: int, busy: int, here: bool) -> None:
    """Print a row for each side and way."""
    if here:
        click.echo(json.dumps(timed(sides)))
        return
    found: dict[str, list[Any]] = {way: [] for way in WAYS}
    with ExitStack() as stack:
        for _ in range(busy):
            stack.callback(subprocess.Popen([sys.executable, "-c", "while True: pass"]).kill)
        for _ in range(turns):
            for way, value in WAYS.items():
                found[way] += in_processes(value, sides, copies)
    click.echo(" " * 14 + "".join(f"{f'{count} in a row':>14}{'threads':>9}" for count in IN_A_ROW))
    for place, side in enumerate(sides):
        for way, runs in found.items():
            cells = [
                [statistics.median(run[place][at][kind] for run in runs) for kind in (0, 1)]
                for at in range(len(IN_A_ROW))
            ]
            row = "".join(f"{seconds * 1e6:11.1f} us{threads:9.2f}" for seconds, threads in cells)
            click.echo(f"{side:6d}  {way:6s}{row}")


if __name__ == "__main__":
    main()
