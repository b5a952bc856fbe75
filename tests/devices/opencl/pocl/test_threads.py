"""Each of PoCL's threads has a processor of its own, where there is one for each and nobody said otherwise."""

import ast
import os
import subprocess
import sys
import threading
from typing import Any

import pytest

from autoblas.devices.opencl.pocl.environment import VARIABLE, new_threads, pin_threads

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems tell less of threads")

LISTED = """
import os
from pathlib import Path
import numpy, pyopencl
def tasks():
    return {int(each.name) for each in Path("/proc/self/task").iterdir()}
before = tasks()
from autoblas.devices.opencl.drivers.runtimes import platforms
units = [each.max_compute_units for one in platforms() if "Portable" in one.name for each in one.get_devices()]
print((units, [sorted(os.sched_getaffinity(each)) for each in sorted(tasks() - before)]))
"""


def listed(**variables: str) -> tuple[list[int], list[list[int]]]:
    """The compute units of each device that PoCL has in a new process, and where each thread that began with them may run."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("POCL_")}
    cache = {name: value for name, value in os.environ.items() if name == "POCL_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-c", LISTED],
        env=environment | cache | variables,
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    answer: tuple[list[int], list[list[int]]] = ast.literal_eval(done.stdout)
    return answer


def test_each_thread_has_a_processor(pocl):
    """Where PoCL begins as many as there are; a machine with fewer than threads leaves them free."""
    del pocl
    units, affinities = listed()
    free = sorted(os.sched_getaffinity(0))
    assert len(affinities) >= sum(units) > 0
    tied = len(affinities) == sum(units) and set(units) == {len(free)}
    assert affinities == (
        [[processor] for processor in free] * len(units) if tied else [free] * len(affinities)
    )


@pytest.mark.parametrize("variables", [{VARIABLE: "0"}, {"POCL_MAX_PTHREAD_COUNT": "1"}])
def test_threads_stay_free(pocl, variables):
    """Where a user says so, and where there are fewer than processors: each process of several would take the first ones."""
    del pocl
    free = sorted(os.sched_getaffinity(0))
    _, affinities = listed(**variables)
    assert affinities
    assert all(affinity == free for affinity in affinities)


class Device:
    """A device of so many compute units."""

    def __init__(self, units: int) -> None:
        self.max_compute_units = units


@pytest.fixture
def machine(monkeypatch):
    """Where threads were put, on a machine whose processors 4 to 6 are this process's, and where thread 99 has ended."""
    put: dict[int, Any] = {}

    def place(thread, processors):
        if thread == 99:
            raise ProcessLookupError(thread)
        put[thread] = set(processors)

    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {6, 4, 5})
    monkeypatch.setattr(os, "sched_setaffinity", place)
    return put


def test_processors_are_those_of_the_process(machine):
    """In a container they may be any."""
    assert pin_threads({12, 10, 11}, [Device(3)])  # type: ignore[list-item]
    assert machine == {10: {4}, 11: {5}, 12: {6}}


def test_each_device_has_all_processors(machine):
    """Where two versions of PoCL are installed, or a user asks one for two devices."""
    assert pin_threads(set(range(10, 16)), [Device(3), Device(3)])  # type: ignore[list-item]
    assert machine == {10: {4}, 11: {5}, 12: {6}, 13: {4}, 14: {5}, 15: {6}}


@pytest.mark.parametrize(
    ("begun", "units"),
    [
        ({10, 11}, [2]),
        ({10, 11, 12}, [2]),
        ({10, 11}, [3]),
        (set(), [3]),
        ({10, 11, 12}, [1, 2]),
        (set(), []),
    ],
)
def test_other_counts_are_left_alone(machine, begun, units):
    """Fewer threads than processors, threads of others, threads that began before, or parts of the machine as devices."""
    assert not pin_threads(begun, [Device(count) for count in units])  # type: ignore[misc]
    assert machine == {}


def test_a_thread_that_is_gone_frees_the_others(machine):
    """All are tied or none."""
    assert not pin_threads({10, 11, 99}, [Device(3)])  # type: ignore[list-item]
    assert machine == {10: {4, 5, 6}, 11: {4, 5, 6}}


def test_threads_of_python_are_not_taken_for_a_drivers():
    """One that begins meanwhile is known to Python."""
    end = threading.Event()
    with new_threads() as begun:
        thread = threading.Thread(target=end.wait)
        thread.start()
    end.set()
    thread.join()
    assert begun == set()
