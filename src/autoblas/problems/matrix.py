"""Problems on matrices that change one in place or copy it: copies of all forms, and triangular systems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from autoblas.precision import FLOAT32, Precision
from autoblas.problems.base import IMPLIED, BaseProblem, MatrixForm, Order

__all__ = ["MatrixCopy", "Substitution"]


@dataclass(frozen=True)
class MatrixCopy(BaseProblem):
    """Y[rows, cols] = alpha X for a matrix X of any form, of which one triangle may be all that is read; or many.

    Attributes:
        rows: Rows of Y.
        cols: Columns of Y.
        precision: Element type of Y.
        x: Storage order of X.
        y: Storage order of Y; ``row`` or ``any``.
        type_x: Element type of X; by default that of Y.
        form: The form of X.
        lower: The triangle of X that is read is the lower one; means nothing of a general matrix.
        unit: The diagonal of X is not read: it consists of ones.
        conjugate: The complex conjugate of X is copied.
        scaled: There is a factor alpha; otherwise elements are copied as they are.
        partial: Of Y only the triangle that X is read in is written, and of a unit X not its diagonal.
        items: Matrices of a batch, which follow each other at fixed steps.
    """

    rows: int
    cols: int
    precision: Precision
    x: Order = "row"
    y: Order = "row"
    type_x: Precision = IMPLIED
    form: MatrixForm = "general"
    lower: bool = True
    unit: bool = False
    conjugate: bool = False
    scaled: bool = False
    partial: bool = False
    items: int = 1

    family = "copy_matrix"
    extents = ("rows", "cols")
    listed = False

    def __post_init__(self) -> None:
        self._imply(type_x=self.precision)

    @property
    def worked(self) -> Precision:
        """The compute type: the wider of both types, float32 for halves, and of integers their own."""
        if self.precision.kind == "integer":
            return self.precision
        return max(self.type_x, self.precision, FLOAT32, key=lambda kind: kind.size)

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [self.precision.name, f"{self.x}->{self.y}", self.form]
        words += [f"from={self.type_x.name}"] if self.type_x is not self.precision else []
        words += ["lower" if self.lower else "upper"] if self.form != "general" else []
        return " ".join(words + self._true("unit", "conjugate", "scaled", "partial") + self._batch_words)

    @property
    def types(self) -> tuple[Precision, ...]:
        """Element types of X and Y, and the compute type."""
        return (self.type_x, self.precision, self.worked)

    def flops(self) -> int:
        """None: copying only moves data."""
        return 0

    def min_bytes(self) -> int:
        """Bytes read once and written once; of a triangle about half."""
        elements = self.rows * self.cols
        read = elements if self.form == "general" else elements // 2
        written = read if self.partial else elements
        return self.items * (read * self.type_x.size + written * self.precision.size)

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
class Substitution(BaseProblem):
    """X[m, n] with T X = alpha B in place of B, for a triangle T; or many, each with its own T or all with one.

    Attributes:
        m: Rows and columns of T.
        n: Right-hand sides.
        precision: Element type of B and X.
        a: Storage order of T.
        b: Storage order of B and X.
        type_a: Element type of T; by default that of B.
        lower: T is a lower triangle; nothing above its diagonal is read. Otherwise it is an upper one.
        unit: The diagonal is not read: it consists of ones.
        conjugate: T is the conjugate of the matrix that is stored.
        items: Systems of a batch, which follow each other at fixed steps.
    """

    m: int
    n: int
    precision: Precision
    a: Order = "row"
    b: Order = "row"
    type_a: Precision = IMPLIED
    lower: bool = True
    unit: bool = False
    conjugate: bool = False
    items: int = 1

    family = "substitution"
    extents = ("m", "n")
    listed = False

    def __post_init__(self) -> None:
        self._imply(type_a=self.precision)

    @property
    def worked(self) -> Precision:
        """The compute type."""
        return self.precision.worked

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [self.precision.name, f"a={self.a}", f"b={self.b}"]
        words += [f"type_a={self.type_a.name}"] if self.type_a is not self.precision else []
        words += ["lower" if self.lower else "upper"]
        return " ".join(words + self._true("unit", "conjugate") + self._batch_words)

    @property
    def types(self) -> tuple[Precision, ...]:
        """Element types of T and X, and the compute type."""
        return (self.type_a, self.precision, self.worked)

    def flops(self) -> int:
        """Operations on real numbers: a multiplication and an addition for each element of T and each right-hand side."""
        return (4 if self.precision.is_complex else 1) * self.items * self.m**2 * self.n

    def min_bytes(self) -> int:
        """Bytes of the triangle read once, and of X read and written once."""
        triangle = self.m * (self.m + 1) // 2 * self.type_a.size
        return self.items * (triangle + 2 * self.m * self.n * self.precision.size)

    def reference(self, a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """X for T and alpha B of shape (..., m, m) and (..., m, n), a row after the other, in the type of ``b``."""
        a, x = np.conj(a) if self.conjugate else a, b.copy()
        for i in range(self.m) if self.lower else reversed(range(self.m)):
            solved = slice(0, i) if self.lower else slice(i + 1, None)
            x[..., i, :] -= (a[..., i, solved, None] * x[..., solved, :]).sum(-2)
            if not self.unit:
                x[..., i, :] /= a[..., i, i, None]
        return x
