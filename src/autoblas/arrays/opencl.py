"""The adapter of pyopencl's arrays, and of mapped arrays, which are in the same memory."""

from __future__ import annotations

import re
import warnings
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array

from autoblas.arrays.adapter import EventRules
from autoblas.arrays.mapped.array import MappedArray
from autoblas.arrays.opencl_memory import NOTED, allocation, check_extent, end_of, sharing, whole_bytes
from autoblas.arrays.words import Reading
from autoblas.devices.access import PROCESS, check_access
from autoblas.devices.opencl.pool import BufferPool, InUse
from autoblas.errors import AllocationError, ArgumentError, LaunchError
from autoblas.problems.views import share_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = ["ADAPTER", "unfinished"]

COMPLETE: Any = cl.command_execution_status.COMPLETE

NOTED_ROOM = f"{{}}.{NOTED}"
"""Expression of the cached ``room`` of memory, whose name stands for the braces."""

ROOM = "room({})"
"""Expression of the ``room`` of memory."""

READ_WRITE: Any = cl.mem_flags.READ_WRITE

Buffer = cl.Buffer

ATTRIBUTES = {
    "queue",
    "context",
    "shape",
    "dtype",
    "strides",
    "events",
    "nbytes",
    "size",
    "allocator",
    "base_data",
    "offset",
    "_flags",
}
"""The attributes of pyopencl's arrays that ``maker`` sets."""

# This warning is pyopencl's only sign of a closed queue; in other modules it stays a warning.
warnings.filterwarnings("error", category=cl.CommandQueueUsedAfterExit, module=re.escape(__name__))


