"""What is known of points: in memory, and in a file that survives whatever a kernel does to the process.

The file is append-only, one JSON object a line, flushed line by line::

    {"journal": 1, "key": {"device": "...", "problem": "..."}}
    {"intent": "build", "point": {...}, "source": "3fa9...", "pid": 4711}
    {"outcome": {"kind": "ok", ...}, "point": {...}}
    {"abandoned": true, "point": {...}}

A point whose last line is an intent did not come back: its kernel took this process, or the machine, with it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

from autoblas.errors import DatabaseError, TuningError
from autoblas.guard import Guard, HeldError
from autoblas.tuning.outcome import Outcome, Point, point_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["Journal", "Memory", "Purged", "journal_name", "read_journal"]

_VERSION = 1


def journal_name(key: Mapping[str, str]) -> str:
    """A file name for the journal of ``key``: readable at the front, unique at the end."""
    words = re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(key.values())).strip("-.")[:80]
    digest = hashlib.sha256(point_key(key).encode()).hexdigest()[:12]
    return f"{words}-{digest}.jsonl" if words else f"{digest}.jsonl"


class Memory:
    """What came of points, by point and by source: equal sources share one outcome."""

    def __init__(self) -> None:
        self.points: dict[str, Point] = {}
        self.known: dict[str, Outcome] = {}
        self.by_source: dict[str, Outcome] = {}

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


@dataclass(frozen=True)
class Purged:
    """How many points a purge dropped and kept.

    Attributes:
        good: Timings dropped.
        bad: Failures dropped.
        kept: Points that are still known.
    """

    good: int
    bad: int
    kept: int


def read_journal(path: str | os.PathLike[str]) -> tuple[dict[str, str], Memory]:
    """The key of a journal and what it knows, without locking or repairing it.

    Raises:
        DatabaseError: it is no journal, or a line other than an unfinished last one is damaged.
    """
    try:
        key, memory, _ = _fold(Path(path), Path(path).read_bytes())
    except OSError as error:
        raise DatabaseError(path, f"it cannot be read: {error.strerror}") from error
    if key is None:
        raise DatabaseError(path, "it has no header, which names the device and the problem")
    return key, memory


def _fold(path: Path, data: bytes) -> tuple[dict[str, str] | None, Memory, int]:
    """Read the lines of a journal.

    Returns:
        The key (None where not even a header was finished), what is known, and the bytes up to the end of the last
        finished line.
    """
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].splitlines()
    memory, open_intents = Memory(), dict[str, tuple[Point, str, str]]()
    key = _header(path, lines[0]) if lines else None
    for number, line in enumerate(lines[1:], start=2):
        try:
            entry = json.loads(line)
            name = point_key(entry["point"])
            if "intent" in entry:
                open_intents.pop(name, None)
                open_intents[name] = entry["point"], str(entry["intent"]), str(entry["source"])
                continue
            open_intents.pop(name, None)
            if not entry.get("abandoned", False):
                memory.record(entry["point"], Outcome.from_dict(entry["outcome"]))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DatabaseError(path, f"line {number} is damaged: {error!r}") from error
    # The last line was cut short while an outcome was written, so that point did come back.
    if open_intents and data[whole:].startswith((b'{"outcome"', b'{"abandoned"')):
        open_intents.popitem()
    for point, stage, source in open_intents.values():
        memory.record(point, Outcome("crashed", (), stage, f"the {stage} stage did not come back", source))
    return key, memory, whole


def _header(path: Path, line: bytes) -> dict[str, str]:
    try:
        header = json.loads(line)
        version, key = header["journal"], dict(header["key"])
    except (ValueError, KeyError, TypeError) as error:
        raise DatabaseError(path, "its first line is not the header of a tuner's journal") from error
    if version != _VERSION:
        raise DatabaseError(
            path, f"it is a journal of version {version}; this program writes version {_VERSION}"
        )
    return key


class Journal(Memory):
    """A memory whose every change is a line in a file, with one writer at a time.

    Args:
        path: The file; made, with its folders, where it is missing.
        key: What the results depend on besides the point: device, driver, problem. None takes the file's own.

    Raises:
        DatabaseError: the file is about something else, is damaged, or there is none and no key.
        TuningError: another process writes to it.
    """

    def __init__(self, path: str | os.PathLike[str], key: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.path = Path(path)
        self._open: dict[str, Point] = {}
        with contextlib.ExitStack() as held:
            held.enter_context(_sole_writer(self.path))
            self._file = _opened(self.path)
            held.callback(self._close_file)
            self.key = self._load(None if key is None else dict(key))
            self._held = held.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _load(self, key: dict[str, str] | None) -> dict[str, str]:
        """Take over what the file knows, and repair a last line that was cut short."""
        self._file.seek(0)
        data = self._file.read()
        found, memory, whole = _fold(self.path, data)
        if whole < len(data):
            self._file.truncate(whole)
        if found is None:
            if key is None:
                raise DatabaseError(self.path, "it is empty, and no device and problem were given for it")
            self._write({"journal": _VERSION, "key": key})
            return key
        if key is not None and found != key:
            names = [name for name in {**found, **key} if found.get(name) != key.get(name)]
            there = ", ".join(f"{name} {found.get(name, 'unnamed')!r}" for name in names)
            here = ", ".join(f"{name} {key.get(name, 'unnamed')!r}" for name in names)
            raise DatabaseError(self.path, f"it was written for {there}, not for {here}")
        self.points, self.known, self.by_source = memory.points, memory.known, memory.by_source
        return found

    def _write(self, entry: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(entry, separators=(", ", ": "), allow_nan=False).encode() + b"\n")
        self._file.flush()

    def intend(self, stage: str, point: Point, source: str) -> None:
        """Write that a stage is about to begin, so that a later process knows should this one not come back."""
        self._open[point_key(point)] = point
        self._write({"intent": stage, "point": dict(point), "source": source, "pid": os.getpid()})

    def record(self, point: Point, outcome: Outcome) -> None:
        """Remember and write what came of a point."""
        super().record(point, outcome)
        self._open.pop(point_key(point), None)
        self._write({"outcome": outcome.to_dict(), "point": dict(point)})

    def abandon(self, point: Point) -> None:
        """Write that the point is not to blame for having no outcome, where a stage of it had begun."""
        if self._open.pop(point_key(point), None) is not None:
            self._write({"abandoned": True, "point": dict(point)})

    def _close_file(self) -> None:
        """Close the file that is open by then; a purge opens another."""
        self._file.close()

    def close(self) -> None:
        """Close the file and let others write."""
        self._held.close()

    def purge(self, *, good: bool = False, bad: bool = False) -> Purged:
        """Forget timings, so that they are taken again, or failures, so that they are tried again.

        The file shrinks to one line a point. A process killed meanwhile leaves the old file.

        Args:
            good: Drop the points that are ok.
            bad: Drop all others.
        """
        kept = {name: o for name, o in self.known.items() if not (good if o.kind == "ok" else bad)}
        dropped = [o.kind == "ok" for name, o in self.known.items() if name not in kept]
        memory = Memory()
        for name, outcome in kept.items():
            memory.record(self.points[name], outcome)
        fresh = self.path.with_suffix(f".{os.getpid()}.new")
        with fresh.open("wb") as file:
            for line in self._compact(memory):
                file.write(line)
        self._file.close()  # not every system replaces a file that is open
        try:
            fresh.replace(self.path)
        finally:
            self._file = _opened(self.path)
        self.points, self.known, self.by_source = memory.points, memory.known, memory.by_source
        return Purged(sum(dropped), len(dropped) - sum(dropped), len(kept))

    def _compact(self, memory: Memory) -> Iterator[bytes]:
        """The lines of a journal that knows what ``memory`` knows."""
        yield json.dumps({"journal": _VERSION, "key": self.key}).encode() + b"\n"
        for name, outcome in memory.known.items():
            yield json.dumps({"outcome": outcome.to_dict(), "point": memory.points[name]}).encode() + b"\n"


@contextlib.contextmanager
def _sole_writer(path: Path) -> Iterator[None]:
    """Be the only writer of a journal for a while, by a lock beside it.

    Raises:
        TuningError: another process is that.
        DatabaseError: the lock cannot be had for another reason.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(path, f"it cannot be opened for writing: {error.strerror}") from error
    with contextlib.ExitStack() as held:
        try:
            held.enter_context(Guard(path.with_name(f"{path.name}.lock"), timeout=0).exclusive())
        except HeldError:
            raise TuningError(
                f"{path}: another process is tuning into this journal; wait for it or stop it"
            ) from None
        yield


def _opened(path: Path) -> IO[bytes]:
    """A file for reading and appending.

    Raises:
        DatabaseError: it cannot be opened.
    """
    try:
        return path.open("a+b")
    except OSError as error:
        raise DatabaseError(path, f"it cannot be opened for writing: {error.strerror}") from error
