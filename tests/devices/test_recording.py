"""The back-end without hardware keeps the protocols, and needs no driver's library."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from autoblas.calls.serve import bind
from autoblas.devices.backends import device_of
from autoblas.devices.device import Device
from autoblas.devices.opencl.backend import OpenCLDevice
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU, SMALL_GPU, RecordingDevice
from autoblas.plan.layouts.product import ProductLayout
from autoblas.precision import FLOAT32
from autoblas.problems.views import matrix_view
from autoblas.testing import MemoryConformance

Array = np.ndarray[Any, np.dtype[Any]]


def test_it_brings_no_library_of_a_driver():
    """Emitting texts, and testing what is enqueued, needs no OpenCL."""
    code = "import sys; import autoblas.devices.recording; sys.exit('pyopencl' in sys.modules)"
    subprocess.run([sys.executable, "-P", "-c", code], check=True)


class TestRecordingDevice(MemoryConformance):
    """Conformance of devices that compute nothing."""

    @pytest.fixture(params=[PLAIN_CPU, PLAIN_GPU, SMALL_GPU], ids=lambda facts: facts.name)
    def device(self, request):
        """The recording back-end with the facts of different devices."""
        return RecordingDevice(request.param)


def test_what_is_no_queue_is_refused():
    """By the name of its type."""
    with pytest.raises(TypeError, match="str is no queue"):
        device_of("queue")


@pytest.mark.parametrize(("facts", "n"), [(PLAIN_CPU, 600), (PLAIN_GPU, 256)], ids=["CPU", "GPU"])
def test_a_product_is_bound_and_enqueued(facts, n):
    """Its launches are those of the choice, each with every argument that the kernel declares.

    Larger ones a published point would serve on a GPU, which is checked first, by a device that computes.
    """
    device = RecordingDevice(facts)
    a, b, c = (np.zeros((n, n), np.float32) for _ in "abc")
    views = [matrix_view(name, x) for name, x in (("a", a), ("b", b), ("c", c))]
    plan = bind(device.queue(), ProductLayout(views[0], views[1], views[2], FLOAT32))
    plan({"alpha": 2.0, "beta": 0.0, "a": a, "b": b, "c": c, "a_offset": 0, "b_offset": 0, "c_offset": 0})
    names = [step.choice.kernel.name for step in plan.steps]
    assert [launch.kernel for launch in device.launches] == names
    for launch, step in zip(device.launches, plan.steps, strict=True):
        chosen = step.choice
        declared = chosen.kernel.arguments(chosen.params, chosen.problem)
        assert sorted(launch.arguments) == list(range(len(declared)))
        assert launch.extent == step.launch
    assert any(memory is c for memory in device.launches[-1].arguments.values())


def test_opencl_keeps_the_protocol(pocl):
    """As the type checker sees it, and with every member that the other back-end has."""
    opencl: OpenCLDevice = pocl.device
    device: Device = opencl
    members = [name for name in vars(RecordingDevice) if not name.startswith("_")]
    assert [name for name in members if not hasattr(device, name)] == []
