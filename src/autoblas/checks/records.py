"""Records whose texts are run and checked before calls ask for them, each in a process that may be lost to it."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from autoblas.checks.apart import judged_apart
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.plan.results import place_of
from autoblas.plan.texts import verdicts
from autoblas.problems.notation import problem_called

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autoblas.database import Record
    from autoblas.devices.device import Facts
    from autoblas.kernels.kernel import Kernel
    from autoblas.plan.texts.verdicts import Verdict
    from autoblas.problems import Problem

    Asked = tuple[Kernel, Any, Problem]

__all__ = ["CheckedRecords", "check_records"]


@dataclass
class CheckedRecords:
    """What became of the texts of records on a device.

    Attributes:
        right: Texts whose results are right.
        wrong: Those whose results are not, or that crashed or hung.
        left: Texts that are checked when they are first to serve: time was up, or they cannot be tried.
    """

    right: int
    wrong: tuple[Verdict, ...]
    left: int


def check_records(
    records: Iterable[Record], index: int, facts: Facts, *, seconds: float, again: bool = False
) -> CheckedRecords:
    """Check the texts of the records of a device that are not known there, and keep what comes of them.

    Records of other devices, whatever the driver, are left out, as are those that no rule allows here.

    Args:
        records: The records.
        index: The device's position in the listing.
        facts: The device.
        seconds: No check begins later.
        again: Check those that are known, too.
    """
    asked = _texts(records, facts)
    found = {key: verdict for key in asked if (verdict := verdicts.known(key)) is not None and verdict.known}
    missing = [key for key in asked if again or key not in found]
    began = time.monotonic()
    if missing:
        with closing(judged_apart(str(index), [asked[key] for key in missing])) as judged:
            for key, verdict in zip(missing, judged, strict=False):
                verdicts.keep(key, verdict, lasting=verdict.known)
                found[key] = verdict
                if time.monotonic() - began > seconds:
                    break
    known = [verdict for verdict in found.values() if verdict.known]
    wrong = tuple(verdict for verdict in known if verdict.state == "wrong")
    return CheckedRecords(len(known) - len(wrong), wrong, len(asked) - len(known))


def _texts(records: Iterable[Record], facts: Facts) -> dict[str, Asked]:
    """What is to be tried for records of a device, by what its verdict is kept by."""
    here, asked = place_of(facts), dict[str, "Asked"]()
    for record in records:
        kernel = kernels().get(record.kernel)
        if kernel is None or not record.place.same_device(here):
            continue
        problem = problem_called(record.family, record.signature, record.sizes)
        if problem is None or not isinstance(problem, kernel.family):
            continue
        try:
            params = kernel.space.point(record.parameters)
        except ArgumentError:  # of another version, which candidates tell of
            continue
        if min(record.sizes, default=0) > 0 and kernel.refusal(params, problem, facts) is None:
            asked.setdefault(verdicts.key_of(kernel, params, problem, facts), (kernel, params, problem))
    return asked
