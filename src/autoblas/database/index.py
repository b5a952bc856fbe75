"""Collections of records, grouped by signature, place and sizes, so that a look-up weighs each group once.

``Serving`` is the user's results as calls read them: a fault of them is warned of once, and stops no call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from autoblas.errors import DatabaseError
from autoblas.store.folder import warn_once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from autoblas.database.record import Place, Record

__all__ = ["Collection", "Group", "Serving", "grouped", "measured_at"]

Group: TypeAlias = "Mapping[str, Mapping[Place, Mapping[tuple[int, ...], list[Record]]]]"
"""Records of one family, fastest first, by signature, then place, then sizes."""


class Collection(Protocol):
    """Records that can be looked up, such as the user's own or the shipped ones."""

    def group(self, family: str, signature: str) -> Group:
        """The records of ``family`` whose signature is related to ``signature``."""


class Serving:
    """Records that count as none as long as they cannot be read.

    Args:
        collection: Gives the records to read; it may fail as reading does.

    Attributes:
        fault: Reason that they could not be read the last time, in a sentence; None where they could.
    """

    def __init__(self, collection: Callable[[], Collection]) -> None:
        self._collection = collection
        self.fault: str | None = None

    def group(self, family: str, signature: str) -> Group:
        """The records of ``family`` whose signature is related to ``signature``; none where they cannot be read."""
        try:
            records = self._collection().group(family, signature)
        except DatabaseError as error:
            self.fault = str(error)
            warn_once(
                error,
                f'results of tuning cannot be read, and calls are served without: {error}; see "autoblas doctor"',
            )
            return {}
        self.fault = None
        return records


def measured_at(
    group: Group, signature: str, machine: Place, count: int
) -> dict[tuple[int, ...], list[Record]]:
    """The records of one class of problems on one device with one driver, by sizes.

    Args:
        group: Records of the family.
        signature: The class.
        machine: The device.
        count: Number of sizes of such problems; records with another number, which somebody made up, are left out.
    """
    by_sizes: dict[tuple[int, ...], list[Record]] = {}
    for recorded_on, sizes in group.get(signature, {}).items():
        if recorded_on.driver == machine.driver and recorded_on.same_device(machine):
            for measured, records in sizes.items():
                if len(measured) == count:
                    by_sizes.setdefault(measured, []).extend(records)
    return by_sizes


def grouped(records: Iterable[Record]) -> Group:
    """The records of one family, by signature, place and sizes."""
    groups: dict[str, dict[Place, dict[tuple[int, ...], list[Record]]]] = {}
    for record in sorted(records, key=lambda r: (r.seconds, r.order)):
        by_machine = groups.setdefault(record.signature, {})
        by_machine.setdefault(record.place, {}).setdefault(record.sizes, []).append(record)
    return groups
