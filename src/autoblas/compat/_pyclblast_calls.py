"""How a function with PyCLBlast's signature becomes a call of ours: arguments by name, arrays as the views they mean."""

from __future__ import annotations

import ast
import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from autoblas.errors import ArgumentError, ShapeError, StrideError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Call", "declare"]


def declare(name: str, arguments: str, act: Callable[[Call], Any], purpose: str) -> Callable[..., cl.Event]:
    """A function with this signature, its queue first, that does what ``act`` does and returns the event.

    Args:
        name: Its name.
        arguments: What follows the queue, as in Python.
        act: Calls a routine, and returns the arrays that it wrote or an event.
        purpose: The first line of its docstring.
    """
    parameters = [inspect.Parameter("queue", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    for text in arguments.split(", "):
        argument, _, default = text.partition("=")
        value = ast.literal_eval(default) if default else inspect.Parameter.empty
        parameters.append(inspect.Parameter(argument, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=value))
    signature = inspect.Signature(parameters)

    def function(*args: Any, **kwargs: Any) -> cl.Event:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        call = Call(bound.arguments)
        return call.event(act(call))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{purpose}\n\nThe signature is PyCLBlast's; returns the event of the work."
    function.__module__ = "autoblas.compat.pyclblast"
    function.__signature__ = signature  # type: ignore[attr-defined]  # inspect looks for it
    return function


class Call:
    """The arguments of one call.

    Args:
        arguments: By name; they are attributes too.
    """

    def __init__(self, arguments: dict[str, Any]) -> None:
        self._arguments = arguments
        if not isinstance(arguments["queue"], cl.CommandQueue):
            raise ArgumentError("queue", "a pyopencl command queue", type(arguments["queue"]).__name__)
        for name, value in arguments.items():
            if name in {"m", "n", "k", "kl", "ku", "batch_count"} or name.endswith(("_offset", "_ld")):
                _whole(name, value, 0)

    def __getattr__(self, name: str) -> Any:
        """An argument."""
        return self._arguments[name]

    def vector(self, name: str, n: int) -> Any:
        """The ``n`` elements of a vector from its offset on, each as many after the last as its increment says.

        An array's own offset and step count too. A negative increment begins at the other end, as in BLAS.
        """
        array = _array(name, self._arguments[name])
        step = _whole(f"{name}_inc", self._arguments[f"{name}_inc"], None)
        if step == 0:
            raise ArgumentError(f"{name}_inc", "a whole number other than 0", "0")
        every = _step(name, array)
        first = self._arguments[f"{name}_offset"] + (max(n - 1, 0) * -step if step < 0 else 0)
        return _view(name, array, (n,), (step * every,), first * every)

    def matrix(self, name: str, rows: int, cols: int) -> Any:
        """A row-major matrix from its offset on, whose rows begin as far apart as its leading dimension says."""
        array, pitch = self._by_rows(name, cols)
        return _view(name, array, (rows, cols), (pitch, 1), self._arguments[f"{name}_offset"])

    def stack(self, name: str, rows: int, cols: int) -> Any:
        """As many such matrices as the batch has items, each as far from the last as its stride says."""
        array, pitch = self._by_rows(name, cols)
        step = _whole(f"{name}_stride", self._arguments[f"{name}_stride"], 0)
        shape = (self._arguments["batch_count"], rows, cols)
        return _view(name, array, shape, (step, pitch, 1), self._arguments[f"{name}_offset"])

    def _by_rows(self, name: str, cols: int) -> tuple[Any, int]:
        """An array that holds rows of so many elements, and its leading dimension."""
        array, pitch = _array(name, self._arguments[name]), self._arguments[f"{name}_ld"]
        if pitch < max(cols, 1):
            raise ArgumentError(f"{name}_ld", f"at least {max(cols, 1)}, the width of a row", repr(pitch))
        _adjacent(name, array)
        return array, pitch

    def packed(self, n: int) -> Any:
        """The packed triangle ``ap``."""
        array = _array("ap", self._arguments["ap"])
        _adjacent("ap", array)
        return _view("ap", array, (n * (n + 1) // 2,), (1,), self._arguments["ap_offset"])

    def whole(self, name: str) -> Any:
        """All elements that an array spans, as a vector."""
        array = _array(name, self._arguments[name])
        _adjacent(name, array)
        return _view(name, array, (_span(array),), (1,), 0)

    def place(self, name: str, *, real: bool = False) -> Any:
        """The element that a result goes to; its real part where ``real`` says so."""
        array = _array(name, self._arguments[name])
        _adjacent(name, array)
        one = _view(name, array, (1,), (1,), self._arguments[f"{name}_offset"])
        if real and array.dtype.kind == "c":
            part = np.empty(0, array.dtype).real.dtype
            return _made(array, (1,), (part.itemsize,), part, one.offset)
        return one

    def event(self, result: Any) -> cl.Event:
        """The event of what was written; of nothing, one of the queue's."""
        arrays = result if isinstance(result, tuple) else (result,)
        for array in arrays:
            if isinstance(array, cl.Event):
                return array
            if array.events:
                return array.events[-1]  # type: ignore[no-any-return]  # pyopencl's arrays are untyped
        return cl.enqueue_marker(self._arguments["queue"])


def _whole(name: str, value: Any, least: int | None) -> int:
    """A whole number."""
    if (
        not isinstance(value, (int, np.integer))
        or isinstance(value, bool)
        or (least is not None and value < least)
    ):
        expected = "a whole number" if least is None else f"a whole number of at least {least}"
        raise ArgumentError(name, expected, f"{value!r}"[:60])
    return int(value)


def _array(name: str, array: Any) -> Any:
    """A device array, whose memory calls wait for and are waited for by."""
    if not isinstance(array, cl_array.Array):
        raise ArgumentError(name, "a pyopencl array", type(array).__name__)
    return array


def _span(array: Any) -> int:
    """Elements from the first of an array to its last in memory."""
    if array.size == 0:
        return 0
    size = int(array.dtype.itemsize)
    ends: list[int] = [(n - 1) * abs(stride) for n, stride in zip(array.shape, array.strides, strict=True)]
    return 1 + sum(ends) // size


def _step(name: str, array: Any) -> int:
    """From an element of a vector to the next; an array of more axes counts as a vector where it is dense."""
    if array.ndim == 1:
        return int(array.strides[0]) // int(array.dtype.itemsize) if array.size > 1 else 1
    if not array.flags.c_contiguous:
        raise ShapeError(name, "a vector (one axis)", f"shape {tuple(array.shape)}")
    return 1


def _adjacent(name: str, array: Any) -> None:
    """See that the elements of an array's rows are adjacent, so that offsets and leading dimensions mean something."""
    if array.size > 1 and array.shape[-1] > 1 and array.strides[-1] != array.dtype.itemsize:
        expected = "rows whose elements are adjacent"
        raise StrideError(name, expected, f"strides of {tuple(array.strides)} bytes")
    if any(stride < 0 for stride in array.strides):
        raise StrideError(name, "rows from the first to the last", f"strides of {tuple(array.strides)} bytes")


def _view(name: str, array: Any, shape: tuple[int, ...], steps: tuple[int, ...], first: int) -> Any:
    """Elements of an array's memory; ``first`` and ``steps`` count from its first element."""
    ends = [(n - 1) * step for n, step in zip(shape, steps, strict=True)]
    low, high = first + sum(min(end, 0) for end in ends), first + sum(max(end, 0) for end in ends)
    span = _span(array)
    lower, upper = (0, span - 1) if all(stride >= 0 for stride in array.strides) else (1 - span, 0)
    if 0 not in shape and not (lower <= low and high <= upper):
        raise ShapeError(name, f"at least {max(high - upper, lower - low) + span} elements", f"{span}")
    size = array.dtype.itemsize
    strides = tuple(step * size for step in steps)
    return _made(array, shape, strides, array.dtype, array.offset + first * size)


def _made(array: Any, shape: tuple[int, ...], strides: tuple[int, ...], dtype: Any, offset: int) -> Any:
    """An array on the memory of another, which shares its events."""
    view = cl_array.Array(
        array.queue or array.context, shape, dtype, data=array.base_data, offset=offset, strides=strides
    )
    view.events = array.events
    return view
