"""Tables on disk with any content: a row counts as absent, or as written, and no error is raised."""

import json
import tempfile
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.blas.host.crossover import expected
from autoblas.database import Start, Starts
from autoblas.devices import selftest_results
from autoblas.devices.opencl.drivers import trials
from autoblas.devices.recording import PLAIN_CPU
from autoblas.devices.selftest.serving_device import fastest
from autoblas.errors import DatabaseWarning
from autoblas.isolate.run import ExitReport
from autoblas.kernels import kernels
from autoblas.plan import texts
from autoblas.plan.choose import choose
from autoblas.precision import FLOAT32, FLOAT64
from autoblas.problems import Matmul
from support.budget import examples
from support.damaged_texts import damaged_json, refusal

PROBLEM = Matmul(64, 64, 64, FLOAT32)
DIRECT = kernels()["gemm_direct"]
HERE = ("plain CPU", "no platform", "0")
TEXT = texts.key_of(DIRECT, DIRECT.space.point({}), PROBLEM, PLAIN_CPU)
PROOF = {
    "failures": {"float16": "hung"},
    "gflops": 9.5,
    "launch_seconds": 1e-5,
    "date": "2026",
    "host_gflops": 9.0,
    "seen_twice": True,
}

FILES: dict[str, Any] = {
    "hints.json": {", ".join(HERE): {"float4": "ok", "float8": "fail"}, "x": {"float2": "unknown"}},
    "proofs.json": {"here": PROOF, "there": {"failures": {"double": "computed wrong numbers"}}},
    "drivers.json": {__file__: {"met": "9 bytes", "fault": "it crashed", "tried": 1.5}},
    "texts.json": {
        TEXT: {"state": "begun", "kernel": "gemm_direct", "problem": "gemm", "pid": 4711},
        f"{TEXT}x": {"state": "wrong", "wrong": "C[0] is 1", "kernel": "gemm_direct"},
    },
    "starts.json": [{"family": "gemm", "kernel": "k", "parameters": {"a": 1}, "origin": "x", "sizes": [3]}],
}


def _hints() -> None:
    assert set(selftest_results.stored_hints(*HERE).values()) <= {"ok", "fail", "unknown"}
    selftest_results.store_hints("a", "b", "c", {"float4": "fail"})
    assert selftest_results.stored_hints("a", "b", "c") == {"float4": "fail"}


def _proofs() -> None:
    for name in ("here", "there"):
        proof = selftest_results.stored_result(name) or selftest_results.SelfTestResult()
        facts = selftest_results.without_failures(PLAIN_CPU, proof)
        assert proof.refusal is not None or choose(PROBLEM, facts).origin
        assert fastest([proof, proof]) in ((None,) if proof.refusal is not None else (0, 1))
        for precision in (FLOAT32, FLOAT64):
            if proof.host_gflops > 0:
                assert not expected(PLAIN_CPU, precision, proof).size < 0
    selftest_results.store_result("new", selftest_results.SelfTestResult({"double": "hung"}))
    assert selftest_results.stored_result("new") == selftest_results.SelfTestResult(
        {"double": "hung"}, confirmed=True
    )


def _drivers() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trials, "run_twice", lambda *_, **__: ExitReport(None, {}))
        assert trials.fault_of(Path(__file__)) is None
        assert trials.fault_of(Path(__file__)) is None


def _texts() -> None:
    texts.forget_verdicts()
    verdict = texts.verdict_of(TEXT)
    assert verdict is None or verdict.lost in {True, False}
    texts.reread_verdict(TEXT)
    assert all(verdict.state == "wrong" for verdict in texts.wrong_on(PLAIN_CPU))
    assert choose(PROBLEM, replace(PLAIN_CPU, fp64=False)).origin
    texts.store_verdict("new", texts.TextVerdict("wrong", "C[0] is 1"))
    texts.forget_verdicts()
    assert texts.verdict_of("new") == texts.TextVerdict("wrong", "C[0] is 1")


def _starts() -> None:
    new = Start("new", "k", {}, "x")
    Starts().add([new])
    assert Starts().matching("new", "", (1,)) == [new]


USES = dict(zip(FILES, (_hints, _proofs, _drivers, _texts, _starts), strict=True))


@st.composite
def files(draw: st.DrawFn) -> tuple[str, bytes]:
    """The name of a file, and what is in it."""
    name = draw(st.sampled_from(list(FILES)))
    return name, draw(st.one_of(damaged_json(st.just(FILES[name])), st.binary(max_size=30)))


@settings(max_examples=examples(40))
@given(files())
def test_any_file(file):
    """It is read, used, and written again, with at most a warning; other files stay as they are."""
    name, text = file
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("AUTOBLAS_DATA_DIR", folder)
        patch.setattr("autoblas.store.folder._warned", set())
        for table, sound in FILES.items():
            Path(folder, table).write_text(json.dumps(sound), encoding="utf-8")
        Path(folder, name).write_bytes(text)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DatabaseWarning)
            try:
                refused = refusal(USES[name])
                assert refused is None or folder in refused
            finally:
                texts.forget_verdicts()
        assert {path.name for path in Path(folder).iterdir() if path.suffix != ".lock"} == set(FILES)
        for table, sound in FILES.items():
            assert table == name or json.loads(Path(folder, table).read_text(encoding="utf-8")) == sound
