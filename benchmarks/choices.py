"""How long the choice of a kernel takes for a new shape: Python's part of a first call, which nothing of a device takes part in.

    python benchmarks/choices.py                     # an H200, of which no card is needed, and the device of this machine
    python benchmarks/choices.py --count 300 --seed 2

Shapes are those of ``shapes.py``, none twice. A choice is the first candidate that serves, with its helpers, and no text or
program. Everything is chosen once for as many shapes of another seed first, since what does not depend on sizes is kept.
Printed are milliseconds of a processor: the median of all shapes, what 90 % of them take at most, and the worst. The interpreter collects
no garbage meanwhile, which takes the longer the more objects a process has.
"""

from __future__ import annotations

import gc
import itertools
import statistics
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import click
from shapes import CLASSES, shapes

from autoblas.devices.cuda.cards import PLATFORM, VENDOR
from autoblas.devices.languages import CUDA
from autoblas.devices.recording import PLAIN_GPU
from autoblas.precision import precision_of
from autoblas.problems import Matmul
from autoblas.runtime.choose import choose
from autoblas.runtime.context import default_queue, queue_device

if TYPE_CHECKING:
    from autoblas.devices.device import Facts
    from autoblas.problems import Accuracy, Order

H200 = replace(
    PLAIN_GPU,
    name="NVIDIA H200",
    vendor=VENDOR,
    platform=PLATFORM,
    driver="580.159.04",
    memory_bytes=141 << 30,
    max_alloc_bytes=141 << 30,
    images=False,
    max_image=(0, 0),
    extensions=(CUDA,),
    cache_bytes=60 << 20,
    compute_capability=(9, 0),
    granted_local_bytes=227 << 10,
)
"""A card as CUDA reports it."""

KINDS: tuple[tuple[str, Accuracy], ...] = (
    ("float32", "standard"),
    ("float32", "strict"),
    ("float16", "standard"),
    ("float64", "standard"),
    ("complex64", "standard"),
)


def problems(dtype: str, accuracy: Accuracy, seed: int, count: int) -> list[Matmul]:
    """So many different products, transposes among them."""
    found: dict[Matmul, None] = {}
    orders: dict[str, Order] = {"N": "row", "T": "col"}
    for shape in shapes(seed, 4 * count, CLASSES, dtype):
        a, b = (orders[flip] for flip in shape.trans)
        found[Matmul(shape.m, shape.n, shape.k, precision_of(dtype), a, b, accuracy=accuracy)] = None
    return list(found)[:count]


def milliseconds(wanted: list[Matmul], facts: Facts) -> list[float]:
    """What each choice takes."""
    taken = []
    gc.collect()
    gc.disable()
    for problem in wanted:
        started = time.thread_time()
        choose(problem, facts)
        taken.append((time.thread_time() - started) * 1e3)
    gc.enable()
    return sorted(taken)


@click.command(help=__doc__)
@click.option("--count", type=click.IntRange(min=1), default=300, show_default=True, help="Shapes of a kind.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Of the shapes.")
def main(count: int, seed: int) -> None:
    """Draw, choose and report."""
    for facts in (H200, queue_device(default_queue()).facts):
        click.echo(f"{facts.name}, {facts.platform}: ms, {count} shapes of each kind")
        for dtype, accuracy in KINDS:
            milliseconds(problems(dtype, accuracy, seed + 1, count), facts)
        every = {" ".join(kind): milliseconds(problems(*kind, seed, count), facts) for kind in KINDS}
        every["all"] = sorted(itertools.chain.from_iterable(every.values()))
        for name, taken in every.items():
            most = taken[len(taken) * 9 // 10]
            click.echo(
                f"  {name:18} median {statistics.median(taken):6.2f}   90 % {most:6.2f}   worst {taken[-1]:6.2f}"
            )


if __name__ == "__main__":
    main()
