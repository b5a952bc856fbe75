"""Computes a product of NumPy arrays tile by tile: the next tiles arrive and results leave while a device multiplies."""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.calls.streamed.schedule import Extents, schedule_of
from autoblas.errors import AllocationError, LaunchError
from autoblas.problems.views import dense_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import numpy as np

    from autoblas.calls.streamed.schedule import Schedule, Step
    from autoblas.devices.device import Device, Event, Facts, Queue, Staging, Transfer
    from autoblas.plan.bound import BoundLaunch

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["StreamedProduct", "stream"]

AHEAD = 2
"""Steps whose operands are on their way while one is enqueued; each has a slot, beside that of the step."""

UNCONFIRMED = 2
"""Tiles of C that may be on their way out, of a stream that tells which have left, before it asks for the next one."""

_log = logging.getLogger(__name__)

Tile = tuple[Any, Any, int]
"""An array with the shape and strides of a tile on the device, the memory, and where it begins there."""


class StreamedProduct(NamedTuple):
    """A product that may be computed in tiles.

    Attributes:
        a: A, of shape (m, k), as it enters the product.
        b: B, of shape (k, n).
        c: C, of shape (m, n).
        reads_c: The old C is added.
        whole_depth: Sums may not be divided.
        multiply: Makes the launches that multiply tiles of A and B on a queue into one of C; the last argument says
            which, and whether these are the first or the last terms of its sums.
    """

    a: Array
    b: Array
    c: Array
    reads_c: bool
    whole_depth: bool
    multiply: Callable[[Queue, Tile, Tile, Tile, Step], Sequence[BoundLaunch]]

    def schedule(self, facts: Facts) -> Schedule | None:
        """How it is divided on a device; None where the arrays are lent whole."""
        return schedule_of(self.extents, facts)

    @property
    def extents(self) -> Extents:
        """Its sizes."""
        sizes = self.a.itemsize, self.b.itemsize, self.c.itemsize
        m, k = self.a.shape
        return Extents(m, self.c.shape[1], k, sizes, self.whole_depth)


class _Slot:
    """Memory for a tile.

    Attributes:
        memory: The memory.
        key: Which tile it holds, or nothing.
        layout: Its layout.
        transfer: What brings it, or takes it away.
        used: The end of the last product that read or wrote it.
    """

    def __init__(self, memory: Any) -> None:
        self.memory = memory
        self.key: Any = None
        self.layout: Any = None
        self.transfer: Transfer | None = None
        self.used: list[Event] = []

    @property
    def tile(self) -> Tile:
        """Layout, memory and offset, as kernels take them."""
        return self.layout, self.memory, 0


class _Slots:
    """The slots of one operand, the one that was used last at the end.

    As many as a product cannot do without have memory from the beginning. The others get it when they are first used, while
    copies and products are under way: drivers take a millisecond for a hundred megabytes. Where there is no room for one,
    tiles share those that there are, and come more often.

    Args:
        device: Whose memory it is.
        nbytes: Bytes of a slot.
        count: How many there are at most.
        least: How many the product cannot do without.

    Raises:
        AllocationError: there is no room for those.
    """

    def __init__(self, device: Device, nbytes: int, count: int, least: int) -> None:
        self._device, self._nbytes = device, nbytes
        self._slots = [self._new() for _ in range(min(count, least))]
        self._unallocated = count - len(self._slots)

    def _new(self) -> _Slot:
        return _Slot(self._device.borrow(self._nbytes))

    def of(self, key: Any) -> tuple[_Slot, bool]:
        """The slot for a tile, and whether it holds it already."""
        match = next((slot for slot in self._slots if slot.key == key), None)
        slot = match or self._empty() or self._slots[0]
        self._slots.remove(slot)
        self._slots.append(slot)
        slot.key = key
        return slot, match is not None

    def _empty(self) -> _Slot | None:
        """A slot that holds nothing, a new one where all hold something; None where there is no room for more."""
        slot = next((slot for slot in self._slots if slot.key is None), None)
        if slot is None and self._unallocated > 0:
            self._unallocated -= 1
            try:
                slot = self._new()
            except AllocationError as error:
                self._unallocated = 0
                _log.debug("tiles share %d slots: %s", len(self._slots), error)
                return None
            self._slots.append(slot)
        return slot


