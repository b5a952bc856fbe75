"""A table in a file of JSON: what was found out about this machine, by the name of what it is about."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from autoblas.errors import DatabaseError
from autoblas.store.folder import data_folder, replace_file, warn_once
from autoblas.store.lock import FileLock
from autoblas.store.text import utf8

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["JsonTable"]

Row = TypeVar("Row")

MOST = 5000
"""Rows that are kept; of more those go that were written first."""

WAIT = 5.0
"""Seconds to wait for another writer, who holds the lock for milliseconds."""


class JsonTable(Generic[Row]):
    """One file in the folder of this machine's results.

    Several processes may write it: each does under the lock beside the file, so that no row is lost. None reads half of
    it, because it is replaced as a whole. What is damaged reads as empty, with one warning, and is written again.

    Args:
        name: Of the file.
        decoder: Reads a dictionary of rows.
        most: Rows that are kept.
    """

    def __init__(self, name: str, decoder: msgspec.json.Decoder[dict[str, Row]], most: int = MOST) -> None:
        self.name, self.decoder, self.most = name, decoder, most

    @property
    def path(self) -> Path:
        """Where it is now; the environment may name another folder later.

        Raises:
            DatabaseError: the environment names no folder.
        """
        return data_folder() / self.name

    def read(self) -> dict[str, Row]:
        """All rows; none, with one warning, where the file cannot be read or holds something else."""
        try:
            return self._decoded(self.path)
        except (DatabaseError, OSError) as error:
            warn_once(error, f"nothing that was found out about this machine can be read: {error}")
        return {}

    def _decoded(self, path: Path) -> dict[str, Row]:
        """What a file holds; nothing, with one warning, where that is something else or not for this user.

        Raises:
            OSError: the disk does not give it.
        """
        try:
            return self.decoder.decode(utf8(path.read_bytes()))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (PermissionError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            warn_once(path, f"{path} cannot be read ({error}); run 'autoblas doctor' to write it again")
            return {}

    def keep(self, key: str, row: Row) -> None:
        """Keep one row in place of an earlier one.

        Raises:
            DatabaseError: the file cannot be written, or not be read, so that the other rows would be lost.
        """
        path = self.path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(path.with_suffix(".lock"), WAIT).exclusive():
                rows = self._decoded(path)
                rows.pop(key, None)
                newest = dict([*rows.items(), (key, row)][-self.most :])
                replace_file(path, json.dumps(msgspec.to_builtins(newest), indent=1))
        except OSError as error:
            raise DatabaseError(path, error.strerror or str(error)) from error
