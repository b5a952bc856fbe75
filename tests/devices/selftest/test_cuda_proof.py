"""Cards prove themselves through CUDA as devices of OpenCL do: the texts, the process, and cards that no other process gets."""

from typing import Any
from unittest.mock import Mock

import pytest

from autoblas.devices.backends import device_on
from autoblas.devices.cuda.cards import CudaCard
from autoblas.devices.selftest import child, results, run, serving_device
from autoblas.devices.selftest.cases import cases_of
from autoblas.devices.selftest.serving_device import require_selftest, select_device
from autoblas.devices.selftest_results import SelfTestResult, selftest_key, stored_result
from autoblas.emit.cuda_c import CUDA_C
from autoblas.emit.dialect import CompilerOptions
from autoblas.errors import AllocationError, DeviceError, UnavailableError
from autoblas.isolate.run import ExitReport
from support import nvrtc
from support.cuda_samples import CARD
from support.fake_cuda import fake_cuda
from support.host_cuda import HostCuda, needs_cpp
from support.nvrtc import needs_nvrtc


@pytest.fixture(name="on_host")
def make_on_host(tmp_path, monkeypatch):
    """A device that runs CUDA C++ on the host, as the one that is tried."""
    device = HostCuda(CARD, tmp_path)
    monkeypatch.setattr(run, "device_on", lambda _: device)
    return device


@pytest.fixture(name="card")
def make_card(own_results, monkeypatch):
    """A card of which nothing is known; only its driver is there, and no other process sees it."""
    monkeypatch.setattr(results, "_results", {})
    monkeypatch.setattr(serving_device, "_passed", set())
    with fake_cuda() as (driver, _):
        yield driver


def said(monkeypatch: pytest.MonkeyPatch, **found: Any) -> list[str]:
    """Let every child say the same; gives the names that it was asked for."""
    asked: list[str] = []

    def heard(*arguments: str, seconds: float, announced: bool) -> Any:
        assert announced
        assert seconds
        asked.append(arguments[len(results.CHILD)])
        return ExitReport(None, found)

    monkeypatch.setattr(results, "run", heard)
    return asked


# The texts


@needs_cpp
@pytest.mark.budget(one_in=2)
def test_what_is_tried_is_right_in_cuda(on_host):
    """Every case of a card, by the dialect's own words, gives what NumPy gives."""
    assert run.SelfTestRun(None, on_host.facts, cases_of(CARD), timed=False).wrong() == {}


@needs_nvrtc
@pytest.mark.cuda
def test_what_is_tried_compiles(monkeypatch, tmp_path):
    """By NVIDIA's compiler, with what measures the speed."""
    texts: list[str] = []

    class Compiling(HostCuda):
        def build(self, text, options):
            del options
            texts.append(text)

    monkeypatch.setattr(run, "device_on", lambda _: Compiling(CARD, tmp_path))
    run.SelfTestRun(None, CARD, cases_of(CARD), timed=True)
    nvrtc.checked(texts[0], CUDA_C.flags(CompilerOptions(contract=True)))


# The process


def test_a_card_is_tried_by_its_name(card, monkeypatch):
    """Once, in a process that finds it by that; the verdict is kept, for this way to the card alone."""
    asked = said(monkeypatch, wrong={}, gflops=5.0, launch_seconds=1e-6)
    device = device_on(CudaCard(0, "x"))
    assert not device.passed_selftest
    for _ in range(2):
        require_selftest(device)
    assert asked == ["cuda:0"]
    stored = stored_result(selftest_key(device.facts))
    assert stored is not None
    assert (stored.failures, stored.gflops) == ({}, 5.0)
    assert select_device("cuda").device == select_device("cuda:0").device


def test_a_wrong_card_is_refused(card, monkeypatch):
    """With what it failed at, wherever it is named or its arrays come from."""
    monkeypatch.setattr(
        results, "run_selftest", lambda name, claims: SelfTestResult({"float": "computed wrong numbers"})
    )
    with pytest.raises(DeviceError, match="failed its self-test at float: it computed wrong numbers"):
        select_device("cuda")
    with pytest.raises(DeviceError, match="failed its self-test at float"):
        require_selftest(device_on(CudaCard(0, "x")))


def test_facts_are_claims_less_failures(card, monkeypatch):
    """As those of every device."""
    monkeypatch.setattr(results, "run_selftest", lambda name, claims: SelfTestResult({"float16": "crashed"}))
    assert select_device("cuda").facts.failing_vectors == ("float16",)


# Cards that no other process gets


@pytest.mark.parametrize(("wrong", "failures"), [({}, set()), ({"float": "fma"}, {"everything"})])
def test_a_card_that_others_cannot_use_is_tried_here(card, monkeypatch, wrong, failures):
    """A full or exclusive card says nothing of what it computes; this process has its context."""
    said(monkeypatch, unavailable="no memory")

    class Trial:
        def __init__(self, device, claims, cases, *, timed):
            assert timed

        def wrong(self):
            return wrong

        def speed(self):
            return 7.0, 1e-6

    monkeypatch.setattr(run, "SelfTestRun", Trial)
    verdict = results.selftest_result(CudaCard(0, "x"))
    assert set(verdict.failures) == failures
    assert verdict.gflops == 7.0


def test_a_card_that_is_full_here_too_is_judged_later(card, monkeypatch):
    """The result is not stored."""
    said(monkeypatch, unavailable="no memory")

    def full(*_, **__):
        raise AllocationError("no room")

    monkeypatch.setattr(run, "SelfTestRun", full)
    device = CudaCard(0, "x")
    with pytest.raises(AllocationError):
        results.selftest_result(device)
    assert stored_result(selftest_key(device_on(device).facts)) is None


@pytest.mark.parametrize("code", [2, 46, 101])
def test_a_child_says_that_it_got_no_context(card, code):
    """That is no fault of the card."""
    card.faults["cuDevicePrimaryCtxRetain"] = code
    channel = Mock()
    child.try_device(channel, "cuda:0")
    assert "unavailable" in channel.report.call_args.kwargs
    with pytest.raises(UnavailableError, match="gives no context"):
        device_on(CudaCard(0, "x"))
