"""The folder of results about this machine, and how files in it are read and replaced."""

from __future__ import annotations

import codecs
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
    "utf8",
    "warn_once",
]

VARIABLE = "AUTOBLAS_DATA_DIR"
"""Environment variable that names the folder in place of the system's default."""

HOMES = ("HOME", "XDG_DATA_HOME", "USERPROFILE", "LOCALAPPDATA", "ANDROID_DATA")
"""Variables that the default depends on."""

LONGEST = 300
"""Longest path of a folder, in bytes; libraries append to it, and PoCL has buffers of 1024, SQLite one of 512."""

ROOM = 1 << 24
"""Bytes that must be free on the disk of a compiler's cache."""

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as the mark of UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks with their encodings, as editors on Windows write them."""

_warned: set[str] = set()
_lock = threading.Lock()


def data_folder() -> Path:
    """``AUTOBLAS_DATA_DIR`` where it is set, else the system's default; it need not exist yet.

    Raises:
        DatabaseError: neither names a folder, or its content cannot be listed.
    """
    folder = _chosen_folder()
    try:
        os.stat(os.path.join(folder, os.curdir))  # noqa: PTH116, PTH118 -- pathlib drops the dot
    except (FileNotFoundError, NotADirectoryError):
        return folder
    except OSError as error:
        raise DatabaseError(folder, error.strerror or str(error)) from error
    return folder


def _chosen_folder() -> Path:
    chosen = os.environ.get(VARIABLE)
    if not chosen:
        return _default_folder(*map(os.environ.get, HOMES))
    try:
        return Path(chosen).expanduser()
    except RuntimeError as error:
        raise DatabaseError(f"{VARIABLE}={chosen}", f"it names no folder: {error}") from error


@functools.lru_cache(maxsize=16)
def _default_folder(*_homes: str | None) -> Path:
    """The system's default for such homes, cached because it takes long beside a call."""
    folder = platformdirs.user_data_path("autoblas", appauthor=False)
    if folder.is_absolute():
        return folder
    raise DatabaseError(folder, f"this user has no home folder; {VARIABLE} may name a folder for results")


def warn_once(key: object, sentence: str) -> None:
    """Warn with a ``DatabaseWarning``, unless this process was warned of the same before.

    Args:
        key: The fault, as the error describes it.
        sentence: The warning.
    """
    with _lock:
        new = str(key) not in _warned
        _warned.add(str(key))
    if new:
        warnings.warn(sentence, DatabaseWarning, stacklevel=4)


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file of bytes, or of text in UTF-8, which changes as a whole or not at all; its folder is created if missing.

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


def utf8(data: bytes) -> bytes:
    """Text of a file in UTF-8, without a byte order mark.

    Args:
        data: The file's bytes; without a mark they are taken for UTF-8, unchecked.

    Raises:
        UnicodeError: it has a mark of another encoding than its own.
    """
    for mark, name in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.removeprefix(mark) if name == "utf-8" else data[len(mark) :].decode(name).encode()
    return data


def must_be_writable(path: Path, *, appended: bool = False) -> None:
    """Check that a file can be written, before time is spent on its content; no trace of the check remains.

    Args:
        path: The file.
        appended: The file is appended to, and may be a pipe or a device; otherwise ``replace_file`` writes it, and creates
            its folder.

    Raises:
        DatabaseError: it cannot be written.
    """
    try:
        if appended and path.exists() and not path.is_dir():
            if not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return
        _must_be_a_file(path)
        folder = path.parent if appended else next(parent for parent in path.parents if parent.exists())
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
    """Reason why compilers cannot keep files in a folder, which is created if missing; None where they can.

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
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        return getattr(error, "strerror", None) or str(error)
    return None if free >= ROOM else f"there is no room, only {free >> 10} KiB are free"


def no_room_in(folder: Path) -> str | None:
    """Sentence, without its end, that the disk of a folder is full; None where it is not, or that is unknown.

    Args:
        folder: The folder, which need not exist.
    """
    existing = next((path for path in (folder, *folder.parents) if path.is_dir()), None)
    if existing is None:
        return None
    try:
        with tempfile.TemporaryFile(dir=existing) as file:
            file.write(bytes(1 << 16))
            file.flush()
    except OSError as error:
        full = error.errno in {errno.ENOSPC, errno.EDQUOT}
        return f"there is no room in {existing}: {error.strerror}" if full else None
    return None


def _beside(path: Path) -> Path:
    """A name in the same folder that no file has."""
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}")


def _must_be_a_file(path: Path) -> None:
    """Refuse a path that stands for something else, such as a device, which a file would replace."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no file")
