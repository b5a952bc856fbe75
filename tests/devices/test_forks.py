"""A process that was forked from one that used a device says so instead of waiting for ever for threads that it lacks."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from autoblas.runtime.host.crossover import VARIABLE as CROSSOVER

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")

PROGRAM = """
import os, sys
import numpy as np
import pyopencl as cl
import autoblas
from autoblas.runtime.context import default_queue

a = np.ones((300, 300), np.float32)
before, inside = sys.argv[1:]
if before == "used":
    queue = default_queue()
    held = cl.array.to_device(queue, a)
    autoblas.gemm(held, held).get()
if before == "listed":
    from autoblas.devices.opencl.selection import listing
    listing()
child = os.fork()
if child:
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
try:
    if inside == "host arrays":
        result = autoblas.gemm(a, a, queue=default_queue())
    elif inside == "device arrays":
        result = autoblas.gemm(held, held).get()
    elif inside == "new context":
        fresh = cl.CommandQueue(cl.Context([queue.device]))
        result = autoblas.gemm(a, a, queue=fresh)
    else:
        result = 300 * autoblas.gemm(a[:8, :8].copy(), a[:8, :8].copy()) / 8
    print("right" if (result == 300).all() else "wrong", flush=True)
except autoblas.DeviceError as error:
    print(error, flush=True)
os._exit(0)
"""


def _said(before: str, inside: str) -> str:
    """What the forked process printed."""
    command = [
        sys.executable,
        "-P",
        "-W",
        "ignore::DeprecationWarning",
        "-c",
        "import pyopencl.array\n" + PROGRAM,
    ]
    done = subprocess.run(
        [*command, before, inside],
        env={**os.environ, "AUTOBLAS_DEVICE": "cpu", CROSSOVER: "1e6"},
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    return done.stdout.strip()


@pytest.mark.long(one_in=3)
@pytest.mark.parametrize("inside", ["host arrays", "device arrays", "new context"])
def test_a_device_that_was_used_before_is_refused(inside: str) -> None:
    """On every way to it; the sentence says what to do."""
    said = _said("used", inside)
    assert said.startswith("this process was forked from one that had used a device")
    assert "spawn" in said


def test_what_the_host_computes_goes_on() -> None:
    """Small products need no driver."""
    assert _said("used", "small") == "right"


def test_a_process_that_forks_first_may_use_devices() -> None:
    """As workers do that a program starts before its first call."""
    assert _said("nothing", "host arrays") == "right"


def test_listing_devices_is_a_use() -> None:
    """Drivers begin their threads when they are asked for devices."""
    assert _said("listed", "host arrays").startswith("this process was forked")
