"""Memories of operands: the host, OpenCL, and CUDA through PyTorch or CuPy; with clocks for calls on them."""

from __future__ import annotations

import functools
import math
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from benchmarks.operands import GEMM, POOL, numbers, operands, product_shapes, written

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.record import Case

    Array = np.ndarray[Any, np.dtype[Any]]
    Call = Callable[[], Any]

__all__ = ["CuPyMemory", "HostMemory", "Memory", "OpenCLMemory", "Operands", "TorchMemory"]

HEAD = 32
"""Rows of a result that are compared."""

PLUG_BYTES = 1 << 30
"""Bytes of a copy that keeps a card busy while calls are enqueued."""

PLUG_SECONDS, MOST_PLUGS = 2.2e-4, 60
"""The least seconds of such a copy, two gibibytes at ten terabytes a second; and the most copies."""


class Memory(Protocol):
    """A kind of memory; ``key`` is its name."""

    key: str

    def operands(self, operands: Operands) -> dict[str, Any]:
        """Arrays of a case in this memory."""

    def copy(self, array: Any) -> Any:
        """A copy of an array, in its layout."""

    def head(self, array: Any) -> Array:
        """The first rows of an array, for NumPy."""

    def finish(self) -> None:
        """Wait for what was enqueued."""

    def seconds(self, call: Call, count: int) -> float:
        """Seconds of so many calls: of the host where it has to wait for each, else by the device's clock."""


class Operands:
    """The operands of a case: made once in each memory; what a call writes is copied for each library.

    Args:
        case: The case.
        host_cost: Time the host's part of calls, not their work.
    """

    def __init__(self, case: Case, *, host_cost: bool = False) -> None:
        self.case, self.host_cost = case, host_cost
        self._arrays_in: dict[str, dict[str, Any]] = {}

    @functools.cached_property
    def host(self) -> dict[str, Array]:
        """NumPy's arrays."""
        return operands(self.case)

    def within(self, memory: Memory) -> dict[str, Any]:
        """The arrays for one library's calls."""
        if memory.key not in self._arrays_in:
            self._arrays_in[memory.key] = memory.operands(self)
        arrays = dict(self._arrays_in[memory.key])
        return arrays | {name: memory.copy(arrays[name]) for name in written(self.case)}


class HostMemory:
    """NumPy's arrays."""

    key = "host"

    def operands(self, operands: Operands) -> dict[str, Any]:
        """See ``Memory``."""
        return operands.host

    def copy(self, array: Any) -> Any:
        """See ``Memory``."""
        return array.copy(order="K")

    def head(self, array: Any) -> Array:
        """See ``Memory``."""
        return np.array(array[:HEAD])

    def finish(self) -> None:
        """Return at once: calls on the host have ended."""

    def seconds(self, call: Call, count: int) -> float:
        """See ``Memory``."""
        started = time.perf_counter()
        for _ in range(count):
            call()
            self.finish()
        return time.perf_counter() - started


class OpenCLMemory(HostMemory):
    """pyopencl's arrays on the default device."""

    key = "opencl"

    def __init__(self) -> None:
        import pyopencl as cl  # noqa: PLC0415  # cards through CUDA need none
        import pyopencl.array as cl_array  # noqa: PLC0415

        from autoblas.plan.queues import default_queue  # noqa: PLC0415

        self.cl, self._arrays, default = cl, cl_array, default_queue()
        profiled = cl.command_queue_properties.PROFILING_ENABLE
        self.queue = cl.CommandQueue(default.context, default.device)
        self.profiled = cl.CommandQueue(default.context, default.device, properties=profiled)

    def operands(self, operands: Operands) -> dict[str, Any]:
        """See ``Memory``."""
        return {name: self._arrays.to_device(self.queue, array) for name, array in operands.host.items()}

    def copy(self, array: Any) -> Any:
        """See ``Memory``."""
        return array.copy(queue=self.queue)

    def head(self, array: Any) -> Array:
        """See ``Memory``."""
        return np.array(array.get(queue=self.queue)[:HEAD])

    def finish(self) -> None:
        """See ``Memory``."""
        self.queue.finish()

    def device_seconds(self, call: Call, count: int) -> float:
        """Seconds from the end of a long copy to a marker behind the calls, which need ``queue=profiled``."""
        cl, queue = self.cl, self.profiled
        ends = [cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, PLUG_BYTES) for _ in range(2)]
        first = [cl.enqueue_copy(queue, *ends) for _ in range(_plugs(call, count, queue.finish))][-1]
        for _ in range(count):
            call()
        last = cl.enqueue_marker(queue)
        last.wait()
        return float(last.profile.end - first.profile.end) * 1e-9


def _plugs(call: Call, count: int, finish: Callable[[], Any]) -> int:
    """Long copies that last until so many calls are enqueued."""
    finish()
    started = time.perf_counter()
    call()
    waiting = (time.perf_counter() - started) * count * 2
    finish()
    return max(1, min(MOST_PLUGS, round(waiting / PLUG_SECONDS)))


