"""Any words on a command line or in the environment: an answer, or one sentence and an exit status."""

import contextlib
import io
import re
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.blas.host.crossover import crossover as host_crossover
from autoblas.blas.host.crossover import forget_crossovers
from autoblas.cli import cli, perform, presets, problem_runs
from autoblas.cli.commands import bench, check, doctor
from autoblas.cli.tuning import search, sweeping, thresholds
from autoblas.contrib.presets import names
from autoblas.database import Store, to_json
from autoblas.devices.opencl.facts import facts_of
from autoblas.devices.selftest.serving_device import serving_device
from autoblas.errors import AutoblasError, DatabaseWarning, DeviceError, VerificationError
from autoblas.plan.fit import TRIAL, refuse_what_does_not_fit
from autoblas.plan.queues import default_queue
from autoblas.precision import FLOAT32
from autoblas.tune.points import starts
from support.budget import examples
from support.damaged_texts import odd_text
from support.database_cases import make_record

MENTIONED = (
    "cpu",
    "cpu0",
    "0",
    "gpu",
    "99",
    "Portable",
    "naive",
    "gemm_panel",
    "gemm",
    "kernel=gemm_tile",
    "rm=8",
)
"""Words that some options take."""

FILES = ("results.json", "damaged.json", "folder", "none.json", "-", "", ".")


def _nothing_runs(*_: Any, **__: Any) -> Any:
    raise VerificationError("nothing runs here")


def _fits(*arguments: Any) -> Any:
    refuse_what_does_not_fit(*arguments)
    _nothing_runs()


def _tuned(problem: Any, device: str | None, budget: Any, *, fixed: Any, **_: Any) -> Any:
    facts = facts_of(serving_device(device))
    refuse_what_does_not_fit(problem, facts, TRIAL)
    starts(problem, facts, fixed)
    _nothing_runs()


def _no_device(*_: Any, **__: Any) -> Any:
    raise DeviceError("there is none")


@contextlib.contextmanager
def _boundaries() -> Iterator[Path]:
    """A folder to be in, with results of its own; commands end where arrays or processes would be made."""
    with (
        tempfile.TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as patch,
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore", DatabaseWarning)
        here = Path(folder, "here")
        (here / "folder").mkdir(parents=True)
        (here / "results.json").write_text(to_json([make_record()]), encoding="utf-8")
        (here / "damaged.json").write_bytes(b"\xff{")
        patch.chdir(here)
        patch.setenv("AUTOBLAS_DATA_DIR", str(Path(folder, "data")))
        for module in (problem_runs, check, bench, thresholds):
            patch.setattr(module, "refuse_what_does_not_fit", _fits)
        patch.setattr(presets, "trial_for", _nothing_runs)
        patch.setattr(thresholds, "measured_crossover", _nothing_runs)
        for module in (search, sweeping):
            patch.setattr(module, "tune", _tuned)
        patch.setattr(doctor, "diagnose", _no_device)
        yield Path(folder)


def _commands(group: click.Group, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], click.Command]:
    commands: dict[tuple[str, ...], click.Command] = {}
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            commands |= _commands(command, (*path, name))
        elif command is not None:
            commands[(*path, name)] = command
    return commands


COMMANDS = _commands(cli)

numbers = st.one_of(
    st.integers(-1, 70),
    st.integers(1, 3000),
    st.sampled_from([2**20, 2**31, 2**32, 2**53, 2**62, 2**63 - 1, 2**63, 2**64, 10**30, 10**400]),
).map(str)


def _value(parameter: click.Parameter) -> st.SearchStrategy[str]:
    """Values that a parameter takes, and now and then any text."""
    kind = parameter.type
    proper: st.SearchStrategy[str]
    if isinstance(kind, click.Choice):
        proper = st.sampled_from([str(choice) for choice in kind.choices])
    elif isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
        proper = numbers
    elif isinstance(kind, click.Path):
        return st.one_of(st.sampled_from(FILES), odd_text().filter(lambda text: "/" not in text))
    else:
        proper = st.sampled_from((*MENTIONED, *names()))
    return st.one_of(proper, proper, proper, odd_text())


