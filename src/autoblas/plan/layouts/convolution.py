"""How images, patches and the result of a convolution lie: what its plan depends on, and the arguments that follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from autoblas.problems.convolution import Col2im, Convolution, Im2col

if TYPE_CHECKING:
    from autoblas.precision import Precision
    from autoblas.problems.base import Accuracy

__all__ = ["ConvolutionLayout", "ImagesView", "PatchesLayout", "Window"]


class ImagesView(NamedTuple):
    """The layout of images in memory, in elements; a key of the plans, hence a tuple.

    Attributes:
        precision: Element type.
        shape: Items, channels, height, width.
        strides: From an item, a plane, a row, a column to the next.
    """

    precision: Precision
    shape: tuple[int, int, int, int]
    strides: tuple[int, int, int, int]

    @property
    def strided(self) -> bool:
        """The columns of a plane are not adjacent."""
        return self.strides[3] != 1 and self.shape[3] > 1

    @property
    def overlaps_itself(self) -> bool:
        """Two elements share memory."""
        if 0 in self.shape:
            return False
        axes = [(abs(step), size) for step, size in zip(self.strides, self.shape, strict=True) if size > 1]
        reach = 0
        for step, size in sorted(axes):
            if step <= reach:
                return True
            reach += step * (size - 1)
        return False


class Window(NamedTuple):
    """A window that moves over images; pairs are rows, columns.

    Attributes:
        kernel: Its taps.
        pad: Zeros around an image.
        stride: From one position to the next.
        dilation: From one tap to the next.
        flipped: The taps are counted from the last.
    """

    kernel: tuple[int, int]
    pad: tuple[int, int] = (0, 0)
    stride: tuple[int, int] = (1, 1)
    dilation: tuple[int, int] = (1, 1)
    flipped: bool = False

    @property
    def taps(self) -> int:
        """Taps in a plane."""
        return self.kernel[0] * self.kernel[1]

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a problem record that describe it."""
        pairs = {name: getattr(self, name) for name in ("kernel", "pad", "stride", "dilation")}
        sides = {f"{name}_{axis}": pair[i] for name, pair in pairs.items() for i, axis in enumerate("hw")}
        return {**sides, "flipped": self.flipped}


class PatchesLayout(NamedTuple):
    """Images and dense matrices of patches, for im2col or col2im.

    Attributes:
        family: ``Im2col`` or ``Col2im``.
        images: The images.
        window: The window.
        step: From the patches of an item to those of the next.
    """

    family: type[Im2col | Col2im]
    images: ImagesView
    window: Window
    step: int

    @property
    def problem(self) -> Im2col | Col2im:
        """The problem to be computed."""
        return self.family(**self.fields)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of its record."""
        return _fields(self.images, self.window)

    @property
    def constants(self) -> dict[str, Any]:
        """The kernel arguments that follow from the layouts alone."""
        return {**_images(self.images), **_window(self.problem), "patches_step": self.step}


class ConvolutionLayout(NamedTuple):
    """Images, kernels whose elements are adjacent, and a result whose planes are.

    Attributes:
        images: The images.
        window: The window.
        kernels: Kernels.
        kernel_step: From a kernel to the next.
        plane_step: From a plane of the result to the next.
        item_step: From an item of the result to the next.
        accuracy: ``fast`` where fewer multiplications may do.
    """

    images: ImagesView
    window: Window
    kernels: int
    kernel_step: int
    plane_step: int
    item_step: int
    accuracy: Accuracy = "standard"

    @property
    def problem(self) -> Convolution:
        """The problem to be computed."""
        fields = _fields(self.images, self.window)
        return Convolution(**fields, kernels=self.kernels, accuracy=self.accuracy)

    @property
    def constants(self) -> dict[str, Any]:
        """The kernel arguments that follow from the layouts alone."""
        q = self.problem
        values = {**_images(self.images), **_window(q), "m": q.kernels, "n": q.positions, "k": q.depth}
        values |= {"a_row": self.kernel_step, "a_col": 1, "c_row": self.plane_step, "c_col": 1}
        return {**values, "c_step": self.item_step, "items": q.items}


def _fields(view: ImagesView, window: Window) -> dict[str, Any]:
    """The fields of a problem record that images and a window decide."""
    items, channels, height, width = view.shape
    sizes = {"items": items, "channels": channels, "height": height, "width": width}
    return {**sizes, "precision": view.precision, "strided": view.strided, **window.fields}


def _images(view: ImagesView) -> dict[str, Any]:
    """Strides of 64 bits, which wrap where they are negative, and of 32 bits inside a plane."""
    item, channel, row, col = view.strides
    return {
        "image_step": item,
        "image_channel": np.uint64(channel % 2**64),
        "image_row": row,
        "image_col": col,
    }


def _window(q: Im2col | Col2im | Convolution) -> dict[str, int]:
    """The sizes that every kernel is given."""
    names = ["height", "width", "out_h", "out_w"]
    names += [f"{x}_{axis}" for x in ("kernel", "pad", "stride", "dilation") for axis in "hw"]
    return {name: getattr(q, name) for name in names}
