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
    group: Group, signature: str, place: Place, count: int
) -> dict[tuple[int, ...], list[Record]]:
    """The records of one class of problems on one device with one driver, by sizes.

    Args:
        group: Where they are.
        signature: The class.
        place: The device.
        count: How many sizes such problems have; records of other numbers, which somebody made up, are left out.
    """
    found: dict[tuple[int, ...], list[Record]] = {}
    for where, sizes in group.get(signature, {}).items():
        if where.driver == place.driver and where.same_device(place):
            for measured, records in sizes.items():
                if len(measured) == count:
                    found.setdefault(measured, []).extend(records)
    return found


def grouped(records: Iterable[Record]) -> Group:
    """The records of one family, by signature, place and sizes."""
    groups: dict[str, dict[Place, dict[tuple[int, ...], list[Record]]]] = {}
    for record in sorted(records, key=lambda r: (r.seconds, r.order)):
        places = groups.setdefault(record.signature, {})
        places.setdefault(record.place, {}).setdefault(record.sizes, []).append(record)
    return groups
