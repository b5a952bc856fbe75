"""What an adapter is, and which one an array, a queue or an event belongs to."""

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
"""What classes have whose objects are arrays or streams of CUDA, of libraries that are not known by name."""

OF_HOST = (np.ndarray, np.generic)
"""Classes that have DLPack and are the host's."""


class Pool(Protocol):
    """Memory of new arrays that is used again."""

    @property
    def nbytes(self) -> int:
        """Bytes that it has, kept or in use."""

    def release(self) -> None:
        """Give back what no array uses."""


class EventRules(NamedTuple):
    """What calls that are repeated on an in-order queue have to know of arrays that hold events.

    Attributes:
        pools: Pools of results, by queue. Where they are not that of the call's queue alone, ``leave_event`` is to be asked.
        unfinished: The events of an array that have not happened yet; it forgets the others.
        noted: The attribute of memory for what ``Adapter.room`` says of it, where that was asked before.
    """

    pools: Mapping[Any, Any]
    unfinished: Callable[[Any], Sequence[Any]]
    noted: str


class Adapter(Protocol):
    """What routines ask of one library's arrays.

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
        """What says whether ``any_queue`` of these arrays, which gave this queue, still gives it."""

    def views(self, named: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of a routine, by name, as it takes them.

        Raises:
            ArgumentError: one of them cannot be used.
        """

    def original(self, result: Any) -> Any:
        """What the caller gets for what a routine returned."""

    def queue_from(self, queue: Any) -> Any:
        """A queue, or a stream of another library, as our queue."""

    def own_events(self, events: Any) -> Any:
        """Events of other libraries as ours; what is no sequence of events stays as it is."""

    def check_open(self, queue: Any) -> None:
        """See that commands can be enqueued.

        Raises:
            ArgumentError: the queue was closed.
            DeviceError: this process was forked from the one that made it.
        """

    def lives_with(self, array: Any, queue: Any) -> bool:
        """The device of a queue reaches the array's memory."""

    def memory_of(self, array: Any) -> tuple[Any, int]:
        """The memory of an array, and where its first element lies there, in elements."""

    def check_extent(self, argument: str, array: Any) -> None:
        """See that an array lies within its memory, and that its elements are aligned, as far as that can be known.

        Raises:
            ArgumentError: it does not, or they are not.
        """

    def end_of(self, array: Any) -> int:
        """Where an array ends in memory whose size is to be asked in each call that is repeated, in bytes; else 0."""

    def room(self, memory: Any) -> int:
        """Bytes that memory has, as far as that is known at once: never more than it has."""

    def add_to_key(self, key: list[Any], arrays: Sequence[Any], queue: Any) -> list[Any] | None:
        """Append all that routines look at of arrays besides queues, events and memory, and which of them share memory.

        Arrays that append the same have equal layouts, and what overlaps in the ones does in the others.

        Returns:
            The memory of each array, what ``memory_of`` begins with; None where the device of the queue does not reach all of
            them.
        """

    def reading(
        self, classes: Sequence[type], arrays: Sequence[str], queue: str, unusual: str
    ) -> Reading | None:
        """Lines that do for usual arrays of some classes what the queue, ``check_open`` and ``add_to_key`` are asked for.

        Args:
            classes: The class of each array.
            arrays: The names that the arrays have in the lines.
            queue: That of the queue; empty where the caller gave none.
            unusual: The statement for whatever is not usual, in which everything is asked for again.

        Returns:
            The lines; None where arrays of these classes are to be asked one by one.
        """

    def event_rules(self, classes: Sequence[type]) -> EventRules | None:
        """What calls on an in-order queue have to know of arrays of these classes, which hold events; None of others."""

    def noting(
        self, classes: Sequence[type], written: Sequence[int]
    ) -> Callable[[Sequence[Any], Any], None] | None:
        """What tells the library of arrays which of them a call has written; None unless they share a current stream.

        The order of commands on that stream is all that calls on arrays of these classes heed, so this stands for
        ``awaited`` and ``leave_event``. It takes the arrays of the call and its queue, and may raise ``LaunchError``.

        Args:
            classes: The class of each array that callers give; never those of views, which do not tell the library.
            written: The places of those that are written; places behind those of ``classes`` are of new arrays.
        """

    def new(self, like: Any, queue: Any, shape: tuple[int, ...], dtype: Any, *, zeros: bool = False) -> Any:
        """A dense array with the allocator of ``like``, if it has one; of zeros, or of any content.

        Raises:
            AllocationError: the device has no room for it.
        """

    def as_columns(self, argument: str, array: Any) -> Any:
        """The same memory and events with one more axis, of one element: a vector as a matrix of one column.

        Raises:
            ArgumentError: the elements do not follow each other as those of a vector do.
        """

    def in_layout(self, array: Any, shape: tuple[int, ...], strides: tuple[int, ...]) -> Any:
        """The same memory and events as an array of another shape, with these strides in bytes, which it has all of."""

    def maker(self, queue: Any, shape: tuple[int, ...], dtype: Any) -> Callable[[Any], tuple[Any, Any]]:
        """What makes such arrays again and again, faster than ``new``, without zeros.

        Returns:
            A function of the array that is ``like`` in ``new``; it returns the new one and its memory, and raises what
            ``new`` does.
        """

    def open_pool(self, queue: Any, nbytes: int) -> Pool:
        """Let new arrays of an in-order queue have memory of earlier ones that nobody holds, if no allocator is theirs.

        Args:
            queue: The queue, which is held until the pool is closed.
            nbytes: Bytes of the pool at most.
        """

    def close_pool(self, queue: Any) -> None:
        """Let new arrays of a queue have memory of their own again, and give back what no array uses, now and later."""

    def to_device(self, queue: Any, array: np.ndarray[Any, np.dtype[Any]]) -> Any:
        """A copy of a NumPy array."""

    def overlap(self, a: Any, b: Any) -> bool:
        """Two arrays have an element in common."""

    def awaited(self, arrays: Iterable[Any], written: Sequence[Any], queue: Any) -> list[Event]:
        """The events that a call on arrays has to wait for.

        Args:
            arrays: Its operands.
            written: Those that it writes.
            queue: Where it runs.
        """

    def leave_event(
        self, event: Event, queue: Any, arrays: Iterable[Any], written: Sequence[Any], *, in_order: bool
    ) -> None:
        """Make whatever uses the arrays later wait for a call.

        Args:
            event: That of the call, which waited for all events of the arrays.
            queue: Where it runs.
            arrays: Its operands.
            written: Those that it writes.
            in_order: Commands on the queue run in the order in which they were enqueued.
        """


