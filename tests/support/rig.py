"""A device and a queue on it, as tests are given them."""

from typing import NamedTuple

import pyopencl as cl

from autoblas.devices.opencl.backend import OpenCLDevice
from autoblas.devices.opencl.selection import listing


class Rig(NamedTuple):
    """A device and an in-order queue on it."""

    device: OpenCLDevice
    queue: cl.CommandQueue

    @property
    def choice(self) -> str:
        """The word that users choose the device by: its place in the listing, which no other driver can share."""
        return str(listing().index(self.device.hardware))
