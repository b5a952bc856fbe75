"""CLBlast by its C functions, on the same OpenCL queue, with the parameters that it comes with for the device."""

from __future__ import annotations

import ctypes
import ctypes.util
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.adapter import to_device
from autoblas.cli.peers.peer import same_types
from autoblas.errors import ArgumentError, LaunchError
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT16, FLOAT32, FLOAT64

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.cli.peers.peer import Array, BenchSetting
    from autoblas.precision import Precision

__all__ = ["CLBlast", "clblast"]

ROWS, TRANSPOSES = 101, {"N": 111, "T": 112, "C": 113}
"""Its enumerators, those of CBLAS."""


NAMES = ("libclblast.so.1", "libclblast.so", "libclblast.1.dylib", "libclblast.dylib", "clblast.dll")
"""File names of the library on all systems."""


class _Complex64(ctypes.Structure):
    _fields_ = (("real", ctypes.c_float), ("imag", ctypes.c_float))


class _Complex128(ctypes.Structure):
    _fields_ = (("real", ctypes.c_double), ("imag", ctypes.c_double))


SCALARS: dict[Precision, tuple[str, Callable[[float], Any]]] = {
    FLOAT16: ("H", lambda value: ctypes.c_ushort(int(np.float16(value).view(np.uint16)))),
    FLOAT32: ("S", ctypes.c_float),
    FLOAT64: ("D", ctypes.c_double),
    COMPLEX64: ("C", _Complex64),
    COMPLEX128: ("Z", _Complex128),
}
"""The letter of each type's functions, and how they take a factor."""


def clblast(setting: BenchSetting) -> CLBlast:
    """The library for a queue.

    Raises:
        ArgumentError: it is not found, the queue is none of OpenCL, or it has no such product.
    """
    library = _library()
    if isinstance(library, str):
        expected = "CLBlast's shared library where the system looks for libraries (Debian has libclblast1)"
        raise ArgumentError("--compare clblast", expected, library)
    if not hasattr(setting.queue, "int_ptr"):
        raise ArgumentError("--compare clblast", "a device of OpenCL", "a card through CUDA")
    if not same_types(setting) or setting.product.type_c not in SCALARS:
        expected = f"matrices of one type, {', '.join(precision.name for precision in SCALARS)}"
        raise ArgumentError("--compare clblast", expected, setting.product.words)
    return CLBlast(library, setting)


def _library() -> ctypes.CDLL | str:
    """The shared library, where the system's loader finds it by one of its names; else why not."""
    reason = ""
    for name in filter(None, (*NAMES, ctypes.util.find_library("clblast"))):
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            reason = reason or str(error)
    return reason


class CLBlast:
    """The product in device memory.

    Args:
        library: The shared library.
        setting: What calls have in common.
    """

    title = words = "CLBlast"

    def __init__(self, library: Any, setting: BenchSetting) -> None:
        self._library, self._setting = library, setting

    def call(self, a: Array, b: Array) -> Callable[[], object]:
        """See ``Peer``."""
        queue: Any = self._setting.queue
        product = self._setting.product
        rows_a, cols_a = a.shape[-2:]
        m, k = (rows_a, cols_a) if product.trans_a == "N" else (cols_a, rows_a)
        n = b.shape[-1] if product.trans_b == "N" else b.shape[-2]
        letter, scalar = SCALARS[product.type_c]
        batched = a.ndim == 3
        function = getattr(self._library, f"CLBlast{letter}gemm{'StridedBatched' if batched else ''}")
        on_device = [to_device(queue, x) for x in (a, b)]
        c = to_device(queue, np.zeros((*a.shape[:-2], m, n), product.type_c.dtype))

        def matrix(x: Any) -> list[Any]:
            offset, width = x.offset // x.dtype.itemsize, x.shape[-1]
            stride = [ctypes.c_size_t(x.shape[-2] * width)] if batched else []
            return [
                ctypes.c_void_p(x.base_data.int_ptr),
                ctypes.c_size_t(offset),
                ctypes.c_size_t(width),
                *stride,
            ]

        def run() -> object:
            x, y = [to_device(queue, operand) for operand in (a, b)] if self._setting.sends else on_device
            queue_handle = ctypes.c_void_p(queue.int_ptr)
            status = function(
                ROWS, TRANSPOSES[product.trans_a], TRANSPOSES[product.trans_b], *map(ctypes.c_size_t, (m, n, k)),
                scalar(1.0), *matrix(x), *matrix(y), scalar(0.0), *matrix(c),
                *([ctypes.c_size_t(a.shape[0])] if batched else []), ctypes.byref(queue_handle), None,
            )  # fmt: skip
            if status:
                raise LaunchError(f"CLBlast{letter}gemm returned {status}")
            queue.finish()
            return c.get() if self._setting.brings else c

        return run
