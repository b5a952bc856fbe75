"""Hashes of the package's own modules: a stored result that names one outlives updates that leave those modules alone."""

from __future__ import annotations

import functools
import hashlib
import os
from pathlib import Path

from autoblas.version import __version__

__all__ = ["sources_hash"]

PACKAGE = Path(__file__).parents[1]


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
