"""The probe of hints on vectors: what it tells apart, what is kept of it, and that failing devices get no hint."""

import json
from dataclasses import replace

import pyopencl as cl
import pytest

from autoblas.cli import main
from autoblas.devices.opencl import selection
from autoblas.devices.opencl.doctor import hints
from autoblas.devices.opencl.doctor.hints import VECTORS, kernel_text, probe_hints, summary
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.recording import PLAIN_CPU, PLAIN_GPU
from autoblas.devices.selftest_results import store_hints, stored_hints
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.isolate.run import ExitReport
from autoblas.kernels import kernels
from autoblas.kernels.gemm.block.params import sums_type
from autoblas.precision import COMPLEX64, FLOAT32, FLOAT64, INT32
from autoblas.problems import Matmul
from support.rig import Rig

SENTENCE = "the compiler accepts the hint on vectors, as autoblas doctor finds out"


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """A folder of results that no other test sees."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "results"))


def _index(rig: Rig) -> int:
    return selection.listing().index(rig.device.hardware)


def test_compilers_that_accept_the_hint_are_reported(any_device):
    """Every type that the device has, in every length; of a type that it lacks nothing is known."""
    facts = any_device.device.facts
    verdicts = probe_hints(_index(any_device), facts)
    lacking = {kind for kind, there in (("double", facts.fp64), ("half", facts.fp16)) if not there}
    assert set(verdicts) == set(VECTORS)
    assert len(verdicts) == 20
    for name, verdict in verdicts.items():
        assert verdict == ("unknown" if VECTORS[name][0] in lacking else "ok")


def test_a_failure_is_told_apart_from_a_broken_device(monkeypatch):
    """With the hint only: ``fail``. Without it too: ``unknown``. Whatever else does not matter to the others."""

    def pretend(entry, index, how, names, *, seconds):
        assert (index, seconds > 0) == (0, True)
        broken = {"float4", "double8"} if how == "hinted" else {"double8"}
        return ExitReport("crashed (SIGSEGV)" if broken & set(names) else None, {})

    monkeypatch.setattr(hints, "run", pretend)
    verdicts = probe_hints(0, PLAIN_CPU)
    assert {name for name, verdict in verdicts.items() if verdict == "fail"} == {"float4"}
    halves = {name for name in VECTORS if name.startswith("half")}
    assert {name for name, verdict in verdicts.items() if verdict == "unknown"} == {"double8"} | halves
    assert summary(verdicts) == (
        "ok: float, float2, float8, float16, double, double2, double4, double16, uint to uint16; fail: float4; "
        "unknown: double8, half to half16"
    )


def test_the_kernels_differ_in_the_hint_alone():
    """So that nothing else can be at fault."""
    for name in VECTORS:
        attribute = f"__attribute__((vec_type_hint({name}))) "
        assert attribute in kernel_text(name, hinted=True)
        assert kernel_text(name, hinted=True).replace(attribute, "") == kernel_text(name, hinted=False)


def test_a_process_tells_what_went_wrong(pocl, monkeypatch):
    """A compiler's refusal, and wrong numbers; a process that is right says nothing."""
    index = _index(pocl)
    monkeypatch.setitem(VECTORS, "quad", ("float", 4))
    with pytest.raises(cl.Error):
        hints.try_vectors(None, index, "plain", ["quad"])
    right = hints.kernel_text
    monkeypatch.setattr(
        hints, "kernel_text", lambda name, *, hinted: right(name, hinted=hinted).replace(")3", ")2")
    )
    with pytest.raises(SystemExit, match="wrong numbers in vectors of type float4"):
        hints.try_vectors(None, index, "hinted", ["float4"])


@pytest.mark.usefixtures("own_folder")
def test_what_was_found_is_a_fact_from_then_on(pocl):
    """Of this device with this driver; another driver is another matter, and a later probe replaces an earlier one."""
    device = pocl.device.hardware
    facts = facts_of(device)
    here = (facts.name, facts.platform, facts.driver)
    assert facts.failing_hints == ()
    assert stored_hints(*here) == {}
    store_hints(*here, {"float4": "fail", "float": "ok", "double2": "fail", "half": "unknown"})
    store_hints(facts.name, facts.platform, "another", {"float": "fail"})
    assert facts_of(device).failing_hints == ("double2", "float4")
    assert stored_hints(*here)["half"] == "unknown"
    store_hints(*here, {"float4": "ok"})
    assert facts_of(device).failing_hints == ()


@pytest.mark.parametrize(
    ("problem", "values", "name"),
    [
        (Matmul(64, 64, 64, FLOAT32), {"vc": 4}, "float4"),
        (Matmul(64, 64, 64, FLOAT64), {"rn": 8, "vc": 8}, "double8"),
        (Matmul(64, 64, 64, INT32), {}, "uint"),
        (Matmul(64, 64, 64, COMPLEX64), {}, "float2"),
    ],
)
def test_a_device_that_fails_gets_no_hint(problem, values, name):
    """The rule says so, of the very type that the text would name and of no other; without the hint nothing changes."""
    kernel = kernels()["gemm_block"]
    hinted, plain = (kernel.space.point({**values, "hint": hint}) for hint in (True, False))
    assert sums_type(hinted, problem) == name
    assert f"vec_type_hint({name})" in kernel.source(hinted, problem, OPENCL_C)
    failing = replace(PLAIN_GPU, failing_hints=(name,))
    assert kernel.refusal(hinted, problem, failing) == SENTENCE
    assert kernel.refusal(plain, problem, failing) is None
    accepting = replace(PLAIN_GPU, failing_hints=tuple(set(VECTORS) - {name}))
    assert kernel.refusal(hinted, problem, accepting) is None


@pytest.mark.usefixtures("own_folder")
def test_doctor_finds_out_and_devices_tells(pocl, monkeypatch, capsys):
    """It prints and keeps the verdicts, which ``devices`` has from then on."""
    index = _index(pocl)
    monkeypatch.setattr(
        "autoblas.cli.commands.doctor.probe_hints",
        lambda i, f: dict.fromkeys(VECTORS, "ok") | {"float4": "fail"},
    )
    monkeypatch.setattr("autoblas.cli.commands.doctor.check_on_devices", lambda _, again: [])
    assert main(["doctor"]) == 0
    assert f"hints {index}   ok: float, float2, float8, float16, " in capsys.readouterr().out
    assert main(["devices", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["devices"][index]["failing_hints"] == ["float4"]
