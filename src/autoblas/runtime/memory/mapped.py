"""New arrays in memory that the host maps instead of copying."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from autoblas.arrays import sizes_of
from autoblas.devices.access import PROCESS, check_access
from autoblas.errors import ArgumentError
from autoblas.precision import precision_of
from autoblas.runtime.context import default_queue, queue_device
from autoblas.runtime.mapped.array import is_command_queue, new_mapped_array

if TYPE_CHECKING:
    from autoblas.devices.device import Queue
    from autoblas.runtime.mapped.array import MappedArray

__all__ = ["mapped_empty"]


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
