"""What a back-end is: devices with their facts, memory, queues and compiler, and programs whose kernels can be launched.

A back-end is a folder here whose classes keep these protocols. Queues, events and memory are objects of the back-end's
own library, which callers may bring and get; what the run time asks of them goes through the device.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np

    from autoblas.emit.dialect import Dialect
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "KEPT_SHARE",
    "BuiltKernel",
    "Device",
    "Event",
    "Facts",
    "Launch",
    "Loan",
    "Memory",
    "Program",
    "Queue",
    "QuickKernel",
    "Staging",
    "Transfer",
]


@dataclass(frozen=True)
class Facts:
    """What a kernel may ask about a device; sizes in bytes, counts in work-items unless named otherwise.

    Attributes:
        name: As the driver reports it, white space folded.
        vendor: As the driver reports it.
        platform: Name of the OpenCL platform.
        driver: Version of the driver.
        kind: What it is.
        compute_units: Parallel compute units (cores of a CPU, multiprocessors of a GPU).
        clock_mhz: Highest clock, 0 where unknown.
        max_items: Work-items a work-group may have.
        max_item_sizes: Work-items a work-group may have along each dimension.
        local_bytes: Local memory of a work-group.
        memory_bytes: Global memory.
        max_alloc_bytes: Largest single allocation.
        fp64: Doubles are supported.
        fp16: Half-precision arithmetic is supported.
        images: Images are supported.
        max_image: Largest width and height of a 2-D image, in texels.
        sub_groups: Sub-groups (warps, wavefronts) can be addressed from a kernel.
        host_shared: The device works in the host's own memory, so host arrays need no copy.
        system_svm: Kernels may be given any host pointer.
        extensions: Names of the extensions it reports.
        compute_capability: Major and minor number of an NVIDIA device's architecture; (0, 0) for others.
        vector_bytes: Bytes of the vectors that its instructions work on; the widest, where it has several.
        vector_registers: Registers that a CPU has for such vectors.
        cache_bytes: Of the cache that the driver reports, 0 where unknown; which level that is differs between platforms.
        sub_group_sizes: Widths of sub-groups that a kernel may require, or else the only one that the device has;
            empty where neither is known, so that a kernel cannot be sure of any.
        failing_hints: Types of vectors, by their names in C, at whose hint the compiler was found to fail; empty where
            it was never tried.
        failing_vectors: Types of vectors, by their names in C, with which the device was found to compute wrong numbers, to
            crash or to hang; integers by the unsigned name. No kernel whose text has one of them is served.
        failing_functions: Built-in functions, by their names in kernels' texts, that the compiler was found to lack, or that
            the device fails at. No kernel whose text has one of them is served.
        build: A short hash of what tells apart compilers and processors that have these names; empty where that is unknown.
        granted_local_bytes: Local memory of a work-group that asks for all that there is, where the driver says how much.
    """

    name: str
    vendor: str
    platform: str
    driver: str
    kind: Literal["cpu", "gpu", "acc"]
    compute_units: int
    clock_mhz: int
    max_items: int
    max_item_sizes: tuple[int, ...]
    local_bytes: int
    memory_bytes: int
    max_alloc_bytes: int
    fp64: bool
    fp16: bool
    images: bool
    max_image: tuple[int, int]
    sub_groups: bool
    host_shared: bool
    system_svm: bool
    extensions: tuple[str, ...] = ()
    vector_bytes: int = 16
    vector_registers: int = 16
    cache_bytes: int = 0
    compute_capability: tuple[int, int] = (0, 0)
    sub_group_sizes: tuple[int, ...] = ()
    failing_hints: tuple[str, ...] = ()
    failing_vectors: tuple[str, ...] = ()
    failing_functions: tuple[str, ...] = ()
    build: str = ""
    granted_local_bytes: int = 0

    @property
    def groups_may_wait(self) -> bool:
        """A work-group that has begun goes on while others wait for it.

        OpenCL promises no such thing; NVIDIA does since compute capability 7.0 (CUDA C++ Programming Guide,
        "Independent Thread Scheduling").
        """
        return self.compute_capability >= (7, 0)

    @property
    def declared_local_bytes(self) -> int:
        """Local memory that a kernel may declare as arrays of its own.

        NVIDIA's OpenCL reports, and grants to arguments, what every device since 2010 has; arrays declared in the text
        may be larger: found on compute capability 9.0, where the compiler's own message names the limit.
        """
        return self.granted_local_bytes or {(9, 0): 232448}.get(self.compute_capability, self.local_bytes)


@dataclass(frozen=True)
class Launch:
    """The extent of one kernel launch, in work-items.

    Attributes:
        global_size: Work-items along each dimension; a multiple of ``local_size``.
        local_size: Work-items a work-group along each dimension.
    """

    global_size: tuple[int, ...]
    local_size: tuple[int, ...]


class Event(Protocol):
    """The end of a command that was enqueued."""

    def wait(self) -> object:
        """Return when the command has ended."""


class Queue(Protocol):
    """Where commands are enqueued; equal queues are the same one, and have the same hash."""

    def finish(self) -> object:
        """Return when everything that was enqueued has ended."""

    def flush(self) -> object:
        """Let the device begin."""


class Memory(Protocol):
    """Memory of a device; what a kernel is given."""

    @property
    def size(self) -> int:
        """Bytes."""


class BuiltKernel(Protocol):
    """An entry point of a program with arguments of its own, for one thread.

    Attributes:
        name: The entry point.
    """

    name: str

    def set_memory(self, index: int, memory: Any) -> object:
        """Let an argument be memory of the device."""

    def set_number(self, index: int, number: Any) -> object:
        """Let an argument be a number, a NumPy scalar of the type that the kernel declares."""

    @property
    def most_items(self) -> int:
        """Work-items that a work-group may have; registers may leave room for fewer than the device has.

        Raises:
            BuildError: the driver does not say.
        """

    @property
    def least_items(self) -> int:
        """Work-items that a work-group should have a multiple of."""

    def launch(self, queue: Any, extent: Launch, wait_for: Sequence[Any] | None = None) -> Any:
        """Enqueue the kernel.

        Args:
            queue: Where.
            extent: The work-items.
            wait_for: Events that must have happened before.

        Returns:
            The event of its end.

        Raises:
            LaunchError: the device refused it.
        """


class QuickKernel(BuiltKernel, Protocol):
    """A kernel that has more for calls that are repeated; those that have not are asked each time."""

    def launcher(self, queue: Any, extent: Launch) -> Callable[[Sequence[Any] | None], Any]:
        """What does ``launch`` there, for the events to wait for; it may raise ``Device.errors`` where the device refuses."""

    def setter(self, index: int) -> tuple[Callable[[int, Any], object], int]:
        """What does ``set_memory`` for an argument with memory of callers, and the index to give it."""


class Program(Protocol):
    """A compiled text; it holds no reference to its device, which is forgotten, with its programs, when nobody uses it."""

    def binary(self) -> bytes:
        """What the compiler produced, to tell equal programs apart from different ones."""

    def kernel(self, name: str) -> BuiltKernel:
        """A new kernel object of an entry point.

        Raises:
            BuildError: there is no such entry point, or the driver makes no kernel of it.
        """


class Loan(Protocol):
    """A NumPy array while a device works on it.

    Attributes:
        layout: An array with the shape and strides of what the device sees.
        memory: What a kernel is given.
        offset: Where element (0, 0) lies in that memory, in elements.
    """

    layout: Array
    memory: Any
    offset: int

    def arrived(self) -> list[Any]:
        """The events that kernels wait for before they use the memory, once all of them are enqueued.

        Raises:
            AllocationError: the array cannot be copied to the device.
        """

    def settle(self) -> None:
        """Return when no copy to or from the array goes on, whatever became of it."""

    def return_after(self, event: Any) -> None:
        """Wait for the device's work and see to it that the host's array holds the result.

        Raises:
            LaunchError: the work failed, or its result cannot be had.
        """


class Transfer(Protocol):
    """A copy between a NumPy array and memory that is under way."""

    def enqueued(self) -> list[Any]:
        """The events of its commands, as soon as the last is enqueued."""

    def complete(self) -> None:
        """Return when it has ended."""

    def settle(self) -> None:
        """Return when nothing of it runs any more, whatever became of it; what has not begun is given up."""


class Staging(Protocol):
    """Copies between NumPy arrays and memory of a device, while the thread that asks for them does other things."""

    def pinned(self, nbytes: int) -> Array:
        """New bytes of the host that copy engines reach by themselves; given back with the last array over them.

        Raises:
            AllocationError: the driver refused.
        """

    def upload(self, array: Array, memory: Any, wait_for: Sequence[Any] = ()) -> Transfer:
        """Copy an array with any strides, which must not change meanwhile, to memory, where its elements follow each other.

        Args:
            array: The array, with at least one element.
            memory: Memory of as many bytes or more.
            wait_for: What must have ended before the memory is written.
        """

    def download(self, memory: Any, array: Array, wait_for: Sequence[Any] = ()) -> Transfer:
        """Copy memory, where elements follow each other, to an array with any strides.

        Args:
            memory: The memory.
            array: The array, with at least one element.
            wait_for: What must have ended before the memory is read.
        """


KEPT_SHARE = 6
"""The part of a device's memory that ``Device.borrow`` keeps at most: one in so many."""


