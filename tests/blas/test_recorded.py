"""A program whose calls are written down computes the same, and its file holds all of them, also where it is killed."""

import importlib
import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import autoblas
from autoblas.blas import cached_calls
from autoblas.blas.cached_calls import RECORDING, plan_of
from autoblas.blas.host import crossover
from autoblas.blas.recorded import _description, _key_of, recorded
from autoblas.calls import dispatch, serve
from autoblas.problems import Matmul
from autoblas.problems.blas.notation import read
from autoblas.records.log import read_log
from support.rig import Rig
from support.routine_cases import CASES

SOME = ("gemm", "trsm", "axpy", "dot", "gemv", "trmv", "syrk", "gemm_batched", "convgemm", "imatcopy")
"""Routines of all kinds."""

TESTS = Path(__file__).parents[2]


def _environment(rig: Rig, file: Path) -> dict[str, str]:
    paths = os.pathsep.join([str(TESTS), *sys.path])
    platform = rig.device.facts.platform
    return {**os.environ, "PYTHONPATH": paths, "AUTOBLAS_RECORD": str(file), "AUTOBLAS_DEVICE": platform}


def _check(rig: Rig, file: Path, names: tuple[str, ...]) -> None:
    """Run the program, and compare its file with what it did."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "support.recorded_program", *names],
        env=_environment(rig, file),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {}
    log = read_log(file)
    assert (log.damaged, log.unread) == (0, 0)
    assert {kind.routine for kind in log.kinds} == {*names, "gemm"}
    assert log.calls == 2 * len(names) + 10  # five prepared ones among them
    product = read("sgemm NN 64x64x64")
    assert isinstance(product, Matmul)
    (share,) = (each for each in log.shares() if each.problem == product)
    assert share.calls == 10
    assert share.host == 0
    assert 0 < share.seconds < 60


def test_calls_are_written_down(pocl, tmp_path):
    """Of NumPy arrays and device arrays, prepared and repeated."""
    _check(pocl, tmp_path / "calls", SOME)


@pytest.mark.budget(30)
def test_calls_of_every_routine_are_written_down(pocl, tmp_path):
    """Also of those that take several launches, offsets, or lists."""
    _check(pocl, tmp_path / "calls", tuple(CASES))


@pytest.mark.parametrize("kind", [float, complex, np.float32, np.complex128, np.array])
def test_factors_of_0_and_1_are_calls_of_their_own(kind):
    """Of any class: with 0 there is no product, and what such a call asks for says nothing of others."""
    looks = [_key_of(kind(value)) for value in (0.0, 1.0, 2.0, 3.0)]
    assert len(set(looks)) == 3
    assert looks[2] == looks[3]
    assert (
        len({*looks, *(_key_of(kind(value)) for value in (math.inf, math.nan))}) == 4
    )  # NumPy has updates with these


BEGINS_SECONDS = 60
"""Until the program has written its first calls; what it does after a third of that, it says itself."""

ENDLESS = f"""
import faulthandler; faulthandler.dump_traceback_later({BEGINS_SECONDS // 3})
import numpy as np, autoblas
a = np.ones((64, 64), np.float32)
while True:
    autoblas.gemm(a, a)
"""


def test_the_file_of_a_killed_program_is_complete(pocl, tmp_path):
    """It holds all but the last second of calls."""
    file, said = tmp_path / "calls", tmp_path / "said"
    with (
        said.open("wb") as errors,
        subprocess.Popen(
            [sys.executable, "-c", ENDLESS], env=_environment(pocl, file), stderr=errors
        ) as process,
    ):
        deadline = time.monotonic() + BEGINS_SECONDS
        while time.monotonic() < deadline and not file.exists() and process.poll() is None:
            time.sleep(0.05)
        ended = process.poll()
        process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
    assert ended is None, f"it ended with status {ended}: {said.read_text('utf-8')}"
    assert file.exists(), f"no call in {BEGINS_SECONDS} s: {said.read_text('utf-8')}"
    log = read_log(file)
    assert log.damaged == 0
    assert log.calls > 10
    assert [next(iter(kind.problems)) for kind in log.kinds] == ["sgemm NN 64x64x64"]


def test_nothing_is_watched_without_a_file():
    """Then no function on the way of a call is another than it was written."""
    if RECORDING:
        pytest.skip("these tests run with AUTOBLAS_RECORD")
    for function in (dispatch.perform, serve.bind, crossover.host_call):
        assert not hasattr(function, "__wrapped__")
    gemm = importlib.import_module("autoblas").gemm
    assert cached_calls.ROUTINES[gemm].__name__ == "gemm"


def test_a_recorded_routine_has_its_plan():
    """The command line asks for plans also where calls are recorded."""
    gemm, plan = autoblas.gemm, plan_of(autoblas.gemm)
    assert plan_of(recorded(gemm, lambda *_: None, plan, ("a", "b"))) is plan


@pytest.mark.parametrize("options", [{}, {"wait_for": []}, {"queue": None}])
def test_what_numpy_computes_without_a_device_is_the_hosts(pocl, options):
    """Products with zeros that an infinite factor may not touch are left to NumPy, unless a device was asked for."""
    if "queue" in options:
        options = {"queue": pocl.queue}
    arguments = {"x": np.ones(2), "y": np.ones(2), "alpha": np.inf, **options}
    description = _description(plan_of(autoblas.ger), arguments, None)
    assert description.problems
    assert description.on_host is not bool(options)
