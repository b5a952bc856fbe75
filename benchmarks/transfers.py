"""Times products of NumPy arrays on a device with memory of its own, copies included, beside PyTorch's way where there is CUDA.

    python benchmarks/transfers.py                              # 2048, 8192 and 16384
    python benchmarks/transfers.py --side 8192 --turns 9
    AUTOBLAS_DEVICE_MEMORY=16e9 python benchmarks/transfers.py --streamed 70000

Milliseconds, the median and the least of several turns in which all alternate: C = A B of float32 with all of A, B and C on
the host before and after. "pageable" are NumPy's own arrays, "pinned" those of ``pinned_empty``, "mapped" those of
``mapped_empty`` (unmap A and B, multiply, map C). "to and from" is the least that the copies take: all three matrices
between pinned memory and the device, both directions at once. "alone" is the product of matrices on the device. PyTorch
copies A and B to the card, multiplies and copies C back. A streamed product is compared with the larger of its transfers
and its product, both alone.
"""

from __future__ import annotations

import importlib.util
import statistics
import time
from typing import TYPE_CHECKING, Any

import click
import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

import autoblas
from autoblas.runtime.context import default_queue, queue_device
from autoblas.runtime.streamed.schedule import Extents, schedule_of

if TYPE_CHECKING:
    from collections.abc import Callable


def product_alone(queue: cl.CommandQueue, side: int) -> Callable[[], None]:
    """The product of matrices that are on the device."""
    a, b, c = (cl_array.empty(queue, (side, side), np.float32) for _ in range(3))
    for x in (a, b):
        x.set(np.random.default_rng(1).random((side, side), np.float32))

    def run() -> None:
        autoblas.gemm(a, b, c=c)
        queue.finish()

    return run


def copies_alone(queue: cl.CommandQueue, side: int) -> Callable[[], None]:
    """A and B to the device and C back, from and to pinned memory."""
    staging, nbytes = queue_device(queue).staging, 4 * side * side
    memories = [cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, nbytes) for _ in range(3)]
    arrays = [autoblas.pinned_empty(nbytes // 4, np.float32) for _ in range(3)]

    def run() -> None:
        transfers = [
            staging.upload(array, memory) for array, memory in zip(arrays[:2], memories[:2], strict=True)
        ]
        transfers.append(staging.download(memories[2], arrays[2]))
        for transfer in transfers:
            transfer.complete()

    return run


def mapped(side: int) -> tuple[Callable[[], None], Callable[[], None]]:
    """With arrays that are mapped while the host has them; and what hands all of them back to it afterwards."""
    a, b, c = (autoblas.mapped_empty((side, side), np.float32) for _ in range(3))
    for x in (a, b):
        x.map()[...] = np.random.default_rng(1).random((side, side), np.float32)
    c.map()

    def run() -> None:
        for x in (a, b, c):
            x.unmap()
        autoblas.gemm(a, b, c=c)
        c.map(write=False)

    def restore() -> None:
        for x in (a, b):
            x.map()

    return run, restore


def runs_of(
    queue: cl.CommandQueue, side: int
) -> tuple[dict[str, Callable[[], Any]], dict[str, Callable[[], None]]]:
    """What is timed, by its name; and what follows some of it, untimed."""
    rng = np.random.default_rng(1)
    a, b = (rng.random((side, side), np.float32) for _ in range(2))
    c = np.zeros((side, side), np.float32)
    pinned = [autoblas.pinned_empty((side, side), np.float32) for _ in range(3)]
    pinned[0][...], pinned[1][...] = a, b
    run_mapped, restore = mapped(side)
    runs: dict[str, Callable[[], Any]] = {
        "pageable": lambda: autoblas.gemm(a, b, c=c, queue=queue),
        "pageable, new C": lambda: autoblas.gemm(a, b, queue=queue),
        "pinned": lambda: autoblas.gemm(pinned[0], pinned[1], c=pinned[2], queue=queue),
        "mapped": run_mapped,
        "to and from": copies_alone(queue, side),
        "alone": product_alone(queue, side),
    }
    if importlib.util.find_spec("torch") is not None:
        import torch  # noqa: PLC0415  # it is no dependency

        if torch.cuda.is_available():
            x, y = torch.from_numpy(a), torch.from_numpy(b)
            runs["PyTorch"] = lambda: torch.matmul(x.cuda(), y.cuda()).cpu()
    return runs, {"mapped": restore}


def streamed(queue: cl.CommandQueue, side: int) -> None:
    """Multiply matrices that need not fit on the device, and print how near the larger of copies and product that comes."""
    facts = queue_device(queue).facts
    schedule = schedule_of(Extents(side, side, side, (4, 4, 4)), facts)
    click.echo(f"{side} streamed: {schedule}")
    if schedule is None:
        return
    a, b = (np.empty((side, side), np.float32) for _ in range(2))
    line = np.random.default_rng(1).random(side, np.float32)
    for x in (a, b):
        for row in range(side):  # numbers whose products can be told
            x[row] = np.roll(line, row % 64)
    c = np.empty((side, side), np.float32)
    times = []
    for _ in range(2):
        began = time.perf_counter()
        autoblas.gemm(a, b, c=c, queue=queue)
        times.append(time.perf_counter() - began)
    worst = 0.0
    for row, col in np.random.default_rng(2).integers(0, side, (64, 2)):
        exact = a[row].astype(float) @ b[:, col].astype(float)
        worst = max(worst, abs(c[row, col] - exact) / exact)
    up, back = schedule.moved_bytes(reads_c=False)
    n, sample = 16384, product_alone(queue, 16384)
    sample()
    began = time.perf_counter()
    sample()
    product = (time.perf_counter() - began) * (side / n) ** 3
    copies = copies_alone(queue, n)
    copies()
    began = time.perf_counter()
    copies()
    transfer = (time.perf_counter() - began) / (2 * n * n * 4) * max(up, back)
    click.echo(
        f"  {min(times):.2f} s (first {times[0]:.2f}); product alone {product:.2f} s, copies of {up / 1e9:.0f} and"
        f" {back / 1e9:.0f} GB alone {transfer:.2f} s: {max(product, transfer) / min(times):.2f} of the larger;"
        f" worst of 64 elements off by {worst:.1e}"
    )


@click.command(help=__doc__)
@click.option("--side", "sides", type=int, multiple=True, default=(2048, 8192, 16384), show_default=True)
@click.option("--turns", type=int, default=7, show_default=True)
@click.option("--streamed", "large", type=int, help="Rows and columns of matrices to be streamed, instead.")
def main(sides: tuple[int, ...], turns: int, large: int | None) -> None:
    """Print a line for each way and size."""
    queue = default_queue()
    if large is not None:
        streamed(queue, large)
        return
    for side in sides:
        runs, afterwards = runs_of(queue, side)
        times: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(turns + 1):
            for name, run in runs.items():
                began = time.perf_counter()
                run()
                times[name].append((time.perf_counter() - began) * 1e3)
                afterwards.get(name, lambda: None)()
        for name, each in times.items():
            each = each[1:]  # noqa: PLW2901  # the first one compiles and allocates
            click.echo(f"{side:6} {name:16} {statistics.median(each):9.2f} {min(each):9.2f}")


if __name__ == "__main__":
    main()
