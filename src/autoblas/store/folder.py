"""Where autoblas keeps what it finds out about this machine, and how a file there is replaced."""

from __future__ import annotations

import errno
import functools
import os
import secrets
import shutil
import tempfile
import threading
import warnings
from pathlib import Path

import platformdirs

from autoblas.errors import DatabaseError, DatabaseWarning

__all__ = [
    "VARIABLE",
    "data_folder",
    "must_be_writable",
    "no_room_in",
    "replace_file",
    "unusable",
    "warn_once",
]

VARIABLE = "AUTOBLAS_DATA_DIR"
"""Names the folder in place of the system's usual one."""

HOMES = ("HOME", "XDG_DATA_HOME", "USERPROFILE", "LOCALAPPDATA", "ANDROID_DATA")
"""The variables that the usual place depends on."""

LONGEST = 300
"""Bytes of a path that others append to: PoCL has buffers of 1024, SQLite one of 512."""

ROOM = 1 << 24
"""Bytes that a disk must have left for what compilers keep."""

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
        return _usual(*map(os.environ.get, HOMES))
    try:
        return Path(chosen).expanduser()
    except RuntimeError as error:
        raise DatabaseError(f"{VARIABLE}={chosen}", f"it names no folder: {error}") from error


@functools.lru_cache(maxsize=16)
def _usual(*_homes: str | None) -> Path:
    """The system's usual place for such homes, which takes long to find out beside what a call does."""
    usual = platformdirs.user_data_path("autoblas", appauthor=False)
    if usual.is_absolute():
        return usual
    raise DatabaseError(usual, f"this user has no home folder; {VARIABLE} may name a folder for results")


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


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file of bytes, or of text in UTF-8, which changes as a whole or not at all; its folder is made where it is missing.

    Raises:
        DatabaseError: it cannot be written.
    """
    unfinished, data = _beside(path), content.encode() if isinstance(content, str) else content
    try:
        _must_be_a_file(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            unfinished.write_bytes(data)
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise DatabaseError(path, error.strerror or str(error)) from error


def must_be_writable(path: Path, *, appended: bool = False) -> None:
    """See whether a file could be written now, before time is spent on what is to be in it; nothing of this is left.

    Args:
        path: The file.
        appended: Something is put behind what it holds, and it may be a pipe or a device; otherwise ``replace_file`` writes it,
            and makes its folder.

    Raises:
        DatabaseError: it cannot be written.
    """
    try:
        if appended and path.exists() and not path.is_dir():
            if not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return
        _must_be_a_file(path)
        there = [path.parent] if appended else [each for each in path.parents if each.exists()]
        folder = there[0]
        if not folder.exists():
            raise FileNotFoundError(errno.ENOENT, "its folder is not there")
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        trial = _beside(folder / path.name)
        trial.touch(exist_ok=False)
        trial.unlink()
    except OSError as error:
        raise DatabaseError(path, f"it cannot be written: {error.strerror or error}") from error


def unusable(folder: Path) -> str | None:
    """Why others cannot keep files in a folder, which is made where it is missing; None where they can.

    Args:
        folder: The folder.
    """
    if not folder.is_absolute():
        return "it is no absolute path, as where a user has no home"
    if len(os.fsencode(folder)) > LONGEST:
        return f"its path has more than {LONGEST} bytes, which compilers have no room for"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        trial = _beside(folder / "trial")
        try:
            trial.write_bytes(bytes(4096))
        finally:
            trial.unlink(missing_ok=True)
        free = shutil.disk_usage(folder).free
    except (OSError, ValueError) as error:  # the latter of a path with a zero in it
        return getattr(error, "strerror", None) or str(error)
    return None if free >= ROOM else f"there is no room, only {free >> 10} KiB are free"


def no_room_in(folder: Path) -> str | None:
    """That the disk of a folder is full, as a sentence without its end; None where it is not, or nothing is known.

    Args:
        folder: The folder, which need not be there.
    """
    there = next((each for each in (folder, *folder.parents) if each.is_dir()), None)
    if there is None:
        return None
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(bytes(1 << 16))
            file.flush()
    except OSError as error:
        full = error.errno in {errno.ENOSPC, errno.EDQUOT}
        return f"there is no room in {there}: {error.strerror}" if full else None
    return None


def _beside(path: Path) -> Path:
    """A name in the same folder that no file has."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}")


def _must_be_a_file(path: Path) -> None:
    """See that a path does not stand for something else, such as a device, in whose place a file would come."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no file")
