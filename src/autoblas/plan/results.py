"""The user's results and those that ship, the key by which both identify a device, and the generation of plans."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from autoblas.database import Place, Serving, Shipped, Store, data_path, lookup
from autoblas.errors import DatabaseError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from autoblas.database import Match, Record
    from autoblas.devices.device import Facts

__all__ = [
    "GENERATION",
    "all_records",
    "forget_plans",
    "matches_for",
    "place_of",
    "readable_results",
    "shipped_results",
    "user_results",
]


class _Generation:
    """A counter that all threads compare with.

    Attributes:
        number: How often plans were forgotten; what was derived from plans of an earlier generation is out of date.
    """

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = 0


GENERATION = _Generation()


def forget_plans() -> None:
    """Make every thread look its kernels up again, because the database has new results."""
    GENERATION.number += 1


@functools.cache
def _store_at(path: Path) -> Store:
    return Store(path)


def user_results() -> Store:
    """The user's own results, wherever ``AUTOBLAS_DATA_DIR`` puts them at the moment.

    Raises:
        DatabaseError: it names no folder.
    """
    return _store_at(data_path())


_SERVING = Serving(user_results)


def readable_results() -> Serving:
    """The user's results as calls read them: none where they cannot be read, which is warned of once."""
    return _SERVING


@functools.cache
def shipped_results() -> Shipped:
    """The results that come with autoblas, read once a process."""
    return Shipped()


def all_records() -> list[Record]:
    """All that may serve calls: the user's own records, where they can be read, and those that ship."""
    try:
        records = user_results().records()
    except DatabaseError:  # of which calls warn, and ``database.health`` tells
        records = []
    return [*records, *shipped_results().records()]


def place_of(facts: Facts) -> Place:
    """The key of a device in the database."""
    named = (facts.name, facts.vendor, facts.platform, facts.driver, facts.kind)
    if facts.kind != "cpu":
        return Place(*named)  # names tell those apart
    return Place(*named, facts.vector_bytes, facts.vector_registers, facts.cache_bytes, facts.compute_units)


def matches_for(
    problem: Any, facts: Facts, within: Callable[[tuple[int, ...]], bool] | None = None
) -> list[Match]:
    """Every record that may serve a problem on a device, best first.

    Those of its own class come first, then those of other classes with the same element type that the problem accepts.
    Rules refuse the kernels that it does not allow.

    Args:
        problem: What is to be computed.
        facts: The device.
        within: Whether records at some sizes are wanted; all of them where it is not given.
    """
    matches = lookup(
        place_of(facts),
        problem.family,
        problem.signature,
        problem.sizes,
        store=readable_results(),
        shipped=shipped_results(),
        within=within,
    )
    signature = problem.signature
    return [m for m in matches if m.record.signature == signature or problem.accepts(m.record.signature)]
