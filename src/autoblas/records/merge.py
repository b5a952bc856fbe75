"""Compares records that somebody sent with those there are, problem by problem: what is new, and where they disagree."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from autoblas.database.shipped import MACHINE_FAMILIES, best

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from autoblas.database import Record

__all__ = ["Change", "Review", "merged", "review"]

What: TypeAlias = Literal["new", "same", "again", "conflict"]
"""A problem without a record; the same record; the same point measured another time; another point."""


@dataclass(frozen=True)
class Change:
    """Comparison of two records of one problem on one device.

    Attributes:
        what: Relation of the record that was sent to ours.
        ours: Our record; None of a new problem.
        theirs: The record that was sent.
    """

    what: What
    ours: Record | None
    theirs: Record

    @property
    def ratio(self) -> float:
        """Time of the record that was sent, relative to ours; 0 of a new problem."""
        return 0.0 if self.ours is None else self.theirs.seconds / self.ours.seconds

    @property
    def told_apart(self) -> bool:
        """Their times differ by more than their standard deviations together."""
        if self.ours is None:
            return True
        return abs(self.theirs.seconds - self.ours.seconds) > self.ours.spread + self.theirs.spread

    @property
    def newer(self) -> bool:
        """The record that was sent was measured later."""
        return self.ours is None or self.theirs.provenance.recency > self.ours.provenance.recency


@dataclass(frozen=True)
class Review:
    """Changes that merging would make.

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
    """Key of the problem, device and platform that two records compete for, whatever the driver, as in shipped files."""
    machine = record.place
    return (
        machine.device,
        machine.vendor,
        machine.platform,
        machine.kind,
        machine.vectors,
        record.family,
        record.signature,
        record.sizes,
    )


def review(ours: Iterable[Record], theirs: Iterable[Record]) -> Review:
    """Compare the fastest record of each problem.

    Args:
        ours: Records of this machine.
        theirs: Records that were sent.
    """
    received = list(theirs)
    usable = [record for record in received if record.family not in MACHINE_FAMILIES]
    ours_by_problem = {_problem(record): record for record in best(ours)}
    pairs = [(ours_by_problem.get(_problem(record)), record) for record in best(usable)]
    changes = [Change(_relation(existing, sent), existing, sent) for existing, sent in pairs]
    changes.sort(key=lambda change: change.theirs.order)
    return Review(tuple(changes), len(received) - len(usable))


def _relation(ours: Record | None, theirs: Record) -> What:
    if ours is None:
        return "new"
    if ours == theirs:
        return "same"
    same = (ours.kernel, ours.parameters) == (theirs.kernel, theirs.parameters)
    return "again" if same else "conflict"


def merged(ours: Iterable[Record], found: Review, take: Callable[[Change], bool]) -> list[Record]:
    """Records after merging: new problems are added, equal ones stay, of others accepted records replace all there is.

    Args:
        ours: Records of this machine.
        found: Result of ``review``.
        take: True to accept a change; asked of problems that are measured again or in conflict.
    """
    problems: defaultdict[tuple[object, ...], list[Record]] = defaultdict(list)
    for record in ours:
        problems[_problem(record)].append(record)
    for change in found.changes:
        if change.what == "new" or (change.what != "same" and take(change)):
            problems[_problem(change.theirs)] = [change.theirs]
    return [record for records in problems.values() for record in records]
