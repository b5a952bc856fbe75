"""Tries drivers that the loader does not list in a process of their own, and stores the results.

Loading a driver runs its code, which may crash or never return; the process that computes only loads one whose trial
went well. A result holds for one file of one size and date, used through one pyopencl. A driver that failed may have lacked
a library that was installed since, and is tried again after an hour.
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
from autoblas.isolate.run import is_transient, run_twice
from autoblas.store.table import JsonTable

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["DriverProbe", "fault_of"]

PATIENCE = 30.0
"""Seconds of one trial: a driver may wake eight cards first, and a network may be slow to bring Python's files."""

RETRY_SECONDS = 3600.0
"""Seconds until a driver that failed is tried again."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class DriverProbe:
    """Result of the trial of one file; the attributes are keys of the stored table.

    Attributes:
        met: The file's size and date, and the pyopencl that loaded it.
        fault: The fault, as the end of a sentence; None where there was none.
        tried: The time of the trial, in seconds since 1970.
    """

    met: str
    fault: str | None
    tried: float


_FILE = JsonTable("drivers.json", msgspec.json.Decoder(dict[str, DriverProbe]))


def fault_of(library: Path, *, again: bool = False) -> str | None:
    """Reason why a driver must not be loaded, as the end of a sentence about it; None where it may be.

    Args:
        library: Its file.
        again: Try it now, even if a result is stored.
    """
    try:
        state = library.stat()
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    fingerprint = f"{state.st_size} bytes of {state.st_mtime_ns}, pyopencl {cl.VERSION_TEXT} in {cl.__file__}"
    stored = None if again else _FILE.read().get(str(library))
    if (
        stored is not None
        and stored.met == fingerprint
        and (stored.fault is None or 0 <= time.time() - stored.tried < RETRY_SECONDS)
    ):
        return stored.fault
    failure = run_twice(f"{icd.__file__}:try_driver", str(library), seconds=PATIENCE, announced=True).failure
    if is_transient(failure):  # no fault of the driver
        return failure
    probe = DriverProbe(fingerprint, failure, time.time())
    _log.info("tried the driver %s: %s", library, probe.fault or "it may be used")
    try:
        _FILE.put(str(library), probe)
    except DatabaseError as error:
        _log.info("the verdict on %s cannot be kept: %s", library, error)
    return probe.fault
