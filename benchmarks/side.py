"""What a library that is timed offers: calls that are ready, and clocks for them."""

from __future__ import annotations

import ctypes
import os
import time
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from benchmarks.memory import Operands
    from benchmarks.record import Library

    Array = np.ndarray[Any, np.dtype[Any]]
    Call = Callable[[], Any]

__all__ = [
    "ENUMERATORS",
    "Bound",
    "Side",
    "Unavailable",
    "chained",
    "host_part",
    "loaded",
    "shared",
    "step_of",
    "waited",
]

ENUMERATORS = {
    "layou": {"R": 101, "C": 102}, "trans": {"N": 111, "T": 112}, "uplo": {"L": 122}, "side": {"L": 141},
    "diag": {"N": 131},
}  # fmt: skip
"""Numbers of CBLAS, which are CLBlast's too."""


class Unavailable(Exception):  # noqa: N818  # it is no error where a library is not installed
    """A library is not here."""


class Bound(NamedTuple):
    """A call that is ready to be timed.

    Attributes:
        call: The call.
        seconds: Seconds of so many calls.
        head: The first rows of what it wrote; None where it returns its result.
    """

    call: Call
    seconds: Callable[[Call, int], float]
    head: Callable[[], Array] | None


class Side(Protocol):
    """A library, by one way of calling it.

    Attributes:
        library: What records say of it.
        spins: Whether its idle threads go on spinning for a while, and take processors from the next library.
    """

    library: Library
    spins: bool

    def bind(self, operands: Operands, /) -> Bound | None:
        """The call of a case; None where the library has no such routine.

        Args:
            operands: The case and its arrays.
        """


def waited(finish: Callable[[], Any]) -> Callable[[Call, int], float]:
    """A clock for calls that are waited for one by one."""

    def seconds(call: Call, count: int) -> float:
        started = time.perf_counter()
        for _ in range(count):
            call()
            finish()
        return time.perf_counter() - started

    return seconds


def chained(finish: Callable[[], Any]) -> Callable[[Call, int], float]:
    """A clock for calls in a row, the last of which is waited for."""

    def seconds(call: Call, count: int) -> float:
        started = time.perf_counter()
        for _ in range(count):
            call()
        finish()
        return time.perf_counter() - started

    return seconds


def host_part(finish: Callable[[], Any]) -> Callable[[Call, int], float]:
    """A clock for what calls cost the host."""

    def seconds(call: Call, count: int) -> float:
        started = time.perf_counter()
        for _ in range(count):
            call()
        elapsed = time.perf_counter() - started
        finish()
        return elapsed

    return seconds


_MEMORIES: dict[str, Any] = {}


def shared(memory: Any) -> Any:
    """The memory of a kind, made once.

    Raises:
        Unavailable: what it needs is not here.
    """
    if memory.key not in _MEMORIES:
        try:
            _MEMORIES[memory.key] = memory()
        except ImportError as error:
            raise Unavailable(str(error)) from None
    return _MEMORIES[memory.key]


def step_of(array: Any) -> int:
    """The step of a vector, or the leading dimension of a matrix."""
    if array.ndim < 2:
        return 1
    if hasattr(array, "stride"):  # of PyTorch's
        return int(max(array.stride()))
    return int(max(array.strides) // array.dtype.itemsize)


def loaded(paths: tuple[str, ...]) -> ctypes.CDLL:
    """The first of these libraries that loads; it prefers its own symbols, since all have functions of the same names.

    Raises:
        Unavailable: none does.
    """
    for path in paths:
        try:
            return ctypes.CDLL(path, mode=ctypes.DEFAULT_MODE | getattr(os, "RTLD_DEEPBIND", 0))
        except OSError:
            continue
    raise Unavailable(f"none of {', '.join(paths)} loads")
