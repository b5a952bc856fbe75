"""What ``explain --devices`` says of calls that several devices share."""

import json
from typing import Any

import numpy as np
import pyopencl as cl
import pytest
from click.testing import CliRunner

import autoblas
from autoblas.calls.several import execution
from autoblas.calls.several.device_set import DeviceSet
from autoblas.calls.several.members import Member
from autoblas.cli import cli
from autoblas.cli.routines.several import expected, several_text, turning_point
from autoblas.cli.routines.table import call_of
from support.memories import copying
from support.rig import Rig

ROUTINES = ("gemm", "gemmt", "symm", "hemm", "syrk", "herk", "syr2k", "her2k", "trmm", "trsm")


@pytest.fixture
def two(any_device: Rig, monkeypatch: pytest.MonkeyPatch) -> DeviceSet:
    """Two equal devices of a machine with cores for both, of 100 GFLOP/s each."""
    units = 4 * any_device.device.facts.compute_units
    monkeypatch.setattr("os.cpu_count", lambda: units)
    monkeypatch.setattr(Member, "speed", lambda *_, **__: 1e11)
    queues = [cl.CommandQueue(any_device.device.context, any_device.device.hardware) for _ in "ab"]
    return autoblas.devices(*queues)


@pytest.mark.parametrize("routine", ROUTINES)
def test_equal_devices_share_large_calls(two: DeviceSet, routine: str) -> None:
    """About half each, in about half of the time, from some size on; small calls one computes alone."""
    large = expected(call_of(routine, "-n", "8192"), two)
    assert large.together
    assert large.shares == pytest.approx((0.5, 0.5), abs=0.06)
    assert large.seconds / large.alone == pytest.approx(0.5, abs=0.08)
    assert not expected(call_of(routine, "-n", "64"), two).together
    turn = turning_point(call_of(routine, "-n", "8192"), two)
    assert turn is not None
    assert 64 < turn.values["n"] < 8192
    assert expected(turn, two).together
    half = call_of(routine, "-n", str(turn.values["n"] // 2))
    assert not expected(half, two).together


@pytest.mark.parametrize("routine", ["symm", "syrk", "trsm"])
def test_the_bus_counts(
    two: DeviceSet, any_device: Rig, monkeypatch: pytest.MonkeyPatch, routine: str
) -> None:
    """Devices with memory of their own gain less where operands come slowly, since each needs the common ones."""
    copying(any_device, monkeypatch)
    call = call_of(routine, "-n", "8192")
    fast = expected(call, two)
    monkeypatch.setattr("autoblas.calls.several.prediction.BUS", 1e9)
    slow = expected(call, two)
    assert fast.seconds < slow.seconds
    assert fast.seconds / fast.alone < slow.seconds / slow.alone
    assert "parts" in several_text(fast)


def test_a_call_is_computed_as_it_says(two: DeviceSet, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of the schedule are those of the call."""
    seen: list[Any] = []

    def counted(*call: Any) -> Any:
        seen.append(call[0])
        return execution.compute(*call)

    monkeypatch.setattr("autoblas.calls.complete.compute", counted)
    a, b = np.ones((500, 500), np.float32), np.ones((500, 900), np.float32)
    monkeypatch.setattr(Member, "speed", lambda *_, **__: 1e9)
    said = expected(call_of("symm", "-n", "500", "-k", "900"), two)
    assert said.together
    autoblas.symm(a, b, devices=two)
    autoblas.syrk(b, devices=two)
    updates = expected(call_of("syrk", "-n", "500", "-k", "900"), two)
    assert [len(each.parts) for each in seen] == [said.parts, updates.parts]


def test_the_command() -> None:
    """In words and as JSON; other routines, and both options, are refused."""
    shown = CliRunner().invoke(cli, ["explain", "gemm", "-n", "256", "--devices", "0"])
    assert shown.exit_code == 0
    assert "sgemm NN 256x256x256, NumPy arrays, on 1 device\n" in shown.output
    assert "computed by the one device that there is\n  100%" in shown.output
    told = CliRunner().invoke(cli, ["explain", "trsm", "-n", "256", "--devices", "0", "--json"])
    document = json.loads(told.output)
    assert document["several"]["together"] is False
    assert document["several"]["shares"][0]["share"] == 1
    assert document["faster_from"] is None
    wrong = CliRunner().invoke(cli, ["explain", "axpy", "-n", "9", "--devices", "0"])
    assert "level 3" in str(wrong.exception)
    both = CliRunner().invoke(cli, ["explain", "gemm", "-n", "9", "--devices", "0", "--device", "0"])
    assert both.exit_code == 2
