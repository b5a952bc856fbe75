"""The steps of ``benchmarks/card.py`` run, fail, and end in time, here with commands that need no card."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

if TYPE_CHECKING:
    from types import ModuleType

    from click.testing import Result


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script."""
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "benchmarks"))
    import card

    return card


def python(text: str, seconds: float = 60) -> tuple[float, tuple[str, ...]]:
    """A step that runs a line of Python."""
    return seconds, (sys.executable, "-c", text)


@pytest.fixture
def run(card: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """What runs some steps in the place of the card's."""

    def made(steps: dict[str, Any], checks: dict[str, Any] | None = None, minutes: float = 1) -> Result:
        for name, given in (("MEASURES", steps), ("CHECKS", checks or {})):
            monkeypatch.setattr(card, name, {name: card.Step(*step) for name, step in given.items()})
        return CliRunner().invoke(card.main, ["--into", str(tmp_path), "--minutes", str(minutes)])

    return made


def test_every_step_is_run_and_kept(card: ModuleType, run: Any, tmp_path: Path) -> None:
    """Checks first; the last lines of each are printed, and all of them are in its file."""
    text = f"print(*range({card.LINES + 5}), sep='\\n')"
    found = run({"second": python("print('two')")}, {"first": python(text)})
    assert found.exit_code == 0
    assert found.output.index("== first: exit status 0") < found.output.index(
        "== second: exit status 0\n".strip()
    )
    assert "\n5\n" in found.output
    assert "\n4\n" not in found.output
    assert (tmp_path / "first.txt").read_text().splitlines()[0] == "0"
    assert found.output.splitlines()[-2:] == ["two", "all steps succeeded"]


def test_a_step_that_fails_is_told(run: Any) -> None:
    """One that ends with an error, one that has no command, and one whose time is up; the others run."""
    found = run(
        {
            "wrong": python("import sys; sys.exit('no')"),
            "missing": (9, ("autoblas-has-no-such-command",)),
            "slow": python("import time; time.sleep(60)", seconds=0.2),
            "right": python("print('done')"),
        }
    )
    assert found.exit_code == 1
    for words in (
        "== wrong: exit status 1",
        "== missing: could not begin",
        "== slow: time was up",
        "\ndone\n",
    ):
        assert words in found.output
    assert found.output.endswith("failed: wrong, missing, slow\n")


def test_no_step_begins_when_the_minutes_are_over(run: Any) -> None:
    """It counts as one that failed."""
    found = run({"never": python("print('begun')")}, minutes=0)
    assert found.exit_code == 1
    assert "== never: no time was left" in found.output
    assert "begun" not in found.output


def test_every_command_is_there(card: ModuleType) -> None:
    """The scripts that steps run exist."""
    for step in (card.CHECKS | card.MEASURES).values():
        assert all(Path(word).exists() for word in step.command if word.endswith(".py"))
