"""Protocols of a back-end: devices with their facts, memory, queues and compiler, and programs with kernels to launch.

A back-end is a folder here whose classes implement these protocols. Queues, events and memory are objects of the back-end's
own library, which callers may pass and receive; the package uses them through the device.
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
    "RESERVE_DIVISOR",
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
    """Facts about a device that kernels depend on; sizes in bytes, counts in work-items unless named otherwise.

    Attributes:
        name: As the driver reports it, white space folded.
        vendor: As the driver reports it.
        platform: Name of the OpenCL platform.
        driver: Version of the driver.
        kind: CPU, GPU or accelerator.
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
            empty where neither is known, so that a kernel cannot rely on any.
        failing_hints: Types of vectors, by their names in C, at whose hint the compiler fails; empty where that was never
            tried.
        failing_vectors: Types of vectors, by their names in C, with which the device computes wrong numbers, crashes or hangs;
            integers by the unsigned name. No kernel whose text has one of them is served.
        failing_functions: Built-in functions, by their names in kernels' texts, that the compiler lacks, or that the device
            fails at. No kernel whose text has one of them is served.
        build: A short hash that distinguishes compilers and processors of equal names; empty where that is unknown.
        granted_local_bytes: Most local memory that a work-group can request, where the driver tells.
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
        may be larger: on compute capability 9.0 the compiler's own message names the limit.
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
    """A queue of commands; equal queues are one queue, and have equal hashes."""

    def finish(self) -> object:
        """Return when all enqueued commands have ended."""

    def flush(self) -> object:
        """Submit enqueued commands to the device."""


class Memory(Protocol):
    """Memory of a device, an argument of kernels."""

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
        """Set an argument to memory of the device."""

    def set_number(self, index: int, number: Any) -> object:
        """Set an argument to a number, a NumPy scalar of the type that the kernel declares."""

    @property
    def most_items(self) -> int:
        """Work-items that a work-group may have; registers may leave room for fewer than the device has.

        Raises:
            BuildError: the driver does not tell.
        """

    @property
    def least_items(self) -> int:
        """Work-items that a work-group should have a multiple of."""

    def launch(self, queue: Any, extent: Launch, wait_for: Sequence[Any] | None = None) -> Any:
        """Enqueue the kernel.

        Args:
            queue: The queue.
            extent: The work-items.
            wait_for: Events that the kernel waits for.

        Returns:
            The event of its end.

        Raises:
            LaunchError: the device refused it.
        """


class QuickKernel(BuiltKernel, Protocol):
    """A kernel with faster methods for repeated calls; they are optional."""

    def launcher(self, queue: Any, extent: Launch) -> Callable[[Sequence[Any] | None], Any]:
        """Function of the events to wait for that does what ``launch`` does; it may raise ``Device.errors``."""

    def setter(self, index: int) -> tuple[Callable[[int, Any], object], int]:
        """Function that does ``set_memory`` for an argument with a caller's memory, and the index to call it with."""


class Program(Protocol):
    """A compiled text. It has no reference to its device, so that an unused device is freed with its programs."""

    def binary(self) -> bytes:
        """Binary from the compiler, equal for equal programs."""

    def kernel(self, name: str) -> BuiltKernel:
        """A new kernel object of an entry point.

        Raises:
            BuildError: there is no such entry point, or the driver makes no kernel of it.
        """


class Loan(Protocol):
    """A NumPy array while a device works on it.

    Attributes:
        layout: An array with the shape and strides that the device sees.
        memory: The memory for kernels.
        offset: Offset of element (0, 0) in that memory, in elements.
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
        """Return when no copy to or from the array is in progress, whatever its outcome."""

    def return_after(self, event: Any) -> None:
        """Wait for the device's work, and bring its result into the host's array.

        Raises:
            LaunchError: the work failed, or its result cannot be had.
        """


class Transfer(Protocol):
    """A copy in progress between a NumPy array and memory."""

    def enqueued(self) -> list[Any]:
        """The events of its commands, as soon as the last is enqueued."""

    def complete(self) -> None:
        """Return when it has ended."""

    def settle(self) -> None:
        """Return when no part of it runs, whatever its outcome; parts that have not begun are cancelled."""


class Staging(Protocol):
    """Asynchronous copies between NumPy arrays and memory of a device."""

    def pinned(self, nbytes: int) -> Array:
        """New bytes of the host that copy engines reach directly; freed with the last array over them.

        Raises:
            AllocationError: the driver refused.
        """

    def upload(self, array: Array, memory: Any, wait_for: Sequence[Any] = ()) -> Transfer:
        """Copy an array with any strides, which must not change meanwhile, to memory, densely.

        Args:
            array: The array, with at least one element.
            memory: Memory of as many bytes or more.
            wait_for: Events to wait for before the memory is written.
        """

    def download(self, memory: Any, array: Array, wait_for: Sequence[Any] = ()) -> Transfer:
        """Copy dense memory to an array with any strides.

        Args:
            memory: The memory.
            array: The array, with at least one element.
            wait_for: Events to wait for before the memory is read.
        """


RESERVE_DIVISOR = 6
"""``Device.borrow`` keeps at most the device's memory divided by this."""


class Device(Protocol):
    """A device of one back-end.

    Attributes:
        hardware: The device as an object of the back-end's library.
        errors: Exceptions of its driver.
        passed_selftest: It has passed its self-test; see ``devices.selftest``.
    """

    hardware: Any
    errors: tuple[type[Exception], ...]
    passed_selftest: bool

    @property
    def staging(self) -> Staging:
        """Asynchronous copies of large arrays to and from this device's memory."""

    def release(self) -> None:
        """Free memory that is reserved for later copies."""

    @property
    def facts(self) -> Facts:
        """Facts about it, without abilities that its self-test found broken."""

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
            timed: ``times`` can be called for its events.
        """

    def in_order(self, queue: Any) -> bool:
        """Commands on a queue run in the order in which they were enqueued."""

    def times(self, event: Any) -> tuple[float, float]:
        """Begin and end of a command on a timed queue, in seconds by the device's clock."""

    def allocate(self, nbytes: int) -> Any:
        """New memory of so many bytes, of any content.

        Raises:
            AllocationError: there is no room; all other methods that allocate raise it, too.
        """

    def borrow(self, nbytes: int) -> Any:
        """New memory, of any content, from a pool: drivers take a millisecond for 64 MB of new memory.

        It returns to the pool with its last reference, when all commands on it must have ended. The pool keeps up to
        1 / ``RESERVE_DIVISOR`` of the device's memory, until ``release``.
        """

    def image(self, texels: tuple[int, int], channels: int, precision: Precision) -> Any:
        """A new two-dimensional image.

        Args:
            texels: Its width and height.
            channels: 1 or 4 to a texel.
            precision: Type of a channel; doubles and integers are seen as integers of 32 bits.
        """

    def allocate_copy(self, values: Array) -> Any:
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
            array: The array; the device may be given a dense copy of it.
            read: The device reads it.
            write: The device writes it.
        """
