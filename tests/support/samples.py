"""Samples of every routine, and the memory that their operands may lie in: the one list that conditions are tried on."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyopencl.array as cl_array

from support.routine_calls import Numbers
from support.routine_cases import CASES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pyopencl as cl

    from support.routine_calls import Case

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["FACTORS", "LAYOUTS", "SIZES", "TYPES", "Memory", "Sample", "relaid", "samples"]

TYPES = ("float32", "complex128", "float64", "complex64")

SIZES = (6, 1, 33, 7, 0)
"""Rows of matrices and elements of vectors: nothing, one, and numbers beside those of vectors and tiles."""

FACTORS = ("usual", "zero", "one", "other")
"""Classes of a factor; where it is zero, what it multiplies is NaN, since nobody may read it."""

FLAT = ("axpy_offsets", "gemv_offsets", "gemm_offsets", "im2col", "col2im", "convgemm")
"""Routines with operands that have to be dense."""


class Factored(Numbers):
    """Numbers whose factors are of one class."""

    kind = "usual"

    def of(self, dtype: str) -> Numbers:
        """The same class of factors with another element type."""
        numbers = Factored(int(self.rng.integers(99)), dtype, self.n)
        numbers.kind = self.kind
        return numbers

    def factor(self, usual: complex, *arrays: Array, real: bool = False) -> Any:
        """A factor of the class; see ``Numbers.factor``."""
        if self.kind == "zero":
            for array in arrays:
                array[...] = np.nan
            return 0.0
        return {"usual": usual, "one": 1, "other": 1 - 2j if self.is_complex and not real else -1.0}[
            self.kind
        ]


class Sample(NamedTuple):
    """A call of a routine on small whole numbers.

    Attributes:
        routine: The name of the routine.
        dtype: The element type of its operands.
        n: The size of matrices and vectors.
        factor: The class of its factors.
        seed: What letters, layouts and elements are drawn from.
    """

    routine: str
    dtype: str
    n: int
    factor: str
    seed: int

    def case(self) -> Case:
        """Its operands, made anew, and what must come of the call."""
        numbers = Factored(self.seed, self.dtype, self.n)
        numbers.kind = self.factor
        return CASES[self.routine](numbers)

    @property
    def layouts(self) -> tuple[str, ...]:
        """The layouts that its operands may have."""
        return tuple(name for name in LAYOUTS if self.routine not in FLAT or name in DENSE)


def samples(routine: str, count: int = 20, seed: int = 0) -> Iterator[Sample]:
    """Samples of a routine; the first twenty have every type with every size and with every class of factors.

    Args:
        routine: The name of the routine.
        count: How many.
        seed: Which; other seeds draw other letters, layouts and elements.
    """
    for i in range(count):
        row, column = divmod(i, len(TYPES))
        n, factor = SIZES[(row + column) % len(SIZES)], FACTORS[(row + 2 * column) % len(FACTORS)]
        yield Sample(routine, TYPES[column], n, factor, seed * count + i)


LAYOUTS: Mapping[str, tuple[int, tuple[int, ...], bool]] = {
    "dense": (0, (1,), False),
    "by columns": (0, (1,), True),
    "stepped": (0, (2, 3, 1, 2), False),
    "reversed": (0, (-1, -1, 1), True),
    "one element on": (1, (1,), False),
}
"""Elements before the first one, steps along the axes, and whether the first axis is the adjacent one."""

DENSE = ("dense", "one element on")

MARGIN, CANARY = 64, 0xA5
"""Bytes before and behind an operand, and what they and its gaps hold."""


class Memory:
    """An allocation of the host that holds one operand, and canaries everywhere else.

    Args:
        values: The elements of the operand.
        layout: One of ``LAYOUTS``.
        shift: Bytes between its first element and where elements of its type are aligned.

    Attributes:
        view: The operand.
    """

    def __init__(self, values: Array, layout: str, shift: int = 0) -> None:
        before, steps, columns = LAYOUTS[layout]
        strides, reach = [0] * values.ndim, values.itemsize
        axes = range(values.ndim)
        for axis, step in zip(axes if columns else reversed(axes), itertools.cycle(steps), strict=False):
            strides[axis] = reach * step
            reach *= max(values.shape[axis], 1) * abs(step)
        low = sum(step * (n - 1) for step, n in zip(strides, values.shape, strict=True) if step < 0 < n)
        self._bytes = np.full(reach + (before + 1) * values.itemsize + shift + 3 * MARGIN, CANARY, np.uint8)
        start = MARGIN + -self._bytes.ctypes.data % MARGIN
        self._layout = (start + before * values.itemsize + shift - low, tuple(strides))
        self.view: Array = np.ndarray(values.shape, values.dtype, self._bytes, *self._layout)
        self.view[...] = values
        self._device: Any = None

    def on_device(self, queue: cl.CommandQueue) -> Any:
        """A pyopencl array with the same layout in device memory; ``back`` copies it over the operand."""
        self._device = cl_array.to_device(queue, self._bytes)
        offset, strides = self._layout
        data, dtype = self._device.data, self.view.dtype
        return cl_array.Array(queue, self.view.shape, dtype, data=data, offset=offset, strides=strides)

    def back(self) -> None:
        """Copy the whole allocation from the device."""
        self._bytes[...] = self._device.get()

    def intact(self) -> bool:
        """Whether nothing beside the operand changed."""
        (offset, strides), beside = self._layout, np.ones(self._bytes.shape, bool)
        elements = (*self.view.shape, self.view.itemsize)
        np.ndarray(elements, bool, beside, offset, (*strides, 1))[...] = False
        return bool(np.all(self._bytes[beside] == CANARY))


def relaid(case: Case, layout: str, shift: int = 0) -> tuple[Case, dict[str, Memory]]:
    """The same call on operands in other memory, and that memory by the names of the operands."""
    memory = {name: Memory(values, layout, shift) for name, values in case.arrays.items()}
    return case._replace(arrays={name: held.view for name, held in memory.items()}), memory
