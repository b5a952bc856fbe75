"""The libraries that ``nvidia.py`` times: autoblas, cuBLAS through PyTorch or CuPy, and CLBlast through ctypes.

Each library is timed by the device's own clock, from the end of a long copy to the end of the last of several calls.
The calls are enqueued while the copy runs, so the device never waits for the host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from clblast_library import NO, ROWS
from clblast_library import CLBlast as BesideCLBlast

import autoblas

if TYPE_CHECKING:
    from collections.abc import Callable

    from nvidia_cases import Case

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["Autoblas", "AutoblasOfPyTorch", "CLBlast", "CuPy", "Library", "PyTorch", "cublas"]

PLUG_BYTES = 1 << 30
"""Bytes that are copied twice while calls are enqueued: about a millisecond."""


class Library(Protocol):
    """A library on its device.

    Attributes:
        name: Its name and version.
    """

    name: str

    def bind(self, case: Case, inputs: list[Array]) -> Callable[[], Any]:
        """The call of a case on copies of these operands."""

    def seconds(self, call: Callable[[], Any], count: int, plugs: int = 2) -> float:
        """Seconds of ``count`` calls, enqueued behind so many long copies."""

    def result(self) -> Array:
        """What the last call that was bound computed, as NumPy has it."""


class Autoblas:
    """autoblas on arrays in device memory."""

    name = f"autoblas {autoblas.__version__}"

    def __init__(self, context: cl.Context, device: cl.Device) -> None:
        properties = cl.command_queue_properties.PROFILING_ENABLE
        self.queue = cl.CommandQueue(context, device, properties=properties)
        flags = cl.mem_flags.READ_WRITE
        self.plugs = [cl.Buffer(context, flags, PLUG_BYTES) for _ in range(2)]
        self.out: Any = None

    def bind(self, case: Case, inputs: list[Array]) -> Callable[[], Any]:
        """See ``Library``."""
        placed = [cl_array.to_device(self.queue, x) for x in inputs]
        options: dict[str, Any] = {"accuracy": case.accuracy}
        if case.routine in {"gemm", "batched"}:
            options |= {"trans_a": case.trans[0], "trans_b": case.trans[1]}
            shape = (*case.sizes[:-3], *case.sizes[-3:-1])
            self.out = cl_array.empty(self.queue, shape, inputs[0].dtype)
            product = autoblas.gemm_batched if case.routine == "batched" else autoblas.gemm
            return lambda: product(placed[0], placed[1], c=self.out, **options)
        if case.routine == "gemv":
            length = case.sizes[0 if case.trans[0] == "N" else 1]
            self.out = cl_array.empty(self.queue, (length,), inputs[0].dtype)
            return lambda: autoblas.gemv(placed[0], placed[1], self.out, trans=case.trans[0])
        if case.routine == "axpy":
            self.out = placed[1]
            return lambda: autoblas.axpy(placed[0], placed[1], alpha=1e-9)
        self.out = cl_array.empty(self.queue, (1,), inputs[0].dtype)
        reduction = getattr(autoblas, case.routine)
        return lambda: reduction(*placed, out=self.out)

    def seconds(self, call: Callable[[], Any], count: int, plugs: int = 2) -> float:
        """See ``Library``."""
        plug = self.plug(plugs)
        for _ in range(count):
            call()
        last = self.out.events[-1]
        last.wait()
        return float(last.profile.end - plug.profile.end) * 1e-9

    def plug(self, copies: int = 2) -> cl.Event:
        """Keep the device busy for a while; the event of its end."""
        for _ in range(copies):
            event = cl.enqueue_copy(self.queue, *self.plugs)
        self.queue.flush()
        assert isinstance(event, cl.Event)  # noqa: S101  # copies between buffers have events
        return event

    def copy_seconds(self, nbytes: int) -> float:
        """Seconds of a copy of so many bytes, each read and written once."""
        plug = self.plug()
        count = 8
        for _ in range(count):
            event: Any = cl.enqueue_copy(self.queue, *self.plugs, byte_count=min(nbytes, PLUG_BYTES))
        event.wait()
        return float(event.profile.end - plug.profile.end) * 1e-9 / count

    def result(self) -> Array:
        """See ``Library``."""
        return np.asarray(self.out.get())


class PyTorch:
    """cuBLAS through PyTorch."""

    def __init__(self) -> None:
        import torch  # noqa: PLC0415  # either library will do

        self.torch = torch
        self.name = f"PyTorch {torch.__version__}, CUDA {torch.version.cuda}"
        self.plugs = [torch.empty(PLUG_BYTES, dtype=torch.uint8, device="cuda") for _ in range(2)]
        self.out: Any = None

    def bind(self, case: Case, inputs: list[Array]) -> Callable[[], Any]:
        """See ``Library``."""
        torch = self.torch
        fast = case.accuracy == "fast"
        torch.backends.cuda.matmul.allow_tf32 = fast
        torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = fast
        torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = fast
        placed = [
            torch.from_numpy(x.view(np.int16)).view(torch.bfloat16).cuda()
            if case.dtype == "bfloat16"
            else torch.from_numpy(x).cuda()
            for x in inputs
        ]
        if case.routine in {"gemm", "batched", "gemv"}:
            placed = [
                x.transpose(-1, -2) if flip == "T" and x.ndim > 1 else x
                for x, flip in zip(placed, case.trans, strict=True)
            ]
            self.out = torch.matmul(*placed)
            return lambda: torch.matmul(*placed, out=self.out)
        if case.routine == "axpy":
            self.out = placed[1]
            return lambda: self.out.add_(placed[0], alpha=1e-9)
        call = torch.dot if case.routine == "dot" else torch.linalg.vector_norm
        self.out = call(*placed)

        def reduce() -> None:
            self.out = call(*placed)

        return reduce

    def seconds(self, call: Callable[[], Any], count: int, plugs: int = 2) -> float:
        """See ``Library``."""
        torch = self.torch
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        for _ in range(plugs):
            self.plugs[0].copy_(self.plugs[1])
        first.record()
        for _ in range(count):
            call()
        last.record()
        last.synchronize()
        return float(first.elapsed_time(last)) * 1e-3

    def result(self) -> Array:
        """See ``Library``."""
        wide = (
            self.out.float() if self.out.dtype == self.torch.bfloat16 else self.out
        )  # which NumPy does not know
        return np.asarray(wide.cpu().numpy())


class AutoblasOfPyTorch(PyTorch):
    """autoblas on PyTorch's arrays, which CUDA launches and times as it does cuBLAS's kernels."""

    def __init__(self) -> None:
        super().__init__()
        self.name = f"autoblas {autoblas.__version__} on arrays of {self.name}"

    def bind(self, case: Case, inputs: list[Array]) -> Callable[[], Any]:
        """See ``Library``; products only."""
        torch = self.torch
        a, b = (
            torch.from_numpy(x.view(np.int16)).view(torch.bfloat16).cuda()
            if case.dtype == "bfloat16"
            else torch.from_numpy(x).cuda()
            for x in inputs
        )
        self.out = torch.empty(case.sizes[-3:-1], dtype=a.dtype, device=a.device)
        options: dict[str, Any] = {
            "accuracy": case.accuracy,
            "trans_a": case.trans[0],
            "trans_b": case.trans[1],
        }
        return lambda: autoblas.gemm(a, b, c=self.out, **options)


class CuPy:
    """cuBLAS through CuPy."""

    def __init__(self) -> None:
        import cupy  # noqa: PLC0415  # either library will do
        import cupy.cublas  # noqa: PLC0415

        self.cupy = cupy
        self.name = f"CuPy {cupy.__version__}, cuBLAS {cupy.cuda.cublas.getVersion(cupy.cuda.device.get_cublas_handle())}"
        self.plugs = [cupy.empty(PLUG_BYTES, np.uint8) for _ in range(2)]
        self.out: Any = None

    def bind(self, case: Case, inputs: list[Array]) -> Callable[[], Any]:
        """See ``Library``."""
        cupy = self.cupy
        core = cupy._core  # noqa: SLF001  # there is no public place for this
        tf32 = core.COMPUTE_TYPE_TF32 if case.accuracy == "fast" else core.COMPUTE_TYPE_DEFAULT
        core.set_compute_type(np.float32, tf32)
        placed = [cupy.asarray(x) for x in inputs]
        if case.routine in {"gemm", "batched", "gemv"}:
            placed = [
                x.swapaxes(-1, -2) if flip == "T" and x.ndim > 1 else x
                for x, flip in zip(placed, case.trans, strict=True)
            ]
            self.out = cupy.matmul(*placed)
            return lambda: cupy.matmul(*placed, out=self.out)
        if case.routine == "axpy":
            self.out = placed[1]
            return lambda: cupy.cublas.axpy(1e-9, *placed)
        self.out = cupy.empty((), inputs[0].dtype)
        reduction = getattr(cupy.cublas, case.routine)
        return lambda: reduction(*placed, out=self.out)

    def seconds(self, call: Callable[[], Any], count: int, plugs: int = 2) -> float:
        """See ``Library``."""
        cupy = self.cupy
        first, last = (cupy.cuda.Event() for _ in range(2))
        for _ in range(plugs):
            self.plugs[0][:] = self.plugs[1]
        first.record()
        for _ in range(count):
            call()
        last.record()
        last.synchronize()
        return float(cupy.cuda.get_elapsed_time(first, last)) * 1e-3

    def result(self) -> Array:
        """See ``Library``."""
        return np.asarray(self.cupy.asnumpy(self.out))


def cublas(which: str) -> Library | None:
    """CuBLAS through the library of this name, or through whichever is installed; None where neither is."""
    for name, library in (("pytorch", PyTorch), ("cupy", CuPy)):
        if which in {name, "either"}:
            try:
                return library()
            except ImportError:
                if which == name:
                    raise
    return None


class CLBlast(Autoblas):
    """SGEMM of CLBlast's shared library, with its own parameters.

    Args:
        path: The library.
        context: Where its arrays lie.
        device: Where it runs.
    """

    def __init__(self, path: str, context: cl.Context, device: cl.Device) -> None:
        super().__init__(context, device)
        self.clblast = BesideCLBlast(path, self.queue, "float32")
        self.library, self.name = self.clblast.library, "CLBlast"

    def bind(self, case: Case, inputs: list[Array]) -> Callable[[], Any]:
        """See ``Library``."""
        sizes = [np.int64(size) for size in case.sizes]
        a, b = (cl_array.to_device(self.queue, x) for x in inputs)
        self.out = cl_array.empty(self.queue, case.sizes[:2], np.float32)

        def call() -> None:
            event = self.clblast.enqueue("gemm", ROWS, NO, NO, *sizes, 1.0, a, b, 0.0, self.out)
            self.out.events[:] = [event]

        return call
