"""One SQLite file that many processes read and write at once: readers leave it as it is, writers make and repair it."""

from __future__ import annotations

import datetime as dt
import os
import sqlite3
import time
import warnings
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from autoblas.errors import DatabaseError, DatabaseWarning
from autoblas.store.lock import DAMAGE, TIMEOUT, FileLock, LockedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["INSERT", "ResultsFile", "Row"]

T = TypeVar("T")

Row: TypeAlias = "tuple[str, str, str, str, float, str]"
"""Identity, device, family, element type, date in seconds since 1970, and the record as JSON."""

_TABLE = """CREATE TABLE records (
    identity TEXT PRIMARY KEY, device TEXT NOT NULL, family TEXT NOT NULL, element_type TEXT NOT NULL,
    measured REAL NOT NULL, record TEXT NOT NULL
) WITHOUT ROWID"""
_INDEX = "CREATE INDEX by_problem ON records (family, element_type)"
_ROWS = "SELECT identity, device, family, element_type, measured, record FROM records"
INSERT = "INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?)"
"""Keeps a row."""

READ_TIMEOUT = 5.0
"""Seconds that a reader waits for others; then it reads without a lock."""

RETRY_SECONDS = 60.0
"""Seconds for which a reader that waited in vain does not wait again."""


class _DamagedError(Exception):
    """The file cannot be used, for the reason given."""


class _BlankError(Exception):
    """The file is empty: its creation was never finished."""


