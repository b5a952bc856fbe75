"""Samples of every routine, and the memory that their operands may lie in: the one list that conditions are tried on."""

import itertools
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

import autoblas
from support.random_calls import UNPREPARED
from support.routine_calls import RETURNED, Case, Numbers, wrong
from support.routine_cases import CASES, VECTORS
from support.routine_cases_level3 import IMAGES

Array = np.ndarray[Any, np.dtype[Any]]

TYPES = ("float32", "complex128", "float64", "complex64", "float16")

SIZES = (6, 0, 7, 33, 1)
"""Rows of matrices, and elements of their vectors: nothing, one, and numbers beside those of vectors and tiles."""

LENGTHS = (1000, 0, 7, 4097, 1)
"""Elements of vectors where there is no matrix: a little more than whole vectors and blocks."""

FACTORS = ("usual", "zero", "other", "one")
"""Classes of a factor; where it is zero, what it multiplies is NaN, since nobody may read it."""

FLAT = (
    "axpy_offsets",
    "gemv_offsets",
    "gemm_offsets",
    "im2col",
    "col2im",
    "convgemm",
    "geqrf",
    "ormqr",
    "orgqr",
    "getrf",
    "getrs",
    "getrf_batched",
    "getrs_batched",
    "gesv_batched",
)
"""Routines with operands that have to be dense."""


class Factored(Numbers):
    """Numbers whose factors are of one class; what is not read is no number, and doubles have digits that floats have not."""

    kind = "usual"
    unread = np.nan

    def array(self, *shape: int, largest: int = 2) -> Array:
        """Whole numbers, all times a number close to 1 where they are doubles."""
        values = super().array(*shape, largest=largest)
        return (
            values * (1 + 2.0**-30) if self.dtype in {np.dtype("float64"), np.dtype("complex128")} else values
        )

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
            return float(self.rng.choice([0.0, -0.0]))
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
        dense = self.routine in FLAT and self.routine not in IMAGES
        return tuple(name for name in LAYOUTS if not dense or name in DENSE)


def samples(routine: str, count: int = 25, seed: int = 0) -> Iterator[Sample]:
    """Samples of a routine; the first twenty-five have every type with every size and every class of factors.

    Args:
        routine: The name of the routine.
        count: How many.
        seed: Which; other seeds draw other letters, layouts and elements, as other routines do.
    """
    first = zlib.crc32(routine.encode()) + seed * count
    sizes = LENGTHS if routine in VECTORS else SIZES
    for i in range(count):
        row, column = divmod(i, len(TYPES))
        n, factor = sizes[(row + column) % len(sizes)], FACTORS[(row + 2 * column) % len(FACTORS)]
        yield Sample(routine, TYPES[column], n, factor, first + i)


LAYOUTS: Mapping[str, tuple[int, tuple[int, ...], bool]] = {
    "dense": (0, (1,), False),
    "by columns": (0, (1,), True),
    "stepped": (0, (2, 3, 1, 2), False),
    "reversed": (0, (-1, -1, 1), True),
    "one element on": (1, (1,), False),
}
"""Elements before the first one, steps along the axes, and whether the first axis is the adjacent one."""

DENSE = ("dense", "one element on")

UNSTRIDED = ("patches", "kernels", "out")
"""Operands of routines on images that have to be dense."""

MARGIN, CANARY = 64, 0xA5
"""What divides the bytes before and behind an operand, as many as it has itself, and what they and its gaps hold."""


