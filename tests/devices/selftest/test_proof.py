"""Devices prove themselves before they serve: what is tried, the process that tries it, what is kept, who is chosen."""

import itertools
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from autoblas.devices import selftest_results
from autoblas.devices.opencl.facts import claims_of, facts_of
from autoblas.devices.opencl.pocl.processor import library_for
from autoblas.devices.opencl.selection import listing
from autoblas.devices.opencl.x86_features import x86_features
from autoblas.devices.recording import INTEL_GPU, PLAIN_CPU, SMALL_GPU
from autoblas.devices.selftest import results
from autoblas.devices.selftest import serving_device as serving_module
from autoblas.devices.selftest.cases import (
    by_kind,
    cases_of,
    kernel_text,
    right_results,
    sub_groups_text,
    wrong_operation,
)
from autoblas.devices.selftest.results import run_selftest, selftest_result
from autoblas.devices.selftest.serving_device import require_selftest, serving_device, standings
from autoblas.devices.selftest_results import (
    SelfTestResult,
    selftest_key,
    store_result,
    stored_result,
    without_failures,
)
from autoblas.emit.opencl_c import OPENCL_C
from autoblas.errors import DeviceError, UnavailableError
from autoblas.isolate.run import UNTRIED, run
from autoblas.kernels import kernels, serving
from autoblas.kernels.kernel import calls, vectors_in
from autoblas.precision import FLOAT32
from autoblas.problems import Matmul
from support.planted_code import CODE, PROOF
from support.rig import Rig

TESTS = Path(__file__).parents[2]

ALL_ABILITIES = replace(INTEL_GPU, sub_group_sizes=(8,))
"""A device that claims all that can be tried."""


def _index(rig: Rig) -> int:
    return listing().index(rig.device.hardware)


def _stand_in(body: str) -> tuple[str, ...]:
    """A child that is no OpenCL device: ``names`` are the cases, ``say`` tells what it found."""
    return PROOF, body


# What is tried


def test_a_device_claims_no_more_than_its_facts_say():
    """Cases of types and abilities that a device has not are left out."""
    kinds = set(by_kind(cases_of(ALL_ABILITIES)))
    assert kinds == {
        "uint", "float", "double", "half", "half storage", "local memory", "atomics", "images", "sub-groups",
        "functions", "functions of doubles",
    }  # fmt: skip
    lacking = {"double", "images", "sub-groups", "functions of doubles"}
    assert set(by_kind(cases_of(SMALL_GPU))) == kinds - lacking


@pytest.mark.parametrize("kind", by_kind(cases_of(ALL_ABILITIES)))
def test_each_wrong_number_is_seen(kind):
    """One wrong bit anywhere is blamed on its case and on its operation."""
    cases = by_kind(cases_of(ALL_ABILITIES))[kind]
    right = list(right_results(cases, 8))
    output = np.concatenate([numbers.reshape(-1) for _, _, numbers in right])
    assert wrong_operation(cases, output, 8) == {}
    offset = 0
    for case, operation, numbers in right:
        spoilt = output.copy()
        spoilt.view(np.uint8)[offset * output.itemsize] ^= 1
        assert wrong_operation(cases, spoilt, 8) == {case.name: operation}
        offset += numbers.size


def test_the_text_has_what_kernels_use():
    """Every vector type that any golden text has is tried by name."""
    text = kernel_text("compute", [case for case in cases_of(ALL_ABILITIES) if case.is_vector], OPENCL_C, 1)
    assert {
        f"{kind}{n}" for kind in ("float", "double", "half", "uint") for n in (2, 4, 8, 16)
    } <= vectors_in(text)
    for word in ("vload8(", "vstore16(", "fma(", "mad(", "fmin(", "fmax(", "clamp(", "select(", "convert_float16(",
                 "vload_half8(", "vstore_half4_rte(", ".odd", ".hi", "as_float4("):  # fmt: skip
        assert word in text


WORDS = re.compile(r"\b([A-Za-z_]\w*)\(")

STATEMENTS = {"if", "for", "while", "switch", "return", "sizeof", "volatile", "__attribute__"}

ATTRIBUTES = {"reqd_work_group_size", "intel_reqd_sub_group_size", "aligned", "vec_type_hint"}
"""Of which the last is probed by ``devices.opencl.doctor.hints``."""


