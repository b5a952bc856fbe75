"""Libraries by their C interfaces: CBLAS, oneDNN and cuBLAS, with arguments from one table of words."""

from __future__ import annotations

import ctypes
import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from benchmarks.memory import HostMemory, TorchMemory
from benchmarks.operands import GEMM, SUMS, plain_name, words_of
from benchmarks.record import Library
from benchmarks.side import bound, loaded, peer_functions, shared

if TYPE_CHECKING:
    from benchmarks.memory import Operands
    from benchmarks.record import Case
    from benchmarks.side import Bound

__all__ = ["CBLAS", "CuBLAS", "Interface", "OneDNN"]

LETTERS = {"float32": "S", "float64": "D", "complex64": "C", "complex128": "Z"}


class Interface:
    """A library of C functions.

    Attributes:
        numbers: Its numbers for BLAS's letters; it takes no words that are missing here.
        integer: The type of its sizes.
        memory: The memory of its arrays.
        spins: See ``Side``.
    """

    numbers: ClassVar[dict[str, dict[str, int]]] = {
        "layou": {"R": 101, "C": 102}, "trans": {"N": 111, "T": 112}, "uplo": {"L": 122}, "side": {"L": 141},
        "diag": {"N": 131},
    }  # fmt: skip
    integer: type[Any] = ctypes.c_int
    memory: Any
    spins = False

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        case = operands.case
        letter, words = LETTERS.get(case.dtype), list(words_of(case))
        if letter is None or not words:
            return None
        arrays = operands.within(self.memory)
        run = self.run(
            case, letter, [word for word in words if word[0] != "layou" or "layou" in self.numbers], arrays
        )
        return None if run is None else bound(run, operands, self.memory, arrays)

    def run(self, case: Case, letter: str, words: list[tuple[str, Any]], arrays: dict[str, Any]) -> Any:
        """The call; None where the library has no such function."""
        raise NotImplementedError

    def passed(self, words: list[tuple[str, Any]], letter: str, arrays: dict[str, Any]) -> list[Any]:
        """The arguments of a call, in the types of C."""
        arguments: list[Any] = []
        for kind, value in words:
            if kind in self.numbers:
                arguments.append(ctypes.c_int(self.numbers[kind][value]))
            elif kind == "size":
                arguments.append(self.integer(value))
            elif kind == "factor":
                arguments.append(self.factor(value, letter))
            else:
                arguments += self.address(arrays[value])
                arguments += [self.integer(step_of(arrays[value]))] if kind == "array" else []
        return arguments

    def factor(self, value: float, letter: str) -> Any:
        """A factor of the routine's type."""
        part = part_of(letter)
        return ctypes.pointer((part * 2)(value, 0)) if letter in "CZ" else part(value)

    def address(self, array: Any) -> list[Any]:
        """The arguments that address an array."""
        return [ctypes.c_void_p(array.ctypes.data)]


def part_of(letter: str) -> type[Any]:
    """The type of a number's parts."""
    return ctypes.c_double if letter in "DZ" else ctypes.c_float


def step_of(array: Any) -> int:
    """The step of a vector, or the leading dimension of a matrix."""
    if array.ndim < 2:
        return 1
    array = array[0] if array.ndim > 2 else array
    return int(
        max(array.stride()) if hasattr(array, "stride") else max(array.strides) // array.dtype.itemsize
    )


class CBLAS(Interface):
    """A BLAS of the host.

    Args:
        handle: The loaded library.
        library: Its description in records.
        form: The form of its functions' names.
        integer: The type of its sizes.
    """

    spins = True

    def __init__(
        self, handle: ctypes.CDLL, library: Library, form: str, integer: type[Any] = ctypes.c_int
    ) -> None:
        self.handle, self.library, self.form, self.integer = handle, library, form, integer
        self.memory = shared(HostMemory)

    def run(self, case: Case, letter: str, words: list[tuple[str, Any]], arrays: dict[str, Any]) -> Any:
        """See ``Interface``."""
        base, _ = plain_name(case)
        if letter in "CZ" and base in {*SUMS, "ger"}:
            return None
        name = f"i{letter}amax" if base == "iamax" else letter + base
        if base == "gemm_batched":
            name, words = f"{letter}gemm_batch_strided", self._strided(case, words, arrays)
        function = getattr(self.handle, self.form.format(name.lower()), None)
        if function is None:
            return None
        function.restype = None
        if base in SUMS:
            function.restype = self.integer if base == "iamax" else part_of(letter)
            words = [word for word in words if word[1] != "out"]
        return functools.partial(function, *self.passed(words, letter, arrays))

    def _strided(
        self, case: Case, words: list[tuple[str, Any]], arrays: dict[str, Any]
    ) -> list[tuple[str, Any]]:
        """Words of a batch as MKL has it: a stride behind each matrix, the items last."""
        strides = {name: ("size", arrays[name][0].size) for name in "abc"}
        spread = [
            part for word in words for part in (word, *([strides[word[1]]] if word[0] == "array" else []))
        ]
        return [*spread, ("size", case.sizes[0])]


