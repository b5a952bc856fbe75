"""What the kernels on images share: arguments, where a tap meets a plane, and the rules that all of them have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer, integers, offsets
from autoblas.emit.expressions import enclosed
from autoblas.emit.scalars import read

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.precision import Precision
    from autoblas.problems.convolution import Col2im, Convolution, Im2col

__all__ = ["begin_image", "element", "image_arguments", "tap", "window_arguments", "zero"]


def image_arguments(precision: Precision, *, const: bool = True) -> tuple[Argument, ...]:
    """Images: memory, where the first begins, and strides from item to item, plane to plane, row to row, column to column.

    Inside a plane an ``int`` holds every distance.
    """
    positions = offsets("image_offset", "image_step", "image_channel")
    memory = buffer("image", precision, "read" if const else "both")
    return (memory, *positions, *integers("image_row", "image_col"))


def window_arguments() -> tuple[Argument, ...]:
    """Rows and columns of a plane, of positions, of the window; its padding, strides and dilation."""
    sizes = ("height", "width", "out_h", "out_w", "kernel_h", "kernel_w", "pad_h", "pad_w")
    return integers(*sizes, "stride_h", "stride_w", "dilation_h", "dilation_w")


def begin_image(src: Source, plane: str = "") -> None:
    """Find the item, the third dimension of the launch, and move the pointer to its image, or to one of its planes."""
    d = src.dialect
    src(f"const {d.index} item = {d.group_id(2)};")
    planes = f" + {plane} * image_channel" if plane else ""
    src(f"image += image_offset + item * image_step{planes};")


def tap(q: Im2col | Col2im | Convolution, row: str, col: str) -> str:
    """The number of a tap among those of its plane."""
    number = f"{enclosed(row)} * kernel_w + {col}"
    return f"kernel_h * kernel_w - 1 - ({number})" if q.flipped else number


def element(q: Im2col | Col2im | Convolution, d: Dialect, y: str, x: str, plane: str = "image") -> str:
    """The element at row ``y`` and column ``x`` of the plane at a pointer, converted."""
    across = f"{enclosed(x)} * image_col" if q.strided else enclosed(x)
    return read(d, q.precision, q.worked, 1, f"{plane} + {enclosed(y)} * image_row + {across}")


def zero(d: Dialect, precision: Precision) -> str:
    """Zero in C."""
    return d.construct(d.element(precision), "0")
