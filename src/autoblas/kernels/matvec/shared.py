"""Operands and arguments of the matrix-vector kernels, and the launch that adds their partial vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.emit.arguments import buffer, integers, scalars
from autoblas.emit.scalars import is_zero, multiple, zero
from autoblas.emit.storage import StoredRows
from autoblas.emit.vectors import Vector
from autoblas.kernels.kernel import Helper
from autoblas.problems.matvec import VectorSum

if TYPE_CHECKING:
    from autoblas.emit.arguments import Argument
    from autoblas.emit.dialect import Dialect
    from autoblas.precision import Precision
    from autoblas.problems.matvec import Matvec

__all__ = ["arguments", "operands", "store_element", "vector_sum_launch"]


def operands(q: Matvec, *, direct: bool) -> tuple[StoredRows, Vector, Vector | None]:
    """The matrix, x, and y if the launch is ``direct``, that is, stores y itself."""
    x = Vector("x", q.precision, q.worked, q.strided)
    y = Vector("y", q.precision, q.worked, q.strided, const=False)
    return StoredRows(q), x, y if direct else None


def arguments(q: Matvec, *, direct: bool) -> tuple[Argument, ...]:
    """Sizes, matrix and x; then factors and y, or the partial vectors from which the second launch computes y."""
    a, x, y = operands(q, direct=direct)
    out = (*scalars(q.worked, "alpha", "beta"), *y.arguments) if y else (buffer("partial", q.worked, "both"),)
    return (*integers("m", "n"), *a.arguments, *x.arguments, *out)


def store_element(d: Dialect, kind: Precision, y: Vector, total: str, row: str) -> str:
    """The statement ``y = alpha * total + beta * y`` for an element of y, which is not read where beta is 0."""
    scaled, old = multiple(kind, "alpha", total), multiple(kind, "beta", y.read(d, 1, row))
    return y.write(d, 1, f"{scaled} + ({is_zero(kind, 'beta')} ? {zero(d, kind)} : {old})", row)


def vector_sum_launch(q: Matvec, count: int) -> tuple[Helper, ...]:
    """The second launch, which adds so many partial vectors and stores alpha times the sum plus beta y."""
    last = VectorSum(q.length, count, q.precision, q.strided)
    return (Helper(last, "partial", {"n": "length"}, {}, after=True),)
