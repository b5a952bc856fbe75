"""Times the calls that ``gate.py`` compares, with the package that Python finds, and prints them as JSON.

It knows no more of the package than users do, but for the emulated card, which stands in the tests of its checkout.
"""

from __future__ import annotations

import functools
import json
import statistics
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from routine_calls import axpy_with_new_factors, microseconds, operands, ours

import autoblas
from autoblas.devices.opencl.backend import device_in
from support import emulated_card
from support.cuda_arrays import Tensor, fake_torch
from support.rig import Rig

if TYPE_CHECKING:
    from collections.abc import Callable

SIDE, LENGTH = 16, 256
"""Rows and columns of matrices, elements of vectors: so small that a call's own cost shows."""

LENGTHS = range(1000, 1060)
"""Of vectors that no call has seen, for first calls and second ones."""

Calls = dict[str, "Callable[[], Any]"]


def on_device(queue: cl.CommandQueue) -> Calls:
    """Calls on pyopencl's arrays."""
    names = {"gemm": SIDE, "gemv": SIDE, "trmm": SIDE, "symv": SIDE, "axpy": LENGTH}
    arrays = {
        name: {
            key: cl_array.to_device(queue, values)
            for key, values in operands(name, size, "float32", order="C").items()
        }
        for name, size in names.items()
    }
    a, b, c = (arrays["gemm"][key] for key in "abc")
    x, y = (arrays["axpy"][key] for key in "xy")
    whole = cl_array.zeros(queue, 2 * LENGTH, np.float32)
    return {
        **{name: ours(name, arrays[name]) for name in ("gemm", "gemv", "trmm", "symv")},
        "axpy, new alpha": axpy_with_new_factors(x, y),
        "dot": functools.partial(autoblas.dot, x, y),
        "gemm, new c": functools.partial(autoblas.gemm, a, b),
        "gemm, prepared": autoblas.prepare(autoblas.gemm, a, b, c=c),
        "axpy, prepared": autoblas.prepare(autoblas.axpy, x, y, alpha=1e-3),
        "axpy, slices": functools.partial(autoblas.axpy, whole[:LENGTH], whole[LENGTH:], alpha=1e-3),
    }


def on_host() -> Calls:
    """Calls on NumPy's arrays."""
    names = {"gemm": SIDE, "axpy": LENGTH, "gemv": SIDE}
    calls = {name: ours(name, operands(name, size, "float32", order="C")) for name, size in names.items()}
    vectors = operands("dot", LENGTH, "float32")
    return calls | {"dot": functools.partial(autoblas.dot, vectors["x"], vectors["y"])}


def on_tensors(queue: cl.CommandQueue, stack: ExitStack) -> Calls:
    """A product of tensors on an emulated card, whose kernels take no time because they are not run."""

    def nothing(_kernel: Any, queue: Any, _extent: Any, wait_for: Any = None) -> Any:
        del wait_for
        return queue.end

    kernel: Any = emulated_card.Kernel
    kernel.set_memory, kernel.launch = lambda *_: None, nothing
    rig = Rig(device_in(queue.context, queue.device), queue)
    stack.enter_context(emulated_card.emulated_card(rig))
    stack.enter_context(fake_torch())
    a, b, c = (Tensor(values) for values in operands("gemm", SIDE, "float32", order="C").values())
    return {"gemm, tensors": functools.partial(autoblas.gemm, a, b, c=c)}


def new_lengths(queue: cl.CommandQueue) -> dict[str, float]:
    """What first and second calls take of vectors as long as none before: medians."""
    taken: dict[str, list[float]] = {"first call": [], "second call": []}
    for length in LENGTHS:
        x, y = (cl_array.zeros(queue, length, np.float32) for _ in "xy")
        queue.finish()
        for times in taken.values():
            start = time.perf_counter()
            autoblas.axpy(x, y, alpha=1e-3)
            times.append((time.perf_counter() - start) * 1e6)
            queue.finish()
    return {name: statistics.median(times) for name, times in taken.items()}


def pocl_queue() -> cl.CommandQueue:
    """A queue on PoCL's device."""
    platform = next(each for each in cl.get_platforms() if each.name == "Portable Computing Language")
    return cl.CommandQueue(cl.Context(platform.get_devices()[:1]))


def least(calls: Calls, turns: int, finish: Callable[[], object]) -> dict[str, float]:
    """The least of many turns: what disturbs a machine only adds."""
    return {name: min(times) for name, times in microseconds(calls, turns, finish).items()}


def main(turns: int) -> None:
    """Print what calls take, in microseconds, and the file that they are from."""
    queue = pocl_queue()
    rows = {
        "device": least(on_device(queue), turns, queue.finish),
        "numpy": least(on_host(), turns, lambda: None),
        "new length": new_lengths(queue),
    }
    with ExitStack() as stack:
        rows["device"] |= least(on_tensors(queue, stack), turns, lambda: None)
    print(json.dumps({"package": autoblas.__file__, "rows": rows}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
