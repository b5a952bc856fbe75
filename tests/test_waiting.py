"""Waiting for another process ends where it ends."""

import subprocess
import sys

import pytest

from support.waiting import wait_for


def test_what_happens_last_is_seen(tmp_path):
    """A process may end right after it."""
    file = tmp_path / "file"
    with subprocess.Popen([sys.executable, "-c", f"open({str(file)!r}, 'w').write('x')"]) as process:
        assert wait_for(lambda: file.exists() and file.read_text(), process) == "x"


def test_a_process_that_ends_first_is_told_of():
    """At once, with its status, and one that goes on at the end of the time."""
    with (
        subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"]) as process,
        pytest.raises(AssertionError, match="ended with 3 first"),
    ):
        wait_for(lambda: False, process)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        with pytest.raises(AssertionError, match=r"nothing happened in 0\.1 s"):
            wait_for(lambda: False, process, 0.1)
        process.kill()
