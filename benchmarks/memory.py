"""Where operands lie: the host, OpenCL, and CUDA through PyTorch or CuPy; with the clocks that time calls on them."""

from __future__ import annotations

import functools
import time
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

MOST_PLUGS = 60

PLUG_SECONDS = 2.2e-4
"""What such a copy takes at least: two gibibytes at ten terabytes a second."""


class Memory(Protocol):
    """A kind of memory, with a clock for work in it."""

    key: str

    def operands(self, operands: Operands) -> dict[str, Any]:
        """Arrays of a case in this memory."""

    def copy(self, array: Any) -> Any:
        """Another array with the same numbers, laid out alike."""

    def head(self, array: Any) -> Array:
        """The first rows of an array, for NumPy."""

    def finish(self) -> None:
        """Wait for what was enqueued."""

    def device_seconds(self, call: Call, count: int) -> float:
        """Seconds of so many calls by the device's own clock."""


class Operands:
    """The operands of a case: made once in each memory; what a call writes is copied for each library.

    Args:
        case: The case.
        host_cost: Whether the host's part of calls is timed alone, not their work.
    """

    def __init__(self, case: Case, *, host_cost: bool = False) -> None:
        self.case, self.host_cost = case, host_cost
        self._placed: dict[str, dict[str, Any]] = {}

    @functools.cached_property
    def host(self) -> dict[str, Array]:
        """NumPy's arrays."""
        return operands(self.case)

    def within(self, memory: Memory) -> dict[str, Any]:
        """The arrays for one library's calls."""
        if memory.key not in self._placed:
            self._placed[memory.key] = memory.operands(self)
        arrays = dict(self._placed[memory.key])
        for name in written(self.case):
            arrays[name] = memory.copy(arrays[name])
        return arrays


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
        """Nothing is pending."""

    def device_seconds(self, call: Call, count: int) -> float:
        """The host's clock."""
        started = time.perf_counter()
        for _ in range(count):
            call()
        return time.perf_counter() - started


class OpenCLMemory:
    """pyopencl's arrays on the default device."""

    key = "opencl"

    def __init__(self) -> None:
        import pyopencl as cl  # noqa: PLC0415  # cards through CUDA need none
        import pyopencl.array as cl_array  # noqa: PLC0415

        from autoblas.runtime.context import default_queue  # noqa: PLC0415

        self.cl, self.arrays = cl, cl_array
        given = default_queue()
        profiled = cl.command_queue_properties.PROFILING_ENABLE
        self.queue = cl.CommandQueue(given.context, given.device)
        self.profiled = cl.CommandQueue(given.context, given.device, properties=profiled)

    def operands(self, operands: Operands) -> dict[str, Any]:
        """See ``Memory``."""
        return {name: self.arrays.to_device(self.queue, array) for name, array in operands.host.items()}

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
        """From the end of a long copy to a marker behind the calls, which need ``queue=profiled``."""
        cl = self.cl
        plugs = [cl.Buffer(self.queue.context, cl.mem_flags.READ_WRITE, PLUG_BYTES) for _ in range(2)]
        first = [
            cl.enqueue_copy(self.profiled, *plugs) for _ in range(_plugs(call, count, self.profiled.finish))
        ][-1]
        for _ in range(count):
            call()
        last = cl.enqueue_marker(self.profiled)
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
    """What the memories of a card have in common."""

    def _operands(self, operands: Operands, pool: Callable[[int, int], Any]) -> dict[str, Any] | None:
        """Arrays of products of plain numbers, drawn on the card; None where the host has to make them."""
        case = operands.case
        if case.routine not in GEMM or case.kind.endswith("binades"):
            return None
        shapes = zip("abc", product_shapes(case), strict=True)
        return {
            name: pool(seed, int(np.prod(shape))).reshape(shape)
            for seed, (name, shape) in enumerate(shapes, 1)
        }


