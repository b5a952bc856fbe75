"""Sweeps as users type them: what is searched, what is said, and that a sweep that was broken off goes on."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from rich.console import Console

from autoblas.cli import main
from autoblas.cli.tuning import search, sweeping
from autoblas.cli.tuning.search import gain, times_as_fast
from autoblas.errors import NoLegalPointError
from autoblas.plan.results import user_results
from autoblas.problems.blas.notation import read, written
from autoblas.records.log import CallKind, entry_of
from autoblas.store.lines import JsonLines
from autoblas.tune.tune import Budget, TuningReport
from autoblas.tuning import Finalist, Outcome
from autoblas.tuning.session import Result
from support.database_cases import record_at
from support.waiting import wait_for

if TYPE_CHECKING:
    from pathlib import Path

    from support.rig import Rig

POCL = ["--device", "Portable Computing Language"]

OLD: dict[str, Any] = {"kernel": "gemm_direct", "rm": 1}
NEW: dict[str, Any] = {"kernel": "gemm_direct", "rm": 2}


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results and journals of each test go to a folder of its own."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")


def _finalist(point: dict[str, Any], seconds: float, ratio: float) -> Finalist:
    return Finalist(point, Outcome("ok", (seconds,) * 3), ratio)


def _report(
    problem: Any, facts: Any, finalists: tuple[Finalist, ...], *, complete: bool = True
) -> TuningReport:
    return TuningReport(problem, facts, Result([], evaluated=3, complete=complete), finalists, OLD)


@pytest.fixture
def searched(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The problems that were searched; each becomes twice as fast, and is measured."""
    found: list[str] = []

    def tune(problem: Any, *_: Any, **__: Any) -> TuningReport:
        text = written(problem)
        found.append(text)
        if "13x" in text:
            raise NoLegalPointError(f"no point is legal for {text}")
        facts = pocl.device.facts
        user_results().add([record_at(facts, problem, "gemm_direct", 1e-6)])
        return _report(problem, facts, (_finalist(NEW, 1e-6, 0.5), _finalist(OLD, 2e-6, 1.0)))

    for module in (search, sweeping):
        monkeypatch.setattr(module, "tune", tune)
    return found


