"""Memory that callers ask for and give back: mapped and pinned arrays, pools of results, and what calls keep."""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from autoblas.arrays.adapter import adapter_for, is_queue
from autoblas.arrays.mapped.array import is_command_queue, new_mapped_array
from autoblas.devices.access import PROCESS, OfThisProcess, check_access
from autoblas.devices.backends import used_devices
from autoblas.errors import ArgumentError, shown
from autoblas.plan.queues import default_queue, queue_device
from autoblas.plan.workspace import WORKSPACE
from autoblas.precision import precision_of
from autoblas.problems.views import sizes_of

if TYPE_CHECKING:
    from types import TracebackType

    from autoblas.arrays.mapped.array import MappedArray
    from autoblas.devices.device import Queue

__all__ = ["ResultPool", "mapped_empty", "open_pools", "pinned_empty", "pool_results", "release_memory"]

SHARE = 8
"""The part of a device's memory that a pool has at most, unless the caller says otherwise: one in so many."""

_open: dict[Queue, ResultPool] = {}
_guard = threading.Lock()


def mapped_empty(
    shape: int | tuple[int, ...], dtype: Any, *, image: bool = False, queue: Queue | None = None
) -> MappedArray:
    """A new array with undefined elements, which the host maps instead of copying.

    On a device that works in the host's memory, such as a CPU or an integrated GPU, mapping copies nothing. Elsewhere
    the driver copies on mapping and unmapping.

    Args:
        shape: Its sizes, a number or a tuple; ``(rows, columns)`` for an image.
        dtype: Its element type, of those that routines accept.
        image: Make a 2-D image of RGBA texels, which a GPU reads through its texture units, rather than a buffer.
        queue: Where to map it, and the device that it is for; by default this thread's queue on the default device.

    Returns:
        The array, unmapped: its method ``mapped`` gives the host a view, and routines take it as an operand.

    Raises:
        ArgumentError: an argument does not fit; ShapeError for a size over the device's limits, PrecisionError for
            an element type without kernels, or without images on the device. Nothing was allocated.
        DeviceError: there is no device; AllocationError where it refused to allocate that much.
    """
    sizes = sizes_of(shape)
    precision = precision_of(dtype, "dtype")
    if not np.dtype(dtype).isnative:
        raise ArgumentError("dtype", "elements in the machine's byte order", str(np.dtype(dtype).byteorder))
    if queue is not None and not is_command_queue(queue):
        raise ArgumentError("queue", "a pyopencl command queue", type(queue).__name__)
    if PROCESS.barred:
        check_access()
    queue = queue or default_queue()
    if not is_command_queue(queue):  # of a card that AUTOBLAS_DEVICE names
        raise ArgumentError(
            "queue", "a pyopencl command queue, since CUDA's memory is not mapped", repr(queue)
        )
    return new_mapped_array(queue, queue_device(queue).facts, sizes, precision, image=image)


def pinned_empty(
    shape: int | tuple[int, ...], dtype: Any, *, queue: Queue | None = None
) -> np.ndarray[Any, np.dtype[Any]]:
    """A new NumPy array with undefined elements, in memory that a device's copy engines reach by themselves.

    It is a NumPy array like any other. Where a device has memory of its own, routines copy such arrays without a detour,
    up to twice as fast as others. The system cannot move pinned memory out of the way, so take no more of it than needed.

    Args:
        shape: Its sizes, a number or a tuple.
        dtype: Its element type, of those that routines accept.
        queue: A queue of the device that it is for; by default this thread's queue on the default device.

    Returns:
        The array, elements row by row. Its memory is given back with the last array over it.

    Raises:
        ArgumentError: an argument does not fit; ShapeError for sizes that are none, PrecisionError for an element type
            without kernels.
        DeviceError: there is no device; AllocationError where the driver refused that much.
    """
    sizes = sizes_of(shape)
    precision = precision_of(dtype, "dtype")
    if not np.dtype(dtype).isnative:
        raise ArgumentError("dtype", "elements in the machine's byte order", str(np.dtype(dtype).byteorder))
    size = math.prod(sizes) * precision.size
    if size == 0:
        return np.empty(sizes, precision.dtype)
    if PROCESS.barred:
        check_access()
    queue = default_queue() if queue is None else queue
    return queue_device(queue).staging.pinned(size).view(precision.dtype).reshape(sizes)