class OpenCLArrays:
    """Implementation of ``Adapter``, which documents methods that have no docstring here."""

    noun = "a pyopencl array"
    arrays: tuple[type, ...] = (cl_array.Array, MappedArray)
    queues: tuple[type, ...] = (cl.CommandQueue,)
    events: tuple[type, ...] = (cl.Event,)
    foreign = False

    def __init__(self) -> None:
        self._pools: dict[Any, BufferPool] = {}
        self._in_use = InUse()

    def queue_of(self, array: Any) -> Any:
        """The queue that an array holds, or None."""
        return array.queue

    def any_queue(self, arrays: Sequence[Any]) -> Any:
        """The first queue that one of them holds."""
        return next((array.queue for array in arrays if array.queue is not None), None)

    def staying(self, arrays: Sequence[Any], queue: Any) -> Callable[[], bool]:
        """See ``Adapter.staying``."""
        return lambda: self.any_queue(arrays) is queue

    def views(self, named: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments themselves: routines take pyopencl's arrays."""
        return dict(named)

    def original(self, result: Any) -> Any:
        """The result itself."""
        return result

    def queue_from(self, queue: Any) -> Any:
        """The queue itself."""
        return queue

    def own_events(self, events: Any) -> Any:
        """The events themselves."""
        return events

    def check_open(self, queue: Any) -> None:
        """Check that commands can be enqueued.

        Raises:
            ArgumentError: the queue was closed.
            DeviceError: this process was forked from the one that made it.
        """
        if PROCESS.barred:
            check_access()
        try:
            _ = queue.int_ptr
        except cl.CommandQueueUsedAfterExit:
            expected = "an open command queue"
            raise ArgumentError("queue", expected, "one whose with statement has ended") from None

    def lives_with(self, array: Any, queue: Any) -> bool:
        """True if array and queue have one context."""
        return array.queue is queue or array.context == queue.context

    def memory_of(self, array: Any) -> tuple[Any, int]:
        """The buffer or image of an array, and the offset of its first element in it, in elements."""
        if isinstance(array, MappedArray):
            return array.memory, 0
        return array.base_data, array.offset // array.dtype.itemsize

    def check_extent(self, argument: str, array: Any) -> None:
        """Check that an array lies within its memory, which a caller's shape and offset may exceed.

        Raises:
            ArgumentError: it does not, or its elements are not aligned.
        """
        check_extent(argument, array, self.memory_of(array)[0])

    def end_of(self, array: Any) -> int:
        """End of an array in its memory, in bytes."""
        return end_of(array)

    def room(self, memory: Any) -> int:
        """Bytes of a buffer; 0 of a sub-buffer."""
        return getattr(memory, NOTED, 0) or whole_bytes(memory)

    def add_to_key(self, key: list[Any], arrays: Sequence[Any], queue: Any) -> list[Any] | None:
        """Append element type and layout of each array, and, of arrays that share buffers, which do and their offsets."""
        memories, roots = [], set()
        for array in arrays:
            if array.queue is not queue and not self.lives_with(array, queue):
                return None
            key += (array.dtype, array.shape, array.strides, array.offset)
            if type(array) is cl_array.Array:
                memory: Any = array.base_data
            else:
                memory = array.memory if type(array) is MappedArray else array.base_data
                key += (type(array), getattr(array, "image", False))
            memories.append(memory)
            if getattr(memory, NOTED, 0) or whole_bytes(memory):
                roots.add(memory.int_ptr)
        if len(roots) < len(arrays) > 1:
            key += sharing(arrays, memories)
        return memories

    def reading(
        self, classes: Sequence[type], arrays: Sequence[str], queue: str, unusual: str
    ) -> Reading | None:
        """See ``Adapter.reading``: the lines serve arrays of the call's queue, each with a buffer of its own."""
        if any(array_class is not cl_array.Array for array_class in classes):
            return None
        foreign = [f"{x}.queue is not queue" for x in (arrays if queue else arrays[1:])]
        lines = [
            f"queue = {queue or f'{arrays[0]}.queue'}",
            f"if {' or '.join(['queue is None', 'process.barred', *foreign])}:\n    {unusual}",
            *_open_lines(unusual),
            *(f"m{x} = {x}.base_data" for x in arrays),
        ]
        if len(arrays) > 1:
            cached, queried = (
                " and ".join(form.format(f"m{x}") for x in arrays) for form in (NOTED_ROOM, ROOM)
            )
            lines.append(
                f"try:\n    whole = {cached}\n"
                f"except AttributeError:  # new memory, or part of another's\n    whole = {queried}"
            )
        parts = [f"{x}.{part}" for x in arrays for part in ("dtype", "shape", "strides", "offset")]
        bases, key_lines = f"({', '.join(f'm{x}' for x in arrays)},)", list[str]()
        if len(arrays) > 1:
            equal = " or ".join(["not whole", *(f"m{x} == m{y}" for x, y in combinations(arrays, 2))])
            key_lines.append(f"if {equal}:\n    key += tuple(sharing(({', '.join(arrays)}), {bases}))")
        names = {
            "process": PROCESS,
            "closed": cl.CommandQueueUsedAfterExit,
            "room": self.room,
            "sharing": sharing,
        }
        return Reading(lines, parts, bases, names, key_lines)

    def event_rules(self, classes: Sequence[type]) -> EventRules | None:
        """See ``Adapter.event_rules``; none of mapped arrays."""
        plain = all(array_class is cl_array.Array for array_class in classes)
        return EventRules(self._pools, unfinished, NOTED) if plain else None

    def noting(self, classes: Sequence[type], written: Sequence[int]) -> None:
        """None: arrays hold events."""

    def new(self, like: Any, queue: Any, shape: tuple[int, ...], dtype: Any, *, zeros: bool = False) -> Any:
        """A dense array with the allocator of ``like``, if it has one; of zeros, or of any content.

        Raises:
            AllocationError: the device has no room for it.
        """
        user_allocator = like.allocator
        allocator = user_allocator or (self._pool_of(queue) if self._pools else None)
        make = cl_array.zeros if zeros else cl_array.empty
        try:
            array = make(queue, shape, dtype, allocator=allocator)
        except cl.Error as error:
            raise no_room(shape, dtype, error) from error
        # Not the pool: results that are computed from this array later may be another queue's.
        array.allocator = user_allocator
        return array

    def maker(self, queue: Any, shape: tuple[int, ...], dtype: Any) -> Callable[[Any], tuple[Any, Any]]:
        """See ``Adapter.maker``.

        The layout comes from an array over a byte that is never touched: pyopencl's class takes 20 us for a shape.
        The attributes are set one by one: Python keeps those of an object that was filled in this way in the object
        itself, and makes a dictionary, in twice the time, for one whose ``vars`` are asked for.
        """
        template: Any = cl_array.Array(queue, shape, dtype, data=Buffer(queue.context, READ_WRITE, 1))
        new, array_class, pools, nbytes = object.__new__, cl_array.Array, self._pools, template.nbytes
        context, shape, dtype, strides = template.context, template.shape, template.dtype, template.strides
        size, offset, flags = template.size, template.offset, template._flags  # noqa: SLF001
        plain = nbytes and vars(template).keys() == ATTRIBUTES

        def make(like: Any) -> tuple[Any, Any]:
            allocator = like.allocator
            try:
                if allocator or not plain:
                    array = cl_array.empty_like(template, allocator=allocator or self._pool_of(queue))
                    array.allocator = allocator
                    return array, array.base_data
                pool = self._pool_of(queue) if pools else None
                memory = Buffer(context, READ_WRITE, nbytes) if pool is None else pool(nbytes)
            except cl.Error as error:
                raise no_room(shape, dtype, error) from error
            array = new(array_class)
            array.queue = queue
            array.context = context
            array.shape = shape
            array.dtype = dtype
            array.strides = strides
            array.events = []
            array.nbytes = nbytes
            array.size = size
            array.allocator = None
            array.base_data = memory
            array.offset = offset
            array._flags = flags  # noqa: SLF001
            return array, memory

        return make

    def _pool_of(self, queue: Any) -> BufferPool | None:
        """The pool of a queue, after memory that other queues have finished with has returned to it."""
        if self._in_use:
            self._in_use.forget()
        return self._pools.get(queue)

    def open_pool(self, queue: Any, nbytes: int) -> BufferPool:
        """Let new arrays of an in-order queue reuse memory of earlier ones; see ``Adapter.open_pool``."""
        pool = self._pools[queue] = BufferPool(queue, nbytes)
        return pool

    def close_pool(self, queue: Any) -> None:
        """Let new arrays of a queue have memory of their own again; see ``Adapter.close_pool``."""
        self._pools.pop(queue).close()

    def as_columns(self, argument: str, array: Any) -> Any:
        """See ``Adapter.as_columns``; of a mapped array a view of its buffer."""
        if not isinstance(array, MappedArray):
            stacked = len(array.shape) > 1  # an Ellipsis before a new axis puts it first there
            return array[:, :, None] if stacked else array[:, None]
        if array.image:
            raise ArgumentError(argument, "vectors in a buffer", "an image")
        return self.in_layout(array, (*array.shape, 1), (*array.strides, array.dtype.itemsize))

    def in_layout(self, array: Any, shape: tuple[int, ...], strides: tuple[int, ...]) -> Any:
        """A view with another layout, and the same events; of a mapped array one of its buffer."""
        memory, first = self.memory_of(array)
        return cl_array.Array(
            array.queue or array.context,
            shape,
            array.dtype,
            data=memory,
            offset=first * array.dtype.itemsize,
            strides=strides,
            events=array.events,
            allocator=array.allocator,
        )

    def to_device(self, queue: Any, array: np.ndarray[Any, np.dtype[Any]]) -> Any:
        """A copy of a NumPy array."""
        return cl_array.to_device(queue, array)

    def overlap(self, a: Any, b: Any) -> bool:
        """True if two arrays have an element in common, through sub-buffers too."""
        if any(isinstance(array, MappedArray) and array.image for array in (a, b)):
            return a is b
        (root_a, start_a), (root_b, start_b) = (
            allocation(array.memory if isinstance(array, MappedArray) else array.base_data)
            for array in (a, b)
        )
        if root_a != root_b or a.size == 0 or b.size == 0:
            return False
        return share_memory(np.asarray(_AddressArray(a, start_a)), np.asarray(_AddressArray(b, start_b)))

    def awaited(self, arrays: Iterable[Any], written: Sequence[Any], queue: Any) -> list[cl.Event]:
        """The events that arrays hold, and a marker of each other queue that an output belongs to.

        A call that only reads an array leaves no event on the array's queue: later commands there come after it anyway.

        Raises:
            LaunchError: that queue takes no commands.
        """
        events: list[cl.Event] = []
        for array in arrays:
            if array.events:
                events += array.events
        for output in written:
            output_queue = output.queue
            if (
                output_queue is not queue
                and output_queue is not None
                and _is_open(output_queue)
                and output_queue != queue
            ):
                try:
                    events.append(cl.enqueue_marker(output_queue))
                    output_queue.flush()
                except cl.Error as error:
                    raise LaunchError(
                        f"the queue that an output belongs to takes no commands: {error}"
                    ) from error
        return events

    def leave_event(
        self, event: cl.Event, queue: Any, arrays: Iterable[Any], written: Sequence[Any], *, in_order: bool
    ) -> None:
        """Make later uses of the arrays wait for a call; see ``Adapter.leave_event``."""
        for output in written:
            output.events[:] = (event,)  # it waited for all earlier ones
        for array in arrays:
            array_queue = array.queue
            if in_order and (array_queue is queue or _is_queue(array_queue, queue)):
                continue
            if not any(array is output for output in written):
                _note_reader(array, event)
        # With a pool of another queue, its memory may be in use here.
        if self._pools and not (len(self._pools) == 1 and queue in self._pools):
            self._in_use.retain((getattr(array, "base_data", None) for array in arrays), event)


ADAPTER = OpenCLArrays()


def no_room(shape: tuple[int, ...], dtype: Any, error: cl.Error) -> AllocationError:
    """Error of a device that refused memory for a new array."""
    return AllocationError(
        f"the device has no room for a result of shape {shape} and {np.dtype(dtype)}: {error}"
    )


def unfinished(array: Any) -> list[cl.Event]:
    """The events of an array that have not happened yet; it forgets the others."""
    events: list[cl.Event] = array.events
    for event in tuple(events):
        if event.command_execution_status == COMPLETE:
            with suppress(ValueError):  # another thread has done it
                events.remove(event)
    return events


def _open_lines(unusual: str) -> list[str]:
    """Statements that leave the fast path where the queue was closed."""
    return [f"try:\n    queue.int_ptr\nexcept closed:\n    {unusual}"]


def _is_queue(candidate: Any, queue: Any) -> bool:
    """True if the queue of an array, which may be None or closed, is open and equal to a queue."""
    return candidate is queue or (candidate is not None and _is_open(candidate) and candidate == queue)


def _is_open(queue: Any) -> bool:
    """True if commands can be enqueued; a queue whose with statement has ended has finished all its work."""
    try:
        _ = queue.int_ptr
    except cl.CommandQueueUsedAfterExit:
        return False
    return True


def _note_reader(array: Any, event: cl.Event) -> None:
    """Make later writes of an operand wait for a call that reads it."""
    unfinished = [e for e in array.events if e is not event and e.command_execution_status != COMPLETE]
    array.events[:] = [*unfinished, event]


class _AddressArray:
    """An array of addresses alone, for NumPy to compare; its memory is never touched."""

    def __init__(self, array: Any, start: int) -> None:
        self.__array_interface__ = {
            "version": 3,
            "typestr": np.dtype(array.dtype).str,
            "shape": tuple(array.shape),
            "strides": tuple(array.strides),
            "data": (2**40 + start + int(array.offset), False),
        }
