"""The doctor: what it sees on a machine, and every reason why a runtime is not seen, with a cure."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyopencl as cl
import pytest

from autoblas.devices.opencl import selection
from autoblas.devices.opencl.doctor import diagnosis
from autoblas.devices.opencl.doctor.diagnosis import (
    DeviceReport,
    Diagnosis,
    Driver,
    PlatformReport,
    diagnose,
    drivers_in,
)
from autoblas.devices.opencl.doctor.findings import findings_of
from autoblas.devices.opencl.doctor.probe import load_failure
from autoblas.devices.opencl.drivers import runtimes
from autoblas.devices.opencl.drivers.runtimes import LISTS_NOTHING, NO_HARDWARE, UnlistedDriver
from autoblas.devices.opencl.drivers.table import INTEL_CPU
from autoblas.devices.recording import PLAIN_CPU
from autoblas.devices.selftest.results import run_selftest
from autoblas.isolate.run import UNTRIED
from support.marks import needs_compiler, on_linux

INTEL_NAME = "Intel(R) OpenCL"
HEALTHY = Diagnosis(
    pyopencl="2026.1",
    loader="/site/pyopencl/.libs/libOpenCL.so.1",
    bundled=True,
    ocl_icd=True,
    variables={},
    searched=("/etc/OpenCL/vendors", "/site/pyopencl/.libs"),
    drivers=(Driver("/site/pyopencl/.libs/pocl.icd", "libpocl-1.so", None),),
    hidden=(),
    packages={"pocl-binary-distribution": "3.0", "intel-opencl-rt": None, "intel-cmplr-lib-rt": None},
    unlisted=(),
    vendor_libraries=(),
    failure=None,
    platforms=(PlatformReport("Portable Computing Language", "OpenCL 3.0", None),),
    devices=(DeviceReport(0, "Portable Computing Language", "cpu", "cpu", "3.0"),),
)
INTEL_PACKAGES = dict(HEALTHY.packages) | {"intel-opencl-rt": "2026.2"}
CARD = "/dev/nvidia0"


def _absent(library: str) -> str:
    return f"{library}: cannot open shared object file: No such file or directory"


def _intel(fault: str) -> UnlistedDriver:
    return UnlistedDriver(INTEL_CPU.name, "/lib/libintelocl.so", (), expected=True, hidden=(), fault=fault)


def _nvidia(fault: str | None, *hidden: str) -> UnlistedDriver:
    return UnlistedDriver(
        "NVIDIA's driver", "/lib/libnvidia-opencl.so.1", (CARD,), expected=True, hidden=hidden, fault=fault
    )


def test_searched_places(tmp_path):
    """OCL_ICD_VENDORS comes before OPENCL_VENDOR_PATH and the system's folder; the wheel's is always added to folders."""
    wheel = diagnosis.WHEEL_FOLDER
    variables = {"OCL_ICD_VENDORS": str(tmp_path), "OPENCL_VENDOR_PATH": "/x"}
    paths = diagnosis.searched_paths
    assert paths({}, bundled=True) == (Path("/etc/OpenCL/vendors"), wheel)
    assert paths({}, bundled=False) == (Path("/etc/OpenCL/vendors"),)
    assert paths(variables, bundled=True) == (tmp_path, wheel)
    assert paths({"OPENCL_VENDOR_PATH": "/x"}, bundled=True) == (Path("/x"), wheel)
    assert paths({"OCL_ICD_VENDORS": "/no/driver.so"}, bundled=True) == (Path("/no/driver.so"),)


@on_linux
def test_drivers_in_a_folder(tmp_path):
    """Each .icd file is read as the loader reads it, and other files are not."""
    (tmp_path / "a.icd").write_text("/no/such/liba.so\nsecond line")
    (tmp_path / "b.icd").write_text("")
    (tmp_path / "c.icd").write_text(" libc.so.6 ")
    (tmp_path / "d.icd").write_text("libc.so.6\n")
    (tmp_path / "e.icd").mkdir()
    (tmp_path / "f.txt").write_text("/no/such/libf.so")
    a, b, c, d, e = drivers_in(tmp_path)
    assert (a.source, a.library, a.error) == (
        str(tmp_path / "a.icd"),
        "/no/such/liba.so",
        _absent("/no/such/liba.so"),
    )
    assert (b.library, b.error) == ("", "the file is empty")
    assert c.error == _absent(" libc.so.6 ")
    assert d == Driver(str(tmp_path / "d.icd"), "libc.so.6", None)
    assert "cannot be read" in (e.error or "")
    assert list(drivers_in(tmp_path / "a.icd")) == [a]
    assert list(drivers_in(tmp_path / "none")) == []


def test_diagnose_this_machine():
    """The diagnosis agrees with the listing, and recognises pyopencl's loader."""
    diagnosed = diagnose()
    assert diagnosed.pyopencl == cl.VERSION_TEXT
    assert diagnosed.failure is None
    assert [device.index for device in diagnosed.devices] == list(range(len(selection.listing())))
    assert diagnosed.loader is None or "libOpenCL" in diagnosed.loader
    if sys.platform == "linux" and diagnosed.bundled:
        assert diagnosed.ocl_icd


