"""A back-end without hardware: its devices record commands, for tests and for printing kernels."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.devices.device import Facts
from autoblas.emit.opencl_c import OPENCL_C

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from autoblas.devices.device import Launch
    from autoblas.emit.dialect import Dialect
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "AVX2_CPU",
    "HOPPER",
    "INTEL_GPU",
    "NEON_CPU",
    "PLAIN_CPU",
    "PLAIN_GPU",
    "SMALL_GPU",
    "SSE_CPU",
    "RecordedEvent",
    "RecordedKernel",
    "RecordedLaunch",
    "RecordedLoan",
    "RecordedProgram",
    "RecordingDevice",
    "RecordingQueue",
    "device_of",
]

PLAIN_CPU = Facts(
    name="plain CPU",
    vendor="nobody",
    platform="no platform",
    driver="0",
    kind="cpu",
    compute_units=8,
    clock_mhz=3000,
    max_items=4096,
    max_item_sizes=(4096, 4096, 4096),
    local_bytes=256 << 10,
    memory_bytes=16 << 30,
    max_alloc_bytes=4 << 30,
    fp64=True,
    fp16=False,
    images=True,
    max_image=(8192, 8192),
    sub_groups=False,
    host_shared=True,
    system_svm=False,
    extensions=("cl_khr_fp64",),
    vector_bytes=64,
    vector_registers=32,
)
"""A processor with AVX-512 that works in the host's memory."""

AVX2_CPU = replace(PLAIN_CPU, name="plain AVX2 CPU", vector_bytes=32, vector_registers=16)
NEON_CPU = replace(PLAIN_CPU, name="plain NEON CPU", vector_bytes=16, vector_registers=32)
SSE_CPU = replace(PLAIN_CPU, name="plain SSE CPU", vector_bytes=16, vector_registers=16)
"""Processors as ``PLAIN_CPU`` with other vectors."""

PLAIN_GPU = Facts(
    name="plain GPU",
    vendor="nobody",
    platform="no platform",
    driver="0",
    kind="gpu",
    compute_units=132,
    clock_mhz=1980,
    max_items=1024,
    max_item_sizes=(1024, 1024, 64),
    local_bytes=48 << 10,
    memory_bytes=80 << 30,
    max_alloc_bytes=20 << 30,
    fp64=True,
    fp16=False,
    images=True,
    max_image=(32768, 32768),
    sub_groups=False,
    host_shared=False,
    system_svm=False,
    extensions=("cl_khr_fp64",),
)
"""A graphics processor with memory of its own and the limits of NVIDIA's OpenCL."""

HOPPER = replace(PLAIN_GPU, name="plain Hopper", compute_capability=(9, 0))
"""A ``PLAIN_GPU`` with the instructions and the local memory of NVIDIA's architecture of 2022."""

SMALL_GPU = replace(
    PLAIN_GPU,
    name="small GPU",
    compute_units=2,
    clock_mhz=600,
    max_items=256,
    max_item_sizes=(256, 8, 8),
    local_bytes=16 << 10,
    memory_bytes=1 << 30,
    max_alloc_bytes=256 << 20,
    fp64=False,
    fp16=True,
    images=False,
    max_image=(0, 0),
    host_shared=True,
    extensions=("cl_khr_fp16",),
    failing_hints=("float", "float4"),
)
"""The least of devices: no doubles, little local memory, work-groups that are narrow along the second dimension, and a
compiler that fails at hints."""


INTEL_GPU = replace(
    PLAIN_GPU,
    name="plain Intel GPU",
    compute_units=40,
    clock_mhz=1300,
    max_items=256,
    max_item_sizes=(256, 256, 256),
    local_bytes=64 << 10,
    memory_bytes=1 << 30,
    max_alloc_bytes=512 << 20,
    fp16=True,
    max_image=(16384, 16384),
    sub_groups=True,
    host_shared=True,
    extensions=("cl_intel_required_subgroup_size", "cl_intel_subgroups", "cl_khr_fp16", "cl_khr_fp64"),
    sub_group_sizes=(8, 16, 32),
)
"""A graphics processor with the sub-groups, and the size, of Intel's 4th generation."""


class RecordedEvent:
    """The end of a command that never ran."""

    def wait(self) -> None:
        """Return at once."""


class RecordingQueue:
    """A queue that nothing runs on.

    Attributes:
        device: Its device.
    """

    def __init__(self, device: RecordingDevice) -> None:
        self.device = device

    def finish(self) -> None:
        """Return at once."""

    def flush(self) -> None:
        """Return at once."""


@dataclass(frozen=True)
class RecordedLaunch:
    """A launch.

    Attributes:
        kernel: The entry point.
        arguments: The arguments that were set last, by index.
        extent: The work-items.
    """

    kernel: str
    arguments: Mapping[int, Any]
    extent: Launch


class RecordedKernel:
    """An entry point whose launches the device records."""

    def __init__(self, program: RecordedProgram, name: str) -> None:
        self.name, self._launches = name, program.launches
        self._arguments: dict[int, Any] = {}
        self.most_items = program.facts.max_items
        self.least_items = 1

    def set_memory(self, index: int, memory: Any) -> None:
        """Record an argument."""
        self._arguments[index] = memory

    def set_number(self, index: int, number: Any) -> None:
        """Record an argument."""
        self._arguments[index] = number

    def launch(
        self, queue: RecordingQueue, extent: Launch, wait_for: Sequence[Any] | None = None
    ) -> RecordedEvent:
        """Record a launch."""
        del queue, wait_for
        self._launches.append(RecordedLaunch(self.name, dict(self._arguments), extent))
        return RecordedEvent()


