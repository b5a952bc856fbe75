"""OpenCL's devices keep what every device keeps."""

import pytest

from autoblas.testing import DeviceConformance


class TestOpenCLDevice(DeviceConformance):
    """On every runtime that was chosen."""

    @pytest.fixture
    def device(self, any_device):
        """A driver's device."""
        return any_device.device
