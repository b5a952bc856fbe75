"""NumPy arrays and numbers as the host's BLAS takes them: where they begin and how far it is to the next element.

Everything here says None to what is in any way unusual, an argument that does not fit included. Such calls take the
longer way, where arguments are checked, and wrong ones raise.
"""

from __future__ import annotations

import ctypes
import math
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from autoblas.blas.host.blas import host_function
from autoblas.precision import COMPLEX64, COMPLEX128, FLOAT32, FLOAT64

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.precision import Precision

__all__ = [
    "COLUMNS",
    "INT_MAX",
    "KINDS",
    "NUMBERS",
    "ROWS",
    "ElementType",
    "Matrix",
    "Vector",
    "address",
    "copied",
    "factor",
    "is_zero",
    "matrix",
    "scale_parts",
    "separate",
    "vector",
]

ROWS = 101
"""CBLAS's word for a matrix that is stored by rows."""

COLUMNS = 102
"""And by columns."""

COPIED_BYTES = 2**18
"""Up to this size a copy of an operand takes less than a call of a device."""

INT_MAX = 2**31 - 1
"""The largest count that every CBLAS takes."""


@dataclass(frozen=True, eq=False, slots=True)
class ElementType:
    """An element type.

    Attributes:
        precision: The type.
        size: Bytes an element takes.
        part: Bytes of its real part, of which addresses are multiples.
        least: The smallest normal number.
        most: The largest one.
        low: Norms above it have lost nothing to squares that are too small for the type.
        high: Norms below it have lost nothing to squares that are too large.
        dtype: NumPy's name of the type.
        scalar: NumPy's scalar of it.
        real: NumPy's scalar of its parts.
        pair: Two of its parts in memory, by which complex numbers are passed; None of a real type.
        one: The number 1 as CBLAS takes it.
        zero: The number 0.
        parts: How many operations on real numbers stand for one.
    """

    precision: Precision
    size: int
    part: int
    least: float
    most: float
    low: float
    high: float
    dtype: Any
    scalar: Any
    real: Any
    pair: Any
    one: Any
    zero: Any
    parts: int

    @staticmethod
    def of(precision: Precision) -> ElementType:
        """The kind of a type."""
        least, most = precision.tiny, float(np.finfo(precision.dtype).max)
        pair = (ctypes.c_double if precision.double else ctypes.c_float) * 2
        return ElementType(
            precision=precision,
            size=precision.size,
            part=precision.size // precision.parts,
            least=least,
            most=most,
            low=math.sqrt(least / precision.roundoff),
            high=math.sqrt(most) / 2,
            dtype=precision.dtype,
            scalar=precision.dtype.type,
            real=precision.real.dtype.type,
            pair=pair if precision.is_complex else None,
            one=pair(1, 0) if precision.is_complex else 1.0,
            zero=pair(0, 0) if precision.is_complex else 0.0,
            parts=4 if precision.is_complex else 1,
        )


_HEAD = object.__basicsize__
_word = ctypes.c_size_t.from_address


def address(array: Any) -> int:
    """Where an array's first element lies, out of the array's object, in a fifth of the time of ``ctypes.data``.

    NumPy's C interface has the address follow the head that all objects have (PyArrayObject, data).
    """
    return _word(id(array) + _HEAD).value


def _addresses_verified() -> bool:
    if sys.implementation.name != "cpython":
        return False
    samples = [np.arange(7.0), np.arange(7.0)[::-2], np.ones((2, 3), np.complex64)[1:, 1:]]
    return all(address(sample) == sample.ctypes.data for sample in samples)


KINDS = {
    precision.dtype: ElementType.of(precision)
    for precision in (FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)
    if _addresses_verified()
}
"""By NumPy's types in the machine's byte order; none where addresses are not found so, and devices compute."""

NUMBERS = {float, int, complex}

SCALARS: dict[type, Any] = {
    np.float64: float,
    np.complex128: complex,
    np.float32: float,
    np.complex64: complex,
}
"""NumPy's numbers that are factors too, and their classes among Python's."""

Vector = tuple[ElementType, int, int, int, int, Any]
"""Type, elements, step in elements, address of the lowest one, the address behind the highest one, and the array."""

Matrix = tuple[ElementType, int, int, int, int, int, int, Any]
"""Type, rows, columns, ``ROWS`` or ``COLUMNS``, leading dimension, address, the one behind the last element, and the array."""

Operand = TypeVar("Operand", Vector, Matrix)


