"""The namespace of CuPy with products by autoblas: ``import autoblas.cupy as cupy``, or ``xp`` of code for any library.

``matmul``, ``dot``, ``inner``, ``tensordot`` and ``einsum`` of two operands are served, and those of them that are in
``linalg``, where they are of float32. All other names are CuPy's, and so are other calls. The operator ``@`` of
CuPy's arrays stays CuPy's.
"""

from __future__ import annotations

import importlib
import logging
import math
import sys
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

import autoblas
from autoblas.errors import AutoblasError
from autoblas.problems.contraction import contraction_of

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["dot", "einsum", "inner", "linalg", "matmul", "tensordot"]

LOG = logging.getLogger("autoblas.cupy")

Pair = tuple[tuple[int, ...], tuple[int, ...]]
"""Axes of the left and of the right operand."""

TYPES = "f"
"""Letters of element types whose products are faster than those of cuBLAS: float32."""


def _cupy() -> Any:
    return sys.modules.get("cupy") or importlib.import_module("cupy")


def __getattr__(name: str) -> Any:
    if name.startswith("__"):  # attributes that Python reads of modules
        raise AttributeError(name)
    return getattr(_cupy(), name)


def __dir__() -> list[str]:
    return sorted({*dir(_cupy()), *__all__})


class _LinearAlgebra:
    """``cupy.linalg`` with the products of this namespace."""

    def __getattr__(self, name: str) -> Any:
        original = getattr(_cupy().linalg, name)
        return globals()[name] if name in __all__ else original

    def __dir__(self) -> list[str]:
        return dir(_cupy().linalg)


linalg = _LinearAlgebra()


def matmul(x1: Any, x2: Any, /, out: Any = None, **options: Any) -> Any:
    """``cupy.matmul``, of matrices and stacks of float32 by ``gemm`` and ``gemm_batched``."""
    result = None if options or not _fit(x1, x2) else _product(x1, x2, out)
    return _cupy().matmul(x1, x2, out=out, **options) if result is None else result


def dot(a: Any, b: Any, out: Any = None) -> Any:
    """``cupy.dot``, by ``gemm`` where the right operand is a matrix."""
    result = _product(a, b, out) if _fit(a, b) and b.ndim == 2 else None
    return _cupy().dot(a, b, out=out) if result is None else result


def inner(a: Any, b: Any) -> Any:
    """``cupy.inner``, by ``gemm`` where the right operand is a matrix."""
    result = _product(a, b.T, None) if _fit(a, b) and b.ndim == 2 else None
    return _cupy().inner(a, b) if result is None else result


def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """``cupy.tensordot``, by ``gemm`` on operands whose axes are merged."""
    terms = _terms(a, b, axes) if _fit(a, b) else None
    result = None if terms is None else _contracted(a, b, (tuple(terms[0]), tuple(terms[1])), ((), ()))
    return _cupy().tensordot(a, b, axes) if result is None else result


def einsum(subscripts: Any, *operands: Any, **options: Any) -> Any:
    """``cupy.einsum``; of two operands by ``gemm`` or ``gemm_batched``, where that computes it."""
    result = None
    if isinstance(subscripts, str) and len(operands) == 2 and not options and _fit(*operands):
        result = _summed(subscripts.replace(" ", ""), *operands)
    return _cupy().einsum(subscripts, *operands, **options) if result is None else result


def _fit(a: Any, b: Any) -> bool:
    """True if operands are arrays with at least two axes, of a type that is served, with elements."""
    array_class = _cupy().ndarray
    return (
        type(a) is array_class
        and type(b) is array_class
        and a.ndim >= 2
        and b.ndim >= 2
        and a.size * b.size > 0
        and (a.dtype.char == b.dtype.char)
        and a.dtype.char in TYPES
    )


