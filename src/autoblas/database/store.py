"""The user's own results: an SQLite file that many processes may read and write at once."""

from __future__ import annotations

import datetime as dt
import os
import sqlite3
import threading
import time
import warnings
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from autoblas.database.index import grouped
from autoblas.database.record import SCHEMA_VERSION, Record, element_type
from autoblas.errors import ArgumentError, DatabaseError
from autoblas.folders import data_folder
from autoblas.guard import TIMEOUT, Guard

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from autoblas.database.index import Group

__all__ = ["Changes", "DatabaseWarning", "Store", "data_path"]

T = TypeVar("T")

_TABLE = """CREATE TABLE records (
    identity TEXT PRIMARY KEY, device TEXT NOT NULL, family TEXT NOT NULL, element_type TEXT NOT NULL,
    measured REAL NOT NULL, record TEXT NOT NULL
) WITHOUT ROWID"""
_INDEX = "CREATE INDEX by_problem ON records (family, element_type)"
_PROBE = "SELECT identity, device, family, element_type, measured, record FROM records LIMIT 0"
_INSERT = "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?)"
_DAMAGE = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT))
_SETTLED = 100_000_000
"""Nanoseconds after which a second write is sure to change a file's time of modification."""

_ENCODER = msgspec.json.Encoder(order="sorted")
_DECODER = msgspec.json.Decoder(Record)


class DatabaseWarning(UserWarning):
    """A file of results was set aside because it could not be read."""


class Changes(NamedTuple):
    """What adding records did.

    Attributes:
        new: Records of points that had none.
        replaced: Records that took the place of an older one.
        unchanged: Records that were there already, or older than the one that was.
    """

    new: int
    replaced: int
    unchanged: int


class _DamagedError(Exception):
    """The file cannot be used, for the reason given."""


class _BlankError(Exception):
    """The file is empty: its creation was never finished."""


def data_path() -> Path:
    """The file of the user's results: in ``AUTOBLAS_DATA_DIR`` where it is set, else in the system's usual place."""
    return data_folder() / "results.sqlite3"


