"""A device with faults is a device like the one within, until something is to fail."""

from typing import Any

import numpy as np
import pyopencl.array as cl_array
import pytest

import autoblas
from autoblas.devices.backends import BACKENDS, claims_of, device_of, device_on, used_devices
from autoblas.devices.recording import PLAIN_CPU, RecordingDevice
from autoblas.errors import AllocationError, LaunchError
from autoblas.testing import DeviceConformance
from autoblas.testing.faulty import FaultyBackend, FaultyDevice, faulty


class TestFaultyDevice(DeviceConformance):
    """Around OpenCL's."""

    @pytest.fixture
    def device(self, pocl):
        """PoCL's device, with the back-end's place taken."""
        with faulty() as backend:
            yield backend.device_of(pocl.queue)


def test_what_fails_is_what_was_said():
    """The n-th one, once or from then on, before or after it is done; others do not count."""
    inner = RecordingDevice(PLAIN_CPU)
    backend: Any
    with faulty("autoblas.devices.recording") as backend:
        device = device_of(inner.queue())
        assert isinstance(device, FaultyDevice)
        kernel = device.build("text", ()).kernel("name")
        for after, done in ((False, [1, 3]), (True, [1, 2, 3])):
            inner.launches.clear()
            backend.arm("launch", 2, KeyboardInterrupt, after=after)
            for n in (1, 2, 3):
                kernel.set_number(0, n)
                if n == 2:
                    with pytest.raises(KeyboardInterrupt):
                        kernel.launch(None, None)  # type: ignore[arg-type]  # nothing runs
                else:
                    kernel.launch(None, None)  # type: ignore[arg-type]
            assert backend.fired
            assert [launch.arguments[0] for launch in inner.launches] == done
        backend.arm("allocate", 2, lambda: AllocationError("none left"), lasting=True)
        device.allocate(4)
        for _ in range(2):
            with pytest.raises(AllocationError, match="none left"):
                device.allocate_copy(np.zeros(1))
        backend.disarm()
        device.allocate_copy(np.zeros(1))
        backend.poisoned = True
        assert np.isnan(device.allocate(8).view(np.float64)).all()
    assert device_of(inner.queue()) is inner


def test_the_place_is_given_back():
    """Also where a test fails within."""

    def fails():
        with faulty():
            assert isinstance(BACKENDS["pyopencl"], FaultyBackend)
            raise ZeroDivisionError

    before = dict(BACKENDS)
    with pytest.raises(ZeroDivisionError):
        fails()
    assert before == BACKENDS


def test_hardware_is_found_and_chosen_as_before(pocl):
    """A device is on offer with what it claims, and the one that serves has faults."""
    hardware = pocl.device.hardware
    claims = claims_of(hardware)
    with faulty():
        assert claims_of(hardware) == claims
        assert isinstance(device_on(hardware), FaultyDevice)
        assert all(isinstance(each, FaultyDevice) for each in used_devices())
    assert not isinstance(device_on(hardware), FaultyDevice)


def test_launches_of_repeated_calls_fail(pocl):
    """Their launches and arguments are counted too, though the kernel within has faster functions for them."""
    x = cl_array.to_device(pocl.queue, np.ones(8, np.float32))
    y = cl_array.to_device(pocl.queue, np.ones(8, np.float32))
    backend: Any
    with faulty() as backend:
        for _ in range(3):
            autoblas.axpy(x, y, alpha=2.0)
        for kind in ("launch", "argument"):
            backend.arm(kind, 1, lambda: LaunchError("planted"))
            with pytest.raises(LaunchError, match="planted"):
                autoblas.axpy(x, y, alpha=2.0)
            assert backend.fired
            backend.disarm()
            autoblas.axpy(x, y, alpha=2.0)
