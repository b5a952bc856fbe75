"""Functions with PyCLBlast's signatures: checks of arguments, and views of arrays by offsets and strides."""

from __future__ import annotations

import ast
import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from autoblas.errors import ArgumentError, ShapeError, StrideError, shown

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PyclblastCall", "declare"]

MEANINGS = {
    "queue": "The command queue to run on.",
    "batch_count": "Number of items of the batch.",
    "kl": "Number of diagonals below the main one.",
    "ku": "Number of diagonals above the main one.",
    "lower_triangle": "The lower triangle is used, not the upper one.",
    "a_transp": "A is transposed.",
    "b_transp": "B is transposed.",
    "ab_transp": "A and B are transposed.",
    "unit_diagonal": "The diagonal of A consists of ones and is not read.",
    "right_side": "A stands to the right of B.",
    "alpha": "The factor alpha of the formula.",
    "beta": "The factor beta of the formula; with 0, the output is not read.",
    "alphas": "The factor alpha of each item.",
    "betas": "The factor beta of each item; where one is 0, the output of that item is not read.",
    "x": "A vector, in a ``pyopencl.array.Array``.",
    "y": "A vector, in a ``pyopencl.array.Array``.",
    "a": "A matrix stored by rows, in a ``pyopencl.array.Array``.",
    "b": "A matrix stored by rows, in a ``pyopencl.array.Array``.",
    "c": "A matrix stored by rows, in a ``pyopencl.array.Array``.",
    "ap": "A packed triangle, row after row, in a ``pyopencl.array.Array``.",
    "ap_ld": "Not used: a packed triangle has no leading dimension.",
}
"""Arguments with one meaning in all functions."""

SUFFIXES = {
    "_inc": "Elements from one element of {} to the next; not 0.",
    "_ld": "Elements from one row of {} to the next.",
    "_offset": "Where {} begins, in elements.",
    "_offsets": "Where each item of {} begins, in elements.",
    "_stride": "Elements from one item of {} to the next.",
}
"""Arguments that address the elements of an array."""

RETURNS = """Returns:
    The pyopencl event of the work, which is enqueued.

Raises:
    ArgumentError: an argument does not fit. Nothing was enqueued.
    NoKernelError: no kernel of the device computes this problem.
    DeviceError: the device refused to compile or run a kernel."""