class TorchMemory(_CardMemory):
    """PyTorch's tensors on the first card."""

    key = "torch"

    def __init__(self) -> None:
        import torch  # noqa: PLC0415  # where it is installed

        if not torch.cuda.is_available():
            raise ImportError("PyTorch sees no card")
        self.torch = torch
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
        torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
        self._plugs = [torch.empty(PLUG_BYTES, dtype=torch.uint8, device="cuda") for _ in range(2)]
        self._pools: dict[tuple[int, str], Any] = {}

    def operands(self, operands: Operands) -> dict[str, Any]:
        """See ``Memory``."""
        dtype = operands.case.dtype
        made = self._operands(operands, lambda seed, count: self._drawn(seed, count, dtype))
        if made is not None:
            return made
        return {name: self._sent(array) for name, array in operands.host.items()}

    def _drawn(self, seed: int, count: int, dtype: str) -> Any:
        if (seed, dtype) not in self._pools:
            kind = dtype if dtype.startswith("complex") else "float64"
            values = self.torch.from_numpy(numbers(seed, (POOL,), kind)).cuda()
            self._pools[seed, dtype] = values.to(getattr(self.torch, dtype))
        pool = self._pools[seed, dtype]
        return pool.repeat(-(-count // POOL))[:count].clone()

    def _sent(self, array: Array) -> Any:
        """A tensor with the array's layout."""
        if array.ndim == 2 and not array.flags.c_contiguous:
            return self.torch.from_numpy(np.ascontiguousarray(array.T)).cuda().T
        return self.torch.from_numpy(np.ascontiguousarray(array)).cuda()

    def copy(self, array: Any) -> Any:
        """See ``Memory``."""
        return array.clone()

    def head(self, array: Any) -> Array:
        """See ``Memory``."""
        rows = array[:HEAD]
        wide = rows if rows.is_complex() else rows.double()
        return np.asarray(wide.cpu().numpy())

    def finish(self) -> None:
        """See ``Memory``."""
        self.torch.cuda.synchronize()

    def device_seconds(self, call: Call, count: int) -> float:
        """From the end of long copies, during which the calls are enqueued, to the end of the last call."""
        torch = self.torch
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        for _ in range(_plugs(call, count, torch.cuda.synchronize)):
            self._plugs[0].copy_(self._plugs[1])
        first.record()
        for _ in range(count):
            call()
        last.record()
        last.synchronize()
        return float(first.elapsed_time(last)) * 1e-3


class CuPyMemory(_CardMemory):
    """CuPy's arrays on the first card."""

    key = "cupy"

    def __init__(self) -> None:
        import cupy  # noqa: PLC0415  # where it is installed

        if not cupy.cuda.is_available():
            raise ImportError("CuPy sees no card")
        self.cupy = cupy
        self._plugs = [cupy.empty(PLUG_BYTES, np.uint8) for _ in range(2)]

    def operands(self, operands: Operands) -> dict[str, Any]:
        """See ``Memory``."""
        dtype = operands.case.dtype
        made = self._operands(
            operands,
            lambda seed, count: self.cupy.resize(self.cupy.asarray(numbers(seed, (POOL,), dtype)), count),
        )
        return made or {name: self.cupy.asarray(array) for name, array in operands.host.items()}

    def copy(self, array: Any) -> Any:
        """See ``Memory``."""
        return array.copy(order="K")

    def head(self, array: Any) -> Array:
        """See ``Memory``."""
        return np.asarray(self.cupy.asnumpy(array[:HEAD]))

    def finish(self) -> None:
        """See ``Memory``."""
        self.cupy.cuda.get_current_stream().synchronize()

    def device_seconds(self, call: Call, count: int) -> float:
        """See ``TorchMemory``."""
        cupy = self.cupy
        first, last = (cupy.cuda.Event() for _ in range(2))
        for _ in range(_plugs(call, count, self.finish)):
            self._plugs[0][:] = self._plugs[1]
        first.record()
        for _ in range(count):
            call()
        last.record()
        last.synchronize()
        return float(cupy.cuda.get_elapsed_time(first, last)) * 1e-3
