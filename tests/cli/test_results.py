"""What commands say of results that cannot be read or written: explain and doctor tell, others that write fail."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from autoblas.cli import main
from autoblas.cli.commands import doctor
from autoblas.database import Health, Store, data_path, to_json
from autoblas.errors import DatabaseWarning
from support.database_cases import make_record

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("own_results")


@pytest.fixture(name="newer")
def make_newer(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A file that another version wrote; its content."""
    monkeypatch.setattr("autoblas.store.folder._warned", set())
    Store().add([make_record()])
    with closing(sqlite3.connect(data_path())) as connection:
        connection.execute("PRAGMA user_version = 9")
    return data_path().read_bytes()


def test_explain_tells_of_results_that_cannot_be_read(
    newer: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says which, and why, and explains what is served without them."""
    with pytest.warns(DatabaseWarning, match="calls are served without"):
        assert main(["explain", "gemm", "-n", "64"]) == 0
    said = capsys.readouterr().out
    assert f"results: none of yours is used, {data_path()}: its layout is 9" in " ".join(said.split())
    assert "device arrays: " in said
    assert main(["explain", "gemm", "-n", "64", "--json"]) == 0
    assert "its layout is 9" in json.loads(capsys.readouterr().out)["results"]["fault"]


@pytest.mark.usefixtures("wide_terminal")
def test_doctor_tells_of_results_that_cannot_be_read(
    newer: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a cure; and it changes nothing."""
    assert main(["doctor"]) == 0
    said = capsys.readouterr().out
    assert f"results   {data_path()}: 0 that can be read" in said
    assert "Your results cannot be read, and calls are served without" in said
    assert f"Cure: rename or remove {data_path()}" in said
    assert data_path().read_bytes() == newer


def test_findings_on_results() -> None:
    """Each fault has a sentence of its own; results that are right have none."""
    assert doctor._of_results(Health("file", 3)) == []
    assert [
        finding.problem for finding in doctor._of_results(Health("file", 1, 2, None, "file: it is full"))
    ] == [
        "No result can be kept: file: it is full.",
        "2 of your results cannot be read by this version of autoblas.",
    ]


@pytest.mark.parametrize(
    "words", ["db import {}", "db purge --all", "db show", "tune gemm -n 16 --seconds 1"]
)
def test_commands_that_need_results_fail(
    newer: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With one sentence, before they spend time, and leave the file of another version alone."""
    file = tmp_path / "file.json"
    file.write_text(to_json([make_record()]))
    assert main(words.format(file).split()) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"autoblas: error: {data_path()}: its layout is 9, that of this autoblas 2")
    assert said.count("\n") == 1
    assert data_path().read_bytes() == newer


@pytest.mark.parametrize("words", ["db path", "db show", "tune gemm -n 16 --seconds 1"])
def test_a_variable_that_names_no_folder(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence says which variable."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", "~nosuchuser/x")
    assert main(words.split()) == 1
    assert capsys.readouterr().err.startswith(
        "autoblas: error: AUTOBLAS_DATA_DIR=~nosuchuser/x: it names no folder"
    )


def test_show_counts_what_cannot_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside the records that can."""
    Store().add([make_record(), make_record(kernel="other")])
    with closing(sqlite3.connect(data_path(), isolation_level=None)) as connection:
        connection.execute("UPDATE records SET record = '{}' WHERE instr(record, 'other')")
    assert main(["db", "show"]) == 0
    said = capsys.readouterr()
    assert "tiled" in said.out
    assert "1 more is left out, which this version of autoblas cannot read" in said.err
