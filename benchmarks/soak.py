"""Calls for a long time while queues, contexts, threads and processes come and go: neither memory nor descriptors may grow.

    python benchmarks/soak.py                     # an hour
    python benchmarks/soak.py --minutes 1         # a first look
    python benchmarks/soak.py --contexts 0        # without new contexts

A round takes a queue of this thread's context, of a new context, or a new thread's own, and calls routines of each
level on NumPy arrays and on device arrays of a few shapes; some calls are wrong on purpose, and raise. Now and then a
process does the same in its place. Every result is compared. What the process holds is looked at some hundred times.
The first third, and 300 rounds, are left out: plans, programs and the memory that calls share fill up then. From the
rest the slope is estimated by Theil and Sen's method. The exit status is 1 where a result was wrong, or where the slope
adds more than ``MOST`` in that time, apart from what ``PER_CONTEXT`` allows for contexts.
"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import threading
import time
from typing import NamedTuple

import click
import numpy as np
import psutil
import pyopencl as cl
import pyopencl.array as cl_array
from scipy.stats import theilslopes

import autoblas
from autoblas.runtime.context import default_queue

SIZES = (1, 7, 33, 64, 130, 257)
LOOKS = 600
"""How often the process is looked at."""


WARM_UP, LEAST = 300, 20
"""Rounds before a slope means something, and the looks after them that one is estimated from."""


class Round:
    """Calls on one queue.

    Args:
        queue: The queue.
        rng: What shapes and routines are drawn from.
    """

    def __init__(self, queue: cl.CommandQueue, rng: random.Random) -> None:
        self.queue, self.rng, self.numbers = queue, rng, np.random.default_rng(rng.getrandbits(32))

    def array(self, *shape: int) -> np.ndarray:
        """Whole numbers, whose sums are exact."""
        return self.numbers.integers(-3, 4, shape).astype(np.float32)

    def run(self) -> int:
        """Call four routines; how many results were wrong."""
        m, n, k = (self.rng.choice(SIZES) for _ in range(3))
        a, b, x, y = self.array(m, k), self.array(k, n), self.array(k), self.array(m)
        place = (lambda z: cl_array.to_device(self.queue, z)) if self.rng.random() < 0.5 else np.copy
        pairs = [
            (autoblas.gemm(place(a), place(b), queue=self.queue), a @ b),
            (autoblas.gemv(place(a), place(x), queue=self.queue), a @ x),
            (autoblas.axpy(place(y), place(y), alpha=2, queue=self.queue), 3 * y),
            (autoblas.dot(place(x), place(x), queue=self.queue), x @ x),
        ]
        try:
            autoblas.gemm(place(a), place(self.array(k + 1, n)), queue=self.queue)
        except autoblas.ShapeError:
            pass
        else:
            return 1
        return sum(
            not np.array_equal(np.ravel(z.get() if isinstance(z, cl_array.Array) else z), np.ravel(wanted))
            for z, wanted in pairs
        )


class Held(NamedTuple):
    """What this process held at some time.

    Attributes:
        seconds: When, from the beginning.
        rounds: All rounds so far.
        contexts: New ones so far.
        megabytes: Resident memory.
        descriptors: Open files; on Windows handles.
        threads: Threads.
    """

    seconds: float
    rounds: int
    contexts: int
    megabytes: float
    descriptors: int
    threads: int


def held(seconds: float, rounds: int, contexts: int) -> Held:
    """What this process holds now, with nothing left to collect."""
    gc.collect()
    this = psutil.Process()
    descriptors = this.num_handles() if psutil.WINDOWS else this.num_fds()
    return Held(seconds, rounds, contexts, this.memory_info().rss / 1e6, descriptors, this.num_threads())


def one_round(kind: str, rng: random.Random, queue: cl.CommandQueue) -> int:
    """Calls on a queue that is kept, is new, is of a new context, or belongs to a new thread or process; wrong results."""
    if kind == "process":
        command = [sys.executable, __file__, "--rounds", "1", "--seed", str(rng.getrandbits(30))]
        return int(subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode != 0)  # noqa: S603 -- ours
    if kind == "queue":
        queue = cl.CommandQueue(queue.context)
    elif kind == "context":
        context = cl.Context([queue.device])  # held until the end: Intel's queues do not hold it
        queue = cl.CommandQueue(context)
    if kind != "thread":
        return Round(queue, rng).run()
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(Round(default_queue(), rng).run()))
    thread.start()
    thread.join()
    return found[0] if found else 1


MOST = {"megabytes": 60.0, "descriptors": 5.0, "threads": 5.0}
"""What the slope may add in the time that it is estimated from."""

PER_CONTEXT = 0.02
"""Megabytes that a new context may leave: drivers keep some of the programs in it (``benchmarks/contexts.py``)."""


@click.command(help=__doc__)
@click.option("--minutes", default=60.0, show_default=True, help="How long.")
@click.option("--rounds", "most", type=int, help="At most so many rounds.")
@click.option("--contexts", default=0.25, show_default=True, help="Share of the rounds that make a context.")
@click.option("--processes", default=0.005, show_default=True, help="Share that a process of its own makes.")
@click.option("--seed", default=1, show_default=True, help="Seed of shapes, queues and arrays.")
def main(minutes: float, most: int | None, contexts: float, processes: float, seed: int) -> None:
    """Soak, and print what grew."""
    rng, queue, looks = random.Random(seed), default_queue(), list[Held]()  # noqa: S311 -- no secrets
    others = (1 - contexts - processes) / 3
    shares = {"context": contexts, "process": processes, "kept": others, "queue": others, "thread": others}
    drawn = dict.fromkeys(shares, 0)
    began, wrong = time.monotonic(), 0
    while (now := time.monotonic() - began) < 60 * minutes and (most is None or sum(drawn.values()) < most):
        if now >= len(looks) * 60 * minutes / LOOKS:
            looks.append(held(now, sum(drawn.values()), drawn["context"]))
        kind = rng.choices(list(shares), list(shares.values()))[0] if most is None else "kept"
        wrong += one_round(kind, rng, queue)
        drawn[kind] += 1
    print(f"{sum(drawn.values())} rounds, {wrong} wrong results: {drawn}")
    late = [look for look in looks[len(looks) // 3 :] if look.rounds >= WARM_UP]
    grown = False
    if len(late) >= LEAST:
        grown = report(late)
    elif most is None:
        print(f"what grew is not judged: the machine was too busy for more than {WARM_UP} rounds")
    click.get_current_context().exit(1 if wrong or grown else 0)


def report(looks: list[Held]) -> bool:
    """Print the slopes; whether anything grew by more than it may."""
    seconds, contexts = looks[-1].seconds - looks[0].seconds, looks[-1].contexts - looks[0].contexts
    times, grown = [look.seconds for look in looks], False
    for what, most in MOST.items():
        values = [getattr(look, what) for look in looks]
        slope, _, low, high = theilslopes(values, times)
        hourly = " ".join(f"{3600 * each:+.2f}" for each in (slope, low, high))
        print(f"{what}: from {values[0]:.1f} to {values[-1]:.1f}; an hour, with 95 % bounds: {hourly}")
        if what == "megabytes" and contexts:
            print(f"{contexts} new contexts; {1000 * slope * seconds / contexts:+.1f} kB for each")
        allowed = most + (PER_CONTEXT * contexts if what == "megabytes" else 0)
        grown |= bool(slope * seconds > allowed)
    return grown


if __name__ == "__main__":
    main()
