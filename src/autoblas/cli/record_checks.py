"""Checks the kernels of records on the devices of this machine, for commands, and says what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from autoblas.checks.records import check_records
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.opencl.selection import listing
from autoblas.devices.selftest.results import selftest_result
from autoblas.errors import DeviceError
from autoblas.plan.results import place_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoblas.checks.records import CheckedRecords
    from autoblas.database import Record
    from autoblas.devices.device import Facts

__all__ = ["SECONDS", "checked_on_devices", "described", "told"]

SECONDS = 20.0
"""After which no further check on a device begins; what is left is checked when it is first to serve."""


def checked_on_devices(
    records: Sequence[Record], *, again: bool = False
) -> list[tuple[Facts, CheckedRecords]]:
    """What becomes of records on each device that they are of and that passes its self-test; nothing without a device.

    Args:
        records: The records.
        again: Check also what is known.
    """
    try:
        devices = listing()
    except DeviceError:  # the drivers' loader failed, of which the doctor tells
        return []
    checks = []
    for index, device in enumerate(devices):
        place = place_of(facts_of(device))
        own = [record for record in records if record.place.same_device(place)]
        if own and selftest_result(device).refusal is None:
            facts = facts_of(device)
            found = check_records(own, index, facts, seconds=SECONDS, again=again)
            if found.right or found.wrong or found.unchecked:
                checks.append((facts, found))
    return checks


def told(facts: Facts, found: CheckedRecords) -> list[str]:
    """What came of a check, in lines: how many texts were right, then each that was not."""
    left = f", {found.unchecked} to be checked when they are first to serve" if found.unchecked else ""
    counts = f"{found.right} right, {len(found.wrong)} wrong{left}"
    lines = [f"checked on {facts.name} ({facts.platform}): {counts}"]
    return lines + [f"  {each.kernel} for {each.problem}: {each.wrong}" for each in found.wrong]


def described(facts: Facts, found: CheckedRecords) -> dict[str, Any]:
    """The same as JSON can hold it."""
    wrong = [asdict(each) for each in found.wrong]
    return {
        "device": facts.name,
        "platform": facts.platform,
        "right": found.right,
        "wrong": wrong,
        "left": found.unchecked,
    }
