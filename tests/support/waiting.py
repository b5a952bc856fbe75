"""Waits for what a process of another program does, and sees where it ended instead."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def wait_for(happened: Callable[[], Any], process: subprocess.Popen[Any], seconds: float = 120) -> Any:
    """The first true answer to whether something has happened.

    Args:
        happened: What is asked again and again.
        process: Who is to do it.
        seconds: The longest wait, for machines that have much else to do.

    Raises:
        AssertionError: the process ended without it, or is still running at the end of the time.
    """
    ending = time.monotonic() + seconds
    while True:
        status = process.poll()  # before it is asked: what happened may have been its last act
        if answer := happened():
            return answer
        assert status is None, f"the process ended with {status} first"
        assert time.monotonic() < ending, f"nothing happened in {seconds} s"
        time.sleep(0.02)


def measured(data: Path) -> bool:
    """Whether a journal in the folder of data holds a point that was measured."""
    return any('"ok"' in path.read_text() for path in (data / "journals").glob("*.jsonl"))
