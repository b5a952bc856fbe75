"""Plane rotations from two numbers: rotg and rotmg, computed on the host."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.arrays.factors import plain_number, rounded_factor
from autoblas.blas.host.quiet import quiet
from autoblas.errors import PrecisionError
from autoblas.precision import COMPLEX128, FLOAT64, FLOATING, precision_of

if TYPE_CHECKING:
    from autoblas.precision import Precision

__all__ = [
    "ModifiedRotation",
    "Rotation",
    "complex_rotation",
    "modified_rotation_of",
    "real_rotation",
    "rotation_of",
    "rotg",
    "rotmg",
]

GAMMA = 4096.0
"""By its square the factors of a modified rotation are scaled, until they lie within its square of 1."""


class Rotation(NamedTuple):
    """A plane rotation that turns (a, b) into (r, 0).

    Attributes:
        c: Cosine, real.
        s: Sine.
        r: The new value of a.
        z: A number that c and s can be found from again; 0 of complex rotations, which have none.
    """

    c: Any
    s: Any
    r: Any
    z: Any


class ModifiedRotation(NamedTuple):
    """A modified Givens rotation, which needs no square roots.

    Attributes:
        param: Flag, h11, h21, h12, h22, as ``rotm`` takes them; 0 where the flag implies an element.
        d1: The first factor, updated.
        d2: The second factor, updated.
        x1: The first coordinate, updated.
    """

    param: Any
    d1: Any
    d2: Any
    x1: Any


def rotg(a: Any, b: Any, *, dtype: Any = None) -> Rotation:
    """The results of ``rotg``, whose row in the table of routines describes them."""
    arguments = {"a": a, "b": b}
    exact = {argument: rounded_factor(argument, value, COMPLEX128) for argument, value in arguments.items()}
    precision = precision_of(_type_of(arguments) if dtype is None else dtype, among=FLOATING)
    if precision.kind == "integer":
        raise PrecisionError("dtype", "a floating-point type", precision.name)
    if not precision.is_complex:
        for argument, value in exact.items():
            if value.imag != 0:
                raise PrecisionError("dtype", f"a complex type, like {argument}", precision.name)
        return rotation_of(precision, *(value.real for value in exact.values()))
    return rotation_of(precision, *exact.values())


def rotation_of(precision: Precision, a: Any, b: Any) -> Rotation:
    """The rotation of two numbers that were checked.

    Args:
        precision: The type of the results.
        a: First coordinate, a float, or a complex number where the type is complex.
        b: Second coordinate, of the same type.
    """
    numbers_of = (*complex_rotation(a, b), 0.0) if precision.is_complex else real_rotation(a, b)
    kinds = (precision.real.dtype.type, *(precision.dtype.type for _ in numbers_of[1:]))
    return Rotation(*(quiet().run(kind, number) for kind, number in zip(kinds, numbers_of, strict=True)))


def _type_of(arguments: dict[str, Any]) -> Any:
    """The type that NumPy gives to numbers, of Python's own that of an array of them."""
    theirs = [value.dtype for value in arguments.values() if isinstance(value, (np.generic, np.ndarray))]
    kinds = [dtype for dtype in theirs if dtype.isbuiltin == 1]
    plain = [
        value if isinstance(value, complex) else plain_number(name, value)
        for name, value in arguments.items()
    ]
    weak = [type(number)() for number in plain] if kinds else [np.array(plain).dtype]
    return np.result_type(*kinds, *weak, np.float16)


def real_rotation(a: float, b: float) -> tuple[float, float, float, float]:
    """c, s, r and z in double precision."""
    if b == 0:
        return 1.0, 0.0, a, 0.0
    if a == 0:
        return 0.0, 1.0, b, 1.0
    finite = math.isfinite(a) and math.isfinite(b)
    scale = 2.0 ** min(max(math.frexp(max(abs(a), abs(b)))[1], -1021), 1022) if finite else 1.0
    p, q = a / scale, b / scale
    r = math.copysign(math.hypot(p, q), a if abs(a) > abs(b) else b)
    c, s = p / r, q / r
    z = s if abs(a) > abs(b) else 1 / c if c != 0 else 1.0
    return c, s, r * scale, z


