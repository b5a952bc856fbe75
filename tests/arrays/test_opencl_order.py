"""Which events repeated calls wait for: none that has happened, nor their own of the time before, and all others."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.arrays.opencl import unfinished
from autoblas.devices.opencl.backend import OpenCLKernel
from autoblas.plan.results import forget_plans
from support.rig import Rig

COMPLETE: Any = cl.command_execution_status.COMPLETE


@pytest.fixture
def waits(monkeypatch):
    """Events that each launch of a repeated call waited for."""
    waited: list[list[cl.Event]] = []
    original = OpenCLKernel.launcher

    def launcher(self, queue, extent):
        launch = original(self, queue, extent)

        def noted(events):
            waited.append([*(events or ())])
            return launch(events)

        return noted

    monkeypatch.setattr(OpenCLKernel, "launcher", launcher)
    forget_plans()
    yield waited
    forget_plans()


@pytest.fixture
def gate(pocl):
    """An event that happens when the test says so, or at its end."""
    event = cl.UserEvent(pocl.queue.context)
    yield event
    if event.command_execution_status != COMPLETE:
        event.set_status(COMPLETE)
    pocl.queue.finish()


def vectors(rig: Rig, count: int) -> list[Any]:
    """Of ones; whatever made them has ended."""
    arrays = [cl_array.to_device(rig.queue, np.ones(8, np.float32)) for _ in range(count)]
    rig.queue.finish()
    return arrays


def ways(x: Any, y: Any) -> list[Callable[..., Any]]:
    """A call that is repeated, and the same prepared."""

    def plain(**options: Any) -> Any:
        return autoblas.axpy(x, y, alpha=0.5, **options)

    for _ in range(3):
        plain()
    return [plain, autoblas.prepare(autoblas.axpy, x, y, alpha=0.5)]


@pytest.mark.parametrize("way", [0, 1])
def test_events_that_need_not_be_waited_for(pocl, waits, way):
    """Those that have happened leave the arrays; the end of the same call the time before comes first on its queue."""
    x, y = vectors(pocl, 2)
    call = ways(x, y)[way]
    pocl.queue.finish()
    x.add_event(happened := cl.enqueue_marker(pocl.queue))
    happened.wait()
    del waits[:]
    for _ in range(3):
        call()
    assert waits == [[], [], []]
    assert x.events == []
    assert len(y.events) == 1
    assert np.array_equal(y.get(), np.full(8, 4, np.float32))


@pytest.mark.parametrize("way", [0, 1])
@pytest.mark.parametrize("of", ["x", "y", "wait_for"])
def test_all_others_are_waited_for(pocl, gate, waits, way, of):
    """An operand's, an output's or a caller's; and after them the call's own, which may fail as they may, until it ended."""
    x, y = vectors(pocl, 2)
    call = ways(x, y)[way]
    call()
    pocl.queue.finish()
    if of == "wait_for":
        call(wait_for=[gate])
    else:
        {"x": x, "y": y}[of].add_event(gate)
        call()
        assert gate in waits[-1]
    (event,) = y.events
    assert event.command_execution_status != COMPLETE
    call()
    assert event in waits[-1]
    gate.set_status(COMPLETE)
    pocl.queue.finish()
    call()
    assert waits[-1] == []
    assert np.array_equal(y.get(), np.full(8, 1 + 0.5 * 7, np.float32))


@pytest.mark.parametrize("way", [0, 1])
def test_what_stands_beside_its_own_event_or_in_its_place_is_waited_for(pocl, gate, waits, way):
    """After a call that had nothing to wait for."""
    x, y = vectors(pocl, 2)
    call = ways(x, y)[way]
    pocl.queue.finish()
    for beside in (True, False):
        call()
        assert gate not in waits[-1]
        y.events[:] = [*(y.events if beside else ()), gate]
        call()
        assert gate in waits[-1]
        del y.events[:]


def test_failed_events_stay(pocl):
    """Whoever waits for them is to fail too."""
    (x,) = vectors(pocl, 1)
    done, failed, ahead = (cl.UserEvent(pocl.queue.context) for _ in range(3))
    done.set_status(COMPLETE)
    failed.set_status(-5)
    x.events[:] = [done, failed, done, ahead]
    assert unfinished(x) is x.events
    assert x.events == [failed, ahead]
    x.events[:] = []
    ahead.set_status(COMPLETE)
