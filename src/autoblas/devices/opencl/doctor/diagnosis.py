"""Gathers what decides which OpenCL drivers are seen: the loader, its search path, and the files there.

The rules are those of ocl-icd, the loader in pyopencl's wheel for Linux: ``OCL_ICD_VENDORS``, else
``OPENCL_VENDOR_PATH``, else ``/etc/OpenCL/vendors`` is searched for ``*.icd`` files, each of which holds the name of a
driver's library in its first line; the wheel searches its own folder ``pyopencl/.libs`` as well. Where
``OCL_ICD_VENDORS`` is no folder, it is taken for the only driver there is.
"""

from __future__ import annotations

import importlib.metadata
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyopencl as cl

from autoblas.devices.opencl import selection
from autoblas.devices.opencl.doctor.probe import listing_failure, load_failure
from autoblas.devices.opencl.drivers import runtimes
from autoblas.devices.opencl.drivers.table import DRIVERS, located
from autoblas.devices.opencl.facts import facts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.devices.opencl.drivers.runtimes import UnlistedDriver

__all__ = ["DeviceReport", "Diagnosis", "Driver", "PlatformReport", "diagnose"]

SYSTEM_FOLDER = Path("/etc/OpenCL/vendors")
WHEEL = Path(cl.__file__).parent
WHEEL_FOLDER = WHEEL / ".libs"
VARIABLES = ("OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH", "OCL_ICD_FILENAMES", selection.VARIABLE)
PACKAGES = ("pocl-binary-distribution", "intel-opencl-rt", "intel-cmplr-lib-rt")
VENDOR_LIBRARIES = (*dict.fromkeys(name for driver in DRIVERS for name in driver.libraries), "libcuda.so.1")
"""The libraries of known drivers, and CUDA's, which comes with the driver of NVIDIA's."""


@dataclass(frozen=True)
class Driver:
    """A driver that the loader finds.

    Attributes:
        source: The file or variable that names it.
        library: The library it names.
        error: The reason why that cannot be loaded; None where it can.
    """

    source: str
    library: str
    error: str | None


@dataclass(frozen=True)
class PlatformReport:
    """A platform that answered: its name and version, and the error of the listing of its devices, or None."""

    name: str
    version: str
    error: str | None


@dataclass(frozen=True)
class DeviceReport:
    """A device as users see it: its INDEX, its platform's name, its name, its kind and its driver's version."""

    index: int
    platform: str
    name: str
    kind: str
    driver: str


@dataclass(frozen=True)
class Diagnosis:
    """State of everything between pyopencl and the devices.

    Attributes:
        pyopencl: Its version.
        loader: The loader's file; None where it is unknown.
        bundled: The loader came with pyopencl's wheel.
        ocl_icd: The loader is ocl-icd, whose rules this module implements.
        variables: Environment variables that matter and are set.
        searched: The folders searched, or the only driver, which ``OCL_ICD_VENDORS`` names.
        drivers: The drivers in them.
        hidden: Files that name drivers but are not read, because a variable sends the loader elsewhere.
        packages: The version of each package of interest, None where it is not installed.
        unlisted: The installed drivers that the loader does not list, with their faults.
        vendor_libraries: Libraries of drivers that the dynamic linker would find.
        failure: The failure of the listing of devices; None where it succeeded.
        platforms: All platforms.
        devices: All devices, in the order of ``selection.listing``.
    """

    pyopencl: str
    loader: str | None
    bundled: bool
    ocl_icd: bool
    variables: Mapping[str, str]
    searched: tuple[str, ...]
    drivers: tuple[Driver, ...]
    hidden: tuple[str, ...]
    packages: Mapping[str, str | None]
    unlisted: tuple[UnlistedDriver, ...]
    vendor_libraries: tuple[str, ...]
    failure: str | None
    platforms: tuple[PlatformReport, ...]
    devices: tuple[DeviceReport, ...]