def vector(array: Any, written: bool = False) -> Vector | None:
    """A vector of at least one element, in either direction.

    Args:
        array: Anything.
        written: It has to be one that can be written.
    """
    if type(array) is not np.ndarray:
        return None
    kind, strides = KINDS.get(array.dtype), array.strides
    if kind is None or len(strides) != 1 or (written and not array.flags.writeable):
        return None
    n, size, stride, low = len(array), kind.size, strides[0], address(array)
    if not 0 < n <= INT_MAX or low % kind.part:
        return None
    if stride == size or n == 1:
        return kind, n, 1, low, low + n * size, array
    step, rest = divmod(stride, size)
    if rest or not 0 < abs(step) <= INT_MAX:
        return None
    if step < 0:
        low += (n - 1) * stride
    return kind, n, step, low, low + ((n - 1) * abs(step) + 1) * size, array


def matrix(array: Any, written: bool = False) -> Matrix | None:
    """A matrix whose rows or whose columns are dense, with at least one element.

    Args:
        array: Anything.
        written: It has to be one that can be written.
    """
    if type(array) is not np.ndarray or array.ndim != 2:
        return None
    kind, (rows, cols), (down, right) = KINDS.get(array.dtype), array.shape, array.strides
    if kind is None or (written and not array.flags.writeable):
        return None
    if not (0 < rows <= INT_MAX and 0 < cols <= INT_MAX):
        return None
    size, low = kind.size, address(array)
    if right == size and down >= cols * size:
        order, along, across, pace = ROWS, cols, rows, down
    elif down == size and right >= rows * size:
        order, along, across, pace = COLUMNS, rows, cols, right
    else:
        return None
    lead, rest = divmod(pace, size)
    if rest or lead > INT_MAX or low % kind.part:
        return None
    return kind, rows, cols, order, lead, low, low + ((across - 1) * lead + along) * size, array


def copied(read: Callable[[Any], Operand | None], array: Any, output: Any) -> Operand | None:
    """A small operand whose strides or address no BLAS takes, as a dense copy; None where it may share memory with an output.

    Args:
        read: ``vector`` or ``matrix``.
        array: Anything.
        output: The array that is written, or None.
    """
    if type(array) is not np.ndarray or array.nbytes > COPIED_BYTES or array.dtype not in KINDS:
        return None
    if output is not None and (type(output) is not np.ndarray or np.may_share_memory(array, output)):
        return None
    return read(array.copy("C"))


def separate(a: Any, b: Any, owned: bool) -> bool:
    """True if two NumPy arrays share no memory, as far as the ranges that they lie in tell.

    Args:
        a: One of them.
        b: The other.
        owned: Whether ``a`` owns its memory. Of arrays that do, no two share any.
    """
    if owned and a is not b and b.flags.owndata:
        return True
    return not np.may_share_memory(a, b)


def is_zero(value: Any) -> bool:
    """True if a factor is a number, and 0, so that its operand is not read."""
    return type(value) in NUMBERS and bool(value == 0)


def factor(value: Any, kind: ElementType, *, real: bool = False) -> Any:
    """A number as CBLAS takes it; None of one that is 0, too large or too small for the type, or none at all.

    Args:
        value: Anything.
        kind: The type of the elements.
        real: CBLAS takes a real number, whatever the elements are.
    """
    number_class = type(value)
    if number_class is float or number_class is int:
        if not kind.least <= abs(value) <= kind.most:
            return None
        return value if real or kind.pair is None else kind.pair(value, 0)
    if number_class is complex and value.imag == 0:
        return factor(value.real, kind, real=real)
    if number_class is complex and kind.pair is not None and not real:
        parts = abs(value.real), abs(value.imag)
        return kind.pair(value.real, value.imag) if kind.least <= max(parts) <= kind.most else None
    plain = SCALARS.get(number_class)
    return None if plain is None else factor(plain(value), kind, real=real)


def scale_parts(kind: ElementType, n: int, by: float, start: int, step: int) -> bool:
    """Multiply real vectors, or the parts of complex ones, by a real number; whether that was done.

    Libraries differ in what they make of the infinities among complex numbers that are multiplied by 2 + 0j.
    """
    function = host_function("scal", kind.precision.real)
    parts = 1 if kind.pair is None else 2
    if function is None or parts * max(n, step) > INT_MAX:
        return False
    if parts * step == parts:
        function(parts * n, by, start, 1)
    else:
        for part in range(parts):
            function(n, by, start + part * kind.part, parts * step)
    return True
