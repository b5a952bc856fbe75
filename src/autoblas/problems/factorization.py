"""Problems on square matrices that are factored: Cholesky, LU with partial pivoting, systems of these, and row exchanges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from autoblas.problems.base import BaseProblem, Order, Uniform

if TYPE_CHECKING:
    from autoblas.precision import Precision

__all__ = ["Factorization", "Method", "RowExchange", "Task"]

Method = Literal["cholesky", "lu", "qr"]
"""The factors: A = L L^H or U^H U of Hermitian matrices, P A = L U with partial pivoting, or A = Q R by Householder."""

Task = Literal["factor", "solve", "both", "inverse"]
"""The fate of a matrix: its factors in its place; the solutions of systems from factors; both; its inverse in its place."""


@dataclass(frozen=True)
class Factorization(Uniform):
    """Factors of A[m, n] in place of A, the solutions X of A X = B in place of B[n, rhs], or A's inverse; or of many.

    Besides the matrices there are ``pivots`` and ``info`` of int32, ``pivots`` of LU alone. Element k of an item's pivots is
    the row that row k was exchanged with, both counted from ``first``, where the matrix is a block of a larger one.
    ``info`` of an item is 0, or by LAPACK's rule the number of the first row, from 1 and from ``first``, whose pivot is not
    positive (Cholesky) or is zero (LU); where ``first`` is not 0, only a 0 there is replaced. Of Q R there is ``tau`` instead
    of both, of A's type: as LAPACK's ``geqrf`` leaves it, with reflectors in A below R.

    Attributes:
        m: Rows of A; those of its columns but for the panels of LU and Q R, which may have more.
        n: Columns of A.
        rhs: Right-hand sides; 0 where nothing is solved.
        precision: Element type.
        method: The kind of factors.
        task: What becomes of A and B.
        a: Storage order of A.
        b: Storage order of B.
        lower: Cholesky's factor is the lower triangle, which alone is read and written; otherwise the upper one.
        trans: The matrix of systems that are solved from factors of LU: A, its transpose, or its conjugate transpose.
        items: Matrices of a batch, which follow each other at fixed steps.
    """

    m: int
    n: int
    rhs: int
    precision: Precision
    method: Method = "cholesky"
    task: Task = "factor"
    a: Order = "row"
    b: Order = "row"
    lower: bool = True
    trans: Literal["N", "T", "C"] = "N"
    items: int = 1

    family = "factorization"
    extents = ("m", "n", "rhs")
    listed = False

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        words = [self.precision.name, self.method, self.task, f"a={self.a}"]
        words += [f"b={self.b}"] if self.rhs else []
        words += ["lower" if self.lower else "upper"] if self.method == "cholesky" else []
        words += [f"trans={self.trans}"] if self.trans != "N" else []
        return " ".join(words + self._batch_words)

    @property
    def empty(self) -> bool:
        """True of matrices without rows or columns, and of no right-hand sides where there are to be some."""
        sides = self.rhs if self.task in {"solve", "both"} else 1
        return min(self.m, self.n, sides, self.items) < 1

    def flops(self) -> int:
        """Operations on real numbers: those of the factors, of two triangles a right-hand side, or of the inverse."""
        n, depth = self.n, self.n * self.n * (3 * self.m - self.n)  # the last is 2 n^3 of square matrices
        factors = depth * {"cholesky": 1, "lu": 2, "qr": 4}[self.method] // 6
        count = {"factor": factors, "solve": 0, "both": factors, "inverse": 3 * factors}[self.task]
        count += 2 * n * n * self.rhs
        return self.items * count * (4 if self.precision.is_complex else 1)

    def min_bytes(self) -> int:
        """Bytes of A and B read and written once; of a triangle half."""
        elements = self.m * self.n // (2 if self.method == "cholesky" else 1)
        elements = elements * (1 if self.task == "solve" else 2) + 2 * self.n * self.rhs
        return self.items * elements * self.precision.size


@dataclass(frozen=True)
class RowExchange(BaseProblem):
    """Rows of A exchanged in place, in the order of a list of pivots or in reverse; or of many.

    Element k of the pivots, from ``first`` on, is the row of A that row k is exchanged with, both counted from 0.

    Attributes:
        m: Rows of A.
        n: Columns whose rows are exchanged.
        count: Exchanges.
        precision: Element type.
        a: Storage order of A.
        reverse: The last exchange comes first.
        items: Matrices of a batch, which follow each other at fixed steps.
        beside: A has ``count`` columns more, from column ``first`` on, whose rows stay: those of the panel with these pivots.
    """

    m: int
    n: int
    count: int
    precision: Precision
    a: Order = "row"
    reverse: bool = False
    items: int = 1
    beside: bool = False

    family = "row_exchange"
    extents = ("m", "n", "count")
    listed = False

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        return " ".join(
            [self.precision.name, f"a={self.a}", *self._true("reverse", "beside"), *self._batch_words]
        )

    @property
    def types(self) -> tuple[Precision, ...]:
        """The element type, of copies alone."""
        return (self.precision, self.precision)

    def flops(self) -> int:
        """None: exchanges only move data."""
        return 0

    def min_bytes(self) -> int:
        """Bytes of two rows an exchange, read and written, but of no more rows than there are."""
        return self.items * 2 * min(2 * self.count, self.m) * self.n * self.precision.size
