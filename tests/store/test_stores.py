"""Guarantees of every store on disk: no writer loses a row, none reads half of one, and damage stops nothing."""

import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from autoblas.database import Start, Starts
from autoblas.errors import DatabaseError
from autoblas.store.blobs import BlobCache
from autoblas.store.lines import JsonLines
from autoblas.store.lock import FileLock
from autoblas.store.table import JsonTable

MOST = 100
TABLE: JsonTable[int] = JsonTable("rows.json", msgspec.json.Decoder(dict[str, int]), MOST)
BLOBS = BlobCache("blobs", ".blob", b"MAGIC", MOST)


def _log() -> JsonLines:
    return JsonLines(TABLE.path.with_name("log"))


def _blobs() -> list[str]:
    files = sorted(BLOBS.path([]).parent.glob("*.blob"), key=lambda file: file.stat().st_mtime_ns)
    names = [file.read_bytes()[5:].decode(errors="replace") for file in files]
    return [name for name in names if BLOBS.read([name])]


def _lines() -> list[str]:
    entries = _log().read().entries if _log().path.exists() else []
    return [entry["name"] for entry in entries if isinstance(entry, dict) and "name" in entry]


class Stored(NamedTuple):
    """One kind of store: a row is put under a name, and the names of rows that are there can be asked for, oldest first."""

    put: Callable[[str], object]
    names: Callable[[], list[str]]
    path: Callable[[], Path]
    lock: str = ""
    bounded: bool = False
    cure: str = ""


KINDS = {
    "table": Stored(lambda name: TABLE.put(name, 1), lambda: [*TABLE.read()], lambda: TABLE.path, "rows.lock", True, "autoblas doctor"),
    "points": Stored(lambda name: Starts().add([Start("gemm", name, {}, "")]), lambda: [each.kernel for each in Starts().matching("gemm", "", ())], lambda: Starts().path, "starts.lock", cure="db purge --starts"),
    "blobs": Stored(lambda name: BLOBS.put([name], f"MAGIC{name}".encode()), _blobs, lambda: BLOBS.path(["first"]), "blobs.lock", True),
    "lines": Stored(lambda name: _log().append([{"name": name}]), _lines, lambda: _log().path),
}  # fmt: skip


def write(kind: str, name: str) -> None:
    """Put forty rows; run in processes of their own."""
    for n in range(40):
        KINDS[kind].put(f"{name} {n}")


DAMAGE = (b"", b"{", b"[]\n", b"\xff\xff", b'{"a": "word"}\n', b'[{"a": 1}]\n', b"[" * 100_000)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Where results are kept; it is not there yet."""
    folder = tmp_path / "results"
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(folder))
    monkeypatch.setattr("autoblas.store.folder._warned", set())
    return folder


@pytest.mark.parametrize("store", [pytest.param(kind, id=name) for name, kind in KINDS.items()])
class TestEveryStore:
    """Tests of every kind of store."""

    def test_of_two_writers_none_loses_a_row(self, store):
        """Two processes write forty rows each at the same time; who reads meanwhile meets no half of a row."""
        (kind,) = (kind for kind, candidate in KINDS.items() if candidate is store)
        command = f"import runpy, sys; runpy.run_path({__file__!r})['write']({kind!r}, sys.argv[1])"
        writers = [subprocess.Popen([sys.executable, "-P", "-c", command, name]) for name in ("one", "two")]
        rows = {f"{name} {n}" for name in ("one", "two") for n in range(40)}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            while any(writer.poll() is None for writer in writers):
                assert set(store.names()) <= rows
        assert [writer.returncode for writer in writers] == [0, 0]
        assert set(store.names()) == rows

    @pytest.mark.parametrize("damage", DAMAGE)
    def test_damage_reads_as_empty(self, store, damage):
        """With one warning where a file is one value; the next row is kept, and damage is gone from the file or skipped."""
        store.put("first")
        store.path().write_bytes(damage)
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            assert [store.names() for _ in range(2)] == [[], []]
        assert len(warned) == (store.cure != "" and (store, damage) != (KINDS["points"], b"[]\n"))
        assert all(store.cure in str(warning.message) for warning in warned)
        store.put("first")
        store.put("second")
        assert store.names() == ["first", "second"]

    def test_nothing_else_is_left(self, store, folder):
        """Beside the rows and an empty lock."""
        for _ in range(2):
            store.put("first")
        files = {path for path in folder.rglob("*") if path.is_file() and path.name != store.lock}
        assert files == {store.path()}
        assert not store.lock or (folder / store.lock).stat().st_size == 0

    def test_a_folder_that_cannot_be_made(self, store, folder):
        """The file reads as empty, and an error of writing names it."""
        folder.write_text("")
        assert store.names() == []
        with pytest.raises(DatabaseError, match=f"{folder}.*(File exists|Not a directory)"):
            store.put("first")

    def test_only_so_many_are_kept(self, store):
        """The oldest rows go, of a log none; a row that is put again is new."""
        names = [f"{n}" for n in range(MOST)]
        for name in (*names, names[0], "new"):
            store.put(name)
        stored = store.names()
        assert stored[-1] == "new"
        if store.bounded:
            assert names[0] in stored
            assert names[1] not in stored
            assert len(stored) <= MOST
        else:
            assert set(stored) == {*names, "new"}

    def test_who_holds_the_lock_is_waited_for(self, store, folder, monkeypatch):
        """Not for ever; what is there stays, and can be read meanwhile."""
        for module in ("table", "blobs"):
            monkeypatch.setattr(f"autoblas.store.{module}.WAIT", 0.1)
        store.put("first")
        with FileLock(folder / (store.lock or "other.lock")).exclusive():
            if store.lock:
                with pytest.raises(DatabaseError, match="the lock cannot be taken"):
                    store.put("second")
            assert store.names() == ["first"]

    def test_a_path_that_is_too_long_for_sqlite(self, store, folder, monkeypatch):
        """It is refused with its length where a lock is taken, and reads as empty."""
        monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(folder / ("x" * 200) / ("y" * 200) / ("z" * 200)))
        assert store.names() == []
        if store.lock:
            with pytest.raises(DatabaseError, match=r"its path has \d+ bytes, SQLite takes 504"):
                store.put("first")


def test_damaged_lines_are_counted(folder):
    """Those beside them are read."""
    log = JsonLines(folder / "log")
    log.append([{"n": 1}])
    with log.path.open("ab") as file:
        file.write(b'{"n": \n\n\xff\n[]\n')
    log.append([{"n": 2}])
    assert log.read() == ([{"n": 1}, [], {"n": 2}], 2)


def test_names_that_are_no_unicode_damage_nothing():
    """Such as that of a driver's file, in bytes that are no UTF-8."""
    for name in ("first", "lib\udcff.so", "s\u00e9cond"):
        TABLE.put(name, 1)
    assert {"first", "s\u00e9cond"} < TABLE.read().keys()
