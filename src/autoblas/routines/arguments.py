"""Checks that all routines share: what kind of arrays came, whether factors fit, queues and events."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from autoblas.errors import ArgumentError, DeviceMismatchError
from autoblas.runtime.mapped import MappedArray

if TYPE_CHECKING:
    from autoblas.precision import Precision

__all__ = ["check_events", "factor", "memory_of", "note_reader", "on_host", "option", "queue_of"]

DeviceArray = cl_array.Array | MappedArray


def on_host(arrays: dict[str, Any], optional: str = "") -> bool:
    """Whether operands are NumPy arrays; all of them are, or all are in device memory.

    Args:
        arrays: The operands by the name of their argument; the first decides.
        optional: The argument that may be None.

    Raises:
        ArgumentError: the first is no array.
        DeviceMismatchError: another one is not of its kind.
    """
    first = next(iter(arrays))
    host = isinstance(arrays[first], np.ndarray)
    if not host and not isinstance(arrays[first], DeviceArray):
        raise ArgumentError(first, "a NumPy array or a pyopencl array", type(arrays[first]).__name__)
    for argument, array in arrays.items():
        given = array is not None or argument != optional
        if given and not isinstance(array, np.ndarray if host else DeviceArray):
            name = "a NumPy array" if host else "a pyopencl array"
            raise DeviceMismatchError(argument, f"{name} like {first}", type(array).__name__)
    return host


def memory_of(array: Any) -> tuple[Any, int]:
    """The memory of a device array, and where its first element lies there, in elements."""
    if isinstance(array, MappedArray):
        return array.memory, 0
    return array.base_data, array.offset // array.dtype.itemsize


def factor(argument: str, value: Any, precision: Precision) -> Any:
    """A number rounded to the precision that the kernel sees it in, so that 0 means 0 there too.

    Raises:
        ArgumentError: it is no number, or one that the precision cannot hold.
    """
    if type(value) is float and value in {0.0, 1.0}:
        return value
    wanted, kinds, noun = {
        "real": (numbers.Real, "fiu", "a real number"),
        "complex": (numbers.Complex, "fiuc", "a number"),
        "integer": (numbers.Real, "iu", "a whole number"),
    }[precision.kind]
    scalar = isinstance(value, np.ndarray) and value.ndim == 0 and value.dtype.kind in kinds
    if not isinstance(value, wanted) and not scalar:
        raise ArgumentError(argument, noun, f"{type(value).__name__} {value!r}"[:80])
    if precision.kind == "integer":
        if not math.isfinite(value) or int(value) != value or not -(2**31) <= value < 2**32:
            raise ArgumentError(argument, f"{noun} that {precision.name} can hold", f"{value!r}"[:80])
        return int(value)
    try:
        with np.errstate(over="ignore"):
            rounded = precision.dtype.type(value).item()
    except OverflowError:
        rounded = math.inf
    if not np.isinf(rounded) or value == rounded:
        return rounded
    raise ArgumentError(argument, f"a number that {precision.name} can hold", f"{value!r}"[:80])


def check_events(wait_for: Any) -> None:
    """See that ``wait_for`` is a sequence of events, or None.

    Raises:
        ArgumentError: it is not.
    """
    if wait_for is not None and not (
        isinstance(wait_for, Sequence) and all(isinstance(event, cl.Event) for event in wait_for)
    ):
        raise ArgumentError("wait_for", "a sequence of pyopencl events", f"{wait_for!r}"[:80])


def option(argument: str, value: Any, letters: str) -> str:
    """One of the letters that BLAS names its variants with, as a capital.

    Raises:
        ArgumentError: it is none of them.
    """
    if isinstance(value, str) and len(value) == 1 and value.upper() in letters:
        return value.upper()
    *most, last = [repr(letter) for letter in letters]
    raise ArgumentError(argument, f"{', '.join(most)} or {last}", repr(value))


def queue_of(queue: Any, arrays: dict[str, Any]) -> cl.CommandQueue:
    """The queue to use: the one given, else the first that an array holds.

    Raises:
        ArgumentError: there is none.
        DeviceMismatchError: an array lives in another context.
    """
    for array in arrays.values():
        queue = queue or (None if array is None else array.queue)
    if not isinstance(queue, cl.CommandQueue):
        raise ArgumentError(
            "queue", "a pyopencl command queue, given or held by an array", type(queue).__name__
        )
    for argument, array in arrays.items():
        if array is not None and array.context != queue.context:
            raise DeviceMismatchError(
                argument, "an array in the context of the queue", "one in another context"
            )
    return queue


def note_reader(array: Any, queue: cl.CommandQueue, event: cl.Event) -> None:
    """Make what will overwrite an operand wait for the product; on an in-order queue of its own it does so anyway."""
    if array.queue != queue or queue.properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE:
        complete = cl.command_execution_status.COMPLETE
        unfinished = [e for e in array.events if e.command_execution_status != complete]
        array.events[:] = [*unfinished, event]
