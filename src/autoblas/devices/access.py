"""Who may enter a driver: nobody in a process forked from one that used it, and no new call while the interpreter ends or forks.

A driver's threads are not in a forked process, so that calls would wait for them for ever. Python ends daemon threads at
its own end as soon as they come back from foreign code; where that is C++, the whole process aborts. And a lock that
another thread holds in a driver at a fork is held for ever in the child, also against what only gives memory back. So calls
of other threads are held up before they enter, and those that run are waited for, for a bounded time.
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

__all__ = ["PROCESS", "OfThisProcess", "check_access", "keep_in_children", "refuse_after_fork", "uses_driver"]

END_SECONDS, FORK_SECONDS = 30.0, 1.0
"""How long running calls of other threads are waited for, at the end of the interpreter and at a fork."""

LOOK_SECONDS = 0.002
"""From one look at what threads do to the next."""

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
"""Modules whose functions lead to a driver; of autoblas the others leave that to these."""

WAITING = frozenset({"selectors", "subprocess", "threading"})
"""Modules whose functions wait for another thread or process, in C, where ending a thread does no harm."""


class _Process:
    """What this process did.

    Attributes:
        used: A driver was asked for its devices, or for a context.
        orphaned: That was before this process was forked from the one that did it.
        barred: Calls ask ``check_access`` before they enter a driver.
    """

    used = False
    orphaned = False
    barred = False


PROCESS = _Process
"""What functions that are made for calls ask; where it is barred, ``check_access`` says who may go on."""


class _Closure:
    """A time in which calls of other threads do not enter drivers.

    Those of threads that are begun meanwhile do, such as a handler at exit begins, but for daemons; and workers go on,
    whose work belongs to calls that have entered.
    """

    def __init__(self) -> None:
        self.opened = threading.Event()
        self._threads = set(threading.enumerate()) - {threading.current_thread()}

    def holds_up(self, thread: threading.Thread) -> bool:
        """Calls of a thread wait."""
        return (thread in self._threads or thread.daemon) and not isinstance(thread, Worker)


_closures: list[_Closure] = []
"""Those that are not over."""


def uses_driver() -> None:
    """Note that a driver is about to be asked for devices or a context.

    Raises:
        DeviceError: this process was forked after it was.
    """
    refuse_after_fork()
    _Process.used = True


def refuse_after_fork() -> None:
    """See that drivers work here.

    Raises:
        DeviceError: this process was forked from one that used a driver.
    """
    if _Process.orphaned:
        raise DeviceError(
            "this process was forked from one that had used a device, and no driver works in both; start it with "
            'multiprocessing.get_context("spawn") or "forkserver", or fork before autoblas looks for devices'
        )


def check_access() -> None:
    """See that this thread may enter a driver, where ``PROCESS.barred``; it waits until it may.

    That is for ever once the interpreter ends. No lock of ours is held here.

    Raises:
        DeviceError: this process was forked from one that used a driver.
    """
    refuse_after_fork()
    thread = threading.current_thread()
    for closure in tuple(_closures):
        if closure.holds_up(thread):
            closure.opened.wait()


class OfThisProcess:
    """What holds objects of a driver, which other processes do not know, and which no two objects may share.

    Attributes:
        noun: What it is, at the beginning of a sentence.
        instead: What to do where pickles or copies were asked for.
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
_of_the_parent: list[Any] = []


def keep_in_children(mapped: Any) -> None:
    """Let a forked process never end what holds mapped memory: unmapping is a command, which waits for the driver's threads."""
    _mapped[id(mapped)] = mapped


def _close(closure: _Closure, seconds: float) -> None:
    """Begin a closure, and wait until no other thread is in a driver, as seen twice, or the time is over."""
    _closures.append(closure)
    _Process.barred = True
    deadline, quiet = time.monotonic() + seconds, 0
    while quiet < 2 and len(sys._current_frames()) > 1 and time.monotonic() < deadline:  # noqa: SLF001
        quiet = 0 if _drivers_run() else quiet + 1
        time.sleep(LOOK_SECONDS)


def _drivers_run() -> bool:
    """Whether another thread may be in a driver."""
    mine = threading.get_ident()
    return any(_drives(frame) for thread, frame in sys._current_frames().items() if thread != mine)  # noqa: SLF001


def _drives(frame: FrameType | None) -> bool:
    """Whether a thread with this innermost frame may be in a driver, or on its way to one without waiting."""
    if frame is None or frame.f_code is idle.__code__ or frame.f_globals.get("__name__") in WAITING:
        return False
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith(LIBRARIES):
            return True
        frame = frame.f_back
    return False


@atexit.register
def _end() -> None:
    """The interpreter ends."""
    _close(_Closure(), END_SECONDS)


_fork: list[_Closure] = []
"""That of the fork that goes on."""


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
    _of_the_parent.extend(_mapped.values())
    _fork.clear()
    _closures.clear()


if hasattr(os, "register_at_fork"):  # where there are forks
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child
    )
