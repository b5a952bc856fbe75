"""A folder of files that took long to make, such as compiled programs, by a hash of their sources."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from autoblas.errors import DatabaseError
from autoblas.store.folder import data_folder, replace_file
from autoblas.store.lock import WAIT, FileLock

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["BlobCache"]


class BlobCache:
    """Files of bytes in one folder below that of this machine's results.

    Files are written under the lock beside the folder and replaced as a whole; a damaged one counts as absent. When there
    are too many, the half that was used least recently is removed.

    Args:
        folder: Name of the folder.
        suffix: Ending of the files' names, with its dot.
        magic: First bytes of all files; one that begins otherwise is damaged.
        most: Files that the folder holds at most.
    """

    def __init__(self, folder: str, suffix: str, magic: bytes, most: int) -> None:
        self.folder, self.suffix, self.magic, self.most = folder, suffix, magic, most

    def path(self, parts: Sequence[str]) -> Path:
        """Path of the file that was made from some texts.

        Raises:
            DatabaseError: the environment names no folder.
        """
        return (
            data_folder()
            / self.folder
            / f"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()}{self.suffix}"
        )

    def read(self, parts: Sequence[str]) -> bytes | None:
        """Content of the file that was made from some texts; None where it is absent or damaged."""
        try:
            path = self.path(parts)
            content = path.read_bytes()
            os.utime(path)  # used now
        except (DatabaseError, OSError):
            return None
        return content if content.startswith(self.magic) else None

    def put(self, parts: Sequence[str], content: bytes) -> None:
        """Store the file that was made from some texts.

        Raises:
            DatabaseError: it cannot be written.
        """
        path = self.path(parts)
        with FileLock(path.parent.with_suffix(".lock"), WAIT).exclusive():
            replace_file(path, content)
            try:
                files = sorted(path.parent.glob(f"*{self.suffix}"), key=lambda file: file.stat().st_mtime_ns)
                for file in files[: len(files) // 2] if len(files) > self.most else ():
                    file.unlink()
            except OSError as error:
                raise DatabaseError(path.parent, error.strerror or str(error)) from error
