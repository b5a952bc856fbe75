"""Writes the patches that a window sees of images as the columns of a matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import times
from autoblas.emit.scalars import write
from autoblas.emit.source import Source
from autoblas.kernels.convolution import shared
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.space import Space, param
from autoblas.problems.convolution import Im2col

if TYPE_CHECKING:
    from autoblas.devices.device import Launch
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Im2colParams"]


@dataclass(frozen=True)
class Im2colParams:
    """Tuning parameters of ``im2col``."""

    items: int = param(32, 1, 8, 16, 32, 64, 128, doc="work-items of a work-group, along a row of positions")
    rows: int = param(
        16, 1, 4, 16, 64, doc="rows of positions that a work-group writes, for all taps of a plane"
    )


SPACE = Space(Im2colParams, (FITS,), requirements=(COMPUTES,))


def geometry(p: Im2colParams, q: Im2col) -> Launch:
    """A work-group for some rows of positions of a plane."""
    return shared.patch_launch(p, q, q.out_h)


def source(p: Im2colParams, q: Im2col, d: Dialect) -> str:
    """The text of the kernel."""
    src = Source(d)
    declared = shared.patch_arguments(q, into="patches")
    with src.kernel("im2col", declared, (p.items, 1), *q.computed):
        shared.begin_plane(src)
        if p.items > 1:
            src(f"const int lane = {d.local_id(0)};")
        src(f"const int start = {times(d.group_id(0), p.rows)}, stop = min(start + {p.rows}, out_h);")
        with src.loop("i", 0, "kernel_h"), src.loop("j", 0, "kernel_w"):
            src("const int shift = j * dilation_w - pad_w;")
            src("const int left = shift < 0 ? min((stride_w - 1 - shift) / stride_w, out_w) : 0;")
            src("const int inside = shift < width ? min((width - 1 - shift) / stride_w + 1, out_w) : 0;")
            src("const int right = max(left, inside);")
            with src.loop("oy", "start", "stop"):
                row(src, p, q)
    return str(src)


def row(src: Source, p: Im2colParams, q: Im2col) -> None:
    """Write one row of positions of one tap: zeros, the elements that the window sees, zeros."""
    d = src.dialect
    src("const int y = oy * stride_h - pad_h + i * dilation_h;")
    src("const bool outside = y < 0 || y >= height;")
    at = f"(({d.index})({shared.tap(q, 'i', 'j')}) * out_h + oy) * out_w"
    src(f"{d.global_memory}{d.element(q.precision)} *out = patches + {at};")
    first = "lane" if p.items > 1 else "0"
    step = f"x += {p.items}" if p.items > 1 else "++x"
    src(f"int x = {first};")
    write_zero = write(d, q.precision, q.worked, 1, shared.zero(d, q.worked), "out + x")
    with src.block(f"for (; x < (outside ? out_w : left); {step})"):
        src(write_zero)
    with src.block(f"for (; x < right; {step})"):
        value = shared.element(q, d, "y", "x * stride_w + shift")
        src(write(d, q.precision, q.worked, 1, value, "out + x"))
    with src.block(f"for (; x < out_w; {step})"):
        src(write_zero)


KERNEL = Kernel(
    name="im2col",
    family=Im2col,
    space=SPACE,
    arguments=lambda p, q: shared.patch_arguments(q, into="patches"),
    geometry=geometry,
    source=source,
    suggestions=shared.patch_suggestions,
)
