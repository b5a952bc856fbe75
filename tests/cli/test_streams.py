"""Commands and calls where standard streams are not open, and where encodings of files must be named."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import autoblas
from support.rig import Rig

COMMANDS = (
    "--help",
    "--version",
    "devices",
    "doctor",
    "db path",
    "db show",
    "explain gemm -n 32",
    "check gemm -n 16 --rounds 1",
    "tune --help",
)

USUAL = """
import json, sys
import numpy as np
import autoblas
from autoblas.cli import main

x = np.ones((64, 64), np.float32)
statuses = {"gemm": int(autoblas.gemm(x, x)[0, 0])}
for words in sys.argv[2:]:
    try:
        statuses[words] = main(words.split())
    except BaseException as error:
        statuses[words] = repr(error)
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump(statuses, file)
"""


def _statuses(pocl: Rig, folder: Path, *options: str, closed: str = "") -> dict[str, object]:
    """The statuses of commands in one process."""
    file = folder / "statuses"
    command = [sys.executable, "-P", *options, "-c", USUAL, str(file), *COMMANDS]
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *command],
        env={**os.environ, "AUTOBLAS_DEVICE": pocl.device.facts.platform, "AUTOBLAS_HOST_BELOW": "0"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    statuses: dict[str, object] = json.loads(file.read_text("utf-8"))
    return statuses


RIGHT = {"gemm": 64, **dict.fromkeys(COMMANDS, 0)}

posix = pytest.mark.skipif(os.name != "posix", reason="closes streams as its shells do")


@posix
def test_commands_work_without_standard_streams(pocl: Rig, tmp_path: Path) -> None:
    """As under ``pythonw`` and some services."""
    assert _statuses(pocl, tmp_path, closed="<&- >&- 2>&-") == RIGHT


@posix
@pytest.mark.parametrize(
    ("words", "closed", "status"),
    [
        ("--version", ">&-", 0),
        ("check gemm -n 16 --rounds 1", "<&- >&- 2>&-", 0),
        ("nonsense", "2>&-", 2),
        ("nonsense", "2>/dev/full", 2),
    ],
)
def test_statuses_do_not_depend_on_streams(words: str, closed: str, status: int) -> None:
    """Of a process of its own, which may run the command in another one."""
    command = [sys.executable, "-m", "autoblas", *words.split()]
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *command], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")


def test_no_call_or_command_leaves_an_encoding_to_the_system(pocl: Rig, tmp_path: Path) -> None:
    """Where that, and every other warning, is an error."""
    assert _statuses(pocl, tmp_path, "-X", "warn_default_encoding", "-W", "error") == RIGHT


def test_files_are_opened_as_bytes_or_with_an_encoding() -> None:
    """All of them, also those that no test opens."""
    for file in sorted(Path(autoblas.__path__[0]).rglob("*.py")):
        text = file.read_text("utf-8")
        for call in _calls(ast.parse(text)) if any(word in text for word in (*POSITIONS, "text=")) else ():
            assert _says_how_to_decode(call), f"{file.name}:{call.lineno}: {ast.unparse(call)}"


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


POSITIONS = {
    "open": 2,
    "read_text": 0,
    "write_text": 1,
    "fdopen": 2,
    "TextIOWrapper": 1,
    "NamedTemporaryFile": 3,
}
"""Where an encoding stands among the arguments of what opens files."""


def _says_how_to_decode(call: ast.Call) -> bool:
    """It opens no text, or says in which encoding."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    named = {word.arg: word.value for word in call.keywords}
    if not {"text", "universal_newlines"}.isdisjoint(named):  # of processes
        return "encoding" in named
    module = ast.unparse(call.func).rpartition(".")[0]
    if name not in POSITIONS or (module in {"os", "socket"} and name == "open"):
        return True
    modes = [*call.args, named.get("mode")]
    if any(isinstance(mode, ast.Constant) and "b" in str(mode.value) for mode in modes if mode is not None):
        return True
    return "encoding" in named or len(call.args) > POSITIONS[name]
