"""Problems of a product's helper launches: packed copies of its operands, the sum of its split-K slices, and images."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.problems.base import IMPLIED, BaseProblem, Order, Scratch, Uniform

if TYPE_CHECKING:
    from autoblas.precision import Precision
    from autoblas.problems.matvec import Triangle

__all__ = ["Combine", "Pack", "Texture", "fits_texels", "texel_elements"]

TEXEL_BYTES = 16
"""Bytes of a texel of four 32-bit channels."""


@dataclass(frozen=True)
class Pack(BaseProblem):
    """Copy a matrix X[rows, depth] into panels of ``width`` rows, the last one padded with zeros.

    Element (r, d) of X goes to position ``(r // width) * width * depth + d * width + r % width``: within a panel
    the ``width`` elements of one depth are adjacent, which is the order a register tile reads them in. Of complex
    elements the ``width`` real parts of a depth come first, then its ``width`` imaginary parts.

    Attributes:
        rows: Rows of X.
        depth: Columns of X, the direction that a product sums over.
        width: Rows a panel.
        precision: Element type of X.
        order: Storage order of X.
        to: Element type of the copy; by default that of X.
        conjugate: The complex conjugate is copied.
        items: Matrices of a batch, packed one after the other.
        listed: Each has an offset of its own, in a list; otherwise they follow each other at a fixed step.
    """

    rows: int
    depth: int
    width: int
    precision: Precision
    order: Order = "row"
    to: Precision = IMPLIED
    conjugate: bool = False
    items: int = 1
    listed: bool = False

    family = "pack"
    extents = ("rows", "depth")

    def __post_init__(self) -> None:
        self._imply(to=self.precision)

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [self.precision.name, self.order, f"width={self.width}"]
        words += [f"to={self.to.name}"] if self.to is not self.precision else []
        return " ".join(words + self._true("conjugate") + self._batch_words)

    def accepts(self, signature: str) -> bool:
        """True if records of another class of problems may serve this one: those that read X in the same order."""
        return self.order in signature.split()

    @property
    def types(self) -> tuple[Precision, ...]:
        """Element types of the matrix and of its copy."""
        return (self.precision, self.to)

    @property
    def panels(self) -> int:
        """Panels of a matrix, the padded one included."""
        return math.ceil(self.rows / self.width)

    @property
    def packed_elements(self) -> int:
        """Elements of the packed copy of one matrix, padding included."""
        return self.panels * self.width * self.depth

    @property
    def scratch(self) -> Scratch:
        """The memory of the copies."""
        return Scratch(self.items * self.packed_elements * self.to.size, None, self.to)

    def flops(self) -> int:
        """None: packing only moves data."""
        return 0

    def min_bytes(self) -> int:
        """Bytes read once and written once."""
        return self.items * (
            self.rows * self.depth * self.precision.size + self.packed_elements * self.to.size
        )

    def reference(self, x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The packed copy of ``x``, of shape (rows, depth), as a vector of its parts."""
        padded = np.zeros((self.panels * self.width, self.depth), self.to.dtype)
        padded[: self.rows] = np.conj(x) if self.conjugate else x
        panels = padded.reshape(self.panels, self.width, self.depth).transpose(0, 2, 1)
        if self.to.is_complex:
            panels = np.stack([panels.real, panels.imag], axis=2)
        return np.ascontiguousarray(panels).reshape(-1)


@dataclass(frozen=True)
class Combine(BaseProblem):
    """C[m, n] = alpha (sum of ``slices`` partial products) + beta C, after a product whose depth was cut in slices.

    Attributes:
        m: Rows of C.
        n: Columns of C.
        slices: Partial products, each of shape (m, n), dense, one after the other; those of an item of a batch
            before those of the next.
        precision: Element type of C.
        c: Storage order of C.
        accumulator: Element type of the partial products, and of alpha and beta.
        items: Products of a batch.
        listed: Each item has an offset, alpha and beta of its own.
        part: The triangle of C that is computed.
        hermitian: The imaginary parts of C's diagonal are not read and become zero.
    """

    m: int
    n: int
    slices: int
    precision: Precision
    c: Order = "row"
    accumulator: Precision = IMPLIED
    items: int = 1
    listed: bool = False
    part: Triangle = ""
    hermitian: bool = False

    family = "combine"
    extents = ("m", "n")

    def __post_init__(self) -> None:
        self._imply(accumulator=self.precision)

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [self.precision.name, self.c, f"slices={self.slices}"]
        words += [f"from={self.accumulator.name}"] if self.accumulator is not self.precision else []
        words += self._batch_words
        words += [f"part={self.part}"] if self.part else []
        return " ".join(words + self._true("hermitian"))

    @property
    def types(self) -> tuple[Precision, ...]:
        """Element types of C and of the partial products."""
        return (self.precision, self.accumulator)

    @property
    def scratch(self) -> Scratch:
        """The memory of the partial products."""
        nbytes = self.items * self.slices * self.m * self.n * self.accumulator.size
        return Scratch(nbytes, None, self.accumulator)

    def flops(self) -> int:
        """Additions, and the products with alpha and beta."""
        return (self.slices + 2) * self.m * self.n * self.items * self.accumulator.parts

    def min_bytes(self) -> int:
        """Bytes of the partial products read once and of C written once."""
        return self.scratch.nbytes + self.items * self.m * self.n * self.precision.size


@dataclass(frozen=True)
class Texture(Uniform):
    """Copy a matrix X[rows, cols] into an image, or the other way, with texels of 16 bytes (halves: 8) along its rows.

    A texel holds four floats, halves or integers, two complex64 or doubles, or one complex128; the last one of a row
    is padded with zeros.

    Attributes:
        rows: Rows of X, the height of the image.
        cols: Columns of X.
        precision: Element type.
        order: Storage order of X outside the image.
        back: From the image to X.
        items: Matrices of a batch, one below the other in the image.
        listed: Each has an offset of its own, in a list; otherwise they follow each other at a fixed step.
        channels: Four, or one: then a texel holds a single element, of 4 bytes.
    """

    rows: int
    cols: int
    precision: Precision
    order: Order = "row"
    back: bool = False
    items: int = 1
    listed: bool = False
    channels: int = 4

    family = "texture"
    extents = ("rows", "cols")

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [self.precision.name, self.order, *self._true("back"), *self._batch_words]
        words += ["channels=1"] if self.channels == 1 else []
        return " ".join(words)

    @property
    def elements(self) -> int:
        """Elements of a texel."""
        return 1 if self.channels == 1 else texel_elements(self.precision)

    @property
    def scratch(self) -> Scratch:
        """The image."""
        width = math.ceil(self.cols / self.elements)
        return Scratch(0, (max(width, 1), max(self.rows * self.items, 1)), self.precision, self.channels)

    def flops(self) -> int:
        """None: only data move."""
        return 0

    def min_bytes(self) -> int:
        """Bytes read once and written once."""
        return 2 * self.rows * self.cols * self.precision.size * self.items


def texel_elements(precision: Precision) -> int:
    """Elements that a texel holds: four of those with 4 bytes or fewer, else as many as 16 bytes have room for."""
    return min(TEXEL_BYTES // precision.size, 4)


def fits_texels(precision: Precision) -> bool:
    """True if images can hold elements of a type: floating-point numbers and integers of 4 bytes."""
    return precision.part in {"half", "float", "double", "uint"}
