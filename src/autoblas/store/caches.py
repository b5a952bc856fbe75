"""Folders that compilers and libraries write to, which have to work before these are loaded.

Without one PoCL lists no device, pyopencl cannot be imported or builds no program, and a path that is longer than a fixed
buffer of theirs ends the process. So a folder that cannot be used gives way to one of this process alone, by the variables of
the environment that all of them ask.
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
"""What pyopencl, pytools, PoCL and Mesa ask first for their folders of caches."""

SHOWN = 120
"""Letters of a path in a message."""

_log = logging.getLogger(__name__)
_lock = threading.Lock()


def provide() -> None:
    """See that this user's folder of caches works, or name another one, of this process, to all that ask for it.

    Only where the environment decides about it, as it does not on Windows.
    """
    with _lock:
        folder = platformdirs.user_cache_path()
        if os.name == "posix" and (fault := unusable(folder)) is not None:
            replace(VARIABLE, folder, fault)


def replace(variable: str, folder: Path, fault: str) -> None:
    """Let a variable name a folder of this process, and say so once.

    Args:
        variable: The variable.
        folder: What it named, or what it would have been without it.
        fault: Why that cannot be used.
    """
    fresh = private_folder()
    named_by = variable if os.environ.get(variable) else "HOME"
    short = str(folder) if len(str(folder)) <= SHOWN else f"{str(folder)[: SHOWN - 3]}..."
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
    """A folder that only this user can enter, and that is gone when the process ends; None where none can be made."""
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
    """Where temporary folders may be, the usual place first; the last ones are in memory."""
    try:
        usual = [Path(tempfile.gettempdir())]
    except FileNotFoundError:
        usual = []
    return [*usual, *(Path(each) for each in ("/tmp", "/var/tmp", "/dev/shm") if os.name == "posix")]  # noqa: S108


def named(*variables: str) -> Path | None:
    """The folder that the first of the variables names that is set; None where none is."""
    return next((Path(value) for each in variables if (value := os.environ.get(each))), None)


def no_room() -> str | None:
    """That a disk is full that a compiler needs, as a sentence without its end; None where none is."""
    folders = [
        *_temporary()[:1],
        platformdirs.user_cache_path(),
        named("POCL_CACHE_DIR"),
        named("CUDA_CACHE_PATH"),
    ]
    return next((fault for each in folders if each is not None and (fault := no_room_in(each))), None)
