"""``benchmarks/machines.py`` measures a row from end to end, and the page says what was measured and what was not."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

if TYPE_CHECKING:
    from types import ModuleType

POSIX = pytest.mark.skipif(os.name == "nt", reason="the emulator here is a script of the shell")

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script."""
    monkeypatch.syspath_prepend(str(FOLDER))
    import machines

    return machines


def test_the_page_is_that_of_the_rows(machines: ModuleType) -> None:
    """What is kept and what is written belong together."""
    processors = {name: row.processor for name, row in machines.ROWS.items()}
    text = machines.page(machines.kept(machines.RESULTS), processors, machines.CHECKS)
    assert text == machines.PAGE.read_text("utf-8")


def test_failures_and_gaps_are_said(machines: ModuleType) -> None:
    """Of a proof, of a check, of a row that cannot run and of one that was not tried."""
    row = {
        "platform": "P",
        "driver": "1",
        "processor": "Z",
        "failures": {"float16": "crashed"},
        "checks": {"gemm": None, "sum": "outside | its bound"},
        "versions": {"numpy": "9"},
        "date": "2026-01-01",
        "speed": {
            "float32": {
                "failure": None,
                "figures": {
                    "results": [
                        {"m": 10, "n": 10, "k": 5, "autoblas": {"median": 1e-8}, "openblas": {"median": 2e-8}}
                    ]
                },
            },
            "float64": {"failure": "did not finish in 3 s", "figures": None},
        },
    }
    rows = {"here": row, "old": {"failure": "no numpy", "date": "2026-01-02"}}
    text = machines.page(
        rows, {"here": None, "untried": None, "old": "qemu64"}, {"gemm": "gemm -n 9", "sum": "sum -n 9"}
    )
    assert (
        "| here | P 1 | float16: it crashed | right | outside / its bound | 100, 2.00 | did not finish in 3 s | 2026-01-01 |"
        in text
    )
    assert "| untried |  | not run |  |  |  |  |  |" in text
    assert "| old |  | cannot run: no numpy |  | 2026-01-02 |" in text
    assert "Made on 2026-01-02" in text


@pytest.mark.budget(30)
@POSIX
def test_a_row_is_measured_and_kept(
    machines: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A processor is emulated by what is named, here by nothing that emulates; all its processes go through it."""
    emulator = tmp_path / "emulator"
    emulator.write_text(  # arguments have lines of their own
        f'#!/bin/sh\necho $(printf \'%s \' "$@") >> {tmp_path}/log\nshift 2\nexec "$@"\n', "utf-8"
    )
    emulator.chmod(0o755)
    monkeypatch.setattr(machines, "PAGE", tmp_path / "page.md")
    monkeypatch.setitem(machines.ROWS, "Haswell", machines.Row((), "Haswell"))  # whatever device there is
    results = tmp_path / "rows.json"
    arguments = ["--row", "Haswell", "--qemu", str(emulator), "--results", str(results)]
    done = CliRunner().invoke(machines.main, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    row = json.loads(results.read_text("utf-8"))["Haswell"]
    assert (row["failures"], row["checks"]) == ({}, {"gemm": None})
    started = (tmp_path / "log").read_text("utf-8").splitlines()
    assert any("autoblas.runtime.proof.child" in line for line in started)
    assert all(line.startswith(f"-cpu Haswell {sys.executable}") for line in started)
    assert "| Haswell | PoCL" in (tmp_path / "page.md").read_text("utf-8")


@POSIX
def test_a_processor_that_cannot_run_says_why(machines: ModuleType, tmp_path: Path) -> None:
    """The last error is the sentence that the page shows."""
    emulator = tmp_path / "emulator"
    emulator.write_text(
        "#!/bin/sh\necho 'warning: x'\necho 'RuntimeError: too old:' >&2\necho '(V2)' >&2\nexit 1\n"
    )
    emulator.chmod(0o755)
    machine = machines.Machine(str(emulator), {}, 60.0, speed=False)
    found = machines.Measuring(machines.ROWS["Penryn"], machine, tmp_path).measure()
    assert found == {"failure": "`import numpy` fails: RuntimeError: too old: (V2)"}
