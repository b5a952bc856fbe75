"""Arguments of SciPy's BLAS wrappers: signatures, conversions, defaults, checks, and overwritten arrays.

SciPy makes its wrappers with f2py (https://numpy.org/doc/stable/f2py/): arrays of another type or order are converted,
numbers too; a condition that fails raises ``error``; arrays that are only read are never changed.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.compat._scipy_short import UNUSUAL, short_wrapper
from autoblas.errors import AutoblasError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["TYPES", "Frame", "TypedWrapper", "error"]

TYPES = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
"""The types of wrappers, by the letters that their names begin with."""

FREE = -1
"""An extent without a condition."""


class error(AutoblasError):  # noqa: N801, N818  # the name of f2py's exception
    """A condition on the arguments of a wrapper failed; SciPy's wrappers have an exception of this name."""


class TypedWrapper:
    """A wrapper for one type.

    Args:
        name: Its name.
        signature: Required arguments, then optional ones in brackets, as SciPy's documentation has it.
        dtype: The type of its arrays.
        factor: The type of its scalars.
        compute: The adapter that computes the result from a ``Frame``.

    Attributes:
        typecode: The letter of the type, an attribute of SciPy's wrappers, like ``prefix``, ``dtype`` and ``int_dtype``.
    """

    module_name, library = "autoblas.compat.scipy_blas", "blas"

    def __init__(
        self, name: str, signature: str, dtype: Any, factor: Any, compute: Callable[[Frame], Any]
    ) -> None:
        required, _, optional = signature.rstrip("]").partition("[")
        self.required = tuple(required.strip(",").split(","))
        self.names = self.required + (tuple(optional.split(",")) if optional else ())
        self.dtype, self.factor, self.compute = np.dtype(dtype), np.dtype(factor), compute
        self.typecode = self.prefix = {"f": "s", "d": "d", "F": "c", "D": "z"}[self.dtype.char]
        self.int_dtype = np.dtype(np.int32)
        self._short: Callable[..., Any] = self._make_short
        self.__name__ = self.__qualname__ = name
        self.__module__ = self.module_name
        self.__doc__ = f"{name}({signature})\n\nTakes and returns what ``scipy.linalg.{self.library}.{name}`` does; computed by autoblas."

    def __reduce__(self) -> str:
        """The name of the module's object, which copies and pickles resolve to."""
        return self.__name__

    def _make_short(self, *args: Any, **kwargs: Any) -> Any:
        """Replace this method, at the first call, by the function that computes usual calls."""
        self._short = short_wrapper(self.__name__, self.required, self.names, self.dtype)
        return self._short(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<autoblas {self.__name__}>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Check the arguments and compute.

        Raises:
            TypeError: an argument is missing, unknown, or not a number.
            ValueError: an argument cannot be converted to an array, or has the wrong extent.
            error: a condition on the arguments failed.
        """
        try:
            result = self._short(*args, **kwargs)
        except UNUSUAL:
            result = None
        if result is not None:
            return result
        name = self.__name__
        if len(args) > len(self.names):
            raise TypeError(f"{name}() takes at most {len(self.names)} arguments ({len(args)} given)")
        arguments = dict(zip(self.names, args, strict=False))
        for key, value in kwargs.items():
            if key not in self.names:
                raise TypeError(f"{key!r} is an invalid keyword argument for {name}()")
            if key in arguments:
                raise TypeError(f"argument for {name}() given by name ({key!r}) and position")
            arguments[key] = value
        for position, key in enumerate(self.required, 1):
            if key not in arguments:
                raise TypeError(f"{name}() missing required argument {key!r} (pos {position})")
        return self.compute(Frame(self, arguments))


class Frame:
    """The arguments of one call.

    Args:
        routine: The wrapper.
        arguments: Its arguments by name.

    Attributes:
        dtype: The type of arrays.
    """

    def __init__(self, routine: TypedWrapper, arguments: dict[str, Any]) -> None:
        self.routine, self.dtype, self._arguments = routine, routine.dtype, arguments

    def check(self, is_met: bool, condition: str) -> None:
        """Raise ``error`` where a condition is not met."""
        if not is_met:
            raise error(f"({condition}) failed for {self.routine.__name__}")

    def integer(self, name: str, default: int, condition: Callable[[int], bool] | None = None) -> int:
        """An argument as an integer; other numbers are truncated."""
        value = self._arguments.get(name)
        if value is None:
            number = default
        else:
            value = np.asarray(value).ravel()[0] if isinstance(value, (list, tuple, np.ndarray)) else value
            number = int(value.real if isinstance(value, (complex, np.complexfloating)) else value)
        if condition is not None:
            self.check(condition(number), f"{name}={number}")
        return number

    def flag(self, name: str, most: int = 1) -> int:
        """An option; 0 by default."""
        return self.integer(name, 0, lambda value: 0 <= value <= most)

    def number(self, name: str, default: complex = 0.0, *, real: bool = False) -> Any:
        """An argument as a number of the wrapper's type; the real part of a complex one where that type is real."""
        value = self._arguments.get(name, default)
        if isinstance(value, (list, tuple, np.ndarray)):
            value = np.asarray(value).ravel()[0]
        wide = complex(value if isinstance(value, (complex, np.complexfloating)) else float(value))
        return wide if self.routine.factor.kind == "c" and not real else wide.real

    def value(self, name: str) -> Any:
        """An argument as it was given; None where it was not."""
        return self._arguments.get(name)

    def array(self, name: str, rank: int) -> Any:
        """An array that is only read, reshaped to ``rank`` axes."""
        array = self._converted(self._arguments[name])
        extents = self._extents(name, array, (FREE,) * rank)
        return array if array.shape == extents else array.reshape(extents, order="F")

    def output(
        self, name: str, shape: tuple[int, ...] | None = None, *, rank: int = 1, overwrite: bool | None = None
    ) -> tuple[Any, Any]:
        """An array for the result: the argument where it may be overwritten, else a copy; zeros where it is None.

        Args:
            name: The argument.
            shape: The shape that it must have, and that a new array gets; with one axis, only that of a new array.
            rank: The number of axes to compute with.
            overwrite: The argument may be overwritten; by default as ``overwrite_name`` says.

        Returns:
            The array with its original axes, which the call returns, and the same memory with ``rank`` axes.
        """
        value = self._arguments.get(name)
        if value is None:
            self.check(shape is not None and min(shape) >= 0, f"{name} is given")
            new = np.zeros(shape or (0,), self.dtype, order="F")
            return new, new
        if overwrite is None:
            overwrite = bool(self.integer(f"overwrite_{name}", 0))
        array = self._converted(value)
        required = (FREE,) * rank if shape is None or rank == 1 else shape
        extents = self._extents(name, array, required)
        self.check(rank == 1 or shape is None or extents == shape, f"shape({name})=={shape}")
        if not (array is value and overwrite and array.flags.f_contiguous and array.flags.writeable):
            array = np.array(array, order="F")
        return array, array.reshape(extents, order="F")

    def vector(self, name: str, array: Any, n: int | None = None, *, free: bool = False) -> tuple[Any, int]:
        """The elements of an array that n, offset and increment address, and their number.

        Args:
            name: ``x`` or ``y``, which names the arguments of offset and increment.
            array: The array.
            n: The number of elements; by default as many as the array has.
            free: Skip the check of n, which was checked before.
        """
        flat, step = array.reshape(-1, order="F"), self.integer(f"inc{name}", 1)
        self.check(step != 0, f"inc{name}>0||inc{name}<0")
        start = self.integer(f"off{name}", 0)
        self.check(0 <= start < len(flat), f"off{name}>=0 && off{name}<len({name})")
        count = (len(flat) - start) // abs(step) if n is None else n
        if not free:
            self.check(
                len(flat) - start > (count - 1) * abs(step), f"len({name})-off{name}>(n-1)*abs(inc{name})"
            )
        if count <= 0:
            return flat[:0], count
        elements = flat[start : start + (count - 1) * abs(step) + 1 : abs(step)]
        return (elements if step > 0 else elements[::-1]), count

    def length(self, *, rounded_up: bool = False) -> int:
        """The argument n; by default the number of elements of x that offset and increment address."""
        size, start = np.size(self._arguments["x"]), self.integer("offx", 0)
        step = abs(self.integer("incx", 1)) or 1
        default = (size - 1 - start) // step + 1 if rounded_up else (size - start) // step
        return self.integer("n", default)

    def _converted(self, value: Any) -> Any:
        array = value if isinstance(value, np.ndarray) else np.asarray(value)
        if array.dtype == self.dtype and array.dtype.isnative:
            return array
        if array.dtype.kind == "U":
            array = array.astype(np.float64)  # raises for what is no number
        return array.astype(self.dtype)

    def _extents(self, name: str, array: Any, required: tuple[int, ...]) -> tuple[int, ...]:
        """The shape that an array is reshaped to.

        Raises:
            ValueError: its elements do not fill that shape.
        """
        try:
            return _fitted(array.shape, required)
        except ValueError as error:
            raise ValueError(
                f"{self.routine.__name__}: failed to create array from {name!r} -- {error}"
            ) from None


def _fitted(shape: tuple[int, ...], required: tuple[int, ...]) -> tuple[int, ...]:
    """The extents of an array that is reshaped to another number of axes.

    Missing axes are appended; the first of them takes the remaining elements. Of surplus axes those of length 0 and 1 are
    dropped, and those beyond the required number are merged into the last. An axis of length 1 fits every extent up to the
    number of elements.

    Args:
        shape: Its shape.
        required: The extents required, ``FREE`` for any.

    Raises:
        ValueError: an extent differs, or the elements do not fill the shape.
    """
    rank, size = len(required), math.prod(shape)
    missing = rank > len(shape)
    lengths, merged = list(shape), 1
    if rank < len(shape):
        lengths = [length for length in shape if length > 1]
        lengths, merged = lengths[:rank] + [1] * (rank - len(lengths)), math.prod(lengths[rank:])
    extents = []
    for axis, (length, extent) in enumerate(zip(lengths, required, strict=False)):
        if extent >= 0 and length > 1 and length != extent:
            raise ValueError(f"{axis}-th dimension must be fixed to {extent} but got {length}")
        least = max(length, 1) if missing else length
        extents.append(least if extent == FREE else max(extent, 1))
    extents[-1:] = [extent * merged for extent in extents[-1:]]
    if missing:
        appended = required[len(shape) :]
        for axis, extent in enumerate(appended, len(shape)):
            if extent > 1:
                raise ValueError(f"{axis}-th dimension must be {extent} but got 0 (not defined)")
        extents += [size // math.prod(extents), *[1] * (len(appended) - 1)]
    if math.prod(extents) != size:
        raise ValueError(f"unexpected array size: {math.prod(extents)} elements, got an array of {size}")
    return tuple(extents)
