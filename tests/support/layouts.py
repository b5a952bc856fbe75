"""Matrices and stacks inside larger arrays, in every layout, with canaries around them, on the host or a device."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from hypothesis import strategies as st

from support.memories import on_host

CANARY = -77


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

    @property
    def axes(self) -> tuple[int, ...]:
        """The axes in the order of memory, the adjacent one last."""
        return (1, 0) if self.fortran else (0, 1)

    @property
    def steps(self) -> tuple[int, ...]:
        """From one element to the next along each axis."""
        return (self.row_step, self.col_step)


@dataclass(frozen=True)
class Stacking:
    """How a stack of matrices lies in a larger array, or an array of other axes.

    Attributes:
        axes: Items (0), rows (1) and columns (2) in the order of memory, the adjacent axis last.
        steps: From one to the next along each of the axes.
        margin: Elements around it along each axis.
    """

    axes: tuple[int, ...] = (0, 1, 2)
    steps: tuple[int, ...] = (1, 1, 1)
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

STACKS = {
    "dense": Stacking(),
    "by columns": Stacking((0, 2, 1)),
    "items between rows": Stacking((1, 0, 2), margin=1),
    "items adjacent": Stacking((1, 2, 0)),
    "every other item": Stacking(steps=(2, 1, 1), margin=2),
    "from the last item": Stacking(steps=(-1, 1, 1)),
    "parts by columns, backwards": Stacking((0, 2, 1), (-3, 1, -1), 1),
}


class Placed:
    """An array in a larger one that is filled with canaries.

    Attributes:
        whole: The larger array.
        view: What was placed.
    """

    def __init__(self, values: Any, layout: Layout | Stacking, queue: cl.CommandQueue | None) -> None:
        self._canary = np.array(CANARY).astype(values.dtype)
        sizes = [
            size * abs(step) + 2 * layout.margin
            for size, step in zip(values.shape, layout.steps, strict=True)
        ]
        held = np.full([sizes[axis] for axis in layout.axes], self._canary)
        self._back = tuple(int(axis) for axis in np.argsort(layout.axes))
        self._where = tuple(
            _cut(size, step, layout.margin) for size, step in zip(values.shape, layout.steps, strict=True)
        )
        held.transpose(self._back)[self._where] = values
        self.whole: Any = held if queue is None else cl_array.to_device(queue, held)
        self.view: Any = self.whole.transpose(self._back)[self._where]

    def values(self) -> Any:
        """The elements on the host."""
        return self._held()[self._where].copy()

    def intact(self) -> bool:
        """Whether nothing around them changed."""
        held = self._held().copy()
        held[self._where] = self._canary
        return bool(np.all(held == self._canary))

    def _held(self) -> Any:
        held = on_host(self.whole)
        return held.transpose(self._back)


def _cut(size: int, step: int, margin: int) -> slice:
    if step > 0:
        return slice(margin, margin + size * step, step)
    last = margin + (size - 1) * -step
    stop = margin - 1
    return slice(last, stop if stop >= 0 else None, step) if size else slice(margin, margin)


def place(values: Any, layout: Layout | Stacking, queue: cl.CommandQueue | None = None) -> Placed:
    """Put a matrix or a stack into a larger NumPy array, or into a pyopencl one where a queue is given."""
    return Placed(values, layout, queue)


def layouts() -> st.SearchStrategy[Layout]:
    """Any layout of a matrix."""
    step = st.sampled_from([1, 1, -1, 2, -2, 3])
    return st.builds(Layout, st.booleans(), step, step, st.integers(0, 3))


def stackings() -> st.SearchStrategy[Stacking]:
    """Any layout of a stack whose rows or columns are adjacent or not."""
    axes = st.permutations(range(3)).map(tuple)
    steps = st.tuples(st.sampled_from([1, 1, -1, 2, -3]), *[st.sampled_from([1, 1, -1, 2])] * 2)
    return st.builds(Stacking, axes, steps, st.integers(0, 2))
