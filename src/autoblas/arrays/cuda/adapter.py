"""The adapter of arrays in CUDA memory, of all libraries; see ``arrays.adapter.Adapter``.

Routines see ``CudaArray``, a view of the caller's array, because libraries describe layouts differently. Repeated calls need no
view: ``ArrayLibrary.read`` gives the addresses that they take, and the parts of the key that finds them.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays.cuda.array import ALIGNED, CudaArray
from autoblas.arrays.cuda.layouts import AddressArray, CallLayout, read_arrays, reading_of
from autoblas.arrays.cuda.libraries import (
    LIBRARIES,
    AnyArray,
    AnyStream,
    foreign_queues,
    is_array,
    report_writes,
    stream_handle,
)
from autoblas.arrays.cuda.library import Template
from autoblas.arrays.factors import is_host_scalar
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
from autoblas.problems.views import reach_of, share_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from autoblas.arrays.words import Reading

__all__ = ["ADAPTER"]

LAYOUTS_CACHED = 4096
"""Layouts of calls in the cache."""


class CudaArrays:
    """Implementation of ``Adapter``, which documents methods that have no docstring here."""

    noun = "an array in CUDA memory"
    arrays: tuple[type, ...] = (AnyArray,)
    queues: tuple[type, ...] = (CudaQueue, AnyStream)
    events: tuple[type, ...] = (QueueEnd, TimedEvent)
    foreign = True

    def __init__(self) -> None:
        self._layouts: dict[tuple[Any, ...], CallLayout] = {}
        self._in_use: deque[tuple[Any, Any]] = deque()
        self._guard = threading.Lock()

    # Queues and cards.

    def queue_of(self, array: Any) -> Any:
        """The current stream of the array's library; None where the library has none."""
        return LIBRARIES[type(array)].queue(array)

    def any_queue(self, arrays: Sequence[Any]) -> Any:
        """The first queue that a library has, else one of this package on the first array's card; None without a card."""
        for array in arrays:
            queue = self.queue_of(array)
            if queue is not None:
                return queue
        ordinals = (LIBRARIES[type(array)].ordinal(array) for array in arrays)
        card = next((ordinal for ordinal in ordinals if ordinal >= 0), None)
        return None if card is None else card_device(card).main_queue

    def staying(self, arrays: Sequence[Any], queue: Any) -> Callable[[], bool]:
        """Test if ``any_queue`` of these arrays, which gave this queue, still gives it."""
        test: Callable[[], bool] | None = LIBRARIES[type(arrays[0])].staying(queue)
        return test or (lambda: self.any_queue(arrays) is queue)

    def queue_from(self, queue: Any) -> Any:
        """A stream of any library as a ``CudaQueue``, on the card of the stream's context."""
        if isinstance(queue, CudaQueue):
            return queue
        handle = int(stream_handle(queue) or 0)
        # PyTorch's attribute, and CuPy's.
        indices = [getattr(queue, name, None) for name in ("device_index", "device_id")]
        ordinal = next((int(index) for index in indices if index is not None and int(index) >= 0), None)
        return card_device(card_of_stream(handle) if ordinal is None else ordinal).queue_for(handle, queue)

    def check_open(self, queue: Any) -> None:
        """Check that this process was not forked from one that used the card.

        Raises:
            DeviceError: it was.
        """
        del queue
        if PROCESS.barred:
            check_access()

    def lives_with(self, array: Any, queue: Any) -> bool:
        """True if an array is on the card of a queue."""
        return bool(LIBRARIES[type(array)].ordinal(array) == queue.ordinal)

    # Views.

    def views(self, named: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments of a routine as it takes them: arrays as views, streams as queues, events of other libraries wrapped.

        Raises:
            ArgumentError: one of them cannot be used.
        """
        arrays = {
            name: argument
            for name, argument in named.items()
            if is_array(type(argument)) and not is_host_scalar(argument)
        }
        stream = named.get("queue")
        queue = None if stream is None else self.queue_from(stream)
        views: dict[int, CudaArray] = {}
        arguments = dict(named)
        for name, array in arrays.items():
            if queue is None:
                queue = self.any_queue(list(arrays.values()))
            if queue is not None:
                set_call_queue(queue)
            if id(array) not in views:
                views[id(array)] = self._view(name, array, queue)
            arguments[name] = views[id(array)]
        if stream is not None:
            arguments["queue"] = queue
        if named.get("wait_for") is not None:
            arguments["wait_for"] = self.own_events(named["wait_for"])
        return arguments

    def _view(self, name: str, array: Any, queue: Any) -> CudaArray:
        library = LIBRARIES[type(array)]
        view: CudaArray = library.view(name, array, queue)
        card = library.ordinal(array)
        if queue is not None and card != queue.ordinal:
            raise DeviceMismatchError(
                name, f"an array on card {queue.ordinal}, like the stream", f"one on card {card}"
            )
        return view

    def original(self, result: Any) -> Any:
        """The caller's array, or one of its library, in place of a view that a routine returned."""
        if isinstance(result, tuple):
            return tuple(self.original(part) for part in result)
        return result.library.unwrap(result) if type(result) is CudaArray else result

    def own_events(self, events: Any) -> Any:
        """Events of any library in a list, wrapped where needed; an argument that is no sequence of events is unchanged."""
        if not isinstance(events, (list, tuple)):
            return events
        try:
            return [
                event if isinstance(event, self.events) else _ForeignEvent(event_handle(event))
                for event in events
            ]
        except TypeError:
            return events

    # Layouts.

    def memory_of(self, array: Any) -> tuple[Any, int]:
        """The aligned address before an array, and the offset of its first element from there, in elements."""
        if type(array) is not CudaArray:  # a new one, dense and aligned
            return LIBRARIES[type(array)].pointer(array), 0
        return array.base, array.offset // array.dtype.itemsize

    def check_extent(self, argument: str, array: Any) -> None:
        """Check that an array lies within its allocation, as far as its library or the driver knows that.

        Raises:
            ArgumentError: it does not.
        """
        first, end = reach_of(array.dtype.itemsize, array.shape, array.strides)
        if end and not array.library.contains(array, first, end):
            raise ArgumentError(
                argument,
                "an array that lies within its memory (make it from a larger allocation, or with a smaller shape)",
                f"one of {end - first} bytes at {array.pointer + first:#x}, where there are fewer",
            )

    def end_of(self, array: Any) -> int:
        """0: repeated calls check arrays by ``read`` of their library alone."""
        del array
        return 0

    def room(self, memory: Any) -> int:
        """0: memory is an address."""
        del memory
        return 0

    def add_to_key(self, key: list[Any], arrays: Sequence[Any], queue: Any) -> list[Any] | None:
        """Append element type and layout of each array, and their relative positions if they overlap."""
        parts: list[Any] = []
        pointers = read_arrays(parts, arrays, queue.ordinal)
        if pointers is None:
            return None
        signature = tuple(parts)
        layout = self._layouts.get(signature) or self._new_layout(signature, arrays)
        key.append(layout)  # as quick to hash as a number
        bases = layout.disjoint_bases(pointers)
        if bases is None:
            objects = [id(array) for array in arrays]
            key += [*map(objects.index, objects), *(pointer - pointers[0] for pointer in pointers)]
            bases = [pointer & -ALIGNED for pointer in pointers]
        return bases

    def _new_layout(self, signature: tuple[Any, ...], arrays: Sequence[Any]) -> CallLayout:
        """A new layout of arrays with this signature, cached."""
        if len(self._layouts) >= LAYOUTS_CACHED:
            self._layouts.clear()
        layout = self._layouts[signature] = CallLayout(
            [LIBRARIES[type(array)].reach(array) for array in arrays]
        )
        return layout

    def as_columns(self, argument: str, array: Any) -> Any:
        """See ``Adapter.as_columns``."""
        del argument
        return array.with_layout((*array.shape, 1), (*array.strides, array.dtype.itemsize))

    def in_layout(self, array: Any, shape: tuple[int, ...], strides: tuple[int, ...]) -> CudaArray:
        """See ``Adapter.in_layout``."""
        view: CudaArray = array.with_layout(shape, strides)
        return view

    def overlap(self, a: Any, b: Any) -> bool:
        """True if two arrays have an element in common."""
        if a.size == 0 or b.size == 0:
            return False
        return share_memory(np.asarray(AddressArray(a)), np.asarray(AddressArray(b)))

    def reading(
        self, classes: Sequence[type], arrays: Sequence[str], queue: str, unusual: str
    ) -> Reading | None:
        """See ``Adapter.reading``: the lines serve arrays of one library that have no byte in common."""
        return reading_of(classes, arrays, queue, unusual, self._layouts, self.queue_from)

    def event_rules(self, classes: Sequence[type]) -> None:
        """None: streams are in order."""

    def noting(
        self, classes: Sequence[type], written: Sequence[int]
    ) -> Callable[[Sequence[Any], Any], None] | None:
        """See ``Adapter.noting``; the stream is that of the call unless its caller named another."""
        library, *further_libraries = {LIBRARIES[array_class] for array_class in classes}
        if further_libraries or not library.has_current_stream:
            return None
        was_written, in_use = library.was_written, self._in_use
        callers = tuple(index for index in written if index < len(classes))
        new = tuple(index for index in written if index >= len(classes))

        def note(arrays: Sequence[Any], queue: Any) -> None:
            for index in callers:
                was_written(arrays[index])
            if new:
                report_writes([arrays[index] for index in new])
            if in_use:
                self._release_finished(queue)

        return note

    # New arrays.

    def new(self, like: Any, queue: Any, shape: tuple[int, ...], dtype: Any, *, zeros: bool = False) -> Any:
        """A dense array of the library of ``like``, as routines see it; of zeros, or of any content.

        Raises:
            AllocationError: the card has no room for it.
        """
        library = like.library if type(like) is CudaArray else LIBRARIES[type(like)]
        try:
            array = library.new(queue, tuple(shape), np.dtype(dtype))
            if zeros and array.nbytes:
                queue.clear(array.pointer, array.nbytes)
        except (AllocationError, CudaError, MemoryError, RuntimeError) as error:
            raise AllocationError(
                f"the card has no room for a result of shape {tuple(shape)} and {dtype}: {error}"
            ) from error
        return array

    def maker(self, queue: Any, shape: tuple[int, ...], dtype: Any) -> Callable[[Any], tuple[Any, Any]]:
        """See ``Adapter.maker``; libraries allocate fast."""
        template = Template(queue, tuple(shape), np.dtype(dtype))

        def make(like: Any) -> tuple[Any, Any]:
            array = LIBRARIES[type(like)].like(like, template)
            if array is None:
                array = self.new(like, *template)
            return array, self.memory_of(array)[0]

        return make

    def to_device(self, queue: Any, array: np.ndarray[Any, np.dtype[Any]]) -> CudaArray:
        """A dense copy of a NumPy array, with its axes in the order of its own memory."""
        dense = np.ascontiguousarray(array)
        flipped = array.flags.f_contiguous and not array.flags.c_contiguous
        if flipped:
            dense = np.ascontiguousarray(array.T)
        memory = queue.device.allocate_copy(dense)
        strides = dense.strides[::-1] if flipped else dense.strides
        library = LIBRARIES[CudaArray]
        return CudaArray(
            memory.pointer,
            array.shape,
            array.dtype,
            queue=queue,
            library=library,
            owner=memory,
            strides=strides,
        )

    def open_pool(self, queue: Any, nbytes: int) -> Any:
        """Refuse: libraries of CUDA pool memory themselves.

        Raises:
            ArgumentError: always.
        """
        raise ArgumentError(
            "queue",
            "a pyopencl command queue: libraries of CUDA pool memory themselves",
            f"{queue!r}, {nbytes} bytes",
        )

    def close_pool(self, queue: Any) -> None:
        """Do nothing: there are no pools to close."""

    # Order.

    def _release_finished(self, queue: Any) -> None:
        """Release arrays of earlier calls that have ended.

        Raises:
            LaunchError: the driver refuses.
        """
        try:
            self._retain([], queue)
        except CudaError as error:
            raise LaunchError(f"the end of a call cannot be waited for: {error}") from error

    def awaited(self, arrays: Iterable[Any], written: Sequence[Any], queue: Any) -> list[Any]:
        """No events: a stream is in order. The queue waits for other streams that arrays belong to.

        Raises:
            LaunchError: the driver refuses.
        """
        del written
        try:
            for stream in foreign_queues(arrays, queue):
                queue.follow(stream)
        except CudaError as error:
            raise LaunchError(f"the stream of an operand cannot be waited for: {error}") from error
        return []

    def leave_event(
        self, event: Any, queue: Any, arrays: Iterable[Any], written: Sequence[Any], *, in_order: bool
    ) -> None:
        """Let other streams of operands wait, report writes to libraries, and hold arrays that DLPack lent.

        Raises:
            LaunchError: the driver refuses.
        """
        del event, in_order
        arrays = list(arrays)
        try:
            for stream in foreign_queues(arrays, queue):
                stream.follow(queue)
            report_writes(written)
            lent = [
                array.owner for array in arrays if type(array) is CudaArray and type(array.owner) is tuple
            ]
            if lent or self._in_use:
                self._retain(lent, queue)
        except CudaError as error:
            raise LaunchError(f"the end of a call cannot be waited for: {error}") from error

    def _retain(self, lent: list[Any], queue: CudaQueue) -> None:
        """Hold arrays that DLPack lent until the present work of the queue has ended; their libraries reuse the memory then."""
        cuda = driver()
        with self._guard:
            if lent:
                with queue.device.context:  # type: ignore[attr-defined]  # a device of CUDA
                    self._in_use.append((queue.record_event(), lent))
            while self._in_use:
                code, *_ = cuda.cuEventQuery(self._in_use[0][0].handle)
                if code:
                    break
                self._in_use.popleft()


class _ForeignEvent:
    """An event of another library.

    Attributes:
        cuda_event: Its handle.
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


CudaArrays.events = (*CudaArrays.events, _ForeignEvent)


ADAPTER = CudaArrays()