class Device(Protocol):
    """A device of one back-end.

    Attributes:
        hardware: The device as the back-end's own library knows it.
        errors: What its driver raises where it refuses or fails.
        proved: It is known to compute right numbers; see ``devices.selftest``.
    """

    hardware: Any
    errors: tuple[type[Exception], ...]
    proved: bool

    @property
    def staging(self) -> Staging:
        """What copies large arrays to and from this device's memory."""

    def release(self) -> None:
        """Give back memory that is kept for later copies."""

    @property
    def facts(self) -> Facts:
        """What kernels and the database know it by."""

    @property
    def dialect(self) -> Dialect:
        """The words of its kernel language."""

    def build(self, text: str, options: tuple[str, ...]) -> Program:
        """Compile ``text``.

        Raises:
            BuildError: the compiler refused it.
        """

    def queue(self, *, timed: bool = False) -> Any:
        """A new queue, whose commands run in the order in which they are enqueued.

        Args:
            timed: ``times`` will be asked for its events.
        """

    def in_order(self, queue: Any) -> bool:
        """Commands on a queue run in the order in which they were enqueued."""

    def times(self, event: Any) -> tuple[float, float]:
        """When a command on a timed queue began and ended, in seconds by the device's clock."""

    def allocate(self, nbytes: int) -> Any:
        """New memory of so many bytes, of any content.

        Raises:
            AllocationError: there is no room; so it is of whatever else takes memory.
        """

    def borrow(self, nbytes: int) -> Any:
        """The same for commands that have ended when the last reference to it goes: it is kept for later requests then.

        Up to ``KEPT_SHARE`` of the device's memory, until ``release``: drivers take a millisecond for 64 MB of new memory.
        """

    def image(self, texels: tuple[int, int], channels: int, precision: Precision) -> Any:
        """A new two-dimensional image.

        Args:
            texels: Its width and height.
            channels: 1 or 4 to a texel.
            precision: What a channel holds; doubles and integers are seen as integers of 32 bits.
        """

    def holding(self, values: Array) -> Any:
        """New memory with the bytes of a NumPy array whose elements follow each other."""

    def copy(self, queue: Any, target: Any, source: Any, wait_for: Sequence[Any] | None = None) -> Any:
        """Copy between memory and a NumPy array of the same bytes, or between memories.

        Memory that is an image is copied whole, row by row. Copies to or from a NumPy array are complete on return.

        Returns:
            The event of its end.
        """

    def lend(self, queue: Any, array: Array, *, read: bool, write: bool) -> Loan:
        """Lend a NumPy array with at least one element: in place where the device works in the host's memory.

        Args:
            queue: The queue that the device's work goes to.
            array: What is lent; the device may be given a dense copy of it.
            read: The device reads it.
            write: The device writes it.
        """
