"""A recorded space: the points of a search, each with the seconds of a launch or how it failed, in a file of its own.

The file is compressed JSON: what was recorded where and how, then a list a column. ``spaces/README.md`` names the fields.
"""

from __future__ import annotations

import gzip
import json
import math
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from autoblas.tuning import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from autoblas.tuning import Point

__all__ = ["Origin", "RecordedSpace", "among", "read_space", "write_space"]

DIGITS = 5
"""Significant digits of a time in the file; launches differ by more."""


@dataclass(frozen=True)
class Origin:
    """The origin of a space.

    Attributes:
        problem: The problem, in BLAS notation.
        device: The device's name.
        driver: The platform and the driver.
        date: Day of the recording.
        how: The method of the measurements, and the choice of points.
        noise: The difference of two recordings of a point, in words.
        source: The source and licence of numbers from other projects.
    """

    problem: str
    device: str
    driver: str
    date: str
    how: str
    noise: str = ""
    source: str = ""


@dataclass(frozen=True)
class RecordedSpace:
    """Points and what came of them; all lists are of one length.

    Attributes:
        origin: Their origin.
        points: The points.
        seconds: Seconds of a launch; infinite where the point failed.
        costs: Seconds of a trial: text, build, check and launches.
        kinds: The outcomes' kinds.
    """

    origin: Origin
    points: Sequence[Point]
    seconds: Sequence[float]
    costs: Sequence[float]
    kinds: Sequence[str]

    @property
    def optimum(self) -> float:
        """The shortest time."""
        return min(self.seconds)

    def outcome(self, index: int) -> Outcome:
        """The outcome of a point, as a search gets it."""
        if self.kinds[index] == "ok":
            return Outcome("ok", (self.seconds[index],), build_seconds=self.costs[index])
        return Outcome(self.kinds[index], (), "time", "as recorded")  # type: ignore[arg-type]


def among(points: Sequence[Point], words: Sequence[str]) -> list[int]:
    """The points whose parameters have one of the values that words name, as NAME=V,V."""
    pairs = (word.partition("=")[::2] for word in words)
    allowed = {name: set(values.split(",")) for name, values in pairs}
    return [
        i for i, point in enumerate(points) if all(str(point[name]) in some for name, some in allowed.items())
    ]


def write_space(path: Path, space: RecordedSpace) -> None:
    """Write a space; points have all their parameters in common."""
    columns: dict[str, Any] = {}
    for name in space.points[0]:
        values = list(dict.fromkeys(point[name] for point in space.points))
        values = sorted(values) if all(isinstance(value, int | float) for value in values) else values
        codes = {value: number for number, value in enumerate(values)}
        columns[name] = {"values": values, "of": [codes[point[name]] for point in space.points]}
    document = {
        "origin": asdict(space.origin),
        "parameters": columns,
        "microseconds": [_short(x * 1e6) for x in space.seconds],
        "costs": [_short(x, 3) for x in space.costs],
        "failures": {str(i): kind for i, kind in enumerate(space.kinds) if kind != "ok"},
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    path.write_bytes(gzip.compress(text, 9, mtime=0))


def read_space(path: Path) -> RecordedSpace:
    """Read a space that ``write_space`` wrote."""
    document = json.loads(gzip.decompress(path.read_bytes()))
    columns = {
        name: [column["values"][number] for number in column["of"]]
        for name, column in document["parameters"].items()
    }
    points = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    seconds = [math.inf if time is None else time / 1e6 for time in document["microseconds"]]
    kinds = [document["failures"].get(str(i), "ok") for i in range(len(points))]
    return RecordedSpace(Origin(**document["origin"]), points, seconds, document["costs"], kinds)


def _short(value: float, digits: int = DIGITS) -> float | None:
    """A number with few digits; None for infinity."""
    return float(f"{value:.{digits}g}") if math.isfinite(value) else None
