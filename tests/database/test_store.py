"""The user's store: nothing is lost between processes or versions, writers set damage aside, changes are seen at once."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import tempfile
import time
import warnings
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autoblas.database import Record, Store, data_path
from autoblas.errors import ArgumentError, DatabaseError, DatabaseWarning
from support.database_cases import make_record, record_strategy
from support.threads import in_threads

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store in a folder that does not exist yet."""
    return Store(tmp_path / "deep" / "results.sqlite3")


def _damage_text(path: Path) -> None:
    path.write_bytes(b"This is no database." * 200)


def _damage_pages(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 4096] = b"\xff" * 4096
    path.write_bytes(content)


def _damage_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE records RENAME COLUMN family TO kin")


DAMAGES = [_damage_text, _damage_pages, _damage_table]


def _set_aside(store: Store) -> list[Path]:
    names = sorted(store.path.parent.glob("results.sqlite3.damaged-*"))
    return [path for path in names if not path.name.endswith(("-wal", "-shm", "-journal"))]


@settings(max_examples=20, deadline=None)
@given(st.lists(record_strategy(), max_size=4, unique_by=lambda record: record.identity))
def test_round_trip(records: list[Record]) -> None:
    """Records survive the store unchanged."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "results.sqlite3")
        assert store.add(records) == (len(records), 0, 0)
        assert sorted(store.records(), key=repr) == sorted(records, key=repr)
        assert store.add(records) == (0, 0, len(records))


def test_newer_measurement_replaces_older(store: Store) -> None:
    """One record a point stays: the newest, whichever is faster and whichever is added last."""
    first = make_record(seconds=1.0, date="2026-01-01")
    newer = make_record(seconds=2.0, date="2026-01-02")
    assert store.add([first, newer]) == (1, 1, 0)
    assert store.add([first]) == (0, 0, 1)
    assert store.records() == [newer]


def test_the_winner_takes_the_place_of_what_an_earlier_version_measured(store: Store) -> None:
    """Records of the same problem on this device go, also where they do not say its vectors; others stay."""
    old = make_record(seconds=1e-6, parameters={"tile": 8})
    others = [make_record(vector_bytes=64, vector_registers=32), make_record(sizes=(8, 8, 8))]
    store.add([old, *others])
    new = make_record(vector_bytes=32, vector_registers=16, seconds=2e-6)
    store.replace([new])
    assert sorted(store.records(), key=str) == sorted([new, *others], key=str)


@pytest.mark.parametrize(
    "change",
    [
        {"driver": "4"},
        {"signature": "float64 row*row=row"},
        {"sizes": (1, 2, 3)},
        {"kernel": "x"},
        {"parameters": {"tile": 8}},
    ],
)
def test_other_points_stand_beside(store: Store, change: dict[str, Any]) -> None:
    """Records of another place, problem, kernel or parameters are alternatives, not replacements."""
    assert store.add([make_record(), make_record(**change)]) == (2, 0, 0)
    assert len(store.records()) == 2


def test_parameters_differ_by_type(store: Store) -> None:
    """A flag and a number that Python calls equal are different parameters."""
    assert store.add([make_record(parameters={"x": value}) for value in (True, 1, 1.0, "1")]) == (4, 0, 0)


def test_wrong_types_are_refused_before_anything_is_written(store: Store) -> None:
    """A record that could not be read back is refused, along with those added with it."""
    for bad in ({"kind": "toaster"}, {"samples": 1.5}, {"parameters": {"x": None}}, {"kernel": 3}):
        with pytest.raises(ArgumentError, match="documented types"):
            store.add([make_record(), make_record(**bad)])
    assert store.records() == []
    assert not store.path.exists()


def test_filters_and_clear(store: Store) -> None:
    """Reading and removing by part of a device's name and by family agree with each other."""
    store.add([make_record(device=d, family=f) for d in ("Zen 3", "H200") for f in ("gemm", "pack")])
    assert {(r.place.device, r.family) for r in store.records(device="zen")} == {
        ("Zen 3", "gemm"),
        ("Zen 3", "pack"),
    }
    assert store.clear(device="ZEN", family="pack") == 1
    assert store.clear(family="gemm") == 2
    assert [(r.place.device, r.family) for r in store.records()] == [("H200", "pack")]
    assert store.clear() == 1
    assert store.clear() == 0


def test_reading_creates_nothing(store: Store) -> None:
    """A store that was never written reads as empty and leaves no trace."""
    assert (store.records(), store.group("gemm", "float32 x"), store.clear()) == ([], {}, 0)
    assert not store.path.parent.exists()


