"""Finds OpenCL platforms: those that pyopencl's loader lists, and those of known drivers that it misses.

Such a driver is asked for its platforms at any time, without an environment variable and without a file
(``devices.opencl.drivers.icd``), after it went well in a process apart (``devices.opencl.drivers.trials``). It is not even looked for where the
loader lists its platform, or where no device file shows hardware that it could serve: a machine without a card that has
a card's driver installed costs a look into ``/dev``.

Where a driver is there, and its hardware, and it cannot be used, a line of logging at the level of a warning says so,
once a process. It is no Python warning: the calling program can do nothing about it and works all the same, so a
filter that makes warnings errors must not stop it.
"""

from __future__ import annotations

import logging
import platform
import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import pyopencl as cl

from autoblas.devices.access import uses_driver
from autoblas.devices.opencl.drivers.icd import UnusableDriverError, platforms_of
from autoblas.devices.opencl.drivers.known import KNOWN, hidden_by, libraries_of, nodes_of, shows_a_card
from autoblas.devices.opencl.drivers.trials import fault_of
from autoblas.devices.opencl.pocl.cache import keep_apart
from autoblas.devices.opencl.pocl.threads import threads_begun, tie
from autoblas.errors import DeviceError

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = [
    "LISTS_NOTHING",
    "NO_HARDWARE",
    "Search",
    "Unlisted",
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
_found: Search | None = None


@dataclass(frozen=True)
class Unlisted:
    """A driver that is installed and that the loader does not list.

    Attributes:
        driver: What it is called.
        library: Its file.
        nodes: The device files that it may reach its hardware through.
        awaited: Its hardware is there for certain, or it needs none.
        hidden: The variables that are set and may hide devices from it.
        fault: Why it is not used, as the end of a sentence; None where it is.
    """

    driver: str
    library: str
    nodes: tuple[str, ...]
    awaited: bool
    hidden: tuple[str, ...]
    fault: str | None

    @property
    def complaint(self) -> str | None:
        """One line for users where it ought to serve and does not, else None."""
        nothing = self.fault == LISTS_NOTHING
        if self.fault is None or not self.awaited or (nothing and (self.hidden or not self.nodes)):
            return None
        there = f", although {self.nodes[0]} is there" if nothing else ""
        return (
            f"{self.driver} is installed but cannot be used: {self.library} {self.fault}{there}; "
            '"autoblas doctor" says what to do'
        )


class Search(NamedTuple):
    """What one search found: the platforms, and what became of each driver that the loader does not list."""

    platforms: list[cl.Platform]
    unlisted: list[Unlisted]

    @property
    def complaints(self) -> list[str]:
        """A line for each driver that ought to serve and does not."""
        return [line for each in self.unlisted if (line := each.complaint)]


def platforms() -> list[cl.Platform]:
    """Every OpenCL platform of this machine, those that pyopencl's loader lists first; none is no error.

    The search is made once a process, because a loader makes its own only once.

    Raises:
        DeviceError: the loader failed for another reason than finding nothing, or this process was forked from one that
            had asked it: drivers begin their threads then.
    """
    uses_driver()
    with _guard:
        first = _found is None
        found = _searched()
    if first:
        for line in found.complaints:
            _log.warning("%s", line)
    return list(found.platforms)


def search(*, thorough: bool = False) -> Search:
    """What ``platforms`` goes by; who asks for it tells users of the faults, so that nothing is logged.

    Args:
        thorough: Search anew, for drivers without hardware too, and try those again that were tried before.

    Raises:
        DeviceError: as of ``platforms``.
    """
    uses_driver()
    with _guard:
        return _searched(thorough=thorough)


def _searched(*, thorough: bool = False) -> Search:
    global _found  # noqa: PLW0603 -- what a process has found stays found
    if _found is None or thorough:
        keep_apart()
        there = _first_listing() if _found is None else loader_platforms()
        found = unlisted_drivers([each.name for each in there], thorough=thorough)
        for _, own in found:
            known = {(each.name, each.version) for each in there}
            there = there + [each for each in own if (each.name, each.version) not in known]
        _found = Search(there, [each for each, _ in found])
    return _found


def _first_listing() -> list[cl.Platform]:
    """What the loader lists; PoCL, where it is among that, has begun its threads then, and each has a processor."""
    with threads_begun() as begun:
        there = loader_platforms()
        of_pocl = [device for each in there if each.name == POCL for device in _devices(each)]
    if of_pocl:
        tie(begun, of_pocl)
    return there


def loader_platforms() -> list[cl.Platform]:
    """What ``pyopencl.get_platforms`` lists, and nothing where it calls that an error.

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
) -> list[tuple[Unlisted, list[cl.Platform]]]:
    """The drivers on this machine that the loader does not list, with their platforms: one a maker, the best.

    Args:
        listed: The names of the platforms that it lists.
        thorough: Look for drivers without hardware too, and try those again that were tried before.
        load: Load them where their trial went well; without that they have no platforms.
    """
    found = []
    for driver in KNOWN:
        nodes = nodes_of(driver)
        if not set(driver.platforms).isdisjoint(listed) or not (nodes or thorough or not driver.needs_nodes):
            continue
        awaited = not driver.needs_nodes or any(shows_a_card(driver, node) for node in nodes)
        tried: list[tuple[Unlisted, list[cl.Platform]]] = []
        for library in libraries_of(driver):
            lacking = NO_HARDWARE if driver.needs_nodes and not nodes else None
            fault = lacking or fault_of(library, again=thorough)
            each = Unlisted(driver.name, str(library), nodes, awaited, hidden_by(driver), fault)
            tried.append(_loaded(each) if load and fault is None else (each, []))
            if tried[-1][0].fault is None:
                break
        found += [one for one in tried if one[0].fault is None] or tried[:1]
    return found


def _loaded(each: Unlisted) -> tuple[Unlisted, list[cl.Platform]]:
    """A driver whose trial went well, and its platforms that have devices."""
    try:
        own = [one for one in platforms_of(each.library) if _has_devices(one)]
    except UnusableDriverError as error:
        return replace(each, fault=str(error)), []
    return (each, own) if own else (replace(each, fault=LISTS_NOTHING), [])


def _has_devices(one: cl.Platform) -> bool:
    try:
        return bool(one.get_devices())
    except cl.Error:  # the listing of devices will tell of it
        return True


def _devices(one: cl.Platform) -> list[cl.Device]:
    try:
        return one.get_devices()
    except cl.Error:  # likewise
        return []


def how_to_get_a_runtime() -> str:
    """What to do where there is none, as an instruction that suits this machine."""
    system, machine = platform.system(), platform.machine().lower()
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
