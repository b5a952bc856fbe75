"""What im2col and col2im share: the matrices of patches among their arguments, their launch, and what to try first."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from autoblas.devices.device import Launch
from autoblas.emit.arguments import buffer, offsets
from autoblas.kernels.convolution.windows import begin_image, image_arguments, window_arguments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.source import Source
    from autoblas.problems.convolution import Col2im, Im2col

__all__ = ["arguments", "begin", "launch", "suggestions"]


def arguments(q: Im2col | Col2im, *, into: str) -> tuple[Argument, ...]:
    """The images, the matrices, and the window; the kernel writes ``into`` the image or the patches."""
    patches = buffer("patches", q.precision, "write" if into == "patches" else "read")
    positions = offsets("patches_offset", "patches_step")
    return (*image_arguments(q.precision, const=into != "image"), patches, *positions, *window_arguments())


def launch(p: Any, q: Im2col | Col2im, rows: int) -> Launch:
    """A work-group for some of so many rows of each plane."""
    return Launch((math.ceil(rows / p.rows) * p.items, q.channels, q.items), (p.items, 1, 1))


def begin(src: Source) -> None:
    """Move the pointers to the work-group's plane and its patches."""
    d = src.dialect
    src(f"const {d.index} plane = {d.group_id(1)};")
    begin_image(src, "plane")
    positions = f"({d.index})out_h * out_w"
    src(f"patches += patches_offset + item * patches_step + plane * (kernel_h * kernel_w) * ({positions});")


def suggestions(q: Im2col | Col2im, f: Facts) -> Iterator[dict[str, Any]]:
    """One work-item takes whole planes on a processor; elsewhere many share a row."""
    if f.kind == "cpu":
        yield {"items": 1, "rows": 64 if q.channels >= f.compute_units else 4}
    for items in (64, 32, 16, 8, 1):
        yield {"items": items, "rows": 4}
