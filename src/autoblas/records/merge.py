"""Compares records that somebody sent with those there are, problem by problem: what is new, and where they disagree."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from autoblas.database.shipped import OWN_FAMILIES, best

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from autoblas.database import Record

__all__ = ["Change", "Review", "merged", "review"]

What: TypeAlias = Literal["new", "same", "again", "conflict"]
"""A problem without a record; the same record; the same point measured another time; another point."""


@dataclass(frozen=True)
class Change:
    """One problem on one device.

    Attributes:
        what: How what was sent relates to what there is.
        ours: The record there is; None of a new problem.
        theirs: The record that was sent.
    """

    what: What
    ours: Record | None
    theirs: Record

    @property
    def ratio(self) -> float:
        """The time of what was sent by that of what there is; 0 of a new problem."""
        return 0.0 if self.ours is None else self.theirs.seconds / self.ours.seconds

    @property
    def told_apart(self) -> bool:
        """Their times differ by more than their standard deviations together."""
        if self.ours is None:
            return True
        return abs(self.theirs.seconds - self.ours.seconds) > self.ours.spread + self.theirs.spread

    @property
    def newer(self) -> bool:
        """What was sent was measured later."""
        return self.ours is None or self.theirs.provenance.recency > self.ours.provenance.recency


@dataclass(frozen=True)
class Review:
    """What would change.

    Attributes:
        changes: Of each problem that something was sent of, sorted.
        left_out: Records that say how fast a machine is, not how to use it.
    """

    changes: tuple[Change, ...]
    left_out: int

    def of(self, what: What) -> list[Change]:
        """The changes of a kind."""
        return [change for change in self.changes if change.what == what]


def _problem(record: Record) -> tuple[object, ...]:
    """What two records compete for: a problem on a device and platform, whatever the driver; as what ships is kept."""
    where = record.place
    return (
        where.device,
        where.vendor,
        where.platform,
        where.kind,
        where.vectors,
        record.family,
        record.signature,
        record.sizes,
    )


def review(ours: Iterable[Record], theirs: Iterable[Record]) -> Review:
    """Compare the fastest record of each problem.

    Args:
        ours: What there is.
        theirs: What was sent.
    """
    sent = list(theirs)
    wanted = [record for record in sent if record.family not in OWN_FAMILIES]
    known = {_problem(record): record for record in best(ours)}
    changes = [
        Change(_what(known.get(_problem(each)), each), known.get(_problem(each)), each)
        for each in best(wanted)
    ]
    changes.sort(key=lambda change: change.theirs.order)
    return Review(tuple(changes), len(sent) - len(wanted))


def _what(ours: Record | None, theirs: Record) -> What:
    if ours is None:
        return "new"
    if ours == theirs:
        return "same"
    same = (ours.kernel, ours.parameters) == (theirs.kernel, theirs.parameters)
    return "again" if same else "conflict"


def merged(ours: Iterable[Record], found: Review, take: Callable[[Change], bool]) -> list[Record]:
    """What there will be: new problems are taken, the same ones stay, of others what was sent replaces all there is.

    Args:
        ours: What there is.
        found: What would change.
        take: Whether to take what was sent, of each that is measured again or in conflict.
    """
    problems: defaultdict[tuple[object, ...], list[Record]] = defaultdict(list)
    for record in ours:
        problems[_problem(record)].append(record)
    for change in found.changes:
        if change.what == "new" or (change.what != "same" and take(change)):
            problems[_problem(change.theirs)] = [change.theirs]
    return [record for records in problems.values() for record in records]