def _called(text: str) -> set[str]:
    """The built-in functions that a text calls: what it neither defines itself nor has from the language or from assembly."""
    text = re.sub(r"//[^\n]*|asm[^;]*;", "", text.replace("\\\n", " "))
    macros = set(re.findall(r"#define (\w+)\(", text))
    defined = set(re.findall(r"^[\w ]+? \*?(\w+)\([^;]*?\)\s*\{", text, re.MULTILINE))
    kernels_here = set(re.findall(r"void\s+(\w+)\(", text))
    return set(WORDS.findall(text)) - macros - defined - kernels_here - STATEMENTS - ATTRIBUTES


def test_every_function_of_kernels_is_tried():
    """The self-test calls all built-in functions of golden texts, so that a compiler dies there and not in a program."""
    cases = cases_of(ALL_ABILITIES)
    alone = [case for case in cases if case.kind == "sub-groups"]
    together = [case for case in cases if case not in alone]
    tried = _called(kernel_text("all_of_it", together, OPENCL_C, 8)) | _called(sub_groups_text(8, OPENCL_C))
    texts = [*TESTS.glob("golden/*/*.cl"), *TESTS.glob("golden_intel/*.cl")]
    assert len(texts) > 100
    used = {name: path.name for path in texts for name in _called(path.read_text(encoding="utf-8"))}
    assert {name: file for name, file in used.items() if name not in tried} == {}
    assert "__builtin_prefetch" in tried


def test_kernels_do_without_a_function_that_fails():
    """A prefetch is left out of what is suggested, since it is only a hint; where a text has it, a rule says so."""
    problem, skinny = Matmul(4, 512, 512, FLOAT32), kernels()["gemm_skinny"]
    lacking = replace(PLAIN_CPU, failing_functions=("prefetch",))
    usual, without = (next(skinny.legal_suggestions(problem, facts)) for facts in (PLAIN_CPU, lacking))
    assert [calls(skinny.source(point, problem, OPENCL_C), "prefetch") for point in (usual, without)] == [
        True,
        False,
    ]
    assert replace(usual, prefetch=False) == without
    assert skinny.refusal(usual, problem, lacking) == "the device has the function prefetch"
    assert not any(point.prefetch for point in itertools.islice(skinny.legal_points(problem, lacking), 50))


# The process


def test_this_device_is_right(any_device):
    """A real device proves itself, and is timed."""
    verdict = run_selftest(str(_index(any_device)), claims_of(any_device.device.hardware))
    assert verdict.failures == {}
    assert verdict.refusal is None
    assert verdict.gflops > 0
    assert verdict.launch_seconds > 0


@pytest.mark.budget(3)  # it waits for a hang
def test_a_wrong_name_of_the_processor_is_found(pocl, tmp_path, monkeypatch):
    """PoCL that compiles for a processor without AVX, and links functions that take vectors in AVX's registers, is wrong.

    That is what it did by itself on processors that are newer than its compiler, before ``devices.opencl.pocl.processor``.
    """
    if library_for(x86_features()) not in {"avx", "avx_f16c", "avx_fma4", "avx2", "avx512"}:
        pytest.skip("this processor has no AVX")
    code = (
        "from autoblas.devices.opencl.pocl.processor import compile_for\n"
        "from autoblas.devices.opencl.selection import listing\n"
        "from autoblas.devices.selftest.child import try_device\n"
        "compile_for(listing()[arguments[0]], 'goldmont')\n"
        "try_device(channel, str(arguments[0]), 'float16')\n"  # shorter ones may hang
    )
    monkeypatch.setenv("POCL_CACHE_DIR", str(tmp_path))
    ending = run(CODE, code, _index(pocl), seconds=results.CASE_PATIENCE)
    assert ending.failure is not None or ending.results["wrong"].keys() == {"float16"}


def test_the_sign_of_a_zero_is_nobodys_business():
    """No routine promises it, and a device whose compiler gives -0 for fma(-a, 0, 0) is right."""
    cases = [case for case in cases_of(PLAIN_CPU) if case.name == "float"]
    right = np.concatenate([numbers.ravel() for *_, numbers in right_results(cases)]).astype(np.float32)
    turned = np.where(right == 0, -right, right)
    assert turned.tobytes() != right.tobytes()
    assert wrong_operation(cases, turned) == {}


