"""Calls on NumPy arrays that NumPy's own functions compute at once, and those whose result is a number.

``gemm``, ``gemv``, ``dot`` and ``axpy`` of nothing but usual arrays take NumPy less than a function of CBLAS, which is
called through ctypes. They come before the
rows of ``short``, and get the arguments as they were given.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from autoblas.arrays.factors import multiple
from autoblas.blas.host.crossover import PRODUCTS, host_call
from autoblas.blas.host.operands import (
    INT_MAX,
    KINDS,
    NUMBERS,
    address,
    factor,
    is_zero,
    scale_parts,
    separate,
    vector,
)
from autoblas.blas.host.quiet import quiet
from autoblas.precision import FLOAT32
from autoblas.problems.base import Accuracy
from autoblas.problems.vector import extreme_indices, norms
from autoblas.problems.vector_operations import REDUCTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from autoblas.blas.host.operands import ElementType, Vector

__all__ = ["EXPRESSIONS", "axpy_fast_path", "dot_fast_path", "gemm_fast_path", "gemv_fast_path"]

Flip = tuple[bool, bool]

AS_IT_IS: Flip = (False, False)

TRANSPOSES: dict[Any, Flip] = {"N": AS_IT_IS, "n": AS_IT_IS, "T": (True, False), "t": (True, False),
              "C": (True, True), "c": (True, True)}  # fmt: skip
"""BLAS's letters: the operand is transposed, and conjugated."""


ACCURACIES = frozenset(get_args(Accuracy))
"""The accuracies of products, all of which NumPy meets."""

ONE, ZERO = 1.0, 0.0
"""Factors that change nothing."""

SEQUENCES = {list, tuple, np.ndarray}

PARAMETERS = {np.dtype(np.float64), np.dtype(np.float32)}
"""The types of a modified rotation that are not looked at closely."""

CLEARED_BYTES = 2**16
"""Up to this size of C, filling it with 0 takes less than what ``dot`` saves (Zen 3)."""

OUTER_LEAST = 8
"""Where as many elements of C lie side by side, a column times a row is faster as NumPy's ``multiply`` than as ``matmul``,
which sums in loops there."""


