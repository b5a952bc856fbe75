"""The commands for gemm, as a user types them: tune, bench, check, print, explain."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import autoblas
from autoblas.cli import main
from autoblas.cli.commands.bench import threads_of
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.opencl.selection import choose as choose_device
from autoblas.devices.peak import hardware_threads
from autoblas.errors import violated
from autoblas.kernels import kernels, serving
from autoblas.plan.build import program_for
from autoblas.plan.choose import choose
from autoblas.plan.results import user_results
from autoblas.precision import FLOAT32, FLOAT64, PRECISIONS
from autoblas.problems import Matmul
from autoblas.problems.blas.notation import written
from support.database_cases import record_at
from support.waiting import measured, wait_for

if TYPE_CHECKING:
    from pathlib import Path

    from support.rig import Rig

POCL = ["--device", "Portable Computing Language"]
KERNEL = kernels()["gemm_direct"]
DIRECT = ["--fix", "kernel=gemm_direct", "--fix", "multiply=plain", "--fix", "rm=2", "--fix", "rn=2"]


@pytest.fixture(autouse=True)
def own_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results and journals of each test go to a folder of its own."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))


def test_tuning_ranks_stores_and_goes_on_where_it_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    """The first run measures every point, the second none; both end with the ranking, and the record is kept."""
    command = [
        "tune",
        "gemm",
        "-n",
        "24",
        *POCL,
        *DIRECT,
        "--strategy",
        "exhaustive",
        "--top",
        "3",
        "--trials",
        "2",
    ]
    command += ["--fix", "wy=1", "--fix", "apart=False"]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert "sgemm NN 24x24x24 on " in first
    assert "5 trials" in first
    ranked = re.findall(r"^ (\d)\. (\w+) ", first, re.MULTILINE)
    assert [number for number, _ in ranked] == ["1", "2", "3"]
    assert {"gemm_direct"} <= {name for _, name in ranked}  # what was served before takes turns with them
    records = user_results().records()
    assert {record.sizes for record in records} == {(24, 24, 24)}
    assert main(command) == 0
    assert "0 trials, 5 known before" in " ".join(capsys.readouterr().out.split())


@pytest.mark.budget(30)
def test_tuning_packed_panels_tunes_their_packing_too(capsys: pytest.CaptureFixture[str]) -> None:
    """What packs the winner's operands is searched after it and stored beside it."""
    fixed = {"rm": 4, "lanes": 4, "vectors": 2, "depth": 128, "block_m": 2, "block_n": 2, "inner": "m"}
    fixed |= {"multiply": "plain", "prefetch": "false", "pack_a": "true", "pack_b": "false"}
    pinned = [word for name, value in fixed.items() for word in ("--fix", f"{name}={value}")]
    command = ["tune", "gemm", "-n", "64", *POCL, "--fix", "kernel=gemm_panel", *pinned, "--evaluations", "4"]
    assert main([*command, "--trials", "2", "--seconds", "8"]) == 0
    assert "\npacking of an operand: " in capsys.readouterr().out
    assert {record.family for record in user_results().records()} == {"gemm", "pack"}


