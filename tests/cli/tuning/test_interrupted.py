"""Interrupted tuning: what was found is kept and said, and the exit status is that of the signal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from autoblas.cli import main
from autoblas.cli.commands import tune as tune_command
from autoblas.cli.tuning import search, sweeping
from autoblas.isolate.interruption import as_interrupts
from autoblas.plan.results import user_results
from autoblas.problems.blas.notation import read, written
from autoblas.tune.tune import Budget, TuningReport, tune
from autoblas.tuning import Finalist, Outcome
from autoblas.tuning.session import Result
from support.waiting import measured, wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from support.rig import Rig

POCL = ["--device", "Portable Computing Language"]
POINT: dict[str, Any] = {"kernel": "gemm_direct", "rm": 1}

SIGNALS = {
    "ctrl-c": (signal.SIGINT, 130),
    "kill": pytest.param(signal.SIGTERM, 143, marks=pytest.mark.skipif(os.name == "nt", reason="of POSIX")),
}
EITHER = pytest.mark.parametrize(("number", "status"), SIGNALS.values(), ids=SIGNALS)


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results and journals of each test go to a folder of its own."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture(autouse=True)
def usual_handlers() -> Iterator[None]:
    """Signals do what they do in a program, whatever whoever started the tests ignores."""
    usual: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def broken_off(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], list[str]]:
    """Lets a signal come in the n-th search, which then has found something; gives the problems searched."""

    def arrange(number: int, nth: int) -> list[str]:
        found: list[str] = []

        def searched(problem: Any, *_: Any, **__: Any) -> TuningReport:
            found.append(written(problem))
            result = Result([], evaluated=2, complete=True)
            if len(found) == nth:
                try:
                    signal.raise_signal(number)
                    time.sleep(5)  # until Python handles it
                except KeyboardInterrupt:
                    result = Result([], evaluated=1, interrupted=True)
            finalist = Finalist(POINT, Outcome("ok", (1e-6,)), float("nan"))
            return TuningReport(problem, pocl.device.facts, result, (finalist,), POINT)

        for module in (search, sweeping):
            monkeypatch.setattr(module, "tune", searched)
        return found

    return arrange


@EITHER
def test_a_search_ends_with_the_status_of_its_signal(
    broken_off: Callable[[int, int], list[str]], number: int, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """And says what is kept, and how to go on."""
    broken_off(number, 1)
    assert main(["tune", "gemm", "-n", "32", *POCL]) == status
    out = capsys.readouterr().out
    assert f"Interrupted after 0 s; the best so far is kept in {user_results().path}; " in out
    assert "; the same command goes on\n" in out
    broken_off(number, 1)
    assert main(["tune", "axpy", "-n", "32", "--fresh", *POCL]) == status
    assert "; the same command without --fresh goes on\n" in capsys.readouterr().out


@EITHER
def test_a_sweep_ends_with_the_status_of_its_signal(
    broken_off: Callable[[int, int], list[str]], number: int, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """After the search that was under way; the others are not begun."""
    found = broken_off(number, 2)
    assert main(["tune", "gemm", "-n", "32", "-n", "48", "-n", "64", *POCL]) == status
    assert len(found) == 2
    out = capsys.readouterr().out
    assert "Interrupted after 0 s; results are in " in out
    assert "2 may gain more: the same command goes on" in out


@pytest.mark.parametrize(
    "words",
    [("gemm", "-n", "32"), ("gemm", "-n", "32", "-n", "48"), ("symm", "-n", "32")],
    ids=["search", "sweep", "call"],
)
def test_json_is_one_object_all_the_same(
    broken_off: Callable[[int, int], list[str]], words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """With what was found before."""
    found = broken_off(signal.SIGINT, 1)
    assert main(["tune", *words, "--json", *POCL]) == 130
    document = json.loads(capsys.readouterr().out)
    assert document["interrupted"] is True
    best = [problem["best"]["seconds"] for problem in document["problems"] if problem.get("best")]
    assert best == [1e-6]
    assert len(found) == 1


@pytest.mark.parametrize("words", [("gemm", "-n", "32"), ("gemm", "-n", "8", "-n", "9"), ("all",)])
def test_an_interruption_before_the_first_trial_is_said(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As while devices are listed; the object is printed too."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tune_command, "select_device", interrupted)
    monkeypatch.setattr(search, "tune", interrupted)
    assert main(["tune", *words, *POCL, "--json"]) == 130
    said = capsys.readouterr()
    document = json.loads(said.out)
    assert document["command"] == f"tune {words[0]}"
    assert (document["interrupted"], document["problems"]) == (True, [])
    assert "interrupted; trials that were done are known: the same command goes on" in said.err


def test_a_signal_in_the_finals_keeps_what_the_trials_found(
    pocl: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without turns, and without the search of helpers."""

    def interrupted(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr("autoblas.tuning.hold", interrupted)
    problem = read("saxpy 1000")
    with as_interrupts() as heard:
        report = tune(problem, POCL[1], Budget("suggested", trials=1), fixed={"kernel": "map"})
    assert report.interrupted
    assert heard.status == 143
    assert report.finalists
    kept = user_results().records()  # of those that were launched often enough, on a busy machine fewer
    assert {record.sizes for record in kept} == {problem.sizes}
    assert len(kept) <= len(report.finalists)


def test_a_signal_between_helpers_keeps_what_was_found(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the problem itself."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("autoblas.tune.task.Task.helpers", interrupted)
    problem = read("saxpy 1000")
    report = tune(problem, POCL[1], Budget("suggested", trials=1))
    assert report.interrupted
    assert report.finalists
    assert user_results().records()


@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
@pytest.mark.budget(3)
@EITHER
def test_an_interrupted_program_ends_as_such(tmp_path: Path, number: int, status: int) -> None:
    """As users interrupt it: with what it found in the results, and one object."""
    command = [sys.executable, "-c", _PROGRAM, "tune", "gemm", "-n", "96", *POCL, "--seconds", "60", "--json"]
    environment = {
        **os.environ,
        "AUTOBLAS_DATA_DIR": str(tmp_path / "data"),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        wait_for(lambda: measured(tmp_path / "data"), process)
        process.send_signal(number)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == status
    document = json.loads(out)
    assert document["interrupted"] is True
    assert document["problems"][0]["best"]["seconds"] > 0
    assert user_results().records()


_PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may ignore it
signal.signal(signal.SIGTERM, signal.SIG_DFL)
from autoblas.cli import main
sys.exit(main())
"""
