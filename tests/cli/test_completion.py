"""Completion by shells, and help in 80 columns: commands, routines in both notations, options."""

import os
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from autoblas.cli import cli
from autoblas.cli.routines.table import ROUTINES


def _asked(words: str, **variables: str) -> str:
    """Output of the program when a shell asks it for completions."""
    done = subprocess.run(
        [sys.executable, "-m", "autoblas"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "_AUTOBLAS_COMPLETE": words, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("autoblas rep", {"report"}),
        ("autoblas tune sge", {"sgemm", "sgemv", "sger"}),
        ("autoblas tune gem", {"gemm", "gemv"}),
        ("autoblas explain dtrs", {"dtrsm", "dtrsv"}),
        ("autoblas bench gemm --comp", {"--compare"}),
        ("autoblas tune gemm --strategy em", {"em"}),
        ("autoblas db exp", {"export"}),
    ],
)
def test_words_are_completed(words: str, wanted: set[str]) -> None:
    """As bash asks."""
    count = len(words.split()) - 1
    output = _asked("bash_complete", COMP_WORDS=words, COMP_CWORD=str(count))
    completions = {line.partition(",")[2] for line in output.splitlines()}
    assert wanted <= completions
    last = words.rsplit(maxsplit=1)[-1]
    assert all(completion.startswith(last) for completion in completions)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_gets_its_script(shell: str) -> None:
    """With the variable by which it asks; bash is asked for its version, where there is one."""
    script = _asked(f"{shell}_source")
    assert f"_AUTOBLAS_COMPLETE={shell}_complete" in script
    assert "autoblas" in script


def _commands(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command of the program by its words; of routines that have the same options, the first."""
    yield path
    if isinstance(group, click.Group):
        context = click.Context(group)
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            if name not in ROUTINES or name in {"gemm", "gbmv", "trsm", "axpy", "convgemm"}:
                yield from _commands(command, (*path, name))


@pytest.mark.parametrize("path", list(_commands(cli)), ids=" ".join)
def test_help_fits_the_terminal(path: tuple[str, ...]) -> None:
    """Of every command: no line is wider than 80 columns, none is cut off."""
    out = CliRunner().invoke(cli, [*path, "--help"], terminal_width=80).output
    lines = out.splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert [line for line in lines[1:] if line.endswith("...")] == []
