"""Times the host's part of calls on device arrays: sixteen elements a side, so that next to nothing is left to compute.

    POCL_DEVICES=basic python benchmarks/call_overhead.py

PoCL's driver ``basic`` works in the calling thread, so that no thread has to be woken; on other devices the calls are only
enqueued. The figures are microseconds a call, the best of many turns: what disturbs a machine only adds to them.
"""

from __future__ import annotations

import itertools
import timeit
from typing import TYPE_CHECKING, Any

import click
import pyopencl.array as cl_array
from routine_calls import MATRICES, PRODUCTS, VECTORS, operands, ours

import autoblas
from autoblas.runtime.context import default_queue

if TYPE_CHECKING:
    from collections.abc import Callable

    import pyopencl as cl

SIDE = 16
CALLS = 60


def calls(queue: cl.CommandQueue, dtype: str) -> dict[str, Callable[[], Any]]:
    """Every routine by its name, and axpy with a factor that is new in each call."""
    found: dict[str, Callable[[], Any]] = {}
    for name in (*VECTORS, *MATRICES, *PRODUCTS):
        arrays = {key: cl_array.to_device(queue, x) for key, x in operands(name, SIDE, dtype).items()}
        found[name] = ours(name, arrays)
        if name == "axpy":
            found["axpy, new alpha"] = axpy_with_new_factors(**arrays)
    return found


def axpy_with_new_factors(x: Any, y: Any, **_: Any) -> Callable[[], Any]:
    """A call of axpy whose factor is never that of the call before."""
    factors = itertools.cycle((1e-3, -1e-3))
    return lambda: autoblas.axpy(x, y, alpha=next(factors))


@click.command()
@click.option("--dtype", type=click.Choice(["float32", "float64"]), default="float32", show_default=True)
@click.option("--turns", type=click.IntRange(min=1), default=80, show_default=True)
def main(dtype: str, turns: int) -> None:
    """Print a line for each routine."""
    queue = default_queue()
    print(f"{queue.device.name.strip()} ({queue.device.platform.name})")
    for name, call in calls(queue, dtype).items():
        for _ in range(20):
            call()
        queue.finish()
        taken = min(timeit.repeat(call, number=CALLS, repeat=turns)) / CALLS
        queue.finish()
        print(f"{dtype} {name:16s} {taken * 1e6:6.1f} us", flush=True)


if __name__ == "__main__":
    main()
