"""Commands that run kernels survive whatever the device does: one sentence, an exit status, and no process left."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from autoblas.checks.product import trial_for
from autoblas.cli import apart, main
from autoblas.errors import DeviceError
from autoblas.isolate import progress
from autoblas.plan import bound
from autoblas.plan.choose import choose
from autoblas.precision import FLOAT32
from autoblas.problems.vector import Map
from support.planted_commands import plant
from support.rig import Rig
from support.waiting import wait_for

TESTS = Path(__file__).parents[1]
POCL = ("--device", "Portable")
CHECK = ("check", "gemm", "-n", "8", "--rounds", "1", *POCL)
# A record of another processor is checked at a size of its own before it serves this product.
SENTENCE = r"(gemm|gemm_\w+) for sgemm NN \d+x\d+x\d+ on .+ \(Portable.*\), \w+=\S+"


@pytest.fixture(autouse=True)
def _children_find_the_plants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]))


@pytest.fixture(name="folder", autouse=True)
def make_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.fixture
def number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that gets the number of the process that runs a command."""
    monkeypatch.setenv("PLANTED", str(tmp_path / "number"))
    return tmp_path / "number"


@pytest.mark.budget(one_in=3)
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("launch:abort", rf"was killed by SIGABRT after it began to run {SENTENCE}"),
        ("build:abort", rf"was killed by SIGABRT after it began to compile {SENTENCE}"),
        ("launch:leave", rf"exited with status 7 after it began to run {SENTENCE}"),
    ],
)
def test_a_crash_is_a_sentence_with_the_kernel_and_its_parameters(
    fault: str, words: str, capfd: pytest.CaptureFixture[str], folder: Path
) -> None:
    """It ends with what the compiler said, and what the command printed before is there."""
    with pytest.raises(DeviceError, match=words) as caught:
        apart.run([fault, *CHECK], "support.planted_commands:faulty")
    assert str(caught.value).endswith("; it said: LLVM ERROR: cannot select") == ("abort" in fault)
    out, err = capfd.readouterr()
    assert out.startswith("sgemm NN 8x8x8 on ")
    assert err == ""
    assert not list(folder.iterdir())


def test_a_hang_is_ended_with_a_sentence() -> None:
    """At the limit that the user set; the sentence names the kernel."""
    began = time.monotonic()
    with pytest.raises(DeviceError, match=f"run {SENTENCE}.* made no progress for 2 s.*--limit"):
        apart.run(["launch:hang", *CHECK, "--limit", "2"], "support.planted_commands:faulty")
    assert time.monotonic() - began < 60


def test_a_crash_in_a_later_launch_is_one_too() -> None:
    """A kernel may do well many times, as those that race do."""
    bench = ["bench", "axpy", "-n", "100", "--trials", "1", *POCL]
    with pytest.raises(DeviceError, match=r"SIGABRT after it began to run map for saxpy 100 on "):
        apart.run(["launch:abort:9", *bench], "support.planted_commands:faulty")


def test_wrong_results_are_no_loss(capfd: pytest.CaptureFixture[str]) -> None:
    """The exit status and the sentence are those of the command itself."""
    assert apart.run(["launch:nothing", *CHECK], "support.planted_commands:faulty") == 1
    out, err = capfd.readouterr()
    assert "elements are wrong" in out
    assert re.fullmatch(r"autoblas: error: \d of 2 products are wrong; .+\n", err)


