"""A lock between processes: many may use a file at once, or one alone may replace it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from autoblas.errors import DatabaseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["DAMAGE", "TIMEOUT", "WAIT", "FileLock", "LockedError"]

TIMEOUT = 30.0
"""Seconds to wait for other processes."""

WAIT = 5.0
"""Seconds to wait for a writer who holds the lock for milliseconds."""

LONGEST = 504
"""Bytes of a path that SQLite takes, less the ending of its journals."""

DAMAGE = frozenset((sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT))
"""SQLite's codes for a file that is no database, or a damaged one."""


class LockedError(DatabaseError):
    """The lock was not acquired in time, because another process holds it."""


class FileLock:
    """A readers-and-writer lock that dies with its process.

    It is held through SQLite's own locks on an empty database, which work alike on every system and need no
    clean-up after a crash.

    Args:
        path: The lock's file, which is created if missing and stays empty; any other content is discarded.
        timeout: Seconds to wait for other processes.
    """

    def __init__(self, path: Path, timeout: float = TIMEOUT) -> None:
        self.path, self.timeout = path, timeout

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Hold the lock together with others.

        Raises:
            LockedError: another process held it for all that time.
            DatabaseError: it could not be acquired for another reason.
        """
        with self._locked("BEGIN", "SELECT count(*) FROM sqlite_master"):
            yield

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the lock alone; its folder is created if missing.

        Raises:
            LockedError: another process held it for all that time.
            DatabaseError: it could not be acquired for another reason.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseError(self.path.parent, f"it cannot be made: {error.strerror or error}") from error
        with self._locked("BEGIN EXCLUSIVE"):
            yield

    @contextmanager
    def _locked(self, *statements: str) -> Iterator[None]:
        try:
            connection = self._acquired(statements)
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            kind = LockedError if code == sqlite3.SQLITE_BUSY else DatabaseError
            length = len(os.fsencode(self.path))
            why = f"its path has {length} bytes, SQLite takes {LONGEST}" if length > LONGEST else str(error)
            raise kind(self.path, f"the lock cannot be taken: {why}") from error
        with closing(connection):
            yield

    def _acquired(self, statements: Sequence[str]) -> sqlite3.Connection:
        """A connection that holds the lock.

        Content that got into the lock's file is thrown away. No process can hold a lock on a file that is no database, so
        emptying it takes the lock from none.
        """
        try:
            return self._connection(statements)
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in DAMAGE:
                raise
            try:
                os.truncate(self.path, 0)
            except OSError:
                raise error from None
        return self._connection(statements)

    def _connection(self, statements: Sequence[str]) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=self.timeout, isolation_level=None)
        try:
            for statement in statements:
                connection.execute(statement).fetchall()
        except BaseException:
            connection.close()
            raise
        return connection
