"""Products of arrays with any number of axes as products of matrices or of stacks of them, where operands lie.

A product has pairs of axes to contract and pairs of axes of stacks, as JAX writes it. The result has the axes of stacks
first, then the free axes of the left operand, then those of the right one.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Contraction",
    "Dimensions",
    "StackLayout",
    "contraction_of",
    "dense",
    "free_axes",
    "layout_of",
    "multiplications",
]

Axes = tuple[int, ...]

Dimensions = tuple[tuple[Axes, Axes], tuple[Axes, Axes]]
"""Axes to contract of the left and the right operand, and axes of stacks of both."""


class StackLayout(NamedTuple):
    """A dense array as a matrix, or as a stack of matrices.

    Attributes:
        shape: Sizes.
        strides: From an element to the next along each axis, in elements.
    """

    shape: tuple[int, ...]
    strides: tuple[int, ...]


class Contraction(NamedTuple):
    """A product in terms of its operands' axes.

    Attributes:
        axes_a: Groups of axes of the left operand: of the stack, the rows and the terms.
        axes_b: Groups of axes of the right operand: of the stack, the terms and the columns.
        shape: Sizes of the result.
    """

    axes_a: tuple[Axes, Axes, Axes]
    axes_b: tuple[Axes, Axes, Axes]
    shape: tuple[int, ...]


def free_axes(ndim: int, *used: Sequence[int]) -> Axes:
    """Axes in none of some groups."""
    return tuple(axis for axis in range(ndim) if not any(axis in group for group in used))


def contraction_of(dims: Dimensions, shape_a: Sequence[int], shape_b: Sequence[int]) -> Contraction:
    """The product in terms of axes; pairs to contract are in the order of the left operand's axes."""
    (terms_a, terms_b), (stack_a, stack_b) = dims
    order = sorted(range(len(terms_a)), key=terms_a.__getitem__)
    terms_a, terms_b = (tuple(terms[i] for i in order) for terms in (terms_a, terms_b))
    rows, columns = free_axes(len(shape_a), terms_a, stack_a), free_axes(len(shape_b), terms_b, stack_b)
    shape = (*(shape_a[axis] for axis in stack_a + rows), *(shape_b[axis] for axis in columns))
    return Contraction((stack_a, rows, terms_a), (stack_b, terms_b, columns), shape)


def multiplications(dims: Dimensions, shape_a: Sequence[int], shape_b: Sequence[int]) -> int:
    """Multiplications of elements in a product."""
    product = contraction_of(dims, shape_a, shape_b)
    return math.prod(product.shape) * math.prod(shape_a[axis] for axis in product.axes_a[2])


def dense(items: int, rows: int, columns: int) -> StackLayout:
    """A stack of matrices whose elements follow each other."""
    return StackLayout((items, rows, columns), (rows * columns, columns, 1))


def layout_of(shape: Sequence[int], groups: Sequence[Axes]) -> StackLayout | None:
    """A dense array as a stack of matrices, with each of three groups of axes as one.

    None where the elements of a group have no common stride, or those of neither rows nor columns are adjacent.
    """
    steps = [math.prod(shape[axis + 1 :]) for axis in range(len(shape))]
    sizes, strides = [], []
    for group in groups:
        axes = [axis for axis in group if shape[axis] > 1]
        if any(steps[outer] != shape[inner] * steps[inner] for outer, inner in pairwise(axes)):
            return None
        sizes.append(math.prod(shape[axis] for axis in axes))
        strides.append(steps[axes[-1]] if axes else 1)
    return StackLayout(tuple(sizes), tuple(strides)) if 1 in strides[1:] else None
