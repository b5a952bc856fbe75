"""The libraries that are timed: autoblas by each way of calling it, and its peers on the host and on cards."""

from __future__ import annotations

import ctypes
import functools
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import autoblas
from autoblas.blas.host.blas import FORMS, numpy_handle
from autoblas.blas.host.identity import blas_of, numpy_blas
from benchmarks.cases.scale import copies
from benchmarks.convolution import convolved
from benchmarks.interfaces import CBLAS, CuBLAS, OneDNN
from benchmarks.machine import threads
from benchmarks.memory import CuPyMemory, HostMemory, OpenCLMemory, TorchMemory
from benchmarks.operands import SUMS, call_of, written
from benchmarks.record import OURS, Library
from benchmarks.side import Bound, Unavailable, bound, loaded, peer_functions, shared, timed
from benchmarks.training import MODES, Programs

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.memory import Operands
    from benchmarks.side import Side

__all__ = ["CARD", "FORCEABLE", "SIDES"]

WAYS: dict[str, type[Any]] = {
    "numpy": HostMemory, "kernels": HostMemory, "pinned": HostMemory, "mapped": HostMemory, "device": OpenCLMemory,
    "chained": OpenCLMemory, "prepared": OpenCLMemory, "opencl": OpenCLMemory, "cuda": TorchMemory,
    "cuda-prepared": TorchMemory, "cupy": CuPyMemory,
}  # fmt: skip
"""The ways of calling autoblas, with their arrays.

``kernels`` names the queue, so that the device computes on NumPy arrays. ``device`` waits for each call, ``chained`` and
``prepared`` for the last of several. ``opencl`` and the ways of cards are timed by the device's clock.
"""


class Ours:
    """autoblas.

    Args:
        way: One of ``WAYS``.
    """

    def __init__(self, way: str) -> None:
        self.way, self.spins = way, way == "numpy"
        self.memory: Any = shared(WAYS[way])
        self.library = Library(f"{OURS} ({way})", autoblas.__version__)

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        case, memory, way = operands.case, self.memory, self.way
        if way in {"pinned", "mapped"}:
            return self._between_memories(operands)
        if memory.key in {"torch", "cupy"} and case.routine == "iamax":
            return None  # its result is no array of theirs
        if "prepared" in way and (case.kind or case.routine not in {"gemm", "axpy", "gemv"}):
            return None
        arrays, options = operands.within(memory), {}
        if way in {"kernels", "opencl"}:
            opencl = shared(OpenCLMemory)
            options["queue"] = opencl.queue if way == "kernels" else opencl.profiled
        make = convolved if case.routine == "convgemm" else call_of
        call: Any = make(case, arrays, **options)
        if "prepared" in way:
            call = autoblas.prepare(call.func, *call.args, **call.keywords)
        clock = memory.device_seconds if way == "opencl" else memory.seconds
        if operands.host_cost or way in {"chained", "prepared"}:
            clock = timed(memory.finish, every_call=False, counted=not operands.host_cost)
        returned = case.kind == "new result" or (memory.key == "host" and case.routine in SUMS)
        return Bound(call, clock, None if returned else lambda: memory.head(arrays[written(case)[0]]))

    def _between_memories(self, operands: Operands) -> Bound:
        """A product of arrays that are pinned, or mapped while the host has them."""
        make: Any = autoblas.pinned_empty if self.way == "pinned" else autoblas.mapped_empty
        a, b, c = (make(operands.host[name].shape, operands.host[name].dtype) for name in "abc")
        if self.way == "pinned":
            a[...], b[...] = (operands.host[name] for name in "ab")
            call = functools.partial(autoblas.gemm, a, b, c=c, queue=shared(OpenCLMemory).queue)
            return bound(call, operands, self.memory, {"c": c})
        for x, name in ((a, "a"), (b, "b"), (c, "c")):
            x.map()[...] = operands.host[name]

        def run() -> None:
            for x in (a, b, c):
                x.unmap()
            autoblas.gemm(a, b, c=c)
            for x in (c, a, b):
                x.map(write=x is not c)

        return bound(run, operands, self.memory)


class Functions:
    """NumPy's functions, with SciPy's axpy, or those of PyTorch's wheel for CPUs, which has MKL and oneDNN.

    Args:
        module: ``numpy`` or ``torch``.
    """

    spins = True

    def __init__(self, module: str) -> None:
        try:
            self.module: Any = import_module(module)
        except ImportError as error:
            raise Unavailable(str(error)) from None
        self.memory: Any = shared(HostMemory)
        if self.module is np:
            blas = numpy_blas()
            self.library = Library(f"NumPy {np.__version__}, {blas.library}", *blas[1:])
            return
        self.module.set_num_threads(threads())
        facts = self.module.__config__.show()
        parts = re.findall(r"(MKL-DNN v[\d.]+|oneAPI Math Kernel Library Version [\d.]+)", facts)
        isa = re.search(r"CPU capability usage: (\w+)", facts)
        version = ", ".join([self.module.__version__, *parts])
        self.library = Library("PyTorch", version, isa and isa[1], threads())

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        case = operands.case
        if self.module is np and case.routine == "convgemm":
            return bound(convolved(case, operands.within(self.memory), by_numpy=True), operands, self.memory)
        if self.module is np:
            return peer_functions(operands, self.memory, np)
        if case.routine not in {"gemm", "gemm_batched"} or case.dtype == "bfloat16":
            return None
        v = operands.within(self.memory)
        a, b, c = (self.module.from_numpy(v[name]) for name in "abc")
        a, b = (x.swapaxes(-1, -2) if flip == "T" else x for x, flip in zip((a, b), case.trans, strict=True))
        return bound(functools.partial(self.module.matmul, a, b, out=c), operands, self.memory, v)


