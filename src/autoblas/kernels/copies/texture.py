"""Copies a matrix into an image, or back, for kernels that read their operands through textures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.devices.device import Launch
from autoblas.emit.arguments import integers
from autoblas.emit.edges import load_function, store_function
from autoblas.emit.expressions import plus, quotient, times
from autoblas.emit.images import Image
from autoblas.emit.operands import Matrix, item_start, items_argument
from autoblas.emit.scalars import zero
from autoblas.emit.source import Source
from autoblas.emit.vectors import lanes_of
from autoblas.kernels.kernel import COMPUTES, Kernel, sides_fit
from autoblas.kernels.space import Rule, Space, param
from autoblas.problems import Texture, fits_texels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.device import Facts
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect

__all__ = ["KERNEL", "TextureParams"]


@dataclass(frozen=True)
class TextureParams:
    """Tuning parameters of ``texture``."""

    wx: int = param(16, 1, 4, 8, 16, 32, 64, doc="work-items of a work-group along a row of texels")
    wy: int = param(4, 1, 4, 8, 16, doc="rows of texels that a work-group copies")
    texels: int = param(1, 1, 2, 4, 16, 64, doc="texels that a work-item copies")


def texels_wide(q: Texture) -> int:
    """Texels of a row of the image."""
    return (q.scratch.texels or (0, 0))[0]


def fits_image(q: Texture, f: Facts) -> bool:
    """The image is no larger than the device's images may be."""
    width, height = q.scratch.texels or (0, 0)
    return width <= f.max_image[0] and height <= f.max_image[1]


SPACE = Space(
    TextureParams,
    (
        *sides_fit(lambda p: (p.wx, p.wy)),
        Rule(
            "a work-group does not cover more than twice a row",
            lambda p, q, f: p.wx * p.texels < 2 * max(texels_wide(q), 64),
        ),
    ),
    requirements=(
        COMPUTES,
        Rule("the device has images", lambda p, q, f: f.images),
        Rule(
            "an image holds floating-point numbers or integers of 4 bytes",
            lambda p, q, f: fits_texels(q.precision),
        ),
        Rule("the image is within the device's limits", lambda p, q, f: fits_image(q, f)),
        Rule(
            "a texel of one channel holds an element of 4 bytes",
            lambda p, q, f: q.channels == 4 or q.precision.size == 4,
        ),
    ),
)


def geometry(p: TextureParams, q: Texture) -> Launch:
    """Work-items to cover the image, its rows along the second dimension, items of a batch along the third."""
    groups = math.ceil(texels_wide(q) / (p.wx * p.texels)), math.ceil(max(q.rows, 1) / p.wy)
    return Launch((groups[0] * p.wx, groups[1] * p.wy, q.items), (p.wx, p.wy, 1))


def suggestions(_q: Texture, f: Facts) -> Iterator[dict[str, int]]:
    """Long runs for a work-item of a CPU; elsewhere a texel each, where the work-group fits."""
    if f.kind == "cpu":
        yield {"wx": 1, "wy": 1, "texels": 64}
    yield {}
    yield {"wx": 8, "wy": 1}
    yield {"wx": 1, "wy": 1}


def arguments(_p: TextureParams, q: Texture) -> tuple[Argument, ...]:
    """Sizes, X, the image, and where the items of a batch begin."""
    batch = (items_argument("x", listed=q.listed),) if q.batched else ()
    x, image = operands(q)
    return (*integers("rows", "cols"), *x.arguments, image.argument, *batch)


def operands(q: Texture) -> tuple[Matrix, Image]:
    """The matrix and the image."""
    converted = q.types[1]
    x = Matrix("x", q.precision, q.order, const=not q.back, worked=converted)
    return x, Image("image", q.precision, converted, const=q.back, channels=q.channels)


def source(p: TextureParams, q: Texture, d: Dialect) -> str:
    """The text of the kernel."""
    x, image = operands(q)
    declared = arguments(p, q)
    functions: list[str] = []
    if in_vectors(q):
        make, name = (store_function, "store_first") if q.back else (load_function, "load_first")
        functions = make(d, name, x, image.elements)
    src = Source(d)
    with src.kernel("texture", declared, (p.wx, p.wy), *q.computed, functions=functions):
        if q.back:
            src(d.sampler)
        src(f"const int row = {d.global_id(1)};")
        if q.batched:
            src(f"const int item = {d.global_id(2)}, y = item * rows + row;")
            src(f"x += {item_start('x', 'item', listed=q.listed)};")
        with src.block("if (row < rows)"):
            copy_texels(src, p, q)
    return str(src)


def in_vectors(q: Texture) -> bool:
    """The elements of a texel are adjacent in X too."""
    return q.order == "row" and q.elements > 1


def copy_texels(src: Source, p: TextureParams, q: Texture) -> None:
    """Copy the work-item's texels of row ``row``; adjacent work-items copy adjacent texels."""
    d, elements = src.dialect, q.elements
    width = quotient(plus("cols", elements - 1), elements)
    copy = from_image if q.back else to_image
    if p.texels == 1:
        src(f"const int texel = {d.global_id(0)};")
        with src.block(f"if (texel < {width})"):
            copy(src, q)
        return
    src(f"const int start = {d.group_id(0)} * {p.wx * p.texels} + {d.local_id(0)};")
    src(f"const int stop = min(start + {(p.texels - 1) * p.wx + 1}, {width});")
    with src.loop("texel", "start", "stop", p.wx):
        copy(src, q)


def to_image(src: Source, q: Texture) -> None:
    """Write texel ``texel`` of row ``row``, zeros where X has no more columns."""
    d, (x, image) = src.dialect, operands(q)
    src(f"const int col = {times('texel', image.elements)};")
    if in_vectors(q):
        value = f"load_first({x.pointer(d, 'row', 'col')}, cols - col)"
    else:
        first, *rest = (x.read(d, "row", plus("col", s)) for s in range(image.elements))
        selected = [
            f"col + {s} < cols ? {element} : {zero(d, x.target)}" for s, element in enumerate(rest, 1)
        ]
        vector = d.vector(image.worked.part, image.elements * image.worked.parts)
        value = d.construct(vector, first, *selected) if selected else first
    src(image.write(d, "texel", "y" if q.batched else "row", value))


def from_image(src: Source, q: Texture) -> None:
    """Read texel ``texel`` of row ``row`` into the columns that X has."""
    d, (x, image) = src.dialect, operands(q)
    vector = d.vector(image.worked.part, image.elements * image.worked.parts)
    src(f"const int col = {times('texel', image.elements)};")
    src(f"const {vector} value = {image.read(d, 'texel', 'y' if q.batched else 'row')};")
    if in_vectors(q):
        src(f"store_first({x.pointer(d, 'row', 'col')}, value, cols - col);")
        return
    for s in range(image.elements):
        guard = f"if (col + {s} < cols) " if s else ""
        element = lanes_of(d, image.worked, "value", image.elements, s)
        src(guard + x.write(d, "row", plus("col", s), element))


KERNEL = Kernel(
    name="texture",
    family=Texture,
    space=SPACE,
    arguments=arguments,
    geometry=geometry,
    source=source,
    suggestions=suggestions,
)
