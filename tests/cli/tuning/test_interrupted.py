"""Interrupted tuning: what was found is kept and said, and the exit status is that of the signal."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autoblas.isolate.interruption import as_interrupts
from autoblas.plan.results import user_results
from autoblas.problems.blas.notation import read
from autoblas.tune.tune import Budget, tune
from support.rig import Rig
from support.waiting import measured, wait_for

pytestmark = pytest.mark.usefixtures("own_results", "wide_terminal")

POCL = ["--device", "Portable Computing Language"]
POINT: dict[str, Any] = {"kernel": "gemm_direct", "rm": 1}

SIGNALS = {
    "ctrl-c": (signal.SIGINT, 130),
    "kill": pytest.param(signal.SIGTERM, 143, marks=pytest.mark.skipif(os.name == "nt", reason="of POSIX")),
}
EITHER = pytest.mark.parametrize(("number", "status"), SIGNALS.values(), ids=SIGNALS)


@pytest.fixture(autouse=True)
def usual_handlers() -> Iterator[None]:
    """Signals do what they do in a program, whatever whoever started the tests ignores."""
    usual: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


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
    records = user_results().records()  # of those that were launched often enough, on a busy machine fewer
    assert {record.sizes for record in records} == {problem.sizes}
    assert len(records) <= len(report.finalists)


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
    environment = {**os.environ, "AUTOBLAS_DATA_DIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        wait_for(lambda: measured(tmp_path), process)
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
