"""Calls a function in a process of its own, for what may crash or hang, and says in words how it ended.

This is the one place that knows what an end says of what was run, and what only of the moment. Wrong numbers speak for
themselves. A crash, a hang or a refusal count where they repeat. Nothing is said by a process that was killed or stopped from
outside, could not be started, was lost before what was to be run began, or had no memory, room on a disk, or time.
Such a failure begins with ``UNTRIED``; nobody keeps it.
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

__all__ = ["UNTRIED", "Ending", "of_the_moment", "reason_of", "run", "run_twice"]

UNTRIED = "cannot be tried, because"
"""How a failure begins that says nothing of what was to be run."""

SHORT_OF = (
    *map(
        os.strerror,
        (errno.ENOMEM, errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.EROFS),
    ),
    *("bad_alloc", "MemoryError", "out of memory", "OUT_OF_HOST_MEMORY", "MEM_OBJECT_ALLOCATION_FAILURE"),
)
"""Words of programs that lacked something, by which an exit and an abort are told from others."""

BUSY, LEAST = 30.0, 0.3
"""Where a bare interpreter takes longer than the so-manieth part of a limit, and than so many seconds, the machine is to blame
that the limit was not kept. One takes 0.02 s, and what is run within 15 s about one second."""

PYTHON_FAILED = 1
"""The exit status of an interpreter whose last words are a sentence: those of an exception or of ``sys.exit``."""

LONGEST = 400
"""Letters of last words."""


class Ending(NamedTuple):
    """How a process ended.

    Attributes:
        failure: What went wrong, as the end of a sentence; None where nothing did.
        found: What it found until then.
    """

    failure: str | None
    found: dict[str, Any]


def of_the_moment(failure: str | None) -> bool:
    """A failure says nothing of what was to be run, so that it is not kept and may be gone the next time."""
    return failure is not None and failure.startswith(UNTRIED)


def reason_of(failure: str | None) -> str:
    """Why something could not be tried, as a sentence without its end."""
    return (failure or "").removeprefix(UNTRIED).strip()


def run_twice(entry: str, *arguments: Any, seconds: float, announced: bool = False) -> Ending:
    """The same as ``run``, but what fails is run again: where it then goes well, it did.

    Args:
        entry: See there.
        arguments: See there.
        seconds: How long each may take.
        announced: See there.
    """
    first = run(entry, *arguments, seconds=seconds, announced=announced)
    if first.failure is None:
        return first
    second = run(entry, *arguments, seconds=seconds, announced=announced)
    return first if second.failure is not None and of_the_moment(first.failure) else second


def run(entry: str, *arguments: Any, seconds: float, announced: bool = False) -> Ending:
    """Call a function in a process of its own and tell how that ended; it ends with this process.

    Args:
        entry: The function, as a ``Worker`` takes it.
        arguments: What it is called with after its ``Channel``; values for JSON.
        seconds: How long it may take, with the end of its process.
        announced: What may fail begins with its first ``Channel.progress``; what happened until then is of the moment.
    """
    if not sys.executable or getattr(sys, "frozen", False):  # a program with Python in it would start itself
        return Ending(f"{UNTRIED} this program is no Python interpreter", {})
    found: dict[str, Any] = {}
    until = time.monotonic() + seconds

    def heard(message: Mapping[str, Any]) -> None:
        found.update(message.get("found", {}))

    try:
        with Worker(entry, *arguments, start_seconds=seconds, heard=heard) as worker:
            lost = worker.start(until)
            if not isinstance(lost, Lost):  # but it may still crash while it ends
                lost = worker.reply(seconds, until=until)
    except (OSError, ValueError) as error:
        return Ending(f"{UNTRIED} no process can be started: {error}", {})
    began = lost.began and (lost.doing != () or not announced)
    if lost.how in {"ended", "failed"} and lost.status is not None:
        failed = lost.how == "failed"
        words = f"{lost.words}\n{lost.sentence}" if failed else lost.words
        return Ending(_failure(PYTHON_FAILED if failed else lost.status, words, began=began), found)
    if lost.from_outside:
        return Ending(f"{UNTRIED} its process was stopped", found)
    return Ending(_hang(seconds) if began else f"{UNTRIED} its process did not begin in {seconds:g} s", found)


def _hang(seconds: float) -> str:
    """What is said of a process that did not end in time."""
    late = f"did not finish in {seconds:g} s"
    limit = max(seconds / BUSY, LEAST)
    try:
        subprocess.run([sys.executable, "-I", "-S", "-c", ""], check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return f"{UNTRIED} the machine is too busy: its process {late}"
    except OSError as error:
        return f"{UNTRIED} no process can be started: {error}"
    return late


def _failure(status: int, words: str, *, began: bool) -> str | None:
    """What went wrong, as the end of a sentence: how the system ended the process, or its own last words."""
    if processes.ended_from_outside(status):
        return f"{UNTRIED} its process {processes.ending(status)}"
    if status == 0 and began:
        return None
    lines = words.strip().splitlines()
    last = re.sub(r"^[\w.]*Error: ", "", lines[-1].strip())[:LONGEST] if lines else ""
    if status != PYTHON_FAILED or not last:
        last = f"exited with status {status}" + (f" and said: {last}" if last else "")
    fault = processes.fault(status)
    how = last if fault is None else f"crashed ({fault})"
    if not began:
        return f"{UNTRIED} its process failed before: it {how}"
    if any(word in words for word in SHORT_OF):
        return f"{UNTRIED} its process was short of something: {last}"
    full = no_room()
    return how if full is None else f"{UNTRIED} {full}"
