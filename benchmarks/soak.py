"""Calls for a long time while queues, contexts and threads come and go: neither memory nor descriptors may grow.

    python benchmarks/soak.py                     # an hour
    python benchmarks/soak.py --minutes 1         # a first look

A round takes a queue of this thread's context, of a new context, or a new thread's own, and calls routines of each
level on NumPy arrays and on device arrays of a few shapes; some calls are wrong on purpose, and raise. Every result is
compared. Memory, descriptors and threads of the process are read from /proc every few rounds. The first third is left
out: plans, programs and the memory that calls share fill up then. The exit status is 1 where a result was wrong, or where
something grew by more than ``MOST``. Linux only.
"""

from __future__ import annotations

import gc
import os
import random
import threading
import time
from pathlib import Path

import click
import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

import autoblas
from autoblas.runtime.context import default_queue

SIZES = (1, 7, 33, 64, 130, 257)
PAGE = os.sysconf("SC_PAGE_SIZE")


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


def state() -> tuple[float, int, int]:
    """Memory in MB, descriptors and threads of this process."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * PAGE / 1e6, len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))  # noqa: PTH208


def one_round(rng: random.Random, queue: cl.CommandQueue) -> int:
    """Calls on a queue that is kept, is new, is of a new context, or belongs to a new thread; wrong results."""
    kind = rng.choice(("kept", "queue", "context", "thread"))
    if kind == "queue":
        queue = cl.CommandQueue(queue.context)
    elif kind == "context":
        queue = cl.CommandQueue(cl.Context([queue.device]))
    if kind != "thread":
        return Round(queue, rng).run()
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(Round(default_queue(), rng).run()))
    thread.start()
    thread.join()
    return found[0] if found else 1


MOST = {"MB": 60.0, "descriptors": 5.0, "threads": 5.0}
"""What may be added after the first third: contexts of PoCL leave some memory, and threads come and go."""


@click.command(help=__doc__)
@click.option("--minutes", default=60.0, show_default=True, help="How long.")
@click.option("--seed", default=1, show_default=True, help="Seed of shapes, queues and arrays.")
def main(minutes: float, seed: int) -> None:
    """Soak, and print what grew."""
    rng, queue, samples = random.Random(seed), default_queue(), []  # noqa: S311 -- no secrets
    began, rounds, wrong = time.monotonic(), 0, 0
    while (now := time.monotonic() - began) < 60 * minutes:
        wrong += one_round(rng, queue)
        rounds += 1
        if rounds % 10 == 0:
            samples.append((now, rounds, *state()))
    kept = np.array(samples[len(samples) // 3 :])
    print(f"{rounds} rounds, {wrong} wrong results")
    grown = False
    for column, (what, most) in enumerate(MOST.items(), 2):
        each, first, last = np.polyfit(kept[:, 1], kept[:, column], 1)[0], kept[0, column], kept[-1, column]
        print(f"{what}: from {first:.0f} to {last:.0f}, {1000 * each:+.2f} every 1000 rounds")
        grown |= bool(last - first > most)
    click.get_current_context().exit(1 if wrong or grown else 0)


if __name__ == "__main__":
    main()
