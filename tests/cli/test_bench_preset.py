"""``autoblas bench preset``: a line an invocation, set-up alone, validation, and sizes that are refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from autoblas.cli import main

if TYPE_CHECKING:
    from support.rig import Rig


def _run(rig: Rig, *arguments: str) -> int:
    return main(["bench", "preset", "--device", rig.choice, *arguments])


@pytest.mark.budget(3)
def test_one_line_an_invocation(pocl: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """As many lines as iterations, each with its time and rate; validation comes first."""
    assert _run(pocl, "--preset", "naive", "-n", "32", "--iterations", "3", "--validate") == 0
    lines = capsys.readouterr().out.splitlines()
    timed = [
        line
        for line in lines
        if re.fullmatch(r"invocation \d: [\d.]+ ms, [\d.]+ GFLOP/s, [\d.]+% of peak", line)
    ]
    assert len(timed) == 3
    assert next(i for i, line in enumerate(lines) if line.startswith("right")) < lines.index(timed[0])


def test_no_iterations_set_up_only(pocl: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    """With 0 iterations nothing is timed."""
    assert _run(pocl, "--preset", "naive", "-n", "32", "--iterations", "0") == 0
    out = capsys.readouterr().out
    assert "set up in" in out
    assert "invocation" not in out
    assert "64 hardware threads of 16 lanes on Intel's graphics" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--preset", "naive", "-n", "2000000"), "-m: expected 1 to"),
        (("--preset", "naive", "-n", "0"), "expected a whole number, 1 or more"),
        (("--preset", "naïve", "-n", "8"), "preset"),
        (("-n", "8"), "Missing option '--preset'"),
        ((), "Missing option '--preset'"),
        (("--preset", "naive", "--iterations", "-1"), "-1"),
    ],
)
def test_mistakes(
    pocl: Rig, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    """What cannot be done is said in a sentence, before anything is allocated."""
    assert _run(pocl, *arguments) != 0
    assert said in capsys.readouterr().err
