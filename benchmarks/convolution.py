"""Convolutions: operands of a layer, our call, and NumPy's as im2col and a product."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import autoblas

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from benchmarks.record import Case

__all__ = ["LAYERS", "POINTWISE", "Layer", "convolved", "flops_of", "shapes_of"]

LAYERS = (
    (1, 3, 224, 64, 7, 2), (1, 64, 56, 64, 1, 1), (3, 64, 56, 64, 3, 1), (4, 64, 56, 256, 1, 1), (2, 256, 56, 64, 1, 1),
    (1, 256, 56, 128, 1, 1), (1, 128, 56, 128, 3, 2), (4, 128, 28, 512, 1, 1), (1, 256, 56, 512, 1, 2),
    (3, 512, 28, 128, 1, 1), (3, 128, 28, 128, 3, 1), (1, 512, 28, 256, 1, 1), (1, 256, 28, 256, 3, 2),
    (6, 256, 14, 1024, 1, 1), (1, 512, 28, 1024, 1, 2), (5, 1024, 14, 256, 1, 1), (5, 256, 14, 256, 3, 1),
    (1, 1024, 14, 512, 1, 1), (1, 512, 14, 512, 3, 2), (3, 512, 7, 2048, 1, 1), (1, 1024, 14, 2048, 1, 2),
    (2, 2048, 7, 512, 1, 1), (2, 512, 7, 512, 3, 1),
)  # fmt: skip
"""ResNet-50: how often a layer occurs, its channels and size, its kernels, their window and stride.

Downsampling blocks have their stride in the window of 3 x 3. K. He et al., "Deep residual learning for image
recognition", CVPR 2016.
"""

POINTWISE = tuple((layer[1], layer[2], layer[3]) for layer in LAYERS if layer[4:] == (1, 1))
"""Channels, size and kernels of its layers whose windows of one element move by one: products of matrices."""


class Layer(NamedTuple):
    """The sizes of a case.

    Attributes:
        items: Images.
        channels: Planes of an image.
        size: Rows and columns of a plane.
        kernels: Planes of the result.
        window: Rows and columns of the window.
        stride: Distance between two positions of the window.
        times: The number of such layers in the network.
    """

    items: int
    channels: int
    size: int
    kernels: int
    window: int
    stride: int
    times: int

    @property
    def pad(self) -> int:
        """Zeros on each side."""
        return self.window // 2

    @property
    def out_size(self) -> int:
        """Rows and columns of the result."""
        return (self.size + 2 * self.pad - self.window) // self.stride + 1


def flops_of(layer: Layer) -> float:
    """Operations of a convolution by its definition."""
    return 2.0 * layer.items * layer.kernels * layer.channels * (layer.window * layer.out_size) ** 2


def shapes_of(layer: Layer) -> dict[str, tuple[int, ...]]:
    """Shapes of images, kernels and the result."""
    return {
        "image": (layer.items, layer.channels, layer.size, layer.size),
        "kernels": (layer.kernels, layer.channels, layer.window, layer.window),
        "out": (layer.items, layer.kernels, layer.out_size, layer.out_size),
    }


def convolved(
    case: Case, v: Mapping[str, Any], *, by_numpy: bool = False, **options: Any
) -> Callable[[], Any]:
    """The call of autoblas, or NumPy's.

    Args:
        case: The layer.
        v: Its arrays.
        by_numpy: The call of NumPy.
        **options: Further arguments of autoblas's function.
    """
    layer = Layer(*case.sizes)
    if by_numpy:
        return functools.partial(_by_numpy, v["image"], v["kernels"], layer)
    how = {"pad": layer.pad, "stride": layer.stride, "accuracy": case.accuracy, **options}
    return functools.partial(autoblas.convgemm, v["image"], v["kernels"], v["out"], **how)


def _by_numpy(images: Any, kernels: Any, layer: Layer) -> Any:
    items, channels = images.shape[:2]
    matrix, window, stride, size = (
        kernels.reshape(len(kernels), -1),
        layer.window,
        layer.stride,
        layer.out_size,
    )
    if window == stride == 1:
        return matrix @ images.reshape(items, channels, -1)
    pads = ((0, 0), (0, 0), (layer.pad, layer.pad), (layer.pad, layer.pad))
    padded = np.pad(images, pads) if layer.pad else images
    patches = np.empty((items, channels, window, window, size, size), images.dtype)
    reach = (size - 1) * stride + 1
    for i in range(window):
        for j in range(window):
            patches[:, :, i, j] = padded[:, :, i : i + reach : stride, j : j + reach : stride]
    return matrix @ patches.reshape(items, -1, size * size)
