"""OpenCL's devices keep what every device keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from autoblas.testing import DeviceConformance

if TYPE_CHECKING:
    from autoblas.devices.device import Device
    from support.rig import Rig


class TestOpenCLDevice(DeviceConformance):
    """On every runtime that was chosen."""

    @pytest.fixture
    def device(self, any_device: Rig) -> Device:
        """A driver's device."""
        return any_device.device
