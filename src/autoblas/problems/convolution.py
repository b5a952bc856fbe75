"""Problems of two-dimensional convolution: images as columns, columns back into images, and the convolution itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from autoblas.problems.base import Uniform
from autoblas.problems.filtering import TAPS, TILES, filtered, magnitudes

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoblas.precision import Precision
    from autoblas.problems.base import Accuracy

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["Col2im", "Convolution", "Im2col", "output_extent"]


def output_extent(size: int, kernel: int, pad: int, stride: int, dilation: int) -> int:
    """Positions that a window takes along an axis; 0 or less where it does not fit.

    The formula is that of every convolution: (size + 2 pad - (dilation (kernel - 1) + 1)) / stride + 1.
    """
    return (size + 2 * pad - (dilation * (kernel - 1) + 1)) // stride + 1


@dataclass(frozen=True)
class _WindowProblem(Uniform):
    """Images of ``channels`` planes, and a window that moves over them.

    Attributes:
        channels: Planes of an image.
        height: Rows of a plane.
        width: Columns of a plane.
        precision: Element type of everything.
        kernel_h: Rows of the window, called taps.
        kernel_w: Columns of the window.
        pad_h: Rows of zeros above and below a plane.
        pad_w: Columns of zeros left and right of it.
        stride_h: Rows from one position of the window to the next.
        stride_w: Columns from one position to the next.
        dilation_h: Rows from one tap to the next.
        dilation_w: Columns from one tap to the next.
        flipped: The taps are counted from the last, as a convolution in the sense of mathematics does; otherwise a
            cross-correlation is computed.
        strided: The columns of a plane are not adjacent in memory.
        items: Images.
    """

    channels: int
    height: int
    width: int
    precision: Precision
    kernel_h: int = 1
    kernel_w: int = 1
    pad_h: int = 0
    pad_w: int = 0
    stride_h: int = 1
    stride_w: int = 1
    dilation_h: int = 1
    dilation_w: int = 1
    flipped: bool = False
    strided: bool = False
    items: int = 1

    extents: ClassVar[tuple[str, ...]] = ("channels", "height", "width")
    listed = False

    @property
    def factors(self) -> dict[str, Precision]:
        """None."""
        return {}

    @property
    def out_h(self) -> int:
        """Rows of positions that the window takes."""
        return output_extent(self.height, self.kernel_h, self.pad_h, self.stride_h, self.dilation_h)

    @property
    def out_w(self) -> int:
        """Columns of positions."""
        return output_extent(self.width, self.kernel_w, self.pad_w, self.stride_w, self.dilation_w)

    @property
    def positions(self) -> int:
        """Positions of the window: the columns of a matrix of patches."""
        return self.out_h * self.out_w

    @property
    def taps(self) -> int:
        """Elements of a window in one plane."""
        return self.kernel_h * self.kernel_w

    @property
    def depth(self) -> int:
        """Elements of a window in all planes: the rows of a matrix of patches."""
        return self.channels * self.taps

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [self.precision.name, f"{self.kernel_h}x{self.kernel_w}"]
        for name, usual in (("pad", 0), ("stride", 1), ("dilation", 1)):
            pair = getattr(self, f"{name}_h"), getattr(self, f"{name}_w")
            words += [f"{name}={pair[0]}x{pair[1]}"] if pair != (usual, usual) else []
        return " ".join(words + self._true("flipped", "strided") + self._batch_words)

    def patches(self, images: Array) -> Array:
        """The patches, of shape (items, depth, positions), of images of shape (items, channels, height, width)."""
        pads = ((0, 0), (0, 0), (self.pad_h, self.pad_h), (self.pad_w, self.pad_w))
        padded = np.pad(images, pads)
        shape = (len(images), self.channels, self.kernel_h, self.kernel_w, self.out_h, self.out_w)
        patches = np.empty(shape, images.dtype)
        for tap, rows, cols in self._taps():
            patches[:, :, *tap] = padded[:, :, rows, cols]
        return patches.reshape(len(images), self.depth, self.positions)

    def _taps(self) -> list[tuple[tuple[int, int], slice, slice]]:
        """Each tap's indices, and the rows and columns of the padded planes that it meets."""
        taps = []
        for i, j in np.ndindex(self.kernel_h, self.kernel_w):
            tap = (self.kernel_h - 1 - i, self.kernel_w - 1 - j) if self.flipped else (i, j)
            y, x = i * self.dilation_h, j * self.dilation_w
            rows = slice(y, y + (self.out_h - 1) * self.stride_h + 1, self.stride_h)
            cols = slice(x, x + (self.out_w - 1) * self.stride_w + 1, self.stride_w)
            taps.append((tap, rows, cols))
        return taps


@dataclass(frozen=True)
class Im2col(_WindowProblem):
    """Write the patches of images that a window sees as the columns of a matrix, dense and row-major."""

    family = "im2col"

    def flops(self) -> int:
        """None: only data move."""
        return 0

    def min_bytes(self) -> int:
        """Bytes read once and written once."""
        image = self.channels * self.height * self.width
        return (
            self.items
            * (min(image, self.depth * self.positions) + self.depth * self.positions)
            * self.precision.size
        )


