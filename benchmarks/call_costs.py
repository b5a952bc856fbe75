"""Times the calls that ``compare`` compares, with the package that Python finds, and prints them as JSON.

It uses what users of the package use, and the emulated card in the tests of its checkout.
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
"""Lengths of vectors for first and second calls, new ones each."""

CALLS = 60
"""Calls in a row that are timed together."""

Calls = dict[str, "Callable[[], Any]"]


def _numbers(count: int, *shape: int) -> list[Any]:
    """Random arrays of a shape."""
    rng = np.random.default_rng(0)
    return [rng.standard_normal(shape).astype(np.float32) / SIDE for _ in range(count)]


def _on_device(queue: cl.CommandQueue) -> Calls:
    """Calls on pyopencl's arrays."""
    a, b, c, t = (cl_array.to_device(queue, x) for x in _numbers(4, SIDE, SIDE))
    v, w = (cl_array.to_device(queue, x) for x in _numbers(2, SIDE))
    x, y = (cl_array.to_device(queue, x) for x in _numbers(2, LENGTH))
    out = cl_array.zeros(queue, 1, np.float32)
    double = cl_array.zeros(queue, 2 * LENGTH, np.float32)
    factor = [1e-3]

    def new_factor() -> Any:
        factor[0] = -factor[0]
        return autoblas.axpy(x, y, alpha=factor[0])

    return {
        "gemm": functools.partial(autoblas.gemm, a, b, c=c),
        "gemv": functools.partial(autoblas.gemv, a, v, w),
        "trmm": functools.partial(autoblas.trmm, a, t, uplo="L"),
        "symv": functools.partial(autoblas.symv, a, v, w, uplo="L"),
        "axpy, new alpha": new_factor,
        "dot": functools.partial(autoblas.dot, x, y, out=out),
        "dot, new result": functools.partial(autoblas.dot, x, y),
        "gemm, new c": functools.partial(autoblas.gemm, a, b),
        "gemm, prepared": autoblas.prepare(autoblas.gemm, a, b, c=c),
        "axpy, prepared": autoblas.prepare(autoblas.axpy, x, y, alpha=1e-3),
        "axpy, slices": functools.partial(autoblas.axpy, double[:LENGTH], double[LENGTH:], alpha=1e-3),
    }


def _on_host() -> Calls:
    """Calls on NumPy's arrays."""
    (a, b, c), (v, w), (x, y) = _numbers(3, SIDE, SIDE), _numbers(2, SIDE), _numbers(2, LENGTH)
    return {
        "gemm": functools.partial(autoblas.gemm, a, b, c=c),
        "axpy": functools.partial(autoblas.axpy, x, y, alpha=1e-3),
        "gemv": functools.partial(autoblas.gemv, a, v, w),
        "dot": functools.partial(autoblas.dot, x, y),
    }


def _on_tensors(queue: cl.CommandQueue, stack: ExitStack) -> Calls:
    """A product of tensors on an emulated card, whose kernels take no time because they are not run."""

    def nothing(_kernel: Any, queue: Any, _extent: Any, wait_for: Any = None) -> Any:
        del wait_for
        return queue.end

    kernel: Any = emulated_card.Kernel
    kernel.set_memory, kernel.launch = lambda *_: None, nothing
    rig = Rig(device_in(queue.context, queue.device), queue)
    stack.enter_context(emulated_card.emulated_card(rig))
    stack.enter_context(fake_torch())
    a, b, c = (Tensor(values) for values in _numbers(3, SIDE, SIDE))
    return {"gemm, tensors": functools.partial(autoblas.gemm, a, b, c=c)}


def _new_lengths(queue: cl.CommandQueue) -> dict[str, float]:
    """Median microseconds of the first and second calls on vectors of new lengths."""
    microseconds: dict[str, list[float]] = {"first call": [], "second call": []}
    for length in LENGTHS:
        x, y = (cl_array.zeros(queue, length, np.float32) for _ in "xy")
        queue.finish()
        for times in microseconds.values():
            start = time.perf_counter()
            autoblas.axpy(x, y, alpha=1e-3)
            times.append((time.perf_counter() - start) * 1e6)
            queue.finish()
    return {name: statistics.median(times) for name, times in microseconds.items()}


def _least(calls: Calls, turns: int, finish: Callable[[], object]) -> dict[str, float]:
    """Microseconds a call, the least of many turns, because disturbances only add time."""
    microseconds: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(turns):
        for name, call in calls.items():
            for _ in range(20 if turn == 0 else 2):
                call()
            finish()
            start = time.perf_counter()
            for _ in range(CALLS):
                call()
            microseconds[name].append((time.perf_counter() - start) / CALLS * 1e6)
            finish()
    return {name: min(times) for name, times in microseconds.items()}


def main(turns: int) -> None:
    """Print the microseconds of calls, and the file of the package."""
    platform = next(x for x in cl.get_platforms() if x.name == "Portable Computing Language")
    queue = cl.CommandQueue(cl.Context(platform.get_devices()[:1]))
    costs = {
        "device": _least(_on_device(queue), turns, queue.finish),
        "numpy": _least(_on_host(), turns, lambda: None),
        "new length": _new_lengths(queue),
    }
    with ExitStack() as stack:
        costs["device"] |= _least(_on_tensors(queue, stack), turns, lambda: None)
    print(json.dumps({"package": autoblas.__file__, "costs": costs}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
