"""NumPy arrays in pinned memory, which a device with memory of its own copies at its bus's full speed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays import sizes_of
from autoblas.devices.access import PROCESS, check_access
from autoblas.errors import ArgumentError
from autoblas.precision import precision_of
from autoblas.runtime.context import default_queue, queue_device

if TYPE_CHECKING:
    from autoblas.devices.device import Queue

__all__ = ["pinned_empty"]


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
