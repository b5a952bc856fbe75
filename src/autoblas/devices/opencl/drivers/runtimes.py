"""Finds OpenCL platforms: those that pyopencl's loader lists, and those of known drivers that it misses.

The platforms of such a driver are listed without an environment variable and without a file (``devices.opencl.drivers.icd``),
after a trial in a process of its own (``devices.opencl.drivers.trials``). A driver is not searched for if the loader lists its
platform, or if no device file shows hardware for it: on a machine without a card, an installed driver of a card costs a look
into ``/dev``.

If a driver and its hardware are present and it cannot be used, one line is logged as a warning, once a process. It is no Python
warning: the calling program can do nothing about it and works all the same, so a filter that turns warnings into errors
must not stop it.
"""

from __future__ import annotations

import logging
import platform as host
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import pyopencl as cl

from autoblas.devices.access import uses_driver
from autoblas.devices.opencl.drivers.icd import UnusableDriverError, platforms_of
from autoblas.devices.opencl.drivers.table import DRIVERS, hidden_by, libraries_of, nodes_of, proves_hardware
from autoblas.devices.opencl.drivers.trials import fault_of
from autoblas.devices.opencl.pocl.environment import new_threads, pin_threads, provide_cache
from autoblas.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = [
    "LISTS_NOTHING",
    "NO_HARDWARE",
    "PlatformSearch",
    "UnlistedDriver",
    "how_to_get_a_runtime",
    "loader_platforms",
    "platforms",
    "search",
    "unlisted_drivers",
]

LISTS_NOTHING = "lists no device"

POCL = "Portable Computing Language"

NO_HARDWARE = "was not tried, because no device file shows hardware for it"

_log = logging.getLogger(__name__)
_guard = threading.Lock()
_search_result: PlatformSearch | None = None


@dataclass(frozen=True)
class UnlistedDriver:
    """A driver that is installed and that the loader does not list.

    Attributes:
        driver: Its name.
        library: Its file.
        nodes: The device files of its possible hardware.
        expected: Its hardware certainly exists, or it needs none.
        hidden: The variables in the environment that may hide devices from it.
        fault: The reason why it is not used, as the end of a sentence; None where it is.
    """

    driver: str
    library: str
    nodes: tuple[str, ...]
    expected: bool
    hidden: tuple[str, ...]
    fault: str | None

    @property
    def complaint(self) -> str | None:
        """One line for users if it should serve and does not, else None."""
        no_device = self.fault == LISTS_NOTHING
        if self.fault is None or not self.expected or (no_device and (self.hidden or not self.nodes)):
            return None
        evidence = f", although {self.nodes[0]} is there" if no_device else ""
        return (
            f"{self.driver} is installed but cannot be used: {self.library} {self.fault}{evidence}; "
            '"autoblas doctor" says what to do'
        )


class PlatformSearch(NamedTuple):
    """Result of a search: the platforms, and a report on each driver that the loader does not list."""

    platforms: list[cl.Platform]
    unlisted: list[UnlistedDriver]

    @property
    def complaints(self) -> list[str]:
        """A line for each driver that should serve and does not."""
        return [line for driver in self.unlisted if (line := driver.complaint)]


def platforms() -> list[cl.Platform]:
    """Every OpenCL platform of this machine, those that pyopencl's loader lists first; none is no error.

    The search is made once a process, because a loader makes its own only once.

    Raises:
        DeviceError: the loader failed for another reason than finding nothing, or this process was forked from one that
            had listed them: drivers begin their threads then.
    """
    uses_driver()
    with _guard:
        first = _search_result is None
        result = _cached_search()
    if first:
        for line in result.complaints:
            _log.warning("%s", line)
    return list(result.platforms)


def search(*, thorough: bool = False) -> PlatformSearch:
    """The search behind ``platforms``; faults are not logged, since the caller reports them.

    Args:
        thorough: Search anew, for drivers without hardware too, and try those again that were tried before.

    Raises:
        DeviceError: as of ``platforms``.
    """
    uses_driver()
    with _guard:
        return _cached_search(thorough=thorough)