@pytest.mark.parametrize(
    ("body", "failures"),
    [
        ("say(wrong={n: 'fma' for n in names or ['float8'] if n == 'float8'})",
         {"float8": "computed wrong numbers with fma"}),
        ("if not names or 'double16' in names: os.abort()\nsay(wrong={})", {"double16": "crashed (SIGABRT)"}),
        ("if not names or 'float' in names: time.sleep(60)\nsay(wrong={})", {"float": "did not finish in 0.5 s"}),
        ("if not names: os.abort()\nsay(wrong={})", {"everything": "crashed (SIGABRT)"}),
        ("if not names or 'prefetch' in names: os._exit(8)\nsay(wrong={})", {"prefetch": "exited with status 8"}),
        ("sys.exit('no compiler' if not names or 'images' in names else say(wrong={}))", {"images": "no compiler"}),
    ],
    ids=["wrong", "crash", "hang", "crash together only", "exit", "refusal"],
)  # fmt: skip
def test_what_failed_is_named(body, failures, monkeypatch):
    """However a device fails, the proof says at which case, and goes on with the others."""
    if sys.platform == "win32":
        failures = {case: how.replace("SIGABRT", "abort()") for case, how in failures.items()}
    monkeypatch.setattr(results, "PATIENCE", 0.5)
    monkeypatch.setattr(results, "CASE_PATIENCE", 0.5)
    assert run_selftest("0", INTEL_GPU, _stand_in(body)).failures == failures


def test_what_is_left_is_measured():
    """A device that serves without some vectors is as fast as it is with the others."""
    body = (
        "if not names or 'float16' in names: os.abort()\n"
        "say(wrong={})\n"
        "if 'speed' in names: say(gflops=7.0, launch_seconds=1e-5)"
    )
    verdict = run_selftest("0", PLAIN_CPU, _stand_in(body))
    assert (verdict.failing_vectors, verdict.gflops, verdict.launch_seconds) == (("float16",), 7.0, 1e-5)


def test_the_search_for_failures_ends(monkeypatch):
    """A device at which everything hangs is given up."""
    monkeypatch.setattr(results, "PATIENCE", 1.5)  # an interpreter begins meanwhile on a busy machine, too
    monkeypatch.setattr(results, "CASE_PATIENCE", 1.5)
    monkeypatch.setattr(results, "LIMIT", 2.5)
    failures = run_selftest("0", PLAIN_CPU, _stand_in("if names != ['nothing']: time.sleep(60)")).failures
    assert failures.keys() == {case.name for case in cases_of(PLAIN_CPU)}
    assert "was not tried, because others took too long" in failures.values()


def test_a_driver_that_takes_every_process_is_asked_again(tmp_path):
    """Where nothing can be tried, no case is to blame, and each of them is not tried alone."""
    log = tmp_path / "log"
    verdict = run_selftest(
        "0", PLAIN_CPU, _stand_in(f"open({str(log)!r}, 'a').write('once ')\nsys.exit('no such library')")
    )
    assert verdict.failures == {"everything": "no such library"}
    assert log.read_text() == "once " * 3


# What says nothing of the device

KILLED = "os.kill(os.getpid(), signal.SIGKILL)"

OF_THE_MOMENT = {
    "killed at once": KILLED,
    "killed at a case": f"if not names or 'float' in names: {KILLED}\nsay(wrong={{}})",
    "killed after a crash": f"if not names: os.abort()\nif 'float8' in names: {KILLED}\nsay(wrong={{}})",
    "silent": "pass",
    "not listed": "say(unlisted='device 0 matches no device')",
    "another device": "say(device='another, driver 3')",
    "no memory": "raise MemoryError",
}


@pytest.mark.parametrize("body", OF_THE_MOMENT.values(), ids=OF_THE_MOMENT)
def test_a_verdict_of_the_moment_is_not_kept(own_results, body):
    """The device is refused, nothing is written, and no driver is blamed."""
    verdict = run_selftest("0", PLAIN_CPU, _stand_in(body))
    assert verdict.is_transient
    assert verdict.refusal
    store_result("here", verdict)
    assert stored_result("here") is None
    assert not selftest_results.results_path().exists()


def test_a_crash_that_does_not_repeat_is_forgotten(tmp_path):
    """Once is no time."""
    once = (
        f"log = {str(tmp_path / 'log')!r}\nif not os.path.exists(log): open(log, 'w').close(); os.abort()\n"
    )
    verdict = run_selftest("0", PLAIN_CPU, _stand_in(f"{once}say(wrong={{}}, gflops=3.0)"))
    assert verdict.failures == {}
    assert verdict.gflops == 3.0