class Launch:
    """A launch by pyopencl of a kernel that does nothing: the least cost of calls on device arrays."""

    spins = False

    def __init__(self) -> None:
        self.memory = shared(OpenCLMemory)
        cl, queue = self.memory.cl, self.memory.queue
        text = "kernel void nothing(global float *x) { x[get_global_id(0)] = 0; }"
        kernel = cl.Kernel(cl.Program(queue.context, text).build(), "nothing")
        self.buffer = cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, 64)
        kernel.set_arg(0, self.buffer)
        self.call = functools.partial(cl.enqueue_nd_range_kernel, queue, kernel, (16,), (16,))
        self.library = Library("pyopencl, an empty kernel", cl.VERSION_TEXT)

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``; it has nothing to compare with the work of calls."""
        return bound(self.call, operands, self.memory) if operands.host_cost else None


class Copies:
    """A and B to the device and C back, from and to pinned memory: the least time of a product where memories differ."""

    spins = False

    def __init__(self) -> None:
        self.memory, self.library = shared(OpenCLMemory), Library("copies alone")

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        arrays = [autoblas.pinned_empty(x.shape, x.dtype) for x in map(operands.host.__getitem__, "abc")]
        run = copies(autoblas.devices(self.memory.queue), *arrays)
        return None if run is None else bound(run, operands, shared(HostMemory))


class TorchCopying:
    """PyTorch's way: A and B to the card, the product, C back."""

    spins = False

    def __init__(self) -> None:
        self.torch = shared(TorchMemory).module
        self.library = Library("cuBLAS, copies included", f"PyTorch {self.torch.__version__}")

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        x, y = (self.torch.from_numpy(operands.host[name]) for name in "ab")
        return bound(lambda: self.torch.matmul(x.cuda(), y.cuda()).cpu(), operands, shared(HostMemory))


def openblas() -> CBLAS:
    """The OpenBLAS that NumPy brings."""
    handle = numpy_handle()
    if handle is None or numpy_blas().library != "OpenBLAS":
        raise Unavailable(f"NumPy's BLAS is {numpy_blas()}")
    form, _, integer = next(form for form in FORMS if hasattr(handle, form[0].format("sdot")))
    return CBLAS(handle, Library(*numpy_blas()), form, integer)


def mkl() -> CBLAS:
    """MKL, from pip's package of that name or the system."""
    packages = [Path(path).parents[2] for path in sys.path if "site-packages" in path]
    folders = [folder / "lib" for folder in (Path(sys.prefix), Path(sys.base_prefix), *packages)]
    names = [f"libmkl_rt.so.{version}" for version in (3, 2)]
    handle = loaded((*(str(folder / name) for folder in folders for name in names), *names, "libmkl_rt.so"))
    handle.MKL_Set_Threading_Layer(0)  # Intel's OpenMP, which its package requires
    handle.MKL_Set_Num_Threads(threads())
    return CBLAS(handle, Library(*blas_of(handle)), "cblas_{}")


def blis() -> CBLAS:
    """BLIS, from the system's package with OpenMP."""
    debian = "/usr/lib/x86_64-linux-gnu/blis-openmp/libblis.so.4"
    handle = loaded((debian, "libblis.so.4", "libblis.so"))
    handle.bli_thread_set_num_threads(ctypes.c_int64(threads()))
    return CBLAS(handle, Library(*blas_of(handle)), "cblas_{}")


SIDES: dict[str, Callable[[], Side]] = {
    **{f"{OURS}-{way}": functools.partial(Ours, way) for way in WAYS},
    "numpy": functools.partial(Functions, "numpy"), "openblas": openblas, "mkl": mkl, "blis": blis, "onednn": OneDNN,
    "pytorch-cpu": functools.partial(Functions, "torch"), "cublas": functools.partial(CuBLAS, TorchMemory),
    "cublas-cupy": functools.partial(CuBLAS, CuPyMemory), "launch": Launch, "copies": Copies,
    "pytorch-copying": TorchCopying, **{name: functools.partial(Programs, name) for name in MODES},
    **{f"{name}-host": functools.partial(Programs, name, "CPU") for name in ("pytorch", f"{OURS}-torch")},
}  # fmt: skip
"""Functions that open the libraries, by the names of ``--libraries``; they raise ``Unavailable`` where one is missing."""

FORCEABLE = {
    "numpy": numpy_blas().library,
    "openblas": "OpenBLAS",
    "mkl": "MKL",
    "pytorch-cpu": "MKL",
    "blis": "BLIS",
    "onednn": "",
}
"""Peers on the host, and the library whose variables choose their kernels."""

CARD = ("autoblas-cuda", "autoblas-cuda-prepared", "autoblas-cupy", "cublas", "cublas-cupy", *MODES)
"""Libraries that need a card and no device of OpenCL."""
