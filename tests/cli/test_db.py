"""``autoblas db``: what is printed, what is written, and that nothing is half done."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from autoblas.cli.commands.db import command
from autoblas.database import Store, from_json, read_json, to_json, write_json
from autoblas.errors import DatabaseError
from support.database_cases import make_record

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


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


def test_path(store: Store) -> None:
    """The path of the store is printed as it is."""
    assert _output("path") == f"{store.path}\n"


def test_show(store: Store) -> None:
    """Results are shown as a table, filtered by device and family; with none, a sentence says so."""
    assert "no result" in _output("show")
    store.add(
        [make_record(device=d, family=f) for d in ("Zen 3 [8 cores]", "H200") for f in ("gemm", "pack")]
    )
    table = _output("show", "--device", "zen", "--family", "gemm")
    for cell in ("Zen 3 [8 cores] (PoCL)", "sgemm NN 64x64x64", "1 ms", "2026-01-02", "tiled"):
        assert cell in table
    assert "form=fma tile=16" not in table
    assert "form=fma tile=16" in _output("show", "--parameters")
    assert "H200" not in table
    assert "pack" not in table
    assert "no result that fits" in _output("show", "--device", "other")


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
        {**each, "problem": ""} for each in shown["records"]
    ]


def test_export_and_import(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one machine exports another imports, and the counts are told."""
    records = [make_record(sizes=(n, n, n), date="2026-01-02") for n in (8, 16, 64)]
    store.add(records)
    file = tmp_path / "results.json"
    assert "3 results" in _output("export", file)
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path / "elsewhere"))
    Store().add([records[0], make_record(sizes=(16, 16, 16), date="2026-01-01", seconds=9.0)])
    assert _output("import", file) == "3 results: 1 new, 1 replaced, 1 unchanged.\n"
    assert Store().records() == store.records() == from_json(_output("export", "-"), "-")


def test_bad_import_changes_nothing(store: Store, tmp_path: Path) -> None:
    """A bad file among good ones is named in the error, and nothing of any of them is added."""
    store.add([make_record()])
    before = store.records()
    write_json(tmp_path / "good.json", [make_record(kernel="other")])
    bad = tmp_path / "bad.json"
    bad.write_text(to_json([make_record(kernel="third")]).replace('"samples":9', '"samples":"nine"'))
    result = _run("import", tmp_path / "good.json", bad)
    assert result.exit_code != 0
    assert isinstance(result.exception, DatabaseError)
    assert str(result.exception) == (
        f"{bad}: none of its 1 entries can be read: '0': Expected `int`, got `str` - at `$.samples`"
    )
    assert store.records() == before
    assert isinstance(_run("import", tmp_path / "none.json").exception, DatabaseError)


def test_export_shipped(store: Store, tmp_path: Path) -> None:
    """With --shipped each device has a file of the best results."""
    store.add(
        [make_record(device=d, kernel=k, seconds=s) for d in ("A", "B") for k, s in (("x", 2.0), ("y", 1.0))]
    )
    assert _output("export", "--shipped", tmp_path / "out").split() == [
        str(tmp_path / "out" / f"{n}.json") for n in "ab"
    ]
    assert [r.kernel for r in read_json(tmp_path / "out" / "a.json")] == ["y"]
    _output("export", "--shipped", tmp_path / "out", "--top", 2, "--device", "A")
    assert len(read_json(tmp_path / "out" / "a.json")) == 2
    assert len(read_json(tmp_path / "out" / "b.json")) == 1


def test_purge(store: Store) -> None:
    """Purge removes what it was told to, says how much, and asks to be told."""
    store.add([make_record(device=d, family=f) for d in ("Zen", "H200") for f in ("gemm", "pack")])
    assert _run("purge").exit_code == 2
    assert _run("purge", "--all", "--device", "Zen").exit_code == 2
    assert len(store.records()) == 4
    assert _output("purge", "--device", "h2", "--family", "pack") == "Removed 1 result; 3 left.\n"
    assert _output("purge", "--all") == "Removed 3 results; 0 left.\n"
    assert store.records() == []


@pytest.mark.parametrize("arguments", [("export",), ("export", "x.json", "--shipped", "y"), ("import",)])
def test_wrong_use(store: Store, arguments: tuple[str, ...]) -> None:
    """Without a target, with two, or without a file, the usage is explained."""
    assert _run(*arguments).exit_code == 2