def pool_results(queue: Queue, *, nbytes: int | None = None) -> ResultPool:
    """Let new arrays that calls on a queue return have memory of earlier ones that nobody holds any more.

    Without it every new array has memory of its own, which OpenCL keeps until all commands that use it have ended. A pool
    knows only the commands of calls of this package. So the caller holds a result until commands have ended that the caller
    enqueued with it on another queue, and as long as it is mapped to the host. What the same queue does needs no care::

        with autoblas.pool_results(queue):
            for _ in range(steps):
                x = autoblas.gemv(a, x)  # the memory of two vectors, in turn

    It holds for all threads. Results outlive the pool. Arrays with an allocator of their own keep to it, and so do results
    of calls whose first operand has one.

    Args:
        queue: A queue whose commands run in the order in which they are enqueued.
        nbytes: Bytes of device memory that the pool has at most, kept or in use, not counting that sizes are rounded up by
            an eighth; an eighth of the device's by default. Results that would need more have memory of their own.

    Returns:
        The pool. It is closed at the end of a ``with`` statement, or by its method ``close``, not before.

    Raises:
        ArgumentError: the queue is none, is closed, may run commands in any order, or has a pool already; or ``nbytes`` is
            no positive number.
        DeviceError: the device of the queue failed its self-test.
    """
    if not is_queue(queue):
        raise ArgumentError("queue", "a pyopencl command queue", type(queue).__name__)
    adapter_for(queue).check_open(queue)
    device = queue_device(queue)
    if not device.in_order(queue):
        raise ArgumentError("queue", "one whose commands run in order", "one that may run them in any order")
    limit: Any = device.facts.memory_bytes // SHARE if nbytes is None else nbytes
    if not isinstance(limit, int) or limit <= 0:
        raise ArgumentError("nbytes", "a positive number of bytes", shown(limit))
    with _guard:
        if queue in _open:
            raise ArgumentError("queue", "one without a pool", "one that has a pool: close that first")
        pool = _open[queue] = ResultPool(queue, limit)
    return pool


def open_pools() -> list[ResultPool]:
    """The pools that were not closed."""
    with _guard:
        return list(_open.values())


class ResultPool(OfThisProcess):
    """The memory of new arrays that calls on a queue return; ``pool_results`` makes one.

    Attributes:
        queue: The queue.
    """

    noun = "a pool of results"
    instead = "call autoblas.pool_results there"

    def __init__(self, queue: Queue, nbytes: int) -> None:
        self.queue: Any = queue
        self._memory = adapter_for(queue).open_pool(queue, nbytes)

    @property
    def nbytes(self) -> int:
        """Bytes of device memory that the pool has, kept or in use."""
        return self._memory.nbytes

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def release(self) -> None:
        """Give back the memory that no array uses; later results take new memory, and the pool keeps that again."""
        if PROCESS.barred:
            check_access()
        self._memory.release()

    def close(self) -> None:
        """Let later results have memory of their own, and give back what no array uses, now and when they are dropped."""
        if PROCESS.barred:
            check_access()
        with _guard:
            if _open.get(self.queue) is self:
                del _open[self.queue]
                adapter_for(self.queue).close_pool(self.queue)


def release_memory() -> None:
    """Give back the memory of devices and the pinned memory of the host that is kept for later calls.

    These are: what launches of this thread share (packed operands, partial sums), what pools of results hold and no array
    uses (``pool_results``), and the memory, pinned and of devices, that NumPy arrays travel through and to. Later calls allocate
    it again. What commands still use is given back when they have ended. Kernels and prepared calls stay, and so do arrays.

    What launches of other threads share stays until those threads end, or call this.

    Raises:
        DeviceError: this process was forked from one that used a device.
    """
    if PROCESS.barred:
        check_access()
    WORKSPACE.release()
    for pool in open_pools():
        pool.release()
    for device in used_devices():
        device.release()
