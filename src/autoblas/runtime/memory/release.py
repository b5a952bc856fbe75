"""Gives back the memory that calls keep for later ones."""

from __future__ import annotations

from autoblas.devices.access import PROCESS, check_access
from autoblas.devices.backends import devices_known
from autoblas.runtime.memory.pooling import open_pools
from autoblas.runtime.workspace import WORKSPACE

__all__ = ["release_memory"]


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
    for device in devices_known():
        device.release()