class Memory:
    """An allocation of the host that holds one operand, and canaries everywhere else.

    Args:
        values: The elements of the operand.
        layout: One of ``LAYOUTS``.
        shift: Bytes between its first element and where elements of its type are aligned.
        turn: Which of the layout's steps comes first, so that operands have different ones.

    Attributes:
        view: The operand.
        bytes: The whole allocation.
        offset: Bytes of it before the operand.
        written: The call writes to it.
        copied: What copies the whole allocation back from a device, where it was brought to one.
    """

    copied: Callable[[], Array]
    written = False

    def __init__(self, values: Array, layout: str, shift: int = 0, turn: int = 0) -> None:
        before, steps, columns = LAYOUTS[layout]
        strides, reach = [0] * values.ndim, values.itemsize
        axes = range(values.ndim)
        turning = itertools.islice(itertools.cycle(steps), turn, None)
        for axis, step in zip(axes if columns else reversed(axes), turning, strict=False):
            strides[axis] = reach * step
            reach *= max(values.shape[axis], 1) * abs(step)
        low = sum(step * (n - 1) for step, n in zip(strides, values.shape, strict=True) if step < 0 < n)
        margin = -(-reach // MARGIN) * MARGIN + MARGIN  # a kernel that goes the other way meets canaries
        size = reach + (before + 1) * values.itemsize + shift + 2 * margin + MARGIN
        self.bytes = np.full(size, CANARY, np.uint8)
        start = margin + -self.bytes.ctypes.data % MARGIN
        self.offset = start + before * values.itemsize + shift - low
        self.view: Array = np.ndarray(values.shape, values.dtype, self.bytes, self.offset, tuple(strides))
        self.view[...] = values

    def on_device(self, queue: cl.CommandQueue) -> Any:
        """A pyopencl array with the same layout in device memory."""
        device: Any = cl_array.to_device(queue, self.bytes)
        self.copied = device.get
        view = self.view
        return cl_array.Array(
            queue, view.shape, view.dtype, data=device.data, offset=self.offset, strides=view.strides
        )

    def back(self) -> None:
        """Copy the whole allocation from the device."""
        self.bytes[...] = self.copied()

    def intact(self) -> bool:
        """Whether nothing beside the operand changed."""
        beside = np.ones(self.bytes.shape, bool)
        elements = (*self.view.shape, self.view.itemsize)
        np.ndarray(elements, bool, beside, self.offset, (*self.view.strides, 1))[...] = False
        return bool(np.all(self.bytes[beside] == CANARY))


def relaid(case: Case, layout: str, shift: int = 0) -> tuple[Case, dict[str, Memory]]:
    """The same call on operands in other memory, and that memory by the names of the operands."""
    memory = {
        name: Memory(values, "dense" if name in UNSTRIDED else layout, shift, turn)
        for turn, (name, values) in enumerate(case.arrays.items())
    }
    for name in memory.keys() & case.expected.keys():
        memory[name].written = True
    return case._replace(arrays={name: held.view for name, held in memory.items()}), memory


def laid_out(routine: str, count: int, seed: int = 0) -> Iterator[tuple[Sample, str]]:
    """Samples of a routine with layouts; the first twenty-five have every type in every layout."""
    for number, sample in enumerate(samples(routine, count, seed)):
        yield sample, sample.layouts[(seed + number + number // len(TYPES)) % len(sample.layouts)]


def tried(
    sample: Sample,
    layout: str,
    placed: Callable[[str, Memory], Any],
    on_host: Callable[[Any], Array],
    repeats: int = 2,
) -> list[str]:
    """The faults of a call on arrays of a device, of the same made again on other memory, and of the prepared call.

    Args:
        sample: The call.
        layout: One of its layouts.
        placed: Makes an operand, by its name and memory; it sets ``copied`` where the array is not in that memory.
        on_host: The elements of a result that the routine made.
        repeats: How often the call is made again.
    """
    case, faults = sample.case(), list[str]()
    first: dict[str, Array] = {}
    routine = getattr(autoblas, sample.routine)
    launches = sample.n > 0 and sample.factor != "zero"  # others may have nothing to prepare
    if sample.routine == "convgemm" and case.arrays["kernels"].shape[-2:] == (1, 1):
        launches = False  # a plain product, which is bound anew each time
    for number in range(1 + repeats + (launches and sample.routine not in UNPREPARED)):
        _, memory = relaid(sample.case(), layout)
        arrays = {name: placed(name, allocation) for name, allocation in memory.items()}
        prepared = number > repeats
        call = autoblas.prepare(routine, **arrays, **case.options) if prepared else None
        returned = routine(**arrays, **case.options) if call is None else call()
        for allocation in memory.values():
            allocation.back()
        values: dict[str, Array] = {name: allocation.view.copy() for name, allocation in memory.items()}
        if RETURNED in case.expected:
            values[RETURNED] = on_host(returned).reshape(np.shape(case.expected[RETURNED]))
        first = first or values
        if number == 0:
            faults += wrong(case.wanted, values)
        elif not all(np.array_equal(values[x], first[x], equal_nan=True) for x in values):
            faults.append("other bits when prepared" if prepared else "other bits when called again")
        faults += [f"beside {name}" for name, allocation in memory.items() if not allocation.intact()]
    return [f"{sample} {layout}: {fault}" for fault in faults]
