"""Texts that take their process: what counts against them, what does not, and what earlier versions kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import pytest

from autoblas.devices.recording import PLAIN_CPU
from autoblas.kernels import kernels
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.runtime.checks import apart
from autoblas.runtime.texts import verdicts
from autoblas.runtime.texts.verdicts import Verdict, key_of, refusal, wrong_on
from autoblas.tuning.outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

KERNEL, PROBLEM = kernels()["gemm_direct"], Matmul(64, 64, 64, FLOAT32)
PARAMS = KERNEL.space.point({})
RIGHT = Outcome("abandoned", stage="time")


class Stand:
    """In place of the child that evaluates: outcomes that are known, each with whether it came from outside."""

    def __init__(self, *outcomes: tuple[Outcome, bool]) -> None:
        self.outcomes = list(outcomes)
        self.ended_from_outside = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def evaluate(self, *_: Any, **__: Any) -> Outcome:
        """The next outcome."""
        outcome, self.ended_from_outside = self.outcomes.pop(0)
        return outcome


CRASH, HANG = (
    Outcome("crashed", stage="check", message="SIGSEGV"),
    Outcome("timed out", stage="check", message="60 s"),
)
KILL = Outcome("crashed", stage="check", message="the process was killed by SIGKILL")


@pytest.mark.parametrize(
    ("outcomes", "state"),
    [
        ([(RIGHT, False)], "right"),
        ([(CRASH, False), (RIGHT, False)], "right"),
        ([(CRASH, False), (CRASH, False)], "wrong"),
        ([(HANG, False), (HANG, False)], "wrong"),
        ([(HANG, False), (RIGHT, False)], "right"),
        ([(KILL, True), (KILL, True)], "unknown"),
        ([(CRASH, False), (KILL, True)], "unknown"),
        ([(KILL, True), (RIGHT, False)], "right"),
        ([(Outcome("wrong", stage="check", message="C[0] is 1"), False)], "wrong"),
    ],
)
def test_what_takes_a_process_counts_twice(
    outcomes: list[tuple[Outcome, bool]], state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And only where it was no doing of others."""
    stand = Stand(*outcomes)
    monkeypatch.setattr(apart, "Child", lambda *_: stand)
    (verdict,) = apart.judged_apart("0", [(KERNEL, PARAMS, PROBLEM)])
    assert verdict.state == state
    assert verdict.known == (state != "unknown")
    assert stand.outcomes == []


@pytest.fixture
def _forgotten() -> Iterator[None]:
    yield
    verdicts.forget_verdicts()


@pytest.mark.usefixtures("own_results", "_forgotten")
def test_what_earlier_versions_saw_once_is_tried_apart() -> None:
    """A text that crashed or hung once is neither refused nor run in this process; one with wrong numbers is refused."""
    key = key_of(KERNEL, PARAMS, PROBLEM, PLAIN_CPU)
    for wrong, refused in [
        ("it crashed: the process was killed by SIGKILL", False),
        ("it hung: the check stage took more than 60 s", False),
        ("C[0] is 1, not 2", True),
    ]:
        verdicts.keep(key, Verdict("wrong", wrong))
        verdicts.forget_verdicts()
        verdict = verdicts.known(key)
        assert verdict is not None
        assert (verdict.known, verdict.lost) == (refused, not refused)
        assert (refusal(KERNEL, PARAMS, PROBLEM, PLAIN_CPU) is not None) == refused
        assert bool(wrong_on(PLAIN_CPU)) == refused
    verdicts.keep(key, Verdict("wrong", "it crashed: SIGSEGV", seen_twice=True))
    assert refusal(KERNEL, PARAMS, PROBLEM, PLAIN_CPU) is not None
