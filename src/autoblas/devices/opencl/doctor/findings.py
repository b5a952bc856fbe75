"""Judges a diagnosis: faults that keep OpenCL devices from being seen, with their cures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from autoblas.devices.opencl.drivers import runtimes
from autoblas.devices.opencl.drivers.table import INTEL_CPU
from autoblas.isolate.run import UNTRIED, is_transient

if TYPE_CHECKING:
    from collections.abc import Iterator

    from autoblas.devices.opencl.doctor.diagnosis import Diagnosis
    from autoblas.devices.opencl.drivers.runtimes import UnlistedDriver

__all__ = ["Finding", "findings_of"]

INTEL_LIBRARIES = ("libimf", "libsvml", "libirng", "libintlc")
"""Libraries that Intel's runtime needs from the package ``intel-cmplr-lib-rt``, which its own package does not require."""

MISSING_LIBRARY = "cannot open shared object file: No such file"


@dataclass(frozen=True)
class Finding:
    """A fault, as a sentence, and its cure, as an instruction."""

    problem: str
    cure: str


def findings_of(diagnosis: Diagnosis) -> Iterator[Finding]:
    """All faults, the most telling first."""
    yield from _no_devices(diagnosis)
    yield from _misleading_variables(diagnosis)
    yield from _broken_drivers(diagnosis)
    yield from _unlisted(diagnosis)
    yield from _without_opencl(diagnosis)
    yield from _pocl(diagnosis)


def _no_devices(d: Diagnosis) -> Iterator[Finding]:
    for platform in d.platforms:
        if platform.error:
            yield Finding(
                f"The platform {platform.name} does not list its devices: {platform.error}.",
                "reinstall or update that driver",
            )
    if d.failure is not None:
        yield Finding(
            f"Listing the devices failed: it {d.failure}.",
            'see to that, and run "autoblas doctor" again'
            if is_transient(d.failure)
            else "find the driver at fault by moving away one .icd file after the other, and reinstall it",
        )
    if d.devices or d.failure:
        return
    working = [driver for driver in d.drivers if driver.error is None]
    if working:
        names = ", ".join(Path(driver.library).name for driver in working)
        yield Finding(
            f"There is no OpenCL device, although {names} can be loaded.",
            "check that the hardware is there, that you may open its files (/dev/dri/renderD*, /dev/nvidia*; often a "
            "matter of the group render or video), and that a container was given the device",
        )
    else:
        yield Finding("There is no OpenCL runtime.", runtimes.how_to_get_a_runtime())


def _misleading_variables(d: Diagnosis) -> Iterator[Finding]:
    if d.ocl_icd and "OCL_ICD_FILENAMES" in d.variables:
        yield Finding(
            "OCL_ICD_FILENAMES is set, but has no effect with this loader (ocl-icd).",
            "write the library's path into a file NAME.icd in a folder, and set OCL_ICD_VENDORS to that folder",
        )
    vendors = d.variables.get("OCL_ICD_VENDORS")
    variable = "OCL_ICD_VENDORS" if vendors else "OPENCL_VENDOR_PATH"
    value = vendors or d.variables.get(variable)
    if value is None:
        return
    hidden = ", ".join(d.hidden)
    if not Path(value).exists() and all(driver.error for driver in d.drivers if driver.source == variable):
        consequence = f", and hides {hidden}" if hidden else ""
        yield Finding(f"{variable} names {value}, which is not there{consequence}.", f"unset {variable}")
    elif hidden:
        yield Finding(
            f"{variable}={value} hides the drivers named by {hidden}.",
            f"unset {variable}, or set it to a folder that holds copies of all the .icd files you need",
        )


