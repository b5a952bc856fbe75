"""Calls a function that may crash or hang in a process of its own, and reports in words how it ended.

This module alone decides which ends are faults of the function, and which are passing states of the machine. Wrong numbers
speak for themselves. A crash, a hang or a refusal count where they repeat. A process proves nothing that was killed or stopped
from outside, could not be started, was lost before the function began, or lacked memory, disk space or time. Such a failure
begins with ``UNTRIED`` and is never stored.
"""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from autoblas.isolate import processes
from autoblas.isolate.worker import Lost, Worker
from autoblas.store.caches import no_room

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["UNTRIED", "ExitReport", "is_transient", "reason_of", "run", "run_twice"]

UNTRIED = "cannot be tried, because"
"""Begins a failure that proves nothing about the function."""

SHORT_OF = (
    *map(
        os.strerror,
        (errno.ENOMEM, errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.EROFS),
    ),
    *("bad_alloc", "MemoryError", "out of memory", "OUT_OF_HOST_MEMORY", "MEM_OBJECT_ALLOCATION_FAILURE"),
)
"""Messages of programs that ran out of a resource, which an exit or an abort then does not blame on the function."""

BUSY, LEAST = 30.0, 0.3
"""A bare interpreter that takes longer than ``1 / BUSY`` of a limit, and than ``LEAST`` seconds, shows a busy machine. It usually
takes 0.02 s, and a function with a limit of 15 s about one second."""

PYTHON_FAILED = 1
"""Exit status of an interpreter that ended with an exception or ``sys.exit``, and printed its message last."""

LONGEST = 400
"""Longest quotation of the last printed line, in letters."""


class ExitReport(NamedTuple):
    """Report on the end of a process.

    Attributes:
        failure: The fault, as the end of a sentence; None where there was none.
        results: The results that it reported until then.
    """

    failure: str | None
    results: dict[str, Any]


def is_transient(failure: str | None) -> bool:
    """True if a failure proves nothing about the function: it is not stored and may be gone the next time."""
    return failure is not None and failure.startswith(UNTRIED)


def reason_of(failure: str | None) -> str:
    """Reason why a function could not be tried, as a sentence without its end."""
    return (failure or "").removeprefix(UNTRIED).strip()


def run_twice(entry: str, *arguments: Any, seconds: float, announced: bool = False) -> ExitReport:
    """Call a function as ``run`` does, and again if it fails; a second attempt that succeeds counts.

    Args:
        entry: See ``run``.
        arguments: See ``run``.
        seconds: Limit of each attempt.
        announced: See ``run``.
    """
    first = run(entry, *arguments, seconds=seconds, announced=announced)
    if first.failure is None:
        return first
    second = run(entry, *arguments, seconds=seconds, announced=announced)
    return first if second.failure is not None and is_transient(first.failure) else second


def run(entry: str, *arguments: Any, seconds: float, announced: bool = False) -> ExitReport:
    """Call a function in a process of its own, which ends with this one, and report how it ended.

    Args:
        entry: The function, as a ``Worker`` takes it.
        arguments: Its arguments after the ``Channel``; values for JSON.
        seconds: Limit of the call, with the end of its process.
        announced: The function announces its risky part by ``Channel.progress``; failures before that prove nothing.
    """
    if not sys.executable or getattr(sys, "frozen", False):  # a program with Python in it would start itself
        return ExitReport(f"{UNTRIED} this program is no Python interpreter", {})
    results: dict[str, Any] = {}
    deadline = time.monotonic() + seconds

    def collect(message: Mapping[str, Any]) -> None:
        results.update(message.get("found", {}))

    try:
        with Worker(entry, *arguments, start_seconds=seconds, heard=collect) as worker:
            lost = worker.start(deadline)
            if not isinstance(lost, Lost):  # but it may still crash while it ends
                lost = worker.reply(seconds, until=deadline)
    except (OSError, ValueError) as error:
        return ExitReport(f"{UNTRIED} no process can be started: {error}", {})
    began = lost.began and (lost.doing != () or not announced)
    if lost.how in {"ended", "failed"} and lost.status is not None:
        failed = lost.how == "failed"
        output = f"{lost.words}\n{lost.sentence}" if failed else lost.words
        return ExitReport(_failure(PYTHON_FAILED if failed else lost.status, output, began=began), results)
    if lost.from_outside:
        return ExitReport(f"{UNTRIED} its process was stopped", results)
    return ExitReport(
        _hang(seconds) if began else f"{UNTRIED} its process did not begin in {seconds:g} s", results
    )


def _hang(seconds: float) -> str:
    """Sentence for a process that did not end in time."""
    late = f"did not finish in {seconds:g} s"
    limit = max(seconds / BUSY, LEAST)
    try:
        subprocess.run([sys.executable, "-I", "-S", "-c", ""], check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return f"{UNTRIED} the machine is too busy: its process {late}"
    except OSError as error:
        return f"{UNTRIED} no process can be started: {error}"
    return late


def _failure(status: int, output: str, *, began: bool) -> str | None:
    """The fault, as the end of a sentence: how the system ended the process, or the last line that it printed."""
    if processes.ended_from_outside(status):
        return f"{UNTRIED} its process {processes.ending(status)}"
    if status == 0 and began:
        return None
    lines = output.strip().splitlines()
    last = re.sub(r"^[\w.]*Error: ", "", lines[-1].strip())[:LONGEST] if lines else ""
    if status != PYTHON_FAILED or not last:
        last = f"exited with status {status}" + (f" and said: {last}" if last else "")
    fault = processes.fault(status)
    outcome = last if fault is None else f"crashed ({fault})"
    if not began:
        return f"{UNTRIED} its process failed before: it {outcome}"
    if any(message in output for message in SHORT_OF):
        return f"{UNTRIED} its process was short of something: {last}"
    full = no_room()
    return outcome if full is None else f"{UNTRIED} {full}"
