"""Records grouped by signature, place and sizes, so that a look-up weighs each group once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from autoblas.database.record import Place, Record

__all__ = ["Collection", "Group", "grouped", "measured_at"]

Group: TypeAlias = "Mapping[str, Mapping[Place, Mapping[tuple[int, ...], list[Record]]]]"
"""Records of one family, fastest first, by signature, then place, then sizes."""


class Collection(Protocol):
    """Records that can be looked up, such as the user's own or the shipped ones."""

    def group(self, family: str, signature: str) -> Group:
        """The records of ``family`` whose signature is related to ``signature``."""


def measured_at(
    group: Group, signature: str, machine: Place, count: int
) -> dict[tuple[int, ...], list[Record]]:
    """The records of one class of problems on one device with one driver, by sizes.

    Args:
        group: Records of the family.
        signature: The class.
        machine: The device.
        count: How many sizes such problems have; records of other numbers, which somebody made up, are left out.
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
