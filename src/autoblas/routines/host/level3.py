"""Products of NumPy matrices by the host's own BLAS, where that is faster than a device; see ``level12``."""

from __future__ import annotations

from typing import Any

import numpy as np

from autoblas.routines.host.operands import (
    INT_MAX,
    KINDS,
    ROWS,
    Kind,
    Matrix,
    address,
    apart,
    factor,
    matrix,
    scale_parts,
)
from autoblas.runtime.host.crossover import PRODUCTS, host_call
from autoblas.runtime.host.quiet import quiet

__all__ = ["gemm_at_once", "gemm_on_host"]

Flip = tuple[bool, bool]

AS_IT_IS: Flip = (False, False)

TRANSPOSES: dict[Any, Flip] = {"N": AS_IT_IS, "n": AS_IT_IS, "T": (True, False), "t": (True, False),
              "C": (True, True), "c": (True, True)}  # fmt: skip
"""BLAS's letters: the operand is transposed, and conjugated."""

NUMBERS = {float, int, complex}

AS_STORED, TRANSPOSED, CONJUGATED = 111, 112, 113
"""CBLAS's words for how an operand enters."""

CLEARED_BYTES = 2**16
"""Up to this size of C, filling it with 0 takes less than what ``dot`` saves (Zen 3)."""

OUTER_LEAST = 8
"""Where as many elements of C lie side by side, a column times a row is faster as NumPy's ``multiply`` than as ``matmul``,
which sums in loops there."""


def gemm_on_host(a: Any, b: Any, c: Any, alpha: Any, beta: Any, trans_a: Any, trans_b: Any) -> Any:
    """``gemm``; C, or None."""
    if not (
        type(alpha) in NUMBERS and type(beta) in NUMBERS and type(trans_a) is str and type(trans_b) is str
    ):
        return None  # before anything compares or hashes what may do neither
    if alpha == 1 and beta == 0:
        done = _product(a, b, c, TRANSPOSES.get(trans_a), TRANSPOSES.get(trans_b))
        if done is not None:
            return done
    first, second = matrix(a), matrix(b)
    if first is None or second is None:
        return None
    kind, rows_a, cols_a, order_a, lead_a, place_a, _ = first
    other, rows_b, cols_b, order_b, lead_b, place_b, _ = second
    flips = TRANSPOSES.get(trans_a), TRANSPOSES.get(trans_b)
    scale, keep = factor(alpha, kind), factor(beta, kind)
    if kind is not other or flips[0] is None or flips[1] is None or scale is None:
        return None
    if keep is None:
        if beta != 0:
            return None
        keep = 0.0 if kind.pair is None else kind.pair(0, 0)
    m, k = (cols_a, rows_a) if flips[0][0] else (rows_a, cols_a)
    depth, n = (cols_b, rows_b) if flips[1][0] else (rows_b, cols_b)
    if depth != k or min(m, n) == 1:  # of vectors other functions are faster
        return None
    function = host_call(PRODUCTS, kind.precision, (2 if kind.pair is None else 8) * m * n * k)
    if function is None:
        return None
    order, lead, third = ROWS, n, None
    if c is None:
        if beta != 0:
            return None
        c = np.empty((m, n), kind.scalar)
        place = address(c)
    else:
        third = matrix(c, True)
        if third is None or third[0] is not kind or third[1:3] != (m, n):
            return None
        if not (apart(third, first) and apart(third, second)):
            return None
        _, _, _, order, lead, place, _ = third
    enters_a, enters_b = (
        _word(order_a, order, flips[0], kind.pair),
        _word(order_b, order, flips[1], kind.pair),
    )
    if enters_a is None or enters_b is None:
        return None
    if third is not None and kind.pair is not None and beta not in {0, 1} and beta.imag == 0:
        if not _scaled(kind, third, keep[0]):
            return None
        keep = kind.one
    function(order, enters_a, enters_b, m, n, k, scale, place_a, lead_a, place_b, lead_b, keep, place, lead)
    return c


def gemm_at_once(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """``gemm`` of two matrices, with or without C and nothing else; C, or None."""
    if len(args) != 2:
        return None
    if not kwargs:
        return _product(*args, None, AS_IT_IS, AS_IT_IS)
    if len(kwargs) == 1 and "c" in kwargs:
        return _product(*args, kwargs["c"], AS_IT_IS, AS_IT_IS)
    return None


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


def _scaled(kind: Kind, c: Matrix, by: float) -> bool:
    """Multiply the parts of a matrix of complex numbers by a real one; whether that was done."""
    _, rows, cols, order, lead, place, _ = c
    across, along = (rows, cols) if order == ROWS else (cols, rows)
    if lead == along:
        across, along = 1, across * along
    return all(scale_parts(kind, along, by, place + line * lead * kind.size, 1) for line in range(across))


def _word(stored: int, order: int, flip: Flip, pair: Any) -> int | None:
    """How an operand enters, seen in the order of C; None where CBLAS has no word for it: conjugated and not transposed."""
    transposed = flip[0] is (stored == order)
    if flip[1] and pair is not None:
        return CONJUGATED if transposed else None
    return TRANSPOSED if transposed else AS_STORED