class Store:
    """Measurements kept in one file.

    For each place, problem, kernel and set of parameters the newest measurement is kept, so that a problem has
    several, to be ranked by their time. No connection is held between calls: objects may cross threads and
    forks. A file that cannot be read is renamed to ``<name>.damaged-<time>`` with a ``DatabaseWarning``, and a
    new one started.

    Args:
        path: The file; ``data_path()`` where it is not named. It is created when something is first added.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = Path(data_path() if path is None else path).absolute()
        self._guard = Guard(self.path.with_name(f"{self.path.name}.lock"))
        self._lock = threading.Lock()
        self._stamp: tuple[object, ...] | None = None
        self._groups: dict[tuple[str, str], Group] = {}

    def add(self, records: Iterable[Record]) -> Changes:
        """Keep records, all of them or, where an exception is raised, none.

        Raises:
            ArgumentError: a field of a record is not of its type.
            DatabaseError: the file cannot be written.
        """
        return self._add([_row(record) for record in records], [])

    def replace(self, records: Iterable[Record]) -> Changes:
        """Keep records in place of all that are of the same problems, sizes included, at the same places.

        Times that were taken at other times, under other conditions, are no match for those that were taken in turns.

        Raises:
            ArgumentError: a field of a record is not of its type.
            DatabaseError: the file cannot be written.
        """
        kept = list(records)
        return self._add(
            [_row(record) for record in kept], sorted({task for record in kept for task in record.tasks})
        )

    def _add(self, rows: list[tuple[str, str, str, str, float, str]], tasks: list[str]) -> Changes:
        """Keep rows; other records of ``tasks`` go."""
        if not rows:
            return Changes(0, 0, 0)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseError(self.path, error.strerror or str(error)) from error
        return self._run(lambda connection: _merge(connection, rows, tasks))

    def records(self, *, device: str | None = None, family: str | None = None) -> list[Record]:
        """The records, sorted.

        Args:
            device: Only those of devices whose name contains this, in any case.
            family: Only those of this family.

        Raises:
            DatabaseError: the file cannot be read.
        """
        where, values = _condition(device, family)
        return sorted(self._read(where, values), key=lambda record: record.order)

    def clear(self, *, device: str | None = None, family: str | None = None) -> int:
        """Remove the records that ``records`` would give; the number of them.

        Raises:
            DatabaseError: the file cannot be written.
        """
        if not self.path.exists():
            return 0
        where, values = _condition(device, family)
        return self._run(lambda c: c.execute(f"DELETE FROM records WHERE {where}", values).rowcount)  # noqa: S608 -- constant text

    def group(self, family: str, signature: str) -> Group:
        """The records of ``family`` whose signature is related to ``signature``, kept until the file changes.

        Raises:
            DatabaseError: the file cannot be read.
        """
        key = (family, element_type(signature))
        with self._lock:
            stamp = self._current_stamp()
            if stamp is None or stamp != self._stamp:
                self._groups.clear()
                self._stamp = stamp
            if key not in self._groups:
                self._groups[key] = grouped(self._read("family = ? AND element_type = ?", key))
            return self._groups[key]

    def _current_stamp(self) -> tuple[object, ...] | None:
        """What changes whenever the file does; None just after a change, when another could go unseen."""
        stamp: list[object] = []
        now = time.time_ns()
        for path in (self.path, Path(f"{self.path}-wal")):
            try:
                status = path.stat()
            except OSError:  # no such file, or none that can be seen: reading it says what is wrong
                continue
            if status.st_size:  # readers make an empty log and remove it again
                stamp.append((path, status.st_ino, status.st_size, status.st_mtime_ns))
                if now - status.st_mtime_ns < _SETTLED:
                    return None
        return tuple(stamp)

    def _read(self, where: str, values: Iterable[str]) -> list[Record]:
        if not self.path.exists():
            return []
        query = f"SELECT record FROM records WHERE {where}"  # noqa: S608 -- constant text
        return self._run(lambda connection: _decoded(connection.execute(query, tuple(values))))

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What ``work`` gives for a connection; a missing file is created and a damaged one replaced first."""
        if self.path.exists() and not os.access(self.path.parent, os.W_OK):
            return self._run_read_only(work)
        for _ in range(3):
            with self._guard.shared():
                try:
                    if self.path.exists():
                        with self._connected("mode=rw") as connection:
                            return work(connection)
                except (_DamagedError, _BlankError):
                    pass  # dealt with below, where no other process uses the file
            with self._guard.exclusive():
                message = self._restore()
            if message:
                warnings.warn(message, DatabaseWarning, stacklevel=4)
        raise DatabaseError(self.path, "it is damaged again as soon as it is replaced")

    def _run_read_only(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            with self._connected("mode=ro&immutable=1") as connection:
                return work(connection)
        except (_DamagedError, _BlankError) as error:
            reason = str(error) or "it is empty"
            raise DatabaseError(self.path, f"{reason}, and its folder is read-only") from error

    @contextmanager
    def _connected(self, options: str) -> Iterator[sqlite3.Connection]:
        """A connection to a file that passes for ours, with SQLite's errors told apart."""
        try:
            uri = f"{self.path.as_uri()}?{options}"
            with closing(sqlite3.connect(uri, timeout=TIMEOUT, isolation_level=None, uri=True)) as connection:
                connection.text_factory = bytes  # what is not UTF-8 is for the decoder to refuse
                connection.execute("PRAGMA synchronous = NORMAL")
                _recognise(connection)
                yield connection
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE:
                raise _DamagedError(str(error)) from error
            raise DatabaseError(self.path, str(error)) from error

    def _restore(self) -> str | None:
        """Make the file usable, alone with it; the sentence to warn with where a damaged one was set aside."""
        message = None
        if self.path.exists():
            try:
                with self._connected("mode=rw") as connection:
                    _examine(connection)
                    return None  # another process was quicker
            except _BlankError:
                self._remove()
            except _DamagedError as damage:
                aside = self._set_aside()
                message = (
                    f"{self.path} cannot be read ({damage}); it was renamed to {aside} and a new one started"
                )
        try:
            self._create("wal")
        except sqlite3.Error:
            self._remove()
            try:
                self._create("delete")  # the log needs shared memory, which not every file system has
            except sqlite3.Error as error:
                raise DatabaseError(self.path, f"it cannot be created: {error}") from error
        return message

    def _create(self, journal: str) -> None:
        with closing(sqlite3.connect(self.path, timeout=TIMEOUT, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA journal_mode = {journal}")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(_TABLE)
            connection.execute(_INDEX)
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.execute("COMMIT")

    def _companions(self) -> list[Path]:
        """The files that SQLite may keep beside this one."""
        return [Path(f"{self.path}{suffix}") for suffix in ("-wal", "-shm", "-journal")]

    def _remove(self) -> None:
        for path in (*self._companions(), self.path):
            path.unlink(missing_ok=True)

    def _set_aside(self) -> Path:
        """Rename the file and what belongs to it; the new name."""
        now = dt.datetime.now(dt.UTC).strftime("%Y%m%dT%H%M%SZ")
        base = f"{self.path}.damaged-{now}"
        count = 0
        while (aside := Path(f"{base}-{count}" if count else base)).exists():
            count += 1
        try:
            for path in self._companions():  # these first: an old log must never meet a new file
                if path.exists():
                    path.rename(f"{aside}{path.name.removeprefix(self.path.name)}")
            self.path.rename(aside)
        except OSError as error:
            raise DatabaseError(
                self.path, f"it is damaged and cannot be renamed: {error.strerror}"
            ) from error
        return aside


def _condition(device: str | None, family: str | None) -> tuple[str, tuple[str, ...]]:
    tests = {"instr(lower(device), lower(?)) > 0": device, "family = ?": family}
    asked = {test: value for test, value in tests.items() if value is not None}
    return " AND ".join(asked) or "1", tuple(asked.values())


def _row(record: Record) -> tuple[str, str, str, str, float, str]:
    try:
        text = _ENCODER.encode(record)
        if _DECODER.decode(text) != record:
            raise ArgumentError("record", "fields of the documented types", repr(record))
    except (msgspec.MsgspecError, TypeError, OverflowError, UnicodeError) as error:
        raise ArgumentError("record", f"fields of the documented types ({error})", repr(record)) from error
    kind = element_type(record.signature)
    measured = record.provenance.timestamp
    return (record.identity, record.place.device, record.family, kind, measured, text.decode())


def _merge(
    connection: sqlite3.Connection,
    rows: list[tuple[str, str, str, str, float, str]],
    tasks: Iterable[str] = (),
) -> Changes:
    new = replaced = unchanged = 0
    connection.execute("BEGIN IMMEDIATE")
    marks = ", ".join("?" * len(rows))
    for task in tasks:
        connection.execute(
            f"DELETE FROM records WHERE instr(identity, ?) = 1 AND identity NOT IN ({marks})",  # noqa: S608 -- marks only
            (task, *(row[0] for row in rows)),
        )
    for row in rows:
        old = connection.execute(
            "SELECT measured, record FROM records WHERE identity = ?", row[:1]
        ).fetchone()
        if old is not None and (old[0] > row[4] or old[1].decode() == row[5]):
            unchanged += 1
            continue
        connection.execute(_INSERT, row)
        new += old is None
        replaced += old is not None
    connection.execute("COMMIT")
    return Changes(new, replaced, unchanged)


def _decoded(rows: Iterable[tuple[bytes]]) -> list[Record]:
    try:
        return [_DECODER.decode(text) for (text,) in rows]
    except (msgspec.MsgspecError, UnicodeError, TypeError) as error:
        raise _DamagedError(f"a record in it is malformed: {error}") from error


def _recognise(connection: sqlite3.Connection) -> None:
    """Tell our files from empty ones, others and those of another version, without reading the records."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if version == 0 and tables == 0:
        raise _BlankError
    if version != SCHEMA_VERSION:
        raise _DamagedError(f"its schema version is {version}; this autoblas uses {SCHEMA_VERSION}")
    try:
        connection.execute(_PROBE)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
            raise
        raise _DamagedError(str(error)) from error


def _examine(connection: sqlite3.Connection) -> None:
    """Read everything, to tell a damaged file from one that another process has just replaced."""
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != b"ok":
        raise _DamagedError(" ".join(verdict.decode(errors="replace").split()))
    _decoded(connection.execute("SELECT record FROM records"))
