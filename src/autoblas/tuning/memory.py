"""What is known of points, by point and by the text that was run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from autoblas.tuning.outcome import point_key

if TYPE_CHECKING:
    from autoblas.tuning.outcome import Outcome, Point

__all__ = ["Memory"]


class Memory:
    """What came of points, by point and by source: equal sources share one outcome.

    Attributes:
        points: The points, by their keys.
        known: What came of each.
        by_source: What came of the text that was run, by its hash.
        after: Seconds of searching, of all runs together, after which each point was first done; a memory that is no
            journal knows of none, nor does the journal of an earlier version.
    """

    def __init__(self) -> None:
        self.points: dict[str, Point] = {}
        self.known: dict[str, Outcome] = {}
        self.by_source: dict[str, Outcome] = {}
        self.after: dict[str, float] = {}

    def lookup(self, point: Point) -> Outcome | None:
        """What is known of a point, perhaps by way of another one with the same source."""
        outcome = self.known.get(point_key(point))
        return None if outcome is None else self.by_source.get(outcome.source, outcome)

    def intend(self, stage: str, point: Point, source: str) -> None:
        """Say that a stage is about to begin."""

    def record(self, point: Point, outcome: Outcome) -> None:
        """Remember what came of a point; it replaces what was known."""
        key = point_key(point)
        self.points[key], self.known[key] = dict(point), outcome
        if outcome.source:
            self.by_source[outcome.source] = outcome

    def abandon(self, point: Point) -> None:
        """Say that a stage was broken off for reasons that are not the point's."""

    def close(self) -> None:
        """Write nothing more."""
