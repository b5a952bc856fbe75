"""``autoblas db``: what is printed, what is written, and that nothing is half done."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from autoblas.cli.commands.db import command
from autoblas.database import Store, from_json
from support.database_cases import make_record


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The store that the command uses."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    return Store()


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def _output(*arguments: object) -> str:
    result = _run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("columns", [40, 80, 120, 200, 400])
def test_nothing_is_cut_off(store: Store, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """In a terminal that is too narrow for a row the rest stands below it, and every word is whole."""
    monkeypatch.setenv("COLUMNS", str(columns))
    many = {f"parameter{i}": 10**i for i in range(9)}
    store.add(
        [
            make_record(device="A processor with a rather long name", sizes=(n, n, n), parameters=many)
            for n in (8, 64)
        ]
    )
    shown = _output("show", "--parameters")
    lines = shown.splitlines()
    assert all(len(line) <= columns for line in lines if " " in line.strip())
    for n in (8, 64):
        assert f"{n}x{n}x{n}" in shown
    for name, value in many.items():
        assert shown.split().count(f"{name}={value}") == 2
    assert "…" not in shown


def test_show_json(store: Store) -> None:
    """With --json all of a record is printed, and its problem as people write it."""
    store.add([make_record(sizes=(n, n, n)) for n in (8, 64)])
    shown = json.loads(_output("show", "--json"))
    assert [record["problem"] for record in shown["records"]] == ["sgemm NN 8x8x8", "sgemm NN 64x64x64"]
    assert (shown["schema"], shown["command"], shown["path"]) == (1, "show", str(Store().path))
    exported = json.loads(_output("export", "-"))["records"]
    assert [{**record, "problem": ""} for record in exported] == [
        {**record, "problem": ""} for record in shown["records"]
    ]


def test_export_and_import(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exported records are imported elsewhere, and their counts are printed."""
    records = [make_record(sizes=(n, n, n), date="2026-01-02") for n in (8, 16, 64)]
    store.add(records)
    file = tmp_path / "results.json"
    assert "3 results" in _output("export", file)
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "elsewhere"))
    Store().add([records[0], make_record(sizes=(16, 16, 16), date="2026-01-01", seconds=9.0)])
    assert _output("import", file) == "3 results: 1 new, 1 replaced, 1 unchanged.\n"
    assert Store().records() == store.records() == from_json(_output("export", "-"), "-")