def gemm_fast_path(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """``gemm`` of two matrices, with or without C, letters and factors that change nothing; C, or None."""
    if len(args) != 2:
        return None
    if not kwargs:
        return _product(*args, None, AS_IT_IS, AS_IT_IS)
    if len(kwargs) == 1 and "c" in kwargs:
        return _product(*args, kwargs["c"], AS_IT_IS, AS_IT_IS)
    return _with_letters(*args, **kwargs)


def _with_letters(
    a: Any,
    b: Any,
    /,
    *,
    c: Any = None,
    alpha: Any = ONE,
    beta: Any = ZERO,
    trans_a: Any = "N",
    trans_b: Any = "N",
    accuracy: Any = "standard",
    **unusual: Any,
) -> Any:
    """``gemm`` of two matrices, if its letters and factors are usual; a default is known by its identity."""
    if (
        unusual
        or type(accuracy) is not str
        or accuracy not in ACCURACIES
        or (alpha is not ONE and not (type(alpha) in NUMBERS and alpha == 1))
        or (beta is not ZERO and not (type(beta) in NUMBERS and beta == 0))
        or not type(trans_a) is type(trans_b) is str
    ):
        return None
    return _product(a, b, c, TRANSPOSES.get(trans_a), TRANSPOSES.get(trans_b))


def _product(a: Any, b: Any, c: Any, flip_a: Flip | None, flip_b: Flip | None) -> Any:
    """A B or one of its transposes, by NumPy's own products, which know vectors and squares of a matrix; or None.

    Of those ``dot`` takes half a microsecond where ``matmul`` takes one and a half, and copies what has no unit stride,
    where ``matmul`` uses loops; but it fills C with 0 first.
    """
    if type(a) is not np.ndarray or type(b) is not np.ndarray or flip_a is None or flip_b is None:
        return None
    dtype = a.dtype
    kind = KINDS.get(dtype)
    if kind is None or not a.ndim == 2 == b.ndim or (b.dtype is not dtype and KINDS.get(b.dtype) is not kind):
        return None
    if kind.pair is not None and (flip_a[1] or flip_b[1]):
        return None
    left, right = a.T if flip_a[0] else a, b.T if flip_b[0] else b
    (m, k), (depth, n) = left.shape, right.shape
    operations = (2 if kind.pair is None else 8) * m * n * k
    if depth != k or operations == 0:
        return None
    read_a, read_b, out = a.flags, b.flags, c
    if c is not None:
        if type(c) is not np.ndarray or c.shape != (m, n):
            return None
        if c.dtype is not dtype and KINDS.get(c.dtype) is not kind:
            return None
        written = c.flags
        if not (written.forc and written.behaved):
            return None
        owners = written.owndata and read_a.owndata and read_b.owndata  # of which no two share memory
        if (c is a or c is b or not owners) and (np.may_share_memory(c, a) or np.may_share_memory(c, b)):
            return None
        if not written.c_contiguous:
            left, right, out, m, n = right.T, left.T, c.T, n, m
    if host_call(PRODUCTS, kind.precision, operations) is None:
        return None
    if out is None:
        c = out = np.empty((m, n), dtype)
    if out.nbytes <= CLEARED_BYTES and k <= INT_MAX:
        quiet().run(left.dot, right, out)
    elif k == 1 and n >= OUTER_LEAST:
        quiet().run(np.multiply, left, right, out)
    elif (
        (read_a.forc and read_b.forc)
        or (_has_unit_stride(a) and _has_unit_stride(b))
        or max(m, n, k) > INT_MAX
    ):
        quiet().run(np.matmul, left, right, out)
    else:
        quiet().run(left.dot, right, out)
    return c


def _has_unit_stride(x: Any) -> bool:
    return min(x.strides) == x.itemsize  # type: ignore[no-any-return]  # an array's, both of them whole numbers


def gemv_fast_path(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
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


def dot_fast_path(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """``dot`` and ``dotu`` of two vectors and nothing else, by NumPy; the number, or None."""
    if kwargs or len(args) != 2:
        return None
    x, y = args
    kind = _kind_of_pair(x, y)
    if kind is None or host_call("dotu", kind.precision, 2 * len(x) * kind.size) is None:
        return None
    return quiet().run(x.dot, y)


def axpy_fast_path(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
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


def _add_complex(
    kind: ElementType, n: int, alpha: Any, start: int, step: int, start_y: int, step_y: int
) -> bool:
    """Add a multiple of complex numbers, whose parts are real vectors where the factor is real; whether that was done."""
    real = type(alpha) is not complex or alpha.imag == 0
    value = factor(alpha, kind, real=real)
    precision = kind.precision.real if real else kind.precision
    function = None if value is None else host_call("axpy", precision, 2 * n * kind.size)
    if function is None or (real and 2 * max(n, abs(step), abs(step_y)) > INT_MAX):
        return False
    if not real:
        function(n, value, start, step, start_y, step_y)
    elif step == step_y == 1:
        function(2 * n, value, start, 1, start_y, 1)
    else:
        for shift in (0, kind.part):
            function(n, value, start + shift, 2 * step, start_y + shift, 2 * step_y)
    return True


def _kind_of_pair(x: Any, y: Any) -> ElementType | None:
    """The kind of two NumPy vectors of one type and of as many elements, at least one; None of anything else."""
    if type(x) is not np.ndarray or type(y) is not np.ndarray:
        return None
    kind, shape = KINDS.get(x.dtype), x.shape
    if kind is None or kind is not KINDS.get(y.dtype):
        return None
    return kind if len(shape) == 1 and shape == y.shape and shape[0] else None


def axpy(x: Any, y: Any, *, alpha: Any = 1.0, queue: Any = None, wait_for: Any = None) -> Any:
    """``axpy``; y, or None."""
    first, second = vector(x), vector(y, True)
    if first is None or second is None or queue is not None or wait_for is not None:
        return None
    (kind, n, step, start, end, _), (kind_y, n_y, step_y, start_y, end_y, _) = first, second
    if n != n_y or kind is not kind_y or not (end <= start_y or end_y <= start):
        return None
    if kind.pair is not None:
        return y if _add_complex(kind, n, alpha, start, step, start_y, step_y) else None
    value = factor(alpha, kind)
    function = None if value is None else host_call("axpy", kind.precision, 2 * n * kind.size)
    if function is None:
        return None
    function(n, value, start, step, start_y, step_y)
    return y


def axpy_batched(x: Any, y: Any, *, alpha: Any = 1.0, queue: Any = None, wait_for: Any = None) -> Any:
    """``axpy_batched`` of two dense stacks, which are long vectors; y, or None."""
    if type(x) is not np.ndarray or type(y) is not np.ndarray or queue is not None or wait_for is not None:
        return None
    if not (len(y.shape) == 2 and x.shape == y.shape and x.flags.c_contiguous and y.flags.c_contiguous):
        return None
    done = axpy_fast_path((x.reshape(-1), y.reshape(-1)), {"alpha": alpha})
    return None if done is None else y


def scal(x: Any, *, alpha: Any = 1.0, queue: Any = None, wait_for: Any = None) -> Any:
    """``scal``; x, or None."""
    operand = vector(x, True)
    if operand is None or queue is not None or wait_for is not None:
        return None
    kind, n, step, start, _, _ = operand
    if is_zero(alpha):  # x is read, and its NaN stay
        if host_call("scal", kind.precision, n * kind.size) is None:
            return None
        x[...] = quiet().run(multiple, alpha, x, kind.precision)
        return x
    real = type(alpha) is not complex or alpha.imag == 0
    if not real and alpha.real == 0:
        return None  # libraries take shortcuts there that lose NaN
    value = factor(alpha, kind, real=real)
    if value is None:
        return None
    parts = real and kind.pair is not None  # which are real vectors
    function = host_call("scal", kind.precision.real if parts else kind.precision, n * kind.size)
    if function is None:
        return None
    if parts and step == 1 and 2 * n <= INT_MAX:
        function(2 * n, value, start, 1)
    elif parts:
        return x if scale_parts(kind, n, value, start, abs(step)) else None
    else:
        function(n, value, start, abs(step))
    return x


def had(
    x: Any,
    y: Any,
    z: Any = None,
    *,
    alpha: Any = 1.0,
    beta: Any = 0.0,
    queue: Any = None,
    wait_for: Any = None,
) -> Any:
    """``had``; z, or None."""
    operands = [vector(x), vector(y)] + ([] if z is None else [vector(z, True)])
    pair = _same(operands)
    if pair is None or queue is not None or wait_for is not None:
        return None
    kind, n = pair
    blank = is_zero(beta)
    if factor(alpha, kind) is None or (not blank and (z is None or factor(beta, kind) is None)):
        return None
    if z is not None and (np.may_share_memory(x, z) or np.may_share_memory(y, z)):
        return None
    if host_call("had", kind.precision, 3 * n * kind.size) is None:
        return None
    z = np.empty(n, kind.dtype) if z is None else z
    quiet().run(_multiply, kind, x, y, z, alpha, 0 if blank else beta)
    return z


def _multiply(kind: ElementType, x: Any, y: Any, z: Any, alpha: Any, beta: Any) -> None:
    """Z = alpha x y + beta z."""
    product = x * y if alpha == 1 else multiple(alpha, x * y, kind.precision)
    if beta != 0:
        product += z if beta == 1 else multiple(beta, z, kind.precision)
    z[...] = product


def axpby(
    x: Any, y: Any, *, alpha: Any = 1.0, beta: Any = 1.0, queue: Any = None, wait_for: Any = None
) -> Any:
    """``axpby``; y, or None."""
    pair = _same([vector(x), vector(y, True)])
    if pair is None or queue is not None or wait_for is not None:
        return None
    kind, n = pair
    if factor(alpha, kind) is None or factor(beta, kind) is None or np.may_share_memory(x, y):
        return None
    if host_call("axpby", kind.precision, 2 * n * kind.size) is None:
        return None
    quiet().run(_add, kind, x, y, alpha, beta)
    return y


def _add(kind: ElementType, x: Any, y: Any, alpha: Any, beta: Any) -> None:
    """Y = alpha x + beta y."""
    old = y if beta == 1 else multiple(beta, y, kind.precision)
    y[...] = (x if alpha == 1 else multiple(alpha, x, kind.precision)) + old


def rotm(x: Any, y: Any, param: Any, *, queue: Any = None, wait_for: Any = None) -> Any:
    """``rotm``; x and y, or None."""
    pair = _same([first := vector(x, True), second := vector(y, True)])
    if pair is None or first is None or second is None or queue is not None or wait_for is not None:
        return None
    kind, n = pair
    numbers = np.asarray(param) if type(param) in SEQUENCES else None
    if (
        numbers is None
        or numbers.shape != (5,)
        or numbers.dtype not in PARAMETERS
        or np.may_share_memory(x, y)
    ):
        return None
    values = numbers.tolist()
    if values[0] not in {-1, 0, 1} or not all(abs(value) <= kind.most for value in values):
        return None
    function = host_call("rotm", kind.precision, 2 * n * kind.size)
    if function is None:
        return None
    numbers = np.array(values, kind.dtype)
    function(n, first[3], first[2], second[3], second[2], address(numbers))
    return x, y


def _same(vectors: Sequence[Vector | None]) -> tuple[ElementType, int] | None:
    """The kind and the length that vectors have, if they are vectors of one kind and one length."""
    first = vectors[0]
    if first is None:
        return None
    for operand in vectors:
        if operand is None or operand[0] is not first[0] or operand[1] != first[1]:
            return None
    return first[:2]


def _inner(routine: str) -> Callable[..., Any]:
    """``dotu`` or ``dotc``; the number, or None."""

    def compute(
        x: Any,
        y: Any,
        *,
        accumulator: Any = None,
        dtype: Any = None,
        out: Any = None,
        queue: Any = None,
        wait_for: Any = None,
    ) -> Any:
        pair = _same([first := vector(x), second := vector(y)])
        if pair is None or first is None or second is None:
            return None
        if not (queue is wait_for is accumulator is dtype is out is None):
            return None
        kind, n = pair
        function = host_call(routine, kind.precision, 2 * n * kind.size)
        if function is None:
            return None
        if kind.pair is None:
            return kind.real(function(n, first[3], first[2], second[3], second[2]))
        parts = kind.pair()
        function(n, first[3], first[2], second[3], second[2], parts)
        return kind.scalar(complex(*parts))

    return compute


def _reduced(routine: str) -> Callable[..., Any]:
    """``nrm2``, ``asum`` or ``sum``; the number, or None.

    Libraries differ in what they make of norms near the ends of the range and of what is no number; NumPy computes those.
    """

    def compute(
        x: Any,
        *,
        axis: Any = None,
        accumulator: Any = None,
        dtype: Any = None,
        out: Any = None,
        queue: Any = None,
        wait_for: Any = None,
    ) -> Any:
        operand = vector(x)
        if operand is None or not (queue is wait_for is accumulator is dtype is out is axis is None):
            return None
        kind, n, step, start, _, _ = operand
        function = host_call(routine, kind.precision, n * kind.size)
        if function is None:
            return None
        if routine == "sum":
            return quiet().run(x.sum)
        number = function(n, start, abs(step))
        if number == 0 and not x.any():
            return kind.real(0)
        if routine == "nrm2" and not kind.low < number < kind.high:
            return kind.real(quiet().run(_norm, x))
        return kind.real(number)

    return compute


def _norm(x: Any) -> Any:
    """The norm of any vector."""
    return norms(np.abs(x))


def _index(routine: str) -> Callable[..., Any]:
    """``iamax``, ``iamin``, ``imax`` or ``imin``; the index, or None."""
    operation = REDUCTIONS[routine]

    def extreme(x: Any, kind: ElementType) -> Any:
        key = x
        if kind.pair is not None:
            key = np.abs(x.real) + np.abs(x.imag)
        elif operation.magnitude:
            key = np.abs(x)
        index = key.argmin() if operation.least else key.argmax()
        return (
            index if key[index] == key[index] else extreme_indices(operation, x)
        )  # no number where it is not

    def compute(x: Any, *, axis: Any = None, out: Any = None, queue: Any = None, wait_for: Any = None) -> Any:
        operand = vector(x)
        if operand is None or not (queue is wait_for is out is axis is None):
            return None
        if host_call(routine, operand[0].precision, operand[1] * operand[0].size) is None:
            return None
        return np.int64(quiet().run(extreme, x, operand[0]))

    return compute


def _singles(x: Any, y: Any, alpha: Any, out: Any, queue: Any, wait_for: Any) -> Any:
    """The sum of float64 that vectors of float32 make, or None."""
    pair = _same([vector(x), vector(y)])
    if pair is None or pair[0].precision is not FLOAT32 or not (queue is wait_for is out is None):
        return None
    if type(alpha) is not float or not abs(alpha) < math.inf:
        return None
    if host_call("dsdot", FLOAT32, 2 * pair[1] * pair[0].size) is None:
        return None
    return quiet().run(np.dot, x.astype(np.float64), y.astype(np.float64)) + alpha


def dsdot(x: Any, y: Any, *, out: Any = None, queue: Any = None, wait_for: Any = None) -> Any:
    """``dsdot``; the number, or None."""
    return _singles(x, y, 0.0, out, queue, wait_for)


def sdsdot(
    x: Any, y: Any, *, alpha: Any = 0.0, out: Any = None, queue: Any = None, wait_for: Any = None
) -> Any:
    """``sdsdot``; the number, or None."""
    total = _singles(x, y, alpha, out, queue, wait_for)
    return None if total is None else quiet().run(np.float32, total)


EXPRESSIONS: dict[str, Callable[..., Any]] = {
    "scal": scal, "axpy": axpy, "axpy_batched": axpy_batched, "had": had, "axpby": axpby, "rotm": rotm, "dsdot": dsdot, "sdsdot": sdsdot,
    "dot": _inner("dotu"), "dotu": _inner("dotu"), "dotc": _inner("dotc"),
    **{name: _reduced(name) for name in ("nrm2", "asum", "sum")},
    **{name: _index(name) for name in ("iamax", "iamin", "imax", "imin")},
}  # fmt: skip
"""Fast paths by the name of the routine, whose signature each has."""
