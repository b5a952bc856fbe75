"""A card keeps what every device keeps, and says what went wrong; nothing of it can be tried without one."""

import subprocess
import sys

import pytest

from autoblas.errors import AutoblasError
from autoblas.testing import DeviceConformance


@pytest.mark.card
class TestCudaDevice(DeviceConformance):
    """On the first card."""

    @pytest.fixture
    def device(self, card):
        """The card."""
        return card


FAULT = """
import sys
import torch
import autoblas
from autoblas.devices.cuda.backend import card_device
from autoblas.devices.device import Launch

device = card_device(0)
x = torch.ones(64, 64, device="cuda")
try:
    with torch.cuda.graph(torch.cuda.CUDAGraph()):
        autoblas.gemm(x, x)
except (autoblas.AutoblasError, RuntimeError) as error:  # PyTorch ends the capture with an error of its own
    print(f"capture: {error if isinstance(error, autoblas.AutoblasError) else error.__context__!r}")
else:
    sys.exit("a first call was captured")
torch.cuda.synchronize()
if not (autoblas.gemm(x, x) == 64).all():
    sys.exit("the call after the capture is wrong")
text = 'extern "C" __global__ void bad(float *x) { x[threadIdx.x] = 1; }'
kernel, queue = device.build(text, ()).kernel("bad"), device.queue()
kernel.set_memory(0, 64)
kernel.launch(queue, Launch((32,), (32,)))
calls = {"the queue": queue.finish, "gemm": lambda: autoblas.gemm(x, x), "gemv": lambda: autoblas.gemv(x, x[0])}
for name, call in calls.items():
    try:
        call()
    except (*device.errors, autoblas.AutoblasError) as error:
        print(f"{name}: {type(error).__name__}: {error}")
    else:
        sys.exit(f"{name} said nothing after a fault")
"""


@pytest.mark.card
def test_errors_of_first_calls_and_faults(card):
    """No first call is captured; after a fault every call says so. In a process that ends, as the card serves it no more."""
    run = subprocess.run(
        [sys.executable, "-c", FAULT], capture_output=True, text=True, check=False, timeout=120
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "make the same call once before the capture" in run.stdout
    assert run.stdout.count("can use the card no more") >= 2


@pytest.mark.card
def test_more_memory_than_there_is(card):
    """A petabyte is refused."""
    with pytest.raises(AutoblasError):
        card.allocate(1 << 50)
