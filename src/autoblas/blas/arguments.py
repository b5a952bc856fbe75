"""Arguments that all routines have: which arrays fit, what may be written, factors, letters, queues and events."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from autoblas.arrays.adapter import adapter_for, adapter_of, is_event
from autoblas.arrays.factors import is_host_scalar, rounded_factor
from autoblas.calls.call_plan import NewArray
from autoblas.devices.access import PROCESS, check_access
from autoblas.errors import ArgumentError, DeviceMismatchError, PrecisionError, ShapeError, StrideError, shown
from autoblas.plan.symbols import Factor, FactorArray, Rounding
from autoblas.precision import FORMATS, listed, precision_of
from autoblas.problems.views import share_memory

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.precision import Precision
    from autoblas.problems.matvec import Triangle

__all__ = [
    "check_apart",
    "check_call",
    "check_events",
    "check_queue",
    "check_writable",
    "check_written",
    "choice",
    "factor",
    "flag",
    "is_device_array",
    "memory_of",
    "new_array",
    "on_host",
    "option",
    "overlap",
    "queue_of",
    "renamed_errors",
    "triangle_of",
    "whole_number",
    "work_limit",
]

INT_MAX = 2**31 - 1


class OutputLayout(Protocol):
    """Where the elements of an output lie."""

    @property
    def overlaps_itself(self) -> bool:
        """Two of them lie in the same place."""


def on_host(arrays: dict[str, Any], optional: str = "") -> bool:
    """True if operands are NumPy arrays; all of them are, or all are in device memory.

    Args:
        arrays: The operands by the name of their argument; the first decides.
        optional: The argument that may be None.

    Raises:
        ArgumentError: the first is no array, or one of NumPy's is of another class than its own.
        DeviceMismatchError: another one is not of its kind.
    """
    first = next(iter(arrays))
    host = isinstance(arrays[first], np.ndarray)
    adapter = None if host else adapter_of(arrays[first])
    kinds: Any = np.ndarray if adapter is None else adapter.arrays
    if not isinstance(arrays[first], kinds):
        expected = "a NumPy array, a pyopencl array, or one in CUDA memory"
        raise ArgumentError(first, expected, type(arrays[first]).__name__)
    for argument, array in arrays.items():
        present = array is not None or argument != optional
        if present and not isinstance(array, kinds):
            name = "a NumPy array" if adapter is None else adapter.noun
            raise DeviceMismatchError(argument, f"{name} like {first}", type(array).__name__)
        if host and type(array) is not np.ndarray and present:
            _refuse_class(argument, array)
    return host


@contextmanager
def renamed_errors(names: Mapping[str, str]) -> Iterator[None]:
    """Errors of another routine's plan, with the names that the caller's arguments have.

    Args:
        names: The caller's arguments, by those of the other routine that are called otherwise.
    """
    try:
        yield
    except ArgumentError as error:
        raise type(error)(names.get(error.argument, error.argument), error.expected, error.got) from None


def _refuse_class(argument: str, array: Any) -> None:
    """Refuse an array of another class than NumPy's own, whose attributes and operators may be anything.

    Calls see such an array as one of NumPy's own then, if it has no mask; see ``regular_call``.

    Raises:
        ArgumentError: always.
    """
    if isinstance(array, np.ma.MaskedArray):
        raise ArgumentError(
            argument, "an array without a mask, such as its method filled makes", "a masked array"
        )
    raise ArgumentError(argument, "an array of NumPy's own class", type(array).__name__)


def memory_of(array: Any) -> tuple[Any, int]:
    """The memory of a device array, and where its first element lies there, in elements."""
    return adapter_for(array).memory_of(array)


def new_array(
    arrays: dict[str, Any], shape: tuple[int, ...], dtype: Any, queue: Any, *, zeros: bool = False
) -> NewArray:
    """A dense array in the kind of memory that the first of ``arrays`` has, of zeros or to be written.

    Args:
        arrays: Operands by the name of their argument.
        shape: Its sizes.
        dtype: Its element type.
        queue: The queue of an array in device memory; where it is None, the first that an operand holds.
        zeros: The elements are zeros.
    """
    like = next(iter(arrays.values()))
    if isinstance(like, np.ndarray):
        array = (np.zeros if zeros else np.empty)(shape, dtype)
    else:
        array = adapter_for(like).new(like, queue_of(queue, arrays), shape, dtype, zeros=zeros)
    return NewArray(array, like, shape, dtype, zeros)


def overlap(a: Any, b: Any) -> bool:
    """Two arrays of one kind of memory have an element in common."""
    return share_memory(a, b) if isinstance(a, np.ndarray) else adapter_for(a).overlap(a, b)


def check_written(output: str, arrays: Mapping[str, Any], layout: OutputLayout) -> None:
    """See that an output can be written, and that no other operand shares its memory.

    Raises:
        ArgumentError: it cannot; StrideError where its own elements share memory.
    """
    check_writable(output, arrays[output], layout)
    check_apart(output, arrays)


def check_writable(output: str, array: Any, layout: OutputLayout | None = None) -> None:
    """See that an array can be written, and where there is a layout, that its elements lie apart.

    Raises:
        ArgumentError: it cannot; StrideError where elements share memory.
    """
    if layout is not None and layout.overlaps_itself:
        expected = "an output whose elements lie apart"
        raise StrideError(output, expected, f"strides of {tuple(array.strides)} bytes")
    if isinstance(array, np.ndarray) and not array.flags.writeable:
        raise ArgumentError(output, "an array that can be written", "a read-only one")
    read_only = getattr(array, "read_only", "")
    if read_only:
        raise ArgumentError(output, "an array that can be written", read_only)


def check_apart(output: str, arrays: Mapping[str, Any]) -> None:
    """See that no other operand shares the memory of an output.

    Raises:
        ArgumentError: one does.
    """
    for name, operand in arrays.items():
        if name != output and overlap(arrays[output], operand):
            raise ArgumentError(output, f"memory that {name} does not use", f"an array that overlaps {name}")


def factor(argument: str, value: Any, precision: Precision) -> Factor:
    """A scalar argument rounded to the precision that the kernel sees it in, so that 0 means 0 there too.

    An array of one element in device memory stays there.

    Raises:
        ArgumentError: it is no number, or one that the precision cannot hold.
    """
    if type(value) is not float and is_device_array(value):
        return _factor_array(argument, value, precision)
    return Factor(rounded_factor(argument, value, precision), Rounding(argument, precision))


def is_device_array(value: Any) -> bool:
    """True of an array in device memory.

    Args:
        value: Anything.
    """
    adapter = adapter_of(value)
    return adapter is not None and isinstance(value, adapter.arrays) and not is_host_scalar(value)


def _factor_array(argument: str, array: Any, precision: Precision) -> FactorArray:
    """A factor in device memory, of the type that kernels see it in, or of a narrower one.

    Raises:
        ArgumentError: it has several elements, or another type.
    """
    rounding = Rounding(argument, precision)
    described = hasattr(array, "shape") and isinstance(getattr(array, "dtype", None), np.dtype)
    if not described:  # it is no view, as beside operands of NumPy
        raise FactorArray(array, precision, rounding).without_value
    if math.prod(array.shape) != 1:
        raise ShapeError(argument, "a number, or an array of one element", f"shape {tuple(array.shape)}")
    stored = precision_of(array.dtype, argument)
    kinds = {"real": ("real",), "complex": ("complex", "real"), "integer": ()}[precision.kind]
    narrower = stored.kind in kinds and stored.real.size <= precision.real.size
    if stored is not precision and (not narrower or (precision.is_complex and stored.part in FORMATS)):
        raise PrecisionError(argument, f"{precision.name} in device memory", stored.name)
    return FactorArray(array, stored, rounding)


def check_events(wait_for: Any) -> None:
    """See that ``wait_for`` is a sequence of events, or None.

    Raises:
        ArgumentError: it is not.
        DeviceError: this process was forked from one that used a device, so that nothing will happen any more.
    """
    if wait_for is None:
        return
    if PROCESS.barred:
        check_access()
    if not (isinstance(wait_for, Sequence) and all(is_event(event) for event in wait_for)):
        raise ArgumentError("wait_for", "a sequence of pyopencl events", shown(wait_for))


def choice(argument: str, value: Any, choices: Sequence[str]) -> Any:
    """One of some words.

    Args:
        argument: The argument that an error names.
        value: The caller's argument.
        choices: The words.

    Raises:
        ArgumentError: it is none of them.
    """
    if isinstance(value, str) and value in choices:
        return value
    raise ArgumentError(argument, listed([repr(word) for word in choices]), shown(value))


def work_limit(argument: str, value: Any) -> float:
    """A number of operations below which calls are left to another library.

    Raises:
        ArgumentError: it is no number, or negative.
    """
    if isinstance(value, (int, float)) and value >= 0:
        return float(value)
    raise ArgumentError(argument, "a number of operations, 0 or more", shown(value))


def flag(argument: str, value: Any) -> bool:
    """True or False.

    Args:
        argument: The argument that an error names.
        value: The caller's argument.

    Raises:
        ArgumentError: it is neither.
    """
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise ArgumentError(argument, "True or False", shown(value))


def option(argument: str, value: Any, letters: str) -> str:
    """One of the letters that BLAS names its variants with, as a capital.

    Raises:
        ArgumentError: it is none of them.
    """
    if isinstance(value, str) and len(value) == 1 and value.upper() in letters:
        return value.upper()
    raise ArgumentError(argument, listed([repr(letter) for letter in letters]), shown(value))


def whole_number(
    argument: str,
    value: Any,
    least: int = 0,
    most: int = INT_MAX,
    expected: str = "a whole number of at least 0, and less than 2^31",
) -> int:
    """A whole number as one of Python's: what NumPy computes with its own, of so many bits, may wrap.

    Args:
        argument: The argument that an error names.
        value: The caller's argument.
        least: The least that it may be.
        most: The most.
        expected: The same in words.

    Raises:
        ArgumentError: it is something else.
    """
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or not least <= value <= most:
        raise ArgumentError(argument, expected, shown(value))
    return int(value)


def triangle_of(uplo: Any) -> Triangle:
    """The triangle that a letter names.

    Raises:
        ArgumentError: it names none.
    """
    return "upper" if option("uplo", uplo, "UL") == "U" else "lower"


def queue_of(queue: Any, arrays: Mapping[str, Any]) -> Any:
    """The queue to use: the one given, else the first that an array holds.

    Raises:
        ArgumentError: there is none, or it was closed.
        DeviceMismatchError: an array lives in another context.
    """
    if queue is None:
        there = [array for array in arrays.values() if array is not None]
        queue = adapter_for(there[0]).any_queue(there) if there else None
    adapter = adapter_of(queue)
    if adapter is None or not isinstance(queue, adapter.queues):
        raise ArgumentError(
            "queue", "a pyopencl command queue, given or held by an array", type(queue).__name__
        )
    adapter.check_open(queue)
    for argument, array in arrays.items():
        if array is not None and not adapter.lives_with(array, queue):
            raise DeviceMismatchError(
                argument, "an array in the context of the queue", "one in another context"
            )
    return queue


def check_queue(queue: Any, arrays: Mapping[str, Any]) -> Any:
    """The queue to run on, of NumPy arrays None where none was given: then it is this thread's on the default device.

    Raises:
        ArgumentError: there is none, or it was closed.
        DeviceMismatchError: an array lives in another context.
    """
    if not isinstance(next(iter(arrays.values())), np.ndarray):
        return queue_of(queue, arrays)
    return None if queue is None else queue_of(queue, {})


def check_call(queue: Any, wait_for: Any, arrays: Mapping[str, Any]) -> Any:
    """See that events are events; the queue to run on, as ``check_queue`` returns it.

    Raises:
        ArgumentError: one of them is something else.
    """
    check_events(wait_for)
    return check_queue(queue, arrays)