class _Stream:
    """One product while it is computed."""

    def __init__(self, product: StreamedProduct, schedule: Schedule, device: Device, queue: Queue) -> None:
        self.product, self.schedule, self.device, self.queue = product, schedule, device, queue
        self.staging: Staging = device.staging
        self.slots = {
            name: _Slots(device, nbytes, count, AHEAD + 1 if name in "ab" else count)
            for name, nbytes, count in zip("abc", schedule.slot_bytes, schedule.slots, strict=True)
        }
        self.transfers: list[Transfer] = []
        self.leaving: deque[tuple[Transfer, Step]] = deque()

    def bind_all(self) -> None:
        """Bind the launches of every shape of a tile, so that nothing was enqueued where one has no kernel."""
        shapes = {(step.extents, step.first, step.last): step for step in self.schedule.steps()}
        for step in shapes.values():
            slots = {name: self.slots[name].of(None)[0] for name in "abc"}
            for name, slot in slots.items():
                slot.layout = dense_layout(self._part(name, step))[1]
            a, b, c = (slot.tile for slot in slots.values())
            self.product.multiply(self.queue, a, b, c, step)

    def bring(self, step: Step) -> tuple[_Slot, _Slot, _Slot]:
        """Slots for the tiles of a step, with what it reads on its way to them."""
        slots = []
        for name, key in (
            ("a", (step.rows.start, step.terms.start)),
            ("b", (step.terms.start, step.cols.start)),
            ("c", (step.rows.start, step.cols.start)),
        ):
            slot, resident = self.slots[name].of(key)
            slots.append(slot)
            if resident:
                continue
            turned, slot.layout = dense_layout(self._part(name, step))
            if name == "c" and slot.transfer is not None:
                slot.transfer.complete()  # an earlier tile has left
            slot.transfer = None
            if name != "c" or self.product.reads_c:
                slot.transfer = self._started(self.staging.upload(turned, slot.memory, slot.used))
        a, b, c = slots
        return a, b, c

    def take_away(self, step: Step, slot: _Slot) -> None:
        """Let a tile of C leave once it is complete."""
        turned, _ = dense_layout(self._part("c", step))
        slot.transfer = self._started(self.staging.download(slot.memory, turned, slot.used))
        self.leaving.append((slot.transfer, step))

    def confirm(self, completed: Callable[[Step], None], most: int) -> None:
        """Wait until at most so many tiles of C are on their way out, and tell of the others."""
        while len(self.leaving) > most:
            transfer, step = self.leaving.popleft()
            transfer.complete()
            completed(step)

    def _started(self, transfer: Transfer) -> Transfer:
        self.transfers.append(transfer)
        return transfer

    def _part(self, name: str, step: Step) -> Array:
        p = self.product
        if name == "a":
            return p.a[step.rows, step.terms]
        return p.b[step.terms, step.cols] if name == "b" else p.c[step.rows, step.cols]


def stream(
    product: StreamedProduct,
    schedule: Schedule,
    device: Device,
    queue: Queue,
    enqueue: Callable[[Sequence[BoundLaunch], Sequence[Event]], Event],
    tiles: Iterable[Step] | None = None,
    completed: Callable[[Step], None] | None = None,
) -> None:
    """Compute a product; C is complete on return. After an exception none of the arrays is read or written any more.

    Args:
        product: The product.
        schedule: How it is divided.
        device: The device.
        queue: Where tiles are multiplied; copies have queues of their own.
        enqueue: Enqueues launches one after the other, after events, and returns the event of the last.
        tiles: The tiles of C that this device computes, as steps of the schedule through the whole depth; each is asked
            for when its operands are to be brought. Without it, all.
        completed: Called with the last step of a tile when that is where it belongs.

    Raises:
        AllocationError: the device has no room for the tiles. Nothing was enqueued.
        NoKernelError: no kernel of the device multiplies such tiles. Nothing was enqueued.
        BuildError: its compiler refused them. Nothing was enqueued.
        LaunchError: the device refused a kernel or a copy.
    """
    work = _Stream(product, schedule, device, queue)
    work.bind_all()
    steps = (
        step for tile in (schedule.tiles() if tiles is None else tiles) for step in schedule.through(tile)
    )
    coming: deque[tuple[Step, tuple[_Slot, _Slot, _Slot]]] = deque()
    try:
        before: list[Event] = []
        while True:
            while len(coming) <= AHEAD and (step := next(steps, None)) is not None:
                coming.append((step, work.bring(step)))
            if not coming:
                break
            step, (a, b, c) = coming.popleft()
            events = list(before)
            for slot in (a, b, c) if step.first else (a, b):
                if slot.transfer is not None:
                    events += slot.transfer.enqueued()
                    slot.transfer = None
            launches = product.multiply(queue, a.tile, b.tile, c.tile, step)
            before = [enqueue(launches, events)]
            queue.flush()
            a.used = b.used = c.used = before
            if step.last:
                work.take_away(step, c)
                if completed is not None:
                    work.confirm(completed, UNCONFIRMED)
        if completed is not None:
            work.confirm(completed, 0)
        for transfer in work.transfers:
            transfer.complete()
    except BaseException as error:
        for transfer in work.transfers:
            transfer.settle()
        if isinstance(error, device.errors):
            raise LaunchError(
                f"{device.facts.name} failed while a product streamed through it: {error}"
            ) from error
        raise
