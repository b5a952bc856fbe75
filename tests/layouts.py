"""Matrices inside larger ones, in every layout, with canaries around them, on the host or a device."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl.array as cl_array
from hypothesis import strategies as st

if TYPE_CHECKING:
    import pyopencl as cl

__all__ = ["LAYOUTS", "Layout", "Placed", "layouts", "place"]

CANARY = -77.25


@dataclass(frozen=True)
class Layout:
    """How a matrix lies in a larger array.

    Attributes:
        fortran: The larger array is stored by columns.
        row_step: From one row to the next, negative upward.
        col_step: From one column to the next, negative to the left.
        margin: Rows and columns around it.
    """

    fortran: bool = False
    row_step: int = 1
    col_step: int = 1
    margin: int = 0


LAYOUTS = {
    "dense": Layout(),
    "by columns": Layout(fortran=True),
    "part of rows": Layout(margin=3),
    "part of columns": Layout(fortran=True, margin=2),
    "stepped": Layout(row_step=2, col_step=3, margin=1),
    "backwards": Layout(row_step=-1, col_step=-2),
    "upside down": Layout(row_step=-1, margin=1),
}


class Placed:
    """A matrix in a larger array that is filled with canaries.

    Attributes:
        whole: The larger array.
        view: The matrix in it.
    """

    def __init__(self, matrix: Any, layout: Layout, queue: cl.CommandQueue | None) -> None:
        axes = list(zip(matrix.shape, (layout.row_step, layout.col_step), strict=True))
        extent = [size * abs(step) + 2 * layout.margin for size, step in axes]
        held = np.full(extent, CANARY, matrix.dtype, "F" if layout.fortran else "C")
        self._where = tuple(_cut(size, step, layout.margin) for size, step in axes)
        held[self._where] = matrix
        self.whole: Any = held if queue is None else cl_array.to_device(queue, held)
        self.view: Any = self.whole[self._where]

    def matrix(self) -> Any:
        """The matrix's elements on the host."""
        return self._held()[self._where].copy()

    def intact(self) -> bool:
        """Whether nothing around the matrix changed."""
        held = self._held().copy()
        held[self._where] = CANARY
        return bool(np.all(held == CANARY))

    def _held(self) -> Any:
        return self.whole if isinstance(self.whole, np.ndarray) else self.whole.get()


def _cut(size: int, step: int, margin: int) -> slice:
    if step > 0:
        return slice(margin, margin + size * step, step)
    last = margin + (size - 1) * -step
    stop = margin - 1
    return slice(last, stop if stop >= 0 else None, step) if size else slice(margin, margin)


def place(matrix: Any, layout: Layout, queue: cl.CommandQueue | None = None) -> Placed:
    """Put a matrix into a larger NumPy array, or into a pyopencl one where a queue is given."""
    return Placed(matrix, layout, queue)


def layouts() -> st.SearchStrategy[Layout]:
    """Any layout."""
    step = st.sampled_from([1, 1, -1, 2, -2, 3])
    return st.builds(Layout, st.booleans(), step, step, st.integers(0, 3))