def _broken_drivers(d: Diagnosis) -> Iterator[Finding]:
    for driver in d.drivers:
        if driver.error is None or not driver.source.endswith(".icd"):
            continue
        missing = _missing_library(driver.error)
        if not driver.library:
            yield Finding(
                f"{driver.source}: {driver.error}.", "delete it, or write the driver's library into it"
            )
        elif driver.library != driver.library.strip():
            yield Finding(
                f"{driver.source} names {driver.library!r}, with blanks.", "remove the blanks from that file"
            )
        elif missing is None:
            yield Finding(
                f"{driver.source} names {driver.library!r}, which does not load: {driver.error}.",
                "reinstall that driver",
            )
        elif missing in (driver.library, Path(driver.library).name):
            yield Finding(
                f"{driver.source} names {driver.library!r}, which is not there.",
                "reinstall that driver, or delete the file",
            )
        else:
            yield Finding(
                f"{driver.source} names {driver.library!r}, which needs {missing}, and that is not there.",
                f"install the package that holds {missing}",
            )


def _unlisted(d: Diagnosis) -> Iterator[Finding]:
    """Faults of installed drivers that neither the loader nor this package can use."""
    for driver in d.unlisted:
        if driver.fault is not None:
            yield Finding(
                f"{driver.driver} is installed, but {driver.library} {driver.fault}.", _cure(d, driver)
            )


def _cure(d: Diagnosis, driver: UnlistedDriver) -> str:
    fault = driver.fault or ""
    missing = _missing_library(fault)
    if fault.startswith(UNTRIED):
        return "repair what else is wrong, and ask again"
    if missing is not None and missing.startswith(INTEL_LIBRARIES):
        if d.packages["intel-cmplr-lib-rt"] is None:
            return "pip install intel-cmplr-lib-rt"
        return "pip install --force-reinstall intel-opencl-rt intel-cmplr-lib-rt, both into one environment"
    if fault == runtimes.NO_HARDWARE:
        return (
            "nothing, where this machine has no such hardware; else check that the system's part of the driver is "
            "loaded, and that a container was given the device (docker run --gpus all, or --device)"
        )
    if fault == runtimes.LISTS_NOTHING:
        hidden = f"unset {', '.join(driver.hidden)}, and " if driver.hidden else ""
        nodes = ", ".join(driver.nodes) or "its hardware"
        return (
            f"{hidden}check that you may open {nodes} (often a matter of the group render or video), and that the "
            "system's part of the driver is of the same version"
        )
    if missing is not None:
        return f"install the package that holds {missing}"
    if driver.driver == INTEL_CPU.name:
        return "pip install --force-reinstall intel-opencl-rt intel-cmplr-lib-rt"
    return "update or reinstall that driver"


def _without_opencl(d: Diagnosis) -> Iterator[Finding]:
    """Faults of drivers whose OpenCL part is missing."""
    version = d.packages["intel-opencl-rt"]
    present = {platform.name for platform in d.platforms} | {driver.driver for driver in d.unlisted}
    if version is not None and present.isdisjoint({INTEL_CPU.name, *INTEL_CPU.platforms}):
        yield Finding(
            f"intel-opencl-rt {version} is installed, but its library is not there (pip's --target leaves it out).",
            "install it into an environment: pip install --force-reinstall intel-opencl-rt intel-cmplr-lib-rt",
        )
    if "libcuda.so.1" in d.vendor_libraries and "libnvidia-opencl.so.1" not in d.vendor_libraries:
        yield Finding(
            "NVIDIA's driver is installed without its OpenCL part, libnvidia-opencl.so.1.",
            "install it from the same source as the driver, where the package is often called nvidia-opencl-icd",
        )


def _pocl(d: Diagnosis) -> Iterator[Finding]:
    installed = d.packages["pocl-binary-distribution"] is not None
    if installed and not d.bundled and not any("libpocl" in driver.library for driver in d.drivers):
        yield Finding(
            "PoCL from pip is installed, but only the loader in pip's pyopencl looks for it, and this is another one.",
            "pip install --force-reinstall --only-binary pyopencl pyopencl, or install PoCL where this pyopencl is from",
        )


def _missing_library(error: str | None) -> str | None:
    """Library that the dynamic linker did not find, the driver itself or one that it needs; None for other errors."""
    parts = (error or "").partition(f": {MISSING_LIBRARY}")
    return parts[0].rpartition(": ")[2] if parts[1] else None