def test_diagnose_a_broken_file(tmp_path, monkeypatch):
    """A file in the system's folder that names a missing library is told, with the cure."""
    (tmp_path / "old.icd").write_text("/no/such/libold.so")
    monkeypatch.setattr(diagnosis, "SYSTEM_FOLDER", tmp_path)
    monkeypatch.delenv("OCL_ICD_VENDORS", raising=False)
    monkeypatch.delenv("OPENCL_VENDOR_PATH", raising=False)
    (finding,) = [f for f in findings_of(diagnose()) if str(tmp_path) in f.problem]
    assert "'/no/such/libold.so', which is not there" in finding.problem
    assert "delete the file" in finding.cure


def test_diagnose_a_variable_that_hides(tmp_path, monkeypatch):
    """A variable that sends the loader elsewhere is named together with what it hides."""
    system, selected = tmp_path / "system", tmp_path / "other"
    system.mkdir()
    selected.mkdir()
    (system / "gpu.icd").write_text("libc.so.6")
    monkeypatch.setattr(diagnosis, "SYSTEM_FOLDER", system)
    monkeypatch.setenv("OCL_ICD_VENDORS", str(selected))
    (finding,) = [f for f in findings_of(diagnose()) if "hides" in f.problem]
    assert str(system / "gpu.icd") in finding.problem
    assert "unset OCL_ICD_VENDORS" in finding.cure


def test_a_healthy_machine_has_no_findings():
    """A sound installation has no findings."""
    assert list(findings_of(HEALTHY)) == []


ILLS: list[tuple[dict[str, Any], str, str]] = [
    ({"devices": (), "platforms": (), "drivers": ()}, "There is no OpenCL runtime", runtimes.how_to_get_a_runtime()),
    ({"devices": ()}, "no OpenCL device, although libpocl-1.so can be loaded", "/dev/dri"),
    ({"failure": "crashed (SIGSEGV)", "devices": (), "platforms": ()}, "it crashed (SIGSEGV)", "one .icd file after"),
    ({"platforms": (PlatformReport("AMD", "1", "OUT_OF_HOST_MEMORY"),)}, "AMD does not list its devices: OUT_OF_HOST_MEMORY", "reinstall"),
    ({"variables": {"OCL_ICD_FILENAMES": "/x.so"}}, "OCL_ICD_FILENAMES is set, but has no effect", "OCL_ICD_VENDORS"),
    (
        {
            "variables": {"OCL_ICD_VENDORS": "/no"},
            "drivers": (Driver("OCL_ICD_VENDORS", "/no", _absent("/no")),),
            "hidden": ("/etc/a.icd",),
        },
        "OCL_ICD_VENDORS names /no, which is not there, and hides /etc/a.icd",
        "unset OCL_ICD_VENDORS",
    ),
    ({"variables": {"OPENCL_VENDOR_PATH": "/no"}}, "OPENCL_VENDOR_PATH names /no, which is not there.", "unset OPENCL_VENDOR_PATH"),
    ({"drivers": (Driver("/a.icd", "libx.so", _absent("libx.so")),)}, "'libx.so', which is not there", "delete"),
    ({"drivers": (Driver("/a.icd", "/l/x.so", _absent("/l/x.so")),)}, "'/l/x.so', which is not there", "delete"),
    ({"drivers": (Driver("/a.icd", "x.so", _absent("liby.so")),)}, "'x.so', which needs liby.so", "holds liby.so"),
    ({"drivers": (Driver("/a.icd", "x.so", "x.so: invalid ELF header"),)}, "invalid ELF header", "reinstall"),
    ({"drivers": (Driver("/a.icd", " x.so", _absent(" x.so")),)}, "with blanks", "remove the blanks"),
    ({"drivers": (Driver("/a.icd", "", "the file is empty"),)}, "/a.icd: the file is empty", "delete it"),
    ({"packages": INTEL_PACKAGES}, "its library is not there", "--force-reinstall"),
    (
        {"unlisted": (_intel(f"does not load: {_absent('libimf.so')}"),)},
        "CPUs is installed, but /lib/libintelocl.so does not load: libimf.so: cannot open",
        "pip install intel-cmplr-lib-rt",
    ),
    (
        {
            "packages": INTEL_PACKAGES | {"intel-cmplr-lib-rt": "2026.2"},
            "unlisted": (_intel(f"does not load: {_absent('libintlc.so.5')}"),),
        },
        "does not load: libintlc.so.5",
        "both into one environment",
    ),
    ({"unlisted": (_intel("crashed (SIGILL)"),)}, "crashed (SIGILL)", "--force-reinstall intel-opencl-rt"),
    (
        {"unlisted": (_nvidia(f"does not load: {_absent('libnvidia-nvvm.so.4')}"),)},
        "NVIDIA's driver is installed, but /lib/libnvidia-opencl.so.1 does not load: libnvidia-nvvm.so.4",
        "install the package that holds libnvidia-nvvm.so.4",
    ),
    ({"unlisted": (_nvidia("crashed (SIGSEGV)"),)}, "libnvidia-opencl.so.1 crashed (SIGSEGV).", "update or reinstall"),
    (
        {"unlisted": (_nvidia(f"{UNTRIED} its process failed before: it crashed (SIGABRT)"),)},
        "cannot be tried, because its process failed before: it crashed (SIGABRT)",
        "repair what else is wrong, and ask again",
    ),
    ({"unlisted": (_nvidia(NO_HARDWARE),)}, "no device file shows hardware", "nothing, where this machine has no such"),
    ({"unlisted": (_nvidia(LISTS_NOTHING),)}, "lists no device", f"that you may open {CARD}"),
    ({"unlisted": (_nvidia(LISTS_NOTHING, "CUDA_VISIBLE_DEVICES"),)}, "lists no device", "unset CUDA_VISIBLE_DEVICES, and check"),
    ({"bundled": False, "drivers": ()}, "PoCL from pip is installed, but only", "pyopencl"),
    ({"vendor_libraries": ("libcuda.so.1",)}, "without its OpenCL part", "nvidia-opencl-icd"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "problem", "cure"), ILLS, ids=[problem for _, problem, _ in ILLS])
