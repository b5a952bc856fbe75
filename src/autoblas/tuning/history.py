"""The lines of a journal, and what they add up to: outcomes, trials that did not come back, lines that are damaged.

A journal is append-only, one JSON object a line::

    {"journal": 1, "key": {"device": "...", "problem": "..."}}
    {"intent": "build", "point": {...}, "source": "3fa9...", "pid": 4711, "boot": "8d0b...", "shortages": "0"}
    {"outcome": {"kind": "ok", ...}, "point": {...}, "after": 12.5}
    {"abandoned": true, "point": {...}}
    {"abandoned": true, "lost": "process", "stage": "build", "source": "3fa9...", "point": {...}}

``after`` counts the seconds that tuners have had the journal, of all runs together, by a clock that only goes forward.
A point whose last line is an intent did not come back. Kernels run in a child of the tuner, so that this is seldom the
point's doing where only the tuner is gone: somebody killed it, or memory ran out. Where the machine was started anew
since, it may well be. The next tuner writes which of these it was (``cause``), and tries the point again, up to the limits
below. docs/log/design/0029-who-killed-the-tuner.md says why.
"""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autoblas.errors import DatabaseError
from autoblas.tuning.outcome import Memory, Outcome, point_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from autoblas.tuning.outcome import Point

__all__ = [
    "LIMITS",
    "Attempt",
    "History",
    "boot",
    "cause",
    "encoded",
    "header",
    "history",
    "intent",
    "loss",
    "outcome",
    "shortages",
]

VERSION = 1

LIMITS = {"machine": 2, "process": 5, "signal": 50}
"""How often the machine may go down in a trial of a point, or the tuner end, before the point is not tried any more: where
memory may have run out (``process``), and where it did not, so that somebody ended the tuner (``signal``)."""

_LOST = {"machine": "the machine", "process": "the tuner's process", "signal": "a tuner that was killed"}
"""Causes of lost trials, in words."""

_DAMAGE = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)
"""Exceptions of a line that is damaged or no entry."""


@dataclass
class Attempt:
    """A trial that began, and how often one of this point did not come back.

    Attributes:
        point: The point.
        stage: The stage that had begun.
        source: Hash of the text that was run.
        boot: Identity of the machine's start; empty where that is not known.
        shortages: Count of processes killed for lack of memory by then; empty where that is not known.
        lost: Number of trials that did not come back, by their ``cause``.
    """

    point: Point
    stage: str
    source: str
    boot: str = ""
    shortages: str = ""
    lost: dict[str, int] = field(default_factory=dict)

    @property
    def verdict(self) -> Outcome | None:
        """Outcome that blames the point; None where it may be tried again."""
        if all(self.lost.get(reason, 0) < limit for reason, limit in LIMITS.items()):
            return None
        often = " and ".join(
            f"{_LOST[reason]} {count} times" for reason, count in sorted(self.lost.items()) if reason in _LOST
        )
        return Outcome(
            "crashed",
            (),
            self.stage,
            f"the {self.stage} stage did not come back: it took {often}",
            self.source,
        )

    def count_loss(self, reason: str) -> None:
        """Count another trial that did not come back."""
        self.lost[reason] = self.lost.get(reason, 0) + 1

    def lines(self) -> Iterator[Mapping[str, Any]]:
        """The entries of its lost trials."""
        for reason, count in self.lost.items():
            yield from [loss(self, reason)] * count


@dataclass
class History:
    """State that the lines of a journal add up to.

    Attributes:
        key: Device, driver and problem that the outcomes depend on; None where not even a header was finished.
        memory: Outcomes by point and source.
        begun: Trials whose last line is an intent, by the point's key.
        suspects: Points of which trials did not come back, by the same key; those with a verdict are in the memory.
        spent: Seconds of searching that the lines tell of.
        damaged: Lines that cannot be read and are left out.
        whole: Bytes up to the end of the last finished line.
    """

    key: dict[str, str] | None = None
    memory: Memory = field(default_factory=Memory)
    begun: dict[str, Attempt] = field(default_factory=dict)
    suspects: dict[str, Attempt] = field(default_factory=dict)
    spent: float = 0.0
    damaged: int = 0
    whole: int = 0

    def apply(self, entry: Mapping[str, Any]) -> None:
        """Apply an entry of the journal.

        Raises:
            ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError: it is none.
        """
        point = _point(entry["point"])
        name = point_key(point)
        if "intent" in entry:
            stage, source = _text(entry["intent"]), _text(entry["source"])
            machine_state = _text(entry.get("boot", "")), _text(entry.get("shortages", ""))
            self.begun.pop(name, None)  # the last one is the last that began
            self.begun[name] = Attempt(point, stage, source, *machine_state)
        elif not entry.get("abandoned", False):
            result, after = Outcome.from_dict(entry["outcome"]), _seconds(entry.get("after"))
            self.begun.pop(name, None)
            self.suspects.pop(name, None)
            self.memory.record(point, result)
            if after is not None:
                self.memory.after.setdefault(name, after)
                self.spent = max(self.spent, after)
        elif "lost" in entry:
            attempt = Attempt(point, _text(entry["stage"]), _text(entry["source"]))
            self.begun.pop(name, None)
            self.count_loss(attempt, _text(entry["lost"]))
        else:
            self.begun.pop(name, None)

    def count_loss(self, attempt: Attempt, reason: str) -> None:
        """Count a trial that did not come back, for a ``cause``."""
        name = point_key(attempt.point)
        attempt.lost = self.suspects[name].lost if name in self.suspects else {}
        attempt.count_loss(reason)
        self.suspects[name] = attempt
        verdict = attempt.verdict
        if verdict is not None:
            self.memory.record(attempt.point, verdict)