def declare(
    name: str, arguments: str, compute: Callable[[PyclblastCall], Any], purpose: str
) -> Callable[..., cl.Event]:
    """A function with this signature, its queue first, that calls ``compute`` and returns the event.

    Args:
        name: Its name.
        arguments: The parameters after the queue, as in a Python signature.
        compute: The adapter: calls a routine, and returns the arrays that it wrote, or an event.
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
        call = PyclblastCall(bound.arguments)
        return call.event(compute(call))

    function.__name__ = function.__qualname__ = name
    function.__doc__ = "\n".join([purpose, "", "Args:", *map(_documented, signature.parameters), "", RETURNS])
    function.__module__ = "autoblas.compat.pyclblast"
    function.__signature__ = signature  # type: ignore[attr-defined]  # inspect reads it
    return function


def _documented(argument: str) -> str:
    """The line of a docstring for an argument."""
    array, _, suffix = argument.rpartition("_")
    if argument in MEANINGS:
        meaning = MEANINGS[argument]
    elif array:
        meaning = SUFFIXES[f"_{suffix}"].format(array)
    elif argument in {"m", "n", "k"}:
        meaning = f"The size that BLAS calls {argument}, 0 or more."
    else:
        meaning = "The ``pyopencl.array.Array`` that the result is written to."
    return f"    {argument}: {meaning}"


class PyclblastCall:
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
                _integer(name, value, 0)

    def __getattr__(self, name: str) -> Any:
        """An argument."""
        return self._arguments[name]

    def vector(self, name: str, n: int) -> Any:
        """The ``n`` elements of a vector that its offset and its increment address.

        They are relative to the array's own offset and step. With a negative increment the vector begins at the end
        with the highest address, as in BLAS.
        """
        array = _array(name, self._arguments[name])
        step = _integer(f"{name}_inc", self._arguments[f"{name}_inc"], None)
        if step == 0:
            raise ArgumentError(f"{name}_inc", "a whole number other than 0", "0")
        array_step = _step(name, array)
        first = self._arguments[f"{name}_offset"] + (max(n - 1, 0) * -step if step < 0 else 0)
        return _view(name, array, (n,), (step * array_step,), first * array_step)

    def matrix(self, name: str, rows: int, cols: int) -> Any:
        """A row-major matrix with the offset and the leading dimension of the arguments."""
        array, pitch = self._by_rows(name, cols)
        return _view(name, array, (rows, cols), (pitch, 1), self._arguments[f"{name}_offset"])

    def stack(self, name: str, rows: int, cols: int) -> Any:
        """The row-major matrices of a batch, a stride apart."""
        array, pitch = self._by_rows(name, cols)
        step = _integer(f"{name}_stride", self._arguments[f"{name}_stride"], 0)
        shape = (self._arguments["batch_count"], rows, cols)
        return _view(name, array, shape, (step, pitch, 1), self._arguments[f"{name}_offset"])

    def _by_rows(self, name: str, cols: int) -> tuple[Any, int]:
        """An array of rows of ``cols`` elements, and its leading dimension."""
        array, pitch = _array(name, self._arguments[name]), self._arguments[f"{name}_ld"]
        if pitch < max(cols, 1):
            raise ArgumentError(f"{name}_ld", f"at least {max(cols, 1)}, the length of a row", shown(pitch))
        _check_rows_contiguous(name, array)
        return array, pitch

    def packed(self, n: int) -> Any:
        """The packed triangle ``ap``."""
        array = _array("ap", self._arguments["ap"])
        _check_rows_contiguous("ap", array)
        return _view("ap", array, (n * (n + 1) // 2,), (1,), self._arguments["ap_offset"])

    def all_elements(self, name: str) -> Any:
        """All elements from the first of an array to its last in memory, as a vector."""
        array = _array(name, self._arguments[name])
        _check_rows_contiguous(name, array)
        return _view(name, array, (_span(array),), (1,), 0)

    def element(self, name: str, *, real: bool = False) -> Any:
        """The element that a result is written to; with ``real``, its real part."""
        array = _array(name, self._arguments[name])
        _check_rows_contiguous(name, array)
        element = _view(name, array, (1,), (1,), self._arguments[f"{name}_offset"])
        if real and array.dtype.kind == "c":
            part = np.empty(0, array.dtype).real.dtype
            return _array_on(array, (1,), (part.itemsize,), part, element.offset)
        return element

    def event(self, result: Any) -> cl.Event:
        """The event of the work on the arrays that were written; a marker in the queue where nothing was enqueued."""
        arrays = result if isinstance(result, tuple) else (result,)
        for array in arrays:
            if isinstance(array, cl.Event):
                return array
            if array.events:
                return array.events[-1]  # type: ignore[no-any-return]  # pyopencl's arrays are untyped
        return cl.enqueue_marker(self._arguments["queue"])


def _integer(name: str, value: Any, least: int | None) -> int:
    """A whole number."""
    if (
        not isinstance(value, (int, np.integer))
        or isinstance(value, bool)
        or (least is not None and value < least)
    ):
        expected = "a whole number" if least is None else f"a whole number of at least {least}"
        raise ArgumentError(name, expected, shown(value))
    return int(value)


def _array(name: str, array: Any) -> Any:
    """A device array, checked by its type."""
    if not isinstance(array, cl_array.Array):
        raise ArgumentError(name, "a pyopencl array", type(array).__name__)
    return array


def _span(array: Any) -> int:
    """Number of elements from the first of an array to its last in memory."""
    if array.size == 0:
        return 0
    size = int(array.dtype.itemsize)
    ends: list[int] = [(n - 1) * abs(stride) for n, stride in zip(array.shape, array.strides, strict=True)]
    return 1 + sum(ends) // size


def _step(name: str, array: Any) -> int:
    """Elements from one element of a vector to the next; a dense array of several axes is taken as a vector."""
    if array.ndim == 1:
        return int(array.strides[0]) // int(array.dtype.itemsize) if array.size > 1 else 1
    if not array.flags.c_contiguous:
        raise ShapeError(name, "a vector (one axis)", f"shape {tuple(array.shape)}")
    return 1


def _check_rows_contiguous(name: str, array: Any) -> None:
    """Check that the elements of a row are adjacent, which offsets and leading dimensions assume.

    Raises:
        StrideError: they are not, or a stride is negative.
    """
    if array.size > 1 and array.shape[-1] > 1 and array.strides[-1] != array.dtype.itemsize:
        expected = "rows whose elements are adjacent"
        raise StrideError(name, expected, f"strides of {tuple(array.strides)} bytes")
    if any(stride < 0 for stride in array.strides):
        raise StrideError(name, "strides that are not negative", f"strides of {tuple(array.strides)} bytes")


def _view(name: str, array: Any, shape: tuple[int, ...], steps: tuple[int, ...], first: int) -> Any:
    """A view of an array's memory; ``first`` and ``steps`` are in elements, relative to its first element.

    Raises:
        ShapeError: the view reaches beyond the array.
    """
    ends = [(n - 1) * step for n, step in zip(shape, steps, strict=True)]
    low, high = first + sum(min(end, 0) for end in ends), first + sum(max(end, 0) for end in ends)
    span = _span(array)
    lower, upper = (0, span - 1) if all(stride >= 0 for stride in array.strides) else (1 - span, 0)
    if 0 not in shape and not (lower <= low and high <= upper):
        raise ShapeError(
            name, f"at least {max(high - upper, lower - low) + span} elements", f"{span} elements"
        )
    size = array.dtype.itemsize
    strides = tuple(step * size for step in steps)
    return _array_on(array, shape, strides, array.dtype, array.offset + first * size)


def _array_on(array: Any, shape: tuple[int, ...], strides: tuple[int, ...], dtype: Any, offset: int) -> Any:
    """An array that shares the memory and the list of events of an array."""
    view = cl_array.Array(
        array.queue or array.context, shape, dtype, data=array.base_data, offset=offset, strides=strides
    )
    view.events = array.events
    return view
