"""State of the user's results for ``autoblas doctor``: what can be read of them, and whether more could be written."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autoblas.database.store import Store, data_path
from autoblas.errors import DatabaseError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Health", "health"]

_BLOCK = 1 << 16
"""Bytes that are written to see whether there is room."""


@dataclass(frozen=True)
class Health:
    """The state of the user's results.

    Attributes:
        path: The file; empty where the environment names no folder for it.
        records: Records that can be read.
        unreadable: Rows beside them that cannot.
        reading: Reason that none can be read, in a sentence; None where they can.
        writing: Reason that none can be added, in a sentence; None where they can.
    """

    path: str
    records: int = 0
    unreadable: int = 0
    reading: str | None = None
    writing: str | None = None


def health() -> Health:
    """Look at the user's results as they are now; nothing of them is changed."""
    try:
        path = data_path()
    except DatabaseError as error:
        return Health("", reading=str(error), writing=str(error))
    reading, records, unreadable = None, 0, 0
    try:
        readable, unreadable = Store(path).reading()
        records = len(readable)
    except DatabaseError as error:
        reading = str(error)
    return Health(str(path), records, unreadable, reading, _refusal(path))


def _refusal(path: Path) -> str | None:
    """Reason that nothing can be written to a file, or in its place; None where it can be."""
    folder = path.parent
    while not folder.is_dir() and not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent  # which would be made
    try:
        with tempfile.TemporaryFile(dir=folder) as trial:
            trial.write(b"\0" * _BLOCK)
            trial.flush()
            os.fsync(trial.fileno())
    except OSError as error:
        return f"{folder}: {error.strerror or error}"
    if os.path.lexists(path) and not os.access(path, os.W_OK):
        return f"{path}: it belongs to another user, or is write-protected"
    return None
