"""OpenCL through pyopencl: memory, queues, programs and launches of the devices that it finds."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from contextlib import contextmanager
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyopencl as cl

from autoblas.devices.access import uses_driver
from autoblas.devices.device import RESERVE_DIVISOR
from autoblas.devices.opencl.compiler import built, needs_specific_target, with_specific_target
from autoblas.devices.opencl.engines import OpenCLEngines
from autoblas.devices.opencl.facts import claims_of, facts_of
from autoblas.devices.opencl.loans import OpenCLLoan
from autoblas.devices.opencl.pocl.processor import match_library
from autoblas.devices.opencl.pool import BufferPool
from autoblas.devices.staging import PinnedStaging
from autoblas.emit.opencl_c import opencl_for
from autoblas.errors import AllocationError, BuildError, DeviceError, LaunchError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from autoblas.devices.device import Facts, Launch
    from autoblas.precision import Precision

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = [
    "OpenCLDevice",
    "OpenCLKernel",
    "OpenCLProgram",
    "claims_of",
    "device_of",
    "device_on",
    "image_format",
    "is_in_order",
    "used_devices",
]

POOL_BYTES = 256 << 20
"""Limit of the pool for copies of NumPy arrays; copies beyond it get memory of their own."""


class OpenCLKernel:
    """A kernel object; see ``BuiltKernel``.

    Arguments are set by pyopencl's own methods, whose exceptions are
    ``OpenCLDevice.errors``.

    Attributes:
        name: The entry point.
        kernel: pyopencl's object.

    Raises:
        BuildError: the program has no such entry point, or the driver makes no kernel of it.
    """

    def __init__(self, program: OpenCLProgram, name: str, hardware: cl.Device, facts: Facts) -> None:
        self.name, self._program, self._hardware, self._facts = name, program, hardware, facts
        try:
            self.kernel = cl.Kernel(program.program, name)
        except cl.Error as error:
            raise self._refused(error) from error
        self.set_memory = self.kernel.set_arg
        # From its bytes. ``set_arg`` does the same after it has tried five other types of argument, which raise, in 6 us.
        self.set_number = getattr(self.kernel, "_set_arg_buf", self.kernel.set_arg)

    @property
    def most_items(self) -> int:
        """Work-items that a work-group may have.

        NVIDIA's driver counts the registers that work-items begin with, and so underrates kernels some of whose
        sub-groups give registers to others.
        """
        if self._facts.compute_capability > (0, 0):
            return self._facts.max_items
        return self._group_info(cl.kernel_work_group_info.WORK_GROUP_SIZE)

    @property
    def least_items(self) -> int:
        """Work-items that a work-group should have a multiple of: the width that the driver compiled the kernel for."""
        return self._group_info(cl.kernel_work_group_info.PREFERRED_WORK_GROUP_SIZE_MULTIPLE)

    def _group_info(self, query: int) -> int:
        try:
            answer: Any = self.kernel.get_work_group_info(query, self._hardware)
        except cl.Error as error:
            raise self._refused(error) from error
        return int(answer)

    def _refused(self, error: cl.Error) -> BuildError:
        return BuildError(f"the driver gives no kernel {self.name}: {error}", self._program.text)

    def launch(
        self, queue: cl.CommandQueue, extent: Launch, wait_for: Sequence[cl.Event] | None = None
    ) -> cl.Event:
        """Enqueue the kernel, and return the event of its end.

        Raises:
            LaunchError: the device refused it.
        """
        try:
            return cl.enqueue_nd_range_kernel(
                queue, self.kernel, extent.global_size, extent.local_size, wait_for=wait_for
            )
        except cl.Error as error:
            raise LaunchError(f"the device refused kernel {self.name}: {error}") from error

    def launcher(self, queue: cl.CommandQueue, extent: Launch) -> partial[cl.Event]:
        """Pyopencl's own function with constant arguments bound; see ``QuickKernel.launcher``."""
        return partial(
            cl.enqueue_nd_range_kernel, queue, self.kernel, extent.global_size, extent.local_size, None
        )

    def setter(self, index: int) -> tuple[Callable[[int, Any], object], int]:
        """``set_memory``, than which nothing is faster; see ``QuickKernel.setter``."""
        return self.set_memory, index


class OpenCLProgram:
    """A program compiled for one device.

    Attributes:
        program: pyopencl's object.
        text: Its source.
    """

    def __init__(self, program: cl.Program, text: str, hardware: cl.Device, facts: Facts) -> None:
        self.program, self.text, self._hardware, self._facts = program, text, hardware, facts

    def binary(self) -> bytes:
        """Binary from the compiler."""
        return bytes(self.program.binaries[0])

    def kernel(self, name: str) -> OpenCLKernel:
        """A new kernel object, which has its arguments and so belongs to one thread.

        Raises:
            BuildError: there is no such entry point, or the driver makes no kernel of it.
        """
        return OpenCLKernel(self, name, self._hardware, self._facts)


