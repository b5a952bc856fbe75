"""CLBlast's C functions through ctypes, for the benchmarks that run beside it."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

__all__ = ["LEFT", "LETTERS", "LOWER", "NO", "NON_UNIT", "ROWS", "YES", "CLBlast"]

LETTERS = {"float32": ("S", ctypes.c_float), "float64": ("D", ctypes.c_double)}
ROWS, NO, YES, LOWER, NON_UNIT, LEFT = 101, 111, 112, 122, 131, 141
"""Its enumerators, those of CBLAS."""


class CLBlast:
    """CLBlast's functions on the arrays of one queue.

    Args:
        path: Its shared library.
        queue: Where its launches go.
        dtype: The type of all elements.

    Raises:
        OSError: the library is not there.
    """

    def __init__(self, path: str, queue: cl.CommandQueue, dtype: str) -> None:
        self.library = ctypes.CDLL(path)
        self.queue = queue
        self.letter, self.scalar = LETTERS[dtype]

    def enqueue(self, name: str, *arguments: Any) -> cl.Event:
        """Call a function: plain integers are enumerators, NumPy's sizes, floats factors, arrays buffers.

        Raises:
            RuntimeError: it reports an error.
        """
        held, event = ctypes.c_void_p(self.queue.int_ptr), ctypes.c_void_p()
        passed = [part for argument in arguments for part in self._passed(argument)]
        function = getattr(self.library, f"CLBlast{self.letter}{name}")
        status = function(*passed, ctypes.byref(held), ctypes.byref(event))
        if status or event.value is None:
            raise RuntimeError(f"CLBlast{self.letter}{name} returned {status}")
        return cl.Event.from_int_ptr(event.value, retain=False)

    def __call__(self, name: str, *arguments: Any) -> None:
        """The same, waited for."""
        self.enqueue(name, *arguments).wait()

    def _passed(self, argument: Any) -> list[Any]:
        if isinstance(argument, cl_array.Array):
            memory: Any = argument.base_data
            pointer, offset = ctypes.c_void_p(memory.int_ptr), ctypes.c_size_t(0)
            if argument.shape == ():
                return [pointer, offset]
            return [pointer, offset, ctypes.c_size_t(argument.shape[1] if argument.ndim == 2 else 1)]
        if isinstance(argument, np.integer):
            return [ctypes.c_size_t(int(argument))]
        return [self.scalar(argument) if isinstance(argument, float) else argument]
