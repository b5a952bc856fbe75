"""Runs that are interrupted or killed: they cost one point at the most, and the next run goes on."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from autoblas.testing.surface import Local, surface_points
from autoblas.tuning import STRATEGIES, Child, Journal, make_search, run
from support.planted import line

KEY = {"device": "planted"}
POINTS = surface_points()[::3]


@pytest.mark.parametrize("name", STRATEGIES)
def test_an_interrupted_run_resumes_without_trying_anything_twice(name, path):
    """Ctrl-C keeps what was measured; the next run measures the rest, each launch once."""
    points = POINTS[:60]
    evaluate = Local()

    def interrupt(progress):
        if len(evaluate.tried) == 7:
            raise KeyboardInterrupt

    with Journal(path, KEY) as journal:
        first = run(points, make_search(name, points, trials=1), evaluate, journal, on_result=interrupt)
    assert first.interrupted
    assert len(first.outcomes) == 7
    with Journal(path, KEY) as journal:
        second = run(points, make_search(name, points, trials=1), evaluate, journal)
    assert not second.interrupted
    assert second.replayed == 7
    assert set(Counter(evaluate.tried).values()) == {1}


def test_ctrl_c_during_a_trial_does_not_blame_the_point(path):
    """The point that was running is tried again by the next run."""
    points = line(3)

    def interrupt(point):
        if point["n"] == 1:
            raise KeyboardInterrupt
        return 1.0

    with Journal(path, KEY) as journal:
        result = run(points, make_search("exhaustive", points), Local(interrupt), journal)
    assert result.interrupted
    assert list(result.outcomes) == [0]
    assert '"abandoned"' in path.read_text().splitlines()[-1]
    evaluate = Local(lambda point: 1.0)
    with Journal(path, KEY) as journal:
        run(points, make_search("exhaustive", points, trials=1), evaluate, journal)
    assert len(evaluate.tried) == 2


_KILLED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may ignore it, as shells and nohup do
signal.signal(signal.SIGHUP, signal.SIG_DFL)
from autoblas.tuning import Child, Journal, make_search, run
from support.planted import line
points = line(4)
with Child("support.planted:planted", {"faults": {"1": "check:hang"}, "log": sys.argv[2]}) as child:
    with Journal(sys.argv[1], {"device": "planted"}) as journal:
        result = run(points, make_search("exhaustive", points, trials=1), child.evaluate, journal, limit=600)
        print("interrupted" if result.interrupted else "done")
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_killed_parent_blames_nobody_and_leaves_no_process(path, tmp_path, number):
    """During a hang: the child ends too, the next run tries the point again, and only SIGKILL leaves it suspect."""
    log = tmp_path / "log"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen(
        [sys.executable, "-c", _KILLED, str(path), str(log)], env=environment, stdout=subprocess.PIPE
    )
    try:
        hung = _await_line(log, "check 1 ")
        parent.send_signal(number)
        said, _ = parent.communicate(timeout=20)
    finally:
        parent.kill()
        parent.wait()
    _await_end(int(hung.split()[2]))
    assert said == (b"" if number == signal.SIGKILL else b"interrupted\n")
    assert parent.returncode == (-signal.SIGKILL if number == signal.SIGKILL else 0)
    assert ('"intent"' in path.read_text().splitlines()[-1]) == (number == signal.SIGKILL)

    log.unlink()
    points = line(4)
    with (
        Child("support.planted:planted", {"faults": {}, "log": str(log)}) as child,
        Journal(path, KEY) as journal,
    ):
        result = run(points, make_search("exhaustive", points, trials=1), child.evaluate, journal)
    assert {n: outcome.kind for n, outcome in result.outcomes.items()} == dict.fromkeys(range(4), "ok")
    assert result.evaluated == 3
    assert {entry.split()[1] for entry in log.read_text().splitlines()} == {"1", "2", "3"}
    assert ('"lost": ' in path.read_text()) == (number == signal.SIGKILL)


def test_signals_that_the_program_handles_stay_as_they_are():
    """Only those that would end the process become interruptions, for as long as the search runs."""
    seen: list[tuple[object, object]] = []

    def look(point):
        seen.append((signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGHUP)))
        return 1.0

    points, before = line(1), (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGHUP))
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
        run(points, make_search("exhaustive", points, trials=1), Local(look))
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
        ((term, hup),) = seen
    finally:
        signal.signal(signal.SIGTERM, before[0])
        signal.signal(signal.SIGHUP, before[1])
    assert term not in (signal.SIG_DFL, signal.SIG_IGN)
    assert hup == signal.SIG_IGN


def _await_line(path: Path, start: str) -> str:
    """The first line of a growing file that starts so."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        for entry in path.read_text().splitlines() if path.exists() else []:
            if entry.startswith(start):
                return entry
        time.sleep(0.02)
    raise AssertionError(f"no line {start!r}")


def _await_end(pid: int) -> None:
    """Wait until a process that is not ours is gone; it is killed and the test fails if it stays."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        stat = Path(f"/proc/{pid}/stat")
        if not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return
        time.sleep(0.02)
    os.kill(pid, signal.SIGKILL)
    raise AssertionError("the child outlived its parent")
