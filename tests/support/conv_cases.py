"""Problems on images for the tests of kernels."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from autoblas.kernels.convolution.winograd import params as winograd_params
from autoblas.kernels.convolution.winograd import tile as conv_winograd_tile
from autoblas.precision import FLOAT16, FLOAT32, FLOAT64
from autoblas.problems.convolution import Col2im, Convolution, Im2col
from support.element_types import FLOATS

IMAGE_FAMILIES = (Im2col, Col2im, Convolution)

WINDOWS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((3, 3), (1, 1), (1, 1), (1, 1)),
    ((1, 1), (0, 0), (1, 1), (1, 1)),
    ((3, 2), (2, 1), (1, 3), (2, 1)),
    ((9, 9), (4, 5), (2, 2), (1, 1)),
    ((2, 5), (1, 4), (1, 1), (1, 2)),
    ((7, 7), (3, 3), (2, 2), (1, 1)),
    ((1, 1), (0, 0), (2, 2), (1, 1)),
)
"""Kernel, padding, stride and dilation; each fits an image of one element with its padding."""

SMALLEST_IMAGES: dict[Any, tuple[tuple[int, ...], ...]] = {
    Im2col: ((1, 1, 1), (1, 9, 2), (3, 1, 9)),
    Col2im: ((1, 1, 1), (1, 9, 2), (3, 1, 9)),
    Convolution: ((1, 1, 1, 1), (1, 3, 9, 2), (9, 1, 1, 9)),
}
"""Extents of the smallest problems."""

IMAGE_TILES: dict[str, Callable[[Any, Any], tuple[tuple[int, int], ...]]] = {
    "im2col": lambda p, q: ((q.out_h, p.rows), (q.channels, 1)),
    "col2im": lambda p, q: ((q.height, p.rows), (q.channels, 1)),
    "conv_panel": lambda p, q: ((q.kernels, p.block_m * p.rm), (q.positions, p.block_n * p.rn)),
    "conv_winograd": lambda p, q: (
        (winograd_params.extent(p, q)[0], p.block_m),
        (winograd_params.extent(p, q)[1], p.block_n),
    ),
    "conv_winograd_tile": lambda p, q: ((conv_winograd_tile.extent(p, q), p.tn), (q.kernels, p.tm)),
    "conv_tile": lambda p, q: ((q.positions, p.tn), (q.kernels, p.tm)),
}
"""For two dimensions of a launch, the extent of the output along each and how much of it a work-group covers."""


FILTERING = ("conv_winograd", "conv_winograd_tile")
"""The kernels that compute by minimal filtering."""


def filterable(problem: Any, index: int) -> Any:
    """A convolution with a window that minimal filtering serves."""
    fixed: dict[str, Any] = dict.fromkeys(("stride_h", "stride_w", "dilation_h", "dilation_w"), 1)
    pads = {name: max(min(getattr(problem, name), 2), 1) for name in ("pad_h", "pad_w")}
    fixed |= {"kernel_h": 3, "kernel_w": 3, **pads, "precision": (FLOAT32, FLOAT64, FLOAT16)[index % 3]}
    if index % 3 == 2 and index // 4 % 2:  # halves of fewer planes than a panel may have room for
        fixed["channels"] = min(problem.channels, 200)
    return replace(problem, **fixed, accuracy="fast")


def walk_images(family: type[Any], index: int) -> Im2col | Col2im | Convolution:
    """A problem of a few planes that no tile divides."""
    pairs = dict(zip(("kernel", "pad", "stride", "dilation"), WINDOWS[index % len(WINDOWS)], strict=True))
    sides: dict[str, Any] = {
        f"{name}_{axis}": pair[i] for name, pair in pairs.items() for i, axis in enumerate("hw")
    }
    sides |= {"flipped": index % 4 == 1, "strided": index % 3 == 2, "items": (1, 2, 3)[index // 2 % 3]}
    precision = FLOATS[index % len(FLOATS)]
    if family is Convolution:
        return Convolution(5, 11, 37, precision, **sides, kernels=39)
    found: type[Im2col | Col2im] = family
    return found(5, 11, 37, precision, **sides)
