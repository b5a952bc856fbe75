"""Operations on a matrix and vectors by NumPy, in every form of storage, for devices that no kernel computes them on.

They read the layouts that plans are bound to, so that what is computed is described once. Sums are in the type that
kernels work in. Rows are taken one by one, except where a whole general matrix is multiplied or added to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.factors import multiple
from autoblas.plan.layouts.matvec import MatvecLayout, RankLayout, RowsView, SolveLayout, SumLayout
from autoblas.problems.views import extent

if TYPE_CHECKING:
    from collections.abc import Mapping

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["MatrixLayout", "compute_on_host"]

MatrixLayout = MatvecLayout | RankLayout | SolveLayout | SumLayout


def compute_on_host(
    layout: MatrixLayout, operands: Mapping[str, Array], shift: int, scalars: Mapping[str, Any]
) -> None:
    """Compute what a layout describes.

    Args:
        layout: How the operands lie.
        operands: The arrays that hold ``a``, ``x`` and ``y``.
        shift: From the first element of ``a`` to where element (0, 0) of the stored rows would lie, in elements.
        scalars: ``alpha`` and ``beta``, where the routine has them.
    """
    if isinstance(layout, SumLayout):
        y, beta, worked = operands["y"], scalars["beta"], layout.precision.worked
        y[...] = multiple(beta, y.astype(worked.dtype), worked) if beta != 0 else 0
        return
    rows = _StoredRows(operands["a"], layout.a, shift)
    if isinstance(layout, RankLayout):
        _update(layout, rows, operands["x"], operands.get("y", operands["x"]), scalars["alpha"])
    elif isinstance(layout, SolveLayout):
        operands["x"][...] = _solution(layout, rows, operands["x"].astype(rows.worked))
    else:
        y, beta, worked = operands["y"], scalars["beta"], layout.a.precision.worked
        product = multiple(
            scalars["alpha"], _product(layout, rows, operands["x"].astype(rows.worked)), worked
        )
        y[...] = product + multiple(beta, y.astype(rows.worked), worked) if beta != 0 else product


class _StoredRows:
    """The stored rows of a matrix as views of the memory of an array.

    Attributes:
        worked: The type that is computed in.
    """

    def __init__(self, array: Array, view: RowsView, shift: int) -> None:
        self._view, self._dtype = view, array.dtype
        self._memory, first = extent(array)
        self._first = first + shift
        self.worked = view.precision.worked.dtype

    @property
    def whole(self) -> Array:
        """All rows, of a matrix that is stored in full."""
        view = self._view
        return self._window(self._first, (view.rows, view.cols), (view.row, view.col))

    def row(self, r: int) -> tuple[int, Array]:
        """The first column of a row that is stored, and its stored elements."""
        view = self._view
        first, stop = 0, view.cols
        if view.storage == "band":
            first, stop = max(r - view.kl, 0), min(r + 1 + view.ku, view.cols)
        if view.triangle == "upper":
            first = r
        elif view.triangle == "lower":
            stop = r + 1
        start = r * view.row
        if view.storage == "packed":
            start = view.col * (
                r * (r + 1) // 2 if view.triangle == "lower" else r * (2 * view.cols - r - 1) // 2
            )
        count = max(stop - first, 0)
        return first, self._window(self._first + start + first * view.col, (count,), (view.col,))

    def _window(self, start: int, shape: tuple[int, ...], steps: tuple[int, ...]) -> Array:
        if 0 in shape:
            return np.empty(shape, self._dtype)
        size = self._dtype.itemsize
        return np.ndarray(
            shape, self._dtype, self._memory, start * size, tuple(step * size for step in steps)
        )


def _entering(layout: MatvecLayout | SolveLayout, r: int, first: int, stored: Array, worked: Any) -> Array:
    """Stored elements of a row as they enter."""
    entries: Array = np.array(stored, worked)
    if layout.unit:
        entries[r - first] = 1
    if isinstance(layout, MatvecLayout) and layout.form == "hermitian":
        entries[r - first] = entries[r - first].real
    return entries.conj() if layout.conjugate else entries


def _product(layout: MatvecLayout, rows: _StoredRows, x: Array) -> Array:
    """S x, or its transpose times x."""
    view = layout.a
    if layout.form == "general" and view.storage == "full":
        matrix = rows.whole.astype(rows.worked)
        matrix = matrix.conj() if layout.conjugate else matrix
        return np.asarray((matrix.T if layout.across else matrix) @ x)
    mirrored = layout.form in {"symmetric", "hermitian"}
    result: Array = np.zeros(view.cols if layout.across else view.rows, rows.worked)
    for r in range(view.rows):
        first, stored = rows.row(r)
        entries = _entering(layout, r, first, stored, rows.worked)
        columns = slice(first, first + entries.size)
        if layout.across:
            result[columns] += entries * x[r]
            continue
        result[r] += entries @ x[columns]
        if mirrored:  # all but the diagonal, which is at one end
            beside = slice(1, None) if view.triangle == "upper" else slice(0, -1)
            mirrored_entries = entries.conj() if layout.form == "hermitian" else entries
            result[columns][beside] += mirrored_entries[beside] * x[r]
    return result


@np.errstate(all="ignore")
def _solution(layout: SolveLayout, rows: _StoredRows, x: Array) -> Array:
    """Solve S y = x, or with the transpose of S, without floating-point warnings as on a device."""
    view, lower = layout.a, layout.a.triangle == "lower"
    forward = lower != layout.across
    for r in range(view.rows) if forward else reversed(range(view.rows)):
        first, stored = rows.row(r)
        entries = _entering(layout, r, first, stored, rows.worked)
        diagonal = r - first
        neighbours = slice(first, r) if lower else slice(r + 1, first + entries.size)
        beside = entries[:diagonal] if lower else entries[diagonal + 1 :]
        if layout.across:
            x[r] = x[r] if layout.unit else x[r] / entries[diagonal]
            x[neighbours] -= beside * x[r]
        else:
            remainder = x[r] - beside @ x[neighbours]
            x[r] = remainder if layout.unit else remainder / entries[diagonal]
    return x


def _update(layout: RankLayout, rows: _StoredRows, x: Array, y: Array, alpha: Any) -> None:
    """Add to the stored elements; zeros of the vectors add nothing, however large the factor is."""
    view, hermitian = layout.a, layout.form == "hermitian"
    vectors, worked = [vector.astype(rows.worked) for vector in (x, y)], view.precision.worked
    down = [vector.conj() if layout.conjugate == "rows" else vector for vector in vectors]
    right = [vector.conj() if layout.conjugate == "cols" else vector for vector in vectors]
    factors = alpha, np.conj(alpha) if hermitian else alpha
    down = [multiple(by, vector, worked) for by, vector in zip(factors, down, strict=True)]
    counted = [vector != 0 for vector in vectors]

    def added(indices: Any, columns: Any, term: int) -> Array:
        nonzero = np.logical_and.outer(counted[term][indices], counted[1 - term][columns])
        return np.where(nonzero, np.multiply.outer(down[term][indices], right[1 - term][columns]), 0)

    if layout.form == "general":
        matrix = rows.whole
        matrix[...] = matrix + added(..., ..., 0)
        return
    for r in range(view.rows):
        first, stored = rows.row(r)
        columns = slice(first, first + stored.size)
        new = stored + added(r, columns, 0)
        if layout.rank == 2:
            new += added(r, columns, 1)
        if hermitian:
            new[r - first] = new[r - first].real
        stored[...] = new
