"""Tables of JSON: no writer loses a row, damage reads as empty and is written again, and no table grows for ever."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest

from autoblas.errors import DatabaseError, DatabaseWarning
from autoblas.store.lock import FileLock
from autoblas.store.table import JsonTable

if TYPE_CHECKING:
    from pathlib import Path

DECODER = msgspec.json.Decoder(dict[str, int])

WRITES = """
import sys
import msgspec
from autoblas.store.table import JsonTable
table = JsonTable("rows.json", msgspec.json.Decoder(dict[str, int]))
for n in range(40):
    table.keep(f"{sys.argv[1]} {n}", n)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the rows are kept."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("autoblas.store.folder._told", set())
    return tmp_path


def test_of_two_writers_none_loses_a_row(folder: Path) -> None:
    """Two processes write forty rows each at the same time."""
    writers = [subprocess.Popen([sys.executable, "-P", "-c", WRITES, name]) for name in ("one", "two")]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    rows = JsonTable("rows.json", DECODER).read()
    assert rows == {f"{name} {n}": n for name in ("one", "two") for n in range(40)}


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"\xff\xfe", b'{"a": "word"}', b"[" * 100_000])
def test_damage_reads_as_empty(folder: Path, damage: bytes) -> None:
    """With one warning; the next row is kept."""
    table = JsonTable("rows.json", DECODER)
    table.path.write_bytes(damage)
    with pytest.warns(DatabaseWarning, match="rows.json cannot be read") as said:
        tables = [table.read() for _ in range(2)]
    assert (tables, len(said)) == ([{}, {}], 1)
    table.keep("new", 1)
    assert table.read() == {"new": 1}


def test_the_oldest_rows_go(folder: Path) -> None:
    """A row that is written again is new."""
    table = JsonTable("rows.json", DECODER, most=3)
    for name in ("a", "b", "c", "a", "d"):
        table.keep(name, 1)
    assert list(table.read()) == ["c", "a", "d"]


def test_a_path_that_is_too_long_for_sqlite(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused with its length, and reads as empty."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(folder / ("x" * 200) / ("y" * 200) / ("z" * 200)))
    table = JsonTable("rows.json", DECODER)
    assert table.read() == {}
    with pytest.raises(DatabaseError, match=r"its path has \d+ bytes, SQLite takes 504"):
        table.keep("new", 1)


def test_what_holds_the_lock_is_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for ever; what is there stays, and can be read meanwhile."""
    monkeypatch.setattr("autoblas.store.table.WAIT", 0.1)
    table = JsonTable("rows.json", DECODER)
    table.keep("old", 1)
    with FileLock(table.path.with_suffix(".lock")).exclusive(), pytest.raises(DatabaseError, match="lock"):
        table.keep("new", 2)
    assert json.loads(table.path.read_text()) == table.read() == {"old": 1}
