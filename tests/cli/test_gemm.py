"""The commands for gemm, as a user types them: tune, bench, check, print, explain."""

import dataclasses
import json
import math
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from autoblas.cli import main
from autoblas.cli.commands.bench import threads_of
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.opencl.selection import choose as choose_device
from autoblas.devices.peak import hardware_threads
from autoblas.errors import violated
from autoblas.kernels import kernels, serving
from autoblas.plan.bound import program_for
from autoblas.plan.choose import choose
from autoblas.plan.results import user_results
from autoblas.precision import FLOAT32, PRECISIONS
from autoblas.problems import Matmul
from support.database_cases import record_at
from support.rig import Rig
from support.waiting import measured, wait_for

pytestmark = pytest.mark.usefixtures("own_results")

POCL = ["--device", "Portable Computing Language"]
KERNEL = kernels()["gemm_direct"]
DIRECT = ["--fix", "kernel=gemm_direct", "--fix", "multiply=plain", "--fix", "rm=2", "--fix", "rn=2"]


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
    assert [(candidate["origin"], candidate["parameters"]["rm"]) for candidate in tried[:3]] == [
        ("here", r) for r in (4, 2, 8)
    ]
    assert [candidate["refusal"] is None for candidate in tried[:3]] == [True, True, False]
    assert {candidate["label"] for candidate in tried} >= {kernel.name for kernel in serving(Matmul)}
    assert [candidate["expected"] * 1e6 for candidate in tried[:2]] == pytest.approx(expected)
    assert [candidate["expected_there"] * 1e6 for candidate in tried[:2]] == pytest.approx(expected)


def test_explain_tells_what_was_expected_where_a_record_was_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of another size, the time there and the prediction for it, and the one for the size that is asked for."""
    facts, near = facts_of(choose_device(POCL[1])), Matmul(310, 300, 300, FLOAT32)
    here = Matmul(300, 300, 300, FLOAT32)
    user_results().add([record_at(facts, near, "gemm_direct", 1e-6, rm=4)])
    assert main(["explain", "gemm", "-n", "300", "--all", *POCL]) == 0
    there, wanted = (
        KERNEL.expected(KERNEL.space.point({"rm": 4}), problem, facts) for problem in (near, here)
    )
    assert there is not None
    assert wanted is not None
    times = (
        f"took 1.0 us there where {there * 1e6:.1f} were expected, expected to take {wanted * 1e6:.1f} here"
    )
    out = capsys.readouterr().out
    assert f"gemm_direct, sgemm NN 310x300x300: {times}" in _candidates(out)
    assert "step 1: gemm_direct: measured here for sgemm NN 310x300x300\n" in out


def _candidates(out: str) -> list[str]:
    """The candidates that explain printed, each in a line again."""
    text = out.split("candidates in the order in which they are tried:\n")[1]
    return re.sub(r"\n {6,}", " ", text).replace("  ", "").splitlines()


SLOW = "it took at most 1.5 times as long as the best at its size"