def test_it_is_tried_again_in_the_same_program(pocl, own_results, monkeypatch):
    """Not at once where a trial takes long, and not for ever; what was found then is kept."""
    device = pocl.device.hardware
    passing, sound = (
        SelfTestResult({"everything": f"{UNTRIED} its process was killed"}),
        SelfTestResult({}, 3.0),
    )
    now, asked, answers = [100.0], [], [passing, passing, sound]

    def proving(name, claims):
        asked.append(name)
        now[0] += 20.0
        return answers.pop(0)

    monkeypatch.setattr(results, "run_selftest", proving)
    monkeypatch.setattr(results, "_results", {})
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    assert selftest_result(device) is passing
    assert selftest_result(device) is passing
    assert len(asked) == 1
    now[0] += 21.0
    assert selftest_result(device) is passing
    now[0] += 61.0
    assert selftest_result(device) is sound
    assert len(asked) == 3
    assert stored_result(selftest_key(claims_of(device))) is not None


def test_what_earlier_versions_saw_once_is_seen_again(pocl, own_results, monkeypatch):
    """Their failures of a device are tested again; a passed self-test stays."""
    device = pocl.device.hardware
    key = selftest_key(claims_of(device))
    for failures, fresh in (
        ({"everything": "crashed (SIGKILL)"}, True),
        ({"float": "exit status 1"}, True),
        ({}, False),
    ):
        path = selftest_results.results_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({key: {"failures": failures, "gflops": 1.0}}))
        monkeypatch.setattr(results, "_results", {})
        monkeypatch.setattr(results, "run_selftest", lambda name, claims: SelfTestResult({}, 2.0))
        assert selftest_result(device).gflops == (2.0 if fresh else 1.0)


# What is kept


def test_a_verdict_is_found_once(pocl, own_results, monkeypatch):
    """A second process, or a second question, starts no child; ``again`` does, and its answer stays."""
    device, index = pocl.device.hardware, _index(pocl)
    asked = []

    def proving(name, claims):
        asked.append(name)
        return SelfTestResult({"float16": "crashed"}, float(len(asked)))

    monkeypatch.setattr(results, "run_selftest", proving)
    for fresh in (True, False, True):  # another process has an empty memory
        if fresh:
            monkeypatch.setattr(results, "_results", {})
        assert selftest_result(device).gflops == 1
    assert selftest_result(device, again=True).gflops == 2
    assert selftest_result(device).gflops == 2
    assert asked == [str(index)] * 2
    assert facts_of(device).failing_vectors == ("float16",)
    assert claims_of(device).failing_vectors == ()


def test_a_verdict_holds_for_one_driver_and_self_test(pocl, monkeypatch):
    """Another driver, compiler, processor or self-test is another device."""
    device = pocl.device.hardware
    claims = claims_of(device)
    keys = {
        selftest_key(claims),
        selftest_key(replace(claims, driver="next")),
        selftest_key(replace(claims, build="")),
    }
    monkeypatch.setattr("autoblas.devices.opencl.facts._processor", lambda kind: "next")
    keys.add(selftest_key(claims_of(device)))
    monkeypatch.setattr(selftest_results, "SELF_TEST", ("devices/selftest",))
    keys.add(selftest_key(claims))
    assert len(keys) == 5


def test_where_nothing_can_be_kept(pocl, tmp_path, monkeypatch):
    """A folder that cannot be written costs a proof each process, and nothing else."""
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(file / "below"))
    monkeypatch.setattr(results, "run_selftest", lambda name, claims: SelfTestResult({}, 3.0))
    monkeypatch.setattr(results, "_results", {})
    assert selftest_result(pocl.device.hardware).gflops == 3


@pytest.mark.parametrize(
    ("failed", "lost"),
    [
        ("double", {"fp64": False}),
        ("half", {"fp16": False}),
        ("images", {"images": False, "max_image": (0, 0)}),
        ("sub-groups", {"sub_groups": False}),
        ("float8", {"failing_vectors": ("float8",)}),
        ("half storage 16", {"failing_vectors": ("half16",)}),
        ("prefetch", {"failing_functions": ("prefetch",)}),
        ("sqrt of doubles", {"failing_functions": ("sqrt",)}),
    ],
)
def test_a_device_serves_without_what_it_failed_at(failed, lost):
    """Facts lose the optional abilities that failed, and no others."""
    verdict = SelfTestResult({failed: "crashed"})
    assert verdict.refusal is None
    assert without_failures(ALL_ABILITIES, verdict) == replace(ALL_ABILITIES, **lost)


@pytest.mark.parametrize("failed", ["float", "uint", "half storage", "local memory", "atomics", "everything"])
def test_a_device_without_the_rest_does_not_serve(failed):
    """Scalars, local memory and atomics are in every kernel's reach."""
    assert SelfTestResult({"float16": "hangs", failed: "crashed"}).refusal == "crashed"


