"""Access to drivers: none in a process forked from one that used a driver, no new call while the interpreter ends or forks.

A forked process lacks a driver's threads, and calls would wait for them for ever. Python ends daemon threads at its own end
as soon as they return from foreign code; where that is C++, the whole process aborts. And a lock that another thread holds in
a driver at a fork stays locked for ever in the child, also for calls that only free memory. So calls of other threads are
blocked before they enter, and running ones are awaited for a bounded time.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
import weakref
from typing import TYPE_CHECKING, Any, NoReturn

from autoblas.devices.workers import Worker, idle
from autoblas.errors import AutoblasError, DeviceError

if TYPE_CHECKING:
    from types import FrameType

__all__ = [
    "PROCESS",
    "OfThisProcess",
    "check_access",
    "refuse_after_fork",
    "retain_after_fork",
    "uses_driver",
]

END_SECONDS, FORK_SECONDS = 30.0, 1.0
"""Longest wait for running calls of other threads, at the end of the interpreter and at a fork."""

POLL_SECONDS = 0.002
"""Seconds between two inspections of the threads."""

LIBRARIES = (
    "autoblas.arrays",
    "autoblas.blas",
    "autoblas.calls",
    "autoblas.checks",
    "autoblas.devices",
    "autoblas.plan",
    "autoblas.tune",
    "pyopencl",
)
"""Modules whose functions call drivers; other modules of autoblas use these."""

WAITING = frozenset({"selectors", "subprocess", "threading"})
"""Modules whose functions wait in C for another thread or process, where the end of a thread does no harm."""


class _Process:
    """State of this process.

    Attributes:
        used: A driver has listed its devices, or made a context.
        orphaned: A parent did so before it forked this process.
        barred: Calls have to pass ``check_access`` before they enter a driver.
    """

    used = False
    orphaned = False
    barred = False


PROCESS = _Process
"""State that generated functions test; if it is barred, they call ``check_access``."""


class _Closure:
    """A period in which calls of other threads do not enter drivers.

    Exempt are threads that begin meanwhile, such as one of an exit handler, unless they are daemons, and workers, whose work
    belongs to calls that have entered.
    """

    def __init__(self) -> None:
        self.opened = threading.Event()
        self._threads = set(threading.enumerate()) - {threading.current_thread()}

    def blocks(self, thread: threading.Thread) -> bool:
        """True if calls of a thread have to wait."""
        return (thread in self._threads or thread.daemon) and not isinstance(thread, Worker)


_closures: list[_Closure] = []
"""Closures that are not over."""


def uses_driver() -> None:
    """Record that a driver is about to list devices or to make a context.

    Raises:
        DeviceError: this process was forked after it was.
    """
    refuse_after_fork()
    _Process.used = True


def refuse_after_fork() -> None:
    """Check that drivers work in this process.

    Raises:
        DeviceError: this process was forked from one that used a driver.
    """
    if _Process.orphaned:
        raise DeviceError(
            "this process was forked from one that had used a device, and no driver works in both; start it with "
            'multiprocessing.get_context("spawn") or "forkserver", or fork before autoblas looks for devices'
        )


def check_access() -> None:
    """Wait until this thread may enter a driver, where ``PROCESS.barred``.

    Once the interpreter ends, it waits for ever. The caller must hold no lock of this package.

    Raises:
        DeviceError: this process was forked from one that used a driver.
    """
    refuse_after_fork()
    thread = threading.current_thread()
    for closure in tuple(_closures):
        if closure.blocks(thread):
            closure.opened.wait()


class OfThisProcess:
    """Base of owners of a driver's objects, which are valid in this process alone and have one owner.

    Attributes:
        noun: Its name, at the beginning of a sentence.
        instead: The alternative to a pickle or copy, as an instruction.
    """

    __slots__ = ()

    noun: str
    instead: str

    def __reduce__(self) -> NoReturn:
        """Pickles and copies are refused.

        Raises:
            AutoblasError: always.
        """
        raise AutoblasError(
            f"{self.noun} belongs to this process and is neither pickled nor copied; {self.instead}"
        )


_mapped: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
_inherited: list[Any] = []


def retain_after_fork(mapped: Any) -> None:
    """Keep an owner of mapped memory alive in forked processes: unmapping is a command, which waits for the driver's threads."""
    _mapped[id(mapped)] = mapped


def _close(closure: _Closure, seconds: float) -> None:
    """Begin a closure, and wait until two inspections see no other thread in a driver, or the time is over."""
    _closures.append(closure)
    _Process.barred = True
    deadline, quiet = time.monotonic() + seconds, 0
    while quiet < 2 and len(sys._current_frames()) > 1 and time.monotonic() < deadline:  # noqa: SLF001
        quiet = 0 if _drivers_are_running() else quiet + 1
        time.sleep(POLL_SECONDS)


def _drivers_are_running() -> bool:
    """True if another thread may be in a driver."""
    mine = threading.get_ident()
    return any(_drives(frame) for thread, frame in sys._current_frames().items() if thread != mine)  # noqa: SLF001


def _drives(frame: FrameType | None) -> bool:
    """True if a thread with this innermost frame may be in a driver, or enter one without waiting."""
    if frame is None or frame.f_code is idle.__code__ or frame.f_globals.get("__name__") in WAITING:
        return False
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith(LIBRARIES):
            return True
        frame = frame.f_back
    return False


@atexit.register
def _end() -> None:
    """Close drivers at the end of the interpreter."""
    _close(_Closure(), END_SECONDS)


_fork: list[_Closure] = []
"""The closure of the present fork."""


def _before_fork() -> None:
    if _Process.used and not _Process.orphaned:
        _fork.append(_Closure())
        _close(_fork[-1], FORK_SECONDS)


def _after_fork_in_parent() -> None:
    while _fork:
        closure = _fork.pop()
        _closures.remove(closure)
        _Process.barred = bool(_closures)
        closure.opened.set()


def _after_fork_in_child() -> None:
    _Process.orphaned = _Process.barred = _Process.used
    _inherited.extend(_mapped.values())
    _fork.clear()
    _closures.clear()


if hasattr(os, "register_at_fork"):  # where there are forks
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child
    )