@st.composite
def command_lines(draw: st.DrawFn) -> list[str]:
    """The words of a command that there is, with some of its options, now and then others."""
    path = draw(st.sampled_from(list(COMMANDS)))
    words = list(path)
    for parameter in COMMANDS[path].params:
        often = 1 if parameter.required else 3
        for _ in range(2 if parameter.multiple else 1):
            if draw(st.integers(0, often)) and not parameter.required:
                continue
            if isinstance(parameter, click.Option):
                words.append(draw(st.sampled_from([*parameter.opts, *parameter.secondary_opts])))
            if not (isinstance(parameter, click.Option) and parameter.is_flag):
                words.append(draw(_value(parameter)))
    for _ in range(draw(st.integers(0, 5)) // 4):
        index = draw(st.integers(0, len(words)))
        words[index : index + draw(st.integers(0, 1))] = [draw(st.one_of(odd_text(), st.sampled_from(words)))]
    return words


@settings(max_examples=examples(20))
@given(command_lines())
def test_any_command_line(words: list[str]) -> None:
    """Mistakes are one line; output can be written; files are written only where they belong."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors) for errors in ("strict", "backslashreplace"))
    with _boundaries() as folder:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = perform(words)
        out.flush()
        err.flush()
        message = err.buffer.getvalue().decode()
        assert status in {0, 1, 2}, words
        assert status == 0 or message.count("\n") == 1 or "Usage:" in message, message
        assert "Traceback" not in message
        assert {path.name for path in folder.iterdir()} <= {"here", "data"}
        assert "results.json" in {path.name for path in (folder / "here").iterdir()}


@settings(max_examples=examples(25))
@given(
    odd_text(),
    st.sampled_from(["AUTOBLAS_DATA_DIR", "AUTOBLAS_DEVICE", "AUTOBLAS_HOST_BELOW"]),
    st.sampled_from(["db show", "db path", "explain gemm -n 8", "explain dot -n 8 --json"]),
)
def test_any_environment(text: str, name: str, words: str) -> None:
    """Calls of the library raise an AutoblasError or serve, and commands say what is wrong."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", "strict")
    text = (
        "here/x" if name == "AUTOBLAS_DATA_DIR" and "/" in text else text
    )  # others are nobody's to write to
    with _boundaries(), pytest.MonkeyPatch.context() as patch:
        patch.setenv(name, text)
        forget_crossovers()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
                assert perform(words.split()) in {0, 1, 2}
            out.flush()
            with contextlib.suppress(AutoblasError):
                assert default_queue() is not None
            with contextlib.suppress(AutoblasError):
                assert host_crossover(facts_of(serving_device("0")), FLOAT32).size >= 0
            with contextlib.suppress(AutoblasError):
                Store().reading()
        finally:
            forget_crossovers()


@pytest.mark.parametrize("words", ["show --device", "purge --family"])
def test_text_that_utf_8_cannot_write_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one sentence, which is escaped."""
    with _boundaries():
        assert perform(["db", *words.split(), "\udcff"]) == 2
    assert re.fullmatch(
        r"autoblas: error: \w+: expected text that UTF-8 can write.*\n", capsys.readouterr().err
    )


def test_a_name_that_the_terminal_cannot_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Characters that its encoding lacks are escaped."""
    out = io.TextIOWrapper(io.BytesIO(), "cp1252", "strict")
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", "/x/\udcff/\u0142")
    with contextlib.redirect_stdout(out):
        assert perform(["db", "path"]) == 0
    out.flush()
    assert out.buffer.getvalue() == b"/x/\\udcff/\\u0142/results-2.sqlite3\n"
