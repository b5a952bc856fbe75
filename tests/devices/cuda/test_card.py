"""A card that is there keeps what every device keeps; nothing of it can be tried without one."""

from __future__ import annotations

import pytest

from autoblas.devices.cuda.backend import CudaDevice, card_device
from autoblas.errors import NoDeviceError
from autoblas.testing import DeviceConformance


@pytest.mark.card
class TestCudaDevice(DeviceConformance):
    """On the first card."""

    @pytest.fixture
    def device(self) -> CudaDevice:
        """The card."""
        try:
            return card_device(0)
        except NoDeviceError as error:
            pytest.skip(str(error))
