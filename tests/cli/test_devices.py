"""The command line's frame, its shared options, and the commands ``devices`` and ``doctor``."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import autoblas
from autoblas.cli import cli, main
from autoblas.cli.commands import doctor as doctor_module
from autoblas.cli.options import device_option, dtype_option, json_option, sizes_options, transpose_options
from autoblas.database import Health
from autoblas.devices.opencl import selection
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.selftest import serving_device
from autoblas.devices.selftest_results import SelfTestResult

FIELDS = (
    "vendor",
    "driver",
    "compute units",
    "memory",
    "local memory",
    "fp64",
    "fp16",
    "images",
    "sub-groups",
)


@click.command()
@device_option
@sizes_options
@transpose_options
@dtype_option
@json_option
def _options(**values: Any) -> None:
    """Print what the shared options pass on."""
    click.echo(json.dumps(values))


def _parsed(*arguments: str) -> Any:
    result = CliRunner().invoke(_options, arguments)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def _process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "autoblas", *arguments]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)


# Options


def test_defaults_of_the_options() -> None:
    """-n alone means square matrices, as they are, of the first precision, on whatever device is chosen later."""
    square = {"m": 64, "n": 64, "k": 64, "trans_a": "N", "trans_b": "N"}
    assert _parsed("-n", "64") == {"device": None, "dtype": "float32", "as_json": False, **square}


def test_values_of_the_options() -> None:
    """Sizes are independent, and flags and types are read in capitals or not."""
    values = _parsed(
        "-m1", "-n2", "-k3", "--trans-a=t", "--trans-b=C", "--dtype=FLOAT64", "--device=gpu1", "--json"
    )
    assert (values["m"], values["n"], values["k"]) == (1, 2, 3)
    assert (values["trans_a"], values["trans_b"], values["dtype"]) == ("T", "C", "float64")
    assert (values["device"], values["as_json"]) == ("gpu1", True)


# The frame


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Make ``devices`` raise."""

    def install(error: BaseException) -> None:
        def listing() -> None:
            raise error

        monkeypatch.setattr(serving_device, "listing", listing)

    return install


def test_defects_are_not_hidden(failing: Callable[[BaseException], None]) -> None:
    """An unforeseen error keeps its traceback."""
    for defect in (ZeroDivisionError(), OSError("no file")):
        failing(defect)
        with pytest.raises(type(defect)):
            main(["devices"])


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    """The version is the package's; without a command there is help."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"autoblas {autoblas.__version__}\n"
    assert main([]) in {0, 2}  # click changed the status in 8.2


def test_every_module_has_a_command() -> None:
    """Each listed module defines the command of its name."""
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert command.get_short_help_str()


@pytest.mark.budget(3)
def test_a_command_imports_no_other() -> None:
    """Running one command imports neither the others nor, for JSON, the library that draws tables."""
    code = (
        "import sys; from autoblas.cli import main; main(['devices', '--json'])\n"
        "print(sorted(m for m in sys.modules if m == 'rich' or m.startswith('autoblas.cli.')), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    output = ["output", "output.devices", "output.documents", "output.text"]
    modules = ["apart", "commands", "commands.devices", "options", *output, "verbose"]
    assert done.stderr.strip() == str([f"autoblas.cli.{module}" for module in modules])


def test_processes() -> None:
    """As a process: statuses, one line for a mistake, and never a traceback."""
    mistake = _process("devices", "--colour")
    assert (mistake.returncode, mistake.stdout) == (2, "")
    assert mistake.stderr.startswith("autoblas: error: No such option")
    assert mistake.stderr.count("\n") == 1
    assert _process("--version").returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
@pytest.mark.parametrize("command", [("db", "path"), ("db", "show", "--json"), ("--help",)])
def test_a_disk_that_is_full(command: tuple[str, ...]) -> None:
    """Output does not fit there: one sentence, and no traceback at the end of the process either."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "autoblas", *command],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "autoblas: error: what is printed cannot be written: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="shells there have no pipefail")
@pytest.mark.parametrize("words", [("devices",), ("check", "gemm", "-n", "16", "--rounds", "1")])
def test_a_reader_that_has_gone(words: tuple[str, ...]) -> None:
    """A closed pipe ends the command quietly, and no kernel is blamed in the process that one runs in."""
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "autoblas", *words]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


# devices


