"""A lock between processes: many may use a file at once, or one alone may replace it."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from autoblas.errors import DatabaseError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["TIMEOUT", "Guard", "HeldError"]

TIMEOUT = 30.0
"""Seconds to wait for other processes."""


class HeldError(DatabaseError):
    """The lock was not had in time, because another process holds it."""


class Guard:
    """A readers-and-writer lock that dies with its process.

    It is held through SQLite's own locks on an empty database, which work alike on every system and need no
    clean-up after a crash.

    Args:
        path: The lock's file, which is created where it is missing and stays empty.
        timeout: Seconds to wait for other processes.
    """

    def __init__(self, path: Path, timeout: float = TIMEOUT) -> None:
        self.path, self.timeout = path, timeout

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Hold the lock together with others.

        Raises:
            HeldError: another process had it for all that time.
            DatabaseError: it could not be had for another reason.
        """
        with self._held("BEGIN", "SELECT count(*) FROM sqlite_master"):
            yield

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the lock alone.

        Raises:
            HeldError: another process had it for all that time.
            DatabaseError: it could not be had for another reason.
        """
        with self._held("BEGIN EXCLUSIVE"):
            yield

    @contextmanager
    def _held(self, *statements: str) -> Iterator[None]:
        try:
            connection = sqlite3.connect(self.path, timeout=self.timeout, isolation_level=None)
        except sqlite3.Error as error:
            raise DatabaseError(self.path, f"the lock cannot be opened: {error}") from error
        with closing(connection):
            try:
                for statement in statements:
                    connection.execute(statement).fetchall()
            except sqlite3.Error as error:
                busy = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
                kind = HeldError if busy else DatabaseError
                raise kind(self.path, f"the lock cannot be taken: {error}") from error
            yield
