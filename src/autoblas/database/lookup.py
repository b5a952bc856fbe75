"""Which measured points to try for a problem: its own first, then those of near sizes and near devices."""

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
"""Platforms name one maker differently."""

UNKNOWN_CACHE = 2.0
"""How far, in powers of two, a cache of unknown size is taken to be: farther than those of most processors are."""


class Match(msgspec.Struct, frozen=True):
    """A record that may serve a problem.

    Attributes:
        record: The record.
        origin: Where it comes from, as the end of a sentence: "measured here at this size".
        distance: Euclidean distance between its sizes and the problem's, in powers of two.
        source: The same as ``origin`` in one word.
        where: The same without what it is of: "measured here".
    """

    record: Record
    origin: str
    distance: float
    source: Source
    where: str


def lookup(
    place: Place,
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
        place: Where the problem is to be solved.
        family: Its family.
        signature: Its class.
        sizes: Its sizes.
        store: The user's own records, if any.
        shipped: The records that ship, if any.
        within: Whether records at some sizes are wanted; all of them where it is not given.

    Raises:
        DatabaseError: a collection cannot be read.
    """
    wanted = tuple(sizes)
    logs, words = _logs(wanted), set(signature.split())
    found: list[tuple[tuple[object, ...], str, float, Source, str, list[Record]]] = []
    for own, other, where, groups in _groups(family, signature, store, shipped):
        kin = _kin(place, where)
        if kin is None:
            continue
        unlike = len(words ^ set(other.split()))
        names = (where.device, where.platform, where.driver, where.vendor, other)
        for measured, records in groups.items():
            if len(measured) != len(wanted) or not (within is None or within(measured)):
                continue
            there = _logs(measured)
            distance = round(math.dist(logs, there), 9)  # equal ratios must tie
            exact = measured == wanted
            level = kin.tier + 2 if kin.tier or not own else 0 if exact and kin.same_driver else 1
            apart = round(math.hypot(distance, kin.caches_apart), 9)
            merit = (apart, kin.other_maker, not kin.same_driver, not own, round(-sum(there), 9))
            origin, called = _origin(place, where, own, kin.tier, None if exact else measured)
            if other != signature:
                origin += f" for {other}"
            near: Source = "here" if exact and other == signature else "near"
            source: Source = "shipped" if not own else "elsewhere" if kin.tier else near
            order = (other != signature, level, merit, unlike, names, measured)
            found.append((order, origin, distance, source, called, records))
    found.sort(key=itemgetter(0))
    return [
        Match(record, origin, distance, source, called)
        for _, origin, distance, source, called, records in found
        for record in records
    ]


def _groups(
    family: str, signature: str, store: Collection | None, shipped: Collection | None
) -> Iterator[tuple[bool, str, Place, Mapping[tuple[int, ...], list[Record]]]]:
    """The records of each class and place: whether they are the user's own, class, place, records by sizes."""
    for collection in (store, shipped):
        if collection is not None:
            for other, places in collection.group(family, signature).items():
                for where, groups in places.items():
                    yield collection is store, other, where, groups


class _Kin(NamedTuple):
    """How a device with records is related to one.

    Attributes:
        tier: How far it is.
        caches_apart: By how many powers of two its caches are larger or smaller.
        other_maker: Another one made it.
        same_driver: It had the same driver.
    """

    tier: int
    caches_apart: float
    other_maker: bool
    same_driver: bool


@lru_cache(maxsize=1024)
def _kin(place: Place, other: Place) -> _Kin | None:
    """How a device with records is related to one; None where they are of different kinds."""
    tier = _tier(place, other)
    if tier is None:
        return None
    makers = _maker(other) != _maker(place)
    return _Kin(tier, _caches_apart(place, other), makers, other.driver == place.driver)


@lru_cache(maxsize=4096)
def _logs(sizes: tuple[int, ...]) -> tuple[float, ...]:
    return tuple(math.log2(max(size, 1)) for size in sizes)


def _maker(place: Place) -> str:
    vendor = place.vendor.casefold()
    return _MAKERS.get(vendor, vendor)


def _tier(place: Place, other: Place) -> int | None:
    """How far a device is: 0 the same, 1 of its maker and kind, 2 of its kind; None of another kind.

    On processors the compiler matters most, then the vectors, the maker least: 1 of this platform with such vectors,
    2 of this platform with other vectors, 3 and 4 of another platform.
    """
    if other.kind != place.kind:
        return None
    if place.same_device(other):
        return 0
    if place.kind == "cpu":
        return 1 + (other.vectors != place.vectors) + 2 * (other.platform != place.platform)
    return 1 if other.device == place.device or _maker(other) == _maker(place) else 2


def _caches_apart(place: Place, other: Place) -> float:
    """By how many powers of two a processor's cache is larger or smaller, as if it was a size of the problem."""
    if place.cache_bytes == other.cache_bytes:
        return 0.0
    if 0 in (place.cache_bytes, other.cache_bytes):
        return UNKNOWN_CACHE
    return abs(math.log2(place.cache_bytes / other.cache_bytes))


def _origin(
    place: Place, other: Place, own: bool, tier: int, sizes: tuple[int, ...] | None
) -> tuple[str, str]:
    """Where records come from, with their size and without."""
    vectors = (
        f", vectors of {other.vector_bytes} bytes"
        if other.vector_bytes and other.vectors != place.vectors
        else ""
    )
    if own:
        where = f" on {other.device} ({other.platform}{vectors})" if tier else ""
        at = "this size" if sizes is None else "x".join(map(str, sizes))
        driver = f" with driver {other.driver}" if not tier and other.driver != place.driver else ""
        return f"measured here{where} at {at}{driver}", f"measured here{where}{driver}"
    if not tier:
        return ("shipped for this device",) * 2
    whose = f"{other.vendor} " if _maker(other) == _maker(place) or other.device == place.device else ""
    platform = "" if other.platform == place.platform else f", {other.platform}"
    return (f"shipped for other {whose}{place.kind} devices ({other.device}{platform}{vectors})",) * 2