def test_devices_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON holds every fact of every device, with the index that chooses it."""
    assert main(["devices", "--json"]) == 0
    devices = json.loads(capsys.readouterr().out)["devices"]
    assert [device["index"] for device in devices] == list(range(len(devices)))
    for device in devices:
        facts = facts_of(selection.choose(str(device["index"])))
        assert (device["name"], device["platform"], device["fp16"]) == (
            facts.name,
            facts.platform,
            facts.fp16,
        )


@pytest.mark.parametrize("columns", [80, 400])
def test_devices_for_people(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sentence a device, and with -v every fact, at any width."""
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(["devices"]) == 0
    text = capsys.readouterr().out
    assert "vendor" not in text
    assert text.count("default, ") == 1
    assert main(["devices", "-v"]) == 0
    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= columns
    for field in FIELDS:
        assert field in text
    for device in selection.listing():
        facts = facts_of(device)
        assert facts.name in text
        assert facts.driver in text


# doctor


@pytest.mark.usefixtures("wide_terminal")
def test_doctor(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine with a working device the status is 0 and each device is named with what it did."""
    monkeypatch.setattr(
        "autoblas.cli.record_checks.SECONDS", -1.0
    )  # checks of kernels have tests of their own
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    for i, device in enumerate(selection.listing()):
        assert f"device {i}  {device.platform.name}, " in text
    assert "works, it passed its self-test on " in text


@pytest.mark.usefixtures("wide_terminal")
def test_doctor_again(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With --again every device proves itself anew, and every kernel that results name is run again."""
    asked: list[bool] = []
    records: list[bool] = []

    def selftest_result(device: object, *, again: bool) -> SelfTestResult:
        asked.append(again)
        return SelfTestResult({"float16": "crashed"}, 5.0, 1e-5, "2026-11-22")

    def check_on_devices(_: object, *, again: bool) -> list[object]:
        records.append(again)
        return []

    monkeypatch.setattr(doctor_module, "selftest_result", selftest_result)
    monkeypatch.setattr(doctor_module, "hints_of", lambda index: {})
    monkeypatch.setattr(doctor_module, "check_on_devices", check_on_devices)
    assert main(["doctor", "--again"]) == 0
    text = capsys.readouterr().out
    assert asked == [True] * len(selection.listing())
    assert records == [True]
    assert (
        "works, it passed its self-test on 2026-11-22, without float16: 5 GFLOP/s in float32, 10 us a launch"
        in text
    )
    assert "failed its self-test at float16: it crashed." in text
    assert "it serves without them until then" in text


def test_doctor_json_of_broken_devices(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no device works the status is 1, and each has a finding with its reason."""
    lost = SelfTestResult({"uint": "crashed (SIGSEGV)"})
    monkeypatch.setattr(doctor_module, "selftest_result", lambda device, again: lost)
    monkeypatch.setattr(doctor_module, "check_on_devices", lambda _, again: [])
    assert main(["doctor", "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["devices"]
    assert not any(device["works"] for device in record["devices"])
    broken = [f for f in record["findings"] if "crashed (SIGSEGV)" in f["problem"]]
    assert len(broken) == len(record["devices"])
    assert all(finding["cure"] for finding in broken)
    assert record["pyopencl"]


def test_doctor_without_any_runtime() -> None:
    """Where nothing is found the status is 1, and the cure is printed."""
    code = (
        "import sys; from autoblas.devices.opencl.drivers import runtimes; runtimes.DRIVERS = ()\n"
        "import autoblas.cli; sys.exit(autoblas.cli.main(['doctor']))"
    )
    environment = os.environ | {"OCL_ICD_VENDORS": "/no/such/folder"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "OCL_ICD_VENDORS names /no/such/folder, which is not there" in done.stdout
    assert "Cure: unset OCL_ICD_VENDORS" in done.stdout
    assert "There is no OpenCL runtime." in done.stdout


def test_findings_on_results() -> None:
    """Each fault has a sentence of its own; results that are right have none."""
    assert doctor_module._findings_on_results(Health("file", 3)) == []
    findings = doctor_module._findings_on_results(Health("file", 1, 2, None, "file: it is full"))
    assert [finding.problem for finding in findings] == [
        "No result can be kept: file: it is full.",
        "2 of your results cannot be read by this version of autoblas.",
    ]
