"""Outcomes of trials: of one point, of all points that a search remembers, and their ranking."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "BAD",
    "FEWEST_LAUNCHES",
    "KINDS",
    "Kind",
    "Memory",
    "Outcome",
    "Point",
    "Ranked",
    "point_key",
    "rank",
]

Point: TypeAlias = Mapping[str, str | int | bool | float]
Kind: TypeAlias = Literal["ok", "illegal", "build failed", "wrong", "timed out", "crashed", "abandoned"]

KINDS: tuple[str, ...] = get_args(Kind)
BAD = frozenset({"build failed", "wrong", "timed out", "crashed"})
"""Kinds that are never tried again."""

FEWEST_LAUNCHES = 3
"""Launches that a time rests on which is to be kept: what slows one of them down does not decide the median."""


def point_key(point: Point) -> str:
    """The one spelling of a point: JSON with sorted names and no white space."""
    return json.dumps(dict(point), sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True)
class Outcome:
    """Result of trying one point.

    Attributes:
        kind: Kind of the ending.
        seconds: The time of each counted launch, in order.
        stage: Stage that failed: ``source``, ``build``, ``check`` or ``time``; empty where it is ok.
        message: Reason of a failure, in one sentence.
        source: SHA-256 of the text and build options; empty where none was generated.
        build_seconds: Time the compiler took.
        cut: Measuring stopped before the trials that were asked for, since the point was slow beyond doubt.
    """

    kind: Kind
    seconds: tuple[float, ...] = ()
    stage: str = ""
    message: str = ""
    source: str = ""
    build_seconds: float = 0.0
    cut: bool = False

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.kind!r} is not a kind of outcome")
        if (self.kind == "ok") != bool(self.seconds):
            raise ValueError("an outcome has times if and only if it is ok")
        if not all(math.isfinite(s) and s >= 0 for s in self.seconds):
            raise ValueError(f"{self.seconds} are not all times")
        if not (math.isfinite(self.build_seconds) and self.build_seconds >= 0):
            raise ValueError(f"{self.build_seconds} is no time")

    @property
    def median(self) -> float:
        """Median of the times, in seconds; infinite where there are none, so that it can be compared."""
        return statistics.median(self.seconds) if self.seconds else math.inf

    @property
    def mean(self) -> float:
        """Mean of the times, in seconds; infinite where there are none."""
        return statistics.fmean(self.seconds) if self.seconds else math.inf

    @property
    def stdev(self) -> float:
        """Population standard deviation of the times, in seconds; zero where there are none."""
        return statistics.pstdev(self.seconds) if self.seconds else 0.0

    @property
    def best(self) -> float:
        """Shortest of the times, in seconds; infinite where there are none."""
        return min(self.seconds, default=math.inf)

    @property
    def bad(self) -> bool:
        """It failed in a way that trying again would not change."""
        return self.kind in BAD

    def enough(self, trials: int) -> bool:
        """True if it holds the times of that many launches, or of fewer on purpose."""
        return self.kind == "ok" and (self.cut or len(self.seconds) >= trials)

    def firm(self, allowed: float) -> bool:
        """True if its time may be kept: enough launches were counted, or there cannot be so many.

        Args:
            allowed: Seconds that a warm-up and the launches of a point may take.
        """
        launches = len(self.seconds)
        return launches >= FEWEST_LAUNCHES or (launches > 0 and (1 + FEWEST_LAUNCHES) * self.median > allowed)

    def extended(self, later: Outcome) -> Outcome:
        """This outcome with the times of a later one of the same point appended; a failure replaces it."""
        if self.kind != "ok" or later.kind != "ok":
            return later
        build = max(self.build_seconds, later.build_seconds)
        times = self.seconds + later.seconds
        return Outcome("ok", times, source=later.source, build_seconds=build, cut=later.cut)

    def to_dict(self) -> dict[str, Any]:
        """As JSON writes it: the fields that differ from their defaults."""
        return {name: value for name, value in asdict(self).items() if value}

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> Outcome:
        """The outcome that ``to_dict`` wrote.

        Raises:
            ValueError: a field is missing, unknown or has a value that it cannot have.
        """
        try:
            fields = {**values, "seconds": tuple(map(float, values.get("seconds", ())))}
            outcome = Outcome(**fields | {"build_seconds": float(values.get("build_seconds", 0))})
            if not all(isinstance(getattr(outcome, name), str) for name in ("stage", "message", "source")):
                raise ValueError("this is no outcome: its words are no text")
            return replace(outcome, cut=bool(outcome.cut))
        except (TypeError, OverflowError) as error:
            raise ValueError(f"this is no outcome: {error}") from error


class Memory:
    """Outcomes by point and by source: equal sources share one outcome.

    Attributes:
        points: The points, by their keys.
        known: Their outcomes, by the same keys.
        by_source: Outcomes by the hash of the text that was run.
        after: Seconds of searching, of all runs together, after which each point was first done; a memory that is no
            journal knows of none, nor does the journal of an earlier version.
    """

    def __init__(self) -> None:
        self.points: dict[str, Point] = {}
        self.known: dict[str, Outcome] = {}
        self.by_source: dict[str, Outcome] = {}
        self.after: dict[str, float] = {}

    def lookup(self, point: Point) -> Outcome | None:
        """Outcome of a point, perhaps of another one with the same source; None where it was not tried."""
        outcome = self.known.get(point_key(point))
        return None if outcome is None else self.by_source.get(outcome.source, outcome)

    def intend(self, stage: str, point: Point, source: str) -> None:
        """Announce that a stage is about to begin."""

    def record(self, point: Point, outcome: Outcome) -> None:
        """Remember the outcome of a point; it replaces an earlier one."""
        key = point_key(point)
        self.points[key], self.known[key] = dict(point), outcome
        if outcome.source:
            self.by_source[outcome.source] = outcome

    def abandon(self, point: Point) -> None:
        """Say that a stage was broken off for reasons that are not the point's."""

    def close(self) -> None:
        """Write nothing more."""


@dataclass(frozen=True)
class Ranked:
    """A line of a ranking.

    Attributes:
        point: The point.
        seconds: Median time of a call.
        total_seconds: All its counted launches together.
        trials: Number of counted launches.
        rate: Mean over the launches of work divided by time, in flop/s.
        rate_stdev: Population standard deviation of the same.
    """

    point: Point
    seconds: float
    total_seconds: float
    trials: int
    rate: float
    rate_stdev: float


def rank(outcomes: Iterable[tuple[Point, Outcome]], flops: float = 0.0) -> tuple[Ranked, ...]:
    """The points that are ok, the fastest (by median) first; equals stay in the order they came in.

    Args:
        outcomes: Points with their outcomes.
        flops: Work of one call; rates are zero where it is unknown.
    """
    lines = []
    for point, outcome in outcomes:
        if outcome.kind == "ok":
            rates = [flops / max(s, 1e-12) for s in outcome.seconds]
            spread = statistics.pstdev(rates)
            total, mean = math.fsum(outcome.seconds), statistics.fmean(rates)
            lines.append(Ranked(point, outcome.median, total, len(rates), mean, spread))
    return tuple(sorted(lines, key=lambda line: line.seconds))
