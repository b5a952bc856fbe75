"""Runs this interpreter in a process of its own, for what may crash or hang, and says in words how it ended."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import NamedTuple

from autoblas.isolate import processes

__all__ = ["UNTRIED", "Ending", "run_and_hear", "run_apart"]

UNTRIED = "cannot be tried, because"
"""How a failure begins that says nothing of what was to be run."""


class Ending(NamedTuple):
    """How a process ended.

    Attributes:
        failure: What went wrong, as the end of a sentence; None where nothing did.
        output: What it printed until then.
    """

    failure: str | None
    output: str


def run_apart(*arguments: str, seconds: float) -> str | None:
    """Run this interpreter and tell what went wrong, as the end of a sentence; None where nothing did.

    Args:
        arguments: Its arguments: a module, a file or an expression, and what these take.
        seconds: How long it may take.
    """
    return run_and_hear(*arguments, seconds=seconds).failure


def run_and_hear(*arguments: str, seconds: float) -> Ending:
    """Run this interpreter and tell how it ended; it ends with this process.

    Args:
        arguments: Its arguments: a module, a file or an expression, and what these take.
        seconds: How long it may take.
    """
    if not sys.executable or getattr(sys, "frozen", False):  # a program with Python in it would start itself
        return Ending(f"{UNTRIED} this program is no Python interpreter", "")
    try:
        process = processes.start(
            *arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    except OSError as error:
        return Ending(f"{UNTRIED} no process can be started: {error}", "")
    late = False
    try:
        output, words = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        late = process.poll() is None  # else it left the pipe to a process that it started
        processes.end(process)
        output, words = _rest(process)
    finally:
        status = processes.end(process)
    if late or status is None:
        return Ending(f"did not finish in {seconds:g} s", output.decode(errors="replace"))
    return Ending(_failure(status, words.decode(errors="replace")), output.decode(errors="replace"))


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


def _failure(status: int, said: str) -> str | None:
    """What went wrong, as the end of a sentence: how the system ended the process, or its own last words."""
    fault = processes.fault(status)
    if fault is not None:
        return f"crashed ({fault})"
    if status > 0:
        words = said.strip().splitlines() or [f"exit status {status}"]
        return re.sub(r"^[\w.]*Error: ", "", words[-1])
    return None
