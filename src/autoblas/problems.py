"""What is to be computed: one record a family, with sizes, precision, layout, operation counts and a reference."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from autoblas.precision import precision_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autoblas.precision import Precision

__all__ = ["Matmul", "Order", "Pack", "Problem", "problem_from"]

Order = Literal["row", "col", "any"]
"""Which axis of a matrix has unit stride: ``row`` elements of a row are adjacent, ``col`` those of a column."""


@dataclass(frozen=True)
class Matmul:
    """C[m, n] = alpha A[m, k] B[k, n] + beta C[m, n], with transposes already folded into the orders.

    Attributes:
        m: Rows of C.
        n: Columns of C.
        k: Columns of A and rows of B.
        precision: Element type of all three matrices and of the accumulator.
        a: Storage order of A as it enters the product; a transposed row-major matrix is ``col``.
        b: Storage order of B.
        c: Storage order of C; ``row`` or ``any``.
    """

    m: int
    n: int
    k: int
    precision: Precision
    a: Order = "row"
    b: Order = "row"
    c: Order = "row"

    family = "gemm"

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        return f"{self.precision.name} {self.a}*{self.b}={self.c}"

    def words(self) -> dict[str, Any]:
        """The record as JSON can hold it; ``problem_from`` reads it back."""
        return _words(self)

    @property
    def sizes(self) -> tuple[int, ...]:
        """m, n, k."""
        return (self.m, self.n, self.k)

    def __str__(self) -> str:
        return f"gemm m={self.m} n={self.n} k={self.k} {self.signature}"

    def flops(self) -> int:
        """Floating-point operations: a multiplication and an addition a term."""
        return 2 * self.m * self.n * self.k

    def min_bytes(self) -> int:
        """Bytes that must cross the memory interface at least once: A, B and C."""
        return (self.m * self.k + self.k * self.n + self.m * self.n) * self.precision.size


@dataclass(frozen=True)
class Pack:
    """Copy a matrix X[rows, depth] into panels of ``width`` rows, the last one padded with zeros.

    Element (r, d) of X goes to position ``(r // width) * width * depth + d * width + r % width``: within a panel
    the ``width`` elements of one depth are adjacent, which is the order a register tile reads them in.

    Attributes:
        rows: Rows of X.
        depth: Columns of X, the direction that a product sums over.
        width: Rows a panel.
        precision: Element type.
        order: Storage order of X.
    """

    rows: int
    depth: int
    width: int
    precision: Precision
    order: Order = "row"

    family = "pack"

    @property
    def signature(self) -> str:
        """The problem class: everything but the sizes."""
        return f"{self.precision.name} {self.order} width={self.width}"

    def words(self) -> dict[str, Any]:
        """The record as JSON can hold it; ``problem_from`` reads it back."""
        return _words(self)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Rows, depth."""
        return (self.rows, self.depth)

    def __str__(self) -> str:
        return f"pack rows={self.rows} depth={self.depth} {self.signature}"

    @property
    def panels(self) -> int:
        """Panels, the padded one included."""
        return math.ceil(self.rows / self.width)

    @property
    def packed_elements(self) -> int:
        """Elements of the packed copy, padding included."""
        return self.panels * self.width * self.depth

    def flops(self) -> int:
        """None: packing only moves data."""
        return 0

    def min_bytes(self) -> int:
        """Bytes read once and written once."""
        return (self.rows * self.depth + self.packed_elements) * self.precision.size

    def reference(self, x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """The packed copy of ``x``, of shape (rows, depth), as a vector of ``packed_elements``."""
        padded = np.zeros((self.panels * self.width, self.depth), x.dtype)
        padded[: self.rows] = x
        return padded.reshape(self.panels, self.width, self.depth).transpose(0, 2, 1).reshape(-1)


Problem = Matmul | Pack
_FAMILIES: dict[str, type[Matmul | Pack]] = {record.family: record for record in (Matmul, Pack)}


def _words(problem: Problem) -> dict[str, Any]:
    values = {field.name: getattr(problem, field.name) for field in fields(problem)}
    return {"family": problem.family, **values, "precision": problem.precision.name}


def problem_from(words: Mapping[str, Any]) -> Problem:
    """The problem that ``words()`` described."""
    values = {name: value for name, value in words.items() if name != "family"}
    return _FAMILIES[words["family"]](**{**values, "precision": precision_of(values["precision"])})
