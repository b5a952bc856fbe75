"""The back-end keeps what every device keeps of memory, queues and facts, with a driver that stands for a card's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from autoblas.devices.cuda.backend import CudaDevice, card_device
from autoblas.testing import MemoryConformance
from support.fake_cuda import fake_cuda

if TYPE_CHECKING:
    from collections.abc import Iterator


class TestCudaMemory(MemoryConformance):
    """On the stand-in."""

    @pytest.fixture
    def device(self) -> Iterator[CudaDevice]:
        """A card that computes nothing."""
        with fake_cuda():
            yield card_device(0)
