"""Gives PoCL a folder for compiled code that works, and that no other user can write to.

Without ``HOME``, as in some services and containers, PoCL 3 takes ``/tmp/pocl``: whoever makes that folder first decides
what code every other user of the machine loads into their processes. Where it cannot make its folder it lists no device.
"""

from __future__ import annotations

import os

import platformdirs

from autoblas.store import caches
from autoblas.store.folder import unusable

__all__ = ["NAMES", "keep_apart"]

NAMES = ("POCL_CACHE_DIR", "XDG_CACHE_HOME", "HOME")
"""The variables of the environment that PoCL asks, in this order."""


def keep_apart() -> None:
    """Name a folder where none of ``NAMES`` does, or what they name cannot be used.

    It is the usual one of this user, else one for this process alone. PoCL reads the variable when it is first asked for
    devices, so it must be called before.
    """
    if os.name != "posix":
        return
    caches.provide()
    folder = caches.named(NAMES[0])
    if folder is None and caches.named(*NAMES) is None:
        folder = platformdirs.user_cache_path("pocl", appauthor=False) / "kcache"
        os.environ[NAMES[0]] = str(folder)
    if folder is None:
        return
    fault = unusable(folder)
    if fault is None and folder.stat().st_uid != os.getuid():
        fault = "it is another user's"
    if fault is not None:
        caches.replace(NAMES[0], folder, fault)
