"""Products of NumPy arrays by the host's own BLAS, under the same rules as on a device."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.factors import multiple
from autoblas.blas.host.crossover import HOST_TYPES, crossover
from autoblas.plan.symbols import number
from autoblas.problems.activation import finish

if TYPE_CHECKING:
    from autoblas.blas.product import ProductArguments
    from autoblas.devices.device import Facts
    from autoblas.problems.views import MatrixView

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["ERRORS_AT_ONCE", "host_is_faster", "multiply_on_host"]

ERRORS_AT_ONCE = 2048
"""Elements whose error functions the host computes, one by one, in the time of a call on a device; of more it computes none
where a device does."""


def host_is_faster(call: ProductArguments, facts: Facts) -> bool:
    """True if a product is so small that NumPy's BLAS has computed it before the device has begun.

    Raises:
        ArgumentError: the variable that sets the crossover is no number of operations.
    """
    kind = call.accumulator
    uniform = call.a.precision is call.b.precision is call.c.precision is kind
    if call.lists is not None or not uniform or kind not in HOST_TYPES:
        return False
    if call.activation == "gelu" and call.c.rows * call.c.cols > ERRORS_AT_ONCE:
        return False
    operations = (8 if kind.is_complex else 2) * call.c.rows * call.c.cols * call.a.cols * call.items
    return operations < crossover(facts, kind).size


def multiply_on_host(a: Any, b: Any, c: Any, call: ProductArguments, bias: Any = None) -> None:
    """Compute a product, or many, into ``c``.

    Sums have the accumulator's type, and integers wrap; with beta = 0 the old C is not read, with alpha = 0 neither
    are A and B.

    Args:
        a: A as the caller gave it.
        b: B as the caller gave it.
        c: Where the result goes.
        call: The checked call.
        bias: The vector that is added, if one is.
    """
    a, b, c = (np.asarray(x) for x in (a, b, c))
    if call.lists is None:
        left, right = (_flipped(x, flip) for x, flip in zip((a, b), call.flips, strict=True))
        _into(c, left, right, call, number(call.alpha), number(call.beta), bias)
        return
    for i, (alpha, beta) in enumerate(zip(call.lists.alphas, call.lists.betas, strict=True)):
        left, right, out = _matrices((a, b, c), call, i)
        _into(out, left, right, call, alpha, beta)


def _flipped(x: Array, flip: bool) -> Array:
    return x.swapaxes(-1, -2) if flip else x


def _matrices(
    arrays: tuple[Array, Array, Array], call: ProductArguments, i: int
) -> tuple[Array, Array, Array]:
    """A, B and C of item ``i`` of a list, as they enter the product."""
    if call.lists is None or not call.lists.offsets:
        a, b, c = (x[i] if x.ndim == 3 else x for x in arrays)
        return _flipped(a, call.flips[0]), _flipped(b, call.flips[1]), c
    a, b, c = (
        _matrix(x, view, int(offsets if offsets.ndim == 0 else offsets[i]))
        for x, view, offsets in zip(arrays, (call.a, call.b, call.c), call.lists.offsets, strict=True)
    )
    return a, b, c


def _matrix(vector: Array, view: MatrixView, start: int) -> Array:
    """The matrix of a layout that begins at an element of a vector."""
    strides = (view.row_stride * vector.itemsize, view.col_stride * vector.itemsize)
    return np.lib.stride_tricks.as_strided(vector[start:], view.shape, strides)


def _into(
    c: Array, a: Array, b: Array, call: ProductArguments, alpha: Any, beta: Any, bias: Any = None
) -> None:
    """C = f(alpha A B + beta C + bias)."""
    total = _sum(c, a, b, call, alpha, beta)
    finish(total, bias, call.activation)
    if total is not c:
        c[...] = total


def _sum(c: Array, a: Array, b: Array, call: ProductArguments, alpha: Any, beta: Any) -> Any:
    """Alpha A B + beta C, in the type that is worked in: in C itself, if that is its type and nothing of it is read."""
    worked = call.accumulator
    if alpha == 0 or call.a.cols == 0:
        if beta != 0:
            return multiple(beta, c.astype(worked.dtype), worked)
        total = c if c.dtype == worked.dtype else np.empty(c.shape, worked.dtype)
        total[...] = 0
        return total
    left, right = (
        np.conj(_entering(x, worked.dtype)) if name in call.conjugate else _entering(x, worked.dtype)
        for name, x in (("a", a), ("b", b))
    )
    if alpha == 1 and beta == 0 and c.dtype == worked.dtype:
        np.matmul(left, right, out=c)
        return c
    product = np.matmul(left, right)
    if alpha != 1:
        product = multiple(alpha, product, worked)
    if beta != 0:
        product += multiple(beta, c.astype(worked.dtype), worked)
    return product


def _entering(x: Array, dtype: np.dtype[Any]) -> Array:
    """An operand in the type that is worked in, copied where no elements are adjacent, which BLAS cannot read."""
    x = x.astype(dtype, copy=False)
    return x if x.itemsize in x.strides[-2:] and min(x.strides[-2:]) > 0 else np.ascontiguousarray(x)