def test_a_range_is_searched_once(searched: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """And not again by the same command, unless it is to start afresh."""
    command = ["tune", "gemm", "--start", "16", "--stop", "64", "--step", "16", *POCL]
    assert main(command) == 0
    assert sorted(searched) == sorted(f"sgemm NN {n}x{n}x{n}" for n in (16, 32, 48, 64))
    assert searched[0] == "sgemm NN 64x64x64"
    out = capsys.readouterr().out
    assert "sgemm NN 32x32x32: 2 times as fast as before: 1 us, 65.5 GFLOP/s; before 2 us" in out
    assert "4 of 4 problems are searched to the end\n" in out
    assert "4 of 4 searched are faster, 2 times as fast as before" in out
    assert main(command) == 0
    assert len(searched) == 4
    assert "4 problems, 4 of them searched to the end before" in capsys.readouterr().out
    assert main([*command, "--fresh"]) == 0
    assert len(searched) == 8


def test_lists_and_files_are_sweeps_too(searched: list[str], tmp_path: Path) -> None:
    """Of products, and of any problem."""
    shapes = tmp_path / "shapes"
    shapes.write_text("24x16x8\nsaxpy 1000\n", "utf-8")
    assert main(["tune", "gemm", "-n", "16", "-n", "32", "--trans-b", "T", *POCL]) == 0
    assert main(["tune", "dgemm", "--shapes", str(shapes), *POCL]) == 0
    assert main(["tune", "--shapes", str(shapes), *POCL]) == 2  # of what is not said
    shapes.write_text("ssyrk UN 20x10\n", "utf-8")
    assert main(["tune", "--shapes", str(shapes), *POCL]) == 0
    assert sorted(searched[:2]) == ["sgemm NT 16x16x16", "sgemm NT 32x32x32"]
    assert sorted(searched[2:4]) == ["dgemm NN 24x16x8", "saxpy 1000"]
    assert searched[4:] == ["sgemm NT 20x20x10 part=upper"]


def test_a_network_is_searched_where_it_takes_its_time(searched: list[str], tmp_path: Path) -> None:
    """The heaviest layer first."""
    file = tmp_path / "network.json"
    layers = [{"problem": "sgemm NN 16x16x16", "count": 2}, {"problem": "sgemm NN 256x256x256"}]
    file.write_text(json.dumps({"layers": layers}), "utf-8")
    assert main(["tune", "all", "--like", str(file), *POCL, "--seconds", "60"]) == 0
    assert searched == ["sgemm NN 256x256x256", "sgemm NN 16x16x16"]


def test_a_log_is_searched_by_its_shares(
    searched: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Which are said first; at the end, what the calls are expected to take."""
    file = tmp_path / "calls"
    kinds = [
        CallKind("axpy", {"saxpy 1e5": 1}, 10, 1.0),
        CallKind("gemm", {"sgemm NN 64x64x64": 1}, 5, 3.0, 2),
    ]
    JsonLines(file).append(map(entry_of, kinds))
    assert main(["tune", "--from-log", str(file), *POCL, "--seconds", "60"]) == 0
    assert searched == ["sgemm NN 64x64x64", "saxpy 1e5"]
    out = capsys.readouterr().out
    assert (
        "15 calls took 4 s; their problems:\n 75.0%  sgemm NN 64x64x64  (5 times, 40% on the host)\n" in out
    )
    assert "calls that took 4 s are expected to take 2 s" in out
    assert main(["tune", f"--from-log={file}", *POCL, "--json", "--fresh"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["command"] == "tune all"
    assert [(each["problem"], each["share"]) for each in told["log"]["shares"]] == [
        ("sgemm NN 64x64x64", pytest.approx(0.75)),
        ("saxpy 1e5", pytest.approx(0.25)),
    ]
    assert told["time_share_left"] == pytest.approx(0.5)
    assert [each["times_as_fast"] for each in told["problems"]] == [2.0, 2.0]


def test_what_cannot_be_tuned_is_said_at_the_end(
    searched: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The others are tuned; the exit status tells."""
    assert main(["tune", "gemm", "-n", "13", "-n", "16", *POCL]) == 1
    captured = capsys.readouterr()
    assert len(searched) == 2
    assert captured.err.count("no point is legal for sgemm NN 13x13x13") == 2
    assert "1 of 1 searched are faster" in captured.out


def test_what_does_not_fit_is_left_out_of_logs(
    searched: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of another machine's, perhaps; where it was asked for, it is an error before anything is searched."""
    file = tmp_path / "calls"
    kinds = [CallKind("axpy", {f"saxpy {n}": 1}, 10, 1.0) for n in ("1e15", "1000")]
    JsonLines(file).append(map(entry_of, kinds))
    assert main(["tune", "--from-log", str(file), *POCL]) == 0
    assert searched == ["saxpy 1000"]
    assert "saxpy 1000000000000000 is left out" in capsys.readouterr().err.replace("1e15", "1000000000000000")
    assert main(["tune", "gemm", "-n", "16", "-n", "10000000", *POCL]) == 2
    assert len(searched) == 1
    assert capsys.readouterr().err.startswith("autoblas: error: sizes: expected")


def test_a_sweep_ends_when_its_time_is_up(searched: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """It says what is left, and how to go on."""
    assert main(["tune", "gemm", "-n", "16", "-n", "32", *POCL, "--seconds", "1e-9"]) == 0
    assert searched == []
    out = capsys.readouterr().out
    assert "0 of 2 problems are searched to the end; 2 may gain more: the same command goes on" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tune", "gemm"], 'give the size, for example "autoblas tune gemm -n 1024"'),
        (["tune", "gemm", "-n", "8", "--start", "8", "--stop", "9"], "not several"),
        (["tune", "gemm", "--start", "8"], "--start and --stop together"),
        (
            ["tune", "gemm", "--start", "8", "--stop", "9", "--step", "0"],
            "expected a whole number, 1 or more",
        ),
        (["tune", "gemm", "--start", "8", "--stop", "9", "--times", "1"], "1.0 is not in the range"),
        (["tune", "gemm", "--start", "8", "--stop", "9", "--times", "nan"], "nan"),
        (["tune", "all", "--like", "none.json"], "none.json: it cannot be read"),
        (["tune", "all", "--like", "a", "--from-log", "b"], "one of --like"),
        (["tune", "--from-log"], "requires an argument"),
    ],
)
def test_bad_commands(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Are refused in one line."""
    assert main([*words, *POCL] if words[-1] != "--from-log" else words) in {1, 2}
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_gains_are_said_in_words(pocl: Rig) -> None:
    """Faster, as before, new, or not compared."""
    facts, problem = pocl.device.facts, read("sgemm NN 1024x1024x1")
    faster = _report(problem, facts, (_finalist(NEW, 31.2e-6, 0.476), _finalist(OLD, 65.5e-6, 1.0)))
    assert gain(faster) == "2.1 times as fast as before: 31.2 us, 67.2 GFLOP/s; before 65.5 us"
    assert times_as_fast(faster) == pytest.approx(2.1, rel=1e-3)
    little = _report(problem, facts, (_finalist(NEW, 31.2e-6, 0.997), _finalist(OLD, 31.3e-6, 1.0)))
    assert gain(little) == "0.3 % faster than before: 31.2 us, 67.2 GFLOP/s; before 31.3 us"
    kept = _report(problem, facts, (_finalist(OLD, 65.5e-6, 1.0), _finalist(NEW, 70e-6, 1.07)))
    assert gain(kept).startswith(
        "kept what was served before: no point was faster by more than the noise; 65.5 us"
    )
    assert times_as_fast(kept) == 1
    new = TuningReport(problem, facts, Result([]), (_finalist(NEW, 31.2e-6, 1.0),))
    assert gain(new) == "31.2 us, 67.2 GFLOP/s; nothing was served before"
    replayed = _report(problem, facts, (_finalist(NEW, 31.2e-6, float("nan")),))
    assert gain(replayed) == "31.2 us, 67.2 GFLOP/s; it did not take turns with what was served before"
    failed = _report(problem, facts, (_finalist(NEW, 31.2e-6, float("inf")),))
    assert gain(failed) == "31.2 us, 67.2 GFLOP/s; what was served before failed"
    assert gain(_report(problem, facts, ())) == "nothing was measured"


@pytest.mark.budget(3)
def test_a_killed_sweep_goes_on(tmp_path: Path) -> None:
    """What was finished is not searched again, and what was measured is known."""
    command = [sys.executable, "-m", "autoblas", "tune", "gemm", "-n", "16", "-n", "24", "-n", "32", *POCL]
    command += ["--strategy", "suggested", "--fix", "kernel=gemm_direct", "--trials", "1"]
    environment = {**os.environ, "AUTOBLAS_DATA_DIR": str(tmp_path / "data"), "COLUMNS": "200"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        wait_for(lambda: user_results().records(), process)
        process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        process.communicate(timeout=60)
    known = {record.sizes for record in user_results().records()}
    assert known
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "3 of 3 problems are searched to the end" in done.stdout
    assert {record.sizes for record in user_results().records()} == {(n, n, n) for n in (16, 24, 32)}


def test_a_search_gets_no_more_than_what_is_left_of_the_sweep(
    pocl: Rig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With all that it does before and after its trials; what there is no time for is counted."""
    now, given = [0.0], list[float]()
    monkeypatch.setattr("autoblas.cli.tuning.sweeping.time.perf_counter", lambda: now[0])

    def tune(problem: Any, _: Any, budget: Budget, **how: Any) -> TuningReport:
        given.append(budget.within or math.inf)
        now[0] += 4.0  # until the first trial
        how["on_result"](SimpleNamespace(replayed=False))
        now[0] += 3.0
        return _report(problem, pocl.device.facts, (_finalist(NEW, 1e-6, 0.5),), complete=False)

    monkeypatch.setattr(sweeping, "tune", tune)
    monkeypatch.setattr("autoblas.cli.tuning.sweeping.Live.show", lambda *_: None)
    words = ["tune", "gemm", "-n", "16", "-n", "24", "-n", "32", "-n", "40", "--seconds", "19", *POCL]
    assert main(words) == 0
    assert given == [19.0, 12.0]
    assert "the time is up; 2 of 4 problems were not begun" in capsys.readouterr().out
    given.clear()
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["not_begun"] == 2


def test_the_ranking_says_what_was_served_before(pocl: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """It stays first where no other is surely faster, whatever the medians are."""
    finalists = (_finalist(OLD, 2e-6, 1.0), _finalist(NEW, 1.9e-6, 0.99))
    report = _report(read("sgemm NN 64x64x64"), pocl.device.facts, finalists)
    search.show(Console(highlight=False), report, 5)
    lines = [line for line in capsys.readouterr().out.splitlines() if ". gemm" in line]
    assert [line.endswith("  served before") for line in lines] == [True, False]
