"""Where autoblas keeps what it finds out about this machine, and how a file there is replaced."""

from __future__ import annotations

import os
import secrets
import threading
import warnings
from pathlib import Path

import platformdirs

from autoblas.errors import DatabaseError, DatabaseWarning

__all__ = ["VARIABLE", "data_folder", "replace_file", "warn_once"]

VARIABLE = "AUTOBLAS_DATA_DIR"
"""Names the folder in place of the system's usual one."""


_told: set[str] = set()
_lock = threading.Lock()


def data_folder() -> Path:
    """``AUTOBLAS_DATA_DIR`` where it is set, else the system's usual place; it need not be there yet.

    Raises:
        DatabaseError: neither names a folder, or what is in it cannot be seen.
    """
    folder = _named()
    try:
        os.stat(os.path.join(folder, os.curdir))  # noqa: PTH116, PTH118 -- pathlib drops the dot
    except (FileNotFoundError, NotADirectoryError):
        return folder
    except OSError as error:
        raise DatabaseError(folder, error.strerror or str(error)) from error
    return folder


def _named() -> Path:
    chosen = os.environ.get(VARIABLE)
    if not chosen:
        usual = platformdirs.user_data_path("autoblas", appauthor=False)
        if usual.is_absolute():
            return usual
        raise DatabaseError(usual, f"this user has no home folder; {VARIABLE} may name a folder for results")
    try:
        return Path(chosen).expanduser()
    except RuntimeError as error:
        raise DatabaseError(f"{VARIABLE}={chosen}", f"it names no folder: {error}") from error


def warn_once(key: object, sentence: str) -> None:
    """Warn with a ``DatabaseWarning``, unless this process was warned of the same before.

    Args:
        key: What is wrong, as the error says that was met.
        sentence: The warning.
    """
    with _lock:
        new = str(key) not in _told
        _told.add(str(key))
    if new:
        warnings.warn(sentence, DatabaseWarning, stacklevel=4)


def replace_file(path: Path, text: str) -> None:
    """Write a file, which changes as a whole or not at all; its folder is made where it is missing.

    Raises:
        DatabaseError: it cannot be written.
    """
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            unfinished.write_text(text, encoding="utf-8", newline="\n")
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise DatabaseError(path, error.strerror or str(error)) from error
