"""Times the host's part of calls on device arrays, beside a bare launch and, where there is PyTorch with CUDA, its matmul.

    POCL_DEVICES=basic python benchmarks/calls.py
    python benchmarks/calls.py --side 256
    python benchmarks/calls.py --squares           # small products in a row until the last one has ended

PoCL's driver ``basic`` works in the calling thread, so that no thread has to be woken; on other devices the calls are only
enqueued. The figures are microseconds a call, the median and the least of many turns, in which all calls alternate: what
disturbs a machine only adds to them. "Bare" is a launch of a kernel with one argument that does nothing, by pyopencl.
"""

from __future__ import annotations

import functools
import importlib.util
import statistics
import time
from typing import TYPE_CHECKING, Any

import click
import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from routine_calls import MATRICES, PRODUCTS, VECTORS, axpy_with_new_factors, microseconds, operands, ours

import autoblas
from autoblas.runtime.context import default_queue

if TYPE_CHECKING:
    from collections.abc import Callable

SIDES = (16, 24, 32, 64, 96, 128, 256, 384, 512)
"""Rows and columns of small products."""

IN_A_ROW = 300
"""Small products that are waited for together."""


def bare(queue: cl.CommandQueue) -> functools.partial[Any]:
    """A launch of a kernel that does nothing."""
    kernel = cl.Kernel(
        cl.Program(
            queue.context, "kernel void nothing(global float *x) { x[get_global_id(0)] = 0; }"
        ).build(),
        "nothing",
    )
    memory = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 64)
    kernel.set_arg(0, memory)
    return functools.partial(launch, queue, kernel, memory)


def bare_on_new_memory(queue: cl.CommandQueue, size: int) -> Callable[[], Any]:
    """The same on memory that is made before it and given back behind it, as that of a new result is."""
    kernel = bare(queue).args[1]

    def call() -> object:
        memory = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, size)
        kernel.set_arg(0, memory)
        return launch(queue, kernel, memory)

    return call


def launch(queue: cl.CommandQueue, kernel: cl.Kernel, _: cl.Buffer) -> object:
    """Enqueue a kernel; the memory is an argument because it must live, and kernels hold none."""
    return cl.enqueue_nd_range_kernel(queue, kernel, (16,), (16,))


def calls(queue: cl.CommandQueue, side: int, dtype: str) -> dict[str, Callable[[], Any]]:
    """Every routine by its name; axpy with a factor that is new in each call; gemm that makes its result, and prepared."""
    nbytes = max(side * side * np.dtype(dtype).itemsize, 64)
    found: dict[str, Callable[[], Any]] = {
        "bare": bare(queue),
        "bare, new memory": bare_on_new_memory(queue, nbytes),
    }
    for name in (*VECTORS, *MATRICES, *PRODUCTS):
        size = side * side if name in VECTORS and side > 16 else side
        arrays = {key: cl_array.to_device(queue, x) for key, x in operands(name, size, dtype).items()}
        found[name] = ours(name, arrays)
        if name == "axpy":
            found["axpy, new alpha"] = axpy_with_new_factors(**arrays)
            found["axpy, prepared"] = autoblas.prepare(autoblas.axpy, arrays["x"], arrays["y"], alpha=1e-3)
        if name == "gemm":
            a, b, c = arrays["a"], arrays["b"], arrays["c"]
            rows = [
                cl_array.to_device(queue, x) for x in operands(name, size, dtype, order="C").values()
            ]  # as new results are stored: one launch too
            found["gemm, new c"] = functools.partial(autoblas.gemm, *rows[:2])
            found["gemm, prepared"] = autoblas.prepare(autoblas.gemm, a, b, c=c)
    return found | peer(side, dtype)


def peer(side: int, dtype: str) -> dict[str, Callable[[], Any]]:
    """PyTorch's product into an array that there is, on a card."""
    if importlib.util.find_spec("torch") is None:
        return {}
    torch = importlib.import_module("torch")
    if not torch.cuda.is_available():
        return {}
    a, b, c = (torch.rand(side, side, dtype=getattr(torch, dtype), device="cuda") for _ in range(3))
    return {"torch.matmul": lambda: torch.matmul(a, b, out=c)}


def squares(queue: cl.CommandQueue, dtype: str, turns: int) -> None:
    """Print what small products take in a row, their ends included, and how that compares with PyTorch's.

    Ours are on arrays of OpenCL, plain and prepared, and where there is PyTorch with CUDA on its arrays too.
    """
    beside: dict[str, list[float]] = {}
    for side in SIDES:
        arrays = {key: cl_array.to_device(queue, x) for key, x in operands("gemm", side, dtype).items()}
        a, b, c = arrays["a"], arrays["b"], arrays["c"]
        found: dict[str, tuple[Callable[[], Any], Callable[[], object]]] = {
            "gemm": (functools.partial(autoblas.gemm, a, b, c=c), queue.finish),
            "prepared": (autoblas.prepare(autoblas.gemm, a, b, c=c), queue.finish),
        }
        theirs = peer(side, dtype)
        if theirs:
            torch = importlib.import_module("torch")
            x, y, z = (torch.rand(side, side, dtype=getattr(torch, dtype), device="cuda") for _ in range(3))
            settle = torch.cuda.synchronize
            found["of tensors"] = functools.partial(autoblas.gemm, x, y, c=z), settle
            found["of tensors, prepared"] = autoblas.prepare(autoblas.gemm, x, y, c=z), settle
            found |= {name: (call, settle) for name, call in theirs.items()}
        taken: dict[str, list[float]] = {name: [] for name in found}
        for _ in range(turns):
            for name, (call, settle) in found.items():
                for _ in range(5):
                    call()
                settle()
                start = time.perf_counter()
                for _ in range(IN_A_ROW):
                    call()
                settle()
                taken[name].append((time.perf_counter() - start) / IN_A_ROW * 1e6)
        medians = {name: statistics.median(times) for name, times in taken.items()}
        print(f"{side:4d}  " + ", ".join(f"{name} {us:.1f} us" for name, us in medians.items()), flush=True)
        if theirs:
            for name, us in medians.items():
                if name not in theirs:
                    beside.setdefault(name, []).append(medians["torch.matmul"] / us)
    for name, ratios in beside.items():
        print(f"{name}: {statistics.geometric_mean(ratios):.3f} of torch.matmul, least {min(ratios):.3f}")


@click.command()
@click.option("--dtype", type=click.Choice(["float32", "float64"]), default="float32", show_default=True)
@click.option(
    "--side", type=click.IntRange(min=1), default=16, show_default=True, help="Rows and columns of matrices."
)
@click.option("--turns", type=click.IntRange(min=3), default=60, show_default=True)
@click.option("--squares", "small", is_flag=True, help="Time small products in a row, to their end.")
def main(dtype: str, side: int, turns: int, small: bool) -> None:
    """Print a line for each routine, or for each small product."""
    queue = default_queue()
    print(
        f"{queue.device.name.strip()} ({queue.device.platform.name}), {dtype}{'' if small else f', {side}'}"
    )
    if small:
        squares(queue, dtype, turns)
        return
    for name, times in microseconds(calls(queue, side, dtype), turns, queue.finish).items():
        print(f"{name:16s} median {statistics.median(times):6.1f} us, least {min(times):6.1f} us", flush=True)


if __name__ == "__main__":
    main()
