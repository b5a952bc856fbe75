"""The protocol of adapters to libraries of arrays, and the adapter of an array, a queue or an event."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from autoblas.devices.backends import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from autoblas.arrays.words import Reading
    from autoblas.devices.device import Event

__all__ = ["Adapter", "EventRules", "Pool", "adapter_for", "adapter_of", "is_event", "is_queue", "to_device"]

CUDA = "autoblas.arrays.cuda.adapter"

ADAPTERS = {
    "pyopencl": "autoblas.arrays.opencl",
    "autoblas.arrays.mapped": "autoblas.arrays.opencl",
    **dict.fromkeys(
        ("autoblas.devices.cuda", "autoblas.arrays.cuda", "cuda", "cupy", "jax", "jaxlib", "numba", "torch"),
        CUDA,
    ),
}
"""The module of each adapter, by the package or module that the classes of its objects come from. It defines ``ADAPTER``.
"""

PROTOCOLS = ("__cuda_array_interface__", "__dlpack_device__", "__cuda_stream__")
"""Attributes of arrays and streams in CUDA memory, by which those of any other library are recognised."""

OF_HOST = (np.ndarray, np.generic)
"""Classes with DLPack whose objects are in the host's memory."""


class Pool(Protocol):
    """A pool of memory for new arrays."""

    @property
    def nbytes(self) -> int:
        """Bytes of the pool, in use or not."""

    def release(self) -> None:
        """Return memory that no array uses to the driver."""


class EventRules(NamedTuple):
    """Rules by which repeated calls on an in-order queue treat arrays that hold events.

    Attributes:
        pools: Pools of results, by queue. If other queues than the call's have one, ``leave_event`` has to be called.
        unfinished: The events of an array that have not happened yet; it forgets the others.
        noted: The attribute of memory that caches its ``Adapter.room``.
    """

    pools: Mapping[Any, Any]
    unfinished: Callable[[Any], Sequence[Any]]
    noted: str


