"""Gives PoCL a folder of this user's own for compiled code where the environment names none.

Without ``HOME``, as in some services and containers, PoCL 3 takes ``/tmp/pocl``: whoever makes that folder first decides
what code every other user of the machine loads into their processes.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import platformdirs

__all__ = ["NAMES", "keep_apart"]

NAMES = ("POCL_CACHE_DIR", "XDG_CACHE_HOME", "HOME")
"""The variables of the environment that PoCL asks, in this order."""


def keep_apart() -> None:
    """Name a folder where none of ``NAMES`` does: the usual one of this user, else one for this process alone.

    PoCL reads the variable when it is first asked for devices, so it must be called before.
    """
    if os.name == "posix" and not any(os.environ.get(name) for name in NAMES):
        os.environ[NAMES[0]] = str(_usual() or _for_this_process())


def _usual() -> Path | None:
    """The folder of caches of this user's home, as the system's list of users has it; None where it cannot be used."""
    folder = platformdirs.user_cache_path("pocl", appauthor=False) / "kcache"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    mine = folder.is_absolute() and folder.stat().st_uid == os.getuid()
    return folder if mine and os.access(folder, os.W_OK) else None


def _for_this_process() -> Path:
    """A new folder that only this user can enter; it is gone when the process ends."""
    folder = Path(tempfile.mkdtemp(prefix="autoblas-pocl-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
