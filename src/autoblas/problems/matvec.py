"""Problems on a matrix and vectors: products, updates of low rank, and triangular systems, in every form of storage.

All of them see the matrix by its stored rows: a matrix that is stored by columns is the transpose of one stored by
rows, so that transposes and orders are folded before a record is made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from autoblas.problems.base import MatrixForm, Order, Scratch, Uniform

if TYPE_CHECKING:
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["Matvec", "RankUpdate", "Solve", "Storage", "StoredMatrix", "Triangle", "VectorSum"]

MIRRORED = frozenset({"symmetric", "hermitian"})
"""The forms in which each element off the diagonal stands for two."""

Storage = Literal["full", "band", "packed"]
"""Rows at a fixed distance; only the diagonals of a band; only a triangle, its rows one after the other."""

Triangle = Literal["", "upper", "lower"]
"""The triangle of the stored rows that is read; empty of general matrices."""


@dataclass(frozen=True)
class StoredMatrix(Uniform):
    """A matrix by its stored rows.

    Attributes:
        m: Stored rows; of triangles set to the number of columns.
        n: Columns of the stored rows.
        precision: Element type of matrix and vectors; halves are computed with as float32.
        form: The form of the matrix.
        storage: The form of storage of the rows.
        triangle: The triangle that is read.
        order: ``row`` if the elements of a row are adjacent, else ``any``.
        kl: Diagonals of a band below the main one.
        ku: Diagonals of a band above it.
    """

    m: int
    n: int
    precision: Precision
    form: MatrixForm = "general"
    storage: Storage = "full"
    triangle: Triangle = ""
    order: Order = "row"
    kl: int = 0
    ku: int = 0

    extents: ClassVar[tuple[str, ...]] = ("m", "n")
    items = 1
    listed = False

    def __post_init__(self) -> None:
        if self.triangle:
            object.__setattr__(self, "m", self.n)

    @property
    def mirrored(self) -> bool:
        """True if each stored element off the diagonal stands for two."""
        return self.form in MIRRORED

    @property
    def stored(self) -> int:
        """Elements that are stored."""
        if self.storage == "band":
            below, above = (
                0 if self.triangle == x else k for x, k in (("upper", self.kl), ("lower", self.ku))
            )
            return max(min(self.m, self.n), 1) * (below + above + 1)
        return self.n * (self.n + 1) // 2 if self.triangle else self.m * self.n

    def _matrix_words(self) -> list[str]:
        """The words of the signature that describe the matrix."""
        words = [self.precision.name, self.form]
        words += [f"band {self.kl}+{self.ku}"] if self.storage == "band" else []
        words += ["packed"] if self.storage == "packed" else []
        words += [self.triangle] if self.triangle else []
        return words + ([] if self.order == "row" else [self.order])

    def counts(self) -> Array:
        """The mask of the elements of the stored rows that are read, of shape (m, n)."""
        row, col = np.ogrid[: self.m, : self.n]
        mask: Array = np.ones((self.m, self.n), bool)
        if self.storage == "band":
            mask = mask & (col - row <= self.ku) & (row - col <= self.kl)
        if self.triangle:
            mask = mask & ((col >= row) if self.triangle == "upper" else (col <= row))
        return mask

    def positions(self, pitch: int, step: int = 1) -> Array:
        """Offsets of elements from the first of row 0 (of a band, from column 0 of that row), in elements.

        Args:
            pitch: From a row to the next; of a band, from a row of diagonals to the next, less ``step``.
            step: From an element of a row to the next.
        """
        row, col = np.ogrid[: self.m, : self.n]
        if self.storage != "packed":
            return np.asarray(row * pitch + col * step)
        first = row * (row + 1) // 2 if self.triangle == "lower" else row * (2 * self.n - row - 1) // 2
        return np.asarray((first + col) * step)


@dataclass(frozen=True)
class _MatrixOperator(StoredMatrix):
    """A matrix that multiplies, or whose inverse does: transposition, conjugation and unit diagonal of its stored rows.

    Attributes:
        across: The transpose is the operator.
        unit: The diagonal consists of ones that are not stored.
        conjugate: Stored elements are conjugated.
        strided: Elements of a vector are not adjacent.
    """

    across: bool = False
    unit: bool = False
    conjugate: bool = False
    strided: bool = False

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        return " ".join(self._matrix_words() + self._true("across", "unit", "conjugate", "strided"))

    def entering(self, stored: Array) -> Array:
        """The operator in extended precision from its stored rows, of which only the elements of ``counts`` are read."""
        wide = np.clongdouble if self.precision.is_complex else np.longdouble
        s = np.where(self.counts(), stored, 0).astype(wide)
        if self.unit:
            np.fill_diagonal(s, 1)
        if self.form == "hermitian":
            np.fill_diagonal(s, s.diagonal().real)
        s = np.conj(s) if self.conjugate else s
        if self.mirrored:
            mirror = np.conj(s.T) if self.form == "hermitian" else s.T
            s = s + mirror - np.diag(np.diag(s))
        return np.asarray(s.T if self.across and not self.mirrored else s)


@dataclass(frozen=True)
class Matvec(_MatrixOperator):
    """y = alpha S x + beta y, or y = alpha S^T x + beta y, for a matrix S given by its stored rows.

    Attributes:
        across: The transpose multiplies: x has ``m`` elements, y has ``n``; never true of mirrored matrices.
        in_place: y is x.
    """

    in_place: bool = False

    family = "matvec"

    def accepts(self, signature: str) -> bool:
        """True for records of matrices that are equally mirrored or not, and equally bands or not: their kernels differ."""
        words = signature.split()
        return (self.mirrored, self.storage == "band") == (
            bool(MIRRORED.intersection(words)),
            "band" in words,
        )

    @property
    def along(self) -> bool:
        """True if the product of each row and x contributes to one element of y."""
        return self.mirrored or not self.across

    @property
    def length(self) -> int:
        """Elements of y."""
        return self.m if self.along else self.n

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        return super().signature + (" in place" if self.in_place else "")

    def flops(self) -> int:
        """Operations on real numbers: a product and an addition a term, four of each in complex ones."""
        terms = 2 * self.stored if self.mirrored else self.stored
        return (8 if self.precision.is_complex else 2) * terms

    def min_bytes(self) -> int:
        """Stored elements and x read once, y written once."""
        return (self.stored + self.m + self.n) * self.precision.size


@dataclass(frozen=True)
class VectorSum(Uniform):
    """y = alpha (sum of ``parts`` partial vectors) + beta y: the last step of products in partial sums.

    Attributes:
        n: Elements of y.
        parts: Partial vectors, dense, one after the other; none if y is only scaled.
        precision: Element type of y; the partial vectors have the compute type.
        strided: Elements of y are not adjacent.
    """

    n: int
    parts: int
    precision: Precision
    strided: bool = False

    family = "vector_sum"
    extents = ("n",)
    items = 1
    listed = False

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        return f"{self.precision.name} parts={self.parts}" + (" strided" if self.strided else "")

    @property
    def scratch(self) -> Scratch:
        """The memory of the partial vectors."""
        return Scratch(max(self.parts * self.n, 1) * self.worked.size, None, self.worked)

    def flops(self) -> int:
        """Additions, and the products with alpha and beta."""
        return (self.parts + 2) * self.n * self.worked.parts

    def min_bytes(self) -> int:
        """Partial vectors read once, y written once."""
        return self.parts * self.n * self.worked.size + self.n * self.precision.size


@dataclass(frozen=True)
class RankUpdate(StoredMatrix):
    """A[r, c] += alpha x[r] y[c], and in updates of rank 2 alpha' y[r] x[c], for the stored elements of A.

    Of symmetric and Hermitian updates of rank 1 y is x; alpha' is alpha, of Hermitian ones its conjugate.

    Attributes:
        rank: 1 or 2.
        conjugate: The factor that is conjugated: the one indexed by ``rows``, the one indexed by ``cols``, or none.
        strided: Elements of x or y are not adjacent.
    """

    rank: int = 1
    conjugate: Literal["", "rows", "cols"] = ""
    strided: bool = False

    family = "rank_update"

    @property
    def vectors(self) -> tuple[str, ...]:
        """The vectors that are read."""
        return ("x",) if self.mirrored and self.rank == 1 else ("x", "y")

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [*self._matrix_words(), f"rank={self.rank}"]
        words += [f"conjugate={self.conjugate}"] if self.conjugate else []
        return " ".join(words + self._true("strided"))

    def flops(self) -> int:
        """Operations on real numbers."""
        return (8 if self.precision.is_complex else 2) * self.rank * self.stored

    def min_bytes(self) -> int:
        """Stored elements read and written once, vectors read once."""
        return (2 * self.stored + self.m + (self.n if "y" in self.vectors else 0)) * self.precision.size

    def reference(self, stored: Array, x: Array, y: Array, alpha: complex) -> tuple[Array, Array]:
        """The stored rows after the update, in extended precision, and the magnitudes of their error bounds."""
        wide = np.clongdouble if self.precision.is_complex else np.longdouble
        old, x, y = (z.astype(wide) for z in (np.where(self.counts(), stored, 0), x, y))
        row, col = (np.conj if self.conjugate == side else np.asarray for side in ("rows", "cols"))
        if self.form == "hermitian":
            np.fill_diagonal(old, old.diagonal().real)
        terms = [alpha * np.outer(row(x), col(y))]
        if self.rank == 2:
            second_factor = np.conj(alpha) if self.form == "hermitian" else alpha
            terms.append(second_factor * np.outer(row(y), col(x)))
        exact, size = old + sum(terms), np.abs(old) + sum(np.abs(term) for term in terms)
        if self.form == "hermitian":
            np.fill_diagonal(exact, exact.diagonal().real)
        return exact, size


@dataclass(frozen=True)
class Solve(_MatrixOperator):
    """x = S^-1 x or x = S^-T x for a triangular matrix S given by its stored rows.

    Attributes:
        m: Stored rows; ``n`` is as many.
    """

    form: MatrixForm = "triangular"
    triangle: Triangle = "lower"

    family = "solve"

    def flops(self) -> int:
        """Operations on real numbers."""
        return (8 if self.precision.is_complex else 2) * self.stored

    def min_bytes(self) -> int:
        """Stored elements read once, x read and written."""
        return (self.stored + 2 * self.m) * self.precision.size
