"""Ranking of measured points for a problem: its own first, then those of near sizes and near devices."""

from __future__ import annotations

import math
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import msgspec

from autoblas.database.record import Place, Record  # noqa: TC001 -- msgspec may ask for the annotations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from autoblas.database.index import Collection

__all__ = ["Match", "Source", "lookup"]

Source: TypeAlias = Literal["here", "near", "elsewhere", "shipped"]
"""Where a record was measured: by the user on this device, of this problem; of another one; on another device; or it
ships."""

_MAKERS = {
    "advanced micro devices, inc.": "amd",
    "authenticamd": "amd",
    "genuineintel": "intel",
    "intel(r) corporation": "intel",
}
"""One name for each maker that platforms name differently."""

UNKNOWN_CACHE = 2.0
"""Distance, in powers of two, that is assumed for a cache of unknown size: more than between most processors."""


class Match(msgspec.Struct, frozen=True):
    """A record that may serve a problem.

    Attributes:
        record: The record.
        origin: Its origin, as the end of a sentence: "measured here at this size".
        distance: Euclidean distance between its sizes and the problem's, in powers of two.
        source: ``origin`` in one word.
        where: ``origin`` without the size: "measured here".
    """

    record: Record
    origin: str
    distance: float
    source: Source
    where: str


def lookup(
    machine: Place,
    family: str,
    signature: str,
    sizes: Sequence[int],
    *,
    store: Collection | None,
    shipped: Collection | None,
    within: Callable[[tuple[int, ...]], bool] | None = None,
) -> list[Match]:
    """Every record that may serve a problem, best first.

    The order is: measured here at these sizes, fastest first; measured here, nearest sizes first, this driver
    before others at one distance, larger sizes before smaller; shipped for this device; for devices of its
    maker and kind; for devices of its kind, each nearest first. For processors, those of this platform with such
    vectors come first, then those of this platform, then of another with such vectors; the nearest has the nearest
    sizes and caches. The user's own records of other devices stand with the shipped ones. After all of
    these, in the same order, come records of other signatures with the same element type; of two that only their
    signatures tell apart, the one that has more words in common with the wanted one is first.

    Records with another number of sizes are of no such problem, whoever wrote them, and are left out.

    Args:
        machine: Device that is to solve the problem.
        family: Its family.
        signature: Its class.
        sizes: Its sizes.
        store: The user's own records, if any.
        shipped: The records that ship, if any.
        within: Predicate on sizes; by default records at all sizes are taken.

    Raises:
        DatabaseError: a collection cannot be read.
    """
    requested = tuple(sizes)
    logs, tokens = _logs(requested), set(signature.split())
    matches: list[tuple[tuple[object, ...], str, float, Source, str, list[Record]]] = []
    for local, recorded_signature, neighbour, by_sizes in _groups(family, signature, store, shipped):
        kin = _kinship(machine, neighbour)
        if kin is None:
            continue
        difference = len(tokens ^ set(recorded_signature.split()))
        names = (neighbour.device, neighbour.platform, neighbour.driver, neighbour.vendor, recorded_signature)
        for measured, records in by_sizes.items():
            if len(measured) != len(requested) or not (within is None or within(measured)):
                continue
            measured_logs = _logs(measured)
            distance = round(math.dist(logs, measured_logs), 9)  # equal ratios must tie
            exact = measured == requested
            if kin.tier or not local:
                level = kin.tier + 2
                source: Source = "elsewhere" if local else "shipped"
            else:
                level = 0 if exact and kin.same_driver else 1
                source = "here" if exact and recorded_signature == signature else "near"
            total = round(math.hypot(distance, kin.cache_distance), 9)
            merit = (total, not kin.same_maker, not kin.same_driver, not local, round(-sum(measured_logs), 9))
            origin, where = _origin(machine, neighbour, local, kin.tier, None if exact else measured)
            if recorded_signature != signature:
                origin += f" for {recorded_signature}"
            order = (recorded_signature != signature, level, merit, difference, names, measured)
            matches.append((order, origin, distance, source, where, records))
    matches.sort(key=itemgetter(0))
    return [
        Match(record, origin, distance, source, where)
        for _, origin, distance, source, where, records in matches
        for record in records
    ]


