"""Memory that many calls share, on the host and on a device, beside a copy on the host of what it must hold."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

import autoblas

Array = np.ndarray[Any, np.dtype[Any]]

HOST, DEVICE, MAPPED = "host", "device", "mapped"
"""Where a block lies: in a NumPy array, in a buffer, or in an array that is mapped."""

MARGIN = 24
"""Elements at either end of a block that no view reaches."""

LEAST = 1024
"""Elements of a block, at least."""

KEPT = 6
"""Blocks of one place and type; a new one takes the place of another."""


class Block:
    """An allocation, and what it must hold.

    Attributes:
        place: Where it lies, one of the names above.
        model: What it must hold: one axis, or the shape of a mapped array.
        whole: The memory: a NumPy array, an array of pyopencl's, or a mapped one.
        queue: The queue that its arrays hold, or None.
        users: The calls that wrote to it since it was last compared.
    """

    def __init__(
        self, place: str, model: Array, home: cl.CommandQueue, queue: cl.CommandQueue | None
    ) -> None:
        self.place, self.model, self.home, self.queue = place, model, home, queue
        self.users: list[str] = []
        self._first = address(model)
        self._end = self._first + model.nbytes
        if place == HOST:
            self.whole: Any = model.copy()
        elif place == DEVICE:
            self.whole = cl_array.to_device(home, model)
        else:
            self.whole = autoblas.mapped_empty(model.shape, model.dtype, queue=home)
            self.write()

    def write(self) -> None:
        """Bring what the model holds into the memory, as a user does who changes elements."""
        if self.place == HOST:
            self.whole[...] = self.model
        elif self.place == DEVICE:
            cl.enqueue_copy(self.home, self.whole.base_data, self.model, wait_for=self.whole.events)
        else:
            with self.whole.mapped() as view:
                view[...] = self.model

    def read(self) -> Array:
        """What the memory holds once all calls have ended."""
        if self.place == HOST:
            return self.whole  # type: ignore[no-any-return]
        if self.place == MAPPED:
            with self.whole.mapped(write=False) as view:
                return np.array(view)
        found = np.empty_like(self.model)
        cl.enqueue_copy(self.home, found, self.whole.base_data, wait_for=self.whole.events)
        return found

    def holds(self, place: int) -> bool:
        """An address, that of a view of a model, lies in this block's."""
        return self._first <= place < self._end

    def array(self, view: Array, *, part: bool = False, bare: bool = False) -> Any:
        """What a routine is given for a view of the model.

        Args:
            view: The view.
            part: The array lies in a sub-buffer that begins after the block, where the device allows that.
            bare: The array holds no queue.
        """
        if self.place == MAPPED:
            return self.whole
        start = address(view) - self._first
        if self.place == HOST:
            return np.ndarray(view.shape, view.dtype, self.whole, start, view.strides)
        memory: Any = self.whole.base_data
        if part:
            below = sum(min(s, 0) * (n - 1) for s, n in zip(view.strides, view.shape, strict=True) if n)
            align = self.home.device.mem_base_addr_align // 8
            first = (start + below) // align * align
            memory, start = memory.get_sub_region(first, self.model.nbytes - first), start - first
        holder: Any = self.home.context if bare or self.queue is None else self.queue
        return cl_array.Array(
            holder,
            view.shape,
            view.dtype,
            data=memory,
            offset=start,
            strides=view.strides,
            events=self.whole.events,
        )


def address(array: Array) -> int:
    """Where the first element lies."""
    return int(array.__array_interface__["data"][0])


class Pool:
    """Blocks of all places and types.

    Args:
        queues: Of one context; the first one's copies bring the models into device memory.
        seed: What sizes and contents of new blocks are drawn from.
    """

    def __init__(self, queues: list[cl.CommandQueue], seed: int) -> None:
        self.queues, self.rng = queues, np.random.default_rng(seed)
        self.blocks: dict[tuple[str, str], list[Block]] = {}
        self._doomed: list[Block] = []

    def all(self) -> list[Block]:
        """Every block, those too that have just made room for others."""
        return [*self._doomed, *(block for some in self.blocks.values() for block in some)]

    def of(self, place: str, dtype: np.dtype[Any]) -> list[Block]:
        """The blocks of a place and type."""
        return self.blocks.setdefault((place, dtype.name), [])

    def block_of(self, view: Array) -> Block | None:
        """The block that a view of a model belongs to."""
        place = address(view)
        return next((block for block in self.all() if block.holds(place)), None)

    def new(self, place: str, dtype: np.dtype[Any], size: int) -> Block:
        """A block with room for ``size`` elements, of whole numbers."""
        count = max(LEAST, size) + 2 * MARGIN + int(self.rng.integers(64))
        model = self.rng.integers(-9, 10, count).astype(dtype)
        return self._add(place, model)

    def mapped(self, values: Array) -> Block:
        """A mapped array with these elements."""
        return self._add(MAPPED, values.copy())

    def _add(self, place: str, model: Array) -> Block:
        queue = self.queues[int(self.rng.integers(len(self.queues)))]
        holds = queue if place == MAPPED or self.rng.random() < 0.9 else None
        block = Block(place, model, queue, holds)
        some = self.of(place, model.dtype)
        if len(some) >= KEPT:
            self._doomed.append(some.pop(int(self.rng.integers(len(some)))))
        some.append(block)
        return block

    def settle(self) -> list[tuple[Block, list[str]]]:
        """The blocks that do not hold what they must, with the calls since they last did; all of them do afterwards."""
        wrong = []
        for block in self.all():
            if not block.users and block not in self._doomed:
                continue
            if not same(block.read(), block.model):
                wrong.append((block, list(block.users)))
                block.write()
            block.users.clear()
        self._doomed.clear()
        return wrong

    def used(self, views: Iterable[Array], name: str) -> None:
        """Note that a call works on these views."""
        for view in views:
            block = self.block_of(view)
            if block is not None:
                block.users.append(name)


def same(found: Array, wanted: Array) -> bool:
    """Each element is equal, or NaN in both."""
    return found.shape == wanted.shape and np.array_equal(found, wanted, equal_nan=True)
