"""PoCL's surroundings before it lists its devices: a safe folder for compiled code, and a processor for each of its threads.

Without ``HOME``, as in some services and containers, PoCL 3 takes ``/tmp/pocl``: the user who creates that folder first
decides what code every other user of the machine loads. Where PoCL cannot create its folder, it lists no device.

PoCL's threads sleep between launches. A system that wakes them may put them all on one processor, and move them apart after
some milliseconds: until then a launch runs at the speed of one processor. PoCL's own variable ``POCL_AFFINITY=1`` pins thread
i to processor i even where a process may not run there, so it is not set here; a user's value, 0 or 1, is respected.

Anything unexpected is left unchanged, and the reason is logged.
"""

from __future__ import annotations

import itertools
import logging
import os
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from autoblas.store import caches
from autoblas.store.folder import unusable

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyopencl as cl

__all__ = ["CACHE_VARIABLES", "VARIABLE", "new_threads", "pin_threads", "provide_cache"]

CACHE_VARIABLES = ("POCL_CACHE_DIR", "XDG_CACHE_HOME", "HOME")
"""Environment variables that PoCL reads for its folder of compiled code, in this order."""

VARIABLE = "POCL_AFFINITY"
"""Environment variable by which users decide about PoCL's threads."""

TASKS = Path("/proc/self/task")

_log = logging.getLogger(__name__)


def provide_cache() -> None:
    """Name a folder for PoCL's compiled code if none of ``CACHE_VARIABLES`` does, or theirs cannot be used.

    It is this user's default, else one for this process alone. PoCL reads the variable when it first lists its devices, so
    call this function before.
    """
    if os.name != "posix":
        return
    caches.provide()
    folder = caches.named(CACHE_VARIABLES[0])
    if folder is None and caches.named(*CACHE_VARIABLES) is None:
        folder = platformdirs.user_cache_path("pocl", appauthor=False) / "kcache"
        os.environ[CACHE_VARIABLES[0]] = str(folder)
    if folder is None:
        return
    fault = unusable(folder)
    if fault is None and folder.stat().st_uid != os.getuid():
        fault = "it is another user's"
    if fault is not None:
        caches.replace(CACHE_VARIABLES[0], folder, fault)


@contextmanager
def new_threads() -> Iterator[set[int]]:
    """Threads, by the system's numbers, that begin in a ``with`` block and are not Python's; filled at its end."""
    begun: set[int] = set()
    before = _threads()
    yield begun
    begun |= _threads() - before - {thread.native_id or 0 for thread in threading.enumerate()}


def pin_threads(threads: set[int], devices: list[cl.Device]) -> bool:
    """Pin threads to a processor each, in the order in which they began, if they are PoCL's.

    They are PoCL's if they are as many as the compute units of its devices, since PoCL begins one for each. Each thread of a
    device has a processor if the units are as many as the processors of this process.

    Args:
        threads: Threads that began while PoCL first listed its devices.
        devices: PoCL's devices.

    Returns:
        True if they are pinned now.
    """
    if not hasattr(os, "sched_getaffinity") or os.environ.get(VARIABLE):
        return False
    units = [device.max_compute_units for device in devices]
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
            _unpin(thread, processors)
        _log.debug("PoCL's threads are left free: %s", error)
        return False
    return True


def _threads() -> set[int]:
    """Threads of this process; none where the system does not list them."""
    try:
        return {int(task.name) for task in TASKS.iterdir()}
    except OSError:
        return set()


def _unpin(thread: int, processors: list[int]) -> None:
    try:
        os.sched_setaffinity(thread, processors)
    except OSError as error:
        _log.debug("thread %d is not there any more: %s", thread, error)