def test_place_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment names the folder; without it the system's own place is used."""
    monkeypatch.setenv("AUTOBLAS_DATA_DIR", str(tmp_path))
    assert Store().path == data_path() == tmp_path / "results-2.sqlite3"
    monkeypatch.delenv("AUTOBLAS_DATA_DIR")
    assert data_path().parts[-2:] == ("autoblas", "results-2.sqlite3")


def _write(path: Path, writer: int, count: int) -> None:
    store = Store(path)
    for number in range(count):
        store.add([make_record(parameters={"writer": writer, "number": number})])


def _in_processes(target: Callable[..., None], arguments: list[tuple[Any, ...]]) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=target, args=given) for given in arguments]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert [process.exitcode for process in processes] == [0] * len(processes)


def test_concurrent_writers_lose_nothing(store: Store) -> None:
    """Four processes that create and fill one store at once lose none of their records."""
    _in_processes(_write, [(store.path, writer, 50) for writer in range(4)])
    points = {(r.parameters["writer"], r.parameters["number"]) for r in store.records()}
    assert points == {(writer, number) for writer in range(4) for number in range(50)}


def test_threads_share_a_store(store: Store) -> None:
    """Threads may write through one object."""
    in_threads(4, lambda w: [store.add([make_record(kernel=f"{w} {n}")]) for n in range(10)])
    assert len(store.records()) == 40


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_set_aside(store: Store, damage: Callable[[Path], None]) -> None:
    """Readers say so and leave the file alone; a writer renames it with a warning that names both, and starts anew."""
    store.add([make_record(kernel=f"kernel {n}", note="x" * 500) for n in range(50)])
    damage(store.path)
    content = store.path.read_bytes()
    with pytest.raises(DatabaseError, match=r"results\.sqlite3: it is damaged"):
        store.records()
    assert store.path.read_bytes() == content
    assert _set_aside(store) == []
    with pytest.warns(DatabaseWarning, match=r"results\.sqlite3 .*results\.sqlite3\.damaged-\d{8}T\d{6}Z"):
        assert store.add([make_record()]) == (1, 0, 0)
    (aside,) = _set_aside(store)
    assert aside.read_bytes() == content
    assert Store(store.path).records() == [make_record()]


def test_what_can_be_read_of_a_damaged_file_is_kept(store: Store) -> None:
    """Where some of its pages are sound, the records on them begin the new file."""
    store.add([make_record(kernel=f"kernel {n:02}", note="x" * 500) for n in range(50)])
    content = store.path.read_bytes()
    page = content.index(b'"kernel":"kernel 20"') // 4096
    store.path.write_bytes(content[: page * 4096] + b"\xff" * 4096 + content[(page + 1) * 4096 :])
    with pytest.raises(DatabaseError, match="damaged"):
        store.records()
    with pytest.warns(DatabaseWarning, match=r"a new one started with the \d+ results that could be read"):
        store.add([make_record(kernel="kernel 20", seconds=2.0)])  # goes to that page
    kernels = {record.kernel for record in store.records()}
    assert kernels >= {"kernel 00", "kernel 20"}
    assert len(kernels) < 50


@pytest.mark.parametrize("change", ["PRAGMA user_version = 3", "PRAGMA user_version = 0"])
def test_a_file_of_another_version_is_nobody_s_to_change(store: Store, change: str) -> None:
    """Neither readers nor writers rename it or write to it, and both say what it is."""
    store.add([make_record()])
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute(change)
    content = store.path.read_bytes()
    for use in (store.records, lambda: store.add([make_record(kernel="other")]), store.clear):
        with pytest.raises(DatabaseError, match=r"its layout is \d, that of this autoblas 2"):
            use()
    assert store.path.read_bytes() == content
    assert _set_aside(store) == []


@pytest.mark.parametrize(
    "text",
    [
        b"{}",
        b"\xff",
        None,
        b"[" * 100_000,
        b'{"new": ' + b"[" * 100_000,
        b'{"sizes": [' + b"9" * 5000 + b"]}",
        b"9" * 400,
    ],
)
def test_rows_that_cannot_be_read_are_skipped_and_counted(store: Store, text: bytes | None) -> None:
    """Such as those of a version with other kinds of devices: they stay in the file, and the others serve."""
    store.add([make_record(), make_record(kernel="other")])
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE copy AS SELECT * FROM records")
        connection.execute("DROP TABLE records")
        connection.execute("ALTER TABLE copy RENAME TO records")  # without its constraints
        connection.execute("UPDATE records SET record = ? WHERE instr(record, 'other')", (text,))
    assert store.reading() == ([make_record()], 1)
    assert _kernels(store) == {"tiled"}
    assert store.clear(family="pack") == 0
    assert store.reading().unreadable == 1


