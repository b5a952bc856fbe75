"""Tables in files of JSON: rows about this machine, by key; and hashes of the package's modules, for keys that depend on them."""

from __future__ import annotations

import functools
import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from autoblas.errors import DatabaseError
from autoblas.store.folder import data_folder, replace_file, utf8, warn_once
from autoblas.store.lock import WAIT, FileLock
from autoblas.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["JsonTable", "sources_hash"]

Row = TypeVar("Row")

PACKAGE = Path(__file__).parents[1]

MOST = 5000
"""Rows that a table holds at most; the oldest are dropped."""


class JsonTable(Generic[Row]):
    """One file in the folder of this machine's results.

    Several processes may write it, under the lock beside the file, so that no row is lost. None reads half of it, because
    it is replaced as a whole. A damaged file reads as empty, with one warning, and is written again.

    Args:
        name: Name of the file, or its path elsewhere.
        decoder: Reads a dictionary of rows, or a list of them.
        most: Rows that it holds at most.
        key: The name of a row in a file that is a list of rows; None of one that is a dictionary.
        cure: The repair of a damaged file, as the end of a sentence.
    """

    def __init__(
        self,
        name: str | Path,
        decoder: msgspec.json.Decoder[dict[str, Row]] | msgspec.json.Decoder[list[Row]],
        most: int = MOST,
        *,
        key: Callable[[Row], str] | None = None,
        cure: str = "run 'autoblas doctor' to write it again",
    ) -> None:
        self.name, self.decoder, self.most, self.cure, self._key = name, decoder, most, cure, key

    @property
    def path(self) -> Path:
        """Present path of the file; the environment may name another folder later.

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
        """Rows of a file; none, with one warning, where it holds something else or this user may not read it.

        Raises:
            OSError: the disk cannot be read.
        """
        try:
            rows: Any = self.decoder.decode(utf8(path.read_bytes()))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (PermissionError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            warn_once(path, f"{path} cannot be read ({error}); {self.cure}")
            return {}
        by_key: dict[str, Row] = rows if self._key is None else {self._key(row): row for row in rows}
        return by_key

    def put(self, key: str, row: Row) -> None:
        """Store one row in place of an earlier one; errors are those of ``put_all``."""
        self.put_all({key: row})

    def put_all(self, rows: Mapping[str, Row]) -> int:
        """Store rows in place of earlier ones, and return how many are new.

        Raises:
            DatabaseError: the file cannot be written, or not be read, so that the other rows would be lost.
        """
        path = self.path
        try:
            with FileLock(path.with_suffix(".lock"), WAIT).exclusive():
                stored = self._decoded(path)
                older = {name: row for name, row in stored.items() if name not in rows}
                newest = msgspec.to_builtins(dict([*older.items(), *rows.items()][-self.most :]))
                content = newest if self._key is None else [*newest.values()]
                text = json.dumps(content, ensure_ascii=False, indent=1)
                replace_file(path, text.encode(errors="replace"))  # names of files need not be Unicode
        except OSError as error:
            raise DatabaseError(path, error.strerror or str(error)) from error
        return len(rows.keys() - stored)

    def clear(self) -> int:
        """Remove the file, and return how many rows it had.

        Raises:
            DatabaseError: it cannot be removed.
        """
        count, path = len(self.read()), self.path
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise DatabaseError(path, error.strerror or str(error)) from error
        return count


@functools.cache
def sources_hash(*parts: str) -> str:
    """A short hash of modules: of all that are below a folder, or of single files. It takes about 2 ms, once a process.

    Args:
        parts: Folders and files, as paths below the package: ``emit``, ``verify.py``.

    Returns:
        Sixteen hexadecimal digits. Where the package is not in files, as in an archive, the version instead.
    """
    digest = hashlib.sha256()
    for part in parts:
        paths = _modules(part)
        if not paths:
            return __version__
        for path in paths:
            digest.update(f"{path}\0".encode())
            try:
                with open(f"{PACKAGE}/{path}", "rb", buffering=0) as file:  # noqa: PTH123  # half the time of a Path's
                    digest.update(file.read())
            except OSError:
                return __version__
    return digest.hexdigest()[:16]


def _modules(part: str) -> list[str]:
    """The modules of a part, as paths below the package."""
    if part.endswith(".py"):
        return [part]
    start = len(f"{PACKAGE}/")
    return sorted(
        f"{folder}/{name}"[start:]
        for folder, _, names in os.walk(f"{PACKAGE}/{part}")
        for name in names
        if name.endswith(".py")
    )