def test_rules_read_which_vectors_fail():
    """No kernel is suggested whose text has a failing vector, and what does not hold names it."""
    problem = Matmul(1024, 1024, 1024, FLOAT32)
    failing = replace(PLAIN_CPU, failing_vectors=("float16", "float8"))
    served = [(kernel, kernel.suggested(problem, failing)) for kernel in serving(Matmul)]
    texts = [k.source(p, problem, OPENCL_C) for k, p in served if p is not None]
    assert texts
    assert not any(vectors_in(text) & {"float8", "float16"} for text in texts)
    panel = kernels()["gemm_panel"]
    sound = panel.suggested(problem, PLAIN_CPU)
    assert vectors_in(panel.source(sound, problem, OPENCL_C)) & {"float8", "float16"}
    assert "vectors of type float" in str(panel.refusal(sound, problem, failing))


# Who is chosen

TWIN = "the second device"


@pytest.fixture
def verdicts_by_index(monkeypatch):
    """Results of devices, to be filled in; other devices pass."""
    results_by_index: dict[int, SelfTestResult] = {}
    monkeypatch.setattr(
        serving_module,
        "selftest_result",
        lambda device: results_by_index.get(int(device == TWIN), SelfTestResult({}, 100.0)),
    )
    monkeypatch.setattr(serving_module, "_passed", set())
    monkeypatch.delenv("AUTOBLAS_DEVICE", raising=False)
    return results_by_index


@pytest.fixture
def two_devices(pocl, monkeypatch):
    """A listing of a device and of one that only differs from it by its verdict."""
    hardware = pocl.device.hardware
    monkeypatch.setattr(serving_module, "listing", lambda: [hardware, TWIN])
    for name in ("claims_of", "facts_of"):
        monkeypatch.setattr(serving_module, name, lambda _: pocl.device.facts)


@pytest.mark.parametrize(
    ("first", "second", "chosen"),
    [
        (SelfTestResult({}, 100.0), SelfTestResult({}, 120.0), 0),
        (SelfTestResult({}, 100.0), SelfTestResult({}, 140.0), 1),
        (SelfTestResult({"float": "crashed"}, 900.0), SelfTestResult({}, 1.0), 1),
        (SelfTestResult({"float8": "crashed"}, 100.0), SelfTestResult({}, 100.0), 0),
    ],
    ids=["about as fast", "faster", "wrong", "without long vectors"],
)
def test_the_fastest_sound_device_serves(two_devices, verdicts_by_index, first, second, chosen):
    """The first of the listing serves unless it failed, or the other one is clearly faster."""
    verdicts_by_index |= {0: first, 1: second}
    candidates = standings()
    assert [candidate.chosen for candidate in candidates] == [chosen == 0, chosen == 1]
    assert all(candidate.reason for candidate in candidates)


def test_a_device_that_could_not_be_tested_is_refused_for_now(two_devices, verdicts_by_index):
    """In one sentence that fits, says what happened, and sends nobody to a driver."""
    how = f"{UNTRIED} its process was killed by SIGKILL, as when memory runs out"
    verdicts_by_index |= {0: SelfTestResult({"everything": how}), 1: SelfTestResult({"everything": how})}
    with pytest.raises(UnavailableError, match="its process was killed by SIGKILL") as caught:
        serving_device()
    message = str(caught.value)
    assert "a later call tries again" in message
    assert "reinstall" not in message
    assert len(message) <= 300
    assert all("a later call tries again: its process" in candidate.reason for candidate in standings())
    verdicts_by_index[1] = SelfTestResult({}, 1.0)
    assert serving_device() == TWIN


def test_a_wrong_device_is_refused_by_name(two_devices, pocl, verdicts_by_index):
    """Named, it raises a sentence that says at what it failed and what to do; so does a queue on it."""
    verdicts_by_index |= {1: SelfTestResult({"float16": "hangs", "uint": "computed wrong numbers with min"})}
    assert serving_device("0") == pocl.device.hardware
    with pytest.raises(
        DeviceError, match=r"failed its self-test at uint: it computed wrong numbers with min; update"
    ):
        serving_device("1")
    verdicts_by_index[0] = verdicts_by_index[1]
    with pytest.raises(DeviceError, match="failed its self-test at uint"):
        serving_device()
    with pytest.raises(DeviceError, match="failed its self-test at uint"):
        require_selftest(pocl.device)