@dataclass(frozen=True)
class RecordedProgram:
    """A text that was given to ``RecordingDevice.build``.

    Attributes:
        text: The text.
        options: The options for the compiler.
        facts: The device.
        launches: The list that its launches are appended to.
    """

    text: str
    options: tuple[str, ...]
    facts: Facts = field(repr=False, compare=False)
    launches: list[RecordedLaunch] = field(repr=False, compare=False)

    def binary(self) -> bytes:
        """A hash of text and options, so that equal programs have equal binaries."""
        return hashlib.sha256("\0".join((self.text, *self.options)).encode()).digest()

    def kernel(self, name: str) -> RecordedKernel:
        """A new kernel object, whatever the text says."""
        return RecordedKernel(self, name)


class RecordedLoan:
    """A NumPy array that is lent in place.

    Attributes:
        layout: The array.
        memory: The array.
        offset: 0.
    """

    def __init__(self, array: Array) -> None:
        self.layout, self.memory, self.offset = array, array, 0

    def arrived(self) -> list[Any]:
        """No events: the array is lent in place."""
        return []

    def settle(self) -> None:
        """Return at once: no copy is in progress."""

    def return_after(self, event: Any) -> None:
        """Wait for the event; the array is unchanged."""
        event.wait()


class RecordedStaging:
    """Copies at once, between arrays and memory that are both NumPy's."""

    def pinned(self, nbytes: int) -> Array:
        """Bytes."""
        return np.zeros(nbytes, np.uint8)

    def upload(self, array: Array, memory: Array, wait_for: Sequence[Any] = ()) -> RecordedTransfer:
        """Copy an array to memory."""
        del wait_for
        memory[: array.nbytes] = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        return RecordedTransfer()

    def download(self, memory: Array, array: Array, wait_for: Sequence[Any] = ()) -> RecordedTransfer:
        """Copy memory to an array."""
        del wait_for
        array[...] = memory[: array.nbytes].view(array.dtype).reshape(array.shape)
        return RecordedTransfer()


class RecordedTransfer:
    """A copy that has ended."""

    def enqueued(self) -> list[Any]:
        """No events: the copy has ended."""
        return []

    def complete(self) -> None:
        """Return at once."""

    def settle(self) -> None:
        """Return at once: no copy is in progress."""


@dataclass(eq=False)
class RecordingDevice:
    """A device that computes nothing and records all commands; its memory is NumPy's.

    Attributes:
        facts: Its facts.
        dialect: The words of its kernel language.
        builds: Every program in the order it was built.
        launches: Every launch in the order it was enqueued.
        hardware: None.
        errors: None; it refuses no command.
        passed_selftest: True; it needs no self-test.
    """

    facts: Facts
    dialect: Dialect = OPENCL_C
    builds: list[RecordedProgram] = field(default_factory=list)
    launches: list[RecordedLaunch] = field(default_factory=list)
    hardware: Any = None
    errors: tuple[type[Exception], ...] = ()
    passed_selftest: bool = True

    @property
    def staging(self) -> RecordedStaging:
        """Copies at once."""
        return RecordedStaging()

    def release(self) -> None:
        """Do nothing: it reserves no memory."""

    def build(self, text: str, options: tuple[str, ...]) -> RecordedProgram:
        """Record ``text`` and ``options``; no compiler refuses them."""
        program = RecordedProgram(text, options, self.facts, self.launches)
        self.builds.append(program)
        return program

    def queue(self, *, timed: bool = False) -> RecordingQueue:
        """A new queue; its events have no times."""
        del timed
        return RecordingQueue(self)

    def in_order(self, queue: RecordingQueue) -> bool:
        """True of its own queues, on which no command runs."""
        return queue.device is self

    def times(self, event: RecordedEvent) -> tuple[float, float]:
        """Zeros: its commands take no time."""
        del event
        return 0.0, 0.0

    def allocate(self, nbytes: int) -> Array:
        """Zeros."""
        return np.zeros(nbytes, np.uint8)

    def borrow(self, nbytes: int) -> Array:
        """Zeros."""
        return self.allocate(nbytes)

    def image(self, texels: tuple[int, int], channels: int, precision: Precision) -> Array:
        """Zeros of an image's size; channels of doubles are integers of 32 bits."""
        width, height = texels
        return np.zeros((height, width * channels * min(precision.real.size, 4)), np.uint8)

    def allocate_copy(self, values: Array) -> Array:
        """A copy of the array's bytes."""
        return np.frombuffer(values.tobytes(), np.uint8).copy()

    def copy(
        self, queue: RecordingQueue, target: Array, source: Array, wait_for: Sequence[Any] | None = None
    ) -> RecordedEvent:
        """Copy bytes, at once."""
        del queue, wait_for
        target.reshape(-1).view(np.uint8)[:] = np.ascontiguousarray(source).reshape(-1).view(np.uint8)
        return RecordedEvent()

    def lend(self, queue: RecordingQueue, array: Array, *, read: bool, write: bool) -> RecordedLoan:
        """Lend an array in place."""
        del queue, read, write
        return RecordedLoan(array)


def device_of(queue: RecordingQueue) -> RecordingDevice:
    """The device of a queue."""
    return queue.device


def used_devices() -> list[RecordingDevice]:
    """None: each device belongs to the caller that made it."""
    return []
