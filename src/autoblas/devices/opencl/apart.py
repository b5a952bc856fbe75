"""Runs this interpreter in a process of its own, for what may crash or hang, and says in words how it ended."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from typing import NamedTuple

__all__ = ["UNTRIED", "Ending", "run_and_hear", "run_apart"]

UNTRIED = "cannot be tried, because"
"""How a failure begins that says nothing of what was to be run."""

WINDOWS_FAULTS = 0x8000_0000
"""Statuses from here on say on Windows that the system ended the process, as signals do elsewhere."""

_SIGNALS = {number.value: number.name for number in signal.Signals}


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
    """Run this interpreter and tell how it ended.

    Args:
        arguments: As for ``run_apart``.
        seconds: How long it may take.
    """
    if not sys.executable or getattr(sys, "frozen", False):  # a program with Python in it would start itself
        return Ending(f"{UNTRIED} this program is no Python interpreter", "")
    try:
        done = subprocess.run(  # noqa: S603 -- this interpreter, and what is written in this package
            [sys.executable, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        said = late.stdout.decode(errors="replace") if isinstance(late.stdout, bytes) else late.stdout
        return Ending(f"did not finish in {seconds:g} s", said or "")
    except OSError as error:
        return Ending(f"{UNTRIED} no process can be started: {error}", "")
    return Ending(_failure(done), done.stdout)


def _failure(done: subprocess.CompletedProcess[str]) -> str | None:
    """What went wrong, as the end of a sentence: how the system ended the process, or its own last words."""
    if done.returncode < 0:
        return f"crashed ({_SIGNALS.get(-done.returncode, f'signal {-done.returncode}')})"
    if done.returncode >= WINDOWS_FAULTS:
        return f"crashed (status {done.returncode:#x})"
    if done.returncode > 0:
        words = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        return re.sub(r"^[\w.]*Error: ", "", words[-1])
    return None
