"""Operands that lie in memory which earlier calls wrote to: views of any strides, whose elements stay whole numbers."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from support.pool import MAPPED, MARGIN, Block, Pool, address
from support.routine_calls import Numbers

Array = np.ndarray[Any, np.dtype[Any]]

EXACT = {"float16": 2**11, "float32": 2**24, "complex64": 2**24, "float64": 2**53, "complex128": 2**53}
"""Whole numbers up to here, and their sums, are exact."""


class Place(NamedTuple):
    """Where an operand lies.

    Attributes:
        block: The allocation.
        offset: Elements before the first one.
        strides: In elements.
    """

    block: Block
    offset: int
    strides: tuple[int, ...]

    def view(self, shape: tuple[int, ...]) -> Array:
        """The view of the model."""
        model = self.block.model
        if self.block.place == MAPPED:
            return model
        size = model.itemsize
        strides = [step * size for step in self.strides]
        return np.ndarray(shape, model.dtype, model, self.offset * size, strides)


class PoolNumbers(Numbers):
    """Operands of one call, drawn from a pool.

    Made again with the places of earlier operands, it draws the same layouts, letters and sizes; elements and factors are
    other ones.

    Args:
        pool: The memory.
        where: ``host`` or ``device``.
        seed: What layouts and letters are drawn from.
        values: What elements and factors are drawn from.
        dtype: The element type.
        n: The size.
        places: Where operands lie, in the order in which they are asked for; those of earlier operands.

    Attributes:
        drawn: The operands, each with its elements when it was drawn.
        shares: Operands were drawn whose own elements, or those of others, lie in the same memory.
        layouts: What strides and places are drawn from; letters are not, so that known places change none.
        careless: Operands may share memory.
        touched: The blocks with operands, and what they held before these were drawn.
    """

    unread = math.nan

    def __init__(
        self,
        pool: Pool,
        where: str,
        seed: int,
        values: np.random.Generator,
        dtype: str,
        n: int,
        places: list[Place] | None = None,
    ) -> None:
        super().__init__(seed, dtype, n)
        self.pool, self.where, self.values = pool, where, values
        self.places = list(places or ())
        self.drawn: list[tuple[Array, Array]] = []
        self.shares, self._next = False, 0
        self.touched: dict[int, tuple[Block, Array]] = {}
        self.layouts = np.random.default_rng(seed + 1)
        self.careless = self.layouts.random() < 0.12  # operands may share memory

    def of(self, dtype: str) -> PoolNumbers:
        """The same operands, of another element type."""
        self.dtype = np.dtype(dtype)
        self.is_complex = self.dtype.kind == "c"
        return self

    @property
    def most(self) -> int:
        """Elements up to this size leave every sum of a routine exact."""
        terms = (12 if self.is_complex else 4) * max(self.n + 4, 20)
        return math.isqrt(EXACT[self.dtype.name] // terms)

    def factor(self, usual: complex, *arrays: Array, real: bool = False) -> Any:
        """A factor; where it is zero, the arrays hold NaN."""
        some: list[Any] = [0, 0.0, 1, 1.0, -1, 2, 2.0, -1.0, usual]
        if self.n and self.values.random() < 0.03:
            some = [math.nan]
        elif self.is_complex and not real:
            some += [1j, 1 - 1j, 2j]
        drawn = some[int(self.values.integers(len(some)))]
        if drawn == 0 and self.values.random() < 0.5:
            for array in arrays:
                array[...] = math.nan
        return drawn

    def solvable(self) -> Array:
        """A matrix whose triangles have small inverses: no chain of unknowns that follow from others is long."""
        n, half = self.n, self.dtype == np.float16
        level = self.values.integers(0, 3, n)
        linked = np.abs(level[:, None] - level[None, :]) == 1
        values: Any = self.values.integers(-1, 2, (n, n)) * linked
        values *= self.values.random((n, n)) < 4 / max(n, 4)
        a: Array = values.astype(self.dtype)
        a[np.arange(n), np.arange(n)] = self.values.choice([1, -1] if half else [1, 2, -2, 4], n)
        return a

    def array(self, *shape: int, largest: int = 2) -> Array:
        """Elements that follow each other row by row, somewhere in a block."""
        return self._take(shape, tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape))), largest)

    def vector(self, n: int | None = None) -> Array:
        """A vector of any stride."""
        shape = (self.n if n is None else n,)
        return self._take(shape, self._strides(shape))

    def matrix(self, rows: int | None = None, cols: int | None = None) -> Array:
        """A matrix of any strides."""
        shape = tuple(self.n if size is None else size for size in (rows, cols))
        return self._take(shape, self._strides(shape))

    def _strides(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """Of axes in any order, either direction and with gaps; where that is allowed, maybe zero along one."""
        reach, strides = 1, [0] * len(shape)
        for place, axis in enumerate(self.layouts.permutation(len(shape))):
            gap = self.layouts.choice([0, 0, 0, 1, 2] if place == 0 else [0, 0, 1, 3])
            step = int(reach * (1 + gap) if place == 0 else reach + gap)
            strides[axis] = -step if self.layouts.random() < 0.2 else step
            reach = step * max(shape[axis], 1)
        if self.careless and self.layouts.random() < 0.15:
            strides[int(self.layouts.integers(len(shape)))] = 0
        return tuple(strides)

    def _take(self, shape: tuple[int, ...], strides: tuple[int, ...], largest: int = 0) -> Array:
        if self._next == len(self.places):
            self.places.append(self._new_place(shape, strides))
        place = self.places[self._next]
        self._next += 1
        view = place.view(shape)
        if any(step == 0 and size > 1 for step, size in zip(view.strides, shape, strict=True)) or any(
            np.shares_memory(view, other) for other, _ in self.drawn
        ):
            self.shares = True
        self._touch(view)
        self._condition(view, largest)
        self.drawn.append((view, view.copy()))
        return view

    def _new_place(self, shape: tuple[int, ...], strides: tuple[int, ...]) -> Place:
        taken = [view for view, _ in self.drawn]
        if self.where != "host" and self.layouts.random() < 0.04 and 0 not in shape:
            old = [block for block in self.pool.of(MAPPED, self.dtype) if block.model.shape == shape]
            used = [address(view) for view in taken]
            free = [block for block in old if not any(map(block.holds, used))]
            return Place(free[0] if free else self.pool.mapped(np.zeros(shape, self.dtype)), 0, ())
        below = sum(min(s, 0) * (n - 1) for s, n in zip(strides, shape, strict=True) if n)
        above = sum(max(s, 0) * (n - 1) for s, n in zip(strides, shape, strict=True) if n)
        near = 0.5 if self.careless else 0.15
        if taken and self.layouts.random() < near:  # beside an earlier one, or on it
            place = self._near(taken[int(self.layouts.integers(len(taken)))], shape)
            if place is not None:
                return place
        some = self.pool.of(self.where, self.dtype)
        for _ in range(3):
            if not some or self.layouts.random() < 0.08:
                break
            block: Block = some[int(self.layouts.integers(len(some)))]
            room = block.model.size - 2 * MARGIN - (above - below) - 1
            if room < 0:
                continue
            place = Place(block, MARGIN - below + int(self.layouts.integers(room + 1)), strides)
            view = place.view(shape)
            apart = not any(np.may_share_memory(view, other) for other in taken)
            if apart:
                return place
        block = self.pool.new(self.where, self.dtype, above - below + 1)
        return Place(block, MARGIN - below, strides)

    def _near(self, other: Array, shape: tuple[int, ...]) -> Place | None:
        """The place between the elements of an operand of the same shape, or, where that is allowed, its own."""
        block = self.pool.block_of(other)
        if other.shape != shape or other.dtype != self.dtype or block is None or block.place == MAPPED:
            return None
        size = other.itemsize
        start = address(other) - address(block.model)
        shift = int(self.layouts.integers(2)) if self.careless else 1
        place = Place(block, start // size + shift, tuple(step // size for step in other.strides))
        view = place.view(shape)
        if not self.careless and any(np.shares_memory(view, each) for each, _ in self.drawn):
            return None
        return place

    def _condition(self, view: Array, largest: int) -> None:
        """Let all elements be small whole numbers: those that are stay, the others are drawn."""
        most = largest if 0 < largest < 2 else self.most
        with np.errstate(invalid="ignore"):
            parts = [view.real, view.imag] if self.is_complex else [view]
            good = [np.abs(part) <= most for part in parts]
            good = [each & (np.trunc(part) == part) for each, part in zip(good, parts, strict=True)]
        if all(np.all(each) for each in good):
            return
        fine = np.logical_and.reduce(good)
        fresh: Any = self.values.integers(-2, 3, view.shape)
        if self.is_complex:
            fresh = fresh + 1j * self.values.integers(-2, 3, view.shape)
        view[...] = np.where(fine, view, fresh)

    def _touch(self, view: Array) -> None:
        """Keep what a model held before its first operand was drawn."""
        block = self.pool.block_of(view)
        if block is not None and id(block) not in self.touched:
            self.touched[id(block)] = (block, block.model.copy())

    def changed(self) -> bool:
        """Operands were written to after they were drawn."""
        return any(not np.array_equal(view, old, equal_nan=True) for view, old in self.drawn)
