"""Starts interpreters that may be lost to a driver, ends them with all that they started, and says how they ended.

All of it works on every system: what a parent and its child say to each other goes through the child's standard
streams, which every system can hand over, and not through further descriptors, sockets or signals.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["LOST_BELOW", "crash_quietly", "end", "ending", "on_orphaned", "start", "taken", "vanish"]

ROOT = str(Path(__file__).resolve().parents[1])

SIGNALS = {number.value: number.name for number in signal.Signals}

EXCEPTIONS = {
    0xC0000005: "an access violation",
    0xC000001D: "an illegal instruction",
    0xC0000094: "an integer division by zero",
    0xC00000FD: "a stack overflow",
    0xC0000409: "abort()",
}
"""What Windows reports as the exit status of a process that it ended, for the usual reasons."""

LOST_BELOW = 0xC0000000
"""Exit statuses from here on are such reports."""


def start(
    code: str, *arguments: str, environment: Mapping[str, str] | None = None, **streams: Any
) -> subprocess.Popen[bytes]:
    """Start this interpreter on some code, with this package to import and a pipe as its standard input.

    Ctrl-C in a terminal does not reach it: the parent decides what becomes of it.

    Args:
        code: What it runs.
        arguments: ``sys.argv[1:]`` there.
        environment: Variables that it sees besides those of this process, or instead.
        streams: ``stdout`` and ``stderr`` of ``subprocess.Popen``; those of this process where they are not named.
    """
    inherited = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([ROOT, inherited] if inherited else [ROOT])
    return subprocess.Popen(  # noqa: S603 - this interpreter, and code written here
        [sys.executable, "-P", "-c", code, *arguments],
        stdin=subprocess.PIPE,
        env={**os.environ, **(environment or {}), "PYTHONPATH": path},
        start_new_session=hasattr(os, "setsid"),
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        **streams,
    )


def end(process: subprocess.Popen[bytes]) -> int:
    """Kill a process that ``start`` began, if it still runs, and where the system has process groups what it began.

    Returns:
        Its exit status.
    """
    if process.poll() is None:
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError):  # it ended a moment ago
                os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    status = process.wait()
    if process.stdin is not None:
        with contextlib.suppress(OSError):  # what could not be written is of no use now
            process.stdin.close()
    return status


def ending(status: int) -> str:
    """How a process ended, as the rest of a sentence that begins with it."""
    if status < 0:
        name = SIGNALS.get(-status, f"signal {-status}")
        return f"was killed by {name}" + (", as when memory runs out" if name == "SIGKILL" else "")
    if status >= LOST_BELOW:
        return f"was ended by {EXCEPTIONS.get(status, f'exception 0x{status:08X}')}"
    return f"exited with status {status}"


def taken(descriptor: int, replacement: int) -> int:
    """A standard stream for this process alone; drivers and compilers find ``replacement`` in its place.

    Returns:
        The descriptor by which it is now known, which other processes do not inherit.
    """
    own = os.dup(descriptor)
    os.dup2(replacement, descriptor)
    return own


def crash_quietly() -> None:
    """Let a crash of this process leave no core file, and on Windows no window that waits for an answer."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - of that system

        msvcrt.SetErrorMode(msvcrt.SEM_FAILCRITICALERRORS | msvcrt.SEM_NOGPFAULTERRORBOX)
        return
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415 - not of every system

        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def on_orphaned(requests: int, act: Callable[[], object]) -> None:
    """Do something, and end this process, once its parent is gone: the pipe from there then ends.

    Args:
        requests: The descriptor of that pipe, through which nothing else comes.
        act: What to do first.
    """

    def listen() -> None:
        while os.read(requests, 4096):
            pass
        try:
            act()
        finally:
            vanish()

    threading.Thread(target=listen, daemon=True).start()


def vanish() -> NoReturn:
    """End this process at once, and where it leads a process group all that it started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)