@dataclass(frozen=True)
class Col2im(_WindowProblem):
    """Add the columns of a matrix of patches to the images at the positions that they were taken from."""

    family = "col2im"

    def flops(self) -> int:
        """An addition for each element of the patches."""
        return self.items * self.depth * self.positions * self.precision.parts

    def min_bytes(self) -> int:
        """Bytes of the patches read once, and of the images read and written once."""
        image = self.channels * self.height * self.width
        return self.items * (self.depth * self.positions + 2 * image) * self.precision.size

    def reference(self, patches: Array, images: Array) -> tuple[Array, Array]:
        """The images after the call in higher precision, and the magnitudes of their error bounds.

        Args:
            patches: Of shape (items, depth, positions).
            images: The images before the call, of shape (items, channels, height, width).
        """
        wide = np.clongdouble if self.precision.is_complex else np.longdouble
        patches, images = patches.astype(wide), images.astype(wide)
        return self.added(patches, images), self.added(np.abs(patches), np.abs(images))

    def added(self, patches: Array, images: Array) -> Array:
        """The images after the call, in the type of the arguments; see ``reference``."""
        shape = (len(images), self.channels, self.kernel_h, self.kernel_w, self.out_h, self.out_w)
        taken = patches.reshape(shape)
        pads = ((0, 0), (0, 0), (self.pad_h, self.pad_h), (self.pad_w, self.pad_w))
        sums: Any = np.pad(images, pads)
        for tap, rows, cols in self._taps():
            sums[:, :, rows, cols] += taken[:, :, *tap]
        inside = (slice(self.pad_h, self.pad_h + self.height), slice(self.pad_w, self.pad_w + self.width))
        return np.asarray(sums[:, :, *inside])


@dataclass(frozen=True)
class Convolution(_WindowProblem):
    """Out[item, kernel, position] = sum over the window of Kernels[kernel, tap] Image[item, position moved by tap].

    Attributes:
        kernels: Kernels, each as large as the window in all planes, dense and row-major: the planes of the result.
        accuracy: ``fast`` if minimal filtering is allowed and the window permits it; else ``standard``, whatever was
            requested, so that both select the same kernel.
    """

    kernels: int = 1
    accuracy: Accuracy = "standard"

    family = "convgemm"
    extents = ("kernels", "channels", "height", "width")

    def __post_init__(self) -> None:
        if not (self.accuracy == "fast" and self.filters):
            object.__setattr__(self, "accuracy", "standard")

    @property
    def filters(self) -> bool:
        """True if minimal filtering can compute it: 3 x 3 adjacent taps, a window that moves by one, real numbers."""
        steps = {self.stride_h, self.stride_w, self.dilation_h, self.dilation_w}
        return self.kernel_h == self.kernel_w == TAPS and steps == {1} and not self.precision.is_complex

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        return super().signature + (" accuracy=fast" if self.accuracy == "fast" else "")

    def accepts(self, signature: str) -> bool:
        """True if records of another class of problems may serve this one: those of the same accuracy."""
        return ("accuracy=fast" in signature.split()) == (self.accuracy == "fast")

    def fast_magnitude(self, images: Array, kernels: Array) -> Array:
        """Magnitudes of the error bound of a fast convolution, for any tile, of shape (items, kernels, positions).

        Args:
            images: Images of shape (items, channels, height, width).
            kernels: Kernels, all or some, of shape (count, depth).
        """
        wide = np.longdouble if self.precision.size > 4 else np.float64
        sizes = [
            self._by_tiles(magnitudes, tile, images.astype(wide), kernels.astype(wide)) for tile in TILES
        ]
        return np.maximum(*sizes)

    def filtered(self, tile: int, images: Array, kernels: Array) -> Array:
        """The result by minimal filtering in the compute type, with the rounding errors of a plain program.

        Args:
            tile: Rows and columns of the result that a tile covers.
            images: Images of shape (items, channels, height, width).
            kernels: Kernels, all or some, of shape (count, depth).
        """
        kind = self.worked.dtype
        return self._by_tiles(filtered, tile, images.astype(kind), kernels.astype(kind))

    def _by_tiles(self, transform: Callable[..., Array], tile: int, images: Array, kernels: Array) -> Array:
        pads = ((0, 0), (0, 0), (self.pad_h, self.pad_h), (self.pad_w, self.pad_w))
        taps = kernels.reshape(-1, self.channels, TAPS, TAPS)
        taps = taps[..., ::-1, ::-1] if self.flipped else taps
        tiles = transform(tile, np.pad(images, pads), taps, (self.out_h, self.out_w))
        return tiles.reshape(len(images), len(taps), self.positions)

    def flops(self) -> int:
        """Operations on real numbers, zeros of the padding included."""
        return (
            (8 if self.precision.is_complex else 2) * self.items * self.kernels * self.depth * self.positions
        )

    def min_bytes(self) -> int:
        """Bytes of the kernels and of the elements under the windows read once, and of the result written once."""
        image = min(self.channels * self.height * self.width, self.depth * self.positions)
        moved = self.items * (image + self.kernels * self.positions) + self.kernels * self.depth
        return moved * self.precision.size
