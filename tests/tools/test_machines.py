"""``tools/machines.py`` measures a row from end to end, and the page shows what is right, wrong and not tried."""

import importlib
import json
import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

POSIX = pytest.mark.skipif(os.name == "nt", reason="the emulator here is a script of the shell")


@pytest.fixture
def machines(monkeypatch, tmp_path):
    """The tool, whose rows and page go to a folder of the test."""
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2] / "tools"))
    tool = importlib.import_module("machines")
    monkeypatch.setattr(tool, "RESULTS", tmp_path / "machines.json")
    monkeypatch.setattr(tool, "PAGE", tmp_path / "support.md")
    (tmp_path / "machines.json").write_text("{}")
    return tool


def emulator(folder: Path, text: str) -> str:
    """A program that is called as qemu is."""
    path = folder / "emulator"
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)
    return str(path)


def test_the_page_is_that_of_the_rows():
    """The rows that are kept and the page belong together; what was not tried is there."""
    root = Path(__file__).resolve().parents[2]
    sys.path.insert(0, str(root / "tools"))
    tool = importlib.import_module("machines")
    sys.path.remove(str(root / "tools"))
    text = (root / "docs" / "support.md").read_text("utf-8")
    assert tool.page(tool.read_rows()) == text
    for system in ("Windows", "macOS", "AMD GPU", "Intel GPU"):
        assert f"{system} |" in text
    assert text.count("not tried |") >= 4


def test_emulated_processors_share_a_line(machines):
    """Where nothing else differs; real devices have lines of their own."""
    row = {"system": "L", "driver": "D", "state": "emulated: right", "date": "d"}
    rows = {name: row | {"device": name} for name in ("A", "B")}
    rows |= {"C": row | {"device": "C", "date": "e"}, "D": row | {"device": "D|E", "state": "right"}}
    text = machines.page(rows)
    assert "| A, B | L | D | emulated: right | d |\n| C | L | D | emulated: right | e |" in text
    assert "| D/E | L | D | right | d |" in text


@pytest.mark.budget(30)
@POSIX
def test_a_row_is_measured_and_kept(machines, tmp_path):
    """All its processes go through the emulator, here one that emulates nothing."""
    line = f"printf '%s ' \"$@\" | tr '\\n' ' ' >> {tmp_path}/log; echo >> {tmp_path}/log"
    qemu = emulator(tmp_path, f'{line}\nshift 2\nexec "$@"')
    done = CliRunner().invoke(machines.main, ["measure", "Haswell", "--qemu", qemu], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    row = json.loads((tmp_path / "machines.json").read_text("utf-8"))["Haswell"]
    assert (row["device"], row["state"]) == ("Haswell", "emulated: right: self-test and `gemm`")
    started = (tmp_path / "log").read_text("utf-8").splitlines()
    assert any("autoblas.devices.selftest.child" in line for line in started)
    assert all(line.startswith(f"-cpu Haswell {sys.executable}") for line in started)
    assert "| Haswell | Linux" in (tmp_path / "support.md").read_text("utf-8")


@POSIX
def test_a_processor_that_cannot_run_says_why(machines, tmp_path):
    """The last error is the sentence that the page shows."""
    qemu = emulator(tmp_path, "echo 'warning: x'\necho 'RuntimeError: too old:' >&2\necho '(V2)' >&2\nexit 1")
    row = machines.Measuring(machines.ROWS["Penryn"], tmp_path, qemu, None, 60.0).measure()
    assert row["state"] == "emulated: NumPy does not run: RuntimeError: too old: (V2)"
