"""Products over several devices: the calls that are timed, with PoCL's device in the place of cards."""

from typing import Any

import numpy as np
import pyopencl as cl
import pytest

import autoblas
from benchmarks.cases.group import Choice
from benchmarks.cases.scale import copies, on_devices, scale
from support.memories import copying
from support.rig import Rig


def test_rows_of_cards_and_of_processes() -> None:
    """A product on more and more devices, or over more processes."""
    assert [case.kind for case in scale(Choice(card=True))] == [
        "1 device",
        "2 devices",
        "4 devices",
        "8 devices",
    ]
    assert all("process" in case.kind and case.sizes == (64,) * 3 for case in scale(Choice(sizes=(64,))))


def test_calls_on_one_device(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the host's memory there are no copies, and without a card neither PyTorch nor CuPy; a wrong product is refused."""
    calls = on_devices([pocl.choice], 200)
    assert list(calls) == ["autoblas-pinned"]
    calls["autoblas-pinned"]()
    monkeypatch.setattr(autoblas, "gemm", lambda a, b, **_: a)
    with pytest.raises(RuntimeError, match="is wrong"):
        on_devices([pocl.choice], 200)


@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_copies_for_a_grid_of_devices(pocl: Rig, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """All of C comes back, from as many devices as there are."""
    queues = [cl.CommandQueue(pocl.device.context, pocl.device.hardware) for _ in range(count)]
    x: Any = np.ones((50, 50), np.float32)
    monkeypatch.setitem(pocl.device.__dict__, "facts", pocl.device.facts)
    copying(pocl, monkeypatch)
    old = 1000.25 + count  # memory that nobody wrote has anything else
    c = np.full((50, 50), old, np.float32)
    run = copies(autoblas.devices(*queues), x, x, c)
    assert run is not None
    run()
    assert not (c == old).any()
