"""The arguments of convolutions, checked: windows, images of any strides, and dense arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.errors import ArgumentError, PrecisionError, ShapeError, StrideError, shown
from autoblas.plan.layouts.convolution import ImagesView, Window
from autoblas.precision import BFLOAT16
from autoblas.problems.convolution import output_extent
from autoblas.problems.views import element_type

if TYPE_CHECKING:
    from autoblas.precision import Precision

__all__ = ["check_dense", "images_view", "is_dense", "patches_shape", "window_of", "window_positions"]

INT_MAX = 2**31 - 1

MODES = {"cross-correlation": False, "convolution": True}
"""True for modes in which the taps of a window are counted from the last."""


def window_of(kernel: Any, pad: Any, stride: Any, dilation: Any, mode: Any) -> Window:
    """The window that arguments describe."""
    if mode not in MODES:
        raise ArgumentError("mode", " or ".join(map(repr, MODES)), shown(mode))
    return Window(
        _pair("kernel", kernel, 1),
        _pair("pad", pad, 0),
        _pair("stride", stride, 1),
        _pair("dilation", dilation, 1),
        MODES[mode],
    )


def images_view(argument: str, array: Any) -> ImagesView:
    """The layout of images."""
    shape, strides = tuple(array.shape), tuple(array.strides)
    if len(shape) not in {3, 4}:
        raise ShapeError(argument, "(items, channels, height, width), or without items", f"shape {shape}")
    precision = element_type(argument, array)
    if precision.kind == "integer" or precision is BFLOAT16:
        raise PrecisionError(argument, "float16, float32, float64, complex64 or complex128", precision.name)
    steps = []
    for size, stride in zip(shape, strides, strict=True):
        step, odd = divmod(stride, precision.size) if size > 1 else (1, 0)
        if odd:
            raise StrideError(argument, "strides of whole elements", f"{strides} bytes")
        steps.append(step)
    if len(shape) == 3:
        shape, steps = (1, *shape), [0, *steps]
    reach = abs(steps[2]) * max(shape[2] - 1, 0) + abs(steps[3]) * max(shape[3] - 1, 0)
    if max(reach, *shape) > INT_MAX:
        raise StrideError(argument, f"planes of at most {INT_MAX} elements", f"{strides} bytes")
    return ImagesView(precision, tuple(map(int, shape)), tuple(map(int, steps)))  # type: ignore[arg-type]  # four of each


def window_positions(view: ImagesView, window: Window) -> tuple[int, int]:
    """Rows and columns of places that a window takes."""
    positions = []
    for name, size, *numbers in zip(
        ("height", "width"), view.shape[2:], window.kernel, window.pad, window.stride, window.dilation, strict=True
    ):  # fmt: skip
        extent = output_extent(size, *numbers)
        if extent < 1 and size > 0:
            expected = f"a window that fits the {name} of the image with its padding, {size + 2 * numbers[1]} elements"
            raise ShapeError(
                "kernel", expected, f"{numbers[3] * (numbers[0] - 1) + 1} elements with its dilation"
            )
        positions.append(max(extent, 0))
    area, terms = positions[0] * positions[1], view.shape[1] * window.kernel[0] * window.kernel[1]
    for count, what in ((area, "positions of the window in the image"), (terms, "terms of a sum")):
        if count > INT_MAX:
            raise ShapeError("kernel", f"at most {INT_MAX} {what}", f"{count}")
    return positions[0], positions[1]


def patches_shape(image: Any, view: ImagesView, window: Window) -> tuple[int, ...]:
    """The shape of the matrices of patches of images."""
    rows, cols = window_positions(view, window)
    return (*image.shape[:-3], view.shape[1] * window.taps, rows * cols)


def check_dense(argument: str, array: Any, shape: tuple[int, ...], precision: Precision) -> None:
    """See that a dense array has this shape and element type."""
    if tuple(array.shape) != shape:
        raise ShapeError(argument, f"shape {shape}", f"shape {tuple(array.shape)}")
    if element_type(argument, array) is not precision:
        raise PrecisionError(argument, f"{precision.name} like image", str(array.dtype))
    if not is_dense(array):
        raise StrideError(argument, "a dense array", f"strides of {tuple(array.strides)} bytes")


def is_dense(array: Any) -> bool:
    """The elements follow each other in order."""
    if array.size == 0:
        return True
    expected = array.dtype.itemsize
    for size, stride in zip(reversed(array.shape), reversed(array.strides), strict=True):
        if size > 1 and stride != expected:
            return False
        expected *= size
    return True


def _pair(argument: str, value: Any, least: int) -> tuple[int, int]:
    """A number for rows and one for columns."""
    if type(value) is int and least <= value <= INT_MAX:  # as most calls have it, and True is none of them
        return value, value
    pair = value if isinstance(value, (tuple, list)) else (value, value)
    whole = all(isinstance(x, (int, np.integer)) and not isinstance(x, bool) for x in pair)
    if len(pair) != 2 or not whole or not all(least <= x <= INT_MAX for x in pair):
        expected = f"a whole number of at least {least}, or two of them for rows and columns"
        raise ArgumentError(argument, expected, shown(value))
    return int(pair[0]), int(pair[1])
