"""Tries drivers that the loader does not list in a process apart, and keeps the verdicts, so that each is paid once.

To load a driver runs its code, which may crash or never return; the process that computes only loads one whose trial
went well. A verdict holds for one file of one size and date, used through one pyopencl. What failed may have lacked
something that was installed since, and is tried again after an hour.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import pyopencl as cl

from autoblas.devices.opencl.drivers import icd
from autoblas.errors import DatabaseError
from autoblas.isolate.apart import of_the_moment, run_twice
from autoblas.store.table import JsonTable

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Verdict", "fault_of"]

PATIENCE = 30.0
"""Seconds of one trial: a driver may wake eight cards first, and a network may be slow to bring Python's files."""

HOLDS = 3600.0
"""Seconds that the verdict on a driver holds that failed."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Verdict:
    """What was found of one file.

    Attributes:
        met: The file's size and date, and the pyopencl that it was tried through.
        fault: What went wrong, as the end of a sentence; None where nothing did.
        tried: When, in seconds since 1970.
    """

    met: str
    fault: str | None
    tried: float


_FILE = JsonTable("drivers.json", msgspec.json.Decoder(dict[str, Verdict]))


def fault_of(library: Path, *, again: bool = False) -> str | None:
    """Why a driver must not be loaded, as the end of a sentence about it; None where it may be.

    Args:
        library: Its file.
        again: Try it now, whatever is kept.
    """
    try:
        state = library.stat()
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    met = f"{state.st_size} bytes of {state.st_mtime_ns}, pyopencl {cl.VERSION_TEXT} in {cl.__file__}"
    kept = None if again else _FILE.read().get(str(library))
    if kept is not None and kept.met == met and (kept.fault is None or 0 <= time.time() - kept.tried < HOLDS):
        return kept.fault
    failure = run_twice(f"{icd.__file__}:try_driver", str(library), seconds=PATIENCE, announced=True).failure
    if of_the_moment(failure):  # which says nothing of the driver
        return failure
    verdict = Verdict(met, failure, time.time())
    _log.info("tried the driver %s: %s", library, verdict.fault or "it may be used")
    try:
        _FILE.keep(str(library), verdict)
    except DatabaseError as error:
        _log.info("the verdict on %s cannot be kept: %s", library, error)
    return verdict.fault