def _cached_search(*, thorough: bool = False) -> PlatformSearch:
    global _search_result  # noqa: PLW0603 -- a process searches once
    if _search_result is None or thorough:
        provide_cache()
        listed = _first_listing() if _search_result is None else loader_platforms()
        unlisted = unlisted_drivers([platform.name for platform in listed], thorough=thorough)
        for _, driver_platforms in unlisted:
            versions = {(platform.name, platform.version) for platform in listed}
            listed = listed + [
                platform for platform in driver_platforms if (platform.name, platform.version) not in versions
            ]
        _search_result = PlatformSearch(listed, [driver for driver, _ in unlisted])
    return _search_result


def _first_listing() -> list[cl.Platform]:
    """The loader's platforms. PoCL begins its threads at the first listing of its devices; they are pinned here."""
    with new_threads() as threads:
        listed = loader_platforms()
        pocl_devices = [
            device for platform in listed if platform.name == POCL for device in _devices(platform)
        ]
    if pocl_devices:
        pin_threads(threads, pocl_devices)
    return listed


def loader_platforms() -> list[cl.Platform]:
    """Platforms of ``pyopencl.get_platforms``; none where it raises because there are none.

    Raises:
        DeviceError: the loader failed for another reason.
    """
    try:
        return cl.get_platforms()
    except cl.Error as error:
        if error.code == cl.status_code.PLATFORM_NOT_FOUND_KHR:
            return []
        raise DeviceError(f"the OpenCL loader failed: {error}") from error


def unlisted_drivers(
    listed: Collection[str], *, thorough: bool = False, load: bool = True
) -> list[tuple[UnlistedDriver, list[cl.Platform]]]:
    """Drivers on this machine that the loader does not list, with their platforms: the best library of each driver.

    Args:
        listed: The names of the platforms that it lists.
        thorough: Look for drivers without hardware too, and try those again that were tried before.
        load: Load drivers whose trial went well; otherwise they have no platforms here.
    """
    unlisted = []
    for driver in DRIVERS:
        nodes = nodes_of(driver)
        if not set(driver.platforms).isdisjoint(listed) or not (nodes or thorough or not driver.needs_nodes):
            continue
        expected = not driver.needs_nodes or any(proves_hardware(driver, node) for node in nodes)
        tried: list[tuple[UnlistedDriver, list[cl.Platform]]] = []
        for library in libraries_of(driver):
            lacking = NO_HARDWARE if driver.needs_nodes and not nodes else None
            fault = lacking or fault_of(library, again=thorough)
            candidate = UnlistedDriver(driver.name, str(library), nodes, expected, hidden_by(driver), fault)
            tried.append(_loaded(candidate) if load and fault is None else (candidate, []))
            if tried[-1][0].fault is None:
                break
        unlisted += [attempt for attempt in tried if attempt[0].fault is None] or tried[:1]
    return unlisted


def _loaded(driver: UnlistedDriver) -> tuple[UnlistedDriver, list[cl.Platform]]:
    """A driver whose trial went well, and its platforms that have devices."""
    try:
        usable = [platform for platform in platforms_of(driver.library) if _may_have_devices(platform)]
    except UnusableDriverError as error:
        return replace(driver, fault=str(error)), []
    return (driver, usable) if usable else (replace(driver, fault=LISTS_NOTHING), [])


def _may_have_devices(platform: cl.Platform) -> bool:
    try:
        return bool(platform.get_devices())
    except cl.Error:  # the listing of devices reports it
        return True


def _devices(platform: cl.Platform) -> list[cl.Device]:
    try:
        return platform.get_devices()
    except cl.Error:  # the listing of devices reports it
        return []


def how_to_get_a_runtime() -> str:
    """Instruction, for this machine, to install an OpenCL runtime."""
    system, machine = host.system(), host.machine().lower()
    card = "install the driver of your GPU's vendor, which brings OpenCL"
    if system == "Linux":
        if machine == "x86_64":
            return f'pip install "autoblas[pocl]" for a CPU runtime, or {card}'
        return f"install PoCL for a CPU runtime (apt install pocl-opencl-icd, or from conda-forge), or {card}"
    if system == "Windows" and machine == "amd64":
        return f'pip install "autoblas[intel-cpu]" for a CPU runtime, or {card}'
    if system == "Darwin":
        return "install pyopencl from PyPI, whose wheel uses the OpenCL that macOS brings, or it and PoCL from conda-forge"
    return f"{card}, or PoCL from conda-forge or your system's packages"
