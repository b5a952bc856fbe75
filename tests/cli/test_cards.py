"""Commands know cards that are reached through CUDA: on an emulated one, and with a stand-in driver."""

import sys

import pytest

from autoblas.cli.commands import doctor
from autoblas.cli.output import devices as cards
from autoblas.devices.named import called, hardware_called
from autoblas.devices.selftest import serving_device
from autoblas.devices.selftest.serving_device import select_device
from autoblas.devices.selftest_results import SelfTestResult
from autoblas.errors import NoDeviceError
from autoblas.plan.candidates import Candidate, candidates
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from autoblas.tune.evaluator import evaluator
from support.emulated_card import emulated_card
from support.fake_cuda import fake_cuda
from support.rig import Rig


def test_the_doctor_tells_of_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what became of their self-tests, and the versions of driver and compiler."""
    verdicts = [SelfTestResult({}, 51e3, 5e-6, "2026-11-23"), SelfTestResult({"float": "crashed"})]
    monkeypatch.setattr(doctor, "selftest_result", lambda card, again: verdicts[card.ordinal])

    def tested(name: str) -> str:
        return doctor._self_test_of_card(name, again=True)

    with fake_cuda() as (driver, _):
        driver.count = 2
        assert cards.card_lines(tested) == [
            (
                "CUDA      cuda:0  NVIDIA H200 no. 0: works, it passed its self-test on 2026-11-23: 51000 GFLOP/s in float32, "
                "5 us a launch, CUDA 13.0, NVRTC 13.0"
            ),
            "CUDA      cuda:1  NVIDIA H200 no. 1: does not work, it crashed, CUDA 13.0, NVRTC 13.0",
        ]
        assert [card["index"] for card in cards.card_documents()] == ["cuda:0", "cuda:1"]


def test_the_doctor_tells_why_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the package is installed; elsewhere nothing is said."""
    with fake_cuda(driver=False):
        (line,) = cards.card_lines(str)
        assert "no driver of NVIDIA was found" in line
        assert cards.card_documents() == []
        with monkeypatch.context() as patch:  # undone before the stand-ins go
            patch.setitem(sys.modules, "cuda", None)
            assert cards.card_lines(str) == []


def test_a_card_is_found_by_its_name_in_any_process(pocl: Rig) -> None:
    """The tuner's child is told that."""
    with emulated_card(pocl):
        chosen = select_device("cuda")
        assert chosen.index == -1
        assert called(chosen.device) == "cuda:0"
        assert hardware_called("cuda:0") == chosen.device


def test_a_card_serves_where_opencl_has_no_device(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless something else was named, or there is no card either."""
    monkeypatch.setattr(serving_device, "listing", list)
    monkeypatch.delenv("AUTOBLAS_DEVICE", raising=False)
    with emulated_card(pocl):
        chosen = select_device()
        assert called(chosen.device) == "cuda:0"
        assert chosen.reason == "reached through CUDA, and OpenCL has no device"
        with pytest.raises(NoDeviceError):
            select_device("gpu")
    with fake_cuda(driver=False), pytest.raises(NoDeviceError, match="no OpenCL device was found"):
        select_device()


def test_points_are_tried_on_a_card(pocl: Rig) -> None:
    """As the tuner's child does: built, checked and timed."""
    with emulated_card(pocl):
        problem = Matmul(32, 32, 32, FLOAT32, "row", "row", "row", FLOAT32, FLOAT32, FLOAT32)
        owner = evaluator(problem.words(), "cuda:0")
        first = next(
            candidate
            for candidate in candidates(problem, owner.device.facts)
            if isinstance(candidate, Candidate)
        )
        trial = owner.prepare(first.point)
        trial.build()
        assert trial.check() is None
        assert trial.run() > 0
