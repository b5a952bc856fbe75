"""Folders of caches of compilers and libraries, which have to work before these are loaded.

Without one PoCL lists no device, and pyopencl cannot be imported or builds no program; a path that is longer than a fixed
buffer of theirs ends the process. So a folder that cannot be used is replaced by a temporary one of this process, by the
variables of the environment that all of them read.
"""

from __future__ import annotations

import atexit
import functools
import logging
import os
import shutil
import tempfile
import threading
from pathlib import Path

import platformdirs

from autoblas.store.folder import no_room_in, unusable

__all__ = ["VARIABLE", "named", "no_room", "private_folder", "provide"]

VARIABLE = "XDG_CACHE_HOME"
"""Variable that pyopencl, pytools, PoCL and Mesa read first for their folders of caches."""

LONGEST_SHOWN = 120
"""Longest path in a message, in letters."""

_log = logging.getLogger(__name__)
_lock = threading.Lock()


def provide() -> None:
    """Make sure that this user's folder of caches works, or replace it by one of this process.

    Only where the environment decides about it, as it does not on Windows.
    """
    with _lock:
        folder = platformdirs.user_cache_path()
        if os.name == "posix" and (fault := unusable(folder)) is not None:
            replace(VARIABLE, folder, fault)


def replace(variable: str, folder: Path, fault: str) -> None:
    """Let a variable name a folder of this process, with a warning.

    Args:
        variable: The variable.
        folder: The folder that it named, or the default.
        fault: The reason why that cannot be used.
    """
    fresh = private_folder()
    named_by = variable if os.environ.get(variable) else "HOME"
    short = str(folder) if len(str(folder)) <= LONGEST_SHOWN else f"{str(folder)[: LONGEST_SHOWN - 3]}..."
    if fresh is None:
        _log.warning(
            "compilers have no folder: %s (%s) cannot be used, nor any temporary one: %s",
            short,
            named_by,
            fault,
        )
        return
    os.environ[variable] = str(fresh)
    _log.warning(
        "compiled programs are kept for this process only, because %s (%s) cannot be used: %s",
        short,
        named_by,
        fault,
    )


@functools.cache
def private_folder() -> Path | None:
    """A folder that only this user can enter, removed when the process ends; None where none can be created."""
    for parent in _temporary():
        if unusable(parent) is None:
            try:
                folder = Path(tempfile.mkdtemp(prefix="autoblas-", dir=parent))
            except OSError as error:
                _log.debug("no temporary folder in %s: %s", parent, error)
                continue
            atexit.register(_removed, folder, os.getpid())
            return folder
    return None


def _removed(folder: Path, owner: int) -> None:
    """Remove the folder, unless a fork of the process that made it ends."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _temporary() -> list[Path]:
    """Parents of temporary folders, the system's default first; the last one is in memory."""
    try:
        default = [Path(tempfile.gettempdir())]
    except FileNotFoundError:
        default = []
    return [*default, *(Path(folder) for folder in ("/tmp", "/var/tmp", "/dev/shm") if os.name == "posix")]  # noqa: S108


def named(*variables: str) -> Path | None:
    """The folder of the first variable that is set; None where none is."""
    return next((Path(value) for name in variables if (value := os.environ.get(name))), None)


def no_room() -> str | None:
    """Sentence, without its end, that a disk is full which a compiler needs; None where none is."""
    folders = [
        *_temporary()[:1],
        platformdirs.user_cache_path(),
        named("POCL_CACHE_DIR"),
        named("CUDA_CACHE_PATH"),
    ]
    return next((fault for folder in folders if folder is not None and (fault := no_room_in(folder))), None)
