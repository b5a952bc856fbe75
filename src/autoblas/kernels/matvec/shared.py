"""What the kernels that multiply a matrix by a vector share: operands, arguments, and the launch that adds partial sums."""

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

__all__ = ["adds_partial_vectors", "arguments", "bring", "operands"]


def operands(q: Matvec, *, direct: bool) -> tuple[StoredRows, Vector, Vector | None]:
    """The matrix, x, and y where the one launch is ``direct``: brings its sums into it."""
    x = Vector("x", q.precision, q.worked, q.strided)
    y = Vector("y", q.precision, q.worked, q.strided, const=False)
    return StoredRows(q), x, y if direct else None


def arguments(q: Matvec, *, direct: bool) -> tuple[Argument, ...]:
    """Sizes, factors, matrix and vectors, or what the second launch makes y of."""
    a, x, y = operands(q, direct=direct)
    out = (*scalars(q.worked, "alpha", "beta"), *y.arguments) if y else (buffer("partial", q.worked, "both"),)
    return (*integers("m", "n"), *a.arguments, *x.arguments, *out)


def bring(d: Dialect, kind: Precision, y: Vector, total: str, row: str) -> str:
    """The statement that brings alpha times a sum into an element of y, of which nothing is read where beta is 0."""
    scaled, old = multiple(kind, "alpha", total), multiple(kind, "beta", y.read(d, 1, row))
    return y.write(d, 1, f"{scaled} + ({is_zero(kind, 'beta')} ? {zero(d, kind)} : {old})", row)


def adds_partial_vectors(q: Matvec, count: int) -> tuple[Helper, ...]:
    """The second launch, which adds so many partial vectors and brings the sum into y."""
    last = VectorSum(q.length, count, q.precision, q.strided)
    return (Helper(last, "partial", {"n": "length"}, {}, after=True),)
