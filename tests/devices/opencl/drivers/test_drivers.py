"""Drivers that no .icd file names are found, tried apart, used where they work, and told of where they do not."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from autoblas.cli import main
from autoblas.cli.commands import doctor
from autoblas.devices.opencl import selection
from autoblas.devices.opencl.drivers import runtimes, table, trials
from autoblas.devices.opencl.drivers.icd import UnusableDriverError
from autoblas.devices.opencl.drivers.runtimes import LISTS_NOTHING, NO_HARDWARE, UnlistedDriver
from autoblas.devices.opencl.drivers.table import DRIVERS, VendorDriver, libraries_of
from autoblas.devices.selftest_results import SelfTestResult
from autoblas.errors import DeviceError
from support.loaded import loaded_library
from support.marks import with_stand_ins

pytestmark = pytest.mark.usefixtures("own_results")


NVIDIA = next(driver for driver in DRIVERS if driver.vendor == "0x10de")
LIBRARY = NVIDIA.libraries[0]


class Machine(NamedTuple):
    """Folders that stand for those of a machine, and NVIDIA's driver as it is known, but looked for in them alone."""

    lib: Path
    dev: Path
    nvidia: VendorDriver

    @property
    def library(self) -> Path:
        """Where the driver's library is, or is to be put."""
        return self.lib / LIBRARY


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A machine with a card and no driver, on which no other maker's is looked for."""
    lib, dev = tmp_path / "lib", tmp_path / "dev"
    lib.mkdir()
    dev.mkdir()
    (dev / "nvidia0").touch()
    nvidia = replace(NVIDIA, folders=(str(lib),), nodes=(str(dev / "nvidia[0-9]*"),), vendor="")
    monkeypatch.setattr(runtimes, "DRIVERS", (nvidia,))
    monkeypatch.setattr(runtimes, "_search_result", None)
    monkeypatch.setattr(table, "located", lambda name: iter(()))
    for name in nvidia.variables:
        monkeypatch.delenv(name, raising=False)
    return Machine(lib, dev, nvidia)


@pytest.fixture
def no_trial(monkeypatch):
    """Fail all starts of processes that try a driver."""

    def refuse(*arguments, seconds, announced):
        raise AssertionError(arguments)

    monkeypatch.setattr(trials, "run_twice", refuse)


def _alone(
    machine: Machine, code: str, *, loader_folder: str = "/no/such/folder"
) -> subprocess.CompletedProcess[str]:
    """Run code in a process whose loader sees one folder and that knows the machine's driver only."""
    begin = (
        "import sys\n"
        "from dataclasses import replace\n"
        "from autoblas.devices.opencl.drivers import table as drivers, runtimes, trials; from autoblas.devices.opencl import selection\n"
        "(nvidia,) = (driver for driver in drivers.DRIVERS if driver.vendor == '0x10de')\n"
        f"nvidia = replace(nvidia, folders=({str(machine.lib)!r},), nodes={machine.nvidia.nodes!r}, vendor='')\n"
        "runtimes.DRIVERS = (nvidia,)\n"
        "drivers.located = lambda name: iter(())\n"
    )
    return subprocess.run(
        [sys.executable, "-c", begin + code],
        env=os.environ | {"OCL_ICD_VENDORS": loader_folder},
        capture_output=True,
        text=True,
        check=False,
    )


# A driver that works

COMPUTES = """
import os
import numpy as np
import pyopencl as cl
from autoblas.devices.opencl.compiler import built
from autoblas.devices.opencl.pocl.processor import match_library

def computes(device):
    match_library(device)
    context = cl.Context([device])
    text = "__kernel void probe(__global uint *x) { uint i = get_global_id(0); x[i] = 3 * x[i] + i; }"
    program = built(cl.Program(context, text), device, cached=False)
    x = np.arange(100, dtype=np.uint32)
    buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=x)
    queue = cl.CommandQueue(context)
    cl.Kernel(program, "probe")(queue, x.shape, None, buffer)
    cl.enqueue_copy(queue, x, buffer)
    return bool((x == 4 * np.arange(100)).all())

before = dict(os.environ)
print([computes(device) for device in selection.listing()], before == dict(os.environ))
"""


