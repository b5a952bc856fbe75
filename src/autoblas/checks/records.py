"""Checks of the texts of records before calls need them, in child processes that a text may end."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.checks.apart import checked_in_child
from autoblas.errors import ArgumentError
from autoblas.kernels import kernels
from autoblas.plan.results import place_of
from autoblas.plan.texts import key_of, store_verdict, verdict_of
from autoblas.problems.notation import problem_called

if TYPE_CHECKING:
    from collections.abc import Iterable

    from autoblas.checks.apart import CheckRequest
    from autoblas.database import Record
    from autoblas.devices.device import Facts
    from autoblas.plan.texts import TextVerdict

__all__ = ["CheckedRecords", "check_records"]


@dataclass
class CheckedRecords:
    """Counts of the texts of records on a device, by verdict.

    Attributes:
        right: Texts whose results are right.
        wrong: Verdicts of texts whose results are not, or that crashed or hung.
        unchecked: Texts without a verdict: time was up, or the child could not check them. They are checked before they serve.
    """

    right: int
    wrong: tuple[TextVerdict, ...]
    unchecked: int


def check_records(
    records: Iterable[Record], index: int, facts: Facts, *, seconds: float, again: bool = False
) -> CheckedRecords:
    """Check the texts of a device's records that have no verdict there, and store the verdicts.

    Records of other devices are skipped, whatever the driver, and points that rules refuse here.

    Args:
        records: The records.
        index: The device's position in the listing.
        facts: The device.
        seconds: No check begins later.
        again: Check texts with stored verdicts too.
    """
    texts = _texts(records, facts)
    stored = {key: verdict for key in texts if (verdict := verdict_of(key)) is not None and verdict.final}
    missing = [key for key in texts if again or key not in stored]
    began = time.monotonic()
    if missing:
        with closing(checked_in_child(str(index), [texts[key] for key in missing])) as checked:
            for key, verdict in zip(missing, checked, strict=False):
                store_verdict(key, verdict, lasting=verdict.final)
                stored[key] = verdict
                if time.monotonic() - began > seconds:
                    break
    final = [verdict for verdict in stored.values() if verdict.final]
    wrong = tuple(verdict for verdict in final if verdict.state == "wrong")
    return CheckedRecords(len(final) - len(wrong), wrong, len(texts) - len(final))


def _texts(records: Iterable[Record], facts: Facts) -> dict[str, CheckRequest]:
    """The texts of a device's records, by the keys of their verdicts."""
    local, texts = place_of(facts), dict[str, "CheckRequest"]()
    for record in records:
        kernel = kernels().get(record.kernel)
        if kernel is None or not record.place.same_device(local):
            continue
        problem = problem_called(record.family, record.signature, record.sizes)
        if problem is None or not isinstance(problem, kernel.family):
            continue
        try:
            params = kernel.space.point(record.parameters)
        except ArgumentError:  # parameters of another version, which the list of candidates reports
            continue
        if min(record.sizes, default=0) > 0 and kernel.refusal(params, problem, facts) is None:
            texts.setdefault(key_of(kernel, params, problem, facts), (kernel, params, problem))
    return texts
