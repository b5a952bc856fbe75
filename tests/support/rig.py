"""A device and a queue on it, as tests are given them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from autoblas.devices.opencl.selection import listing

if TYPE_CHECKING:
    import pyopencl as cl

    from autoblas.devices.opencl.backend import OpenCLDevice

__all__ = ["Rig"]


class Rig(NamedTuple):
    """A device and an in-order queue on it."""

    device: OpenCLDevice
    queue: cl.CommandQueue

    @property
    def choice(self) -> str:
        """The word that users choose the device by: its place in the listing, which no other driver can share."""
        return str(listing().index(self.device.hardware))