def _groups(
    family: str, signature: str, store: Collection | None, shipped: Collection | None
) -> Iterator[tuple[bool, str, Place, Mapping[tuple[int, ...], list[Record]]]]:
    """Records of each class and device: whether they are the user's own, class, device, records by sizes."""
    for collection in (store, shipped):
        if collection is not None:
            for recorded_signature, by_machine in collection.group(family, signature).items():
                for neighbour, by_sizes in by_machine.items():
                    yield collection is store, recorded_signature, neighbour, by_sizes


class _Kinship(NamedTuple):
    """Relation of a device with records to the device of the problem.

    Attributes:
        tier: Rank of likeness, 0 for the same device.
        cache_distance: Powers of two by which its caches are larger or smaller.
        same_maker: Both have the same maker.
        same_driver: Both have the same driver.
    """

    tier: int
    cache_distance: float
    same_maker: bool
    same_driver: bool


@lru_cache(maxsize=1024)
def _kinship(machine: Place, neighbour: Place) -> _Kinship | None:
    """Relation of a device with records to the device of the problem; None for devices of different kinds."""
    tier = _tier(machine, neighbour)
    if tier is None:
        return None
    same_maker = _maker(neighbour) == _maker(machine)
    return _Kinship(tier, _cache_distance(machine, neighbour), same_maker, neighbour.driver == machine.driver)


@lru_cache(maxsize=4096)
def _logs(sizes: tuple[int, ...]) -> tuple[float, ...]:
    return tuple(math.log2(max(size, 1)) for size in sizes)


def _maker(machine: Place) -> str:
    vendor = machine.vendor.casefold()
    return _MAKERS.get(vendor, vendor)


def _tier(machine: Place, neighbour: Place) -> int | None:
    """Rank of likeness: 0 the same device, 1 of its maker and kind, 2 of its kind; None of another kind.

    On processors the compiler matters most, then the vectors, the maker least: 1 of this platform with such vectors,
    2 of this platform with other vectors, 3 and 4 of another platform.
    """
    if neighbour.kind != machine.kind:
        return None
    if machine.same_device(neighbour):
        return 0
    if machine.kind == "cpu":
        return 1 + (neighbour.vectors != machine.vectors) + 2 * (neighbour.platform != machine.platform)
    return 1 if neighbour.device == machine.device or _maker(neighbour) == _maker(machine) else 2


def _cache_distance(machine: Place, neighbour: Place) -> float:
    """Powers of two by which a processor's cache is larger or smaller, as if it was a size of the problem."""
    if machine.cache_bytes == neighbour.cache_bytes:
        return 0.0
    if 0 in (machine.cache_bytes, neighbour.cache_bytes):
        return UNKNOWN_CACHE
    return abs(math.log2(machine.cache_bytes / neighbour.cache_bytes))


def _origin(
    machine: Place, neighbour: Place, local: bool, tier: int, sizes: tuple[int, ...] | None
) -> tuple[str, str]:
    """Origin of records in words, with their size and without."""
    vectors_differ = neighbour.vector_bytes and neighbour.vectors != machine.vectors
    vectors = f", vectors of {neighbour.vector_bytes} bytes" if vectors_differ else ""
    if local:
        where = f" on {neighbour.device} ({neighbour.platform}{vectors})" if tier else ""
        size = "this size" if sizes is None else "x".join(map(str, sizes))
        driver = f" with driver {neighbour.driver}" if not tier and neighbour.driver != machine.driver else ""
        return f"measured here{where} at {size}{driver}", f"measured here{where}{driver}"
    if not tier:
        return ("shipped for this device",) * 2
    kindred = _maker(neighbour) == _maker(machine) or neighbour.device == machine.device
    maker = f"{neighbour.vendor} " if kindred else ""
    platform = "" if neighbour.platform == machine.platform else f", {neighbour.platform}"
    return (f"shipped for other {maker}{machine.kind} devices ({neighbour.device}{platform}{vectors})",) * 2