class Adapter(Protocol):
    """Operations of routines on one library's arrays.

    Attributes:
        noun: One of its arrays, as errors call it.
        arrays: Its classes of arrays.
        queues: Its classes of queues.
        events: Its classes of events.
        foreign: Routines do not know its arrays: they are given ``views``, and callers get the ``original`` of results.
    """

    noun: str
    arrays: tuple[type, ...]
    queues: tuple[type, ...]
    events: tuple[type, ...]
    foreign: bool

    def queue_of(self, array: Any) -> Any:
        """The queue that an array holds, or None."""

    def any_queue(self, arrays: Sequence[Any]) -> Any:
        """The queue of a call on arrays for which the caller named none; None where none of them holds one."""

    def staying(self, arrays: Sequence[Any], queue: Any) -> Callable[[], bool]:
        """Test if ``any_queue`` of these arrays, which gave this queue, still gives it."""

    def views(self, named: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a routine, by name, as it takes them.

        Raises:
            ArgumentError: one of them cannot be used.
        """

    def original(self, result: Any) -> Any:
        """The caller's array for one that a routine returned."""

    def queue_from(self, queue: Any) -> Any:
        """A queue, or a stream of another library, as a queue of the back-end."""

    def own_events(self, events: Any) -> Any:
        """Events of other libraries, wrapped; an argument that is no sequence of events is unchanged."""

    def check_open(self, queue: Any) -> None:
        """Check that commands can be enqueued.

        Raises:
            ArgumentError: the queue was closed.
            DeviceError: this process was forked from the one that made it.
        """

    def lives_with(self, array: Any, queue: Any) -> bool:
        """The device of a queue reaches the array's memory."""

    def memory_of(self, array: Any) -> tuple[Any, int]:
        """The memory of an array, and the offset of its first element in it, in elements."""

    def check_extent(self, argument: str, array: Any) -> None:
        """Check that an array lies within its memory, and that its elements are aligned, as far as that can be known.

        Raises:
            ArgumentError: it does not, or they are not.
        """

    def end_of(self, array: Any) -> int:
        """End of an array in memory whose size repeated calls have to check, in bytes; else 0."""

    def room(self, memory: Any) -> int:
        """A lower bound of the size of memory, in bytes, which takes no query of the driver."""

    def add_to_key(self, key: list[Any], arrays: Sequence[Any], queue: Any) -> list[Any] | None:
        """Append to a key all that routines read of arrays, except queues, events and memory, and which of them share memory.

        Arrays that append equal parts have equal layouts and equal overlaps.

        Returns:
            The memory of each array, as the first value of ``memory_of``; None where the device of the queue does not reach
            all of them.
        """

    def reading(
        self, classes: Sequence[type], arrays: Sequence[str], queue: str, unusual: str
    ) -> Reading | None:
        """Generated lines that do for usual arrays what ``any_queue``, ``check_open`` and ``add_to_key`` do.

        Args:
            classes: The class of each array.
            arrays: The names that the arrays have in the lines.
            queue: The name of the queue; empty where the caller gave none.
            unusual: The statement for an unusual call, which begins again with the methods.

        Returns:
            The lines; None where arrays of these classes need the methods.
        """

    def event_rules(self, classes: Sequence[type]) -> EventRules | None:
        """Rules for arrays of these classes, if they hold events; else None."""

    def noting(
        self, classes: Sequence[type], written: Sequence[int]
    ) -> Callable[[Sequence[Any], Any], None] | None:
        """Function that reports writes of a call to the library of its arrays; None unless they share a current stream.

        These arrays are ordered by their stream alone: calls neither wait for events nor leave any, and need neither
        ``awaited`` nor ``leave_event``. The function takes the arrays of the call and its queue, and may raise ``LaunchError``.

        Args:
            classes: The class of each array of the caller, never of views, whose writes the library does not count.
            written: Indices of arrays that are written; those behind the last of ``classes`` are new arrays.
        """

    def new(self, like: Any, queue: Any, shape: tuple[int, ...], dtype: Any, *, zeros: bool = False) -> Any:
        """A dense array with the allocator of ``like``, if it has one; of zeros, or of any content.

        Raises:
            AllocationError: the device has no room for it.
        """

    def as_columns(self, argument: str, array: Any) -> Any:
        """A view with one more axis, of one element, and the same events: a vector as a matrix of one column.

        Raises:
            ArgumentError: the elements do not follow each other as those of a vector do.
        """

    def in_layout(self, array: Any, shape: tuple[int, ...], strides: tuple[int, ...]) -> Any:
        """A view of another shape, with strides in bytes, and the same events; the memory has all its elements."""

    def maker(self, queue: Any, shape: tuple[int, ...], dtype: Any) -> Callable[[Any], tuple[Any, Any]]:
        """Function that makes arrays of one layout again and again, faster than ``new``, without zeros.

        Returns:
            A function of the array that is ``like`` in ``new``. It returns the new array and its memory, and raises as
            ``new`` does.
        """

    def open_pool(self, queue: Any, nbytes: int) -> Pool:
        """Let new arrays of an in-order queue reuse memory of earlier ones, unless they have an allocator.

        Args:
            queue: The queue, to which the pool holds a reference until it is closed.
            nbytes: Bytes of the pool at most.
        """

    def close_pool(self, queue: Any) -> None:
        """Let new arrays of a queue have memory of their own again, and return memory that no array uses, now and later."""

    def to_device(self, queue: Any, array: np.ndarray[Any, np.dtype[Any]]) -> Any:
        """A copy of a NumPy array."""

    def overlap(self, a: Any, b: Any) -> bool:
        """True if two arrays have an element in common."""

    def awaited(self, arrays: Iterable[Any], written: Sequence[Any], queue: Any) -> list[Event]:
        """The events that a call on arrays has to wait for.

        Args:
            arrays: Its operands.
            written: Its outputs.
            queue: Its queue.
        """

    def leave_event(
        self, event: Event, queue: Any, arrays: Iterable[Any], written: Sequence[Any], *, in_order: bool
    ) -> None:
        """Make later uses of the arrays wait for a call.

        Args:
            event: The event of the call, which waited for all events of the arrays.
            queue: Its queue.
            arrays: Its operands.
            written: Its outputs.
            in_order: Commands on the queue run in the order in which they were enqueued.
        """


_adapters: dict[type, Adapter | None] = {}


def adapter_of(candidate: Any) -> Adapter | None:
    """The adapter of an array, a queue or an event; None where no adapter fits."""
    candidate_class = type(candidate)
    if candidate_class not in _adapters:
        module = nearest(candidate_class, ADAPTERS)
        if (
            module is None
            and not issubclass(candidate_class, OF_HOST)
            and any(hasattr(candidate_class, name) for name in PROTOCOLS)
        ):
            module = CUDA
        _adapters[candidate_class] = None if module is None else importlib.import_module(module).ADAPTER
    return _adapters[candidate_class]


def adapter_for(candidate: Any) -> Adapter:
    """The adapter of an array, a queue or an event that must have one.

    Raises:
        TypeError: it has none.
    """
    adapter = adapter_of(candidate)
    if adapter is None:
        message = f"{type(candidate).__name__} is of no library that has an adapter"
        raise TypeError(message)
    return adapter


def to_device(queue: Any, array: np.ndarray[Any, np.dtype[Any]]) -> Any:
    """A copy of a NumPy array, of the class of arrays that belongs to a queue."""
    return adapter_for(queue).to_device(queue, array)


def is_queue(candidate: Any) -> bool:
    """True of a queue of any adapter."""
    adapter = adapter_of(candidate)
    return adapter is not None and isinstance(candidate, adapter.queues)


def is_event(candidate: Any) -> bool:
    """True of an event of any adapter."""
    adapter = adapter_of(candidate)
    return adapter is not None and isinstance(candidate, adapter.events)
