"""The adapter of arrays in CUDA memory, whatever library they are of; see ``arrays.adapter.Adapter``.

Routines see ``CudaArray``, a view of the caller's array, because libraries call layouts by different names. Calls that are
repeated do without: they need addresses alone, and are found by what ``Kind.look`` says of each array.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.cuda.array import ALIGNED, CudaArray
from autoblas.arrays.cuda.kind import Template
from autoblas.arrays.cuda.kinds import KINDS, AnyArray, AnyStream, is_array, stream_handle
from autoblas.arrays.cuda.layouts import Layout, Placed, looks_of
from autoblas.arrays.cuda.order import other_queues, tell_of_writes
from autoblas.arrays.cuda.usual import reading_of
from autoblas.arrays.factors import is_host_scalar
from autoblas.arrays.reach import reach_of
from autoblas.devices.access import PROCESS, check_access
from autoblas.devices.cuda.backend import card_device
from autoblas.devices.cuda.driver import CudaError, checked, driver
from autoblas.devices.cuda.streams import (
    CudaQueue,
    QueueEnd,
    TimedEvent,
    card_of_stream,
    event_handle,
    set_call_queue,
)
from autoblas.errors import AllocationError, ArgumentError, DeviceMismatchError, LaunchError
from autoblas.problems.views import share_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from autoblas.arrays.words import Reading

__all__ = ["ADAPTER"]

LAYOUTS_KEPT = 4096
"""Layouts of calls that are remembered."""


class CudaArrays:
    """See ``Adapter``, whose sentences hold for all that has none here."""

    noun = "an array in CUDA memory"
    arrays: tuple[type, ...] = (AnyArray,)
    queues: tuple[type, ...] = (CudaQueue, AnyStream)
    events: tuple[type, ...] = (QueueEnd, TimedEvent)
    foreign = True

    def __init__(self) -> None:
        self._layouts: dict[tuple[Any, ...], Layout] = {}
        self._held: deque[tuple[Any, Any]] = deque()
        self._guard = threading.Lock()

    # Whose arrays they are.

    def queue_of(self, array: Any) -> Any:
        """The stream that the array's library has as its current one; None where it says nothing."""
        return KINDS[type(array)].queue(array)

    def any_queue(self, arrays: Sequence[Any]) -> Any:
        """The first that a library names, else one of our own on the card of the first array; None without a card."""
        for array in arrays:
            queue = self.queue_of(array)
            if queue is not None:
                return queue
        ordinals = (KINDS[type(array)].ordinal(array) for array in arrays)
        card = next((ordinal for ordinal in ordinals if ordinal >= 0), None)
        return None if card is None else card_device(card).main_queue

    def staying(self, arrays: Sequence[Any], queue: Any) -> Callable[[], bool]:
        """What says whether ``any_queue`` of these arrays, which gave this queue, still gives it."""
        own: Callable[[], bool] | None = KINDS[type(arrays[0])].staying(queue)
        return own or (lambda: self.any_queue(arrays) is queue)

    def queue_from(self, queue: Any) -> Any:
        """A stream of any library as our queue, on the card of the stream's context."""
        if isinstance(queue, CudaQueue):
            return queue
        handle = int(stream_handle(queue) or 0)
        named = [getattr(queue, name, None) for name in ("device_index", "device_id")]  # PyTorch's and CuPy's
        ordinal = next((int(each) for each in named if each is not None and int(each) >= 0), None)
        return card_device(card_of_stream(handle) if ordinal is None else ordinal).queue_for(handle, queue)

    def check_open(self, queue: Any) -> None:
        """See that this process was not forked from the one that used the card.

        Raises:
            DeviceError: it was.
        """
        del queue
        if PROCESS.barred:
            check_access()

    def lives_with(self, array: Any, queue: Any) -> bool:
        """They are on one card."""
        return bool(KINDS[type(array)].ordinal(array) == queue.ordinal)

    # Views.

    def views(self, named: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments of a routine as it takes them: arrays as views, streams as queues, events of other libraries as ours.

        Raises:
            ArgumentError: one of them cannot be used.
        """
        arrays = {
            name: each for name, each in named.items() if is_array(type(each)) and not is_host_scalar(each)
        }
        given = named.get("queue")
        queue = None if given is None else self.queue_from(given)
        seen: dict[int, CudaArray] = {}
        found = dict(named)
        for name, array in arrays.items():
            if queue is None:
                queue = self.any_queue(list(arrays.values()))
            if queue is not None:
                set_call_queue(queue)
            if id(array) not in seen:
                seen[id(array)] = self._view(name, array, queue)
            found[name] = seen[id(array)]
        if given is not None:
            found["queue"] = queue
        if named.get("wait_for") is not None:
            found["wait_for"] = self.own_events(named["wait_for"])
        return found

    def _view(self, name: str, array: Any, queue: Any) -> CudaArray:
        kind = KINDS[type(array)]
        view: CudaArray = kind.view(name, array, queue)
        there = kind.ordinal(array)
        if queue is not None and there != queue.ordinal:
            raise DeviceMismatchError(
                name, f"an array on card {queue.ordinal}, like the stream", f"one on card {there}"
            )
        return view

    def original(self, result: Any) -> Any:
        """What the caller of a routine gets in place of views."""
        if isinstance(result, tuple):
            return tuple(self.original(each) for each in result)
        return result.kind.given_back(result) if type(result) is CudaArray else result

    def own_events(self, events: Any) -> Any:
        """Events of any library as ours, in a list; what is no sequence of events stays as it is."""
        if not isinstance(events, (list, tuple)):
            return events
        try:
            return [each if isinstance(each, self.events) else _Event(event_handle(each)) for each in events]
        except TypeError:
            return events

    # Layouts.

    def memory_of(self, array: Any) -> tuple[Any, int]:
        """The aligned address before an array, and where its first element lies there, in elements."""
        if type(array) is not CudaArray:  # a new one, dense and aligned
            return KINDS[type(array)].pointer(array), 0
        return array.base, array.offset // array.dtype.itemsize

    def check_extent(self, argument: str, array: Any) -> None:
        """See that an array lies within its allocation, as far as its library or the driver knows that.

        Raises:
            ArgumentError: it does not.
        """
        first, end = reach_of(array.dtype.itemsize, array.shape, array.strides)
        if end and not array.kind.holds(array, first, end):
            raise ArgumentError(
                argument,
                "an array that lies within its memory (make it from a larger allocation, or with a smaller shape)",
                f"one of {end - first} bytes at {array.pointer + first:#x}, where there are fewer",
            )

    def end_of(self, array: Any) -> int:
        """0: what ``looks`` of each library says is all that is asked in calls that are repeated."""
        del array
        return 0

    def room(self, memory: Any) -> int:
        """0: memory is an address."""
        del memory
        return 0

    def add_to_key(self, key: list[Any], arrays: Sequence[Any], queue: Any) -> list[Any] | None:
        """Append element type and layout of each array, and where they lie to each other if they overlap."""
        found: list[Any] = []
        pointers = looks_of(found, arrays, queue.ordinal)
        if pointers is None:
            return None
        parts = tuple(found)
        layout = self._layouts.get(parts) or self._new_layout(parts, arrays)
        key.append(layout)  # as quick to hash as a number
        bases = layout.apart(pointers)
        if bases is None:
            objects = [id(array) for array in arrays]
            key += [*map(objects.index, objects), *(pointer - pointers[0] for pointer in pointers)]
            bases = [pointer & -ALIGNED for pointer in pointers]
        return bases

    def _new_layout(self, parts: tuple[Any, ...], arrays: Sequence[Any]) -> Layout:
        """The layout of arrays that look so, remembered."""
        if len(self._layouts) >= LAYOUTS_KEPT:
            self._layouts.clear()
        found = self._layouts[parts] = Layout([KINDS[type(array)].reach(array) for array in arrays])
        return found

    def as_columns(self, argument: str, array: Any) -> Any:
        """See ``Adapter.as_columns``."""
        del argument
        return array.with_layout((*array.shape, 1), (*array.strides, array.dtype.itemsize))

    def in_layout(self, array: Any, shape: tuple[int, ...], strides: tuple[int, ...]) -> CudaArray:
        """See ``Adapter.in_layout``."""
        found: CudaArray = array.with_layout(shape, strides)
        return found

    def overlap(self, a: Any, b: Any) -> bool:
        """Two arrays have an element in common."""
        if a.size == 0 or b.size == 0:
            return False
        return share_memory(np.asarray(Placed(a)), np.asarray(Placed(b)))

    def reading(
        self, classes: Sequence[type], arrays: Sequence[str], queue: str, unusual: str
    ) -> Reading | None:
        """See ``Adapter.reading``: usual are arrays of one library that have no byte in common."""
        return reading_of(classes, arrays, queue, unusual, self._layouts, self.queue_from)

    def event_rules(self, classes: Sequence[type]) -> None:
        """None: streams are in order."""

    def noting(
        self, classes: Sequence[type], written: Sequence[int]
    ) -> Callable[[Sequence[Any], Any], None] | None:
        """See ``Adapter.noting``; the stream is that of the call unless its caller named another."""
        kind, *others = {KINDS[each] for each in classes}
        if others or not kind.one_stream:
            return None
        was_written, held = kind.was_written, self._held
        given = tuple(place for place in written if place < len(classes))
        new = tuple(place for place in written if place >= len(classes))

        def note(arrays: Sequence[Any], queue: Any) -> None:
            for place in given:
                was_written(arrays[place])
            if new:
                tell_of_writes([arrays[place] for place in new])
            if held:
                self._let_go(queue)

        return note

    # New arrays.

    def new(self, like: Any, queue: Any, shape: tuple[int, ...], dtype: Any, *, zeros: bool = False) -> Any:
        """A dense array of the library of ``like``, as routines see it; of zeros, or of any content.

        Raises:
            AllocationError: the card has no room for it.
        """
        kind = like.kind if type(like) is CudaArray else KINDS[type(like)]
        try:
            array = kind.new(queue, tuple(shape), np.dtype(dtype))
            if zeros and array.nbytes:
                queue.clear(array.pointer, array.nbytes)
        except (AllocationError, CudaError, MemoryError, RuntimeError) as error:
            raise AllocationError(
                f"the card has no room for a result of shape {tuple(shape)} and {dtype}: {error}"
            ) from error
        return array

    def maker(self, queue: Any, shape: tuple[int, ...], dtype: Any) -> Callable[[Any], tuple[Any, Any]]:
        """See ``Adapter.maker``; libraries are quick at it."""
        template = Template(queue, tuple(shape), np.dtype(dtype))

        def make(like: Any) -> tuple[Any, Any]:
            array = KINDS[type(like)].like(like, template)
            if array is None:
                array = self.new(like, *template)
            return array, self.memory_of(array)[0]

        return make

    def to_device(self, queue: Any, array: np.ndarray[Any, np.dtype[Any]]) -> CudaArray:
        """A copy of a NumPy array, dense, with its axes in the order that its own memory has."""
        dense = np.ascontiguousarray(array)
        flipped = array.flags.f_contiguous and not array.flags.c_contiguous
        if flipped:
            dense = np.ascontiguousarray(array.T)
        memory = queue.device.holding(dense)
        strides = dense.strides[::-1] if flipped else dense.strides
        own = KINDS[CudaArray]
        return CudaArray(
            memory.pointer, array.shape, array.dtype, queue=queue, kind=own, owner=memory, strides=strides
        )

    def open_pool(self, queue: Any, nbytes: int) -> Any:
        """There are none.

        Raises:
            ArgumentError: always: libraries of CUDA use memory again as it is.
        """
        raise ArgumentError(
            "queue",
            "a pyopencl command queue: libraries of CUDA pool memory themselves",
            f"{queue!r}, {nbytes} bytes",
        )

    def close_pool(self, queue: Any) -> None:
        """There are none."""

    # Order.

    def _let_go(self, queue: Any) -> None:
        """Let go of what earlier calls had to hold.

        Raises:
            LaunchError: the driver refuses.
        """
        try:
            self._hold([], queue)
        except CudaError as error:
            raise LaunchError(f"the end of a call cannot be waited for: {error}") from error

    def awaited(self, arrays: Iterable[Any], written: Sequence[Any], queue: Any) -> list[Any]:
        """Nothing: a stream is in order. Where arrays belong to other streams, the queue waits for those.

        Raises:
            LaunchError: the driver refuses.
        """
        del written
        try:
            for other in other_queues(arrays, queue):
                queue.follow(other)
        except CudaError as error:
            raise LaunchError(f"the stream of an operand cannot be waited for: {error}") from error
        return []

    def leave_event(
        self, event: Any, queue: Any, arrays: Iterable[Any], written: Sequence[Any], *, in_order: bool
    ) -> None:
        """Let the other streams of operands wait, tell libraries what was written, and hold what is only shown.

        Raises:
            LaunchError: the driver refuses.
        """
        del event, in_order
        arrays = list(arrays)
        try:
            for other in other_queues(arrays, queue):
                other.follow(queue)
            tell_of_writes(written)
            shown = [each.owner for each in arrays if type(each) is CudaArray and type(each.owner) is tuple]
            if shown or self._held:
                self._hold(shown, queue)
        except CudaError as error:
            raise LaunchError(f"the end of a call cannot be waited for: {error}") from error

    def _hold(self, shown: list[Any], queue: CudaQueue) -> None:
        """Hold arrays that libraries would use again as soon as nobody holds them, until the queue has come so far."""
        cuda = driver()
        with self._guard:
            if shown:
                with queue.device.context:  # type: ignore[attr-defined]  # a device of CUDA
                    self._held.append((queue.record_event(), shown))
            while self._held:
                code, *_ = cuda.cuEventQuery(self._held[0][0].handle)
                if code:
                    break
                self._held.popleft()


class _Event:
    """An event of another library.

    Attributes:
        cuda_event: Its number.
    """

    def __init__(self, handle: int) -> None:
        self.cuda_event = handle

    def wait(self) -> None:
        """Return when it has happened.

        Raises:
            CudaError: a kernel failed.
        """
        cuda = driver()
        checked(cuda.cuEventSynchronize, cuda.CUevent(self.cuda_event))


CudaArrays.events = (*CudaArrays.events, _Event)


ADAPTER = CudaArrays()