@with_stand_ins
def test_a_driver_that_no_file_names_is_used(machine, pocl_library):
    """Where the loader finds nothing, a real driver under another one's name computes; nothing is set or written."""
    machine.library.symlink_to(pocl_library)
    first = _alone(machine, COMPUTES)
    assert (first.stdout, first.stderr) == ("[True] True\n", "")
    stored = json.loads((Path(os.environ["AUTOBLAS_DATA_DIR"]) / "drivers.json").read_text("utf-8"))
    assert [(name, verdict["fault"]) for name, verdict in stored.items()] == [
        (str(pocl_library.resolve()), None)
    ]
    second = _alone(machine, f"trials.run_twice = None\n{COMPUTES}")  # a second trial would fail
    assert (second.stdout, second.stderr) == (first.stdout, "")


@with_stand_ins
def test_no_driver_is_listed_twice(machine, pocl_library):
    """The loader's driver, found again under another path and name, adds nothing, and is no fault either."""
    machine.library.symlink_to(pocl_library)
    result = runtimes.search()
    assert result.platforms == runtimes.loader_platforms()
    assert result.complaints == []


@with_stand_ins
def test_a_platform_that_the_loader_lists_needs_no_search(machine, no_trial, monkeypatch):
    """A driver whose platform is listed under its usual name is not even looked for."""
    names = tuple(platform.name for platform in runtimes.loader_platforms())
    if not names:
        pytest.skip("the loader lists nothing")
    machine.library.write_text("a driver")
    monkeypatch.setattr(runtimes, "DRIVERS", (replace(machine.nvidia, platforms=names),))
    assert runtimes.search(thorough=True).unlisted == []


# Drivers that do not


def _nothing(path: Path) -> None:
    path.write_text("no library")


def _no_driver(path: Path) -> None:
    path.symlink_to(loaded_library("libc"))


def _half(path: Path) -> None:
    """Half a library, as a copy that broke off leaves: the linker reads beyond its end."""
    whole = loaded_library("libc").read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


BROKEN = {
    "no library": (_nothing, "does not load: "),
    "no driver": (_no_driver, "has no clIcdGetPlatformIDsKHR"),
    "crashing": (_half, "crashed (SIG"),
}


@pytest.mark.budget(one_in=3)
@with_stand_ins
@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_driver_is_told_in_one_line(kind, machine, caplog):
    """An unusable driver is named with reason and cure, once a process, and does not stop it."""
    make, words = BROKEN[kind]
    make(machine.library)
    listed = selection.listing()
    runtimes.platforms()
    (record,) = caplog.records
    line = record.getMessage()
    assert record.levelname == "WARNING"
    assert "\n" not in line
    assert line.startswith(
        f"NVIDIA's OpenCL driver is installed but cannot be used: {machine.library.resolve()} "
    )
    assert words in line
    assert line.endswith('; "autoblas doctor" says what to do')
    assert listed == selection.listing()


@with_stand_ins
def test_a_hanging_driver_is_given_up(machine, monkeypatch, caplog):
    """A trial that takes too long is a fault like others; a pipe without a writer stands for the library."""
    os.mkfifo(machine.library)
    monkeypatch.setattr(runtimes, "libraries_of", lambda driver: [machine.library])
    monkeypatch.setattr(trials, "PATIENCE", 1.5)
    runtimes.platforms()
    assert f"{machine.library} did not finish in 1.5 s;" in caplog.text


@with_stand_ins
def test_devices_tells_it_in_one_line(machine):
    """The command tells it beside the list, or beside the error where there is nothing to list, and never twice."""
    machine.library.write_text("no library")
    done = _alone(machine, "from autoblas.cli import main; sys.exit(main(['devices']))")
    first, second = done.stderr.splitlines()
    assert done.returncode == 1
    assert "NVIDIA's OpenCL driver is installed but cannot be used" in first
    assert second.startswith("autoblas: error: no OpenCL device")


@with_stand_ins
def test_doctor_says_more(machine, capsys, monkeypatch):
    """The doctor names the driver, what happened and a cure."""
    lost = SelfTestResult(failures={"vectors": "was not tried"})
    monkeypatch.setattr(doctor, "selftest_result", lambda device, again: lost)
    machine.library.write_text("no library")
    main(["doctor"])
    out, err = capsys.readouterr()
    text = " ".join(out.split())  # lines end where the length of a path has them end
    assert f"driver NVIDIA's OpenCL driver -> {machine.library.resolve()}: it does not load: " in text
    assert f"NVIDIA's OpenCL driver is installed, but {machine.library.resolve()} does not load" in text
    assert "Cure: update or reinstall that driver." in text
    assert err == ""