def test_an_error_of_the_driver_is_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a process that is not watched."""
    monkeypatch.setattr("pyopencl.enqueue_nd_range_kernel", None)  # to be put back
    plant("launch:error")
    assert main(["check", "axpy", "-n", "8", *POCL]) == 1
    assert re.fullmatch(
        r"autoblas: error: the device failed after it began to \w+ .+: .*OUT_OF_RESOURCES\n|"
        r"autoblas: error: the device refused kernel .+OUT_OF_RESOURCES\n",
        capsys.readouterr().err,
    )


def test_what_is_printed_arrives_and_noise_does_not(capfd: pytest.CaptureFixture[str], folder: Path) -> None:
    """Python's streams are the user's; what a compiler prints goes elsewhere, and the exit status comes back."""
    assert apart.run(["all", "is", "well"], "support.planted_commands:chatty") == 3
    assert capfd.readouterr() == ("all is well\n", "a warning of ours\n")
    assert not list(folder.iterdir())


@pytest.mark.budget(3)
def test_a_command_that_goes_on_is_let_go_on() -> None:
    """The limit is about silence, not about the whole command."""
    assert apart.run(["4"], "support.planted_commands:slow") == 0


def test_what_is_lost_before_a_kernel() -> None:
    """No kernel was announced then."""
    with pytest.raises(DeviceError, match="No module named 'no_such_module' before it ran a kernel"):
        apart.run([], "no_such_module:program")


def _program(fault: str, *arguments: str, planted: str = "faulty") -> subprocess.Popen[str]:
    """The program itself, with a fault in the driver of the process that runs the command."""
    code = f"import sys; from autoblas.cli import apart as _apart, main; sys.argv = ['autoblas', *sys.argv[1:]]; plain = _apart.run; _apart.run = lambda given: plain([{fault!r}, *given], 'support.planted_commands:{planted}'); sys.exit(main())"
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_the_program_says_one_line() -> None:
    """Exit status 1, no traceback."""
    with _program("launch:abort", *CHECK) as process:
        out, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "sgemm NN 8x8x8" in out
    assert re.fullmatch(rf"autoblas: error: the process was killed by SIGABRT .*{SENTENCE}.*\n", err)


def _running(number: Path, process: subprocess.Popen[str]) -> int:
    """The process of a command that hangs, or goes on slowly."""
    wait_for(lambda: number.exists() and number.read_text().endswith(" "), process)
    return int(number.read_text())


def _await_end(pid: int) -> None:
    deadline = time.monotonic() + 20
    words = Path(f"/proc/{pid}/cmdline")  # empty of one that has ended and was not waited for
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        while words.read_text():
            assert time.monotonic() < deadline, "the child outlived its parent"
            time.sleep(0.02)


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")


@needs_proc
def test_ctrl_c_ends_the_command_at_once(folder: Path, number: Path) -> None:
    """Also where the device hangs; nothing is left, and nothing said."""
    with _program("launch:hang", *CHECK) as process:
        pid = _running(number, process)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert time.monotonic() - began < 10
    assert (process.returncode, err) == (130, "")
    _await_end(pid)
    assert not list(folder.iterdir())


@needs_proc
def test_what_is_measured_and_broken_off_says_that_nothing_is_kept(number: Path) -> None:
    """Status 143 after SIGTERM."""
    with _program("launch:hang", "tune", "crossover", *POCL) as process:
        _running(number, process)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=60)
    message = "autoblas: interrupted; nothing was kept: the same command starts anew\n"
    assert (process.returncode, err) == (143, message)


@needs_proc
@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_parent_leaves_nothing(folder: Path, number: Path, ending: int) -> None:
    """The child notices that its parent is gone, ends, and removes the files."""
    with _program("launch:hang", *CHECK) as process:
        pid = _running(number, process)
        process.send_signal(ending)
        process.communicate(timeout=60)
    _await_end(pid)
    assert not list(folder.iterdir())


@needs_proc
@pytest.mark.budget(3)
def test_a_stopped_machine_is_no_hang(number: Path) -> None:
    """Only silence of the child while the parent was running counts."""
    with _program("5", "bench", planted="slow") as process:
        pid = _running(number, process)
        for signal_number, pause in ((signal.SIGSTOP, 2.5), (signal.SIGCONT, 0)):
            os.kill(pid, signal_number)
            process.send_signal(signal_number)
            time.sleep(pause)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")


def test_commands_that_run_kernels_are_run_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of bench and check, and what tune measures itself; only where the program was called, not a function."""
    for words in (["bench", "gemm"], ["check", "trsv", "-n", "4"], ["tune", "crossover"], ["tune", "trsm"]):
        assert apart.needs_subprocess(words)
    for words in ([], ["tune"], ["tune", "gemm", "-n", "4"], ["explain", "gemm"], ["devices"], ["--version"]):
        assert not apart.needs_subprocess(words)
    monkeypatch.setattr(apart, "run", lambda arguments: 77)
    monkeypatch.setattr(sys, "argv", ["autoblas", "bench", "--help"])
    assert main() == 77
    assert main(["bench", "--help"]) == 0


def test_calls_pay_nothing_where_nobody_watches(pocl: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan is the same object as ever then, and after its first launch where somebody does."""
    problem = Map("axpy", 50, FLOAT32)
    choice = choose(problem, pocl.device.facts)
    messages: list[object] = []
    begun: list[object] = []
    original = bound.announce_run

    def counted(*what: Any) -> None:
        begun.append(what)
        original(*what)

    monkeypatch.setattr("autoblas.plan.bound.announce_run", counted)
    for watched in (False, True):
        monkeypatch.setattr(progress, "_send", messages.append if watched else None)
        launch = trial_for(pocl.device, pocl.queue, problem).timed(choice)
        for _ in range(3):
            launch()[-1].wait()
        assert len(begun) == watched
    assert any("run map for saxpy 50" in str(message) for message in messages)
