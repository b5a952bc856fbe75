"""Peers on cards and other devices: cuBLAS, CLBlast, bare launches and bare copies."""

from __future__ import annotations

import ctypes
import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import autoblas
from benchmarks.memory import OpenCLMemory, TorchMemory
from benchmarks.operands import GEMM, SUMS, plain_name, words_of, written
from benchmarks.record import Library
from benchmarks.side import ENUMERATORS, Bound, host_part, loaded, shared, step_of, waited

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.memory import Operands
    from benchmarks.record import Case

    Call = Callable[[], Any]

__all__ = ["CLBlast", "Copies", "CuBLAS", "Launch", "TorchCopying"]


class CuBLAS:
    """cuBLAS through PyTorch or CuPy: products by their functions, other routines by its C interface.

    Args:
        memory: Whose arrays it computes with.
    """

    spins = False
    NUMBERS: ClassVar = {"trans": {"N": 0, "T": 1}, "uplo": {"L": 0}, "side": {"L": 0}, "diag": {"N": 0}}

    def __init__(self, memory: type[Any]) -> None:
        self.memory = shared(memory)
        if memory is TorchMemory:
            torch = self.memory.torch
            torch.matmul(*(torch.ones(8, 8, device="cuda") for _ in range(2)))
            words = f"through PyTorch {torch.__version__}"
            card = torch.cuda.get_device_name(0)
        else:
            cupy = self.memory.cupy
            cupy.cuda.device.get_cublas_handle()
            words = f"through CuPy {cupy.__version__}"
            card = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
        self.handle, version = self._opened()
        self.library = Library("cuBLAS", f"{version} {words}", card)

    def _opened(self) -> tuple[ctypes.c_void_p | None, str]:
        """A handle, and the library's version, of the one that the process has loaded."""
        maps = Path("/proc/self/maps").read_text(encoding="utf-8")
        path = re.search(r"\S+libcublas\.so\S*", maps)
        if path is None:
            return None, "unknown"
        self._library, handle, version = ctypes.CDLL(path[0]), ctypes.c_void_p(), ctypes.c_int()
        self._check(self._library.cublasCreate_v2(ctypes.byref(handle)), "cublasCreate_v2")
        self._library.cublasGetVersion_v2(handle, ctypes.byref(version))
        major, rest = divmod(version.value, 10000)
        return handle, f"{major}.{rest // 100}.{rest % 100}"

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        case, memory = operands.case, self.memory
        if memory.key == "cupy" and (case.dtype == "bfloat16" or case.accuracy == "fast"):
            return None
        v = operands.within(memory)
        clock = host_part(memory.finish) if operands.host_cost else memory.device_seconds
        if case.routine in GEMM or (
            operands.host_cost and memory.key == "torch" and case.routine in {"gemv", "axpy", "dot"}
        ):
            return self._by_functions(case, v, clock)
        letter = {"float32": "S", "float64": "D", "complex64": "C", "complex128": "Z"}.get(case.dtype)
        if letter is None or self.handle is None:
            return None
        call = self._by_symbols(case, v, letter)
        out = written(case)[0]
        return Bound(call, clock, lambda: memory.head(v[out]))

    def _by_functions(self, case: Case, v: dict[str, Any], clock: Callable[[Call, int], float]) -> Bound:
        memory = self.memory
        module = memory.torch if memory.key == "torch" else memory.cupy
        if case.routine == "axpy":
            return Bound(lambda: v["y"].add_(v["x"], alpha=1e-3), clock, lambda: memory.head(v["y"]))
        if case.routine == "dot":
            return Bound(functools.partial(module.dot, v["x"], v["y"]), clock, None)
        if case.routine == "gemv":
            return Bound(
                functools.partial(module.mv, v["a"], v["x"], out=v["y"]), clock, lambda: memory.head(v["y"])
            )
        a, b = (
            v[name].swapaxes(-1, -2) if flip == "T" else v[name]
            for name, flip in zip("ab", case.trans, strict=True)
        )
        if case.kind == "new result":
            return Bound(functools.partial(module.matmul, a, b), clock, None)
        call: Call = functools.partial(module.matmul, a, b, out=v["c"])
        if case.accuracy == "fast":
            call = self._with_tf32(call)
        return Bound(call, clock, lambda: memory.head(v["c"]))

    def _with_tf32(self, call: Call) -> Call:
        flags = self.memory.torch.backends.cuda.matmul

        def run() -> None:
            flags.allow_tf32 = True
            call()
            flags.allow_tf32 = False

        return run

    def _by_symbols(self, case: Case, v: dict[str, Any], letter: str) -> Call:
        base, _ = plain_name(case)
        name = {"dot": "dotu", "ger": "geru"}.get(base, base) if letter in "CZ" else base
        symbol = f"cublas{letter}{name}_v2"
        if base == "iamax":
            symbol = f"cublasI{letter.lower()}amax_v2"
        elif base in {"nrm2", "asum"} and letter in "CZ":
            symbol = f"cublas{ {'C': 'Sc', 'Z': 'Dz'}[letter] }{base}_v2"
        function: Callable[..., int] = getattr(self._library, symbol)
        passed: list[Any] = [self.handle]
        part = ctypes.c_double if letter in "DZ" else ctypes.c_float
        words = [word for word in words_of(case) if word[0] != "layou"]
        words += [("array", "b")] if base == "trmm" else []
        for kind, value in words:
            if kind in self.NUMBERS:
                passed.append(ctypes.c_int(self.NUMBERS[kind][value]))
            elif kind == "size":
                passed.append(ctypes.c_int(value))
            elif kind == "factor":
                passed.append(ctypes.pointer((part * 2)(value, 0)))
            else:
                array = v[value]
                address = array.data_ptr() if hasattr(array, "data_ptr") else array.data.ptr
                passed.append(ctypes.c_void_p(address))
                passed += [] if kind == "address" else [ctypes.c_int(step_of(array))]
        mode, on_card = self._library.cublasSetPointerMode_v2, int(base in SUMS)

        def run() -> None:
            mode(self.handle, on_card)
            self._check(function(*passed), symbol)

        run.keep = v  # type: ignore[attr-defined]  # ctypes holds addresses alone
        return run

    @staticmethod
    def _check(status: int, name: str) -> None:
        if status:
            raise RuntimeError(f"{name} returned {status}")