def history(path: Path, data: bytes, *, key_in_name: bool = False) -> History:
    """Read the lines of a journal.

    Args:
        path: Its name, for errors.
        data: Its bytes.
        key_in_name: Its name follows from its key, so that a damaged header is one more damaged line.

    Raises:
        DatabaseError: it is no journal, or one of another version.
    """
    content = History(whole=data.rfind(b"\n") + 1)
    lines = data[: content.whole].split(b"\n")[:-1]
    if lines:
        content.key = _key_in(path, lines[0], key_in_name=key_in_name)
        content.damaged += content.key is None
    for line in lines[1:]:
        try:
            content.apply(json.loads(line))
        except _DAMAGE:
            content.damaged += 1
    # The last line was cut short while an outcome was written, so that point did come back.
    if content.begun and data[content.whole :].startswith((b'{"outcome"', b'{"abandoned"')):
        content.begun.popitem()
    return content


def _key_in(path: Path, line: bytes, *, key_in_name: bool) -> dict[str, str] | None:
    try:
        first = json.loads(line)
        version, key = first["journal"], {_text(name): _text(value) for name, value in first["key"].items()}
    except _DAMAGE as error:
        if key_in_name:
            return None
        raise DatabaseError(path, "its first line is not the header of a tuner's journal") from error
    if version != VERSION:
        raise DatabaseError(
            path, f"it is a journal of version {version}; this program writes version {VERSION}"
        )
    return key


def _point(value: object) -> Point:
    if not isinstance(value, dict) or not all(
        isinstance(parameter, str | int | float) for parameter in value.values()
    ):
        raise TypeError(f"{value!r} is no point")
    return value


def _seconds(value: object) -> float | None:
    """A time that a line names; None where it names none, as those of earlier versions."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise ValueError(f"{value!r} is no time")
    return float(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def encoded(entry: Mapping[str, Any]) -> bytes:
    """An entry as a line."""
    return json.dumps(entry, allow_nan=False).encode() + b"\n"


def header(key: Mapping[str, str]) -> Mapping[str, Any]:
    """The first entry."""
    return {"journal": VERSION, "key": key}


def intent(stage: str, point: Point, source: str) -> Mapping[str, Any]:
    """The entry that a stage is about to begin."""
    now = {"pid": os.getpid(), "boot": boot(), "shortages": shortages()}
    return {"intent": stage, "point": dict(point), "source": source, **now}


def outcome(point: Point, result: Outcome, after: float | None = None) -> Mapping[str, Any]:
    """The entry of a point's outcome, after so many seconds of searching."""
    when = {} if after is None else {"after": round(after, 3)}
    return {"outcome": result.to_dict(), "point": dict(point), **when}


def loss(attempt: Attempt, reason: str) -> Mapping[str, Any]:
    """The entry that a trial did not come back; version 0.1.0 reads that its point is not to blame."""
    details = {"stage": attempt.stage, "source": attempt.source, "point": dict(attempt.point)}
    return {"abandoned": True, "lost": reason, **details}


def boot() -> str:
    """Identity of this start of the machine; empty where the system does not say."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:  # no Linux
        return ""


def shortages() -> str:
    """Count of processes that the system killed for lack of memory since its start; empty where it does not say."""
    try:
        counts = Path("/proc/vmstat").read_text("ascii").split()
    except OSError:  # no Linux
        return ""
    return counts[counts.index("oom_kill") + 1] if "oom_kill" in counts else ""


def cause(attempt: Attempt) -> str:
    """Cause of a trial that did not come back: the ``machine`` went down, or the tuner ended.

    That is a ``signal`` of somebody's where memory did not run out meanwhile, else the end of its ``process``, of which more
    is not known.
    """
    if not attempt.boot or attempt.boot != boot():
        return "machine"
    return "signal" if attempt.shortages and attempt.shortages == shortages() else "process"
