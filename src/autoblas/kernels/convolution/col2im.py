"""Adds the columns of a matrix of patches to the images at the positions that a window took them from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.emit.expressions import times
from autoblas.emit.scalars import read, write
from autoblas.emit.source import Source
from autoblas.kernels.convolution import shared
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.space import Space, param
from autoblas.problems.convolution import Col2im

if TYPE_CHECKING:
    from autoblas.devices.device import Launch
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Col2imParams"]


@dataclass(frozen=True)
class Col2imParams:
    """Tuning parameters of ``col2im``."""

    items: int = param(32, 1, 8, 16, 32, 64, 128, doc="work-items of a work-group, along a row of a plane")
    rows: int = param(4, 1, 4, 16, 64, doc="rows of a plane that a work-group adds to")


SPACE = Space(Col2imParams, (FITS,), requirements=(COMPUTES,))


def geometry(p: Col2imParams, q: Col2im) -> Launch:
    """A work-group for some rows of a plane."""
    return shared.patch_launch(p, q, q.height)


def source(p: Col2imParams, q: Col2im, d: Dialect) -> str:
    """The text of the kernel: every element is read once, gathers its copies from the patches, and is written once."""
    src = Source(d)
    declared = shared.patch_arguments(q, into="image")
    with src.kernel("col2im", declared, (p.items, 1), *q.computed):
        shared.begin_plane(src)
        src(f"const int start = {times(d.group_id(0), p.rows)}, stop = min(start + {p.rows}, height);")
        first = d.local_id(0) if p.items > 1 else "0"
        step = f"x += {p.items}" if p.items > 1 else "++x"
        with src.loop("y", "start", "stop"), src.block(f"for (int x = {first}; x < width; {step})"):
            src(f"{d.element(q.worked)} sum = {shared.zero(d, q.worked)};")
            with src.loop("i", 0, "kernel_h"):
                meet(src, "y", "h", "i")
                with src.loop("j", 0, "kernel_w"):
                    meet(src, "x", "w", "j")
                    at = f"(({d.index})({shared.tap(q, 'i', 'j')}) * out_h + place_y) * out_w + place_x"
                    src(f"sum += {read(d, q.precision, q.worked, 1, f'patches + {at}')};")
            across = "x * image_col" if q.strided else "x"
            value = f"sum + {shared.element(q, d, 'y', 'x')}"
            src(write(d, q.precision, q.worked, 1, value, f"image + y * image_row + {across}"))
    return str(src)


def meet(src: Source, position: str, axis: str, number: str) -> None:
    """Declare the position at which tap ``number`` of an axis meets an element; skip taps that meet none."""
    src(f"const int from_{position} = {position} + pad_{axis} - {number} * dilation_{axis};")
    src(f"const int place_{position} = from_{position} / stride_{axis};")
    beyond = f"place_{position} >= out_{axis}"
    with src.block(f"if (from_{position} < 0 || from_{position} % stride_{axis} || {beyond})"):
        src("continue;")


KERNEL = Kernel(
    name="col2im",
    family=Col2im,
    space=SPACE,
    arguments=lambda p, q: shared.patch_arguments(q, into="image"),
    geometry=geometry,
    source=source,
    suggestions=shared.patch_suggestions,
)