def test_records_of_an_earlier_version_are_taken_over(tmp_path: Path) -> None:
    """They are read where they are, begin the new file when something is added, and stay for that earlier version."""
    former = tmp_path / "results.sqlite3"
    with closing(sqlite3.connect(former, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute(  # as version 0.1.0 did
            "CREATE TABLE records (identity TEXT PRIMARY KEY, device TEXT NOT NULL, family TEXT NOT NULL, "
            "element_type TEXT NOT NULL, measured REAL NOT NULL, record TEXT NOT NULL) WITHOUT ROWID"
        )
        connection.execute("CREATE INDEX by_problem ON records (family, element_type)")
        for record in (make_record(), make_record(kernel="other")):
            text = msgspec.json.encode(record, order="sorted").decode()
            values = (record.identity, record.place.device, "gemm", "float32", 1767323045.0, text)
            connection.execute("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", values)
        connection.execute("PRAGMA user_version = 1")
    before = former.read_bytes()
    store = Store(tmp_path / "results-2.sqlite3")
    assert {record.kernel for record in store.records()} == _kernels(store) == {"tiled", "other"}
    assert not store.path.exists()
    assert store.add([make_record(kernel="new"), make_record(seconds=2.0, date="2026-02-01")]) == (1, 1, 0)
    assert _kernels(store) == {"tiled", "other", "new"}
    assert store.clear() == 3
    assert Store(store.path).records() == []
    assert former.read_bytes() == before


def test_earlier_results_that_cannot_be_read_stop_nobody(tmp_path: Path) -> None:
    """They are warned of, and the new file begins empty."""
    _damage_text(tmp_path / "results.sqlite3")
    store = Store(tmp_path / "results-2.sqlite3")
    with pytest.raises(DatabaseError, match="damaged"):
        store.records()
    with pytest.warns(DatabaseWarning, match="earlier results are not taken over"):
        store.add([make_record()])
    assert store.records() == [make_record()]


def test_a_date_in_the_future_is_replaced(store: Store) -> None:
    """A clock that ran ahead once does not freeze a problem, and no such record replaces one that may be trusted."""
    ahead = make_record(seconds=1.0, date="2999-01-01")
    assert store.add([ahead]) == (1, 0, 0)
    assert store.add([make_record(seconds=2.0)]) == (0, 1, 0)
    assert store.add([ahead]) == (0, 0, 1)
    assert store.records() == [make_record(seconds=2.0)]


def test_damage_found_while_writing(store: Store) -> None:
    """The records being added when the damage is found are kept in the new file."""
    store.add([make_record()])
    _damage_text(store.path)
    with pytest.warns(DatabaseWarning, match=r"file is not a database"):
        assert store.add([make_record(kernel="other")]) == (1, 0, 0)
    assert [r.kernel for r in store.records()] == ["other"]


def test_damage_twice_in_a_second(store: Store) -> None:
    """Files set aside at one moment do not replace each other."""
    for _ in range(3):
        store.path.parent.mkdir(exist_ok=True)
        _damage_text(store.path)
        with pytest.warns(DatabaseWarning):
            store.add([make_record()])
    assert len(_set_aside(store)) == 3


def _write_through_damage(path: Path, writer: int, count: int) -> None:
    warnings.simplefilter("ignore", DatabaseWarning)
    _write(path, writer, count)


def test_damage_found_by_several_processes(store: Store) -> None:
    """Processes that discover the damage at once set the file aside once and lose none of their records."""
    store.path.parent.mkdir()
    _damage_text(store.path)
    _in_processes(_write_through_damage, [(store.path, writer, 5) for writer in range(4)])
    assert len(store.records()) == 20
    assert len(_set_aside(store)) == 1


def test_interrupted_creation_is_finished(store: Store) -> None:
    """An empty file, which a process killed while creating it leaves, is taken over without a warning."""
    store.path.parent.mkdir()
    store.path.touch()
    assert store.records() == []
    assert store.add([make_record()]) == (1, 0, 0)
    assert _set_aside(store) == []


def test_unusable_places_are_named(tmp_path: Path) -> None:
    """Where no file can be, the error names the path."""
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseError, match="file"):
        Store(tmp_path / "file" / "results.sqlite3").add([make_record()])
    (tmp_path / "folder").mkdir()
    with pytest.raises(DatabaseError, match="folder"):
        Store(tmp_path / "folder").records()
    (tmp_path / "results.sqlite3.lock").mkdir()
    with pytest.raises(DatabaseError, match=r"results\.sqlite3\.lock: the lock cannot be taken"):
        Store(tmp_path / "results.sqlite3").add([make_record()])


@pytest.mark.parametrize("junk", [b"no lock" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_junk_in_the_file_of_the_lock_is_discarded(store: Store, junk: bytes) -> None:
    """Whatever got into it, it is a lock again."""
    store.path.parent.mkdir()
    store.path.with_name("results.sqlite3.lock").write_bytes(junk)
    assert store.add([make_record()]) == (1, 0, 0)
    store.path.with_name("results.sqlite3.lock").write_bytes(junk)
    assert store.records() == [make_record()]


def test_read_only_folder(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results in a folder that cannot be written are read without a lock, and damage there is an error."""
    store.add([make_record()])
    monkeypatch.setattr(os, "access", lambda *_: False)
    store.path.with_name("results.sqlite3.lock").unlink()
    assert store.records() == [make_record()]
    with pytest.raises(DatabaseError, match="its folder is read-only"):
        store.add([make_record(kernel="other")])
    _damage_text(store.path)
    with pytest.raises(DatabaseError, match="damaged"):
        store.records()
    assert list(store.path.parent.iterdir()) == [store.path]


class _OfAnother(sqlite3.Connection):
    """A connection to a file that this user may read only: SQLite begins every transaction, and refuses to write."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.execute("PRAGMA query_only = on")


def test_a_file_that_can_only_be_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its records serve; that none can be added is known before one is measured."""
    store.must_be_writable()
    store.add([make_record()])
    store.must_be_writable()
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **k, factory=_OfAnother))
    assert store.records() == [make_record()]
    with pytest.raises(DatabaseError, match="readonly"):
        store.must_be_writable()


class _NoLog(sqlite3.Connection):
    """SQLite on a file system without shared memory."""

    def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
        if sql == "PRAGMA journal_mode = wal":
            super().execute("CREATE TABLE half_done (x)")
            raise sqlite3.OperationalError("locking protocol")
        return super().execute(sql, *arguments)


def test_journal_falls_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The write-ahead log is used where it works, and the ordinary journal where it does not."""

    def mode(path: Path) -> str:
        with closing(sqlite3.connect(path)) as connection:
            return str(connection.execute("PRAGMA journal_mode").fetchone()[0])

    store.add([make_record()])
    assert mode(store.path) == "wal"
    connect = sqlite3.connect
    other = Store(store.path.with_name("other.sqlite3"))
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, **k, factory=_NoLog))
        assert other.add([make_record()]) == (1, 0, 0)
    assert mode(other.path) == "delete"
    assert other.records() == [make_record()]


def _kernels(store: Store) -> set[str]:
    group = store.group("gemm", "float32 row*row=row")
    return {
        r.kernel
        for places in group.values()
        for sizes in places.values()
        for rs in sizes.values()
        for r in rs
    }


def test_changes_are_seen_at_once(store: Store) -> None:
    """What one object, or another process, writes or removes is in the next look-up of another object."""
    reader = Store(store.path)
    assert _kernels(reader) == set()
    for name in "abcdefgh":  # quicker than the clock of the file system
        store.add([make_record(kernel=name)])
        assert name in _kernels(reader)
    _in_processes(_write, [(store.path, 1, 1)])
    assert "tiled" in _kernels(reader)
    store.clear()
    assert _kernels(reader) == set()


def test_unchanged_store_is_not_read_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a file has settled, its records come from memory until it changes."""
    store.add([make_record()])
    time.sleep(0.15)
    first = store.group("gemm", "float32 row*row=row")
    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", None)
        assert store.group("gemm", "float32 col*row=row") is first
    store.add([make_record(kernel="new")])
    assert _kernels(store) == {"tiled", "new"}


def test_replacing_clears_the_same_problem_at_the_same_place_only(store: Store) -> None:
    """Other points of it go, a newer measurement of one stays what it is, and everything else is left alone."""
    old = make_record(kernel="old", seconds=1e-9)
    others = [
        make_record(sizes=(1, 2, 4)),
        make_record(signature="float32 row*row=row part=lower"),
        make_record(signature="float32 row*row=row batched"),
        make_record(driver="another"),
        make_record(family="pack"),
    ]
    first, second = make_record(kernel="first"), make_record(kernel="second")
    store.add([old, first, *others])
    store.replace([first, second])
    assert sorted(store.records(), key=lambda r: r.identity) == sorted(
        [first, second, *others], key=lambda r: r.identity
    )
    assert store.replace([]).new == 0
    assert len(store.records()) == len(others) + 2