class CLBlast:
    """CLBlast by its C functions on arrays of pyopencl, each call waited for."""

    spins = False

    def __init__(self) -> None:
        self.handle = loaded(("libclblast.so.1", "libclblast.so"))
        self.memory = shared(OpenCLMemory)
        self.library = Library("CLBlast", None, self.memory.queue.device.name.strip())

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        case, memory = operands.case, self.memory
        letter = {"float32": "S", "float64": "D"}.get(case.dtype)
        base, _ = plain_name(case)
        words = list(words_of(case))
        if letter is None or not words or base == "iamax":
            return None
        v = operands.within(memory)
        if base in SUMS:
            words = [words[0], words[-1], *words[1:-1]]
        scalar = ctypes.c_float if letter == "S" else ctypes.c_double
        passed: list[Any] = []
        for kind, value in words:
            if kind in ENUMERATORS:
                passed.append(ENUMERATORS[kind][value])
            elif kind == "size":
                passed.append(ctypes.c_size_t(value))
            elif kind == "factor":
                passed.append(scalar(value))
            else:
                passed += [ctypes.c_void_p(v[value].base_data.int_ptr), ctypes.c_size_t(0)]
                passed += [] if kind == "address" else [ctypes.c_size_t(step_of(v[value]))]
        function = getattr(self.handle, f"CLBlast{letter}{base}")
        queue = ctypes.c_void_p(memory.queue.int_ptr)

        def run() -> None:
            status = function(*passed, ctypes.byref(queue), None)
            if status:
                raise RuntimeError(f"CLBlast{letter}{base} returned {status}")

        run.keep = v  # type: ignore[attr-defined]  # ctypes holds addresses alone
        out = written(case)[0]
        return Bound(run, waited(memory.finish), lambda: memory.head(v[out]))


class Launch:
    """A launch by pyopencl of a kernel that does nothing: what calls on device arrays cost at least."""

    spins = False

    def __init__(self) -> None:
        memory = shared(OpenCLMemory)
        cl, self.queue = memory.cl, memory.queue
        text = "kernel void nothing(global float *x) { x[get_global_id(0)] = 0; }"
        self.kernel = cl.Kernel(cl.Program(self.queue.context, text).build(), "nothing")
        self.buffer = cl.Buffer(self.queue.context, cl.mem_flags.READ_WRITE, 64)
        self.kernel.set_arg(0, self.buffer)
        self.call = functools.partial(cl.enqueue_nd_range_kernel, self.queue, self.kernel, (16,), (16,))
        self.library = Library("pyopencl, an empty kernel", cl.VERSION_TEXT)

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``; it has nothing to compare with the work of calls."""
        return Bound(self.call, host_part(self.queue.finish), None) if operands.host_cost else None


class Copies:
    """A and B to the device and C back, from and to pinned memory: what a product that includes them takes at least."""

    spins = False

    def __init__(self) -> None:
        self.memory = shared(OpenCLMemory)
        self.library = Library("copies alone")

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        from autoblas.runtime.context import queue_device  # noqa: PLC0415  # devices of OpenCL alone

        cl, queue = self.memory.cl, self.memory.queue
        staging = queue_device(queue).staging
        given = [operands.host[name] for name in "abc"]
        memories = [cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, x.nbytes) for x in given]
        arrays = [autoblas.pinned_empty(x.shape, x.dtype) for x in given]

        def run() -> None:
            transfers = [
                staging.upload(array, memory) for array, memory in zip(arrays[:2], memories[:2], strict=True)
            ]
            transfers.append(staging.download(memories[2], arrays[2]))
            for transfer in transfers:
                transfer.complete()

        return Bound(run, waited(lambda: None), None)


class TorchCopying:
    """PyTorch's way: A and B to the card, the product, C back."""

    spins = False

    def __init__(self) -> None:
        self.torch = shared(TorchMemory).torch
        self.library = Library("cuBLAS, copies included", f"PyTorch {self.torch.__version__}")

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        x, y = (self.torch.from_numpy(operands.host[name]) for name in "ab")
        return Bound(lambda: self.torch.matmul(x.cuda(), y.cuda()).cpu(), waited(lambda: None), None)
