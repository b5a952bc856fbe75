"""What calls on arrays in CUDA memory cost, on a card, beside PyTorch and our OpenCL."""

from __future__ import annotations

import math
import statistics
import time
import traceback
from functools import partial
from typing import TYPE_CHECKING, Any

import cupy
import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import torch

import autoblas
from autoblas.errors import AutoblasError
from autoblas.routines.call.keyed import ROUTINES
from autoblas.runtime.adapters.cuda.adapter import ADAPTER
from autoblas.runtime.plan import BoundPlan

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["graph", "host", "opencl", "times"]

IN_A_ROW = 20
"""Calls that follow each other, through OpenCL as through CUDA."""

TURNS = 5
"""Turns of both, of which medians are compared."""


def per_call(do: Callable[[], object], settle: Callable[[], object], count: int = 3000) -> float:
    """Microseconds of a call, of many in a row: the least of five times."""
    for _ in range(20):
        do()
    least = 1e9
    for _ in range(5):
        settle()
        start = time.perf_counter()
        for _ in range(count // 5):
            do()
        least = min(least, (time.perf_counter() - start) / (count // 5))
        settle()
    return least * 1e6


def host(fail: Any) -> None:
    """What a call costs the host."""
    del fail
    x, y, o = (torch.randn(64, 64, device="cuda") for _ in range(3))
    v, w = torch.randn(4096, device="cuda"), torch.randn(4096, device="cuda")
    call = autoblas.prepare(autoblas.gemm, x, y, c=o)
    settle = torch.cuda.synchronize
    cases: dict[str, Callable[[], object]] = {
        "torch.matmul(x, y, out=o) 64": lambda: torch.matmul(x, y, out=o),
        "autoblas.gemm(x, y, c=o) 64": lambda: autoblas.gemm(x, y, c=o),
        "prepared gemm": call,
        "torch.matmul(x, y) 64": lambda: torch.matmul(x, y),
        "autoblas.gemm(x, y) 64": lambda: autoblas.gemm(x, y),
        "autoblas.axpy(v, w, alpha=2.0) 4096": lambda: autoblas.axpy(v, w, alpha=2.0),
        "w.add_(v, alpha=2.0) 4096": lambda: w.add_(v, alpha=2.0),
    }
    cx, cy, co = cupy.asarray(x), cupy.asarray(y), cupy.asarray(o)
    cases["cupy.matmul(x, y, out=o) 64"] = lambda: cupy.matmul(cx, cy, out=co)
    cases["autoblas.gemm of cupy 64"] = lambda: autoblas.gemm(cx, cy, c=co)
    for name, do in cases.items():
        print(f"  {per_call(do, settle):7.2f} us  {name}")

    arrays = [x, y, o]
    queue = ADAPTER.queue_of(x)
    parts: dict[str, Callable[[], object]] = {
        "queue_of": lambda: ADAPTER.queue_of(x),
        "add_to_key": lambda: ADAPTER.add_to_key([], arrays, queue),
        "note_written": lambda: ADAPTER.note_written((o,), queue),
    }
    for name, do in parts.items():
        print(f"    {per_call(do, settle):7.2f} us  {name}")


def graph(fail: Any) -> None:
    """Calls that a graph captures, first ones too; what is replayed must be what an ordinary call gives."""
    a, b, c = (torch.randn(300, 300, device="cuda") for _ in range(3))
    try:
        with torch.cuda.graph(torch.cuda.CUDAGraph()):
            autoblas.gemm(a[:77, :77], b[:77, :77], c=c[:77, :77])
    except AutoblasError as error:
        print(f"  {error}"[:300])
    except RuntimeError as error:
        told = error.__context__
        (print if isinstance(told, AutoblasError) else fail)(
            f"  {type(told).__name__}: {told}; then torch: {error}"[:500]
        )
    else:
        fail("a first call was captured")
    torch.cuda.synchronize()
    triangle, v = a + 40 * torch.eye(300, device="cuda"), b[0].clone()
    calls: dict[str, Callable[[], Any]] = {
        "trsv": lambda: autoblas.trsv(triangle, v.copy_(b[0])),
        "gemm": lambda: autoblas.gemm(a, b, c=c),
        "gemm, a new result": lambda: autoblas.gemm(a, b),
        "symm": lambda: autoblas.symm(a, b, c=c),
        "trmm": lambda: autoblas.trmm(a, c.copy_(b)),
        "gemv": lambda: autoblas.gemv(a, b[0]),
        "dot": lambda: autoblas.dot(a[0], b[0]),
        "gemm, strict": lambda: autoblas.gemm(a, b, c=c, accuracy="strict"),
    }
    for name, call in calls.items():
        wanted = [call().clone() for _ in range(3)][-1]
        torch.cuda.synchronize()
        captured: Any = torch.cuda.CUDAGraph()
        try:
            with torch.cuda.graph(captured):
                got = call()
        except (AutoblasError, RuntimeError) as error:
            fail(f"{name} was not captured: {error}")
            traceback.print_exc(limit=-8)
            continue
        got.zero_()
        for _ in range(2):
            captured.replay()
        torch.cuda.synchronize()
        if not torch.equal(got, wanted):
            fail(f"{name} in a graph differs by {float((got - wanted).abs().max())}")
        else:
            print(f"  {name}: the same in a graph")
    in_a_graph_of_cupys(fail)
    x, y, o = (torch.randn(64, 64, device="cuda") for _ in range(3))
    for name, do in {
        "ours": lambda: autoblas.gemm(x, y, c=o),
        "torch": lambda: torch.matmul(x, y, out=o),
    }.items():
        print(f"  a product of 64 x 64 in a graph of 200: {name} {graph_us(do, 200):.2f} us")


def in_a_graph_of_cupys(fail: Any) -> None:
    """A call on CuPy's arrays, captured by CuPy."""
    a, b, c = (cupy.random.rand(300, 300, dtype=cupy.float32) for _ in range(3))
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        for _ in range(2):
            autoblas.gemm(a, b, c=c)
        wanted = c.copy()
        stream.begin_capture()
        autoblas.gemm(a, b, c=c)
        captured = stream.end_capture()
        c[:] = 0
        captured.launch(stream)
        right = bool((c == wanted).all())
    (print if right else fail)(f"  gemm in a graph of CuPy's: {'the same' if right else 'another result'}")


def graph_us(do: Callable[[], object], count: int) -> float:
    """Microseconds of a call among so many in a graph: the least of several."""
    return device_us(graph_of(do, count).replay, 5) / count


def graph_of(do: Callable[[], object], count: int) -> Any:
    """A graph of so many calls."""
    for _ in range(3):
        do()
    torch.cuda.synchronize()
    captured: Any = torch.cuda.CUDAGraph()
    with torch.cuda.graph(captured):
        for _ in range(count):
            do()
    return captured


def device_us(do: Callable[[], Any], count: int) -> float:
    """Microseconds of the card, of calls in a row: the least of three times."""
    do()
    least = 1e12
    for _ in range(3):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        torch.cuda.synchronize()
        start.record()
        for _ in range(count):
            do()
        end.record()
        torch.cuda.synchronize()
        least = min(least, start.elapsed_time(end) / count * 1e3)
    return least


def times(fail: Any) -> None:
    """Products beside PyTorch."""
    torch.backends.cuda.matmul.allow_tf32 = False
    rows = [("float32", n) for n in (16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192)]
    rows += [(kind, n) for kind in ("float16", "bfloat16", "float64") for n in (512, 4096, 8192)]
    for kind, n in rows:
        a, b, c = (
            torch.randn(n, n, device="cuda", dtype=torch.float32).to(getattr(torch, kind)) for _ in range(3)
        )
        count = max(3, min(300, int(2e11 / n**3)))
        try:
            ours = device_us(partial(autoblas.gemm, a, b, c=c), count)
        except AutoblasError as error:
            fail(f"{kind} {n}: {error}")
            continue
        theirs = device_us(partial(torch.matmul, a, b, out=c), count)
        flops = 2 * n**3
        print(
            f"  {kind} {n}: {ours:9.1f} us, {flops / ours * 1e-6:7.1f} TFLOP/s; torch {theirs:9.1f} us; {theirs / ours:.2f} times"
        )


def opencl(fail: Any) -> None:
    """Calls beside the same through OpenCL, in turns: the card's times of all kernels there, calls in a graph here.

    Of both as many follow each other, since a card that has much to do lowers its clock.
    """
    gpus = [d for p in cl.get_platforms() for d in p.get_devices() if d.type & cl.device_type.GPU]
    if not gpus:
        print("  no card through OpenCL")
        return
    context = cl.Context(gpus[:1])
    timed = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
    ratios = []
    for label, name, operands, options in cases():
        bare = ROUTINES[getattr(autoblas, name)]
        there = [cl_array.to_device(timed, x) for x in operands]
        here = [torch.from_numpy(x).cuda() for x in operands]
        try:
            captured = graph_of(lambda: getattr(autoblas, name)(*here, **options), IN_A_ROW)  # noqa: B023  # called at once
            turns = [
                (
                    min(kernel_seconds(lambda: bare(*there, queue=timed, **options)) for _ in range(3)) * 1e6,  # noqa: B023  # likewise
                    device_us(captured.replay, 1) / IN_A_ROW,
                )
                for _ in range(TURNS)
            ]
            other, own = map(statistics.median, zip(*turns, strict=True))
        except (AutoblasError, RuntimeError, cl.Error) as error:
            fail(f"{label}: {error}")
            continue
        ratios.append(other / own)
        print(f"  {label}: OpenCL {other:9.1f} us, CUDA {own:9.1f} us; {ratios[-1]:.2f}")
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"  geometric mean of OpenCL's time over CUDA's {mean:.3f}, least {min(ratios):.3f}")


def cases() -> list[tuple[str, str, tuple[Any, ...], dict[str, Any]]]:
    """What is timed: words, routine, operands and options."""
    rng = np.random.default_rng(1)
    big = {n: rng.standard_normal((n, n)).astype(np.float32) for n in (256, 1024, 2048, 4096)}
    identity = {n: np.eye(n, dtype=np.float32) for n in (2048, 4096)}
    vector = rng.standard_normal(1 << 24).astype(np.float32)
    found: list[tuple[str, str, tuple[Any, ...], dict[str, Any]]] = [
        (f"gemm {kind} {n}", "gemm", (big[n].astype(kind), big[n].astype(kind)), {})
        for kind in ("float32", "float64", "float16", "complex64")
        for n in (256, 1024, 4096)
    ]
    found += [("gemm strict 4096", "gemm", (big[4096], big[4096]), {"accuracy": "strict"})]
    found += [("symm 2048", "symm", (big[2048], big[2048]), {}), ("syrk 2048", "syrk", (big[2048],), {})]
    found += [(f"{name} 2048", name, (identity[2048], big[2048]), {}) for name in ("trmm", "trsm")]
    found += [
        (f"{name} 4096", name, (identity[4096], vector[:4096].copy()), {})
        for name in ("gemv", "symv", "trmv", "trsv")
    ]
    found += [
        ("axpy 16M", "axpy", (vector, vector.copy()), {"alpha": 2.0}),
        ("nrm2 16M", "nrm2", (vector,), {}),
    ]
    return [*found, ("dot 16M", "dot", (vector, vector), {})]


def kernel_seconds(do: Callable[[], object]) -> float:
    """Seconds of all kernels of a call by the device's clock, of calls that follow each other."""
    events: list[Any] = []
    own = BoundPlan.launch

    def launch(self: Any, *args: Any, **kwargs: Any) -> Any:
        found = own(self, *args, **kwargs)
        events.extend(found)
        return found

    for _ in range(3):
        do()
    BoundPlan.launch = launch  # type: ignore[method-assign]
    try:
        for _ in range(IN_A_ROW):
            do()
        for event in events:
            event.wait()
        return float(sum(event.profile.end - event.profile.start for event in events)) * 1e-9 / IN_A_ROW
    finally:
        BoundPlan.launch = own  # type: ignore[method-assign]
