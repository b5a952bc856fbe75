"""The last few columns of a convolution's result, too few to fill a vector: each element is a dot product.

A vector along the columns would mostly compute padding: of the 49 positions of a plane of 7 x 7, three
vectors of 16 have 48. A remaining position is gathered with its terms adjacent, as those of a kernel are, and the
lanes of a vector are terms of the sum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.scalars import multiply_add
from autoblas.emit.vectors import fold
from autoblas.kernels.convolution.shared import product_of, tap
from autoblas.kernels.gemm.shared import operands

if TYPE_CHECKING:
    from autoblas.emit.source import Source
    from autoblas.kernels.convolution.panel.params import ConvPanelParams
    from autoblas.problems.convolution import Convolution

__all__ = ["FEW", "gather_columns", "sum_columns", "sums_columns"]

FEW = 4
"""Most columns for which dot products take less time than a vector that is mostly padding."""


def sums_columns(p: ConvPanelParams, q: Convolution) -> bool:
    """The kernels lie in memory as they are multiplied, and so does what is gathered."""
    return not p.pack_a and not q.worked.is_complex and q.precision is q.worked


def gather_columns(src: Source, p: ConvPanelParams, q: Convolution) -> None:
    """Fill a panel with the terms of column ``first_col``, then with those of the next."""
    d = src.dialect
    with src.loop("j", 0, "n - first_col"):
        src("const int out_y = (first_col + j) / out_w, out_x = first_col + j - out_y * out_w;")
        with src.loop("i", 0, "kernel_h"), src.loop("t", 0, "kernel_w"):
            src("const int y = out_y * stride_h - pad_h + i * dilation_h;")
            src("const int x = out_x * stride_w - pad_w + t * dilation_w;")
            src("const int inside = y >= 0 && y < height && x >= 0 && x < width;")
            met = f"y * image_row + {'x * image_col' if q.strided else 'x'}"
            src(f"{d.global_memory}const {d.element(q.precision)} *met = image;")
            src(f"if (inside) met += ({d.index})(start / taps) * image_channel + {met};")
            src(f"{d.local_memory}{q.worked.part} *out = panel + j * {p.depth} + {tap(q, 'i', 't')};")
            with src.block("for (int l = 0; l < terms; l += taps, out += taps)"):
                src("*out = inside ? *met : 0;")
                src("if (inside) met += image_channel;")


def sum_columns(src: Source, p: ConvPanelParams, q: Convolution) -> None:
    """Add the dot products of the tile's few columns to C: whole vectors of terms first, then the remaining terms."""
    d, part = src.dialect, q.worked.part
    vector = d.vector(part, p.lanes)
    c = operands(product_of(q))[2]
    with src.loop("j", 0, "n - col"):
        src(f"{d.local_memory}const {part} *b_at = panel + j * {p.depth};")
        for i in range(p.rm):
            src(f"{vector} lanes{i} = {d.splat(part, p.lanes, '0')};")
        src("int l = 0;")
        with src.block(f"for (; l + {p.lanes} <= terms; l += {p.lanes})"):
            src(f"const {vector} b = {d.load_aligned(part, p.lanes, 'b_at + l', d.local_memory)};")
            for i in range(p.rm):
                src(f"const {vector} a{i} = {d.load(p.lanes, f'a_at{i} + l')};")
                src(multiply_add(d, p.multiply, part, 1, f"lanes{i}", f"a{i}", "b"))
        src(f"{part} totals[{p.rm}];")
        for i in range(p.rm):
            src(f"totals[{i}] = {fold(src, part, p.lanes, f'lanes{i}')};")
        with src.block("for (; l < terms; ++l)"):
            for i in range(p.rm):
                src(multiply_add(d, p.multiply, part, 1, f"totals[{i}]", f"a_at{i}[l]", "b_at[l]"))
        with src.loop("i", 0, f"min({p.rm}, m - row)"):
            at = f"c_at[{c.index(d, 'i', 'j')}]"
            src(f"{at} = start == 0 ? totals[i] : totals[i] + {at};")