class ResultsFile:
    """One file of rows, each of which has a record.

    Readers change nothing: what is wrong with the file they say. Writers create it where it is missing, and rename a
    damaged one to ``<name>.damaged-<time>`` with a ``DatabaseWarning`` and start a new one from the rows that can still
    be read. A file of another layout is nobody's to change.

    Args:
        path: The file.
        layout: The version of its tables, which SQLite keeps as ``user_version``.
        initial: Gives the rows that a new file begins with.
    """

    def __init__(self, path: Path, layout: int, initial: Callable[[], list[Row]] = list) -> None:
        self.path, self.layout, self._initial = path, layout, initial
        self._lock_path = path.with_name(f"{path.name}.lock")
        self._not_before = 0.0

    def exists(self) -> bool:
        """True if the file exists.

        Raises:
            DatabaseError: the system does not tell.
        """
        try:
            self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as error:
            raise DatabaseError(self.path, error.strerror or str(error)) from error
        return True

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """Result of ``work`` on a connection, or None where there is nothing to read.

        Where locks and shared memory cannot be had, as in a folder that cannot be written, it reads what the file
        itself holds.

        Raises:
            DatabaseError: the file cannot be read.
        """
        try:
            if not self.exists():
                return None
            if not os.access(self.path.parent, os.W_OK) or time.monotonic() < self._not_before:
                return self._read_unlocked(work)
            try:
                with (
                    FileLock(self._lock_path, READ_TIMEOUT).shared(),
                    self._connected("mode=rw", READ_TIMEOUT) as connection,
                ):
                    return work(connection)
            except DatabaseError as error:
                if isinstance(error, LockedError):
                    self._not_before = time.monotonic() + RETRY_SECONDS
                try:
                    return self._read_unlocked(work)
                except DatabaseError:
                    raise error from None
        except _BlankError:
            return None
        except _DamagedError as error:
            raise DatabaseError(self.path, f"it is damaged: {error}") from error

    def _read_unlocked(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._connected("mode=ro&immutable=1") as connection:
            return work(connection)

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Result of ``work`` on a connection, in one transaction; the file is created or repaired first.

        Raises:
            DatabaseError: the file cannot be written.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise DatabaseError(self.path, "its folder is a file") from error
        except OSError as error:
            raise DatabaseError(self.path, error.strerror or str(error)) from error
        if not os.access(self.path.parent, os.W_OK):
            raise DatabaseError(self.path, "its folder is read-only")
        guard = FileLock(self._lock_path)
        for _ in range(3):
            with guard.shared():
                try:
                    if self.exists():
                        with self._connected("mode=rw") as connection:
                            connection.execute("BEGIN IMMEDIATE")
                            result = work(connection)
                            connection.execute("COMMIT")
                            return result
                except (_DamagedError, _BlankError):
                    pass  # dealt with below, where no other process uses the file
            with guard.exclusive():
                message = self._restore()
            if message:
                warnings.warn(message, DatabaseWarning, stacklevel=4)
        raise DatabaseError(self.path, "it is damaged again as soon as it is replaced")

    @contextmanager
    def _connected(self, options: str, timeout: float = TIMEOUT) -> Iterator[sqlite3.Connection]:
        """A connection to a file that passes for ours, with SQLite's errors told apart."""
        try:
            uri = f"{self.path.as_uri()}?{options}"
            with closing(sqlite3.connect(uri, timeout=timeout, isolation_level=None, uri=True)) as connection:
                connection.text_factory = bytes  # what is not UTF-8 is for the decoder to refuse
                connection.execute("PRAGMA synchronous = NORMAL")
                self._recognise(connection)
                yield connection
        except (
            UnicodeDecodeError
        ) as error:  # what SQLite says of a damaged schema has the schema's bytes in it
            raise _DamagedError("its tables have names that are no text") from error
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGE:
                raise _DamagedError(str(error)) from error
            raise DatabaseError(self.path, str(error)) from error

    def _recognise(self, connection: sqlite3.Connection) -> None:
        """Tell our files from empty ones, others and those of another layout, without reading the records."""
        layout = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if layout == 0 and tables == 0:
            raise _BlankError
        if layout != self.layout:
            raise DatabaseError(
                self.path,
                f"its layout is {layout}, that of this autoblas {self.layout}; it is left as it is, and another "
                "version of autoblas, or another program, may read it",
            )
        try:
            connection.execute(f"{_ROWS} LIMIT 0")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_ERROR:
                raise
            raise _DamagedError(str(error)) from error

    def _restore(self) -> str | None:
        """Make the file usable, alone with it; the sentence to warn with where a damaged one was set aside."""
        message, aside = None, None
        if self.exists():
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
        rows = self._initial() if aside is None else _salvaged(aside)
        if message is not None:
            message += f" with the {len(rows)} results that could be read" if rows else ""
        try:
            self._create("wal", rows)
        except sqlite3.Error:
            self._remove()
            try:
                self._create("delete", rows)  # the log needs shared memory, which not every file system has
            except sqlite3.Error as error:
                self._remove()
                raise DatabaseError(self.path, f"it cannot be created: {error}") from error
        return message

    def _create(self, journal: str, rows: list[Row]) -> None:
        with closing(sqlite3.connect(self.path, timeout=TIMEOUT, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA journal_mode = {journal}")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(_TABLE)
            connection.execute(_INDEX)
            connection.executemany(INSERT, rows)
            connection.execute(f"PRAGMA user_version = {self.layout}")
            connection.execute("COMMIT")

    def companions(self) -> list[Path]:
        """The files that SQLite may keep beside this one."""
        return [Path(f"{self.path}{suffix}") for suffix in ("-wal", "-shm", "-journal")]

    def _remove(self) -> None:
        try:
            for path in (*self.companions(), self.path):
                path.unlink(missing_ok=True)
        except OSError as error:
            raise DatabaseError(self.path, error.strerror or str(error)) from error

    def _set_aside(self) -> Path:
        """Rename the file and what belongs to it; the new name."""
        now = dt.datetime.now(dt.UTC).strftime("%Y%m%dT%H%M%SZ")
        base = f"{self.path}.damaged-{now}"
        count = 0
        while (aside := Path(f"{base}-{count}" if count else base)).exists():
            count += 1
        try:
            for path in self.companions():  # these first: an old log must never meet a new file
                if path.exists():
                    path.rename(f"{aside}{path.name.removeprefix(self.path.name)}")
            self.path.rename(aside)
        except OSError as error:
            raise DatabaseError(
                self.path, f"it is damaged and cannot be renamed: {error.strerror}"
            ) from error
        return aside

    def rows(self) -> list[Row]:
        """Every row that is text, for another file to begin with.

        Raises:
            DatabaseError: the file cannot be read.
        """
        return (
            self.read(lambda connection: [row for row in map(_text, connection.execute(_ROWS)) if row]) or []
        )


def _text(row: tuple[bytes, bytes, bytes, bytes, float, bytes]) -> Row | None:
    """A row with text for bytes; None where it holds something else."""
    identity, device, family, kind, measured, record = row
    try:
        return (
            identity.decode(), device.decode(), family.decode(), kind.decode(), float(measured), record.decode(),
        )  # fmt: skip
    except (UnicodeError, AttributeError, TypeError, ValueError):
        return None


def _salvaged(path: Path) -> list[Row]:
    """The rows of a damaged file up to the first that SQLite cannot reach."""
    rows: list[Row] = []
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            connection.text_factory = bytes
            rows.extend(row for row in map(_text, connection.execute(_ROWS)) if row)
    except (sqlite3.Error, UnicodeDecodeError):
        return rows  # the damage, which is why the file was set aside
    return rows


def _examine(connection: sqlite3.Connection) -> None:
    """Read everything, to tell a damaged file from one that another process has just replaced."""
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != b"ok":
        raise _DamagedError(" ".join(verdict.decode(errors="replace").split()))