def _terms(a: Any, b: Any, axes: Any) -> list[list[int]] | None:
    """Axes to contract of both operands; None where they do not fit, and CuPy raises the error."""
    try:
        pair = axes if np.iterable(axes) else (range(a.ndim - axes, a.ndim), range(axes))
        groups = [group if np.iterable(group) else (group,) for group in pair]
        terms = [[range(x.ndim)[axis] for axis in group] for group, x in zip(groups, (a, b), strict=True)]
    except (IndexError, TypeError, ValueError):
        return None
    fit = [a.shape[axis] for axis in terms[0]] == [b.shape[axis] for axis in terms[1]]
    return terms if fit and all(len(set(group)) == len(group) for group in terms) else None


def _product(a: Any, b: Any, out: Any) -> Any:
    """The product of matrices or stacks; None where ``gemm`` does not compute it, and CuPy does or raises the error."""
    cupy, terms = _cupy(), a.shape[-1]
    try:
        if b.ndim == 2 and (a.ndim == 2 or out is None):
            flat = a if a.ndim == 2 else a.reshape(-1, terms)
            result = autoblas.gemm(flat, b, c=out)
            return result if a.ndim == 2 else result.reshape(*a.shape[:-1], b.shape[1])
        if a.ndim == b.ndim == 3 and a.shape[0] == b.shape[0]:
            return autoblas.gemm_batched(a, b, c=out)
        if out is not None:
            return None
        stack = cupy.broadcast_shapes(a.shape[:-2], b.shape[:-2])
        a, b = (
            x if x.ndim == 2 else cupy.broadcast_to(x, (*stack, *x.shape[-2:])).reshape(-1, *x.shape[-2:])
            for x in (a, b)
        )
        return autoblas.gemm_batched(a, b).reshape(*stack, a.shape[-2], b.shape[-1])
    except ValueError:  # arguments
        return None
    except AutoblasError as error:
        LOG.warning("CuPy computes a product of %s and %s: %s", a.shape, b.shape, error)
        return None


def _contracted(a: Any, b: Any, terms: Pair, stacks: Pair) -> Any:
    """The product over pairs of axes, with the axes of stacks first in the result; None where ``gemm`` cannot compute it."""
    axes_a, axes_b, shape = contraction_of((terms, stacks), a.shape, b.shape)
    if not (axes_a[2] and axes_a[1] and axes_b[2]):
        return None
    result = _product(_merged(a, axes_a), _merged(b, axes_b), None)
    return None if result is None else result.reshape(shape)


def _merged(x: Any, groups: Sequence[tuple[int, ...]]) -> Any:
    """An array with each group of axes as one, and none for an empty group."""
    order = [*chain(*groups)]
    transposed = x if order == sorted(order) else x.transpose(order)
    return transposed.reshape([math.prod(x.shape[axis] for axis in group) for group in groups if group])


def _summed(subscripts: str, a: Any, b: Any) -> Any:
    """The sum that subscripts describe; None where it is no product of matrices or stacks."""
    inputs, arrow, output = subscripts.partition("->")
    left, _, right = inputs.partition(",")
    counts = Counter(left + right)
    if not arrow:
        output = "".join(sorted(name for name, count in counts.items() if count == 1))
    names = [left, right, output]
    alone = set(left) ^ set(right)
    if not all(text.isalpha() and len(set(text)) == len(text) for text in names) or not alone <= set(output):
        return None
    if len(left) != a.ndim or len(right) != b.ndim or not set(output) <= set(counts):
        return None
    common = [name for name in left if name in right]
    if any(a.shape[left.index(name)] != b.shape[right.index(name)] for name in common):
        return None
    inner, stacked = ([name for name in common if (name in output) == in_stack] for in_stack in (False, True))
    terms, stacks = (
        (tuple(map(left.index, shared)), tuple(map(right.index, shared))) for shared in (inner, stacked)
    )
    result = _contracted(a, b, terms, stacks)
    order = stacked + [name for name in left + right if name in alone]
    return None if result is None else result.transpose([order.index(name) for name in output])