def diagnose() -> Diagnosis:
    """Examine everything that decides which devices are seen.

    Drivers are loaded, and devices listed, in another process first; where that fails, none is listed here.
    """
    loader = _loader()
    bundled = loader is not None and loader.is_relative_to(WHEEL.parent)
    variables = {name: os.environ[name] for name in VARIABLES if os.environ.get(name)}
    searched = searched_paths(variables, bundled=bundled)
    drivers = tuple(driver for path in searched for driver in drivers_in(path))
    read = {driver.source for driver in drivers}
    folders = (SYSTEM_FOLDER, WHEEL_FOLDER) if bundled else (SYSTEM_FOLDER,)
    failure = listing_failure()
    return Diagnosis(
        pyopencl=cl.VERSION_TEXT,
        loader=str(loader) if loader else None,
        bundled=bundled,
        ocl_icd=loader is not None and _is_ocl_icd(loader),
        variables=variables,
        searched=tuple(map(str, searched)),
        drivers=drivers,
        hidden=tuple(
            f for folder in folders for f in map(str, sorted(folder.glob("*.icd"))) if f not in read
        ),
        packages={name: _version(name) for name in PACKAGES},
        unlisted=_unlisted(failure),
        vendor_libraries=tuple(name for name in VENDOR_LIBRARIES if any(located(name))),
        failure=failure,
        platforms=() if failure else tuple(_platform_report(platform) for platform in runtimes.platforms()),
        devices=() if failure else tuple(_device_report(i, d) for i, d in enumerate(selection.listing())),
    )


def searched_paths(variables: Mapping[str, str], *, bundled: bool) -> tuple[Path, ...]:
    """Search path of the loader: folders, or a single driver."""
    if os.name == "nt":  # the registry says which drivers there are
        return ()
    vendors = variables.get("OCL_ICD_VENDORS")
    if vendors and not Path(vendors).is_dir():
        return (Path(vendors),)
    folder = Path(vendors or variables.get("OPENCL_VENDOR_PATH") or SYSTEM_FOLDER)
    return (folder, WHEEL_FOLDER) if bundled else (folder,)


def drivers_in(path: Path) -> Iterator[Driver]:
    """Drivers of one searched path: a folder, an ``.icd`` file, or a driver itself."""
    if path.is_dir():
        for file in sorted(path.glob("*.icd")):
            yield _driver_of(file)
    elif path.suffix == ".icd":
        yield _driver_of(path)
    elif os.environ.get("OCL_ICD_VENDORS") == str(path):
        yield Driver("OCL_ICD_VENDORS", str(path), load_failure(str(path)))


def _driver_of(file: Path) -> Driver:
    try:
        library = file.read_text("utf-8", "replace").split("\n", 1)[0]  # blanks count, as for the loader
    except OSError as error:
        return Driver(str(file), "", f"the file cannot be read ({error.strerror})")
    if not library:
        return Driver(str(file), "", "the file is empty")
    bundled = file.parent / library  # pyopencl's extension module leads the loader to its own folder
    resolved = str(bundled) if file.parent == WHEEL_FOLDER and bundled.exists() else library
    return Driver(str(file), library, load_failure(resolved))


def _loader() -> Path | None:
    """The loader's file as this process has it mapped, which only Linux tells."""
    maps = Path("/proc/self/maps")
    if not maps.exists():
        return None
    lines = (line.split(maxsplit=5) for line in maps.read_text("utf-8", "replace").splitlines())
    files = (Path(parts[5]) for parts in lines if len(parts) == 6)
    return next((file for file in files if file.name.startswith("libOpenCL")), None)


def _is_ocl_icd(loader: Path) -> bool:
    """True if the loader reads a variable of ocl-icd's; a call of its functions would load drivers, broken ones too."""
    try:
        return b"OCL_ICD_PLATFORM_SORT" in loader.read_bytes()
    except OSError:
        return False


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _unlisted(failure: str | None) -> tuple[UnlistedDriver, ...]:
    """All drivers that the loader does not list, tried anew; none is loaded here if the listing failed."""
    if failure is None:
        return tuple(runtimes.search(thorough=True).unlisted)
    return tuple(driver for driver, _ in runtimes.unlisted_drivers((), thorough=True, load=False))


def _platform_report(platform: cl.Platform) -> PlatformReport:
    try:
        platform.get_devices()
    except cl.Error as error:
        return PlatformReport(platform.name, platform.version, str(error))
    return PlatformReport(platform.name, platform.version, None)


def _device_report(index: int, device: cl.Device) -> DeviceReport:
    facts = facts_of(device)
    return DeviceReport(index, facts.platform, facts.name, facts.kind, facts.driver)