def test_an_interrupt_keeps_what_was_measured(tmp_path: Path) -> None:
    """Ctrl-C ends a search early, and its results are stored all the same."""
    command = [sys.executable, "-m", "autoblas", "tune", "gemm", "-n", "32", *POCL, "--strategy", "random"]
    environment = {**os.environ, "AUTOBLAS_DATA_DIR": str(tmp_path), "COLUMNS": "200"}
    with subprocess.Popen([*command, *DIRECT], env=environment, stdout=subprocess.PIPE, text=True) as process:
        wait_for(lambda: measured(tmp_path), process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert "Interrupted after" in out
    assert process.returncode == 130
    assert user_results().records()


def test_bench_reports_ratios(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep has a row a size with its share of the measured peak, a comparison its mean, JSON everything."""
    monkeypatch.setattr("autoblas.tune.peak.CROWDED", math.inf)  # a peak is kept on a busy machine too
    command = ["bench", "gemm", "--start", "16", "--stop", "32", "--step", "16", *POCL, "--trials", "1"]
    assert main([*command, "--compare", "openblas", "--transfer", "to"]) == 0
    out = capsys.readouterr().out
    assert len(re.findall(r"^(16x16x16|32x32x32) .* %  .*\d\*?$", out, re.MULTILINE)) == 2
    assert "geometric mean of the ratios to " in out
    assert main([*command, "--compare", "openblas", "--transfer", "to", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["schema"], figures["command"], figures["transfer"]) == (1, "bench gemm", "to")
    assert figures["device"]["platform"] == POCL[1]
    assert [row["n"] for row in figures["problems"]] == [16, 32]
    assert [row["problem"] for row in figures["problems"]] == ["sgemm NN 16x16x16", "sgemm NN 32x32x32"]
    assert figures["problems"][0]["autoblas"]["median"] > 0
    assert figures["peak"]["origin"].startswith("measured ")
    assert f"peak: {figures['peak']['gflops']:.1f} GFLOP/s, {figures['peak']['origin']}\n" in out
    for row in figures["problems"]:
        assert row["hardware_threads"] is None
        rate = 2e-9 * row["n"] ** 3 / row["autoblas"]["median"]
        assert row["share_of_peak"] == pytest.approx(rate / figures["peak"]["gflops"])


def test_bench_takes_a_given_peak(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is measured then; beside a GPU's figures stand its hardware threads."""
    monkeypatch.setattr("autoblas.tune.peak.measured_peak", lambda *_: pytest.fail("measured"))
    monkeypatch.setattr("autoblas.cli.commands.bench.threads_of", lambda device, choice: 2048)
    assert main(["bench", "gemm", "-n", "16", *POCL, "--trials", "1", "--peak", "1e3", "-v"]) == 0
    out = capsys.readouterr().out
    assert "peak: 1000.0 GFLOP/s, given\n" in out
    assert "2048 hardware threads" in out


def test_hardware_threads_of_a_launch(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as the driver's width for the compiled kernel makes of the launch, and none on a processor."""
    choice = choose(Matmul(64, 64, 64, FLOAT32), pocl.device.facts)
    assert threads_of(pocl.device, choice) is None
    launch = choice.kernel.geometry(choice.params, choice.problem)
    program = program_for(pocl.device, choice.kernel, choice.params, choice.problem)
    width = program.kernel(choice.kernel.name).least_items
    monkeypatch.setattr(pocl.device, "facts", dataclasses.replace(pocl.device.facts, kind="gpu"))
    assert threads_of(pocl.device, choice) == hardware_threads(launch, width)


@pytest.mark.budget(one_in=12)
@pytest.mark.parametrize("dtype", PRECISIONS)
def test_check_names_the_worst_element(dtype: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each round is judged for both kinds of arrays, of every type."""
    sizes = ["-m", "7", "-n", "13", "-k", "5"]
    assert main(["check", "gemm", *sizes, "--dtype", dtype, "--trans-a", "C", "--trans-b", "T", *POCL]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"right: worst error is [\d.]+ % of the bound", lines[-1])
    assert max(map(len, lines)) <= 80


def test_check_fails_where_a_product_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result outside its bound is reported with its place, and the exit status says so."""

    def wrong(*args: Any, **options: Any) -> Any:
        result = autoblas.gemm(*args, **options)
        result[2, 1] += 1
        return result

    monkeypatch.setattr("autoblas.cli.commands.check.multiply", wrong)
    assert main(["check", "gemm", "-n", "9", "--rounds", "1", *POCL]) == 1
    captured = capsys.readouterr()
    assert "element (2, 1)" in captured.out
    assert captured.err.startswith("autoblas: error: 2 of 2 products are wrong")


def test_print_needs_no_device(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is that of the generator, and no device is looked for."""
    monkeypatch.setattr("pyopencl.get_platforms", lambda: pytest.fail("a device was looked for"))
    assert main(["print", "gemm", "-n", "512", "--fix", "rm=6", "--packs"]) == 0
    out = capsys.readouterr().out
    assert "gemm_panel(\n    const int m" in out
    assert out.count("__kernel") == 3


def test_print_speaks_cuda(capsys: pytest.CaptureFixture[str]) -> None:
    """Kernels and helpers, for a device of NVIDIA's without images, below where their prelude is kept."""
    assert main(["print", "gemm", "-n", "512", "--dialect", "cuda"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("// compiled behind ")
    assert "gemm_tile(" in out
    assert "__global__" in out
    assert main(["print", "trsm", "-n", "300", "--dialect", "cuda", "--helpers"]) == 0
    out = capsys.readouterr().out
    assert out.count("__global__") >= 3
    assert "__kernel" not in out


def test_print_says_which_rule_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    """A point that is not legal is not printed."""
    assert main(["print", "gemm", "-n", "512", "--fix", "rm=14", "--fix", "vectors=4"]) == 1
    assert "vector registers" in capsys.readouterr().err


@pytest.mark.parametrize("dialect", ["opencl", "cuda"])
@pytest.mark.parametrize("n", ["1", "64", "300"])
def test_print_has_a_text_for_any_size(n: str, dialect: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the kernel's defaults are for larger products, what it suggests is printed; as JSON too."""
    command = ["print", "gemm", "-n", n, "--dialect", dialect]
    assert main(command) == 0
    assert "gemm_" in capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    (kernel,) = json.loads(capsys.readouterr().out)["kernels"]
    assert kernel["problem"] == f"sgemm NN {n}x{n}x{n}"


def test_print_lists_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    """Every parameter with its values and its sentence."""
    assert main(["print", "gemm", "-n", "1", "--kernel", "gemm_tile", "--list"]) == 0
    out = capsys.readouterr().out
    assert all(f"{name}: " in out for name in kernels()["gemm_tile"].space.choices())


def test_explain_shows_the_candidates_as_they_are_tried(capsys: pytest.CaptureFixture[str]) -> None:
    """Steps, origins, and every candidate with its reason, the one that serves before the others; as JSON too."""
    facts, problem = facts_of(choose_device(POCL[1])), Matmul(300, 300, 300, FLOAT32)
    user_results().add(
        [
            record_at(facts, problem, "gemm_direct", 1e-3, rm=4),
            record_at(facts, problem, "gemm_direct", 1.1e-3, rm=2),
            record_at(facts, problem, "gemm_direct", 9e-3, rm=8),
        ]
    )
    assert main(["explain", "gemm", "-n", "300", "--all", *POCL]) == 0
    out = capsys.readouterr().out
    assert "sgemm NN 300x300x300" in out
    assert max(map(len, out.splitlines())) <= 80
    lines = _candidates(out)
    expected = [
        seconds * 1e6
        for rm in (4, 2)
        if (seconds := KERNEL.expected(KERNEL.space.point({"rm": rm}), problem, facts)) is not None
    ]
    assert lines[:4] == [
        "measured here:",
        f"gemm_direct, sgemm NN 300x300x300: took 1000.0 us where {expected[0]:.1f} were expected",
        f"gemm_direct, sgemm NN 300x300x300: took 1100.0 us where {expected[1]:.1f} were expected",
        f"excluded: gemm_direct, sgemm NN 300x300x300: {violated(SLOW)}",
    ]
    assert "step 1: gemm_direct: measured here at this size\n" in out
    suggested = lines[lines.index("what kernels suggest:") :]
    assert [line for line in suggested if line.startswith("gemm_tile: ") and " moves " in line]
    assert "excluded: gemm_wgmma: it requires that the device is of compute capability 9.0" in suggested
    assert not any("row*" in line for line in lines)
    assert main(["explain", "gemm", "-n", "300", *POCL, "--json"]) == 0
    plan = json.loads(capsys.readouterr().out)
    assert plan["steps"][-1]["kernel"] == "gemm_direct"
    assert (plan["problem"], plan["fields"]) == ("sgemm NN 300x300x300", problem.words())
    tried = plan["candidates"]
    assert [(each["origin"], each["parameters"]["rm"]) for each in tried[:3]] == [
        ("here", r) for r in (4, 2, 8)
    ]
    assert [each["refusal"] is None for each in tried[:3]] == [True, True, False]
    assert {each["label"] for each in tried} >= {kernel.name for kernel in serving(Matmul)}
    assert [each["expected"] * 1e6 for each in tried[:2]] == pytest.approx(expected)
    assert [each["expected_there"] * 1e6 for each in tried[:2]] == pytest.approx(expected)


def test_explain_tells_what_was_expected_where_a_record_was_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of another size, the time there and the prediction for it, and the one for the size that is asked for."""
    facts, near = facts_of(choose_device(POCL[1])), Matmul(310, 300, 300, FLOAT32)
    here = Matmul(300, 300, 300, FLOAT32)
    user_results().add([record_at(facts, near, "gemm_direct", 1e-6, rm=4)])
    assert main(["explain", "gemm", "-n", "300", "--all", *POCL]) == 0
    there, wanted = (KERNEL.expected(KERNEL.space.point({"rm": 4}), each, facts) for each in (near, here))
    assert there is not None
    assert wanted is not None
    times = (
        f"took 1.0 us there where {there * 1e6:.1f} were expected, expected to take {wanted * 1e6:.1f} here"
    )
    out = capsys.readouterr().out
    assert f"gemm_direct, sgemm NN 310x300x300: {times}" in _candidates(out)
    assert "step 1: gemm_direct: measured here for sgemm NN 310x300x300\n" in out


def test_explain_is_brief(capsys: pytest.CaptureFixture[str]) -> None:
    """What serves and why, and what came before it with the numbers that exclude it, in at most a dozen lines."""
    facts = facts_of(choose_device(POCL[1]))
    deep = Matmul(512, 512, 512, FLOAT32)
    user_results().add([record_at(facts, deep, "gemm_panel", 1e-6, depth=1024)])
    assert main(["explain", "gemm", "-n", "128", *POCL]) == 0
    out = capsys.readouterr().out
    assert len(out.splitlines()) <= 16
    assert "it requires that depth is less than twice k, or than 256 (depth is 1024, k is 128)" in " ".join(
        out.split()
    )
    assert out.rstrip().endswith("candidates: --all")


def _candidates(out: str) -> list[str]:
    """The candidates that explain printed, each in a line again."""
    text = out.split("candidates in the order in which they are tried:\n")[1]
    return re.sub(r"\n {6,}", " ", text).replace("  ", "").splitlines()


SLOW = "it took at most 1.5 times as long as the best at its size"

MIXED = ["--dtype", "float64", "--dtype-a", "float32", "--items", "3", "--accuracy", "fast"]
MIXED_PROBLEM = Matmul(
    9, 7, 5, FLOAT64, b="col", type_a=FLOAT32, accumulator=FLOAT32, items=3, accuracy="fast"
)


@pytest.mark.usefixtures("wide_terminal")
def test_types_batches_and_accuracies_reach_the_problem(capsys: pytest.CaptureFixture[str]) -> None:
    """What a product is beside its sizes can be said to every command in the same words."""
    sizes = ["-m", "9", "-n", "7", "-k", "5", "--trans-b", "T"]
    command = [*MIXED, "--accumulator", "float32", *sizes, *POCL]
    assert main(["explain", "gemm", *command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fields"] == MIXED_PROBLEM.words()
    assert main(["check", "gemm", *command, "--rounds", "2"]) == 0
    out = capsys.readouterr().out
    assert written(MIXED_PROBLEM) in out
    assert out.count("right: worst error is ") == 1
    for transfer in ("none", "tofrom"):
        timed = ["bench", "gemm", *command, "--trials", "1", "--peak", "1", "--transfer", transfer]
        assert main([*timed, "--compare", "openblas"]) == 0
        assert "ratio" in capsys.readouterr().out


@pytest.mark.usefixtures("wide_terminal")
def test_bias_and_activation_reach_the_problem(capsys: pytest.CaptureFixture[str]) -> None:
    """Each command takes both; a search keeps a record that serves the next call."""
    command = ["gemm", "-m", "9", "-n", "7", "-k", "5", "--bias", "rows", "--activation", "silu", *POCL]
    problem = Matmul(9, 7, 5, FLOAT32, bias="rows", activation="silu")
    assert main(["explain", *command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fields"] == problem.words()
    assert main(["check", *command, "--rounds", "2"]) == 0
    assert written(problem) in capsys.readouterr().out
    for transfer in ("none", "tofrom"):
        assert main(["bench", *command, "--trials", "1", "--peak", "1", "--transfer", transfer]) == 0
        assert "bias of rows, silu" in capsys.readouterr().out


@pytest.mark.budget(30)
def test_a_record_of_a_product_with_a_bias_serves(capsys: pytest.CaptureFixture[str]) -> None:
    """The bare product is tuned with it."""
    command = ["gemm", "-n", "9", "--bias", "rows", "--activation", "silu", *POCL]
    search = [
        "--strategy",
        "suggested",
        "--trials",
        "1",
        "--fix",
        "kernel=gemm_epilogue_pass",
        "--fix",
        "rows=1",
    ]
    assert main(["tune", *command, *search]) == 0
    records = user_results().records()
    assert {record.signature for record in records} == {
        "float32 row*row=row",
        "float32 row*row=row bias=rows activation=silu",
    }
    assert main(["explain", *command]) == 0
    assert "gemm_epilogue_pass, measured here at this size" in capsys.readouterr().out


@pytest.mark.budget(30)
def test_tuning_several_sizes_by_their_suggestions(capsys: pytest.CaptureFixture[str]) -> None:
    """One command tunes size after size; what kernels suggest is tried first, and here alone."""
    command = ["tune", "gemm", "-n", "9", "-n", "20", "-k", "5", "--strategy", "suggested", "--items", "2"]
    command += ["--fix", "kernel=gemm_direct,gemm_tile", "--trials", "1", *POCL]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert "sgemm NN 9x9x5 items=2: " in out
    assert "sgemm NN 20x20x5 items=2: " in out
    assert "2 of 2 problems are searched to the end" in out
    records = user_results().records()
    assert {record.sizes for record in records} == {(9, 9, 5, 2), (20, 20, 5, 2)}


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["tune", "gemm"], 2, 'give the size, for example "autoblas tune gemm -n 1024"'),
        (["tune", "gemm", "-n", "-3"], 2, "expected a whole number, 1 or more, got '-3'"),
        (["tune", "gemm", "-n", "8", "--strategy", "luck"], 2, "'luck' is not one of"),
        (
            ["tune", "gemm", "-n", "8", "-n", "9", "-k", "1", "-k", "2", "-k", "3"],
            2,
            "-k: expected once, or 2 times",
        ),
        (["tune", "gemm", "-n", "8", "--fix", "kernel=gemm_tile,gemm_magic"], 2, "kernel: expected one of"),
        (["tune", "gemm", "-n", "8", "--accumulator", "int32"], 2, "--accumulator: expected float32"),
        (["tune", "gemm", "-n", "8", "--dtype-a", "int32"], 2, "b: expected int32"),
        (["explain", "gemm", "-n", "8", "--accuracy", "best"], 2, "'best' is not one of"),
        (["tune", "gemm", "-n", "8", "--activation", "tanh"], 2, "'tanh' is not one of"),
        (["tune", "gemm", "-n", "8", "--bias", "cols", "--items", "2"], 2, "--items: expected 1 with --bias"),
        (
            ["check", "gemm", "-n", "8", "--activation", "relu", "--dtype", "int32"],
            2,
            "--activation: expected a C",
        ),
        (
            ["bench", "gemm", "-n", "8", "--bias", "cols", "--compare", "numpy"],
            2,
            "--compare: expected no other",
        ),
        (["tune", "gemm", "-n", "8", "--fix", "rm"], 2, "'rm' is not NAME=VALUE"),
        (["tune", "gemm", "-n", "8", "--fix", "rm=3"], 2, "rm: expected one of"),
        (["tune", "gemm", "-n", "8", "--fix", "speed=9"], 2, "speed: expected"),
        (["tune", "gemm", "-n", "8", "--fix", "kernel=gemm_magic"], 2, "kernel: expected one of"),
        (["tune", "gemm", "-n", "8", "--device", "Cray"], 1, "Cray"),
        (["tune", "gemm", "-n", "0", "-m", "4", "-k", "4"], 2, "expected a whole number, 1 or more"),
        (["bench", "gemm"], 2, 'give the size, for example "autoblas bench gemm -n 1024"'),
        (["bench", "gemm", "-n", "8", "--start", "9"], 2, "give sizes with -n"),
        (["check", "gemm", "-n", "8", "9"], 2, "-n takes one value here"),
        (["bench", "gemm", "--start", "9", "--stop", "3"], 2, "--stop: expected at least 9"),
        (["bench", "gemm", "-n", "8", "--peak", "0"], 2, "'0' is not a rate above 0, in GFLOP/s"),
        (["bench", "gemm", "-n", "8", "--peak", "-5"], 2, "'-5' is not a rate above 0"),
        (["bench", "gemm", "-n", "8", "--peak", "fast"], 2, "'fast' is not a rate above 0"),
        (["bench", "gemm", "-n", "8", "--peak", "nan"], 2, "'nan' is not a rate above 0"),
        (["bench", "gemm", "-n", "8", "--peak", "inf"], 2, "'inf' is not a rate above 0"),
        (["print", "gemm", "-n", "8", "--kernel", "none"], 2, "'none' is not one of"),
        (["check", "gemm", "-n", "8", "--dtype", "float8"], 2, "'float8' is not one of"),
        (["explain", "gemm", "-n", "x"], 2, "expected a whole number, 1 or more, got 'x'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_mistake_is_one_sentence(
    words: list[str], status: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong is said in one line on stderr, with an exit status, and no traceback."""
    assert main(words) == status
    err = capsys.readouterr().err
    assert err.startswith("autoblas: error: ")
    assert err.count("\n") == 1
    assert sentence in err
