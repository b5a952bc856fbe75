"""The libraries that are timed: autoblas by each way of calling it, and its peers on the host and on cards."""

from __future__ import annotations

import ctypes
import functools
import importlib
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import autoblas
from autoblas.runtime.host.blas import FORMS, numpy_handle
from autoblas.runtime.host.identity import blas_of
from benchmarks.cards import CLBlast, Copies, CuBLAS, Launch, TorchCopying
from benchmarks.convolution import convolved
from benchmarks.machine import threads
from benchmarks.memory import CuPyMemory, HostMemory, OpenCLMemory, TorchMemory
from benchmarks.operands import GEMM, SUMS, call_of, plain_name, words_of, written
from benchmarks.record import OURS, Library
from benchmarks.side import (
    ENUMERATORS,
    Bound,
    Side,
    Unavailable,
    chained,
    host_part,
    loaded,
    shared,
    step_of,
    waited,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.memory import Memory, Operands

    Array = np.ndarray[Any, np.dtype[Any]]
    Call = Callable[[], Any]

__all__ = ["CARD", "FORCEABLE", "SIDES", "side"]

DEBIAN = "/usr/lib/x86_64-linux-gnu"


class Ours:
    """autoblas.

    Args:
        way: How it is called: ``numpy``, ``kernels`` (NumPy arrays, the queue named, so that the device computes),
            ``pinned``, ``mapped``, ``device``, ``chained``, ``prepared``, ``opencl`` (by the device's clock), ``cuda``, ``cuda-prepared`` or ``cupy``.
    """

    def __init__(self, way: str) -> None:
        self.way, self.spins = way, way == "numpy"
        memories: dict[str, type[Any]] = {
            "numpy": HostMemory, "kernels": HostMemory, "pinned": HostMemory, "mapped": HostMemory, "cuda": TorchMemory, "cuda-prepared": TorchMemory,
            "cupy": CuPyMemory,
        }  # fmt: skip
        self.memory: Memory = shared(memories.get(way, OpenCLMemory))
        self.library = Library(f"{OURS} ({way})", autoblas.__version__)

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        case, memory = operands.case, self.memory
        if self.way in {"pinned", "mapped"}:
            return self._between_memories(operands)
        if memory.key in {"torch", "cupy"} and case.routine == "iamax":
            return None  # its result is no array of theirs
        if "prepared" in self.way and (case.kind or case.routine not in {"gemm", "axpy", "gemv"}):
            return None
        options: dict[str, Any] = {}
        if self.way == "kernels":
            options["queue"] = shared(OpenCLMemory).queue
        if self.way == "opencl":
            options["queue"] = shared(OpenCLMemory).profiled
        arrays = operands.within(memory)
        call = (
            convolved(case, arrays, options)
            if case.routine == "convgemm"
            else call_of(case, arrays, **options)
        )
        if "prepared" in self.way and isinstance(call, functools.partial):
            call = autoblas.prepare(call.func, *call.args, **call.keywords)
        out = written(case)[0]
        returned = case.kind == "new result" or (memory.key == "host" and case.routine in SUMS)
        head = None if returned else lambda: memory.head(arrays[out])
        return Bound(call, self._clock(operands), head)

    def _between_memories(self, operands: Operands) -> Bound:
        """A product of arrays that are pinned, or mapped while the host has them."""
        made: Any = autoblas.pinned_empty if self.way == "pinned" else autoblas.mapped_empty
        a, b, c = (made(operands.host[name].shape, operands.host[name].dtype) for name in "abc")
        if self.way == "pinned":
            a[...], b[...] = (operands.host[name] for name in "ab")
            call = functools.partial(autoblas.gemm, a, b, c=c, queue=shared(OpenCLMemory).queue)
            return Bound(call, waited(lambda: None), lambda: self.memory.head(c))
        for x, name in ((a, "a"), (b, "b"), (c, "c")):
            x.map()[...] = operands.host[name]

        def run() -> None:
            for x in (a, b, c):
                x.unmap()
            autoblas.gemm(a, b, c=c)
            for x in (c, a, b):
                x.map(write=x is not c)

        return Bound(run, waited(lambda: None), None)

    def _clock(self, operands: Operands) -> Callable[[Call, int], float]:
        finish = self.memory.finish
        if operands.host_cost:
            return host_part(finish)
        if self.way in {"opencl", "cuda", "cuda-prepared", "cupy"}:
            return self.memory.device_seconds
        return chained(finish) if self.way in {"chained", "prepared"} else waited(finish)


class CBLAS:
    """A BLAS of the host by its C functions.

    Args:
        handle: The loaded library.
        library: What records say of it.
        form: How its functions' names are built.
        integer: What it takes for sizes.
    """

    spins = True

    def __init__(
        self, handle: ctypes.CDLL, library: Library, form: str, integer: type[Any] = ctypes.c_int
    ) -> None:
        self.handle, self.library, self.form, self.integer = handle, library, form, integer

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        case = operands.case
        letter = {"float32": "s", "float64": "d", "complex64": "c", "complex128": "z"}.get(case.dtype)
        base, _ = plain_name(case)
        if letter is None or (letter in "cz" and base in SUMS):
            return None
        arrays, memory = operands.within(shared(HostMemory)), shared(HostMemory)
        if case.routine == "gemm_batched":
            return self._batched(operands, letter, arrays)
        name = f"i{letter}amax" if base == "iamax" else letter + base
        name = name.replace("ger", "geru") if letter in "cz" and base == "ger" else name
        function = getattr(self.handle, self.form.format(name), None)
        words = list(words_of(case))
        if function is None or not words or case.accuracy == "fast":
            return None
        function.restype = None
        if base in SUMS:
            function.restype = self.integer if base == "iamax" else self._part(case.dtype)
            words = [word for word in words if word[1] != "out"]
        passed = [part for word in words for part in self._passed(word, case.dtype, arrays)]
        call = functools.partial(function, *passed)
        call.keep = arrays  # type: ignore[attr-defined]  # ctypes holds addresses alone
        out = written(case)[0]
        return Bound(call, waited(memory.finish), None if base in SUMS else lambda: memory.head(arrays[out]))

    def _batched(self, operands: Operands, letter: str, arrays: dict[str, Any]) -> Bound | None:
        """A batch in one call, as MKL has it."""
        case = operands.case
        function = getattr(self.handle, self.form.format(f"{letter}gemm_batch_strided"), None)
        if function is None or self.library.name != "MKL":
            return None
        items, m, n, k = case.sizes
        one, zero = (self._scalar(value, case.dtype) for value in (1.0, 0.0))
        passed: list[Any] = [101, *({"N": 111, "T": 112}[flip] for flip in case.trans), m, n, k, one]
        for name in "ab":
            array = arrays[name]
            passed += [ctypes.c_void_p(array.ctypes.data), array.shape[-1], array.shape[-1] * array.shape[-2]]
        passed += [zero, ctypes.c_void_p(arrays["c"].ctypes.data), n, m * n, items]
        function.restype = None
        call = functools.partial(function, *passed)
        call.keep = arrays  # type: ignore[attr-defined]  # likewise
        return Bound(call, waited(lambda: None), lambda: shared(HostMemory).head(arrays["c"]))

    def _passed(self, word: tuple[str, Any], dtype: str, arrays: dict[str, Any]) -> list[Any]:
        kind, value = word
        if kind in ENUMERATORS:
            return [ENUMERATORS[kind][value]]
        if kind == "size":
            return [self.integer(value)]
        if kind == "factor":
            return [self._scalar(value, dtype)]
        array = arrays[value]
        address = ctypes.c_void_p(array.ctypes.data)
        return [address] if kind == "address" else [address, self.integer(step_of(array))]

    def _scalar(self, value: float, dtype: str) -> Any:
        part = self._part(dtype)
        return ctypes.byref((part * 2)(value, 0)) if dtype.startswith("complex") else part(value)

    @staticmethod
    def _part(dtype: str) -> type[Any]:
        return ctypes.c_double if dtype in {"float64", "complex128"} else ctypes.c_float


def openblas() -> CBLAS:
    """The OpenBLAS that NumPy brings."""
    handle = numpy_handle()
    identity = None if handle is None else blas_of(handle)
    if handle is None or identity is None or identity.library != "OpenBLAS":
        raise Unavailable(f"NumPy's BLAS is {identity}")
    form, _, integer = next(form for form in FORMS if hasattr(handle, form[0].format("sdot")))
    return CBLAS(handle, Library(*identity), form, integer)


def mkl() -> CBLAS:
    """MKL, from pip's package of that name or the system."""
    folders = (
        Path(sys.prefix),
        Path(sys.base_prefix),
        *(Path(path).parents[2] for path in sys.path if "site-packages" in path),
    )
    places = tuple(
        str(folder / "lib" / name) for folder in folders for name in ("libmkl_rt.so.3", "libmkl_rt.so.2")
    )
    handle = loaded((*places, "libmkl_rt.so.3", "libmkl_rt.so.2", "libmkl_rt.so"))
    handle.MKL_Set_Threading_Layer(0)  # Intel's OpenMP, which its package requires
    handle.MKL_Set_Num_Threads(threads())
    return CBLAS(handle, Library(*blas_of(handle)), "cblas_{}")


def blis() -> CBLAS:
    """BLIS, from the system's package with OpenMP."""
    handle = loaded((f"{DEBIAN}/blis-openmp/libblis.so.4", "libblis.so.4", "libblis.so"))
    handle.bli_thread_set_num_threads(ctypes.c_int64(threads()))
    return CBLAS(handle, Library(*blas_of(handle)), "cblas_{}")


class OneDNN:
    """oneDNN's SGEMM."""

    spins = True

    def __init__(self) -> None:
        self.handle = loaded(("libdnnl.so.3", "libdnnl.so.2"))

        class Version(ctypes.Structure):
            _fields_ = (("major", ctypes.c_int), ("minor", ctypes.c_int), ("patch", ctypes.c_int))

        self.handle.dnnl_version.restype = ctypes.POINTER(Version)
        version = self.handle.dnnl_version().contents
        isa = f"instructions {self.handle.dnnl_get_effective_cpu_isa():#x}"
        words = f"{version.major}.{version.minor}.{version.patch}"
        self.library = Library("oneDNN", words, isa, threads())

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        case, memory = operands.case, shared(HostMemory)
        if case.routine != "gemm" or case.dtype != "float32" or case.accuracy == "fast":
            return None
        arrays = operands.within(memory)
        a, b, c = (arrays[name] for name in "abc")
        m, n, k = map(ctypes.c_int64, case.sizes)
        letters = [ctypes.c_char(letter.encode()) for letter in case.trans]
        address = [ctypes.c_void_p(x.ctypes.data) for x in (a, b, c)]
        steps = [ctypes.c_int64(step_of(x)) for x in (a, b, c)]
        call = functools.partial(
            self.handle.dnnl_sgemm, *letters, m, n, k, ctypes.c_float(1), address[0], steps[0], address[1], steps[1],
            ctypes.c_float(0), address[2], steps[2],
        )  # fmt: skip
        call.keep = arrays  # type: ignore[attr-defined]  # ctypes holds addresses alone
        return Bound(call, waited(memory.finish), lambda: memory.head(c))


class NumPy:
    """NumPy's own functions, and SciPy's axpy."""

    spins = True

    def __init__(self) -> None:
        handle = numpy_handle()
        words = f"NumPy {np.__version__}, {Library(*blas_of(handle)).name if handle else 'unknown BLAS'}"
        self.library = Library(words, *(blas_of(handle)[1:] if handle else ()))

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        case, memory = operands.case, shared(HostMemory)
        if case.routine not in {*GEMM, "gemv", "dot", "axpy", "convgemm"} or case.dtype == "bfloat16":
            return None
        v = operands.within(memory)
        if case.routine == "convgemm":
            return Bound(convolved(case, v, None), waited(memory.finish), None)
        if case.routine in {*GEMM, "gemv"}:
            names = "ab" if case.routine in GEMM else "ax"
            left, right = (v[name] for name in names)
            if case.routine in GEMM:
                left, right = (
                    x.swapaxes(-1, -2) if flip == "T" else x
                    for x, flip in zip((left, right), case.trans, strict=True)
                )
            out = v[written(case)[0]]
            if case.kind == "new result":
                return Bound(functools.partial(np.matmul, left, right), waited(memory.finish), None)
            return Bound(
                functools.partial(np.matmul, left, right, out=out),
                waited(memory.finish),
                lambda: memory.head(out),
            )
        if case.routine == "dot":
            return Bound(functools.partial(np.dot, v["x"], v["y"]), waited(memory.finish), None)
        axpy = importlib.import_module("scipy.linalg.blas").get_blas_funcs("axpy", (v["x"], v["y"]))
        return Bound(
            functools.partial(axpy, v["x"], v["y"], a=1e-3),
            waited(memory.finish),
            lambda: memory.head(v["y"]),
        )


class PyTorchOfHost:
    """PyTorch's wheel for CPUs, which multiplies with MKL, or with oneDNN in narrow types."""

    spins = True

    def __init__(self) -> None:
        try:
            self.torch = importlib.import_module("torch")
        except ImportError as error:
            raise Unavailable(str(error)) from None
        told = self.torch.__config__.show()
        parts = re.findall(r"(MKL-DNN v[\d.]+|oneAPI Math Kernel Library Version [\d.]+)", told)
        isa = re.search(r"CPU capability usage: (\w+)", told)
        self.torch.set_num_threads(threads())
        version = ", ".join([self.torch.__version__, *parts])
        self.library = Library("PyTorch", version, isa and isa[1], threads())

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        case, memory = operands.case, shared(HostMemory)
        if case.routine not in GEMM or case.dtype == "bfloat16":
            return None
        arrays = operands.within(memory)
        a, b, c = (self.torch.from_numpy(arrays[name]) for name in "abc")
        a, b = (x.transpose(-1, -2) if flip == "T" else x for x, flip in zip((a, b), case.trans, strict=True))
        call = functools.partial(self.torch.matmul, a, b, out=c)
        return Bound(call, waited(memory.finish), lambda: memory.head(arrays["c"]))


OURS_BY_WAY = (
    "numpy", "kernels", "device", "chained", "prepared", "pinned", "mapped", "opencl", "cuda", "cuda-prepared", "cupy"
)  # fmt: skip

SIDES: dict[str, Callable[[], Side]] = {
    **{f"{OURS}-{way}": functools.partial(Ours, way) for way in OURS_BY_WAY},
    "numpy": NumPy,
    "openblas": openblas,
    "mkl": mkl,
    "blis": blis,
    "onednn": OneDNN,
    "pytorch-cpu": PyTorchOfHost,
    "cublas": functools.partial(CuBLAS, TorchMemory),
    "cublas-cupy": functools.partial(CuBLAS, CuPyMemory),
    "clblast": CLBlast,
    "launch": Launch,
    "copies": Copies,
    "pytorch-copying": TorchCopying,
}  # fmt: skip
"""How each library is loaded, by the name that ``--libraries`` takes."""

FORCEABLE = ("numpy", "openblas", "mkl", "blis", "onednn", "pytorch-cpu")
"""Peers whose kernels variables of the environment can choose."""

CARD = ("autoblas-cuda", "autoblas-cuda-prepared", "autoblas-cupy", "cublas", "cublas-cupy")
"""Libraries that need a card and no device of OpenCL."""


def side(name: str) -> Side:
    """A library by its name.

    Raises:
        Unavailable: it is not installed, or finds no device.
    """
    return SIDES[name]()
