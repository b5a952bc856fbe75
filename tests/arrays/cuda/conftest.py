"""An emulated card, and a stand-in for PyTorch."""

import types
from collections.abc import Iterator

import pytest

from support.cuda_arrays import fake_torch
from support.emulated_card import emulated_card
from support.fake_driver import FakeDriver
from support.rig import Rig


@pytest.fixture(name="driver")
def a_driver(pocl: Rig) -> Iterator[FakeDriver]:
    """The driver of an emulated card."""
    with emulated_card(pocl) as driver:
        yield driver


@pytest.fixture(name="torch")
def a_torch(driver: FakeDriver) -> Iterator[types.ModuleType]:  # on its card
    """The stand-in for PyTorch."""
    with fake_torch() as torch:
        yield torch
