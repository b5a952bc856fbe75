"""Runs this interpreter in a process of its own, for what may crash or hang, and says in words how it ended.

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
from pathlib import Path
from typing import NamedTuple

from autoblas.isolate import processes
from autoblas.store.caches import no_room

__all__ = ["UNTRIED", "Ending", "of_the_moment", "reason_of", "run_and_hear", "run_apart", "run_twice"]

UNTRIED = "cannot be tried, because"
"""How a failure begins that says nothing of what was to be run."""

GREETING = "autoblas: an interpreter began"
"""What a process prints first: what happened until then, or instead, is no doing of what was to be run."""

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
        output: What it printed until then.
    """

    failure: str | None
    output: str


def of_the_moment(failure: str | None) -> bool:
    """A failure says nothing of what was to be run, so that it is not kept and may be gone the next time."""
    return failure is not None and failure.startswith(UNTRIED)


def reason_of(failure: str | None) -> str:
    """Why something could not be tried, as a sentence without its end."""
    return (failure or "").removeprefix(UNTRIED).strip()


def run_apart(*arguments: str, seconds: float) -> str | None:
    """Run this interpreter and tell what went wrong, as the end of a sentence; None where nothing did.

    Args:
        arguments: Its arguments: a module, a file or an expression, and what these take.
        seconds: How long it may take.
    """
    return run_twice(*arguments, seconds=seconds).failure


def run_twice(*arguments: str, seconds: float, mark: str = "") -> Ending:
    """The same as ``run_and_hear``, but what fails is run again: where it then goes well, it did.

    Args:
        arguments: Of the interpreter.
        seconds: How long each may take.
        mark: See there.
    """
    first = run_and_hear(*arguments, seconds=seconds, mark=mark)
    if first.failure is None:
        return first
    second = run_and_hear(*arguments, seconds=seconds, mark=mark)
    return first if second.failure is not None and of_the_moment(first.failure) else second


def run_and_hear(*arguments: str, seconds: float, mark: str = "") -> Ending:
    """Run this interpreter and tell how it ended; it ends with this process.

    Args:
        arguments: Its arguments: a module, a file or an expression, and what these take.
        seconds: How long it may take.
        mark: What it prints before it begins with what may fail; what happened until then is of the moment.
    """
    if not sys.executable or getattr(sys, "frozen", False):  # a program with Python in it would start itself
        return Ending(f"{UNTRIED} this program is no Python interpreter", "")
    try:
        process = processes.start(
            *arguments,
            greeting=GREETING,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except (OSError, ValueError) as error:
        return Ending(f"{UNTRIED} no process can be started: {error}", "")
    late = stopped = False
    try:
        output, words = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        late = process.poll() is None  # else it left the pipe to a process that it started
        stopped = late and _is_stopped(process.pid)
        processes.end(process)
        output, words = _rest(process)
    finally:
        status = processes.end(process)
    before, greeted, after = output.decode(errors="replace").partition(f"{GREETING}{os.linesep}")
    said, began = before + after, bool(greeted) and mark in after
    if stopped:
        return Ending(f"{UNTRIED} its process was stopped", said)
    if late or status is None:
        return Ending(
            _hang(seconds) if began else f"{UNTRIED} its process did not begin in {seconds:g} s", said
        )
    return Ending(_failure(status, words.decode(errors="replace"), began=began), said)


def _rest(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """What an ended process had printed; without what is still in a pipe that another process holds."""
    try:
        return process.communicate(timeout=processes.GRACE)
    except subprocess.TimeoutExpired as late:
        for pipe in (process.stdout, process.stderr):
            if (
                pipe is not None and os.name != "nt"
            ):  # where a thread reads it, and closing would wait for that
                pipe.close()
        return late.output or b"", late.stderr or b""


def _is_stopped(pid: int) -> bool:
    """Somebody stopped a process; False where the system does not tell."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0] in {
            "T",
            "t",
        }
    except (OSError, IndexError):
        return False


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