class OneDNN(Interface):
    """oneDNN's SGEMM, which has letters for transposes and no layout."""

    spins = True
    numbers: ClassVar = {"trans": {"N": ord("N"), "T": ord("T")}}
    integer = ctypes.c_int64

    def __init__(self) -> None:
        self.handle, self.memory = loaded(("libdnnl.so.3", "libdnnl.so.2")), shared(HostMemory)
        self.handle.dnnl_version.restype = ctypes.POINTER(ctypes.c_int * 3)
        version = ".".join(map(str, self.handle.dnnl_version().contents))
        self.library = Library(
            "oneDNN", version, f"instructions {self.handle.dnnl_get_effective_cpu_isa():#x}"
        )

    def run(self, case: Case, letter: str, words: list[tuple[str, Any]], arrays: dict[str, Any]) -> Any:
        """See ``Interface``."""
        if case.routine != "gemm" or letter != "S":
            return None
        return functools.partial(self.handle.dnnl_sgemm, *self.passed(words, letter, arrays))


class CuBLAS(Interface):
    """cuBLAS through PyTorch or CuPy: products by their functions, other routines by its C interface.

    Args:
        memory: The memory of its arrays.
    """

    numbers: ClassVar = {"trans": {"N": 0, "T": 1}, "uplo": {"L": 0}, "side": {"L": 0}, "diag": {"N": 0}}

    def __init__(self, memory: type[Any]) -> None:
        self.memory = shared(memory)
        self.memory.load_cublas()
        self._handle, version = self.opened()
        through = "PyTorch" if memory is TorchMemory else "CuPy"
        words = f"{version} through {through} {self.memory.module.__version__}"
        self.library = Library("cuBLAS", words, self.memory.card)

    def opened(self) -> tuple[ctypes.c_void_p | None, str]:
        """A handle, and the library's version, of the one that the process has loaded."""
        path = re.search(r"\S+libcublas\.so\S*", Path("/proc/self/maps").read_text(encoding="utf-8"))
        if path is None:
            return None, "unknown"
        self._library, handle, version = ctypes.CDLL(path[0]), ctypes.c_void_p(), ctypes.c_int()
        checked(functools.partial(self._library.cublasCreate_v2, ctypes.byref(handle)), "cublasCreate_v2")()
        self._library.cublasGetVersion_v2(handle, ctypes.byref(version))
        major, rest = divmod(version.value, 10000)
        return handle, f"{major}.{rest // 100}.{rest % 100}"

    def bind(self, operands: Operands, /) -> Bound | None:
        """See ``Side``."""
        base, memory = operands.case.routine, self.memory
        if base in GEMM or (operands.host_cost and memory.key == "torch" and base in {"gemv", "axpy", "dot"}):
            return peer_functions(operands, memory, memory.module)
        return None if self._handle is None else super().bind(operands)

    def factor(self, value: float, letter: str) -> Any:
        """See ``Interface``; by address."""
        return ctypes.pointer((part_of(letter) * 2)(value, 0))

    def address(self, array: Any) -> list[Any]:
        """See ``Interface``."""
        return [ctypes.c_void_p(array.data_ptr() if hasattr(array, "data_ptr") else array.data.ptr)]

    def run(self, case: Case, letter: str, words: list[tuple[str, Any]], arrays: dict[str, Any]) -> Any:
        """See ``Interface``."""
        base, _ = plain_name(case)
        name = letter + ({"dot": "dotu", "ger": "geru"}.get(base, base) if letter in "CZ" else base)
        if base == "iamax":
            name = f"I{letter.lower()}amax"
        elif base in {"nrm2", "asum"} and letter in "CZ":
            name = {"C": "Sc", "Z": "Dz"}[letter] + base
        words = [*words, ("array", "b")] if base == "trmm" else words
        function = getattr(self._library, f"cublas{name}_v2")
        call = checked(functools.partial(function, self._handle, *self.passed(words, letter, arrays)), name)
        mode, on_card = self._library.cublasSetPointerMode_v2, int(base in SUMS)

        def run() -> None:
            mode(self._handle, on_card)
            call()

        return run


def checked(function: Any, name: str) -> Any:
    """A call that raises where its status is not 0."""

    def run() -> None:
        status = function()
        if status:
            raise RuntimeError(f"{name} returned {status}")

    return run
