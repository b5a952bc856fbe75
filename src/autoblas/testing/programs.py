"""Small programs in any kernel language, which show what a device does with memory, arguments and launches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.devices.device import Launch
from autoblas.emit.arguments import Argument, buffer, integers, offsets, scalar
from autoblas.emit.dialect import CompilerOptions
from autoblas.emit.source import Source
from autoblas.precision import FLOAT32

if TYPE_CHECKING:
    from autoblas.devices.device import BuiltKernel, Device, Program
    from autoblas.emit.dialect import Dialect

__all__ = ["ADD", "FETCH", "FILL", "GROUP", "STEP", "Grid", "grid_program", "grid_text", "texel_text"]

GROUP = 8
"""Work-items of a work-group of these programs."""

FILL = "x[place] = factor * at;"
"""Writes an array whole: its elements count up in steps of ``factor``."""

ADD = "x[place] += factor * at;"
"""Adds the same to an array."""

STEP = "x[place] = factor * x[place] + 1;"
"""Changes an array so that the order of several launches shows in it."""

FETCH = "out[at] = x[place];"
"""Copies an array's elements, in order of its rows, to other memory."""


def grid_text(d: Dialect, statement: str) -> str:
    """A program whose work-items are given one element each of a matrix, and numbers beyond its end.

    Args:
        d: The language.
        statement: Statement of a work-item, with ``x[place]``, element number ``at`` in order of rows, ``factor``, and
            ``out[at]`` of other memory.
    """
    read = statement == FETCH
    arguments = (
        buffer("x", FLOAT32, "read" if read else "both"),
        buffer("out", FLOAT32, "both" if read else "read"),
        *offsets("x_offset", "x_row", "x_col"),
        *integers("rows", "cols"),
        scalar("factor", FLOAT32),
    )
    src = Source(d)
    with src.kernel("grid", arguments, (GROUP, 1), FLOAT32):
        src(f"const int at = {d.global_id(0)};")
        with src.block("if (at < rows * cols)"):
            row, col = (
                f"({d.offset})(at {sign} cols) * x_{axis}" for sign, axis in (("/", "row"), ("%", "col"))
            )
            src(f"const {d.offset} place = x_offset + {row} + {col};")
            src(statement)
    return str(src)


def texel_text(d: Dialect) -> str:
    """A program that writes the first channel of every texel of an image, in order of rows, to a buffer."""
    arguments = (
        Argument("image", "image", FLOAT32),
        buffer("out", FLOAT32, "write"),
        *integers("rows", "cols"),
    )
    src = Source(d)
    with src.kernel("texels", arguments, (GROUP, 1), FLOAT32):
        src(d.sampler)
        src(f"const int at = {d.global_id(0)};")
        with src.block("if (at < rows * cols)"):
            src(f"out[at] = {d.component(d.read_texel('float', 'image', 'at % cols', 'at / cols'), 'x')};")
    return str(src)


def grid_program(device: Device, statement: str) -> Program:
    """A program of ``grid_text``, built."""
    return device.build(grid_text(device.dialect, statement), device.dialect.flags(CompilerOptions()))


@dataclass(frozen=True)
class Grid:
    """A matrix in memory that one of these programs works on.

    Attributes:
        memory: Memory of its elements.
        rows: Its rows.
        cols: Its columns.
        strides: From a row to the next, and from a column to the next, in elements of float32.
        offset: Offset of element (0, 0), in elements.
    """

    memory: Any
    rows: int
    cols: int
    strides: tuple[int, int]
    offset: int = 0

    @property
    def extent(self) -> Launch:
        """The launch for all of its elements."""
        return Launch((-(-self.rows * self.cols // GROUP) * GROUP,), (GROUP,))

    def bind(self, kernel: BuiltKernel, factor: float, out: Any) -> BuiltKernel:
        """Set all arguments of a kernel; the same kernel."""
        kernel.set_memory(0, self.memory)
        kernel.set_memory(1, out)
        for index, offset in enumerate((self.offset, *self.strides), 2):
            kernel.set_number(index, np.uint64(offset % 2**64))
        kernel.set_number(5, np.int32(self.rows))
        kernel.set_number(6, np.int32(self.cols))
        kernel.set_number(7, np.float32(factor))
        return kernel
