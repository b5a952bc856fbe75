"""Levels 1 and 2 on NumPy arrays by the host's own BLAS, where that is faster than a device.

A launch alone takes longer than many of these calls. So this way is short: whatever is unusual, and what does not fit,
gives None, and the caller goes on as if there were no host. The rules are those of the routines: with beta = 0 the old y
is not read, outputs overlap nothing, and what has nothing to do is left to the other way, factors of 0 among it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autoblas.routines.host.operands import (
    INT_MAX,
    KINDS,
    Kind,
    address,
    apart,
    factor,
    matrix,
    scale_parts,
    separate,
    vector,
)
from autoblas.runtime.host.crossover import host_call
from autoblas.runtime.host.quiet import quiet

__all__ = [
    "axpy_at_once",
    "axpy_on_host",
    "dot_at_once",
    "dot_on_host",
    "gemv_at_once",
    "ger_on_host",
    "move_on_host",
    "product_on_host",
    "reduce_on_host",
    "scale_on_host",
    "syr_on_host",
    "triangular_on_host",
]

TRANSPOSES = {"N": 111, "n": 111, "T": 112, "t": 112, "C": 113, "c": 113}
TRIANGLES = {"U": 121, "u": 121, "L": 122, "l": 122}
DIAGONALS = {"N": 131, "n": 131, "U": 132, "u": 132}
"""CBLAS's words for BLAS's letters."""


def scale_on_host(x: Any, alpha: Any) -> Any:
    """``scal``; x, or None."""
    seen = vector(x, True)
    if seen is None:
        return None
    kind, n, step, place, _ = seen
    real = type(alpha) is not complex or alpha.imag == 0
    if not real and alpha.real == 0:
        return None  # libraries take shortcuts there that lose NaN
    value = factor(alpha, kind, real=real)
    if value is None:
        return None
    function = host_call("scal", kind.precision, n * kind.size)
    if function is None:
        return None
    if real and kind.pair is not None:
        return x if scale_parts(kind, n, value, place, abs(step)) else None
    function(n, value, place, abs(step))
    return x


def axpy_at_once(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """``axpy`` of dense vectors, with or without alpha and nothing else; y, or None."""
    if len(args) != 2 or (kwargs and (len(kwargs) != 1 or "alpha" not in kwargs)):
        return None
    x, y = args
    kind = _kind_of_pair(x, y)
    if kind is None:
        return None
    read, written, n = x.flags, y.flags, len(x)
    if not (read.c_contiguous and read.aligned and written.carray and n <= INT_MAX):
        return None
    if not separate(y, x, written.owndata):
        return None
    alpha = kwargs["alpha"] if kwargs else 1.0
    if kind.pair is not None:
        return y if _add_complex(kind, n, alpha, address(x), 1, address(y), 1) else None
    value = factor(alpha, kind)
    function = None if value is None else host_call("axpy", kind.precision, 2 * n * kind.size)
    if function is None:
        return None
    function(n, value, address(x), 1, address(y), 1)
    return y


def _add_complex(kind: Kind, n: int, alpha: Any, place: int, step: int, place_y: int, step_y: int) -> bool:
    """Add a multiple of complex numbers, whose parts are real vectors where the factor is real; whether that was done."""
    real = type(alpha) is not complex or alpha.imag == 0
    value = factor(alpha, kind, real=real)
    precision = kind.precision.real if real else kind.precision
    function = None if value is None else host_call("axpy", precision, 2 * n * kind.size)
    if function is None or (real and 2 * max(n, abs(step), abs(step_y)) > INT_MAX):
        return False
    if not real:
        function(n, value, place, step, place_y, step_y)
    elif step == step_y == 1:
        function(2 * n, value, place, 1, place_y, 1)
    else:
        for shift in (0, kind.part):
            function(n, value, place + shift, 2 * step, place_y + shift, 2 * step_y)
    return True


def _kind_of_pair(x: Any, y: Any) -> Kind | None:
    """The kind of two NumPy vectors of one type and of as many elements, at least one; None of anything else."""
    if type(x) is not np.ndarray or type(y) is not np.ndarray:
        return None
    kind, shape = KINDS.get(x.dtype), x.shape
    if kind is None or kind is not KINDS.get(y.dtype):
        return None
    return kind if len(shape) == 1 and shape == y.shape and shape[0] else None


def axpy_on_host(x: Any, y: Any, alpha: Any) -> Any:
    """``axpy``; y, or None."""
    first, second = vector(x), vector(y, True)
    if first is None or second is None:
        return None
    (kind, n, step, place, end), (kind_y, n_y, step_y, place_y, end_y) = first, second
    if n != n_y or kind is not kind_y or not (end <= place_y or end_y <= place):
        return None
    if kind.pair is not None:
        return y if _add_complex(kind, n, alpha, place, step, place_y, step_y) else None
    value = factor(alpha, kind)
    function = None if value is None else host_call("axpy", kind.precision, 2 * n * kind.size)
    if function is None:
        return None
    function(n, value, place, step, place_y, step_y)
    return y


def move_on_host(routine: str, x: Any, y: Any) -> Any:
    """``copy`` or ``swap``; y, or None."""
    first, second = vector(x, routine == "swap"), vector(y, True)
    if first is None or second is None:
        return None
    (kind, n, step, place, end), (kind_y, n_y, step_y, place_y, end_y) = first, second
    if n != n_y or kind is not kind_y or not (end <= place_y or end_y <= place):
        return None
    function = host_call(routine, kind.precision, 2 * n * kind.size)
    if function is None:
        return None
    function(n, place, step, place_y, step_y)
    return y


def reduce_on_host(routine: str, x: Any) -> Any:
    """``nrm2`` or ``asum``; the number, or None.

    Libraries differ in what they make of norms near the ends of the range and of what is no number; those are left to
    the device.
    """
    seen = vector(x)
    if seen is None:
        return None
    kind, n, step, place, _ = seen
    function = host_call(routine, kind.precision, n * kind.size)
    if function is None:
        return None
    number = function(n, place, abs(step))
    if routine == "nrm2" and not kind.low < number < kind.high:
        return None
    return kind.real(number)


def dot_at_once(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """``dot`` and ``dotu`` of two vectors and nothing else, by NumPy; the number, or None."""
    if kwargs or len(args) != 2:
        return None
    x, y = args
    kind = _kind_of_pair(x, y)
    if kind is None or host_call("dotu", kind.precision, 2 * len(x) * kind.size) is None:
        return None
    return quiet().run(x.dot, y)


def dot_on_host(routine: str, x: Any, y: Any) -> Any:
    """``dotu`` or ``dotc``; the number, or None."""
    first, second = vector(x), vector(y)
    if first is None or second is None:
        return None
    (kind, n, step, place, _), (kind_y, n_y, step_y, place_y, _) = first, second
    if n != n_y or kind is not kind_y:
        return None
    function = host_call(routine, kind.precision, 2 * n * kind.size)
    if function is None:
        return None
    if kind.pair is None:
        return kind.real(function(n, place, step, place_y, step_y))
    parts = kind.pair()
    function(n, place, step, place_y, step_y, parts)
    return kind.scalar(complex(*parts))


def gemv_at_once(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """``gemv`` of dense operands, with or without y and nothing else, by NumPy; y, or None."""
    if len(args) == 2 and not kwargs:
        (a, x), y = args, None
    elif len(args) == 2 and len(kwargs) == 1 and "y" in kwargs:
        (a, x), y = args, kwargs["y"]
    elif len(args) == 3 and not kwargs:
        a, x, y = args
    else:
        return None
    if type(a) is not np.ndarray or type(x) is not np.ndarray or a.ndim != 2 or x.ndim != 1:
        return None
    kind, (m, n) = KINDS.get(a.dtype), a.shape
    size = m * n
    if (
        kind is None
        or kind is not KINDS.get(x.dtype)
        or not 0 < size <= INT_MAX
        or len(x) != n
        or not a.flags.forc
    ):
        return None
    if y is not None:
        if type(y) is not np.ndarray or y.shape != (m,) or KINDS.get(y.dtype) is not kind:
            return None
        flags = y.flags
        if not (flags.carray and separate(y, a, flags.owndata) and separate(y, x, flags.owndata)):
            return None
    if host_call("gemv", kind.precision, size * kind.size) is None:
        return None
    if y is None:
        y = np.empty(m, kind.dtype)
    return quiet().run(a.dot, x, y)


def product_on_host(
    routine: str, a: Any, x: Any, y: Any, alpha: Any, beta: Any, *, trans: Any = "N", uplo: Any = None
) -> Any:
    """``gemv``, ``symv`` or ``hemv``; y, or None.

    Args:
        routine: Its name.
        a: The matrix.
        x: The vector that it multiplies.
        y: Where the result goes; a new vector where it is None.
        alpha: Factor of the product.
        beta: Factor of the old y.
        trans: What ``gemv`` multiplies by, in BLAS's letters.
        uplo: The triangle that ``symv`` and ``hemv`` read.
    """
    held, first = matrix(a), vector(x)
    letter = _letter(trans, TRANSPOSES) if uplo is None else _letter(uplo, TRIANGLES)
    if held is None or first is None or letter is None or first[0] is not held[0]:
        return None
    kind, m, n, order, lead, place, _ = held
    rows, cols = (n, m) if letter in {112, 113} else (m, n)
    zero = type(beta) in _NUMBERS and beta == 0
    by, old = factor(alpha, kind), kind.one if zero else factor(beta, kind)
    if by is None or old is None or first[1] != cols or (uplo is not None and m != n):
        return None
    out = np.empty(rows, x.dtype) if y is None and zero else y
    second = vector(out, True)
    if second is None or second[0] is not kind or second[1] != rows:
        return None
    if not (apart(second, held) and apart(second, first)):
        return None
    function = host_call(routine, kind.precision, m * n * kind.size)
    if function is None:
        return None
    if zero:
        out.fill(0)  # and beta is 1, so that nobody multiplies what was there
    elif kind.pair is not None and beta != 1 and beta.imag == 0:
        if not scale_parts(kind, rows, old[0], second[3], abs(second[2])):
            return None
        old = kind.one
    sizes = (m, n) if uplo is None else (n,)
    function(order, letter, *sizes, by, place, lead, first[3], first[2], old, second[3], second[2])
    return out


def triangular_on_host(routine: str, a: Any, x: Any, uplo: Any, trans: Any, diag: Any) -> Any:
    """``trmv`` or ``trsv``; x, or None."""
    held, seen = matrix(a), vector(x, True)
    letters = _letter(uplo, TRIANGLES), _letter(trans, TRANSPOSES), _letter(diag, DIAGONALS)
    if held is None or seen is None or None in letters or seen[0] is not held[0]:
        return None
    kind, rows, cols, order, lead, place, _ = held
    if rows != cols or seen[1] != rows or not apart(held, seen):
        return None
    function = host_call(routine, kind.precision, rows * cols * kind.size)
    if function is None:
        return None
    function(order, *letters, rows, place, lead, seen[3], seen[2])
    return x


def ger_on_host(routine: str, x: Any, y: Any, a: Any, alpha: Any) -> Any:
    """``geru`` or ``gerc``; A, or None."""
    first, second = vector(x), vector(y)
    if first is None or second is None:
        return None
    kind, rows, cols = first[0], first[1], second[1]
    out = np.zeros((rows, cols), x.dtype) if a is None else a
    held, value = matrix(out, True), factor(alpha, kind)
    if held is None or value is None or not held[0] is kind is second[0] or held[1:3] != (rows, cols):
        return None
    if not (apart(held, first) and apart(held, second)):
        return None
    function = host_call(routine, kind.precision, rows * cols * kind.size)
    if function is None:
        return None
    function(held[3], rows, cols, value, first[3], first[2], second[3], second[2], held[5], held[4])
    return out


def syr_on_host(routine: str, vectors: tuple[Any, ...], a: Any, alpha: Any, uplo: Any) -> Any:
    """``syr`` and ``her`` with one vector, ``syr2`` and ``her2`` with two; A, or None."""
    held, letter = matrix(a, True), _letter(uplo, TRIANGLES)
    if held is None or letter is None:
        return None
    kind, rows, cols, order, lead, place, _ = held
    if rows != cols:
        return None
    operands: list[int] = []
    for each in vectors:
        seen = vector(each)
        if seen is None or seen[0] is not kind or seen[1] != rows or not apart(seen, held):
            return None
        operands += (seen[3], seen[2])
    value = factor(alpha, kind, real=routine == "her")
    function = None if value is None else host_call(routine, kind.precision, rows * cols * kind.size)
    if function is None:
        return None
    function(order, letter, rows, value, *operands, place, lead)
    return a


def _letter(value: Any, words: dict[str, int]) -> int | None:
    return words.get(value) if type(value) is str else None


_NUMBERS = (float, int, complex)
