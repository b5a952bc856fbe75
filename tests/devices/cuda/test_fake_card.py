"""The back-end keeps what every device keeps of memory, queues and facts, with a driver that stands for a card's."""

import pytest

from autoblas.devices.cuda.backend import card_device
from autoblas.testing import MemoryConformance
from support.fake_cuda import fake_cuda


class TestCudaMemory(MemoryConformance):
    """On the stand-in."""

    @pytest.fixture
    def device(self):
        """A card that computes nothing."""
        with fake_cuda():
            yield card_device(0)
