"""Texts that take their process: what counts against them, what does not, and what earlier versions kept."""

from dataclasses import replace

import pytest

from autoblas.checks import apart
from autoblas.devices.opencl.selection import listing
from autoblas.devices.recording import PLAIN_CPU
from autoblas.isolate.worker import Lost
from autoblas.kernels import kernels
from autoblas.plan import texts
from autoblas.plan.choose import choose
from autoblas.plan.texts import TextVerdict, key_of, refusal, wrong_on
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul

KERNEL, PROBLEM = kernels()["gemm_direct"], Matmul(64, 64, 64, FLOAT32)
PARAMS = KERNEL.space.point({})
RIGHT, WRONG = ["right", ""], ["wrong", "C[0] is 1"]
CRASH = Lost("ended", "the process was killed by SIGSEGV", ("check",), "", -11)
HANG = Lost("silent", "made no progress for 60 s", ("check",), "", -9)
KILL = Lost("ended", "the process was killed by SIGKILL", ("check",), "", -9, from_outside=True)
UNREADY = Lost("failed", "NoDeviceError: none", (), "", ready=False)


@pytest.mark.parametrize(
    ("answers", "state", "wrong"),
    [
        ([RIGHT], "right", ""),
        ([CRASH, RIGHT], "right", ""),
        ([CRASH, CRASH], "wrong", "it crashed: the process was killed by SIGSEGV"),
        ([HANG, HANG], "wrong", "it hung: made no progress for 60 s"),
        ([HANG, RIGHT], "right", ""),
        ([KILL, KILL], "unknown", "the process was killed by SIGKILL"),
        ([CRASH, KILL], "unknown", "the process was killed by SIGKILL"),
        ([KILL, RIGHT], "right", ""),
        ([WRONG], "wrong", "C[0] is 1"),
        ([UNREADY], "unknown", "NoDeviceError: none"),
    ],
)
def test_what_takes_a_process_counts_twice(answers, state, wrong, monkeypatch):
    """And only where it was no doing of others."""
    left = list(answers)
    monkeypatch.setattr("autoblas.isolate.worker.Worker.ask", lambda *_: left.pop(0))
    (verdict,) = apart.checked_in_child("0", [(KERNEL, PARAMS, PROBLEM)])
    assert (verdict.state, verdict.wrong, left) == (state, wrong, [])
    assert verdict.final == (state != "unknown")


@pytest.fixture
def _forgotten():
    yield
    texts.forget_verdicts()


@pytest.mark.usefixtures("own_results", "_forgotten")
def test_what_earlier_versions_saw_once_is_tried_apart():
    """A text that crashed or hung once is neither refused nor run in this process; one with wrong numbers is refused."""
    key = key_of(KERNEL, PARAMS, PROBLEM, PLAIN_CPU)
    for wrong, refused in [
        ("it crashed: the process was killed by SIGKILL", False),
        ("it hung: the check stage took more than 60 s", False),
        ("C[0] is 1, not 2", True),
    ]:
        texts.store_verdict(key, TextVerdict("wrong", wrong))
        texts.forget_verdicts()
        verdict = texts.verdict_of(key)
        assert verdict is not None
        assert (verdict.final, verdict.lost) == (refused, not refused)
        assert (refusal(KERNEL, PARAMS, PROBLEM, PLAIN_CPU) is not None) == refused
        assert bool(wrong_on(PLAIN_CPU)) == refused
    texts.store_verdict(key, TextVerdict("wrong", "it crashed: SIGSEGV", seen_twice=True))
    assert refusal(KERNEL, PARAMS, PROBLEM, PLAIN_CPU) is not None


@pytest.mark.usefixtures("nothing_shipped", "own_results")
def test_a_child_judges(any_device):
    """The real one: a text that is right, and one that no rule of the device allows."""
    choice, dmma = choose(PROBLEM, any_device.device.facts), kernels()["gemm_dmma"]
    candidates = [
        (choice.kernel, choice.params, PROBLEM),
        (dmma, dmma.space.point({}), replace(PROBLEM, precision=FLOAT64)),
    ]
    index = str(listing().index(any_device.device.hardware))
    assert [verdict.state for verdict in apart.checked_in_child(index, candidates)] == ["right", "unknown"]