_known: dict[type, Adapter | None] = {}


def adapter_of(thing: Any) -> Adapter | None:
    """The adapter of an array, a queue or an event; None where it belongs to no library that is known."""
    kind = type(thing)
    if kind not in _known:
        module = nearest(kind, ADAPTERS)
        if (
            module is None
            and not issubclass(kind, OF_HOST)
            and any(hasattr(kind, name) for name in PROTOCOLS)
        ):
            module = CUDA
        _known[kind] = None if module is None else importlib.import_module(module).ADAPTER
    return _known[kind]


def adapter_for(thing: Any) -> Adapter:
    """The adapter of something that is known to have one.

    Raises:
        TypeError: it has none.
    """
    adapter = adapter_of(thing)
    if adapter is None:
        message = f"{type(thing).__name__} is of no library that has an adapter"
        raise TypeError(message)
    return adapter


def to_device(queue: Any, array: np.ndarray[Any, np.dtype[Any]]) -> Any:
    """A copy of a NumPy array, in the kind of array that goes with a queue."""
    return adapter_for(queue).to_device(queue, array)


def is_queue(thing: Any) -> bool:
    """It is a queue of a known library."""
    adapter = adapter_of(thing)
    return adapter is not None and isinstance(thing, adapter.queues)


def is_event(thing: Any) -> bool:
    """It is an event of a known library."""
    adapter = adapter_of(thing)
    return adapter is not None and isinstance(thing, adapter.events)
