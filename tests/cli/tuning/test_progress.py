"""The lines of progress: the time that is left goes on between news, and files get none of it."""

import io
import time

import pytest
from rich.console import Console

from autoblas.cli.tuning.progress import ProgressDisplay
from autoblas.cli.tuning.sweeping import expected_remaining
from autoblas.problems.blas.notation import read
from autoblas.tune.expectation import Expectation
from autoblas.tune.sweep import Sweep, Wanted


def _shown(live: ProgressDisplay) -> str:
    """The lines as they are drawn now."""
    file = io.StringIO()
    Console(file=file, width=80).print(live.lines)
    return file.getvalue()


def test_the_time_that_is_left_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search takes a minute, and the sweep's line says meanwhile how much time it still has."""
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    live = ProgressDisplay(Console(file=io.StringIO(), force_terminal=True, width=80), 3)
    assert "starting" in _shown(live)
    live.sweep(1, 3, 90.0)
    assert "1 of 3 problems, 1:30 left" in _shown(live)
    now += 50
    assert "1 of 3 problems, 40 s left" in _shown(live)
    now += 500
    assert "1 of 3 problems, 0 s left" in _shown(live)
    live.sweep(1, 3, 90.0, "about ")
    assert "1 of 3 problems, about 1:30 left" in _shown(live)
    live.sweep(1, 3, None)
    assert "1 of 3 problems " in _shown(live)


def test_files_get_no_progress() -> None:
    """Not even the empty line that ends it."""
    file = io.StringIO()
    with ProgressDisplay(Console(file=file, width=80), 3) as live:
        live.sweep(1, 3, 90.0)
    assert file.getvalue() == ""


def test_what_a_sweep_is_expected_to_take() -> None:
    """Remaining time of a sweep; without a limit from the time of its searches, before the first from their limit."""
    problems = [Wanted(read(f"sgemm NN {n}x{n}x{n}")) for n in (32, 64, 96)]
    sweep = Sweep(problems, lambda _: Expectation(1.0, 1.5, "", measured=False), limit=75.0)
    assert expected_remaining(12.0, 3.0, sweep) == (12.0, "")
    assert expected_remaining(None, 0.0, sweep) == (225.0, "about ")
    sweep.ended(problems[0].problem, complete=True)
    assert expected_remaining(None, 20.0, sweep) == (40.0, "about ")
    sweep = Sweep(problems, lambda _: Expectation(1.0, 1.5, "", measured=False), limit=None)
    assert expected_remaining(None, 0.0, sweep) == (None, "")
