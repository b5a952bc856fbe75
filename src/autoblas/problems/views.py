"""Layouts of users' arrays, of any library: element type, shape, strides and offset of matrices and vectors."""

from __future__ import annotations

import functools
import operator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.errors import ArgumentError, PrecisionError, ShapeError, StrideError, shown
from autoblas.precision import Precision, precision_of

if TYPE_CHECKING:
    from autoblas.problems import Memory, Order

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "MatrixView",
    "VectorView",
    "broadcast_view",
    "dense_layout",
    "element_type",
    "extent",
    "matrix_view",
    "reach_of",
    "share_memory",
    "sizes_of",
    "stack_view",
    "vector_view",
]

INT_MAX = 2**31 - 1

LONG_MAX = 2**63 - 1


class MatrixView(NamedTuple):
    """The layout of a matrix in memory, in elements; a key of the plans, hence a tuple.

    Attributes:
        precision: Element type.
        rows: Its height.
        cols: Its width.
        row_stride: From an element to the one below it.
        col_stride: From an element to the one right of it.
        items: Matrices of a stack, all of this layout.
        step: From one of them to the next.
        memory: Its kind of memory; an image's texels run along the adjacent elements.
    """

    precision: Precision
    rows: int
    cols: int
    row_stride: int
    col_stride: int
    items: int = 1
    step: int = 0
    memory: Memory = "buffer"

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols)."""
        return (self.rows, self.cols)

    @property
    def order(self) -> Order:
        """The axis with unit stride; for a single adjacent column that is ``col``."""
        upright = self.cols == 1 == self.row_stride and self.rows > 1 and self.memory == "buffer"
        if self.col_stride == 1 and not upright:
            return "row"
        return "col" if self.row_stride == 1 else "any"

    @property
    def transposed(self) -> MatrixView:
        """The layout of the transpose in this memory."""
        precision, rows, cols, down, right, items, step, memory = self  # quicker than _replace
        return MatrixView(precision, cols, rows, right, down, items, step, memory)

    @property
    def overlaps_itself(self) -> bool:
        """True if two of its elements share memory."""
        return _overlaps((self.row_stride, self.rows), (self.col_stride, self.cols), (self.step, self.items))


def _overlaps(*axes: tuple[int, int]) -> bool:
    """True if two elements share memory, in an array of these strides and sizes."""
    if any(size == 0 for _, size in axes):
        return False
    reach = 0
    for stride, size in sorted((abs(stride), size) for stride, size in axes if size > 1):
        if stride <= reach:
            return True
        reach += stride * (size - 1)
    return False


def element_type(argument: str, array: Any) -> Precision:
    """The element type of an array.

    Raises:
        PrecisionError: it has no kernels.
        ArgumentError: its bytes are in the other order.
        StrideError: the array does not begin at a whole element of its memory.
    """
    precision = _native(argument, array.dtype)
    _check_offset(argument, array, precision)
    return precision


def _check_offset(argument: str, array: Any, precision: Precision) -> None:
    """Raise StrideError unless an array begins at a whole element of its memory."""
    offset = getattr(array, "offset", 0)
    if offset % precision.size:
        raise StrideError(argument, "an offset of whole elements", f"{offset} bytes")


@functools.lru_cache(maxsize=256)
def _native(argument: str, dtype: np.dtype[Any]) -> Precision:
    precision = precision_of(dtype, argument)
    if not dtype.isnative:
        raise ArgumentError(argument, "elements in the machine's byte order", str(dtype.byteorder))
    return precision


class VectorView(NamedTuple):
    """The layout of a vector in memory, in elements; a key of the plans, hence a tuple.

    Attributes:
        precision: Element type.
        length: Elements.
        step: From an element to the next; 1 where there is at most one.
        items: Vectors of a stack, all of this layout.
        distance: From one of them to the next.
    """

    precision: Precision
    length: int
    step: int = 1
    items: int = 1
    distance: int = 0

    @property
    def overlaps_itself(self) -> bool:
        """True if two of its elements share memory."""
        if self.items == 1:
            return self.step == 0 and self.length > 1
        return _overlaps((self.step, self.length), (self.distance, self.items))

    @property
    def interleaved(self) -> bool:
        """The vectors of a stack lie side by side."""
        return self.items > 1 and self.distance == 1 and self.step != 1


def vector_view(argument: str, array: Any, *, stacked: bool = False, axis: int = 1) -> VectorView:
    """The layout of an array of one axis, or of a stack of vectors along the first of two.

    Args:
        argument: The argument that an error names.
        array: The array.
        stacked: A stack, or one vector, whose distance is then 0.
        axis: The axis along which the vectors of a stack lie.

    Raises:
        ShapeError: the number of its axes does not fit.
        PrecisionError: its element type has no kernels.
        StrideError: its strides or its offset are no multiples of an element.
    """
    order = -1 if stacked and axis == 0 else 1
    shape, strides = tuple(array.shape)[::order], tuple(array.strides)[::order]
    view = _vector_layout(argument, array.dtype, shape, strides, stacked)
    _check_offset(argument, array, view.precision)
    if getattr(array, "image", False):
        raise ArgumentError(argument, "a vector in a buffer", "one in an image")
    return view


@functools.lru_cache(maxsize=1024)
def _vector_layout(
    argument: str, dtype: np.dtype[Any], shape: tuple[int, ...], byte_strides: tuple[int, ...], stacked: bool
) -> VectorView:
    """The layout from an array's properties, cached."""
    if len(shape) != 1 and not (stacked and len(shape) == 2):
        expected = "a vector (one axis)" + (
            " or a stack of them (two)" if stacked else ", such as ravel makes"
        )
        raise ShapeError(argument, expected, f"shape {shape}")
    precision = precision_of(dtype, argument)
    if precision.kind == "integer":
        raise PrecisionError(argument, "a floating-point type", precision.name)
    if not dtype.isnative:
        raise ArgumentError(argument, "elements in the machine's byte order", str(dtype.byteorder))
    steps = []
    for stride, size in zip(byte_strides, shape, strict=True):
        if size > 1 and (stride % precision.size or abs(stride) > LONG_MAX):
            raise StrideError(argument, "strides of whole elements", f"{stride} bytes")
        steps.append(stride // precision.size if size > 1 else 1)
    step = steps[-1]
    if len(shape) == 1:
        return VectorView(precision, shape[0], step)
    return VectorView(precision, shape[1], step, shape[0], steps[0] if shape[0] > 1 else 0)


def matrix_view(argument: str, array: Any) -> MatrixView:
    """The layout of an array of two axes; strides of axes of length 1 are made regular.

    Raises:
        ShapeError: the array has not two axes, or one is too long to index.
        PrecisionError: its element type has no kernels.
        StrideError: its strides or its offset are no multiples of an element, or too long to index.
    """
    return _in_memory(argument, array, _layout(argument, array.dtype, array.shape, array.strides))


def _in_memory(argument: str, array: Any, layout: MatrixView) -> MatrixView:
    """A layout with the kind of its memory, of an array that begins at a whole element."""
    _check_offset(argument, array, layout.precision)
    return layout._replace(memory="image") if getattr(array, "image", False) else layout


def stack_view(argument: str, array: Any) -> MatrixView:
    """The layout of an array of three axes, matrices stacked along the first; one of two axes is a single matrix.

    Raises:
        ShapeError: the array has not two or three axes, or one is too long to index.
        PrecisionError: its element type has no kernels.
        StrideError: its strides or its offset are no multiples of an element, or too long to index.
    """
    if len(array.shape) != 3:
        return matrix_view(argument, array)
    layout = _in_memory(argument, array, _layout(argument, array.dtype, array.shape[1:], array.strides[1:]))
    step, size = array.strides[0], layout.precision.size
    if step % size:
        raise StrideError(argument, "strides of whole elements", f"{array.strides} bytes")
    items = int(array.shape[0])
    if items > INT_MAX:
        raise ShapeError(argument, f"at most {INT_MAX} matrices", f"shape {tuple(array.shape)}")
    return layout._replace(items=items, step=step // size)


@functools.lru_cache(maxsize=1024)
def _layout(
    argument: str, dtype: np.dtype[Any], shape: tuple[int, ...], byte_strides: tuple[int, ...]
) -> MatrixView:
    """The layout from an array's properties, cached."""
    precision = _native(argument, dtype)
    if len(shape) != 2:
        raise ShapeError(argument, "a matrix (two axes)", f"shape {tuple(shape)}")
    rows, cols = (int(size) for size in shape)
    if max(rows, cols) > INT_MAX:
        raise ShapeError(argument, f"at most {INT_MAX} rows and columns", f"shape {(rows, cols)}")
    strides = []
    for stride, size in zip(byte_strides, (rows, cols), strict=True):
        if size > 1 and (stride % precision.size or abs(stride) // precision.size > INT_MAX):
            raise StrideError(argument, f"strides of at most {INT_MAX} whole elements", f"{stride} bytes")
        strides.append(stride // precision.size)
    row_stride, col_stride = strides
    if cols <= 1:
        col_stride = 1
        row_stride = row_stride if rows > 1 else max(cols, 1)
    elif rows <= 1:
        row_stride = 1 if col_stride != 1 else cols
    return MatrixView(precision, rows, cols, row_stride, col_stride)


def broadcast_view(argument: str, array: Any, shape: tuple[int, int]) -> MatrixView:
    """The layout of a vector, of a row or of a column as the matrix that NumPy would broadcast it to.

    Args:
        argument: The argument that an error names.
        array: An array of shape ``(cols,)``, ``(1, cols)`` or ``(rows, 1)``, or with one element.
        shape: The shape of the matrix, ``(rows, cols)``.

    Raises:
        ShapeError: the array has another shape.
        PrecisionError: its element type has no kernels.
        StrideError: its strides or its offset are no multiples of an element, or too long to index.
        ArgumentError: it is in an image.
    """
    array_shape, strides = tuple(array.shape), tuple(array.strides)
    rows, cols = (1, 1, *array_shape)[-2:]
    if (
        len(array_shape) not in {1, 2}
        or rows not in {1, shape[0]}
        or cols not in {1, shape[1]}
        or 1 not in {rows, cols}
    ):
        expected = f"shape ({shape[1]},), a number for each column, or ({shape[0]}, 1), one for each row"
        raise ShapeError(argument, expected, f"shape {array_shape}")
    view = _layout(argument, array.dtype, (rows, cols), (0, *strides)[-2:])
    if _in_memory(argument, array, view).memory == "image":
        raise ArgumentError(argument, "a vector in a buffer", "one in an image")
    down, right = view.row_stride if rows > 1 else 0, view.col_stride if cols > 1 else 0
    return MatrixView(view.precision, *shape, down, right)


def share_memory(a: Any, b: Any) -> bool:
    """True if two NumPy arrays have an element in common, or if that is too hard to decide."""
    if not np.may_share_memory(a, b):
        return False
    try:
        return np.shares_memory(a, b, max_work=100_000)  # type: ignore[arg-type]  # NumPy's stub allows two values
    except np.exceptions.TooHardError:
        return True


def reach_of(itemsize: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> tuple[int, int]:
    """The first byte of an array and the one behind the last, from its first element.

    Args:
        itemsize: Bytes of an element.
        shape: The sizes.
        strides: Of each axis, in bytes.
    """
    if 0 in shape:
        return 0, 0
    ends = [(size - 1) * stride for size, stride in zip(shape, strides, strict=True)]
    return sum(min(end, 0) for end in ends), itemsize + sum(max(end, 0) for end in ends)


def extent(array: Array) -> tuple[Array, int]:
    """The memory from an array's first byte to its last as a vector, and the index of element (0, 0) in it."""
    if array.flags.forc:
        return (array if array.flags.c_contiguous else array.T), 0
    ends = [(size - 1) * stride for size, stride in zip(array.shape, array.strides, strict=True)]
    low, high = sum(min(0, end) for end in ends), sum(max(0, end) for end in ends)
    upward = array[tuple(slice(None, None, -1 if end < 0 else 1) for end in ends)]
    count = (high - low) // array.itemsize + 1
    flat = np.lib.stride_tricks.as_strided(
        upward, (count,), (array.itemsize,), writeable=array.flags.writeable
    )
    return flat, -low // array.itemsize


def dense_layout(array: Array) -> tuple[Array, Array]:
    """The dense layout of a copy of a NumPy array, with its axes in the order of the array's memory.

    Args:
        array: The array, with at least one axis.

    Returns:
        The array with its axes from the widest stride to the narrowest, whose elements are copied one after the other; and
        an array of the same shape as ``array`` with the strides of that copy, whose elements must not be touched.
    """
    order = sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))
    strides = [array.itemsize] * array.ndim
    for outer, inner in zip(order[-2::-1], order[:0:-1], strict=True):
        strides[outer] = strides[inner] * array.shape[inner]
    strided = np.lib.stride_tricks.as_strided(np.empty(1, array.dtype), array.shape, strides, writeable=False)
    return array.transpose(order), strided


def sizes_of(shape: Any) -> tuple[int, ...]:
    """A shape, a number or a sequence of numbers as NumPy takes it.

    Raises:
        ShapeError: it is none.
    """
    try:
        sizes = tuple(
            operator.index(size) for size in (shape if isinstance(shape, tuple | list) else (shape,))
        )
    except TypeError:
        sizes = ()
    if not sizes or min(sizes) < 0:
        raise ShapeError("shape", "one or more sizes that are not negative", shown(shape))
    return sizes
