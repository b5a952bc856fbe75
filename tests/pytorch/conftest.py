"""A switch of PyTorch's products for its tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from autoblas.torch import control

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.torch.switch import Switch


@pytest.fixture(name="switch")
def make_switch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Switch]:
    """The switch while it serves everything."""
    from support.torch_switch import SWITCH, options  # where PyTorch is

    monkeypatch.setattr(control, "SWITCH", SWITCH)
    SWITCH.reset()
    SWITCH.set(options())
    yield SWITCH
    SWITCH.set(None)
