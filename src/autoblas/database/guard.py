"""A lock between processes: many may use a file at once, or one alone may replace it."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from autoblas.errors import DatabaseError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["TIMEOUT", "Guard"]

TIMEOUT = 30.0
"""Seconds to wait for other processes."""


class Guard:
    """A readers-and-writer lock that dies with its process.

    It is held through SQLite's own locks on an empty database, which work alike on every system and need no
    clean-up after a crash.

    Args:
        path: The lock's file, which is created where it is missing and stays empty.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Hold the lock together with others.

        Raises:
            DatabaseError: it could not be had.
        """
        with self._held("BEGIN", "SELECT count(*) FROM sqlite_master"):
            yield

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the lock alone.

        Raises:
            DatabaseError: it could not be had.
        """
        with self._held("BEGIN EXCLUSIVE"):
            yield

    @contextmanager
    def _held(self, *statements: str) -> Iterator[None]:
        try:
            connection = sqlite3.connect(self.path, timeout=TIMEOUT, isolation_level=None)
        except sqlite3.Error as error:
            raise DatabaseError(self.path, f"the lock cannot be opened: {error}") from error
        with closing(connection):
            try:
                for statement in statements:
                    connection.execute(statement).fetchall()
            except sqlite3.Error as error:
                raise DatabaseError(self.path, f"the lock cannot be taken: {error}") from error
            yield
