"""Matrices of level 2 as users pass them, folded to stored rows: full, as a band, or as a packed triangle."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from autoblas.blas.arguments import option, triangle_of
from autoblas.errors import ArgumentError, PrecisionError, ShapeError
from autoblas.plan.layouts.matvec import RowsView
from autoblas.problems.views import matrix_view, vector_view

if TYPE_CHECKING:
    from autoblas.problems.matvec import Triangle
    from autoblas.problems.views import MatrixView

__all__ = ["Folded", "Reader", "Storage", "band", "full", "packed", "side_band", "square", "stored_triangle"]

Storage = Literal["full", "band", "packed"]

LONGEST = 2**31 - 2**22
"""Rows and columns that work-groups can step beyond without leaving the range of an int."""


class Folded(NamedTuple):
    """A matrix by its stored rows.

    Attributes:
        view: The rows; of the transpose where the matrix is stored by columns.
        transposed: They are those of the transpose.
        shift: From the array's first element to where element (0, 0) would lie.
    """

    view: RowsView
    transposed: bool
    shift: int = 0

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the matrix itself."""
        view = self.view
        return (view.cols, view.rows) if self.transposed else (view.rows, view.cols)


Reader = Callable[[Any], Folded]
"""Reads an array as a matrix: the caller's first, to check it, and later the one that a device sees."""


def stored_triangle(storage: Storage, uplo: Any, order: Any = "F") -> Reader:
    """A reader of a triangle of a square matrix.

    Args:
        storage: ``"full"``, ``"band"`` or ``"packed"``.
        uplo: The letter of the triangle.
        order: The letter of the storage order, of bands and packed triangles.

    Raises:
        ArgumentError: a letter names no triangle or no order.
    """
    triangle = triangle_of(uplo)
    if storage == "full":
        return partial(full, "a", triangle=triangle)
    letter = option("order", order, "FC")
    reader, argument = (side_band, "a") if storage == "band" else (packed, "ap")
    return partial(reader, argument, triangle=triangle, order=letter)


def full(argument: str, array: Any, triangle: Triangle = "") -> Folded:
    """A matrix whose rows or columns are a fixed distance apart.

    Raises:
        ArgumentError: it is not such a matrix.
    """
    return _folded(argument, matrix_view(argument, array), triangle)


@lru_cache(maxsize=1024)
def _folded(argument: str, view: MatrixView, triangle: Triangle) -> Folded:
    """A matrix of this layout by its stored rows; the same ones come again and again."""
    if view.precision.kind == "integer":
        raise PrecisionError(argument, "a floating-point type", view.precision.name)
    if view.memory == "image":
        raise ArgumentError(argument, "a matrix in a buffer", "one in an image")
    _short_enough(argument, view.shape)
    rows = RowsView(view.precision, view.rows, view.cols, view.row_stride, view.col_stride, triangle=triangle)
    if triangle:
        square(argument, view.shape)
    return Folded(rows.transposed, True) if view.order == "col" else Folded(rows, False)


def _short_enough(argument: str, shape: tuple[int, int]) -> None:
    if max(shape) > LONGEST:
        raise ShapeError(argument, f"at most {LONGEST} rows and columns", f"shape {shape}")


def square(argument: str, shape: tuple[int, int]) -> None:
    """See that a matrix is square.

    Raises:
        ShapeError: it is not.
    """
    if shape[0] != shape[1]:
        raise ShapeError(argument, "a square matrix", f"shape {shape}")


def band(
    argument: str, array: Any, shape: tuple[int, int], kl: int, ku: int, order: str, triangle: Triangle = ""
) -> Folded:
    """The diagonals of a matrix: as the rows of an array (order ``F``), or as its columns (``C``).

    Args:
        argument: The name to blame.
        array: Of shape ``(kl + ku + 1, n)`` with element (i, j) at ``[ku + i - j, j]``, or ``(m, kl + ku + 1)`` with
            element (i, j) at ``[i, kl + j - i]``.
        shape: Rows and columns of the matrix.
        kl: Diagonals below the main one.
        ku: Diagonals above it.
        order: ``F`` or ``C``.
        triangle: The triangle that is stored.

    Raises:
        ArgumentError: the array does not fit.
    """
    stored = full(argument, array)
    _short_enough("shape", shape)
    m, n = shape
    expected = (kl + ku + 1, n) if order == "F" else (m, kl + ku + 1)
    if stored.shape != expected:
        raise ShapeError(argument, f"shape {expected}", f"shape {stored.shape}")
    down, right = (
        (stored.view.col, stored.view.row) if stored.transposed else (stored.view.row, stored.view.col)
    )
    row, col, shift = (down, right - down, ku * down) if order == "F" else (down - right, right, kl * right)
    kl, ku = min(kl, max(m - 1, 0)), min(ku, max(n - 1, 0))
    rows = RowsView(stored.view.precision, m, n, row, col, "band", triangle, kl, ku)
    return Folded(rows.transposed, True, shift) if row == 1 != col else Folded(rows, False, shift)


def side_band(argument: str, array: Any, triangle: Triangle, order: str) -> Folded:
    """The diagonals of one triangle of a square matrix, as ``band`` has them.

    Raises:
        ArgumentError: the array does not fit.
    """
    shape = full(argument, array).shape
    diagonals, n = shape if order == "F" else shape[::-1]
    if diagonals == 0:
        raise ShapeError(argument, "a band with at least the main diagonal", f"shape {shape}")
    below, above = (0, diagonals - 1) if triangle == "upper" else (diagonals - 1, 0)
    return band(argument, array, (n, n), below, above, order, triangle)


def packed(argument: str, array: Any, triangle: Triangle, order: str) -> Folded:
    """A triangle whose columns (order ``F``) or rows (``C``) lie one behind the other in a vector.

    Raises:
        ArgumentError: the array is no vector, or its length is not that of a triangle.
    """
    view = vector_view(argument, array)
    n = (math.isqrt(8 * view.length + 1) - 1) // 2
    if n * (n + 1) // 2 != view.length:
        raise ShapeError(argument, "n (n + 1) / 2 elements for some n", f"{view.length} elements")
    rows = RowsView(view.precision, n, n, 0, view.step, "packed", triangle)
    if order == "C":
        return Folded(rows, False)
    opposite: Triangle = "lower" if triangle == "upper" else "upper"
    return Folded(rows._replace(triangle=opposite), True)
