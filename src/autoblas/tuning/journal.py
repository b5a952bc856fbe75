"""Outcomes of points in a file that survives whatever a kernel does to the process, or the machine.

Each entry is one line (see ``tuning.history``), handed to the system as soon as it is written. The first intent of a trial
is on the disk before the trial begins, so that a machine that goes down knows afterwards what it was trying.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from autoblas.errors import DatabaseError, DatabaseWarning, TuningError
from autoblas.store.lock import FileLock, LockedError
from autoblas.tuning.history import cause, encoded, header, history, intent, loss, outcome
from autoblas.tuning.outcome import Memory, point_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from io import FileIO

    from autoblas.tuning.history import Attempt, History
    from autoblas.tuning.outcome import Outcome, Point

__all__ = ["Journal", "Purged", "journal_name", "read_journal"]


def journal_name(key: Mapping[str, str]) -> str:
    """A file name for the journal of ``key``: readable at the front, unique at the end."""
    text = re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(key.values())).strip("-.")[:80]
    digest = hashlib.sha256(point_key(key).encode()).hexdigest()[:12]
    return f"{text}-{digest}.jsonl" if text else f"{digest}.jsonl"


@dataclass(frozen=True)
class Purged:
    """Number of points that a purge dropped and kept.

    Attributes:
        good: Timings dropped.
        bad: Failures dropped.
        kept: Points that are still known.
    """

    good: int
    bad: int
    kept: int


def read_journal(path: str | os.PathLike[str]) -> tuple[dict[str, str], Memory]:
    """The key of a journal and what it knows, without locking or repairing it; damaged lines are left out.

    Raises:
        DatabaseError: it is no journal.
    """
    try:
        content = history(Path(path), Path(path).read_bytes())
    except OSError as error:
        raise DatabaseError(path, f"it cannot be read: {error.strerror}") from error
    if content.key is None:
        raise DatabaseError(path, "it has no header, which names the device and the problem")
    return content.key, content.memory


class Journal(Memory):
    """A memory whose every change is a line in a file, with one writer at a time.

    Lines that are damaged are left out, with a ``DatabaseWarning`` that counts them. A trial that an earlier writer did not
    end is one more that did not come back; its point may be tried again until ``tuning.history.LIMITS``.

    Args:
        path: The file; made, with its folders, where it is missing.
        key: Device, driver and problem that the results depend on. None takes the file's own.
        clock: Gives seconds that only go forward.

    Raises:
        DatabaseError: the file is about something else, is no journal, cannot be written, or there is none and no key.
        TuningError: another process writes to it.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        key: Mapping[str, str] | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.path = Path(path)
        self._clock, self._began = clock, clock()
        self._open: dict[str, Point] = {}
        self._suspects: dict[str, Attempt] = {}
        with contextlib.ExitStack() as resources:
            resources.enter_context(_sole_writer(self.path))
            self._file = _opened(self.path)
            resources.callback(self._close_file)
            self.key = self._load(None if key is None else dict(key))
            self._resources = resources.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _load(self, key: dict[str, str] | None) -> dict[str, str]:
        """Take over what the file knows, repair a last line that was cut short, and settle trials that did not end."""
        data = self._content()
        key_in_name = key is not None and self.path.name == journal_name(key)
        content = history(self.path, data, key_in_name=key_in_name)
        if content.whole < len(data):
            with self._writing():
                self._file.truncate(content.whole)
        if content.damaged:
            warnings.warn(
                f"{self.path}: {content.damaged} damaged line{'s are' if content.damaged > 1 else ' is'} left out",
                DatabaseWarning,
                stacklevel=3,
            )
        if content.key is None:
            if key is None:
                raise DatabaseError(self.path, "it is empty, and no device and problem were given for it")
            content.key = self.key = key
            self._adopt(content)
            self._rewrite()
        elif key is not None and content.key != key:
            raise DatabaseError(self.path, _difference(content.key, key))
        for attempt in content.begun.values():
            reason = cause(attempt)
            self._write(loss(attempt, reason))
            content.count_loss(attempt, reason)
        self._adopt(content)
        return content.key

    def _adopt(self, content: History) -> None:
        memory = content.memory
        self.points, self.known, self.by_source = memory.points, memory.known, memory.by_source
        self.after, self._suspects = memory.after, content.suspects
        self._began -= content.spent  # of earlier runs

    def _content(self) -> bytes:
        try:
            self._file.seek(0)
            return self._file.read()
        except OSError as error:
            raise DatabaseError(self.path, f"it cannot be read: {error.strerror}") from error

    def _write(self, entry: Mapping[str, Any], *, durable: bool = False) -> None:
        """Append a line, all of it or nothing.

        Raises:
            DatabaseError: it cannot be written.
        """
        line = encoded(entry)
        with self._writing():
            size = self._file.seek(0, os.SEEK_END)
            try:
                while line:
                    line = line[self._file.write(line) :]
                if durable:
                    os.fsync(self._file.fileno())
            except OSError:
                with contextlib.suppress(OSError):  # a part of a line is left out by who reads it
                    self._file.truncate(size)
                raise

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Name the file where the system refuses."""
        try:
            yield
        except OSError as error:
            raise DatabaseError(self.path, f"it cannot be written: {error.strerror}") from error

    def intend(self, stage: str, point: Point, source: str) -> None:
        """Write that a stage is about to begin, so that a later process knows should this one not come back.

        The first of a trial waits until the disk has it, some milliseconds; of a machine that went down in a later one it
        may be the earlier stage that is known.
        """
        name = point_key(point)
        first = name not in self._open
        self._open[name] = point
        self._write(intent(stage, point, source), durable=first)

    def record(self, point: Point, result: Outcome) -> None:
        """Remember and write the outcome of a point."""
        super().record(point, result)
        name = point_key(point)
        self._open.pop(name, None)
        self._suspects.pop(name, None)
        now = self._clock() - self._began
        self.after.setdefault(name, now)
        self._write(outcome(point, result, now))

    def abandon(self, point: Point) -> None:
        """Write that the point is not to blame for having no outcome, where a stage of it had begun."""
        if self._open.pop(point_key(point), None) is not None:
            self._write({"abandoned": True, "point": dict(point)})

    def _close_file(self) -> None:
        """Close the file that is open by then; a purge opens another."""
        with self._writing():  # on network file systems it may turn out only now
            self._file.close()

    def close(self) -> None:
        """Close the file and let others write.

        Raises:
            DatabaseError: not all of it was written.
        """
        self._resources.close()

    def purge(self, *, good: bool = False, bad: bool = False) -> Purged:
        """Forget timings, so that they are taken again, or failures, so that they are tried again.

        The file shrinks to one line a point. A process killed meanwhile leaves the old file.

        Args:
            good: Drop the points that are ok.
            bad: Drop all others, and how often trials did not come back.

        Raises:
            DatabaseError: the file cannot be written.
        """
        remaining = {name: o for name, o in self.known.items() if not (good if o.kind == "ok" else bad)}
        dropped = [o.kind == "ok" for name, o in self.known.items() if name not in remaining]
        memory = Memory()
        for name, result in remaining.items():
            memory.record(self.points[name], result)
        self.points, self.known, self.by_source = memory.points, memory.known, memory.by_source
        self.after = {name: after for name, after in self.after.items() if name in remaining}
        self._began = self._clock() - max(self.after.values(), default=0.0)
        if bad:
            self._suspects = {}
        self._rewrite()
        return Purged(sum(dropped), len(dropped) - sum(dropped), len(remaining))

    def _rewrite(self) -> None:
        """Replace the file by one with what is known, and nothing else."""
        fresh = self.path.with_name(f"{self.path.name}.{secrets.token_hex(4)}")
        with self._writing():
            try:
                with fresh.open("wb") as file:
                    file.writelines(self._lines())
                    file.flush()
                    os.fsync(file.fileno())
                try:
                    self._file.close()  # not every system replaces a file that is open
                    fresh.replace(self.path)
                finally:
                    self._file = _opened(self.path)
            except BaseException:
                with contextlib.suppress(OSError):
                    fresh.unlink(missing_ok=True)
                raise

    def _lines(self) -> Iterator[bytes]:
        """The lines of a journal that knows what this one does."""
        yield encoded(header(self.key))
        for name, result in self.known.items():
            yield encoded(outcome(self.points[name], result, self.after.get(name)))
        for name, attempt in self._suspects.items():
            if name not in self.known:
                yield from map(encoded, attempt.lines())


def _difference(written: Mapping[str, str], key: Mapping[str, str]) -> str:
    """Sentence of the differences of two keys."""
    names = [name for name in {**written, **key} if written.get(name) != key.get(name)]
    recorded = ", ".join(f"{name} {written.get(name, 'unnamed')!r}" for name in names)
    expected = ", ".join(f"{name} {key.get(name, 'unnamed')!r}" for name in names)
    return f"it was written for {recorded}, not for {expected}"


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
    with contextlib.ExitStack() as lock:
        try:
            lock.enter_context(FileLock(path.with_name(f"{path.name}.lock"), timeout=0).exclusive())
        except LockedError:
            raise TuningError(
                f"{path}: another process is tuning into this journal; wait for it or stop it"
            ) from None
        yield


def _opened(path: Path) -> FileIO:
    """A file for reading and appending, each write of which reaches the system at once.

    Raises:
        DatabaseError: it cannot be opened.
    """
    try:
        return path.open("a+b", buffering=0)
    except OSError as error:
        raise DatabaseError(path, f"it cannot be opened for writing: {error.strerror}") from error
