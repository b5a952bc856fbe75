"""Problems on one matrix: copies of all forms, and the inverses of the triangular blocks on its diagonal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from autoblas.precision import FLOAT32, Precision
from autoblas.problems.base import NOT_GIVEN, BaseProblem, Order

__all__ = ["Form", "Invert", "MatrixCopy"]

Form = Literal["general", "symmetric", "hermitian", "triangular"]
"""What a matrix is: known everywhere; known in one triangle, whose mirror image, conjugated or not, is the other one;
or zero outside of one triangle."""


@dataclass(frozen=True)
class MatrixCopy(BaseProblem):
    """Y[rows, cols] = alpha X for a matrix X of any form, of which one triangle may be all that is read; or many.

    Attributes:
        rows: Rows of Y.
        cols: Columns of Y.
        precision: Element type of Y.
        x: Storage order of X.
        y: Storage order of Y; ``row`` or ``any``.
        type_x: Element type of X; that of Y where it is not given.
        form: What X is.
        lower: The triangle of X that is read is the lower one; means nothing of a general matrix.
        unit: The diagonal of X is not read: it consists of ones.
        conjugate: The complex conjugate of X is copied.
        scaled: There is a factor alpha; otherwise elements are copied as they are.
        items: Matrices of a batch, which follow each other at fixed steps.
    """

    rows: int
    cols: int
    precision: Precision
    x: Order = "row"
    y: Order = "row"
    type_x: Precision = NOT_GIVEN
    form: Form = "general"
    lower: bool = True
    unit: bool = False
    conjugate: bool = False
    scaled: bool = False
    items: int = 1

    family = "copy_matrix"
    extents = ("rows", "cols")
    listed = False

    def __post_init__(self) -> None:
        self._imply(type_x=self.precision)

    @property
    def worked(self) -> Precision:
        """What elements pass through: the wider of both types, float32 for halves."""
        return max(self.type_x, self.precision, FLOAT32, key=lambda kind: kind.size)

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [self.precision.name, f"{self.x}->{self.y}", self.form]
        words += [f"from={self.type_x.name}"] if self.type_x is not self.precision else []
        words += ["lower" if self.lower else "upper"] if self.form != "general" else []
        return " ".join(words + self._true("unit", "conjugate", "scaled") + self._batch_words)

    @property
    def types(self) -> tuple[Precision, ...]:
        """Element types of X and Y, and what elements pass through."""
        return (self.type_x, self.precision, self.worked)

    def flops(self) -> int:
        """None: copying only moves data."""
        return 0

    def min_bytes(self) -> int:
        """Bytes read once and written once; of a triangle about half."""
        read = self.rows * self.cols * self.type_x.size
        read = read if self.form == "general" else read // 2
        return self.items * (read + self.rows * self.cols * self.precision.size)

    def reference(self, x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The copy of ``x``, of shape (..., rows, cols), without alpha; square unless X is general."""
        x = np.conj(x) if self.conjugate else x
        if self.form == "general":
            return x
        rows, cols = np.indices(x.shape[-2:])
        inside = cols <= rows if self.lower else rows <= cols
        if self.form == "triangular":
            outside: Any = np.zeros_like(x)
        else:
            mirrored = x.swapaxes(-1, -2)
            outside = np.conj(mirrored) if self.form == "hermitian" else mirrored
        full = np.where(inside, x, outside)
        diagonal = full.real if self.form == "hermitian" else full
        full = np.where(rows == cols, np.ones_like(full) if self.unit else diagonal, full)
        return full.astype(x.dtype)


@dataclass(frozen=True)
class Invert(BaseProblem):
    """The inverses of the lower triangular blocks on the diagonal of a matrix, each of ``width`` rows; or of many.

    Block b begins at row and column ``b * width``; the last one may be smaller. Its inverse is stored by rows of
    ``width`` elements from element ``b * width * width`` on, with zeros above the diagonal.

    Attributes:
        n: Rows and columns of the matrix.
        width: Rows of a block.
        precision: Element type of the matrix.
        order: Storage order of the matrix.
        to: Element type of the inverses, in which they are computed; that of the matrix where it is not given.
        unit: The diagonal is not read: it consists of ones.
        conjugate: The inverses of the complex conjugate are computed.
        items: Matrices of a batch, which follow each other at a fixed step; so do their inverses.
    """

    n: int
    width: int
    precision: Precision
    order: Order = "row"
    to: Precision = NOT_GIVEN
    unit: bool = False
    conjugate: bool = False
    items: int = 1

    family = "invert"
    extents = ("n",)
    listed = False

    def __post_init__(self) -> None:
        self._imply(to=self.precision)

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [self.precision.name, self.order, f"width={self.width}"]
        words += [f"to={self.to.name}"] if self.to is not self.precision else []
        return " ".join(words + self._true("unit", "conjugate") + self._batch_words)

    @property
    def types(self) -> tuple[Precision, ...]:
        """Element types of the matrix and of the inverses."""
        return (self.precision, self.to)

    @property
    def blocks(self) -> int:
        """Blocks on the diagonal of one matrix."""
        return math.ceil(self.n / self.width)

    def flops(self) -> int:
        """Operations on real numbers: a third of the cube of each block's width."""
        full, rest = divmod(self.n, self.width)
        cubes = full * self.width**3 + rest**3
        return (4 if self.to.is_complex else 1) * self.items * cubes // 3

    def min_bytes(self) -> int:
        """Bytes of the blocks' triangles read once and of their inverses written once."""
        elements = self.blocks * self.width**2
        return self.items * (
            elements // 2 * self.precision.size // max(self.width, 1) + elements * self.to.size
        )

    def reference(self, x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The inverses of the blocks of ``x``, of shape (n, n), as an array of shape (blocks, width, width).

        What lies beyond the last block's rows and columns is zero.
        """
        x = np.tril(np.conj(x) if self.conjugate else x).astype(
            np.complex128 if x.dtype.kind == "c" else np.float64
        )
        if self.unit:
            np.fill_diagonal(x, 1)
        found = np.zeros((self.blocks, self.width, self.width), x.dtype)
        for b in range(self.blocks):
            rows = slice(b * self.width, min((b + 1) * self.width, self.n))
            size = rows.stop - rows.start
            found[b, :size, :size] = np.tril(np.linalg.inv(x[rows, rows]))
        return found