class _CardMemory:
    """Arrays of PyTorch or CuPy on the first card; ``module`` is the library, ``sent`` brings an array there."""

    module: Any
    sent: Any
    finish: Any
    events: Any
    elapsed: Any

    @functools.cached_property
    def _pools(self) -> dict[tuple[int, str], Any]:
        return {}

    @functools.cached_property
    def _ends(self) -> list[Any]:
        return [self.sent(np.zeros(PLUG_BYTES, np.uint8)) for _ in range(2)]

    def operands(self, operands: Operands) -> dict[str, Any]:
        """Products of plain numbers are drawn on the card, others sent to it."""
        case = operands.case
        if case.routine not in GEMM or case.kind.endswith("binades"):
            return {name: self.sent(array) for name, array in operands.host.items()}
        shapes = zip("abc", product_shapes(case), strict=True)
        return {name: self._drawn(seed, shape, case.dtype) for seed, (name, shape) in enumerate(shapes, 1)}

    def _drawn(self, seed: int, shape: tuple[int, ...], dtype: str) -> Any:
        if (seed, dtype) not in self._pools:
            values = self.sent(numbers(seed, (POOL,), dtype if dtype.startswith("complex") else "float64"))
            kind = getattr(self.module, dtype)
            self._pools[seed, dtype] = values.to(kind) if hasattr(values, "to") else values.astype(kind)
        count = math.prod(shape)
        return self.module.tile(self._pools[seed, dtype], (-(-count // POOL),))[:count].reshape(shape)

    def seconds(self, call: Call, count: int) -> float:
        """Seconds from the end of long copies, during which the calls are enqueued, to the end of the last call."""
        first, last = self.events()
        for _ in range(_plugs(call, count, self.finish)):
            self._ends[0][:] = self._ends[1]
        first.record()
        for _ in range(count):
            call()
        last.record()
        last.synchronize()
        return float(self.elapsed(first, last)) * 1e-3


class TorchMemory(_CardMemory):
    """PyTorch's tensors."""

    key = "torch"

    def __init__(self) -> None:
        self.module = torch = import_module("torch")
        if not torch.cuda.is_available():
            raise ImportError("PyTorch sees no card")
        self.card, self.runtime = torch.cuda.get_device_name(0), str(torch.version.cuda)
        self.finish, self.free_cache = torch.cuda.synchronize, torch.cuda.empty_cache
        flags = torch.backends.cuda.matmul  # products in the accuracy that autoblas's standard has
        flags.allow_tf32 = flags.allow_fp16_reduced_precision_reduction = False
        flags.allow_bf16_reduced_precision_reduction = False
        self.events = lambda: [torch.cuda.Event(enable_timing=True) for _ in range(2)]
        self.elapsed = lambda first, last: first.elapsed_time(last)

    def load_cublas(self) -> None:
        """Make PyTorch load its library."""
        self.module.matmul(*(self.module.ones(8, 8, device="cuda") for _ in range(2)))

    def sent(self, array: Array) -> Any:
        """A tensor on the card, in the layout of the array."""
        if array.ndim == 2 and not array.flags.c_contiguous:
            return self.module.from_numpy(np.ascontiguousarray(array.T)).cuda().T
        return self.module.from_numpy(np.ascontiguousarray(array)).cuda()

    def copy(self, array: Any) -> Any:
        """See ``Memory``."""
        return array.clone()

    def head(self, array: Any) -> Array:
        """See ``Memory``; NumPy has no bfloat16."""
        rows = array[:HEAD]
        return np.asarray((rows if rows.is_complex() else rows.double()).cpu().numpy())


class CuPyMemory(_CardMemory):
    """CuPy's arrays."""

    key = "cupy"

    def __init__(self) -> None:
        self.module = cupy = import_module("cupy")
        if not cupy.cuda.is_available():
            raise ImportError("CuPy sees no card")
        runtime = cupy.cuda.runtime
        self.card, self.runtime = (
            runtime.getDeviceProperties(0)["name"].decode(),
            str(runtime.runtimeGetVersion()),
        )
        self.finish, self.sent = cupy.cuda.get_current_stream().synchronize, cupy.asarray
        self.free_cache = cupy.get_default_memory_pool().free_all_blocks
        self.load_cublas = cupy.cuda.device.get_cublas_handle
        self.events, self.elapsed = lambda: [cupy.cuda.Event() for _ in range(2)], cupy.cuda.get_elapsed_time

    def copy(self, array: Any) -> Any:
        """See ``Memory``."""
        return array.copy(order="K")

    def head(self, array: Any) -> Array:
        """See ``Memory``."""
        return np.asarray(self.module.asnumpy(array[:HEAD]))
