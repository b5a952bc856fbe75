"""Gives each of PoCL's threads a processor of its own, where there is one for each.

PoCL's threads sleep between launches. A system that wakes them may put all on the processor of whoever woke them, or
where it gathers what runs briefly, and move them apart after some milliseconds: until then a launch runs at the speed of
one processor. PoCL's own variable ``POCL_AFFINITY=1`` ties thread i to processor i even where a process may not run there, so
it is not set here; where a user sets it, to 0 or 1, that stands.

Whatever is not as expected is left as it is, and the reason is logged.
"""

from __future__ import annotations

import itertools
import logging
import os
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyopencl as cl

__all__ = ["VARIABLE", "threads_begun", "tie"]

VARIABLE = "POCL_AFFINITY"
"""By which users say whether PoCL's threads are tied."""

TASKS = Path("/proc/self/task")

_log = logging.getLogger(__name__)


@contextmanager
def threads_begun() -> Iterator[set[int]]:
    """The threads of this process, by the system's numbers, that begin meanwhile and are not Python's; filled at the end."""
    found: set[int] = set()
    before = _threads()
    yield found
    found |= _threads() - before - {each.native_id or 0 for each in threading.enumerate()}


def tie(threads: set[int], devices: list[cl.Device]) -> bool:
    """Tie threads to a processor each, in the order in which they began, if they are PoCL's.

    They are where they are as many as the compute units of its devices, for each of which PoCL begins one; and each thread of
    a device has a processor where these are as many as this process may use.

    Args:
        threads: Those that began while PoCL was first asked for its devices.
        devices: Its devices.

    Returns:
        Whether they are tied now.
    """
    if not hasattr(os, "sched_getaffinity") or os.environ.get(VARIABLE):
        return False
    units = [each.max_compute_units for each in devices]
    processors = sorted(os.sched_getaffinity(0))
    if len(threads) != sum(units) or set(units) != {len(processors)}:
        _log.debug(
            "PoCL's threads are left free: %d began, for %s compute units and %d processors",
            len(threads),
            " and ".join(map(str, units)),
            len(processors),
        )
        return False
    try:
        for thread, processor in zip(sorted(threads), itertools.cycle(processors), strict=False):
            os.sched_setaffinity(thread, {processor})
    except OSError as error:
        for thread in threads:
            _free(thread, processors)
        _log.debug("PoCL's threads are left free: %s", error)
        return False
    return True


def _threads() -> set[int]:
    """The threads of this process; none where the system does not list them."""
    try:
        return {int(each.name) for each in TASKS.iterdir()}
    except OSError:
        return set()


def _free(thread: int, processors: list[int]) -> None:
    try:
        os.sched_setaffinity(thread, processors)
    except OSError as error:
        _log.debug("thread %d is not there any more: %s", thread, error)
