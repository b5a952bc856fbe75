"""Sweeps as users type them: what is searched, what is said, and that a sweep that was broken off goes on."""

import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from autoblas.cli import main
from autoblas.cli.tuning import search, sweeping
from autoblas.cli.tuning.search import gain, speedup
from autoblas.plan.results import user_results
from autoblas.problems.blas.notation import read
from autoblas.tune.tune import Budget, TuningReport
from autoblas.tuning import Finalist, Outcome
from autoblas.tuning.session import Result
from support.rig import Rig
from support.waiting import wait_for

pytestmark = pytest.mark.usefixtures("own_results", "wide_terminal")

POCL = ["--device", "Portable Computing Language"]

OLD: dict[str, Any] = {"kernel": "gemm_direct", "rm": 1}
NEW: dict[str, Any] = {"kernel": "gemm_direct", "rm": 2}


def _finalist(point: dict[str, Any], seconds: float, ratio: float) -> Finalist:
    return Finalist(point, Outcome("ok", (seconds,) * 3), ratio)


def _report(
    problem: Any, facts: Any, finalists: tuple[Finalist, ...], *, complete: bool = True
) -> TuningReport:
    return TuningReport(problem, facts, Result([], evaluated=3, complete=complete), finalists, OLD)


def test_gains_are_said_in_words(pocl: Rig) -> None:
    """Faster, as before, new, or not compared."""
    facts, problem = pocl.device.facts, read("sgemm NN 1024x1024x1")
    faster = _report(problem, facts, (_finalist(NEW, 31.2e-6, 0.476), _finalist(OLD, 65.5e-6, 1.0)))
    assert gain(faster) == "2.1 times as fast as before: 31.2 us, 67.2 GFLOP/s; before 65.5 us"
    assert speedup(faster) == pytest.approx(2.1, rel=1e-3)
    little = _report(problem, facts, (_finalist(NEW, 31.2e-6, 0.997), _finalist(OLD, 31.3e-6, 1.0)))
    assert gain(little) == "0.3 % faster than before: 31.2 us, 67.2 GFLOP/s; before 31.3 us"
    unchanged = _report(problem, facts, (_finalist(OLD, 65.5e-6, 1.0), _finalist(NEW, 70e-6, 1.07)))
    assert gain(unchanged).startswith(
        "kept what was served before: no point was faster by more than the noise; 65.5 us"
    )
    assert speedup(unchanged) == 1
    new = TuningReport(problem, facts, Result([]), (_finalist(NEW, 31.2e-6, 1.0),))
    assert gain(new) == "31.2 us, 67.2 GFLOP/s; nothing was served before"
    replayed = _report(problem, facts, (_finalist(NEW, 31.2e-6, float("nan")),))
    assert gain(replayed) == "31.2 us, 67.2 GFLOP/s; it did not take turns with what was served before"
    failed = _report(problem, facts, (_finalist(NEW, 31.2e-6, float("inf")),))
    assert gain(failed) == "31.2 us, 67.2 GFLOP/s; what was served before failed"
    assert gain(_report(problem, facts, ())) == "nothing was measured"


@pytest.mark.budget(3)
def test_a_killed_sweep_goes_on(tmp_path: Path) -> None:
    """Finished problems are not searched again, and measured points are known."""
    command = [sys.executable, "-m", "autoblas", "tune", "gemm", "-n", "16", "-n", "24", "-n", "32", *POCL]
    command += ["--strategy", "suggested", "--fix", "kernel=gemm_direct", "--trials", "1"]
    environment = {**os.environ, "AUTOBLAS_DATA_DIR": str(tmp_path), "COLUMNS": "200"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        wait_for(lambda: user_results().records(), process)
        process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        process.communicate(timeout=60)
    sizes = {record.sizes for record in user_results().records()}
    assert sizes
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "3 of 3 problems are searched to the end" in done.stdout
    assert {record.sizes for record in user_results().records()} == {(n, n, n) for n in (16, 24, 32)}


def test_a_search_gets_no_more_than_what_is_left_of_the_sweep(
    pocl: Rig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With all that it does before and after its trials; what there is no time for is counted."""
    now, budgets = [0.0], list[float]()
    monkeypatch.setattr("autoblas.cli.tuning.sweeping.time.perf_counter", lambda: now[0])

    def tune(problem: Any, _: Any, budget: Budget, **how: Any) -> TuningReport:
        budgets.append(budget.within or math.inf)
        now[0] += 4.0  # until the first trial
        how["on_result"](SimpleNamespace(replayed=False))
        now[0] += 3.0
        return _report(problem, pocl.device.facts, (_finalist(NEW, 1e-6, 0.5),), complete=False)

    monkeypatch.setattr(sweeping, "tune", tune)
    monkeypatch.setattr("autoblas.cli.tuning.sweeping.ProgressDisplay.show", lambda *_: None)
    words = ["tune", "gemm", "-n", "16", "-n", "24", "-n", "32", "-n", "40", "--seconds", "19", *POCL]
    assert main(words) == 0
    assert budgets == [19.0, 12.0]
    assert "the time is up; 2 of 4 problems were not begun" in capsys.readouterr().out
    budgets.clear()
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["not_begun"] == 2


def test_the_ranking_says_what_was_served_before(pocl: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """It stays first where no other is surely faster, whatever the medians are."""
    finalists = (_finalist(OLD, 2e-6, 1.0), _finalist(NEW, 1.9e-6, 0.99))
    report = _report(read("sgemm NN 64x64x64"), pocl.device.facts, finalists)
    search.print_ranking(Console(highlight=False), report, 5)
    lines = [line for line in capsys.readouterr().out.splitlines() if ". gemm" in line]
    assert [line.endswith("  served before") for line in lines] == [True, False]
