"""Adds the columns of a matrix of patches to the images at the places that a window took them from."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.conv_problems import Col2im
from autoblas.devices.device import Launch
from autoblas.emit.scalars import read, write
from autoblas.emit.source import Source
from autoblas.kernels.kernel import COMPUTES, FITS, Kernel
from autoblas.kernels.window_interface import (
    IMAGE,
    WINDOW,
    begin_image,
    declare_image,
    declare_window,
    element,
    tap,
    zero,
)
from autoblas.space import Space, param

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "Params"]


@dataclass(frozen=True)
class Params:
    """One way to run the kernel."""

    items: int = param(32, 1, 8, 16, 32, 64, 128, doc="work-items of a work-group, along a row of a plane")
    rows: int = param(4, 1, 4, 16, 64, doc="rows of a plane that a work-group adds to")


SPACE = Space(Params, (FITS,), requirements=(COMPUTES,))


def geometry(p: Params, q: Col2im) -> Launch:
    """A work-group for some rows of a plane."""
    return Launch((math.ceil(q.height / p.rows) * p.items, q.channels, q.items), (p.items, 1, 1))


def arguments(_p: Params, _q: Col2im) -> tuple[str, ...]:
    """The images, the matrices, and the window."""
    return (*IMAGE, "patches", "patches_offset", "patches_step", *WINDOW)


def suggestions(q: Col2im, f: Facts) -> Iterator[dict[str, Any]]:
    """One work-item takes whole planes on a processor; elsewhere many share a row."""
    if f.kind == "cpu":
        yield {"items": 1, "rows": 64 if q.channels >= f.compute_units else 4}
    for items in (64, 32, 16, 8, 1):
        yield {"items": items, "rows": 4}


def source(p: Params, q: Col2im, d: Dialect) -> str:
    """The text of the kernel: every element is read once, gathers what was taken from it, and is written once."""
    src = Source(d)
    declared = [
        *declare_image(d, q.precision, const=False),
        f"{d.global_memory}const {q.precision.ctype} *{d.restrict}patches",
        *(f"const {d.offset} {name}" for name in ("patches_offset", "patches_step")),
        *declare_window(),
    ]
    with src.kernel("col2im", declared, (p.items, 1), *q.computed):
        src(f"const {d.index} plane = {d.group_id.format(d=1)};")
        begin_image(src, "plane")
        places = f"({d.index})out_h * out_w"
        src(f"patches += patches_offset + item * patches_step + plane * (kernel_h * kernel_w) * ({places});")
        src(f"const int start = {d.group_id.format(d=0)} * {p.rows}, stop = min(start + {p.rows}, height);")
        first = d.local_id.format(d=0) if p.items > 1 else "0"
        step = f"x += {p.items}" if p.items > 1 else "++x"
        with src.loop("y", "start", "stop"), src.block(f"for (int x = {first}; x < width; {step})"):
            src(f"{q.worked.ctype} sum = {zero(q.worked)};")
            with src.loop("i", 0, "kernel_h"):
                meet(src, "y", "h", "i")
                with src.loop("j", 0, "kernel_w"):
                    meet(src, "x", "w", "j")
                    at = f"(({d.index})({tap(q, 'i', 'j')}) * out_h + place_y) * out_w + place_x"
                    src(f"sum += {read(d, q.precision, q.worked, 1, f'patches + {at}')};")
            across = "x * image_col" if q.strided else "x"
            value = f"sum + {element(q, d, 'y', 'x')}"
            src(write(d, q.precision, q.worked, 1, value, f"image + y * image_row + {across}"))
    return str(src)


def meet(src: Source, position: str, axis: str, number: str) -> None:
    """Find the place at which tap ``number`` of an axis meets a position; go on to the next tap where there is none."""
    src(f"const int from_{position} = {position} + pad_{axis} - {number} * dilation_{axis};")
    src(f"const int place_{position} = from_{position} / stride_{axis};")
    beyond = f"place_{position} >= out_{axis}"
    with src.block(f"if (from_{position} < 0 || from_{position} % stride_{axis} || {beyond})"):
        src("continue;")


KERNEL = Kernel(
    name="col2im",
    family=Col2im,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    traffic=lambda p, q: q.min_bytes(),
    source=source,
    options=lambda p: (),
    suggestions=suggestions,
)
