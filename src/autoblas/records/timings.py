"""Times of points of many problems on devices, in one file: a line of JSON a device, and one for each problem behind it.

A file grows at its end. One whose name ends with ``.gz`` is compressed, and only read.
"""

from __future__ import annotations

import datetime as dt
import gzip
import json
from dataclasses import asdict, dataclass
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import msgspec

from autoblas.devices.device import Facts  # noqa: TC001  # msgspec reads the annotation
from autoblas.errors import DatabaseError
from autoblas.kernels.space import parameters
from autoblas.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from autoblas.problems import Problem

__all__ = ["TimedPoint", "TimedProblem", "has_timings", "read_timings", "write_device", "write_problem"]

DEVICE = b'{"facts"'
"""The beginning of the line of a device."""

DIGITS = 5
"""Significant digits of a time."""


class TimedPoint(NamedTuple):
    """A point with its time.

    Attributes:
        kernel: The kernel's name.
        parameters: The values that are not the defaults.
        microseconds: Median of the launches, helpers included.
    """

    kernel: str
    parameters: dict[str, Any]
    microseconds: float


@dataclass(frozen=True)
class TimedProblem:
    """A problem with the points that were timed one after the other.

    Attributes:
        facts: The device.
        date: The day, in ISO 8601.
        problem: The problem, as ``str`` writes it.
        points: The points.
    """

    facts: Facts
    date: str
    problem: str
    points: tuple[TimedPoint, ...]


class _Device(msgspec.Struct):
    facts: Facts
    date: str
    version: str
    how: str = ""


class _Problem(msgspec.Struct):
    problem: str
    points: tuple[TimedPoint, ...]


def write_device(file: IO[str], facts: Facts, how: str = "") -> None:
    """Write the device of the problems that follow, and in words how they are timed."""
    day = dt.datetime.now(dt.UTC).date().isoformat()
    _write(file, {"facts": asdict(facts), "date": day, "version": __version__, "how": how})


def write_problem(file: IO[str], problem: Problem, times: Iterable[tuple[str, Any, float]]) -> None:
    """Write a problem with its points: names of kernels, parameters, and seconds."""
    points = [
        (kernel, _not_default(params), float(f"{seconds * 1e6:.{DIGITS}g}"))
        for kernel, params, seconds in times
    ]
    _write(file, {"problem": str(problem), "points": points})


def _write(file: IO[str], content: dict[str, Any]) -> None:
    file.write(json.dumps(content, separators=(",", ":")) + "\n")
    file.flush()


def _not_default(params: Any) -> dict[str, Any]:
    default = parameters(type(params)())
    return {name: value for name, value in parameters(params).items() if value != default[name]}


def has_timings(path: Path) -> bool:
    """True if a file begins as such files do.

    Raises:
        DatabaseError: it cannot be read.
    """
    return _content(path).startswith(DEVICE)


def _content(path: Path) -> bytes:
    """The lines of a file.

    Raises:
        DatabaseError: it cannot be read.
    """
    try:
        content = path.read_bytes()
        return gzip.decompress(content) if path.suffix == ".gz" else content
    except (OSError, EOFError) as error:
        raise DatabaseError(path, f"it cannot be read: {error}") from error


def read_timings(path: Path) -> Iterator[TimedProblem]:
    """The problems of a file.

    Raises:
        DatabaseError: it is no such file.
    """
    device = None
    try:
        for line in _content(path).splitlines():
            if line.startswith(DEVICE):
                device = msgspec.json.decode(line, type=_Device)
            elif device is None:
                raise DatabaseError(path, "its first line names no device")
            else:
                timed = msgspec.json.decode(line, type=_Problem)
                yield TimedProblem(device.facts, device.date, timed.problem, timed.points)
    except msgspec.MsgspecError as error:
        raise DatabaseError(path, f"it has no times of problems: {error}") from error
