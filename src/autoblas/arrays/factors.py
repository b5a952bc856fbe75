"""Factors of calls: what counts as a number, and how it is rounded to the type that it multiplies in.

A number is one of Python or of NumPy, ``True`` and the scalars of ml_dtypes included, one of another class that registers
with ``numbers``, such as a fraction, or an array without axes in the host's memory, of any library. It is turned into one
of Python's own before anything is compared with it: NumPy's warn and wrap.

A complex number without an imaginary part is a real number, whatever its class. A real factor of complex elements
multiplies each of their parts.
"""

from __future__ import annotations

import math
import numbers
from ctypes import c_float
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.errors import ArgumentError, shown
from autoblas.precision import FLOAT32, FLOAT64

if TYPE_CHECKING:
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["is_host_scalar", "is_real", "multiple", "number_of", "plain_number", "rounded_factor"]

FLOAT32_MAX = float(np.finfo(np.float32).max)

HOST_MEMORY = 1
"""DLPack's device type of the host's memory."""

NOUNS = {"real": "a real number", "complex": "a number", "integer": "a whole number"}


def rounded_factor(argument: str, value: Any, precision: Precision) -> Any:
    """A number rounded to the precision that kernels see it in, so that 0 means 0 there too.

    Args:
        argument: The argument that an error names.
        value: The argument.
        precision: The type of the multiplication.

    Raises:
        ArgumentError: it is no number, or one that the precision cannot hold.
    """
    if type(value) is float:  # the commonest case
        if value in {0.0, 1.0} or precision is FLOAT64:
            return value
        if precision is FLOAT32 and -FLOAT32_MAX <= value <= FLOAT32_MAX:
            return c_float(value).value
    number, noun = plain_number(argument, value, NOUNS[precision.kind], precision.name), NOUNS[precision.kind]
    if precision.is_complex:
        re, im = (_rounded(part, precision.real) for part in (number.real, number.imag))
        rounded: Any = None if re is None or im is None else complex(re, im)
    elif isinstance(number, complex):
        raise ArgumentError(argument, noun, described(value))
    elif precision.kind == "integer":
        rounded = _whole(number, 8 * precision.size)
    else:
        rounded = _rounded(number, precision)
    if rounded is None:
        raise ArgumentError(argument, f"{noun} that {precision.name} can hold", shown(value))
    return rounded


def _whole(number: float, bits: int) -> int | None:
    """A whole number of so many bits, with a sign or without; None where it is none."""
    return int(number) if -(2 ** (bits - 1)) <= number < 2**bits and int(number) == number else None


def _rounded(number: float, precision: Precision) -> float | None:
    """A real number rounded to a real type; None where it overflows."""
    try:
        exact = float(number)
    except OverflowError:
        return None
    if precision is FLOAT64:
        return exact
    if precision is FLOAT32:
        rounded = c_float(exact).value
    else:
        with np.errstate(all="ignore"):
            rounded = float(precision.dtype.type(exact))
    return None if math.isinf(rounded) and not math.isinf(exact) else rounded


def plain_number(argument: str, value: Any, noun: str = NOUNS["complex"], holder: str = "float64") -> Any:
    """A number of Python's own, real where it has no imaginary part.

    Args:
        argument: The argument that an error names.
        value: The argument.
        noun: The expected kind of number, in words.
        holder: The type that is to hold it.

    Raises:
        ArgumentError: it is no number, or one too large.
    """
    try:
        number = number_of(value)
    except OverflowError as error:
        raise ArgumentError(argument, f"{noun} that {holder} can hold", shown(value)) from error
    if number is None:
        raise ArgumentError(argument, noun, described(value))
    return number


def number_of(value: Any) -> Any:
    """The number of Python's own that a value stands for, real where it has no imaginary part; None of what is no number.

    Args:
        value: Anything.

    Raises:
        OverflowError: it is a number that float64 cannot hold and Python's whole numbers neither.
    """
    if type(value) in {float, int}:
        return value
    if type(value) is complex:
        return _real_if_it_is(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return _of_numpy(value)
    if isinstance(value, numbers.Number):
        return _of_python(value)
    return number_of(value.item()) if is_host_scalar(value) else None


def is_host_scalar(value: Any) -> bool:
    """True of an array without axes in the host's memory, of another library than NumPy.

    Args:
        value: Anything.
    """
    without_axes = getattr(value, "shape", None) == () and hasattr(value, "item")
    return (
        without_axes and hasattr(value, "__dlpack_device__") and value.__dlpack_device__()[0] == HOST_MEMORY
    )


def _of_numpy(value: Any) -> Any:
    """A scalar of NumPy, of ml_dtypes too, or an array without axes and without a mask."""
    if isinstance(value, np.ndarray):
        return None if value.ndim or isinstance(value, np.ma.MaskedArray) else number_of(value[()])
    kind = value.dtype.kind
    if kind in "biu":
        return int(value)
    if kind not in "fc" and (kind != "V" or isinstance(value, np.void)):
        return None
    number = _real_if_it_is(complex(value)) if kind == "c" else float(value)
    if np.isinf(number) and not np.isinf(value):
        raise OverflowError
    return number


def _of_python(value: Any) -> Any:
    """A number of Python's own classes or of one that registers with ``numbers``."""
    if isinstance(value, numbers.Rational) and value.denominator == 1:
        return int(value.numerator)
    if isinstance(value, numbers.Complex) and not isinstance(value, numbers.Real):
        return _real_if_it_is(complex(value))
    try:
        number = float(value)
    except (TypeError, ValueError):  # a class without floats, or a signalling NaN of the decimals
        return None
    if math.isinf(number) and value != number:
        raise OverflowError
    return number


def _real_if_it_is(number: complex) -> Any:
    return number if number.imag != 0 else number.real


def is_real(value: Any) -> bool:
    """True of a real factor, which multiplies the parts of complex elements.

    Args:
        value: The factor.
    """
    return bool(value.imag == 0)


def described(value: Any) -> str:
    """A value as messages show it, with its class.

    Args:
        value: Anything.
    """
    return f"{type(value).__name__} {shown(value)}"[:80]


def multiple(factor: Any, x: Array, precision: Precision) -> Array:
    """An array of NumPy's times a factor.

    Args:
        factor: A number that was rounded to the type, or to the type of its parts.
        x: The array.
        precision: Its type.
    """
    if not precision.is_complex or not is_real(factor):
        return np.asarray(precision.scalar(factor) * x)
    scaled = np.empty_like(x)
    real_factor = precision.real.scalar(factor.real)
    scaled.real, scaled.imag = real_factor * x.real, real_factor * x.imag
    return scaled
