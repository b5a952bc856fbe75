"""A file of JSON objects, one a line, to which processes append; it is complete whenever one of them ends."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.errors import DatabaseError
from autoblas.store.folder import utf8

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["JsonLines", "Lines"]

BINARY = getattr(os, "O_BINARY", 0)
"""Flag that keeps Windows from writing other ends of lines."""


class Lines(NamedTuple):
    """Content of a file.

    Attributes:
        entries: The value of every line.
        damaged: Lines that could not be read: a process was killed while it wrote, or the file was edited.
    """

    entries: list[Any]
    damaged: int


class JsonLines:
    """One file, which may be a pipe or a device.

    Several processes may append to it without a lock: the system puts the bytes of one write in one piece at the end.
    Damaged lines are skipped and counted.

    Args:
        path: The file.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def append(self, entries: Iterable[Mapping[str, Any]]) -> None:
        """Append entries in one piece; the file and its folder are created if missing.

        Raises:
            DatabaseError: they cannot be written.
        """
        pending = b"".join(json.dumps(entry).encode() + b"\n" for entry in entries)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self._torn():
                pending = b"\n" + pending
            file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | BINARY, 0o644)
            try:
                while pending:
                    pending = pending[os.write(file, pending) :]
            finally:
                os.close(file)
        except OSError as error:
            raise DatabaseError(self.path, f"it cannot be written: {error.strerror or error}") from error

    def _torn(self) -> bool:
        """True if the last line was cut short, as by a process that was killed while it wrote."""
        if not self.path.is_file() or not self.path.stat().st_size:
            return False
        with self.path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read() != b"\n"

    def read(self) -> Lines:
        """All entries of the file.

        Raises:
            DatabaseError: it cannot be read.
        """
        try:
            data = utf8(self.path.read_bytes())
        except (OSError, UnicodeError) as error:
            why = getattr(error, "strerror", None) or error
            raise DatabaseError(self.path, f"it cannot be read: {why}") from error
        entries, damaged = list[Any](), 0
        for line in filter(None, data.split(b"\n")):
            try:
                entries.append(json.loads(line))
            except (ValueError, RecursionError):
                damaged += 1
        return Lines(entries, damaged)
