"""What the kernels on images share: arguments, where a tap meets a plane, and the rules that all of them have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.scalars import read

if TYPE_CHECKING:
    from autoblas.conv_problems import Col2im, Convolution, Im2col
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.precision import Precision

__all__ = ["IMAGE", "WINDOW", "begin_image", "declare_image", "declare_window", "element", "tap", "zero"]

IMAGE = ("image", "image_offset", "image_step", "image_channel", "image_row", "image_col")
"""Images: memory, where the first begins, and strides from item to item, plane to plane, row to row, column to column.

Inside a plane an ``int`` holds every distance.
"""

WINDOW = (
    *("height", "width", "out_h", "out_w", "kernel_h", "kernel_w", "pad_h", "pad_w"),
    *("stride_h", "stride_w", "dilation_h", "dilation_w"),
)
"""Rows and columns of a plane, of places, of the window; its padding, strides and dilation."""


def declare_image(d: Dialect, precision: Precision, *, const: bool = True) -> list[str]:
    """The declarations of ``IMAGE``."""
    qualifier = "const " if const else ""
    texts = [f"{d.global_memory}{qualifier}{d.element(precision)} *{d.restrict}image"]
    texts += [f"const {d.offset} {name}" for name in IMAGE[1:4]]
    return texts + [f"const int {name}" for name in IMAGE[4:]]


def declare_window() -> list[str]:
    """The declarations of ``WINDOW``."""
    return [f"const int {name}" for name in WINDOW]


def begin_image(src: Source, plane: str = "") -> None:
    """Find the item, the third dimension of the launch, and move the pointer to its image, or to one of its planes."""
    d = src.dialect
    src(f"const {d.index} item = {d.group_id(2)};")
    planes = f" + {plane} * image_channel" if plane else ""
    src(f"image += image_offset + item * image_step{planes};")


def tap(q: Im2col | Col2im | Convolution, row: str, col: str) -> str:
    """The number of a tap among those of its plane."""
    number = f"({row}) * kernel_w + {col}"
    return f"kernel_h * kernel_w - 1 - ({number})" if q.flipped else number


def element(q: Im2col | Col2im | Convolution, d: Dialect, y: str, x: str, plane: str = "image") -> str:
    """The element at row ``y`` and column ``x`` of the plane at a pointer, converted."""
    across = f"({x}) * image_col" if q.strided else f"({x})"
    return read(d, q.precision, q.worked, 1, f"{plane} + ({y}) * image_row + {across}")


def zero(d: Dialect, precision: Precision) -> str:
    """Zero in C."""
    return d.construct(d.element(precision), "0")
