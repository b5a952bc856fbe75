"""The interface of a library that is timed: bound calls, and clocks for them."""

from __future__ import annotations

import ctypes
import functools
import os
import time
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from benchmarks.operands import GEMM, SUMS, written

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from benchmarks.memory import Memory, Operands
    from benchmarks.record import Library, Step

    Array = np.ndarray[Any, np.dtype[Any]]
    Call = Callable[[], Any]

__all__ = ["Bound", "Side", "Unavailable", "bound", "loaded", "peer_functions", "shared", "timed"]


class Unavailable(Exception):  # noqa: N818  # it is no error where a library is not installed
    """A library is not here."""


class Bound(NamedTuple):
    """A call that is ready to be timed.

    Attributes:
        call: The call.
        seconds: Seconds of so many calls.
        head: The first rows of what it wrote; None where it returns its result.
        arrays: Its arrays, which must outlive calls that have their addresses alone.
        facts: Tells what a call takes besides time; None where nobody asks.
    """

    call: Call
    seconds: Callable[[Call, int], float]
    head: Callable[[], Array] | None
    arrays: dict[str, Any] | None = None
    facts: Callable[[], Step] | None = None


class Side(Protocol):
    """A library, by one way of calling it.

    Attributes:
        library: Its description in records.
        spins: True if its idle threads go on spinning for a while, and take processors from the next library.
    """

    library: Library
    spins: bool

    def bind(self, operands: Operands, /) -> Bound | None:
        """The call of a case; None where the library has no such routine."""


def timed(
    finish: Callable[[], Any], *, every_call: bool = True, counted: bool = True
) -> Callable[[Call, int], float]:
    """A clock of the host.

    Args:
        finish: Waits for what was enqueued.
        every_call: Wait after every call, not only after the last.
        counted: Count the last wait.
    """

    def seconds(call: Call, count: int) -> float:
        started = time.perf_counter()
        for _ in range(count):
            call()
            if every_call:
                finish()
        if counted:
            finish()
        elapsed = time.perf_counter() - started
        finish()
        return elapsed

    return seconds


def bound(call: Call, operands: Operands, memory: Memory, arrays: dict[str, Any] | None = None) -> Bound:
    """A peer's call with the clock of its memory.

    Args:
        call: The call.
        operands: The operands of the case.
        memory: The memory of its arrays.
        arrays: The arrays that it writes to; None where it returns its result.
    """
    clock = timed(memory.finish, every_call=False, counted=False) if operands.host_cost else memory.seconds
    out = written(operands.case)[0]
    if arrays is None or (memory.key == "host" and operands.case.routine in SUMS):
        return Bound(call, clock, None, arrays)
    return Bound(call, clock, lambda: memory.head(arrays[out]), arrays)


def peer_functions(operands: Operands, memory: Memory, module: Any) -> Bound | None:
    """The call of NumPy, PyTorch or CuPy: products, matrices with vectors, dot products, and sums of vectors."""
    case = operands.case
    if case.routine not in {*GEMM, "gemv", "dot", "axpy"} or (
        case.dtype == "bfloat16" and memory.key != "torch"
    ):
        return None
    v = operands.within(memory)
    if case.routine == "dot":
        return bound(functools.partial(module.dot, v["x"], v["y"]), operands, memory)
    if case.routine == "axpy" and memory.key == "torch":
        return bound(functools.partial(v["y"].add_, v["x"], alpha=1e-3), operands, memory, v)
    if case.routine == "axpy":
        axpy = import_module("scipy.linalg.blas").get_blas_funcs("axpy", (v["x"], v["y"]))
        return bound(functools.partial(axpy, v["x"], v["y"], a=1e-3), operands, memory, v)
    if case.routine == "gemv":
        return bound(functools.partial(module.matmul, v["a"], v["x"], out=v["y"]), operands, memory, v)
    a, b = (
        v[name].swapaxes(-1, -2) if flip == "T" else v[name]
        for name, flip in zip("ab", case.trans, strict=True)
    )
    if case.kind == "new result":
        return bound(functools.partial(module.matmul, a, b), operands, memory)
    summed = {"dtype": v["c"].dtype} if "int" in case.dtype else {}
    return bound(functools.partial(module.matmul, a, b, out=v["c"], **summed), operands, memory, v)


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
