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

__all__ = ["SECONDS", "check_document", "check_lines", "check_on_devices"]

SECONDS = 20.0
"""Time after which no further check on a device begins; the others follow when they first serve."""


def check_on_devices(records: Sequence[Record], *, again: bool = False) -> list[tuple[Facts, CheckedRecords]]:
    """Checks of records on each of their devices that passes its self-test; none without a device.

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
        hardware = place_of(facts_of(device))
        device_records = [record for record in records if record.place.same_device(hardware)]
        if device_records and selftest_result(device).refusal is None:
            facts = facts_of(device)
            checked = check_records(device_records, index, facts, seconds=SECONDS, again=again)
            if checked.right or checked.wrong or checked.unchecked:
                checks.append((facts, checked))
    return checks


def check_lines(facts: Facts, checked: CheckedRecords) -> list[str]:
    """Lines on a check: the number of right texts, then each wrong one."""
    postponed = (
        f", {checked.unchecked} to be checked when they are first to serve" if checked.unchecked else ""
    )
    counts = f"{checked.right} right, {len(checked.wrong)} wrong{postponed}"
    lines = [f"checked on {facts.name} ({facts.platform}): {counts}"]
    return lines + [f"  {failure.kernel} for {failure.problem}: {failure.wrong}" for failure in checked.wrong]


def check_document(facts: Facts, checked: CheckedRecords) -> dict[str, Any]:
    """JSON of a check."""
    return {
        "device": facts.name,
        "platform": facts.platform,
        "right": checked.right,
        "wrong": [asdict(failure) for failure in checked.wrong],
        "left": checked.unchecked,
    }
