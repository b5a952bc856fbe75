"""Processes that were forked after a device was used, and interpreters that end while threads use one."""

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from queue import SimpleQueue

import pytest

from autoblas.devices import access
from autoblas.devices.workers import Worker
from autoblas.plan.settings import HOST_BELOW
from support.rig import Rig

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")

TESTS = Path(__file__).parents[1]

FORKING = """
import os, sys
import numpy as np
import pyopencl.array
import autoblas

a = np.ones((300, 300), np.float32)
before, inside = sys.argv[1:]
if before == "used":
    autoblas.gemm(a, a, queue=autoblas.default_queue())
if before == "listed":
    from autoblas.devices.opencl.selection import listing
    listing()
child = os.fork()
if child:
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
try:
    if inside == "large":
        result = autoblas.gemm(a, a, queue=autoblas.default_queue())
    else:
        result = 300 * autoblas.gemm(a[:8, :8].copy(), a[:8, :8].copy()) / 8
    print("right" if (result == 300).all() else "wrong", flush=True)
except autoblas.DeviceError as error:
    print(error, flush=True)
os._exit(0)
"""

LATE = """
import atexit, threading, time
import numpy as np

def at_the_end():
    print(autoblas.gemm(a, a)[0, 0], autoblas.gemm(a, a, devices="cpu")[0, 0])

atexit.register(at_the_end)
a = np.ones((64, 64))

def work():
    threading.main_thread().join()
    time.sleep(0.05)
    print(autoblas.gemm(a, a)[0, 0], autoblas.gemm(a, a, devices="cpu")[0, 0])
    pinned, mapped = autoblas.pinned_empty((64, 64), "d"), autoblas.mapped_empty((64, 64), "d")
    with mapped.mapped() as view:
        view[...] = pinned[...] = 1
    from autoblas.plan.queues import queue_device
    queue = autoblas.default_queue()
    device = queue_device(queue)
    device.staging.upload(np.ones(1 << 20), device.allocate(8 << 20)).complete()
    print(autoblas.gemm(mapped, mapped).get(queue)[0, 0], autoblas.gemm(pinned, pinned)[0, 0])

threading.Thread(target=work).start()
import autoblas
"""

ENDING = """
import sys, threading, time
import numpy as np
import pyopencl.array
import autoblas

a = np.ones((300, 300), np.float32)
queue = autoblas.default_queue()
there = pyopencl.array.to_device(queue, a)
prepared = autoblas.prepare(autoblas.gemm, there, there)
devices = autoblas.devices("cpu")
calls = {
    "NumPy": lambda: autoblas.gemm(a, a),
    "device": lambda: autoblas.gemm(there, there, queue=autoblas.default_queue()).get(),
    "prepared": lambda: prepared().get(),
    "mapped": lambda: autoblas.mapped_empty((30, 30), "f").map(),
    "together": lambda: autoblas.gemm(a, a, devices=devices),
}

def work(call):
    while True:
        call()

for name in sys.argv[1:]:
    threading.Thread(target=work, args=(calls[name],), daemon=True).start()
time.sleep(0.1)
"""


def _run(rig: Rig, program: str, *words: str, below: str = "0") -> str:
    """Output of a program that ends well, without an error."""
    environment = {"AUTOBLAS_DEVICE": rig.device.facts.platform, HOST_BELOW.name: below}
    done = subprocess.run(
        [sys.executable, "-P", "-W", "ignore::DeprecationWarning", "-c", program, *words],
        env={**os.environ, **environment, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


@forks
def test_every_entry_after_a_fork_works_or_is_refused(pocl):
    """In a child of a process whose threads are in calls, where all that the parent made is dropped at last."""
    assert json.loads(_run(pocl, "from support.forked_program import main; main(8)")) == {}


@forks
def test_what_the_host_computes_goes_on(pocl):
    """Small products need no driver."""
    assert _run(pocl, FORKING, "used", "small", below="1e6") == "right"


@forks
def test_a_process_that_forks_first_may_use_devices(pocl):
    """As workers do that a program starts before its first call."""
    assert _run(pocl, FORKING, "nothing", "large") == "right"


@forks
def test_listing_devices_is_a_use(pocl):
    """Drivers begin their threads when they are asked for devices; the sentence says what to do."""
    output = _run(pocl, FORKING, "listed", "large")
    assert output.startswith("this process was forked from one that had used a device")
    assert "spawn" in output


def test_first_calls_may_come_after_the_main_thread_and_in_handlers(pocl):
    """A thread outlives the main thread, and imports what calls need; handlers run still later."""
    assert _run(pocl, LATE).split() == ["64.0"] * 6


@pytest.mark.parametrize("calls", [["NumPy", "device", "prepared"], ["mapped", "together"]])
def test_daemon_threads_in_calls_do_not_disturb_the_end(pocl, calls):
    """Python would end them within C++, which aborts the process."""
    assert _run(pocl, ENDING, *calls) == ""


def test_a_closure_blocks_new_calls_and_waits_for_others(monkeypatch):
    """Of threads that are there, for a bounded time; threads that are begun later and workers go on."""
    monkeypatch.setattr(access.PROCESS, "barred", False)
    begin = threading.Event()

    def call():
        begin.wait(20)
        access.check_access()

    there, later = (threading.Thread(target=target) for target in (call, access.check_access))
    there.start()
    closure = access._Closure()
    try:
        access._close(closure, 0.0)
        assert access.PROCESS.barred
        access.check_access()
        assert not closure.blocks(Worker(SimpleQueue(), "worker"))
        assert closure.blocks(threading.Thread(daemon=True))
        later.start()
        later.join(20)
        assert not later.is_alive()
        begin.set()
        there.join(0.05)
        access._close(closure, 20.0)  # it rests
        assert there.is_alive()
    finally:
        access._closures.clear()
        closure.opened.set()
    there.join(20)
    assert not there.is_alive()
