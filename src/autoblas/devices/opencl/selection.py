"""Lists the devices in the order that users see, and chooses one of them by what a user wrote.

The order does not depend on measurements, so that an index goes on meaning one device: GPUs, then accelerators, then CPUs; a
GPU with memory of its own before one that shares the host's; more compute units before fewer; PoCL before other CPU
runtimes; the rest as the loader lists them.
"""

from __future__ import annotations

import logging
import os
import re
from typing import TYPE_CHECKING

import pyopencl as cl

from autoblas.devices.opencl.drivers import runtimes
from autoblas.devices.opencl.facts import facts_of
from autoblas.errors import NoDeviceError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.devices.device import Facts

__all__ = ["KINDS", "VARIABLE", "choose", "fitting", "listing", "no_device_message", "pick", "preference"]

VARIABLE = "AUTOBLAS_DEVICE"
"""Environment variable that chooses the device where the caller does not."""

_log = logging.getLogger(__name__)

KINDS = {"gpu": "GPU", "acc": "accelerator", "cpu": "CPU"}


def listing() -> list[cl.Device]:
    """Every device of every platform; the position of a device is the INDEX that users choose it by.

    A driver that fails to list its devices is logged and left out, so that it does not hide those that work.

    Raises:
        DeviceError: the loader failed.
    """
    entries = []
    for platform in runtimes.platforms():
        try:
            entries += [(preference(facts_of(device)), device) for device in platform.get_devices()]
        except cl.Error as error:
            _log.warning("the driver of %s does not list its devices: %s", platform.name, error)
    entries.sort(key=lambda entry: entry[0])  # stable: equals stay as the loader lists them
    return [device for _, device in entries]


def choose(choice: str | None = None) -> cl.Device:
    """The device that a user wants.

    Args:
        choice: An INDEX into the listing; ``cpu``, ``gpu`` or ``acc`` for the first device of that kind, ``gpu1`` for
            the second (they count from zero); or TEXT that occurs, in capitals or not, in the platform's name followed
            by the device's name, of exactly one device. None, or nothing but blanks, means what the environment
            variable ``AUTOBLAS_DEVICE`` says, and without it the first device of the listing.

    Raises:
        NoDeviceError: there is no device, or not exactly one fits; the message lists those there are.
        DeviceError: the loader failed.
    """
    devices = listing()
    text, origin = (choice or "").strip(), "device"
    if not text:
        text, origin = os.environ.get(VARIABLE, "").strip(), VARIABLE
    facts = [facts_of(device) for device in devices]
    index = pick(text or None, facts, origin)
    _log.debug("device %d is chosen: %s", index, _title(facts[index]))
    return devices[index]


def preference(facts: Facts) -> tuple[int, bool, int, bool]:
    """Sort key of the listing."""
    pocl = "portable computing language" in facts.platform.lower()
    return list(KINDS).index(facts.kind), facts.host_shared, -facts.compute_units, not pocl


def pick(choice: str | None, devices: Sequence[Facts], origin: str = "device") -> int:
    """The first index of those that ``fitting`` gives, with its arguments and errors."""
    return fitting(choice, devices, origin)[0]


def fitting(
    choice: str | None, devices: Sequence[Facts], origin: str = "device", *, several: bool = False
) -> list[int]:
    """The indices of the devices that ``choice`` means in a listing, the preferred one first.

    Args:
        choice: A kind (``cpu``, ``gpu`` or ``accelerator``), which means any device of that kind; a kind with a number; an index; or
            a part of a platform's or device's name. None means any device.
        devices: The facts of the devices listed.
        origin: Source of the choice, for the message.
        several: A text may be part of the names of several devices.

    Raises:
        NoDeviceError: there is no device, or none fits, or more than one fits a text that may mean one.
    """
    if not devices:
        raise NoDeviceError(no_device_message())
    if choice is None:
        return list(range(len(devices)))
    kind = re.fullmatch(r"(cpu|gpu|acc)(?:(?<=acc)elerator)?(\d{,9})", choice.lower())
    if choice.isdecimal() and len(choice) < 10:
        candidates = [int(choice)] if int(choice) < len(devices) else []
    elif kind:
        candidates = [i for i, facts in enumerate(devices) if facts.kind == kind[1]]
        candidates = candidates[int(kind[2]) :][:1] if kind[2] else candidates
    else:
        candidates = [i for i, facts in enumerate(devices) if choice.lower() in _title(facts).lower()]
    if len(candidates) == 1 or ((kind or several) and candidates):
        return candidates
    problem = f"matches {len(candidates)} devices" if candidates else "matches no device"
    listed = "; ".join(f"{i}: {_title(facts)} ({KINDS[facts.kind]})" for i, facts in enumerate(devices))
    raise NoDeviceError(f"{origin} {choice!r} {problem}; the devices are {listed}")


def no_device_message() -> str:
    """Message for a user whose machine shows no device."""
    cure = runtimes.how_to_get_a_runtime()
    return f'no OpenCL device was found; "autoblas doctor" says why, and what often helps: {cure}'


def _title(facts: Facts) -> str:
    return f"{facts.platform} {facts.name}"