def test_findings(change, problem, cure):
    """Each ill makes exactly one finding, which names it and its cure."""
    (finding,) = findings_of(replace(HEALTHY, **change))
    assert problem in finding.problem
    assert cure in finding.cure


def test_a_driver_that_is_used_is_not_reported():
    """A driver that serves although the loader does not list it needs no cure."""
    libraries = ("libnvidia-opencl.so.1", "libcuda.so.1")
    there = replace(HEALTHY, unlisted=(_nvidia(None),), vendor_libraries=libraries)
    assert list(findings_of(there)) == []


def test_intels_runtime_that_the_loader_lists_is_there():
    """Its package is not called empty where its platform is listed by whichever way."""
    listed = (*HEALTHY.platforms, PlatformReport(INTEL_NAME, "OpenCL 3.0", None))
    assert list(findings_of(replace(HEALTHY, packages=INTEL_PACKAGES, platforms=listed))) == []


@pytest.fixture
def crashing(tmp_path):
    """A folder with a driver that crashes the process that loads it."""
    source, library = tmp_path / "driver.c", tmp_path / "libcrash.so"
    source.write_text(
        "#include <stdlib.h>\n__attribute__((constructor)) static void load(void) { abort(); }\n"
    )
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    (tmp_path / "crash.icd").write_text(str(library))
    return tmp_path


@needs_compiler
def test_a_crashing_driver_does_not_take_us_down(crashing, monkeypatch):
    """A driver that aborts while it is loaded is told of, in the driver's line and as a finding."""
    assert load_failure(str(crashing / "libcrash.so")) == "crashed (SIGABRT)"
    monkeypatch.setenv("OCL_ICD_VENDORS", str(crashing))
    diagnosed = diagnose()
    assert diagnosed.failure == "crashed (SIGABRT)"
    assert diagnosed.devices == ()
    problems = " ".join(finding.problem for finding in findings_of(diagnosed))
    assert "Listing the devices failed: it crashed (SIGABRT)" in problems
    assert f"{crashing / 'crash.icd'} names" in problems
    assert run_selftest("0", PLAIN_CPU).refusal == "crashed (SIGABRT)"


@needs_compiler
def test_the_doctor_survives_what_it_tells_of(crashing):
    """In a new process, where nothing has loaded drivers yet."""
    done = subprocess.run(
        [sys.executable, "-m", "autoblas", "doctor"],
        env={**os.environ, "OCL_ICD_VENDORS": str(crashing)},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert "Listing the devices failed: it crashed (SIGABRT)" in done.stdout, done.stderr
