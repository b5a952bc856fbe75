"""Arguments, window geometry and product of the convolution kernels, and the launch that im2col and col2im share."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import buffer, integers, offsets
from autoblas.emit.expressions import enclosed
from autoblas.emit.scalars import read
from autoblas.kernels.gemm.shared import operands
from autoblas.kernels.space import Rule
from autoblas.problems import Matmul

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.emit.source import Source
    from autoblas.precision import Precision
    from autoblas.problems.convolution import Col2im, Convolution, Im2col

__all__ = [
    "FILTERS",
    "arguments",
    "begin",
    "begin_plane",
    "element",
    "patch_arguments",
    "patch_launch",
    "patch_suggestions",
    "product_of",
    "tap",
    "zero",
]

FILTERS = Rule(
    "the accuracy is fast, and 3 x 3 adjacent taps of real numbers move by one",
    lambda p, q, f: q.accuracy == "fast",
)
"""A requirement of kernels that compute by minimal filtering; the problem record checks the window."""


def product_of(q: Convolution) -> Matmul:
    """C = A B with A the kernels, one a row, B the patches that the window sees, and C the planes of the result.

    Items share A, and each has a B and a C of its own. B is written nowhere: kernels read it from the images.
    """
    return Matmul(q.kernels, q.positions, q.depth, q.precision, pure=True, items=q.items, shared="a")


def arguments(q: Convolution, packed: str = "") -> tuple[Argument, ...]:
    """Sizes of the product, its A and C, where C of the next item begins, the images, and the window."""
    a, _, c = operands(product_of(q), 1, packed)
    sizes, step = integers("m", "n", "k"), offsets("c_step")
    return (*sizes, *a.arguments, *c.arguments, *step, *_image_arguments(q.precision), *_window_arguments())


def begin(src: Source) -> None:
    """Move the pointers to the image and to the C of the work-group's item."""
    _begin_image(src)
    src("c += item * c_step;")


def patch_arguments(q: Im2col | Col2im, *, into: str) -> tuple[Argument, ...]:
    """The images, the matrices of patches, and the window; the kernel writes ``into`` the image or the patches."""
    patches = buffer("patches", q.precision, "write" if into == "patches" else "read")
    positions = offsets("patches_offset", "patches_step")
    return (*_image_arguments(q.precision, const=into != "image"), patches, *positions, *_window_arguments())


def patch_launch(p: Any, q: Im2col | Col2im, rows: int) -> Launch:
    """A work-group for some of so many rows of each plane."""
    return Launch((math.ceil(rows / p.rows) * p.items, q.channels, q.items), (p.items, 1, 1))


def begin_plane(src: Source) -> None:
    """Move the pointers to the work-group's plane and its patches."""
    d = src.dialect
    src(f"const {d.index} plane = {d.group_id(1)};")
    _begin_image(src, "plane")
    positions = f"({d.index})out_h * out_w"
    src(f"patches += patches_offset + item * patches_step + plane * (kernel_h * kernel_w) * ({positions});")


def patch_suggestions(q: Im2col | Col2im, f: Facts) -> Iterator[dict[str, Any]]:
    """One work-item takes whole planes on a processor; elsewhere many share a row."""
    if f.kind == "cpu":
        yield {"items": 1, "rows": 64 if q.channels >= f.compute_units else 4}
    for items in (64, 32, 16, 8, 1):
        yield {"items": items, "rows": 4}


def _image_arguments(precision: Precision, *, const: bool = True) -> tuple[Argument, ...]:
    """Images: memory, where the first begins, and strides from item to item, plane to plane, row to row, column to column.

    Inside a plane an ``int`` holds every distance.
    """
    positions = offsets("image_offset", "image_step", "image_channel")
    memory = buffer("image", precision, "read" if const else "both")
    return (memory, *positions, *integers("image_row", "image_col"))


def _window_arguments() -> tuple[Argument, ...]:
    """Rows and columns of a plane, of positions, of the window; its padding, strides and dilation."""
    sizes = ("height", "width", "out_h", "out_w", "kernel_h", "kernel_w", "pad_h", "pad_w")
    return integers(*sizes, "stride_h", "stride_w", "dilation_h", "dilation_w")


def _begin_image(src: Source, plane: str = "") -> None:
    """Declare the item, the third dimension of the launch, and move the pointer to its image, or to one of its planes."""
    d = src.dialect
    src(f"const {d.index} item = {d.group_id(2)};")
    planes = f" + {plane} * image_channel" if plane else ""
    src(f"image += image_offset + item * image_step{planes};")


def tap(q: Im2col | Col2im | Convolution, row: str, col: str) -> str:
    """Index of a tap in its plane of the kernel."""
    number = f"{enclosed(row)} * kernel_w + {col}"
    return f"kernel_h * kernel_w - 1 - ({number})" if q.flipped else number


def element(q: Im2col | Col2im | Convolution, d: Dialect, y: str, x: str, plane: str = "image") -> str:
    """The element at row ``y`` and column ``x`` of the plane at a pointer, converted."""
    across = f"{enclosed(x)} * image_col" if q.strided else enclosed(x)
    return read(d, q.precision, q.worked, 1, f"{plane} + {enclosed(y)} * image_row + {across}")


def zero(d: Dialect, precision: Precision) -> str:
    """Zero, with its type written even where it is real."""
    return d.construct(d.element(precision), "0")