class OpenCLDevice:
    """A device in a context; ``Device`` documents methods that have no docstring here.

    Attributes:
        context: The context.
        hardware: The device.
        dialect: The words of its kernel language.
        passed_selftest: It has passed its self-test; see ``devices.selftest``.
    """

    errors: tuple[type[Exception], ...] = (cl.Error,)
    passed_selftest = False

    def __init__(self, context: cl.Context, device: cl.Device) -> None:
        uses_driver()
        self.context, self.hardware = context, device
        self.dialect = opencl_for(device.extensions.split())
        match_library(device)

    @cached_property
    def facts(self) -> Facts:
        """Facts about the device, without abilities that its self-test found broken."""
        return facts_of(self.hardware)

    def queue(self, *, timed: bool = False) -> cl.CommandQueue:
        """A new in-order queue; a ``timed`` one records when its commands begin and end."""
        properties: Any = cl.command_queue_properties.PROFILING_ENABLE if timed else 0
        return cl.CommandQueue(self.context, self.hardware, properties=properties)

    def in_order(self, queue: cl.CommandQueue) -> bool:
        """Commands on a queue run in the order in which they were enqueued."""
        return is_in_order(queue)

    def times(self, event: cl.Event) -> tuple[float, float]:
        """Begin and end of a command on a timed queue, in seconds by the device's clock."""
        return event.profile.start * 1e-9, event.profile.end * 1e-9

    def allocate(self, nbytes: int) -> cl.Buffer:
        """New memory of so many bytes, of any content.

        Raises:
            AllocationError: there is no room.
        """
        with self._allocating(nbytes):
            try:
                return cl.Buffer(self.context, cl.mem_flags.READ_WRITE, nbytes)
            except cl.MemoryError:
                if "loan_pool" not in vars(self):
                    raise
                self.loan_pool.release()  # a second attempt follows
                return cl.Buffer(self.context, cl.mem_flags.READ_WRITE, nbytes)

    def borrow(self, nbytes: int) -> cl.MemoryObjectHolder:
        """Memory that returns to a pool for later requests; see ``Device.borrow``.

        Raises:
            AllocationError: there is no room.
        """
        with self._allocating(nbytes):
            return self.loan_pool(nbytes)

    def image(self, texels: tuple[int, int], channels: int, precision: Precision) -> cl.Image:
        """A new two-dimensional image; see ``Device.image``.

        Raises:
            AllocationError: there is no room, or the device has no such images.
        """
        description = cl.ImageDescriptor()
        description.image_type = cl.mem_object_type.IMAGE2D
        description.shape = (*texels, 1)
        form = image_format(precision, channels)
        with self._allocating(math.prod(texels) * channels * min(precision.size, 4)):
            return cl.Image(self.context, cl.mem_flags.READ_WRITE, form, desc=description)

    def allocate_copy(self, values: Array) -> cl.Buffer:
        """New memory with the bytes of a NumPy array.

        Raises:
            AllocationError: there is no room.
        """
        flags: Any = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        with self._allocating(values.nbytes):
            return cl.Buffer(self.context, flags, hostbuf=np.ascontiguousarray(values))

    @contextmanager
    def _allocating(self, nbytes: int) -> Iterator[None]:
        """Name the device, and the size, in errors of allocations."""
        try:
            yield
        except cl.Error as error:
            message = f"{self.facts.name} refused to allocate {nbytes} bytes: {error}"
            raise AllocationError(message) from error

    def copy(
        self, queue: cl.CommandQueue, target: Any, source: Any, wait_for: Sequence[cl.Event] | None = None
    ) -> cl.Event:
        """Copy between memory and a NumPy array, or between memories; see ``Device.copy``."""
        image = next((memory for memory in (target, source) if isinstance(memory, cl.Image)), None)
        region: dict[str, Any] = {}
        if image is not None:
            region = {"origin": (0, 0), "region": (image.width, image.height)}
        return cl.enqueue_copy(queue, target, source, wait_for=wait_for, **region)

    def lend(self, queue: cl.CommandQueue, array: Array, *, read: bool, write: bool) -> OpenCLLoan:
        """Lend a NumPy array with at least one element; arrays below the crossover to the host do not come here."""
        return OpenCLLoan(
            self.facts, queue, array, read=read, write=write, new=self._pooled, staging=lambda: self.staging
        )

    def _pooled(self, nbytes: int) -> cl.MemoryObjectHolder:
        return self.pool(nbytes)

    @cached_property
    def pool(self) -> BufferPool:
        """Pool of memory for copies of NumPy arrays, since drivers take long to allocate."""
        return BufferPool(self.queue(), POOL_BYTES)

    @cached_property
    def loan_pool(self) -> BufferPool:
        """The pool of ``borrow``."""
        return BufferPool(self.queue(), self.facts.memory_bytes // RESERVE_DIVISOR)

    @cached_property
    def staging(self) -> PinnedStaging:
        """Asynchronous copies of large NumPy arrays; see ``Device.staging``."""
        return PinnedStaging(OpenCLEngines(self.context, self.hardware))

    def release(self) -> None:
        """Return unused memory of the pools, and pinned memory of copies, to the driver."""
        for name in ("staging", "pool", "loan_pool"):
            if name in vars(self):
                getattr(self, name).release()

    def build(self, text: str, options: tuple[str, ...]) -> OpenCLProgram:
        """Compile ``text``; pyopencl, or PoCL itself, caches the result on disk.

        Raises:
            BuildError: the compiler refused it, or found a damaged file in its cache.
        """
        try:
            program = self._compiled(text, options)
        except cl.Error as error:
            raise BuildError(str(error), text) from error
        if not _has_kernels(program):
            raise BuildError(DAMAGED.format(self.facts.platform), text)
        return OpenCLProgram(program, text, self.hardware, self.facts)

    def _compiled(self, text: str, options: tuple[str, ...]) -> cl.Program:
        try:
            program = built(cl.Program(self.context, text), self.hardware, options)
        except KeyError:  # pyopencl's sign of a cache that cannot be used
            program = built(cl.Program(self.context, text), self.hardware, options, cached=False)
        return self._assembled(program) if needs_specific_target(text) else program

    def _assembled(self, program: cl.Program) -> cl.Program:
        """The program with its architecture-specific instructions, assembled by the driver."""
        ptx = with_specific_target(bytes(program.binaries[0]))
        return built(cl.Program(self.context, [self.hardware], [ptx]), self.hardware)


DAMAGED = (
    "{} read a program without kernels: what it keeps of earlier compilations on disk is damaged; remove that folder (of "
    "PoCL it is pocl in the folder of caches, or what POCL_CACHE_DIR names) and start again"
)
"""Sentence for a damaged cache. This process can compile nothing more: PoCL's LLVM is in an invalid state."""


def _has_kernels(program: cl.Program) -> bool:
    """False of a program that was read from a damaged file."""
    try:
        return bool(program.kernel_names)
    except (cl.Error, UnicodeDecodeError):
        return False


def is_in_order(queue: cl.CommandQueue) -> bool:
    """Commands on a queue run in the order in which they were enqueued."""
    return not queue.properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE


CHANNELS = {
    "half": cl.channel_type.HALF_FLOAT,
    "float": cl.channel_type.FLOAT,
    "double": cl.channel_type.UNSIGNED_INT32,
    "uint": cl.channel_type.UNSIGNED_INT32,
}
"""The type of an image's channels by the elements' type in C; doubles travel as two integers."""


def image_format(precision: Precision, channels: int = 4) -> cl.ImageFormat:
    """The format of an image that holds elements of a type."""
    order = cl.channel_order.R if channels == 1 else cl.channel_order.RGBA
    return cl.ImageFormat(order, CHANNELS[precision.part])


DEVICES_CACHED = 16
"""Devices in contexts that are cached, the least recently used dropped first: callers' contexts come and go."""

_devices: OrderedDict[tuple[int, int], OpenCLDevice] = OrderedDict()
_contexts: dict[int, cl.Context] = {}
_guard = threading.Lock()


def device_of(queue: cl.CommandQueue) -> OpenCLDevice:
    """The one ``OpenCLDevice`` for the context and the device of a queue."""
    return device_in(queue.context, queue.device)


def device_on(device: cl.Device) -> OpenCLDevice:
    """A device in the context that serves host arrays: one context a device and process.

    Raises:
        DeviceError: the driver refuses, or this process was forked from one that used it.
    """
    uses_driver()
    with _guard:
        if device.int_ptr not in _contexts:
            try:
                _contexts[device.int_ptr] = cl.Context([device])
            except cl.Error as error:
                raise DeviceError(f"{device.name.strip()} gives no context: {error}") from error
        context = _contexts[device.int_ptr]
    return device_in(context, device)


def used_devices() -> list[OpenCLDevice]:
    """Devices that are cached."""
    with _guard:
        return list(_devices.values())


def device_in(context: cl.Context, device: cl.Device) -> OpenCLDevice:
    """The one ``OpenCLDevice`` for a context and a device in it."""
    key = (context.int_ptr, device.int_ptr)
    with _guard:
        opencl_device = _devices.get(key) or OpenCLDevice(context, device)
        _devices[key] = opencl_device
        _devices.move_to_end(key)
        if len(_devices) > DEVICES_CACHED:
            _devices.popitem(last=False)
        return opencl_device
