"""Starts interpreters that a driver may crash, ends them with all their children, and describes how they ended.

It works alike on every system: parent and child talk through the child's standard streams, which every system can hand
over, and not through further descriptors, sockets or signals. Every wait has a limit.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = [
    "GRACE",
    "LOST_BELOW",
    "disable_core_dumps",
    "end",
    "ended_from_outside",
    "ending",
    "fault",
    "is_stopped",
    "kill_process_group",
    "move_descriptor",
    "open_streams",
    "search_path",
    "start",
    "without_current_folder",
]

ROOT = str(Path(__file__).resolve().parents[2])

SIGNALS = {number.value: number.name for number in signal.Signals}

EXCEPTIONS = {
    0xC0000005: "an access violation",
    0xC000001D: "an illegal instruction",
    0xC0000094: "an integer division by zero",
    0xC00000FD: "a stack overflow",
    0xC0000409: "abort()",
}
"""Exit statuses of processes that Windows ended, for the usual reasons."""

LOST_BELOW = 0xC0000000
"""Smallest exit status that stands for an exception of Windows."""

FAULT_SIGNALS = frozenset({"SIGABRT", "SIGBUS", "SIGEMT", "SIGFPE", "SIGILL", "SIGSEGV", "SIGSYS", "SIGTRAP"})
"""Signals that a process brings upon itself. All others come from outside: from a user, or from a system that is short of
memory or time."""

OUTSIDE_STATUSES = {
    0xC0000017: "want of memory",
    0xC000009A: "want of resources",
    0xC000012D: "want of memory",
    0xC000013A: "Ctrl-C",
    0xC0000142: "a session that is ending",
}
"""Exit statuses that Windows gives processes which it ended for reasons outside of them."""

SHELL = 128
"""Added to a signal's number in the exit status of a shell that starts the interpreter."""

GRACE = 10.0
"""Seconds that a killed process may take to end. One that waits in the kernel for a device may never."""

BEGIN = """\
import sys
if sys.platform == "linux":
    try:
        import ctypes
        ctypes.CDLL(None).prctl(1, 9, 0, 0, 0)
    except (AttributeError, ImportError, OSError):
        pass
sys.argv = sys.argv[1:]
if sys.argv[0] == "-c":
    code = sys.argv.pop(1)
    exec(compile(code, "<string>", "exec"))
else:
    import runpy
    if sys.argv[0] == "-m":
        sys.argv = sys.argv[1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""First statements of an interpreter that ``start`` began. They ask Linux to kill it (signal 9) once the thread that started it
is gone (prctl 1, PR_SET_PDEATHSIG), even while a driver computes. On other systems it goes on without."""


def start(
    *arguments: str, environment: Mapping[str, str] | None = None, **streams: Any
) -> subprocess.Popen[bytes]:
    """Start this interpreter, with this package to import, without the modules of the current folder.

    Ctrl-C in a terminal does not reach it: the parent decides what becomes of it. On Linux the system ends it together with
    the thread that started it, even while it computes (``BEGIN``); elsewhere it has to see that a pipe from its parent ends,
    which it cannot while foreign code holds Python's lock.

    Args:
        arguments: As the interpreter takes them: ``-c`` and code, ``-m`` and a module, or a file, each with what
            ``sys.argv[1:]`` is to be there.
        environment: Variables that it sees besides those of this process, or instead.
        streams: ``stdin``, ``stdout`` and ``stderr`` of ``subprocess.Popen``; a pipe, and those of this process, where
            they are not named.
    """
    return subprocess.Popen(  # noqa: S603 - this interpreter, and code written here
        [sys.executable, "-P", "-c", BEGIN, *arguments],
        env={**os.environ, **(environment or {}), "PYTHONPATH": search_path()},
        start_new_session=hasattr(os, "setsid"),
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        **{"stdin": subprocess.PIPE, **streams},
    )


def without_current_folder(path: Sequence[str]) -> list[str]:
    """The entries of a search path but for the current folder, where anything may lie."""
    try:
        current = os.getcwd()  # noqa: PTH109 - compared as text
    except OSError:  # it was removed, and nothing lies there
        current = ""
    return [entry for entry in path if entry not in {"", current}]


def search_path() -> str:
    """``PYTHONPATH`` for a child: this package, and what this process was given.

    An empty entry, which a variable that was put together from nothing has, would mean the current folder.
    """
    inherited = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return os.pathsep.join([ROOT, *filter(None, inherited)])


def end(process: subprocess.Popen[bytes]) -> int | None:
    """Kill a process that ``start`` began, if it still runs, and where the system has process groups what it began.

    Returns:
        Its exit status; None where it did not end within ``GRACE`` seconds, as where a driver waits in the kernel.
    """
    if process.poll() is None:
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError):  # it ended a moment ago
                os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    status = None
    with contextlib.suppress(subprocess.TimeoutExpired):
        status = process.wait(GRACE)
    if process.stdin is not None:
        with contextlib.suppress(OSError):  # the process is gone, so unsent messages do not matter
            process.stdin.close()
    return status


def is_stopped(pid: int) -> bool:
    """True if a process is stopped; False where the system does not tell."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0] in {
            "T",
            "t",
        }
    except (OSError, IndexError):
        return False


def ending(status: int | None) -> str:
    """Description of the end of a process, as the rest of a sentence that begins with it."""
    if status is None:
        return f"was killed, and was still there {GRACE:g} s later"
    name = fault(status)
    if name is None:
        return f"exited with status {status}"
    by = "killed" if status < LOST_BELOW else "ended"
    return f"was {by} by {name}" + (", as when memory runs out" if name == "SIGKILL" else "")


def fault(status: int) -> str | None:
    """Signal, or exception of Windows, that ended a process; None where it ended by itself."""
    if status < 0:
        return SIGNALS.get(-status, f"signal {-status}")
    if status >= LOST_BELOW:
        return {**EXCEPTIONS, **OUTSIDE_STATUSES}.get(status, f"exception 0x{status:08X}")
    return SIGNALS.get(status - SHELL) if os.name == "posix" else None


def ended_from_outside(status: int) -> bool:
    """True if a process was ended from outside, which proves nothing about the code that it ran."""
    name = fault(status)
    return name is not None and (
        status in OUTSIDE_STATUSES if status >= LOST_BELOW else name not in FAULT_SIGNALS
    )


def move_descriptor(descriptor: int, replacement: int) -> int:
    """Move a standard stream to another descriptor; drivers and compilers find ``replacement`` in its place.

    Returns:
        The new descriptor, which child processes do not inherit.
    """
    duplicate = os.dup(descriptor)
    os.dup2(replacement, descriptor)
    return duplicate


def open_streams() -> None:
    """Let standard streams that are not open lead nowhere, as under ``>&-`` and ``pythonw``.

    Otherwise the next file that is opened would take the number of one, and what drivers print would be written into it.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            null = os.open(os.devnull, os.O_RDWR)
            if null != descriptor:
                os.dup2(null, descriptor)
                os.close(null)
            os.set_inheritable(descriptor, True)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  # for good


def disable_core_dumps() -> None:
    """Let a crash of this process leave no core file, and on Windows no window that waits for an answer."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - of that system

        msvcrt.SetErrorMode(msvcrt.SEM_FAILCRITICALERRORS | msvcrt.SEM_NOGPFAULTERRORBOX)
        return
    with contextlib.suppress(ImportError):
        import resource  # noqa: PLC0415 - not of every system

        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def kill_process_group() -> NoReturn:
    """End this process at once, and its process group, if it leads one."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)
