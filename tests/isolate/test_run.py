"""Ends of processes that blame the function, and transient ones: every signal and status, and lack of resources."""

import errno
import os
import subprocess
import sys

import pytest

from autoblas.isolate import processes
from autoblas.isolate import run as run_module
from autoblas.isolate.run import ExitReport, is_transient, run, run_twice
from support.planted_code import CODE

posix = pytest.mark.skipif(os.name != "posix", reason="signals end processes there")

FAULTS = {4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 11: "SIGSEGV", 31: "SIGSYS"}
"""Linux's signals that a process brings upon itself."""

WINDOWS = {0xC0000005: False, 0xC000001D: False, 0xC0000409: False, 0xC0000374: False,
           0xC000013A: True, 0xC0000142: True, 0xC0000017: True, 0xC000012D: True}  # fmt: skip
"""Its reports, and whether they come from outside."""


@pytest.fixture
def room(monkeypatch):
    """No disk is full."""
    monkeypatch.setattr(run_module, "no_room", lambda: None)


@pytest.mark.skipif(sys.platform != "linux", reason="signals have other numbers elsewhere")
@pytest.mark.usefixtures("room")
def test_every_signal_and_status():
    """Faults of its own blame a process, also behind a shell; all other signals blame nobody; a status is its own word."""
    for number in processes.SIGNALS:
        for status in (-number, processes.SHELL + number):
            failure = run_module._failure(status, "", began=True)
            assert is_transient(failure) == (number not in FAULTS), (status, failure)
            if number in FAULTS:
                assert failure == f"crashed ({FAULTS[number]})"
    for status in range(1, processes.SHELL):
        assert run_module._failure(status, "", began=True) == f"exited with status {status}"
        sentence = "no such thing" if status == 1 else f"exited with status {status} and said: no such thing"
        assert run_module._failure(status, "x\nValueError: no such thing\n", began=True) == sentence
    for status, outside in WINDOWS.items():
        assert is_transient(run_module._failure(status, "", began=True)) == outside
    assert run_module._failure(0, "", began=True) is None
    for status in (-11, -9, 0, 1, 127, 139):
        assert is_transient(run_module._failure(status, "no such library", began=False))


@pytest.mark.usefixtures("room")
def test_what_was_short_blames_nobody(monkeypatch):
    """By the last words of a crash as of an exit, and where a disk is full, whatever was said."""
    short = (errno.ENOMEM, errno.ENOSPC, errno.EMFILE, errno.EAGAIN)
    for words in (*map(os.strerror, short), "std::bad_alloc", "LLVM ERROR: out of memory", "MemoryError"):
        for status in (-6, 1):
            failure = run_module._failure(status, f"terminate called: {words}\n", began=True)
            assert is_transient(failure), failure
    assert run_module._failure(-6, "assertion failed\n", began=True) == "crashed (SIGABRT)"
    monkeypatch.setattr(run_module, "no_room", lambda: "there is no room in /tmp: No space left on device")
    assert is_transient(run_module._failure(-6, "assertion failed\n", began=True))


@pytest.mark.parametrize("executable", ["/bin/false", "/bin/true", "/no/such/file", "", None, os.devnull])
def test_no_interpreter(executable, monkeypatch):
    """No program in its place has run the function."""
    monkeypatch.setattr(sys, "executable", executable)
    ending = run(CODE, "", seconds=5)
    assert is_transient(ending.failure), ending


ENDS = {
    "os.kill(os.getpid(), signal.SIGKILL)": "was killed by SIGKILL, as when memory runs out",
    "os.kill(os.getpid(), signal.SIGTERM)": "was killed by SIGTERM",
    "os.kill(os.getpid(), signal.SIGSTOP)": "was stopped",
    "raise MemoryError": "was short of something",
    "raise OSError(28, 'No space left on device')": "was short of something",
}


@posix
def test_real_processes_that_blame_nobody():
    """One for each way."""
    for code, words in ENDS.items():
        failure = run(CODE, code, seconds=2).failure or ""
        assert is_transient(failure), (code, failure)
        assert words in failure
        assert "\n" not in failure


def test_what_comes_before_an_announcement_blames_nobody():
    """A process that is lost before it begins with what is to be tried, as at an import."""
    for code, blames in (("os.abort()", False), ("channel.progress('x'); os.abort()", True)):
        ending = run(CODE, code, seconds=20, announced=True)
        assert is_transient(ending.failure) is not blames
        assert not is_transient(run(CODE, code, seconds=20).failure)


def test_what_was_found_is_there_however_it_ends():
    """Also where it crashes as it ends, which counts."""
    late = "import atexit; atexit.register(os._exit, 5)"
    for code, failure in (
        ("", None),
        ("os._exit(3)", "exited with status 3"),
        (late, "exited with status 5"),
    ):
        ending = run(CODE, f"channel.report(a=1)\nchannel.report(b=[2])\n{code}", seconds=20)
        assert ending == (failure, {"a": 1, "b": [2]})


def test_a_machine_that_is_too_busy(monkeypatch):
    """A hang counts only where a bare interpreter is quick."""
    code = "time.sleep(60)"
    assert run(CODE, code, seconds=0.5).failure == "did not finish in 0.5 s"

    def slow(*_, timeout, **__):
        raise subprocess.TimeoutExpired("python", timeout)

    monkeypatch.setattr(subprocess, "run", slow)
    assert is_transient(run(CODE, code, seconds=0.5).failure)


def test_what_fails_once_is_tried_again(monkeypatch):
    """It counts as it ends the second time, unless either of them says nothing."""
    killed = f"{run_module.UNTRIED} its process was killed by SIGKILL"
    for first, second, counted in [
        (None, "never asked", None),
        ("crashed (SIGSEGV)", None, None),
        ("crashed (SIGSEGV)", "crashed (SIGABRT)", "crashed (SIGABRT)"),
        ("crashed (SIGSEGV)", killed, killed),
        (killed, "crashed (SIGSEGV)", killed),
        (killed, None, None),
    ]:
        endings = iter([ExitReport(first, {}), ExitReport(second, {})])
        monkeypatch.setattr(run_module, "run", lambda *_, endings=endings, **__: next(endings))
        assert run_twice(CODE, "", seconds=1).failure == counted
