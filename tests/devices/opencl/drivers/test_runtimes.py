"""Runtimes are found without side effects, wherever the loader looks, and told how to be had where there is none."""

import os
import subprocess
import sys

import pytest

from autoblas.devices.opencl import selection
from autoblas.devices.opencl.drivers import runtimes
from autoblas.devices.opencl.drivers.table import INTEL_CPU, libraries_of
from autoblas.devices.selftest.results import selftest_result
from support.marks import on_linux
from support.threads import in_threads

needs_intel = pytest.mark.skipif(
    not libraries_of(INTEL_CPU), reason="intel-opencl-rt, Intel's CPU runtime, is not installed"
)

INTEL_NAME = "Intel(R) OpenCL"


def _python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def fresh(monkeypatch):
    """Forget what this process has found so far."""
    monkeypatch.setattr(runtimes, "_search_result", None)


def test_platforms_lists_each_once(fresh):
    """All that pyopencl lists is there, in its order, and nothing twice."""
    listed = runtimes.platforms()
    assert listed[: len(runtimes.loader_platforms())] == runtimes.loader_platforms()
    names = [(p.name, p.version) for p in listed]
    assert len(names) == len(set(names))
    assert names


@needs_intel
def test_intel_is_found_without_the_environment(fresh):
    """Intel's runtime from pip is listed although no variable names it, and none is changed."""
    before = dict(os.environ)
    assert INTEL_NAME in [p.name for p in runtimes.platforms()]
    assert dict(os.environ) == before


@needs_intel
def test_intel_is_not_listed_twice():
    """Where the loader lists Intel's runtime itself, it is not added again."""
    code = "from autoblas.devices.opencl.drivers.runtimes import *; print([p.name for p in platforms()])"
    assert _python(code, OCL_ICD_VENDORS=str(libraries_of(INTEL_CPU)[0])) == f"['{INTEL_NAME}']"


def test_nothing_is_no_error():
    """Where the loader finds nothing and nothing else is installed, the list is empty."""
    code = "from autoblas.devices.opencl.drivers import runtimes as r; r.DRIVERS = (); print(r.platforms())"
    assert _python(code, OCL_ICD_VENDORS="/no/such/folder") == "[]"


@on_linux
def test_import_loads_no_driver():
    """Importing neither loads Intel's driver nor makes the loader load others."""
    code = (
        "import autoblas.devices.opencl.selection\n"
        "maps = open('/proc/self/maps').read()\n"
        "print('libintelocl' in maps, 'libpocl' in maps)"
    )
    assert _python(code) == "False False"


def test_threads_share_one_search(fresh, monkeypatch):
    """Threads that ask at once get equal lists of one search, and cannot change each other's."""
    searches = []
    original = runtimes.loader_platforms

    def search():
        searches.append(1)
        return original()

    monkeypatch.setattr(runtimes, "loader_platforms", search)
    listings = in_threads(8, lambda _: runtimes.platforms())
    assert len(searches) == 1
    assert all(listing == listings[0] for listing in listings)
    listings[0].clear()
    assert runtimes.platforms()


def test_every_device_computes():
    """Each listed device, found by whichever way, builds and runs a kernel."""
    devices = selection.listing()
    assert devices
    assert not any(selftest_result(device).failures for device in devices)


@pytest.mark.parametrize(
    ("system", "machine", "words"),
    [
        ("Linux", "x86_64", "autoblas[pocl]"),
        ("Linux", "aarch64", "pocl-opencl-icd"),
        ("Windows", "AMD64", "autoblas[intel-cpu]"),
        ("Windows", "ARM64", "driver of your GPU"),
        ("Darwin", "arm64", "the OpenCL that macOS brings"),
    ],
)
def test_each_system_has_its_way_to_a_runtime(system, machine, words, monkeypatch):
    """The proposed package exists for that system."""
    monkeypatch.setattr("platform.system", lambda: system)
    monkeypatch.setattr("platform.machine", lambda: machine)
    assert words in runtimes.how_to_get_a_runtime()
