"""Gathers what decides which OpenCL drivers are seen: the loader, where it looks, and what it finds there.

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
from autoblas.devices.opencl.drivers.known import KNOWN, located
from autoblas.devices.opencl.facts import facts_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.devices.opencl.drivers.runtimes import Unlisted

__all__ = ["Diagnosis", "Driver", "SeenDevice", "SeenPlatform", "diagnose"]

SYSTEM_FOLDER = Path("/etc/OpenCL/vendors")
WHEEL = Path(cl.__file__).parent
WHEEL_FOLDER = WHEEL / ".libs"
VARIABLES = ("OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH", "OCL_ICD_FILENAMES", selection.VARIABLE)
PACKAGES = ("pocl-binary-distribution", "intel-opencl-rt", "intel-cmplr-lib-rt")
VENDOR_LIBRARIES = (*dict.fromkeys(name for driver in KNOWN for name in driver.libraries), "libcuda.so.1")
"""The libraries of known drivers, and CUDA's, which comes with the driver of NVIDIA's."""


@dataclass(frozen=True)
class Driver:
    """A driver that the loader knows of.

    Attributes:
        source: The file or variable that names it.
        library: The library it names.
        error: Why that cannot be loaded; None where it can.
    """

    source: str
    library: str
    error: str | None


@dataclass(frozen=True)
class SeenPlatform:
    """A platform that answered: its name and version, and why its devices cannot be listed, where they cannot."""

    name: str
    version: str
    error: str | None


@dataclass(frozen=True)
class SeenDevice:
    """A device as users see it: its INDEX, its platform's name, its own, its kind and its driver's version."""

    index: int
    platform: str
    name: str
    kind: str
    driver: str


@dataclass(frozen=True)
class Diagnosis:
    """What was found on the way from pyopencl to the devices.

    Attributes:
        pyopencl: Its version.
        loader: The loader's file; None where it cannot be told.
        bundled: The loader came with pyopencl's wheel.
        ocl_icd: The loader is ocl-icd, whose rules are known here.
        variables: Those of the environment that matter and are set.
        searched: The folders searched, or the one driver that ``OCL_ICD_VENDORS`` names.
        drivers: What was found in them.
        hidden: Files that name drivers but are not looked at, because a variable sends the loader elsewhere.
        packages: The version of each package of interest, None where it is not installed.
        unlisted: The drivers that are installed and that the loader does not list, and whether they are used.
        vendor_libraries: Libraries of drivers that the dynamic linker would find.
        failure: What happened when the devices were listed; None where nothing went wrong.
        platforms: The platforms there are.
        devices: The devices there are, in the order of ``selection.listing``.
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
    unlisted: tuple[Unlisted, ...]
    vendor_libraries: tuple[str, ...]
    failure: str | None
    platforms: tuple[SeenPlatform, ...]
    devices: tuple[SeenDevice, ...]


def diagnose() -> Diagnosis:
    """Look at everything that decides which devices are seen.

    Drivers are loaded, and devices listed, in another process first; where that fails, none is listed here.
    """
    loader = _loader()
    bundled = loader is not None and loader.is_relative_to(WHEEL.parent)
    variables = {name: os.environ[name] for name in VARIABLES if os.environ.get(name)}
    searched = searched_places(variables, bundled=bundled)
    drivers = tuple(driver for place in searched for driver in drivers_in(place))
    read = {driver.source for driver in drivers}
    everywhere = (SYSTEM_FOLDER, WHEEL_FOLDER) if bundled else (SYSTEM_FOLDER,)
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
            f for folder in everywhere for f in map(str, sorted(folder.glob("*.icd"))) if f not in read
        ),
        packages={name: _version(name) for name in PACKAGES},
        unlisted=_unlisted(failure),
        vendor_libraries=tuple(name for name in VENDOR_LIBRARIES if any(located(name))),
        failure=failure,
        platforms=() if failure else tuple(_seen_platform(platform) for platform in runtimes.platforms()),
        devices=() if failure else tuple(_seen_device(i, d) for i, d in enumerate(selection.listing())),
    )


def searched_places(variables: Mapping[str, str], *, bundled: bool) -> tuple[Path, ...]:
    """Where the loader looks: folders, or a single driver."""
    if os.name == "nt":  # the registry says which drivers there are
        return ()
    vendors = variables.get("OCL_ICD_VENDORS")
    if vendors and not Path(vendors).is_dir():
        return (Path(vendors),)
    folder = Path(vendors or variables.get("OPENCL_VENDOR_PATH") or SYSTEM_FOLDER)
    return (folder, WHEEL_FOLDER) if bundled else (folder,)


def drivers_in(place: Path) -> Iterator[Driver]:
    """The drivers that one of the searched places leads to: a folder, an ``.icd`` file, or a driver itself."""
    if place.is_dir():
        for file in sorted(place.glob("*.icd")):
            yield _driver_of(file)
    elif place.suffix == ".icd":
        yield _driver_of(place)
    elif os.environ.get("OCL_ICD_VENDORS") == str(place):
        yield Driver("OCL_ICD_VENDORS", str(place), load_failure(str(place)))


def _driver_of(file: Path) -> Driver:
    try:
        library = file.read_text("utf-8", "replace").split("\n", 1)[0]  # blanks count, as for the loader
    except OSError as error:
        return Driver(str(file), "", f"the file cannot be read ({error.strerror})")
    if not library:
        return Driver(str(file), "", "the file is empty")
    beside = file.parent / library  # pyopencl's extension module leads the loader to its own folder
    known = str(beside) if file.parent == WHEEL_FOLDER and beside.exists() else library
    return Driver(str(file), library, load_failure(known))


def _loader() -> Path | None:
    """The loader's file as this process has it mapped, which only Linux tells."""
    maps = Path("/proc/self/maps")
    if not maps.exists():
        return None
    lines = (line.split(maxsplit=5) for line in maps.read_text("utf-8", "replace").splitlines())
    files = (Path(parts[5]) for parts in lines if len(parts) == 6)
    return next((file for file in files if file.name.startswith("libOpenCL")), None)


def _is_ocl_icd(loader: Path) -> bool:
    """Whether it reads a variable that ocl-icd alone knows; a call of its functions would load drivers, broken ones too."""
    try:
        return b"OCL_ICD_PLATFORM_SORT" in loader.read_bytes()
    except OSError:
        return False


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _unlisted(failure: str | None) -> tuple[Unlisted, ...]:
    """Every driver that the loader does not list, tried anew; where listing failed, none is loaded here."""
    if failure is None:
        return tuple(runtimes.search(thorough=True).unlisted)
    return tuple(each for each, _ in runtimes.unlisted_drivers((), thorough=True, load=False))


def _seen_platform(platform: cl.Platform) -> SeenPlatform:
    try:
        platform.get_devices()
    except cl.Error as error:
        return SeenPlatform(platform.name, platform.version, str(error))
    return SeenPlatform(platform.name, platform.version, None)


def _seen_device(index: int, device: cl.Device) -> SeenDevice:
    facts = facts_of(device)
    return SeenDevice(index, facts.platform, facts.name, facts.kind, facts.driver)
