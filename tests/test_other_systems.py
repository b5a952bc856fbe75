"""The package needs nothing that Windows lacks: it tunes, keeps, serves, checks and times kernels without it.

What is taken away, in every process of a test, stands in ``other_system/sitecustomize.py``.
"""

import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from autoblas.isolate import processes

TESTS = Path(__file__).parent
POCL = ("--device", "Portable")


def _python(tmp_path: Path, *arguments: str, seconds: float = 240) -> subprocess.CompletedProcess[str]:
    """This interpreter on what such a system would have."""
    path = os.pathsep.join([str(TESTS / "support" / "other_system"), str(TESTS), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path, "AUTOBLAS_DATA_DIR": str(tmp_path), "COLUMNS": "200"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


def test_the_test_takes_away_what_it_says(tmp_path):
    """Else it would show nothing."""
    for line, word in (
        ("import fcntl", "ModuleNotFoundError"),
        ("import os; os.killpg(0, 0)", "AttributeError"),
        ("import signal; signal.SIGKILL", "AttributeError"),
        ("import subprocess, sys; subprocess.Popen([sys.executable], pass_fds=(3,))", "not supported"),
    ):
        assert word in _python(tmp_path, "-c", line).stderr


@pytest.mark.budget(3)
def test_a_search_is_kept_and_served(pocl, tmp_path):
    """The README's command, with a child that is replaced, a journal, records, and a call that uses them."""
    fixed = ["--fix", "kernel=gemm_direct", "--fix", "wx=1", "--fix", "wy=1", "--evaluations", "2"]
    tuned = _python(
        tmp_path,
        "-m",
        "autoblas",
        "tune",
        "gemm",
        "-n",
        "64",
        *POCL,
        *fixed,
        "--trials",
        "1",
        "--strategy",
        "random",
    )
    assert (tuned.returncode, tuned.stderr) == (0, "")
    assert "2 trials" in tuned.stdout
    assert list((tmp_path / "journals").glob("*.jsonl"))
    explained = _python(tmp_path, "-m", "autoblas", "explain", "gemm", "-n", "64", *POCL)
    assert "gemm_direct" in explained.stdout
    served = _python(
        tmp_path,
        "-c",
        "import numpy as np, autoblas\n"
        "a = np.arange(4096, dtype='float32').reshape(64, 64) % 7\n"
        "assert np.array_equal(autoblas.gemm(a, a.T), a @ a.T)\n"
        "print('right')",
    )
    assert (served.stdout, served.stderr) == ("right\n", "")


def test_commands_that_run_kernels_work_and_survive(pocl, tmp_path):
    """They run apart there too; a hanging one is ended, and a crash has its sentence."""
    sound = _python(tmp_path, "-m", "autoblas", "check", "gemm", "-n", "8", "--rounds", "1", *POCL)
    assert (sound.returncode, sound.stderr) == (0, "")
    assert "right: worst error is " in sound.stdout
    for fault, words in (
        ("hang", "made no progress for 1 s"),
        ("abort", "SIGABRT after it began to run gemm"),
    ):
        code = (
            "from autoblas.cli import apart as _apart\n"
            f"given = ['launch:{fault}', 'check', 'gemm', '-n', '8', '--limit', '1', '--device', 'Portable']\n"
            "_apart.run(given, 'support.planted_commands:faulty')"
        )
        lost = _python(tmp_path, "-c", code)
        assert words in lost.stderr.splitlines()[-1]


@pytest.mark.budget(30)
def test_the_tuner_and_the_database_pass_their_own_tests(tmp_path):
    """Crashes, hangs, locks and damaged files, on such a system."""
    chosen = (
        "tests/tuning/test_child.py::test_a_sound_point_is_timed",
        "tests/tuning/test_child.py::test_every_fault_has_its_outcome_and_the_child_goes_on",
        "tests/tuning/test_journal.py::test_two_writers_are_refused_and_readers_are_not",
        "tests/tuning/test_journal.py::test_purge_drops_one_kind_and_keeps_the_other",
        "tests/database/test_store.py::test_round_trip",
        "tests/database/test_store.py::test_concurrent_writers_lose_nothing",
        "tests/database/test_damaged_store.py::test_damage_is_set_aside",
    )
    done = _python(
        tmp_path,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(TESTS.parent),
        *(str(TESTS.parent / test) for test in chosen),
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_module_asks_for_what_is_not_everywhere():
    """Names of such modules and functions stand only where their absence is provided for."""
    names = ("fcntl", "termios", "pass_fds", "os.fork", "os.setsid", "sched_getaffinity", "select.", "SIGHUP")
    found = {
        path.name: [name for name in names if name in text]
        for path in Path(processes.__file__).parents[1].rglob("*.py")
        for text in [path.read_text(encoding="utf-8").replace("selected.", "")]
    }
    assert {name: hits for name, hits in found.items() if hits} == {
        "interruption.py": ["SIGHUP"],  # of the signals that there are
        "bench.py": ["sched_getaffinity"],  # where the system has it
        "environment.py": ["sched_getaffinity"],  # likewise
    }


def test_windows_shows_no_window_after_a_crash(monkeypatch):
    """There a crash would else wait for somebody to press a button."""
    modes: list[Any] = []
    windows = types.SimpleNamespace(
        SetErrorMode=modes.append, SEM_FAILCRITICALERRORS=1, SEM_NOGPFAULTERRORBOX=2
    )
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    monkeypatch.setattr(sys, "platform", "win32")
    processes.disable_core_dumps()
    assert modes == [3]