def complex_rotation(a: complex, b: complex) -> tuple[float, complex, complex]:
    """c, s and r in double precision."""
    if b == 0:
        return 1.0, 0j, a
    height = math.frexp(max(abs(b.real), abs(b.imag)))[1]
    exponent = math.frexp(max(abs(a.real), abs(a.imag)))[1]
    top = max(height, exponent) if a != 0 else height
    q = complex(math.ldexp(b.real, -top), math.ldexp(b.imag, -top))
    reach = math.hypot(q.real, q.imag)  # abs raises for NaN after what underflows
    if a == 0:
        return 0.0, q.conjugate() / reach, _lifted(complex(reach), top)
    near = complex(math.ldexp(a.real, -exponent), math.ldexp(a.imag, -exponent))
    length = math.hypot(near.real, near.imag)
    direction, size = near / length, math.ldexp(length, exponent - top)
    h = math.hypot(size, reach)
    return size / h, direction * q.conjugate() / h, _lifted(direction * h, top)


def _lifted(value: complex, exponent: int) -> complex:
    """A number times a power of two, infinite where that is beyond what a double holds."""
    parts = []
    for part in (value.real, value.imag):
        try:
            parts.append(math.ldexp(part, exponent))
        except OverflowError:
            parts.append(math.copysign(math.inf, part))
    return complex(*parts)


def rotmg(d1: Any, d2: Any, x1: Any, y1: Any, *, dtype: Any = None) -> ModifiedRotation:
    """The results of ``rotmg``, whose row in the table of routines describes them."""
    arguments = {"d1": d1, "d2": d2, "x1": x1, "y1": y1}
    values = {argument: rounded_factor(argument, value, FLOAT64) for argument, value in arguments.items()}
    precision = precision_of(_type_of(arguments) if dtype is None else dtype, among=FLOATING[:3])
    if precision.kind != "real":
        raise PrecisionError("dtype", "a real floating-point type", precision.name)
    return modified_rotation_of(precision, *values.values())


def modified_rotation_of(
    precision: Precision, d1: float, d2: float, x1: float, y1: float
) -> ModifiedRotation:
    """The modified rotation of four numbers that were checked, in a real type."""
    flag, h, (d1, d2, x1) = _modified(d1, d2, x1, y1)
    param = np.empty(5, precision.dtype)
    quiet().run(param.__setitem__, ..., [flag, *(h if flag == -1 else _implied(flag, h))])
    return ModifiedRotation(param, *(quiet().run(precision.dtype.type, value) for value in (d1, d2, x1)))


def _implied(flag: int, h: list[float]) -> list[float]:
    """The matrix without the elements that its flag implies."""
    return {-2: [0.0] * 4, 0: [0.0, h[1], h[2], 0.0], 1: [h[0], 0.0, 0.0, h[3]]}[flag]


def _modified(
    d1: float, d2: float, x1: float, y1: float
) -> tuple[int, list[float], tuple[float, float, float]]:
    """Flag, (h11, h21, h12, h22), and the updated factors and coordinate, in double precision."""
    nothing = -1, [0.0] * 4, (0.0, 0.0, 0.0)
    if d1 < 0:
        return nothing
    p2 = d2 * y1
    if 0 in (p2, y1):  # also where d2 is infinite
        return -2, [0.0] * 4, (d1, d2, x1)
    p1 = d1 * x1
    q1, q2 = p1 * x1, p2 * y1
    if abs(q1) > abs(q2):
        h21, h12 = -y1 / x1, p2 / p1
        u = 1 - h12 * h21
        if u <= 0:
            return nothing
        flag, h, d1, d2, x1 = 0, [1.0, h21, h12, 1.0], d1 / u, d2 / u, x1 * u
    else:
        if q2 < 0:
            return nothing
        h11, h22 = p1 / p2, x1 / y1
        u = 1 + h11 * h22
        if u <= 0:  # where q1 and q2 are too small to be told from 0
            return nothing
        flag, h, d1, d2, x1 = 1, [h11, -1.0, 1.0, h22], d2 / u, d1 / u, y1 * u
    return _rescaled(flag, h, d1, d2, x1)


def _rescaled(
    flag: int, h: list[float], d1: float, d2: float, x1: float
) -> tuple[int, list[float], tuple[float, float, float]]:
    """A rotation with factors scaled to be neither much larger nor much smaller than 1."""
    square = GAMMA**2
    while d1 != 0 and math.isfinite(d1) and not 1 / square < d1 < square:
        up = d1 <= 1 / square
        d1 = d1 * square if up else d1 / square
        by = 1 / GAMMA if up else GAMMA
        x1, h[0], h[2], flag = x1 * by, h[0] * by, h[2] * by, -1
    while d2 != 0 and math.isfinite(d2) and not 1 / square < abs(d2) < square:
        up = abs(d2) <= 1 / square
        d2 = d2 * square if up else d2 / square
        by = 1 / GAMMA if up else GAMMA
        h[1], h[3], flag = h[1] * by, h[3] * by, -1
    return flag, h, (d1, d2, x1)