@pytest.mark.parametrize("hidden", [False, True])
def test_a_driver_that_lists_nothing(hidden, machine, trials_made, monkeypatch):
    """It is told where a card is there, unless a variable may hide the card on purpose; its platform is left out."""
    machine.library.touch()
    monkeypatch.setattr(runtimes, "platforms_of", lambda library: [])
    if hidden:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    result = runtimes.search()
    (unlisted,) = result.unlisted
    assert (unlisted.fault, unlisted.hidden) == (LISTS_NOTHING, ("CUDA_VISIBLE_DEVICES",) * hidden)
    assert result.platforms == runtimes.loader_platforms()
    assert [
        f"lists no device, although {machine.dev / 'nvidia0'} is there" in line for line in result.complaints
    ] == ([] if hidden else [True])


def test_a_driver_that_changes_its_mind(machine, trials_made, monkeypatch):
    """A driver that passes its trial and fails in this process has a fault, and raises nothing."""

    def refuse(library):
        raise UnusableDriverError("does not load: out of memory")

    machine.library.touch()
    monkeypatch.setattr(runtimes, "platforms_of", refuse)
    (line,) = runtimes.search().complaints
    assert "does not load: out of memory" in line


def test_the_first_that_works_is_taken(machine, trials_made, monkeypatch):
    """Of several files of one maker a later one serves where an earlier one is broken, and the broken one is no fault."""
    bad, good, unused = (machine.lib / name for name in ("bad.so", "good.so", "other.so"))
    monkeypatch.setattr(runtimes, "libraries_of", lambda driver: [bad, good, unused])
    monkeypatch.setattr(runtimes, "platforms_of", lambda library: runtimes.loader_platforms())
    for path in (bad, good, unused):
        path.touch()
    result = runtimes.search()
    assert [(driver.library, driver.fault) for driver in result.unlisted] == [(str(good), None)]
    assert trials_made == [str(bad), str(good)]


# A machine without the hardware


def test_no_hardware_no_trial(machine, no_trial, caplog):
    """A driver in an image that runs on a machine without a card costs nothing and is not told of but by the doctor."""
    machine.library.write_text("a driver")
    (machine.dev / "nvidia0").unlink()
    runtimes.platforms()
    assert runtimes.search().unlisted == []
    assert caplog.text == ""
    (unlisted,) = runtimes.search(thorough=True).unlisted
    assert (unlisted.fault, unlisted.complaint) == (NO_HARDWARE, None)


# Another system


def test_macos_has_no_drivers_of_others(machine, monkeypatch):
    """Its OpenCL is a framework that knows the hardware."""
    machine.library.touch()
    assert libraries_of(machine.nvidia)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert libraries_of(machine.nvidia) == []


# Messages to users


def test_an_error_of_the_loader_stays_one(monkeypatch):
    """A search that failed is not taken for one that found nothing, and the next one tries again."""

    def fail():
        raise DeviceError("the OpenCL loader failed")

    monkeypatch.setattr(runtimes, "_search_result", None)
    monkeypatch.setattr(runtimes, "loader_platforms", fail)
    for _ in range(2):
        with pytest.raises(DeviceError):
            runtimes.platforms()


@pytest.mark.parametrize(
    ("fault", "expected", "nodes", "reported"),
    [
        (None, True, ("/dev/x",), False),
        ("crashed", True, ("/dev/x",), True),
        ("crashed", True, (), True),
        ("crashed", False, ("/dev/x",), False),
        (LISTS_NOTHING, True, ("/dev/x",), True),
        (LISTS_NOTHING, True, (), False),
        (LISTS_NOTHING, False, ("/dev/x",), False),
    ],
)
def test_what_is_worth_a_line(fault, expected, nodes, reported):
    """A fault is told where the hardware is there for certain or none is needed; finding none only where it is there."""
    unlisted = UnlistedDriver("X", "/lib/x.so", nodes, expected=expected, hidden=(), fault=fault)
    assert (unlisted.complaint is not None) == reported


def test_asking_for_the_search_replaces_the_line(machine, trials_made, caplog):
    """Who asks for the faults tells them, so that no line of logging repeats them."""
    machine.library.write_text("no library")
    assert len(runtimes.search().complaints) == 1
    runtimes.platforms()
    assert caplog.text == ""
